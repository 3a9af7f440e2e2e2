"""The same values in other kinds of columns and tables."""
from decimal import Decimal

import numpy as np
import pandas as pd

WHOLE = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64']
NULLABLE = [name.replace('int', 'Int').replace('uInt', 'UInt')
            for name in WHOLE] + [f'{name}[pyarrow]' for name in WHOLE]
NARROW = ['float32', 'Float32', 'float[pyarrow]']
WIDE = ['Float64', 'double[pyarrow]', '>f8', 'longdouble', 'objects', 'decimals']
WORDS = ['str', 'string', 'string[python]', 'string[pyarrow]', 'large_string[pyarrow]',
         'dictionary', 'category', 'objects']
TRUTHS = ['boolean', 'bool[pyarrow]', 'bool', 'objects']


def kinds_of(values):
    """Names of the kinds of column that hold these values, of which those that are NaN or None are
    unknown, and nothing else."""
    known = [v for v in values if v == v and v is not None]
    if any(isinstance(v, str) for v in known): return WORDS
    if any(isinstance(v, (bool, np.bool_)) for v in known):
        return TRUTHS if len(known) == len(values) else TRUTHS[:2] + TRUTHS[3:]
    numbers, found = np.array(known, dtype=float), list(WIDE)
    with np.errstate(over='ignore'):
        found += NARROW * bool((numbers.astype(np.float32) == numbers).all())
    if (numbers == np.floor(numbers)).all() and (np.abs(numbers) < 2.0 ** 53).all():
        fits = [name for name in WHOLE if not len(numbers) or np.iinfo(name).min <= numbers.min()
                and numbers.max() <= np.iinfo(name).max]
        found += fits * (len(known) == len(values)) + [name for name in NULLABLE
                                                       if name.replace('[pyarrow]', '').lower(
                                                           ) in fits]
    return found


def as_kind(x, kind):
    "A column as another kind."
    import pyarrow as pa
    values = [None if v != v or v is None else v for v in x.tolist()]
    if kind == 'objects': return pd.Series(values, x.index, object)
    if kind == 'decimals':
        return pd.Series([v if v is None else Decimal(v) for v in values], x.index, object)
    if kind == 'dictionary':
        return pd.Series(values, x.index,
                         object).astype(pd.ArrowDtype(pa.dictionary(pa.int32(), pa.string())))
    if kind == 'large_string[pyarrow]':
        return pd.Series(values, x.index, pd.ArrowDtype(pa.large_string()))
    if kind == 'category':
        return pd.Series(values, x.index,
                         pd.CategoricalDtype(sorted({v for v in values if v is not None})))
    if kind.lower().startswith(('int', 'uint')):
        values = [v if v is None else int(v) for v in values]
    return pd.Series(values, x.index, kind)


# -- tables

def as_polars(X):
    import polars as pl
    kinds = dict(f=pl.Float64, b=pl.Boolean)
    return pl.DataFrame({name: pl.Series(plain(x), dtype=kinds.get(sort_of(x), pl.String),
                                         strict=False) for name, x in X.items()})


def as_arrow(X):
    import pyarrow as pa
    kinds = dict(f=pa.float64(), b=pa.bool_())
    return pa.table({name: pa.array(plain(x), kinds.get(sort_of(x), pa.string()))
                     for name, x in X.items()})


def plain(x):
    "The values of a column, None where unknown."
    return [None if v is None or v != v else v for v in x.tolist()]


def sort_of(x):
    "f, b or O."
    return 'f' if x.dtype == float else 'b' if any(isinstance(v, bool) for v in x) else 'O'


def as_rows(X): return [list(row) for row in zip(*(plain(x) for _, x in X.items()))]


def as_objects(X): return np.array([*map(tuple, as_rows(X))], dtype=object).reshape(X.shape)


def as_records(X):
    return np.array([*zip(*(x.tolist() if x.dtype == float else plain(x) for _, x in X.items()))],
                    dtype=[(str(name), float if x.dtype == float else object)
                           for name, x in X.items()])


def all_numbers(X): return all(x.dtype == float for _, x in X.items())


NAMED = dict(polars=as_polars, arrow=as_arrow, batch=lambda X: as_arrow(X).to_batches()[0],
             records=as_records)
UNNAMED = dict(rows=as_rows, objects=as_objects)
MATRICES = dict(matrix=lambda X: X.to_numpy(float),
                fortran=lambda X: np.asfortranarray(X.to_numpy(float)),
                wide=lambda X: np.repeat(X.to_numpy(float), 2, axis=1)[:, ::2],
                swapped=lambda X: X.to_numpy(float).astype('>f8'),
                backwards=lambda X: X.to_numpy(float)[::-1].copy()[::-1])


def tables_of(X):
    "Name -> function of every kind of table that holds these columns."
    is_plain = all(isinstance(c, str) for c in X.columns)
    return (NAMED if is_plain else {}) | UNNAMED | (MATRICES if all_numbers(X) else {})


# -- targets

def classes_of(y, rng):
    "Words as another kind of array or list."
    import polars as pl
    import pyarrow as pa
    ways = [lambda: y.tolist(), lambda: y.to_numpy(object),
            lambda: np.array(y.tolist()),  # of fixed width
            lambda: pd.Categorical(y, rng.permutation([*sorted({*y}), 'never'])),
            lambda: pl.Series(y.tolist()), lambda: pa.array(y.tolist()),
            lambda: y.to_numpy(object)[:, None],
            lambda: y.astype(rng.choice(['str', 'string', 'string[pyarrow]', 'category']))]
    return ways[rng.integers(8)]()


def numbers_of(y, rng):
    "Numbers as another kind of array or list."
    kinds = [k for k in kinds_of(y.tolist()) if 'pyarrow' not in k and k != 'decimals']
    kind = rng.choice([*kinds, 'list', 'column'])
    return y.tolist() if kind == 'list' else y.to_frame() if kind == 'column' else as_kind(y, kind)
