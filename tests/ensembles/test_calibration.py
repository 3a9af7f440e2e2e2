"""Calibrated models: what a formula and every export say is what scikit-learn says."""
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import KFold
from support.exports import NAMES, NEAR, cases_for, records, training
from support.random_tables import seeds
from support.runners import RUN, TABLE, in_gcc, in_jpmml, in_node, in_onnxruntime

from c45lit import (
    C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier, CARTClassifier,
    Release8Classifier, load_dataset, to_c, to_javascript, to_onnx, to_pmml, to_python, to_shap, to_sql)
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


def test_the_formula_and_python_say_what_scikit_learn_says():
    for seed in seeds(27):
        model, cases = calibrated(seed)
        f, program = formula(model), {}
        exec(to_python(model), program)
        for tell in (f.predict_proba, program['predict_proba']):
            shares = list(map(tell, records(cases)))
            check(model, cases, list(map(program['predict'], records(cases))), shares, seed)


def test_sql_says_what_scikit_learn_says():
    for seed in seeds(9):
        model, cases = calibrated(seed)
        for dialect, run in RUN.items():
            rows = sorted(run(cases, to_sql(model, TABLE, dialect, key='k y')))
            near = 100 * NEAR if formula(model).single else 0.0  # on steep curves more
            check(model, cases, [r[1] for r in rows], [r[2:] for r in rows], seed, near)


def test_without_shares_known_cases_get_what_scikit_learn_says():
    for seed in seeds(9):
        model, cases = calibrated(9 * seed)  # one tree, C4.5's
        if len(formula(model).trees) > 1:
            with pytest.raises(ValueError, match='is for one tree'):
                to_sql(model, TABLE, unknown='null')
            continue
        query = to_sql(model, TABLE, unknown='null', key='k y')
        rows = [r for r in sorted(RUN['sqlite'](cases, query)) if r[1] is not None]
        known = cases.iloc[[r[0] for r in rows]]
        check(model, known, [r[1] for r in rows], [r[2:] for r in rows], seed, LAST_BITS)


def test_javascript_says_what_scikit_learn_says(tmp_path):
    for seed in seeds(9):
        model, cases = calibrated(seed)
        check(model, cases, *in_node(to_javascript(model), cases, tmp_path), seed)


def test_c_says_what_scikit_learn_says(tmp_path):
    for seed in seeds(9):
        model, cases = calibrated(seed)
        flags = [['-O2', '-march=native'], ['-O1', '-std=c11']][seed % 2]
        found = in_gcc(to_c(model, 'it'), formula(model), cases, tmp_path, *flags)
        check(model, cases, *found, seed)


def test_onnx_says_what_scikit_learn_says():
    for seed in seeds(9):
        model, cases = calibrated(seed)
        check(model, cases, *in_onnxruntime(model, to_onnx(model), cases), seed)


def test_pmml_says_what_scikit_learn_says():
    for seed in seeds(9):
        model, cases = calibrated(seed)
        check(model, cases, *in_jpmml(to_pmml(model), cases, formula(model).classes), seed,
              LAST_BITS if formula(model).aggregation == 'rules' else 0.0)


def test_pmml_that_answers_null_says_what_scikit_learn_says_of_known_cases():
    for seed in [0, 1, 2, 5, 7, 8]:  # one tree, rules or ballots
        model, cases = calibrated(seed)
        known = cases.dropna()
        labels, shares = in_jpmml(to_pmml(model, unknown='null'), known, formula(model).classes)
        told = ~np.isnan(shares[:, 0])  # a word that was never seen is unknown, too
        assert told.any() and pd.isna(np.array(labels, object)[~told]).all()
        check(model, known[told], [labels[i] for i in np.flatnonzero(told)], shares[told], seed,
              LAST_BITS)


def test_a_case_that_release_8_rounds_is_calibrated_too(tmp_path):
    X, y = training(150)[:2]
    model = CalibratedClassifierCV(Release8Classifier(), ensemble=False, cv=3).fit(X, y)
    cases = cases_for(model, X, 60)
    check(model, cases, *in_node(to_javascript(model), cases, tmp_path), 'r8')
    check(model, cases, *in_gcc(to_c(model, 'it'), formula(model), cases, tmp_path), 'r8')
    with pytest.raises(ValueError, match='use to_c'): to_sql(model, TABLE)


def test_absence_as_a_value_is_one_in_some_folds_and_none_in_others():
    X, y = training(120, unknown=0.02)[:2]
    for how in ('branch', 'best'):
        model = CalibratedClassifierCV(C45Classifier(unknown=how, pruning=None), cv=4).fit(X, y)
        cases = cases_for(model, X, 200)
        f, program = formula(model), {}
        exec(to_python(model), program)
        check(model, cases, list(map(f.predict, records(cases))),
              list(map(program['predict_proba'], records(cases))), how)


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
    model = fit(C45Classifier(), ensemble=False)
    with pytest.raises(ValueError, match='calibrated_classifiers_'): to_shap(model)
    with pytest.raises(ValueError, match='calibrated_classifiers_'): shapley_values(model, X)
