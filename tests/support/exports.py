"""Models of every kind on hostile names, and cases on which an export is compared with what the
model predicts.

Of the cases' values one in seven is unknown, two in five numbers lie at a threshold or one unit in
the last place beside it,
and one word in fifty was never seen.
"""
import os
import pickle
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from filelock import FileLock

import c45lit
from c45lit import (
    Attribute, C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier, CARTClassifier,
    CARTForestRegressor, CARTRegressor, CostComplexity, ErrorBased, LeafLimit, ReducedError,
    Release8Classifier, Thresholds,
    ID3Classifier, load_dataset)
from c45lit.exports import Formula
from c45lit.exports.common_program import Leaf, Test
from c45lit.exports.formulas import formula

# every way out of the register -> what it writes of a model; those that are of one tree alone
WRITERS = {name: getattr(c45lit, name) for name in c45lit._PURPOSES['Ways out']}
WRITERS |= dict(to_sql=lambda m: c45lit.to_sql(m, 't'), to_onnx=lambda m: onnx_bytes(m),
                to_sklearn=lambda m: pickle.dumps(c45lit.to_sklearn(m)))
OF_A_TREE = 'to_text to_dot to_mermaid to_shap to_sklearn'.split()
PROGRAMS = {name: write for name, write in WRITERS.items() if name not in OF_A_TREE}


def onnx_bytes(model):
    pytest.importorskip('onnx', reason='pip install c45lit[onnx]')
    return c45lit.to_onnx(model).SerializeToString()


CASES = 1500
HOSTILE = ['a"b', "o'hara", 'x;--', 'naïve 色', 'per%cent`tick', 'back\\slash', 'new\nline',
           '<tag>&amp', 'end]', '', '?', '??/', '</script>', '*/',
           '\u2028', '${x}', '{0}', "'''", '__proto__', '1e9999', 'NULL', '😀']
NAMES = ['x"1', "y'2", 'sélect', 'group', 'a b;--', 'new\nline\\']
CLASSES = np.array(["lo'w", 'mid"dle', 'hi\\gh\n色'])
COSTS = {("lo'w", 'mid"dle'): 5, ('hi\\gh\n色', "lo'w"): 0.3}


def training(n=300, seed=0, unknown=0.15, names=None):
    "(cases, classes, numbers): three columns of numbers, three of words."
    r = np.random.default_rng(seed)
    x, y, z = r.normal(size=n), np.round(r.normal(size=n), 1), r.integers(0, 50, n).astype(float)
    c = r.choice(list('abcdefg'), n, p=[.3, .2, .2, .1, .1, .05, .05])
    d, e = r.choice(['yes', 'no'], n), r.choice(HOSTILE, n)
    X = pd.DataFrame(dict(x=x, y=y, z=z, c=c, d=d, e=e)).astype(dict.fromkeys('cde', object))
    score = x + (z > 20) * 1.5 + np.isin(c, list('aceg')) * np.where(d == 'yes', 1, -1) + np.isin(
        e, HOSTILE[:8]) * y
    classes = np.digitize(score + r.normal(scale=.5, size=n), [-0.5, 1.2])
    for j in range(X.shape[1]): X.iloc[r.random(n) < unknown, j] = np.nan if j < 3 else None
    if names: X.columns = names
    return X, CLASSES[classes], score


def cuts_of(model):
    "Thresholds by name of the column, of a model."
    f, found = formula(model), {}
    for nodes in f.trees:
        for node in nodes:
            if getattr(node, 'cut', None) is not None:
                found.setdefault(f.columns[node.column].column, []).append(node.cut)
    for sentence in f.rules:
        for c in sentence.conditions:
            if c.threshold is not None:
                found.setdefault(f.columns[c.attribute].column, []).append(c.threshold)
    return found


def cases_for(model, X, n=CASES, seed=5):
    """Cases like those of X, but at thresholds and one unit beside them, unknown, and with words
    never seen."""
    r, cuts, out = np.random.default_rng(seed), cuts_of(model), {}
    for name in X.columns:
        column = X[name].sample(n, replace=True,
                                random_state=int(r.integers(1 << 30))).reset_index(drop=True)
        if column.dtype.kind in 'fi':
            column = column.astype(float)
            if name in cuts:
                at = r.choice(cuts[name], n)
                at = np.choose(r.integers(0, 3, n),
                               [at, np.nextafter(at, np.inf), np.nextafter(at, -np.inf)])
                column = pd.Series(np.where((r.random(n) < .4) & column.notna(), at, column))
            column[r.random(n) < .02] = 0.0
            column[r.random(n) < .02] = -0.0
            column[r.random(n) < .02] = -999.0
            column[r.random(n) < .01] = 1e300  # too large for 32 bits
            column[r.random(n) < .14] = np.nan
        else:
            column = column.astype(object)
            column[r.random(n) < .14] = None
            if not column.map(lambda v: isinstance(v, bool)).any(
                ): column[r.random(n) < .02] = 'never seen'
        out[name] = column
    return pd.DataFrame(out)


@cache
def plans() -> dict:
    "Name -> (model to be fitted, cases, targets)."
    X, y, score = training()
    H, K, many = X.set_axis(NAMES, axis=1), training(seed=1, unknown=0.0), np.clip(
        np.round(2 * score + 5), 0, 11).astype(int)
    whole = X.assign(c=np.where(X.d == 'yes', True, False))  # truth values
    held = training(200, 3)[:2]
    free = dict(pruning=None, collapse=False, min_cases=1)
    return dict(
        multiway=(C45Classifier(), X, y), hostile=(C45Classifier(), H, y),
        grouped=(C45Classifier(discrete='grouped'), H, y),
        subset=(C45Classifier(discrete='subset'), X, y),
        one_vs_rest=(C45Classifier(discrete='one_vs_rest'), H, y),
        unpruned=(C45Classifier(**free), X, y),
        deep=(C45Classifier('gain', **free, thresholds=Thresholds(mdl_penalty=False,
                                                                  least_side=False)), H, y),
        known=(C45Classifier(), *K[:2]),
        midpoint=(C45Classifier(thresholds=Thresholds('midpoint')), X, y),
        gini=(C45Classifier(criterion='gini'), H, y),
        few_leaves=(C45Classifier(pruning=[LeafLimit(20), ErrorBased(0.4, raising=False)]), H, y),
        reduced=(C45Classifier(pruning='reduced_error'), X, y),
        own_cases=(C45Classifier(pruning=ReducedError(held)), X, y),
        pre=(C45Classifier(pruning='pre'), X, y),
        priced=(C45Classifier(pruning=CostComplexity(validation=0.3)), X, y),
        weighted=(C45Classifier(class_weight={"lo'w": 3.0, 'mid"dle': 1.5, 'hi\\gh\n色': 1}), X, y),
        truth=(C45Classifier(**free), whole, many > 5),
        numbers_as_classes=(C45Classifier(**free), X, many),
        costs=(C45Classifier(**free, costs=COSTS), X, y),
        costs_many=(C45Classifier(**free, costs=1.0 - np.eye(len(set(many)))), H, many),
        r8=(Release8Classifier(), X, y),
        r8_unpruned=(Release8Classifier(discrete='grouped', **free), H, y),
        leaf=(C45Classifier(max_depth=0), X, y),
        id3=(ID3Classifier(), X, y),
        id3_pruned=(ID3Classifier('gini', pruning='error_based'), H, y),
        cart=(CARTClassifier(pruning=None, max_depth=8), X, y),
        cart_priced=(CARTClassifier(pruning=CostComplexity(folds=3)), H, y),
        regress=(CARTRegressor(pruning=None, max_depth=7), X, score),
        regress_hostile=(CARTRegressor(pruning=None, discrete='multiway', max_depth=6), H, score),
        regress_priced=(CARTRegressor(pruning=CostComplexity(folds=3)), X, score),
        forest=(C45ForestClassifier(5, max_depth=6), H, y),
        forest_numbers=(CARTForestRegressor(4, max_depth=5), X, score),
        boost=(C50Classifier(trials=5), X, y), boost_many=(C50Classifier(trials=4), H, many),
        boost_one=(C50Classifier(trials=1), X, y),
        boost_sets=(C50Classifier(trials=6, subset=True, min_cases=1), H, y),
        vote_rules=(C50Classifier(rules=True), H, y),
        boost_rules=(C50Classifier(trials=4, rules=True), X, y),
        one_costs=(C50Classifier(costs=COSTS), X, y),
        winnowed=(C50Classifier(trials=3, winnow=True), H, y),
        marked=(C50Classifier(not_applicable=dict(z=-1, c='g'), min_cases=1),
                X.assign(z=X.z.where(X.z % 3 > 0, -1)), y),
        marked_rules=(C50Classifier(trials=3, rules=True, not_applicable=dict(z=-1, c='g'),
                                    costs=COSTS, min_cases=1),
                      X.assign(z=X.z.where(X.z % 3 > 0, -1)), y),
        rules=(C45RulesClassifier(), X, y),
        rules_hostile=(C45RulesClassifier(C45Classifier(discrete='grouped')), H, y),
        rules_pooled=(C45RulesClassifier(trials=2), X, y),
        rules_r8=(C45RulesClassifier(Release8Classifier()), X, y),
        absent=(C45Classifier(unknown='branch', **free), H, y),
        absent_cart=(CARTClassifier(unknown='branch', pruning=None, max_depth=8), X, y),
        absent_numbers=(CARTRegressor(unknown='branch', pruning=None, max_depth=7), X, score),
        absent_rules=(C45RulesClassifier(C45Classifier(unknown='branch')), H, y),
        absent_last=(C45Classifier(unknown='best', **free), H, y),
        absent_last_rules=(C45RulesClassifier(C45Classifier(unknown='best')), X, y),
        absent_last_numbers=(CARTRegressor(unknown='best', pruning=None, max_depth=7), X, score),
        smoothed=(C45Classifier(**free, leaf_smoothing='laplace'), H, y),
        smoothed_costs=(C45Classifier(**free, leaf_smoothing=3, costs=COSTS), X, y),
        smoothed_cart=(CARTClassifier(leaf_smoothing=20.0, max_depth=4), X, many),
        golf=(C45Classifier(), *load_dataset('golf')))


@cache
def fitted(name) -> tuple:
    """(fitted model, cases, what it answers, its shares or numbers); fitted once, for all workers
    of a run (conftest)."""
    kept = Path(os.environ['C45LIT_RUN'], f'{name}.pickle')
    with FileLock(f'{kept}.lock'):
        if not kept.exists():
            model, X, y = plans()[name]
            kept.write_bytes(pickle.dumps((model.fit(X, y), *answers(model, X))))
    return pickle.loads(kept.read_bytes())


NEAR = 2e-6  # C5.0 computes in 32 bits, databases in 64


def is_split_twice(model):
    "Whether a number of C5.0 may be N/A: a test of it is two here, which round once more."
    return isinstance(model, C50Classifier) and any(
        isinstance(mark, float) for mark in model._marks(model.schema_))


def same_shares(model, found, shares):
    "Whether shares are those of the model, bit for bit."
    near = NEAR if is_split_twice(model) else 0.0
    found, shares = np.asarray(found), np.asarray(shares)
    return found.shape == shares.shape and bool((np.abs(found - shares) <= near).all()
                                                if near else np.array_equal(found, shares))


def answers(model, X):
    "(cases, what the model answers, its shares or numbers)."
    cases = cases_for(model, X)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        answer = model.predict(cases)
        return cases, answer.tolist(), model.predict_proba(cases) if hasattr(
            model, 'predict_proba') else answer[:, None]


def records(cases):
    "The cases as dicts, None where unknown."
    return [{k: None if v is None or v != v else v for k, v in row.items()}
            for row in cases.to_dict('records')]


def asks(*columns, cuts=(0.5,)):
    "A formula that asks one column after the other, or each cut of one; the last branch is `yes`."
    tests = [(j, None if c.kind == 'discrete' else float(cut)) for j, c in enumerate(columns)
             for cut in (cuts if c.kind == 'continuous' else [None])]
    nodes = []
    for i, (j, cut) in enumerate(tests):
        dist, row = (1.0 + i, 0.3 if i else 0.0), (0, 1) if cut is None else ()
        nodes += [Test(float(len(tests) + 1 - i), j, cut, row, (2 * i + 1, 2 * i + 2)),
                  Leaf(1.0, dist, sum(dist))]
    return Formula(columns, ('no', 'yes'), 'tree', ((*nodes, Leaf(1.0, (0.0, 1.0), 1.0)),))


def of_values(name, *values): return asks(Attribute(name, 'discrete', values))
