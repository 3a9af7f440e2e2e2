"""How long every explorer takes of 20,000 cases with ten attributes, in seconds of processor time.

    python tests/benchmarks/explorers.py           # all; or name some: splits pruning
"""
import sys
import time
import warnings

import numpy as np
import pandas as pd

import c45lit as c

JOBS = {
    'threshold': lambda X, y, model: c.explore_threshold(X, y),
    'splits': lambda X, y, model: c.explore_splits(X, y),
    'pruning': lambda X, y, model: c.explore_pruning(X, y),
    'tree': lambda X, y, model: c.explore_tree(model, X, y),
    'unknown': lambda X, y, model: c.explore_unknown(model, X.iloc[0]),
    'gain': lambda X, y, model: c.explore_gain(X, y, positive='low'),
    'luck': lambda X, y, model: c.explore_luck(X, y, 'number 0'),
    'slivers': lambda X, y, model: c.explore_slivers(X, y),
    'raising': lambda X, y, model: c.explore_raising(X, y),
}


def noisy_table(n=20_000, seed=0):
    """Numbers of many and of few values, words of 2 to 30, one in fifty unknown; a tenth of the
    classes is chance."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({**{f'number {i}': rng.normal(size=n).round(4 - i) for i in range(3)},
                      **{f'quarters {i}': rng.integers(0, 200, n) / 4 for i in range(2)},
                      **{f'word {k}': rng.choice(list('abcdefgh')[:k], n) for k in (2, 4, 5, 8)},
                      'place': rng.choice([f'p{i:02}' for i in range(30)], n)})
    score = X['number 0'] + 1.5 * (X['word 4']
                                   == 'a') + X['quarters 0'] / 20 * (X['word 8'] < 'd') + (
                                       X['number 1'] > 0) * (X['number 2'] > 0)
    y = pd.qcut(score + 0.2 * rng.normal(size=n), 3,
                labels=['low', 'middle', 'high']).astype(object).rename('level')
    chance = rng.random(n) < 0.1
    y[chance] = rng.permutation(y[chance].to_numpy())
    return X.mask(rng.random(X.shape) < 0.02), y


def seconds(job, *table):
    "Of the second call: the first compiles."
    for _ in range(2):
        start = time.process_time()
        made = job(*table)
    return time.process_time() - start, len(made.to_html()) / 1e3


if __name__ == '__main__':
    warnings.simplefilter('ignore')
    X, y = noisy_table()
    model = c.C45Classifier().fit(X, y)
    for name in sys.argv[1:] or JOBS:
        print('{:10} {:6.2f} s, page of {:5.0f} kB'.format(
            name, *seconds(JOBS[name], X, y, model)), flush=True)
