"""Every pruning finds what trying all prunings finds; the path is scikit-learn's; nothing depends
on weights' form."""
from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest
from support.options import FREE
from support.random_tables import random_table

from c45lit.pruning.cost_complexity import (_path_errors, alpha_table,
                                            cost_complexity_trace,
                                            node_costs, prune_cost_complexity, pruning_path)
from c45lit.data.table import Attribute, Schema, Table
from c45lit.specification.growth import StopRule
from c45lit.engine.growing_loop import grow_tree
from c45lit.engine.prediction import leaves_of
from c45lit.pruning.pre_pruning import arrivals, make_leaves, prepruning_trace, prune_pre
from c45lit.pruning.leaf_limit import prune_to_size
from c45lit.pruning.reduced_error import prune_reduced_error, reduced_error_trace
from c45lit.specification.structure import Tree

IMPURITIES = ['error', 'gini', 'entropy']
SEEDS = range(30)

each_seed = pytest.mark.parametrize('seed', SEEDS)
each_impurity = pytest.mark.parametrize('impurity', IMPURITIES)


def grow(table): return grow_tree(table, FREE, StopRule(collapse=False))


def tree_and_validation(seed):
    """A full-grown tree, and cases like those that it was grown from, unknown values and weights
    included."""
    table = random_table(np.random.default_rng(seed), least=6)
    half = np.arange(len(table)) % 2 == 0
    table = replace(table, weights=np.where(table.weights > 0, table.weights, 1.0))
    return grow(table.select(np.flatnonzero(half))), table.select(np.flatnonzero(~half))


def errors(tree, table):
    "Weight that comes to leaves of other classes, case by case."
    return sum(share * table.weights[i] for i in range(len(table))
               for leaf, share in leaves_of(tree, table, i)
               if tree.classes[leaf.number] != table.classes[i])


def prunings(tree, node=0):
    "All sets of tests that may become leaves."
    n, first = tree.n_children[node], tree.first_child[node]
    if n == 0: return [frozenset()]
    below = (prunings(tree, first + b) for b in range(n))
    return [frozenset([node]), *(frozenset().union(*sets) for sets in product(*below))]


def pruned(tree, nodes): return make_leaves(tree, np.isin(np.arange(len(tree)), list(nodes)))


def small_enough(tree):
    "A tree of few prunings, or the last of its halves that is."
    counts = np.ones(len(tree))
    for i in reversed(range(len(tree))):
        if tree.n_children[i]: counts[i] = min(1 + np.prod(counts[tree._span(i)]), 1e9)
    return pruned(tree, [i for i in np.flatnonzero(tree.n_children) if counts[i] > 60
                         and i]) if counts[0] > 300 else tree


# -- on a validation set

@each_seed
def test_arrivals_are_what_each_case_sends_to_each_leaf(seed):
    tree, validation = tree_and_validation(seed)
    want = np.zeros(tree.dist.shape)
    for i in range(len(validation)):
        for leaf, share in leaves_of(tree, validation, i):
            want[leaf.number, validation.classes[i]] += share * validation.weights[i]
    found, leaves = arrivals(tree, validation), tree.n_children == 0
    np.testing.assert_allclose(found[leaves], want[leaves], atol=1e-9)
    np.testing.assert_allclose(found[0].sum(), validation.weights.sum())


@each_seed
@pytest.mark.parametrize('ties', ['leaf', 'keep'])
def test_reduced_error_finds_the_best_of_all_prunings(seed, ties):
    tree, validation = tree_and_validation(seed)
    tree = small_enough(tree)
    every = [pruned(tree, nodes) for nodes in prunings(tree)]
    judged = [(round(errors(t, validation), 7), t.n_leaves) for t in every]
    found = prune_reduced_error(tree, validation, ties)
    assert round(errors(found, validation), 7) == min(judged)[0]
    if ties == 'leaf': assert found.n_leaves == min(judged)[1]


@each_seed
def test_traces_end_at_the_accuracy_of_the_pruned_tree(seed):
    tree, validation = tree_and_validation(seed)
    for prune, trace in ((prune_pre, prepruning_trace), (prune_reduced_error, reduced_error_trace)):
        why, total = trace(tree, validation), validation.weights.sum()
        if not len(why): continue
        last = why.iloc[-1]
        happens = {'prepruning_trace': 'kept', 'reduced_error_trace': 'leaf'}[trace.__name__]
        end = last['after'] if last['decision'] == happens else last['before']
        assert np.isclose(end, 1 - errors(prune(tree, validation), validation) / total)


@each_seed
def test_pre_pruning_keeps_a_test_only_where_it_pays_and_is_reached(seed):
    tree, validation = tree_and_validation(seed)
    wanted, stack = [], [0]  # tests that become leaves
    while stack:
        node = stack.pop()
        if not tree.n_children[node]: continue
        below = [i for i in range(len(tree)) if i != node
                 and i in range(*tree._span(node).indices(len(tree)))]
        stump = pruned(tree, [*below, *wanted])
        pays = errors(pruned(tree, [node, *wanted]), validation) - errors(stump, validation) > 1e-9
        if pays: stack += below
        else: wanted.append(node)
    assert prune_pre(tree, validation) == pruned(tree, wanted)


@pytest.mark.parametrize('prune', [prune_pre, prune_reduced_error])
def test_a_validation_set_without_weight_is_refused(prune):
    tree, validation = tree_and_validation(0)
    with pytest.raises(ValueError, match='validation set is empty'):
        prune(tree, replace(validation, weights=0 * validation.weights))


# -- by price

def reached(tree):
    "Number of leaves that training cases reach; the others are none, and cost nothing."
    return int((tree.weights[tree.n_children == 0] > 0).sum())


def naive_path(tree, impurity):
    """(alpha, cost, leaves) of Breiman's procedure: cut the weakest links, compute anew, until the
    root is a leaf."""
    steps, alpha = [], 0.0
    while True:
        cost, leaf = node_costs(tree, impurity), tree.n_children == 0
        total, size = np.where(leaf, cost, 0.0), (leaf & (tree.weights > 0)).astype(int)
        for i in reversed(np.flatnonzero(~leaf)):
            total[i], size[i] = total[tree._span(i)].sum(), size[tree._span(i)].sum()
        steps.append((alpha, total[0], size[0]))
        if leaf[0]: return steps
        price = np.where(size < 2, 0.0, (cost - total) / np.maximum(size - 1, 1))
        price[leaf] = np.inf
        alpha = price.min()
        tree = make_leaves(tree, price <= alpha + 1e-12)


def joined(path):
    "The last of each run of equal prices."
    path = np.asarray(path, dtype=float)
    return path[np.append(np.diff(path[:, 0]) > 1e-10, True)]


@each_seed
@each_impurity
def test_the_path_is_breimans(seed, impurity):
    tree, _ = tree_and_validation(seed)
    np.testing.assert_allclose(joined(pruning_path(tree, impurity)),
                               joined(naive_path(tree, impurity)), atol=1e-10)


@each_seed
@each_impurity
def test_no_pruning_is_cheaper_and_none_as_cheap_is_smaller(seed, impurity):
    tree, _ = tree_and_validation(seed)
    tree = small_enough(tree)
    every = [pruned(tree, nodes) for nodes in prunings(tree)]
    costs = np.array([node_costs(t, impurity)[t.n_children == 0].sum() for t in every])
    leaves = np.array([reached(t) for t in every])
    for alpha in (0.0, 0.01, 0.03, 0.1, 0.2, *pruning_path(tree, impurity)['alpha']):
        total = costs + alpha * leaves
        found = prune_cost_complexity(tree, alpha, impurity)
        cheapest = total <= total.min() + 1e-10
        assert reached(found) == leaves[cheapest].min()
        assert np.isclose(node_costs(found, impurity)[found.n_children == 0].sum() + alpha
                          * reached(found), total.min())


@each_seed
@each_impurity
def test_a_path_is_judged_in_one_go_as_tree_by_tree(seed, impurity):
    tree, validation = tree_and_validation(seed)
    prices = np.sort(np.random.default_rng(seed).random(5)) / 4
    want = [errors(prune_cost_complexity(tree, a, impurity), validation) for a in prices]
    np.testing.assert_allclose(_path_errors(tree, validation, impurity, prices), want, atol=1e-9)


@each_seed
def test_the_trace_says_the_price_of_every_test(seed):
    tree, _ = tree_and_validation(seed)
    why = cost_complexity_trace(tree, 0.02)
    price = (why['leaf'] - why['subtree']) / (why['leaves'] - 1)
    np.testing.assert_allclose(why['alpha'][why['leaves'] > 1], price[why['leaves'] > 1],
                               atol=1e-12)
    assert sorted(why.index) == np.flatnonzero(tree.n_children).tolist()
    gone = why.index[why['decision'] == 'leaf']
    assert prune_cost_complexity(tree, 0.02) == pruned(tree, gone)


def test_a_leaf_at_which_no_share_of_a_case_arrives_costs_nothing():
    tree, _ = tree_and_validation(0)
    last = np.arange(len(tree)) == len(tree) - 1
    empty = replace(tree, weights=np.where(last, 0.0, tree.weights),
                    dist=np.where(last[:, None], 0.0, tree.dist))
    for impurity in IMPURITIES:
        costs = node_costs(empty, impurity)
        assert costs[-1] == 0 and np.isfinite(costs).all()


# -- kernels, size


def chain(n):
    "A tree of n tests below one another, whose deepest test pays most or least."
    weights = np.repeat(np.arange(n + 1, 0, -1.0), 2)[1:]
    weights[1::2] = 1.0  # each test sends one case to its first branch
    first = np.zeros(2 * n + 1, dtype=int)
    first[[0, *range(2, 2 * n, 2)]] = np.arange(1, 2 * n, 2)
    is_test = first > 0
    dist = np.column_stack([weights / 2, weights / 2])
    schema = Schema((Attribute('x', 'continuous'),), ('a', 'b'))
    return Tree(schema, np.where(is_test, 0, -1), np.where(is_test, 0.5, np.nan), first,
                np.where(is_test, 2, 0),
                np.zeros(2 * n + 1, dtype=int), weights, weights / 2, dist)


@pytest.mark.parametrize('shape',
                         [lambda t: t.weights ** 2, lambda t: t.weights * np.log2(t.weights)])
def test_a_chain_of_twenty_thousand_tests_has_a_path(shape):
    short, long = chain(60), chain(20_000)
    np.testing.assert_allclose(joined(pruning_path(short, shape)), joined(naive_path(short, shape)))
    assert pruning_path(long, shape)['leaves'].iloc[-1] == 1


# -- the price by cross-validation

def noisy(n, seed):
    "Two numbers and two classes, of which 15 % are wrong."
    rng = np.random.default_rng(seed)
    X = rng.random((n, 2))
    y = ((X[:, 0] > 0.5) ^ (rng.random(n) < 0.15)).astype(np.int32)
    schema = Schema((Attribute('u', 'continuous'), Attribute('v', 'continuous')), ('low', 'high'))
    return Table(schema, (X[:, 0], X[:, 1]), y, np.ones(n))


def test_cross_validation_is_what_it_is_by_hand():
    table = noisy(80, 0)
    tree = grow(table)
    found = alpha_table(tree, table, grow,
                        folds=80)  # each case a part of its own: how they are dealt does not matter
    alpha = found['alpha'].to_numpy()
    prices = np.append(np.sqrt(alpha[:-1] * alpha[1:]), np.inf)
    wrong = np.zeros(len(prices))
    for i in range(80):
        grown, one = grow(table.select(np.delete(np.arange(80), i))), table.select(np.array([i]))
        for k, price in enumerate(prices):
            small = prune_cost_complexity(grown, price)
            wrong[k] += small.classes[leaves_of(small, one, 0)[0][0].number] != one.classes[0]
    np.testing.assert_allclose(found['error'], wrong / 80)
    np.testing.assert_allclose(found['se'], np.sqrt(found['error'] * (1 - found['error']) / 80))


def test_the_rules_choose_the_last_row_within_their_reach():
    table = noisy(200, 3)
    tree = grow(table)
    best, one_se = (alpha_table(tree, table, grow, rule=rule) for rule in ('best', 'one_se'))
    pd.testing.assert_frame_equal(best.drop(columns='chosen'), one_se.drop(columns='chosen'))
    least = best['error'].idxmin()
    assert best.index[best['chosen']].tolist() == [best.index[best['error']
                                                              == best['error'].min()][-1]]
    near = one_se['error'] <= best.loc[least, 'error'] + best.loc[least, 'se']
    assert one_se.index[one_se['chosen']].tolist() == [one_se.index[near][-1]]


def left(tree, impurity): return node_costs(tree, impurity)[tree.n_children == 0].sum()


@each_impurity
@each_seed
def test_of_all_prunings_of_a_size_the_one_that_leaves_least(seed, impurity):
    tree = small_enough(tree_and_validation(seed)[0])
    every = [(left(p, impurity), reached(p))
             for p in (pruned(tree, nodes) for nodes in prunings(tree))]
    before, tie = None, 1e-12 * node_costs(tree, impurity)[0]
    for most in range(1, reached(tree) + 2):
        found = prune_to_size(tree, most, impurity)
        least = min(cost for cost, n in every if n <= most)
        assert reached(found) <= most and left(found, impurity) <= least + 1e-12
        if most < reached(tree):
            assert reached(found) == min(n for cost, n in every if n <= most
                                         and cost <= least + 2 * tie)
        if before is not None:
            assert reached(before) <= reached(found) and left(found, impurity) <= left(
                before, impurity) + 1e-12
        before = found
    assert reached(prune_to_size(tree, 1, impurity)) == 1 and before is tree


def test_sizes_that_are_none_are_refused():
    tree = tree_and_validation(0)[0]
    for wrong in (0, -1, 2.0, True, '3', None):
        with pytest.raises(ValueError, match='a whole number from 1'): prune_to_size(tree, wrong)
