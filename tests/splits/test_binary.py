"""Yes or no tests on discrete attributes: equal to brute force, compiled and interpreted, with
unknown and unseen values."""
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from c45lit import C45Classifier
from c45lit.specification.value_sets import binary_subset, one_vs_rest, subset_of_means
from c45lit.engine.subset_scan import _best_cut, _keys, _node_of, _one, _sorted_by, _subset
from c45lit.engine.value_scan import _sizes
from c45lit.splits.impurity import entropy, gini
from c45lit.splits.gini import gini_index
from c45lit.splits.ratio import split_info
from c45lit.splits.unknown_values import known_gain
from c45lit.specification.multiway import EPSILON
from c45lit.engine.exact_sums import _NO_TABLE, _node_weights
from c45lit.specification.criterion import DISTANCE, GAIN, GAIN_RATIO, GINI, VARIANCE, NodeWeights
from c45lit.specification.multiway import NO_GAIN, PRICED_SUBSET, SUBSET, TIE, SplitOptions
from c45lit.engine.exact_sums import _for_kernels

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
@pytest.mark.parametrize('values', [2, 3, 5, 7])
def test_the_best_set_is_the_best_of_all_sets(values, classes, criterion):
    for i, rows in enumerate(random_tables(12, values, classes, seed=values * classes)):
        rules = SplitOptions(criterion=criterion, min_cases=[0, 1, 2, 5][i % 4])
        same_as_brute_force(binary_subset(rows, rules), rows, rules, values - 1)


@pytest.mark.parametrize('criterion', CRITERIA)
@pytest.mark.parametrize('classes', [2, 3, 4])
def test_the_best_set_of_ten_values_is_the_best_of_511(classes, criterion):
    for rows in random_tables(3, 10, classes):
        rules = SplitOptions(criterion=criterion)
        same_as_brute_force(binary_subset(rows, rules), rows, rules, 9)


@pytest.mark.parametrize('criterion', CRITERIA)
@pytest.mark.parametrize('classes', [2, 3, 4])
def test_one_against_the_rest_is_the_best_single_value(classes, criterion):
    for i, rows in enumerate(random_tables(40, 6, classes)):
        rules = SplitOptions(criterion=criterion, min_cases=[1, 2, 4][i % 3])
        split = one_vs_rest(rows, rules)
        same_as_brute_force(split, rows, rules, 1)
        assert not split.is_possible or split.groups.count(0) == 1


@pytest.mark.parametrize('criterion', CRITERIA)
def test_with_two_classes_one_of_the_cuts_is_the_best_set(criterion):
    "The proof of the chapter: sorting alone, without trying sets, where `min_cases` bars nothing."
    rules = SplitOptions(criterion=criterion, min_cases=0)
    for rows in random_tables(40, 8, 2, seed=1):
        sizes, total = _sizes(rows), rows.sum()
        order = _sorted_by(_keys(rows, sizes, criterion)[0], sizes)
        node = _node_weights(total, rows.sum(axis=0), _NO_TABLE, rules.criterion)
        node = _node_of(rows, node, _NO_TABLE, rules)
        if len(order) > 1:
            assert _best_cut(rows, order, node, _NO_TABLE, rules)[0][1] == pytest.approx(
                best_of(rows, rules, 7), abs=1e-9)


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


def test_one_value_against_the_rest_by_means_is_the_best_single_value():
    rng = np.random.default_rng(0)
    for _ in range(20):
        targets = [rng.normal(rng.integers(3), 1, rng.integers(1, 5)) for _ in range(6)]
        sums = np.array([(1.0, 3.0), *((len(t), t.sum()) for t in targets)])
        best = max(decrease_of(targets, np.arange(6) == v, 1) for v in range(6))
        branches, total = np.zeros(6, dtype=np.int64), float(sums[:, 0].sum())
        node = NodeWeights(total, 0.0, sums[0])
        gain_found, _ = _one(sums, node, _NO_TABLE, _for_kernels(
            SplitOptions(criterion=VARIANCE, min_cases=1)), branches)
        assert gain_found == pytest.approx(best, abs=1e-9) and branches.tolist().count(0) == 1


def test_many_values_of_three_classes_are_parted_nearly_as_well_as_they_are_made():
    "Forty values of two kinds: the first component finds the kinds."
    rng = np.random.default_rng(0)
    kinds = rng.permutation(np.repeat([0, 1], 20))
    rows = np.vstack([np.zeros(3),
                      [rng.multinomial(60, [[.7, .2, .1], [.2, .3, .5]][k]) for k in kinds]])
    for criterion in CRITERIA:
        groups = np.array(binary_subset(rows, SplitOptions(criterion=criterion)).groups)
        assert max((groups == kinds).mean(), (groups != kinds).mean()) == 1


@pytest.mark.parametrize('kernel, means', [(_one, False), (_subset, False), (_subset, True)])
def test_compiled_and_interpreted_twins_agree(kernel, means):
    for i, rows in enumerate([*random_tables(30, 6, 3), *random_tables(10, 14, 3),
                              *random_tables(10, 14, 2)]):
        if means:
            rows = rows[:, :2].copy()
        total = float(rows[:, 0].sum() if means else rows.sum())
        if total == 0:
            continue
        criterion = VARIANCE if means else CRITERIA[i % 4]
        rules, found = _for_kernels(SplitOptions(criterion=criterion)), []
        for run in (kernel.py_func, kernel.compiled):
            branches = np.zeros(len(rows) - 1, dtype=np.int64)
            node = _node_weights(total, rows.sum(axis=0), _NO_TABLE, rules.criterion)
            found.append((*run(rows, node, _NO_TABLE, rules, branches), branches.tolist()))
        assert found[0][2] == found[1][2]
        assert found[0][:2] == pytest.approx(found[1][:2], rel=1e-12)


def test_an_unseen_value_goes_with_the_rest_or_with_the_heavier_side():
    rows = [[0, 0], [0, 0], [9, 1], [0, 3], [0, 0]]
    assert one_vs_rest(rows).groups == (1, 0, 1, 1)
    assert binary_subset(rows).groups == (0, 0, 1, 0)
    assert binary_subset([[0, 0], [0, 3], [9, 1], [0, 0]]).groups == (0, 1, 1)
    assert subset_of_means([[0, 0], [2, 1], [3, 9], [0, 0]]).groups == (0, 1, 1)


def test_the_order_of_the_values_is_no_matter():
    "Rows in any order give the same parts."
    rng = np.random.default_rng(3)
    rows = np.vstack([[1, 2, 0], rng.integers(0, 9, (9, 3))]).astype(float)
    split, order = binary_subset(rows), rng.permutation(9)
    moved = binary_subset(np.vstack([rows[:1], rows[1:][order]]))
    assert moved.gain == pytest.approx(split.gain)
    parts = [{frozenset(np.flatnonzero(np.array(g) == b)) for b in (0, 1)} for g in
             (np.array(split.groups)[order], moved.groups)]
    assert parts[0] == parts[1]


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


def test_a_column_of_noise_costs_a_priced_tree_nothing():
    r = np.random.default_rng(0)
    X = pd.DataFrame({'x': r.normal(size=3000)})
    y = np.where(X.x + .8 * r.normal(size=3000) > 0, 'p', 'q')
    noisy = X.assign(code=[f'c{i}' for i in r.integers(0, 300, 3000)])
    schema = {'code': 'discrete'}
    alone = C45Classifier().fit(X, y).tree_
    assert C45Classifier(discrete='priced_subset').fit(noisy, y, schema=schema).tree_.n_leaves == alone.n_leaves
    assert C45Classifier(discrete='subset').fit(noisy, y, schema=schema).tree_.n_leaves > 5 * alone.n_leaves
