"Home: a still picture that is whole without scripts, and birds that fall through it and answer."
import re
import sys

import numpy as np
import pytest
from support.folders import ROOT

from c45lit import C45Classifier, load_dataset

sys.path.insert(0, str(ROOT / 'docs' / 'site'))

import tiles  # noqa: E402  (it lies in docs/site)

STYLE = ROOT / 'c45lit' / 'static' / 'style.css'
SCRIPT = ROOT / 'docs' / 'site' / '_static' / 'home.js'
LANDED = "[...document.querySelectorAll('.count')].slice(0, 5).map(e => +e.textContent)"
LONGEST = 9000  # ms of a fall


@pytest.fixture
def home(browser, tmp_path):
    "The hero alone, in a window of some kind."
    made = []

    def open_it(language='en', script=True, **options):
        code = f'<script>{SCRIPT.read_text(encoding="utf-8")}</script>' if script else ''
        file = tmp_path / 'home.html'
        file.write_text('<!doctype html><meta charset="utf-8"><style>'
                        f'{STYLE.read_text(encoding="utf-8")} svg + svg {{ display: none; }}'
                        f'</style><div class="door"><p>{tiles.pictures(language)["hero"]}</p>'
                        f'</div>{code}', encoding='utf-8')
        page = browser.new_page(**options)
        made.append(page)
        page.said = []
        page.on('pageerror', lambda e: page.said.append(str(e)))
        page.goto(file.as_uri())
        return page

    yield open_it
    for page in made:
        assert page.said == []
        page.close()


def counts(page) -> list:
    return page.evaluate(LANDED)


def test_without_scripts_the_picture_and_its_sentence_are_there(home):
    page = home(script=False)
    assert sum(counts(page)) == 344 and page.locator('svg').first.get_attribute('aria-label')
    assert page.locator('.said').inner_text() == 'Three questions, 344 penguins: 12 get the ' \
                                                 'wrong name.'


def test_the_sentence_counts_what_two_levels_of_the_tree_say(home):
    X, y = load_dataset('penguins')
    tree = C45Classifier().fit(X, y).tree_
    _, classes, _, shares = tiles.birds()
    ends = tiles.level(tree, 2)
    wrong = (tree.dist[ends].argmax(1)[shares[:, ends].argmax(1)] != classes).sum()
    assert f' {wrong} get the wrong name' in tiles.verdict(tiles.WORDS['en'])


def test_every_bird_falls_once_onto_the_stack_of_its_leaf(home):
    page = home()
    assert sum(counts(page)) < 344
    page.wait_for_function(f'{LANDED}.reduce((a, b) => a + b) === 344', timeout=LONGEST)
    still = home(script=False)
    assert counts(page) == counts(still)
    assert page.locator('svg').first.locator('circle').count() == 344


def test_less_motion_is_none(home):
    page = home(reduced_motion='reduce')
    assert sum(counts(page)) == 344


@pytest.mark.parametrize('language, says', [('en', 'it is'), ('zh', '答：')])
def test_a_bird_that_is_pressed_tells_its_way(home, language, says):
    page = home(language, reduced_motion='reduce')
    birds = page.locator('svg').first.locator('circle')
    for k in np.linspace(0, 343, 5).astype(int):
        birds.nth(int(k)).click()
        told = page.locator('.said').inner_text()
        assert says in told and re.search(r'\d mm', told)
        lit = page.locator('svg').first.locator('path[stroke="var(--c45-accent)"]')
        assert lit.count() == 2
    page.locator('.said button').focus()
    page.keyboard.press('Enter')
    assert says in page.locator('.said').inner_text()
