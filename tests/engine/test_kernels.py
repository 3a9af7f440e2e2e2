"""Kernels: the compiled twin gives the bits of the plain one; numba may be absent; a stamp sees
every change below."""
import os
import subprocess
import sys
import types
from inspect import signature

import numpy as np
import pytest

from c45lit.engine import (case_arrays, exact_sums, group_scan, kernels, scalar_formulas, scan,
                           split_scores, value_scan)
from c45lit.engine.criteria import _code, _record
from c45lit.engine.kernels import COMPILE_FROM, LOAD_FROM, kernel, step
from c45lit.splits import impurity
from c45lit.specification import threshold_choice
from c45lit.specification.contingency import contingency
from c45lit.specification.criterion import DISTANCE, GAIN, GAIN_RATIO, GINI, NodeWeights
from c45lit.specification.multiway import NO_GAIN, TIE, SplitOptions
from c45lit.specification.unit_shares import UNIT
from c45lit.specification.error_limits import squared_deviate

TIMES = 60  # random inputs for each kernel
SMALL = COMPILE_FROM - 1  # cell visits

each_criterion = pytest.mark.parametrize('criterion', [GAIN_RATIO, GAIN, GINI, DISTANCE],
                                         ids=['ratio', 'gain', 'gini', 'distance'])


# -- random input

def some_weights(rng, n):
    "Unit weights, fractions in whole units, and some weights of nothing."
    kinds = np.ones(n), np.floor(rng.random(n) / UNIT) * UNIT, rng.integers(0, 4, n) / 3
    return kinds[rng.integers(3)]


def some_counts(rng, shape=None):
    "A class distribution or contingency table, with empty classes and rows."
    shape = shape or rng.integers(1, 7)
    return some_weights(rng, int(np.prod(shape))).reshape(shape) * rng.integers(0, 30, shape)


def some_table(rng):
    "No table of n log2 n, or a short one."
    return exact_sums._NO_TABLE if rng.random() < 0.5 else exact_sums._parts_table(
        int(rng.integers(2, 40)))


def some_rules(rng, criterion):
    "Rules of every kind, all fields typed alike so that one compilation serves all."
    rules = SplitOptions(criterion, float(rng.choice([0.0, 1.0, 2.0, 5.0])),
                         bool(rng.random() < 0.5), bool(rng.random() < 0.5),
                  1, 0.0, float(rng.choice([0.0, 1e-5, 0.5])))
    return rules._replace(criterion=_code(criterion))


def some_column(rng, n=None):
    "Values with ties and unknowns, codes with -1, classes and weights of some cases."
    n = int(rng.integers(2, 60)) if n is None else n
    values = rng.integers(0, rng.integers(1, 12),
                          n) / 4 if rng.random() < 0.7 else rng.normal(size=n)
    values = np.where(rng.random(n) < rng.choice([0.0, 0.2, 0.9]), np.nan, values)
    return values, rng.integers(-1, 4, n), rng.integers(0, 3, n), some_weights(rng, n)


# -- twins

def bits(result):
    "A result as bytes, so that NaN equals NaN and 0.0 is not -0.0."
    parts = result if isinstance(result, tuple) else (result,)
    return [np.asarray(part, dtype=float).tobytes() for part in parts]


def assert_twins_agree(k, *args):
    "Call both twins on copies: the same result, and the same arrays left behind."
    left, right = ([a.copy() if isinstance(a, np.ndarray) else a for a in args] for _ in range(2))
    assert bits(k.py_func(*left)) == bits(k.compiled(*right)), f'{k.__name__}{args}'
    for a, b in zip(left, right):
        if isinstance(a, np.ndarray):
            assert a.tobytes() == b.tobytes(), f'{k.__name__}{args} left different arrays'


def check(k, make, seed=0):
    """Both twins on many random inputs; a division by zero, which the compiled twin does not
    announce, is no news."""
    rng = np.random.default_rng(seed)
    with np.errstate(all='ignore'):
        for _ in range(TIMES):
            assert_twins_agree(k, *make(rng))


def test_twins_of_n_log_n_agree():
    check(exact_sums._xlogx,
          lambda rng: (float(rng.choice([0.0, -1.0, 7.0, rng.random() * 50, 1e6])),
                       some_table(rng)))


def test_a_looked_up_logarithm_is_the_computed_one():
    table = exact_sums._parts_table(300)
    for n in range(301):
        assert table[n] == exact_sums._xlogx(float(n),
                                             exact_sums._NO_TABLE) == exact_sums._xlogx.compiled(
                                                 float(n), table)


@each_criterion
def test_twins_of_impurities_agree(criterion):
    code = _code(criterion)
    check(exact_sums._bits, lambda rng: (some_counts(rng), some_table(rng)))
    check(exact_sums._impurity,
          lambda rng: (some_counts(rng), some_table(rng), code))
    check(exact_sums._node_weights,
          lambda rng: (float(rng.integers(0, 9)), some_counts(rng), some_table(rng), code))
    check(exact_sums._part,
          lambda rng: (float(rng.choice([0.0, -1.0, 7.0, rng.random() * 50])), some_table(rng),
                       code))
    check(exact_sums._rest,
          lambda rng: (float(rng.integers(0, 50)), rng.random() * 200, some_table(rng), code))
    check(exact_sums._fill_parts, lambda rng: (np.zeros(rng.integers(1, 99)), code))


def test_twins_of_counting_agree():
    def make(rng):
        _, outcome, classes, weights = some_column(rng)
        rows = rng.permutation(len(outcome))[:rng.integers(0, len(outcome))]
        return rows, outcome, classes, weights, np.zeros((5, 3))
    check(value_scan._count, make)


@each_criterion
def test_twins_of_discrete_tests_agree(criterion):
    def table(rng):
        return some_counts(rng, (int(rng.integers(2, 6)), int(rng.integers(1, 4))))

    def multiway(rng):
        freq = table(rng)
        weight = float(freq.sum()) or 1.0
        node = NodeWeights(weight, rng.random(), freq.sum(axis=0))
        return freq, node, some_table(rng), some_rules(rng, criterion)
    check(value_scan._sizes, lambda rng: (table(rng),))
    check(value_scan._known_row, lambda rng: (table(rng),))
    check(value_scan._multiway, multiway)

    def grouped(rng):
        freq, node, *rest = multiway(rng)
        branches = np.zeros(len(freq) - 1, dtype=np.int64)
        return freq, node, *rest, branches, int(rng.integers(len(freq) + 1))
    check(group_scan._grouped, grouped)


@each_criterion
def test_twins_of_the_score_agree(criterion):
    check(exact_sums._selection_score,
          lambda rng: (float(rng.choice([NO_GAIN, 0.0, 0.1, rng.random()])),
                       float(rng.choice([0.0, rng.random()])),
                                     float(rng.choice([0.0, 0.1, 1e6])),
                                     some_rules(rng, criterion),
                                     NodeWeights(9.0, rng.random(), rng.random(3))))
    check(exact_sums._choose,
          lambda rng: (rng.choice([NO_GAIN, 0.0, 0.1, 0.5], 4), rng.choice([0.0, 0.5, 1.0], 4),
                       rng.random(4) < 0.3, some_rules(rng, criterion),
                       NodeWeights(9.0, rng.random(), rng.random(3))))


def for_kernels(rules):
    "The arithmetic as a type, as kernels are told it."
    return exact_sums._for_kernels(rules)


def ascending(rng):
    """The known cases of a column, ascending: values, classes, weights in whole units; and the
    weight of the others."""
    x, _, c, w = some_column(rng)
    w = np.floor(w / UNIT) * UNIT
    known = ~np.isnan(x)
    rows = np.argsort(x, kind='stable')[:known.sum()]
    return x[rows], c[rows], w[rows], float(w[~known].sum())


def sorted_column(x, c, w, rules):
    "Ascending cases as packed keys."
    rank = np.cumsum(np.append(True, x[1:] > x[:-1]))[:len(x)]
    layout = case_arrays._key_layout(max(len(x), 1), 3, len(x) + 1)
    fixed = exact_sums._fixed(w, UNIT, bool((w == 1).all()), rules)
    keys = case_arrays.pack_keys(rank, c, np.arange(len(x)), layout)
    return scan.SortedColumn(keys, w, np.append(np.nan, np.unique(x)), layout, fixed)


def for_sweep(rng, criterion):
    "A column as the scan takes it, the rules, the weight of the unknown cases, class weights."
    x, c, w, unknown = ascending(rng)
    rules = for_kernels(some_rules(rng, criterion))
    return sorted_column(x, c, w, rules), rules, unknown, np.bincount(c, w, 3)


@each_criterion
def test_twins_of_the_sweep_agree(criterion):
    def best(rng):
        column, rules, _, known = for_sweep(rng, criterion)
        while not known.sum():  # no sweep without weight
            column, rules, _, known = for_sweep(rng, criterion)
        units, buffer = (known / column.fixed.unit).astype(np.int64), np.zeros((4, 3), np.int64)
        buffer[1] = units
        least = int(np.ceil(rng.choice([0.0, 1.0, 2.5]) / column.fixed.unit))
        return column, buffer, least, int(units.sum()), rules, np.zeros(
            len(column.keys) * int(rng.integers(2)))

    def threshold(rng):
        column, rules, unknown, known = for_sweep(rng, criterion)
        weight = float(known.sum() + unknown) or 1.0
        return column, weight, unknown, known, np.zeros((4, 3), np.int64), some_table(rng), rules
    check(scan._best_cut, best)
    check(scan._threshold, threshold)

    def whole(rng):
        fixed = for_sweep(rng, criterion)[0].fixed
        return int(rng.integers(len(fixed.table))), fixed, _code(criterion)
    check(exact_sums._whole, whole)

    def order(rng):
        n, fixed, code = whole(rng)
        while not n: n, fixed, code = whole(rng)
        return int(rng.integers(1 << 40)), n, fixed, code
    check(scan._linear_order, order)
    check(scan._scaled_order, order)


@each_criterion
def test_twins_of_the_corners_agree(criterion):
    def boxes(rng):
        below, inside = rng.integers(0, 9, (2, 5, 3)).astype(float)
        whole = (below + inside).max(axis=0) + rng.integers(0, 9, 3)
        return below, inside, whole, _code(criterion), some_table(rng), np.full(5, np.inf)
    check(exact_sums._least_at_corners, boxes)


@each_criterion
def test_twins_of_side_and_price_agree(criterion):
    check(scalar_formulas._least_side, lambda rng: (rng.random() * 900, int(rng.integers(2, 5)),
                                          some_rules(rng, criterion)))
    check(scalar_formulas._penalty, lambda rng: (int(rng.integers(0, 50)), 1 + rng.random() * 50,
                                       some_rules(rng, criterion)))


def counted_anew(values, classes, weights, criterion, least):
    """Every cut with so much weight on both sides: [(value below, gain)], each side counted by
    itself."""
    measure = impurity.gini if criterion == GINI else impurity.entropy

    def total(rows):
        return measure(np.bincount(classes[rows], weights[rows], 3)) * weights[rows].sum()
    known = ~np.isnan(values)
    sides = [(t, known & (values <= t), known & (values > t))
             for t in np.unique(values[known])[:-1]]
    return [(t, (total(known) - total(low) - total(high)) / weights.sum()) for t, low, high in sides
            if min(weights[low].sum(), weights[high].sum()) >= least]


@each_criterion
def test_the_best_threshold_is_the_first_of_the_best_of_all_cuts_counted_anew(criterion):
    rng, found = np.random.default_rng(2), 0
    for _ in range(10 * TIMES):
        values, _, classes, weights = some_column(rng)
        weights = np.floor(weights / UNIT) * UNIT + UNIT
        rules = SplitOptions(criterion, float(rng.choice([0.0, 1.0, 2.0, 5.0])),
                             bool(rng.random() < 0.5), bool(rng.random() < 0.5))
        known = weights[~np.isnan(values)].sum()
        fence = scalar_formulas._least_side(known, 3, rules)
        tries = len(counted_anew(values, classes, weights, criterion, fence))
        price = scalar_formulas._penalty(tries, weights.sum(), rules)
        cuts = counted_anew(values, classes, weights, criterion, max(fence, rules.min_cases))
        most = max([gain for _, gain in cuts], default=0.0)
        best = threshold_choice.threshold_split(values, classes, weights, 3, rules)
        if abs(most - price) < 2 * TIE: continue  # either answer will do
        assert best.is_possible == (most > price
                                    and known >= 2
                                    * rules.min_cases), f'{values}{classes}{weights}{rules}'
        if best.is_possible:
            found += 1
            assert best.gain == pytest.approx(most - price, abs=1e-11) and best.penalty == price
            assert best.left == next(t for t, gain in cuts if gain > most - TIE)
    assert found > TIMES


@each_criterion
def test_the_order_of_equal_values_changes_no_bit_of_a_threshold(criterion):
    rng = np.random.default_rng(3)
    for _ in range(TIMES):
        values, _, classes, weights = some_column(rng)
        orders = [np.arange(len(values)), *(rng.permutation(len(values)) for _ in range(5))]
        rules = some_rules(rng, criterion)
        rules = rules._replace(criterion=_record(rules.criterion))
        answers = [threshold_choice.threshold_split(values[p], classes[p], weights[p], 3, rules)
                   for p in orders]
        assert all(bits(answer[1:6]) == bits(answers[0][1:6]) for answer in answers)


def test_sums_of_whole_numbers_are_as_exact_as_62_bits_allow():
    for n in (2, 14, 1000, 10**6):
        for rules in (SplitOptions(), SplitOptions(GINI)):
            fixed = exact_sums._fixed(np.ones(n), 1.0, True, rules)
            assert 0 < int(fixed.table[-1]) < 2**62
            assert np.array_equal(np.cumsum(fixed.steps), fixed.table[1:])
            exact = np.arange(n + 1.0)**2 if rules.criterion == GINI else exact_sums._parts_table(n)
            assert abs(fixed.table / fixed.scale - exact).max() <= 1e-12 * exact[-1]


@pytest.mark.filterwarnings('error')
def test_cases_of_little_weight_fill_no_table_beyond_their_weight():
    fixed = exact_sums._fixed(np.full(4096, 2.0**-10), 2.0**-34, False, SplitOptions(GINI))
    assert len(fixed.table) == 5 and (fixed.table / fixed.scale).tolist() == [0, 1, 4, 9, 16]


def test_a_cut_below_min_cases_counts_as_tried_but_is_not_taken():
    "Release 8's fence ends at 25, min_cases may be 40."
    x, classes = np.arange(1000.0), (np.arange(1000) < 30).astype(int)
    best = threshold_choice.threshold_split(x, classes, options=SplitOptions(min_cases=40.0))
    assert best.left == 39.0
    assert best.penalty == threshold_choice.mdl_penalty(1000 - 2 * 25 + 1, 1000.0)


@step
def makes_an_array(n):
    "A step must not."
    return np.ones(n).sum()


@kernel
def calls_it(n):
    return makes_an_array(n)


@kernel
def makes_room(n):
    return np.ones(n).sum()


@step
def has_a_kernel_below(n):
    return makes_room(n)


def test_a_step_that_makes_an_array_does_not_compile():
    pytest.importorskip('numba')
    assert makes_an_array(3) == calls_it(3) == 3.0
    for k in (makes_an_array, calls_it):
        with pytest.raises(Exception,
                           match='NRT required but not enabled|Only accept returning of array '
                                 'passed'):
            k.compiled(3)


def test_a_kernel_below_a_step_may_make_an_array():
    assert has_a_kernel_below.compiled(3) == 3.0


def test_twins_of_midpoint_and_snap_agree():
    def neighbours(rng):
        left = float(rng.normal() * 10.0 ** rng.integers(-5, 9))
        return left, float(rng.choice([np.nextafter(left, np.inf), left + 1.0]))

    def column(rng):
        ascending = np.sort(rng.integers(0, 9, rng.integers(1, 30)) / 3)
        return float(rng.choice(ascending)) + float(rng.choice([0.0, 0.1])), ascending
    check(scalar_formulas._midpoint, neighbours)
    check(scalar_formulas._snap, column)


def test_twins_of_shares_agree():
    def make(rng):
        size = some_weights(rng, 4) + UNIT
        v = rng.integers(4)
        weight = float(some_weights(rng, 1)[0])
        return weight, float(size[:v].sum()), float(size[v]), float(size.sum()), UNIT
    check(scalar_formulas._share, make)


def test_twins_of_extra_errors_agree():
    def make(rng):
        n = float(rng.integers(1, 99)) * rng.choice([1.0, 0.3])
        e = float(rng.choice([0.0, 0.4, 1.0, rng.random() * n]))
        return float(n), float(min(e, n)), 0.25, squared_deviate(0.25)
    check(scalar_formulas._extra, make)


def test_twins_of_taking_a_case_away_agree():
    targets = exact_sums._in_range(np.arange(3.0))
    fixed = exact_sums._fixed_targets(targets, 9.0, UNIT, False)
    def make(rng): return int(rng.integers(3)), rng.random(), some_counts(rng, 3), fixed
    check(scan._less_class, make)
    check(scan._less_target, make)


def test_twins_of_plain_sums_agree():
    check(exact_sums._sum, lambda rng: (some_column(rng)[3],))


def below(k):
    """A kernel and all that it calls; of a step that is one of several, each (those of numeric
    targets are compared by the trees of tests/estimators/test_regression.py)."""
    inner = k.functions() if isinstance(k, kernels.one_of) else kernels._inner(k.py_func).values()
    return {k}.union(*(below(each) for each in inner if isinstance(each, kernel)))


def test_every_kernel_of_these_chapters_is_compared():
    """A new kernel must come here too, by itself or below another one.

    Those that work on the state of growing are compared by the trees they grow, in test_invariants
    and test_many_values.
    """
    there = {f'{m.__name__.split(".")[-1]}.{n}': k
             for m in (exact_sums, scalar_formulas, scan, value_scan, group_scan, split_scores)
             for n, k in vars(m).items() if isinstance(k, kernel) and k.__module__ == m.__name__
             and 'state' not in signature(k.py_func).parameters}
    with open(__file__, encoding='utf-8') as file:
        text = file.read()
    checked = [k for name, k in there.items() if f'check({name},' in text
               or f'{name}.compiled(' in text]
    assert {name for name, k in there.items()
            if k not in set().union(*map(below, checked))} == set()


def test_facades_give_the_same_bits_on_small_and_large_work():
    "Many cases run compiled, parts of them plain; counts of whole units do not care."
    rng = np.random.default_rng(1)
    _, outcome, classes, _ = some_column(rng, COMPILE_FROM + 1)
    weights = np.floor(rng.random(len(outcome)) / UNIT) * UNIT
    whole = contingency(outcome, classes, 4, 3, weights)
    parts = [contingency(outcome[i::64], classes[i::64], 4, 3, weights[i::64]) for i in range(64)]
    assert np.array_equal(whole, sum(parts))


# -- choosing the twin

@pytest.fixture
def k(tmp_path, monkeypatch):
    "A kernel of which nothing lies on disk yet."
    numba = pytest.importorskip('numba')
    monkeypatch.setenv('NUMBA_CACHE_DIR', str(tmp_path))
    monkeypatch.setattr(numba.config, 'CACHE_DIR', str(tmp_path))
    monkeypatch.setattr(kernels, 'ENOUGH', 4 * SMALL)
    return kernel(value_scan._sizes.py_func)


def test_small_work_stays_plain_until_the_compiled_twin_is_there(k):
    assert k.for_work(SMALL) is k.py_func
    assert k.for_work(COMPILE_FROM) is k.compiled
    assert k.for_work(1) is k.compiled


def test_many_small_works_make_a_large_one_of_their_kind(k):
    for _ in range(3): assert k.for_work(SMALL, 'kind') is k.for_work(1) is k.py_func
    assert k.for_work(SMALL, 'kind') is k.twin('kind')
    assert k.for_work(SMALL) is k.py_func


def test_what_has_been_compiled_is_taken_early(k):
    other = kernel(k.py_func)
    k.twin('kind')(np.ones((3, 2)))
    # a look at the disk costs more than the smallest works
    assert other.for_work(LOAD_FROM - 1, 'kind') is k.py_func
    assert other.for_work(1, 'kind') is other.twin('kind')
    assert other.for_work(LOAD_FROM, 'other kind') is k.py_func


WITHOUT_NUMBA = '''
import sys
sys.modules['numba'] = None  # importing it raises ImportError
import numpy as np
from c45lit import C45Classifier, load_dataset
from c45lit.engine import exact_sums, value_scan
from c45lit.specification import contingency, multiway, threshold_choice
from c45lit.splits import impurity
assert exact_sums._bits.compiled is exact_sums._bits.py_func
assert exact_sums._bits.for_work(1e9) is exact_sums._bits.py_func
print(impurity.entropy([9, 5]), *contingency(np.zeros(60_000, int), np.arange(60_000) % 2)[1])
print(multiway([[1, 0], [2, 3], [3, 0], [3, 2]]).gain)
print(threshold_choice.threshold_split(np.arange(60_000) // 20, np.arange(60_000) > 30_000).left)
print(*C45Classifier().fit(*load_dataset('golf')).tree_.threshold)
'''
# every work asks for the compiled twin, and numba compiles nothing
SWITCHED_OFF = '''
from c45lit.engine.kernels import kernel
kernel.for_work = lambda self, cells, how=None: self.twin(how)
''' + WITHOUT_NUMBA.replace("sys.modules['numba'] = None", 'import numba')

UNTOUCHED = '''
import sys
from c45lit.engine import error_based
from c45lit.splits import impurity
from c45lit.specification import threshold_choice
impurity.entropy([9, 5])
threshold_choice.threshold_split([1, 2, 3, 4], [0, 0, 1, 1])
print('numba' in sys.modules)
'''


def run(program, **variables):
    "What a new process prints."
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True,
                          env=os.environ | variables)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_everything_works_without_numba():
    pytest.importorskip('numba')
    blocked, there = run(WITHOUT_NUMBA), run('\n'.join(
        line for line in WITHOUT_NUMBA.splitlines() if 'numba' not in line
        and 'py_func' not in line))
    assert len(blocked) > 5 and blocked == there == run(SWITCHED_OFF, NUMBA_DISABLE_JIT='1')


def test_small_work_never_loads_numba():
    assert run(UNTOUCHED) == ['False']


MOVED = '''
import sys
from typing import NamedTuple
from c45lit.engine.kernels import kernel

class {place}:
    class Pair(NamedTuple):
        a: float
        b: float
Pair = {place}.Pair
Pair.__qualname__ = '{place}.Pair'

@kernel
def _sum(pair): return pair.a + pair.b
'''


def test_a_cached_kernel_survives_that_the_class_of_its_argument_moves(tmp_path, monkeypatch):
    pytest.importorskip('numba')
    monkeypatch.setenv('NUMBA_CACHE_DIR', str(tmp_path / 'cache'))
    monkeypatch.setenv('PYTHONPATH', str(tmp_path), prepend=os.pathsep)
    for place in 'Here', 'There':
        (tmp_path / 'moved.py').write_text(MOVED.format(place=place))
        assert run('import moved; print(moved._sum.compiled(moved.Pair(1.0, 2.0)))') == ['3.0']
    assert list(tmp_path.glob('cache/**/*.nbi'))


# -- stamps

CHAIN = '''
from c45lit.engine.kernels import kernel
FACTOR = {factor}
@kernel
def _inner(x): return x * FACTOR {more}
@kernel
def _middle(x): return _inner(x) + 1.0
@kernel
def _outer(x):
    "{words}"
    return _middle(x)
'''


def chain(factor=2.0, more='', words='Same.'):
    "Three kernels, each calling the one below."
    module = types.ModuleType('chain')
    exec(CHAIN.format(factor=factor, more=more, words=words), module.__dict__)
    return module._outer


def stamp(k):
    "The stamp of a kernel."
    return kernels._stamp(k.py_func)


def test_the_same_code_has_the_same_stamp():
    assert stamp(chain()) == stamp(chain())


@pytest.mark.parametrize('change',
                         [{'more': '+ 1.0'}, {'more': '- x'}, {'factor': 3.0}, {'factor': 2}],
                         ids=['a constant', 'an operation', 'a global', 'its type'])
def test_a_stamp_changes_with_the_code_two_kernels_below(change):
    assert stamp(chain(**change)) != stamp(chain())


def test_a_stamp_is_the_same_in_every_process():
    program = 'from c45lit.engine import kernels, scan\nprint(kernels._stamp(scan._threshold.py_func))'
    assert run(program) == run(program) == [stamp(scan._threshold)]


@pytest.mark.parametrize('factor', [2.0, 3.0])
def test_a_compiled_kernel_computes_with_the_code_it_was_stamped_with(factor):
    k = chain(factor)
    assert k.compiled(5.0) == k(5.0) == 5.0 * factor + 1.0


# -- words of a column

NARROW, TINY = 1 + 2.0 ** -40, 5e-324
KINDS_OF_VALUES = {
    'any number': lambda rng, n: rng.normal(size=n) * 10.0 ** rng.integers(-300, 300, n),
    'few numbers': lambda rng, n: rng.choice([-np.inf, -2.5, -0.0, 0.0, TINY, -TINY, 1.0, np.inf],
                                             n),
    'numbers of 32 bits': lambda rng, n: rng.normal(size=n).astype(np.float32).astype(float),
    'all close together': lambda rng, n: rng.choice([1.0, NARROW, -1.0, -NARROW],
                                                    n) * (1 + rng.integers(0, 9, n) * 2.0 ** -52),
    'some close together': lambda rng, n: np.where(rng.random(n) < 0.1,
                                                   1 + rng.integers(0, 9, n) * 2.0 ** -52,
                                                   rng.random(n)),
}


def sorted_as_defined(values, classes):
    "(rank, class, row) of each case, 0 for unknown; equal values by class and row."
    distinct = np.unique(values[~np.isnan(values)]) + 0.0
    rank = np.where(np.isnan(values), 0, np.searchsorted(distinct, values) + 1)
    rows = np.lexsort((np.arange(len(values)), classes, rank))
    return np.column_stack([rank, classes,
                            np.arange(len(values))])[rows].tolist(), distinct.tolist()


@pytest.mark.parametrize('compiled', [False, True], ids=['plain', 'compiled'])
@pytest.mark.parametrize('kind', KINDS_OF_VALUES)
def test_packed_keys_are_sorted_as_their_values_are(kind, compiled):
    rng = np.random.default_rng(len(kind))
    for _ in range(TIMES):
        n, n_classes = int(rng.integers(0, 200)), int(rng.integers(1, 400))
        values = np.where(rng.random(n) < rng.choice([0.0, 0.3]), np.nan,
                          KINDS_OF_VALUES[kind](rng, n))
        classes = rng.integers(0, n_classes, n).astype(np.int32)
        layout = case_arrays._key_layout(n, n_classes, n + 1)
        keys, distinct = case_arrays._sorted_keys(values, classes, layout,
                                                  cells=COMPILE_FROM if compiled else 0)
        shift, row_mask, class_mask = sum(layout), (1 << layout.row_bits) - 1, (
            1 << layout.class_bits) - 1
        found = np.column_stack([keys >> shift, keys >> layout.row_bits & class_mask,
                                 keys & row_mask])
        assert (found.tolist(), distinct.tolist()) == sorted_as_defined(values, classes)


def test_columns_of_a_table_by_rows_are_sorted_as_those_of_one_by_columns():
    rng = np.random.default_rng(7)
    X, classes = rng.normal(size=(20_000, 3)), rng.integers(0, 2, 20_000).astype(np.int32)
    layout, found = case_arrays._key_layout(len(X), 2, len(X) + 1), []
    for table in (np.ascontiguousarray(X), np.asfortranarray(X)):
        columns, lists = list(table.T), np.zeros((4, len(X) + 16), np.int64)
        case_arrays._sort_columns(columns, classes, columns, layout, lists, 2)
        found.append(lists.tolist())
    assert found[0] == found[1]
    assert found[0][1][:len(X)] == case_arrays._sorted_keys(X[:, 0], classes, layout,
                                                            cells=COMPILE_FROM)[0].tolist()
