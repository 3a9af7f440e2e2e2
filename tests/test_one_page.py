"""C4.5 on one page is what the engine grows, prunes and predicts, on random tables.

`make fuzz` asks for more tables: C45LIT_FUZZ_TABLES is their number, C45LIT_FUZZ_SEED the first seed.
"""
import math
import os
from dataclasses import replace

import numpy as np
import pytest
from test_judge import every_kernel, random_task

from c45lit.data.table import weight_unit
from c45lit.engine.error_based import prune_error_based, pruning_trace
from c45lit.tree.expected_errors import upper_error as upper_error_of_the_engine
from c45lit.engine.growing_loop import grow_tree
from c45lit.engine.prediction import distribution
from c45lit.splits.multiway import NO_GAIN, SplitOptions
from c45lit.engine.growing_trace import GrowingTrace
from c45lit.tree.structure import compact as compact_of_the_engine
from c45lit.tree.expected_errors import upper_error
from c45lit.treebook.growing import StopRule
from c45lit.treebook.one_page import classify
from c45lit.tree.one_page import best_test, grow, prune
from c45lit.tree.structure import as_tree, compact

TABLES = int(os.environ.get('C45LIT_FUZZ_TABLES', 200))
SEED = int(os.environ.get('C45LIT_FUZZ_SEED', 0))
FIELDS = 'attribute threshold first_child n_children classes weights dist group branch_of'.split()
TEXTBOOK = SplitOptions(min_cases=1, penalty=False, least_side=False, average=2)


def task(seed):
    "A random table with what growing and pruning are asked; some by Release 8's defaults, some by the textbooks'."
    table, options, stop, threshold = random_task(seed)
    stop = StopRule(*stop)
    rng = np.random.default_rng([seed, 1])
    kind = rng.random()
    if kind < 0.25: options, stop, threshold = SplitOptions(), StopRule(), 'data'
    elif kind < 0.4: options, stop, threshold = TEXTBOOK, StopRule(collapse=False), 'midpoint'
    elif kind < 0.5: options = options._replace(grouped=True)
    elif kind < 0.6: options = options._replace(binary=int(rng.integers(1, 3)))
    cf, raising = float(rng.choice([0.01, 0.1, 0.25, 0.25, 0.5, 1])), bool(rng.random() < 0.8)
    return table.select(table.weights > 0), options, stop, threshold, cf, raising


def difference(page, engine):
    "The first array in which two trees differ, or ''."
    for field in FIELDS:
        if not np.array_equal(getattr(page, field), getattr(engine, field), equal_nan=True): return field
    return '' if np.allclose(page.errors, engine.errors, rtol=0, atol=1e-9) else 'errors'


def check(page, engine, table, what):
    "The page's tree is the engine's, node by node, and so is what it predicts."
    drawn = as_tree(page, table.schema)
    field = difference(drawn, engine)
    assert not field, f'{what}: {field} differs\npage:\n{drawn}\nengine:\n{engine}'
    shares = np.array([classify(page, case) for case in zip(*table.columns)])
    np.testing.assert_allclose(shares, distribution(engine, table), rtol=0, atol=1e-12, err_msg=what)


def test_the_page_grows_prunes_and_predicts_as_the_engine():
    seen = dict.fromkeys(('kept', 'leaf', 'raised', 'unknown', 'weighted', 'groups', 'threshold'), 0)
    with every_kernel('py_func'):
        for seed in range(SEED, SEED + TABLES):
            table, options, stop, threshold, cf, raising = task(seed)
            what = f'seed {seed}: {options}, {stop}, {threshold}, cf={cf}, raising={raising}'
            page, engine = grow(table, options, stop, threshold), grow_tree(table, options, stop, threshold)
            check(page, engine, table, f'grown, {what}')
            seen['groups'] += (engine.group >= 0).any()
            if (engine.group >= 0).any(): continue  # after pruning, values that cannot occur leave their group
            check(prune(page, table, cf, raising), prune_error_based(engine, table, cf, raising), table, f'pruned, {what}')
            for decision in pruning_trace(engine, table, cf, raising)['decision']: seen[decision] += 1
            seen['unknown'] += any((c < 0).any() if c.dtype != float else np.isnan(c).any() for c in table.columns)
            seen['weighted'] += (table.weights != 1).any()
            seen['threshold'] += (~np.isnan(engine.threshold)).any()
    assert TABLES < 200 or SEED or min(seen.values()) > 0, seen  # each kind of case was there


def test_every_attribute_scores_alike_at_the_root():
    scored = 0
    with every_kernel('py_func'):
        for seed in range(SEED, SEED + TABLES // 4):
            table, options, stop, threshold, *_ = task(seed)
            watch = GrowingTrace(table.schema)
            grow_tree(table, options, stop._replace(max_depth=1), threshold, watch=watch)
            if not watch.records: continue
            told = {x['attribute']: x for x in watch.records[0]['attributes']}
            for a, attribute in enumerate(table.schema.attributes):
                if attribute.kind == 'ignore': continue
                test, x = best_test(table, a, options), told[attribute.name]
                gain, info = x.get('gain', NO_GAIN), x.get('info', 0.0)
                assert (test.gain > NO_GAIN) == ('gain' in x), (seed, attribute.name)
                if test.gain > NO_GAIN:
                    assert abs(test.gain - gain) < 1e-9 and abs(test.info - info) < 1e-9, (seed, attribute.name)
                    scored += 1
    assert scored > TABLES // 4


def test_part_of_a_table_grows_alike():
    # Thresholds are values of the whole, and the whole says which attributes are many-valued.
    with every_kernel('py_func'):
        for seed in range(SEED, SEED + TABLES // 4):
            whole, options, stop, threshold, *_ = task(seed)
            table = whole.select(np.random.default_rng(seed).random(len(whole)) < 0.6)
            if not len(table): continue
            page = grow(table, options, stop, threshold, whole=whole)
            check(page, grow_tree(table, options, stop, threshold, whole=whole), table, f'seed {seed}')


def test_any_unit_of_weight_grows_and_prunes_alike():
    with every_kernel('py_func'):
        for seed in range(SEED, SEED + TABLES // 4):
            table, options, stop, threshold, cf, raising = task(seed)
            unit = weight_unit(np.full(1, 2.0 ** -9))
            weights = np.rint(np.random.default_rng(seed).exponential(size=len(table)) / unit) * unit
            table = replace(table, weights=weights + unit)
            options = options._replace(grouped=False, binary=0)
            page = grow(table, options, stop, threshold, unit)
            engine = grow_tree(table, options, stop, threshold, unit)
            check(page, engine, table, f'seed {seed}')
            check(prune(page, table, cf, raising, unit), prune_error_based(engine, table, cf, raising, unit=unit), table,
                  f'pruned, seed {seed}')


def test_the_page_has_the_numbers_of_the_book():
    # Quinlan (1993) ch. 4: leaves of 6, 9 and 1 cases without error, and one leaf of 16 with one.
    assert sum(upper_error(n, 0) for n in (6, 9, 1)) == pytest.approx(3.273, abs=6e-3)
    assert upper_error(16, 1) == pytest.approx(2.512, abs=6e-3)


def test_the_errors_to_expect_are_the_engines_to_the_last_bit():
    rng = np.random.default_rng(SEED)
    for _ in range(5000):
        n = float(rng.choice([rng.integers(1, 30), rng.exponential(20)]))
        e = float(rng.choice([0.0, 1e-7, rng.random(), 1.0, 0.9999, 0.99995, n * rng.random(), n, np.floor(n * rng.random())]))
        cf = float(rng.choice([0.25, 1e-9, 0.001, 1.0, rng.uniform(1e-6, 1)]))
        if e > n: continue
        assert upper_error(n, e, cf) == upper_error_of_the_engine(n, e, cf), (n, e, cf)


def test_a_tree_is_renumbered_as_before_and_in_linear_time():
    with every_kernel('py_func'):
        for seed in range(SEED, SEED + 100):
            table, options, stop, threshold, *_ = task(seed)
            tree = grow_tree(table, options, stop, threshold)
            cut, n = np.random.default_rng(seed).integers(len(tree)), tree.n_children.copy()
            n[cut] = 0
            some = replace(tree, n_children=n)
            assert not difference(compact(some), compact_of_the_engine(some)), seed


@pytest.mark.parametrize('n, e, cf', [(14, 5, 25), (14, 5, 0), (14, 5, -0.1), (14, 5, math.nan)])
def test_a_confidence_factor_that_is_no_share_is_refused(n, e, cf):
    with pytest.raises(ValueError, match='25 % is 0.25'): upper_error(n, e, cf)
