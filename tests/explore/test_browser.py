"""A real browser moves the threshold: in JupyterLab, and in a file with nothing behind it."""
import re

import numpy as np
import pandas as pd
import pytest
from support.browser import run_all, unfold

from c45lit.specification.threshold_choice import threshold_table
from c45lit.data.datasets import load_dataset
from c45lit.explore.explore_threshold import explore_threshold

EXPLORER = '.c45lit-threshold'


# -- JupyterLab

@pytest.fixture(scope='module')
def tutorial(browser, lab):
    "Tutorial 03 in JupyterLab, all cells run."
    page = run_all(browser, lab, 'tutorials/03_thresholds.ipynb', f'{EXPLORER} svg')
    unfold(page)
    yield page
    page.close()


def test_arrow_keys_move_the_slider_and_not_the_notebook(tutorial):
    explorer = tutorial.locator(EXPLORER).first
    slider = explorer.locator('input[type=range]')
    slider.focus()
    tutorial.keyboard.press('Home')
    tutorial.keyboard.press('ArrowRight')
    first = explorer.locator('input[type=number]').input_value()
    tutorial.keyboard.press('ArrowRight')
    tutorial.keyboard.press('ArrowLeft')
    assert explorer.locator('input[type=number]').input_value(
        ) == first != '', 'one candidate a step'


# -- one file, nothing behind it

def penguins():
    X, y = load_dataset('penguins')
    return explore_threshold(X, y, 'bill_length_mm')


def test_a_file_reacts_without_python(open_file):
    page = open_file(penguins())
    explorer = page.locator(EXPLORER)
    before = what_it_shows(explorer)
    drag_to(page, explorer, 0.2)
    after = what_it_shows(explorer)
    assert all(before[part] != after[part] for part in before), (before, after)
    drag_to(page, explorer, 0.9)
    assert what_it_shows(explorer) != after


def test_after_three_tries_the_curve_and_the_best_threshold_appear(open_file):
    game = penguins()
    game.game = True
    page = open_file(game)
    slider = page.locator(f'{EXPLORER} input[type=range]')
    hidden = page.locator(f'{EXPLORER} :is(.c45lit-gain, .c45lit-best)')
    for tries, place in enumerate((200, 400, 600)):
        assert hidden.count() == 0 and page.locator('.c45lit-tried').count() == tries
        assert 'Best: ?' in page.locator('.c45lit-readout').inner_text()
        slider.fill(str(place))
        slider.dispatch_event('change')
    assert hidden.count() == 2 and page.locator('.c45lit-tried').count() == 3
    mine, at, most, best = map(float, re.findall(r'[\d.]+\d', page.locator('.c45lit-readout').inner_text()))
    X, y = load_dataset('penguins')
    top = threshold_table(X['bill_length_mm'], pd.factorize(y, sort=True)[0]).nlargest(1, 'gain').iloc[0]
    assert mine < most == pytest.approx(top.gain, abs=6e-4) and best == pytest.approx(top.threshold) != at


def test_browser_and_python_calculate_the_same(open_file):
    X, y = load_dataset('penguins')
    page = open_file(penguins())
    table = threshold_table(X['bill_length_mm'], pd.factorize(y, sort=True)[0])
    for row in table.iloc[::20].itertuples():
        shown = set_threshold(page, row.threshold)
        numbers = [float(n)
                   for n in re.findall(r'(?:gain|ratio) (-?[\d.]+)', shown.replace('−', '-'))]
        assert np.allclose(numbers, [row.gain, row.net_gain, row.ratio], atol=6e-4), shown
        assert f'written ≤ {row.left:g} (largest value seen)' in shown
        assert ('not allowed' in shown) != row.allowed


def test_a_free_value_scores_like_the_candidate_beside_it(open_file):
    page = open_file(penguins())
    at_values = [set_threshold(page, v).partition(':')[2] for v in (42.3, 42.31, 42.34)]
    assert len(set(at_values)) == 1
    assert 'not allowed' in set_threshold(page, -1e6) and 'not allowed' in set_threshold(page, 1e6)


def test_pointing_at_the_picture_moves_the_threshold(open_file):
    page = open_file(penguins())
    box = page.locator(f'{EXPLORER} .c45lit-plot > svg').bounding_box()
    before = page.locator('.c45lit-readout').inner_text()
    page.mouse.click(box['x'] + box['width'] * 0.7, box['y'] + 60)
    assert page.locator('.c45lit-readout').inner_text() != before


def test_many_cases_are_thinned_and_the_best_is_kept(open_file):
    rng = np.random.default_rng(0)
    x = rng.normal(size=20_000)
    explorer = explore_threshold(pd.DataFrame({'x': x}),
                                 np.where(x + rng.normal(size=20_000) > 0, 'up', 'down'))
    assert len(explorer.to_html()) < 500_000
    page = open_file(explorer)
    page.locator(f'{EXPLORER} button').click()
    assert 'the best threshold' in page.locator('.c45lit-readout').inner_text()


def test_it_starts_with_dots_and_gain_away_from_the_best_cut(open_file):
    page = open_file(penguins(), folded=True)
    assert page.locator('.c45lit-gain').count() == 1 and page.locator('.c45lit-ratio').count() == 0
    assert page.locator('.c45lit-formula').is_hidden()
    assert page.locator('.c45lit-readout').inner_text().endswith(' bits; allowed.')
    page.locator(f'{EXPLORER} button').click()
    assert page.locator('.c45lit-readout').inner_text().endswith('; the best threshold.')


# -- hands and eyes

def what_it_shows(explorer) -> dict:
    "The parts that must follow the threshold."
    return {'readout': explorer.locator('.c45lit-readout').inner_text(),
            'formulas': explorer.locator('.c45lit-formula').inner_text(),
            'line': explorer.locator('.c45lit-cut').get_attribute('x1'),
            'branches': explorer.locator('.c45lit-branch').all_text_contents(),
            'value': explorer.locator('input[type=number]').input_value()}


def drag_to(page, explorer, share):
    "Drag the slider's handle with the mouse to a share of its width."
    slider = explorer.locator('input[type=range]')
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    at = int(slider.input_value()) / int(slider.get_attribute('max'))
    middle = box['y'] + box['height'] / 2
    page.mouse.move(box['x'] + 8 + at * (box['width'] - 16), middle)
    page.mouse.down()
    page.mouse.move(box['x'] + share * box['width'], middle, steps=10)
    page.mouse.up()


def set_threshold(page, value) -> str:
    "Type a threshold; what the page says about it."
    page.locator(f'{EXPLORER} input[type=number]').fill(str(value))
    return page.locator('.c45lit-readout').inner_text()
