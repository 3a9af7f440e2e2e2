"Random cases with words and numbers, dealt to parts, and parameters to learn them by."
import numpy as np
import pandas as pd


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


def random_parameters(rng):
    return dict(criterion=str(rng.choice(['gain_ratio', 'gain', 'gini'])),
                min_cases=float(rng.choice([1, 2, 4])), raising=bool(rng.integers(2)),
                discrete=str(rng.choice(['multiway', 'grouped', 'subset'])),
                threshold=str(rng.choice(['data', 'midpoint'])),
                pruning=[None, 'error_based', 'error_based'][rng.integers(3)],
                mdl_penalty=bool(rng.integers(2)), cf=float(rng.choice([0.1, 0.25, 0.6])))


def random_cart(rng):
    "Parameters of CART that look at no other cases."
    pruning = [None, 'cost_complexity', 'cost_complexity', 'pessimistic',
               'error_based'][rng.integers(5)]
    parameters = dict(discrete=str(rng.choice(['subset', 'one_vs_rest'])), pruning=pruning,
                      min_cases=float(rng.choice([1, 2, 4])),
                      cf=float(rng.choice([0.1, 0.25, 0.6])),
                      epsilon=float(rng.choice([0, 0, 0.01])),
                      max_depth=[None, None, 3][rng.integers(3)])
    if pruning == 'cost_complexity':
        parameters['alpha'] = float(rng.choice([0, 0.002, 0.01, 0.05]))
    if pruning != 'error_based':
        parameters.update(min_split=float(rng.choice([2, 2, 9])),
                          max_leaf_nodes=[None, None, 4][rng.integers(3)])
    return parameters


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
    pruning, spread = [None, 'cost_complexity'][rng.integers(2)], float(y.var())
    parameters = dict(discrete=str(rng.choice(['subset', 'one_vs_rest', 'multiway'])),
                      min_cases=float(rng.choice([1, 2, 4])), pruning=pruning,
                      min_split=float(rng.choice([2, 2, 9])),
                      epsilon=float(rng.choice([0, 0, 0.02]) * spread),
                      max_depth=[None, None, 3][rng.integers(3)],
                      max_leaf_nodes=[None, None, 4][rng.integers(3)])
    if pruning: parameters['alpha'] = float(rng.choice([0, 0.002, 0.02]) * spread)
    return parameters
