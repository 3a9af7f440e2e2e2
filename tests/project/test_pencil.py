"""The pages of the first evening: sums as on paper, the sheets, and one page to revise.

What C4.5 with a pencil claims is asserted in its hidden cells. Here every sum of it is evaluated as it is
written, in both languages, and no number of it or of its sheets may be one that nobody has asserted.
"""
import json
import re
import sys
from math import log2

import numpy as np
import pytest
from support.folders import ROOT

from c45lit import C45Classifier, ID3Classifier, TEXTBOOK, load_dataset
from c45lit.splits import candidates, entropy, gain, gini_index, split_info
from c45lit.tree.expected_errors import upper_error

sys.path.insert(0, str(ROOT / 'docs' / 'site'))

import pencil  # noqa: E402  (it lies in docs/site)

PAGE = json.loads((ROOT / 'nbs/tutorials/00_with_a_pencil.ipynb').read_text(encoding='utf-8'))
CHECKS = '\n'.join(''.join(c['source']) for c in PAGE['cells'] if c['cell_type'] == 'code')
TEXTS = {'English': '\n'.join(''.join(c['source']) for c in PAGE['cells']
                              if c['cell_type'] == 'markdown'),
         '中文': (ROOT / 'docs/zh/tutorials/00_with_a_pencil.md').read_text(encoding='utf-8')}


# -- C4.5 with a pencil

def value(link):
    "The number that a formula without letters stands for; None if it has some."
    for pattern, python in ((r'\\(?:left|right)', ''), (r'\\cdot', '*'), (r'\s|&|\\\\', ''),
                            (r'\\frac\{((?:[^{}])*)\}\{([^{}]*)\}', r'((\1)/(\2))'),
                            (r'\\sqrt\{([^{}]*)\}', r'((\1)**0.5)'), (r'\\log_2(\d+)', r'log2(\1)'),
                            (r'\)\(', ')*(')):
        link = re.sub(pattern, python, link)
    return eval(link) if re.fullmatch(r'(?:[\d.+\-*/()]|log2)+', link) else None


def sums(text):
    "The values of each chain a = b = c of a page, with its text and the digits of its result."
    for formula in re.findall(r'\$\$(.+?)\$\$', text, re.S):
        for line in re.split(r'\\\\\n|\\qquad', formula):
            links = re.sub(r'\\(?:begin|end)\{aligned\}', '', line).split('=')
            values = [v for v in map(value, links) if v is not None]
            if len(values) > 1: yield line.strip(), values, links[-1]


@pytest.mark.parametrize('language', TEXTS)
def test_the_sums_on_paper_come_out(language):
    found = list(sums(TEXTS[language]))
    assert len(found) >= 40
    for line, values, last in found:
        digits = len(re.sub(r'\D', '', last.partition('.')[2])) or 3
        assert max(values) - min(values) < 1.6 * 10**-digits, line


@pytest.mark.parametrize('language', TEXTS)
def test_no_decimal_of_the_page_is_unchecked(language):
    "Each is in a hidden cell, or between two links of a sum that comes out."
    text = re.sub(r'\$\$.+?\$\$', ' ', TEXTS[language], flags=re.S)
    text = re.sub(r'C4\.5|(?:式|和) ?4\.\d', '', text)  # not 式 4.3 和 4.4
    numbers = set(re.findall(r'\d+\.\d+', text))
    assert numbers and not {n for n in numbers if n not in CHECKS}


# -- the sheets

def test_the_sheets_are_fresh_and_have_no_number_that_the_page_has_not():
    for name, text in pencil.sheets().items():
        assert (pencil.FOLDER / name).read_text(encoding='utf-8') == text, 'run python docs/site/pencil.py'
        assert not re.search('[\u4e00-\u9fff]', text.partition('<body')[2]) or 'zh' in name
        body = re.sub(r'<svg.*?</svg>|style="[^"]*"', ' ', text.partition('<body')[2], flags=re.S)
        body = re.sub(r'<[^>]+>', ' ', body).replace('C4.5', '')
        known = TEXTS['English'] + CHECKS + f'{log2(6):.3f}'
        assert not {n for n in re.findall(r'\d+\.\d+', body) if n not in known}, name


# -- one page to revise

REVIEW = {'English': (ROOT / 'docs/review.md').read_text(encoding='utf-8'),
          '中文': (ROOT / 'docs/zh/review.md').read_text(encoding='utf-8')}


def say(words):
    "Both languages have these words, which were made from computed numbers."
    for language, text in REVIEW.items(): assert words in text, (language, words)


def table_of(column, y):
    "Counts of a column's values by class."
    return np.array([[sum((column == v) & (y == c)) for c in sorted(set(y))]
                     for v in sorted(set(column))])


def test_the_criteria_of_the_review():
    X, y = load_dataset('watermelon_2')
    counts = table_of(X['纹理'], y)
    all_, sizes = entropy(counts.sum(0)), counts.sum(1)
    g, iv = gain(counts), split_info(sizes)
    say(f'{all_:.3f} − {all_ - g:.3f} = {g:.3f}')
    say(f'{g:.3f}/{iv:.3f} = {g/iv:.3f}')
    say(f'| {gini_index(counts):.3f} |')
    loans, classes = load_dataset('loan')
    gains = [gain(table_of(loans[a], classes)) for a in loans]
    assert list(loans) == ['年龄', '有工作', '有自己的房子', '信贷情况'] and gains[2] == max(gains)
    assert ', '.join(f'{g:.3f}' for g in gains) in REVIEW['English']
    assert '、'.join(f'{g:.3f}' for g in gains) in REVIEW['中文']
    tree = ID3Classifier().fit(loans, classes).tree_
    assert (tree.n_leaves, [tree.node(i).attribute for i in range(len(tree)) if not tree.node(i).is_leaf]) == (
        3, ['有自己的房子', '有工作'])
    ginis = {(a, v): gini_index(table_of(loans[a] == v, classes)) for a in loans for v in set(loans[a])}
    assert f'{min(ginis.values()):.2f}' == '0.27' and min(ginis, key=ginis.get)[0] == '有自己的房子'
    assert all('0.27' in text for text in REVIEW.values()) and len(loans) == 15


def test_the_threshold_of_the_review():
    X, y = load_dataset('watermelon_3')
    assert len(candidates(X['密度'])) == X['密度'].nunique() - 1
    row = C45Classifier(**TEXTBOOK).fit(X, y).candidate_table().loc['密度']
    say(f'$t = {int(row.threshold*1000)/1000:.3f}$')
    assert all(f'{row.gain:.3f}' in text for text in REVIEW.values())


def test_the_errors_and_the_margin_of_the_review():
    say(f'6 · {upper_error(6, 0)/6:.3f} = {upper_error(6, 0):.2f}')
    p = np.linspace(0.001, 0.999, 999)
    difference = abs(-(p*np.log2(p) + (1 - p)*np.log2(1 - p))/2 - 2*p*(1 - p))
    assert all(f'{np.ceil(difference.max()*1000)/1000:.3f}' in text for text in REVIEW.values())


# -- beside other pages

def test_what_the_page_that_compares_says_of_the_ratio_alone():
    "The average rule changes the root of golf, of three tables of the Chinese books it does not."
    pages = [(ROOT / f'docs/{name}.md').read_text(encoding='utf-8') for name in ('compared', 'zh/compared')]
    for name in ('watermelon_2', 'watermelon_3', 'loan', 'golf'):
        X, y = load_dataset(name)
        offers = C45Classifier(**TEXTBOOK).fit(X, y).candidate_table()
        alone, chosen = offers.loc[offers.ratio.idxmax()], offers[offers.chosen].iloc[0]
        assert (alone.name == chosen.name) == (name != 'golf')
    assert (alone.threshold, sum(X.temperature > alone.threshold)) == (84, 1)
    numbers = f'{alone.ratio:.3f}', f'{chosen.ratio:.3f}', '> 84', f'{upper_error(6, 0):.2f}', '17', '16'
    assert load_dataset('watermelon_3')[0]['密度'].nunique() == 17
    assert all(number in page for page in pages for number in numbers)
