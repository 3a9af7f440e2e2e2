"""Calibrated models: what a formula and every export say is what scikit-learn says."""
import warnings

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import KFold
from support.exports import NAMES, NEAR, cases_for, training
from support.random_tables import seeds
from support.runners import ENGINES, NULL

from c45lit import (
    C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier, CARTClassifier,
    Release8Classifier, load_dataset, to_json, to_shap)
from c45lit.exports import formula, shapley_values

LAST_BITS = 4e-15  # exp differs from program to program in its last bit
COSTS = [[0, 5, 1], [1, 0, 1], [1, 2, 0]]
KINDS = [C45Classifier(min_cases=1), C45Classifier(leaf_smoothing='laplace', costs=COSTS),
         C45Classifier(discrete='subset', pruning=None), CARTClassifier(pruning=None, max_depth=5),
         C45ForestClassifier(3, max_depth=4), C45RulesClassifier(), C50Classifier(trials=3),
         C50Classifier(rules=True), C50Classifier()]


def calibrated(seed):
    "A calibrated model of random cases, and cases to be judged; of trees some in folds."
    rng = np.random.default_rng(seed)
    X, y, score = training(int(rng.integers(60, 200)), seed, rng.choice([0, 0.15]), NAMES)
    kind = KINDS[seed % len(KINDS)]
    if getattr(kind, 'costs', None) is None:
        many = np.clip(np.round(2 * score + 4), 0, 8).astype(int)
        y = [many, np.where(score > 0, 'b', 'a'), y][rng.integers(3)]
    y = np.array([c if np.sum(y == c) > 4 else y[0] for c in y])
    how = dict(method=str(rng.choice(['sigmoid', 'isotonic'])))
    folds = kind.__class__ in (C45Classifier, CARTClassifier)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        if rng.random() < 0.3:
            model = CalibratedClassifierCV(FrozenEstimator(kind.fit(X, y)), **how)
        else: model = CalibratedClassifierCV(kind, ensemble=folds and bool(rng.integers(2)),
                                             cv=3, **how)
        model.fit(X, y)
    return model, cases_for(model, X, 60, seed)


def expected(model, cases):
    "(classes, shares, whether the class is clear) that scikit-learn says."
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        shares = model.predict_proba(cases)
        top = np.sort(shares, axis=1)
        return model.predict(cases), shares, top[:, -1] - top[:, -2]


def check(model, cases, answer, shares, seed, near=0.0):
    "Compare what an export says; where classes tie to the last bits, the class may be another."
    classes, right, lead = expected(model, cases)
    is_exact = model.method == 'isotonic' and shares_in_order(right)
    near = max(near, 0.0 if is_exact else LAST_BITS)
    shares = np.asarray(shares, float)
    assert np.abs(shares - right).max() <= near, (seed, np.abs(shares - right).max())
    assert (np.asarray(answer) == classes)[lead > 2 * near].all(), seed
    if not near: assert np.asarray(answer).tolist() == classes.tolist(), seed


def shares_in_order(shares):
    "Whether NumPy adds so few numbers one after the other, as a formula does."
    return shares.shape[1] < 8


@pytest.mark.parametrize('engine', ENGINES)
def test_an_export_says_what_scikit_learn_says(engine, tmp_path):
    for seed in seeds(27 if engine in ('formula', 'to_python') else 9):
        model, cases = calibrated(seed)
        check(model, cases, *ENGINES[engine](model, cases, tmp_path), seed, near_by(engine, model))


def near_by(engine, model):
    "How near an export comes: databases count in other bits than C5.0, on steep curves more."
    f = formula(model)
    if engine in ('to_sql', 'duckdb') and f.single: return 100 * NEAR
    return LAST_BITS if engine == 'to_pmml' and f.aggregation == 'rules' else 0.0


@pytest.mark.parametrize('engine', NULL)
def test_without_shares_known_cases_get_what_scikit_learn_says(engine):
    for seed in [0, 1, 2, 5, 7, 8]:  # one tree, rules or ballots
        model, cases = calibrated(seed)
        labels, shares = NULL[engine](model, cases)
        told = [i for i, v in enumerate(labels) if v is not None and v == v]
        assert told and all(v is None or v != v for i, v in enumerate(labels) if i not in told)
        check(model, cases.iloc[told], [labels[i] for i in told], [shares[i] for i in told], seed,
              max(LAST_BITS, near_by(engine, model)))


def test_a_case_that_release_8_rounds_is_calibrated_too(tmp_path):
    X, y = training(150)[:2]
    model = CalibratedClassifierCV(Release8Classifier(), ensemble=False, cv=3).fit(X, y)
    cases = cases_for(model, X, 60)
    for engine in ('to_javascript', 'to_c'):
        check(model, cases, *ENGINES[engine](model, cases, tmp_path), 'r8')


def test_absence_as_a_value_is_one_in_some_folds_and_none_in_others():
    X, y = training(120, unknown=0.02)[:2]
    for how in ('branch', 'best'):
        model = CalibratedClassifierCV(C45Classifier(unknown=how, pruning=None), cv=4).fit(X, y)
        cases = cases_for(model, X, 200)
        check(model, cases, *ENGINES['to_python'](model, cases, None), how)


def test_what_no_formula_says_is_refused_with_a_way_out():
    X, y = load_dataset('penguins')
    def fit(estimator, **how): return CalibratedClassifierCV(estimator, **how).fit(X, y)
    with pytest.raises(ValueError, match='ensemble=False'): formula(fit(C45ForestClassifier(2)))
    with pytest.raises(ValueError, match='ensemble=False'): formula(fit(C45RulesClassifier()))
    ranked = np.argsort(y, kind='stable')
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        model = CalibratedClassifierCV(C45Classifier(), cv=KFold(3)).fit(X.iloc[ranked], y[ranked])
    with pytest.raises(ValueError, match='cases of every class'): formula(model)
    heat = pytest.importorskip('sklearn', '1.8') and fit(C45Classifier(), method='temperature')
    with pytest.raises(ValueError, match="method='temperature' calibrates"): formula(heat)
    with pytest.raises(TypeError, match='; pickle keeps its curves, and to_python'): to_json(heat)
    model = fit(C45Classifier(), ensemble=False)
    with pytest.raises(ValueError, match='calibrated_classifiers_'): to_shap(model)
    with pytest.raises(ValueError, match='calibrated_classifiers_'): shapley_values(model, X)
