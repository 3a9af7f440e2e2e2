"""Numbers of 32 bits and of 64, bytes in the other order, whole numbers beyond 2**53."""
import numpy as np
import pandas as pd
import pytest

from c45lit import (C45Classifier)


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
