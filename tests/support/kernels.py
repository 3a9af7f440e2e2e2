"""Run kernels interpreted or compiled, whichever a test asks for."""
import os
from contextlib import contextmanager

from c45lit.engine.kernels import kernel

TWINS = ['py_func', 'compiled']
WITH_BOUNDS = os.environ.get('NUMBA_BOUNDSCHECK') == '1'  # then all tests run compiled loops that ask of every index whether it lies inside


@contextmanager
def every_kernel(twin):
    "Run the interpreted twin of every kernel, or the compiled one, however small the table."
    before = kernel.for_work
    kernel.for_work = lambda self, cells, how=None: self.twin(how) if twin == 'compiled' else self.py_func
    try: yield
    finally: kernel.for_work = before
