"""The first fit of a process: small tables, an empty cache, a full one, and a package that cannot
be written to."""
import ctypes
import shutil
import statistics
import tempfile
from pathlib import Path

from timing import fresh

import c45lit

GOLF = '''
import json, sys, time
from c45lit import C45Classifier, load_dataset
X, y = load_dataset('golf')
C45Classifier  # imported
start = time.process_time()
C45Classifier().fit(X, y)
print(json.dumps(dict(seconds=time.process_time() - start, compiler='numba' in sys.modules)))
'''
LARGE = '''
import json, time
from tables import noisy_border
import c45lit
from c45lit import C45Classifier
X, y = noisy_border(20_000)
def seconds():
    start = time.process_time()
    C45Classifier().fit(X, y)
    return time.process_time() - start
first, second = seconds(), seconds()
print(json.dumps(dict(first=first, second=second, package=c45lit.__file__)))
'''


def cold(limit):
    "Golf at once; a larger table with an empty cache, then with the cache of the process before."
    golf = [fresh(GOLF) for _ in range(6)][1:]  # the first writes bytecode
    with tempfile.TemporaryDirectory() as cache:
        empty = fresh(LARGE, NUMBA_CACHE_DIR=cache)
        filled = [fresh(LARGE, NUMBA_CACHE_DIR=cache) for _ in range(3)]
    found = dict(golf=statistics.median(g['seconds'] for g in golf),
                 compiler=any(g['compiler'] for g in golf),
                 compile=empty['first'] - empty['second'],
                 load=statistics.median(f['first'] - f['second'] for f in filled))
    print(f'golf in a fresh process {1e3 * found["golf"]:.1f} ms (asked: at most 50), '
          f'the compiler is {"" if found["compiler"] else "not "}loaded')
    print(f'first compilation, empty cache {found["compile"]:.1f} s; loaded by a later process '
          f'{found["load"]:.2f} s '
          '(asked: below 1)', flush=True)
    return found


def without_the_right_to_write():
    "The process obeys the permissions of files, even where it is run by root."
    ctypes.CDLL(None).prctl(24, 1)  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE


def read_only(limit):
    """A copy of the package in a folder that cannot be written to, with a home to write to and
    without one."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        installed, home, no_home = (Path(folder, name) for name in ('site', 'home', 'no-home'))
        shutil.copytree(Path(c45lit.__file__).parent, installed / 'c45lit',
                        ignore=shutil.ignore_patterns('__pycache__'))
        home.mkdir(), no_home.mkdir()
        closed = [installed, no_home, *(p for p in installed.rglob('*') if p.is_dir())]
        for path in closed: path.chmod(0o555)
        for name, place in ('with a home', home), ('without a home', no_home):
            runs = [fresh(LARGE, preexec_fn=without_the_right_to_write, PYTHONPATH=str(installed),
                          HOME=str(place),
                          XDG_CACHE_HOME=None, NUMBA_CACHE_DIR=None) for _ in range(2)]
            assert all(r['package'].startswith(folder) for r in runs)
            cached = sorted({p.parent.relative_to(folder).as_posix() for p in place.rglob('*.nbi')})
            found[name] = dict(first=runs[0]['first'], later=runs[1]['first'], cached=cached)
            print(f'read-only package {name}: first fit {runs[0]["first"]:.1f} s, '
                  f'in a later process {runs[1]["first"]:.2f} s, cache in {cached or "no folder"}',
                  flush=True)
        for path in closed: path.chmod(0o755)
    return found
