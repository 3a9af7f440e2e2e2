"Random cases with words and numbers, dealt to parts, and parameters to learn them by."
import numpy as np
import pandas as pd
from support.declared import drawn, drawn_record, lacks_its_price

from c45lit import (C45Classifier, CARTClassifier, CARTRegressor, CostComplexity, ErrorBased,
                    LeafLimit)
from c45lit.specification.declaration import declared


def random_frame(rng):
    "Words, truth values and numbers, unknown ones among them, a class and a weight."
    n = int(rng.integers(12, 90))
    y = rng.choice(list('stu'), n, p=[0.5, 0.4, 0.1])
    frame = pd.DataFrame({'word': rng.choice(['x', 'y', 'z', 'w'], n),
                          'number': rng.normal(0, 1, n).round(1) + (y == 's'),
                          'whole': rng.integers(0, 9, n),
                          'is': rng.random(n) < 0.3 + 0.5 * (y == 't')})
    if rng.random() < 0.6:
        frame['word'] = frame.word.where(rng.random(n) > 0.2, None)
        frame['number'] = frame.number.where(rng.random(n) > 0.2)
    if rng.random() < 0.5:
        frame['word'] = frame.word.astype(pd.CategoricalDtype(list('zyxwv'),
                                                              ordered=rng.random() < 0.5))
    return frame.assign(y=y, weight=rng.choice([1.0, 1.5, 2.25, 0], n, p=[0.7, 0.1, 0.1, 0.1]))


def parts_of(frame, rng):
    where = rng.integers(0, rng.integers(1, 5), len(frame))
    return [frame[where == i] for i in np.unique(where)]


# of a table: what a schema, prices and validation cases say; what partitions refuse; and how many
# threads work
ASIDE = {'schema', 'class_weight', 'costs', 'unknown', 'random_state', 'n_jobs', 'cf', 'pruning',
         'leaf_smoothing'}
# numbers for tables of so few cases, the first few by far the most frequent
NUMBERS = dict(min_cases=(1, 2, 4), epsilon=(0, 0, 0.01), max_depth=(None, None, 3), min_split=(2, 2, 9))


def random_of(estimator, rng):
    "Parameters of growing, from their declaration."
    found = {name: NUMBERS[name][rng.integers(len(NUMBERS[name]))] if name in NUMBERS
             else drawn(about, rng) for name, about in declared(estimator).items()
             if name not in ASIDE and rng.random() < 0.6}
    return found | dict(discrete='subset') if lacks_its_price(found) else found


def random_parameters(rng):
    "Parameters of C4.5, as partitions take them."
    way = drawn_record(ErrorBased, rng)
    return random_of(C45Classifier, rng) | dict(pruning=[None, way, way][rng.integers(3)])


def random_cart(rng):
    "Parameters of CART that look at no other cases."
    price, limit = drawn_price(rng, (0, 0.002, 0.01, 0.05)), drawn_record(LeafLimit, rng)
    errors = drawn_record(ErrorBased, rng)
    way = [None, price, price, 'pessimistic', limit, [limit, price], errors][rng.integers(7)]
    parameters = random_of(CARTClassifier, rng) | dict(pruning=way)
    return parameters | dict(min_split=2) if way is errors else parameters


def drawn_price(rng, prices): return CostComplexity(float(rng.choice(prices)))


def as_data(parts, kind, folder, rng):
    "The parts as a folder of files, one or hive's, a list, an iterator or a dataset."
    if kind == 'frames': return parts
    if kind == 'iterator': return iter(parts)
    folder.mkdir()
    for i, p in enumerate(parts):
        if kind == 'csv': p.to_csv(folder / f'{i}.csv', index=False)
        elif kind == 'hive': p.to_parquet(folder, index=False, partition_cols=['is'])
        else: p.to_parquet(folder / f'{i}.parquet', index=False,
                           row_group_size=int(rng.integers(5, 50)))
    if kind != 'dataset': return folder
    import pyarrow.dataset as ds
    return ds.dataset(folder)


def random_numbers(rng):
    "Words and numbers, and a number to predict, in units large, small, shifted or with outliers."
    frame = random_frame(rng)
    n, number = len(frame), frame.number.fillna(0) + frame.whole * 0.2
    y = number + 2 * (frame.word == 'x') + rng.normal(0, 1, n) * rng.choice([0, 0.1, 1])
    y = [y, y * 1e-6, y + 1e6, y.round(), y * 1e12, y.where(rng.random(n) > 0.05, 1e6),
         y * 0 + 3][rng.integers(7)]
    return frame.assign(y=y.to_numpy(), weight=frame.weight if rng.random() < 0.5 else 1.0)


def random_regression(rng, y):
    "Parameters of a regression tree, prices in squared units of the target."
    spread, limit = float(y.var()), drawn_record(LeafLimit, rng)
    price = drawn_price(rng, (0, 0.002 * spread, 0.02 * spread))
    parameters = random_of(CARTRegressor, rng)
    return parameters | dict(epsilon=parameters.get('epsilon', 0) * 2 * spread,
                             pruning=[None, price, limit, [limit, price]][rng.integers(4)])
