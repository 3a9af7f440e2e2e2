"""What scikit-learn puts around an estimator answers in every export as it does itself, or is
refused in words."""
from functools import cache

import numpy as np
import pandas as pd
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import make_column_transformer
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.feature_selection import SelectKBest, VarianceThreshold
from sklearn.frozen import FrozenEstimator
from sklearn.metrics import fbeta_score, make_scorer
from sklearn.model_selection import (
    FixedThresholdClassifier, GridSearchCV, HalvingGridSearchCV, RandomizedSearchCV,
    TunedThresholdClassifierCV)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from support.exports import PROGRAMS, WRITERS
from support.runners import ENGINES, NULL

from c45lit import (
    C45Classifier, C45RulesClassifier, C50Classifier, explore_tree, load, plot_tree,
    rules_from, save, to_dot, to_json, to_mermaid, to_onnx, to_python, to_text)
from c45lit.exports import shap_cases, shapley_values, to_shap, to_sklearn

GRID, COSTS = dict(min_cases=[2, 20]), {('no', 'yes'): 9}


def frames(transformer): return transformer.set_output(transform='pandas')


def searched(m):
    return GridSearchCV(make_pipeline(frames(VarianceThreshold()), m),
                        {'variancethreshold__threshold': [0.0]}, cv=3)


def columns_of(m):
    kept = make_column_transformer(('passthrough', ['d', 'a', 'b']), ('drop', ['c']),
                                   verbose_feature_names_out=False)
    return make_pipeline(frames(kept), m)


AROUND = dict(
    grid=lambda m: GridSearchCV(m, GRID, cv=3),
    randomized=lambda m: RandomizedSearchCV(m, GRID, n_iter=2, cv=3, random_state=0),
    halving=lambda m: HalvingGridSearchCV(m, GRID, cv=3, random_state=0),
    pipeline=lambda m: make_pipeline('passthrough', FunctionTransformer(), m),
    selected=lambda m: make_pipeline(frames(SelectKBest(k=3)), m),
    columns=columns_of, searched=searched)
BOUND = dict(
    tuned=lambda m: TunedThresholdClassifierCV(m, cv=3),
    tuned_for_no=lambda m: TunedThresholdClassifierCV(
        m, cv=3, scoring=make_scorer(fbeta_score, beta=0.2, pos_label='no')),
    fixed=lambda m: FixedThresholdClassifier(make_pipeline('passthrough', m), threshold=0.7,
                                             pos_label='no'),
    zero=lambda m: FixedThresholdClassifier(m, threshold=0),
    frozen=lambda m: FixedThresholdClassifier(FrozenEstimator(m.fit(*table()))),
    priced=lambda m: FixedThresholdClassifier(C45Classifier(costs=COSTS, min_cases=4),
                                              threshold=0.3),
    calibrated=lambda m: FixedThresholdClassifier(
        CalibratedClassifierCV(m, method='isotonic', ensemble=False), threshold=0.3),
    several=lambda m: GridSearchCV(FixedThresholdClassifier(m), dict(threshold=[.2, .8]), cv=3))
MODELS = dict(tree=C45Classifier, rules=lambda: C45RulesClassifier(C45Classifier()),
              c50=lambda: C50Classifier(trials=3))


def table(n=300, seed=0, unknown=0.1):
    "Numbers and a word of which two columns tell a class."
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(rng.normal(size=(n, 4)).round(1), columns=[*'abcd'])
    y = np.where(X.a + X.d ** 2 + rng.normal(size=n) > 1, 'yes', 'no')
    return X.where(rng.random(X.shape) >= unknown), y


@cache
def fitted(around, kind='tree'):
    return (AROUND | BOUND)[around](MODELS[kind]()).fit(*table(unknown=0.0))


@pytest.mark.parametrize('kind, around', [*(('tree', a) for a in AROUND), ('rules', 'pipeline'),
                                          ('c50', 'columns')])
def test_every_export_of_a_search_or_a_pipeline_is_that_of_its_estimator(kind, around, tmp_path):
    model = fitted(around, kind)
    bare = model
    while not hasattr(bare, 'schema_'): bare = getattr(bare, 'best_estimator_', None) or bare[-1]
    X, names = table(200, 1, 0.0 if around in ('selected', 'searched') else 0.1)[0], [
        *bare.feature_names_in_]
    label, shares = ENGINES['to_python'](model, X, None)
    assert label == model.predict(X).tolist()
    assert np.allclose(shares, model.predict_proba(X), rtol=0, atol=1e-15)
    writes = [*(WRITERS if kind == 'tree' else PROGRAMS).values(), to_json]
    if kind == 'tree':
        writes += [lambda m: rules_from(m).to_frame().to_csv(),
                   lambda m: explore_tree(m, X[names]).data, lambda m: shap_cases(m, X[names].dropna())]
    for write in writes: assert str(write(model)) == str(write(bare)), write
    save(model, tmp_path / 'm.json')
    assert load(tmp_path / 'm.json').predict(X[names]).tolist() == model.predict(X).tolist()
    found, right = (shapley_values(m, X[names][:5]).values for m in (model, bare))
    assert np.array_equal(found, right)


@pytest.mark.parametrize('engine', ENGINES)
@pytest.mark.parametrize('kind, around', [*(('tree', a) for a in BOUND), ('rules', 'fixed'),
                                          ('c50', 'fixed')])
def test_every_program_chooses_by_the_threshold(engine, kind, around, tmp_path):
    model, X = fitted(around, kind), table(200, 1)[0]
    label, shares = ENGINES[engine](model, X, tmp_path)
    right = model.predict(X).tolist()
    if kind == 'tree' and around in ('fixed', 'zero', 'priced', 'tuned_for_no'):
        assert right != model.estimator_.predict(X).tolist()
    assert list(label) == right
    near = 1e-6 if kind == 'c50' else 1e-15
    assert np.allclose(shares, model.predict_proba(X), rtol=0, atol=near)


def test_at_the_threshold_the_class_is_chosen_and_one_unit_below_it_is_not():
    X, y = table(unknown=0.0)
    share = max(C45Classifier().fit(X, y).predict_proba(X)[:, 1])
    for least in (share, np.nextafter(share, 2), np.nextafter(share, 0)):
        for positive in ('yes', 'no'):
            model = FixedThresholdClassifier(C45Classifier(), threshold=least, pos_label=positive)
            right = model.fit(X, y).predict(X).tolist()
            for name, run in ENGINES.items():
                if name in ('to_pmml', 'to_c', 'to_javascript'): continue
                assert list(run(model, X, None)[0]) == right, (name, least)


def test_without_an_answer_no_threshold_is_passed():
    model, X = fitted('fixed'), table(200, 1)[0]
    rows = list(zip(*NULL['to_sql'](model, X)))
    assert {answer for answer, shares in rows if shares[0] is None} == {None}
    assert {answer for answer, shares in rows if shares[0] is not None} == {'yes', 'no'}


@pytest.mark.parametrize('around', ['fixed', 'several'])
@pytest.mark.parametrize('write', [to_json, to_text, to_dot, to_mermaid, plot_tree, rules_from,
                                   explore_tree, lambda m: save(m, 'no.json')])
def test_a_picture_or_a_file_of_a_threshold_is_refused(write, around):
    with pytest.raises(ValueError, match=r'the threshold 0\.\d on a share.*pass estimator_'):
        write(fitted(around))


def test_scikit_learns_tree_of_a_threshold_is_refused_where_it_decides():
    X, y = table(unknown=0.0)
    with pytest.raises(ValueError, match='costs, a threshold or smoothed shares decide'):
        to_sklearn(fitted('fixed'))
    half = FixedThresholdClassifier(C45Classifier(), threshold=0.5).fit(X, y)
    assert to_sklearn(half).predict(shap_cases(half, X)).tolist() == half.predict(X).tolist()


@pytest.mark.parametrize('write', [to_python, to_onnx, to_json, to_text, rules_from, explore_tree,
                                   to_shap])
@pytest.mark.parametrize('step, message', [
    (StandardScaler(), r"step 'standardscaler' \(StandardScaler\) changes the columns.*leave it out"),
    (FunctionTransformer(lambda X: -X), "step 'functiontransformer'"),
    (SelectKBest(k=2), r"\.set_output\(transform='pandas'\)"),
    (make_column_transformer(('passthrough', ['d', 'a'])).set_output(transform='pandas'),
     'verbose_feature_names_out=False'),
    (make_column_transformer((StandardScaler(), ['a', 'b']), verbose_feature_names_out=False)
     .set_output(transform='pandas'), "step 'columntransformer'")])
def test_a_step_that_cannot_be_said_is_named(write, step, message):
    model = make_pipeline(step, C45Classifier()).fit(*table(unknown=0.0))
    with pytest.raises(ValueError, match=message): write(model)
    assert write(model[-1]) is not None


@pytest.mark.parametrize('write', [to_python, to_json, to_text])
def test_a_search_without_an_estimator_says_so(write):
    X, y = table(unknown=0.0)
    for search in (GridSearchCV(C45Classifier(), GRID),
                   GridSearchCV(C45Classifier(), GRID, cv=2, refit=False).fit(X, y)):
        with pytest.raises(ValueError, match='GridSearchCV has kept no estimator'): write(search)
