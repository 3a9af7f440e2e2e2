"""The book's functions on one table and on numbers are what the engine computes, in exact
arithmetic, on random ones."""
import math

import numpy as np
import pytest
from support.random_tables import random_rules, random_table

from c45lit.splits.impurity import entropy, gini
from c45lit.specification import criterion as criteria
from c45lit.specification.contingency import contingency
from c45lit.splits.gain import gain
from c45lit.splits.ratio import gain_ratio, split_info
from c45lit.splits.gini import gini_index
from c45lit.splits.unknown_values import known_gain
from c45lit.specification.criterion import GAIN, GAIN_RATIO, GINI, VARIANCE
from c45lit.specification.multiway import (EPSILON, NO_GAIN, Split, SplitOptions)
from c45lit.specification.unit_shares import UNIT, known_fraction, spread
from c45lit.specification import selection
from c45lit.engine import scalar_formulas

SEEDS = range(400)


def same(a, b): return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-13)


def close(a, b, scale=1.0): return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9 * max(scale, 1.0))


def random_freq(rng):
    "Whole and fractional weights, empty rows, empty columns, nothing at all."
    shape = rng.integers(1, 8), rng.integers(1, 5)
    freq = rng.choice([rng.integers(0, 9, shape), rng.integers(0, 2, shape) * 1e6,
                       rng.exponential(size=shape)]).astype(float)
    if rng.random() < 0.3: freq[rng.integers(shape[0])] = 0
    if rng.random() < 0.3: freq[:, rng.integers(shape[1])] = 0
    return freq * (rng.random() < 0.95)


def random_options(rng):
    return SplitOptions(*random_rules(rng))._replace(grouped=bool(rng.random() < 0.2),
                                                     binary=int(rng.choice([0, 0, 0, 1, 2])))


# -- numbers of one table


def test_decrease_is_the_gain_of_every_criterion():
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        freq, hidden = random_freq(rng), float(rng.choice([0, 0, 2.5]))
        known = freq.sum() / ((freq.sum() + hidden) or 1)
        by_gini = known * (gini(freq.sum(axis=0)) - gini_index(freq))
        for criterion in GAIN_RATIO, GAIN:
            assert close(criteria.decrease(freq, hidden, criterion),
                         known_gain(freq, hidden))
        assert close(criteria.decrease(freq, hidden, GINI), by_gini)
        info = split_info(freq.sum(axis=1))
        assert same(gain_ratio(freq), gain(freq) / info if info > 0 else 0.0)


@pytest.mark.parametrize('call, message', [
    (lambda: contingency([0, 1], [0]), '2 outcomes, 1 classes and'),
    (lambda: contingency([0, 2], [0, 1], 2),
     'outcomes? must be from -1 to 1, got 0 to 2; give a larger n_outcomes'),
    (lambda: contingency([-2], [0]), 'outcomes? must be from -1 to'),
    (lambda: contingency([0], [-1]), 'class(es)? must be from 0 to'),
    (lambda: contingency([0], [3], 1, 2),
     'class(es)? must be from 0 to 1, got 3 to 3; give a larger n_classes'),
    *((lambda f=f, w=w: f(w), 'expected counts that are finite and >= 0, got')
      for f in (entropy, gini) for w in ([1, -1], [np.nan, 1], [np.inf])),
    (lambda: gain([9, 5]), 'gain: expected a row for each value, got'),
    (lambda: criteria.decrease([[1, 2]], criterion=VARIANCE),
     'decrease: variance is not measured on classes')])
def test_errors_say_what_is_wrong(call, message):
    with pytest.raises(ValueError, match=message): call()


# -- unknown values

def test_no_weight_of_an_unknown_case_is_lost_or_made():
    shared = 0
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        n, v = rng.integers(2, 30), rng.integers(1, 5)
        outcome, weights = rng.integers(-1, v, n), np.rint(rng.exponential(size=n) / UNIT) * UNIT
        known = outcome >= 0
        assert same(known_fraction(outcome, weights), weights[known].sum() / weights.sum())
        if not known.any(): continue
        parts = spread(outcome, weights, v)
        assert sum(w.sum() for _, w in parts) == weights.sum()
        sizes, before = np.bincount(outcome[known], weights[known], v), 0.0
        for branch, (rows, w) in enumerate(parts):
            expected = np.where(outcome == branch, weights, 0.0)
            for i in np.flatnonzero(~known):
                expected[i] = scalar_formulas._share(weights[i], before, sizes[branch],
                                                     sizes.sum(), UNIT)
            assert np.array_equal(rows, np.flatnonzero(expected)) and np.array_equal(
                w, expected[rows])
            before, shared = before + sizes[branch], shared + (~known).sum()
    assert shared > 1000



# -- selection

def random_splits(rng):
    "Candidates among which ties, impossible tests and gains just below the average are common."
    n = rng.integers(1, 7)
    gain = rng.choice([rng.random(n), rng.integers(0, 4, n) / 4,
                       0.3 + rng.choice([0, 1e-3, -1e-3, 2e-3, 1e-15], n)])
    gain = np.where(rng.random(n) < 0.2, NO_GAIN, gain)
    info = np.where(rng.random(n) < 0.1, rng.choice([0, 1e-4]), rng.choice([1.0, 0.5, 0.3], n))
    return [Split(a, float(g), float(i), many_valued=bool(m))
            for a, (g, i, m) in enumerate(zip(gain, info, rng.random(n) < 0.2))]


def test_id3_c45_and_cart_take_the_greatest_of_what_they_look_at():
    for seed in range(1000):
        candidates = random_splits(np.random.default_rng(seed))
        possible = [s for s in candidates if s.gain > NO_GAIN + EPSILON / 10]
        for rule in selection.id3, selection.cart:
            taken, there = rule(candidates), [s.gain for s in possible if s.split_info > 0]
            assert (taken is None) == (not there)
            if taken: assert taken.gain >= max(there) - 1e-9
        average = np.mean([s.gain for s in possible]) if possible else 0.0
        there = [s.ratio for s in possible if s.gain >= average - 1e-10 and s.split_info > EPSILON]
        taken = selection.c45(candidates, average=2)
        assert (taken is None) == (not there)
        if taken: assert taken.ratio >= max(there) - 1e-9


def random_node(seed):
    "(table, options, used, whole, threshold) of a node somewhere in a tree."
    rng = np.random.default_rng(seed)
    whole, options = random_table(rng), random_options(rng)
    whole = whole.select(whole.weights > 0)
    some = rng.random(len(whole)) < 0.7
    table = whole.select(some) if some.any() and rng.random() < 0.4 else whole
    used = [a.name for a in whole.schema.attributes if rng.random() < 0.15]
    return table, options, used, whole, str(rng.choice(['data', 'midpoint']))


def test_the_table_of_candidates_shows_the_best_split():
    chosen = 0
    for seed in SEEDS:
        table, options, used, whole, threshold = random_node(seed)
        best = selection.best_split(table, options, used, whole)
        shown = selection.candidate_table(table, options, used, whole, threshold)
        names = [best and table.schema.names[best.attribute]] if best else []
        assert shown.index[shown['chosen']].tolist() == names and shown['why'].str.len().min() > 0
        if not best: continue
        row = shown.loc[names[0]]
        assert (row['net_gain'], row['split_info'],
                row['ratio']) == (best.gain, best.split_info, best.ratio)
        assert row['many_valued'] == selection.many_valued(
            whole, options)[best.attribute] == best.many_valued
        if best.left < best.right: assert best.left <= row['threshold'] < best.right
        chosen += 1
    assert chosen > 150
