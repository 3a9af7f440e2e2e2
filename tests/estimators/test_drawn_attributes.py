"""A single tree whose nodes compare some attributes is the first of a forest of all cases."""
import pickle

import numpy as np
import pandas as pd
import pytest

from c45lit import (C45Classifier, C45ForestClassifier, CARTClassifier, CARTForestRegressor,
                    CARTRegressor, fit_partitioned, from_json, to_json)
from c45lit.explore.explore_tree import node_offers

FREE = dict(pruning=None, min_cases=1, mdl_penalty=False, least_side=False, collapse=False,
            average_gain=False, threshold='midpoint', criterion='gini', discrete='subset')
PAIRS = [(C45Classifier, FREE, C45ForestClassifier),
         (CARTClassifier, dict(pruning=None), C45ForestClassifier),
         (CARTRegressor, dict(pruning=None), CARTForestRegressor)]
SINGLE = [C45Classifier, CARTClassifier, CARTRegressor]


def cases(n=300):
    "Numbers and words, some unknown, a column that is ignored, and targets."
    rng = np.random.default_rng(5)
    X = pd.DataFrame({f'a{i}': rng.normal(size=n).round(1) for i in range(5)})
    X['w'], X['none'] = rng.choice(list('xyzu'), n), 1.0
    X.loc[rng.random(n) < 0.2, 'a1'] = np.nan
    return X, np.where((X.a0 + X.a2 > 0.3) ^ (rng.random(n) < 0.1), 1, 0)


@pytest.mark.parametrize('drawn', [1, 2, 0.5, 'sqrt', 'log2', 6, None])
@pytest.mark.parametrize('cls, free, forest', PAIRS, ids=lambda p: getattr(p, '__name__', ''))
def test_a_tree_is_the_first_of_a_forest_without_samples(cls, free, forest, drawn):
    X, y = cases()
    for seed in 0, 7, None:
        how = dict(max_features=drawn, random_state=seed, schema={'none': 'ignore'})
        one = cls(**free, **how).fit(X, y).tree_
        first = forest(2, bootstrap=False, **how).fit(X, y).trees_[0]
        assert np.array_equal(one.dist, first.dist) and str(one) == str(first)


@pytest.mark.parametrize('cls', SINGLE)
def test_the_lot_changes_the_tree_and_comes_back(cls):
    X, y = cases()
    whole = to_json(cls(alpha=0.0).fit(X, y).tree_)
    one, other = (cls(alpha=0.0, max_features=1, random_state=s).fit(X, y) for s in (1, 2))
    assert len({whole, to_json(one.tree_), to_json(other.tree_)}) == 3
    for copy in from_json(to_json(one)), pickle.loads(pickle.dumps(one)):
        assert copy.get_params() == one.get_params() and copy.max_features == 1
        assert to_json(copy.tree_) == to_json(one.tree_)
    assert to_json(cls(alpha=0.0, max_features=7, random_state=1).fit(X, y).tree_) == whole


@pytest.mark.parametrize('cls', [CARTClassifier, CARTRegressor])
def test_prices_of_drawn_trees_do_not_depend_on_threads(cls):
    X, y = cases()
    def learned(n_jobs, seed):
        model = cls(max_features=2, n_jobs=n_jobs, random_state=seed).fit(X, y)
        return model.alpha_, to_json(model.tree_)
    assert learned(1, 3) == learned(2, 3)
    one, two = (learned(n, np.random.RandomState(3)) for n in (1, 2))
    assert one == two


@pytest.mark.parametrize('cls', SINGLE)
@pytest.mark.parametrize('wrong', [0, -1, 1.5, 0.0, True, 'all', [1]])
def test_what_is_no_number_of_attributes_is_refused_before_learning(cls, wrong):
    model = cls(max_features=wrong)
    with pytest.raises(ValueError, match=f"{cls.__name__}: max_features must be 'sqrt', 'log2'"):
        model.fit(*cases())
    assert not hasattr(model, 'schema_')


def test_what_compares_all_attributes_is_refused():
    X, y = cases()
    with pytest.raises(ValueError, match="with max_features arithmetic must be 'exact'"):
        C45Classifier(max_features=2, arithmetic='r8').fit(X, y)
    with pytest.raises(ValueError, match='fit_partitioned: max_features must be None, got 2'):
        fit_partitioned([X.assign(y=y)], 'y', max_features=2)
    for cls in SINGLE:
        model = cls(max_features=2).fit(X, y)
        with pytest.raises(ValueError, match='candidate_table compares all attributes'):
            model.candidate_table()
        model.pruning_trace()


def test_the_explorer_shows_no_offers_of_attributes_that_were_not_drawn():
    X, y = cases(40)
    whole, drawn = (C45Classifier(max_features=m).fit(X, y) for m in (None, 1))
    assert node_offers(whole, whole.tree_)['nodes'] and node_offers(drawn, drawn.tree_) is None
