"""Work grows as the table does, counted and not timed: lines that the interpreted kernels run,
cells they allocate."""
import sys
from contextlib import contextmanager

import numpy as np
import pytest
from support.kernels import every_kernel
from support.options import FREE

from c45lit.data.table import Attribute, Schema, Table
from c45lit.specification.growth import StopRule
from c45lit.engine.growing_loop import grow_tree


@contextmanager
def counted():
    "Count the lines run in the package, and the cells of every array made by zeros, full or empty."
    effort, makers = dict(lines=0,
                          cells=0), {name: getattr(np, name) for name in ('zeros', 'empty', 'full')}
    def line(frame, event, arg):
        if event == 'line': effort['lines'] += 1
        return line
    def call(frame, event, arg):
        return line if '/c45lit/' in frame.f_code.co_filename else None
    def maker(make):
        def made(*args, **more):
            array = make(*args, **more)
            effort['cells'] += array.size
            return array
        return made
    for name, make in makers.items(): setattr(np, name, maker(make))
    before = sys.gettrace()
    sys.settrace(call)
    try:
        with every_kernel('py_func'): yield effort
    finally:
        sys.settrace(before)
        for name, make in makers.items(): setattr(np, name, make)


def effort(table, rules=FREE, max_depth=-1):
    """Lines run and cells allocated in growing a tree, and cell visits: a node sees its rows of
    every column."""
    with counted() as found: tree = grow_tree(table, rules, StopRule(max_depth, False))
    return {**found, 'visits': tree.weights.sum() * len(table.columns)}


def times_as_much(small, large, what, a_visit=True):
    "How many times the work of the smaller table the larger one takes, a cell visit or in all."
    return large[what] / small[what] / (large['visits'] / small['visits'] if a_visit else 1)


def table_of(columns, classes):
    "Floats are continuous columns, whole numbers discrete ones."
    attributes = [Attribute(f'a{i}', 'continuous') if c.dtype == float else
                  Attribute(f'a{i}', 'discrete', tuple(map(str, range(c.max() + 1))))
                  for i, c in enumerate(columns)]
    schema = Schema(tuple(attributes), tuple(f'c{k}' for k in range(max(classes.max() + 1, 2))))
    columns = tuple(c if c.dtype == float else c.astype(np.int32) for c in columns)
    return Table(schema, columns, classes.astype(np.int32), np.ones(len(classes)))


def noisy(u, rng):
    "Two classes: five stripes over the values 0 to 1, 10 % of the labels turned."
    return ((5 * u).astype(int) % 2 ^ (rng.random(len(u)) < 0.1)).astype(int)


# -- rows

COLUMNS = {
    'unique values': lambda n: np.random.default_rng(3).permutation(n),
    'three values': lambda n: np.arange(n) * 7 % 3,
    'sorted': lambda n: np.arange(n), 'reversed': lambda n: np.arange(n)[::-1],
    'constant': lambda n: np.zeros(n)}


def two_columns(kind, n):
    x = COLUMNS[kind](n).astype(float)
    return table_of([x, np.roll(x, n // 3)], noisy(x / n, np.random.default_rng(0)))


@pytest.mark.parametrize('kind', COLUMNS)
def test_a_cell_visit_costs_the_same_in_a_table_of_twice_the_rows(kind):
    small, large = effort(two_columns(kind, 400)), effort(two_columns(kind, 800))
    assert times_as_much(small, large, 'lines') < 1.1
    assert times_as_much(small, large, 'cells') < 1.1


def one_at_a_time(n):
    "Classes that alternate: the best threshold parts one case from the others, all the way down."
    return table_of([np.arange(n, dtype=float)], np.arange(n) % 2)


def test_a_tree_as_deep_as_its_table_is_long_pays_for_its_cell_visits_alone():
    small, large = effort(one_at_a_time(80)), effort(one_at_a_time(160))
    assert large['visits'] > 3 * small['visits']  # it is what it should be
    assert times_as_much(small, large, 'lines') < 1.1
    assert times_as_much(small, large, 'cells',
                         a_visit=False) < 2.2  # nothing of a node's length is made anew


# -- values and classes

def identifiers(n, values):
    """An attribute of so many values, which no two branches of two cases part, and a threshold at
    every node."""
    x = np.random.default_rng(4).random(n)
    codes = np.where(np.arange(n) < values, np.arange(n), 0)
    return table_of([codes, x], noisy(x, np.random.default_rng(5)))


@pytest.mark.parametrize('sizes', [[(300, 300), (600, 600)], [(300, 75), (300, 300)]],
                         ids=['rows and values', 'values'])
def test_values_that_do_not_occur_at_a_node_cost_nothing(sizes):
    rules = FREE._replace(min_cases=2.0)
    small, large = (effort(identifiers(*size), rules) for size in sizes)
    assert times_as_much(small, large, 'lines') < 1.2
    assert times_as_much(small, large, 'cells') < 1.2
