"""Shapley's values of any model: they add up to its answer, and are those of the definition, hidden
columns being unknown; values that are unknown owe nothing."""
from itertools import combinations
from math import comb

import numpy as np
import pytest
from metamorphic.learners import LEARNERS, fitted
from metamorphic.tasks import asked_of, random_cases, random_task
from support.random_tables import seeds

from c45lit import (C45Classifier, C45RulesClassifier, C50Classifier, Table,
                    load_dataset)
from c45lit.data import encode, infer_schema
from c45lit.originals import boost_trees
from c45lit.exports import shapley_values
from c45lit.exports.common_program import shares_of
from c45lit.exports.formulas import formula
from c45lit.exports.shap_values import schema_of
from c45lit.exports.shapley import _MOST_ASKED

NEAR = 1e-9
REFUSED = 'soft thresholds', 'computes in 32 bits', 'trees that know costs', 'rulesets vote'
pytestmark = pytest.mark.filterwarnings('ignore')


def games(model, X):
    "(numbers of the columns that are asked, answer by case and set of those known)."
    f, schema = formula(model), schema_of(model, "here")
    table, owner = encode(X, schema), [schema.columns.index(c.column) for c in f.columns]
    cases = list(zip(*(table.columns[schema.index(c.name)].tolist() for c in f.columns)))
    def answer(case, known):
        return np.array(shares_of(f, [v if p in known else np.nan if c.kind == 'continuous' else -1
                                      for v, p, c in zip(case, owner, f.columns)])
                        [:len(f.classes) or 1])
    return sorted({*owner}), lambda i, known: answer(cases[i] if cases else (), known)


def by_definition(model, X, shape):
    return of_games(*games(model, X), shape)


def of_games(asked, answer, shape):
    "Shapley's values of a game for each case."
    values = np.zeros(shape)
    for i in range(shape[0]):
        for j in asked:
            others = [a for a in asked if a != j]
            for k in range(len(asked)):
                for known in combinations(others, k):
                    values[i, j] += ((answer(i, {*known, j}) - answer(i, {*known}))
                                     / (comb(len(others), k) * len(asked)))
    return values


@pytest.mark.parametrize('learner', [name for name in LEARNERS if name != 'release8'])
def test_values_add_up_and_are_those_of_the_definition(learner):
    for seed in seeds(12):
        task = random_task(learner, seed)
        model = fitted(task)
        X = asked_of(task, model, np.random.default_rng([seed, 3])).head(4)
        try: found = shapley_values(model, X)
        except ValueError as e:
            assert any(why in str(e) for why in REFUSED), seed
            continue
        values = np.atleast_3d(found.values)
        size = 1.0 if hasattr(model, 'classes_') else max(1.0, np.abs(task.y).max())
        asked, answer = games(model, X)
        told = np.array([answer(i, {*asked}) for i in range(len(X))]).reshape(len(X), -1)
        assert np.abs(values.sum(axis=1) + found.base - told).max(initial=0) <= NEAR * size, seed
        if len(asked) <= 6:
            expected = by_definition(model, X, values.shape)
            assert np.abs(values - expected).max(initial=0) <= NEAR * size, seed


def test_a_large_tree_adds_up_to_what_it_predicts():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(3000, 20)), rng.integers(0, 3, 3000)
    X[rng.random(X.shape) < 0.1] = np.nan
    model = C45Classifier(pruning=None).fit(X, y)
    found = shapley_values(model, X[:200])
    assert np.allclose(found.base + found.values.sum(axis=1), model.predict_proba(X[:200]),
                       rtol=0, atol=NEAR)
    assert np.abs(found.values.sum(axis=2)).max() < NEAR  # what one class gains others lose
    assert not found.values[:, :, 0][np.isnan(X[:200])].any()  # unknown values owe nothing


def votes_of(boosted, table):
    "(numbers of the columns that are asked, votes by case and set of those known)."
    columns, owner = table.columns, [table.schema.columns.index(a.column)
                                     for a in table.schema.attributes]
    def answer(i, known):
        shown = [x[[i]] if p in known else np.full(1, np.nan if x.dtype == float else -1, x.dtype)
                 for x, p in zip(columns, owner)]
        return boosted.votes(Table(table.schema, tuple(shown), table.classes[[i]], np.ones(1)))[0]
    return [*range(len(table.schema.columns))], answer


def test_shares_and_votes_of_boosted_trees_are_those_of_the_definition():
    for seed in seeds(12):
        rng = np.random.default_rng([seed, 41])
        X, y = random_cases(rng)
        boosted = boost_trees(encode(X, infer_schema(X, y), y), trials=int(rng.integers(2, 5)))
        X = X.iloc[rng.integers(0, len(X), 2)].reset_index(drop=True)
        X = X.apply(lambda x: x.where(rng.random(len(x)) > 0.2, None))
        table = encode(X, boosted.trees[0].schema)
        if len(boosted.trees) < 2: continue
        found, votes = shapley_values(boosted, X), shapley_values(boosted, X, votes=True)
        for one, told, expected in (
                (found, boosted.distribution(table), by_definition(boosted, X, found.values.shape)),
                (votes, boosted.votes(table), of_games(*votes_of(boosted, table),
                                                       votes.values.shape))):
            size = NEAR * max(1.0, np.abs(told).max())
            assert np.abs(one.base + one.values.sum(axis=1) - told).max() <= size, seed
            assert np.abs(one.values - expected).max() <= size, seed


def test_what_is_no_sum_and_asks_too_many_columns_is_refused():
    rng = np.random.default_rng(1)
    X = rng.integers(0, 2, (400, _MOST_ASKED + 8))
    y = (X.sum(axis=1) > X.shape[1] / 2).astype(int)
    model = C45RulesClassifier().fit(X, y)
    many = 'no sum of leaves.*at most 12.*; '
    with pytest.raises(ValueError, match=many + 'learn from fewer columns'):
        shapley_values(model, X)
    boosted = boost_trees(encode(X, infer_schema(X, y), y), trials=3)
    with pytest.raises(ValueError, match=many + 'votes=True explains'): shapley_values(boosted, X)
    one = C50Classifier(trials=1).fit(X, y)
    with pytest.raises(ValueError, match=many + 'explain one of its trees'):
        shapley_values(one, X)
    assert shapley_values(one.tree_, X[:2]).values.shape == (2, X.shape[1], 2)


def test_votes_of_a_single_tree_are_refused_as_those_of_one_tree():
    X, y = load_dataset('golf')
    stopped = C50Classifier(trials=10).fit(X, y)
    assert len(stopped.trees_) == 1
    for one in stopped, C50Classifier().fit(X, y), stopped.tree_, C45Classifier().fit(X, y):
        with pytest.raises(ValueError, match='has one tree, which does not vote; leave it out'):
            shapley_values(one, X, votes=True)
    with pytest.raises(ValueError, match='no votes that are sums of leaves; leave it out'):
        shapley_values(C45RulesClassifier().fit(X, y), X, votes=True)
