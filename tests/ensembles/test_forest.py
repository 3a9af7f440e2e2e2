"""Forests: each tree is the page's tree of its sample with its draws, whatever the threads."""
import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from support.family import check_as_scikit_learn
from support.random_tables import random_rules, random_stop, random_table, seeds
from support.tables import difference

from c45lit import (C45ForestClassifier, CARTForestRegressor,
                    from_json, load_dataset, to_dot, to_json)
from c45lit.ensembles import grow_forest, out_of_bag
from c45lit.ensembles.forest import Bags
from c45lit.engine.prediction import distribution
from c45lit.specification.drawn_attributes import branch_number, mixed
from c45lit.specification.one_page import grow
from c45lit.specification.structure import as_tree


def drawing_rules(rng):
    binary, grouped = [(0, False), (0, True), (1, False), (2, False)][rng.integers(4)]
    return random_rules(rng)._replace(drawn=int(rng.integers(0, 4)), binary=binary,
                                      grouped=grouped)


def sampled(table, number):
    "The copies that a sample has."
    cases = table.select(np.flatnonzero(table.weights))
    copies = cases.select(np.repeat(np.arange(len(cases)), Bags(table).counts(number)))
    return type(copies)(copies.schema, copies.columns, copies.classes, np.ones(len(copies)))


def test_each_tree_is_the_pages_tree_of_its_sample():
    for seed in seeds(40):
        rng = np.random.default_rng([seed, 61])
        table, rules, stop = random_table(rng), drawing_rules(rng), random_stop(rng)
        numbers = rng.integers(0, 2 ** 31, 2)
        for number, tree in zip(numbers, grow_forest(table, numbers, rules, stop)):
            own = rules._replace(number=int(number))
            copies = sampled(table, number)
            assert not difference(as_tree(grow(copies, own, stop, 'midpoint'), table.schema), tree), seed


def test_mixed_numbers_are_a_permutation_of_32_bits():
    odd = np.random.default_rng(65).integers(0, 2 ** 32, 20_000)
    assert len({mixed(int(i)) for i in odd}) == len(set(odd.tolist()))
    assert all(0 <= branch_number(2 ** 32 - 1, b) < 2 ** 32 for b in (0, 1, 10 ** 6))


def test_out_of_bag_is_the_mean_of_trees_that_have_not_seen_a_case():
    for seed in seeds(20):
        rng = np.random.default_rng([seed, 66])
        table, rules = random_table(rng, least=5), drawing_rules(rng)
        numbers = rng.integers(0, 2 ** 31, 5)
        trees = grow_forest(table, numbers, rules)
        said, n = out_of_bag(trees, table, numbers)
        heavy = np.flatnonzero(table.weights)
        for row in range(len(table)):
            parts = []
            for tree, number in zip(trees, numbers):
                counts = dict(zip(heavy.tolist(), Bags(table).counts(number).tolist()))
                if not counts.get(row): parts.append(distribution(
                    tree, table.select(np.array([row])))[0])
            assert n[row] == len(parts)
            if parts: assert np.allclose(said[row], np.mean(parts, axis=0), atol=1e-12)
            else: assert np.isnan(said[row]).all()


def cases(n=160, seed=0):
    "Numbers, words and unknown values."
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({'a': rng.normal(size=n), 'w': rng.choice(list('pqrst'), n),
                      'b': rng.integers(0, 6, n).astype(float), 'noise': rng.normal(size=n)})
    score = X.a + (X.w < 'r') * 1.5 + 0.2 * rng.normal(size=n)
    X.loc[::7, 'b'] = np.nan
    X.loc[::11, 'w'] = None
    return X, score


MODELS = [C45ForestClassifier(7, oob_score=True, random_state=3),
          CARTForestRegressor(5, oob_score=True, random_state=3, max_features=0.5)]


@pytest.mark.parametrize('model', MODELS, ids=lambda m: type(m).__name__)
def test_a_forest_comes_back_from_json_and_pickle(model):
    X, score = cases()
    y = score if isinstance(model, CARTForestRegressor) else np.where(score > 0.7, 'high', 'low')
    model = model.fit(X, y)
    copies = from_json(to_json(model)), pickle.loads(pickle.dumps(model))
    for copy in copies:
        assert np.array_equal(copy.predict(X), model.predict(X))
        assert np.array_equal(copy.apply(X), model.apply(X))
        with pytest.raises(ValueError, match='pass X, y'): copy.permutation_importances()
        assert np.array_equal(copy.permutation_importances(X, y), model.permutation_importances())
    assert model.apply(X).shape == (len(X), len(model.trees_))
    assert set(model.explain(X[:3])['tree']) == set(range(len(model.trees_)))
    assert model.oob_score_ > 0.5
    with pytest.raises(TypeError, match='of a forest one of trees_'): to_dot(model)
    to_dot(model.trees_[0])


def test_the_column_that_decides_matters_most():
    X, score = cases(400)
    model = C45ForestClassifier(20, random_state=1).fit(X, score > 0.7)
    for worth in model.feature_importances_, model.permutation_importances():
        assert list(np.argsort(worth)[-2:][::-1]) in ([0, 1], [1, 0])
    assert abs(model.feature_importances_.sum() - 1) < 1e-12


@pytest.mark.parametrize('given, words', [
    (dict(n_estimators=0), 'n_estimators'),
    (dict(oob_score=True, bootstrap=False), 'bootstrap'), (dict(bootstrap='yes'), 'bootstrap')])
@pytest.mark.parametrize('cls', [C45ForestClassifier, CARTForestRegressor])
def test_what_makes_no_sense_is_refused_in_words(cls, given, words):
    model = cls(**given)
    with pytest.raises(ValueError, match=f'{cls.__name__}.*{words}'):
        model.fit([[1.0], [2.0]], [0, 1])
    assert not hasattr(model, 'schema_')


def test_what_a_single_tree_tells_a_forest_does_not():
    model = C45ForestClassifier(2).fit(*load_dataset('golf'))
    with pytest.raises(AttributeError, match='trees_'): model.tree_
    for ask in model.candidate_table, model.pruning_trace, model.softened:
        with pytest.raises(AttributeError, match='trees_'): ask()


def test_a_bag_has_as_many_draws_as_cases_with_a_weight():
    table = random_table(np.random.default_rng(3), least=300, most=300)
    for weights in np.full(300, 50.0), np.r_[np.zeros(100), np.ones(100), np.full(100, 7.0)]:
        bags, heavy = Bags(replace(table, weights=weights)), np.flatnonzero(weights)
        counts = np.array([bags.counts(i) for i in range(200)])
        assert (counts.sum(axis=1) == len(heavy)).all()
        expected = weights[heavy] / weights.sum() * len(heavy)
        assert np.allclose(counts.mean(axis=0), expected, atol=0.6)
        assert set(range(300)) - set(heavy.tolist()) <= set(bags.outside(0).tolist())


@pytest.mark.parametrize('estimator', [C45ForestClassifier(3), CARTForestRegressor(3),
                                       C45ForestClassifier(3, bootstrap=False)], ids=str)
def test_check_estimator(estimator): check_as_scikit_learn(estimator)


# -- what users of scikit-learn's forests do

IRIS = load_iris(return_X_y=True)


@pytest.mark.parametrize('cls', [C45ForestClassifier, CARTForestRegressor])
def test_a_forest_is_a_sequence_of_fitted_estimators(cls):
    "Whose mean it says; a file has them, too."
    X, y = IRIS
    forest = cls(6).fit(X, y)
    for model in forest, from_json(to_json(forest)):
        said = [getattr(one, 'predict_proba', one.predict)(X) for one in model]
        whole = getattr(model, 'predict_proba', model.predict)(X)
        assert len(model) == len(model.estimators_) == 6 and np.allclose(np.mean(said, axis=0), whole)
    assert cls() and model[2].tree_ is model.trees_[2] and len(model[1:3]) == 2


@pytest.mark.parametrize('cls', [C45ForestClassifier, CARTForestRegressor])
def test_a_warm_start_is_one_fit(cls):
    X, y = IRIS
    whole, part = cls(7).fit(X, y), cls(3, warm_start=True).fit(X, y)
    first = part.trees_[0]
    part.set_params(n_estimators=7).fit(X, y)
    assert part.trees_ == whole.trees_ and part.trees_[0] is first
    assert part.predict(X).tolist() == whole.predict(X).tolist()
    for change in dict(n_estimators=2), dict(random_state=5):
        with pytest.raises(ValueError, match='warm_start adds trees'): part.set_params(**change).fit(X, y)
        part.set_params(n_estimators=7, random_state=None)
    with pytest.raises(ValueError, match='of other cases'): part.fit(X[1:], y[1:])


def test_samples_have_as_many_draws_as_they_are_told():
    X, y = IRIS
    for given, n in (40, 40), (.2, 30), (None, 150), (400, 400):
        forest = C45ForestClassifier(3, max_samples=given, oob_score=True, n_jobs=2).fit(X, y)
        rows = forest.estimators_samples_
        assert [len(r) for r in rows] == [n] * 3 == [t.weights[0] for t in forest.trees_]
        for tree, r in zip(forest.trees_, rows): assert np.array_equal(np.bincount(y[r], minlength=3), tree.dist[0])
    few = C45ForestClassifier(4, max_samples=99, class_weight='balanced_subsample').fit(X[:110], y[:110])
    assert all(tree.dist[0].tolist() == [33, 33, 33] for tree in few.trees_)
    for bad in (0, 1.5, 'all'):
        with pytest.raises(ValueError, match='max_samples must be None for all'):
            C45ForestClassifier(max_samples=bad).fit(X, y)
    with pytest.raises(ValueError, match='bootstrap=False there are none'):
        C45ForestClassifier(max_samples=5, bootstrap=False).fit(X, y)
    with pytest.raises(ValueError, match='holds no training cases'):
        pickle.loads(pickle.dumps(few)).estimators_samples_


def test_trees_have_no_more_leaves_and_no_lighter_tests_than_they_are_told():
    X, y = IRIS
    small = CARTForestRegressor(4, max_leaf_nodes=3, min_split=30).fit(X, y)
    for tree in small.trees_: assert tree.n_leaves <= 3 and (tree.weights[tree.n_children > 0] >= 30).all()


def test_the_out_of_bag_score_may_be_a_function_and_says_who_has_none():
    X, y = IRIS
    with pytest.warns(UserWarning, match=r'\d+ of 150 cases are out of no bag'):
        forest = C45ForestClassifier(2, oob_score=lambda true, told: (true != told).mean()).fit(X, y)
    known = ~np.isnan(forest.oob_decision_function_[:, 0])
    said = forest.oob_decision_function_[known].argmax(axis=1)
    assert 0 < known.sum() < 150 and forest.oob_score_ == (said != y[known]).mean()
