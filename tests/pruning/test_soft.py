"""Soft thresholds mean what they say; those of Release 8 are among its stored runs (tests/originals)."""
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from c45lit.data.table import encode, infer_schema
from c45lit.engine.growing_loop import grow_tree
from c45lit.originals.r8_windows import release8_soft_limits
from c45lit.originals.report_tables import soft_thresholds
from c45lit.pruning.soft_thresholds import errors_at, soft_limits, soften


# -- what holds on any column

@st.composite
def columns(draw):
    "Values, classes of two kinds, weights and a threshold among the values."
    n = draw(st.integers(2, 30))
    values = np.array(draw(st.lists(st.integers(-8, 8), min_size=n, max_size=n)), dtype=float)
    below = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    above = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    weights = np.array(draw(st.lists(st.integers(1, 3), min_size=n, max_size=n)), dtype=float)
    return values, below, above, weights, draw(st.sampled_from(values.tolist()))


@given(columns())
def test_the_errors_at_a_threshold_are_counted_case_by_case(column):
    values, below, above, weights, _ = column
    x, errors = errors_at(values, below * weights, above * weights)
    for v, e in zip(x, errors):
        assert e == (below * weights)[values <= v].sum() + (above * weights)[values > v].sum()


@given(columns(), st.sampled_from([soft_limits, release8_soft_limits]))
def test_the_threshold_lies_between_its_limits_and_they_among_the_values(column, limits):
    values, *_, threshold = column
    lower, upper = limits(*column)
    assert values.min() <= lower <= threshold <= upper <= values.max()


@given(columns(), st.integers(0, 1000))
def test_order_of_cases_does_not_matter_and_weight_two_is_two_cases(column, seed):
    values, below, above, weights, threshold = column
    copies = np.random.default_rng(seed).permutation(
        np.repeat(np.arange(len(values)), weights.astype(int)))
    assert soft_limits(*column) == soft_limits(values[copies], below[copies], above[copies],
                                               np.ones(len(copies)),
                                               threshold)


# -- trees

@pytest.fixture(scope='module')
def grown():
    "A tree with many thresholds, some values unknown, and its table."
    rng = np.random.default_rng(5)
    X = pd.DataFrame(rng.normal(size=(600, 4)), columns=list('abcd'))
    X['e'] = rng.choice(['p', 'q', 'r'], 600)
    y = pd.Series(np.where(X.a * X.b + (X.e == 'p') + rng.normal(size=600) * .5 > 0, 'yes', 'no'))
    X = X.mask(rng.random(X.shape) < 0.05)
    table = encode(X, infer_schema(X, y), y)
    return grow_tree(table), table


def test_only_threshold_tests_get_limits(grown):
    tree, table = grown
    soft = soften(tree, table)
    assert not np.isnan(soft.lower[~np.isnan(tree.threshold)]).all()
    assert np.isnan(soft.lower[np.isnan(tree.threshold)]).all()
    assert len(soft_thresholds(soft)) == (~np.isnan(soft.lower)).sum() > 3


def test_a_threshold_that_no_known_value_reaches_stays_hard(grown):
    tree, table = grown
    columns = [np.full(len(table), np.nan) if c.dtype == float else c for c in table.columns]
    soft = soften(tree, replace(table, columns=tuple(columns)))
    assert np.isnan(soft.lower).all()
    assert soft_thresholds(soft) == []


def test_cases_of_weight_zero_do_not_count(grown):
    tree, table = grown
    half = np.arange(len(table)) % 2 == 0
    away = soften(tree, replace(table, weights=half * 1.0))
    assert away == soften(tree, table.select(half))
