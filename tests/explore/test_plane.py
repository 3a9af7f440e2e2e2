"""Paint a table: a drawing is one text in the page, its link and Python; the page grows the
library's tree, within a frame."""
import json

import numpy as np
import pytest
from support.scripts import in_node

from c45lit import C45Classifier, explore_plane
from c45lit.explore.explore_plane import COLOURS, drawing_of, painted, patterns, rectangles

CUT, FORGED = 'GTIls', '<img src=x onerror=alert(1)>'
PLANE = 'svg.c45lit-field'


def random_drawing(seed, n=120) -> str:
    rng = np.random.RandomState(seed)
    return drawing_of(rng.randint(0, 256, (n, 2)) * .4, rng.randint(0, rng.randint(2, 5), n))


def own_tree(text, cf):
    "What the library says of a drawing: attribute, threshold and colour of each node."
    model = C45Classifier(cf=cf).fit(*painted(text))
    tree = model.tree_
    return [[int(a), None if a < 0 else round(float(cut), 9), model.classes_[c]] for a, cut, c
            in zip(tree.attribute, tree.threshold, tree.classes)]


SHOWS = """asked => asked.map(([text, cf]) => {
  const {nodes, classes} = learned(read(text), cf);
  return nodes.map(n => [n.attribute, n.attribute < 0 ? null : +n.threshold.toFixed(9), classes[n.majority]]);
})"""


def test_the_page_grows_the_tree_of_the_library():
    asked = [(text, cf) for text in (*patterns().values(), *map(random_drawing, range(12)))
             for cf in (.02, .25, 1.)]
    shown = in_node(SHOWS, asked, 'plane')
    for (text, cf), nodes in zip(asked, shown):
        assert nodes == own_tree(text, cf)


def test_a_drawing_is_the_same_in_both_languages():
    texts = [random_drawing(seed) for seed in range(5)]
    assert in_node('asked => asked.map(text => written(read(text)))', texts, 'plane') == texts
    places = in_node('asked => asked.map(text => read(text).map(d => [number(d[0]), number(d[1])]))',
                     texts, 'plane')
    for text, shown in zip(texts, places):
        assert painted(text)[0].to_numpy().tolist() == shown


@pytest.mark.parametrize('text', [CUT, FORGED, 'é' * 3, 'A' * 3000, 'A' * 1_000_000])
def test_no_drawing_is_none(text):
    assert in_node('asked => read(asked)', text, 'plane') is None
    with pytest.raises(ValueError, match='copy the link again'): painted(text)


def test_rectangles_are_the_leaves():
    X, y = painted(random_drawing(3))
    model = C45Classifier().fit(X, y)
    boxes, leaf_classes = zip(*rectangles(model.tree_))
    inside = np.array([[l < u <= r and b < v <= t for l, r, b, t in boxes]
                       for u, v in X.to_numpy().clip(.2, 102)])
    assert (inside.sum(axis=1) == 1).all()
    said = [model.classes_[leaf_classes[k]] for k in inside.argmax(axis=1)]
    assert (np.array(said) == model.predict(X.clip(.2, 102))).all()


# -- the page

def dots(page) -> int:
    return page.locator(f'{PLANE} circle:not(.c45lit-brush)').count()


def at(page, x, y):
    "Where a place of the plane is in the window, as shares."
    box = page.locator(PLANE).bounding_box()
    return box['x'] + 34 + x * (box['width'] - 34), box['y'] + (1 - y) * (box['height'] - 34)


def test_what_is_painted_is_a_case_and_what_is_erased_none(open_file):
    page = open_file(explore_plane())
    page.get_by_role('button', name='wipe').click()
    assert dots(page) == 0
    for x, y in ((.2, .2), (.8, .8)): page.mouse.click(*at(page, x, y))
    page.get_by_role('button', name=COLOURS[1]).click()
    page.mouse.move(*at(page, .1, .9))
    page.mouse.down()
    page.mouse.move(*at(page, .6, .9), steps=12)
    page.mouse.up()
    painted_ = dots(page)
    assert painted_ > 8 and f'{painted_} dots' in page.locator('.c45lit-readout').inner_text()
    page.get_by_role('button', name='erase').click()
    page.mouse.click(*at(page, .8, .8))
    assert dots(page) == painted_ - 1
    page.get_by_role('button', name='undo').click()
    assert dots(page) == painted_


def dragged(page, steps) -> int:
    "How many dots a stroke over the empty plane paints, there and back, in so many moves."
    page.get_by_role('button', name='wipe').click()
    page.mouse.move(*at(page, .1, .5))
    page.mouse.down()
    for x in (.7, .1): page.mouse.move(*at(page, x, .5), steps=steps)
    page.mouse.up()
    return dots(page)


def test_a_stroke_paints_evenly_however_fast_it_is(open_file):
    page = open_file(explore_plane(), viewport={'width': 1440, 'height': 900})
    fast, slow = dragged(page, 1), dragged(page, 60)
    assert 10 < fast < 22 and abs(fast - slow) < 4


@pytest.mark.parametrize('size', [(1440, 900), (1280, 720), (390, 844)])
def test_colours_plane_and_cf_are_seen_at_once(open_file, size):
    page = open_file(explore_plane(), viewport=dict(zip(('width', 'height'), size)))
    beside = ('.c45lit-plane select', 'button:text-is("a chessboard")') if size[0] > 700 else ()
    seen = [page.locator(where).bounding_box() for where in (PLANE, '.c45lit-plane .c45lit-slider', 'button:text-is("purple")', *beside)]
    assert max(box['y'] + box['height'] for box in seen) < size[1] - 150  # of which a title takes some
    assert all(box['x'] + box['width'] <= size[0] for box in seen)


def test_no_name_of_a_leaf_is_cut_off(open_file):
    page = open_file(explore_plane(), viewport={'width': 836, 'height': 700})
    room = page.locator('.c45lit-drawn').bounding_box()
    ends = page.locator('.c45lit-drawn text').evaluate_all('all => all.map(t => t.getBoundingClientRect().right)')
    assert len(ends) > 20 and max(ends) <= room['x'] + room['width'] + 1


def test_a_leaf_of_the_tree_lights_its_rectangle(open_file):
    page = open_file(explore_plane(), viewport={'width': 1280, 'height': 720})
    lit, leaves = page.locator('.c45lit-box[fill-opacity="0.42"]'), page.locator('[data-leaf]')
    assert lit.count() == 0 and leaves.count() == page.locator('.c45lit-box').count() > 2
    for point in (leaves.nth(1).hover, leaves.last.focus):
        point()
        page.wait_for_timeout(50)
        assert lit.count() == 1
    high = lambda all: all.evaluate_all('all => all.map(e => e.getBoundingClientRect().y)')
    first, last = leaves.first, leaves.last  # what is drawn above lies above
    ys = []
    for leaf in (first, last):
        leaf.hover()
        page.wait_for_timeout(50)
        ys += high(lit)
    assert ys[0] < ys[1]


def test_a_finger_paints_and_does_not_scroll(open_file):
    page = open_file(explore_plane(), viewport={'width': 390, 'height': 600}, has_touch=True, is_mobile=True)
    page.get_by_role('button', name='wipe').click()
    (x, top), (_, bottom) = at(page, .5, .9), at(page, .5, .3)
    touch = page.context.new_cdp_session(page)
    for kind, y in (('touchStart', bottom), *(('touchMove', bottom + (top - bottom) * k / 8) for k in range(1, 9)), ('touchEnd', None)):
        touch.send('Input.dispatchTouchEvent', {'type': kind, 'touchPoints': [{'x': x, 'y': y}] if y else []})
    page.wait_for_timeout(100)
    assert dots(page) > 5 and page.evaluate('scrollY') == 0


def test_keys_paint_too(open_file):
    page = open_file(explore_plane())
    page.get_by_role('button', name='wipe').click()
    page.locator(PLANE).focus()
    for key in ('ArrowUp', 'Enter', *['ArrowRight'] * 6, 'Enter'): page.keyboard.press(key)
    assert dots(page) == 2
    page.keyboard.press('Delete')
    assert dots(page) == 1


def test_a_drawing_is_its_own_link(open_file):
    page = open_file(explore_plane())
    page.get_by_role('button', name='a slope').click()
    page.get_by_role('button', name='Copy link').click()
    kept, said = page.url, page.locator('.c45lit-readout').inner_text()
    assert patterns()['slope'] in kept
    page.goto('about:blank')
    page.goto(kept)
    page.wait_for_selector(PLANE)
    assert page.locator('.c45lit-readout').inner_text() == said


@pytest.mark.parametrize('hash_', [
    f'drawing={json.dumps(CUT)}', f'drawing={json.dumps(FORGED)}', 'drawing=%22AAA', 'drawing=7',
    'cf=-1', 'cf=null', 'puzzle=99', 'puzzle=0.5', '%FF', f'drawing="{"A" * 1_000_000}"'])
def test_a_bad_fragment_shows_the_table_to_begin_with(open_file, hash_):
    page = open_file(explore_plane())
    said, url = page.locator('.c45lit-readout').inner_text(), page.url
    page.goto('about:blank')
    page.goto(f'{url}#plane?{hash_}')
    page.wait_for_selector(PLANE)
    assert page.locator('.c45lit-readout').inner_text() == said


def test_a_puzzle_says_when_it_is_solved(open_file):
    page = open_file(explore_plane(patterns()['chance']))
    page.locator('select').select_option('1')
    assert 'Solved' in page.locator('.c45lit-progress').inner_text()
    page.get_by_role('button', name='a ring').click()
    leaves = page.locator('[data-leaf]').count()
    assert f' of 15 dots of each, {leaves} leaves instead of 1' in page.locator('.c45lit-progress').inner_text()
