"""C4.5 on one page is what the engine grows, prunes and predicts, on random tables.

`make fuzz` asks for more tables: C45LIT_FUZZ_TABLES is their number, C45LIT_FUZZ_SEED the first
seed.
"""
import math
import os
from dataclasses import replace

import numpy as np
import pytest
from support.kernels import every_kernel
from support.options import BOOK
from support.random_tables import random_task, seeds
from support.tables import difference

from c45lit.data.weights import weight_unit
from c45lit.specification.criterion import GAIN_RATIO
from c45lit.specification.multiway import SplitOptions
from c45lit.specification import error_pruning
from c45lit.specification.structure import Subtree, as_tree, compact
from c45lit.specification.growth import StopRule
from c45lit.specification.error_limits import squared_deviate, error_limit
from c45lit.specification.one_page import classify, grow, prune
from c45lit.engine.error_based import prune_error_based
from c45lit.engine.growing_loop import grow_tree
from c45lit.engine.prediction import distribution
from c45lit.engine.scalar_formulas import _extra

TEXTBOOK = BOOK._replace(criterion=GAIN_RATIO)
USUAL = not any(os.environ.get(f'C45LIT_FUZZ_{name}') for name in ('TABLES', 'SEED', 'SECONDS'))


@pytest.fixture(autouse=True)
def interpreted():
    with every_kernel('py_func'): yield


def random_how(seed):
    """A random table and how to grow and prune it: Release 8's defaults, the textbooks' way, groups
    of values, anything."""
    table, options, stop, threshold = random_task(seed)
    rng = np.random.default_rng([seed, 1])
    kind = rng.random()
    if kind < 0.25: options, stop, threshold = SplitOptions(), StopRule(), 'data'
    elif kind < 0.4: options, stop, threshold = TEXTBOOK, StopRule(collapse=False), 'midpoint'
    elif kind < 0.5: options = options._replace(grouped=True)
    elif kind < 0.6: options = options._replace(binary=int(rng.integers(1, 3)))
    cf, raising = float(rng.choice([0.01, 0.1, 0.25, 0.25, 0.5, 1])), bool(rng.random() < 0.8)
    return table.select(table.weights > 0), options, stop, threshold, cf, raising


def check(page, engine, table, what):
    "The page's tree is the engine's, node by node, and so is what it predicts."
    told = as_tree(page, table.schema)
    field = difference(told, engine)
    assert not field, f'{what}: {field} differs\npage:\n{told}\nengine:\n{engine}'
    shares = np.array([classify(page, case) for case in zip(*table.columns)])
    np.testing.assert_allclose(shares, distribution(engine, table), rtol=0, atol=1e-12,
                               err_msg=what)


def without_impossible(node, possible=None):
    """What the engine does after pruning and the page does not: the last group loses values that no
    case can have there."""
    groups, children, last, here = node.groups, node.children, len(node.children) - 1, {}
    if groups:
        there = (possible or {}).get(node.attribute, range(len(groups)))
        groups = tuple(-1 if b == last and v not in there else b for v, b in enumerate(groups))
        if last not in groups: children = children[:last]
        here = {b: {node.attribute: {v for v in range(len(groups)) if groups[v] == b}}
                for b in range(last + 1)}
    below = [without_impossible(child, (possible or {}) | here.get(b, {}))
             for b, child in enumerate(children)]
    return replace(node, groups=groups, children=tuple(below))


def test_the_page_grows_prunes_and_predicts_as_the_engine(monkeypatch):
    seen = dict.fromkeys(('kept', 'leaf', 'raised', 'unknown', 'weighted', 'groups', 'threshold',
                          'impossible'), 0)

    def decide(*errors):
        winner = decide_of_the_book(*errors)
        seen[winner] += 1
        return winner

    decide_of_the_book = error_pruning.decide
    monkeypatch.setattr(error_pruning, 'decide', decide)
    for seed in seeds(300):
        table, options, stop, threshold, cf, raising = random_how(seed)
        what = f'seed {seed}: {options}, {stop}, {threshold}, cf={cf}, raising={raising}'
        page, engine = grow(table, options, stop,
                            threshold), grow_tree(table, options, stop, threshold)
        check(page, engine, table, f'grown, {what}')
        pruned = prune(page, table, cf, raising)
        possible = without_impossible(pruned)
        check(possible, prune_error_based(engine, table, cf, raising), table, f'pruned, {what}')
        seen['impossible'] += bool(difference(as_tree(pruned, table.schema),
                                              as_tree(possible, table.schema)))
        seen['groups'] += (engine.group >= 0).any()
        seen['unknown'] += any((c < 0).any() if c.dtype != float else np.isnan(c).any()
                               for c in table.columns)
        seen['weighted'] += (table.weights != 1).any()
        seen['threshold'] += (~np.isnan(engine.threshold)).any()
    assert not USUAL or min(seen.values()) > 0, seen  # each kind of case was there


def test_part_of_a_table_grows_alike():
    # Thresholds are values of the whole, and the whole says which attributes are many-valued.
    for seed in seeds(60):
        whole, options, stop, threshold, *_ = random_how(seed)
        table = whole.select(np.random.default_rng(seed).random(len(whole)) < 0.6)
        if not len(table): continue
        page = grow(table, options, stop, threshold, whole=whole)
        check(page, grow_tree(table, options, stop, threshold, whole=whole), table, f'seed {seed}')


def test_any_unit_of_weight_grows_and_prunes_alike():
    for seed in seeds(60):
        table, options, stop, threshold, cf, raising = random_how(seed)
        unit = weight_unit(np.full(1, 2.0 ** -9))
        weights = np.rint(np.random.default_rng(seed).exponential(size=len(table)) / unit) * unit
        table = replace(table, weights=weights + unit)
        options = options._replace(grouped=False, binary=0)
        page = grow(table, options, stop, threshold, unit)
        engine = grow_tree(table, options, stop, threshold, unit)
        check(page, engine, table, f'seed {seed}')
        check(prune(page, table, cf, raising, unit),
              prune_error_based(engine, table, cf, raising, unit=unit), table,
              f'pruned, seed {seed}')



# -- errors to expect

def test_the_page_has_the_numbers_of_the_book():
    # Quinlan (1993) ch. 4: leaves of 6, 9 and 1 cases without error, and one leaf of 16 with one.
    assert sum(error_limit(n, 0) for n in (6, 9, 1)) == pytest.approx(3.273, abs=6e-3)
    assert error_limit(16, 1) == pytest.approx(2.512, abs=6e-3)


def test_the_errors_to_expect_are_the_engines_to_the_last_bit():
    rng, compared = np.random.default_rng(0), 0
    for _ in range(5000):
        n = float(rng.choice([rng.integers(1, 30), rng.exponential(20)]))
        e = float(rng.choice([0.0, 1e-7, rng.random(), 1.0, 0.9999, 0.99995, n * rng.random(), n,
                              np.floor(n * rng.random())]))
        cf = float(rng.choice([0.25, 1e-9, 0.001, 1.0, rng.uniform(1e-6, 1)]))
        if e > n: continue
        assert error_limit(n, e, cf) == e + _extra(n, e, cf, squared_deviate(cf)), (n, e, cf)
        compared += 1
    assert compared > 3000


def test_a_tree_of_nodes_that_hold_their_children_is_numbered_as_the_engine_numbers():
    for seed in seeds(60):
        table, options, stop, threshold, *_ = random_how(seed)
        engine = grow_tree(table, options, stop, threshold)
        cut, n = np.random.default_rng(seed).integers(len(engine)), engine.n_children.copy()
        n[cut] = 0
        kept = compact(engine, n_children=n)
        assert not difference(as_tree(as_subtree(kept), table.schema), kept), seed


def as_subtree(tree, i=0):
    "A `Tree` as nodes that hold their children."
    children = tuple(as_subtree(tree, tree.first_child[i] + b) for b in range(tree.n_children[i]))
    groups = tuple(tree._row(i).tolist()) if tree.group[i] >= 0 and children else ()
    return Subtree(tree.weights[i], tree.dist[i], int(tree.classes[i]), tree.errors[i],
                   int(tree.attribute[i]),
                   float(tree.threshold[i]), groups, children)


@pytest.mark.parametrize('n, e, cf', [(14, 5, 25), (14, 5, 0), (14, 5, -0.1), (14, 5, math.nan)])
def test_a_confidence_factor_that_is_no_share_is_refused(n, e, cf):
    with pytest.raises(ValueError, match='25 % is 0.25'): error_limit(n, e, cf)
