"""The C library's random numbers, against the reference and against the library itself."""
import ctypes
import platform

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from c45lit.data.sampling import CLibraryRandom, shuffle


@pytest.mark.skipif(platform.libc_ver()[0] != 'glibc', reason='compares with the GNU C library')
@pytest.mark.parametrize('seed', [1, 2, 12345, 2**31 - 2])
def test_numbers_are_those_of_the_library_on_this_machine(seed):
    library = ctypes.CDLL(None)
    library.random.restype = ctypes.c_long
    library.srandom(ctypes.c_uint(seed))
    rng = CLibraryRandom(seed)
    assert all(rng.integer() == library.random() for _ in range(2000))


@given(st.lists(st.integers()), st.integers(1, 10**6))
def test_a_shuffle_keeps_every_row_and_its_argument(rows, seed):
    before = list(rows)
    assert sorted(shuffle(rows, CLibraryRandom(seed))) == sorted(before)
    assert rows == before


def test_an_array_is_shuffled_as_a_list_and_keeps_its_type():
    rows = np.arange(20, dtype=np.int32)[::-1]
    shuffled = shuffle(rows, np.random.default_rng(3))
    assert shuffled.dtype == np.int32
    assert shuffled.tolist() == shuffle(rows.tolist(), np.random.default_rng(3))


@pytest.mark.parametrize('seed', [0, -1, 2**31 - 1])
def test_a_seed_out_of_range_is_refused(seed):
    with pytest.raises(ValueError, match='take one from 1'):
        CLibraryRandom(seed)
