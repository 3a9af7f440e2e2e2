"""The story and the links to a state: numbers of the library, ten scenes by scrolling or by
buttons, nonsense in an address."""
import json
import re

import numpy as np
import pytest
from support.browser import put_notebook, run_all

from c45lit import C45Classifier, explore_threshold, load_dataset
from c45lit.explore.explore_story import FREE, StoryExplorer, halves, sex_table, story_data

MOST_BYTES = 400_000  # of the story with everything that it needs
TELLING = """from c45lit.explore.explore_story import StoryExplorer, story_data
StoryExplorer(story_data(times=1))"""


@pytest.fixture(scope='module')
def data():
    return story_data(times=1)


# -- numbers

def test_the_numbers_are_those_of_the_library(data):
    X, y = load_dataset('penguins')
    model = C45Classifier().fit(X, y)
    offer = model.candidate_table().loc['flipper_length_mm']
    assert data['best'] == offer['threshold'] and dict(data['cuts'])[data['best']] == pytest.approx(
        offer['gain'], abs=1e-4)
    assert data['levels'][4]['wrong'] == (model.predict(X) != y).sum()
    bird = data['unmeasured']
    assert bird['proba'] == pytest.approx(model.predict_proba(X.iloc[[bird['case']]])[0], abs=1e-4)
    told = model.explain(X.iloc[[bird['case']]]).set_index('leaf')['share']
    assert [bird['shares'][leaf] for leaf in told.index] == pytest.approx(told.tolist(), abs=1e-4)


def test_no_dot_is_lost_between_the_levels_of_the_tree(data):
    for level in data['levels'].values():
        assert len(level['at']) == len(data['species']) == 344
        ends = set(level['at'])
        assert not any(branch in ends for n in ends for branch in data['nodes'][n]['branches'])


def test_pruning_harder_leaves_fewer_leaves():
    birds, sex = sex_table(*load_dataset('penguins'))
    leaves = [row[0] for row in halves(birds, sex, [{'cf': cf} for cf in (.001, .25, 1.)], times=3)]
    assert leaves == sorted(leaves) and leaves[0] < leaves[-1]


def test_the_leaf_of_scene_8_is_of_the_tree_that_scene_8_shows(data):
    tree = C45Classifier(**FREE).fit(*sex_table(*load_dataset('penguins'))).tree_
    leaf, pure = data['leaf'], (tree.attribute < 0) & (tree.own_errors == 0)
    found = tree.weights[pure], tree.errors[pure].round(4)
    assert (leaf['cases'], leaf['expected']) in list(zip(*found))


def asked_above(node, levels):
    "How many tests the first levels of a tree have."
    below = [child for _, child in node.branches]
    return levels and bool(below) + sum(asked_above(child, levels - 1) for child in below)


def test_the_story_is_light(data):
    assert len(StoryExplorer(data).to_html().encode()) < MOST_BYTES / 2 and json.dumps(
        data, allow_nan=False)


# -- in a file: scenes follow the scrolling

def scene(page) -> str:
    return page.locator('.c45lit-story-on h2, .c45lit-story-on h3').inner_text()


def go_to(page, number):
    page.evaluate(f"document.querySelector('#scene-{number}').scrollIntoView({{block: 'center'}})")
    page.wait_for_function(
        f"document.querySelector('#scene-{number}').classList.contains('c45lit-story-on')")


def test_ten_scenes_each_with_a_sentence_of_its_own(open_file, data):
    page = open_file(StoryExplorer(data), viewport={'width': 1280, 'height': 800})
    said = []
    for number in range(1, 11):
        go_to(page, number)
        said.append(page.locator('figcaption').inner_text())
        assert page.locator('.c45lit-story svg').get_attribute('aria-label') == said[-1]
    assert len(set(said)) == 10 and 'Every dot is a penguin' in said[0] and re.search(
        r'\d+ of 100 times', said[-1])
    assert '#scene-10' in page.url


def test_scene_6_counts_tests_where_the_tree_grows_by_levels(open_file, data):
    page = open_file(StoryExplorer(data), viewport={'width': 1280, 'height': 800})
    root = C45Classifier().fit(*load_dataset('penguins')).tree_.root
    asked = {levels: asked_above(root, levels) for levels in data['levels']}
    assert list(asked.values()) == [1, 3, 6] != list(asked)
    heads = 'h3:text-matches("Cut once|and again|nothing is worth")'
    parts = page.locator(f'.c45lit-story-step:has({heads})')
    for k, (levels, tests) in enumerate(asked.items()):
        parts.nth(k).evaluate("part => part.scrollIntoView({block: 'center'})")
        count = 'One test' if tests == 1 else f'{tests} tests'
        words = f"{count}: {data['levels'][levels]['wrong']} of 344"
        page.wait_for_function(
            'words => document.querySelector("figcaption").innerText.startsWith(words)', arg=words)


def test_the_cut_moves_by_keys_and_by_the_mouse(open_file, data):
    page = open_file(StoryExplorer(data), viewport={'width': 1280, 'height': 800})
    go_to(page, 4)
    grip = page.locator('.c45lit-story-grip')
    grip.focus()
    before = page.locator('figcaption').inner_text()
    page.keyboard.press('ArrowRight')
    after = page.locator('figcaption').inner_text()
    assert ('195 mm' in before and '196 mm' in after
            and f'gains {dict(data["cuts"])[196.0]:.2f} of' in after)
    box = page.locator('.c45lit-story svg').bounding_box()
    page.mouse.click(box['x'] + box['width'] * .6, box['y'] + 60)
    assert page.locator('figcaption').inner_text() != after
    grip.evaluate('e => { e.value = 206; e.dispatchEvent(new Event("input")); }')
    assert 'no other cut gains more' in page.locator('figcaption').inner_text()


def test_a_scene_has_an_address_that_one_click_copies(open_file, data):
    page = open_file(StoryExplorer(data), viewport={'width': 1280, 'height': 800})
    page.context.grant_permissions(['clipboard-read', 'clipboard-write'])
    go_to(page, 4)
    page.locator('#scene-4 .c45lit-share').click()
    page.wait_for_function("document.querySelector('#scene-4 button').textContent === 'Copied'")
    assert page.url.endswith('#scene-4')
    assert page.evaluate('navigator.clipboard.readText()') == page.url


def test_past_the_end_neither_rail_nor_address_is_of_a_scene(open_file, data):
    page = open_file(StoryExplorer(data), viewport={'width': 1280, 'height': 800})
    page.evaluate("document.body.append(Object.assign(document.createElement('p'), {style: 'height: 2000px'}))")
    page.evaluate('scrollTo(0, document.body.scrollHeight)')
    page.wait_for_selector('.c45lit-story-rail', state='hidden')
    assert scene(page) == 'Leave ten birds out' and '#scene' not in page.url
    go_to(page, 10)
    page.wait_for_selector('.c45lit-story-rail a')
    assert page.url.endswith('#scene-10')


def test_a_phone_shows_text_and_picture_and_nothing_moves_that_should_not(open_file, data):
    page = open_file(StoryExplorer(data), viewport={'width': 390, 'height': 844},
                     reduced_motion='reduce')
    for number in (1, 4, 6, 9):
        go_to(page, number)
        assert page.evaluate('document.documentElement.scrollWidth') <= 390
        small = page.evaluate(
            """[...document.querySelectorAll('.c45lit-story svg text')].filter(t => parseFloat(getComputedStyle(t).fontSize) < 12).length""")
        assert small == 0
    assert page.evaluate("document.getAnimations().length") == 0


# -- in JupyterLab: Next and Back

def test_buttons_turn_the_scenes_where_python_is(browser, lab):
    put_notebook(lab, 'telling.ipynb', TELLING)
    page = run_all(browser, lab, 'telling.ipynb', '.c45lit-story-turn')
    first = scene(page)
    page.click('.c45lit-story-turn button:text-is("Next")')
    assert scene(page) == 'Line them up' != first
    page.click('.c45lit-story-turn button:text-is("Back")')
    assert scene(page) == first and page.locator('.c45lit-story-turn button').first.is_disabled()
    page.close()


# -- a state is a link

def opened(open_file, mark):
    page = open_file(explore_threshold(*load_dataset('penguins'), 'flipper_length_mm'))
    page.evaluate('mark => { location.hash = mark; location.reload(); }', mark)
    page.wait_for_selector('.c45lit-share')
    return page, page.locator('input[type=number]').input_value()


def test_a_link_opens_an_explorer_as_it_was(open_file):
    page, value = opened(open_file, '#threshold?threshold=195')
    assert value == '195'
    page.locator('input[type=range]').first.focus()
    page.keyboard.press('ArrowRight')
    page.wait_for_function("!/=195$/.test(location.hash)", timeout=5000)
    assert float(page.url.partition('threshold=')[2]) > 195


@pytest.mark.parametrize('mark', ['#threshold?threshold=', '#threshold?threshold="195"',
                                  '#threshold?threshold={}&data=3', '#threshold?constructor=1',
                                  '#threshold?<img src=x onerror=alert(1)>',
                                  '#threshold?threshold=%', '#other?threshold=195', '#threshold'])
def test_a_link_of_nonsense_opens_it_as_it_was_made(open_file, mark):
    page, value = opened(open_file, mark)
    best = explore_threshold(*load_dataset('penguins'), 'flipper_length_mm').threshold
    assert np.isclose(float(value), best, atol=.6) and page.locator('img[onerror]').count() == 0
