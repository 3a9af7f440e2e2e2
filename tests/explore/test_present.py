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


@pytest.fixture
def presented(open_file):
    def present(name, width):
        X, y = load_dataset('penguins')
        page = open_file(MAKERS[name](X, y), viewport={'width': width, 'height': 900})
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
