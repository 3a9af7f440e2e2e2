"""Everything that learns from cases. Whoever adds an estimator adds a line to `LEARNERS`; its
parameters are drawn by themselves, from what they are declared to be."""
from copy import copy
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from support.declared import drawn, drawn_record, lacks_its_price, may_be_drawn
from support.family import made, ways_of

from c45lit.pruning.ways import PRUNINGS
from c45lit.specification.declaration import declared
from c45lit import (C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier,
                    CARTClassifier, CARTForestRegressor, CARTRegressor, CostComplexity, ErrorBased,
                    ID3Classifier, LeafLimit, Release8Classifier, fit_partitioned)


class Learner(NamedTuple):
    "An estimator, parameters that are not drawn, and what fits it in place of `fit`."
    estimator: type
    fixed: dict = {}
    fit: object = None


class Task(NamedTuple):
    """Cases, how they are learned from, and cases to ask about.

    The parameters of rules and those of their tree stand side by side; `tree` is its class."""
    learner: str
    parameters: dict
    X: pd.DataFrame
    y: object
    weights: object = None
    held: tuple = None  # (cases, targets) of a validation set
    asked: pd.DataFrame = None


# -- partitions

TARGET, WEIGHT = 'target of all', 'weight of all'


def in_partitions(task, cuts=None, arranged=list):
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
                           estimator=unfitted(task))[0]


def alone(*names):
    "What `fit_partitioned` does not do, for an estimator with these parameters."
    return dict.fromkeys(names) | dict(unknown='share')


def without_weights(task): return unfitted(task).fit(task.X, task.y)


# C5.0 counts in sums of 64 bits, but keeps numbers and results in 32, and knows no weights; so
# numbers that 32 bits do not tell apart are one, and what is compared after other sums is near
LEARNERS = dict(
    C45Classifier=Learner(C45Classifier), release8=Learner(Release8Classifier),
    ID3Classifier=Learner(ID3Classifier), CARTClassifier=Learner(CARTClassifier),
    CARTRegressor=Learner(CARTRegressor),
    C45ForestClassifier=Learner(C45ForestClassifier, dict(n_estimators=3)),
    CARTForestRegressor=Learner(CARTForestRegressor, dict(n_estimators=3)),
    C45RulesClassifier=Learner(C45RulesClassifier),
    C50Classifier=Learner(C50Classifier, fit=without_weights),
    fit_partitioned=Learner(C45Classifier, alone('class_weight', 'costs'), in_partitions),
    CARTClassifier_in_parts=Learner(CARTClassifier, alone('class_weight', 'costs'), in_partitions),
    CARTRegressor_in_parts=Learner(CARTRegressor, alone(), in_partitions))


def in_parts(task):
    "Whether a task's cases are read in partitions."
    return LEARNERS[task.learner].fit is in_partitions


def unfitted(task):
    "The estimator of a task."
    parameters = dict(task.parameters)
    if 'pruning' in parameters: parameters['pruning'] = on_own(parameters['pruning'], task.held)
    return made(LEARNERS[task.learner].estimator, parameters.pop('tree', C45Classifier),
                **parameters)


OWN = ('cases', 'targets')  # stands for the validation set of a task


def on_own(pruning, held):
    "Ways to prune, on the validation set of the task where they ask for one of their own."
    if isinstance(pruning, list): return [on_own(way, held) for way in pruning]
    if getattr(pruning, 'validation', None) is not OWN: return pruning
    return copy(pruning).set_params(validation=held)


def fitted(task):
    "The model of a task."
    fit = LEARNERS[task.learner].fit
    return fit(task) if fit else unfitted(task).fit(task.X, task.y, task.weights)


# -- parameters

# what needs a table: its scores and errors are in units of their own, and a schema, prices and
# validation cases are of its columns and classes; and numbers that no range says
NUMBERS = dict(epsilon=[0.0503, 0.2003], alpha=[None, 0, 0.02, 0.3], max_features=['log2', None, 2, 0.7],
               random_state=[3], n_jobs=[2])
OF_A_TABLE = {'schema', 'class_weight', 'costs', 'validation', 'tree', 'pruning'}
NOT_OF_RULES = {'costs', 'leaf_smoothing'}  # of their tree


@cache
def parameters_known(estimator, grower=C45Classifier):
    "The declaration of every parameter, of rules those of their tree, too."
    if estimator is not C45RulesClassifier: return declared(estimator)
    of_tree = {name: about for name, about in declared(grower).items() if name not in NOT_OF_RULES}
    return of_tree | declared(estimator)


@cache
def defaults(learner):
    "The parameters of a learner's estimator."
    estimator = LEARNERS[learner].estimator
    of_tree = C45Classifier().get_params() if estimator is C45RulesClassifier else {}
    return of_tree | estimator().get_params(deep=False)


def parameter(task, name):
    "A parameter of a task's estimator; None where it has none."
    return task.parameters.get(name, defaults(task.learner).get(name))


def options(task):
    "The options of growing that a task's estimator stands for."
    return unfitted(task)._options()


def ways(task):
    "The ways to prune that a task's estimator goes."
    return ways_of(unfitted(task))


def machine_of(model):
    "Name of the machine that grows the trees of an estimator."
    return (model._grower() if hasattr(model, '_grower') else model)._machine.name


def is_exact(task): return machine_of(unfitted(task)) != 'Release 8'


def parameters_of(learner, rng, X, y):
    "Parameters that go together, about half of them the estimator's own choice."
    (estimator, fixed, _), chosen = LEARNERS[learner], {}
    known = parameters_known(estimator)
    if 'tree' in known and rng.random() < 0.2:
        chosen['tree'] = Release8Classifier
        known = parameters_known(estimator, Release8Classifier)
    for name, about in known.items():
        if name in fixed or name in OF_A_TABLE: continue
        if (name in NUMBERS or may_be_drawn(about)) and rng.random() < (
                0.1 if name == 'n_jobs' else 0.5):
            chosen[name] = value_of(name, about, rng)
    classes = sorted(set(y)) if not issubclass(estimator, REGRESSORS) else ()
    for name, priced in dict(class_weight=class_weights, costs=costs).items():
        if name in known and name not in fixed and len(classes) > 1 and rng.random() < 0.2:
            chosen[name] = priced(rng, classes)
    if 'pruning' in known and (rng.random() < 0.6 or not has_price(learner, 'cost_complexity')):
        chosen['pruning'] = random_pruning(learner, rng)
    return agreeing(learner, chosen, any(x.dtype == float for _, x in X.items())) | fixed


REGRESSORS = CARTRegressor, CARTForestRegressor


def value_of(name, about, rng):
    "A value for a parameter."
    values = NUMBERS.get(name)
    return drawn(about, rng) if values is None else values[rng.integers(len(values))]


def random_pruning(learner, rng):
    "A way to prune as its word or a record, or a limit of leaves and then such a way."
    estimator = LEARNERS[learner].estimator
    limit = drawn_record(LeafLimit, rng)
    if estimator is C45RulesClassifier: return [None, limit][rng.integers(2)]
    words = [w for w in parameters_known(estimator)['pruning'].choices if may_prune(learner, w)]
    word = words[rng.integers(len(words))]
    if estimator is Release8Classifier or word is None: return word
    way = random_way(learner, word, rng)
    if rng.random() < 0.3 and has_price(learner, word): way = word
    if LEARNERS[learner].fit and is_error_based(way): return way
    return [way, way, way, limit, [limit, way]][rng.integers(5)]


def may_prune(learner, word):
    "Whether a learner can prune in such a way: numbers, or cases that are not all in memory."
    estimator, way = LEARNERS[learner].estimator, PRUNINGS.get(word)
    if way is None or issubclass(estimator, REGRESSORS) and not way.numbers: return way is None
    return not LEARNERS[learner].fit or way is ErrorBased or not way.cases


def has_price(learner, word): return not LEARNERS[learner].fit or word != 'cost_complexity'


def random_way(learner, word, rng):
    "A way to prune with parameters of its own; partitions are told the price."
    kind, said = PRUNINGS[word], {}
    if kind is CostComplexity: said['alpha'] = NUMBERS['alpha'][rng.integers(
        not has_price(learner, word), 4)]
    if 'validation' in declared(kind) and said.get('alpha') is None:
        said['validation'] = [OWN, OWN, 0.3][rng.integers(3)]
        of_numbers = issubclass(LEARNERS[learner].estimator, REGRESSORS)
        if kind is CostComplexity and (of_numbers or rng.random() < 0.7): said['validation'] = None
    else: said |= dict.fromkeys({'validation'} & {*declared(kind)})
    if kind is CostComplexity and (said['alpha'], said['validation']) != (None, None):
        said |= dict(folds=10, rule='one_se')  # of a cross-validation, which there is not
    return drawn_record(kind, rng, **said)


def class_weights(rng, classes):
    return 'balanced' if rng.random() < 0.3 else {c: float(rng.choice([1, 1, 2, 0.5, 3.25]))
                                                  for c in classes}


def costs(rng, classes):
    return {(a, b): float(rng.choice([1, 2, 0.3, 9])) for a in classes for b in classes if a != b}


def agreeing(learner, chosen, has_numbers):
    "The parameters drawn, without those that others rule out."
    all_of = defaults(learner) | chosen
    pruning, makes_rules = all_of.get('pruning'), 'redundancy' in all_of
    has_windows = makes_rules and all_of['trials'] > 1
    ruled_out = dict(
        cf=learner in ('C45Classifier', 'fit_partitioned') and not is_word_of_cf(pruning),
        costs=all_of.get('rules'),
        discrete=lacks_its_price(all_of),
        oob_score=not all_of.get('bootstrap', True),
        pruning=has_windows or makes_rules and 'tree' in chosen,
        # partitions count errors without it
        min_split=LEARNERS[learner].fit and is_error_based(pruning),
        thresholds=has_windows or all_of.get('thresholds') is False and has_numbers)
    left = {name: v for name, v in chosen.items() if not ruled_out.get(name)}
    return left | dict(min_split=0) if ruled_out['min_split'] and 'min_split' in all_of else left


def is_word_of_cf(pruning):
    return 'error_based' in (pruning if isinstance(pruning, list) else [pruning])


def is_error_based(pruning):
    return pruning == 'error_based' or isinstance(pruning, ErrorBased)
