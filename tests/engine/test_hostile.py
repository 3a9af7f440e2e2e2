"""What strangers made, tables, trees and texts, is refused or answered; compiled loops never leave
their arrays."""
import json
import os
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from support.folders import ROOT
from support.hostile import seeds_of
from support.kernels import WITH_BOUNDS, every_kernel
from support.random_tables import TRIED, random_table, seeds

from c45lit import C45Classifier, Table, Tree, from_json, load_dataset, to_json
from c45lit.engine import grow_tree, prune_error_based
from c45lit.originals import boost_trees, grow_windowed
from c45lit.pruning import prune_reduced_error
from c45lit.data.table import encode, infer_schema
from c45lit.data.weights import weight_unit
from c45lit.engine.kernels import index, kernel, step

X, Y = load_dataset('golf')
GOLF = encode(X, infer_schema(X, Y), Y)
TREE = grow_tree(GOLF)


def attacked(n):
    """What went how often, in a process of its own; how many were tried, and the last or a bad one,
    is noted."""
    run = subprocess.run([sys.executable, str(ROOT / 'tests/support/hostile.py'), str(n)],
                         text=True, capture_output=True,
                         env={**os.environ,
                              'PYTHONPATH': os.pathsep.join([str(ROOT), str(ROOT / 'tests')])})
    last = re.findall(r'^(\d+)$', run.stderr, re.M)
    TRIED.update(tried=len(last), seed=int(last[-1]))
    assert run.returncode == 0, f'died of seed {run.stderr[-300:]}'
    found = json.loads(run.stdout)
    TRIED.update(tried=found['tried'], seed=min(map(int, found['faults']), default=TRIED['seed']))
    assert not found['faults'], found['faults']
    return found['went']


def test_strangers_are_refused_or_answered():
    went = attacked(300)
    n = TRIED['tried']
    assert sum(went.values()) - went['a use refused'] == n and went['refused'] > n / 4
    assert n < 300 or all(went.get(f'taken: {kind}', 0) > 0
                          for kind in ('table', 'tree', 'other', 'json', 'rules', 'text'))


@step
def put(a, i): a[index(i)] = 1


@kernel
def write(a, i):
    put(a, i)
    return a[index(i)]


@pytest.mark.skipif(not WITH_BOUNDS,
                    reason='loops without bounds would write there: make fuzz-bounds')
@pytest.mark.parametrize('i', [3, -1, 2 ** 62])
def test_a_step_outside_is_noticed_however_deep_it_is_called(i):
    assert write.for_work(1)(np.zeros(3), 2) == 1
    with pytest.raises(IndexError): write.for_work(1)(np.zeros(3), i)


def test_every_tree_that_is_grown_or_pruned_would_be_taken_from_a_stranger():
    for seed in seeds(200):
        table, tree = seeds_of(np.random.default_rng(seed))
        trees = [tree]
        if not tree.is_numeric:
            trees += [prune_error_based(tree, table), prune_reduced_error(tree, table)]
        for each in trees:
            assert type(each)(**vars(each)) == each and from_json(to_json(each)) == each, seed


# -- the attacks that once read the memory of others

def edited(**changed):
    return json.dumps(json.loads(to_json(TREE)) | changed)


def test_a_threshold_at_a_test_of_words_is_refused():
    cuts = json.loads(to_json(TREE))['threshold']
    with pytest.raises(ValueError,
                       match=r'from_json: tree: threshold\[0\]: expected a number where, and only '
                             r'where'):
        from_json(edited(threshold=[0.5, *cuts[1:]]))


BAD_TABLES = {
    'classes: expected': dict(classes=GOLF.classes + 100_000),
    'classes: .* from -3': dict(classes=GOLF.classes - 3),
    'outlook: expected': dict(columns=(np.full(14, 100), *GOLF.columns[1:])),
    'outlook: expected 14 signed codes': dict(columns=tuple(c[:10] for c in GOLF.columns)),
    'weights: expected 14': dict(weights=GOLF.weights[:10]),
    'outlook: expected 10': dict(classes=GOLF.classes[:10], weights=np.ones(10)),
    'weights: expected numbers >= 0': dict(weights=GOLF.weights * np.nan),
    'weights: .* got -1': dict(weights=-GOLF.weights),
    'finite sum': dict(weights=GOLF.weights * 1.7e308),
    'one for each attribute': dict(columns=GOLF.columns[:1]),
    'float64': dict(columns=(GOLF.columns[0], GOLF.columns[1].astype(int), *GOLF.columns[2:]))}


@pytest.mark.parametrize('message', BAD_TABLES)
def test_a_table_that_does_not_fit_its_schema_is_never_made(message):
    with pytest.raises(ValueError, match=message): replace(GOLF, **BAD_TABLES[message])


@pytest.mark.parametrize('learn', [grow_tree, grow_windowed, boost_trees])
def test_cases_without_class_teach_nothing(learn):
    with pytest.raises(ValueError, match='class'):
        learn(replace(GOLF, classes=GOLF.classes * 0 - 1))


@pytest.mark.parametrize('prune', [prune_error_based, prune_reduced_error])
def test_cases_of_other_classes_do_not_prune(prune):
    classes = tuple(map(str, range(300)))
    other = Table(replace(GOLF.schema, classes=classes), GOLF.columns, np.arange(14) * 20,
                  GOLF.weights)
    with pytest.raises(ValueError, match='other classes than the tree'): prune(TREE, other)


def test_a_part_has_no_values_but_those_of_the_whole():
    part = replace(GOLF, columns=(GOLF.columns[0], GOLF.columns[1] + 0.25, *GOLF.columns[2:]))
    with pytest.raises(ValueError, match='must be a part of it'): grow_tree(part, whole=GOLF)


def test_a_pickled_tree_is_checked_as_well():
    state = dict(vars(TREE), n_children=TREE.n_children + 5)
    with pytest.raises(ValueError, match='n_children'): object.__new__(Tree).__setstate__(state)


@pytest.mark.parametrize('weight', [1e-269, 1e-100, 1e100, 1e300])
@pytest.mark.parametrize('criterion', ['gain_ratio', 'gini'])
def test_weights_of_any_size_are_learned_from_or_refused(weight, criterion):
    model = C45Classifier(criterion=criterion)
    try: model.fit(X, Y, sample_weight=np.full(14, weight))
    except ValueError as e: assert 'divide them by their mean' in str(e)
    else: assert model.predict(X).tolist() == C45Classifier(criterion=criterion).fit(X, Y).predict(
        X).tolist()


def test_weights_that_are_not_in_whole_units_count_nothing_outside():
    "Their rounded sums may fall below 0, which interpreted loops would refuse as an index."
    for seed in seeds(200):
        rng = np.random.default_rng(seed)
        table = random_table(rng, 20, 60)
        table = replace(table, weights=table.weights
                        * 10.0 ** rng.integers(15, 35) * rng.choice([1, 1 / 3, 1e-7], len(table)))
        unit = weight_unit(table.weights)
        with every_kernel('py_func'):
            prune_error_based(grow_tree(table, unit=unit), table, unit=unit)
