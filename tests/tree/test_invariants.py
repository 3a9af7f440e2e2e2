"""What holds for every tree, whatever the table: random tables with ties, unknown values and
weights."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from support.kernels import TWINS, every_kernel
from support.options import BOOK

from c45lit.data.table import Attribute, Schema, Table
from c45lit.specification.growth import StopRule
from c45lit.engine.growing_loop import grow_tree
from c45lit.originals.r8_growing import grow_release8
from c45lit.specification.selection import best_split, candidate_table
from c45lit.specification.criterion import GAIN_RATIO, GINI
from c45lit.specification.multiway import SplitOptions

UNIT = 2.0 ** -24
RULES = [SplitOptions(), BOOK, BOOK._replace(criterion=GAIN_RATIO), BOOK._replace(criterion=GINI),
         SplitOptions(average=0, min_cases=1)]

some_rules = st.sampled_from(RULES)


@st.composite
def tables(draw, unknown=True, whole=False):
    "A table of 1 to 40 cases with few distinct values, so that ties and equal rows are common."
    rng = np.random.default_rng(draw(st.integers(0, 2 ** 32 - 1)))
    n, n_classes = draw(st.integers(1, 40)), draw(st.integers(2, 4))
    attributes, columns = [], []
    for a in range(draw(st.integers(1, 4))):
        v = draw(st.integers(2, 4))
        hide = rng.random(n) < (draw(st.sampled_from([0.0, 0.2])) if unknown else 0.0)
        codes = rng.integers(0, v, n)
        if draw(st.booleans()):
            attributes.append(Attribute(f'n{a}', 'continuous'))
            columns.append(np.where(hide, np.nan, codes * 1.5))
        else:
            attributes.append(Attribute(f'd{a}', 'discrete', tuple('abcd'[:v])))
            columns.append(np.where(hide, -1, codes).astype(np.int32))
    weights = rng.integers(1, 4, n).astype(float)
    if not whole: weights = np.rint(rng.choice([1.0, 1.0, 0.3, 2.7], n) / UNIT) * UNIT
    schema = Schema(attributes, tuple('stuv'[:n_classes]))
    return Table(schema, tuple(columns), rng.integers(0, n_classes, n).astype(np.int32), weights)


def with_weights(table, weights):
    return Table(table.schema, table.columns, table.classes, np.asarray(weights, dtype=float))


# -- the order of rows, weights, useless attributes

@given(tables(), some_rules, st.randoms(use_true_random=False))
def test_shuffled_rows_give_the_same_tree(table, rules, random):
    rows = list(range(len(table)))
    random.shuffle(rows)
    assert grow_tree(table.select(rows), rules) == grow_tree(table, rules)


@given(tables(), some_rules)
def test_weight_two_equals_two_copies(table, rules):
    copies = table.select(np.repeat(np.arange(len(table)), 2))
    # Shares of unknown cases are rounded per case, so weights may differ by units there.
    doubled = grow_tree(with_weights(table, 2 * table.weights), rules)
    copied = grow_tree(copies, rules)
    if not any((c < 0).any() if c.dtype == np.int32 else np.isnan(c).any() for c in table.columns):
        assert copied == doubled
    assert np.isclose(copied.weights[0], doubled.weights[0], rtol=0, atol=0)


@given(tables(unknown=False), some_rules)
def test_a_case_of_weight_zero_plays_no_part(table, rules):
    weights = table.weights.copy()
    weights[::3] = 0
    if weights.any():
        assert grow_tree(with_weights(table, weights),
                         rules) == grow_tree(table.select(weights > 0), rules)


@given(tables(),
       st.sampled_from([BOOK, BOOK._replace(criterion=GINI), SplitOptions(average=0, min_cases=1)]))
def test_an_attribute_that_nobody_varies_changes_nothing(table, rules):
    # Without the average rule: there an attribute with gain 0 lowers the average, as it should.
    schema = Schema(table.schema.attributes
                    + (Attribute('same', 'discrete', ('x', 'y')), Attribute('one', 'continuous')),
                    table.schema.classes)
    columns = table.columns + (np.zeros(len(table), np.int32), np.ones(len(table)))
    wide = grow_tree(Table(schema, columns, table.classes, table.weights),
                     rules._replace(min_cases=2))
    slim = grow_tree(table, rules._replace(min_cases=2))
    assert not set(wide.attribute) & {len(schema.attributes) - 1, len(schema.attributes) - 2}
    assert np.array_equal(wide.attribute, slim.attribute) and np.array_equal(wide.dist, slim.dist)


@given(tables(), some_rules)
def test_nothing_passed_is_changed(table, rules):
    before = [c.copy() for c in (*table.columns, table.classes, table.weights)]
    grow_tree(table, rules)
    grow_release8(table, rules._replace(criterion=GAIN_RATIO, binary=0, min_value_gap=0.0))
    after = (*table.columns, table.classes, table.weights)
    assert all(np.array_equal(a, b, equal_nan=a.dtype == float) for a, b in zip(before, after))


# -- weight

@given(tables(), some_rules)
def test_weight_is_neither_lost_nor_made(table, rules):
    tree = grow_tree(table, rules, StopRule(collapse=False))
    assert tree.weights[0] == table.weights.sum()
    assert np.array_equal(tree.dist[0],
                          np.bincount(table.classes, table.weights, len(table.schema.classes)))
    for node in np.flatnonzero(tree.n_children):
        first = tree.first_child[node]
        children = slice(first, first + tree.n_children[node])
        assert tree.weights[children].sum() == tree.weights[node]  # to the last unit
        # an empty branch keeps a copy of its parent's distribution
        full = tree.weights[children] > 0
        assert np.array_equal(tree.dist[children][full].sum(axis=0), tree.dist[node])
    assert np.array_equal(tree.weights / UNIT, np.rint(tree.weights / UNIT))


@given(tables(), some_rules)
def test_a_collapsed_tree_makes_no_more_errors_than_a_leaf(table, rules):
    tree = grow_tree(table, rules)
    for node in np.flatnonzero(tree.n_children):
        assert tree.errors[node] < tree.weights[node] - tree.dist[node].max() - 1e-3


@given(tables(), some_rules, st.integers(0, 3))
def test_no_path_is_longer_than_allowed(table, rules, depth):
    assert grow_tree(table, rules, StopRule(max_depth=depth)).depth <= depth


# -- one engine

@settings(max_examples=60)
@given(tables(), some_rules)
def test_compiled_and_interpreted_growth_give_equal_trees(table, rules):
    pytest.importorskip('numba')
    trees = []
    for twin in TWINS:
        with every_kernel(twin): trees.append(grow_tree(table, rules))
    assert trees[0] == trees[1]


@given(tables(), some_rules)
def test_the_root_asks_what_the_candidate_table_says(table, rules):
    tree = grow_tree(table, rules, StopRule(collapse=False))
    shown = candidate_table(table, rules)
    chosen = list(shown.index[shown.chosen])
    assert chosen == ([] if tree.root.is_leaf else [tree.root.attribute])
    best = best_split(table, rules)
    assert (best is None) == tree.root.is_leaf
    if chosen and not np.isnan(tree.root.threshold):
        assert shown.threshold[chosen[0]] == tree.root.threshold
