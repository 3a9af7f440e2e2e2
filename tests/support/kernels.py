"""Run kernels interpreted or compiled, whichever a test asks for."""
import os
from contextlib import contextmanager

from c45lit.engine import kernels
from c45lit.engine.kernels import kernel

TWINS = ['py_func', 'compiled']
WITH_BOUNDS = os.environ.get(
    # then all tests run compiled loops that ask of every index whether it lies inside
    'NUMBA_BOUNDSCHECK') == '1'


def compile_only_for_large_works():
    """From now on many small works together are no reason to compile: of the kinds of table that
    tests draw each would take ten seconds. What lies on disk is read, as ever."""
    kernels.ENOUGH = float('inf')


def run_always(twin):
    "From now on run this twin of every kernel, however small the table."
    kernel.for_work = lambda self, cells, how=None: self.twin(
        how) if twin == 'compiled' else self.py_func


@contextmanager
def every_kernel(twin):
    "Run the interpreted twin of every kernel, or the compiled one, however small the table."
    before = kernel.for_work
    run_always(twin)
    try: yield
    finally: kernel.for_work = before
