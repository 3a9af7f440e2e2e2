"""Run kernels interpreted or compiled, whichever a test asks for."""
from contextlib import contextmanager

from c45lit.engine.kernels import kernel

TWINS = ['py_func', 'compiled']


@contextmanager
def every_kernel(twin):
    "Run the interpreted twin of every kernel, or the compiled one, however small the table."
    before = kernel.for_work
    kernel.for_work = lambda self, cells, how=None: self.twin(how) if twin == 'compiled' else self.py_func
    try: yield
    finally: kernel.for_work = before
