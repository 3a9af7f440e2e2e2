"""Tables, trees and texts of strangers: changed at random, then given to every function that takes
them.

Each is refused by a ValueError or a TypeError, or every function answers it or says why not;
nothing else may come, not within a minute, not for 8 GB, and no
answer may lie outside. Interpreted loops raise an IndexError where compiled ones would read the
memory of others;
with NUMBA_BOUNDSCHECK=1 these are run, and do as well. Run in a process of its own, which may die:

    C45LIT_FUZZ_SEED=7 python tests/support/hostile.py 1000
"""
import collections
import json
import signal
import sys
import warnings
from contextlib import suppress
from dataclasses import replace

import numpy as np
from support.kernels import WITH_BOUNDS, run_always
from support.random_tables import TRIED, random_rules, random_table, seeds

from c45lit import Table, Tree, from_json, read_c45_text, to_json
from c45lit.engine import grow_tree
from c45lit.rules import extract_rules
from c45lit.originals import grow_windowed
from c45lit.pruning import (
    prune_cost_complexity, prune_pre, prune_reduced_error, pruning_path)
from c45lit.specification import SplitOptions
from c45lit.specification import StopRule
from c45lit.engine.mean_prediction import explain_means, means
from c45lit.engine.prediction import apply, cases_at, classify, distribution, explain
from c45lit.originals.boosting import boost_trees
from c45lit.rules.ruleset import RuleSet, evaluate_rules
from c45lit.originals.arithmetics import arithmetic_of
from c45lit.originals.r8_growing import grow_release8
from c45lit.pruning.soft_thresholds import soften
from c45lit.specification.criterion import GAIN_RATIO, VARIANCE
from c45lit.specification.structure import _ARRAYS, compact

resource = None
with suppress(ImportError): import resource  # not on Windows

FINE = ValueError, TypeError  # what bad input gets
# bytes that a process may have: who asks for more finds a fault, not the end of all others
ROOM = 8 << 30
WHOLE = [-2, -1, 0, 1, 2, 7, 127, 128, 255, 2 ** 15, 2 ** 31, 2 ** 53, 2 ** 62, -2 ** 62]
REAL = [np.nan, np.inf, -np.inf, -1.0, -0.0, 0.0, 0.5, 5e-324, 1e-300, 1e12, 1e18, 1e300, -1.7e308,
        1.7e308]
WORDS = [None, True, -1, 0, 1, 10 ** 400, 0.5, 'inf', '', 'x', [], [0], {}]


def bent(array, rng):
    "An array with something wrong."
    array = np.array(array)
    how = rng.integers(8)
    if how == 0: return array[:-1]
    if how == 1: return np.append(array, array[-1:], axis=0)
    if how == 2: return array.astype(rng.choice(['f4', 'i1', 'u8', 'O', 'M8[s]', '>i8']))
    if how == 3 and array.dtype.kind in 'iuf': return rng.permutation(array)
    if how == 4: return array[:, None]
    if array.size and array.dtype.kind in 'iuf':
        for _ in range(rng.integers(1, 3)):
            value = rng.choice(WHOLE if array.dtype.kind in 'iu' else REAL)
            if array.dtype.kind in 'iu': array = array.astype(np.int64)
            array.flat[rng.integers(array.size)] = value
    return array


def other_schema(schema, rng):
    "A schema with an attribute or the classes changed."
    attributes, a = list(schema.attributes), rng.integers(len(schema.attributes))
    kind = str(rng.choice(['discrete', 'continuous', 'ignore']))
    values = attributes[a].values[:rng.integers(4)] + tuple('uvw')[:rng.integers(4)]
    how = rng.integers(4)
    if how == 0: return replace(schema, classes=schema.classes[:-1])
    if how == 1: return replace(schema, attributes=attributes[:a] + attributes[a + 1:])
    if how == 2: attributes[a], attributes[-1] = attributes[-1], attributes[a]
    else: attributes[a] = replace(attributes[a], kind=kind,
                                  values=values if kind == 'discrete' else ())
    return replace(schema, attributes=attributes)


def other_weights(weights, rng):
    "Weights with something wrong, or all of them far too large or small."
    return bent(weights, rng) if rng.random() < 0.7 else weights * 10.0 ** rng.integers(-300, 300)


def other_table(table, rng):
    "A table with something wrong."
    part, i = rng.integers(4), rng.integers(len(table.columns))
    columns = [bent(c, rng) if part == 0 and i == j else c for j, c in enumerate(table.columns)]
    return Table(other_schema(table.schema, rng) if part == 3 else table.schema, tuple(columns),
                 bent(table.classes, rng) if part == 1 else table.classes,
                 other_weights(table.weights, rng) if part == 2 else table.weights)


def other_tree(tree, rng):
    "A tree with something wrong in its arrays or its schema."
    names = [*_ARRAYS, 'branch_of']
    changed = {name: bent(getattr(tree, name), rng)
               for name in rng.choice(names, rng.integers(1, 3))}
    if rng.random() < 0.2: changed = dict(schema=other_schema(tree.schema, rng))
    if rng.random() < 0.1: changed['order'] = rng.choice(WHOLE, 30)
    return compact(tree, **changed) if rng.random() < 0.2 else replace(tree, **changed)


def other_json(text, rng):
    "JSON with one to three things in it changed."
    data = json.loads(text)
    for _ in range(rng.integers(1, 4)):
        at, key = data, None
        while isinstance(at, (dict, list)) and at and (key is None or rng.random() < 0.8):
            above, key = at, rng.choice(list(at)) if isinstance(at, dict) else int(
                rng.integers(len(at)))
            at = at[key]
        if key is None: break
        if rng.random() < 0.2: del above[key]
        elif isinstance(at, (int, float)) and rng.random() < 0.5:
            above[key] = at + int(rng.integers(-2, 3))
        else: above[key] = WORDS[rng.integers(len(WORDS))]
    return json.dumps(data)


def other_text(text, rng):
    "A printed tree with a piece moved, doubled or dropped."
    i, j, k = sorted(rng.integers(0, len(text) + 1, 3).tolist())
    return text[:i] + text[j:k] * int(rng.integers(3)) + text[i:j] + text[k:]


def seeds_of(rng):
    "(table, tree of classes or numbers)."
    table = random_table(rng, 5, 60)
    is_release8 = bool(rng.random() < 0.3)
    rules = random_rules(rng)._replace(grouped=bool(rng.random() < 0.3))
    if is_release8: rules = rules._replace(criterion=GAIN_RATIO, binary=0, min_value_gap=0.0)
    if rng.random() < 0.15:
        table = replace(table, schema=replace(table.schema,
                                              classes=tuple(range(len(table.schema.classes)))))
        return table, grow_tree(table, SplitOptions(VARIANCE, 1.0, False, False, 0),
                                StopRule(3, False), 'midpoint')
    tree = (grow_release8 if is_release8 else grow_tree)(table, rules, StopRule(-1, False))
    return table, soften(tree, table) if rng.random() < 0.2 and not is_release8 else tree


def uses_of(model, table, rng):
    "Everything that is done with a tree or rules and a table."
    if isinstance(model, RuleSet):
        return [lambda: model.classify(table), lambda: model.distribution(table),
                lambda: evaluate_rules(model, table), lambda: str(model),
                lambda: to_json(model)]
    if not isinstance(model, Tree):
        return [lambda: model.apply(np.zeros((3, model.n_features_in_))), lambda: to_json(model)]
    how = arithmetic_of(model)
    return [lambda: grow_tree(table), lambda: classify(model, table),
            lambda: inside(distribution(model, table)), lambda: apply(model, table),
            lambda: means(model, table), lambda: explain(model, table),
            lambda: explain_means(model, table), lambda: str(model),
            lambda: cases_at(model, table, int(rng.integers(len(model)))),
            lambda: how.simplify(model, table, 0.25),
            lambda: prune_reduced_error(model, table), lambda: prune_pre(model, table),
            lambda: pruning_path(model),
            lambda: prune_cost_complexity(model, 0.1), lambda: soften(model, table),
            lambda: extract_rules(model, table),
            lambda: same(model), lambda: grow_windowed(table, windows=(2, None, None)),
            lambda: boost_trees(table, trials=2),
            lambda: grow_tree(table.select(slice(0, 3)), whole=table),
            lambda: grow_release8(table, SplitOptions(grouped=True))]


def inside(shares):
    "Shares, as such."
    assert not (shares < 0).any(), shares


def same(tree):
    "A tree comes back from a file."
    assert from_json(to_json(tree)) == tree


def given(rng):
    "(kind, model, table): at least one of them is a stranger's."
    table, tree = seeds_of(rng)
    kind = str(rng.choice(['table', 'tree', 'both', 'other', 'json', 'rules', 'text']))
    if kind in ('table', 'both'): table = other_table(table, rng)
    if kind in ('tree', 'both'): tree = other_tree(tree, rng)
    if kind == 'other': table = seeds_of(rng)[0]
    if kind == 'json': tree = from_json(other_json(to_json(tree), rng))
    if kind == 'rules': tree = from_json(other_json(to_json(extract_rules(tree, table)), rng))
    if kind == 'text':
        tree = read_c45_text(other_text(str(tree), rng),
                             table.schema if rng.random() < 0.5 else None)
    return kind, tree, table


def attack(seed, went):
    "One attack; what came of it is counted."
    rng = np.random.default_rng(seed)
    try: kind, model, table = given(rng)
    except FINE:
        went['refused'] += 1
        return
    went[f'taken: {kind}'] += 1
    for use in uses_of(model, table, rng):
        try: use()
        except FINE: went['a use refused'] += 1


def late(*_): raise TimeoutError('no answer in time')


def run(n, patience=60):
    "n attacks of at most so many seconds; what went how often, and the faults by seed."
    went, faults = collections.Counter(), {}
    for seed in seeds(n):
        print(seed, end='\r', file=sys.stderr,
              flush=True)  # the last one is told even by who crashes
        signal.alarm(patience)
        try: attack(seed, went)
        except Exception as e:  # noqa: BLE001  (anything but what bad input gets is a fault)
            faults[seed] = f'{type(e).__name__}: {e}'
        signal.alarm(0)
    return went, faults


if __name__ == '__main__':
    warnings.simplefilter('ignore')
    np.seterr(all='ignore')
    signal.signal(signal.SIGALRM, late)
    if WITH_BOUNDS: run_always('compiled')
    if resource: resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    went, faults = run(int(sys.argv[1]), 1800 if WITH_BOUNDS else 60)  # a compiler takes its time
    print(json.dumps(dict(went=went, faults=faults, tried=TRIED['tried'])))
