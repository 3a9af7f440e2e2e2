"""How time grows with rows, values and classes, and how many cells an adversary makes us visit."""
import functools

from tables import columns, many_classes, many_values, noisy_border
from timing import OURS, PATIENCE, cell_visits, in_turn

from c45lit import C45Classifier


def series(name, x, make, sizes) -> list:
    """Median seconds at each size, of three runs or as many as patience allows; a series ends when
    it is lost."""
    found = []
    for size in sizes:
        X, y = make(size)
        model = C45Classifier(pruning=None)
        took = in_turn({OURS: lambda: model.fit(X, y)})[OURS]
        found.append(dict(series=name, x=x, size=size, seconds=took, leaves=model.tree_.n_leaves,
                          visits=cell_visits(C45Classifier(pruning=None,
                                                           collapse=False).fit(X, y).tree_)))
        ratio = f'{took / found[-2]["seconds"]:6.2f} times as long' if len(found) > 1 else ''
        print(f'{name:38} {x} {size:>9,} {took:9.4f} s {ratio}', flush=True)
        if took > PATIENCE: break
    return found


def doubled(first, last) -> list:
    "Sizes from the first to the last, each twice the one before."
    return [first * 2 ** i for i in range(64) if first * 2 ** i <= last]


def rows(limit):
    "From 10,000 rows to 4,000,000."
    return series('a noisy border, 10 columns', 'rows', noisy_border,
                  doubled(15_625, min(limit, 4_000_000)))


def attributes(limit):
    "From 4 columns to 64."
    n = min(limit, 50_000)
    return series(f'columns, {n:,} rows', 'columns', functools.partial(noisy_border, n),
                  doubled(4, 64))


def kinds(limit):
    "Columns that are easy or hard to sort."
    names = 'unique values, shuffled', 'three values', 'sorted', 'reversed', 'constant'
    sizes = doubled(31_250, min(limit, 1_000_000))
    return [point for name in names
            for point in series(name, 'rows', functools.partial(columns, name), sizes)]


def values(limit):
    "Discrete attributes of up to 200,000 values: twice the rows, twice the values."
    n = min(limit, 400_000)
    return [*series('100,000 discrete values', 'rows', many_values, doubled(n // 4, n)),
            *series(f'discrete values, {n:,} rows', 'values', lambda v: many_values(n, v),
                    doubled(12_500, n // 2))]


def classes(limit):
    "Up to 1,000 classes: twice the rows, twice the classes."
    n = min(limit, 100_000)
    return [*series('1,000 classes', 'rows', many_classes, doubled(n // 4, n)),
            *series(f'classes, {n:,} rows', 'classes', lambda c: many_classes(n, c),
                    doubled(2, 1_024))]
