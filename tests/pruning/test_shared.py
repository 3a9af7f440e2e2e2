"""Pruning that sends again only the cases whose shares may change prunes as sending all of them
does, to the last bit."""
from dataclasses import replace

import numpy as np
from support.kernels import every_kernel
from support.random_tables import random_rules, random_stop, random_table, seeds

from c45lit.engine import shared_pruning
from c45lit.engine.case_arrays import _as_cases, _has_unknown
from c45lit.engine.error_based import _new_walk, _prune_by_walking
from c45lit.engine.growing_loop import grow_tree
from c45lit.engine.leaf_or_branch import _RAISED, Pruning, _pruned_arrays
from c45lit.engine.shared_pruning import _prune_in_shares
from c45lit.splits.unknown_values import UNIT
from c45lit.tree.expected_errors import squared_deviate


def random_pruning(seed):
    """A tree, how to prune it, and cases: those that it was grown from or others, of which more is
    unknown."""
    rng = np.random.default_rng(seed)
    table = random_table(rng, most=int(rng.choice([40, 40, 200])))
    table, options = table.select(table.weights > 0), random_rules(rng)
    options = options._replace(grouped=bool(rng.random() < 0.3))
    if not options.grouped: options = options._replace(binary=int(rng.choice([0, 0, 0, 1, 2])))
    with every_kernel('py_func'): tree = grow_tree(table, options, random_stop(rng))
    if rng.random() < 0.4:
        hidden = [np.where(rng.random(len(table)) < 0.3, -1 if c.dtype.kind == 'i' else np.nan, c)
                  for c in table.columns]
        table = replace(table, columns=tuple(h.astype(c.dtype)
                                             for h, c in zip(hidden, table.columns)))
    cf, raising = float(rng.choice([0.01, 0.1, 0.25, 0.5, 1])), bool(rng.random() < 0.85)
    return tree, table, Pruning(cf, squared_deviate(cf), raising, UNIT)


def pruned(prune, tree, table, how):
    "(all arrays that pruning leaves and whether a test was replaced, whether a branch was raised)."
    arrays, cases, weights = _pruned_arrays(tree), _as_cases(table), np.asarray(
        table.weights, float)
    with np.errstate(invalid='ignore'): changed = prune(tree, cases, weights, arrays, how)
    return [*arrays[:-1], *arrays.compared, changed], (arrays.compared.decision == _RAISED).any()


class Onlooker:
    "Watches a walk and keeps nothing."
    def __call__(self, finished, tree): pass
    def done(self): pass


def in_full(tree, cases, weights, arrays, how):
    walk = _new_walk(weights, tree.depth, True, tree.dist.shape[1])
    return _prune_by_walking(tree, cases, walk, arrays, how, Onlooker())


def assert_alike(a, b, what):
    for one, other in zip(a[0], b[0], strict=True):
        np.testing.assert_array_equal(one, other, err_msg=what)


def test_the_tree_is_the_one_that_all_cases_prune(monkeypatch):
    seen, with_room = dict.fromkeys(('raised', 'unknown', 'room'), 0), shared_pruning._with_room

    def counted(walk):
        seen['room'] += 1
        return with_room(walk)
    monkeypatch.setattr(shared_pruning, '_with_room', counted)
    for seed in seeds(250):
        task = random_pruning(seed)
        with every_kernel('py_func'):
            quick, full = (pruned(f, *task) for f in (_prune_in_shares, in_full))
        assert_alike(quick, full, f'seed {seed}')
        cases = _as_cases(task[1])
        seen['unknown'] += _has_unknown(cases.codes, cases.numbers)
        seen['raised'] += quick[1]
    assert min(seen.values()) > 0, seen


def test_plain_and_compiled_kernels_prune_alike():
    for seed in seeds(40):
        task = random_pruning(seed)
        with every_kernel('compiled'): compiled = pruned(_prune_in_shares, *task)
        with every_kernel('py_func'):
            assert_alike(pruned(_prune_in_shares, *task), compiled, f'seed {seed}')
