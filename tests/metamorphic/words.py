"""Names that a table may hold: any text, and the other kinds of value that are classes, categories
or names of columns."""
import numpy as np
import pandas as pd

STRANGE = ['', ' ', 'a', 'a ', 'a\0', 'a\0b', '\0', '\ud800', 'x\udfff', '\u202eevil',
           'a\u2066b\u2069', '\ufeff', 'nan', 'NaN', 'None', '<NA>', '?', '1', '01',
           '1e3', 'True', 'inf', '-0', "o'hara", 'say "no"', 'back\\slash', 'tab\tnew\nline',
           '\r\n', '\x1b[31mred', '\x07', 'e\u0301', 'é', '色', '😀', 'ß', 'İ',
           '{0}', '%s', '${x}', '<b>&amp;', ']]>', '*/', '--', ';', ', ', ': ', ' = ', ' <= 3',
           '|   ', 'x0', 'x1', 'class', 'absent', '__proto__', 'never', '\x85', '\u2028']
LONG = 10 ** 5  # letters


def words_in_order(rng, n, plain=False):
    """n different words in the order of the alphabet, of any letters; `plain` ones could be written
    to any file."""
    found = set(rng.choice(STRANGE, min(n, 9), replace=False).tolist())
    while len(found) < n: found.add(''.join(map(chr, rng.integers(1, 0x2fff, rng.integers(1, 6)))))
    if rng.random() < 0.02: found.add(chr(rng.integers(97, 123)) * LONG)
    if plain:  # and no two alike but for their case, which SQL takes for one
        found = {w for w in found if w.isprintable() and w.strip()}
        found = {w.casefold(): w for w in sorted(found)}.values()
        found = {*found, *(f'word {i}' for i in range(n))}
    return sorted(rng.permutation(np.array(sorted(found), dtype=object))[:n].tolist())


def whole(rng, n): return sorted(rng.choice(np.arange(-99, 9 * n), n, replace=False).tolist())


def pairs(rng, n): return [(i, 'a') for i in whole(rng, n)]


def fractions(rng, n): return [i / 4 for i in whole(rng, n)]


def stamps(rng, n):
    return [pd.Timestamp('2020-01-01') + pd.Timedelta(days=i) for i in whole(rng, n)]


def intervals(rng, n): return [pd.Interval(i, i + 1) for i in whole(rng, n)]


def large(rng, n): return [2 ** 62 + i for i in whole(rng, n)]
