"""Every explorer looked at alike: letters that can be read on a desktop and on a phone, pictures
that fit, and names, values and addresses that are text whatever they hold."""
import json
import re
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import pytest
from support.browser import EVIL
from support.explorers import MAKERS
from support.scripts import STATIC

from c45lit import load_dataset

LABEL, SMALLEST = 15, 12  # pixels: labels where there is room, and all letters anywhere
OF_TABLES = [name for name in MAKERS if name != 'story']
each = pytest.mark.parametrize('name', OF_TABLES)
with_letters = pytest.mark.parametrize('name', [n for n in OF_TABLES if n != 'splits'])
LETTERS = """() => [...document.querySelectorAll('.c45lit-explore svg text')]
  .filter(e => e.textContent.trim() && e.checkVisibility()).map(e => {
    const m = e.getScreenCTM();
    return [parseFloat(getComputedStyle(e).fontSize) * Math.hypot(m.a, m.b),
            e.classList.contains('tick'), e.textContent]; })"""


def letters(page) -> pd.DataFrame:
    page.wait_for_selector('.c45lit-explore svg text')
    found = pd.DataFrame(page.evaluate(LETTERS), columns=['size', 'is_tick', 'words'])
    assert len(found)
    return found[~found['words'].isin(['★', '☆'])].round({'size': 2})


@with_letters
def test_labels_are_large_where_there_is_room(open_file, name):
    page = open_file(MAKERS[name](*load_dataset('penguins')), folded=True,
                     viewport={'width': 1280, 'height': 800}, reduced_motion='reduce')
    found = letters(page)
    assert found['size'].min() >= SMALLEST, found.sort_values('size').head()
    labels = found[~found['is_tick']]['size']
    assert labels.min() >= LABEL - .01, found.sort_values('size')


NAMELESS = """() => [...document.querySelectorAll('.c45lit-explore :is(input, select, textarea, button, svg[role=img], [role=tree])')]
  .filter(e => e.checkVisibility() && !(e.getAttribute('aria-label') || e.textContent || e.labels?.length)).map(e => e.outerHTML)"""


@each
@pytest.mark.parametrize('scheme', ['light', 'dark'])
def test_a_phone_shows_all_of_a_picture_in_letters_that_can_be_read(open_file, name, scheme):
    page = open_file(MAKERS[name](*load_dataset('penguins')), folded=True, color_scheme=scheme,
                     viewport={'width': 390, 'height': 844}, reduced_motion='reduce')
    if name != 'splits': assert letters(page)['size'].min() >= SMALLEST
    assert page.evaluate('document.documentElement.scrollWidth') <= 390
    assert page.evaluate(NAMELESS) == []
    if name == 'pruning':  # of four levels; deeper trees scroll
        right = page.locator('.c45lit-pruned-tree').evaluate(
            'e => Math.max(...[...e.querySelectorAll("rect")]'
            '.map(r => r.getBoundingClientRect().right))')
        assert right <= 390


# -- nothing that a table or an address holds is run

def hostile() -> tuple:
    "A table whose names, values and classes are tags and scripts."
    rng = np.random.default_rng(3)
    X = pd.DataFrame({EVIL: rng.normal(size=60), '<svg onload=alert(2)>': rng.choice(
        ['<img src=x onerror=alert(3)>', '"><script>alert(4)</script>',
         "javascript:alert('5')"], 60)})
    return X, np.where(X[EVIL] + rng.normal(size=60) / 3 > 0, '<iframe src="javascript:alert(6)">',
                       '</style><b onclick=alert(7)>&amp;')


def address(explorer) -> str:
    "A link that sets all that a link may set, to scripts."
    state = explorer.get_state()
    words = {key: EVIL if isinstance(value, str) else [EVIL] if isinstance(value, list) else value
             for key, value in state.items() if isinstance(value, (str, list, int, float))
             and key[0] != '_' and not str(value).startswith('IPY_MODEL')}
    marks = {key: json.dumps(value) for key, value in words.items()}
    marks |= {'data': '{}', '__proto__': '[]'}
    return f'#{explorer._name}?{urlencode(marks)}'


@each
def test_scripts_in_names_values_and_addresses_are_text(open_file, name):
    explorer = MAKERS[name](*hostile())
    page = open_file(explorer)  # which minds every dialogue, error and request
    for mark in (address(explorer), f'#{explorer._name}?<img src=x onerror=alert(8)>', f'#{EVIL}'):
        page.evaluate('mark => { location.hash = mark; location.reload(); }', mark)
        page.wait_for_selector('.c45lit-explore')
        page.wait_for_timeout(100)
        inside = '.c45lit-explorer :is(script, iframe, img, b[onclick], svg[onload], [onerror])'
        assert page.locator(inside).count() == 0
    if name in ('plane', 'beat'): return  # they show tables of their own
    assert 'alert' in page.locator('.c45lit-explorer').first.inner_text()


@pytest.mark.parametrize('file', sorted(STATIC.glob('*.js')), ids=lambda file: file.stem)
def test_no_script_makes_tags_or_programs_of_words(file):
    text = file.read_text(encoding='utf-8')
    found = re.findall(r'innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\('
                       r'|new Function|createContextualFragment|setAttribute\([\'"]on|srcdoc|javascript:', text)
    assert found == []
    assert not re.search(r'<[^>`]*\son\w+=', text), 'an inline handler'


def test_the_story_takes_no_script_from_its_address(open_file):
    page = open_file(MAKERS['story']())
    page.evaluate('mark => { location.hash = mark; location.reload(); }', f'#story?scene={EVIL}')
    page.wait_for_selector('.c45lit-story')
    assert page.locator('.c45lit-explorer :is(script, iframe, img)').count() == 0
