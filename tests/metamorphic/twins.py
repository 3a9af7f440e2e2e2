"""Two models side by side: what they learned, and what they answer."""
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from metamorphic.learners import Task, fitted

ARRAYS = 'first_child n_children classes weights errors dist group branch_of'.split()
ABSENCE = 2.0 ** 997  # where absence is a value, thresholds beyond are beside its number


@dataclass
class Twin:
    "A task, and what its model has to do with that of the first task."
    task: Task
    columns: dict = None            # new names of columns
    cut: object = None              # (column, threshold) -> that of the other model
    classes: tuple = None           # what the first's classes are called here
    units: tuple = (1.0, 0.0)       # of targets: factor and shift
    size: float = 1.0               # how often as much the cases weigh
    rows: object = Ellipsis         # the cases asked, in the other order
    grown: bool = False             # trees are alike before pruning, but for thresholds
    answers: bool = False           # only answers are alike, and the number of leaves with cases
    near: float = 0.0               # relative difference of weights and answers
    excused: object = lambda model, other: False  # by ties
    fit: object = fitted

    def name(self, column): return column if self.columns is None else self.columns[column]

    @property
    def places(self):
        "Number here of each of the first's classes."
        order = sorted(self.classes)
        return np.array([order.index(c) for c in self.classes])


class Known:
    "A task and its model, and what that answers, which is asked once for all relations."
    def __init__(self, task, model): self.task, self.model = task, model

    @cached_property
    def answers(self):
        "Classes and shares of the cases asked; or numbers, twice."
        return answered(self.model, self.task.asked)

    @property
    def shares(self): return self.answers[1]

    @property
    def codes(self): return codes_of(self.model, self.answers[0])


def answered(model, cases):
    "What an estimator answers: classes, and shares; or numbers, twice."
    found = np.asarray(model.predict(cases)).tolist()
    return found, model.predict_proba(cases) if hasattr(model, 'classes_') else np.array(
        found)[:, None]


def trees_of(model):
    "All trees of a model, first the one before pruning."
    own = [getattr(model, name, None) for name in ('unpruned_tree_', 'tree_')]
    return [*(tree for tree in own if tree is not None), *getattr(model, 'trees_', [])]


def told_tree(tree, twin, size=1.0):
    "What a tree is, as the twin's should be; numbers in units of `size`."
    columns = [twin.name(a.column) for a in tree.schema.attributes]
    told = {name: getattr(tree, name) for name in ARRAYS}
    told |= {name: told[name] * twin.size for name in ('weights', 'errors', 'dist')}
    told['attribute'] = [a < 0 or (columns[a], tree.schema.attributes[a].source is None)
                         for a in tree.attribute.tolist()]
    def cut(a, t): return cut_of(twin, tree.schema.attributes[a], columns[a], t)
    if not twin.grown:
        told |= {name: np.array(list(map(cut, tree.attribute, getattr(tree, name))))
                 for name in ('threshold', 'lower', 'upper')}
    if tree.is_numeric:
        (factor, shift), (weight, mean, variance) = twin.units, tree.dist.T
        told |= dict(dist=weight * twin.size, mean=(mean * factor + shift) / size,
                     variance=variance * (factor / size) ** 2,
                     errors=told['errors'] * (factor / size) ** 2)
    elif twin.classes is not None:
        told |= dict(dist=told['dist'][:, np.argsort(twin.places)],
                     classes=twin.places[tree.classes])
    return told


def cut_of(twin, attribute, column, t):
    """The twin's threshold. Between a number and that of absence it is on absence's side: its last
    bits are those of the number."""
    if twin.cut is None: return t
    is_beside_absence = attribute.absent is not None and abs(t) > ABSENCE
    return np.copysign(ABSENCE, t) if is_beside_absence else twin.cut(column, t)


def told_rules(model, twin):
    "What rulesets are, as the twin's should be."
    rulesets = [r for r in [getattr(model, 'rules_', None)]
                if r is not None] + list(getattr(model, 'rulesets_', []))
    for one in rulesets:
        columns = [twin.name(a.column) for a in one.schema.attributes]
        def cut(c):
            a, t = c.attribute, c.threshold
            return None if t is None else cut_of(twin, one.schema.attributes[a], columns[a], t)
        yield [([(columns[c.attribute], c.outcome, cut(c), c.group) for c in r.conditions],
                r.class_code, r.error if hasattr(r, 'error') else r.vote)
               for r in one.rules], one.default


def reached(tree):
    "Number of leaves that training cases reach."
    return int((tree.weights[tree.n_children == 0] > 0).sum())


def differences(model, other, twin):
    "What is not alike in what two models learned, or nothing."
    trees, others = trees_of(model), trees_of(other)
    same = Twin(None, grown=twin.grown, cut=None if twin.cut is None else lambda column, t: t)
    if twin.answers: return [] if reached(trees[0]) == reached(others[0]) else ['leaves']
    if twin.grown: trees, others = trees[:1], others[:1]
    if len(trees) != len(others): return ['number of trees', len(trees), len(others)]
    for i, (a, b) in enumerate(zip(trees, others)):
        a, b = told_tree(a, twin, size_of(twin)), told_tree(b, same, size_of(twin))
        for name in a:
            if not alike(a[name], b[name], twin.near): return [f'tree {i}', name, a[name], b[name]]
    rules, others = list(told_rules(model, twin)), list(told_rules(other, same))
    return [] if twin.grown or rules == others else ['rules', rules, others]


def size_of(twin):
    "What differences of numbers are measured by: the greatest target; 1 where every bit counts."
    return np.abs(twin.task.y).max() if twin.near and isinstance(
        twin.task.y, pd.Series) and twin.task.y.dtype == float else 1.0


def alike(a, b, near=0.0):
    "Whether two arrays or lists hold the same."
    if isinstance(a, list): return a == b
    if a.shape != b.shape: return False
    if not near or a.dtype.kind != 'f': return np.array_equal(a, b, equal_nan=a.dtype.kind == 'f')
    return np.allclose(a, b, rtol=near, atol=near, equal_nan=True)


def shares_of(model, cases):
    "Shares by class, or numbers, a matrix."
    return model.predict_proba(cases) if hasattr(model, 'classes_') else model.predict(
        cases)[:, None]


def codes_of(model, classes):
    "Numbers of some classes of a model."
    place = {c: i for i, c in enumerate(model.classes_.tolist())}
    return np.array([place[c] for c in classes])


def predicted(model, cases):
    "Numbers of the classes predicted."
    return codes_of(model, np.asarray(model.predict(cases)).tolist())


def wrong_answers(known, other, twin):
    "What two models answer differently, or nothing."
    model, shares, found = known.model, known.shares, shares_of(other, twin.task.asked)
    if twin.classes is not None:
        expected, classes = sorted(twin.classes), other.classes_.tolist()
        if classes != expected or list(map(type, classes)) != list(map(type, expected)):
            return ['classes', classes, expected]
        codes, others = twin.places[known.codes], predicted(other, twin.task.asked)
        if not twin.near and (codes != others).any(): return ['predicted', codes, others]
        shares = shares[:, np.argsort(twin.places)]
    if not hasattr(model, 'classes_'):
        shares, found = (shares * twin.units[0]
                         + twin.units[1]) / size_of(twin), found / size_of(twin)
    return [] if alike(shares[twin.rows], found,
                       twin.near) else ['shares', shares[twin.rows], found]


def broken(known, twin):
    "How a relation is broken, or nothing."
    other = twin.fit(twin.task)
    wrong = differences(known.model, other, twin)
    if not wrong and not twin.grown: wrong = wrong_answers(known, other, twin)
    return wrong if wrong and not twin.excused(known.model, other) else []
