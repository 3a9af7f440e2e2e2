"""The house in one table: parts, chapters, lines, prose, long functions, and what the core imports of
annexes; and the imports of a piece of code, dynamic ones too.

    python tests/project/house.py [ROOT]     of another checkout
"""
import ast
import re
import sys
from pathlib import Path

from lint_files import PACKAGE, Files

ANY_NAME = '?'  # a public name that only a run knows
ANNEXES = 'originals', 'ensembles', 'partitions', 'exports'  # parts that the core does not import


# -- imports

def imports(code, module: str, files: Files) -> set:
    """The modules of the book that a cell imports or may import: inside functions, by
    `import_module`, and by a public name asked of a part or, by what is exported, of the package.
    A name that only a run knows may be any."""
    package = {PACKAGE} | {a.asname for node in code.nodes if isinstance(node, ast.Import)
                           for a in node.names if a.name == PACKAGE and a.asname}
    if not code.is_exported: package = set()
    asked = {name for node in code.nodes for name in names_asked(node, module, package)}
    return {m for name in asked for m in modules_behind(name, files)} & {*files.exported} - {module}


def modules_behind(name: str, files: Files) -> set:
    "The modules that a dotted name may mean: itself, the home of a public name, or a whole part."
    if name == ANY_NAME: return {*files.home.values()}
    name = name.removeprefix(f'{PACKAGE}.')
    if name in files.exported: return {name}
    part, _, last = name.rpartition('.')
    home = files.home.get(last)
    if home and part in ('', home.partition('.')[0]): return {home}
    start = name[:-1] if name.endswith('*') else f'{name}.'
    return {m for m in files.exported if m.startswith(start)}


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


def border(files: Files) -> list:
    "(module of the core, module of an annex that it imports)."
    return sorted({(module, other) for module, n in files.exported.items()
                   if n.part[3:] not in ANNEXES for cell in n.exported
                   for other in imports(cell, module, files) if other.partition('.')[0] in ANNEXES})


# -- the table

COLUMNS = ('part', 'chapters', 'exported lines', 'words a line', 'functions', 'longest',
           'over 20 lines', 'over 8 parameters',
           'compiled', 'longest', 'over 45 lines', 'over 8 parameters')


def row(name: str, files: Files, parts: list) -> list:
    "One line of the table: plain functions first, then kernels and steps."
    book = {module: n for module, n in files.exported.items() if n.part in parts}
    lines = sum(len(cell.own) for n in book.values() for cell in n.exported)
    words = sum(len(re.findall(r"[^\W\d_][\w'’-]*", re.sub(r'^```.*?^```', '', text, flags=re.M | re.S)))
                for n in book.values() for _, text in n.prose)
    found = [f for m in files.modules if m.dotted in book for f in m.functions]
    return [name, len(book), lines, f'{words / max(lines, 1):.1f}',
            *measured([f for f in found if not f.compiled], 20),
            *measured([f for f in found if f.compiled], 45)]


def measured(found: list, limit: int) -> list:
    """How many functions, the longest, how many are longer than a limit, and how many have more
    than eight parameters."""
    longest = max(found, key=lambda f: f.lines, default=None)
    return [len(found), f'{longest.lines} {longest.node.name}' if longest else '',
            sum(f.lines > limit for f in found),
            sum(len([*f.node.args.posonlyargs, *f.node.args.args, *f.node.args.kwonlyargs]) > 8
                for f in found)]


def beside(files: Files) -> dict:
    "Folder -> lines of Python in it, of the tests and of what builds the site."
    found = {}
    for file in (*files.tests, *files.below('docs/site', '*.py')):
        folder = '/'.join(file.name.split('/')[:-1][:2])
        found[folder] = found.get(folder, 0) + len(file.lines)
    return found | {'tests': sum(n for folder, n in found.items() if folder.startswith('tests'))}


def main(root: Path):
    "Print the table, and what the core imports of annexes."
    files = Files(root)
    core = [part for part in files.parts if part[3:] not in ANNEXES]
    rows = [row(part, files, [part]) for part in files.parts]
    rows += [row('core', files, core), row('all', files, files.parts)]
    for line in (COLUMNS, ['---'] + ['---:'] * (len(COLUMNS) - 1), *rows):
        print('|', *(f'{cell} |' for cell in line))
    print('\nthe core imports of annexes:', '; '.join(f'{a} → {b}' for a, b in border(files)) or 'nothing')
    print('lines beside:', ', '.join(f'{folder} {n}' for folder, n in sorted(beside(files).items())))


if __name__ == '__main__':
    main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve())
