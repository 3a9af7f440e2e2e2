"""A criterion stands once: a record appended to the list grows the same tree by page and engine, interpreted and compiled."""
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support.folders import ROOT
from support.kernels import every_kernel
from support.root import root_of

from c45lit.data.table import Attribute, Schema, Table
from c45lit.splits.gain import CRITERIA, GINI, Criterion, gain_alone
from c45lit.splits.multiway import SplitOptions
from c45lit.tree.structure import as_tree
from c45lit.tree.growing import StopRule
from c45lit.tree.one_page import grow
from c45lit.engine.growing_loop import grow_tree

TOY = len(CRITERIA)
OPTIONS = SplitOptions(TOY, min_cases=1.0, penalty=False, least_side=False, average=0)


def cube(n): return n * n * n


def per_square(parts, n, part_n): return parts / (n * n)


CUBES = Criterion('cubes', cube, per_square, gain_alone, False, False)


@pytest.fixture
def toy():
    "One more criterion, n cubed, while a test runs."
    CRITERIA.append(CUBES)
    yield
    assert CRITERIA.pop() is CUBES


def some_table(seed, n=60):
    "A number and a discrete attribute, three classes, whole weights; in every other table some values are unknown."
    rng = np.random.default_rng(seed)
    classes = rng.integers(0, 3, n).astype(np.int32)
    x = (rng.integers(0, 12, n) + 3 * classes).astype(float)
    d = np.where(rng.random(n) < 0.4, classes, rng.integers(0, 4, n)).astype(np.int32)
    weights, hide = rng.integers(1, 4, n).astype(float), rng.random((2, n)) < 0.15 * (seed % 2)
    x[hide[0]], d[hide[1]] = np.nan, -1
    schema = Schema((Attribute('x', 'continuous'), Attribute('d', 'discrete', tuple('abcd'))), tuple('stu'))
    return Table(schema, (x, d), classes, weights)


def difference(page, engine):
    "The first array in which two trees differ, or ''; errors are sums, in some order."
    for field in 'attribute threshold first_child n_children classes weights dist'.split():
        if not np.array_equal(getattr(page, field), getattr(engine, field), equal_nan=True): return field
    return '' if np.allclose(page.errors, engine.errors, rtol=0, atol=1e-9) else 'errors'


def decrease(table, branch):
    "What a test gains by cubes, from the definition: (order of the branches - order of the node) / n."
    def order(rows):
        freq = np.bincount(table.classes[rows], table.weights[rows], 3)
        return (freq ** 3).sum() / freq.sum() ** 2
    parts = [branch == b for b in np.unique(branch[branch >= 0])]
    return (sum(map(order, parts)) - order(branch >= 0)) / table.weights.sum()


def gains_by_definition(table):
    "The greatest gain of each of the two attributes; unknown values are in no branch."
    x, d = table.columns
    cuts = [decrease(table, np.where(np.isnan(x), -1, x > t)) for t in np.unique(x[~np.isnan(x)])[:-1]]
    return max(cuts), decrease(table, d)


@pytest.mark.parametrize('seed', range(20))
def test_the_root_is_the_best_by_definition(toy, seed):
    table = some_table(seed)
    with every_kernel('py_func'): root = root_of(table, OPTIONS)
    gains = gains_by_definition(table)
    assert [split.gain for split in root.splits] == pytest.approx(gains, rel=1e-12)
    assert root.attribute == np.argmax(gains) == grow(table, OPTIONS).attribute


@pytest.mark.parametrize('seed', range(20))
def test_page_and_engine_grow_the_same_tree(toy, seed):
    table = some_table(seed)
    for options in OPTIONS, OPTIONS._replace(min_cases=2.0, least_side=True, epsilon=0.01):
        with every_kernel('py_func'): engine = grow_tree(table, options)
        assert len(engine) > 3
        assert not difference(as_tree(grow(table, options), table.schema), engine)


def test_the_new_criterion_is_not_one_of_the_old(toy):
    stop = StopRule(collapse=False)
    tables = [some_table(seed) for seed in range(5)]
    assert any(str(grow_tree(t, OPTIONS, stop)) != str(grow_tree(t, OPTIONS._replace(criterion=GINI), stop)) for t in tables)


COMPILED = """
from test_toy_criterion import *
CRITERIA.append(CUBES)
for seed in range(6):
    table = some_table(seed)
    with every_kernel('py_func'): interpreted = grow_tree(table, OPTIONS)
    with every_kernel('compiled'): assert grow_tree(table, OPTIONS) == interpreted
    assert not difference(as_tree(grow(table, OPTIONS), table.schema), interpreted)
print('equal')
"""


@pytest.mark.slow
def test_the_compiled_engine_grows_the_same_tree(tmp_path):
    "In a process of its own, whose compiled code is thrown away."
    pytest.importorskip('numba')
    env = os.environ | {'NUMBA_CACHE_DIR': str(tmp_path), 'PYTHONPATH': os.pathsep.join(map(str, (ROOT / 'tests', Path(__file__).parent)))}
    done = subprocess.run([sys.executable, '-c', COMPILED], env=env, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == 'equal', done.stderr
