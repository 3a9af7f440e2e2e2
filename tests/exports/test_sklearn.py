"""A tree in scikit-learn's arrays answers as the model does, and its tools take it."""
import warnings
from functools import partial

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import export_text, plot_tree
from support.random_tables import seeds

from c45lit import C45Classifier, C50Classifier, CARTClassifier, CARTRegressor, load_dataset, to_shap, to_sklearn
from c45lit.exports import shap_cases
from c45lit.splits.impurity import entropy, gini


def table(seed):
    "Numbers of few digits, words, classes and a number to predict."
    rng = np.random.default_rng(seed)
    n = int(rng.integers(30, 80))
    X = pd.DataFrame({'a': rng.integers(0, 30, n) / 10, 'b': rng.integers(0, 9, n) * 1.0,
                      'c': rng.choice(list('uvwx'), n), 'd': rng.choice(['no', 'yes'], n)})
    y = np.where(X.a + (X.c == 'u') * 2 + (X.d == 'yes') > 2.2, 'late', 'ok')
    y = np.where(rng.random(n) < .2, 'lost', y)
    return X, y, X.a * 2 + (X.c == 'v') + rng.normal(size=n)


def test_numbers_and_variances_are_those_of_the_model():
    for seed in seeds(15):
        X, _, target = table(seed)
        model = CARTRegressor(pruning=None, min_cases=3).fit(X[['a', 'b']], target)
        there = to_sklearn(model)
        assert np.array_equal(there.predict(X[['a', 'b']]), model.predict(X[['a', 'b']])), seed
        assert np.isclose(there.tree_.impurity[0], np.var(target)), seed


@pytest.mark.parametrize('learn', [
    partial(C45Classifier, schema='dates'), partial(CARTClassifier, schema='dates', pruning=None),
    partial(C45Classifier, schema={'c': list('xwvu'), 'day': 'ignore'}, pruning=None),
    partial(C50Classifier, subset=True, schema='dates')])
def test_every_training_case_gets_the_answer_of_the_model(learn):
    "Dates and a known order included; what no test is asked of has no branch, and needs none."
    for seed in seeds(8):
        X, y, _ = table(seed)
        X['day'] = pd.Timestamp('2024-01-31') + pd.to_timedelta(X.b * 37, 'D')
        model = learn().fit(X, y)
        there, cases = to_sklearn(model), shap_cases(model, X)
        with warnings.catch_warnings():
            warnings.simplefilter('error')  # cases have the names of the tree
            assert np.array_equal(there.predict(cases), model.predict(X)), seed
        assert np.allclose(there.predict_proba(cases), model.predict_proba(X), atol=1e-7), seed


def test_a_number_of_few_digits_at_a_midpoint_goes_where_the_model_sends_it():
    for i in range(80):  # the midpoint of 2.59 and 2.61 is below 2.6, that of others is not
        three = pd.DataFrame({'x': [i / 100, (i + 2) / 100, (i + 1) / 100]})
        model = CARTClassifier(pruning=None).fit(three[:2], ['a', 'b'])
        assert to_sklearn(model).predict(three.to_numpy()).tolist() == model.predict(three).tolist(), i


def test_the_tools_of_scikit_learn_and_shap_take_it():
    X, y = load_dataset('golf')
    model = C45Classifier().fit(X, y)
    there = to_sklearn(model)
    assert 'humidity <= 75.00' in export_text(there, feature_names=list(X))
    assert len(plot_tree(there)) >= there.tree_.node_count
    assert there.tree_.impurity[0] == pytest.approx(entropy([9, 5]))
    plain = to_sklearn(C45Classifier('gini').fit(X, y))
    assert (plain.criterion, plain.tree_.impurity[0]) == ('gini', pytest.approx(gini([9, 5])))
    shap = pytest.importorskip('shap', reason='pip install c45lit[dev]')
    coded = shap_cases(model, X)
    found, right = (shap.TreeExplainer(m, feature_perturbation='tree_path_dependent').shap_values(
        coded) for m in (there, to_shap(model)))
    assert np.allclose(found, right, atol=1e-7)


def test_what_it_cannot_answer_is_refused():
    X, y, _ = table(3)
    model = C45Classifier().fit(X, y)
    with pytest.raises(ValueError, match='a branch for'):
        shap_cases(model, X.assign(a=np.nan, c=None))
    costly = C45Classifier(costs={('ok', 'late'): 500}, min_cases=8).fit(X, y)
    with pytest.raises(ValueError, match='use to_python'): to_sklearn(costly)
