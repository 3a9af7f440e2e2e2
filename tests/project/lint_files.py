"""The files that the rules read, each read and parsed once."""
import ast
import json
import re
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITION = (*FUNCTION, ast.ClassDef)
PACKAGE = 'c45lit'
MADE = {'.ipynb_checkpoints', '__pycache__', '_build', '_work'}  # folders of what tools write


class File:
    "A file of the project; `name` is its path from the root."
    def __init__(self, root: Path, path: Path):
        self.path, self.name = path, path.relative_to(root).as_posix()
        self.part = path.parent.name  # of a notebook or a module

    @cached_property
    def text(self) -> str: return self.path.read_text(encoding='utf-8')

    @cached_property
    def lines(self) -> list: return self.text.splitlines()

    @cached_property
    def tree(self) -> ast.Module: return parsed(self.text)

    @cached_property
    def nodes(self) -> list: return list(ast.walk(self.tree))

    @property
    def prose(self) -> list: return [(None, self.text)]  # (cell, text)

    def where(self, words: str, start: int = 0) -> int:
        "The line of the file where words stand, at or after a place."
        return self.text.count('\n', 0, max(self.text.find(words, start), start)) + 1

    def line(self, cell, words: str) -> int: return self.where(words)


class Function(NamedTuple):
    "A function or method of a module, inner ones too."
    node: ast.AST
    lines: int      # without blank ones and docstrings
    compiled: bool  # a kernel, or a step, which becomes part of one


class Module(File):
    "A generated module: `dotted` is 'splits.gain'."
    @cached_property
    def own(self) -> set: return own_lines(self.nodes, self.lines)

    @cached_property
    def functions(self) -> list:
        return [Function(node, len(self.own & {*range(node.lineno, node.end_lineno + 1)}),
                         any(re.match('kernel|step', ast.unparse(d)) for d in node.decorator_list))
                for node in self.nodes if isinstance(node, FUNCTION)]

    @cached_property
    def dotted(self) -> str: return f'{self.part}.{self.path.stem}'

    @cached_property
    def public(self) -> list:
        "The names in `__all__`."
        return literals(self.tree).get('__all__', [])


class Cell:
    "A cell of a notebook; `code` are its statements, lines for IPython left out."
    def __init__(self, cell: dict):
        self.kind, self.id = cell['cell_type'], cell.get('id', '')
        self.text, self.json = ''.join(cell['source']), cell
        self.is_exported = bool(re.search(r'^#\s*\|\s*exports?\b', self.text, re.M))

    @cached_property
    def tree(self) -> ast.Module:
        lines = ['' if re.match(r'\s*[%!?]', line) else line for line in self.text.splitlines()]
        return parsed('\n'.join(lines))

    @property
    def code(self) -> list: return self.tree.body

    @cached_property
    def nodes(self) -> list: return list(ast.walk(self.tree))

    @property
    def own(self) -> set: return own_lines(self.nodes, self.text.splitlines())


class Notebook(File):
    "A notebook; it is a chapter if it has a number and lies in a part of the book."
    @cached_property
    def json(self) -> dict:
        try: return json.loads(self.text)
        except ValueError as error: return dict(cells=[], metadata={}, error=error)

    @cached_property
    def cells(self) -> list: return [Cell(cell) for cell in self.json['cells']]

    def of(self, kind: str) -> list: return [cell for cell in self.cells if cell.kind == kind]

    @property
    def prose(self) -> list: return [(cell, cell.text) for cell in self.of('markdown')]

    @cached_property
    def exported(self) -> list: return [cell for cell in self.of('code') if cell.is_exported]

    @cached_property
    def modules(self) -> list:
        "The modules that it says it exports."
        return re.findall(r'^#\s*\|\s*default_exp\s+(\S+)',
                          '\n'.join(cell.text for cell in self.of('code')), re.M)

    @property
    def place(self) -> tuple: return self.part, self.path.stem

    def line(self, cell: Cell, words: str = '') -> int:
        "The line of the file where a cell, or words of it, stand."
        return self.where(json.dumps(words, ensure_ascii=False)[1:-1],
                          max(self.text.find(f'"id": "{cell.id}"'), 0))


class Files:
    "The files below a root, by kind."
    def __init__(self, root: Path): self.root = root.resolve()

    def below(self, folder: str, pattern: str, kind=File) -> list:
        return [kind(self.root, p) for p in sorted((self.root / folder).rglob(pattern))
                if not MADE & {*p.relative_to(self.root).parts}]

    def file(self, name: str) -> File | None:
        "One file, if it is there."
        return next((f for f in (*self.pages, *self.notebooks) if f.name == name), None) or (
            File(self.root, self.root / name) if (self.root / name).is_file() else None)

    @cached_property
    def notebooks(self) -> list: return self.below('nbs', '*.ipynb', Notebook)

    @cached_property
    def chapters(self) -> list:
        return sorted((n for n in self.notebooks if re.match(r'\d\d_', n.path.stem)
                       and n.part != 'tutorials'), key=lambda n: n.place)

    @cached_property
    def parts(self) -> list: return sorted({n.part for n in self.chapters})

    @cached_property
    def modules(self) -> list:
        "Those that chapters export: `cli.py`, `__main__.py` and `__init__.py` are by hand."
        return [m for m in self.below(PACKAGE, '*.py', Module)
                if not m.path.name.startswith('_') and m.part != PACKAGE]

    @cached_property
    def exported(self) -> dict:
        "'splits.gain' -> its notebook."
        return {module: n for n in self.chapters for module in n.modules}

    @cached_property
    def tests(self) -> list: return self.below('tests', '*.py')

    @cached_property
    def pages(self) -> list:
        "English pages of Markdown."
        return [*(File(self.root, p) for p in sorted(self.root.glob('*.md'))),
                *(f for f in self.below('docs', '*.md') if not f.name.startswith('docs/zh/')),
                *self.below('nbs', '*.md')]

    @cached_property
    def chinese(self) -> list: return self.below('docs/zh', '*.md')

    @cached_property
    def door(self) -> dict:
        "What `c45lit/__init__.py` says in literals: `_PUBLIC`, `_PURPOSES`."
        first = self.file(f'{PACKAGE}/__init__.py')
        return literals(first.tree) if first else {}

    @cached_property
    def home(self) -> dict:
        "Public name -> the module that has it."
        return {name: module for module, names in self.door.get('_PUBLIC', {}).items()
                for name in names}

    @cached_property
    def given(self) -> set:
        "Names that the package itself gives."
        return {name for names in self.door.get('_PURPOSES', {}).values() for name in names}


def own_lines(nodes: list, lines: list) -> set:
    "Numbers of the lines that are neither blank nor part of a docstring."
    said = {n for node in nodes if isinstance(node, DEFINITION) and ast.get_docstring(node)
            is not None for n in range(node.body[0].lineno, node.body[0].end_lineno + 1)}
    return {n for n, line in enumerate(lines, 1) if line.strip()} - said


def parsed(text: str) -> ast.Module:
    "The syntax of a text; what is no Python has none, and an error."
    try: return ast.parse(text)
    except SyntaxError as error:
        tree = ast.Module([], [])
        tree.error = error
        return tree


def literals(tree: ast.Module) -> dict:
    "name -> value of the assignments of a module that are literals."
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try: found[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError: continue
    return found
