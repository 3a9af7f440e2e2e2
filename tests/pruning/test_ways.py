"""Ways to prune are records: page, arrays, estimators and partitions agree, and one of somebody's own
goes everywhere."""
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from support.random_tables import random_task, seeds

from c45lit import (C45Classifier, CARTClassifier, CARTRegressor, CostComplexity, ErrorBased,
                    ID3Classifier, LeafLimit, fit_partitioned, load_dataset)
from c45lit.engine import grow_tree
from c45lit.pruning.pessimistic import pessimistic_trace, prune_pessimistic
from c45lit.pruning.pre_pruning import make_leaves
from c45lit.pruning.ways import Way, PruningTask, pruned_by, ways_of
from c45lit.specification.declaring import parameter, record

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


def deep(tree, depth):
    "Which tests lie below the first levels."
    level = np.zeros(len(tree), dtype=int)
    for node in np.flatnonzero(tree.n_children): level[tree._span(node)] = level[node] + 1
    return (level >= depth) & (tree.n_children > 0)


@record
class Shallow(Way):
    "A way that keeps the tests of the first levels."
    depth: int = parameter(default=1, low=0, whole=True, kw_only=False,
                           says='Number of levels that stay.')
    cases = False

    def prune(self, tree, task): return make_leaves(tree, deep(tree, self.depth))

    def trace(self, tree, task):
        return pd.DataFrame(dict(attribute=tree.attribute, decision=np.where(
            deep(tree, self.depth), 'leaf', 'kept')))


@each
def test_a_way_of_ones_own_is_taken_everywhere(estimator):
    X, y = load_dataset('penguins')
    clf = estimator(pruning=Shallow()).fit(X, y)
    assert clf.tree_.depth == 1 < clf.unpruned_tree_.depth and 'leaf' in {
        *clf.pruning_trace().decision}
    assert clf.set_params(pruning__depth=0).fit(X, y).get_n_leaves() == 1
    with pytest.raises(ValueError, match='Shallow: depth must be a whole number from 0 to 1e.09'):
        estimator(pruning=Shallow(-1)).fit(X, y)
    with pytest.raises(TypeError, match='validation'): Shallow(validation=0.5)
    with pytest.raises(ValueError, match="pruning must be None or 'error_based'.*got 'shallow'"):
        estimator(pruning='shallow').fit(X, y)
    with pytest.raises(ValueError, match=r'pruning=Shallow\(\) counts cases'):
        CARTRegressor(pruning=Shallow()).fit([[1.0], [2.0]], [1.0, 2.0])


@pytest.mark.parametrize('way', ['pessimistic', CostComplexity(0.01), Shallow(), LeafLimit(3),
                                 [LeafLimit(4), Shallow(2), 'pessimistic']], ids=str)
def test_ways_that_look_at_no_case_prune_what_partitions_learned(way):
    X, y = load_dataset('penguins')
    whole = X.assign(species=y)
    parts = [whole[i::3] for i in range(3)]
    inside = C45Classifier(pruning=way).fit(X, y)
    outside = fit_partitioned(parts, 'species', pruning=way)[0]
    assert outside.tree_ == inside.tree_ and outside.unpruned_tree_ == inside.unpruned_tree_
    bare = C45Classifier(pruning=None).fit(X, y).tree_
    assert inside.tree_ != bare or not isinstance(way, (Shallow, LeafLimit, list))
    assert outside.pruning_trace().equals(inside.pruning_trace())
    for refused in 'cost_complexity', 'reduced_error', [LeafLimit(4), 'error_based']:
        with pytest.raises(ValueError, match='fit_partitioned: '):
            fit_partitioned(parts, 'species', pruning=refused)


@pytest.mark.parametrize('wrong', ['two words', 5, True, Shallow, [None, 5], ['error_based', 'odd'],
                                   [[]], [['pre']]], ids=str)
def test_what_is_no_way_to_prune_is_refused_in_words(wrong):
    with pytest.raises(ValueError, match="Somebody: pruning must be one of 'error_based', .* a "
                                         r'Way such as ErrorBased\(\), or a list of these, got'):
        ways_of(wrong, 'Somebody')
    assert ways_of([None, None], 'Somebody') == ways_of(None, 'Somebody') == ()
    (way,) = ways_of('error_based', 'Somebody', error_based=dict(cf=0.1))
    assert isinstance(way, ErrorBased) and way.cf == 0.1


def test_several_ways_go_one_after_the_other():
    for seed in seeds(60):
        table, rules, stop = random_task(seed, most=60)[:3]
        tree, task = grow_tree(table, rules, stop), PruningTask(table)
        ways = ways_of([Shallow(3), ErrorBased(0.1), LeafLimit(4), 'pessimistic'], 'Somebody')
        left = tree
        for way in ways: left = way.prune(left, task)
        assert pruned_by(ways, tree, task) == (left, {}), seed
        assert pruned_by((), tree, task) == (tree, {})


def test_a_base_of_ways_prunes_nothing_itself():
    for ask in Way().prune, Way().trace:
        with pytest.raises(NotImplementedError): ask(None, None)
    with pytest.raises(ValueError, match='prune_pessimistic: the tree predicts numbers'):
        prune_pessimistic(CARTRegressor().fit([[1.0], [2.0]], [1.0, 2.0]).unpruned_tree_)
