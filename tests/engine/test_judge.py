"""The engine grows the judge's tree on thousands of random tables, and nothing but the data moves
it."""
from dataclasses import replace

import numpy as np
import pytest
from support.kernels import TWINS, every_kernel
from support.naive import UNIT, as_nested, naive_tree
from support.options import BOOK
from support.random_tables import random_rules, random_task, random_weights, seeds

from c45lit.data.table import Attribute, Schema, Table, decode, encode, infer_schema
from c45lit.data.datasets import load_dataset
from c45lit.specification.growth import StopRule
from c45lit.engine.growing_loop import grow_tree
from c45lit.specification.criterion import GAIN, GINI
from c45lit.specification.multiway import SplitOptions


@pytest.fixture(params=TWINS)
def twin(request):
    if request.param == 'compiled': pytest.importorskip('numba')
    with every_kernel(request.param): yield request.param


@pytest.fixture
def compiled():
    with every_kernel('compiled'): yield


# -- the judge at work

def smallest(table, differs):
    "The table without the cases that a disagreement does not need: what is worth looking at."
    i = 0
    while i < len(table):
        less = table.select(np.arange(len(table)) != i)
        if len(less) and differs(less): table = less
        else: i += 1
    return table


def judge(table, rules, stop, threshold, seed, **more):
    "Fail with the smallest table if the engine's tree is not the judge's."
    def differs(t):
        return as_nested(grow_tree(t, rules, stop, threshold,
                                   **more)) != naive_tree(t, rules, stop, threshold, **more)
    if differs(table):
        t = smallest(table, differs)
        X, y = decode(t)
        pytest.fail(f'seed {seed}: {rules}, {stop}, {threshold}\n{X.assign(y=y, weight=t.weights)}\n'
                    f'engine:\n{as_nested(grow_tree(t, rules, stop, threshold, **more))}\n'
                    f'judge:\n{naive_tree(t, rules, stop, threshold, **more)}')


# -- the judge himself

def textbook_tree(name, rules, threshold='data'):
    "(attribute, threshold, branches) of every test, None for a leaf, as the judge grows it."
    X, y = load_dataset(name)
    def shape(node):
        return node['branches'] and (X.columns[node['attribute']], node['threshold'],
                                     *map(shape, node['branches'])) or None
    return shape(naive_tree(encode(X, infer_schema(X, y), y), rules, StopRule(), threshold))


def test_the_judge_knows_the_trees_of_the_books():
    # Quinlan (1993) ch. 2; 李航 (2019) ch. 5; 周志华 (2016) 4.3 and 4.4. Values are in the order of
    # their names.
    assert textbook_tree('golf', SplitOptions()) == (
        'outlook', None, None, ('windy', None, None, None), ('humidity', 75.0, None, None))
    assert textbook_tree('loan', BOOK) == ('有自己的房子', None, ('有工作', None, None, None), None)
    assert textbook_tree('watermelon_3', BOOK, 'midpoint') == (
        '纹理', None, None, ('密度', 0.3815, None, None), ('触感', None, None, None))


# -- the verdict

@pytest.mark.parametrize('twin, n', [('py_func', 500), ('compiled', 1500)], indirect=['twin'])
def test_small_tables_grow_the_judges_tree(twin, n):
    for seed in seeds(n): judge(*random_task(seed), seed)


@pytest.mark.parametrize('twin, n', [('py_func', 20), ('compiled', 200)], indirect=['twin'])
def test_tables_of_a_hundred_cases_grow_the_judges_tree(twin, n):
    for seed in seeds(n): judge(*random_task(seed, least=80, most=150), seed)


def test_the_best_of_hundreds_of_thresholds_is_the_judges(compiled):
    # Unique values of which the class depends a little: where an engine may want to skip cuts.
    for seed in range(60):
        rng, n = np.random.default_rng(seed), 300
        classes = rng.integers(0, rng.integers(2, 5), n)
        x = rng.normal(size=n) + classes * rng.choice([0, 0.1, 0.5,
                                                       3]) - 3 * (rng.random(n) < 0.1) * classes
        weights = np.ones(n) if seed % 2 else random_weights(rng, n)
        table = Table(Schema((Attribute('x', 'continuous'),), tuple('stuv')), (x,),
                      classes.astype(np.int32), weights)
        judge(table, random_rules(rng), StopRule(1, False), 'midpoint', seed)


def test_part_of_a_table_grows_the_judges_tree(compiled):
    # Thresholds are values of the whole, and the whole says which attributes are many-valued.
    for seed in seeds(1000):
        whole, rules, stop, threshold = random_task(seed)
        whole = whole.select(whole.weights > 0)
        some = np.random.default_rng(seed).random(len(whole)) < 0.6
        if whole.weights[some].any():
            judge(whole.select(some), rules, stop, threshold, seed, whole=whole)


# -- what the tree does not depend on

def large_table(n=3000, seed=0, hidden=0.0):
    """Continuous columns of unique values, of three values, and in between; discrete ones of 3 and
    of 60 values."""
    rng = np.random.default_rng(seed)
    classes = rng.integers(0, 3, n)
    x = rng.normal(size=(3, n)) + classes * np.array([[0.5], [0.2], [0.0]])
    columns = [x[0], np.clip(np.rint(x[1]), -1, 1), x[2].round(1)]
    columns += [(rng.integers(0, 3, n) + (rng.random(n) < 0.2) * classes) % 3,
                (rng.integers(0, 50, n) + 5 * classes) % 60]
    hide = rng.random((5, n)) < hidden
    columns = [np.where(h, np.nan, c) for h, c in zip(hide[:3], columns)] \
        + [np.where(h, -1, c).astype(np.int32) for h, c in zip(hide[3:], columns[3:])]
    attributes = [Attribute(f'n{a}', 'continuous') for a in range(3)]
    attributes += [Attribute(f'd{v}', 'discrete', tuple(map(str, range(v)))) for v in (3, 60)]
    weights = np.rint(rng.exponential(size=n) / UNIT) * UNIT + UNIT
    return Table(Schema(tuple(attributes), tuple('stu')), tuple(columns), classes.astype(np.int32),
                 weights)


LARGE_RULES = [SplitOptions(), SplitOptions(criterion=GAIN, min_cases=1),
               BOOK._replace(criterion=GINI)]


@pytest.mark.parametrize('hidden', [0.0, 0.1])
@pytest.mark.parametrize('ones', [True, False])
def test_a_large_table_grows_one_tree_in_any_order_of_rows(compiled, hidden, ones):
    table = large_table(hidden=hidden)
    if ones: table = replace(table, weights=np.ones(len(table)))
    shuffled = table.select(np.random.default_rng(1).permutation(len(table)))
    for rules in LARGE_RULES:
        tree = grow_tree(table, rules)
        assert len(tree) > 50 and grow_tree(shuffled, rules) == tree


@pytest.mark.parametrize('hidden', [0.0, 0.1])
def test_both_twins_grow_one_tree_of_a_thousand_cases(hidden):
    pytest.importorskip('numba')
    table = large_table(1000, hidden=hidden)
    for rules in LARGE_RULES:
        with every_kernel('py_func'): plain = grow_tree(table, rules)
        with every_kernel('compiled'): assert grow_tree(table, rules) == plain
