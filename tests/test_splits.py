"The plain functions of part 1 say what the flat modules before them said, on hundreds of random tables."
import math

import numpy as np
import pandas as pd
import pytest
from test_judge import random_rules, random_table

from c45lit.splits import impurity as info, selection as select, contingency as split, unknown_values as unknown
from c45lit.splits.multiway import multiway as old_multiway
from c45lit.splits import contingency as counting
from c45lit.splits import gain as gains
from c45lit.splits import impurity, multiway, selection, unknown_values
from c45lit.splits.multiway import NO_GAIN, Split, SplitOptions

SEEDS = range(400)


def same(a, b):
    return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-14) or (math.isnan(a) and math.isnan(b))


def random_freq(rng):
    "Whole and fractional weights, empty rows, empty columns, nothing at all."
    shape = rng.integers(1, 8), rng.integers(1, 5)
    freq = rng.choice([rng.integers(0, 9, shape), rng.integers(0, 2, shape) * 1e6, rng.exponential(size=shape)]).astype(float)
    if rng.random() < 0.3: freq[rng.integers(shape[0])] = 0
    if rng.random() < 0.3: freq[:, rng.integers(shape[1])] = 0
    return freq * (rng.random() < 0.95)


def random_options(rng):
    return SplitOptions(*random_rules(rng))._replace(grouped=bool(rng.random() < 0.2), binary=int(rng.choice([0, 0, 0, 1, 2])))


def old_rules(options): return split.SplitOptions(*options)


def random_splits(rng):
    "Candidates among which ties, impossible tests and gains just below the average are common."
    n = rng.integers(1, 7)
    gain = rng.choice([rng.random(n), rng.integers(0, 4, n) / 4, 0.3 + rng.choice([0, 1e-3, -1e-3, 2e-3, 1e-15], n)])
    gain = np.where(rng.random(n) < 0.2, NO_GAIN, gain)
    info_ = np.where(rng.random(n) < 0.1, rng.choice([0, 1e-4]), rng.choice([1.0, 0.5, 0.3], n))
    return [Split(a, float(g), float(i), many_valued=bool(m)) for a, (g, i, m) in enumerate(zip(gain, info_, rng.random(n) < 0.2))]


# -- numbers of one table

@pytest.mark.parametrize('name', ['entropy', 'gini'])
def test_impurities(name):
    for seed in SEEDS:
        for row in random_freq(np.random.default_rng(seed)):
            assert same(getattr(impurity, name)(row), getattr(info, name)(row)), row


@pytest.mark.parametrize('name', ['gain', 'gain_ratio', 'gini_index', 'split_info'])
def test_scores_of_a_table(name):
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        freq, hidden = random_freq(rng), float(rng.choice([0, 0, 2.5]))
        rest = () if name == 'gini_index' else (hidden,)
        if name == 'split_info': freq = freq.sum(axis=1)
        assert same(getattr(gains, name)(freq, *rest), getattr(info, name)(freq, *rest)), freq


def test_decrease_is_the_gain_of_every_criterion():
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        freq, hidden = random_freq(rng), float(rng.choice([0, 0, 2.5]))
        known = freq.sum() / ((freq.sum() + hidden) or 1)
        by_gini = known * (info.gini(freq.sum(axis=0)) - info.gini_index(freq))
        assert same(gains.decrease(freq, hidden), info.gain(freq, hidden))
        assert same(gains.decrease(freq, hidden, gains.CRITERIA[gains.GINI]), by_gini)


def test_counting():
    for seed in SEEDS:
        t = random_table(np.random.default_rng(seed))
        for a, column in zip(t.schema.attributes, t.columns):
            if a.kind != 'discrete': continue
            for sizes in ((), (len(a.values), len(t.schema.classes))):
                new, old = (f.contingency(column, t.classes, *sizes, weights=t.weights) for f in (counting, split))
                assert new.dtype == old.dtype and np.array_equal(new, old)
            new, old = (f.partition(column, len(a.values)) for f in (counting, split))
            assert all(np.array_equal(x, y) for x, y in zip(new, old, strict=True))
    assert counting.contingency([], [], 3, 2).dtype == float


@pytest.mark.parametrize('call', [
    lambda m: m.contingency([0, 1], [0]), lambda m: m.contingency([0, 2], [0, 1], 2), lambda m: m.contingency([-2], [0]),
    lambda m: m.contingency([0], [-1]), lambda m: m.contingency([0], [3], 1, 2)])
def test_codes_without_a_place_are_refused_in_the_same_words(call):
    with pytest.raises(ValueError) as new: call(counting)
    with pytest.raises(ValueError) as old: call(split)
    assert str(new.value) == str(old.value)


@pytest.mark.parametrize('bad', [[1, -1], [np.nan, 1], [np.inf], [[1]]])
@pytest.mark.parametrize('name', ['entropy', 'gini'])
def test_bad_weights_are_refused_in_the_same_words(name, bad):
    with pytest.raises(ValueError) as new: getattr(impurity, name)(bad)
    with pytest.raises(ValueError) as old: getattr(info, name)(bad)
    assert str(new.value) == str(old.value)


def test_one_branch_per_value():
    possible = 0
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        table, options = random_table(rng), random_options(rng)
        for i, (a, column) in enumerate(zip(table.schema.attributes, table.columns)):
            if a.kind != 'discrete': continue
            freq = counting.contingency(column, table.classes, len(a.values), len(table.schema.classes), table.weights)
            new, old = multiway.multiway(freq, options, i), old_multiway(freq, old_rules(options), i)
            assert new.is_possible == old.is_possible and new.attribute == old.attribute
            assert same(new.gain, old.gain) and same(new.split_info, old.info) and same(new.ratio, old.ratio)
            possible += new.is_possible
    assert possible > 200


# -- unknown values

def test_unknown_values_are_shared_out_to_the_last_unit():
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        n, v = rng.integers(2, 30), rng.integers(1, 5)
        outcome, weights = rng.integers(-1, v, n), np.rint(rng.exponential(size=n) / unknown.UNIT) * unknown.UNIT
        assert unknown_values.known_fraction(outcome, weights) == unknown.known_fraction(outcome, weights)
        if (outcome < 0).all(): continue
        new, old = unknown_values.spread(outcome, weights, v), unknown.spread(outcome, weights, v)
        for (rows, w), (old_rows, old_w) in zip(new, old, strict=True):
            assert np.array_equal(rows, old_rows) and np.array_equal(w, old_w)
        assert sum(w.sum() for _, w in new) == weights.sum()


def random_share(rng):
    sizes = rng.integers(1, 40, 3) * rng.choice([1.0, 0.25, unknown.UNIT])
    return float(rng.choice([1.0, 0.7, unknown.UNIT, 40.0])), float(sizes[0]), float(sizes[1]), float(sizes.sum())


def test_shares():
    for seed in SEEDS:
        task = random_share(np.random.default_rng(seed))
        assert unknown_values.share(*task) == unknown._share(*task, unknown.UNIT, False)


# -- scalar functions that the engine compiles as they stand

@pytest.mark.parametrize('f', [gains.information_part, gains.information_order, gains.square_part, gains.square_order, gains.per_bit,
                               gains.gain_alone, unknown_values.share])
def test_scalar_functions_compile_and_keep_every_bit(f):
    numba = pytest.importorskip('numba')
    compiled, n = numba.njit(f), f.__code__.co_argcount - len(f.__defaults__ or ())
    for seed in range(100):
        rng = np.random.default_rng(seed)
        task = random_share(rng)[:n] if n > 1 else (float(rng.choice([0.0, rng.exponential(), rng.integers(0, 99)])),)
        assert compiled(*task) == f(*task)


# -- selection

def test_one_of_many_is_chosen():
    taken = set()
    for seed in range(2000):
        rng = np.random.default_rng(seed)
        candidates, options = random_splits(rng), random_options(rng)._replace(criterion=int(rng.integers(4)))
        gain, infos = np.array([s.gain for s in candidates]), np.array([s.split_info for s in candidates])
        many, rules = np.array([s.many_valued for s in candidates]), old_rules(options)
        average = selection.average_gain(gain, many, options)
        assert same(average, select._average(gain, many, rules))
        for s in candidates:
            assert same(selection.selection_score(s.gain, s.split_info, average, options), split._selection_score(s.gain, s.split_info, average, rules))
        winner = selection.choose(gain, infos, many, options)
        assert winner == select._choose(gain, infos, many, rules)
        taken.add(winner)
        old = [split.Split(*s) for s in candidates]
        for new, before in ((selection.id3, select.id3), (selection.c45, select.c45), (selection.cart, select.cart)):
            assert new(candidates) == before(old)
        assert selection.c45(candidates, 2) == select.c45(old, 2) and selection.c45(candidates, 0) == select.c45(old, 0)
    assert taken >= {-1, 0, 1, 2, 3}


def random_question(seed):
    "(table, options, used, whole, threshold): what a node of a tree is asked."
    rng = np.random.default_rng(seed)
    whole, options = random_table(rng), random_options(rng)
    some = rng.random(len(whole)) < 0.7
    table = whole.select(some) if whole.weights[some].any() and rng.random() < 0.4 else whole
    used = [a.name for a in whole.schema.attributes if rng.random() < 0.15]
    return table, options, used, whole, str(rng.choice(['data', 'midpoint']))


def test_best_split_and_what_was_offered():
    chosen = 0
    for seed in SEEDS:
        table, options, used, whole, threshold = random_question(seed)
        new = selection.best_split(table, options, used, whole)
        old = select.best_split(table, old_rules(options), used, whole)
        assert (new is None) == (old is None), seed
        if new:
            assert new.attribute == old.attribute and new.groups == old.groups and same(new.left, old.left) and same(new.right, old.right)
            assert same(new.gain, old.gain) and same(new.split_info, old.info)
            chosen += 1
        new = selection.candidate_table(table, options, used, whole, threshold)
        old = select.candidate_table(table, old_rules(options), used, whole, threshold)
        pd.testing.assert_frame_equal(new, old, rtol=1e-12, atol=1e-14, obj=f'seed {seed}')
    assert chosen > 150


def test_a_new_record_is_a_new_criterion(monkeypatch):
    root = gains.Criterion('square root', math.sqrt, lambda parts, n, part_n: n - parts ** 2, gains.gain_alone, False, False)
    more = (*gains.CRITERIA, root)
    for module in (gains, multiway, selection): monkeypatch.setattr(module, 'CRITERIA', more)
    split_ = multiway.multiway([[0, 0], [55, 45], [95, 5]], SplitOptions(criterion=len(gains.CRITERIA) - 1))
    assert math.isclose(split_.gain, 2 * math.sqrt(0.75 * 0.25) - math.sqrt(0.55 * 0.45) - math.sqrt(0.95 * 0.05))
