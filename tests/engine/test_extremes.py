"""Numbers at the ends of the range, trees as deep as their table is long, processes that fork,
share or stop: an answer or a clear error."""
import copy
import io
import json
import os
import pickle
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from support.random_tables import seeds

import c45lit
from c45lit import (
    C45Classifier, Table, Thresholds, from_json, load_dataset, plot_tree, plot_threshold,
    read_c45_text, to_json, to_text)
from c45lit.engine import grow_tree, prune_error_based
from c45lit.rules import extract_rules
from c45lit.pruning import pruning_path
from c45lit.exports import formula
from c45lit.show import rules_from_json
from c45lit.data.table import encode, infer_schema
from c45lit.data.weights import weight_unit
from c45lit.engine.prediction import MOST_WORDS, apply, cases_at, classify, distribution, explain
from c45lit.originals.r8_growing import grow_release8
from c45lit.pruning.soft_thresholds import soften
from c45lit.specification.threshold_choice import midpoint
from c45lit.originals.report_tables import report_tree

def free(at='data'):
    return C45Classifier(thresholds=Thresholds(at, mdl_penalty=False, least_side=False),
                         min_cases=1, pruning=None)


# -- numbers

def test_a_midpoint_is_the_exact_one_rounded_wherever_two_numbers_lie():
    for seed in seeds(300):
        rng = np.random.default_rng(seed)
        scale = rng.choice([1.0, 1e-300, 1e300, 2.0 ** 1022, 1.79e308])
        left, right = np.sort(rng.uniform(-1, 1, 2)) * scale
        exact = float((Fraction(left) + Fraction(right)) / 2)
        for kind in float, np.float64:
            with np.errstate(all='raise'): assert midpoint(kind(left), kind(right)) == exact


@pytest.mark.parametrize('threshold', ['data', 'midpoint'])
@pytest.mark.parametrize('values',
                         [[1e308, 1.2e308, 1.7e308], [-1.7e308, -1.2e308, -1e308],
                          [-1.7e308, 0, 1.7e308], [-5e-324, -0.0, 5e-324]])
def test_values_at_the_ends_of_the_range_are_told_apart(values, threshold):
    X, y = np.repeat(values, 5)[:, None], np.repeat(list('abc'), 5)
    model = free(threshold).fit(X, y)
    assert model.score(X, y) == 1 and np.isfinite(
        model.tree_.threshold[model.tree_.n_children > 0]).all()


def test_pairs_are_no_classes():
    with pytest.raises(TypeError, match=r"column 'y' holds \('a',\), a tuple"):
        C45Classifier().fit(np.arange(4)[:, None], pd.Series([('a',), ('b',)] * 2))


@pytest.mark.parametrize('weight', [1e12, 1e300])
def test_weights_of_more_units_than_whole_numbers_are_refused(weight):
    # Their shares were negative, and pruning took all the memory that there was.
    X, y = load_dataset('golf')
    X.loc[0, 'humidity'] = np.nan
    table = encode(X, infer_schema(X, y), y)
    tree, heavy = grow_tree(table), replace(
        table, weights=np.where(np.arange(14) == 0, weight, 1.0))
    with pytest.raises(ValueError,
                       match='weights: their sum, 1e.* too large for units .*weight_unit'): prune_error_based(tree, heavy)
    for grow in [grow_tree] + [grow_release8] * (weight > 1e40):
        with pytest.raises(ValueError, match='weights: their sum, 1e.* too large for units'):
            grow(heavy)
    assert prune_error_based(tree, heavy,
                             unit=weight_unit(heavy.weights)).weights[0] == heavy.weights.sum()


# -- trees as deep as they can be

def chain(n):
    "A tree of n tests of x, each below the other, on 0, 1, … n."
    m = 2 * n + 1
    test = np.zeros(m, bool)
    test[0], test[2:m - 1:2] = True, True
    level = (np.arange(m) + 1) // 2
    weight = np.where(np.arange(m) % 2 == 0, n + 1 - level, 1)
    some = np.where(np.arange(m) % 2 == 0, (n + 2 - level) // 2, level % 2)
    record = dict(format='c45lit tree 1', target='y',
                  attributes=[dict(name='x', kind='continuous', values=[])],
                  class_names=['a', 'b'], single=False,
                  attribute=np.where(test, 0, -1),
                  threshold=[float(v) if t else None for v, t in zip(level, test)],
                  first_child=np.where(test, np.arange(m) + 1, 0), n_children=test * 2,
                  classes=(some < weight - some) * 1, weights=weight * 1.0,
                  errors=np.zeros(m), dist=np.c_[some, weight - some] * 1.0)
    return from_json(json.dumps(record, default=np.ndarray.tolist))


DEEP = chain(20_000)
DAYS = Table(DEEP.schema, (np.array([0.0, 3, 20_000]),), np.zeros(3, np.int32), np.ones(3))
MANY = DAYS.select(np.zeros(3000, int))
LEVELS = Table(DEEP.schema, (np.arange(20_001.0),), np.arange(20_001, dtype=np.int32) % 2,
               np.ones(20_001))


@pytest.mark.parametrize('use', [
    lambda: from_json(to_json(DEEP)) == DEEP, lambda: pickle.loads(pickle.dumps(DEEP)) == DEEP,
    lambda: copy.deepcopy(DEEP) == DEEP,
    lambda: DEEP.depth == 20_000, lambda: len(to_text(DEEP)) > 20_000, lambda: report_tree(DEEP),
    lambda: len(explain(DEEP, DAYS)) == 3,
    lambda: apply(DEEP, DAYS)[2] == len(DEEP) - 1, lambda: len(classify(DEEP, DAYS)) == 3,
    lambda: distribution(DEEP, DAYS).sum() == 3,
    lambda: len(cases_at(DEEP, DAYS, len(DEEP) - 1)[0]) == 1, lambda: len(pruning_path(DEEP)),
    lambda: formula(DEEP), lambda: c45lit.to_c(DEEP), lambda: c45lit.to_dot(DEEP),
    lambda: plot_tree(DEEP)],
    ids='json pickle copy depth text report explain apply classify shares cases path '
        'formula c dot plot'.split())
def test_a_deep_tree_is_no_deep_recursion_and_no_square_of_time(use):
    started = time.process_time()
    assert use()
    assert time.process_time(
        ) - started < 30  # seconds, of which half a one is needed; the square would take minutes


@pytest.mark.parametrize('use, words', [
    (lambda: soften(DEEP, MANY), 'soften: 20,000 tests one below the other'),
    (lambda: extract_rules(DEEP, LEVELS), '20,000 tests one'),
    (lambda: str(DEEP), 'too many to indent'),
    (lambda: plot_tree(DEEP, max_depth=DEEP.depth), 'a figure has less than'),
    (lambda: explain(DEEP, Table(DEEP.schema, (np.array([np.nan]),), np.zeros(1, np.int32),
                                 np.ones(1))), f'{MOST_WORDS:,} tests in all')],
    ids=['soften', 'rules', 'print', 'plot', 'explain'])
def test_what_a_deep_tree_has_no_room_for_says_so(use, words, monkeypatch):
    monkeypatch.setattr('c45lit.engine.prediction.MOST_WORDS', 10 ** 5)
    with pytest.raises(ValueError, match=words.replace('10,000,000', '100,000')): use()


@pytest.mark.parametrize('field',
                         ['attribute', 'threshold', 'classes', 'dist', 'attributes', 'target'])
def test_no_depth_of_json_exhausts_the_stack(field):
    record = json.loads(to_json(chain(2)))
    for depth in (10, 300, 900, 950, 970, 980, 990, 10_000):
        text = json.dumps(record | {field: '@'}).replace('"@"', '[' * depth + ']' * depth)
        with pytest.raises(ValueError): from_json(text)
        with pytest.raises(ValueError): rules_from_json(text.replace('tree 1', 'rules 1'))


def test_what_json_cannot_hold_is_not_taken_from_it():
    text = to_json(chain(2)).replace('["a", "b"]', '["a", NaN]')
    with pytest.raises(ValueError, match='class_names: expected a string or a finite number'):
        from_json(text)


# -- names and printed trees

def test_a_formula_in_a_name_is_drawn_as_it_is_written():
    name = '$$\\href{http://example.com}{x}$$'
    X, y = load_dataset('golf')
    X, y = X.rename(columns={'outlook': name, 'humidity': '$\\frac'}), y.replace('play', name)
    model = free().fit(X, y)
    for axes in plot_tree(model), plot_threshold(X['$\\frac'], y == name, names=[name, '$^$'],
                                                 label='$\\frac'):
        axes.figure.savefig(io.BytesIO(), format='png', dpi=20)


@pytest.mark.parametrize('name', ['\ufeffhumidity', 'hum\ud800idity'])
def test_what_no_font_draws_is_drawn_as_a_sign(name):
    X, y = load_dataset('golf')
    text = to_json(free().fit(X, y).tree_)
    for word in 'humidity', 'play', 'rain':
        text = text.replace(f'"{word}"', json.dumps(word + name))
    for axes in plot_tree(from_json(text)), plot_threshold(X['humidity'], y == 'play',
                                                           names=[name, 'b'], label=name):
        for kind in 'pdf', 'png', 'svg': axes.figure.savefig(io.BytesIO(), format=kind, dpi=20)
    assert c45lit.explore_tree(from_json(text)).to_html().encode()


def test_shares_of_a_printed_tree_with_one_class_sum_to_one():
    tree = read_c45_text('out = overcast: yes (4.0/1.0)\nout = rain: yes (3.0)')
    assert (tree.dist.sum(axis=1) == tree.weights).all() and tree.errors.tolist() == [1, 1, 0]


# -- processes

PROGRAM = """
import multiprocessing, os, signal, sys, threading
from concurrent.futures import ThreadPoolExecutor
import numpy as np
from c45lit import C45Classifier
from c45lit.engine.growing_loop import ENGINE
from c45lit.pruning import ways
rng = np.random.default_rng(0)
X = rng.normal(size=(6_000, 6)).round(2)
X[rng.random(X.shape) < 0.05] = np.nan
y = X[:, 0] + rng.normal(size=6_000) > 0
model = C45Classifier(n_jobs=2, min_cases=5).fit(X, y)  # compiled
shares = model.predict_proba(X)
def again(k):
    part = slice(k * 100, k * 100 + 3_000)
    return bool((model.predict_proba(X[part]) == shares[part]).all())
def child(k): return again(k) and C45Classifier(n_jobs=2, min_cases=5).fit(X, y).tree_ == model.tree_
if sys.argv[1] == 'threads':
    with ThreadPoolExecutor(8) as pool: print(all(pool.map(again, range(30))))
if sys.argv[1] == 'fork':
    with multiprocessing.get_context('fork').Pool(2) as pool: print(all(pool.map(child, range(4))))
homes = dict(grow=ENGINE, prune_error_based=ways)  # whose function does the work
if home := homes.get(sys.argv[1]):
    before, work = dict(vars(model)), getattr(home, sys.argv[1])
    def interrupted(*args, **more):
        threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGINT)).start()
        while True: work(*args, **more)
    vars(home)[sys.argv[1]] = interrupted
    try: model.fit(X[::2], y[::2])
    except KeyboardInterrupt: print(all(vars(model).get(k) is v for k, v in before.items()) and len(vars(model)) == len(before))
    vars(home)[sys.argv[1]] = work
    assert model.fit(X, y).predict_proba(X).tolist() == shares.tolist()
"""


@pytest.mark.skipif(not hasattr(os, 'fork'), reason='signals and fork')
@pytest.mark.parametrize('how', ['threads', 'fork', 'grow', 'prune_error_based'])
def test_threads_forks_and_interruptions_change_no_answer_and_no_estimator(how):
    run = subprocess.run([sys.executable, '-c', PROGRAM, how], capture_output=True, text=True,
                         timeout=300)
    assert run.stdout.split() == ['True'], run.stderr[-2000:]


@pytest.mark.parametrize('n_classes', [2, 3, 17, 2 ** 20])
def test_more_cases_than_32_bits_of_a_row_hold_are_refused(n_classes):
    # as the growing loop asks: a rank for each case, and one for unknown
    from c45lit.engine.case_arrays import _key_layout
    def is_taken(n):
        try: return sum(_key_layout(n, n_classes, n + 1)) > 0
        except ValueError as e: assert 'grow from fewer cases' in str(e)
    most = max(n for k in range(1, 40) for n in (2 ** k - 2, 2 ** k - 1, 2 ** k)
               if is_taken(max(n, 1)))
    assert most < 2 ** 31 and (n_classes > 2
                               or most == 2 ** 31 - 2)  # so a row's number is always an int32
