"""Compiled code is kept where nobody else can change it, and no fault of a disk, of a stranger or
of a hasty user stops a fit."""
import os
import pickle
import select
import shutil
import signal
import subprocess
import sys
import time

import pytest

from c45lit.engine import compiler
from c45lit.engine.kernels import coded, kernel, one_of, step

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
    time.sleep(max(float(sys.argv[1]) - time.time(), 0))
    print(twin(4), sum(twin.stats.cache_misses.values()))
'''


@pytest.fixture
def place(tmp_path, monkeypatch):
    "An empty folder for compiled code, which new processes use too."
    monkeypatch.setenv('NUMBA_CACHE_DIR', str(tmp_path / 'kept'))
    monkeypatch.setattr(numba.config, 'CACHE_DIR', str(tmp_path / 'kept'))
    monkeypatch.setenv('PYTHONPATH', str(tmp_path), prepend=os.pathsep)
    (tmp_path / 'loop.py').write_text(LOOP)
    return tmp_path / 'kept'


def start(program, *words):
    "A new process."
    return subprocess.Popen([sys.executable, '-c', program, *map(str, words)], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def result(process):
    "(what it prints, what it says on standard error)."
    out, err = process.communicate(timeout=1500)
    assert process.returncode == 0, err
    return out.split(), err


RUN = 'import loop; loop.main()'


def said(caplog, words):
    """Lines of the log with these words; that something is compiled may be said besides, on a slow
    machine."""
    return [record.getMessage() for record in caplog.records if words in record.getMessage()]


def test_of_many_programs_at_once_all_are_right_and_the_next_one_reads(place):
    begin = time.time() + 4
    assert [result(p)[0][0] for p in [start(RUN, begin) for _ in range(4)]] == ['14'] * 4
    assert result(start(RUN, 0))[0] == ['14', '0']


@pytest.mark.parametrize('spoil',
                         [lambda data: data[:-1], lambda data: b'', lambda data: data + b'x',
                                   lambda data: os.urandom(len(data))],
                                   ids=['cut', 'empty', 'longer', 'noise'])
@pytest.mark.parametrize('kind', ['*.nbc', '*.nbi'])
def test_a_spoilt_file_is_said_and_made_anew(place, monkeypatch, caplog, kind, spoil):
    first = kernel(_cubes).compiled
    assert first(3) == 9 and sum(first.stats.cache_misses.values()) == 1
    files = list(place.rglob(kind))
    for file in files: file.write_bytes(spoil(file.read_bytes()))
    second = kernel(_cubes).compiled
    assert files and second(3) == 9
    third = kernel(_cubes).compiled
    assert third(3) == 9 and sum(third.stats.cache_hits.values()) == 1
    assert len(said(caplog, 'a file of compiled code')) <= 1


def test_an_index_that_names_the_code_of_other_types_is_found_out(place, monkeypatch):
    "Two programs that both call their file the first may leave this behind."
    first = kernel(_cubes).compiled
    assert (first(3), first(2.0 ** 20 / 2 ** 20)) == (9, 0)  # of a whole number, of a float
    of_whole, of_float = sorted(place.rglob('*.nbc'))
    of_float.write_bytes(of_whole.read_bytes())
    second = kernel(_cubes).compiled
    assert second(3.0) == 9.0 and second(3) == 9


def _cubes(n):
    total = 0
    for i in range(int(n)): total += i * i * i
    return total


def test_a_folder_may_vanish_between_two_calls(place, monkeypatch, caplog):
    twin = kernel(_cubes).compiled
    assert twin(3) == 9
    shutil.rmtree(place)
    assert twin(3.0) == 9  # another type of argument, so compiled again
    assert kernel(_cubes).compiled(3) == 9


def test_a_full_disk_stops_no_fit(place, monkeypatch, caplog):
    from numba.core.caching import IndexDataCacheFile
    def full(self, path): raise OSError(28, 'No space left on device')
    monkeypatch.setattr(IndexDataCacheFile, '_open_for_write', full)
    assert kernel(_cubes).compiled(3) == 9
    assert len(said(caplog, 'No space left')) == 1


# -- strangers

needs_users = pytest.mark.skipif(not hasattr(os, 'getuid'), reason='no users here')


class Attack:
    "Loading it makes a file."
    def __init__(self, path): self.path = path
    def __reduce__(self): return open, (str(self.path), 'w')


@pytest.fixture
def beside(place, monkeypatch):
    "The folder beside the source of the loop, in which its code lies, and nobody has named."
    monkeypatch.delenv('NUMBA_CACHE_DIR')
    assert result(start(RUN, 0))[0] == ['14', '1'] and result(start(RUN, 0))[0] == ['14', '0']
    return place.parent / '__pycache__'


@needs_users
def test_a_pickle_that_was_swapped_in_is_never_loaded(beside, tmp_path):
    index, loaded = next(beside.glob('loop._sum*.nbi')), tmp_path / 'loaded'
    index.write_bytes(pickle.dumps(Attack(loaded)))
    beside.chmod(0o777)
    out, err = result(start(RUN, 0))
    assert out[0] == '14' and not loaded.exists()
    beside.chmod(0o755)
    if os.getuid() == 0:
        os.chown(beside, 65534, 65534)
        assert result(start(RUN, 0))[0][0] == '14' and not loaded.exists()
        os.chown(beside, 0, 0)
    result(start(RUN, 0))
    assert loaded.exists()  # of our own it would be: so the attack is one


@pytest.mark.parametrize('refuse', ['locators', 'owners'])
def test_where_no_folder_is_good_code_is_used_and_said_not_to_be_kept(
    place, monkeypatch, caplog, refuse):
    if refuse == 'owners':
        monkeypatch.delenv('NUMBA_CACHE_DIR')
        monkeypatch.setattr(compiler, '_is_ours', lambda path: False)
    else: monkeypatch.setattr(numba, 'njit', without_cache(numba.njit))
    monkeypatch.setattr(compiler, 'SPEAK_AFTER', 0.0)
    monkeypatch.setattr(compiler, '_SAID', [-float('inf')])
    assert [kernel(_cubes).compiled(n) for n in (3, 4)] == [9, 36]
    assert len(said(caplog, 'NUMBA_CACHE_DIR')) == 1 and not said(caplog, 'c45lit warm')
    assert compiler.folder() is None


def without_cache(njit):
    "numba where no folder takes its files."
    def call(*args, cache=False, **options):
        if cache: raise RuntimeError('cannot cache function')
        return njit(*args, **options)
    return call


INTERRUPTED = '''
import numba
import numpy as np
from c45lit import C45Classifier
X = np.random.default_rng(0).normal(size=(8000, 8))
y = (X[:, 0] * X[:, 1] > 0).astype(int)
print('compiling', flush=True)
model = C45Classifier(pruning=None)
try: model.fit(X, y)
except KeyboardInterrupt: print('interrupted', flush=True)
model.fit(X, y)
print(len(model.tree_), model.tree_.errors.sum())
'''


def test_interrupting_a_compilation_leaves_everything_sound(place):
    "The same process fits the same tree afterwards, and the next one reads what it kept."
    process = start(INTERRUPTED)
    assert process.stdout.readline() == 'compiling\n'
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    while not select.select([process.stdout], [], [], 1)[0]:
        process.send_signal(
            signal.SIGINT)  # once more: what is raised in a callback of the compiler is lost
    first, _ = result(process)
    again, _ = result(start(INTERRUPTED))
    assert first[0] == 'interrupted' and first[1:] == again[1:]


def test_what_is_not_chosen_is_not_compiled():
    @step
    def _fine(x): return x + 1.0
    @step
    def _impossible(x): return x.no_such_thing
    _either = one_of(lambda: [_fine, _impossible], lambda f: f)
    @kernel
    def _asks(x, is_odd): return _either(x, is_odd)
    _asks.py_func.__globals__['_either'] = _either  # a kernel reads what it calls from its module
    try:
        asks = kernel(eval('lambda x, is_odd: _either(x, is_odd)', _asks.py_func.__globals__))
        assert asks(1.0, coded(0)) == asks.compiled(1.0, coded(0)) == 2.0
        with pytest.raises(numba.TypingError, match='no_such_thing'): asks.compiled(1.0, coded(1))
    finally: del _asks.py_func.__globals__['_either']


PLAIN_NUMBA = '''
import sys
import numpy as np
from c45lit import C45Classifier
from c45lit.engine import compiler, kernels
if sys.argv[1:]:
    compiler.late = lambda is_whole: {}
    kernels.kernel.options = kernels.step.options = {}
rng = np.random.default_rng(0)
X = rng.normal(size=(6_000, 9)).round(2)
y = ((X[:, 0] > X[:, 1]) ^ (rng.random(6_000) < 0.1)).astype(int)
tree = C45Classifier(pruning=None).fit(X, y).tree_
print(compiler.late(True) == {}, len(tree), tree.errors.sum().hex(), tree.threshold.tobytes().hex(),
      tree.dist.tobytes().hex())
'''


@pytest.mark.slow
def test_without_the_classes_of_numba_that_save_time_trees_are_the_same(place, monkeypatch):
    "In a process whose compiled code is thrown away; ours lies where `c45lit warm` has left it."
    numbas = result(start(PLAIN_NUMBA, 'plain'))[0]
    monkeypatch.delenv('NUMBA_CACHE_DIR')
    ours = result(start(PLAIN_NUMBA))[0]
    assert (ours[0], numbas[0]) == ('False', 'True')
    assert ours[1:] == numbas[1:] and int(ours[1]) > 20


@pytest.mark.parametrize('name', ['finalize', '_finalize_dynamic_globals', '_raise_if_finalized'])
def test_a_numba_with_other_classes_compiles_as_it_does_by_itself(monkeypatch, name):
    from numba.core.codegen import JITCodeLibrary
    for kind in JITCodeLibrary.__mro__:
        if name in vars(kind): monkeypatch.delattr(kind, name)
    compiler._libraries.cache_clear()
    assert compiler.late.__wrapped__(True) == {} == compiler.late.__wrapped__(False)
    compiler._libraries.cache_clear()


def test_the_line_that_is_said_names_the_way_to_do_it_before(place, caplog, monkeypatch):
    monkeypatch.setattr(compiler, '_SAID', [-float('inf')])
    compiler._say(True, time.monotonic(), time.process_time())
    assert '`c45lit warm`' in caplog.text
