"""Two explorers in a real browser: the tree below a threshold, and attributes that compete."""
import json
import re

import numpy as np
import pandas as pd
import pytest
from support.asked import grow_asked, nodes_asked
from support.browser import notebook_of
from support.scripts import english

from c45lit.data.table import encode, infer_schema
from c45lit.data.datasets import load_dataset
from c45lit.explore.explore_threshold import explore_threshold
from c45lit.explore.explore_splits import SHOWN_CRITERIA, explore_splits, rules_of
from c45lit.explore.widget import MOST_GROWN
from c45lit.engine.prediction import cases_at
from c45lit.specification.selection import candidate_table
from c45lit.specification.multiway import SplitOptions

THRESHOLD, SPLITS = '.c45lit-threshold', '.c45lit-splits'


# -- JupyterLab

NOTEBOOK = """from c45lit import explore_splits, explore_threshold, load_dataset
X, y = load_dataset('watermelon_3')
display(explore_threshold(X, y, '密度'), explore_splits(X, y))"""


def test_keys_stay_with_the_explorer_in_jupyterlab(browser, lab):
    "`b` would add a cell, the arrows would go to another."
    with notebook_of(browser, lab, 'choosing.ipynb', NOTEBOOK, f'{SPLITS} svg') as notebook:
        keys_stay(notebook)


def keys_stay(notebook):
    box, cells = notebook.locator(THRESHOLD), notebook.locator('.jp-Cell').count()
    box.locator('input[type=number]').fill('0.6')
    box.locator('input[type=range]').focus()
    notebook.keyboard.press('b')
    assert float(box.locator('input[type=number]').input_value()) == pytest.approx(0.3815)
    tree = notebook.locator(SPLITS)
    tree.locator('[role=treeitem][tabindex="0"]').focus()
    for key in ('Home', 'ArrowDown', 'Enter'):
        notebook.keyboard.press(key)
    assert tree.locator('[role=treeitem]').nth(1).get_attribute('aria-current') == 'true'
    notebook.keyboard.press('Home')
    notebook.keyboard.press('Enter')
    assert notebook.locator('.jp-Cell').count() == cells


# -- files, nothing behind them

def text_of(line) -> str:
    return re.sub(r'\s+', ' ', line.replace('\n', ' ')).strip()


def lines(box) -> list:
    "What the lines of the tree say, up to the notes."
    return [text_of(t) for t in box.locator('[role=treeitem]').all_inner_texts()]


def told(nodes, number=0, classes=('否', '是')) -> list:
    "The same from Python's nodes; golf and melons have no unknown values, so weights are whole."
    node = nodes[number]
    best, n = max(node['dist']), sum(node['dist'])
    label = node['label'].replace(' <= ', ' ≤ ')
    verdict = (f"{node['asks']}?"
               if node['asks']
               else f"{classes[node['dist'].index(best)]}: {n:g} case{'s' * (n != 1)}, {n - best:g} wrong")
    return [text_of(f"{label + ': ' if label else ''}{verdict}"),
            *(line for b in node['branches'] for line in told(nodes, b, classes))]


@pytest.mark.parametrize('name', ['watermelon_3', 'watermelon_2alpha', 'golf', 'penguins'])
def test_the_browser_chooses_what_python_chooses_at_every_node(open_file, name):
    X, y = load_dataset(name)
    table = encode(X, infer_schema(X, y), y)
    page = open_file(explore_splits(X, y))
    for criterion in SHOWN_CRITERIA:
        page.locator('select').select_option(criterion)
        tree = grow_asked(table, rules_of(criterion))
        order = page.locator('[role=treeitem]').evaluate_all(
            'lines => lines.map(line => +line.dataset.node)')
        assert sorted(order) == list(range(len(tree)))
        for place, number in list(enumerate(order))[:25]:
            page.locator('[role=treeitem]').nth(place).click()
            part, used = cases_at(tree, table, number)
            if len(part):
                check_candidates(page, candidate_table(part, rules_of(criterion), used, table),
                                 criterion)


def check_candidates(page, table, criterion):
    "The page's winner, scores and words are those of the table."
    rows = page.locator('tbody tr')
    winners = [i for i, c in enumerate(rows.evaluate_all('rows => rows.map(r => r.className)'))
               if 'winner' in c]
    assert winners == list(np.flatnonzero(table.chosen))
    column = 3 if criterion == 'gini' else 0
    shown = rows.evaluate_all(
        f"rows => rows.map(r => r.querySelectorAll('.c45lit-figure')[{column}].textContent)")
    values = [np.nan if s == '–' else float(s.replace('−', '-')) for s in shown]
    assert np.allclose(values, table.net_gain, atol=6e-4, equal_nan=True)
    why = rows.locator('small').all_inner_texts()
    assert [w for w, gain in zip(why, table.gain)
            if np.isnan(gain)] == list(table.why[table.gain.isna()])
    assert all(('below the average' in w) == ('below the average' in told)
               for w, told in zip(why, table.why))


def test_epsilon_cuts_the_tree_as_growing_with_it_does(open_file):
    X, y = load_dataset('watermelon_3')
    table = encode(X, infer_schema(X, y), y)
    page = open_file(explore_splits(X, y, 'gain'))
    page.locator('select').select_option('gain_ratio')
    sizes = []
    for epsilon in (0.0, 0.2, 0.25, 0.3):
        page.locator('input[type=range]').fill(str(epsilon))
        grown = grow_asked(table, rules_of('gain_ratio')._replace(epsilon=epsilon))
        sizes.append(page.locator('[role=treeitem]').count())
        assert sizes[-1] == len(grown)
    assert sizes[0] > sizes[-1] == 1


def test_a_file_grows_the_tree_below_a_question(open_file):
    X, y = load_dataset('watermelon_3')
    table = encode(X, infer_schema(X, y), y)
    page = open_file(explore_splits(X, y))
    page.locator('button[aria-label="ask touch here"]').click()
    assert lines(page)[0] == 'touch? asked as you wish'
    assert [line.replace(' asked as you wish', '')
            for line in lines(page)] == [english(line) for line in told(nodes_asked(table, asked=[((), 5)]))]
    assert page.locator('.c45lit-note').last.inner_text() == ''
    page.locator('[role=treeitem]').nth(1).click()
    page.locator('select').select_option('gini')  # a new criterion asks by itself
    assert lines(page) == [english(line) for line in told(nodes_asked(table, rules_of('gini')))]


def test_keys_walk_the_tree_and_go_to_a_node(open_file):
    page = open_file(explore_splits(*load_dataset('golf')))
    page.locator('[role=treeitem][tabindex="0"]').focus()
    page.keyboard.press('ArrowDown')
    page.keyboard.press('ArrowDown')
    page.keyboard.press('Enter')
    assert page.locator('.c45lit-readout').inner_text().startswith('outlook = rain, 5 cases')
    assert page.locator('[aria-current=true]').inner_text().startswith('outlook = rain')
    page.keyboard.press('Home')
    page.keyboard.press(' ')
    assert page.locator('.c45lit-readout').inner_text().startswith('The root')


def test_a_large_tree_is_told_from_the_top(open_file):
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(800, 6))).rename(columns=str)
    explorer = explore_splits(X, rng.integers(0, 2, 800),
                              options=SplitOptions(penalty=False, least_side=False))
    assert len(explorer.to_html()) < 320_000
    page = open_file(explorer)
    assert page.locator('[role=treeitem]').count() > 50
    page.locator('select').select_option('gini')
    assert page.locator('[role=treeitem]').first.inner_text().endswith('?')


def test_of_a_large_table_a_sample_is_shown(open_file):
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(MOST_GROWN + 1, 2))).rename(columns=str)
    page = open_file(explore_splits(X, rng.integers(0, 2, len(X))))
    assert page.locator('.c45lit-note').last.inner_text() == 'A sample of 2,000 of 2,001 cases.'
    assert page.locator('.c45lit-readout').inner_text().startswith('The root, 2000 cases')


def test_the_tree_below_a_threshold_is_pythons(open_file):
    X, y = load_dataset('golf')
    table = encode(X, infer_schema(X, y), y)
    page = open_file(explore_threshold(X, y, 'humidity'))
    for cut in (77.5, 82.5):
        page.locator('input[type=number]').fill(str(cut))
        assert f'below humidity ≤ {cut}:' in page.locator('.c45lit-note:has(+ .c45lit-outline)').inner_text()
        sides = [told(nodes_asked(table.select(side), whole=table), classes=table.schema.classes) for side in (table.columns[2] <= cut, table.columns[2] > cut)]
        shown = lines(page)
        assert shown[0] == 'humidity?'
        assert [s.split(': ', 1)[1] for s in (shown[1], shown[1 + len(sides[0])])] == [side[0] for side in sides]
        assert shown[2:1 + len(sides[0])] + shown[2 + len(sides[0]):] == sides[0][1:] + sides[1][1:]
    page.locator('input[type=number]').fill('1')  # below all of them
    assert len(lines(page)) == 1


def test_without_the_penalty_a_threshold_may_be_best(open_file):
    X = pd.DataFrame({'x': np.arange(12.0)})
    page = open_file(explore_threshold(X, list('ababbabaabab')))
    assert page.locator('button').first.inner_text() == 'Greatest allowed gain'
    page.get_by_label('penalty').click()
    assert page.locator('button').first.inner_text() == 'Best threshold'
    assert 'not paid' in page.locator('.c45lit-formula').inner_text()


def test_the_slider_visits_boundary_points_only_if_it_is_told_so(open_file):
    explorer = explore_threshold(*load_dataset('penguins'), 'bill_length_mm')
    boundary = np.array(explorer.data['table']['threshold'])[explorer.data['table']['boundary']]
    page = open_file(explorer)
    page.get_by_label('only boundary points').click()
    assert page.locator('.c45lit-boundary').count() == len(boundary)
    page.locator('input[type=range]').press('Home')
    for k in range(8):
        assert float(page.locator('input[type=number]').input_value()) == pytest.approx(boundary[k])
        page.locator('input[type=range]').press('ArrowRight')
    for place in range(0, 2001, 97):  # dragged: to the nearest of them
        page.locator('input[type=range]').fill(str(place))
        assert np.isclose(float(page.locator('input[type=number]').input_value()), boundary,
                          rtol=1e-6).any()
    page.locator('input[type=range]').press('b')
    assert 'the best threshold' in page.locator('.c45lit-readout').inner_text()


def test_release_8_shows_the_numbers_of_its_arithmetic(open_file):
    X, y = load_dataset('penguins')
    explorer = explore_threshold(X, y, 'body_mass_g', arithmetic='r8')
    page = open_file(explorer)
    page.locator('button').first.click()
    gain = explorer.data['table']['gain'][explorer.data['starts'][1][0]]
    assert f'= {gain:.7f} bits' in page.locator('.c45lit-formula').inner_text()
    assert gain == np.float32(gain)


# -- what is refused

def test_bad_input_is_refused_with_a_way_out():
    X, y = load_dataset('golf')
    for call, words in ((lambda: explore_threshold(X, y, arithmetic='float'), "'exact' or 'r8'"),
                        (lambda: explore_splits(X, y, 'entropy'), 'gain_ratio_alone'),
                        (lambda: explore_splits(X, y, epsilon='much'), 'from 0 up')):
        with pytest.raises(ValueError, match=words):
            call()


def test_all_that_is_sent_is_json_without_nan():
    X, y = load_dataset('watermelon_2alpha')
    json.dumps(explore_splits(X, y).data, allow_nan=False)


# -- axes, hands and fingers

@pytest.mark.parametrize('axis', ['value', 'rank', 'log'])
def test_the_slider_stands_under_the_line_on_every_axis(open_file, axis):
    x = np.exp(np.random.default_rng(1).normal(size=80) * 2)
    page = open_file(explore_threshold(pd.DataFrame({'x': x}),
                                       np.where(np.arange(80) % 3 > 0, 'a', 'b')))
    page.get_by_label('axis of the values').select_option(axis)
    slider, shown = page.locator('input[type=range]'), page.locator('input[type=number]')
    box, plot = slider.bounding_box(), page.locator('.c45lit-plot > svg').bounding_box()
    for place in (100, 700, 1300, 1900):
        slider.fill(str(place))
        thumb = box['x'] + 14 + int(slider.input_value()) / 2000 * (box['width'] - 28)
        assert plot['x'] + float(page.locator('.c45lit-cut').get_attribute('x1')) == pytest.approx(
            thumb, abs=1)
    candidates = np.unique(x)[:-1] / 2 + np.unique(x)[1:] / 2
    assert np.isclose(float(shown.input_value()), candidates, rtol=1e-6).any()


def test_the_curve_is_a_step_and_the_ring_stays_on_it(open_file):
    explorer = explore_threshold(*load_dataset('golf'), 'humidity')
    page = open_file(explorer)
    steps = re.findall(r'[VH][\d.]+', page.locator('.c45lit-gain').get_attribute('d'))
    assert len(steps) == 2 * len(explorer.data['values']) - 3  # up and along, from value to value
    for value in (71, 74.9, 75, 88):  # between two neighbours, at one of them
        page.locator('input[type=number]').fill(str(value))
        ring = page.locator('.c45lit-spot')
        assert page.evaluate("""([x, y]) => {
          const path = document.querySelector('.c45lit-gain'), n = path.getTotalLength();
          let near = 1e9;
          for (let s = 0; s <= n; s += .5) { const p = path.getPointAtLength(s); near = Math.min(near, Math.hypot(p.x - x, p.y - y)); }
          return near; }""", [float(ring.get_attribute('cx')), float(ring.get_attribute('cy'))]) < 1


def test_dragging_snaps_and_with_alt_is_free(open_file):
    explorer = explore_threshold(*load_dataset('golf'), 'humidity')
    page = open_file(explorer)
    box = page.locator('.c45lit-plot > svg').bounding_box()
    shown = page.locator('input[type=number]')
    at = [float(shown.input_value())]
    for share in (.3, .45, .62, .8):
        page.mouse.click(box['x'] + share * box['width'], box['y'] + 60)
        at.append(float(shown.input_value()))
    assert set(at) <= set(explorer.data['table']['threshold']) and len(set(at)) > 3
    page.keyboard.down('Alt')
    page.mouse.click(box['x'] + .47 * box['width'], box['y'] + 60)
    assert float(shown.input_value()) not in explorer.data['table']['threshold']


FINGER = """(moves) => {  // a finger on the picture: where it goes, and how it ends
  const svg = document.querySelector('.c45lit-plot > svg'), box = svg.getBoundingClientRect();
  const fire = (kind, x, y) => svg.dispatchEvent(new PointerEvent(kind, {pointerId: 7, pointerType: 'touch', isPrimary: true,
    bubbles: true, clientX: box.left + x, clientY: box.top + y}));
  svg.setPointerCapture = svg.hasPointerCapture = () => true;
  const [from, ...way] = moves;
  fire('pointerdown', ...from);
  way.slice(0, -1).forEach(at => fire('pointermove', ...at));
  fire(way.at(-1), ...(way.at(-2) ?? from));
  return document.querySelector('input[type=number]').value;
}"""


def test_a_finger_acts_after_six_pixels_sideways(open_file):
    page = open_file(explore_threshold(*load_dataset('golf'), 'humidity'),
                     viewport={'width': 390, 'height': 800})
    start = page.locator('input[type=number]').input_value()
    assert page.evaluate(FINGER, [[300, 60], [301, 80], [303, 120],
                                  'pointercancel']) == start, 'swiped past'
    assert page.evaluate(FINGER, [[300, 60], [304, 61], 'pointercancel']) == start, 'four pixels'
    moved = page.evaluate(FINGER, [[300, 60], [310, 61], 'pointerup'])
    assert moved != start
    assert page.evaluate(FINGER, [[150, 60], 'pointerup']) not in (start, moved), 'a tap'
