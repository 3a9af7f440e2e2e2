"""Rules of the Chinese edition: nothing lost, nothing stale in silence, words of the glossary."""
import re
import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'docs' / 'site'))

import zh  # noqa: E402  (it lies in docs/site)
import zh_words  # noqa: E402

BOOK = {  # what 西瓜书's numbers are: every formula, table and figure that a page names
    '式': [f'4.{n}' for n in range(1, 13)],
    '表': [*(f'4.{n}' for n in range(1, 5)), '5.1'],  # the last is 李航's
    '图': [f'4.{n}' for n in range(1, 10)]}
FORMULAS = {'4.1': '熵', '4.2': '增益', '4.3': '增益率', '4.4': '固有值|IV', '4.5': '基尼',
            '4.6': '基尼', '4.7': '划分点', '4.8': '增益', '4.9': r'ρ|\\rho', '4.10': 'p_',
            '4.11': 'r_', '4.12': '增益'}


@cache
def reports(files) -> list:
    "(overlay, its report or the mark that cannot be read) of every page."
    found = []
    for overlay in (page for page in files.chinese if page.path.name not in zh.NO_OVERLAY):
        try: found.append((overlay, zh.report(overlay.path), None))
        except ValueError as error: found.append((overlay, {}, error))  # or its notebook's JSON
    return found


def marks(files):
    "Every Chinese cell says which English one it is, once."
    for overlay, _, error in reports(files):
        if error: yield overlay, line_in(str(error)), str(error).partition(': ')[2]


def line_in(words: str) -> int: return int((re.search(r'line (\d+)', words) or [0, 1])[1])


def tops(files):
    "Whoever meets a page on GitHub reads in its first line where it can be read."
    for overlay, *_, error in reports(files):
        if not error and not zh.has_top(overlay.path):
            yield overlay, 1, 'the first line does not lead to the site; python docs/site/zh.py --tops'


def lost(files):
    "No number, formula, code, link or heading of the English text is lost."
    for overlay, report, _ in reports(files):
        yield from ((overlay, line_in(place), place) for place in report.get('lost', ()))


def behind(files):
    "What has changed in English, or is not Chinese yet."
    for overlay, report, _ in reports(files):
        yield from ((overlay, line_in(place), f'{kind}: {place}') for kind in ('stale', 'missing')
                    for place in report.get(kind, ()))


def words(files):
    "Words are those of the glossary, which are 西瓜书's."
    for overlay, *_ in reports(files):
        yield from ((overlay, line_in(found), found)
                    for found in zh_words.wrong_words(overlay.text))


def senses(files):
    "A word of one sense stands in that sense."
    for overlay, *_ in reports(files):
        yield from ((overlay, line_in(found), found)
                    for found in zh_words.two_senses(overlay.text))


def numbers(files):
    "Numbers of formulas, tables and figures are those of 西瓜书's fourth chapter."
    for overlay, *_ in reports(files):
        for kind, number in re.findall(r'(式|表|图) ?(\d+\.\d+)(?=[^\d])', overlay.text):
            if number not in BOOK[kind]:
                yield overlay, overlay.where(number), f'西瓜书 has no {kind} {number}'
        for cell in overlay.text.split('<!-- cell '):
            for number in re.findall(r'式 ?(\d\.\d+)', cell):
                if number in FORMULAS and not re.search(FORMULAS[number], cell):
                    yield overlay, overlay.where(cell), f'式 {number} 是关于 {FORMULAS[number]} 的'
