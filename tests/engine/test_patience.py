"""Long fits: progress, interruption, threads."""
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from support.kernels import every_kernel
from support.options import FREE

from c45lit import C45Classifier, Release8Classifier, load_dataset, progress
from c45lit.data.table import encode, infer_schema
from c45lit.specification.growth import StopRule
from c45lit.engine import growing_loop
from c45lit.engine.growing_loop import grow_tree
from c45lit.engine.kernels import kernel
from c45lit.specification.multiway import SplitOptions


def table(n, seed=0, unknown=0.0):
    "Numbers and a discrete column, labels turned at random, some values unknown."
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4)).round(2)
    y = np.where((X[:, 0] > X[:, 1]) ^ (rng.random(n) < 0.2), 'a', 'b')
    X[rng.random(X.shape) < unknown] = np.nan
    X[:, 3] = np.round(2 * X[:, 3])
    return encode(X, infer_schema(X, y, {'x3': 'discrete'}), y)


@pytest.mark.parametrize('unknown', [0.0, 0.05])
@pytest.mark.parametrize('rules', [SplitOptions(), FREE, FREE._replace(grouped=True)],
                         ids=['default', 'free', 'groups'])
def test_the_tree_is_the_same_for_any_number_of_threads(rules, unknown):
    cases = table(20_000, unknown=unknown)
    alone = grow_tree(cases, rules)
    assert len(alone) > 50
    for jobs in (2, 3, 8): assert grow_tree(cases, rules, n_jobs=jobs) == alone


@pytest.mark.parametrize('jobs', [1, 2])
@pytest.mark.parametrize('rules', [SplitOptions(), FREE._replace(grouped=True)],
                         ids=['default', 'groups'])
def test_a_tree_that_was_begun_interpreted_is_finished_compiled(rules, jobs, monkeypatch):
    cases, begun = table(3_000, unknown=0.05), []
    with every_kernel('compiled'): whole = grow_tree(cases, rules)

    def is_ready(self, how=None): return len(begun) > 2

    def counted(self, cells, how=None):
        if self.is_ready(how): return self.twin(how)
        if self.__name__ == '_grow': begun.append(how)
        return self.py_func
    with monkeypatch.context() as patched:
        patched.setattr(kernel, 'is_ready', is_ready)
        patched.setattr(kernel, 'for_work', counted)
        patched.setattr(growing_loop, 'LOAD_FROM', 1_000)
        assert grow_tree(cases, rules, n_jobs=jobs) == whole
    assert len(whole) > 20 and len(begun) >= 3


def test_threads_keep_depth_limits_and_thresholds_of_the_whole():
    cases, few = table(20_000), table(20_000).select(slice(0, 15_000))
    alone = grow_tree(few, FREE, StopRule(6), whole=cases)
    assert alone.depth == 6
    assert grow_tree(few, FREE, StopRule(6), whole=cases, n_jobs=3) == alone


def test_progress_is_shown_where_it_is_asked_for(capfd):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(3_000, 3))
    y = X[:, 0] > rng.normal(size=3_000)
    for model in C45Classifier(), Release8Classifier():
        with progress(): model.fit(X, y)
        assert '3000/3000' in capfd.readouterr().err
        model.fit(X, y)
        assert capfd.readouterr() == ('', '')


def test_progress_ends_where_an_error_ends_it(capfd):
    with pytest.raises(KeyError), progress(): raise KeyError
    C45Classifier().fit(*load_dataset('golf'))
    assert capfd.readouterr() == ('', '')


PROGRAM = """
import sys, threading, time
import numpy as np
from c45lit import C45Classifier, Thresholds
rng = np.random.default_rng(0)
def data(n): return rng.normal(size=(n, 10)), rng.random(n) < 0.5
free = dict(criterion='gain', thresholds=Thresholds(mdl_penalty=False, least_side=False), min_cases=1, pruning=None)
C45Classifier(**free, n_jobs=int(sys.argv[1])).fit(*data(20_000))  # compiled
X, y = data(1_000_000)
before = X.copy()
clf = C45Classifier(**free, n_jobs=int(sys.argv[1]))
print('ready', flush=True)
try: clf.fit(X, y)
except KeyboardInterrupt:
    stopped = time.time()
    print(repr(stopped), hasattr(clf, 'tree_'), bool((X == before).all()), threading.active_count(), flush=True)
"""


@pytest.mark.skipif(os.name == 'nt', reason='signals')
@pytest.mark.parametrize('jobs', ['1', '2'])
def test_a_long_fit_is_interrupted_at_once_and_leaves_nothing_behind(jobs):
    program = subprocess.Popen([sys.executable, '-c', PROGRAM, jobs], stdout=subprocess.PIPE,
                               text=True)
    assert program.stdout.readline() == 'ready\n'
    time.sleep(2)
    program.send_signal(signal.SIGINT)
    sent = time.time()
    stopped, is_fitted, unchanged, threads = program.communicate(timeout=60)[0].split()
    assert (is_fitted, unchanged, threads) == ('False', 'True', '1')
    assert float(stopped) - sent < 20  # seconds, on a machine that may be busy; usually a tenth
