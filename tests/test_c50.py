"""What C5.0 adds: boosting, misclassification costs, winnowing, and the estimator that has them."""
from dataclasses import replace

import numpy as np
import pytest
from sklearn import datasets
from sklearn.model_selection import StratifiedKFold

from c45lit.boost import boost_trees, c45_tree, reweighted, voter
from c45lit.data import encode, infer_schema, weight_unit
from c45lit.datasets import load_dataset
from c45lit.formats import read_c45
from c45lit.predict import classify, distribution


def table_of(X, y):
    "Cases and classes as a table."
    return encode(X, infer_schema(X, y), y)


def public_set(name, reference):
    "One of six public data sets, from a loader or the reference folder."
    if name == 'soybean':
        return read_c45(reference / 'data' / name)
    X, y = load_dataset(name) if name == 'penguins' else getattr(datasets, f'load_{name}')(return_X_y=True)
    return table_of(X, y)


# -- boosting

def test_ten_trials_lower_the_five_fold_error_on_at_least_four_of_six_public_sets(reference):
    lower = 0
    for name in ('iris', 'wine', 'breast_cancer', 'digits', 'penguins', 'soybean'):
        table, single, boosted = public_set(name, reference), 0, 0
        for train, test in StratifiedKFold(5, shuffle=True, random_state=0).split(table.classes, table.classes):
            trees, cases = boost_trees(table.select(train)), table.select(test)
            single += (classify(c45_tree(table.select(train)), cases) != cases.classes).sum()
            boosted += (trees.classify(cases) != cases.classes).sum()
        lower += boosted < single
    assert lower >= 4


def test_wrong_cases_weigh_half_in_the_next_trial():
    rng = np.random.default_rng(0)
    for _ in range(20):
        weights, wrong = rng.integers(1, 9, 50) / 4, rng.random(50) < 0.2
        after = reweighted(weights, wrong)
        assert after[wrong].sum() == pytest.approx(weights.sum() / 2, rel=1e-5)
        assert after.sum() == pytest.approx(weights.sum(), rel=1e-5)
        units = after / weight_unit(after)
        assert (units == np.rint(units)).all()


def test_one_trial_is_one_tree_and_votes_as_it_classifies():
    X, y = load_dataset('penguins')
    table = table_of(X, y)
    boosted = boost_trees(table, trials=1)
    assert boosted.trees == (c45_tree(table),)
    known = ~np.any([np.isnan(c) if c.dtype == float else c < 0 for c in table.columns], axis=0)
    assert (boosted.classify(table) == classify(boosted.trees[0], table))[known].all()


def test_boosting_is_the_same_whatever_the_order_of_the_cases():
    X, y = load_dataset('penguins')
    table = table_of(X, y)
    order = np.random.default_rng(1).permutation(len(table))
    assert boost_trees(table).trees == boost_trees(table.select(order)).trees


def test_weight_two_equals_two_copies_when_boosted():
    X, y = datasets.load_wine(return_X_y=True)
    table = table_of(X, y)
    twice = np.where(np.arange(len(table)) % 3, 1, 2)
    copies = table.select(np.repeat(np.arange(len(table)), twice))
    heavy = boost_trees(replace(table, weights=twice * 1.0))
    assert np.allclose(heavy.distribution(table), boost_trees(copies).distribution(table), atol=1e-4)


def test_votes_are_laplace_estimates_and_sum_over_the_leaves_of_a_case():
    X, y = load_dataset('golf')
    table = table_of(X.assign(outlook=X['outlook'].where(np.arange(14) % 5 > 0)), y)
    tree = c45_tree(table)
    votes, shares = distribution(voter(tree), table), distribution(tree, table)
    assert (votes > 0).any() and (votes <= 1).all()
    known = table.columns[0] >= 0
    heaviest = np.array([(tree.dist[leaf].max() + 1) / (tree.weights[leaf] + 2) for leaf in range(len(tree))])
    assert np.isin(votes[known].max(axis=1).round(9), heaviest.round(9)).all()
    assert (votes[known].argmax(axis=1) == shares[known].argmax(axis=1)).all()


@pytest.mark.parametrize('trials', [1, 2, 5])
def test_there_are_never_more_trees_than_trials(trials):
    table = table_of(*datasets.load_breast_cancer(return_X_y=True))
    boosted = boost_trees(table, trials=trials)
    assert len(boosted.trees) == len(boosted.errors) <= trials
    assert all(0 <= e < 0.5 for e in boosted.errors)
