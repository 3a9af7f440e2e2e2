"""Tables that several tests need, and when two of them, or two trees, are the same."""
import numpy as np

from c45lit import infer_schema, load_dataset
from c45lit.data import encode

DEAR = {('Adelie', 'Gentoo'): 9,
        ('Chinstrap', 'Adelie'): 4}  # penguins: what (predicted, true) costs

GOLF = """\
outlook = overcast: play (4.0)
outlook = rain:
|   windy = false: play (3.0)
|   windy = true: don't play (2.0)
outlook = sunny:
|   humidity <= 75 : play (2.0)
|   humidity > 75 : don't play (3.0)"""


def same(a, b):
    "Whether two tables hold the same."
    return (a.schema == b.schema and np.array_equal(a.classes, b.classes)
            and np.array_equal(a.weights, b.weights)
            and all(np.array_equal(c, d, equal_nan=c.dtype.kind == 'f')
                    for c, d in zip(a.columns, b.columns)))


def difference(page, engine):
    "The first array in which two trees differ, or ''; errors are sums, in some order."
    for field in 'attribute threshold first_child n_children classes weights dist group branch_of'.split():
        if not np.array_equal(getattr(page, field), getattr(engine, field), equal_nan=True):
            return field
    return '' if np.allclose(page.errors, engine.errors, rtol=0, atol=1e-9) else 'errors'


def table_of(X, y):
    "The table of a DataFrame and its classes."
    return encode(X, infer_schema(X, y), y)


def data_set(name):
    "The table of a data set that comes with the library."
    return table_of(*load_dataset(name))
