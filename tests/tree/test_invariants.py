"What holds for every tree, whatever the table; what must not matter to it is in tests/metamorphic."
import numpy as np
from support.naive import UNIT
from support.random_tables import random_task, seeds

from c45lit.engine.growing_loop import grow_tree
from c45lit.originals.r8_growing import grow_release8
from c45lit.specification.criterion import GAIN_RATIO
from c45lit.specification.growth import StopRule


def test_nothing_passed_is_changed():
    for seed in seeds(60):
        table, rules, *_ = random_task(seed)
        before = [c.copy() for c in (*table.columns, table.classes, table.weights)]
        grow_tree(table, rules)
        grow_release8(table, rules._replace(criterion=GAIN_RATIO, binary=0, min_value_gap=0.0))
        after = (*table.columns, table.classes, table.weights)
        assert all(np.array_equal(a, b, equal_nan=a.dtype == float) for a, b in zip(before, after))


def test_weight_is_neither_lost_nor_made():
    for seed in seeds(150):
        table, rules, *_ = random_task(seed)
        tree = grow_tree(table, rules, StopRule(collapse=False))
        assert tree.weights[0] == table.weights.sum()
        assert np.array_equal(tree.dist[0],
                              np.bincount(table.classes, table.weights, len(table.schema.classes)))
        for node in np.flatnonzero(tree.n_children):
            children = tree._span(node)
            assert tree.weights[children].sum() == tree.weights[node]  # to the last unit
            # an empty branch keeps a copy of its parent's distribution
            full = tree.weights[children] > 0
            assert np.array_equal(tree.dist[children][full].sum(axis=0), tree.dist[node])
        assert np.array_equal(tree.weights / UNIT, np.rint(tree.weights / UNIT))


def test_a_collapsed_tree_makes_no_more_errors_than_a_leaf_and_is_no_deeper_than_allowed():
    for seed in seeds(150):
        table, rules, *_ = random_task(seed)
        tree = grow_tree(table, rules, StopRule(max_depth=seed % 4))
        assert tree.depth <= seed % 4
        for node in np.flatnonzero(tree.n_children):
            assert tree.errors[node] < tree.weights[node] - tree.dist[node].max() - 1e-3
