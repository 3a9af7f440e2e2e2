"""The house in one table: parts, chapters, lines, prose, long functions, imports that go up or in a
circle.

    python tests/project/house.py [ROOT]     of another checkout, be it in parts or flat
"""
import ast
import json
import re
import sys
from pathlib import Path
from typing import NamedTuple

FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
PACKAGE = 'c45lit'
ANY_NAME = '?'  # a public name that only a run knows
ANNEXES = 'originals', 'ensembles', 'partitions', 'exports'  # parts that the core does not import


class Function(NamedTuple):
    "A function or method of a module."
    name: str        # 'gain.split_info'
    lines: int       # without blank ones and docstrings
    parameters: int
    compiled: bool   # a kernel, or a step, which becomes part of one


class Chapter(NamedTuple):
    "A notebook and the module that it exports."
    place: tuple      # ('01_splits', 3): part and number; the part is '' where the layout is flat
    module: str       # 'splits.gain'
    lines: int        # exported, without blank ones and docstrings
    words: int        # of prose
    functions: tuple  # each a `Function`
    imports: set      # modules, those that functions may import too


# -- reading

def chapters(root: Path) -> list:
    "All chapters, in the order of the book."
    found = {}
    for path in sorted((root / 'nbs').rglob('[0-9][0-9]_*.ipynb')):
        cells = [(cell['cell_type'], ''.join(cell['source']))
                 for cell in json.loads(path.read_text(encoding='utf-8'))['cells']]
        module = re.search(r'^# ?\| ?default_exp (\S+)', '\n'.join(text for _, text in cells), re.M)
        if module: found[module[1]] = (path.parent.relative_to(root / 'nbs').as_posix().strip('.'),
                                       int(path.stem[:2])), cells
    return [chapter(root, place, module, cells, set(found))
            for module, (place, cells) in found.items()]


def chapter(root: Path, place: tuple, module: str, cells: list, modules: set) -> Chapter:
    "What the table tells of one chapter."
    exported = [text for kind, text in cells if kind == 'code'
                and re.search(r'^# ?\| ?exports?\b', text, re.M)]
    text = (root / PACKAGE / f'{module.replace(".", "/")}.py').read_text(encoding='utf-8')
    return Chapter(place, module, sum(len(own_lines(text)) for text in exported),
                   sum(words(text) for kind, text in cells if kind == 'markdown'),
                   tuple(functions(text, module.rpartition('.')[2])),
                   imports(ast.parse(text), module, modules, public_homes(root)))


def own_lines(text: str) -> set:
    "Numbers of the lines that are neither blank nor part of a docstring."
    said = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (*FUNCTION, ast.ClassDef)) and ast.get_docstring(node) is not None:
            said |= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return {n for n, line in enumerate(text.splitlines(), 1) if line.strip()} - said


def words(text: str) -> int:
    "Words of a text cell, without what stands between fences."
    return len(re.findall(r"[^\W\d_][\w'’-]*", re.sub(r'^```.*?^```', '', text, flags=re.M | re.S)))


def functions(text: str, stem: str):
    "The functions of a module, inner ones and methods too."
    own = own_lines(text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, FUNCTION):
            a = node.args
            yield Function(f'{stem}.{node.name}',
                           len(own & set(range(node.lineno, node.end_lineno + 1))),
                           len(a.posonlyargs) + len(a.args) + len(a.kwonlyargs),
                           any(re.match(r'kernel|step', ast.unparse(d))
                               for d in node.decorator_list))


def imports(tree: ast.Module, module: str, modules: set, homes: dict = None) -> set:
    """The modules of the package that a module imports or may import: inside functions, by
    `import_module`, and by a public name (its home in `homes`) asked of the package or of a part.
    A name that only a run knows may be any."""
    homes, package = homes or {}, {PACKAGE}
    package |= {a.asname for node in ast.walk(tree) if isinstance(node, ast.Import)
                for a in node.names if a.name == PACKAGE and a.asname}
    asked = {name for node in ast.walk(tree) for name in names_asked(node, module, package)}
    found = {m for name in asked for m in modules_behind(name, modules, homes)}
    return found & modules - {module}


def modules_behind(name: str, modules: set, homes: dict) -> set:
    "The modules that a dotted name may mean: itself, the home of a public name, or a whole part."
    if name == ANY_NAME: return {*homes.values()}
    name = name.removeprefix(f'{PACKAGE}.')
    if name in modules: return {name}
    part, _, last = name.rpartition('.')
    if last in homes and part in ('', homes[last].partition('.')[0]): return {homes[last]}
    start = name[:-1] if name.endswith('*') else f'{name}.'
    return {m for m in modules if m.startswith(start)}


def names_asked(node: ast.AST, module: str, package: set):
    """Dotted names of modules and public names that a statement or expression asks for; what a run
    fills in is a star."""
    if isinstance(node, ast.ImportFrom):
        base = [PACKAGE, *module.split('.')][:-node.level] if node.level else []
        base = '.'.join([*base, *filter(None, [node.module])])
        if base.startswith(PACKAGE): yield from (f'{base}.{a.name}' for a in node.names)
        if base.count('.') > 1: yield base
    elif isinstance(node, ast.Import):
        yield from (a.name for a in node.names if a.name.startswith(f'{PACKAGE}.'))
    elif isinstance(node, ast.Attribute) and is_package(node.value, package):
        yield node.attr
    elif isinstance(node, ast.Call) and node.args:
        name = getattr(node.func, 'attr', getattr(node.func, 'id', ''))
        if name == 'getattr' and is_package(node.args[0], package):
            yield node.args[1].value if isinstance(node.args[1], ast.Constant) else ANY_NAME
        if name in ('import_module', '__import__'): yield said(node.args[0])


def is_package(node: ast.AST, package: set) -> bool:
    "Whether an expression is the package itself, by one of its names."
    return isinstance(node, ast.Name) and node.id in package


def said(node: ast.AST) -> str:
    "A text as it stands in a program; from where a run fills it in, a star."
    if isinstance(node, ast.Constant): return node.value
    first = node.values[0] if isinstance(node, ast.JoinedStr) else None
    return (first.value if isinstance(first, ast.Constant) else '') + '*'


def public_homes(root: Path) -> dict:
    "Public name -> module that it is in, as the package itself has it."
    text = (root / PACKAGE / '__init__.py').read_text(encoding='utf-8')
    table = next((node.value for node in ast.parse(text).body if isinstance(node, ast.Assign)
                  and node.targets[0].id == '_PUBLIC'), ast.Dict([], []))
    return {name: module for module, names in ast.literal_eval(table).items() for name in names}


# -- judging

def upward(book: list) -> list:
    "(module, module it imports) where the second does not stand before the first."
    place = {c.module: c.place for c in book}
    return [(c.module, other) for c in book for other in sorted(c.imports)
            if place[other] >= c.place]


def border(book: list) -> list:
    "(module of the core, module of an annex that it imports)."
    def part(module): return module.partition('.')[0]
    return [(c.module, other) for c in book if part(c.module) not in ANNEXES
            for other in sorted(c.imports) if part(other) in ANNEXES]


def circles(book: list) -> list:
    "The groups of modules that import each other, directly or through others."
    below = {c.module: set(c.imports) for c in book}
    for middle in below:  # what can be reached at all, module by module
        for module in below:
            if middle in below[module]: below[module] |= below[middle]
    groups = {frozenset(m for m in below if m in below[module] and module in below[m])
              for module in below}
    return sorted(map(sorted, groups - {frozenset()}))


# -- the table

COLUMNS = ('part', 'chapters', 'exported lines', 'words a line', 'functions', 'longest',
           'over 20 lines', 'over 8 parameters',
           'compiled', 'longest', 'over 45 lines', 'over 8 parameters', 'imports upward')


def row(name: str, book: list, up: list) -> list:
    "One line of the table: plain functions first, then kernels and steps."
    lines, inside = sum(c.lines for c in book), {c.module for c in book}
    plain, compiled = ([f for c in book for f in c.functions if f.compiled is kind]
                       for kind in (False, True))
    return [name, len(book), lines, f'{sum(c.words for c in book) / max(lines, 1):.1f}',
            *measured(plain, 20), *measured(compiled, 45),
            sum(module in inside for module, _ in up)]


def measured(found: list, limit: int) -> list:
    """How many functions, the longest, how many are longer than a limit, and how many have more
    than eight parameters."""
    longest = max(found, key=lambda f: f.lines, default=None)
    return [len(found), f'{longest.lines} {longest.name}' if longest else '',
            sum(f.lines > limit for f in found),
            sum(f.parameters > 8 for f in found)]


def rows(book: list) -> list:
    "The table, part by part, and all of it."
    up = upward(book)
    parts = sorted({c.place[0] for c in book})
    found = [row(part or 'flat', [c for c in book if c.place[0] == part], up) for part in parts]
    if len(parts) == 1: return found
    core = [c for c in book if c.module.partition('.')[0] not in ANNEXES]
    return [*found, row('core', core, up), row('all', book, up)]


def beside(root: Path) -> dict:
    "Folder -> lines of Python in it, of the tests and of what builds the site."
    found = {}
    for path in (*(root / 'tests').rglob('*.py'), *(root / 'docs' / 'site').rglob('*.py')):
        folder = '/'.join(path.relative_to(root).parts[:-1][:2])
        found[folder] = found.get(folder, 0) + len(path.read_text(encoding='utf-8').splitlines())
    return found | {'tests': sum(n for folder, n in found.items() if folder.startswith('tests'))}


def main(root: Path):
    "Print the table, and what is wrong by name."
    book = chapters(root)
    for line in (COLUMNS, ['---'] + ['---:'] * (len(COLUMNS) - 1), *rows(book)):
        print('|', *(f'{cell} |' for cell in line))
    print('\nimports upward:', '; '.join(f'{a} → {b}' for a, b in upward(book)) or 'none')
    print('the core imports of annexes:', '; '.join(f'{a} → {b}' for a, b in border(book)) or 'nothing')
    print('lines beside:', ', '.join(f'{folder} {n}' for folder, n in sorted(beside(root).items())))
    print('circles of imports:', '; '.join(map(', '.join, circles(book))) or 'none')


if __name__ == '__main__':
    main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve())
