"""What the machine can do at best: nanoseconds for a word of 8 bytes that is read, copied, or sent
to one of two places."""
import statistics

import numpy as np
from timing import seconds

from c45lit.engine.kernels import kernel


@kernel
def _read(words):
    "Read every word."
    total = 0
    for w in words: total += w
    return total


@kernel
def _part(words, low, high):
    "Send every word to one of two places, by its last bit."
    i, j = 0, 0
    for w in words:
        low[i], high[j] = w, w
        i, j = i + 1 - (w & 1), j + (w & 1)


@kernel
def _part_by_row(words, goes_up, low, high):
    """The same, but where a word goes is looked up: it is the number of a row, and rows come in any
    order."""
    i, j = 0, 0
    for w in words:
        low[i], high[j] = w, w
        i, j = i + 1 - goes_up[w], j + goes_up[w]


def bandwidth(limit):
    """Nanoseconds a word, of one core; the lists are longer than any cache, what is looked up may
    fit into one."""
    n, found = min(16_000_000, 4 * limit), {}
    for name, work in works(n, np.random.default_rng(0)).items():
        work()
        found[name] = 1e9 * statistics.median(seconds(work) for _ in range(5)) / n
        print(f'{name:38} {found[name]:6.2f} ns a word', flush=True)
    return found


def works(n, rng) -> dict:
    "What is done with `n` words, by name."
    words, low, high = rng.permutation(n), np.empty(n + 1, np.int64), np.empty(n + 1, np.int64)
    few = n // 16
    flags, row_of_few = rng.integers(0, 2, n, dtype=np.int8), words % few
    return {'read in order': lambda: _read.compiled(words),
            'copied': lambda: np.copyto(low[:n], words),
            'parted in two': lambda: _part.compiled(words, low, high),
            f'parted, looked up in {few:,} flags': lambda: _part_by_row.compiled(
                row_of_few, flags, low, high),
            f'parted, looked up in {n:,} flags': lambda: _part_by_row.compiled(
                words, flags, low, high)}
