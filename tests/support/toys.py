"""Criteria that somebody may add: records whose impurity is concave, linear in the sum of the parts
and not.

Each measures impurity by a formula of its own; `from_shares` says the same in words of shares,
without sums of parts. Two of them rank tests by what they know of the node, too.
"""
import math
from contextlib import contextmanager

import numpy as np

from c45lit.specification.criterion import (CRITERIA, Criterion,
                                            add_criterion, closeness, gain_alone,
                                            information_part, per_bit)


def cube(n): return n * n * n


def root_order(parts, n, part_n): return n - parts * parts


def cubes_order(parts, n, part_n): return parts / (n * n) if n > 0 else 0.0


def power_order(parts, n, part_n):
    "n by two to the power of the entropy: cases by the number of classes they might as well be of."
    return n * 2.0 ** ((parts - part_n) / n) if n > 0 else 0.0


def apart(gain, split_info, node):
    "Hellinger's distance of the classes, of two by what they weigh at the node."
    roots = 0.0
    for n in node.classes: roots += math.sqrt(n)
    most = roots * roots - node.weight
    return math.sqrt(2.0 * max(gain, 0.0) * node.weight / most) if most > 0.0 else 0.0


# the book's; of two classes it is Hellinger's affinity
SQUARE_ROOT = Criterion('square root', math.sqrt, root_order, gain_alone)
CUBES = Criterion('cubes', cube, cubes_order, gain_alone)  # linear in the sum
ROOT_RATIO = Criterion('square root per bit', math.sqrt, root_order, per_bit, by_average=True)
POWER = Criterion('power', information_part, power_order, gain_alone)
HELLINGER = Criterion('Hellinger', math.sqrt, root_order, apart)


def tsallis(name, score, **facts):
    "Tsallis's entropy of q = 1.5: of n cases of one class the order is 2 n, and not n."
    def part(n): return n * math.sqrt(n)
    def order(parts, n, part_n): return 2.0 * parts / math.sqrt(n) if n > 0 else 0.0
    return Criterion(name, part, order, score, **facts)


TSALLIS_RATIO = tsallis('Tsallis ratio', per_bit, own_info=True)
TSALLIS_NEAREST = tsallis('Tsallis nearest', closeness)  # its score asks the node's impurity
TOYS = SQUARE_ROOT, CUBES, ROOT_RATIO, POWER, HELLINGER, TSALLIS_RATIO, TSALLIS_NEAREST

FROM_SHARES = {  # impurity of a class distribution without empty classes
    'square root': lambda p: (p ** 0.5).sum() ** 2 - 1,
    'cubes': lambda p: 1 - (p ** 3).sum(),
    'square root per bit': lambda p: (p ** 0.5).sum() ** 2 - 1,
    'power': lambda p: 1 - 2.0 ** (p * np.log2(p)).sum(),
    'Hellinger': lambda p: (p ** 0.5).sum() ** 2 - 1,
    'Tsallis ratio': lambda p: 2 * (1 - (p ** 1.5).sum()),
    'Tsallis nearest': lambda p: 2 * (1 - (p ** 1.5).sum())}


def impurity(toy, weights):
    "Impurity of class weights by a toy, from its shares."
    some = np.asarray(weights, float)
    some = some[some > 0]
    return FROM_SHARES[toy.name](some / some.sum()) if len(some) else 0.0


@contextmanager
def one_more(toy):
    "A criterion whose word is known for a while."
    try: yield add_criterion(toy)
    finally: CRITERIA.remove(toy)
