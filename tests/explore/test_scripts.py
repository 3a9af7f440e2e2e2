"The modules of the explorers: imports exist, the linter is quiet, sentences are in the tables."
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support.browser import notebook_of
from support.scripts import STATIC, in_node

from c45lit import explore_gain, explore_threshold, load_dataset
from c45lit.explore.widget import (
    _EXPORT,
    _IMPORT,
    _SENTENCES,
    _explorer_script,
    _modules,
    _scoped,
)

MODULES = sorted(p.stem for p in STATIC.glob('*.js'))
WIDGETS = [name for name in MODULES if 'export default' in (STATIC / f'{name}.js').read_text()]


def text_of(name) -> str:
    return (STATIC / f'{name}.js').read_text(encoding='utf-8')


@pytest.mark.parametrize('name', MODULES)
def test_every_imported_name_is_exported(name):
    for whole, names, other in _IMPORT.findall(text_of(name)):
        given = set(_EXPORT.findall(text_of(other)))
        assert whole or {n.split(' as ')[0].strip() for n in names.split(',')} <= given


def test_every_module_is_part_of_an_explorer_and_needs_none_that_needs_it():
    assert set(MODULES) == {m for name in WIDGETS for m in (*_modules(name), *_modules('page'), 'desk')}
    for name in MODULES:
        assert not [other for other in _modules(name)[:-1] if name in _modules(other)]


def test_a_script_is_the_modules_each_in_a_function_of_its_own():
    script, _ = _explorer_script('own')
    parts = list(dict.fromkeys([*_modules('own'), *_modules('page')]))
    at = [script.index(_scoped(name).partition('\n')[0]) for name in parts]
    assert at == sorted(at)
    assert all(_scoped(name) in script for name in parts if name not in ('en', 'zh'))
    assert len(re.findall('^export ', script, re.M)) == 2


@pytest.mark.parametrize('name', WIDGETS)
def test_a_script_has_the_sentences_that_it_says_and_no_others(name):
    parts = list(dict.fromkeys([*_modules(name), *_modules('page')]))
    script, said = _explorer_script(name)[0], ''.join(text_of(part) for part in parts)
    for part in _SENTENCES.finditer(text_of('en')):
        assert (part[0] in script) == bool(re.search(rf'\b(W|ALL)\.{part[1]}\b', said)), part[1]


@pytest.mark.parametrize('name', WIDGETS)
def test_a_script_is_one_that_node_reads(name, tmp_path):
    node = shutil.which('node') or pytest.skip('no Node: apt install nodejs')
    (tmp_path / 'joined.mjs').write_text(_explorer_script(name)[0], encoding='utf-8')
    subprocess.run([node, '--check', 'joined.mjs'], cwd=tmp_path, check=True)


def test_the_linter_finds_nothing(tmp_path):
    "With eslint's recommended rules: names that do not exist, and what nobody uses."
    npm = shutil.which('npm') or pytest.skip('no npm: apt install npm')
    shutil.copytree(STATIC, tmp_path / 'c45lit' / 'static')
    shutil.copy(Path(__file__).with_name('eslint.config.mjs'), tmp_path)
    install = [npm, 'install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline']
    got = subprocess.run([*install, 'eslint@10', '@eslint/js@10', 'globals@17'],
                         cwd=tmp_path, capture_output=True, text=True)
    if got.returncode: pytest.skip(f'npm gives no eslint: {got.stderr[-200:]}')
    said = subprocess.run(['npx', 'eslint', 'c45lit'], cwd=tmp_path, capture_output=True, text=True)
    assert said.returncode == 0, said.stdout


# -- languages

TABLES = [name for name in MODULES if re.search(rf'^export const {name} = {{', text_of(name), re.M)]
SHAPE = """() => {
  const shape = (x, at) => typeof x === 'function' ? [[at, x.length]]
    : x !== null && typeof x === 'object' && !Array.isArray(x)
      ? Object.entries(x).flatMap(([key, y]) => shape(y, at ? `${at}.${key}` : key))
      : [[at, Array.isArray(x) ? `${x.length} words` : typeof x]];
  return shape(TABLE, '');
}"""


def shape_of(name) -> dict:
    "What a table has: the number of arguments of its functions, and of words in its lists."
    return dict(in_node(SHAPE.replace('TABLE', name), [], name))


@pytest.mark.parametrize('name', TABLES)
def test_a_table_has_keys_of_english_and_as_many_arguments(name):
    english, other = shape_of('en'), shape_of(name)
    unknown, missing = set(other) - set(english), set(english) - set(other)
    assert not unknown, f'{name}.js says what no script asks for: {sorted(unknown)}'
    assert len(missing) < len(english) / 4, f'{name}.js lacks {sorted(missing)}'
    assert {key: english[key] for key in other} == other


def test_every_sentence_of_english_is_asked_for():
    english = shape_of('en')
    scripts = ''.join(text_of(name) for name in MODULES if name not in TABLES)
    said = text_of('en')
    for key in english:
        last = key.split('.')[-1]
        assert re.search(rf'\b{re.escape(last)}\b', scripts) or f"en.{key}" in said or any(
            re.search(rf'\b{part}\[|\? W\.{part}\b', scripts + said) for part in key.split('.')[:-1]), key


@pytest.mark.parametrize('asked, shown', [('', 'Present'), ('?lang=xx', 'Present'),
                                          ('?lang=de', 'Vorf\u00fchren')])
def test_the_address_chooses_a_language_and_english_says_the_rest(browser, tmp_path, asked, shown):
    "A second table of two words, joined as a language would be."
    page = browser.new_page()
    html = explore_threshold(*load_dataset('penguins'), 'bill_length_mm').to_html()
    html = html.replace('const TABLES = {en, zh};', "const TABLES = {en, de: {lang: 'de', page: "
                        "{present: 'Vorf\u00fchren'}, threshold: {best: 'Bester Schnitt'}}};")
    (tmp_path / 'de.html').write_text(f'<!doctype html><meta charset="utf-8">{html}',
                                      encoding='utf-8')
    page.goto((tmp_path / 'de.html').as_uri() + asked)
    page.wait_for_selector('.c45lit-explore')
    assert page.locator('.c45lit-share').last.inner_text() == shown
    best = page.locator('.c45lit-threshold button').inner_text()
    assert best == ('Bester Schnitt' if 'de' in asked else 'Best threshold')
    assert 'gain' in page.locator('.c45lit-readout').inner_text()
    page.close()


def test_alone_in_the_window_by_a_key_and_back_by_escape(open_file):
    X, y = load_dataset('golf')
    page = open_file(explore_gain(X, y), reduced_motion='reduce')
    narrow = page.locator('.c45lit-explore').bounding_box()['width']
    page.keyboard.press('p')  # from anywhere: it is the only explorer
    page.wait_for_selector('.c45lit-present')
    assert page.locator('.c45lit-say').is_hidden()  # until it says something
    assert 'split information' in page.locator('.c45lit-picture').text_content()  # both halves
    size = page.locator('.c45lit-readout').evaluate('e => parseFloat(getComputedStyle(e).fontSize)')
    assert size == pytest.approx(20, abs=.1)
    assert page.locator('.c45lit-explore').bounding_box()['width'] > narrow
    page.keyboard.press('ArrowRight')
    page.keyboard.press('ArrowRight')
    assert page.locator('.c45lit-lesson button[aria-pressed=true]').inner_text().startswith('2 ')
    assert page.locator('.c45lit-say').is_visible()
    page.locator('select').first.select_option('windy')
    page.wait_for_url(lambda url: 'attribute=windy' in url)  # what is set is in the link as ever
    page.locator('.c45lit-lesson button').first.focus()
    page.keyboard.press('Escape')
    page.wait_for_selector('.c45lit-present', state='detached')


PRESENTED = """from c45lit import explore_gain, load_dataset
explore_gain(*load_dataset('golf'))"""


def test_alone_in_the_window_in_jupyterlab_and_no_key_reaches_the_notebook(browser, lab):
    with notebook_of(browser, lab, 'presented.ipynb', PRESENTED, '.c45lit-share') as page:
        cells = page.locator('.jp-Cell').count()
        page.locator('.c45lit-share').last.click()
        page.wait_for_selector('.c45lit-present')
        readout = page.locator('.c45lit-readout')
        size = readout.evaluate('e => parseFloat(getComputedStyle(e).fontSize)')
        box = page.locator('.c45lit-present').bounding_box()
        assert size == pytest.approx(20, abs=.1)
        assert box['width'] >= .98 * page.viewport_size['width']
        page.keyboard.press('ArrowRight')
        page.keyboard.press('Escape')
        page.wait_for_selector('.c45lit-present', state='detached')
        for _ in range(2):  # into it and out of it, by the key
            page.locator('.c45lit-lesson button').first.focus()
            page.keyboard.press('p')
        page.wait_for_selector('.c45lit-present', state='detached')
        assert page.locator('.jp-Cell').count() == cells
        assert page.locator('.jp-Dialog, .jp-mod-commandPalette:visible').count() == 0
