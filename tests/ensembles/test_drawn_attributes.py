"""Nodes of a forest's trees compare some attributes, drawn by lot; with all of them, and without
samples, its trees are those of a single estimator."""
import pickle

import numpy as np
import pandas as pd
import pytest

from c45lit import (C45Classifier, C45ForestClassifier, CARTClassifier, CARTForestRegressor,
                    CARTRegressor, TEXTBOOK, from_json, to_json)

FREE = TEXTBOOK | dict(criterion='gini', discrete='subset')
PAIRS = [(C45Classifier, FREE, C45ForestClassifier),
         (CARTClassifier, dict(pruning=None), C45ForestClassifier),
         (CARTRegressor, dict(pruning=None), CARTForestRegressor)]
FORESTS = [C45ForestClassifier, CARTForestRegressor]


def cases(n=300):
    "Numbers and words, some unknown, a column that is ignored, and targets."
    rng = np.random.default_rng(5)
    X = pd.DataFrame({f'a{i}': rng.normal(size=n).round(1) for i in range(5)})
    X['w'], X['none'] = rng.choice(list('xyzu'), n), 1.0
    X.loc[rng.random(n) < 0.2, 'a1'] = np.nan
    return X, np.where((X.a0 + X.a2 > 0.3) ^ (rng.random(n) < 0.1), 1, 0)


@pytest.mark.parametrize('drawn', [6, 99, 1.0, None])
@pytest.mark.parametrize('cls, free, forest', PAIRS, ids=lambda p: getattr(p, '__name__', ''))
def test_a_tree_is_every_one_of_a_forest_without_samples_and_lots(cls, free, forest, drawn):
    X, y = cases()
    schema = {'none': 'ignore'}
    one = cls(**free, schema=schema).fit(X, y).tree_
    for seed in 0, 7, None:
        grown = forest(2, max_features=drawn, bootstrap=False, random_state=seed, schema=schema)
        for tree in grown.fit(X, y).trees_:
            assert np.array_equal(one.dist, tree.dist) and str(one) == str(tree)


def trees_of(forest): return [to_json(tree) for tree in forest.trees_]


@pytest.mark.parametrize('cls', FORESTS)
def test_the_lot_changes_the_tree_and_comes_back(cls):
    X, y = cases()
    def grown(drawn, seed): return cls(2, max_features=drawn, bootstrap=False,
                                       random_state=seed).fit(X, y)
    one, other, whole = grown(1, 1), grown(1, 2), grown(None, 1)
    assert len({*trees_of(one), *trees_of(other), *trees_of(whole)}) == 5  # two lots each
    for copy in from_json(to_json(one)), pickle.loads(pickle.dumps(one)):
        assert copy.get_params() == one.get_params() and copy.max_features == 1
        assert trees_of(copy) == trees_of(one) == trees_of(grown(1, 1))
    assert trees_of(grown(7, 1)) == trees_of(whole)


@pytest.mark.parametrize('cls', FORESTS)
@pytest.mark.parametrize('how, like', [('sqrt', 2), ('log2', 2), (0.5, 3), (0.01, 1), (1.0, 7)])
def test_words_and_shares_are_numbers_of_attributes(cls, how, like):
    "Of seven attributes."
    X, y = cases()
    one, other = (cls(2, max_features=drawn).fit(X, y) for drawn in (how, like))
    assert trees_of(one) == trees_of(other)
