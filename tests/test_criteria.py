"""A criterion stands once: a record added to the list grows trees, interpreted and compiled, by its own formulas."""
import os
import subprocess
import sys

import numpy as np
import pytest

from c45lit.splits import gain as criteria
from c45lit.data.table import Attribute, Schema, Table
from c45lit.tree.growing import StopRule
from c45lit.engine.growing_loop import grow_tree
from c45lit.splits.gain import GINI
from c45lit.splits.multiway import SplitOptions

TOY = len(criteria.CRITERIA)
RULES = SplitOptions(TOY, min_cases=1.0, penalty=False, least_side=False, average=0)


def cube(n): return n * n * n


def per_square(parts, n, part_n): return parts / (n * n)


@pytest.fixture
def toy(monkeypatch):
    "The criteria, and one more: n cubed."
    record = criteria.Criterion('cubes', cube, per_square, criteria.gain_alone, False, False)
    monkeypatch.setattr(criteria, 'CRITERIA', (*criteria.CRITERIA, record))


def some_table(seed, n=60):
    "Numbers and words, three classes, whole weights."
    rng = np.random.default_rng(seed)
    classes = rng.integers(0, 3, n).astype(np.int32)
    x = (rng.integers(0, 12, n) + 3 * classes).astype(float)
    d = np.where(rng.random(n) < 0.4, classes, rng.integers(0, 4, n)).astype(np.int32)
    schema = Schema((Attribute('x', 'continuous'), Attribute('d', 'discrete', tuple('abcd'))), tuple('stu'))
    return Table(schema, (x, d), classes, rng.integers(1, 4, n).astype(float))


def decrease(table, branch):
    "What a test gains by cubes, counted from the definition: (order of the branches - order of the node) / n."
    def order(rows):
        freq = np.bincount(table.classes[rows], table.weights[rows], 3)
        return (freq ** 3).sum() / freq.sum() ** 2
    parts = [branch == b for b in np.unique(branch)]
    return (sum(map(order, parts)) - order(branch >= 0)) / table.weights.sum()


def best_by_definition(table):
    "(attribute, gain) of the root by cubes, the first of equals."
    x, d = table.columns
    cuts = [decrease(table, (x > t).astype(int)) for t in np.unique(x)[:-1]]
    return max((max(cuts), -0), (decrease(table, d), -1))


class Root:
    "Keeps the scores of the root."
    scores = None

    def __call__(self, view):
        if self.scores is None: self.scores, self.attribute = view.scores.gain.copy(), view.attribute

    def done(self, nodes): pass


@pytest.mark.parametrize('seed', range(20))
def test_a_record_is_enough_for_a_new_criterion(toy, seed):
    table, root = some_table(seed), Root()
    tree = grow_tree(table, RULES, StopRule(collapse=False), watch=root)
    gain, attribute = best_by_definition(table)
    assert root.attribute == -attribute and len(tree) > 3
    assert root.scores.max() == pytest.approx(gain, rel=1e-12)


def test_the_new_criterion_is_not_one_of_the_old(toy):
    trees = [str(grow_tree(some_table(seed), rules)) for seed in range(5) for rules in (RULES, RULES._replace(criterion=GINI))]
    assert trees[::2] != trees[1::2]


COMPILED = '''
import sys
sys.path.insert(0, {folder!r})
from test_criteria import *
from test_judge import every_kernel
record = criteria.Criterion('cubes', cube, per_square, criteria.gain_alone, False, False)
criteria.CRITERIA = (*criteria.CRITERIA, record)
for seed in range(5):
    table = some_table(seed)
    plain = grow_tree(table, RULES)
    with every_kernel('compiled'): assert grow_tree(table, RULES) == plain
print('equal')
'''


@pytest.mark.slow
def test_the_new_criterion_grows_the_same_trees_compiled(tmp_path):
    "In a process of its own, whose compiled code is thrown away."
    pytest.importorskip('numba')
    code = COMPILED.format(folder=os.path.dirname(__file__))
    env = os.environ | {'NUMBA_CACHE_DIR': str(tmp_path)}
    done = subprocess.run([sys.executable, '-c', code], env=env, capture_output=True, text=True)
    assert done.stdout.strip() == 'equal', done.stderr
