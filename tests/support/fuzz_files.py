"""Hostile files: mutated by the thousand, read by the library and by hand, learned from, and
measured.

pytest runs a few thousand of them (test_fuzz.py); by hand, with a larger number and another seed:

    python tests/support/fuzz_files.py 100000 7
"""
import contextlib
import io
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np

from c45lit.cli import main
from c45lit.data.c45_files import error_limit, read_c45, read_data, read_names
from c45lit.data.tokens import open_text, read_name, read_number

SEEDS = [  # (names, data), all in order
    (b'yes, no.\nlook: sunny, rain, fog.\nheat: continuous.\nday: ignore.\ntown: discrete 4.\n',
     b'sunny, 85, mon, Oslo, yes\nrain, ?, tue, Rome, no\nfog, 7.5, wed, ?, yes\n?, -3e2, thu, '
     b'Oslo, no\n' * 3),
    (b'| edges\nyes, no\\, thanks, maybe   so.\ntemp.\\ max: continuous. | C\nw\\|nd: t,\n '
     b'f.\na.b.c: x.y, over\\:cast, z .\n',
     b'21.5, t, x.y, yes.\n0x1p3,f , over\\:cast, no\\, thanks. | c\n\n inf ,t,z,maybe  so\n1.,5, '
     b'f,  z, yes\n-0, t, ?, yes\n'),
    ('好, 坏.\n色: 红, 绿, 蓝.\n重: continuous.\n'.encode(),
     '红, .5, 好\n绿, 1e-3, 坏.\n?,nan,好\n'.encode() * 2),
    (b'0, 1\na: 0, 1\nb: 0, 1\n', b'0,1,0\n1,1,1\n1,0,1\n0,0,0\n' * 4),
]
TOKENS = [b'\\', b'.', b'|', b'\0', b'\r\n', b'\r', b'\xff', b'\xef\xbb\xbf', b':', b',', b'\n',
          b' ', b'\t', b'?', b'. ', b'.,', b'..',
          b'.\n', b',\n', b'discrete 2', b'discrete', b'discrete 999999999', b'continuous',
          b'ignore', b'1e999', b'-1e-999', b'0x', b'0x1p-1',
          b'nan', b'-nan(7)', b'infinity', b'1_0', b'9' * 400, b'x' * 600, b'\x0b', b'\x0c',
          b'\x1c', b'\x85', b'\xc2\xa0',
          b'\xe2\x80\xa8', b'\xed\xa0\x80', b'\xf0\x9f\x98\x80', b' ' * 50, b',' * 30, b'\n' * 20,
          b'\\\n', b'||', b'-', b'+', b'yes', b'no', b'0', b'1']


CELLS = [b'sunny', b' rain ', b'fog', b'?', b'1', b'-2.5', b'1e5 ', b' .5', b'5.', b'0x1p3',
         b'inf', b'NAN', b'-0', b'a.b', b'', b'\xe7\xba\xa2',
         b'yes', b'no.', b'4.5kg', b'1_0', b'x  y', b'0', b'Rome', b'\t7\t']


def with_cell(text, rng):
    "A text with one of its cells replaced."
    cells = re.split(b'([,\n])', text)
    cells[2 * rng.randrange(len(cells) // 2 + 1)] = rng.choice(CELLS)
    return b''.join(cells)


def mutate(text, others, rng):
    "A text with a few things wrong."
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3, 8))):
        i, n = rng.randint(0, len(text)), rng.choice((0, 1, 1, 2, 5, 30))
        j = rng.randint(0, len(text))
        text = rng.choice((
            lambda: with_cell(text, rng), lambda: with_cell(text, rng),
            lambda: with_cell(text, rng), lambda: text[:i], lambda: text[i:],
            lambda: text[:i] + text[i + n:], lambda: text[:i] + rng.choice(TOKENS) + text[i:],
            lambda: text[:i] + rng.choice(TOKENS) + text[i + n:],
            lambda: text[:i] + text[min(i, j):max(i, j)] + text[i:],
            lambda: text[:i] + rng.randbytes(n) + text[i + n:],
            lambda: text[:i] + rng.choice(others)[:j][-n - 1:] + text[i:],
            lambda: text.replace(b'\n', b'\r\n'),
            lambda: text.replace(rng.choice(TOKENS), rng.choice(TOKENS), 3)))()[:4000]
    return text


def names_by_hand(text):
    """The names of a text, character by character, as section 2.1 of the format tells it; None for
    an error."""
    found, at = [], 0
    while True:
        while text[at:at + 1] and text[at] in ' \t\n|':
            if text[at] == '|':
                at = text.find('\n', at)
                if at < 0: return None
            at += 1
        if at >= len(text): return found
        name, end = [], ''
        while at < len(text):
            c, after = text[at], text[at + 1:at + 2]
            if c in ':,\n|' or c == '.' and (not after or after in ' \t\n|'):
                end = c
                break
            if c == '.':
                name.append(c)
                at += 1
            if text[at] == '\\': at += 1
            if at >= len(text): return None
            name.append(text[at])
            at += 1
            if name[-1] == ' ':
                while text[at:at + 1] == ' ': at += 1
        if end == '|':
            at = text.find('\n', at)
            if at < 0: return None
        found.append((''.join(name).rstrip(' \t\n'), '\n' if end == '|' else end))
        at += 1


def names_by_program(source):
    "The same by `read_name`."
    found, at = [], 0
    try:
        while (name := read_name(source, at)) is not None:
            found.append(name[:2])
            at = name[3]
    except ValueError as e: return 'a name of' if 'a name of' in str(e) else None
    return found


def same(a, b):
    "Whether two lists of columns hold the same, to the bit."
    return len(a) == len(b) and all(x.dtype == y.dtype
                                    and np.array_equal(x.view(f'i{x.itemsize}'),
                                                       y.view(f'i{y.itemsize}')) or
                                    x.dtype == float and np.array_equal(x, y, equal_nan=True) and
                                    np.array_equal(np.signbit(x[x == 0]), np.signbit(y[y == 0]))
                                    for x, y in zip(a, b))


def read(stem, on_error=None):
    "(table or None, message)."
    try: return read_c45(stem, on_error=on_error), ''
    except ValueError as e: return None, str(e)


PLACE = re.compile(r's\.(names|data) line [1-9]\d*, column [1-9]\d*: ')


def check_reading(stem):
    "One input: whether it was read, borne or refused."
    strict, message = read(stem)
    heard = []
    borne, refused = read(stem, heard.append)
    assert strict or PLACE.match(message), message
    assert borne or PLACE.match(refused), refused
    assert (strict is None) == (borne is None or bool(heard)), (message, heard)
    if strict: assert strict.schema == borne.schema and same([*strict.columns, strict.classes],
                                                             [*borne.columns, borne.classes])
    limited, why = read(stem, error_limit(lambda message: None))
    assert (why == 'Error limit exceeded') == (
        len(heard) > 10) or limited is None and why == refused
    if borne:
        for a, column in zip(borne.schema.attributes, borne.columns):
            assert len(column) == len(borne)
            if a.kind == 'discrete': assert (column >= -1).all() and (column < len(a.values)).all()
        assert (borne.classes >= 0).all() and (borne.classes < len(borne.schema.classes)).all()
    return 'read' if strict else 'borne' if borne else 'refused'


def check_ways(stem):
    "Names as by hand, and cases as of the names one by one."
    try:
        for file in (open_text(f'{stem}.names'), open_text(f'{stem}.data', 499)):
            by_hand, by_program = names_by_hand(file.text), names_by_program(file)
            assert by_program in (by_hand, 'a name of'), (by_hand, by_program)
        schema = read_names(f'{stem}.names', lambda message: None)
    except ValueError: return 'none'
    try: table = read_data(f'{stem}.data', schema)
    except ValueError: return 'faulty'
    words, n = [name for name, _ in by_hand], len(schema.attributes) + 1
    for j, (a, column) in enumerate(zip(table.schema.attributes, table.columns)):
        assert np.array_equal(column, [cell_by_hand(w, a) for w in words[j::n]], equal_nan=True)
    assert [table.schema.classes[c] for c in table.classes] == words[n - 1::n]
    return 'by hand'


def cell_by_hand(word, attribute):
    "The number or the code of one word that is right."
    if attribute.kind == 'continuous': return read_number(word)[0]
    return -1 if attribute.kind == 'ignore' or word == '?' else attribute.values.index(word)


OPTIONS = ['-g', '-s', '-p', '-u', '-t2', '-c1', '-c100', '-m1', '-m3', '-i2', '-w4']


def said(words):
    "(exit status, standard output, standard error) of a command."
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err): status = main(words)
    return status, out.getvalue(), err.getvalue()


def check_program(stem, rng):
    "The programs end with 0 or 1, and say why."
    Path(f'{stem}.test').write_bytes(Path(f'{stem}.data').read_bytes())
    last = ['-f', str(stem), '--json', f'{stem}.json', *rng.choice(([], ['--arithmetic', 'r8']))]
    status, out, err = said(['c4.5', *rng.sample(OPTIONS, rng.randint(0, 4)), *last])
    assert status in (0, 1) and (status == 0) == ('Evaluation on training data' in out), (
        status, out, err)
    assert status == 0 or err.splitlines()[-1].startswith(('ERROR', 'Error limit exceeded')), err
    if status == 0:
        status, out, err = said(['c4.5rules', *rng.choice(([], ['-F5'], ['-c90'], ['-a'], ['-u'])),
                                 *last])
        others = ''.join(line for line in err.splitlines(True)
                         if 'does not declare (see the errors)' not in line)
        assert (status, others) in ((0, ''),
                                    # -u: the errors of two files
                                    (1, 'Error limit exceeded\n')), err
    return f'status {status}'


def fuzz(count, seed, folder, learn_every=20, patience=120.0):
    "So many inputs; how they went. An assertion names the input that broke."
    rng, went, stem = random.Random(seed), Counter(), Path(folder) / 's'
    for i in range(count):
        names, data = rng.choice(SEEDS)
        which = rng.random()
        if which < .6: data = mutate(data, [s[1] for s in SEEDS], rng)
        if which > .5: names = mutate(names, [s[0] for s in SEEDS], rng)
        Path(f'{stem}.names').write_bytes(names)
        Path(f'{stem}.data').write_bytes(data)
        start = time.perf_counter()
        try:
            went[check_reading(stem)] += 1
            went[check_ways(stem)] += 1
            if i % learn_every == 0: went[check_program(stem, rng)] += 1
        except Exception as e:
            raise AssertionError(f'input {i} of seed {seed}: names {names!r} data {data!r}') from e
        assert time.perf_counter(
            # a hang; any input may be the first of its kind to call a compiler
            ) - start < patience or i == 0, f'input {i} of seed {seed} is slow'
    return went


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        went = fuzz(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else os.getpid(),
                    folder)
        print(f'{sys.argv[1]} inputs in {time.perf_counter() - started:.0f} s:', dict(went))
