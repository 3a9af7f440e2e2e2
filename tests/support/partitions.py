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
