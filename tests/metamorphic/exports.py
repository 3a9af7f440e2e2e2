"""Every way out of the library, and what answers there in the place of the model.

Whoever adds an export adds a line to `EXPORTS`, or to `PROGRAMS` where it takes a process or a
compiler.
An export gives (answers, shares or numbers) of the cases asked, or only says what is wrong with it.
"""
import pickle
import re
from dataclasses import replace

import numpy as np
import pytest
from metamorphic.learners import machine_of
from metamorphic.twins import answered, shares_of
from support.family import ways_of
from support.exports import NEAR, is_split_twice
from support.runners import ENGINES

from c45lit import (
    from_json, load, read_c45_text, save, to_dot, to_json, to_mermaid,
    to_shap, to_sklearn, to_text)
from c45lit.data import encode
from c45lit.exports import SKOPS_TYPES, formula, shap_cases
from c45lit.show import rules_from_json, rules_to_json


# -- the model comes back

def as_json(model, cases, folder):
    text = to_json(model)
    again = from_json(text)
    return answered(again, cases) if to_json(again) == re.sub(r'"validation": "[^"]*"',
                                                              '"validation": null',
                                                              text) else 'other JSON'


def as_file(model, cases, folder):
    save(model, folder / 'model.json')
    return answered(load(folder / 'model.json'), cases)


def as_pickle(model, cases, folder): return answered(pickle.loads(pickle.dumps(model)), cases)


def as_skops(model, cases, folder):
    io = pytest.importorskip('skops.io', reason='pip install c45lit[dev]')
    return answered(io.loads(io.dumps(model), trusted=SKOPS_TYPES), cases)


def as_rules(model, cases, folder):
    found = getattr(model, 'rules_', None)
    if found is None: raise ValueError('rules_to_json: no rules')
    table = encode(cases, model.schema_)
    again = rules_from_json(rules_to_json(found))
    return model.classes_[again.classify(table)].tolist(), again.distribution(table)


# -- texts

def as_text(model, cases, folder):
    "A printed tree is read back, and prints the same."
    tree, text = model.tree_, to_text(model)
    again = read_c45_text(text, tree.schema)
    return None if to_text(again) == text and again.n_leaves == tree.n_leaves and (
        again.classes[again.n_children == 0] == tree.classes[tree.n_children == 0]).all() else text


def as_dot(model, cases, folder):
    text, tree = to_dot(model), model.tree_
    labels = re.findall(r'^  n\d+ \[label=', text,
                        re.M), re.findall(r'^  n\d+ -> n\d+ \[label=', text, re.M)
    return None if list(map(len, labels)) == [len(tree), len(tree) - 1] else text


def as_mermaid(model, cases, folder):
    text = to_mermaid(model)
    return None if len(text.splitlines()) == 2 * len(model.tree_) else text


# -- trees for other libraries

def as_shap(model, cases, folder):
    "The tree that the explainer gets leads cases without unknown values to the model's shares."
    tree = to_shap(model)['trees'][0]
    known = [i for i in range(len(cases)) if can_be_explained(model, cases.iloc[[i]])]
    if not known: return None
    X, at = shap_cases(model, cases.iloc[known]).to_numpy(), np.zeros(len(known), int)
    while (tree['children_left'][at] >= 0).any():
        below = X[np.arange(len(at)), np.maximum(tree['features'][at], 0)] <= tree['thresholds'][at]
        at = np.where(tree['children_left'][at] < 0, at,
                      np.where(below, tree['children_left'][at], tree['children_right'][at]))
    shares = shares_of(model, cases.iloc[known])
    near = NEAR if hasattr(model, 'c50_') else 0
    return None if np.allclose(tree['values'][at], shares, rtol=1e-12,
                               atol=near) else [tree['values'][at], shares]


def as_sklearn(model, cases, folder):
    "The tree of scikit-learn gives the shares of cases whose numbers 32 bits tell from the thresholds."
    there = to_sklearn(model)
    known = [i for i in range(len(cases)) if can_be_explained(model, cases.iloc[[i]])]
    if not known: return None
    named, tree = shap_cases(model, cases.iloc[known]), there.tree_
    X = named.to_numpy()
    cuts = tree.threshold[tree.children_left >= 0], tree.feature[tree.children_left >= 0]
    near = np.abs(X[:, cuts[1]] - cuts[0]) <= 1e-6 * np.abs(cuts[0])
    clear = ~near.any(axis=1) & (np.abs(X) < 1e30).all(axis=1)
    if not clear.any(): return None
    told = there.predict_proba(named[clear]) if hasattr(
        there, 'classes_') else there.predict(named[clear])[:, None]
    right = shares_of(model, cases.iloc[known])[clear]
    return None if np.allclose(told, right, rtol=1e-12, atol=NEAR if hasattr(
        model, 'c50_') else 0) else [told, right]


def can_be_explained(model, case):
    try: shap_cases(model, case)
    except ValueError: return False
    return True


EXPORTS = dict(to_json=as_json, save=as_file, pickle=as_pickle, skops=as_skops,
               rules_to_json=as_rules, to_text=as_text, to_dot=as_dot, to_mermaid=as_mermaid,
               **{name: ENGINES[name]
                  for name in ('formula', 'to_python', 'to_sql', 'duckdb', 'to_onnx')},
               to_shap=as_shap, to_sklearn=as_sklearn)


# those that take a process, a compiler or a document for each model
PROGRAMS = {name: ENGINES[name] for name in ('to_javascript', 'to_c', 'to_pmml')}


# -- what may be refused

def reasons(name, model):
    "Why an export may refuse a model whose names are plain."
    p, is_number = model.get_params(), not hasattr(model, 'classes_')
    p |= {name.removeprefix('tree__'): v for name, v in p.items()}  # of rules
    is_r8 = machine_of(model) == 'Release 8'
    if name in ('to_json', 'save', 'pickle'): return []
    if name == 'skops':
        return ['no keys of pairs, no frames'] * (isinstance(p.get('costs'), dict) or any(
            isinstance(way.validation, tuple) for way in ways_of(model)))
    if name == 'to_text' and is_number: return ['a mean is no class']
    if name == 'to_text' and p.get('unknown', 'share') != 'share': return ['absence is not read']
    if name in ('rules_to_json', 'to_text', 'to_dot', 'to_mermaid'):
        return ['it has rules or none, or is a forest'] * (
            hasattr(model, 'rules_') or hasattr(model, 'rulesets_') or name == 'rules_to_json'
            or 'n_estimators' in p)
    found = ['soft, or dear trees vote'] * (
        hasattr(model, 'c50_') and not p['rules']
        and bool(p['fuzzy'] or p['costs'] and len(model.trees_) > 1))
    if name in ('to_sql', 'duckdb', 'to_onnx', 'to_pmml', 'to_shap', 'to_sklearn'):
        found += ['32 bits'] * is_r8
    trees = ('to_shap', 'to_sklearn')
    if name in trees: found += ['rules vote'] * hasattr(model, 'rulesets_')
    if name in ('to_onnx', 'to_pmml', *trees):
        found += ['absence is a value'] * (p.get('unknown', 'share') != 'share')
    if name == 'to_sklearn': found += ['another class than the greatest'] * bool(
        p.get('costs') is not None or p.get('leaf_smoothing'))
    if name in trees:
        found += ['no single tree'] * (not found
                                       and (formula(model).aggregation not in ('tree', 'votes')
                                            or len(formula(model).trees) > 1))
    return found


def tied(model, cases):
    "Which cases C5.0 answers by a tie in 32 bits, of a trial or of all, or of expected costs."
    def is_close(shares):
        two = np.sort(shares, axis=1)[:, -2:]
        return two[:, -1] - two[:, 0] < NEAR if two.shape[1] > 1 else np.zeros(len(two), bool)
    x, c50 = model._record_of(cases)[0].x, model.c50_
    each = [] if model.rules else [replace(c50, trials=[t], n_used=1) for t in c50.trials]
    shares = model.predict_proba(cases)
    dear = [] if model.costs_ is None else [is_close(-shares @ np.transpose(model.costs_.matrix))]
    return np.any([is_close(shares), *dear, *(is_close(m.shares(x)) for m in each)], axis=0)


def as_expected(name, model, found, expected, cases):
    """What is wrong with the answers of an export, or nothing. JPMML divides rules' shares by their
    sum: the last bit may differ. SQL and expected costs are of 64 bits, C5.0 decides ties in 32."""
    if found is None: return []
    if not isinstance(found, tuple): return [found]
    is_c50, near = hasattr(model, 'c50_'), 0
    if is_c50 and len(cases) and (name in ('to_sql', 'duckdb') or model.costs_ is not None):
        is_clear = ~tied(model, cases)
        found, expected = (([c for c, clear in zip(said, is_clear) if clear],
                            np.asarray(shares, dtype=float)[is_clear])
                           for said, shares in (found, expected))
    if is_c50 and (name in ('to_sql', 'duckdb') or is_split_twice(model)): near = NEAR
    elif name == 'to_pmml' and hasattr(model, 'rules_'): near = 2.0 ** -52
    (labels, shares), (classes, right) = found, expected
    labels, shares = list(labels), np.asarray(shares, dtype=float)
    is_right = labels == classes and shares.shape == right.shape and bool(
        (np.abs(shares - right) <= near).all())
    return [] if is_right else [found, expected]
