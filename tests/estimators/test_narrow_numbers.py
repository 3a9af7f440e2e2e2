"""Numbers of 32 bits and of 64, bytes in the other order, whole numbers beyond 2**53."""
import numpy as np
import pandas as pd
import pytest

from c45lit import (C45Classifier)


def test_whole_numbers_that_64_bits_round_are_told():
    X = pd.DataFrame({'bill no.': np.arange(20) + 2 ** 60, 'b': np.arange(20) + 2 ** 52})
    with pytest.warns(UserWarning, match=r"'bill no.*beyond 2\*\*53 .*astype\(str\)") as told:
        C45Classifier().fit(X, np.arange(20) % 2)
    assert sum('beyond' in str(one.message) for one in told) == 1
