"""The built site: nothing asked from outside, no dead link, no barrier, every name once. `make
site-test` runs it.

It needs a site built from the files as they are now, else it is skipped; with C45LIT_SITE=1 it
builds one where there is none, and with C45LIT_SITE=built it takes the one that is there, however old.
What stands in the files is looked at on a quick site, too (`python docs/site/build.py --quick`), what a
browser does with it on one with explorers (`--explorers`, or `make docs`): what is skipped says so.
"""
import ast
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
GENERATED = ('genindex.html', 'search.html')
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


each_page = on(PAGES)
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


@cache
def definitions() -> tuple:
    "(module, node) of every function and class of the library, methods and private ones too."
    found = []
    for path in sorted((ROOT / 'c45lit').rglob('[!_]*.py')):
        tree = ast.parse(path.read_text(encoding='utf-8'))
        module = '.'.join(path.relative_to(ROOT / 'c45lit').with_suffix('').parts)
        for parent in ast.walk(tree):
            found += [(module, node, parent is tree) for node in ast.iter_child_nodes(parent)
                      if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    return tuple(found)


def public_names() -> list:
    "(module, node) of every public function and class."
    return [(module, node) for module, node, is_top in definitions() if is_top
            and not node.name.startswith('_')]


def first_line(node) -> str:
    "What a docstring begins with, as a page shows it."
    return plain((ast.get_docstring(node) or '').split('\n')[0])


def plain(words: str) -> str:
    "Words without marks, quotes straight."
    words = re.sub('[`*]', '', words.translate(str.maketrans('‘’“”', '\'\'""')))
    return ' '.join(words.split())


# -- what stands in the files

@each_page
def test_every_link_leads_somewhere(page):
    dead = [(path, anchor) for path, anchor in links(page)
            if not (SITE / path).is_file() or path.endswith('.html')
            and anchor not in anchors(path)]
    assert dead == []


@each_page
def test_a_page_names_nothing_outside_that_it_would_load(page):
    loaded = [(tag.name, tag.get('src') or tag.get('href'))
              for tag in soup(page).find_all(['script', 'img', 'link', 'iframe'])
              if tag.get('rel') not in (['canonical'], ['alternate'])]
    assert [(name, url) for name, url in loaded if url and re.match(r'(https?:)?//', url)] == []


@each_page
def test_every_picture_has_words(page):
    for picture in soup(page).find_all('img'):
        words = picture.get('alt', '')
        assert len(words) > 8 and not re.search(r'\.(png|svg)$|^[0-9a-f]{16}',
                                                words), picture['src'][-60:]


@on([p for p in PAGES if not p.endswith('search.html')])  # its heading comes by script
def test_headings_go_down_one_step_at_a_time(page):
    levels = [int(tag.name[1]) for tag in article(page).find_all(re.compile('^h[1-6]$'))]
    assert levels[:1] == [1] and levels.count(1) == 1
    assert all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels


def test_every_public_name_has_one_entry_and_its_docstring_stands_there_once():
    english = [page for page in PAGES if not page.startswith('zh/')]
    ids = Counter(tag['id'] for page in english for tag in soup(page).select('dt.sig[id]'))
    text = {page: plain(article(page).get_text()) for page in english
            if page not in ('reference.html', *GENERATED)}
    owners = Counter(first_line(node) for _, node, _ in definitions())
    for module, node in public_names():
        first = first_line(node)
        assert ids[f'c45lit.{module}.{node.name}'] == 1, f'{module}.{node.name}'
        if len(first) > 40:
            shown = sum(words.count(first) for words in text.values())
            assert shown <= owners[first], f'{module}.{node.name}: {first!r} is shown {shown} times'


def test_the_reference_leads_to_every_public_name():
    led_to = {anchor for _, anchor in links('reference.html')}
    assert {f'c45lit.{module}.{node.name}' for module, node in public_names()} <= led_to
    indexed = {anchor for _, anchor in links('genindex.html')}
    assert {f'c45lit.{module}.{node.name}' for module, node in public_names()} <= indexed


def test_what_the_package_gives_comes_first_in_the_reference():
    from c45lit import __all__ as given
    first = soup('reference.html').find('section', id=re.compile('^from-c45lit')).get_text()
    assert [name for name in given if not re.search(rf'\b{name}\b', first)] == []


def test_from_start_to_the_formula_of_the_gain_ratio_in_two_clicks():
    one = {(path, anchor) for path, anchor in links('start.html')}
    two = {link for path, _ in one if path.endswith('.html') for link in links(path)}
    chapter, _ = home('gain_ratio')
    formula = [(path, anchor) for path, anchor in one | two if path == chapter
               and anchor.startswith('gain-ratio')]
    assert formula
    assert any(link in one for link in formula), 'the first page of the book used to lead there'


def test_from_the_formula_to_function_source_and_check_in_one_page():
    chapter, entry = home('gain_ratio')
    section = next(tag for tag in soup(chapter).find_all('section')
                   if (tag.get('id') or '').startswith('gain-ratio'))
    assert any('IV' in formula.get_text() for formula in section.find_all(class_='math'))
    code = [cell.get_text() for cell in section.select('div.cell_input')]
    assert any('def gain_ratio' in text for text in code)
    assert any('test_close(gain_ratio(' in text for text in code)
    assert section.find(id=entry)


def test_terms_lead_to_the_glossary_once_a_page():
    terms = {link for page in (home('entropy')[0], home('gain_ratio')[0]) for link in links(page)}
    assert {('glossary.html', 'term-purity'), ('glossary.html', 'term-gain-ratio')} <= terms
    for page in PAGES:
        found = [a['href'] for a in soup(page).select('a.term')]
        assert len(found) == len(set(found)), page
    chapters = [p for p in PAGES if re.match(r'\d|tutorials', p)]
    assert sum(bool(soup(p).select('a.term')) for p in chapters) > 0.9 * len(chapters)


def test_answers_of_exercises_are_folded():
    answers = [tag for p in PAGES if re.match(r'(\d\d_\w+/)?\d\d_', p)
               for tag in article(p).find_all('details', class_=False)
               if tag.summary.get_text().startswith('Answer')]
    assert len(answers) > 40 and not any(tag.has_attr('open') for tag in answers)


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


def visit(window, url: str, scheme: str = 'light'):
    "Open a page and wait until its letters are there."
    window.goto('about:blank')  # what the page before still asks for is its own
    window.asked.clear()
    window.said.clear()
    window.emulate_media(color_scheme=scheme)
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


@moves
@each_page
def test_a_file_asks_nothing_says_nothing_and_has_no_barrier(window, axe, page):
    visit(window, (SITE / page).as_uri())
    assert outside(window, SITE.as_uri()) == [] and window.said == []
    window.evaluate(axe)
    assert window.evaluate(AXE, {}) == []
    window.emulate_media(color_scheme='dark')
    window.wait_for_timeout(300)  # furo fades from one to the other
    assert window.evaluate(AXE, {'runOnly': ['color-contrast']}) == []


@moves
@each_page
def test_a_served_page_asks_nothing_outside(window, address, page):
    visit(window, f'{address}/{page}')
    assert outside(window, address) == [] and window.said == []


@moves
@each_page
def test_a_page_fits_a_phone_and_has_no_barrier_there(window, axe, page):
    window.set_viewport_size({'width': 390, 'height': 844})
    visit(window, (SITE / page).as_uri())
    width = window.evaluate('document.documentElement.scrollWidth')
    window.evaluate(axe)
    found = window.evaluate(AXE, {})
    window.set_viewport_size({'width': 1280, 'height': 900})
    assert width <= 390 and found == []


@moves
@each_page
def test_no_box_of_code_or_output_scrolls_sideways(window, page):
    visit(window, (SITE / page).as_uri())
    window.evaluate("document.querySelectorAll('article details').forEach(box => box.open = true)")
    wide = window.evaluate('''[...document.querySelectorAll('article pre')]
        .filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.innerText.slice(0, 60))''')
    assert wide == []


def test_search_finds_without_anything_else(window, address):
    for home in (address, SITE.as_uri()):
        for word in ('entropy', 'raising', '增益率'):
            visit(window, f'{home}/search.html?q={word}')
            window.wait_for_selector('#search-results li a', timeout=10_000)
            assert outside(window, home) == []


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


# -- chapters as reading

CHAPTER = '01_splits/02_gain.html'


def test_a_chapter_says_where_it_lies_and_the_side_list_shows_its_neighbours():
    crumbs = [tag.get_text() for tag in soup(CHAPTER).select('.crumbs > *')]
    assert crumbs[0] == 'The book' and crumbs[-1] == '2 of 7'
    assert re.search(r'\d+ min.* for students', soup(CHAPTER).select_one('.about').get_text())
    listed = soup(CHAPTER).select('.sidebar-tree a')
    assert 20 < len(listed) < 90 and soup(CHAPTER).select_one('.sidebar-tree details[open] .current-page')
    assert len(soup(CHAPTER).select('.sidebar-tree details[open]')) == 1


def test_checks_and_entries_of_names_are_one_line():
    folded = [tag.get_text().strip() for p in PAGES if re.match(r'\d', p) for tag in article(p).select('div.tag_check summary p.collapsed')]
    assert folded and all(words.startswith('checked') for words in folded)
    assert any(re.search(r'\d', words) for words in folded)
    entries = [entry for p in PAGES if p.startswith('01_') for entry in article(p).select('dt.sig')]
    assert entries and all(entry.find_parent('details', class_='api') for entry in entries)


def test_words_alone_are_remembered(window, address):
    visit(window, f'{address}/{CHAPTER}')
    code = window.locator('article div.cell_input:visible')
    assert code.count() > 5
    window.click('.reading button[value=words]')
    assert code.count() == 0
    visit(window, f'{address}/01_splits/03_ratio.html')
    assert code.count() == 0 and window.locator('.reading button[aria-pressed=true]').inner_text() == 'Words'
    window.click('.reading button[value=code]')


def test_the_story_is_ten_pictures_on_paper(window):
    visit(window, (SITE / 'story.html').as_uri())
    assert window.locator('.on-paper img').count() == 10 and not window.locator('.on-paper').is_visible()
    window.emulate_media(media='print')
    assert window.locator('.on-paper').is_visible() and window.locator('.c45lit-story:visible').count() == 0
    window.emulate_media(media='screen')


def test_results_quote_no_source_of_formulas(window, address):
    visit(window, f'{address}/search.html?q=gain+ratio')
    window.wait_for_selector('#search-results p.context')
    assert '\\' not in window.locator('#search-results').inner_text()


# -- the front door

BEGIN_WITH_THEIRS = [p for p in PAGES if re.match(  # in both editions
    r'(zh/)?(lab/|09_explore/(0[3-8]|1[0-578])_|tutorials/(03|10|13)_)', p)]
UNDER_A_FORMULA = re.compile(r'(zh/)?(0[0-8]|11)_')  # chapters, where an explorer shows what they say
HIGHEST = 300  # px from the top of the page to its explorer
MOST_FOR_THE_LABORATORY = 350_000  # bytes of its page of six explorers
FRONT = ['index.html', 'start.html', 'story.html',
         *(p for p in BEGIN_WITH_THEIRS if not p.startswith('zh/')), '01_splits/02_gain.html',
         'tutorials/02_watermelon_by_hand.html', '03_specification/18_error_pruning.html', 'questions.html']


def test_the_front_door_leads_to_the_story_the_own_table_and_the_experiments():
    led_to = {path for path, _ in links('index.html')}
    assert {'story.html', 'tutorials/13_own_table.html', 'questions.html',
            'compared.html'} <= led_to
    assert len(EXPERIMENTS) == 10 and set(EXPERIMENTS) <= led_to
    assert len(soup('index.html').select('.tiles svg')) == 10 and not soup('index.html').select(
        'span[data-picture]')


@each_page
def test_every_page_leads_to_the_front_door_and_says_what_it_is(page):
    edition = 'zh/' if page.startswith('zh/') else ''
    assert {f'{edition}{door}.html' for door in ('story', 'index', 'tutorials/13_own_table')
            } <= {path for path, _ in links(page)}
    shown = soup(page).find('meta', property='og:image')['content']
    own = cards.has_card(page.removeprefix('zh/').removesuffix('.html'))
    assert soup(page).find('meta', property='og:title')['content']
    assert (SITE / '_static' / shown.partition('/_static/')[2]).is_file()
    assert shown.endswith('/og.png') != own and ('/zh-' in shown) == (own and bool(edition))


def test_every_card_is_shown_on_its_page():
    shown = {soup(p).find('meta', property='og:image')['content'] for p in PAGES}
    assert len({address for address in shown if '/cards/' in address}) == len(
        cards.PAGES) * len(cards.LANGUAGES)


@each_page
def test_the_name_of_a_heading_is_its_words(page):
    links = soup(page).select('article :is(h1, h2, h3, h4, h5, h6) > a.headerlink')
    assert all(link['aria-hidden'] == 'true' and link['tabindex'] == '-1' for link in links)


@moves
@on(FRONT)
def test_colours_of_the_readers_choice_are_no_barrier(window, axe, page):
    visit(window, (SITE / page).as_uri())
    window.emulate_media(forced_colors='active')
    window.evaluate(axe)
    found = window.evaluate(AXE, {})
    window.emulate_media(forced_colors='none')
    assert found == []


def test_chinese_words_say_so():
    home = article('index.html')
    assert home.find('span', lang='zh') and all(re.search('[\u3400-\u9fff]', tag.get_text())
                                                for tag in home.find_all('span', lang='zh'))


@moves
@on(BEGIN_WITH_THEIRS)
def test_an_explorer_is_above_the_fold(window, page):
    window.set_viewport_size({'width': 1280, 'height': 800})
    visit(window, (SITE / page).as_uri())
    explorer = window.locator('article .c45lit-explore').first
    explorer.wait_for()
    top = explorer.evaluate('e => e.getBoundingClientRect().y + scrollY')
    window.set_viewport_size({'width': 1280, 'height': 900})
    assert top <= HIGHEST


@moves
def test_no_page_of_an_explorer_is_forgotten():
    shown = {p for p in PAGES if soup(p).select_one('article .c45lit-explorer')
             and not UNDER_A_FORMULA.match(p)}
    doors = {f'{edition}story.html' for edition in ('', 'zh/')}
    assert shown - doors == set(BEGIN_WITH_THEIRS)


@moves
def test_the_story_moves(window):
    visit(window, (SITE / 'story.html').as_uri())
    window.wait_for_selector('.c45lit-story-on')
    window.evaluate("document.querySelector('#scene-4').scrollIntoView({block: 'center'})")
    window.wait_for_function(
        "document.querySelector('.c45lit-story figcaption').innerText.includes('gains')")


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


def test_home_shows_three_ways_above_the_fold(window):
    visit(window, (SITE / 'index.html').as_uri())
    for words in ('Watch it grow', 'Paste your table', 'With a pencil'):
        box = window.locator(f'article li a:has-text("{words}")').first.bounding_box()
        assert box['y'] + box['height'] < 900
