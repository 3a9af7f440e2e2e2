"""The Chinese edition loses nothing of the English one, is never stale in silence, and uses the
words of the glossary. `python docs/site/zh.py` prints what is behind."""
import ast
import json
import os
import re
import subprocess
import sys

import pytest
from support.folders import ROOT

sys.path.insert(0, str(ROOT / 'docs' / 'site'))

import zh  # noqa: E402  (it lies in docs/site)
import zh_words  # noqa: E402

OVERLAYS = zh.overlays()
each_overlay = pytest.mark.parametrize('overlay', OVERLAYS,
                                       ids=lambda p: p.relative_to(zh.ZH).as_posix())


# -- the pages

@each_overlay
def test_no_number_formula_code_link_or_heading_is_lost(overlay):
    assert zh.report(overlay)['lost'] == []


@each_overlay
def test_words_are_those_of_the_glossary(overlay):
    assert zh_words.wrong_words(overlay.read_text(encoding='utf-8')) == []


def test_an_overlay_lies_where_its_english_page_would_look_for_it():
    sources = [(overlay, zh.source_of(overlay)) for overlay in OVERLAYS]
    assert all(zh.overlay_of(source) == overlay for overlay, source in sources if source)


def test_every_page_of_the_edition_is_listed():
    import build
    names = {p: name for name, p in build.sources().items()}
    pages = [names[s] for s in map(zh.source_of, OVERLAYS) if s and s in names
             and s.parent != ROOT]
    assert [name for name in pages if not zh.is_chinese(name.rpartition('.')[0])] == []


def test_the_page_of_error_messages_has_them_as_they_are():
    "Its examples are run: each has the message below it, or none."
    page = (zh.ZH / 'errors.md').read_text(encoding='utf-8')
    blocks = re.findall(r'^```python\n(.+?)^```\n(?:\n```text\n(.+?)^```)?', page, re.M | re.S)
    names, seen = {}, []
    for code, message in blocks:
        try: exec(code, names)  # the page is this project's own
        except (ValueError, TypeError) as error: seen.append(str(error).strip() == message.strip())
        else: seen.append(not message)
    assert seen == [True] * len(blocks) and sum(bool(message) for _, message in blocks) == 11


# -- the way in

def test_the_chinese_readme_leads_to_chinese_pages_wherever_there_are_some():
    readme = zh.ZH / 'README.md'
    links = re.findall(r'\]\(([^)#\s]+)', readme.read_text(encoding='utf-8'))
    files = [(zh.ZH / link).resolve() for link in links if '://' not in link]
    assert all(file.is_file() for file in files)
    assert [file.name for file in files if zh.page_of(file)] == []
    pages = {zh.page_of(zh.source_of(overlay)) for overlay in OVERLAYS if zh.source_of(overlay)}
    site = {link.removeprefix(zh.SITE) for link in links if link.startswith(zh.SITE)}
    assert len(site) > 25 and site - {''} <= {f'{page}.html' for page in pages}


def test_every_chinese_page_is_named_as_on_the_site():
    import build
    names = {source: name.rpartition('.')[0] for name, source in build.sources().items()}
    sources = [source for source in map(zh.source_of, OVERLAYS) if source in names]
    assert sources and all(zh.page_of(source) in (names[source], None) for source in sources)
    assert {source for source in sources if zh.page_of(source) is None} <= {ROOT / 'README.md'}


def planned(target, locale) -> str:
    "What make would do, in a place of this language; also if make runs the tests."
    env = {k: v for k, v in os.environ.items() if not k.startswith(('MAKE', 'MFLAGS'))}
    return subprocess.run(['make', '-n', target], cwd=ROOT, env=env | {'LANG': locale},
                          capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize('locale', ['C', 'de_DE.UTF-8', 'zh', 'zh_CN.UTF-8', 'zh_TW'])
def test_the_locale_chooses_no_book_but_a_chinese_one_is_told_of_the_chinese_book(locale):
    english, chinese = planned('lab', locale), planned('lab-zh', locale)
    assert english.endswith('c45lit lab\n') and chinese.endswith('c45lit lab --zh\n')
    assert 'zh.py --notebooks' in chinese and 'zh.py' not in english
    assert ('make lab-zh' in english) == locale.startswith('zh')


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


def test_a_stale_cell_says_so_and_a_missing_one_is_english(house):
    overlay = write(house, marked(house, hash='00000000') + GOOD)
    texts, stale, missing = zh.texts(house / 'nbs' / 'part' / 'x.ipynb')
    assert (stale, missing) == (['a1b2'], ['d4e5'])
    assert texts['a1b2'].startswith(f'# 增益\n\n{zh.STALE}\n\n高尔夫')
    assert texts['d4e5'] == f'{zh.MISSING}\n\nSecond text.'
    assert zh.report(overlay)['stale'] == ['line 1, cell a1b2']
    assert zh.accept(overlay) == ['a1b2'] and zh.report(overlay)['stale'] == []


def test_a_page_without_an_overlay_is_english_and_says_so_once(house):
    texts, _, missing = zh.texts(house / 'nbs' / 'part' / 'x.ipynb')
    assert zh.NO_PAGE in texts['a1b2'] and texts['d4e5'] == 'Second text.' and len(missing) == 2


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


@pytest.mark.parametrize('text, line, words', [
    ('<!-- cell beef0000 00000000 -->\n字', 1, 'has no text cell beef0000'),
    ('<!-- cell a1b3 00000000 -->\n字', 1, 'is it a1b2?'),
    ('<!-- cell a1b2 00000000 -->\n字\n<!-- cell a1b2 00000000 -->\n字', 3, 'stands in line 1, too'),
    ('<!-- cell a1b2 -->\n字', 1, 'broken mark'),
    ('<!-- cell a1b2 1234 -->\n字', 1, 'eight hexadecimal digits'),
    ('<!-- cell a1b2 00000000\n字', 1, 'broken mark'),
    ('<!--cell a1b2 00000000 -->\n字', 1, 'broken mark'),
    ('\n字\n<!-- cell a1b2 00000000 -->\n字', 1, 'before the first mark'),
    ('字', 1, 'before the first mark')])
def test_bad_marks_are_refused_with_file_line_and_way_out(house, text, line, words):
    with pytest.raises(zh.OverlayError, match=re.escape(f'docs/zh/part/x.md line {line}: ')) as e:
        zh.read(write(house, text))
    assert words in str(e.value)


def test_an_overlay_without_an_english_page_is_refused_unless_it_says_so(house):
    path = write(house, '字', 'part/y.md')
    with pytest.raises(zh.OverlayError, match='part/y.md line 1: none of nbs/part/y.ipynb'):
        zh.source_of(path)
    zh.source_of.cache_clear()
    assert zh.source_of(write(house, zh.OWN + '\n# 错误信息', 'part/y.md')) is None


@pytest.mark.parametrize('text, gone', [
    (GOOD, []),
    (GOOD.replace('0.247', '0.25'), ['0.247']),
    (GOOD.replace('`gain`', 'gain'), ['`gain`']),
    (GOOD.replace('$a + b$', '$a$'), ['$a+b$']),
    (GOOD.replace('# 增益', '增益'), ['# heading 1']),
    ('<!-- left out: 0.247 -->\n' + GOOD.replace('0.247', '四分之一'), []),
    ('<!-- left out: 0.247 -->\n' + GOOD, ['left out: 0.247 (it is there, or never was)'])])
def test_what_a_cell_lost_is_named_and_an_exception_stands_in_place(house, text, gone):
    overlay = write(house, marked(house) + text)
    english = zh.english(house / 'nbs' / 'part' / 'x.ipynb')['a1b2']
    assert zh.lost(english, zh.read(overlay)['a1b2']) == gone


@pytest.mark.parametrize('english, chinese, gone', [
    ('2,300 rows', '2300 行', []), ('[a](b.md#c)', '[甲](b.md)', ['(b.md#c)']),
    ('$\\text{if } x$', '$x$，$\\text{若 }x$', []), ('$$x\n+1$$', '$$x+1$$', []),
    ('<!-- explorer: cut -->', '图', ['<!-- explorer: cut -->']),
    ('```\nmake lab  # open\n```', '```\nmake lab  # 打开\n```', []),
    ('```\nmake lab\n```', '```\nmake docs\n```', ['`make lab`']),
    ('``a`b``', '``a`b``', []), ('## A\n\n## B', '## 甲', ['## heading 2'])])
def test_what_counts_as_lost(english, chinese, gone):
    assert zh.lost(english, zh.Cell('x', '', chinese, (), 1)) == gone


@pytest.mark.parametrize('text, there', [
    ('**信息增益（gain）**是', True), ('**信息增益**（gain）是', False), ('`a**b**c`', False),
    ('**信息增益**是', False), ('*手算。*求', True), ('*手算*：求', False)])
def test_emphasis_that_markdown_would_not_see_is_found(text, there):
    assert bool(zh.broken(text)) is there


# -- the words

@pytest.mark.parametrize('text', [
    '每个节点', '选择特征', '信息增益比最大', '空值怎么办', '当样本有缺失值的时候', '被划分被剪枝被训练，被预测',
    '这个方法是很好的。它是由昆兰提出的。', '树的结点的样本的权重的和'])
def test_wrong_words_are_found(text):
    assert zh_words.wrong_words(text)


@pytest.mark.parametrize('text', [
    '每个结点', '选择属性', '增益率（信息增益比，gain ratio）', '缺失值', '样本有缺失值时', '被划分到左边',
    '`节点`', 'scikit-learn 把属性叫做特征', '过拟合（overfitting）', '欠拟合（underfitting）'])
def test_right_words_are_left_alone(text):
    assert zh_words.wrong_words(text) == []


def test_overfitting_and_underfitting_are_not_mixed_up():
    assert zh_words.wrong_words('过拟合（underfitting）') and zh_words.wrong_words('欠拟合 overfitting')


def english_words_drawn(code: str) -> list:
    "The titles, labels and names that a cell writes into its picture."
    found = []
    for call in (n for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Call)):
        name = getattr(call.func, 'attr', getattr(call.func, 'id', ''))
        drawn = call.args if name in ('set_title', 'set_ylabel', 'text', 'annotate') else []
        drawn = [*drawn, *(k.value for k in call.keywords
                           if k.arg in ('label', 'title', 'xlabel', 'ylabel', 'name'))]
        found += [n.value for d in drawn for n in ast.walk(d)
                  if isinstance(n, ast.Constant) and re.search('[a-z]{3}', str(n.value))]
    return found


def test_the_words_of_a_picture_are_told_in_chinese_before_it():
    pictures = 0
    for overlay in zh.overlays():
        source = zh.source_of(overlay)
        if source is None or source.suffix != '.ipynb': continue
        texts, above = zh.texts(source)[0], ''
        for cell in json.loads(source.read_text(encoding='utf-8'))['cells']:
            code = ''.join(cell['source'])
            if cell['cell_type'] == 'markdown': above = texts[cell['id']]
            elif 'image/' in str(cell['outputs']) and english_words_drawn(code):
                assert '图中文字：' in above, f'{overlay}: the text before {cell["id"]}'
                pictures += 1
    assert pictures > 30


BOOK = {  # what 西瓜书's numbers are: every formula, table and figure that a page names
    '式': [f'4.{n}' for n in range(1, 13)], '表': [f'4.{n}' for n in range(1, 5)],
    '图': [f'4.{n}' for n in range(1, 10)]}
FORMULAS = {'4.1': '熵', '4.2': '增益', '4.3': '增益率', '4.4': '固有值|IV', '4.5': '基尼',
            '4.6': '基尼', '4.7': '划分点', '4.8': '增益', '4.9': r'ρ|\\rho', '4.10': 'p_',
            '4.11': 'r_', '4.12': '增益'}


def test_numbers_of_the_watermelon_book_are_those_of_its_fourth_chapter():
    named = 0
    for overlay in zh.overlays():
        text = overlay.read_text(encoding='utf-8')
        for kind, number in re.findall(r'(式|表|图) ?(\d+\.\d+)(?=[^\d])', text):
            named += 1
            assert number in BOOK[kind], f'{overlay}: {kind} {number}'
        for cell in text.split('<!-- cell '):
            for number in re.findall(r'式 ?(\d\.\d+)', cell):
                assert re.search(FORMULAS[number], cell), f'{overlay}: 式 {number} {cell[:8]}'
    assert named > 50
