"""Compiled code is made once, by one program, and no fault of a disk or of a hasty user stops a fit."""
import os
import select
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from c45lit.engine import compiler
from c45lit.engine.kernels import by_length, flag, kernel, step

numba = pytest.importorskip('numba')

# a kernel in a file of its own, and what is counted of it
LOOP = '''
import sys
import time
from c45lit.engine.kernels import kernel

@kernel
def _sum_squares(n):
    total = 0
    for i in range(n): total += i * i
    return total

def main():
    twin = _sum_squares.compiled
    while time.time() < float(sys.argv[1]): pass
    print(twin(4), sum(twin.stats.cache_misses.values()))
'''


@pytest.fixture
def place(tmp_path, monkeypatch):
    "An empty folder for compiled code, which new processes use too."
    monkeypatch.setenv('NUMBA_CACHE_DIR', str(tmp_path / 'kept'))
    monkeypatch.setenv('PYTHONPATH', str(tmp_path), prepend=os.pathsep)
    (tmp_path / 'loop.py').write_text(LOOP)
    return tmp_path / 'kept'


def start(program, *words):
    "A new process."
    return subprocess.Popen([sys.executable, '-c', program, *map(str, words)], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def result(process):
    "(what it prints, what it says on standard error)."
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out.split(), err


RUN = 'import loop; loop.main()'


def test_of_many_programs_at_once_one_compiles(place):
    begin = time.time() + 4
    found = [result(p) for p in [start(RUN, begin) for _ in range(4)]]
    assert [out[0] for out, _ in found] == ['14'] * 4
    assert sum(int(out[1]) for out, _ in found) == 1  # of four, three have read
    assert result(start(RUN, 0))[0] == ['14', '0']


@pytest.mark.parametrize('spoil', [
    lambda data: data[:-1], lambda data: b'', lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:],
    lambda data: data + b'x', lambda data: os.urandom(len(data))], ids=['cut', 'empty', 'flipped', 'longer', 'noise'])
@pytest.mark.parametrize('kind', ['*.nbc', '*.nbi'])
def test_a_spoilt_file_is_said_and_made_anew(place, monkeypatch, caplog, kind, spoil):
    monkeypatch.setattr(compiler, 'folder', lambda: place)
    place.mkdir()
    first = kernel(_cubes).compiled
    assert first(3) == 9 and sum(first.stats.cache_misses.values()) == 1
    for file in place.glob(kind): file.write_bytes(spoil(file.read_bytes()))
    second = kernel(_cubes).compiled
    assert second(3) == 9
    third = kernel(_cubes).compiled
    assert third(3) == 9 and sum(third.stats.cache_hits.values()) == 1
    if spoil(b'x' * 50) or kind == '*.nbc': assert len(caplog.records) <= 1


def _cubes(n):
    total = 0
    for i in range(n): total += i * i * i
    return total


def test_a_folder_may_vanish_between_two_calls(place, monkeypatch, caplog):
    monkeypatch.setattr(compiler, 'folder', lambda: place)
    place.mkdir()
    twin = kernel(_cubes).compiled
    assert twin(3) == 9
    shutil.rmtree(place)
    assert twin(3.0) == 9  # another type of argument, so compiled again
    assert kernel(_cubes).compiled(3) == 9


def test_a_full_disk_stops_no_fit(place, monkeypatch, caplog):
    monkeypatch.setattr(compiler, 'folder', lambda: place)
    place.mkdir()
    from numba.core.caching import IndexDataCacheFile
    def full(self, path): raise OSError(28, 'No space left on device')
    monkeypatch.setattr(IndexDataCacheFile, '_open_for_write', full)
    assert kernel(_cubes).compiled(3) == 9
    assert ['No space left' in record.getMessage() for record in caplog.records] == [True]


def test_nowhere_to_write_is_said_once_with_the_way_out(place, monkeypatch, caplog):
    monkeypatch.setattr(compiler, '_folders', lambda: [place / 'a', place / 'b'])
    monkeypatch.setattr(compiler, '_can_write', lambda path: False)
    monkeypatch.setattr(compiler, 'folder', compiler.cache(compiler.folder.__wrapped__))
    assert [kernel(_cubes).compiled(n) for n in (3, 4)] == [9, 36]
    assert len(caplog.records) == 1 and 'NUMBA_CACHE_DIR' in caplog.text and 'not kept' in caplog.text


def test_a_folder_of_somebody_else_is_not_taken(tmp_path, monkeypatch):
    open_to_all = tmp_path / 'c45lit-somebody'
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    monkeypatch.setattr(compiler, '_folders', lambda: [open_to_all])
    assert compiler.folder.__wrapped__() is None
    open_to_all.chmod(0o700)
    assert compiler.folder.__wrapped__() == open_to_all


INTERRUPTED = '''
import numpy as np
from c45lit import C45Classifier
X = np.random.default_rng(0).normal(size=(8000, 8))
y = (X[:, 0] * X[:, 1] > 0).astype(int)
print('compiling', flush=True)
try: C45Classifier().fit(X, y)
except KeyboardInterrupt: print('interrupted', flush=True)
model = C45Classifier().fit(X, y)
print(len(model.tree_), model.score(X, y))
'''


def test_interrupting_a_compilation_leaves_everything_sound(place):
    "The same process fits the same tree afterwards, and the next one reads what it kept."
    process = start(INTERRUPTED)
    assert process.stdout.readline() == 'compiling\n'
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    while not select.select([process.stdout], [], [], 1)[0]:
        process.send_signal(signal.SIGINT)  # once more: what is raised in a callback of the compiler is lost
    first, _ = result(process)
    again, _ = result(start(INTERRUPTED))
    assert first[0] == 'interrupted' and first[1:] == again[1:]


def test_what_is_not_chosen_is_not_compiled():
    @step
    def _fine(x): return x + 1.0
    @step
    def _impossible(x): return x.no_such_thing
    _either = by_length(_fine, _impossible)
    @kernel
    def _asks(x, is_odd): return _either(x, is_odd)
    _asks.py_func.__globals__['_either'] = _either  # a kernel reads what it calls from its module
    try:
        asks = kernel(eval('lambda x, is_odd: _either(x, is_odd)', _asks.py_func.__globals__))
        assert asks(1.0, flag(False)) == asks.compiled(1.0, flag(False)) == 2.0
        with pytest.raises(numba.TypingError, match='no_such_thing'): asks.compiled(1.0, flag(True))
    finally: del _asks.py_func.__globals__['_either']


def test_code_is_optimised_once_whoever_calls_it():
    "Parts are never finished by themselves, the whole is; results are the same bits."
    part, whole = compiler.late(False), compiler.late(True)
    assert part and whole
    def f(x): return np.sqrt(x) / 3.0
    inner = numba.njit(**part, no_cpython_wrapper=True, no_cfunc_wrapper=True)(f)
    outer, plain = numba.njit(**whole)(lambda x: inner(x) + inner(2.0 * x)), lambda x: f(x) + f(2.0 * x)
    values = np.random.default_rng(0).random(200) * 10.0 ** np.arange(-100, 100)
    assert [outer(x) for x in values] == [plain(x) for x in values]
    library = inner.overloads[(numba.float64,)].library
    assert library.get_pointer_to_function('any') == 0
