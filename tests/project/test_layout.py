"""The shape of the project holds: floors, exported modules, clean notebooks, documented names, small functions."""
import ast
import configparser
import io
import json
import re
import shutil
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest
from support.folders import ROOT

NBS, PACKAGE = ROOT / 'nbs', 'c45lit'
CHAPTERS = sorted(NBS.glob('[0-9][0-9]_*.ipynb'))
NOTEBOOKS = sorted(p for p in NBS.rglob('*.ipynb') if '.ipynb_checkpoints' not in p.parts)
MODULES = sorted(p for p in (ROOT / PACKAGE).glob('*.py') if p.name not in ('__init__.py', '_modidx.py'))
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
ROOT_FOLDER = {
    '.ci', '.gitattributes', '.github', '.gitignore', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'MANIFEST.in', 'Makefile',
    'README.md', 'c45lit', 'docs', 'nbs', 'pyproject.toml', 'settings.ini', 'setup.py', 'tests',
}
# What differs from machine to machine or from run to run.
UNREPEATABLE = {
    'a memory address': re.compile(r'\bat 0x[0-9a-f]{6,}'),
    'an absolute path': re.compile(r'''(?:^|[\s'"(=])(?:/(?:home|root|Users|tmp|usr|opt|var|work)/|[A-Z]:\\\\)\w'''),
    'a clock time': re.compile(r'\b\d\d:\d\d:\d\d\b'),
    'a progress bar': re.compile(r'\d+%\|[█ ]'),
}

each_chapter = pytest.mark.parametrize('path', CHAPTERS, ids=lambda p: p.stem)
each_notebook = pytest.mark.parametrize('path', NOTEBOOKS, ids=lambda p: p.relative_to(NBS).as_posix())
each_module = pytest.mark.parametrize('path', MODULES, ids=lambda p: p.stem)


# -- reading

def cells(path: Path, kind: str) -> list:
    "The cells of one kind."
    notebook = json.loads(path.read_text(encoding='utf-8'))
    return [cell for cell in notebook['cells'] if cell['cell_type'] == kind]


def source(cell: dict) -> str:
    "The text of a cell."
    return ''.join(cell['source'])


def code(cell: dict) -> list:
    "The statements of a code cell; lines for IPython are left out."
    lines = ['' if re.match(r'\s*[%!?]', line) else line for line in source(cell).splitlines()]
    return ast.parse('\n'.join(lines)).body


def exported(path: Path) -> list:
    "The exported code cells of a notebook."
    return [cell for cell in cells(path, 'code') if re.search(r'^#\s*\|\s*exports?\b', source(cell), re.M)]


def chapter_of(module: str) -> str:
    "`info` -> `10_info`; '' if no chapter exports that module."
    return next((p.stem for p in CHAPTERS if p.stem[3:] == module), '')


def without_docstrings(tree: ast.Module, text: str) -> list:
    "The lines of `text` that are neither blank nor part of a docstring."
    lines = text.splitlines()
    for node in ast.walk(tree):
        if isinstance(node, (*FUNCTION, ast.ClassDef)) and ast.get_docstring(node) is not None:
            first = node.body[0]
            lines[first.lineno - 1:first.end_lineno] = [''] * (first.end_lineno - first.lineno + 1)
    return lines


def functions(path: Path) -> list:
    "(name, lines without docstring and blank lines, is it a kernel) of every function in a module."
    text = path.read_text(encoding='utf-8')
    tree = ast.parse(text)
    lines = without_docstrings(tree, text)
    return [(f'{path.stem}.{node.name}', sum(bool(s.strip()) for s in lines[node.lineno - 1:node.end_lineno]),
             any('kernel' in ast.unparse(d) for d in node.decorator_list))
            for node in ast.walk(tree) if isinstance(node, FUNCTION)]


# -- floors

def imported_modules(cell: dict) -> set:
    "The modules of the package that a cell imports, those inside functions included."
    found = set()
    for node in (n for statement in code(cell) for n in ast.walk(statement)):
        if isinstance(node, ast.ImportFrom):
            found |= modules_of(node)
        elif isinstance(node, ast.Import):
            found |= {a.name.split('.')[1] for a in node.names if a.name.startswith(PACKAGE + '.')}
    return found


def modules_of(node: ast.ImportFrom) -> set:
    "`from c45lit.info import entropy` and `from c45lit import entropy` both name the module info."
    module = node.module or ''
    if node.level == 0 and module == PACKAGE:
        return {module_of(alias.name) for alias in node.names} - {''}
    if node.level == 0 and module.startswith(PACKAGE + '.'):
        return {module.split('.')[1]}
    return {module.split('.')[0]} if node.level else set()


def module_of(name: str) -> str:
    "The module that a public name, or a module's own name, comes from."
    for path in MODULES:
        if path.stem == name or name in public(path):
            return path.stem
    return ''


def public(path: Path) -> list:
    "The names in `__all__` of an exported module."
    for node in ast.parse(path.read_text(encoding='utf-8')).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], 'id', '') == '__all__':
            return ast.literal_eval(node.value)
    return []


@each_chapter
def test_a_chapter_imports_only_chapters_with_a_smaller_number(path):
    for cell in cells(path, 'code'):
        for module in imported_modules(cell):
            floor = chapter_of(module)
            assert floor, f'{path.name} imports {PACKAGE}.{module}, which no chapter exports'
            assert floor < path.stem, f'{path.name} imports {PACKAGE}.{module}, which is chapter {floor}'


@each_chapter
def test_a_chapter_exports_the_module_of_its_name(path):
    names = re.findall(r'^#\s*\|\s*default_exp\s+(\S+)', '\n'.join(map(source, cells(path, 'code'))), re.M)
    assert names == [path.stem[3:]]


# -- exported modules and clean notebooks

def run(command: str, folder: Path):
    "Run one of nbdev's commands, those of the Python that runs the tests."
    done = subprocess.run([Path(sys.executable).with_name(command)], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, f'{command} failed:\n{done.stdout}{done.stderr}'


@pytest.fixture(scope='module')
def fresh(tmp_path_factory):
    "A copy of the project in which everything was exported and cleaned anew."
    pytest.importorskip('nbdev', reason='pip install c45lit[dev]')
    copy = tmp_path_factory.mktemp('copy')
    shutil.copy(ROOT / 'settings.ini', copy)
    shutil.copy(ROOT / 'pyproject.toml', copy)
    for folder in ('nbs', PACKAGE):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns('__pycache__', '.ipynb_*'))
    run('nbdev_clean', copy)
    run('nbdev_export', copy)
    return copy


def test_exporting_changes_no_module(fresh):
    there = {p.name: p.read_text(encoding='utf-8') for p in (fresh / PACKAGE).glob('*.py')}
    here = {p.name: p.read_text(encoding='utf-8') for p in (ROOT / PACKAGE).glob('*.py')}
    changed = sorted(name for name in there if there[name] != here.get(name))
    assert not changed, f'run nbdev_export: it changes {", ".join(changed)}'


def test_every_module_comes_from_a_chapter():
    orphans = [p.name for p in MODULES if not chapter_of(p.stem)]
    assert not orphans, f'no chapter exports {", ".join(orphans)}'


@each_notebook
def test_cleaning_changes_no_notebook(path, fresh):
    cleaned = (fresh / 'nbs' / path.relative_to(NBS)).read_text(encoding='utf-8')
    assert cleaned == path.read_text(encoding='utf-8'), f'run nbdev_clean: it changes {path.name}'


@each_notebook
def test_a_notebook_keeps_no_counts_and_no_widget_state(path):
    notebook = json.loads(path.read_text(encoding='utf-8'))
    assert 'widgets' not in notebook['metadata'], f'{path.name}: widget state in its metadata'
    for cell in cells(path, 'code'):
        assert cell['execution_count'] is None
        for output in cell['outputs']:
            assert not any('widget' in kind for kind in output.get('data', {})), \
                f'{path.name}: a widget in the output of\n{source(cell)}\nclear it'


@each_notebook
def test_outputs_are_complete_and_repeatable(path):
    for cell in cells(path, 'code'):
        for output in cell['outputs']:
            assert output['output_type'] != 'error', f'{path.name}: an error in the output of\n{source(cell)}'
            for what, pattern in UNREPEATABLE.items():
                found = pattern.search(text_of(output))
                assert not found, f'{path.name}: {what} ({found[0]!r}) in the output of\n{source(cell)}'


def text_of(output: dict) -> str:
    "What an output says in words."
    data = output.get('data', {})
    return '\n'.join(''.join(part) for part in (output.get('text', ''), data.get('text/plain', ''), data.get('text/html', '')))


@each_notebook
def test_imports_share_no_cell_with_other_code(path):
    for cell in cells(path, 'code'):
        kinds = {isinstance(node, (ast.Import, ast.ImportFrom)) for node in code(cell)}
        assert len(kinds) < 2 or 'nbdev_export(' in source(cell), f'{path.name}: imports and other code in\n{source(cell)}'


@each_chapter
def test_a_chapter_starts_with_a_heading_in_both_languages_and_one_sentence(path):
    first = source(json.loads(path.read_text(encoding='utf-8'))['cells'][0]).splitlines()
    assert re.fullmatch(r'# .+ [(（].*[\u4e00-\u9fff].*[)）]', first[0]), f'{path.name}: {first[0]}'
    assert any(line.startswith('> ') for line in first[1:4]), f'{path.name}: no line "> what you can do afterwards"'


# -- names, sizes, form

def documented(body: list, prefix: str = ''):
    "(name, docstring) of the public functions, classes and methods."
    for node in body:
        if isinstance(node, (*FUNCTION, ast.ClassDef)) and not node.name.startswith('_'):
            setter = any(ast.unparse(d).endswith('.setter') for d in node.decorator_list)
            if not setter:
                yield prefix + node.name, ast.get_docstring(node)
            if isinstance(node, ast.ClassDef):
                yield from documented(node.body, f'{node.name}.')


@each_module
def test_every_public_name_has_a_docstring_that_starts_with_a_sentence(path):
    for name, text in documented(ast.parse(path.read_text(encoding='utf-8')).body):
        assert text, f'{path.stem}.{name} has no docstring'
        first = text.strip().split('\n\n')[0].strip()
        assert first.endswith(('.', '?')), f'{path.stem}.{name}: {first!r} is no sentence'


def test_nine_in_ten_functions_have_at_most_twenty_lines():
    sizes = [(lines, name) for path in MODULES for name, lines, kernel in functions(path) if not kernel]
    long = sorted((s for s in sizes if s[0] > 20), reverse=True)
    assert len(long) <= len(sizes) / 10, f'{len(long)} of {len(sizes)} are longer: {long}'


def test_no_kernel_has_more_than_45_lines():
    long = [(name, lines) for path in MODULES for name, lines, kernel in functions(path) if kernel and lines > 45]
    assert not long


@each_chapter
def test_a_chapter_exports_at_most_250_lines(path):
    lines = 0
    for cell in exported(path):
        text = source(cell)
        lines += sum(bool(line.strip()) for line in without_docstrings(ast.parse(text), text))
    assert lines <= 250


@each_module
def test_lines_are_short_and_hold_one_statement(path):
    text = path.read_text(encoding='utf-8')
    long = [number for number, line in enumerate(text.splitlines(), 1)
            if len(line) > 100 and not line.startswith(('__all__', '# %%'))]
    assert not long, f'{path.name}: longer than 100 characters: lines {long}'
    joined = [token.start[0] for token in tokenize.generate_tokens(io.StringIO(text).readline)
              if token.type == tokenize.OP and token.string == ';']
    assert not joined, f'{path.name}: statements joined by ";" in lines {joined}'


# -- the rest of the project

def test_the_root_folder_is_short():
    done = subprocess.run(['git', 'ls-files'], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip('not a git repository')
    there = {line.strip('"').split('/')[0] for line in done.stdout.splitlines()}
    assert there <= ROOT_FOLDER, f'not in the plan: {sorted(there - ROOT_FOLDER)}'


def test_the_version_stands_in_settings_only():
    ini = configparser.ConfigParser(delimiters=['='], interpolation=None)
    ini.read(ROOT / 'settings.ini', encoding='utf-8')
    text = (ROOT / PACKAGE / '__init__.py').read_text(encoding='utf-8')
    assert f"__version__ = \"{ini['DEFAULT']['version']}\"" in text.replace("'", '"')
