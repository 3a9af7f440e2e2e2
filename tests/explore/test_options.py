"""An explorer obeys an option that it is given, or refuses it with its name."""
import re

import numpy as np
import pandas as pd
import pytest

from c45lit import (explore_gain, explore_luck, explore_raising, explore_slivers, explore_splits,
                    explore_threshold, load_dataset)
from c45lit.data.table import encode, infer_schema
from c45lit.originals.arithmetics import Release8Options
from c45lit.originals.r8_cases import GAP
from c45lit.originals.r8_growing import grow_release8
from c45lit.specification.criterion import GINI
from c45lit.specification.multiway import SplitOptions

GIVEN = dict(criterion=GINI, min_cases=3.0, penalty=False, least_side=False, average=0,
             epsilon=0.01, min_value_gap=2.0, grouped=True, binary=2, drawn=1, number=7,
             direction=1)
EXPLORERS = [explore_splits, explore_gain, explore_luck, explore_slivers, explore_raising]


def page(explorer):
    "What an explorer sends and starts with, as text."
    return str({k: v for k, v in explorer.get_state().items() if k[0] != '_'})


def test_every_option_is_given(): assert GIVEN.keys() == {*SplitOptions._fields}


@pytest.mark.parametrize('name', GIVEN)
@pytest.mark.parametrize('explore', EXPLORERS, ids=lambda f: f.__name__)
def test_an_option_is_obeyed_or_refused(explore, name):
    X, y = load_dataset('golf')
    options = SplitOptions(**{name: GIVEN[name]})
    try: given = explore(X, y, options=options)
    except ValueError as e:
        assert re.search(rf'^{explore.__name__}: (does not know|obeys only) .*, got .*; '
                         'leave it at .*, or take|^direction=1 is of a column', str(e))
    else: assert page(given) != page(explore(X, y))


@pytest.mark.parametrize('explore', EXPLORERS, ids=lambda f: f.__name__)
def test_pages_of_64_bits_refuse_release8(explore):
    with pytest.raises(ValueError, match=f'{explore.__name__}: the page computes in 64 bits'):
        explore(*load_dataset('golf'), options=Release8Options())


@pytest.mark.parametrize('asked', [dict(min_value_gap=5), dict(drawn=1)], ids=str)
def test_release8_refuses_what_it_would_ignore(asked):
    X, y = load_dataset('golf')
    options, table = SplitOptions(**asked), encode(X, infer_schema(X, y), y)
    for wrong in (lambda: grow_release8(table, options),
                  lambda: explore_threshold(X, y, options=options, arithmetic='r8')):
        with pytest.raises(ValueError, match=f'Release 8: .*{[*asked][0]}.*or grow_tree'): wrong()
    assert grow_release8(table, SplitOptions(min_value_gap=GAP)) == grow_release8(table)


def test_a_threshold_keeps_the_gap_that_is_given_unless_it_is_release8s():
    X, y = pd.DataFrame({'x': np.arange(8.0)}), list('aaaabbbb')
    def shown(**given): return explore_threshold(X, y, **given).data['table']
    assert shown(options=Release8Options(min_value_gap=GAP), arithmetic='exact') == shown()
    with pytest.raises(ValueError, match='no threshold splits it'):
        shown(options=SplitOptions(min_value_gap=5), arithmetic='exact')
