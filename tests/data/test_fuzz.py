"""Hostile files end in a table or in an error with its place, in time and memory that grow as the
file does."""
import pytest
from support.fuzz_files import fuzz

from c45lit.cli import main
from c45lit.data.c45_files import read_c45

NAMES = 'yes, no.\nwords: a, b c, d.\nnumber: continuous.\n'
GROWING = {  # n -> (names, data) of about n bytes
    'comments': lambda n: ('| c\n' * (n // 4), ''), 'bars': lambda n: ('|' * n, ''),
    'blanks': lambda n: (NAMES, ' ' * n),
    'escapes': lambda n: ('\\a' * (n // 2), ''), 'periods': lambda n: (NAMES, '.' * n),
    'commas': lambda n: (',' * n, ''),
    'commas in data': lambda n: (NAMES, ',' * n), 'colons': lambda n: (':' * (n // 4), ''),
    'one long name': lambda n: ('m' * n, ''),
    'line ends': lambda n: (NAMES, '\n' * n),
    'many values': lambda n: ('a, b.\nt: ' + ', '.join(f'v{i}' for i in range(n // 8)) + '\n',
                              'v1, a\n'),
    'many attributes': lambda n: ('a, b.\n' + ''.join(f'v{i}: x, y.\n' for i in range(n // 13)),
                                  'x,' * (n // 13) + 'a\n'),
    'one attribute again': lambda n: ('a, b.\n' + 'v: x, y.\n' * (n // 9), ''),
    'many classes': lambda n: (','.join(f'c{i}' for i in range(n // 7)) + '\nt: continuous\n',
                               '1, c1\n'),
    'collected values': lambda n: ('a, b.\nt: discrete 999999999.\n',
                                   ''.join(f'v{i}, a\n' for i in range(n // 9))),
    'cases': lambda n: (NAMES, 'a, 1, yes\n' * (n // 10)),
    'illegal cases': lambda n: (NAMES, 'q, x, z\n' * (n // 8)),
    'escaped cases': lambda n: (NAMES, '\\a, 1, yes\n' * (n // 11)),
    'cut off': lambda n: (NAMES, 'a, 1, yes\n' * (n // 10) + 'a'),
    'illegal, of many values': lambda n: ('a, b.\nt: ' + ','.join(f'v{i}' for i in range(n // 20))
                                          + '\n', 'q,a\n' * (n // 8)),
    'zero byte at the end': lambda n: (NAMES, 'a, 1, yes\n' * (n // 10) + '\0'),
    'open comment': lambda n: (NAMES, 'a, 1, yes |\n' * (n // 12) + '|')}


def write(stem, names, data):
    "Write both files; their bytes."
    texts = {'names': names, 'data': data}
    for end, text in texts.items(): stem.with_suffix(f'.{end}').write_text(text, 'utf-8')
    return sum(len(text) for text in texts.values())


def read_twice(stem):
    "Raising the first error, and bearing what can be borne."
    for on_error in (None, lambda message: None):
        try: read_c45(stem, on_error=on_error)
        except ValueError as e: assert ' line ' in str(e)


def test_mutated_files_are_read_as_by_hand_or_refused(tmp_path):
    went = fuzz(3000, 1, tmp_path)
    assert all(went[how] > 60
               for how in ('read', 'borne', 'refused', 'by hand', 'faulty', 'status 1')) and went['status 0'] > 30


# the command

def status_of(stem, capsys):
    "Exit status of `c45lit c4.5` and what it says on stderr."
    status = main(['c4.5', '-f', str(stem)])
    return status, capsys.readouterr().err


@pytest.mark.parametrize('end', ['names', 'data'])
def test_a_missing_file_is_refused(end, tmp_path, capsys):
    write(tmp_path / 's', NAMES, 'a, 1, yes\n')
    (tmp_path / f's.{end}').unlink()
    status, said = status_of(tmp_path / 's', capsys)
    assert status == 1 and said.startswith('ERROR:  cannot open file ') and said.endswith(
        f's.{end}: No such file or directory\n')


@pytest.mark.parametrize('arithmetic', ['exact', 'r8'])
@pytest.mark.parametrize('low, high',
                         [('16777218', '16777220'), ('8', 'inf'), ('-inf', 'inf'), ('-inf', '8'),
                          ('1e300', '1e308'), ('3e38', '3.4e38')])
@pytest.mark.parametrize('words', [[], ['-t2'], ['-p']])
def test_a_threshold_that_parts_nothing_does_not_grow_for_ever(
    arithmetic, low, high, words, tmp_path):
    write(tmp_path / 's', 'a, b.\nn: continuous.\n', f'{low}, a\n' * 5 + f'{high}, b\n' * 5)
    assert main(['c4.5', '-f', str(tmp_path / 's'), '--arithmetic', arithmetic, *words]) == 0


def test_a_name_with_a_line_end_of_unicode_is_saved_and_read_by_the_next_program(tmp_path, capsys):
    write(tmp_path / 's', 'a, b.\nt: x\u2028y, z\x85w.\nn: continuous.\n',
          'x\u2028y, 1, a\nz\x85w, 2, b\n' * 5)
    assert status_of(tmp_path / 's', capsys) == (0, '')
    assert main(['c4.5rules', '-f', str(tmp_path / 's')]) == 0
