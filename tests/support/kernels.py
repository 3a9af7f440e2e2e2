"""Run kernels interpreted or compiled, whichever a test asks for."""
from contextlib import contextmanager

from c45lit.engine import kernels as jit

TWINS = ['py_func', 'compiled']


@contextmanager
def every_kernel(twin):
    "Run the interpreted twin of every kernel, or the compiled one, however small the table."
    before = jit.kernel.for_work
    jit.kernel.for_work = lambda self, cells, float32=None: getattr(self, twin)
    try: yield
    finally: jit.kernel.for_work = before
