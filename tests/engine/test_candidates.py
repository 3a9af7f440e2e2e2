"""What every attribute of a node offers is found by the engine, and is what the book finds."""
import numpy as np
import pytest
from support.kernels import every_kernel

from c45lit.engine.split_scores import _best_threshold
from c45lit.specification.criterion import GAIN, GAIN_RATIO, GINI
from c45lit.specification.multiway import SplitOptions
from c45lit.specification.threshold_choice import threshold_split


def random_column(rng):
    """Values with ties and unknown ones, classes, and weights that are whole multiples of a unit, 0
    among them at times."""
    n, n_classes = int(rng.integers(1, 90)), int(rng.integers(2, 5))
    values, classes = rng.integers(0, rng.integers(1, 40), n) / 3, rng.integers(0, n_classes, n)
    if rng.random() < 0.5: values = np.where(rng.random(n) < 0.2, np.nan, values)
    weights = rng.choice([np.ones(n), rng.integers(1, 5, n) / 8, rng.integers(0, 4, n) + 0.0])
    return values, classes, weights if weights.any() else np.ones(n), n_classes


@pytest.mark.parametrize('criterion', [GAIN_RATIO, GAIN, GINI])
def test_the_engines_best_threshold_of_a_column_is_the_books(criterion):
    possible = 0
    for seed in range(150):
        rng = np.random.default_rng([len(criterion.name), seed])
        column = random_column(rng)
        options = SplitOptions(criterion=criterion, min_cases=float(rng.choice([0.5, 1, 2])),
                               penalty=bool(rng.integers(2)),
                               least_side=bool(rng.integers(2)),
                               min_value_gap=float(rng.choice([0, 0, 0.4])))
        book = threshold_split(*column, options, 3)
        with every_kernel('compiled'):
            engine = _best_threshold(*column, options, 3)
        assert (book.attribute, book.is_possible) == (engine.attribute, engine.is_possible), seed
        np.testing.assert_array_equal([book.left, book.right], [engine.left, engine.right],
                                      str(seed))
        figures = [[s.gain, s.split_info, s.penalty] for s in (book, engine)]
        np.testing.assert_allclose(*figures, rtol=1e-9, atol=1e-10, err_msg=str(seed))
        possible += book.is_possible and bool(column[2].all())
    assert possible > 30
