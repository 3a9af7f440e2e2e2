"""Regression trees: scikit-learn's tree and path, every set of values tried, order, weights,
unknown values, bad input."""
import json

import matplotlib

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeRegressor

from support.family import check_as_scikit_learn

from c45lit.data.sampling import folds_of
from c45lit import (
    C45Classifier, CARTForestRegressor, CARTRegressor, CostComplexity, from_json, load_dataset,
    plot_pruning, plot_tree, to_json, to_text)
from c45lit.engine.case_arrays import _key_layout, most_classes
from c45lit.estimators import CostMatrix
from c45lit.pruning import (
    alpha_table, prune_cost_complexity, prune_pre, prune_reduced_error, pruning_path)
from c45lit.engine.growing_loop import grow_tree
from c45lit.engine.mean_prediction import explain_means, means
from c45lit.originals.boosting import voter
from c45lit.estimators.costs import without_factors
from c45lit.pruning.cost_complexity import (_tried_prices)
from c45lit.rules.rule import simplify_options, rules_of_tree
from c45lit.engine.error_based import prune_error_based, pruning_trace, simplify
from c45lit.engine.prediction import (
    _above, _asked, _unknown_marks, apply, cases_at, classify, distribution, path_text)
from c45lit.pruning.pre_pruning import arrivals, prepruning_trace
from c45lit.pruning.reduced_error import reduced_error_trace
from c45lit.rules.ruleset import extract_rules
from c45lit.pruning.soft_thresholds import soften
from c45lit.specification.criterion import VARIANCE
from c45lit.specification.multiway import SplitOptions
from c45lit.specification.selection import choose

matplotlib.use('agg')


def tables(n_tables=100):
    """Random tables of numbers: (X, y, least cases of a side); in one column alone, sides of one
    case cannot tie."""
    for seed in range(n_tables):
        rng = np.random.default_rng(seed)
        least, n_columns = (1, 1) if seed % 2 else (15, 4)
        n = int(rng.integers(40, 200))
        X = rng.normal(size=(n, n_columns)).astype(np.float32).astype(float)
        yield X, X[:, 0] + rng.normal(size=n), least


def compare(ours, theirs, i=0, j=0):
    "The same tests, at the same thresholds, of the same weights."
    assert ours.weights[i] == theirs.weighted_n_node_samples[j]
    if ours.n_children[i] == 0:
        assert theirs.children_left[j] < 0
        return
    assert ours.attribute[i] == theirs.feature[j]
    assert ours.threshold[i] == pytest.approx(theirs.threshold[j], rel=1e-12)
    compare(ours, theirs, ours.first_child[i], theirs.children_left[j])
    compare(ours, theirs, ours.first_child[i] + 1, theirs.children_right[j])


def test_grows_scikit_learns_tree_and_path():
    for X, y, least in tables():
        reg = CARTRegressor(pruning=None, min_cases=least).fit(X, y)
        theirs = DecisionTreeRegressor(min_samples_leaf=least, random_state=0).fit(X, y)
        compare(reg.tree_, theirs.tree_)
        np.testing.assert_allclose(reg.predict(X), theirs.predict(X), atol=1e-12)
        np.testing.assert_allclose(reg.feature_importances_, theirs.feature_importances_,
                                   atol=1e-10)
        path, their_path = pruning_path(reg.tree_,
                                        reg._learning().impurity), theirs.cost_complexity_pruning_path(X, y)
        np.testing.assert_allclose(path.alpha, their_path.ccp_alphas, atol=1e-10)
        np.testing.assert_allclose(path.impurity, their_path.impurities, atol=1e-10)


def mixed(n=120, seed=0):
    "Numbers and words with unknown values, and a target."
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({'u': rng.normal(size=n).round(1), 'v': rng.normal(size=n),
                      'w': rng.choice(list('abcd'), n),
                      'z': rng.choice(list('pq'), n)})
    y = X.u + (X.w == 'b') * 2 + rng.normal(scale=0.5, size=n)
    X.loc[rng.random(n) < 0.1, 'u'] = np.nan
    X.loc[rng.random(n) < 0.1, 'w'] = None
    return X, y


def test_a_target_of_which_no_variance_can_be_told_is_refused_in_words():
    X, y = mixed(40)
    with pytest.raises(ValueError,
                       match=r'CARTRegressor: y varies from -?\d\S+e-165 to \S+e-165, .* multiply '
                             r'it'):
        CARTRegressor().fit(X, y * 1e-165)
    assert CARTRegressor().fit(X, y * 1e-165
                               * 1e150).tree_.n_leaves == CARTRegressor().fit(X, y).tree_.n_leaves
    same = CARTRegressor().fit(X, np.full(40, 1e-300)).tree_
    assert same.n_leaves == 1 and same.root.mean == 1e-300
    few = grow_tree(CARTRegressor(pruning=None).fit(X, y)._table,
                    SplitOptions(VARIANCE, 1.0, False, False, 0, 1e-300))
    assert few.n_leaves > 5


def test_epsilon_is_compared_in_squared_units_of_the_target_however_small_they_are():
    X, y = [[1.0], [2.0], [3.0], [4.0]], np.array([0.0, 0, 1, 1])  # the variance falls by 1/4
    for unit in 1.0, 1e-6, 1e-60, 1e60:
        leaves = [CARTRegressor(pruning=None,
                                epsilon=e * unit * unit).fit(X, y * unit).tree_.n_leaves
                                for e in (0.2499, 0.25, 0.2501)]
        assert leaves == [2, 2, 1], unit
    far = np.array([0.0, 0, 1e-6, 1e-6, 1])
    split = [CARTRegressor(pruning=None, epsilon=e).fit([*X, [9.0]], far).tree_.n_leaves
             for e in (2.4e-13, 2.6e-13)]
    assert split == [3, 2]
    of_numbers = SplitOptions(VARIANCE, average=0, epsilon=1e-12)
    assert [choose([gain], [1.0], [False], of_numbers) for gain in (9e-13, 1e-12)] == [-1, 0]


def test_an_unknown_value_takes_the_mean_of_all_branches():
    X = pd.DataFrame({'x': [1.0, 2.0, 3.0, np.nan]})
    reg = CARTRegressor(pruning=None, max_depth=1).fit(X, [1.0, 1.0, 4.0, 4.0])
    low, high = reg.tree_.dist[1], reg.tree_.dist[2]
    assert reg.tree_.weights[1] == pytest.approx(2 + 2 / 3, abs=1e-6)
    assert low[1] == pytest.approx((2 + 4 * 2 / 3) / (2 + 2 / 3), abs=1e-6) and high[1] == 4
    assert reg.predict(X)[3] == pytest.approx((low[0] * low[1] + high[0] * high[1]) / 4)


def test_one_target_is_a_leaf():
    tree = CARTRegressor().fit([[1.0], [2.0], [3.0]], [0.1, 0.1, 0.1]).tree_
    assert tree.n_leaves == 1 and tree.root.mean == 0.1 and str(tree) == '0.1 (3.0)'


@pytest.mark.parametrize('y, what', [
    ([1.0, np.nan, 2.0], 'NaN'), ([1.0, np.inf, 2.0], 'infinity'),
    (['a', 'b', 'c'], 'take CARTClassifier'),
    (['1', '2', '3'], 'strings'), ([1.0, 2.0], 'inconsistent numbers'), (None, 'requires y'),
    ([[1, 2], [1, 2], [1, 2]], '1d')])
def test_bad_targets_are_refused(y, what):
    with pytest.raises(ValueError, match=what):
        CARTRegressor().fit([[1.0], [2.0], [3.0]], y)


# -- every function that takes a tree

@pytest.fixture(scope='module', params=['subset', 'one_vs_rest', 'multiway'])
def fitted(request):
    "A regressor, unpruned, of words, numbers and unknown values."
    return CARTRegressor(pruning=None, min_cases=3, discrete=request.param).fit(*mixed(120))


REFUSALS = {
    'arrivals': arrivals, 'prune_pre': prune_pre, 'prepruning_trace': prepruning_trace,
    'prune_reduced_error': prune_reduced_error, 'reduced_error_trace': reduced_error_trace,
    'soften': soften,
    'rules_of_tree': lambda tree, table: rules_of_tree(tree, table, simplify_options(len(table))),
    'extract_rules': extract_rules, 'voter': lambda tree, table: voter(tree),
    'without_factors': lambda tree, table: without_factors(tree, CostMatrix('ab', {}), [1, 1]),
    'class_name': lambda tree, table: tree.root.class_name,
    'gini': lambda tree, table: pruning_path(tree, 'gini'),
    'entropy': lambda tree, table: prune_cost_complexity(tree, 1.0, 'entropy'),
    'distribution': distribution, 'classify': classify, 'prune_error_based': prune_error_based,
    'pruning_trace': pruning_trace, 'simplify': simplify,
}


@pytest.mark.parametrize('name', REFUSALS)
def test_what_counts_classes_refuses_a_tree_of_numbers_and_says_what_to_take(name, fitted):
    with pytest.raises(ValueError, match='predicts numbers.*(;|see) .*[a-z]'):
        REFUSALS[name](fitted.tree_, fitted._table)


@pytest.mark.parametrize('ask', [means, explain_means])
def test_what_averages_refuses_a_tree_of_classes(ask):
    X, y = load_dataset('golf')
    clf = C45Classifier().fit(X, y)
    with pytest.raises(ValueError,
                       match=f'{ask.__name__}: the tree predicts classes, not numbers; ask'): ask(
                           clf.tree_, clf._table)


FORGED = {
    r'dist\[\d+\]: expected finite': lambda d: {'dist': [[w, m, -1.0] for w, m, _ in d['dist']]},
    r'dist\[0\]: expected finite numbers': lambda d: {
        'dist': [[w, 'inf', v] for w, _, v in d['dist']]},
    r'dist\[0\]: expected a list of 3': lambda d: {'dist': [row[:2] for row in d['dist']]},
    r'dist\[0\]: expected a list of 2': lambda d: {'class_names': ['a', 'b']},
    'class_names: expected a list': lambda d: {'class_names': None},
    r'classes\[0\]': lambda d: {'classes': [1] * len(d['classes'])},
}


@pytest.mark.parametrize('where', FORGED)
def test_forged_trees_of_numbers_are_refused_with_the_place(where, fitted):
    data = json.loads(to_json(fitted.tree_))
    with pytest.raises(ValueError, match=where): from_json(json.dumps(data | FORGED[where](data)))


def test_text_says_mean_and_weight_of_every_leaf_at_every_width(fitted):
    tree = fitted.tree_
    leaves = [tree.node(i) for i in np.flatnonzero(tree.n_children == 0)]
    said = sorted(f'{leaf.mean:.6g} ({leaf.weight:.1f})' for leaf in leaves)
    for width in (1000, 80, 30):
        lines = [line for line in to_text(tree, width).splitlines() if line.endswith(')')]
        assert sorted(line.split(': ')[-1] for line in lines) == said
    assert to_text(tree, 1000) == str(tree) and 'Subtree [S1]' in to_text(tree, 30)


def test_the_picture_shows_mean_weight_and_deviation_and_greater_means_darker():
    X, y = mixed(120)
    reg = CARTRegressor(pruning=None, max_depth=2, min_cases=5).fit(X, y)
    ax = plot_tree(reg.tree_)
    boxes = {t.get_text().replace('\n', ' '): t.get_bbox_patch().get_facecolor() for t in ax.texts
             if '(' in t.get_text()}
    leaves = [reg.tree_.node(i) for i in np.flatnonzero(reg.tree_.n_children == 0)]
    for leaf in leaves:
        text = f'{leaf.mean:.4g} ({leaf.weight:.1f}, ±{leaf.dist[2] ** .5:.2g})'
        assert text in boxes
    light = [sum(boxes[text][:3])
             for text in sorted(boxes, key=lambda text: float(text.split(' (')[0]))]
    assert light == sorted(light, reverse=True) and len(set(light)) == len(leaves)
    alone = plot_tree(CARTRegressor().fit(X, np.full(120, 2.5)).tree_)
    assert [t.get_text() for t in alone.texts if t.get_text()] == ['2.5\n(120.0)']


def test_the_picture_of_a_pruning_says_the_mean_that_takes_a_tests_place():
    reg = CARTRegressor().fit(*mixed(120))
    ax = plot_pruning(reg.unpruned_tree_, reg.pruning_trace())
    said = [t.get_text() for t in ax.texts if '→' in t.get_text()]
    leaves = {f'{reg.tree_.node(i).mean:.4g}' for i in np.flatnonzero(reg.tree_.n_children == 0)}
    assert said and {text.split('→ ')[1] for text in said} <= leaves


def test_an_explanation_adds_up_to_the_prediction(fitted):
    X, _ = mixed(60, seed=1)
    told, table = fitted.explain(X), fitted._table_of(X)
    np.testing.assert_allclose(told.groupby('case').adds.sum(), fitted.predict(X), atol=1e-9)
    np.testing.assert_allclose(told.groupby('case').share.sum(), 1, atol=1e-9)
    for row in told.itertuples():
        leaf = fitted.tree_.node(row.leaf)
        assert leaf.is_leaf and (row.weight, row.mean, row.variance) == tuple(leaf.dist)
        path = _above(fitted.tree_, row.leaf)
        marks = _unknown_marks(fitted.tree_, path, table, row.case)
        assert row.path == path_text([_asked(fitted.tree_, *step) for step in path], marks)
    assert set(apply(fitted.tree_,
                     fitted._table)) <= set(np.flatnonzero(fitted.tree_.n_children == 0))


def gain_by_hand(y, w, branch):
    "Decrease of the variance among the known, times their share."
    def left(rows):
        return (w[rows] * (y[rows] - np.average(y[rows],
                                                weights=w[rows])) ** 2).sum() if w[rows].any(
                                                    ) else 0.0
    return (left(branch >= 0) - sum(left(branch == b) for b in range(branch.max() + 1))) / w.sum()


def test_candidates_of_every_test_agree_with_the_tree(fitted):
    tree = fitted.unpruned_tree_
    assert (tree.n_children > 0).sum() > 10
    for i in np.flatnonzero(tree.n_children):
        offered, table = fitted.candidate_table(int(i)), cases_at(tree, fitted._table, int(i))[0]
        chosen = offered[offered.chosen]
        assert chosen.index.tolist() == [tree.node(int(i)).attribute]
        assert chosen.gain.item() >= offered.gain.max() * (1 - 1e-7)
        assert chosen.why.item() == 'greatest decrease of the variance' and (
            offered[~offered.chosen].why != '').all()
        node, a = tree.node(int(i)), tree.attribute[i]
        if node.kind != 'threshold': continue
        assert chosen.threshold.item() == pytest.approx(node.threshold)
        column, y = table.columns[a], np.array(table.schema.classes)[table.classes]
        branch = np.where(np.isnan(column), -1, column > node.threshold)
        assert chosen.gain.item() == pytest.approx(gain_by_hand(y, table.weights, branch), rel=1e-5)
        assert chosen.share.item() == pytest.approx(chosen.gain.item() / tree.dist[i, 2])


def test_a_leaf_says_why_nothing_is_asked():
    X, y = pd.DataFrame({'x': [1., 2, 3, 4], 'w': list('aabb')}), [1., 1, 5, 6]
    reg = CARTRegressor(pruning=None, max_depth=1).fit(X, y)
    assert set(reg.candidate_table(1).why) == {'all cases have one target'}
    assert set(reg.candidate_table(2).why) == {'max_depth is 1'} and not reg.candidate_table(
        2).chosen.any()
    assert set(CARTRegressor(pruning=None,
                             min_split=5).fit(X, y).candidate_table().why) == {
                                 'less than 5 cases at the node'}
    dear = CARTRegressor(pruning=None, epsilon=9).fit(X, y).candidate_table()
    assert set(dear.why) == {'decrease of the variance below epsilon 9'} and (dear.gain > 4).all()
    equal = CARTRegressor(pruning=None).fit(X.assign(z=X.x), y).candidate_table()
    assert equal.why.tolist(
        ) == ['greatest decrease of the variance'] + ['equal to the best, which comes first'] * 2
    with pytest.raises(ValueError, match='number 9 is not in'): reg.candidate_table(9)


def test_cross_validation_of_prices_is_what_pruning_at_each_price_loses():
    X, y = mixed(90)
    reg = CARTRegressor(pruning=None, min_cases=4).fit(X.fillna({'u': 0, 'w': 'a'}), y)
    found = alpha_table(reg.tree_, reg._table, reg._learning().grow, folds=3, rng=1)
    part, (_, prices) = folds_of(reg._table.classes, 3, 1), _tried_prices(reg.tree_, None)
    targets, lost = np.array(reg._table.schema.classes)[reg._table.classes], np.zeros(len(prices))
    for k in range(3):
        grown, held = reg._learning().grow(reg._table.select(np.flatnonzero(part != k))), part == k
        for j, price in enumerate(prices):
            said = means(prune_cost_complexity(grown, price),
                         reg._table.select(np.flatnonzero(held)))
            lost[j] += ((said - targets[held]) ** 2).sum()
    np.testing.assert_allclose(found.error, lost / 90, rtol=1e-7)


# -- as scikit-learn's examples have it


def test_what_was_learned_stays_when_the_callers_array_changes():
    """The table is a view of it: what is asked of the training cases afterwards speaks of the new
    numbers, and fit says so."""
    X, y = np.arange(8.0)[:, None].copy(), np.repeat([1.0, 5.0], 4)
    reg, row = CARTRegressor(pruning=None).fit(X, y), np.array([[2.0]])
    before, said = reg.tree_, reg.predict(row)
    X[:] = X[::-1].copy()
    assert reg.tree_ is before and reg.predict(row) == said and reg.tree_.root.threshold == 3.5
    for estimator in (CARTRegressor, C45Classifier):
        words = ' '.join(estimator.fit.__doc__.split())
        assert 'change an array of floats after fitting' in words and 'candidate_table' in words


def test_check_estimator():
    for model in CARTRegressor(), CARTRegressor(pruning=CostComplexity(0.1)): check_as_scikit_learn(model)


@pytest.mark.parametrize('cls', [CARTRegressor, CARTForestRegressor])
def test_more_targets_than_keys_tell_apart_are_refused_before_the_cases_are_read(cls):
    n = 2 ** 21
    most = most_classes(n, n + 1)
    assert _key_layout(n, most, n + 1).class_bits == 20
    with pytest.raises(ValueError, match='too many'): _key_layout(n, most + 1, n + 1)
    X, y = [['words']] * n, np.arange(n)
    with pytest.raises(ValueError, match=f'{cls.__name__}: y has 2,097,152 different targets in '
                                         '2,097,152 cases, of which at most 1,048,576'):
        cls().fit(X, y)
    with pytest.raises(ValueError, match='y has 1,048,577'): cls().fit(X, np.minimum(y, most))
    with pytest.raises(ValueError, match='X has 3'): cls().fit(X[:3], np.minimum(y, most - 1))
