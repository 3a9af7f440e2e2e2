"""The stamp of a kernel changes with every value that the kernel reads."""
import dis
import importlib
import inspect
import types

import pytest
from support.folders import ROOT

from c45lit.engine.kernels import _stamp, kernel


def kernels() -> dict:
    "Name -> kernel, of every module."
    modules = [importlib.import_module('.'.join(path.relative_to(ROOT).with_suffix('').parts))
               for path in sorted((ROOT / 'c45lit').glob('*/[!_]*.py'))]
    return {f'{m.__name__}.{n}': k for m in modules for n, k in vars(m).items()
            if isinstance(k, kernel) and k.py_func.__module__ == m.__name__}


def names_in(code) -> set:
    """The names that a function's code, and that of what is defined in it, reads from its module;
    attributes are none of these."""
    own = {i.argval for i in dis.get_instructions(code) if i.opname == 'LOAD_GLOBAL'}
    return own.union(*(names_in(c) for c in code.co_consts if isinstance(c, types.CodeType)))


def is_fixed(value) -> bool:
    """Whether a global is no value of ours: a module, a kind of numpy's, a function of Python's, a
    class of records."""
    return inspect.ismodule(value) or inspect.isbuiltin(value) or isinstance(value, type)


def is_stamped(f, name, value) -> bool:
    "Whether the stamp of a function changes with one of its globals."
    other = types.FunctionType(f.__code__, {**f.__globals__, name: value}, f.__name__,
                               f.__defaults__)
    return _stamp(other) != _stamp(f)


def another(value):
    "A value of the same kind that is not equal."
    if isinstance(value, tuple):
        return type(value)(*map(another,
                                value)) if hasattr(value, '_fields') else (*map(another, value), 1)
    return {str: lambda: value + 'x', bool: lambda: not value}.get(type(value), lambda: value + 1)()


def test_a_stamp_sees_every_value_that_a_kernel_reads():
    # Else a changed constant would leave the old machine code on disk in use.
    pytest.importorskip('numba')
    found, unseen = kernels(), []
    assert len(found) > 50
    for where, k in found.items():
        for name in names_in(k.py_func.__code__) & set(k.py_func.__globals__):
            value = k.py_func.__globals__[name]
            if isinstance(value, kernel) or is_fixed(value): continue
            try: seen = is_stamped(k.py_func, name, another(value))
            except TypeError: seen = False
            if not seen: unseen.append(f'{where} reads {name} = {value!r}')
    assert not unseen, unseen
