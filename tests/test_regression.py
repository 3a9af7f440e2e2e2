"Regression trees: scikit-learn's tree and path, every set of values tried, order, weights, unknown values, bad input."
import pickle
from itertools import product

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeRegressor
from sklearn.utils.estimator_checks import check_estimator

from c45lit import CARTRegressor, to_json
from c45lit.cost_complexity import pruning_path


def tables(n_tables=100):
    "Random tables of numbers: (X, y, least cases of a side); in one column alone, sides of one case cannot tie."
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
        np.testing.assert_allclose(reg.feature_importances_, theirs.feature_importances_, atol=1e-10)
        path, their_path = pruning_path(reg.tree_, reg._impurity()), theirs.cost_complexity_pruning_path(X, y)
        np.testing.assert_allclose(path.alpha, their_path.ccp_alphas, atol=1e-10)
        np.testing.assert_allclose(path.impurity, their_path.impurities, atol=1e-10)


def left_over(y, side, w):
    "Weighted squares about the means of both sides."
    return sum((w[s] * (y[s] - np.average(y[s], weights=w[s])) ** 2).sum() for s in (side, ~side))


@pytest.mark.parametrize('discrete', ['subset', 'one_vs_rest'])
@pytest.mark.parametrize('seed', range(15))
def test_the_best_of_all_sets_is_found(seed, discrete):
    rng = np.random.default_rng(seed)
    n_values = int(rng.integers(3, 11))
    codes = np.append(np.arange(n_values), rng.integers(0, n_values, 40))
    y, w = rng.normal(size=len(codes)) + 1e3, rng.integers(1, 4, len(codes)).astype(float)
    X = pd.DataFrame({'a': np.array(list('abcdefghij'))[codes]})
    tree = CARTRegressor(pruning=None, max_depth=1, discrete=discrete).fit(X, y, sample_weight=w).tree_
    sets = [s for s in product([False, True], repeat=n_values) if not s[0] and any(s)]
    if discrete == 'one_vs_rest': sets = np.eye(n_values, dtype=bool)
    best = min(left_over(y, np.array(s)[codes], w) for s in sets)
    assert tree.errors[0] == pytest.approx(best, rel=1e-7)


def mixed(n=120, seed=0):
    "Numbers and words with unknown values, and a target."
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({'u': rng.normal(size=n).round(1), 'v': rng.normal(size=n), 'w': rng.choice(list('abcd'), n),
                      'z': rng.choice(list('pq'), n)})
    y = X.u + (X.w == 'b') * 2 + rng.normal(scale=0.5, size=n)
    X.loc[rng.random(n) < 0.1, 'u'] = np.nan
    X.loc[rng.random(n) < 0.1, 'w'] = None
    return X, y


def test_row_order_does_not_matter():
    X, y = mixed()
    mixed_up = X.sample(frac=1, random_state=1)
    a, b = CARTRegressor().fit(X, y), CARTRegressor().fit(mixed_up, y[mixed_up.index])
    assert a.unpruned_tree_ == b.unpruned_tree_ and a.tree_ == b.tree_


def test_weight_two_equals_two_copies():
    X, y = mixed(60)
    a = CARTRegressor(pruning=None, min_split=6, min_cases=2).fit(X, y, sample_weight=np.full(len(X), 2.0))
    b = CARTRegressor(pruning=None, min_split=6, min_cases=2).fit(pd.concat([X, X]), pd.concat([y, y]))
    assert a.tree_.attribute.tolist() == b.tree_.attribute.tolist()
    np.testing.assert_allclose(a.predict(X), b.predict(X), atol=1e-7)


@pytest.mark.parametrize('factor, shift', [(2.0**-40, 0), (1e9, 0), (1, 1e6)])
def test_the_unit_of_the_target_does_not_matter(factor, shift):
    X, y = mixed(80)
    a, b = (CARTRegressor(pruning=None, min_cases=3).fit(X, t) for t in (y, y * factor + shift))
    assert a.tree_.attribute.tolist() == b.tree_.attribute.tolist()
    np.testing.assert_allclose(a.predict(X) * factor + shift, b.predict(X), rtol=1e-6, atol=1e-9 * factor)


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


def test_compiled_and_interpreted_grow_the_same_tree():
    from c45lit import grow
    X, y = mixed(100)
    a, run = CARTRegressor(pruning=None, discrete='subset').fit(X, y).tree_, grow._work
    try:
        grow._work = lambda cases, rules: 10 ** 9
        b = CARTRegressor(pruning=None, discrete='subset').fit(X, y).tree_
    finally:
        grow._work = run
    assert a == b


@pytest.mark.parametrize('y, what', [
    ([1.0, np.nan, 2.0], 'NaN'), ([1.0, np.inf, 2.0], 'infinity'), (['a', 'b', 'c'], 'take CARTClassifier'),
    (['1', '2', '3'], 'strings'), ([1.0, 2.0], 'inconsistent numbers'), (None, 'requires y'), ([[1, 2], [1, 2], [1, 2]], '1d')])
def test_bad_targets_are_refused(y, what):
    with pytest.raises(ValueError, match=what):
        CARTRegressor().fit([[1.0], [2.0], [3.0]], y)


@pytest.mark.parametrize('bad', [dict(pruning='error_based'), dict(discrete='grouped'), dict(alpha=-1), dict(min_cases=0),
                                 dict(folds=1), dict(rule='most')])
def test_parameters_out_of_range_are_refused(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        CARTRegressor(**bad).fit([[1.0], [2.0], [3.0]], [1.0, 2.0, 3.0])


def test_what_speaks_of_classes_refuses_a_tree_of_numbers():
    X, y = mixed(40)
    tree = CARTRegressor(pruning=None).fit(X, y).tree_
    with pytest.raises(ValueError, match='predicts numbers'): to_json(tree)
    with pytest.raises(ValueError, match='predicts numbers'): tree.root.class_name
    assert pickle.loads(pickle.dumps(tree)) == tree


def test_check_estimator():
    check_estimator(CARTRegressor())
