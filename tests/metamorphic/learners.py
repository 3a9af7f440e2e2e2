"""Everything that learns from cases. Whoever adds an estimator adds a line to `LEARNERS`; its
parameters are drawn by themselves."""
from copy import deepcopy
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from c45lit.pruning import WAYS
from c45lit.splits import Criterion
from c45lit import (C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier, CARTClassifier,
                    CARTForestRegressor, CARTRegressor, ID3Classifier, fit_partitioned)


class Learner(NamedTuple):
    "An estimator, parameters that are not drawn, and what fits it in place of `fit`."
    estimator: type
    fixed: dict = {}
    fit: object = None


class Task(NamedTuple):
    "Cases, how they are learned from, and cases to ask about."
    learner: str
    parameters: dict
    X: pd.DataFrame
    y: object
    weights: object = None
    held: tuple = None  # (cases, targets) of a validation set
    asked: pd.DataFrame = None


# -- partitions

TARGET, WEIGHT = 'target of all', 'weight of all'


def in_partitions(task, parameters, cuts=None, arranged=list):
    "The model of the cases in partitions, one to four where it is not said."
    n = len(task.X)
    if cuts is None: cuts = np.linspace(0, n, 2 + n % 4).astype(int)[1:-1]
    names = [*map(str, task.X.columns), TARGET, WEIGHT][:None if task.weights is not None else -1]
    columns = [*(x for _, x in task.X.items()), pd.Series(task.y),
               pd.Series(task.weights, dtype=float)]
    frame = pd.DataFrame(dict(enumerate(c.set_axis(task.X.index) for c in columns[:len(names)])))
    frame.columns = pd.Index(names, dtype=object)
    parts = [frame[a:b] for a, b in zip([0, *cuts], [*cuts, n])]
    return fit_partitioned(arranged(parts), TARGET,
                           weight=None if task.weights is None else WEIGHT, most_rows=7,
                           estimator=LEARNERS[task.learner].estimator(), **parameters)[0]


def alone(*names):
    "What `fit_partitioned` does not do, for an estimator with these parameters."
    only = dict(arithmetic='exact', validation=None, class_weight=None, costs=None, soft=False)
    return {name: only[name] for name in names} | dict(unknown='share', max_leaf_nodes=None,
                                                       max_features=None)


# C5.0 counts in sums of 64 bits, but keeps numbers and results in 32, and knows no weights; so
# numbers that 32 bits do not tell apart are one, and what is compared after other sums is near
LEARNERS = dict(
    C45Classifier=Learner(C45Classifier, dict(arithmetic='exact')),
    release8=Learner(C45Classifier, dict(arithmetic='r8')),
    ID3Classifier=Learner(ID3Classifier), CARTClassifier=Learner(CARTClassifier),
    CARTRegressor=Learner(CARTRegressor),
    C45ForestClassifier=Learner(C45ForestClassifier, dict(n_estimators=3)),
    CARTForestRegressor=Learner(CARTForestRegressor, dict(n_estimators=3)),
    C45RulesClassifier=Learner(C45RulesClassifier), C50Classifier=Learner(
        C50Classifier,
        fit=lambda task, parameters: C50Classifier(**parameters).fit(task.X, task.y)),
    fit_partitioned=Learner(
        C45Classifier, alone('arithmetic', 'validation', 'class_weight', 'costs', 'soft'),
        in_partitions),
    CARTClassifier_in_parts=Learner(
        CARTClassifier, alone('validation', 'class_weight', 'costs'), in_partitions),
    CARTRegressor_in_parts=Learner(CARTRegressor, alone(), in_partitions))


def in_parts(task):
    "Whether a task's cases are read in partitions."
    return LEARNERS[task.learner].fit is in_partitions


def fitted(task):
    "The model of a task."
    learner, parameters = LEARNERS[task.learner], dict(task.parameters)
    if parameters.get('validation') == 'own': parameters['validation'] = task.held
    if learner.fit: return learner.fit(task, parameters)
    return learner.estimator(**parameters).fit(task.X, task.y, task.weights)


# -- parameters

NUMBERS = dict(min_cases=[0.5, 1, 3], min_split=[0, 4, 7.5], cf=[0.05, 0.6, 1],
               epsilon=[0.0503, 0.2003], max_depth=[0, 1, 2, 3],
               max_leaf_nodes=[1, 2, 4], alpha=[0, 0.02, 0.3], folds=[2, 3],
               significance=[0.05, 0.5], redundancy=[0.5, 3], trials=[1, 2, 4],
               leaf_smoothing=['laplace', 0.7], max_features=['log2', None, 2, 0.7],
               random_state=[3], n_jobs=[2])


@cache
def defaults(learner):
    "The parameters of a learner's estimator, and what it has in place of others."
    estimator = LEARNERS[learner].estimator()
    names = 'criterion arithmetic pruning alpha costs validation unknown soft trials rules winnow thresholds'.split()
    return {name: getattr(estimator, name, None) for name in names} | estimator.get_params()


def parameter(task, name):
    "A parameter of a task's estimator."
    return task.parameters.get(name, defaults(task.learner).get(name))


def parameters_of(learner, rng, X, y):
    "Parameters that go together, about half of them the estimator's own choice."
    (estimator, fixed, _), drawn = LEARNERS[learner], {}
    names = estimator().get_params()
    for name in names:
        choices = [c for c in choices_of(estimator, name) if c not in (callable, Criterion)]
        if estimator is C50Classifier and name == 'min_cases':
            choices = [c for c in choices if c >= 1]
        if name == 'max_features' and 'n_estimators' not in names: continue
        if name in fixed: drawn[name] = fixed[name]
        elif choices and rng.random() < (0.1 if name == 'n_jobs' else 0.5):
            drawn[name] = choices[rng.integers(len(choices))]
    classes = sorted(set(y)) if not issubclass(estimator, CARTRegressor) else ()
    for name, priced in dict(class_weight=class_weights, costs=costs).items():
        if name in names and name not in fixed and len(classes) > 1 and rng.random() < 0.2:
            drawn[name] = priced(rng, classes)
    aside = deepcopy(rng)  # tasks that once failed stay as they were
    if 'max_features' in names and 'n_estimators' not in names and aside.random() < 0.15:
        drawn['max_features'] = [1, *NUMBERS['max_features']][aside.integers(5)]
    return agreeing(names | drawn, drawn, rng, fixed, any(x.dtype == float for _, x in X.items()))


def choices_of(estimator, name):
    "What a parameter may be."
    if name != 'pruning' or name in estimator._choices:
        choices = estimator._choices.get(name) or NUMBERS.get(name, ())
        return choices() if callable(choices) else choices
    numbers = issubclass(estimator, CARTRegressor)
    return [*(word for word, way in WAYS.items() if way.numbers or not numbers), None]


def class_weights(rng, classes):
    return 'balanced' if rng.random() < 0.3 else {c: float(rng.choice([1, 1, 2, 0.5, 3.25]))
                                                  for c in classes}


def costs(rng, classes):
    return {(a, b): float(rng.choice([1, 2, 0.3, 9])) for a in classes for b in classes if a != b}


def agreeing(all_of, drawn, rng, fixed, has_numbers):
    "The parameters drawn, without those that others rule out."
    pruning = all_of.get('pruning')
    if 'unknown' in fixed: agreeing_in_parts(all_of, drawn, rng)
    elif 'validation' in all_of and pruning in ('reduced_error', 'pre',
                                                'cost_complexity') and (
                                                    pruning != 'cost_complexity'
                                                    or rng.random() < 0.3):
        drawn['validation'] = 'own' if rng.random() < 0.7 else 0.3
        if pruning == 'cost_complexity': drawn.pop('alpha', None)  # it finds the price
    if all_of.get('arithmetic') == 'r8' or all_of.get('soft'): drawn.pop('unknown', None)
    if all_of.get('arithmetic') == 'r8':  # Release 8 has neither Gini nor two branches on words
        if drawn.get('criterion') in ('gini', 'distance'): drawn.pop('criterion')
        if drawn.get('discrete') in ('one_vs_rest', 'subset'): drawn.pop('discrete')
        drawn.pop('max_features', None)
    if all_of.get('rules'): drawn.pop('costs', None)
    if 'significance' in all_of and all_of['trials'] > 1:
        drawn = {k: v for k, v in drawn.items() if k not in ('threshold', 'max_leaf_nodes')}
    if has_numbers: drawn.pop('thresholds', None)
    if not all_of.get('bootstrap', True): drawn.pop('oob_score', None)
    return drawn | fixed


def agreeing_in_parts(all_of, drawn, rng):
    "Ways to prune that need no cases in memory, but for C4.5's own; a price is given."
    way = WAYS.get(all_of['pruning'])
    if way and way.cases: drawn['pruning'] = 'error_based'
    if way and way.priced: drawn['alpha'] = float(rng.choice([0, 0.02, 0.3]))
    if drawn.get('pruning') == 'error_based' and 'min_split' in all_of: drawn['min_split'] = 0
