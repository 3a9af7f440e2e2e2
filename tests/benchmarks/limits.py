"""What the machine can do at best: bytes that one core reads and moves a second."""
import numpy as np
from timing import seconds

from c45lit.jit import kernel


@kernel
def _sum_in_order(words):
    "Read every word once."
    total = 0
    for w in words: total += w
    return total


@kernel
def _part_in_order(words, low, high):
    "Read every word and write it to one of two places, as parting the cases of a node does."
    i, j = 0, 0
    for w in words:
        low[i], high[j] = w, w
        i, j = i + 1 - (w & 1), j + (w & 1)


def bandwidth(limit):
    "Gigabytes a second of one core: read in order, read and parted in two, and copied."
    n = min(40_000_000, 10 * limit)
    words = np.random.default_rng(0).integers(0, 2 ** 40, n)
    low, high, copy = np.empty(n + 1, np.int64), np.empty(n + 1, np.int64), np.empty_like(words)
    works = dict(read=(1, lambda: _sum_in_order.compiled(words)),
                 part=(2, lambda: _part_in_order.compiled(words, low, high)), copy=(2, lambda: np.copyto(copy, words)))
    found = {}
    for name, (moved, work) in works.items():
        work()
        found[name] = moved * words.nbytes / 1e9 / float(np.median([seconds(work) for _ in range(5)]))
        print(f'{name:5} {found[name]:6.1f} GB a second', flush=True)
    return found
