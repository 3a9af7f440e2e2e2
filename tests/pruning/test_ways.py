"""Ways to prune are records: page, arrays, estimators and partitions agree, and one that is added
is offered everywhere."""
import re
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pandas as pd
import pytest
from support.random_tables import random_task, seeds

from c45lit import (C45Classifier, CARTClassifier, CARTRegressor, ID3Classifier, fit_partitioned,
                    load_dataset)
from c45lit.engine import grow_tree
from c45lit.estimators.parameters import _check_pruning
from c45lit.pruning.cost_complexity import (cost_complexity_trace, prune_cost_complexity,
                                            pruning_path)
from c45lit.pruning.leaf_limit import prune_to_size
from c45lit.pruning.pessimistic import pessimistic_trace, prune_pessimistic
from c45lit.pruning.pre_pruning import make_leaves
from c45lit.pruning.ways import WAYS, PruningTask, Way, add_way

PRUNERS = [C45Classifier, ID3Classifier, CARTClassifier]
each = pytest.mark.parametrize('estimator', PRUNERS, ids=lambda e: e.__name__)


def page(tree, node, gone):
    "Quinlan's rule of 1987 as he tells it, in fractions: squares are compared, no root is taken."
    span = range(tree.first_child[node], tree.first_child[node] + tree.n_children[node])
    if not span: return
    n, e = Fraction(tree.weights[node]), charged(tree, node)
    more = wrong(tree, node) + Fraction(1, 2) - e
    if more <= 0 or more ** 2 * n <= max(e * (n - e), 0): gone.append(node)
    else:
        for child in span: page(tree, child, gone)


def wrong(tree, node):
    return max(Fraction(tree.weights[node]) - Fraction(tree.dist[node, tree.classes[node]]),
               Fraction(0))


def charged(tree, node):
    "Errors of all leaves below, and half an error for each that training cases reach."
    if not tree.n_children[node]:
        return wrong(tree, node) + Fraction(1, 2) if tree.weights[node] > 0 else Fraction(0)
    first = tree.first_child[node]
    return sum(charged(tree, child) for child in range(first, first + tree.n_children[node]))


def test_pessimistic_pruning_is_the_page_on_random_tables():
    cut = 0
    for seed in seeds(300):
        table, rules, stop = random_task(seed, most=60)[:3]
        tree, gone = grow_tree(table, rules, stop), []
        page(tree, 0, gone)
        pruned = prune_pessimistic(tree)
        assert pruned == make_leaves(tree, np.isin(np.arange(len(tree)), gone)), seed
        trace = pessimistic_trace(tree)
        assert trace.index[trace.decision == 'leaf'].tolist() == sorted(gone), seed
        cut += bool(gone)
    assert cut > 50


@each
def test_every_way_is_offered_and_listed_by_every_estimator_that_prunes(estimator):
    listed = re.search(r'pruning : \{([^}]*)\}', estimator.__doc__)[1]
    assert {eval(word.strip()) for word in listed.split(',')} == {*WAYS, None}
    X, y = load_dataset('golf')
    for name, way in WAYS.items():
        clf = estimator(pruning=name, validation=None if way.held != 'always' else (X, y)).fit(X, y)
        assert (clf.tree_.n_leaves <= clf.unpruned_tree_.n_leaves
                and 'decision' in clf.pruning_trace())


def shallow(depth):
    "A way that keeps the tests of the first levels."
    def deep(tree):
        level = np.zeros(len(tree), dtype=int)
        for node in np.flatnonzero(tree.n_children): level[tree._span(node)] = level[node] + 1
        return (level >= depth) & (tree.n_children > 0)

    def trace(tree, task):
        return pd.DataFrame(dict(attribute=tree.attribute,
                                 decision=np.where(deep(tree), 'leaf', 'kept')))
    return Way(lambda tree, task: make_leaves(tree, deep(tree)), trace, cases=False)


@pytest.fixture
def added():
    add_way('shallow', shallow(1))
    yield 'shallow'
    del WAYS['shallow']


@each
def test_a_way_that_is_added_in_one_place_is_offered_everywhere(estimator, added):
    X, y = load_dataset('penguins')
    clf = estimator(pruning=added).fit(X, y)
    assert clf.tree_.depth == 1 < clf.unpruned_tree_.depth and 'leaf' in {
        *clf.pruning_trace().decision}
    with pytest.raises(ValueError, match="validation is not used by pruning='shallow'"):
        estimator(pruning=added, validation=0.5).fit(X, y)
    with pytest.raises(ValueError, match="'shallow', None, got 'deep'"):
        estimator(pruning='deep').fit(X, y)
    with pytest.raises(ValueError, match="pruning='shallow' counts cases"):
        CARTRegressor(pruning=added).fit([[1.0], [2.0]], [1.0, 2.0])


@pytest.mark.parametrize('how', [dict(pruning='pessimistic'),
                                 dict(pruning='cost_complexity', alpha=0.01),
                                 dict(pruning='shallow')],
                         ids=lambda how: how['pruning'])
def test_ways_that_look_at_no_case_prune_what_partitions_learned(how, added):
    X, y = load_dataset('penguins')
    whole = X.assign(species=y)
    parts = [whole[i::3] for i in range(3)]
    inside, outside = C45Classifier(**how).fit(X, y), fit_partitioned(parts, 'species', **how)[0]
    assert outside.tree_ == inside.tree_ and outside.unpruned_tree_ == inside.unpruned_tree_
    assert inside.tree_ != C45Classifier(pruning=None).fit(
        X, y).tree_ or how['pruning'] != 'shallow'
    assert outside.pruning_trace().equals(inside.pruning_trace())
    for refused in (dict(pruning='cost_complexity'), dict(pruning='reduced_error', validation=0.5)):
        with pytest.raises(ValueError, match='fit_partitioned: '):
            fit_partitioned(parts, 'species', **refused)


@pytest.mark.parametrize('name, change, error, words', [
    ('error_based', {}, ValueError, "a new identifier, got 'error_based'; taken are error_based, "),
    ('two words', {}, ValueError, "a new identifier, got 'two words'"),
    (None, {}, ValueError, 'taken|identifier'),
    ('odd', dict(held='sometimes'), ValueError, "'never', 'maybe' or 'always', got 'sometimes'"),
    ('odd', dict(prune=lambda tree, task: 3), TypeError,
     r'prune\(tree, task\) must give a Tree .*got int'),
    ('odd', dict(trace=lambda tree, task: pd.DataFrame()), TypeError,
     'columns attribute and decision'),
    ('odd', dict(trace=lambda tree, task: None), TypeError, 'got NoneType')])
def test_a_record_that_is_no_way_to_prune_is_refused_in_words(name, change, error, words):
    before = dict(WAYS)
    with pytest.raises(error, match=words): add_way(name, shallow(1)._replace(**change))
    assert before == WAYS


def test_a_tree_of_numbers_and_a_task_without_cases_are_refused_where_they_are_asked():
    with pytest.raises(ValueError, match='prune_pessimistic: the tree predicts numbers'):
        prune_pessimistic(CARTRegressor().fit([[1.0], [2.0]], [1.0, 2.0]).unpruned_tree_)
    asked = type('Asked', (), dict(pruning=['x']))()
    with pytest.raises(ValueError, match="Asked: pruning must be one of .*got .'x'."):
        _check_pruning(asked)
    assert PruningTask().cf == 0.25


# -- values that never occur

def with_values_that_never_occur(table, rng):
    "Two to nine more values of every attribute that has values."
    more = [replace(a, values=(*a.values, *(f'never {i}' for i in range(rng.integers(2, 10)))))
            if a.kind == 'discrete' else a for a in table.schema.attributes]
    return replace(table, schema=replace(table.schema, attributes=tuple(more)))


def nodes_with_cases(tree):
    "What is asked where cases come, and of which classes they are, level by level."
    there = tree.weights > 0
    return [tree.attribute[there].tolist(), np.nan_to_num(tree.threshold[there]).tolist(),
            tree.dist[there].tolist(), tree.classes[there].tolist()]


PRUNINGS = dict(pessimistic=prune_pessimistic, size=lambda tree: prune_to_size(tree, 4),
                **{f'alpha {a}': partial(prune_cost_complexity, alpha=a) for a in (0.0, 0.05)},
                path=pruning_path, trace=lambda tree: cost_complexity_trace(tree, 0.02))


def test_values_that_never_occur_change_no_pruning():
    changed = 0
    for seed in seeds(150):
        table, rules, stop = random_task(seed, most=60)[:3]
        rules = rules._replace(average=0)  # an average that leaves many-valued attributes out
        trees = [grow_tree(t, rules, stop) for t in (table, with_values_that_never_occur(
            table, np.random.default_rng(seed)))]
        if nodes_with_cases(trees[0]) != nodes_with_cases(trees[1]): continue  # grown otherwise
        changed += len(trees[0]) < len(trees[1])
        for name, prune in PRUNINGS.items():
            one, other = map(prune, trees)
            if isinstance(one, pd.DataFrame):
                kept = [c for c in one if c not in ('attribute', 'decision')]
                assert np.allclose(one[kept], other[kept]), (seed, name)
            else: assert nodes_with_cases(one) == nodes_with_cases(other), (seed, name)
    assert changed > 20
