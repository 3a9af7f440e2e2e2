"""Formulas of every kind that no model had to learn, and cases for them: what an export writes can be
compared with a formula for hundreds of them in the time of one fit."""
import numpy as np

from c45lit import Attribute
from c45lit.ensembles.calibration import Sigmoid, polyline
from c45lit.exports import Formula
from c45lit.exports.formulas import Ballot, Ballots, Leaf, RuleNode, Test
from c45lit.rules.rule import Condition

KINDS = ('tree', 'votes', 'mean', 'winners', 'rules', 'ballots')


def columns_of(rng):
    "Two to five columns, some with absence as a value."
    found = []
    for j in range(rng.integers(2, 6)):
        is_absent = rng.random() < .2
        if rng.random() < .5:
            found.append(Attribute(f'n{j}', 'continuous', absent='none' if is_absent else None))
            continue
        words = [f'w{i}' for i in range(rng.integers(2, 6))] + ['none'] * is_absent
        found.append(Attribute(f'c{j}', 'discrete', tuple(words),
                               absent='none' if is_absent else None))
    return tuple(found)


def nodes_of(rng, columns, width, deepest, single):
    "The nodes of a tree in preorder; some leaves are without cases, some values without a branch."
    nodes = []

    def leaf():
        dist = tuple(float(v) for v in rng.integers(0, 9, width))
        weight = float(sum(dist)) if rng.random() < .9 else 0.0
        if width == 1: return Leaf(weight, (float(rng.normal()),), 1.0)
        return Leaf(weight, dist if sum(dist) else (1.0,) + dist[1:], float(sum(dist) or 1.0))

    def grow(depth):
        place = len(nodes)
        nodes.append(None)
        if depth == 0 or rng.random() < .2:
            nodes[place] = leaf()
            return place
        j = int(rng.integers(len(columns)))
        c = columns[j]
        if c.kind == 'continuous': cut, row, n = float(rng.integers(-3, 3) + .1), (), 2
        else:
            n = int(rng.integers(2, len(c.values) + 1))
            row = [*range(n), *rng.integers(-1 if rng.random() < .2 else 0, n, len(c.values) - n)]
            cut, row = None, tuple(int(v) for v in rng.permutation(row))
        below = tuple(grow(depth - 1) for _ in range(n))
        weight = sum(nodes[k].weight for k in below)
        nodes[place] = Test(weight, j, cut, row, below)
        return place
    grow(deepest)
    return tuple(nodes)


def conditions_of(rng, columns):
    "Up to three conditions of a rule."
    found = []
    for j in rng.choice(len(columns), rng.integers(1, 3), replace=False).tolist():
        c = columns[j]
        if c.kind == 'continuous':
            found.append(Condition(j, int(rng.integers(2)), threshold=float(rng.integers(-3, 3))))
        else:
            some = rng.choice(len(c.values), rng.integers(1, len(c.values)), replace=False)
            found.append(Condition(j, 0, group=tuple(map(int, some))))
    return tuple(found)


def shares_for(rng, n):
    v = rng.integers(1, 9, n)
    return tuple((v / v.sum()).tolist())


def curves_of(rng, n_classes):
    "A curve for each class, or one for two classes."
    n = 1 if n_classes == 2 else n_classes
    if rng.random() < .5:
        x = sorted({0.0, *np.round(rng.random(3), 2).tolist()})
        return tuple(polyline(x, sorted(np.round(rng.random(len(x)), 2).tolist()))
                     for _ in range(n))
    return tuple(Sigmoid(float(-4 * rng.random()), float(rng.random())) for _ in range(n))


def random_formula(rng, kind=None, bits=(64, 32), curved=True):
    "A formula of a kind, or of any."
    kind = kind or KINDS[rng.integers(len(KINDS))]
    columns, n = columns_of(rng), int(rng.integers(2, 5))
    is_number = kind in ('tree', 'mean') and rng.random() < .2
    classes = () if is_number else tuple(f'k{c}' for c in range(n))
    n = 1 if is_number else n
    said = dict(columns=columns, classes=classes, aggregation=kind,
                casting=(1e-6,) + (0.0,) * (n - 1) if kind in ('winners', 'ballots') else ())
    single = 32 in bits and kind != 'mean' and rng.random() < .3
    if kind == 'rules':
        rules = [RuleNode(conditions_of(rng, columns), shares_for(rng, n))
                 for _ in range(rng.integers(0, 5))]
        return Formula(**said, rules=(*rules, RuleNode((), shares_for(rng, n))))
    if kind == 'ballots':
        return Formula(**said, single=single, ballots=tuple(Ballots(
            tuple(Ballot(conditions_of(rng, columns), int(rng.integers(n)),
                         float(rng.integers(1, 1000))) for _ in range(rng.integers(1, 6))),
            shares_for(rng, n)) for _ in range(rng.integers(1, 4))))
    smoothed = kind == 'tree' and not is_number and rng.random() < .2
    many = 1 if kind == 'tree' else int(rng.integers(2, 5))
    trees = tuple(nodes_of(rng, columns, n * (1 + smoothed), int(rng.integers(1, 5)), single)
                  for _ in range(many))
    costs = None
    if kind == 'tree' and classes and not smoothed and rng.random() < .3:
        costs = tuple(tuple(0.0 if a == b else float(rng.integers(1, 9)) for b in range(n))
                      for a in range(n))
    curves = ()
    if curved and classes and not smoothed and not costs and rng.random() < .3:
        curves = tuple(curves_of(rng, n) for _ in range(many if kind == 'mean' else 1))
        if len({type(c[0]) for c in curves}) > 1: curves = ()
    return Formula(**said, trees=trees, costs=costs, smoothed=smoothed, curves=curves,
                   single=single, float32=single and rng.random() < .5,
                   least=0.01 if single else 0.0)


def cases_of(rng, f, n=40):
    "Cases as dicts: at thresholds and beside them, unknown, and words never seen."
    found = []
    for _ in range(n):
        case = {}
        for c in f.columns:
            if rng.random() < .15: case[c.column] = None
            elif c.kind == 'continuous':
                v = float(rng.integers(-4, 4)) + float(rng.choice([0, .1, .1, .5]))
                v = float(np.nextafter(v, rng.choice([-9, v, 9])))
                case[c.column] = float(np.float32(v)) if f.single else v  # as C5.0 reads it
            else: case[c.column] = str(rng.choice([*c.values, 'never seen'])) if c.absent is None else str(
                rng.choice([v for v in c.values if v != c.absent]))
        found.append(case)
    return found
