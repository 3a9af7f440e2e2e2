"""Numbers of 32 bits and of 64, bytes in the other order, whole numbers beyond 2**53."""
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from c45lit import (C45Classifier, C45RulesClassifier, C50Classifier, CARTClassifier, ErrorBased,
                    Release8Classifier)


NARROW = {'numpy': 'float32', 'pandas': 'Float32', 'Arrow': 'float[pyarrow]'}
LEARNERS = [C45Classifier(), C45Classifier(pruning=ErrorBased(raising=False)), CARTClassifier(),
            C45RulesClassifier(), Release8Classifier(), C50Classifier()]


@pytest.mark.parametrize('model', LEARNERS, ids=repr)
@pytest.mark.parametrize('kind', NARROW.values(), ids=NARROW)
def test_training_cases_in_32_bits_get_the_answers_of_64(model, kind):
    if 'pyarrow' in kind: pytest.importorskip('pyarrow')
    for seed in range(8):
        rng = np.random.default_rng(seed)
        X = pd.DataFrame({c: rng.normal(size=60) * 10.0 ** rng.integers(-5, 5) for c in 'ab'})
        X['c'] = rng.normal(size=60).round(1)
        if seed % 2: X = X.mask(rng.random(X.shape) < 0.1)
        y = np.where(X.a > X.b, 'yes', np.where(X.c > 0, 'no', 'perhaps'))
        fitted = clone(model).fit(X, y)
        np.testing.assert_array_equal(fitted.predict(X.astype(kind)), fitted.predict(X))


def test_bytes_in_the_other_order_are_read():
    X = pd.DataFrame({'a': [1.5, 2.5, 3.5, 4.5] * 5, 'b': [1, 2, 3, 4] * 5})
    y = list('uuvv') * 5
    for kinds in ('>f8', '>f4', '>i4'):
        other = X.astype(kinds)
        assert (C45Classifier().fit(other, y).predict(other) == y).all()
        asked = C45Classifier(schema={'b': 'discrete'}).fit(X, y)
        assert (asked.predict(X.assign(b=X.b.astype('>i8'))) == y).all()


def test_whole_numbers_that_64_bits_round_are_told():
    X = pd.DataFrame({'bill no.': np.arange(20) + 2 ** 60, 'b': np.arange(20) + 2 ** 52})
    with pytest.warns(UserWarning, match=r"'bill no.*beyond 2\*\*53 .*astype\(str\)") as told:
        C45Classifier().fit(X, np.arange(20) % 2)
    assert sum('beyond' in str(one.message) for one in told) == 1
