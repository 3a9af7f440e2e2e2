"""The page that compares says of this book what can be counted in it."""
import re

from support.folders import ROOT

from lint_files import Files, literals

import c45lit

FILES = Files(ROOT)
PAGE = FILES.file('docs/compared.md').text


def test_what_is_counted_is_so():
    explorers = sum(name.startswith('explore_') for name in c45lit.__all__)
    lessons = sum('lesson(root, [' in p.read_text('utf-8')
                  for p in (ROOT / 'c45lit' / 'static').glob('*.js'))
    headings = [line for n in FILES.notebooks for _, text in n.prose for line in text.splitlines()
                if re.match('##? ', line)]
    in_both = sum(bool(re.search('[一-鿿]', line)) for line in headings)
    questions = len(re.findall('^- \\[', FILES.file('docs/questions.md').text, re.M))
    assert ('Four of the eleven explorers' in PAGE and 'The other six' in PAGE
            and explorers == 11 and lessons == 4)
    assert 'In ten chapters' in PAGE and sum('<!-- explorer:' in n.text for n in FILES.notebooks) == 10
    searches = literals(FILES.file('tests/project/test_search.py').tree)['SEARCHES']
    assert 'Twenty-eight searches' in PAGE and len(searches) == 28
    assert 'more than a hundred' in PAGE and 100 < questions < 150
    assert 'More than a hundred names' in PAGE and len(c45lit._HOME) > 100
    assert 'Nearly all headings' in PAGE and in_both > 0.99 * len(headings)


def test_every_question_of_the_table_has_its_reason_and_the_same_number():
    rows = dict(re.findall(r'^\| \[?([^|\]]+?)(?:\]\([^)]*\))? \| (\d) \(\d\) \|', PAGE, re.M))
    reasons = dict(re.findall(r'^- \*\*(.+?): (\d)\.\*\*', PAGE, re.M))
    assert len(rows) == 12 and ({words.lower(): n for words, n in rows.items()}
                                == {words.lower(): n for words, n in reasons.items()})
