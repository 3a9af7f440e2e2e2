"""A table of one's own in a real browser: the tree of any CSV is Python's, hostile tables are text,
and nothing leaves the page."""
import xml.etree.ElementTree as ET
import zlib
from base64 import urlsafe_b64encode

import numpy as np
import pandas as pd
import pytest
from support.asked import grow_asked
from support.browser import EVIL, follow
from support.messy import TEN

from c45lit import C45Classifier, explore_own_table, from_json, load_dataset
from c45lit.data.table import encode, infer_schema
from c45lit.explore.own_table import _csv_text

OWN = '.c45lit-own'
HOSTILE = '\ufeff' + '\r\n'.join([
    f'"{EVIL}",\'; DROP TABLE x--,<b>色</b>,"a ""quoted"" one",{{}}__proto__,constructor',
    *(f'{i * 1e-3 if i % 7 else "?"},<i>{i % 3}</i>,"x,\r\ny{i % 2}",${{{i % 5}}},{"NaN" if i % 4 == 0 else i ** 2 % 11},'
      f'{"__proto__" if i % 3 == 0 or i > 30 else "toString"}' for i in range(60))]) + '\r\n\r\n'


@pytest.fixture
def own(open_file):
    "The page with nothing in it; `put` pastes a text and waits until it is read."
    page = open_file(explore_own_table(), accept_downloads=True)

    def put(text):
        page.evaluate(PASTE, text)
        page.wait_for_function(
            "() => document.querySelector('.c45lit-own .c45lit-readout').textContent !== ''")
        return quiet(page)
    return put


def quiet(page):
    "The page once the worker has answered all that was asked."
    page.wait_for_selector(f'{OWN}[aria-busy=false]')
    return page


def knobs(page):
    "The page with its rarer knobs open."
    page.locator('.c45lit-out .c45lit-controls details').evaluate('d => { d.open = true; }')


def counted(page):
    "The page once every fold has been asked."
    page.wait_for_selector(f'{OWN}[data-counting=false]')
    return page


PASTE = """text => {
  const box = document.querySelector('textarea');
  document.querySelector('.c45lit-own .c45lit-readout').textContent = '';
  box.value = text;
  box.dispatchEvent(new Event('input', {bubbles: true}));
}"""


def said(page) -> str:
    return quiet(page).locator(f'{OWN} .c45lit-readout').first.inner_text()


def downloaded(page, button, folder):
    "What a button saves, as a file in a folder."
    with page.expect_download() as info:
        page.click(f'button:text-is("{button}")')
    file = folder / info.value.suggested_filename
    info.value.save_as(file)
    return file


def shown_code(page) -> str:
    quiet(page)
    page.locator('.c45lit-python').evaluate('box => { box.open = true; }')
    return page.locator('.c45lit-python pre').inner_text()


def taken_home(page, folder, monkeypatch, capsys):
    "(the model of the file, what the lines of Python make of the downloaded table)."
    downloaded(page, 'Download the table', folder)
    model = from_json(downloaded(page, 'Download model.json', folder).read_text(encoding='utf-8'))
    names = {}
    monkeypatch.chdir(folder)
    exec(shown_code(page), names)
    capsys.readouterr()
    return model, names


def check_same(model, names):
    "Both trees, the predictions, and how sure they are."
    clf, X = names['clf'], names['X']
    for ours, python in ((model.tree_, clf.tree_), (model.unpruned_tree_, clf.unpruned_tree_)):
        for field in 'attribute threshold first_child n_children classes weights dist'.split():
            np.testing.assert_array_equal(getattr(ours, field), getattr(python, field), field)
        np.testing.assert_allclose(ours.errors, python.errors, atol=1e-9)
    assert list(model.predict(X)) == list(clf.predict(X))
    assert np.array_equal(model.predict_proba(X), clf.predict_proba(X))
    assert model.schema_ == clf.schema_
    assert how_of(model) == how_of(clf)


def how_of(model):
    "How it grows and prunes, whether by words or by records."
    how = model._learning()
    return how.options, str(how.ways)


def semicolons(text):
    return text.replace(',', ';')


TABLES = {'hostile': HOSTILE, 'penguins': _csv_text('penguins'),
          'melons': _csv_text('watermelon_2alpha'),
          'golf, tabs': _csv_text('golf').replace(',', '\t'),
          'loan': semicolons(_csv_text('loan')).replace('\n', '\r\n')}


def test_the_file_and_the_lines_of_python_are_the_same_model(own, tmp_path, monkeypatch, capsys):
    for text in TABLES.values():
        check_same(*taken_home(own(text), tmp_path, monkeypatch, capsys))


def test_so_they_are_after_every_control_was_moved(own, tmp_path, monkeypatch, capsys):
    page = own(_csv_text('penguins'))
    page.get_by_label('What should the tree guess?').select_option(label='sex')
    page.get_by_label('what year is').select_option('discrete')
    page.get_by_label('what island is').select_option('ignore')
    knobs(page)
    page.get_by_label('least cases').fill('5')
    page.get_by_label('CF').fill('0.1')
    page.get_by_label('with raising').click()
    page.get_by_label('thresholds pay').click()
    assert 'without a class left out' in said(page)
    model, names = taken_home(page, tmp_path, monkeypatch, capsys)
    check_same(model, names)
    assert model.tree_.n_leaves > 1 and 'island' not in model.schema_.names
    page.get_by_label('prune', exact=True).click()
    unpruned, names = taken_home(page, tmp_path, monkeypatch, capsys)
    check_same(unpruned, names)
    assert len(unpruned.tree_) > len(model.tree_)


# -- changes by hand

def test_another_test_at_a_node_grows_the_tree_that_python_grows(own, tmp_path):
    page = own(_csv_text('watermelon_3'))
    X, y = load_dataset('watermelon_3')
    table = encode(X, infer_schema(X, y), y)
    page.locator('button[aria-label="ask 触感 here"]').click()
    quiet(page)
    model = from_json(downloaded(page, 'Download model.json', tmp_path).read_text(encoding='utf-8'))
    asked = grow_asked(table, asked=[((), 5)])
    for field in 'attribute threshold first_child n_children classes weights dist'.split():
        np.testing.assert_array_equal(getattr(model.unpruned_tree_, field), getattr(asked, field),
                                      field)
    assert "load('model.json')" in shown_code(page)
    page.click('button:text-is("Undo my changes")')
    quiet(page)
    assert page.locator(f'{OWN} [role=treeitem]').first.inner_text().startswith('纹理')
    assert 'read_csv' in shown_code(page)


def test_a_moved_threshold_divides_the_cases_where_it_stands(own, tmp_path):
    page = own(_csv_text('golf'))
    page.locator('[role=treeitem]').filter(has_text='outlook = sunny').first.focus()
    page.keyboard.press('Enter')
    quiet(page)
    slider = page.get_by_label('threshold of humidity')
    slider.focus()
    page.keyboard.press('ArrowRight')
    quiet(page)
    assert 'humidity ≤ 85: gain 0.420' in slider.evaluate('s => s.nextElementSibling.textContent')
    assert page.evaluate('document.activeElement.type') == 'range'  # a second press goes on
    model = from_json(downloaded(page, 'Download model.json', tmp_path).read_text(encoding='utf-8'))
    grown = model.unpruned_tree_
    node = int(np.flatnonzero(grown.threshold == 85)[0])
    children = grown.dist[grown.first_child[node]:][:2].tolist()
    assert children == [[1, 2], [2, 0]]
    slider.focus()
    page.keyboard.press('ArrowLeft')
    quiet(page)
    assert page.locator('button:text-is("Undo my changes")').is_hidden(
        )  # where the rules cut, nothing is changed


def test_the_lines_say_what_pruning_compares(own):
    page = own(_csv_text('penguins'))
    X, y = load_dataset('penguins')
    trace = C45Classifier().fit(X, y).pruning_trace()
    lines = page.locator(f'{OWN} .c45lit-outline').first.locator('[role=treeitem]').all_inner_texts(
        )
    kept = [line for line in lines if 'kept:' in line]
    leaves = [line for line in lines if 'becomes a leaf' in line]
    assert (len(kept), len(leaves)) == tuple((trace.decision == d).sum() for d in ('kept', 'leaf'))


# -- what is refused, and what is only text

def rows(n, width=3):
    return '\n'.join([','.join(f'c{i}' for i in range(width)),
                      *(','.join(str(i + k) for k in range(width)) for i in range(n))])


REFUSED = [
    ('a,b\n1,2\n3\n', 'Line 3 has 1 value, and the first line names 2 columns'),
    ('a,b\n1,"2\n3,4\n', 'a quote is opened and never closed'),
    ('a,a\n1,2\n', 'two columns are called “a”'),
    ('a\n1\n', 'names one column only'),
    ('a,b\n', 'no cases below'),
    ('a,b\n1,x\n2,x\n', 'there is nothing to tell apart'),
    ('a,b\n\0,2\n', 'zero byte'),
    (rows(2, 100_000), 'more than 200 columns'),
    (rows(100), 'at most 50 classes'),
    ('"' * 100_001, 'never closed'),
    ('x' * 5_000_001, 'at most 5,000,000 letters'),
]


def test_what_cannot_be_a_table_is_told_in_a_sentence_and_the_page_goes_on(own):
    for text, words in REFUSED:
        page = own(text)
        assert words in said(page)
        assert page.locator('button:text-is("Download model.json")').is_hidden()
    assert '14 cases' in said(own(_csv_text('golf'))) and page.locator(
        'button:text-is("Download model.json")').is_visible()


def test_a_file_is_dropped_or_chosen_and_must_be_utf_8(own, tmp_path):
    page = own(_csv_text('golf'))
    for name, data, words in (('melons.csv', _csv_text('watermelon_3').encode(), '17 cases'),
                              ('mine.csv', b'PK\x03\x04 zip', 'spreadsheet')):
        (tmp_path / name).write_bytes(data)
        page.locator('input[type=file]').set_input_files(tmp_path / name)
        page.locator(f'{OWN} .c45lit-readout', has_text=words).wait_for(timeout=5000)
    assert 'mine.csv' in said(page)


def test_nothing_of_the_table_stays_in_the_browser(own):
    page = own(_csv_text('golf'))
    assert page.evaluate(
        '[localStorage.length, sessionStorage.length, document.cookie]') == [0, 0, '']


# -- how a text is read: said, and mended by one click

MARKED = {'decimal comma': ('x;y\n0,08;a\n1,5;b\n0,5;a\n2,25;b\n', 'x: 0,08 is read as 0.08'),
          'thousands': ('x,y\n"1,000",a\n"2,500",b\n900,a\n"3,000",b\n',
                        'x: 1,000 is read as 1000'),
          'thousands and decimals': ('x;y\n1.234,5;a\n2.500;b\n90;a\n3.000;b\n',
                                     'x: 1.234,5 is read as 1234.5'),
          'spaces': ('x,y\n1 000,a\n2 500,b\n900,a\n3 000,b\n', 'x: 1 000 is read as 1000'),
          'percent': ('x,y\n12%,a\n5 %,b\n7%,a\n2%,b\n', 'x: 12% is read as 12'),
          'no head line': ('5.1,3.5,a\n4.9,3.0,a\n6.2,2.8,b\n6.0,2.2,b\n',
                           'The first line: a case')}


def readings(page) -> list:
    "What the page says of how it has read, with the button beside it."
    lines = quiet(page).locator('.c45lit-readings li').all_inner_texts()
    return [line.split('\n') for line in lines]


@pytest.mark.parametrize('kind', MARKED)
def test_numbers_as_people_write_them_are_read_alike_in_python(own, tmp_path, monkeypatch, capsys,
                                                               kind):
    text, words = MARKED[kind]
    page = own(text)
    assert any(said[0].startswith(words) for said in readings(page)), readings(page)
    knobs(page)
    page.get_by_label('least cases').fill('1')
    check_same(*taken_home(quiet(page), tmp_path, monkeypatch, capsys))


EIGHT = 'name,size,class\n' + ''.join(f'{c},{i},{"ab"[i % 2]}\n' for i, c in enumerate('pqrspqrs'))
AWKWARD = {  # text -> (names of the columns, words of a reading or of the page)
    'ends of old Macs': (EIGHT.replace('\n', '\r'), 'name size class', ''),
    'empty lines': (EIGHT.replace('\n', '\n\n'), 'name size class', ''),
    'tabs': (EIGHT.replace(',', '\t'), 'name size class', ''),
    'right to left': (EIGHT.replace('name', '\u05e9\u05dd')
                      .replace('size', '\u05d2\u05d5\u05d3\u05dc'),
                      '\u05e9\u05dd \u05d2\u05d5\u05d3\u05dc class', ''),
    'names of objects': (EIGHT.replace('name', '__proto__').replace('size', 'constructor'),
                         '__proto__ constructor class', ''),
    'a head without a name': (EIGHT.replace('name', ''), 'size class', 'column 1'),
    'pipes': (EIGHT.replace(',', '|'), '', ''),
}


@pytest.mark.parametrize('kind', AWKWARD)
def test_an_awkward_table_is_read_whole_or_refused_in_words(own, tmp_path, kind):
    text, names, words = AWKWARD[kind]
    (tmp_path / 'awkward.csv').write_bytes(text.encode())
    page = own(_csv_text('golf'))
    page.locator('input[type=file]').set_input_files(tmp_path / 'awkward.csv')
    told = page.locator(f'{OWN} .c45lit-readout', has_not_text='14 cases').first
    told.wait_for(timeout=10000)
    page.wait_for_timeout(300)
    shown = quiet(page).locator(OWN).inner_text() + page.locator('.c45lit-columns').text_content()
    if names: assert '8 cases' in said(page), said(page)
    else: assert 'one column only' in said(page) or '8 cases' in said(page), said(page)
    for name in names.split(): assert name in shown
    assert words in shown


def test_each_reading_is_mended_by_one_click(own):
    for text, words, button, after in (
            (*MARKED['thousands'], 'It is 1', 'x: 1,000 is read as 1'),
            (*MARKED['decimal comma'], 'It is a word', 'x: 0,08 is read as a word'),
            (*MARKED['no head line'], 'It holds the names', 'The first line: names of the columns'),
            ('x,y\n' + '1,a\n2,b\n' * 6 + '-,a\n', 'x: - among numbers is read as unknown',
             'It is a word', 'x: - among numbers (1 time), so all of it is read as words'),
            ('x,y\n' + '1,a\n2,b\n' * 6 + 'n/a,a\n' * 2, 'x: n/a among numbers is read as unknown',
             'It is a word', 'x: n/a among numbers (2 times), so all of it is read as words')):
        page = own(text)
        assert any(said[0].startswith(words) for said in readings(page))
        page.locator(f'.c45lit-readings button:text-is("{button}")').click()
        assert any(said[0] == after for said in readings(page)), readings(page)


def test_letters_of_a_file_are_found_out_and_said(own, tmp_path):
    page = own(_csv_text('golf'))
    text = _csv_text('watermelon_3')
    for name, data, words in (('gb.csv', text.encode('gb18030'), 'GB18030'),
                              ('marked.csv', text.encode('utf-16'), 'UTF-16'),
                              ('bare.csv', text.encode('utf-16-be'), 'UTF-16'),
                              ('west.csv', 'na\u00efve,y\nna\u00efve,a\nb,b\n'.encode('cp1252'),
                               'Windows-1252')):
        (tmp_path / name).write_bytes(data)
        page.locator('input[type=file]').set_input_files(tmp_path / name)
        page.locator('.c45lit-readings li', has_text=words).wait_for(timeout=10000)
    assert 'na\u00efve' in page.locator('.c45lit-columns').inner_text()
    page.click('.c45lit-readings button:has-text("GB18030")')
    page.locator('.c45lit-readings li', has_text='letters are in GB18030').wait_for(timeout=10000)


def test_of_a_long_table_a_sample_is_taken_and_named(own, tmp_path, monkeypatch, capsys):
    rng = np.random.default_rng(1)
    table = pd.DataFrame({'x': rng.normal(size=4321).round(3), 'y': rng.choice(['a', 'b'], 4321)})
    table.loc[table.x > 0.5, 'y'] = 'a'
    page = own(table.to_csv(index=False))
    assert 'a sample of 2,000 of 4,321 cases' in said(page)
    check_same(*taken_home(page, tmp_path, monkeypatch, capsys))


# -- the drawn tree, its errors, and the case that is asked about

def test_the_held_out_error_stands_beside_the_training_error(own):
    page = counted(own(_csv_text('penguins')))
    X, y = load_dataset('penguins')
    tree = C45Classifier().fit(X, y).tree_
    leaves = tree.n_children == 0
    wrong = sum(w - d[c] for w, d, c in zip(tree.weights[leaves], tree.dist[leaves],
                                            tree.classes[leaves]))
    words = page.locator('.c45lit-errors').inner_text()
    assert f'(about {wrong:.0f} of 344)' in words and 'held out, 10 folds' in words
    assert 'On cases that it has not seen' in page.locator('.c45lit-say').inner_text()


def test_an_asked_case_gets_pythons_answer_and_lights_its_path(own):
    page = own(_csv_text('penguins'))
    X, y = load_dataset('penguins')
    clf = C45Classifier().fit(X, y)
    page.get_by_label('flipper_length_mm', exact=True).fill('199')
    case = X.iloc[[0]].mask(X.iloc[[0]].notna()).assign(flipper_length_mm=199.0)
    shares = clf.predict_proba(case)[0]
    words = page.locator('.c45lit-answered').inner_text()
    assert words.startswith(clf.predict(case)[0]) and 'is unknown' in words
    for name, share in zip(clf.classes_, shares):
        assert f'{name} {100 * share:.1f}' in words
    lit = page.locator('.c45lit-drawn path').evaluate_all(
        "all => all.filter(p => p.getAttribute('stroke').includes('accent')).length")
    assert 0 < lit < page.locator('.c45lit-drawn path').count()
    page.click('button:text-is("A case of the table")')
    page.locator('.c45lit-answered', has_text=f'In the table it is {y[0]}.').wait_for()


def test_a_drag_draws_over_what_is_there(own):
    "Step by step the page comes to what is drawn at once, and makes no element that it has."
    rng = np.random.default_rng(5)
    X = pd.DataFrame({'x': rng.normal(size=300).round(2), 'w': rng.choice(list('abcd'), 300)})
    X['y'] = np.where(X.x + (X.w == 'a') + rng.normal(size=300) > .5, 'yes', 'no')
    page = own(X.to_csv(index=False))
    page.evaluate(COUNT)
    pictures, made, whole = [page.evaluate(DRAWN)], [], []
    for cf in (.26, .5, .9, .02, .9, .4, .41, .1, .25):
        made.append(turned(page, cf))
        pictures.append(page.evaluate(DRAWN))
        if pictures[-1] == pictures[-2]: assert made[-1] == 0
        page.evaluate(CLEAR)
        whole.append(turned(page, cf))
        assert page.evaluate(DRAWN) == pictures[-1], f'at CF {cf} another picture'
    assert sum(made) < sum(whole) / 4, (made, whole)
    assert len(set(map(str, pictures))) > 4


def turned(page, cf) -> int:
    "The elements that the page made when CF was turned."
    page.evaluate('() => { window.made = 0; }')
    page.get_by_label('CF').fill(str(cf))
    return quiet(page).evaluate('window.made')


CLEAR = """() => document.querySelectorAll('.c45lit-drawn svg, .c45lit-outline, '
  + '.c45lit-change tbody').forEach(e => e.replaceChildren())"""
COUNT = """() => new MutationObserver(all => { for (const m of all) for (const e of m.addedNodes)
  if (e.nodeType === 1) window.made += 1 + e.querySelectorAll('*').length; }).observe(
  document.querySelector('.c45lit-own'), {childList: true, subtree: true})"""
DRAWN = """() => ['.c45lit-drawn svg', '.c45lit-outline', '.c45lit-change tbody'].map(where =>
  [...document.querySelector(where).querySelectorAll('*')].map(e => [e.localName,
    ...[...e.attributes].map(a => `${a.name}=${a.value}`).sort(),
    e.firstElementChild ? '' : e.textContent].join(' ')))"""


LINKS = {  # what a link asks for -> the sentence about it
    '': '344 cases', 'wanted={"settings":{"cf":0.05,"pruned":true}}': '344 cases',
    'wanted={"table":"golf","settings":{"min_cases":1}}': '14 cases',
    'wanted={"table":"golf","target":99}': '14 cases', 'wanted={"table":"none"}': '344 cases',
    'wanted={"table":"golf","kinds":{"0":"continuous"}}': '14 cases',
    'wanted={"asked":[["",{"attribute":99}]],"place":[7,7]}': '344 cases',
    'wanted={"settings":{"cf":"x","__proto__":{}},"kinds":[1],"target":-1}': '344 cases'}


@pytest.mark.parametrize('mark', LINKS)
def test_a_link_to_what_there_is_not_begins_as_the_page_does(open_file, mark):
    page = open_file(explore_own_table(_csv_text('penguins')))
    follow(page, f'#own?{mark}')
    counted(page)
    assert LINKS[mark] in said(page)
    assert page.locator('.c45lit-drawn text').count() > 3
    assert 'asked' in mark or page.locator('.c45lit-change[open]').count() == 0


def test_a_link_brings_back_the_table_its_settings_and_its_changes(open_file):
    page = open_file(explore_own_table(_csv_text('penguins')))
    page.get_by_role('button', name='golf', exact=True).click()
    page.locator(f'{OWN} .c45lit-readout', has_text='14 cases').first.wait_for()
    page.get_by_label('CF').fill('0.6')
    knobs(page)
    page.get_by_label('least cases').fill('1')
    quiet(page).locator('.c45lit-change button', has_text='windy').click()
    page.wait_for_function("location.hash.includes('asked')")
    counted(quiet(page)).locator('.c45lit-change tbody', has_text='✓ windy').wait_for()
    shown, address = page.evaluate(DRAWN), page.evaluate('location.href')
    again = open_file(explore_own_table(_csv_text('penguins')))
    follow(again, address.partition('#')[2])
    again.locator('.c45lit-change tbody', has_text='✓ windy').wait_for()
    counted(quiet(again))
    assert '14 cases' in said(again)
    assert again.evaluate(DRAWN) == shown
    again.get_by_role('button', name='penguins', exact=True).click()
    again.locator(f'{OWN} .c45lit-readout', has_text='344 cases').first.wait_for()
    again.wait_for_function("!location.hash.includes('golf')")


# -- taken home

def test_the_page_is_saved_as_one_file_with_its_table_and_its_changes(own, browser, tmp_path):
    page = own(HOSTILE)
    page.get_by_label('CF').fill('0.4')
    drawn = quiet(page).locator('.c45lit-drawn svg').text_content()
    file = downloaded(page, 'This page as one file', tmp_path)
    again, asked, told = browser.new_page(), [], []
    again.on('request', lambda r: asked.append(r.url[:40]) if r.url.startswith('http') else None)
    again.on('pageerror', lambda e: told.append(str(e)))
    again.on('dialog', lambda d: told.append(d.message))
    again.goto(file.as_uri())
    again.wait_for_selector(f'{OWN}[aria-busy=false]')
    assert again.locator('.c45lit-drawn svg').text_content() == drawn
    assert again.get_by_label('CF').input_value() == '0.4'
    assert asked == [] and told == []
    assert len(file.read_bytes()) < 240_000
    again.close()


def test_pictures_are_files_that_need_nothing_of_the_page(own, tmp_path):
    page = own(HOSTILE)
    svg = ET.parse(downloaded(page, 'Picture (SVG)', tmp_path)).getroot()
    assert svg.tag == '{http://www.w3.org/2000/svg}svg'
    assert 'var(' not in (tmp_path / 'tree.svg').read_text(encoding='utf-8')
    tags = {e.tag.split('}')[1] for e in svg.iter()}
    assert tags <= {'svg', 'title', 'rect', 'g', 'path', 'text'}
    assert downloaded(page, 'Picture (PNG)', tmp_path).read_bytes()[:4] == b'\x89PNG'


# -- reach

def test_workers_grow_and_the_page_is_free_meanwhile(open_file):
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(2000, 10)).round(3)).add_prefix('x')
    X['y'] = np.where(X.x0 + X.x1 * X.x2 + rng.normal(size=2000) > 0, 'yes', 'no')
    page = open_file(explore_own_table())
    turns = page.evaluate(TURNS, X.to_csv(index=False))
    assert len(page.workers) == 2  # one for the tree, one for the folds
    assert turns > 2
    assert page.locator(f'{OWN} [role=treeitem]').count() > 10
    assert page.locator(f'{OWN} [role=status]').count() == 1


TURNS = """async text => {
  const box = document.querySelector('textarea'), own = document.querySelector('.c45lit-own');
  let turns = 0;
  box.value = text;
  box.dispatchEvent(new Event('input', {bubbles: true}));
  const busy = () => own.getAttribute('aria-busy') === 'true';
  while (!busy()) await new Promise(done => setTimeout(done, 5));
  for (; busy(); turns++) await new Promise(done => setTimeout(done));
  return turns;
}"""


# -- a table as people send it

MESSY = 'Joined,Age,City,Plan,Renews\n' + ''.join(
    f'{1 + i % 28:02}.{1 + i % 12:02}.{2010 + i % 14},{"n/a" if i % 27 == 0 else 20 + i * 7 % 50},'
    f'{"Köln " if i % 9 == 0 else ("Köln", "Bonn", "Ulm")[i % 3]},'
    f'{"Basic" if i % 4 else "basic"},{"yes" if i * 7 % 50 < 22 else "no"}\n'
    + ('only,three,values\n' if i == 100 else '') for i in range(400))


def test_a_messy_table_ends_in_a_tree_and_each_repair_is_said(own, tmp_path, monkeypatch, capsys):
    page = own(MESSY)
    told = page.locator('.c45lit-readings').inner_text()
    for repair in ('Line 103 has 3 values instead of 5: left out',
                   'Age: n/a among numbers is read as unknown', 'City: blanks around',
                   'Plan: basic and Basic differ in capitals or blanks only'):
        assert repair in told
    assert page.locator('.c45lit-readings li', has_text='blanks around').get_by_role('button').count() == 0
    columns = page.locator('.c45lit-columns').inner_text()
    assert '400 words' not in columns and 'date' in columns
    assert 'Joined: 01.01.2010 is a date' in told
    page.get_by_role('button', name='Join them').click()
    assert 'Plan: basic is read as Basic' in quiet(page).locator('.c45lit-readings').inner_text()
    model, names = taken_home(page, tmp_path, monkeypatch, capsys)
    check_same(model, names)
    assert list(model.schema_.names) == ['Joined_year', 'Joined_month', 'Joined_weekday', 'Age', 'City', 'Plan'] and model.tree_.n_leaves > 1
    assert page.locator('.c45lit-tells').inner_text().startswith('Age decides')


@pytest.mark.parametrize('name', TEN)
def test_python_reads_a_messy_table_as_the_page_does(own, tmp_path, monkeypatch, capsys, name):
    page = own(_csv_text('golf'))
    (tmp_path / 'mess.csv').write_bytes(TEN[name][0])
    page.locator('input[type=file]').set_input_files(tmp_path / 'mess.csv')
    page.locator(f'{OWN} .c45lit-readout', has_text='60 cases' if 'were cut' not in name else '59 cases').first.wait_for(timeout=10000)
    model = from_json(downloaded(quiet(page), 'Download model.json', tmp_path).read_text(encoding='utf-8'))
    names = {}
    monkeypatch.chdir(tmp_path)
    exec(shown_code(page), names)
    check_same(model, names)


def test_of_a_million_cases_a_sample_is_taken_and_the_page_goes_on(own, tmp_path):
    page = own(_csv_text('golf'))
    (tmp_path / 'many.csv').write_text('x,y\n' + '1,a\n2,b\n' * 500_000, encoding='utf-8')
    page.locator('input[type=file]').set_input_files(tmp_path / 'many.csv')
    page.locator(f'{OWN} .c45lit-readout', has_text='1,000,000').first.wait_for(timeout=60_000)
    assert 'a sample of 2,000 of 1,000,000 cases' in said(page)
    assert page.locator('.c45lit-drawn text').count() > 1


MILLION = 'A' * 1_000_000


@pytest.mark.parametrize('mark', [
    MILLION, 'wanted=%7B%22csv%22%3A%22a%2Cb%22%7D',
    'wanted={"csv":"<img src=x onerror=alert(1)>,b\\n1,x\\n2,y\\n3,x\\n"}'])
def test_a_link_that_is_old_forged_or_long_opens_a_page_that_works(open_file, mark):
    page, told = open_file(explore_own_table(_csv_text('golf'))), []
    page.on('dialog', lambda d: told.append(d.message))
    page.on('pageerror', lambda e: told.append(str(e)))
    follow(page, f'#own?{mark}')
    page.wait_for_selector('.c45lit-explorer[data-drawn] .c45lit-own')
    quiet(page).evaluate(PASTE, _csv_text('golf'))
    page.locator(f'{OWN} .c45lit-readout', has_text='14 cases').first.wait_for()
    assert page.locator(f'{OWN} img').count() == 0 and told == []


def test_the_plane_of_two_numbers_is_the_tree(own):
    page = own(_csv_text('penguins'))
    page.get_by_role('button', name='The plane').click()
    page.wait_for_selector('svg.c45lit-field .c45lit-box')
    X, y = load_dataset('penguins')
    tree = C45Classifier().fit(X, y).tree_
    names = [a.name for a in tree.schema.attributes]
    pair = [names.index('flipper_length_mm'), names.index('bill_length_mm')]
    boxes, todo = 0, [0]
    while todo:
        node = todo.pop()
        if tree.attribute[node] in pair: todo += [tree.first_child[node], tree.first_child[node] + 1]
        else: boxes += 1
    assert page.locator('.c45lit-box').count() == boxes > 2
    known = X.iloc[:, pair].notna().all(axis=1).sum()
    dots = "all => all.map(p => p.getAttribute('d').split('M').length - 1)"
    assert sum(page.locator('.c45lit-many').evaluate_all(dots)) == known
    page.locator('svg.c45lit-field').click(position={'x': 120, 'y': 60})
    fields = page.locator('.c45lit-fields input').evaluate_all('all => all.map(e => +e.value)')
    assert len(fields) == 2 and all(fields)
    assert 'because' in page.locator('.c45lit-answered').inner_text()
    page.get_by_role('button', name='The tree').click()
    assert page.locator('.c45lit-drawn rect').first.is_visible()
    assert own(_csv_text('golf')).get_by_role('button', name='The plane').is_hidden()


def test_why_there_is_one_leaf_is_said(own):
    page = own('word,y\n' + ''.join(f'{"pq"[i * 7 % 5 % 2]},{"yes" if i % 3 else "no"}\n' for i in range(60)))
    assert 'One leaf: ' in page.locator('.c45lit-noted').inner_text()
    page = own(_csv_text('penguins').replace('species,', 'species,kind,', 1).replace('Adelie,', 'Adelie,a,')
               .replace('Gentoo,', 'Gentoo,g,').replace('Chinstrap,', 'Chinstrap,c,'))
    line = page.locator('.c45lit-noted li', has_text='kind alone decides')
    line.get_by_role('button', name='Leave it out').click()
    assert 'kind' not in quiet(page).locator('.c45lit-drawn').inner_text()
    assert 'kind alone' not in page.locator('.c45lit-own').inner_text()


def test_texts_that_differ_are_left_out_and_a_threshold_that_decides_is_not(own):
    page = own('comment,age,plan,renews\n' + ''.join(
        f'"{f"said {i} things" if i % 4 else "ok"}",{i * 7 % 50},{("New York", "new  york")[i % 2]},'
        f'{"yes" if i * 7 % 50 < 22 else "no"}\n' for i in range(60)))
    told = page.locator('.c45lit-readings')
    assert 'comment: left out, nearly every case has another text' in told.inner_text()
    assert 'plan: new york and New York differ' in told.inner_text()
    noted = page.locator('.c45lit-noted')
    assert 'age alone decides' in noted.inner_text() and 'plan' not in noted.inner_text()
    assert noted.get_by_role('button').count() == 0
    told.locator('li', has_text='comment').get_by_role('button').click()
    assert 'comment: used, though' in quiet(page).locator('.c45lit-readings').inner_text()


def test_the_box_shows_the_file_that_is_open(own, tmp_path):
    page = own(_csv_text('golf'))
    for name, rows in (('few.csv', 30), ('many.csv', 60_000)):
        text = 'x,y\n' + '1,a\n2,b\n' * (rows // 2)
        (tmp_path / name).write_text(text, encoding='utf-8')
        page.locator('input[type=file]').set_input_files(tmp_path / name)
        page.locator(f'{OWN} .c45lit-readout', has_text=f'{rows:,} case').first.wait_for()
        box = quiet(page).locator('textarea')
        assert box.input_value() == (text if rows == 30 else '')
    assert box.get_attribute('placeholder').startswith('many.csv\nx,y\n1,a\n')


def test_an_error_bar_begins_at_nothing_and_the_usual_answer_has_a_mark(own):
    page = counted(own(_csv_text('golf')))
    width = "e => e.getBoundingClientRect().width / e.parentElement.getBoundingClientRect().width"
    held = page.locator('.c45lit-held b').evaluate(width)
    assert 0 < held < 1 and f'{100 * held:.1f}' in page.locator('.c45lit-held').inner_text()
    assert 'always “play”, 35.7' in page.locator('.c45lit-usual').inner_text()
    if held > .35: assert 'no better than always' in page.locator('.c45lit-say').first.inner_text()


def sent(page, button):
    "What a button puts into the address, opened afresh."
    quiet(page).get_by_role('button', name=button).click()
    url = page.url
    page.goto('about:blank')
    page.goto(url)
    page.wait_for_selector(f'{OWN}[aria-busy=false]')
    return url


def test_a_link_holds_an_own_table_packed_if_it_is_asked_to(open_file):
    page = open_file(explore_own_table(_csv_text('golf')))
    text = _csv_text('penguins').replace('Adelie', 'Adélie')
    page.evaluate(PASTE, text)
    page.locator(f'{OWN} .c45lit-readout', has_text='344 cases').first.wait_for()
    page.get_by_label('CF').fill('0.5')
    drawn = quiet(page).locator('.c45lit-drawn').text_content()
    assert len(sent(page, 'Copy link with the table (344 cases)')) < len(text) / 2
    assert counted(page).locator('.c45lit-drawn').text_content() == drawn
    assert page.locator('textarea').input_value() == text
    assert 'everybody who has the link' in page.locator('.c45lit-head').inner_text()
    assert sent(page, 'Link to the page only').endswith('#own?')
    assert '14 cases' in said(page)


def test_a_browser_that_cannot_pack_puts_the_text_itself_into_the_link(open_file):
    page = open_file(explore_own_table())
    page.evaluate('() => { delete globalThis.CompressionStream; }')
    page.evaluate(PASTE, _csv_text('golf').replace('rain', 'drizzle'))
    page.wait_for_selector('.c45lit-drawn rect')
    assert 'drizzle' in sent(page, 'Copy link with the table (14 cases)')
    assert '14 cases' in said(page)


def test_what_no_link_holds_is_offered_as_a_file(own, tmp_path):
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.random((1000, 3))).add_prefix('x').assign(y=rng.choice(['a', 'b'], 1000))
    head = own(X.to_csv(index=False)).locator('.c45lit-head')
    assert 'does not fit into a link' in head.inner_text()
    assert head.get_by_role('button').all_inner_texts() == ['This page as one file', 'Link to the page only']


def packed(text) -> str:
    "As a link holds a text."
    tool = zlib.compressobj(9, zlib.DEFLATED, -15)
    return urlsafe_b64encode(tool.compress(text.encode()) + tool.flush()).decode().rstrip('=')


GOLF = packed(_csv_text('golf'))
BAD_LINKS = {  # what is asked -> words about it
    '{"packed":"' + GOLF[:-20] + '"}': 'cut or changed', '{"packed":"' + GOLF[:-20]: 'cut or changed',
    '{"packed":"!' + GOLF + '"}': 'cut or changed', '{"packed":"' + GOLF[::-1] + '"}': 'cut or changed',
    '{"packed":{}}': 'cut or changed', '{"csv":7}': 'cut or changed', '[1]': 'cut or changed',
    '{"packed":"' + packed('a,b\n' * 1_000_000) + '"}': 'longer than 262,144 letters',
    '{"packed":"' + MILLION + '"}': 'has 1,000,000 letters', '{"csv":"' + MILLION + '"}': 'has 1,000,000 letters'}


@pytest.mark.parametrize('wanted', BAD_LINKS, ids=range(len(BAD_LINKS)))
def test_a_link_whose_table_cannot_be_read_says_so(open_file, wanted):
    page, told = open_file(explore_own_table(_csv_text('golf'))), []
    page.on('pageerror', lambda e: told.append(str(e)))
    follow(page, f'#own?wanted={wanted}')
    page.locator(f'{OWN} .c45lit-readout', has_text=BAD_LINKS[wanted]).first.wait_for()
    assert page.locator('.c45lit-drawn').is_hidden() and told == []
    page.evaluate(PASTE, _csv_text('golf'))
    page.locator(f'{OWN} .c45lit-readout', has_text='14 cases').first.wait_for()
