"""Kernels: the compiled twin gives the bits of the plain one; numba may be absent; a stamp sees every change below."""
import os
import subprocess
import sys
import types

import numpy as np
import pytest

from c45lit import continuous, discrete, info, jit, split, unknown
from c45lit.jit import COMPILE_FROM, kernel
from c45lit.split import GAIN, GAIN_RATIO, GINI, Rules

TIMES = 60  # random inputs for each kernel
UNIT = unknown.UNIT

both_arithmetics = pytest.mark.parametrize('single', [False, True], ids=['exact', 'r8'])
each_criterion = pytest.mark.parametrize('criterion', [GAIN_RATIO, GAIN, GINI], ids=['ratio', 'gain', 'gini'])


# -- random input

def as_r8(x, single):
    "Weights or values as the arithmetic holds them: 32-bit floats in Release 8's."
    return x.astype(np.float32).astype(float) if single else x


def some_weights(rng, n, single):
    "Unit weights, fractions in whole units, and some weights of nothing."
    kinds = np.ones(n), np.floor(rng.random(n) / UNIT) * UNIT, rng.integers(0, 4, n) / 3
    return as_r8(kinds[rng.integers(3)], single)


def some_counts(rng, single, shape=None):
    "A class distribution or contingency table, with empty classes and rows."
    shape = shape or rng.integers(1, 7)
    return some_weights(rng, int(np.prod(shape)), single).reshape(shape) * rng.integers(0, 30, shape)


def some_table(rng):
    "No table of n log2 n, or a short one."
    return info._NO_TABLE if rng.random() < 0.5 else info._xlogx_table(int(rng.integers(2, 40)))


def some_rules(rng, criterion, single):
    "Rules of every kind, all fields typed alike so that one compilation serves all."
    return Rules(criterion, float(rng.choice([0.0, 1.0, 2.0, 5.0])), bool(rng.random() < 0.5), bool(rng.random() < 0.5),
                 1, 0.0, float(rng.choice([0.0, 1e-5, 0.5])), single, bool(rng.random() < 0.5))


def some_column(rng, single, n=None):
    "Values with ties and unknowns, codes with -1, classes and weights of some cases."
    n = int(rng.integers(2, 60)) if n is None else n
    values = rng.integers(0, rng.integers(1, 12), n) / 4 if rng.random() < 0.7 else rng.normal(size=n)
    values = as_r8(np.where(rng.random(n) < rng.choice([0.0, 0.2, 0.9]), np.nan, values), single)
    return values, rng.integers(-1, 4, n), rng.integers(0, 3, n), some_weights(rng, n, single)


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
    "Both twins on many random inputs; a division by zero, which the compiled twin does not announce, is no news."
    rng = np.random.default_rng(seed)
    with np.errstate(all='ignore'):
        for _ in range(TIMES):
            assert_twins_agree(k, *make(rng))


@both_arithmetics
def test_twins_of_rounding_agree(single):
    check(info._round, lambda rng: (rng.normal() * 10.0 ** rng.integers(-9, 9), single))


def test_twins_of_n_log_n_agree():
    check(info._xlogx, lambda rng: (float(rng.choice([0.0, -1.0, 7.0, rng.random() * 50, 1e6])), some_table(rng)))
    check(info._fill_xlogx, lambda rng: (np.zeros(rng.integers(0, 200)),))


def test_a_looked_up_logarithm_is_the_computed_one():
    table = info._xlogx_table(300)
    for n in range(301):
        assert table[n] == info._xlogx(float(n), info._NO_TABLE) == info._xlogx.compiled(float(n), table)


@both_arithmetics
def test_twins_of_impurities_agree(single):
    check(info._bits, lambda rng: (some_counts(rng, single), some_table(rng), single))
    check(info._gini, lambda rng: (some_counts(rng, single), single))
    check(info._impurity, lambda rng: (some_counts(rng, single), some_table(rng), bool(rng.random() < 0.5), single))
    check(info._part, lambda rng: (float(rng.choice([0.0, -1.0, 7.0, rng.random() * 50])), some_table(rng),
                                   bool(rng.random() < 0.5), single))
    check(info._rest, lambda rng: (float(rng.integers(0, 50)), rng.random() * 200, some_table(rng),
                                   bool(rng.random() < 0.5), single))


@both_arithmetics
def test_twins_of_counting_agree(single):
    def make(rng):
        _, outcome, classes, weights = some_column(rng, single)
        rows = rng.permutation(len(outcome))[:rng.integers(0, len(outcome))]
        return rows, outcome, classes, weights, np.zeros((5, 3)), single
    check(split._count, make)


@both_arithmetics
@each_criterion
def test_twins_of_discrete_tests_agree(single, criterion):
    def table(rng):
        return some_counts(rng, single, (int(rng.integers(2, 6)), int(rng.integers(1, 4))))

    def multiway(rng):
        freq = table(rng)
        weight = float(freq.sum()) or 1.0
        anew = float(np.float32(weight)) if single else weight
        return freq, weight, anew, some_table(rng), some_rules(rng, criterion, single)
    check(discrete._sizes, lambda rng: (table(rng), single))
    check(discrete._base, lambda rng: (table(rng), float(rng.integers(1, 50)), some_table(rng),
                                       some_rules(rng, criterion, single)))
    check(discrete._multiway, multiway)

    def grouped(rng):
        freq, *rest = multiway(rng)
        return freq, *rest, np.zeros(len(freq) - 1, dtype=np.int64), int(rng.integers(len(freq) + 1))
    check(discrete._grouped, grouped)


@both_arithmetics
@each_criterion
def test_twins_of_worth_agree(single, criterion):
    check(split._worth, lambda rng: (float(rng.choice([split.NO_GAIN, 0.0, 0.1, rng.random()])), float(rng.choice([0.0, rng.random()])),
                                     float(rng.choice([0.0, 0.1, 1e6])), some_rules(rng, criterion, single)))


@both_arithmetics
@each_criterion
def test_twins_of_thresholds_agree(single, criterion):
    def make(rng):
        values, _, classes, weights = some_column(rng, single)
        rows, n_unknown, x, c, w, n = continuous._arrays(values, classes, weights, 3, single)
        parts = [continuous._class_weights(part, c, w, n) for part in (rows[:n_unknown], rows[n_unknown:])]
        rest, weight = rows[n_unknown:], w.sum() or 1.0
        return x[rest], c[rest], w[rest], weight, *parts, some_table(rng), some_rules(rng, criterion, single)

    def sweep(rng):
        x, c, w, weight, _, known, table, rules = make(rng)
        total, base = float(known.sum()) or 1.0, float(rng.random() * 2)
        return x, c, w, known, total, total / weight, base, float(rng.integers(3)), table, rules

    def survey(rng):
        x, c, w, known, total, _, base, least, table, rules = sweep(rng)
        return x, c, w, known, total, base, least, table, rules

    def best(rng):
        x, c, w, known, total, share, base, _, table, rules = sweep(rng)
        first = int(rng.integers(0, 3))
        stop, penalty, reach = max(len(x) - 1 - first, 0), float(rng.choice([0.0, 0.1])), float(rng.choice([0.0, 0.2]))
        return x, c, w, first, stop, known, total, share, base, penalty, reach, table, rules, np.zeros(len(x))

    def leap(rng):
        _, c, w, known, total, *_, table, _ = sweep(rng)
        i = int(rng.integers(0, len(c) // 2 + 1))
        below = np.bincount(c[:i], w[:i], 3)
        most, rate = float(rng.random() * 1.5) * total, float(rng.random() + 0.01)
        return c, w, i, len(c), known, below, known - below, most, rate, table, criterion == GINI
    check(continuous._leap, leap)
    check(continuous._survey, survey)
    check(continuous._best_cut, best)
    check(continuous._threshold, make)
    check(continuous._least_side, lambda rng: (rng.random() * 900, int(rng.integers(2, 5)),
                                               some_rules(rng, criterion, single)))
    check(continuous._penalty, lambda rng: (int(rng.integers(0, 50)), 1 + rng.random() * 50,
                                            some_rules(rng, criterion, single)))


@each_criterion
def test_passing_over_cuts_that_cannot_win_changes_no_choice(criterion):
    rng = np.random.default_rng(2)
    for i in range(10 * TIMES):
        n = int(rng.integers(200, 900)) if i % 20 == 0 else None  # long enough to leap, and for a gain in reach
        values, _, classes, weights = some_column(rng, False, n)
        if n and rng.random() < 0.5: classes = np.where(np.nan_to_num(values) > 1, classes, 0)
        rules = some_rules(rng, criterion, False)
        weights = np.floor(weights / UNIT) * UNIT + UNIT  # exact sums, as in a tree
        every, few = (continuous.best_threshold(values, classes, weights, 3, rules._replace(boundary=b))
                      for b in (False, True))
        assert bits(every) == bits(few), f'{values}{classes}{weights}{rules}'


@both_arithmetics
def test_twins_of_midpoint_and_snap_agree(single):
    def neighbours(rng):
        left = float(as_r8(rng.normal(size=1) * 10.0 ** rng.integers(-5, 9), single)[0])
        near = np.nextafter(np.float32(left), np.float32(np.inf)) if single else np.nextafter(left, np.inf)
        return left, float(rng.choice([near, left + 1.0])), single

    def column(rng):
        ascending = np.sort(as_r8(rng.integers(0, 9, rng.integers(1, 30)) / 3, single))
        return float(rng.choice(ascending)) + float(rng.choice([0.0, 0.1])), ascending
    check(continuous._midpoint, neighbours)
    check(continuous._snap, column)


@both_arithmetics
def test_twins_of_shares_agree(single):
    def make(rng):
        size = some_weights(rng, 4, single) + UNIT
        v = rng.integers(4)
        weight = float(some_weights(rng, 1, single)[0])
        return weight, float(size[:v].sum()), float(size[v]), float(size.sum()), UNIT, single
    check(unknown._share, make)


def below(k):
    "A kernel and all that it calls."
    return {k}.union(*(below(inner) for inner in jit._inner(k.py_func).values() if isinstance(inner, kernel)))


def test_every_kernel_of_these_chapters_is_compared():
    "A new kernel must come here too, by itself or below another one."
    there = {f'{m.__name__[7:]}.{n}': k for m in (info, split, discrete, continuous, unknown)
             for n, k in vars(m).items() if isinstance(k, kernel) and k.__module__ == m.__name__}
    with open(__file__, encoding='utf-8') as file:
        text = file.read()
    checked = [k for name, k in there.items() if f'check({name},' in text]
    assert {name for name, k in there.items() if k not in set().union(*map(below, checked))} == set()


def test_facades_give_the_same_bits_on_small_and_large_work():
    "Many cases run compiled, parts of them plain; counts of whole units do not care."
    rng = np.random.default_rng(1)
    _, outcome, classes, _ = some_column(rng, False, COMPILE_FROM + 1)
    weights = np.floor(rng.random(len(outcome)) / UNIT) * UNIT
    whole = split.contingency(outcome, classes, 4, 3, weights)
    parts = [split.contingency(outcome[i::64], classes[i::64], 4, 3, weights[i::64]) for i in range(64)]
    assert np.array_equal(whole, sum(parts))


# -- choosing the twin

def test_small_work_stays_plain_until_the_compiled_twin_is_there():
    k = kernel(info._gini.py_func)
    assert k.for_work(COMPILE_FROM - 1) is k.py_func
    assert k.for_work(COMPILE_FROM) is k.compiled
    k.compiled(np.ones(2), False)
    assert k.for_work(1) is k.compiled


def test_large_work_in_one_arithmetic_compiles_nothing_for_the_other():
    pytest.importorskip('numba')
    k = kernel(info._gini.py_func)
    assert k.for_work(COMPILE_FROM, jit.flag(False)) is k.compiled
    assert k.for_work(1, jit.flag(False)) is k.compiled
    assert k.for_work(1, jit.flag(True)) is k.py_func


WITHOUT_NUMBA = '''
import sys
sys.modules['numba'] = None  # importing it raises ImportError
import numpy as np
from c45lit import continuous, discrete, info, split
assert info._bits.compiled is info._bits.py_func
assert info._bits.for_work(1e9) is info._bits.py_func
print(info.entropy([9, 5]), *split.contingency(np.zeros(60_000, int), np.arange(60_000) % 2)[1])
print(discrete.multiway([[1, 0], [2, 3], [3, 0], [3, 2]]).gain)
print(continuous.best_threshold(np.arange(60_000) // 20, np.arange(60_000) > 30_000).left)
'''

UNTOUCHED = '''
import sys
from c45lit import continuous, discrete, info, split, unknown
info.entropy([9, 5])
continuous.best_threshold([1, 2, 3, 4], [0, 0, 1, 1])
print('numba' in sys.modules)
'''


def run(program):
    "What a new process prints."
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_everything_works_without_numba():
    pytest.importorskip('numba')
    blocked, there = run(WITHOUT_NUMBA), run('\n'.join(
        line for line in WITHOUT_NUMBA.splitlines() if 'numba' not in line and 'py_func' not in line))
    assert len(blocked) == 5 and blocked == there


def test_small_work_never_loads_numba():
    assert run(UNTOUCHED) == ['False']


MOVED = '''
import sys
from typing import NamedTuple
from c45lit.jit import kernel

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
from c45lit.jit import kernel
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
    return jit._stamp(k.py_func)


def test_the_same_code_has_the_same_stamp():
    assert stamp(chain()) == stamp(chain())


@pytest.mark.parametrize('change', [{'more': '+ 1.0'}, {'more': '- x'}, {'factor': 3.0}, {'factor': 2}],
                         ids=['a constant', 'an operation', 'a global', 'its type'])
def test_a_stamp_changes_with_the_code_two_kernels_below(change):
    assert stamp(chain(**change)) != stamp(chain())


def test_a_stamp_is_the_same_in_every_process():
    program = 'from c45lit import continuous, jit\nprint(jit._stamp(continuous._threshold.py_func))'
    assert run(program) == run(program) == [stamp(continuous._threshold)]


@pytest.mark.parametrize('factor', [2.0, 3.0])
def test_a_compiled_kernel_computes_with_the_code_it_was_stamped_with(factor):
    k = chain(factor)
    assert k.compiled(5.0) == k(5.0) == 5.0 * factor + 1.0
