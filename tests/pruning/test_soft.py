"""Soft thresholds are those of Release 8, and mean what they say."""
import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.reference import CF

from c45lit.data.table import encode, infer_schema
from c45lit.data.c45_files import read_c45
from c45lit.engine.growing_loop import grow_tree
from c45lit.originals.r8_growing import grow_release8
from c45lit.originals.r8_pruning import simplify_release8
from c45lit.originals.r8_windows import release8_soft_limits, soften_release8
from c45lit.pruning.soft_thresholds import errors_at, soft_limits, soft_thresholds, soften

N_RUNS, N_TESTS = 47, 307


# -- against the stored outputs

@pytest.fixture(scope='module')
def soft_trees(reference):
    "set -> (the stored trial, our pruned tree with soft thresholds)."
    found = {}
    for path in sorted((reference / 'oracle').glob('*/tree-p.json')):
        name = path.parent.name
        stored = json.loads(path.read_text(encoding='utf-8'))['trials'][0]
        table = read_c45(reference / 'data' / name, on_error=lambda message: None)
        tree = simplify_release8(grow_release8(table), table, CF).pruned
        found[name] = stored, soften_release8(tree, table)
    return found


def stored_tests(record: dict) -> list:
    "The limits of every stored threshold test, from the root down."
    here = [(record['lower'], record['upper'])] if record['kind'] == 'threshold' else []
    return here + [t for b in record.get('branches', []) for t in stored_tests(b['child'])]


def our_tests(node) -> list:
    "The same of a tree."
    here = [(node.tree.lower[node.number],
             node.tree.upper[node.number])] if node.kind == 'threshold' else []
    return here + [t for _, child in node.branches for t in our_tests(child)]


def test_every_limit_is_that_of_release_8_to_the_last_bit(soft_trees):
    assert len(soft_trees) == N_RUNS
    assert sum(len(stored_tests(stored['pruned']['tree']))
               for stored, _ in soft_trees.values()) == N_TESTS
    for name, (stored, tree) in soft_trees.items():
        want, got = np.float32(stored_tests(stored['pruned']['tree'])), np.float32(
            our_tests(tree.root))
        assert want.tolist() == got.tolist(), name


def test_the_printed_list_is_that_of_release_8(soft_trees):
    for name, (stored, tree) in soft_trees.items():
        got = soft_thresholds(tree)
        assert len(stored['soft_thresholds']) == len(got), name
        for w, g in zip(stored['soft_thresholds'], got):
            assert w['attribute'] == g['attribute']
            for key in 'cut', 'lower', 'upper':
                assert g[key] == pytest.approx(w[key], rel=5e-6, abs=5e-6), (name, w, g)


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


@given(columns(), st.sampled_from([1e-9, 1e-3, 1e6]))
def test_limits_keep_to_the_unit_of_the_values(column, unit):
    values, below, above, weights, threshold = column
    scaled = soft_limits(values * unit, below, above, weights, threshold * unit)
    assert np.array(scaled) == pytest.approx(np.array(soft_limits(*column)) * unit, rel=1e-12,
                                             abs=1e-12 * unit)


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


def test_softening_does_not_touch_the_tree_it_is_given(grown):
    tree, table = grown
    soften(tree, table)
    assert np.isnan(tree.lower).all()
