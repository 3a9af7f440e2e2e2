"Present: a picture is as wide as it was laid out, and a slider is under the line that it moves."
import pytest
from support.explorers import MAKERS

from c45lit import load_dataset

WIDTHS = 1440, 1920
APART = 2.5  # px
SHRUNK = """() => [...document.querySelectorAll('.c45lit-explore svg[viewBox]')].filter(svg => svg.clientWidth > 200).map(svg => {
  const zoom = svg.getBoundingClientRect().width / svg.clientWidth;
  return svg.getScreenCTM().a / zoom * zoom / (document.querySelector('.c45lit-present > .c45lit-explore').getBoundingClientRect().width
    / document.querySelector('.c45lit-present > .c45lit-explore').offsetWidth);
})"""
SLIDES = {  # explorer -> its slider, the line that it moves, half of its thumb
    'threshold': ('.c45lit-threshold input[type=range]', '.c45lit-cut', 14),
    'pruning': ('.c45lit-pruning .c45lit-slider', '.c45lit-now line', 14),
    'noise': ('.c45lit-noise .c45lit-slider', '.c45lit-at', 14)}
THUMB = """([slider, line, half]) => {
  slider = document.querySelector(slider);
  const box = slider.getBoundingClientRect(), room = half * box.width / slider.offsetWidth;  // of a thumb
  const share = (slider.value - slider.min) / (slider.max - slider.min), cut = document.querySelector(line).getBoundingClientRect();
  return [box.left + room + share * (box.width - 2 * room), cut.left + cut.width / 2];
}"""


class Beside:
    "Two explorers on one page."
    def __init__(self, *explorers): self.to_html = lambda: ''.join(e.to_html() for e in explorers)


@pytest.fixture
def presented(open_file):
    def present(name, width, height=900):
        X, y = load_dataset('penguins')
        page = open_file(MAKERS[name](X, y), viewport={'width': width, 'height': height})
        page.get_by_role('button', name='Present').click()
        page.wait_for_selector('.c45lit-present')
        page.wait_for_timeout(300)
        return page
    return present


@pytest.mark.parametrize('width', WIDTHS)
@pytest.mark.parametrize('name', ['threshold', 'pruning', 'gain', 'noise', 'luck', 'raising', 'slivers', 'plane', 'beat'])
def test_no_picture_is_shrunk(presented, name, width):
    for shrunk in presented(name, width).evaluate(SHRUNK): assert shrunk == pytest.approx(1, abs=.02)


@pytest.mark.parametrize('width', [390, *WIDTHS])
@pytest.mark.parametrize('name', SLIDES)
def test_the_thumb_is_under_the_line(presented, name, width):
    page = presented(name, width)
    for key in ('', 'ArrowRight', 'End', 'Home'):
        if key:
            page.locator(SLIDES[name][0]).first.focus()
            page.keyboard.press(key)
        thumb, line = page.evaluate(THUMB, SLIDES[name])
        assert abs(thumb - line) <= APART


ALL = """() => { const place = document.querySelector('.c45lit-present'); return [place.scrollHeight - place.clientHeight, ...[...place.querySelectorAll('.c45lit-explore *')]
  .filter(e => getComputedStyle(e).overflowX === 'auto').map(e => e.scrollWidth - e.clientWidth)]; }"""


@pytest.mark.parametrize('size', [(1280, 720), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize('name', ['threshold', 'pruning', 'gain', 'noise', 'luck', 'raising', 'plane', 'beat', 'tree'])
def test_all_of_an_explorer_is_on_the_stage(presented, name, size):
    page = presented(name, *size)
    page.wait_for_function('() => +document.querySelector(".c45lit-explore").style.zoom')
    page.wait_for_timeout(700)
    assert max(page.evaluate(ALL)) <= 2


def test_slivers_are_as_wide_as_the_stage_and_their_table_comes_with_its_step(presented):
    page = presented('slivers', 1280, 720)
    page.wait_for_timeout(1200)
    assert page.locator('.c45lit-bin').first.bounding_box()['width'] > .9 * 1280
    assert page.locator('.c45lit-beside').is_hidden()
    page.locator('.c45lit-lesson button').nth(1).click()
    assert page.locator('.c45lit-beside').is_visible()


def test_keys_of_a_clicker_turn_scenes_and_a_key_makes_the_stage_black(presented):
    page = presented('story', 1440)
    for key, scene in (('PageDown', 2), ('ArrowRight', 3), ('PageUp', 2)):
        page.keyboard.press(key)
        page.wait_for_function(f'() => location.hash === "#scene-{scene}"')
    for black in (1, 0):
        page.keyboard.press('b')
        assert page.locator('.c45lit-black').count() == black
    page.keyboard.press('Escape')
    assert page.locator('.c45lit-present').count() == 0


def test_the_story_names_its_trees_on_the_stage_and_leaves_it_at_its_scene(presented):
    page = presented('story', 1280, 720)
    page.evaluate("document.querySelector('#scene-10').scrollIntoView({block: 'center'})")
    page.wait_for_function('() => location.hash === "#scene-10"')
    assert page.locator('.c45lit-story-canvas svg text').count() == 24
    page.evaluate("addEventListener('c45lit-present', () => document.querySelectorAll('.c45lit-story-step').forEach(step => step.style.paddingBottom = '140px'))")
    for shown in (0, 1, 0):  # a page lays out its own things on a stage, too
        page.keyboard.press('p')
        page.wait_for_timeout(300)
        box = page.locator('#scene-10').bounding_box()
        assert abs(box['y'] + box['height'] / 2 - 360) < 20 and page.url.endswith('#scene-10')
        assert page.locator('.c45lit-present').count() == shown


def test_the_key_means_the_stage_that_is_looked_at(open_file):
    X, y = load_dataset('golf')
    page = open_file(Beside(MAKERS['gain'](X, y), MAKERS['threshold'](X, y)), viewport={'width': 1280, 'height': 500})
    for name in ('threshold', 'gain'):
        page.locator(f'.c45lit-{name}').scroll_into_view_if_needed()
        page.keyboard.press('p')
        page.wait_for_selector(f'.c45lit-present .c45lit-{name}')
        assert page.locator('.c45lit-present').count() == 1
        page.keyboard.press('p')
        assert page.locator('.c45lit-present').count() == 0
        page.evaluate('document.activeElement.blur()')
