"""What holds of the package as it is imported, exported, cleaned and installed; what can be read
off the files is looked at by lint.py.
"""
import importlib
import pydoc
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.folders import ROOT
from support.runs import ANNEXES

import house
from lint_files import Files

import c45lit

PACKAGE = 'c45lit'
FILES = Files(ROOT)
PARTS, EXPORTED = FILES.parts, FILES.exported


# -- names

def test_every_name_at_home_in_the_package_is_found_there_and_documented():
    public = {m.dotted: m.public for m in FILES.modules}
    for name, module in c45lit._HOME.items():
        value = getattr(c45lit if name in c45lit.__all__ else door(c45lit._part(name)), name)
        assert value is getattr(importlib.import_module(f'{PACKAGE}.{module}'), name), name
        assert name in public[module], name
        if callable(value):
            assert value.__doc__ and not value.__doc__.startswith(
                f'{name}('), name  # what dataclasses make up
        else: assert any(f'`{name}`' in text for _, text in EXPORTED[module].prose), name


def test_the_core_imports_no_annex():
    assert {*ANNEXES} == {*house.ANNEXES} <= {part[3:] for part in PARTS}
    assert len(EXPORTED) > 150 and house.border(FILES) == []


def test_the_command_line_is_where_it_is_documented():
    main = importlib.import_module(f'{PACKAGE}.programs.cli').main
    assert importlib.import_module(f'{PACKAGE}.cli').main is main


# -- exported modules and clean notebooks

def run(command: str, folder: Path):
    "Run one of nbdev's commands, those of the Python that runs the tests."
    done = subprocess.run([Path(sys.executable).with_name(command)], cwd=folder,
                          capture_output=True, text=True)
    assert done.returncode == 0, f'{command} failed:\n{done.stdout}{done.stderr}'


@pytest.fixture(scope='module')
def fresh(tmp_path_factory):
    "A copy of the project in which everything was exported and cleaned anew."
    pytest.importorskip('nbdev', reason='pip install c45lit[dev]')
    copy = tmp_path_factory.mktemp('copy')
    shutil.copy(ROOT / 'settings.ini', copy)
    shutil.copy(ROOT / 'pyproject.toml', copy)
    for folder in ('nbs', PACKAGE):
        shutil.copytree(ROOT / folder, copy / folder,
                        ignore=shutil.ignore_patterns('__pycache__', '.ipynb_*'))
    run('nbdev_clean', copy)
    run('nbdev_export', copy)
    return copy


def test_exporting_changes_no_module_and_cleaning_no_notebook(fresh):
    for folder, pattern, command in (('nbs', '*.ipynb', 'nbdev_clean'),
                                     (PACKAGE, '*.py', 'nbdev_export')):
        there, here = ({p.relative_to(root / folder).as_posix(): p.read_text(encoding='utf-8')
                        for p in (root / folder).rglob(pattern)
                        if '.ipynb_checkpoints' not in p.parts and p.name != '_modidx.py'}
                       for root in (fresh, ROOT))
        changed = sorted(name for name in there if there[name] != here.get(name))
        assert there and not changed, f'run {command}: it changes {", ".join(changed)}'


def test_a_name_of_a_part_is_not_the_packages_and_the_error_says_where_it_is():
    for name in sorted({*c45lit._HOME} - {*c45lit.__all__}):
        with pytest.raises(AttributeError,
                           match=f'from c45lit.{c45lit._part(name)} import {name}$'):
            getattr(c45lit, name)
    with pytest.raises(AttributeError, match='from c45lit import C45Classifier$'):
        door('splits').C45Classifier  # noqa: B018


def door(part: str):
    "A part of the package."
    return importlib.import_module(f'{PACKAGE}.{part}')


def test_the_package_gives_some_dozens_of_names_and_help_shows_them_by_purpose():
    assert c45lit.__all__ == sorted(c45lit.__all__) and set(c45lit.__all__) <= {*c45lit._HOME} & {
        *dir(c45lit)}
    assert 40 <= len(c45lit.__all__) <= 70 and not {*dir(c45lit)} & (
        {*c45lit._HOME} - {*c45lit.__all__})
    lines = pydoc.render_doc(c45lit, renderer=pydoc.plaintext)
    for purpose, names in c45lit._PURPOSES.items():
        assert re.search(rf'{purpose} +{names[0]}', lines) and all(name in lines for name in names)
    with pytest.raises(AttributeError, match="'c45lit' has no attribute 'nothing_of_the_kind'"):
        c45lit.nothing_of_the_kind


def test_a_part_gives_its_names_and_is_no_room_of_its_modules():
    for part in {c45lit._part(name) for name in c45lit._HOME}:
        names = sorted(name for name in c45lit._HOME if c45lit._part(name) == part)
        assert door(part).__all__ == dir(door(part)) == names
        with pytest.raises(AttributeError, match=f"'c45lit.{part}' has no attribute 'nothing'"):
            door(part).nothing
        first = FILES.file(f'nbs/{next(p for p in PARTS if p[3:] == part)}/README.md').text
        assert f'\n> {door(part).__doc__}\n' in first


def test_a_name_wins_over_a_module_of_the_same_name_whatever_was_imported_before():
    code = ('import c45lit.splits.gain\nfrom c45lit.splits.gain import gain as same\n'
            'from c45lit.splits import gain, impurity\nassert gain is same and impurity.entropy')
    subprocess.run([sys.executable, '-c', code], check=True)
