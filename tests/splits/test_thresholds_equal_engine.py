"""Thresholds and groups of values, as the book defines them, are what the engine computes in exact
arithmetic, on random columns."""

import numpy as np
import pytest
from support.searches import found_by

from c45lit.specification import threshold_choice, value_sets
from c45lit.specification.criterion import GAIN, GAIN_RATIO, GINI, VARIANCE
from c45lit.specification.multiway import SplitOptions
from c45lit.splits.thresholds import candidates

CRITERIA = [GAIN_RATIO, GAIN, GINI]
UNIT = 2.0 ** -24


def random_options(rng, criterion):
    return SplitOptions(criterion=criterion, min_cases=float(rng.choice([0.5, 1, 2, 3, 8])),
                        penalty=bool(rng.integers(2)),
                        least_side=bool(rng.integers(2)), average=int(rng.integers(3)))


def random_column(rng):
    """Values with ties and unknown ones, classes, weights, number of classes, least gap between
    values."""
    n, n_classes = int(rng.integers(1, 90)), int(rng.integers(2, 7))
    values = rng.integers(0, rng.integers(1, 40), n) / 3 * rng.choice([1.0, 1e-9, 1e15])
    classes = rng.choice(n_classes, n, p=rng.dirichlet(np.full(n_classes, rng.choice([1, 30]))))
    if rng.random() < 0.5: values = np.where(rng.random(n) < 0.2, np.nan, values)
    weights = [np.ones(n), rng.integers(1, 5, n).astype(float),
               rng.integers(0, 4, n).astype(float), rng.integers(1, 99, n) / 64,
               np.rint(rng.choice([1.0, 0.3, 2.7], n) / UNIT) * UNIT,
               np.where(rng.random(n) < 0.3, rng.integers(1, 4, n) * UNIT, 1.0)]
    weights = weights[rng.integers(len(weights))]
    return values, classes, weights if weights.any() else np.ones(n), n_classes, float(
        rng.choice([0, 0, 0.4]))


def random_freq(rng):
    """A contingency table: few or many cases, values without a case, light ones, an unknown row or
    none."""
    shape = int(rng.integers(2, 15)), int(rng.integers(2, 6))
    freq = rng.integers(0, rng.choice([2, 4, 9, 30]), shape).astype(float)
    kind = rng.integers(4)
    if kind == 1: freq *= rng.random(shape) < 0.4
    if kind == 2: freq = np.rint(freq * rng.choice([0.3, 1, 2.7], shape) / UNIT) * UNIT
    if kind == 3: freq *= rng.choice([1, 2.0 ** -3, UNIT, 0], shape)
    freq[rng.random(len(freq)) < 0.15] = 0
    if rng.random() < 0.5: freq[0] = 0
    if not freq.any(): freq[1, 0] = 1
    return freq


# -- thresholds


@pytest.mark.parametrize('criterion', CRITERIA)
def test_the_table_of_thresholds_has_the_best_one_and_no_better(criterion):
    found = 0
    for seed in range(100):
        rng = np.random.default_rng([CRITERIA.index(criterion), seed])
        x, c, w, n_classes, gap = random_column(rng)
        options = random_options(rng, criterion)._replace(min_value_gap=gap)
        table = threshold_choice.threshold_table(x, c, w, n_classes, options)
        best = threshold_choice.threshold_split(x, c, w, n_classes, options)
        assert table['best'].sum() == best.is_possible
        known = w[~np.isnan(x)]
        np.testing.assert_allclose(table['below'] + table['above'], known.sum(), rtol=1e-12)
        for _, row in table.iterrows():
            np.testing.assert_allclose(row['below'], w[x <= row['left']].sum(), rtol=1e-9,
                                       atol=1e-9)
        if not best.is_possible: continue
        row = table[table['best']].iloc[0]
        assert (row['left'], row['right'], row['split_info'],
                row['penalty']) == (best.left, best.right, best.split_info, best.penalty)
        assert row['gain'] - row['penalty'] == pytest.approx(best.gain, abs=1e-12)
        assert row['allowed'] and table['gain'][table['allowed']].max() <= row['gain'] + 1e-9
        found += 1
    assert found > 20


def test_candidates_lie_between_neighbours_and_the_best_is_a_boundary_point():
    looked = 0
    for seed in range(200):
        x, c, w, n_classes, _ = random_column(np.random.default_rng(seed))
        distinct, middles = np.unique(x[~np.isnan(x)]), candidates(x[~np.isnan(x)])
        assert len(middles) == max(len(distinct) - 1, 0)
        assert all((distinct[:-1] <= middles) & (middles <= distinct[1:]))
        for middle in middles:
            assert threshold_choice.snap(middle, x) == distinct[distinct <= middle][-1]
        free = SplitOptions(criterion=GAIN, min_cases=UNIT, penalty=False, least_side=False)
        best = threshold_choice.threshold_split(x[w > 0], c[w > 0], w[w > 0], n_classes, free)
        if not best.is_possible: continue
        assert best.left / 2 + best.right / 2 in threshold_choice.boundary_points(
            x[w > 0], c[w > 0]), seed
        looked += 1
    assert looked > 100


# -- groups of values


def test_sets_by_means_are_the_kernels():
    found = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        weights, options = random_freq(rng)[:, 0], random_options(rng, VARIANCE)
        if not weights.any(): continue
        sums = np.column_stack([weights, weights * (rng.integers(0, 9, len(weights)) + 1000)])
        split = value_sets.subset_of_means(sums, options)
        unit = value_sets._unit_of_means(sums[1:])  # the engine's targets are parts of their range
        engine = found_by('binary_subset', sums / [1.0, unit], options)
        assert split.groups == engine.groups
        if split.is_possible:
            np.testing.assert_allclose([split.gain, split.split_info],
                                       [engine.gain * unit ** 2, engine.split_info], rtol=1e-9,
                                       atol=1e-8)
        found += split.is_possible
    assert found > 50


@pytest.mark.parametrize('call, message', [
    (lambda: threshold_choice.threshold_split([1, 2], [0]), '2 values, 1 classes and 2 weights'),
    (lambda: threshold_choice.threshold_split([1, np.inf], [0, 1]), '1-D and finite'),
    (lambda: threshold_choice.threshold_split([1, 2], [0, 2], n_classes=2),
     'classes must be from 0 to 1'),
    (lambda: threshold_choice.snap(0, [1, np.nan]), 'no value is <= 0'),
    (lambda: value_sets.one_vs_rest([[0, 0], [5, -3]]), 'one_vs_rest: weights must be 2-D'),
    (lambda: value_sets.binary_subset([[0, 0], [5, np.nan]]),
     'binary_subset: weights must be 2-D')])
def test_errors_say_what_is_wrong(call, message):
    with pytest.raises(ValueError, match=message): call()
