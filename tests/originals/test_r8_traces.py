"""Every number that growing and pruning compare is the one Release 8 compared, node by node."""
import json

import numpy as np
import pytest

from c45lit.data.c45_files import read_c45
from c45lit.originals.growing_trace import GrowingTrace, growing_text
from c45lit.originals.arithmetics import ARITHMETICS
from c45lit.originals.r8_figures import Watched
from c45lit.originals.r8_growing import grow_release8
from c45lit.originals.r8_pruning import simplify_release8
from c45lit.pruning.pruning_trace import PruningTrace, pruning_text
from c45lit.specification.unit_shares import UNIT
from c45lit.specification.growth import StopRule
from c45lit.originals.tree_program import TreeOptions, _split_options, parse_options, tree_program

OPTIONS = {'default': [], 'g': ['-g'], 'm1': ['-m1'], 's': ['-s'], 'gs': ['-g', '-s']}
N_TRACES = 34


def float32(value):
    "A value as 32 bits hold it."
    return np.float32(value) if isinstance(value, float
                                           | int) and not isinstance(value, bool) else value


def differences(want, got, where=''):
    """Where a record says something else than the reference; what the reference leaves out is not
    looked at."""
    if isinstance(want, dict):
        return [d for key, value in want.items()
                if key != 'unknown'
                or want.get('possible') is not False  # then Release 8 has not counted anew
                for d in differences(value, got.get(key) if isinstance(got, dict) else None,
                                     f'{where} {key}')]
    if isinstance(want, list):
        if not isinstance(got, list) or len(want) != len(got):
            return [f'{where}: {want}, got {got}']
        return [d for w, g in zip(want, got) for d in differences(w, g, where)]
    return [] if float32(want) == float32(got) else [f'{where}: {want}, got {got}']


@pytest.fixture(scope='module')
def traces(reference):
    "name -> (what Release 8 computed, what is computed here)."
    found = {}
    for path in sorted((reference / 'oracle' / 'traces').glob('*.json')):
        name, run, _ = path.name.split('.')
        options = parse_options([*OPTIONS[run], '--arithmetic', 'r8'])[0]
        table = read_c45(reference / 'data' / name)
        growing, pruning = GrowingTrace(table.schema), PruningTrace(table.schema)
        tree = grow_release8(table, _split_options(options),
                             watch=Watched(growing, _split_options(options)))
        simplify_release8(tree, table, ARITHMETICS['r8'].share(options.cf), watch=pruning)
        want = json.loads(path.read_text().replace('"worth":', '"score":'))  # its word there
        found[path.stem] = want, growing.records, [r for r in pruning.records if 'action' in r]
    return found


def test_every_node_is_scored_as_by_release_8(traces):
    assert len(traces) == N_TRACES
    assert {name: differences(want['growing'], got)[:3] for name, (want, got, _) in traces.items()
            if differences(want['growing'], got)} == {}


def test_every_test_is_pruned_as_by_release_8(traces):
    assert {name: differences(want['pruning'], got)[:3] for name, (want, _, got) in traces.items()
            if differences(want['pruning'], got)} == {}


def test_a_watched_tree_is_the_same_tree(reference):
    for name in 'labor-neg', 'iris', 'syn-subset-miss':
        table = read_c45(reference / 'data' / name)
        for words in [], ['--arithmetic', 'r8'], ['-s'], ['-s', '--arithmetic', 'r8']:
            options = parse_options(words)[0]
            how = ARITHMETICS[options.arithmetic]
            watch, asked = GrowingTrace(table.schema,
                                        level=3), (_split_options(options), StopRule(), 'data',
                                                   UNIT)
            tree = how.grow(table, *asked, watch)
            assert tree == how.grow(table, *asked)
            pruning = PruningTrace(table.schema)
            assert how.simplify(tree, table, 0.25, True, UNIT,
                                pruning).pruned == how.simplify(
                                    tree, table, 0.25, True, UNIT).pruned
            for level in 1, 2, 3:
                assert growing_text(watch.records,
                                    level).count('items, total weight') == len(watch.records)
            assert pruning_text(pruning.records).count('N=') == sum(
                'action' in r for r in pruning.records)


def test_more_verbosity_tells_more(tmp_path, capsys):
    from c45lit.data.table import encode, infer_schema
    from c45lit.data.datasets import load_dataset
    from c45lit.data.c45_files import write_c45
    X, y = load_dataset('watermelon_2alpha')
    write_c45(tmp_path / 'melons', encode(X, infer_schema(X, y), y))
    lengths = []
    for words in [], ['-v1'], ['-v2'], ['-v3'], ['-v', '3', '-s'], ['-v', '3', '-s', '-t', '2']:
        tree_program(['-f', str(tmp_path / 'melons'), *words])
        lengths.append(len(capsys.readouterr().out))
    assert lengths[:4] == sorted(set(lengths[:4]))
    assert lengths[5] > lengths[4]


def test_options_have_the_defaults_of_the_original():
    assert TreeOptions() == parse_options([])[0]
