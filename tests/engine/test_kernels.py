"""Kernels: numba may be absent; a stamp sees every change below; whole numbers and packed keys."""
import os
import subprocess
import sys
import types

import numpy as np
import pytest

from c45lit.engine import exact_sums, kernels, scan, value_scan
from c45lit.engine.kernels import COMPILE_FROM, LOAD_FROM, kernel, step
from c45lit.specification.criterion import GINI
from c45lit.specification.multiway import SplitOptions

SMALL = COMPILE_FROM - 1  # cell visits


# -- whole numbers

def test_a_looked_up_logarithm_is_the_computed_one():
    table = exact_sums._parts_table(300)
    for n in range(301):
        assert table[n] == exact_sums._xlogx(float(n),
                                             exact_sums._NO_TABLE) == exact_sums._xlogx.compiled(
                                                 float(n), table)


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


@step
def makes_an_array(n):
    "A step must not."
    return np.ones(n).sum()


@kernel
def calls_it(n):
    return makes_an_array(n)


def test_a_step_that_makes_an_array_does_not_compile():
    pytest.importorskip('numba')
    assert makes_an_array(3) == calls_it(3) == 3.0
    for k in (makes_an_array, calls_it):
        with pytest.raises(Exception,
                           match='NRT required but not enabled|Only accept returning of array '
                                 'passed'):
            k.compiled(3)


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
