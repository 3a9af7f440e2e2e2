"""What makes the site, without making it: pages, kernels, kept outputs, links of terms."""
import ast
import importlib.util
import os
import shutil
import sys
from collections import Counter
from fnmatch import fnmatch
from types import SimpleNamespace

import pytest
from support.folders import ROOT

import c45lit

nbformat = pytest.importorskip('nbformat', reason='pip install c45lit[docs]')
pytest.importorskip('sphinx', reason='pip install c45lit[docs]')

sys.path[:0] = [str(ROOT / 'docs' / 'site'), str(ROOT / 'tests' / 'project')]

import build  # noqa: E402  (it lies in docs/site)
import cards  # noqa: E402
import execute  # noqa: E402
import explorers  # noqa: E402
import glossary_links  # noqa: E402  (it lies in docs/site/_ext, as the next)
import nbdev_pages  # noqa: E402
from lint_files import Files  # noqa: E402  (beside this file, too)

FILES = Files(ROOT)


@pytest.mark.skipif(not os.environ.get('CI'),
                    reason='at home what is not installed is skipped; CI=true asks for all')
def test_in_ci_no_proof_of_an_export_is_skipped():
    programs, modules = ('node', 'gcc'), ('sqlite3', 'duckdb', 'onnx', 'onnxruntime')
    missing = [p for p in programs if not shutil.which(p)] + [m for m in modules
                                                              if not importlib.util.find_spec(m)]
    assert not missing, (
        f'install {", ".join(missing)}: without them nothing shows that exports are exact')


def test_every_page_stands_in_the_side_list_once():
    pages = sorted(page.rpartition('.')[0] for page in build.sources())
    conf = ast.parse((ROOT / 'docs' / 'site' / 'conf.py').read_text(encoding='utf-8'))
    told = {ast.unparse(node.targets[0]): node.value for node in conf.body
            if isinstance(node, ast.Assign)}
    contents = ast.literal_eval(told['nbdev_contents'])
    found = {caption: [p for pattern in patterns for p in pages if fnmatch(p, pattern)]
             for caption, patterns in contents}
    assert len(pages) > 70 and all(found.values())
    assert found['The book'] == [f'{part}/index' for part in FILES.parts]
    chapters = [p for part in FILES.parts for p in pages if fnmatch(p, f'{part}/*')
                and not nbdev_pages.is_part(p)]
    assert Counter([*chapters, *sum(found.values(), [])]) == Counter(set(pages) - {'index', '404'})


# -- the pictures of shared addresses

def test_every_card_is_of_what_its_page_says_now_and_has_the_size_that_others_show():
    from PIL import Image
    files = {cards.CARDS / f'{cards.name_of(page, language)}.png'
             for page in cards.PAGES for language in cards.LANGUAGES}
    assert {*cards.CARDS.glob('*')} == files
    assert cards.stale() == [], '.venv/bin/python docs/site/cards.py draws them'
    for file in files:
        assert Image.open(file).size == (1200, 630) and 10_000 <= file.stat().st_size <= 40_000


# -- words, or words and code

CELL = '<div class="cell"><div class="cell_input">code</div><div class="cell_output"><div class="output {}">{}</div></div></div>'
CELLS = (CELL.format('text_plain', "{'outlook': 5.5}") + CELL.format('stream', 'printed') + CELL.format('text_html', '<table><td>a table</table>')
         + CELL.format('text_plain', 'alone').replace('<div class="cell_input">code</div>', '') + '<details class="api"><summary>API: gain</summary></details>')


@pytest.mark.parametrize('media, read', [('screen', 'words'), ('print', 'usual')])
def test_what_hidden_code_prints_is_hidden_too(browser, media, read):
    page = browser.new_page()
    style = (ROOT / 'docs' / 'site' / '_static' / 'site.css').read_text(encoding='utf-8')
    page.set_content(f'<html data-read="{read}"><style>{style}</style><body><article>{CELLS}</article>')
    page.emulate_media(media=media)
    assert page.locator('article').inner_text().split('\n') == ['a table', 'alone']
    page.close()


# -- what becomes of a notebook

def test_scripts_lie_on_the_site_once_and_tables_of_words_in_parts(tmp_path):
    explorers.write_scripts(tmp_path / 'scripts')
    found = {path.name for path in (tmp_path / 'scripts').iterdir()}
    assert {'en.js.js', 'en.story.js.js', 'zh.story.js.js', 'common.js.js', 'style.css.js'} <= found


def test_a_widget_that_is_no_page_by_itself_says_what_it_needs():
    bare = nbformat.v4.new_output('display_data',
                                  data={execute.WIDGET: {'model_id': 'x'}, 'text/plain': 'VBox()'})
    assert 'make lab' in execute.on_a_page(bare)['data']['text/html']
    page = nbformat.v4.new_output('display_data',
                                  data={execute.WIDGET: {'model_id': 'x'},
                                        'text/html': '<p>moves</p>'})
    assert execute.on_a_page(page)['data'] == {'text/html': '<p>moves</p>'}


def test_a_change_of_the_library_makes_what_is_kept_stale(tmp_path, monkeypatch):
    (tmp_path / 'c45lit').mkdir()
    (tmp_path / 'c45lit' / 'info.py').write_text('a = 1\n', encoding='utf-8')
    monkeypatch.setattr(execute, 'ROOT', tmp_path)
    before = execute.surroundings()
    (tmp_path / 'c45lit' / 'info.py').write_text('a = 2\n', encoding='utf-8')
    assert execute.surroundings() != before


def test_notebooks_run_once_and_one_that_fails_says_where(tmp_path, monkeypatch, capsys):
    for name in ('KEPT', 'WORK'): monkeypatch.setattr(execute, name, tmp_path / name)
    monkeypatch.setattr(os, 'environ', os.environ.copy())
    (pages := tmp_path / 'pages').mkdir()
    count = f"open({str(tmp_path / 'runs')!r}, 'a').write('x')"
    kernel = {'kernelspec': {'name': 'python3', 'display_name': 'Python', 'language': 'python'}}
    def build(words):
        for name, codes in {'good': [count, 'import c45lit\nc45lit.__name__',
                                     '#| eval: false\n1 / 0'], 'bad': ['1 / 0']}.items():
            cells = [nbformat.v4.new_markdown_cell(words), *map(nbformat.v4.new_code_cell, codes)]
            nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel),
                           pages / f'{name}.ipynb')
        failed = execute.execute_all(sorted(pages.glob('*.ipynb')))
        shown = nbformat.read(pages / 'good.ipynb', 4)
        assert shown.cells[2].outputs[0]['data']['text/plain'] == "'c45lit'"
        assert shown.cells[0].source == words and 'ZeroDivisionError' in capsys.readouterr().err
        return failed
    assert build('Before.') == 1 == build('After: another text, the same code.')
    assert (tmp_path / 'runs').read_text() == 'x'


def test_words_before_a_picture_are_its_text_alternative():
    words = nbformat.v4.new_markdown_cell('## Seen (见)\n\nTwo *curves* of `gain`,\nside by side.')
    pictures = [nbformat.v4.new_code_cell(code) for code in ('ax', '#| fig-alt: A tree\nax')]
    notebook = nbformat.v4.new_notebook(cells=[words, *pictures])
    cells = nbdev_pages.read(nbformat.writes(notebook)).cells
    assert [cell.metadata['mystnb']['image']['alt']
            for cell in cells[1:]] == ['Two curves of gain, side by side.', 'A tree']


def test_printed_words_of_the_textbook_are_english_and_stay_in_columns():
    said = nbdev_pages.in_english('色泽    0.108\n含糖率   -0.14\n纹理 = 模糊: 否 (3.0)')
    assert said == 'colour    0.108\nsugar     -0.14\ntexture = blurry: no (3.0)'
    assert nbdev_pages.in_english('净增益 色泽') == '净增益 色泽'
    prose = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell('纹理 (纹理) wins. `密度` and 密度 tie.')])
    assert nbdev_pages.read(nbformat.writes(prose)).cells[0].source == 'Texture (纹理) wins. `密度` and density tie.'
    output = nbformat.v4.new_output('execute_result', {'text/html': '<tr><th>色泽</th><td>1</td></tr>'})
    nbdev_pages.speak_english(output)
    assert output['data']['text/html'] == '<tr><th title="色泽">colour</th><td>1</td></tr>'


def test_a_chapter_is_found_by_its_file_and_by_its_module():
    names = nbdev_pages.chapter_spellings('01_splits/02_gain', 'splits.gain', 'c45lit')
    assert names == {'01_splits/02_gain', '02_gain', 'splits.gain', 'c45lit.splits.gain'}
    assert nbdev_pages.chapter_spellings('glossary', '', 'c45lit') == set()


def test_pages_of_a_part_are_read_in_order_behind_its_first():
    pages = ['10_x', '01_splits/02_b', '01_splits/index', '00_data/01_a', '01_splits/01_a']
    in_order = sorted(pages, key=nbdev_pages.reading_order)
    assert [p for p in in_order if '/' in p] == ['00_data/01_a', '01_splits/index',
                                                 '01_splits/01_a', '01_splits/02_b']
    assert [p for p in in_order if nbdev_pages.is_part(p)] == ['01_splits/index']


def test_a_link_of_the_repository_becomes_one_of_the_site():
    for link, on_the_site in (
            ('](nbs/01_splits/README.md)', '](01_splits/index.md)'),
            ('](../../nbs/03_specification/05_threshold_choice.ipynb)', '](../03_specification/05_threshold_choice.ipynb)'),
            ('](../../docs/formats.md#files)', '](../formats.md#files)'),
            ('](../03_engine/README.md)', '](../03_engine/index.md)'),
            ('](../../nbs/tutorials/08_speed.ipynb)', '](../tutorials/08_speed.ipynb)')):
        assert nbdev_pages.site_links(link) == on_the_site


def test_the_spellings_of_a_term_are_read_off_its_title():
    for title, names in (
            ('information gain, Gain(D, a) (信息增益)', ['information gain', 'Gain(D, a)', '信息增益']),
            ('confidence factor CF (置信因子)',
             ['confidence factor CF', 'confidence factor', '置信因子']),
            ('node, root, leaf (结点、根结点、叶结点)',
             ['node', 'root', 'leaf', '结点', '根结点', '叶结点'])):
        assert glossary_links.spellings(title) == names


def test_terms_are_found_in_singular_and_plural_and_not_within_words():
    names, pattern = glossary_links.finder(ROOT / 'docs' / 'glossary.md')
    def found(text): return [match[0] for match in pattern.finditer(text)]
    assert found('Three leaves, two entropies? Gain ratios!')[0] == 'leaves'
    assert found('gain ratios') == ['gain ratios'] and found('增益率') == ['增益率']
    assert found('leafy latest showcase') == []


def test_a_package_that_is_too_old_is_named_where_an_import_fails(monkeypatch):
    here = [SimpleNamespace(name='c45lit', version='1.0', requires=['pandas>=2.3', 'numba>=0.61;x', 'onnx>=9; extra == "a"']),
            SimpleNamespace(name='pandas', version='2.10.1'), SimpleNamespace(name='numba', version='0.58.1'),
            SimpleNamespace(name='onnx', version='1.0')]
    monkeypatch.setattr('importlib.metadata.distributions', lambda: here)
    monkeypatch.setitem(sys.modules, 'c45lit.splits.gain', None)  # as if it could not be imported
    with pytest.raises(ImportError, match=r'^numba 0\.58\.1 is older than 0\.61, .*: pip install --upgrade numba$'):
        c45lit._found('c45lit.splits', 'gain', {'gain': 'splits.gain'})
    here[2].version = '0.61'
    with pytest.raises(ImportError, match='splits.gain'): c45lit._found('c45lit.splits', 'gain', {'gain': 'splits.gain'})
