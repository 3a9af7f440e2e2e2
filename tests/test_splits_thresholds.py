"""Thresholds and groups of values, as the book defines them, are what the engine's kernels compute."""
import time

import numpy as np
import pytest

from c45lit.splits import value_groups as binary, thresholds as continuous, multiway as discrete
from c45lit.splits.multiway import SplitOptions
from c45lit.splits import thresholds, value_groups
from c45lit.splits.gain import GAIN, GAIN_RATIO, GINI
from c45lit.splits.multiway import SplitOptions

CRITERIA = [GAIN_RATIO, GAIN, GINI]
NUMBERS = dict(rtol=1e-12, atol=1e-12)  # gains and split informations, in bits
UNIT = 2.0 ** -24


def random_options(rng, criterion):
    "What a kernel and the book are asked, as keywords of both; only the gap has another name."
    return dict(criterion=criterion, min_cases=float(rng.choice([0.5, 1, 2, 3, 8])), penalty=bool(rng.integers(2)),
                least_side=bool(rng.integers(2)), average=int(rng.integers(3)))


def random_column(rng):
    "Values with ties and unknown ones, classes, weights (or None), number of classes, gap."
    n, n_classes = int(rng.integers(1, 90)), int(rng.integers(2, 7))
    values = rng.integers(0, rng.integers(1, 40), n) / 3 * rng.choice([1.0, 1e-9, 1e15])
    classes = rng.choice(n_classes, n, p=rng.dirichlet(np.full(n_classes, rng.choice([1, 30]))))
    if rng.random() < 0.5: values = np.where(rng.random(n) < 0.2, np.nan, values)
    weights = [None, rng.integers(1, 5, n).astype(float), rng.integers(0, 4, n).astype(float), rng.integers(1, 99, n) / 64,
               rng.choice([1.0, 0.3, 2.7], n), np.where(rng.random(n) < 0.3, rng.integers(1, 4, n) * UNIT, 1.0)]
    weights = weights[rng.integers(len(weights))]
    if weights is not None and not weights.any(): weights = None
    return values, classes, weights, n_classes, float(rng.choice([0, 0, 0.4]))


def random_freq(rng):
    "A contingency table: few or many cases, values without a case, light ones, an unknown row or none."
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


def same_split(new, old):
    assert (new.attribute, new.groups) == (old.attribute, old.groups)
    np.testing.assert_array_equal([new.left, new.right], [old.left, old.right])
    np.testing.assert_allclose([new.gain, new.split_info, new.penalty], [old.gain, old.info, old.penalty], **NUMBERS)


@pytest.mark.parametrize('criterion', CRITERIA)
def test_the_best_threshold_is_the_kernels(criterion):
    found = 0
    for seed in range(400):
        rng = np.random.default_rng([criterion, seed])
        x, c, w, n_classes, min_value_gap = random_column(rng)
        options = random_options(rng, criterion)
        new = thresholds.best_threshold(x, c, w, n_classes, SplitOptions(min_value_gap=gap, **options), 3)
        same_split(new, continuous.best_threshold(x, c, w, n_classes, SplitOptions(min_value_gap=gap, **options), 3))
        found += new.is_possible
    assert found > 100


@pytest.mark.parametrize('criterion', CRITERIA)
def test_the_table_of_thresholds_is_the_kernels(criterion):
    for seed in range(60):
        rng = np.random.default_rng([criterion, seed])
        x, c, w, n_classes, min_value_gap = random_column(rng)
        if w is not None: w = np.maximum(w, UNIT)  # the kernel divides by a side without weight
        options = random_options(rng, criterion)
        new = thresholds.threshold_table(x, c, w, n_classes, SplitOptions(min_value_gap=gap, **options))
        old = continuous.threshold_table(x, c, w, n_classes, SplitOptions(min_value_gap=gap, **options)).rename(columns={'info': 'split_info'})
        assert list(new) == list(old) and len(new) == len(old)
        weighty = old[['below', 'above']].min(axis=1) >= 0.5  # the kernel's whole numbers lose digits on a side of 2**-24
        for name in old:
            if old[name].dtype == bool: assert new[name].tolist() == old[name].tolist()
            else: np.testing.assert_allclose(new[name][weighty], old[name][weighty], **NUMBERS)


def test_candidates_boundary_points_and_printed_thresholds_are_the_same():
    for seed in range(200):
        x, c, *_ = random_column(np.random.default_rng(seed))
        np.testing.assert_array_equal(thresholds.candidate_thresholds(x), continuous.candidate_thresholds(x))
        np.testing.assert_array_equal(thresholds.boundary_points(x, c), continuous.boundary_points(x, c))
        for middle in thresholds.candidate_thresholds(x): assert thresholds.snap(middle, x) == continuous.snap(middle, x)


def test_scalar_functions_are_the_kernels_own_and_compile_as_they_are():
    numba = pytest.importorskip('numba')
    least_side, mdl_penalty, midpoint, last_at_most = map(numba.njit, (
        thresholds.least_side, thresholds.mdl_penalty, thresholds.midpoint, thresholds.last_at_most))
    rng = np.random.default_rng(0)
    for _ in range(200):
        known, tries, n_classes = float(rng.integers(1, 2000)), int(rng.integers(0, 99)), int(rng.integers(2, 9))
        options = SplitOptions(min_cases=float(rng.integers(1, 50)), least_side=bool(rng.integers(2)))
        rules = SplitOptions(min_cases=options.min_cases, least_side=options.least_side)
        assert least_side(known, n_classes, options) == thresholds.least_side(known, n_classes, options)
        assert least_side(known, n_classes, options) == continuous._least_side(known, n_classes, rules)
        assert mdl_penalty(tries, known) == thresholds.mdl_penalty(tries, known) == continuous._penalty(tries, known, rules)
        left = rng.choice([rng.normal(), 1e308 * rng.random(), -np.inf, 1.0])
        right = rng.choice([left + 1, np.nextafter(left, np.inf), 1.7e308])
        with np.errstate(over='ignore'):
            assert midpoint(left, right) == thresholds.midpoint(left, right) == continuous._midpoint(left, right, False)
        ascending = np.sort(rng.integers(0, 9, 5) * 1.0)
        assert last_at_most(8.5, ascending) == ascending[-1] and last_at_most(ascending[2], ascending) == ascending[2]


@pytest.mark.parametrize('criterion', CRITERIA)
@pytest.mark.parametrize('name', ['grouped', 'one_vs_rest', 'binary_subset'])
def test_groups_of_values_are_the_kernels(name, criterion):
    new, old = getattr(value_groups, name), getattr(discrete if name == 'grouped' else binary, name)
    found = 0
    for seed in range(300):
        rng = np.random.default_rng([criterion, seed])
        freq, options = random_freq(rng), random_options(rng, criterion)
        split = new(freq, SplitOptions(**options), 2)
        same_split(split, old(freq, SplitOptions(**options), 2))
        found += split.is_possible
    assert found > 100


def test_sets_by_means_are_the_kernels():
    for seed in range(300):
        rng = np.random.default_rng(seed)
        weights, options = random_freq(rng)[:, 0], random_options(rng, GAIN_RATIO)
        if not weights.any(): continue
        sums = np.column_stack([weights, weights * (rng.integers(0, 9, len(weights)) + 1000)])
        same_split(value_groups.subset_of_means(sums, SplitOptions(**options)), binary.subset_of_means(sums, SplitOptions(**options)))


def test_many_cases_and_many_values_take_seconds_at_most():
    "Ten times what it takes on an idle machine."
    rng, start = np.random.default_rng(0), time.perf_counter()
    assert len(thresholds.threshold_table(rng.random(100_000), rng.integers(0, 3, 100_000))) == 99_999
    assert time.perf_counter() - start < 5
    start = time.perf_counter()
    assert value_groups.grouped(rng.integers(0, 6, (201, 3))).is_possible
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize('call, message', [
    (lambda: thresholds.best_threshold([1, 2], [0]), '2 values, 1 classes and 2 weights'),
    (lambda: thresholds.best_threshold([1, np.inf], [0, 1]), '1-D and finite'),
    (lambda: thresholds.best_threshold([1, 2], [0, 2], n_classes=2), 'classes must be from 0 to 1'),
    (lambda: thresholds.snap(0, [1, np.nan]), 'no value is <= 0'),
    (lambda: value_groups.one_vs_rest([[0, 0], [5, -3]]), 'one_vs_rest: weights must be 2-D'),
    (lambda: value_groups.binary_subset([[0, 0], [5, np.nan]]), 'binary_subset: weights must be 2-D')])
def test_errors_say_what_is_wrong(call, message):
    with pytest.raises(ValueError, match=message): call()
