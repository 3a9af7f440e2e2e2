"""A file of a stranger that doubles takes at most 2.6 times the time and memory: every reader,
every way to grow (`make fuzz`; a few in `make test`)."""
import gc
import json
import os
import time
import tracemalloc

import pytest
from data.test_fuzz import GROWING, read_twice, write

from c45lit import from_json, read_arff, read_c45_text
from c45lit.originals import read_report

LONG = 'C45LIT_FUZZ_TABLES' in os.environ
ARFF = '@relation r\n@attribute b numeric\n@attribute c {x,y}\n@data\n'
LEAF = dict(format='c45lit tree 1', target='y',
            attributes=[dict(name='x', kind='discrete', values=[])], class_names=['a'],
            single=False,
            attribute=[-1], threshold=[None], first_child=[0], n_children=[0], classes=[0],
            weights=[1], errors=[0], dist=[[1]])


def star(m):
    "A test of m values, each with a leaf."
    leaves, values = [-1] * m, [f'v{i}' for i in range(m)]
    return LEAF | dict(attributes=[dict(name='x', kind='discrete', values=values)],
                       attribute=[0, *leaves], threshold=[None] * (m + 1),
                       first_child=[1] + [0] * m, n_children=[m] + [0] * m, classes=[0] * (m + 1),
                       weights=[m] + [1] * m, errors=[0] * (m + 1),
                       dist=[[m]] + [[1]] * m)


def list_of_tests(m):
    "m thresholds, one below the other."
    is_test = [i == 0 or i % 2 == 0 and i < 2 * m for i in range(2 * m + 1)]
    weights = [m + 1 - i // 2 if i % 2 == 0 else 1 for i in range(2 * m + 1)]
    return LEAF | dict(attributes=[dict(name='x', kind='continuous', values=[])],
                       attribute=[-(not t) for t in is_test],
                       threshold=[float(i) if t else None for i, t in enumerate(is_test)],
                       first_child=[i + 1 if t else 0 for i, t in enumerate(is_test)],
                       n_children=[2 * t for t in is_test], classes=[0] * (2 * m + 1),
                       weights=weights, errors=[0] * (2 * m + 1), dist=[[w] for w in weights])


TEXTS = {  # n -> (reader, text of about n bytes)
    'ARFF, cases': lambda n: (read_arff, ARFF + '1.5,x\n' * (n // 6)),
    'ARFF, sparse': lambda n: (read_arff, ARFF + '{0 1,1 y}\n' * (n // 10)),
    'ARFF, weights': lambda n: (read_arff, ARFF + '1,x,{2.5}\n' * (n // 10)),
    'ARFF, many attributes': lambda n: (read_arff,
                                        '@relation r\n'
                                        + ''.join(f'@attribute a{i} numeric\n'
                                                  for i in range(n // 25)) + '@data\n'),
    'ARFF, many values': lambda n: (read_arff,
                                    '@relation r\n@attribute c {'
                                    + ','.join(f'v{i}' for i in range(n // 8))
                                    + '}\n@attribute d {a,b}\n@data\nv1,a\n'),
    'ARFF, blanks': lambda n: (read_arff, ARFF + '1' + ' ' * n + ',x\n'),
    'ARFF, quotes': lambda n: (read_arff, ARFF + "'" * n + '\n'),
    'ARFF, backslashes': lambda n: (read_arff, ARFF + "'" + '\\' * n + '\n'),
    'ARFF, comments': lambda n: (read_arff, '%\n' * (n // 2)),
    'ARFF, the same index': lambda n: (read_arff, ARFF + '{' + '0 1,' * (n // 4) + '}\n'),
    'tree, wide': lambda n: (read_c45_text,
                             ''.join(f'a = v{i}: c (1.0)\n' for i in range(n // 18))),
    'tree, a set': lambda n: (read_c45_text,
                              'a in {' + ','.join(f'v{i}' for i in range(n // 7))
                              + '}: c (1.0)\na = z: d (1.0)\n'),
    'tree, a set in lines': lambda n: (read_c45_text,
                                       'a in {' + ',\n      '.join(f'v{i}' for i in range(n // 14))
                                       + '}: c (1.0)\na = z: d (1.0)\n'),
    'tree, subtrees': lambda n: (read_c45_text, 'a <= 0 :[S1]\na > 0 : d (1.0)\n' + ''.join(
        f'\nSubtree [S{i}]\n\na <= -{i} :[S{i + 1}]\na > -{i} : d (1.0)\n'
        for i in range(1, n // 55))),
    'tree, digits': lambda n: (read_c45_text, f'a = b: x ({"1" * n}.0)'),
    'tree, unclear lines': lambda n: (read_c45_text, '\n'.join(
        f'z = {i}:\n|   a{i} = b: c{i}: d{i} (1.0)\n|   a{i} = q: c{i + 1}: d{i} (1.0)'
        for i in range(n // 70))),
    'tree, commas': lambda n: (read_c45_text, 'a in {' + ',' * n + '}: c (1.0)\na = z: d (1.0)\n'),
    'tree, colons': lambda n: (read_c45_text, 'a = ' + ': ' * (n // 2) + 'c (1.0)\n'),
    'tree, bars': lambda n: (read_c45_text, '|   ' * (n // 4) + 'a = b: c (1.0)\n'),
    'tree, ever deeper': lambda n: (read_c45_text,
                                    ''.join('|   ' * i + f'a <= -{i} :\n'
                                            for i in range(int((n / 2) ** .5)))),
    'tree, blanks': lambda n: (read_c45_text, 'a = b:' + ' ' * n + 'c (1.0)\na = z: d (1.0)\n'),
    'report, trials': lambda n: (read_report, 'Trial 1\n' * (n // 8)),
    'report, titles': lambda n: (read_report, 'Decision Tree:\n\n' * (n // 16)),
    'report, a trial again': lambda n: (read_report,
                                        'Trial 1\nDecision Tree:\n\nx (1.0)\n\n' * (n // 34)),
    'JSON, brackets': lambda n: (from_json, '[' * n),
    'JSON, digits': lambda n: (from_json, '{"format": ' + '1' * n + '}'),
    'JSON, a star': lambda n: (from_json, json.dumps(star(n // 45))),
    'JSON, a list of tests': lambda n: (from_json, json.dumps(list_of_tests(n // 85))),
    'JSON, classes': lambda n: (from_json,
                                json.dumps(LEAF | dict(
                                    class_names=[f'c{i}' for i in range(n // 12)],
                                    dist=[[0] * (n // 12)]))),
    'JSON, attributes': lambda n: (from_json,
                                   json.dumps(LEAF | dict(
                                       attributes=[dict(name=f'x{i}', kind='continuous', values=[])
                                                   for i in range(n // 55)])))}


def reading(name, n, folder):
    "Bytes of a file of about n, and what reads it, or refuses it."
    if name in GROWING:
        return write(folder / 's', *GROWING[name](n)), lambda: read_twice(folder / 's')
    read, text = TEXTS[name](n)
    if read is not read_arff: return len(text), lambda: refused_or_read(read, text)
    (folder / 's.arff').write_text(text, 'utf-8')
    return len(text), lambda: refused_or_read(read, folder / 's.arff')


def refused_or_read(read, text):
    try: read(text)
    except ValueError: pass


def cost(name, n, folder):
    "Bytes, seconds of the processor and bytes of memory at most: each the best of three."
    size, read = reading(name, n, folder)
    times, peaks = [], []
    gc.collect()
    gc.freeze()  # or the collector walks through all that pytest has, again and again
    for _ in range(3):
        start = time.process_time()
        read()
        times.append(time.process_time() - start)
    gc.unfreeze()
    for _ in range(3):  # a thread that an earlier test left is counted, too
        tracemalloc.start()
        read()
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    return size, min(times), min(peaks)


@pytest.mark.parametrize('name', [*TEXTS, *GROWING] if LONG else [*TEXTS, *GROWING][::3])
def test_twice_the_bytes_take_at_most_2_6_times_the_time_and_memory(name, tmp_path):
    n = 100_000 if LONG else 25_000
    sizes, times, peaks = zip(*(cost(name, n * k, tmp_path) for k in (1, 4)))
    print(f'{name:24} {sizes[1]:9} bytes {times[1]:7.3f} s, of a quarter {times[0]:7.3f} s; '
          f'{peaks[1] / 2 ** 20:7.1f} MB, of a quarter {peaks[0] / 2 ** 20:7.1f}')
    grown = sizes[1] / sizes[0]
    assert times[1] < (2.6 / 2) ** 2 * grown * times[0] + (0.05 if LONG
                                                           # four times the bytes; n**2 takes 16
                                                           # times as long
                                                           else 0.2)
    assert peaks[1] < (2.6 / 2) ** 2 * grown * peaks[0] + 2 ** 20
