"""Ordered values: the tree of their places as numbers, told in words."""
from dataclasses import replace

import numpy as np
from support.random_tables import random_rules, random_stop, random_table, seeds

from c45lit.engine import grow_tree, prune_error_based
from c45lit.data.weights import weight_unit
from c45lit.engine.prediction import distribution
from c45lit.estimators.ordered_values import as_places, with_values


def ordered_task(seed):
    "A random table whose values have an order, and how to grow from it."
    rng = np.random.default_rng(seed)
    table = random_table(rng, least=8, most=60)
    attributes = tuple(replace(a, is_ordered=a.kind == 'discrete' and bool(rng.random() < .8))
                       for a in table.schema.attributes)
    table = replace(table, schema=replace(table.schema, attributes=attributes))
    return table, random_rules(rng), random_stop(rng), str(rng.choice(['data', 'midpoint']))


def test_cases_go_where_their_places_go():
    n_sets = 0
    for seed in seeds(200):
        table, rules, stop, threshold = ordered_task(seed)
        by_place = grow_tree(as_places(table), rules, stop, threshold, weight_unit(table.weights))
        tree = with_values(by_place, table.schema)
        np.testing.assert_array_equal(distribution(tree, table),
                                      distribution(by_place, as_places(table)))
        n_sets += (tree.group >= 0).sum()
        unit = weight_unit(table.weights)
        pruned, theirs = prune_error_based(tree, table,
                                           unit=unit), prune_error_based(
                                               by_place, as_places(table), unit=unit)
        told = with_values(theirs, table.schema)
        for what in ('attribute', 'n_children', 'weights', 'errors', 'dist'):
            np.testing.assert_array_equal(getattr(told, what), getattr(pruned, what))
        np.testing.assert_array_equal(distribution(pruned, table), distribution(told, table))
    assert n_sets > 100


def test_every_set_is_the_beginning_or_the_end_of_the_order():
    for seed in seeds(100):
        table, rules, stop, threshold = ordered_task(seed)
        tree = with_values(grow_tree(as_places(table), rules, stop, threshold), table.schema)
        for node in np.flatnonzero(tree.group >= 0):
            assert set(np.diff(tree._row(node))) <= {0, 1} and tree.n_children[node] == 2
            assert tree.schema.attributes[tree.attribute[node]].is_ordered


def test_a_table_without_an_order_is_left_as_it_is():
    table = random_table(np.random.default_rng(0), least=20)
    tree = grow_tree(table)
    assert as_places(table) is table and with_values(tree, table.schema) is tree
