"""Yes or no tests on discrete attributes: equal to brute force, compiled and interpreted, with
unknown and unseen values."""
from itertools import combinations

import numpy as np
import pytest
from c45lit.specification.value_sets import binary_subset, one_vs_rest, subset_of_means
from c45lit.splits.impurity import entropy, gini
from c45lit.splits.gini import gini_index
from c45lit.splits.ratio import split_info
from c45lit.splits.unknown_values import known_gain
from c45lit.specification.multiway import EPSILON
from c45lit.specification.criterion import DISTANCE, GAIN, GAIN_RATIO, GINI
from c45lit.specification.multiway import NO_GAIN, PRICED_SUBSET, SUBSET, TIE, SplitOptions

CRITERIA = [GAIN_RATIO, GAIN, GINI, DISTANCE]


def score_of(sides, unknown, rules, node):
    """What a test that parts the known cases like this is chosen by, by the formulas of impurity
    and gain."""
    sizes = sides.sum(axis=1)
    known, info = sides.sum() / (sides.sum() + unknown), split_info(np.append(sizes, unknown))
    if sizes.min() <= 0 or sizes.min() < rules.min_cases:
        return None
    if rules.criterion == GINI:
        return known * (gini(sides.sum(axis=0)) - gini_index(sides))
    if rules.criterion == GAIN:
        return known_gain(sides, unknown)
    if rules.criterion == DISTANCE:
        return known_gain(sides, unknown) / (entropy(node) + info - known_gain(sides, unknown))
    return known_gain(sides, unknown) / info if info > EPSILON else None


def sides_of(rows, chosen):
    "The known cases of some values, and those of the others."
    there = np.isin(np.arange(len(rows) - 1), chosen)
    return np.array([rows[1:][there].sum(axis=0), rows[1:][~there].sum(axis=0)])


def best_of(rows, rules, most):
    "The greatest score of all sets of at most so many values, None where none may be asked."
    sets = (s for k in range(1, most + 1) for s in combinations(range(len(rows) - 1), k))
    scores = [score_of(sides_of(rows, s), rows[0].sum(), rules, rows.sum(axis=0)) for s in sets]
    return max((w for w in scores if w is not None), default=None)


def random_tables(n, values, classes, seed=0):
    "Tables of so many values, of even and uneven weight, some values without a case."
    rng = np.random.default_rng(seed)
    for i in range(n):
        size = rng.integers(1, 2 + 6 * (i % 4), (values + 1, 1))
        rows = rng.binomial(size, rng.random((values + 1, classes)),
                            (values + 1, classes)).astype(float)
        rows[0] *= rng.random() < 0.5
        yield rows * (1 if i % 2 else rng.choice([0.25, 1, 2.5], (values + 1, 1)))


def same_as_brute_force(split, rows, rules, most):
    "A split is possible where brute force finds one, and as good."
    best = best_of(rows, rules, most)
    if best is None:
        assert not split.is_possible
        return
    chosen = np.flatnonzero(np.array(split.groups) == 0)
    found = score_of(sides_of(rows, chosen), rows[0].sum(), rules, rows.sum(axis=0))
    assert found == pytest.approx(best, abs=1e-9)
    sizes = np.append(sides_of(rows, chosen).sum(axis=1), rows[0].sum())
    assert split.split_info == pytest.approx(split_info(sizes), abs=1e-9)
    got = {GAIN_RATIO: split.ratio, DISTANCE: found}.get(rules.criterion, split.gain)
    assert got == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize('criterion', CRITERIA)
@pytest.mark.parametrize('classes', [2, 3, 4])
@pytest.mark.parametrize('values', [2, 3, 5, 7, 10])
def test_the_best_set_is_the_best_of_all_sets(values, classes, criterion):
    for i, rows in enumerate(random_tables(12 if values < 10 else 3, values, classes, values * classes)):
        rules = SplitOptions(criterion=criterion, min_cases=[0, 1, 2, 5][i % 4])
        same_as_brute_force(binary_subset(rows, rules), rows, rules, values - 1)


@pytest.mark.parametrize('criterion', CRITERIA)
@pytest.mark.parametrize('classes', [2, 3, 4])
def test_one_against_the_rest_is_the_best_single_value(classes, criterion):
    for i, rows in enumerate(random_tables(40, 6, classes)):
        rules = SplitOptions(criterion=criterion, min_cases=[1, 2, 4][i % 3])
        split = one_vs_rest(rows, rules)
        same_as_brute_force(split, rows, rules, 1)
        assert not split.is_possible or split.groups.count(0) == 1


def decrease_of(targets, side, unknown):
    """Decrease of the variance by a yes or no test, times the known share; from the cases
    themselves."""
    yes, no = np.concatenate([t for t, s in zip(targets, side) if s]), np.concatenate(
        [t for t, s in zip(targets, side) if not s])
    n, m = len(yes), len(no)
    after = (n * yes.var() + m * no.var()) / (n + m)
    return (n + m) / (n + m + unknown) * (np.concatenate([yes, no]).var() - after)


@pytest.mark.parametrize('least', [1, 4])
@pytest.mark.parametrize('values', [2, 5, 9])
def test_the_best_set_by_means_is_the_best_of_all_sets(values, least):
    rng = np.random.default_rng(values)
    for _ in range(6):
        targets = [rng.normal(1000 + rng.integers(3), 1, rng.integers(1, 5)) for _ in range(values)]
        sums = np.array([(2.0, 7.0), *((len(t), t.sum()) for t in targets)])
        sides = [np.isin(range(values), s) for k in range(1, values)
                 for s in combinations(range(values), k)]
        n = sums[1:, 0]
        allowed = [s for s in sides if min(n[s].sum(), n[~s].sum()) >= least]
        best = max((decrease_of(targets, s, 2) for s in allowed), default=NO_GAIN)
        split = subset_of_means(sums, SplitOptions(min_cases=least))
        assert split.gain == pytest.approx(best, abs=1e-8)
        if allowed:
            assert decrease_of(targets, np.array(split.groups) == 0,
                               2) == pytest.approx(best, abs=1e-8)


def test_many_values_of_three_classes_are_parted_nearly_as_well_as_they_are_made():
    "Forty values of two kinds: the first component finds the kinds."
    rng = np.random.default_rng(0)
    kinds = rng.permutation(np.repeat([0, 1], 20))
    rows = np.vstack([np.zeros(3),
                      [rng.multinomial(60, [[.7, .2, .1], [.2, .3, .5]][k]) for k in kinds]])
    for criterion in CRITERIA:
        groups = np.array(binary_subset(rows, SplitOptions(criterion=criterion)).groups)
        assert max((groups == kinds).mean(), (groups != kinds).mean()) == 1


def test_an_unseen_value_goes_with_the_rest_or_with_the_heavier_side():
    rows = [[0, 0], [0, 0], [9, 1], [0, 3], [0, 0]]
    assert one_vs_rest(rows).groups == (1, 0, 1, 1)
    assert binary_subset(rows).groups == (0, 0, 1, 0)
    assert binary_subset([[0, 0], [0, 3], [9, 1], [0, 0]]).groups == (0, 1, 1)
    assert subset_of_means([[0, 0], [2, 1], [3, 9], [0, 0]]).groups == (0, 1, 1)


@pytest.mark.parametrize('seed', range(40))
def test_a_priced_set_is_the_best_set_less_a_bit_for_every_value_beyond_two(seed):
    r = np.random.default_rng(seed)
    rows = r.integers(0, 30, (r.integers(4, 40), r.integers(2, 5))) * (r.random() < .8) + 0.0
    rows[1:3] += r.integers(1, 200, (2, rows.shape[1]))
    for criterion in (GAIN, GAIN_RATIO, GINI):
        free = SplitOptions(criterion=criterion, binary=SUBSET)
        pays = free._replace(binary=PRICED_SUBSET)
        best, priced = (binary_subset(rows, options) for options in (free, pays))
        price = (np.count_nonzero(rows[1:].sum(axis=1)) - 2) / rows.sum() * criterion.in_bits
        assert priced.is_possible == (best.is_possible and best.gain - price > TIE)
        if priced.is_possible:
            assert priced == best._replace(gain=best.gain - price, penalty=price)
