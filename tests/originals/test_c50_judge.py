"""C5.0 against its judge, a learner that shares no line with it: random tables, random options."""
from dataclasses import replace

import numpy as np
import pytest
from support.c50_judge import Learner, nine
from support.c50_references import (RUNS, comparable, set_differences, told_by_judge,
                                    told_by_library)
from support.kernels import TWINS, every_kernel
from support.random_tables import seeds

from c45lit.data.table import Attribute
from c45lit.originals.c50_groups import group_test
from c45lit.originals.c50_numbers import Record, row_bits, xlogx
from c45lit.originals.c50_options import C50Options

DRIFT = dict(cases=(10, 61), hidden=(0.2, 0.5), absent=(0, 0.15))  # weights drift
THIN = dict(attributes=(4, 8), cases=(60, 120), kinds=(.6, .3, .1, 0), hidden=(0.3, 0.5),
            absent=(0.03, 0.06), global_pruning=False, min_cases=1.0)
KINDS = {  # the options that are drawn, how many tables `make test` takes, what is odd in them
    'trees': ((), 50), 'groups': (('subset',), 50),
    'pruning': (('subset', 'global_pruning', 'min_cases', 'cf'), 50),
    'boosting': (('subset', 'global_pruning', 'min_cases', 'trials'), 50),
    'winnowing': (('subset', 'min_cases', 'cf', 'winnow', 'trials'), 50),
    'soft': (('subset', 'min_cases', 'cf', 'global_pruning', 'fuzzy'), 30),
    'costs': (('subset', 'min_cases', 'cf', 'winnow', 'costs'), 50),
    'rules': (('subset', 'global_pruning', 'min_cases', 'rules', 'winnow', 'fuzzy'), 40),
    'rulesets': (('subset', 'min_cases', 'rules', 'trials'), 20),
    'priced rules': (('subset', 'min_cases', 'cf', 'rules', 'costs'), 30),
    'priced votes': (('min_cases', 'rules', 'trials', 'costs'), 20),
    'soft and priced': (('subset', 'min_cases', 'cf', 'fuzzy', 'costs', 'trials'), 40),
    'everything': (('subset', 'global_pruning', 'min_cases', 'cf', 'winnow', 'fuzzy', 'rules',
                    'trials', 'costs'), 60),
    'drifting trees': (('global_pruning', 'min_cases', 'cf'), 30, DRIFT),
    'drifting groups': (('min_cases', 'cf', 'trials'), 30,
                        dict(DRIFT, kinds=(.1, .8, .1, 0), values=(4, 9), subset=True)),
    'drifting votes': (('min_cases', 'trials', 'costs'), 30, dict(DRIFT, hidden=(0.1, 0.4))),
    'soft votes': (('min_cases', 'trials'), 40, dict(DRIFT, kinds=(.7, .2, .1, 0), fuzzy=True)),
    'soft costs': (('min_cases', 'costs', 'trials'), 30,
                   dict(DRIFT, classes=(2, 4), kinds=(.7, .2, .1, 0), fuzzy=True)),
    'thin N/A': (('subset', 'fuzzy'), 30, THIN),
    'rules of N/A': (('min_cases', 'cf', 'trials'), 30,
                     dict(cases=(20, 61), absent=(0.3, 0.4), kinds=(.7, .2, .1, 0), rules=True)),
    'priced rules that vote': (('min_cases', 'costs'), 20,
                               dict(classes=(3, 5), absent=(0, 0.3), rules=True, trials=5)),
}
WORDS = dict(kinds=(0, 1, 0, 0), values=(10, 15))  # attributes of many values
LARGE = {  # tables so large that other rules hold
    'a gain between': (dict(cases=(1100, 1900), classes=(2, 4)), ('subset', 'global_pruning')),
    'a gain without average': (dict(cases=(2000, 2600), classes=(2, 3)), ('winnow', 'cf')),
    'light in nodes': (dict(cases=(2500, 3000), attributes=(2, 4), hidden=(0.6, 0.8), **WORDS),
                       ('costs',)),
    'light in boosting': (dict(cases=(4002, 4100), attributes=(3, 4), values=(5, 8), noise=0.01,
                               kinds=(1, 0, 0, 0), trials=30), ()),
}
QUICK = ('c50-na', 'c50-ordered', 'c50-unknown', 'fmt-edge', 'golf', 'iris', 'kyphosis',
         'labor-neg', 'lenses', 'syn-raising', 'syn-subset-miss', 'zoo')  # of the stored sets
CHOICES = {'subset': (False, True), 'global_pruning': (False, True), 'winnow': (False, True),
           'fuzzy': (False, True), 'rules': (False, True), 'trials': (1, 3, 5, 10),
           'min_cases': (1.0, 2.0, 2.0, 3.5, 5.0), 'cf': (0.0, 0.01, 0.1, 0.25, 0.5, 0.75, 1.0)}


def random_attribute(rng, a, N, hidden, not_applicable, values, kinds):
    "(an attribute, its column): words, numbers with ties, ordered words, or ignored."
    kind = rng.choice(['continuous', 'discrete', 'ordered', 'ignore'], p=kinds)
    k = int(rng.integers(*values))
    odd = rng.random((2, N)) < [[not_applicable], [hidden]]
    if kind == 'ignore': return Attribute(f'a{a}', 'ignore'), np.zeros(N)
    if kind == 'continuous':
        x = rng.integers(0, k, N) + rng.normal(size=N).round(rng.integers(0, 3)) * rng.integers(2)
        x[odd[0]], x[odd[1]] = np.inf, np.nan
        return Attribute(f'a{a}', 'continuous'), x
    k = max(k, 3) if kind == 'ordered' else k
    x = 2.0 + rng.integers(0, k, N)
    x[odd[0]], x[odd[1]] = 1, 0
    return Attribute(f'a{a}', 'discrete', tuple(map(str, range(k))),
                     is_ordered=bool(kind == 'ordered')), x


def random_options(rng, drawn, C):
    found = {name: rng.choice(CHOICES[name]).item() for name in CHOICES if name in drawn}
    if 'costs' in drawn:  # numbers that 32 bits can hold
        found['costs'] = rng.integers(1, 9, (C, C)) * (1.0 - np.eye(C)) / rng.choice([1, 4])
    return C50Options(**found)


def random_task(seed, drawn, attributes=(1, 6), cases=(5, 61), classes=(2, 5), values=(2, 8),
                kinds=(.45, .4, .1, .05), hidden=(0, 0, 0.1, 0.4), absent=(0, 0, 0.15),
                noise=None, **given):
    "Attributes, cases, number of classes and options; the class depends on some attributes."
    rng = np.random.default_rng(seed)
    A, N, C = (int(rng.integers(*limits)) for limits in (attributes, cases, classes))
    hidden, not_applicable = rng.choice(hidden), rng.choice(absent)
    drawn_at = [random_attribute(rng, a, N, hidden, not_applicable, values, kinds)
                for a in range(A)]
    x = np.array([column for _, column in drawn_at]).astype(np.float32).astype(float)
    s = sum(np.where(np.isfinite(c), c, 1) > rng.integers(1, 5) for c in x[:3])
    y = (s + (rng.random(N) < (noise or rng.choice([0.05, 0.3]))) * rng.integers(0, C, N)) % C
    options = replace(random_options(rng, drawn, C), **given)
    return [a for a, _ in drawn_at], Record(x, y), C, options


def strangers(task, seed):
    "Cases that were not learned: values of others, and of words that were never seen."
    attributes, record, _, _ = task
    rng = np.random.default_rng(seed)
    x = np.array([rng.permutation(column) for column in record.x])
    for a, column in zip(attributes, x):
        if a.kind == 'discrete': column[rng.random(len(column)) < 0.1] = len(a.values) + 2
    return x


def tasks_of(kind, numbers):
    "Random tasks of a kind."
    drawn, _, *how = KINDS[kind]
    for seed in numbers: yield random_task(seed, drawn, **(how[0] if how else {}))


def check(task, seed=0):
    "Compare all that both say."
    _, record, _, options = task
    both = told_by_library(*task), told_by_judge(*task)
    def alike(what):
        ours, his = map(what, both)
        assert ours == his
    alike(lambda told: [comparable(t, True, False) for t in told.raw])
    alike(lambda told: [comparable(t, False, options.fuzzy) for t in told.tree])
    if options.rules: alike(lambda told: (told.candidates, told.rules))
    alike(lambda told: [[nine(v) for v in w] for w in told.weights])
    alike(lambda told: told.evaluation(record))
    for x in record.x, strangers(task, seed):
        alike(lambda told, x=x: [(int(c), nine(p)) for c, p in zip(*told.classify(x))])


# -- the judge, held against the program

@pytest.mark.parametrize('name', QUICK)
def test_the_judge_learns_what_the_program_learned(stored, name):
    found = dict(set_differences(stored / 'runs' / f'{name}.json', stored / 'data', told_by_judge))
    assert found.keys() == RUNS.keys()
    assert {run: lines for run, lines in found.items() if lines} == {}


# -- the library, held against the judge


@pytest.mark.filterwarnings('error::RuntimeWarning')
@pytest.mark.parametrize('kind', KINDS)
def test_random_tables_are_learned_as_the_judge_learns_them(kind):
    for seed in seeds(KINDS[kind][1]):
        task, = tasks_of(kind, [seed])
        with every_kernel(TWINS[seed % 2]): check(task, seed)


@pytest.mark.parametrize('twin', TWINS)
def test_two_large_groups_that_merge_are_one_large_group(twin):
    freq = np.zeros((8, 3))
    freq[2, 0], freq[4:7, 1:] = 1, [[5, 1], [3, 1], [1, 1]]
    whole = np.array([xlogx(float(i), np.zeros(0)) for i in range(14)])
    run = group_test.py_func if twin == 'py_func' else group_test.twin()
    groups, base = np.zeros(8, int), row_bits(freq.sum(axis=0), whole) / 13
    run(freq, freq.sum(axis=1), base, 13.0, 2.0, False, groups, whole)
    assert groups.tolist() == [0, 0, 1, 5, 2, 3, 4, 5]


@pytest.mark.parametrize('kind, numbers', [*zip(LARGE, ((0, 1), (0, 1), (0,), (6,)))])
def test_large_tables_are_learned_as_the_judge_learns_them(kind, numbers, monkeypatch):
    left, learn = [], Learner.learn
    monkeypatch.setattr(Learner, 'learn', lambda self: left.append(self) or learn(self))
    for seed in numbers: check(random_task(seed, LARGE[kind][1], **LARGE[kind][0]))
    assert ('light' in kind) == (left[-1].left_out > 1000)
