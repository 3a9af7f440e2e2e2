"""The tool that joins the Chinese edition with the English one; what the pages say is looked at by
lint_zh.py. `python docs/site/zh.py` prints what is behind."""
import json
import re
import sys

import nbformat
import pytest
from sklearn.utils import Bunch
from support.folders import ROOT

sys.path[:0] = [str(ROOT / 'docs' / 'site'), str(ROOT / 'docs' / 'site' / '_ext')]

import zh  # noqa: E402  (it lies in docs/site)

OVERLAYS = zh.overlays()


# -- the pages

def test_every_page_lies_where_its_english_one_looks_for_it_and_is_named_as_on_the_site():
    import build
    names = {source: name.rpartition('.')[0] for name, source in build.sources().items()}
    sources = {overlay: source for overlay in OVERLAYS if (source := zh.source_of(overlay))}
    assert len(sources) > 50 and all(zh.overlay_of(source) == overlay
                                     for overlay, source in sources.items())
    for source in {*sources.values()} & {*names} - {ROOT / 'README.md'}:
        assert zh.is_chinese(names[source]) and zh.page_of(source) == names[source], source


def test_every_link_of_the_local_book_leads_to_a_file_of_it_and_from_chinese_to_english_says_so(
        tmp_path, monkeypatch):
    monkeypatch.setattr(zh, 'NOTEBOOKS', tmp_path)
    assert zh.notebooks() > 45
    links = [(page, page.parent / link, mark) for page in tmp_path.rglob('*.ipynb') for link, mark in
             re.findall(r'\]\((?![a-z]+:|#)([^)#\s]+)(?:#[^)\s]*)?\)(（英）)?', text_of(page))]
    assert len(links) > 1500 and [link for _, link, _ in links if not link.is_file()] == []
    homes = zh.local_homes()
    chinese = {homes.get(zh.source_of(page) or ROOT / 'docs' / page.relative_to(zh.ZH)) for page in OVERLAYS}
    english = [(page.name, link, mark) for page, link, mark in links
               if page in chinese and link.resolve() not in chinese]
    assert len(english) > 150 and [there for there in english if not there[2]] == []


def text_of(page):
    "The text cells of a notebook, without code."
    cells = json.loads(page.read_text(encoding='utf-8'))['cells']
    text = '\n'.join(''.join(c['source']) for c in cells if c['cell_type'] == 'markdown')
    return re.sub(r'```.*?```|`[^`\n]*`', '', text, flags=re.S)


def test_the_zip_has_chinese_pages_and_their_pictures_and_english_links_lead_to_the_site(
        tmp_path, monkeypatch):
    import zipfile

    import build
    monkeypatch.setattr(build, 'SITE', tmp_path)
    monkeypatch.setattr(build, 'STAMP', tmp_path / 'built-from')
    page = ('<link href="../../_static/a.css"><img src="../../_images/seen.png">'
            '<a href="../index.html#x">甲</a><a href="../../part/y.html#z">乙</a>')
    for name, text in {'zh/part/x.html': page, 'zh/index.html': '', 'part/y.html': '', '_static/a.css': '',
                       '_images/seen.png': '', '_images/other.png': ''}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding='utf-8')
    for level in (None, 'quick', 'explorers'):  # is not published
        if level: build.STAMP.write_text(f'{level} hash', encoding='utf-8')
        assert build.pack() == 1 and not (tmp_path / 'c45lit-zh.zip').exists()
    build.STAMP.write_text('all hash', encoding='utf-8')
    assert build.pack() == 0
    with zipfile.ZipFile(tmp_path / 'c45lit-zh.zip') as archive:
        assert {*archive.namelist()} == {'zh/part/x.html', 'zh/index.html', '_static/a.css',
                                         '_images/seen.png'}
        assert archive.read('zh/part/x.html').decode() == page.replace(
            '../../part/y.html', 'https://c45lit.github.io/c45lit/part/y.html')


# -- the tool

@pytest.fixture
def house(tmp_path, monkeypatch):
    "A repository with one notebook and one page of Markdown."
    cells = [dict(cell_type='markdown', id='a1b2', metadata={},
                  source=['# Gain\n', '\n', 'Golf gains 0.247 bits: `gain`, $a+b$.']),
             dict(cell_type='code', id='c0de', metadata={}, outputs=[], execution_count=None,
                  source=['1 + 1']),
             dict(cell_type='markdown', id='d4e5', metadata={}, source=['Second text.'])]
    page = dict(cells=cells, metadata={}, nbformat=4, nbformat_minor=5)
    (tmp_path / 'nbs' / 'part').mkdir(parents=True)
    (tmp_path / 'docs').mkdir()
    (tmp_path / 'nbs' / 'part' / 'x.ipynb').write_text(json.dumps(page), encoding='utf-8')
    (tmp_path / 'docs' / 'page.md').write_text('# One\n\nText.\n\n## Two words\n\nMore.\n\n'
                                               '```\n# no heading\n```\n\n## Two words\n\nEnd.\n')
    for name, folder in (('ROOT', ''), ('ZH', 'docs/zh'), ('NOTEBOOKS', 'nbs_zh')):
        monkeypatch.setattr(zh, name, tmp_path / folder)
    zh.english.cache_clear()
    zh.source_of.cache_clear()
    yield tmp_path
    zh.english.cache_clear()
    zh.source_of.cache_clear()


def write(house, text: str, name='part/x.md'):
    "An overlay with this text."
    path = house / 'docs' / 'zh' / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding='utf-8')
    return path


def marked(house, name='a1b2', hash=None) -> str:
    "The mark of a cell as it is now."
    text = zh.english(house / 'nbs' / 'part' / 'x.ipynb')[name]
    return f'<!-- cell {name} {hash or zh.sha(text)} -->\n'


GOOD = '# 增益\n\n高尔夫数据上的增益是 0.247 比特：`gain`，$a + b$。\n'


def test_code_and_outputs_are_the_english_ones_and_text_is_chinese(house):
    overlay = write(house, marked(house) + GOOD + '\n' + marked(house, 'd4e5') + '第二段\n文字。')
    other = house / 'nbs' / 'part' / 'y.ipynb'
    other.write_text('{}', encoding='utf-8')
    assert zh.notebooks() == 1
    assert (house / 'nbs_zh' / 'part' / 'y.ipynb').read_text(encoding='utf-8') == '{}'
    joined = json.loads((house / 'nbs_zh' / 'part' / 'x.ipynb').read_text(encoding='utf-8'))
    texts = [''.join(cell['source']) for cell in joined['cells']]
    assert texts == [GOOD.strip(), '1 + 1', '第二段文字。']
    assert zh.report(overlay) == {'stale': [], 'missing': [], 'lost': []}


def test_a_figure_is_drawn_in_chinese_and_a_word_that_has_none_is_named(house):
    import matplotlib.pyplot as plt
    stills = zh.stills
    figure, ax = plt.subplots()
    ax.set(title='gain, bits', xlabel='4.64 expected errors', ylabel='$x^{gain}$')
    drawn = stills.in_chinese(figure)[0][stills.CHINESE]
    ax.set_title('gain of a quokka')
    assert drawn['left'] == [] and stills.in_chinese(figure)[0][stills.CHINESE]['left'] == ['quokka']
    assert (stills.chinese('3: play\n2 cases, 0 wrong'), ax.get_title()) == (
        '3: 打球\n2 个样本, 错 0 个', 'gain of a quokka')
    cells = [Bunch(cell_type='markdown', source='看图。图中文字：gain 增益。'), Bunch(
        cell_type='code', outputs=[dict(data={'image/png': 'english', stills.CHINESE: drawn})])]
    zh.redraw(cells, house)
    assert cells[0].source == '看图。' and cells[1].outputs[0]['data'] == {'image/png': drawn['png']}
    cells[1].outputs[0]['data'][stills.CHINESE] = drawn | dict(left=['quokka'])
    from nbdev_pages import read
    english = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell('1', outputs=[
        nbformat.v4.new_output('display_data', cells[1].outputs[0]['data'])])])
    assert list(read(nbformat.writes(english)).cells[0].outputs[0].data) == ['image/png']
    with pytest.raises(zh.OverlayError, match='quokka; give'): zh.redraw(cells, house)


def test_a_stale_cell_says_so_and_a_missing_one_is_english(house):
    overlay = write(house, marked(house, hash='00000000') + GOOD)
    texts, stale, missing = zh.texts(house / 'nbs' / 'part' / 'x.ipynb')
    assert (stale, missing) == (['a1b2'], ['d4e5'])
    assert texts['a1b2'].startswith(f'# 增益\n\n{zh.STALE}\n\n高尔夫')
    assert texts['d4e5'] == f'{zh.MISSING}\n\nSecond text.'
    assert zh.report(overlay)['stale'] == ['line 1, cell a1b2']
    assert zh.accept(overlay) == ['a1b2'] and zh.report(overlay)['stale'] == []
    overlay.unlink()
    texts, _, missing = zh.texts(house / 'nbs' / 'part' / 'x.ipynb')
    assert zh.NO_PAGE in texts['a1b2'] and texts['d4e5'] == 'Second text.' and len(missing) == 2


def test_the_first_line_leads_to_the_site_and_is_written_once_and_shown_nowhere_else(house):
    overlay = write(house, marked(house) + GOOD)
    own = write(house, zh.OWN + '\n# 错误\n', 'errors.md')
    assert (zh.tops(), zh.tops()) == (2, 0) and zh.has_top(overlay) and zh.has_top(own)
    text = overlay.read_text(encoding='utf-8')
    assert text.startswith('[在网站上读这一页](https://c45lit.github.io/c45lit/zh/part/x.html)')
    overlay.write_text(text.replace('part/x.html', 'old/x.html'), encoding='utf-8')
    assert zh.tops() == 1 and overlay.read_text(encoding='utf-8') == text
    zh.source_of.cache_clear()
    assert zh.notebooks() == 1 and zh.report(overlay) == {'stale': [], 'missing': ['d4e5'], 'lost': []}
    for name in ('part/x', 'docs/errors'):
        assert '在网站上' not in (house / 'nbs_zh' / f'{name}.ipynb').read_text(encoding='utf-8')
    overlay.write_text('字\n' + text, encoding='utf-8')
    with pytest.raises(zh.OverlayError, match='before the first mark'): zh.read(overlay)


def test_a_skeleton_has_every_cell_once_and_says_nothing_yet(house):
    source = house / 'nbs' / 'part' / 'x.ipynb'
    overlay = zh.skeleton(source)
    assert 'Golf gains' in overlay.read_text(encoding='utf-8') and zh.read(overlay) == {}
    write(house, marked(house) + GOOD)
    assert list(zh.read(zh.skeleton(source))) == ['a1b2']
    assert 'Second text.' in overlay.read_text(encoding='utf-8')


def test_sections_of_markdown_are_cells_and_code_has_no_headings(house):
    source = house / 'docs' / 'page.md'
    assert list(zh.english(source)) == ['one', 'two-words', 'two-words-2']
    assert '# no heading' in zh.english(source)['two-words']
    overlay = zh.skeleton(source)
    assert overlay == house / 'docs' / 'zh' / 'page.md' and zh.read(overlay) == {}


BAD_MARKS = [
    ('<!-- cell beef0000 00000000 -->\n字', 1, 'has no text cell beef0000'),
    ('<!-- cell a1b3 00000000 -->\n字', 1, 'is it a1b2?'),
    ('<!-- cell a1b2 00000000 -->\n字\n<!-- cell a1b2 00000000 -->\n字', 3, 'stands in line 1, too'),
    ('<!-- cell a1b2 -->\n字', 1, 'broken mark'),
    ('<!-- cell a1b2 1234 -->\n字', 1, 'eight hexadecimal digits'),
    ('<!-- cell a1b2 00000000\n字', 1, 'broken mark'),
    ('<!--cell a1b2 00000000 -->\n字', 1, 'broken mark'),
    ('\n字\n<!-- cell a1b2 00000000 -->\n字', 1, 'before the first mark'),
    ('字', 1, 'before the first mark')]


def test_bad_marks_are_refused_with_file_line_and_way_out(house):
    for text, line, words in BAD_MARKS:
        with pytest.raises(zh.OverlayError) as e: zh.read(write(house, text))
        assert str(e.value).startswith(f'docs/zh/part/x.md line {line}: ') and words in str(e.value)


def test_an_overlay_without_an_english_page_is_refused_unless_it_says_so(house):
    path = write(house, '字', 'part/y.md')
    with pytest.raises(zh.OverlayError, match='part/y.md line 1: none of nbs/part/y.ipynb'):
        zh.source_of(path)
    zh.source_of.cache_clear()
    assert zh.source_of(write(house, zh.OWN + '\n# 错误信息', 'part/y.md')) is None


LOST = [  # text, what it lost of its English
    (GOOD, []),
    (GOOD.replace('0.247', '0.25'), ['0.247']),
    (GOOD.replace('`gain`', 'gain'), ['`gain`']),
    (GOOD.replace('$a + b$', '$a$'), ['$a+b$']),
    (GOOD.replace('# 增益', '增益'), ['# heading 1']),
    ('<!-- left out: 0.247 -->\n' + GOOD.replace('0.247', '四分之一'), []),
    ('<!-- left out: 0.247 -->\n' + GOOD, ['left out: 0.247 (it is there, or never was)'])]
LOST_OF = [  # English, Chinese, what is lost
    ('2,300 rows', '2300 行', []), ('[a](b.md#c)', '[甲](b.md)', ['(b.md#c)']),
    ('$\\text{if } x$', '$x$，$\\text{若 }x$', []), ('$$x\n+1$$', '$$x+1$$', []),
    ('<!-- explorer: cut -->', '图', ['<!-- explorer: cut -->']),
    ('```\nmake lab  # open\n```', '```\nmake lab  # 打开\n```', []),
    ('```\nmake lab\n```', '```\nmake docs\n```', ['`make lab`']),
    ('``a`b``', '``a`b``', []), ('## A\n\n## B', '## 甲', ['## heading 2'])]


def test_what_a_cell_lost_is_named_and_an_exception_stands_in_place(house):
    for text, gone in LOST:
        cell = zh.read(write(house, marked(house) + text))['a1b2']
        assert zh.lost(zh.english(house / 'nbs' / 'part' / 'x.ipynb')['a1b2'], cell) == gone, text
    for english, chinese, gone in LOST_OF:
        assert zh.lost(english, zh.Cell('x', '', chinese, (), 1)) == gone, chinese
    for text in '**信息增益（gain）**是', '*手算。*求': assert zh.broken(text)
    for text in '**信息增益**（gain）是', '`a**b**c`', '**信息增益**是', '*手算*：求': assert not zh.broken(text)
