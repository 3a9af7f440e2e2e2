"""The first fit of a process: small tables, an empty cache, a full one, and a package that cannot
be written to."""
import ctypes
import os
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

FIRST = '''
import json, time
import numpy as np
import pandas as pd
import c45lit
rng, kind, n = np.random.default_rng(0), {kind!r}, {n}
X = pd.DataFrame({{f'x{{i}}': rng.normal(size=n) for i in range(6 if 'words' in kind else 10)}})
y = ((X.x0 > 0) ^ (X.x1 > 0.3) ^ (rng.random(n) < 0.1)).to_numpy().astype(int)
if 'words' in kind:
    for i in range(4): X[f'w{{i}}'] = rng.choice(list('abcd'), n)
if 'unknown' in kind: X = X.mask(rng.random(X.shape) < 0.02)
from sklearn.model_selection import cross_val_score
model = c45lit.{estimator}()
start = time.process_time()
if 'folds' in kind: cross_val_score(model, X, y, cv=10)
else: model.fit(X, y).predict(X)
print(json.dumps(dict(seconds=time.process_time() - start, package=c45lit.__file__)))
'''
# (kind, cases, estimator, does compiled code lie on disk?)
FIRSTS = [('numbers', 20_000, 'C45Classifier', False),
          ('words, unknown', 20_000, 'C45Classifier', False),
          ('numbers', 20_000, 'CARTClassifier', False), ('numbers', 20_000, 'CARTRegressor', False),
          ('small, words, unknown', 2_400, 'C45Classifier', True),
          ('small, words, unknown', 2_400, 'CARTClassifier', True),
          ('small, words, folds', 2_400, 'C45Classifier', True)]


def first_use(limit):
    """The first fit and prediction of a process; C45LIT_BEFORE names a checkout to be timed beside
    this one, turn by turn."""
    before, found = os.environ.get('C45LIT_BEFORE'), []
    for kind, n, estimator, is_kept in FIRSTS:
        code, seconds = FIRST.format(kind=kind, n=n, estimator=estimator), {}
        for name, path in (('ours', None), ('theirs', before)):
            if name == 'theirs' and not before: continue
            with tempfile.TemporaryDirectory() as cache:
                here = dict(NUMBA_CACHE_DIR=cache, **({'PYTHONPATH': path} if path else {}))
                if is_kept: fresh(FIRST.format(kind=kind.replace('small, ', ''), n=20_000,
                                               estimator=estimator), **here)
                run = fresh(code, **here)
                assert path is None or run['package'].startswith(path), run['package']
                seconds[name] = run['seconds']
        found.append(dict(kind=kind, estimator=estimator, kept=is_kept, **seconds))
        print(f'{estimator:16} {kind:24} {n:6,} cases, {"code on disk" if is_kept else "empty cache":12} {seconds["ours"]:7.2f} s'
              + (f', before {seconds["theirs"]:7.2f} s, ratio {seconds["theirs"] / seconds["ours"]:.1f}' if before else ''), flush=True)
    return found


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
