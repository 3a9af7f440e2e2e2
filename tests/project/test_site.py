"""The built site: nothing asked from outside, no dead link, no barrier, every name once. `make
site-test` runs it.

It needs a site built from the files as they are now, else it is skipped; with C45LIT_SITE=1 it
builds one where there is none, and with C45LIT_SITE=built it takes the one that is there, however old.
What stands in the files is looked at on a quick site, too (`python docs/site/build.py --quick`), what a
browser does with it on one with explorers (`--explorers`, or `make docs`): what is skipped says so.
"""
import gzip
import http.server
import os
import re
import subprocess
import sys
import threading
from collections import Counter
from functools import cache, partial
from inspect import Signature, signature
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from support.folders import ROOT

from lint_files import DEFINITION, Files

from c45lit.explore.widget import script_json

bs4 = pytest.importorskip('bs4', reason='pip install c45lit[docs]')

SITE = ROOT / 'docs' / '_build'
sys.path.insert(0, str(ROOT / 'docs' / 'site'))

import build  # noqa: E402  (it lies in docs/site)
import cards  # noqa: E402
import vendor  # noqa: E402

if os.environ.get('C45LIT_SITE') == '1' and not build.is_fresh('quick'):
    subprocess.run([sys.executable, ROOT / 'docs' / 'site' / 'build.py'], check=True)
FRESH = build.is_fresh('quick')
PAGES = sorted(p.relative_to(SITE).as_posix() for p in SITE.rglob('*.html') if '_static' not in p.parts) if FRESH else ['index.html']
CHAPTER = '01_splits/02_gain.html'
HIGHEST = 300  # px from the top of a page to its explorer
MOST_FOR_THE_LABORATORY = 350_000  # bytes of its page of six explorers
EXPERIMENTS = [p for p in PAGES if p.startswith('lab/')]
STEADY = ['index.html', 'start.html', 'story.html', 'tutorials/13_own_table.html', 'lab/plane.html', 'lab/cut.html', 'lab/pruning.html', 'lab/gain.html',
          '01_splits/02_gain.html', '03_specification/18_error_pruning.html', '11_originals/20_c50_trees.html', 'zh/01_splits/02_gain.html']

pytestmark = pytest.mark.skipif(not FRESH,
                                reason='docs/_build is not of these files: make docs, or set '
                                       'C45LIT_SITE=1')


def on(pages: list):
    "A test of a page looks at all of these, and names those that are not as it says."
    def of_all(test):
        def whole(**fixtures):
            wrong = {}
            for page in pages:
                try: test(page=page, **fixtures)
                except Exception as error: wrong[page] = str(error) or repr(error)
            assert not wrong, '\n\n'.join(f'{page}: {says}' for page, says in wrong.items())
        asked = [p for p in signature(test).parameters.values() if p.name != 'page']
        whole.__name__, whole.__signature__ = test.__name__, Signature(asked)
        return whole
    return of_all


moves = pytest.mark.skipif(not build.is_fresh('explorers'), reason='needs explorers: docs/site/build.py --explorers')


# -- reading

@cache
def soup(page: str):
    "A page, parsed."
    return bs4.BeautifulSoup((SITE / page).read_text(encoding='utf-8'), 'html.parser')


@cache
def anchors(page: str) -> set:
    "What a link into a page may name."
    return {tag['id'] for tag in soup(page).find_all(id=True)} | {'', 'top'}


def article(page: str):
    "What a page says, without its lists of pages."
    return soup(page).find('article') or soup(page).find(attrs={'role': 'main'}) or soup(page)


@cache
def home(name: str) -> tuple:
    "(page, anchor) of the entry of a public function."
    return next((page, tag['id']) for page in PAGES for tag in soup(page).select('dt.sig[id]')
                if tag['id'].endswith(f'.{name}'))


def links(page: str) -> list:
    "(page, anchor) of every link of a page into the site."
    found = []
    for tag in soup(page).find_all('a', href=True):
        parts = urlsplit(tag['href'])
        if not parts.scheme and not parts.netloc:
            path = os.path.normpath(os.path.join(os.path.dirname(page),
                                                 unquote(parts.path))) if parts.path else page
            found.append((path, unquote(parts.fragment)))
    return found


# -- what stands in the files

@on(PAGES)
def test_a_page_is_whole(page):
    dead = [(path, anchor) for path, anchor in links(page) if not (SITE / path).is_file()
            or path.endswith('.html') and anchor not in anchors(path)]
    assert dead == []
    loaded = [tag.get('src') or tag.get('href') or '' for tag in soup(page).find_all(
        ['script', 'img', 'link', 'iframe']) if tag.get('rel') not in (['canonical'], ['alternate'])]
    assert [url for url in loaded if re.match(r'(https?:)?//', url)] == []
    for picture in soup(page).find_all('img'):
        words = picture.get('alt', '')
        assert len(words) > 8 and not re.search(r'\.(png|svg)$|^[0-9a-f]{16}', words), picture['src'][-60:]
    levels = [int(tag.name[1]) for tag in article(page).find_all(re.compile('^h[1-6]$'))]
    if not page.endswith('search.html'):  # its heading comes by script
        assert levels[:1] == [1] and levels.count(1) == 1
        assert all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels
    marks = soup(page).select('article :is(h1, h2, h3, h4, h5, h6) > a.headerlink')
    assert all(link['aria-hidden'] == 'true' and link['tabindex'] == '-1' for link in marks)
    terms = [a['href'] for a in soup(page).select('a.term')]
    assert len(terms) == len(set(terms))


@on(PAGES)
def test_a_page_leads_to_the_front_door_and_says_what_it_is(page):
    edition = 'zh/' if page.startswith('zh/') else ''
    assert {f'{edition}{door}.html' for door in ('story', 'index', 'tutorials/13_own_table')
            } <= {path for path, _ in links(page)}
    shown = soup(page).find('meta', property='og:image')['content']
    own = cards.has_card(page.removeprefix('zh/').removesuffix('.html'))
    assert soup(page).find('meta', property='og:title')['content']
    assert (SITE / '_static' / shown.partition('/_static/')[2]).is_file()
    assert shown.endswith('/og.png') != own and ('/zh-' in shown) == (own and bool(edition))


def test_every_public_name_has_one_entry_to_which_the_reference_leads():
    ids = Counter(tag['id'] for page in PAGES if not page.startswith('zh/')
                  for tag in soup(page).select('dt.sig[id]'))
    led_to = [{anchor for _, anchor in links(page)} for page in ('reference.html', 'genindex.html')]
    names = [f'c45lit.{m.dotted}.{node.name}' for m in Files(ROOT).modules for node in m.tree.body
             if isinstance(node, DEFINITION) and not node.name.startswith('_')]
    assert len(names) > 300
    for name in names: assert ids[name] == 1 and all(name in anchors for anchors in led_to), name


def test_from_the_formula_to_function_source_and_check_in_one_page():
    chapter, entry = home('gain_ratio')
    section = next(tag for tag in soup(chapter).find_all('section')
                   if (tag.get('id') or '').startswith('gain-ratio'))
    assert any('IV' in formula.get_text() for formula in section.find_all(class_='math'))
    code = [cell.get_text() for cell in section.select('div.cell_input')]
    assert all(any(words in text for text in code) for words in ('def gain_ratio', 'test_close(gain_ratio('))
    assert section.find(id=entry)


def test_chapters_fold_answers_checks_and_entries_and_lead_to_the_glossary():
    chapters = [p for p in PAGES if re.match(r'\d|tutorials', p)]
    assert ('glossary.html', 'term-gain-ratio') in links(home('gain_ratio')[0])
    assert sum(bool(soup(p).select('a.term')) for p in chapters) > 0.9 * len(chapters)
    answers = [tag for p in chapters for tag in article(p).find_all('details', class_=False)
               if tag.summary.get_text().startswith('Answer')]
    assert len(answers) > 40 and not any(tag.has_attr('open') for tag in answers)
    folded = [tag.get_text().strip() for p in chapters for tag in article(p).select(
        'div.tag_check summary p.collapsed')]
    assert folded and all(words.startswith('checked') for words in folded)
    entries = [entry for p in PAGES if p.startswith('01_') for entry in article(p).select('dt.sig')]
    assert entries and all(entry.find_parent('details', class_='api') for entry in entries)


def test_the_front_door_leads_to_the_story_the_own_table_and_the_experiments():
    led_to = {path for path, _ in links('index.html')}
    assert {'story.html', 'tutorials/13_own_table.html', 'questions.html', 'compared.html'} <= led_to
    assert len(EXPERIMENTS) == 10 and set(EXPERIMENTS) <= led_to
    assert len(soup('index.html').select('.tiles svg')) == 10 and not soup('index.html').select(
        'span[data-picture]')


def test_a_chapter_says_where_it_lies_and_the_side_list_shows_its_neighbours():
    crumbs = [tag.get_text() for tag in soup(CHAPTER).select('.crumbs > *')]
    assert crumbs[0] == 'The book' and crumbs[-1] == '2 of 7'
    listed = soup(CHAPTER).select('.sidebar-tree a')
    assert 20 < len(listed) < 90 and soup(CHAPTER).select_one('.sidebar-tree details[open] .current-page')


# -- what a browser does with it

@pytest.fixture(scope='module')
def address():
    "The site over http, on this machine only."
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words): pass
    with http.server.ThreadingHTTPServer(('127.0.0.1', 0),
                                         partial(Quiet, directory=SITE)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f'http://127.0.0.1:{server.server_port}'
        server.shutdown()


@pytest.fixture(scope='module')
def axe():
    "The text of axe-core."
    try:
        return vendor.axe().read_text(encoding='utf-8')
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f'npm could not bring axe-core: {error}')


@pytest.fixture(scope='module')
def window(browser):
    "One window for all pages, with what they asked for and what they said."
    page = browser.new_page(viewport={'width': 1280, 'height': 900})
    page.asked, page.said = [], []
    page.on('request', lambda r: page.asked.append(r.url))
    page.on('console', lambda m: page.said.append(m.text))
    page.on('pageerror', lambda e: page.said.append(str(e)))
    yield page
    page.close()


def visit(window, url: str):
    "Open a page and wait until its letters are there."
    window.goto('about:blank')  # what the page before still asks for is its own
    window.asked.clear()
    window.said.clear()
    window.emulate_media(color_scheme='light')
    window.goto(url, wait_until='load')
    window.evaluate('document.fonts.ready.then(() => null)')


def outside(window, home: str) -> list:
    "What was asked for beyond the site."
    return [url for url in window.asked if not url.startswith((home, 'blob:', 'data:'))]


AXE = """async rules => {
  const found = await axe.run(document, {resultTypes: ['violations'], preload: false, ...rules});
  return found.violations.filter(v => ['serious', 'critical'].includes(v.impact))
    .map(v => [v.id, v.nodes.length, ...v.nodes.slice(0, 3).map(n => n.html.slice(0, 200) + ' | ' + (n.any[0]?.message || ''))]);
}"""


def barriers(window, rules=None) -> list:
    "What axe-core finds on the page in a window."
    return window.evaluate(AXE, rules or {})


@moves
@on(PAGES)
def test_a_file_asks_nothing_says_nothing_fits_and_has_no_barrier(window, axe, page):
    visit(window, (SITE / page).as_uri())
    assert outside(window, SITE.as_uri()) == [] and window.said == []
    window.evaluate(axe)
    assert barriers(window) == []
    window.emulate_media(color_scheme='dark')
    window.wait_for_timeout(300)  # furo fades from one to the other
    assert barriers(window, {'runOnly': ['color-contrast']}) == []
    window.emulate_media(color_scheme='light', forced_colors='active', reduced_motion='reduce')  # the reader's own colours, and no fading
    found = barriers(window) if page in ('index.html', 'start.html', 'story.html', *EXPERIMENTS) else []
    window.emulate_media(forced_colors='none', reduced_motion='no-preference')
    window.evaluate("document.querySelectorAll('article details').forEach(box => box.open = true)")
    wide = window.evaluate('''[...document.querySelectorAll('article pre')]
        .filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.innerText.slice(0, 60))''')
    assert found == wide == []


@moves
@on(PAGES)
def test_a_served_page_asks_nothing_outside_fits_a_phone_and_has_no_barrier_there(window, address, axe, page):
    window.set_viewport_size({'width': 390, 'height': 844})
    visit(window, f'{address}/{page}')
    width = window.evaluate('document.documentElement.scrollWidth')
    window.evaluate(axe)
    found = barriers(window)
    window.set_viewport_size({'width': 1280, 'height': 900})
    assert outside(window, address) == [] and window.said == [] and width <= 390 and found == []


def transferred(window) -> int:
    "Bytes of all that the page in a window has asked for, as a server sends them: packed, but for letters and pictures."
    files = {Path(unquote(urlsplit(url).path)) for url in window.asked if url.startswith('file:')}
    return sum(len(text if file.suffix in ('.woff', '.woff2', '.png') else gzip.compress(text)) for file in files for text in [file.read_bytes()])


@moves
def test_pages_are_light(window):
    weights = {}
    for page, most in ({'index.html': 300_000, 'story.html': 400_000} | dict.fromkeys(EXPERIMENTS, 400_000)).items():
        visit(window, (SITE / page).as_uri())
        window.wait_for_timeout(500)
        if (weight := transferred(window)) > most: weights[page] = weight
    assert weights == {}
    assert not soup('index.html').select('.sidebar-tree a')


SHIFT = """new PerformanceObserver(list => { for (const entry of list.getEntries())
  if (!entry.hadRecentInput) window.shift = (window.shift || 0) + entry.value; }).observe({type: 'layout-shift', buffered: true})"""


@moves
@pytest.mark.parametrize('width', (1440, 390))
def test_nothing_moves_while_a_page_comes(browser, address, width):
    moved = {}
    for page in STEADY:
        with browser.new_context(viewport={'width': width, 'height': 860}) as context:  # nothing is kept from the page before
            window = context.new_page()
            window.add_init_script(SHIFT)
            window.goto(f'{address}/{page}', wait_until='load')
            window.wait_for_timeout(1500)
            if (shift := window.evaluate('window.shift || 0')) >= 0.1: moved[page] = shift
    assert moved == {}


# -- chapters as reading, and the front door

def test_words_alone_are_remembered(window, address):
    visit(window, f'{address}/{CHAPTER}')
    code = window.locator('article div.cell_input:visible')
    assert code.count() > 5
    window.emulate_media(media='print')  # who chose nothing prints words
    assert code.count() == 0
    window.emulate_media(media='screen')
    window.click('.reading button[value=words]')
    assert code.count() == 0
    visit(window, f'{address}/01_splits/03_ratio.html')
    assert code.count() == 0 and window.locator('.reading button[aria-pressed=true]').inner_text() == 'Words'
    window.click('.reading button[value=code]')


@moves
def test_a_stage_has_the_code_of_its_address_in_the_corner(window, address):
    failed = []
    window.on('pageerror', failed.append)
    visit(window, f'{address}/lab/cut.html')
    window.get_by_role('button', name='Present').click()
    window.locator('.site-code svg').wait_for()
    window.locator('.c45lit-threshold input[type=range]').press('End')
    window.wait_for_function("location.hash && document.querySelector('.site-code').title === location.href")
    window.keyboard.press('Escape')
    window.wait_for_timeout(700)  # a key asks for the code after half a second
    assert window.locator('.site-code').count() == 0 and not failed


@moves
@on([p for p in PAGES if FRESH and soup(p).select_one('article .c45lit-explorer')
     and not re.match(r'(zh/)?((0[0-8]|11)_|story)', p)])  # chapters show one under what it is about
def test_an_explorer_is_above_the_fold(window, page):
    window.set_viewport_size({'width': 1280, 'height': 800})
    visit(window, (SITE / page).as_uri())
    explorer = window.locator('article .c45lit-explore').first
    explorer.wait_for()
    top = explorer.evaluate('e => e.getBoundingClientRect().y + scrollY')
    window.set_viewport_size({'width': 1280, 'height': 900})
    assert top <= HIGHEST


@moves
def test_the_story_moves_and_is_ten_pictures_on_paper(window):
    visit(window, (SITE / 'story.html').as_uri())
    window.wait_for_selector('.c45lit-story-on')
    window.evaluate("document.querySelector('#scene-4').scrollIntoView({block: 'center'})")
    window.wait_for_function(
        "document.querySelector('.c45lit-story figcaption').innerText.includes('gains')")
    assert window.locator('.on-paper img').count() == 10 and not window.locator('.on-paper').is_visible()
    window.emulate_media(media='print')
    assert window.locator('.on-paper').is_visible() and window.locator('.c45lit-story:visible').count() == 0
    window.emulate_media(media='screen')


@moves
def test_a_script_of_an_explorer_is_on_the_site_once():
    many = soup('tutorials/10_laboratory.html')
    sources = [tag['src'] for tag in many.find_all('script', src=re.compile('_static/explorers/'))]
    assert len(sources) == len(set(sources)) > 6
    inline = ' '.join(tag.text for tag in many.find_all('script', src=False))
    for script in (ROOT / 'c45lit' / 'static').glob('*.js'):
        lines = script.read_text(encoding='utf-8').replace('export ', '').splitlines()
        assert script_json(max(lines, key=len))[1:-1] not in inline, script.name
    assert (SITE / 'tutorials' / '10_laboratory.html').stat().st_size <= MOST_FOR_THE_LABORATORY
