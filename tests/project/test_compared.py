"""The page that compares says of this book what can be counted in it."""
import ast
import re

import nbformat
from support.folders import ROOT

import c45lit

PAGE = (ROOT / 'docs' / 'compared.md').read_text(encoding='utf-8')
NOTEBOOKS = [p for p in (ROOT / 'nbs').rglob('*.ipynb') if '.ipynb_checkpoints' not in p.parts]


def cells(kind):
    return [c.source for p in NOTEBOOKS for c in nbformat.read(p, 4).cells if c.cell_type == kind]


def explorers(): return sum(name.startswith('explore_') for name in c45lit.__all__)


def lessons():
    return sum('lesson(root, [' in p.read_text(encoding='utf-8')
               for p in (ROOT / 'c45lit' / 'static').glob('*.js'))


def chapters_with_pictures():
    return sum('<!-- explorer:' in p.read_text(encoding='utf-8') for p in NOTEBOOKS)


def searches():
    tests = ast.parse((ROOT / 'tests' / 'project'
                       / 'test_search.py').read_text(encoding='utf-8')).body
    found = [n.value for n in tests if isinstance(n, ast.Assign) and n.targets[0].id == 'SEARCHES']
    return len(found[0].keys)


def questions():
    return len(re.findall('^- \\[', (ROOT / 'docs' / 'questions.md').read_text(encoding='utf-8'),
                          re.M))


def headings_in_both():
    "Of ten."
    found = [line for text in cells('markdown') for line in text.splitlines()
             if re.match('##? ', line)]
    return 10 * sum(bool(re.search('[一-鿿]', line)) for line in found) / len(found)


def test_what_is_counted_is_so():
    for words, counted, low, high in (
            ('Four of the eleven explorers', explorers, 11, 11),
            ('Four of the eleven explorers', lessons, 4, 4),
            ('The other six', lambda: explorers() - lessons() - 1, 6, 6),
            ('In ten chapters', chapters_with_pictures, 10, 10),
            ('Twenty-eight searches', searches, 28, 28),
            ('more than a hundred', questions, 101, 149),
            ('More than a hundred names', lambda: len(c45lit._HOME), 101, 999),
            ('Nearly all headings', headings_in_both, 9.9, 10)):
        assert words in PAGE and low <= counted() <= high, (words, counted())


def test_every_question_of_the_table_has_its_reason_and_the_same_number():
    rows = dict(re.findall(r'^\| \[?([^|\]]+?)(?:\]\([^)]*\))? \| (\d) \(\d\) \|', PAGE, re.M))
    reasons = dict(re.findall(r'^- \*\*(.+?): (\d)\.\*\*', PAGE, re.M))
    assert len(rows) == 12 and {words.lower(): n
                                for words, n in rows.items()} == {
                                    words.lower(): n for words, n in reasons.items()}
