"""Every kind of model learns what it learned before: a digest of each, kept in a file.

A change that means to change what is learned writes the file anew, and says so in its commit:
`python tests/estimators/test_digests.py`.
"""
import hashlib
import json
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import c45lit as c45
from c45lit import CostComplexity, ErrorBased, LeafLimit, Thresholds, load_dataset

KEPT = Path(__file__).parents[1] / 'reference' / 'digests.json'
C45 = {
    'default': {}, 'textbook': c45.TEXTBOOK, 'gain': dict(criterion='gain'),
    'gini': dict(criterion='gini'), 'distance': dict(criterion='distance'),
    'grouped': dict(discrete='grouped'), 'one_vs_rest': dict(discrete='one_vs_rest'),
    'subset': dict(discrete='subset'), 'min_cases': dict(min_cases=12),
    'epsilon': dict(epsilon=0.3), 'max_depth': dict(max_depth=2),
    'plain': dict(pruning=None, collapse=False), 'all': dict(criterion='gain_ratio_all'),
    'alone': dict(criterion='gain_ratio_alone'),
    'free': dict(thresholds=Thresholds(mdl_penalty=False, least_side=False)),
    'midpoint': dict(thresholds=Thresholds('midpoint')),
    'cf': dict(pruning=ErrorBased(0.05, raising=False)),
    'reduced_error': dict(pruning='reduced_error'),
    'pre': dict(pruning='pre'), 'pessimistic': dict(pruning='pessimistic'),
    'cost_complexity': dict(pruning='cost_complexity'), 'leaves': dict(pruning=[LeafLimit(4), 'error_based']),
    'branch': dict(unknown='branch'), 'best': dict(unknown='best'), 'soft': {},
    'smoothed': dict(leaf_smoothing='laplace')}
OTHERS = {
    'ID3': (c45.ID3Classifier, {}), 'CART': (c45.CARTClassifier, {}),
    'CART alpha': (c45.CARTClassifier, dict(pruning=CostComplexity(0.01))),
    'rules': (c45.C45RulesClassifier, {}),
    'C4.5 r8': (c45.Release8Classifier, {}),
    'rules r8': (c45.C45RulesClassifier, dict(tree=c45.Release8Classifier())),
    'rules annealing': (c45.C45RulesClassifier, dict(annealing=True, random_state=1)),
    'forest': (c45.C45ForestClassifier, dict(n_estimators=5)),
    'C5.0': (c45.C50Classifier, {}), 'C5.0 trials': (c45.C50Classifier, dict(trials=5)),
    'C5.0 rules': (c45.C50Classifier, dict(rules=True)),
    'C5.0 subset': (c45.C50Classifier, dict(subset=True, winnow=True))}
OF_NUMBERS = {
    'CART of numbers': (c45.CARTRegressor, {}),
    'CART of numbers, alpha': (c45.CARTRegressor, dict(pruning=CostComplexity(0.01),
                                                       discrete='multiway')),
    'forest of numbers': (c45.CARTForestRegressor, dict(n_estimators=5))}
TABLES = 'golf', 'penguins', 'noise'


def asked():
    "(name, estimator, table) of every model."
    for table in TABLES:
        for name, how in C45.items(): yield f'C4.5 {name}', c45.C45Classifier(**how), table
        for name, (kind, how) in OTHERS.items(): yield name, kind(**how), table
        for name, (kind, how) in OF_NUMBERS.items(): yield name, kind(**how), table


def trees_of(model):
    "The trees of a model, however it keeps them."
    for name in ('unpruned_tree_', 'tree_', 'trees_'):
        found = getattr(model, name, None)
        if found is not None: yield from found if isinstance(found, (list, tuple)) else [found]


def digest(model, X, y, soft=False):
    "A hash of what a model asks and answers; nothing of it is rounded."
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        model.fit(X, y)
    if soft: model.tree_ = model.softened()
    h = hashlib.sha256()
    for tree in trees_of(model):
        for name in ('attribute', 'threshold', 'n_children', 'weights', 'errors', 'branch_of',
                     'lower', 'upper'):
            kept = getattr(tree, name, None)
            if kept is not None: h.update(np.ascontiguousarray(kept, dtype=float).tobytes())
    h.update(getattr(model, 'predict_proba', model.predict)(X).tobytes())
    return h.hexdigest()[:16]


def noise(n=300):
    "Words, numbers and unknown values that tell the class a little: most options matter here."
    rng = np.random.default_rng(7)
    y = rng.choice(3, n, p=[0.5, 0.35, 0.15])
    X = pd.DataFrame({'near': (y + rng.normal(0, 0.8, n)).round(1), 'far': rng.normal(size=n),
                      'few': (y + rng.integers(0, 3, n)) % 4,
                      'many': (y + rng.integers(0, 9, n)) % 13, 'last': rng.integers(0, 9, n) / 4})
    X[['few', 'many']] = np.array(list('abcdefghijklm'), object)[X[['few', 'many']]]
    return X.mask(rng.random(X.shape) < 0.06), pd.Series(np.array(['r', 's', 't'])[y])


def cases(model, table):
    "A table; where a number is learned, its last column of numbers is."
    X, y = noise() if table == 'noise' else load_dataset(table)
    if not hasattr(model, 'predict_proba'):
        y = X.select_dtypes('number').iloc[:, -1].fillna(0.0)
        X = X.drop(columns=y.name)
    return X, y


@pytest.mark.parametrize('name, model, table',
                         [pytest.param(*a, id=f'{a[0]}, {a[2]}') for a in asked()])
def test_a_model_is_what_it_was(name, model, table):
    kept = json.loads(KEPT.read_text('utf-8'))
    assert digest(model, *cases(model, table), name == 'C4.5 soft') == kept[f'{name}, {table}']


def test_every_public_estimator_has_a_digest():
    kinds = {type(model).__name__ for _, model, _ in asked()}
    assert kinds == {n for n in c45.__all__ if n.endswith(('Classifier', 'Regressor'))}


if __name__ == '__main__':
    found = {f'{name}, {table}': digest(model, *cases(model, table), name == 'C4.5 soft')
             for name, model, table in asked()}
    KEPT.write_text(json.dumps(found, indent=1) + '\n', 'utf-8')
