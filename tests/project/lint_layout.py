"""Rules of the book and its modules: order, names, sizes, clean notebooks.

A chapter is `nbs/N_part/NN_stem.ipynb`, its module `c45lit.part.stem`.
"""
import ast
import configparser
import json
import re
import unicodedata
from collections import Counter

import house
import stubs as typed
from lint_files import DEFINITION, PACKAGE

UNREPEATABLE = {  # from machine to machine, or from run to run
    'a memory address': r'\bat 0x[0-9a-f]{6,}',
    'an absolute path': r'''(?:^|[\s'"(=])(?:/(?:home|root|Users|tmp|usr|opt|var|work)/'''
                        r'|[A-Z]:\\\\)\w',
    'a clock time': r'\b\d\d:\d\d:\d\d\b',
    'a progress bar': r'\d+%\|[█ ]',
}
ANSWERED = ('01_splits', '02_tree', 'tutorials')  # parts whose answers are asserted, one by one


# -- order

def syntax(files):
    "Notebooks are JSON, and their cells are Python; ruff looks at the other files."
    for n in files.notebooks:
        if 'error' in n.json: yield n, n.json['error'].lineno, f'no JSON: {n.json["error"]}'
        for cell in n.of('code'):
            error = getattr(cell.tree, 'error', None)
            if error: yield n, n.line(cell), str(error)


def chapters(files):
    """Parts are numbered without a gap, and chapters in their part; each exports the module of its
    name, and no module comes from elsewhere."""
    for i, part in enumerate(files.parts):
        if not part.startswith(f'{i:02}_'):
            yield f'nbs/{part}', 1, f'parts are numbered 00, 01, …: this one would be {i:02}'
    for n in files.notebooks:
        if n.path.parent != files.root / 'nbs' and n.part not in (*files.parts, 'tutorials'):
            yield n, 1, f'nbs/{n.part} is no part of the book: it has no chapter NN_stem.ipynb'
    count = Counter((n.part, n.path.stem[:2]) for n in files.chapters)
    there = {m.dotted for m in files.modules}
    for n in files.chapters:
        if not n.modules and not n.exported: continue  # to be read only
        module = f'{n.part[3:]}.{n.path.stem[3:]}'
        if count[n.part, n.path.stem[:2]] > 1:
            yield n, 1, f'another chapter of {n.part} has the number {n.path.stem[:2]}, too'
        if n.modules != [module]: yield n, 1, f'says #| default_exp {n.modules}, not {module}'
        if module not in there: yield n, 1, f'{module} is not there: run nbdev_export'
    for m in files.modules:
        if m.dotted not in files.exported:
            yield m, 1, 'no chapter exports it: nbdev_export deletes nothing, remove what has moved'


def order(files):
    "A chapter imports only chapters that come before it, its examples included."
    for n in files.chapters:
        for cell in n.of('code'):
            for module in house.imports(cell, ''.join(n.modules), files):
                other = files.exported[module]
                if other.place >= n.place:
                    yield n, n.line(cell), f'imports {PACKAGE}.{module}, which is {other.name}'


# -- names

def one_name(files):
    "A module, a public class, a file of tests and a public name are not called as another one is."
    classes = [(node.name, m, node.lineno) for m in files.modules for node in m.tree.body
               if isinstance(node, ast.ClassDef) and not node.name.startswith('_')]
    stems = [(m.path.name, m, 1) for m in files.modules]
    tests = [(t.path.name, t, 1) for t in files.tests if t.path.name.startswith('test_')]
    for found in (classes, stems, tests):
        count = Counter(name for name, *_ in found)
        yield from ((file, line, f'another one has the name {name}, too')
                    for name, file, line in found if count[name] > 1)
    parts = {m.part for m in files.modules}
    for m in files.modules:
        if m.part in files.home: yield m, 1, f'the part {m.part} hides a public name'
        yield from ((m, 1, f'{name} is hidden by the part of this name')
                    for name in m.public if name in parts)


def stubs(files):
    "What the lazy doors give is told to type checkers and editors: `__init__.pyi`."
    for name, text in typed.told(files.home, files.given).items():
        stub = files.file(f'{PACKAGE}/{name}')
        if not stub or stub.text != text:
            yield (files.file(f'{PACKAGE}/__init__.py'), 1,
                   f'{name} is not what the table of names says: python tests/project/stubs.py')


# -- notebooks

def outputs(files):
    "Outputs repeat: no error, no widget, no count, nothing of this machine or this run."
    for n in files.notebooks:
        if 'widgets' in n.json['metadata']: yield n, 1, 'widget state in its metadata: nbdev_clean'
        for cell in n.of('code'):
            for what in {*unwanted(cell.json)}: yield n, n.line(cell), f'{what} in an output'


def unwanted(cell: dict):
    "What the outputs of a code cell should not have."
    if cell['execution_count'] is not None: yield 'a count'
    for output in cell['outputs']:
        data = output.get('data', {})
        if output['output_type'] == 'error': yield 'an error'
        if any('widget' in kind for kind in data): yield 'a widget'
        said = '\n'.join(''.join(part) for part in (
            output.get('text', ''), data.get('text/plain', ''), data.get('text/html', '')))
        for what, pattern in UNREPEATABLE.items():
            found = re.search(pattern, said)
            if found: yield f'{what} ({found[0]!r})'


def heading(files):
    "A chapter starts with a heading in both languages and a line of what you can do afterwards."
    for n in (n for n in files.chapters if n.cells):
        first = n.cells[0].text.splitlines() or ['']
        if not re.fullmatch(r'# .+ [(（].*[\u4e00-\u9fff].*[)）]', first[0]):
            yield n, n.line(n.cells[0]), f'no heading "# English (中文)": {first[0]}'
        if not any(line.startswith('> ') for line in first[1:4]):
            yield n, n.line(n.cells[0]), 'no line "> what you can do afterwards" below the heading'


def asserted(files):
    """What an answer claims is asserted: of each numbered answer of a reader's page a cell says
    `# answer 1` and asserts it, or that it is a reason, or which test does."""
    for n in (n for n in files.notebooks if n.part in ANSWERED):
        claims = [int(k) for cell, text in n.prose for answers in re.findall(
            r'<details><summary>Answers?</summary>(.*?)</details>', text, re.S)
                  for k in re.findall(r'^(\d+)\. ', answers, re.M) if '## Exercises' in text]
        held = set()
        for cell in (cell for cell in n.cells if cell.kind == 'code'):
            _, *parts = re.split(r'^# answers? ', cell.text, flags=re.M)
            for part in parts:
                label, _, body = part.partition('\n')
                test = re.search(r'\btests/\S+', label)
                if re.search(r'^ *(assert|test_\w+\()', body, re.M) or ': a reason' in label or (
                        test and (files.root / test[0]).exists()):
                    held |= {*map(int, re.findall(r'\d+', label.partition(':')[0]))}
        for k in claims:
            if k not in held: yield n, n.where('Answers</summary>'), f'answer {k} is not asserted'


# -- docstrings and sizes

def inherited(body) -> set:
    "Methods, as class.method, that a base of the same module has and describes."
    own = {c.name: {f.name for f in c.body if isinstance(f, ast.FunctionDef)
                    and ast.get_docstring(f)} for c in body if isinstance(c, ast.ClassDef)}
    return {f'{c.name}.{name}' for c in body if isinstance(c, ast.ClassDef)
            for base in c.bases for name in own.get(getattr(base, 'id', ''), ())}


def docstrings(files):
    "A public name has a docstring that starts with a sentence."
    for m in files.modules:
        for name, node in documented(m.tree.body):
            first = (ast.get_docstring(node) or '').strip().split('\n\n')[0].strip()
            if not first and name in inherited(m.tree.body): continue
            if not first: yield m, node.lineno, f'{name} has no docstring'
            elif not first.endswith(('.', '?')):
                yield m, node.lineno, f'the docstring of {name} begins with no sentence: {first!r}'


def documented(body: list, prefix: str = ''):
    "(name, node) of public functions, classes and methods."
    for node in body:
        if not isinstance(node, DEFINITION) or node.name.startswith('_'): continue
        if not any(ast.unparse(d).endswith('.setter') for d in node.decorator_list):
            yield prefix + node.name, node
        if isinstance(node, ast.ClassDef): yield from documented(node.body, f'{node.name}.')


def long_functions(files):
    "Nine in ten functions have at most twenty lines, and all kernels and steps at most 45."
    plain = [(f, m) for m in files.modules for f in m.functions if not f.compiled]
    long = sum(f.lines > 20 for f, _ in plain)
    if long > len(plain) / 10:
        f, m = max(plain, key=lambda x: x[0].lines)
        yield m, f.node.lineno, (f'{long} of {len(plain)} functions have more than 20 lines; '
                                 f'the longest is {f.node.name} with {f.lines}')
    for m in files.modules:
        for node, lines, compiled in m.functions:
            if compiled and lines > 45: yield m, node.lineno, f'the kernel {node.name} has {lines} lines: 45'


def width(files):
    "Code in notebooks fits the page, so the site never scrolls sideways: 88 characters."
    for n in files.notebooks:
        for cell in n.of('code'):
            for line in cell.text.splitlines():
                if len(line) > 88 or room(line) > 92:
                    yield n, n.line(cell, line), f'{len(line)} characters: {line}'


def room(line: str) -> int:
    "Characters that a line takes on the page: a Chinese one is as wide as two."
    return sum(1 + (unicodedata.east_asian_width(c) in 'WF') for c in line)


def long_chapters(files):
    "A chapter exports at most 300 lines."
    for n in files.chapters:
        lines = sum(len(cell.own) for cell in n.exported)
        if lines > 300: yield n, 1, f'exports {lines} lines: 300'


# -- the rest

def found(files):
    "A failure that `make fuzz` has kept is tried again by the test that it names."
    for kept in files.below('tests/found', '*.json'):
        test, _, name = json.loads(kept.text)['test'].partition('::')
        name = name.partition('[')[0]
        if not any(t.path.name == test.rpartition('/')[2] and f'def {name}(' in t.text
                   for t in files.tests):
            yield kept, 1, f'no file {test} has a test {name}: it is tried no more'


POSIX = (r'\bos\.(fork|forkpty|setsid|killpg|getpgid|chown|fchmod|fchown|mkfifo|sysconf|'
         r'sched_getaffinity|wait(?:pid)?|nice|[gs]ete?[ug]id)\b'
         r'|\bsignal\.(SIGKILL|SIGHUP|SIGALRM|alarm|setitimer)\b'
         r'|^\s*(import|from) (fcntl|resource|pwd|grp|termios|tty|pty)\b|[\'"]/(dev|proc)/')


def posix(files):
    "The package calls nothing that Windows lacks, but where it asks for it first: `hasattr(os, 'getuid')`."
    for m in files.modules:
        for i, line in enumerate(m.lines, 1):
            found = re.search(POSIX, line)
            if found and not asked_for(found[0].rpartition('.')[2], m.lines[max(i - 4, 0):i]):
                yield m, i, f'{found[0].strip()} is not on Windows: ask for it by hasattr, or do without'


def asked_for(name: str, lines: list) -> bool:
    "Whether lines ask whether there is such a name."
    return re.search(rf"(has|get)attr\(\w+, '{name}'", '\n'.join(lines)) is not None


def version(files):
    "The version of the package, and of what is cited, is that of settings.ini."
    ini, first = files.file('settings.ini'), files.file(f'{PACKAGE}/__init__.py')
    settings = configparser.ConfigParser(delimiters=['='], interpolation=None)
    settings.read_string(ini.text)
    wanted = settings['DEFAULT']['version']
    if files.door.get('__version__') != wanted:
        yield first, 1, f'version is {wanted} in settings.ini: nbdev_export'
    cited = files.file('CITATION.cff')
    if cited and f'\nversion: {wanted}\n' not in cited.text:
        yield cited, 1, f'version is {wanted} in settings.ini'
