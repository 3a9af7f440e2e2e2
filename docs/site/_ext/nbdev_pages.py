"""Let Sphinx and myst-nb read nbdev notebooks as they are.

A notebook's directives (`#| hide`, `#| eval: false`, ...) become myst-nb's tags. After each exported
cell come the API entries of the public names it defines; the cell itself is shown without their
docstrings, which the entries hold. `name` in prose links to the entry of that name. The home page
gets the table of contents, the first page of each part that of its chapters. A picture's text
alternative is `#| fig-alt: ...` in its cell, or else what the paragraph before it says.
"""
import ast
import json
import re
from fnmatch import fnmatch
from functools import cache
from itertools import accumulate
from pathlib import Path

import nbformat
from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from stills import CHINESE
from two_languages import english_env, english_uri

DIRECTIVE = re.compile(r'^\s*#\s*\|\s*(\S+?):?(?:\s+(.*?))?\s*$')
EXPORTS = {'export', 'exports'}
TAGS = {  # directive, or directive and its value -> tag of myst-nb
    'hide': 'remove-cell', 'default_exp': 'remove-cell', 'exporti': 'remove-cell',
    'hide_input': 'remove-input', 'hide-input': 'remove-input', 'echo false': 'remove-input',
    'hide_output': 'remove-output', 'hide-output': 'remove-output', 'output false': 'remove-output',
    'code-fold true': 'hide-input', 'eval false': 'skip-execution',
}
LONG = 60  # lines; a longer exported cell is folded
FEW = 2  # lines; a longer cell of imports alone is folded
HAN = re.compile('[\u3400-\u9fff]+')
NO_WORDS = re.compile(rf'(```.*?```|`[^`]*`|<code>.*?</code>|<!--.*?-->|\]\([^)]*\)|[(（]{HAN.pattern}[^()（）]*[)）])|{HAN.pattern}', re.S)  # of prose: code, links and what is said in Chinese beside it
CELL = re.compile(f'<(t[hd][^>]*)>([^<]*{HAN.pattern}[^<]*)<')
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
CHINESE_TAIL = re.compile(r'\s*[(（][^()（）]*[\u4e00-\u9fff][^()（）]*[)）]\s*$')
ENGLISH_TAIL = re.compile(r'\s*[(（][^()（）\u4e00-\u9fff]*[)）]\s*$')
REPOSITORY_LINK = re.compile(r'\]\(((?:\.\./)*?)(?:\.\./)?(?:docs|nbs)/(?=[\w/]+\.(?:md|ipynb))')
PART_LINK = re.compile(r'(\]\((?:\.\./|\w+/)*)README\.md')  # the first page of a part


# -- reading a notebook

def read(text: str, package: str = '', imports: str = 'The imports', checked: str = 'checked', english: bool = True) -> nbformat.NotebookNode:
    "The notebook that myst-nb shall see; named in `nb_custom_formats`."
    notebook = nbformat.reads(text, 4)
    module, seen, cells, said = package, set(), [], ''
    for cell in notebook.cells:
        cells.append(cell)
        if cell.cell_type != 'code':
            if english: cell.source = NO_WORDS.sub(english_word, cell.source)
            said = last_paragraph(cell.source) or said
            continue
        for output in cell.get('outputs', ()):
            output.get('data', {}).pop(CHINESE, None)  # `zh.py` took it into the other edition
            if english: speak_english(output)
        marks, cell.source = split_directives(cell.source)
        kept = imports if only_imports(cell.source) else ': '.join(filter(None, (checked, proved(cell.source)))) if only_checks(cell.source) else None
        cell.metadata['mystnb'] = {'image': {'alt': marks.get('fig-alt') or said}, **({'code_prompt_show': kept, 'code_prompt_hide': kept} if kept else {})}
        module = f'{package}.{marks["default_exp"]}' if 'default_exp' in marks else module
        cell.metadata['tags'] = sorted({*cell.metadata.get('tags', []), *tags(marks, cell.source)})
        if EXPORTS & marks.keys():
            cell.metadata['nbdev'] = 'export'
            cells += api_cell(cell.source, module, seen)
    notebook.cells = cells
    notebook.metadata['source_map'] = first_lines(cells)
    return notebook


@cache
def english_words() -> dict:
    "Names and values of the textbooks' tables, as explorers say them on English pages."
    said = (Path(__file__).resolve().parents[3] / 'c45lit' / 'static' / 'en.js').read_text(encoding='utf-8')
    return dict(re.findall(r"(\w+): '([^']+)'", re.search(r'^  melons: \{.*?^  \},', said, re.M | re.S)[0]))


def english_word(found) -> str:
    "A word of the textbooks' tables as a sentence has it; what is no such word stays."
    word = found[0] if found[1] else english_words().get(found[0], found[0])
    return word[0].upper() + word[1:] if re.search(r'(^|[.!?] |\n\n)$', found.string[:found.start()]) and not found[1] else word


def in_english(text: str) -> str:
    "Text with the words of the textbooks' tables in English, in columns as before; text with other Chinese in it stays."
    words = english_words()
    if not set(HAN.findall(text)) <= words.keys(): return text
    text = re.sub(f'({HAN.pattern})(  +(?=[^ ]))', lambda found: words[found[1]].ljust(2 * len(found[1]) + len(found[2]) - 2) + '  ', text)
    text = HAN.sub(lambda found: words[found[0]], text)
    rows = re.findall(r'^(\S.*?)  +(\S+)$', text, re.M)  # of a printed series
    name, value = (max((len(row[k]) for row in rows), default=0) for k in (0, 1))
    return re.sub(r'^(\S.*?)  +(\S+)$', lambda row: f'{row[1]:{name}}    {row[2]:>{value}}', text, flags=re.M)


def speak_english(output):
    "Let an output of a cell say so; in a table a pointer's rest shows the word of the data."
    data = output.get('data', output)
    for kind in {'text', 'text/plain'} & data.keys():
        if HAN.search(data[kind]): data[kind] = in_english(data[kind])
    if 'c45lit-explorer' not in data.get('text/html', 'c45lit-explorer'):
        data['text/html'] = CELL.sub(lambda found: f'<{found[1]} title="{found[2]}">{in_english(found[2])}<', data['text/html'])


def first_lines(cells: list) -> list:
    """The line that each cell starts at, as warnings name it.

    Without it myst-nb counts 10,000 lines a cell, and every API entry is parsed below as many blank ones.
    """
    lengths = [cell.source.count('\n') + 2 for cell in cells]
    return [0, *accumulate(lengths)][:len(cells)]


def last_paragraph(text: str) -> str:
    "The last paragraph of a text cell in plain words, as the text alternative of the picture below it."
    paragraphs = [p for p in re.split(r'\n\s*\n', text) if not re.match(r'\s*(\||<|```|\$\$)', p)]
    words = ' '.join(paragraphs[-1].split()) if paragraphs else ''
    words = re.sub(r'\[([^]]*)\]\([^)]*\)', r'\1', words)
    return re.sub(r'[*`$#>]+', '', words).strip()


def split_directives(source: str) -> tuple:
    "The directives at the head of a cell as {name: value}, and the rest of its text."
    lines, marks = source.splitlines(), {}
    while lines and (found := DIRECTIVE.match(lines[0])):
        marks[found[1]] = found[2] or ''
        lines.pop(0)
    return marks, '\n'.join(lines) or 'pass'


def tags(marks: dict, source: str) -> list:
    "What myst-nb shall do with a cell."
    spoken = [*marks, *(f'{name} {value}' for name, value in marks.items())]
    found = [TAGS[words] for words in spoken if words in TAGS]
    if re.search(r'\bnbdev_export\(', source):  # building a site changes no source
        found += ['remove-cell', 'skip-execution']
    if re.match(r'show_doc\(', source):
        found.append('remove-cell')
    if only_checks(source) and not EXPORTS & marks.keys(): found += ['hide-input', 'check']
    if only_imports(source) or EXPORTS & marks.keys() and len(without_docstrings(source).splitlines()) > LONG:
        found.append('hide-input')
    return found


def only_imports(source: str) -> bool:
    "Does a cell of more than `FEW` lines import, and do nothing else?"
    body = parse(source)
    return len(source.splitlines()) > FEW and bool(body) and all(isinstance(node, (ast.Import, ast.ImportFrom)) for node in body)


def is_check(node) -> bool:
    "Does a statement say that something holds, itself or in all that it repeats?"
    if isinstance(node, (ast.For, ast.With)): return is_check(node.body[-1])
    return isinstance(node, ast.Assert) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func).startswith('test_')


def only_checks(source: str) -> bool:
    "Does a cell check something, and show and define nothing?"
    body = parse(source)
    return bool(body) and is_check(body[-1]) and all(is_check(node) or isinstance(node, (ast.Assign, ast.Import, ast.ImportFrom)) for node in body)


def proved(source: str) -> str:
    "The figures that the last check of a cell holds a result to, if they are short."
    call = parse(source)[-1]
    args = call.value.args if isinstance(call, ast.Expr) and isinstance(call.value, ast.Call) else ()
    said = ast.get_source_segment(source, args[1]) if len(args) > 1 else None
    return said.strip('[]') if said and re.fullmatch(r'\[?-?[\d.]+(, -?[\d.]+)*\]?', said) and len(said) < 50 else ''


# -- API entries

def api_cell(source: str, module: str, seen: set) -> list:
    "A text cell with the entries of the public names that `source` defines and `seen` lacks."
    entries = []
    for name, kind, option in public_names(source):
        if name not in seen:
            seen.add(name)
            entries += [f'.. auto{kind}:: {module}.{name}', f'   {option}'.rstrip(), '']
    names = ', '.join(f'<code>{entry.rpartition(".")[2]}</code>' for entry in entries if entry.startswith('.. '))
    text = '\n'.join(['```{eval-rst}', '.. raw:: html', '', f'   <details class="api"><summary>API: {names}</summary>', '', *entries,
                      '.. raw:: html', '', '   </details>', '```'])
    return [nbformat.v4.new_markdown_cell(text)] if entries else []


# scikit-learn adds request methods whose docstrings link into its own site
CLASS_OPTIONS = ':members:\n   :exclude-members: set_fit_request, set_score_request'


def public_names(source: str) -> list:
    "(name, kind of entry, its option) of the functions, classes and capital constants in `source`."
    found = []
    for node in parse(source):
        if isinstance(node, ast.ClassDef):
            found.append((node.name, 'class', CLASS_OPTIONS))
        elif isinstance(node, FUNCTION) and not is_patch(node):
            found.append((node.name, 'function', ''))
        else:
            long = ':no-value:' if node.end_lineno > node.lineno else ''
            found += [(name, 'data', long) for name in assigned(node) if name.isupper()]
    return [entry for entry in found if not entry[0].startswith('_')]


def assigned(node) -> list:
    "The names that a statement gives a value."
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def parse(source: str) -> list:
    "The statements of a cell; none if it is not plain Python."
    try:
        return ast.parse(source).body
    except SyntaxError:
        return []


def is_patch(node) -> bool:
    "Is this function fastcore's `@patch`, a method of another cell's class?"
    return any('patch' in ast.unparse(decorator) for decorator in node.decorator_list)


# -- the docstring shows once

def without_docstrings(source: str) -> str:
    "`source` without the docstrings that the API entries show."
    lines = source.splitlines()
    for node in reversed(list(documented(parse(source)))):
        text = node.body[0]
        alone = not lines[text.lineno - 1][:text.col_offset].strip()
        if alone and len(node.body) > 1:
            del lines[text.lineno - 1:text.end_lineno]
            while not lines[text.lineno - 1].strip():
                del lines[text.lineno - 1]
    return '\n'.join(lines)


def documented(body: list):
    "Public functions, classes and their public methods that have a docstring, in order."
    for node in body:
        if isinstance(node, (*FUNCTION, ast.ClassDef)) and not node.name.startswith('_'):
            if ast.get_docstring(node) is not None:
                yield node
            if isinstance(node, ast.ClassDef):
                yield from documented(node.body)


class CutDocstrings(SphinxTransform):
    "Show exported cells without the docstrings of public names; what runs stays as it is."
    default_priority = 400

    def apply(self, **kwargs):
        for cell in self.document.findall(nodes.container):
            if cell.get('cell_metadata', {}).get('nbdev') == 'export':
                cell['classes'].append('exported')
                for block in cell.findall(nodes.literal_block):
                    self.cut(block)

    @staticmethod
    def cut(block):
        text = without_docstrings(block.astext())
        block.rawsource = text
        block.children = []
        block += nodes.Text(text)


def skip_member(app, what, name, obj, skip, options):
    "Fields of a NamedTuple have made-up docstrings, and a function of another name has an entry of its own: leave them out."
    return True if (obj.__doc__ or '').startswith('Alias for field number') or getattr(obj, '__name__', name) != name else None


def drop_docstring_of_type(app, what, name, obj, options, lines):
    "A constant's entry shows its value, not what `float` says about itself."
    if what == 'data' and not callable(obj):
        lines.clear()


# -- links

class BacktickLinks(SphinxPostTransform):
    "`name` in prose links to the API entry of that name, or to the chapter of that file or module."
    default_priority = 5

    def run(self, **kwargs):
        targets = self.targets()
        for node in list(self.document.findall(nodes.literal)):
            target = targets.get(node.astext().removesuffix('()'))
            if target and not inside_link(node):
                node.replace_self(nodes.reference('', '', node.deepcopy(), internal=True,
                                                  refuri=self.uri(*target)))

    def targets(self) -> dict:
        "What may stand between back-ticks -> (page, anchor); a name of two things is left out."
        found, env = {}, english_env(self.app) or self.env
        for page in env.found_docs:
            for name in chapter_spellings(page, module_of(env.doc2path(page)), self.config.nbdev_package):
                found.setdefault(name, set()).add((page, ''))
        for full, entry in env.domaindata['py']['objects'].items():
            for name in spellings(full, entry.objtype):
                found.setdefault(name, set()).add((entry.docname, entry.node_id))
        return {name: places.pop() for name, places in found.items() if len(places) == 1}

    def uri(self, page: str, anchor: str) -> str:
        "A relative link, which works wherever the site lies."
        if page not in self.env.found_docs: return english_uri(self.app, self.env.docname, page, anchor)
        page = self.app.builder.get_relative_uri(self.env.docname, page)
        return f'{page}#{anchor}' if anchor else page


def spellings(full: str, kind: str) -> list:
    "How prose names an object: `gain` or `info.gain`; a method only with its class."
    parts = full.split('.')
    own = 2 if kind in ('method', 'attribute', 'property') else 1
    return ['.'.join(parts[-n:]) for n in range(own, len(parts) + 1)]


def chapter_spellings(page: str, module: str, package: str) -> set:
    "How prose names a chapter: its file, with its part or without, or its module, with its part."
    files = {name for name in (page, page.rpartition('/')[2]) if '_' in name}
    modules = {f'{package}.{module}'} if module else set()
    return files | modules | ({module} if '.' in module else set())


@cache
def module_of(path: str) -> str:
    "The module that a notebook exports, with the part before it; '' where there is none."
    found = re.search(r'#\s*\| default_exp ([\w.]+)', Path(path).read_text(encoding='utf-8'))
    return found[1] if found and str(path).endswith('.ipynb') else ''


def inside_link(node) -> bool:
    "Is the node part of a link or a heading already?"
    while node is not None:
        if isinstance(node, (nodes.reference, nodes.title, addnodes.pending_xref)):
            return True
        node = node.parent
    return False


# -- every name

REFERENCE_MARK = '<!-- the site puts the tables here -->'


def reference_tables(app) -> str:
    "All public names: what the package itself gives, then part by part and chapter by chapter."
    chapters = {page: page_names(app, page) for page in sorted(app.env.found_docs, key=reading_order)
                if re.match(r'\d', page)}
    package = app.config.nbdev_package
    home = package_names(package)
    direct = [row for rows in chapters.values() for row in rows if home.get(row[0]) == row[1]]
    parts = [f'## From `{package}` (直接导入)', table(sorted(direct, key=lambda row: row[0].lower()), package)]
    parts.append('## By part (按篇)')
    for page, rows in chapters.items():
        title = side_entry(app, page).rpartition(' <')[0]
        if is_part(page):
            parts.append(f'### [{title}]({page}.md)')
        elif rows:
            parts += [f'{"####" if "/" in page else "###"} [{title}]({page}.ipynb)', table(rows, package)]
    return '\n\n'.join(parts)


def is_part(page: str) -> bool:
    "Is this the first page of a part?"
    return fnmatch(page, '[0-9][0-9]_*/index')


def reading_order(page: str) -> tuple:
    "Pages of a part follow its first page."
    return page.rpartition('/')[0] if '/' in page else page, not page.endswith('/index'), page


def page_names(app, page: str) -> list:
    "(name, module, first line of its docstring) of the public names of a chapter."
    path = Path(app.env.doc2path(page))
    if path.suffix != '.ipynb':
        return []
    module, found = '', {}
    for cell in json.loads(path.read_text(encoding='utf-8'))['cells']:
        if cell['cell_type'] == 'code':
            marks, source = split_directives(''.join(cell['source']))
            module = marks.get('default_exp', module)
            if EXPORTS & marks.keys():
                found |= {row[0]: row for row in documented_names(source, module) if row[0] not in found}
    return list(found.values())


def documented_names(source: str, module: str) -> list:
    "(name, module, first line of its docstring) of the public names that a cell defines."
    body = parse(source)
    said = {node.name: ast.get_docstring(node) or '' for node in body if hasattr(node, 'name')}
    lines = {name: source.splitlines()[node.lineno - 1] for node in body for name in assigned(node)}
    return [(name, module, (said.get(name) or lines.get(name, '').partition('#')[2]).strip().split('\n')[0])
            for name, _, _ in public_names(source)]


def package_names(package: str) -> dict:
    "Name that the package itself gives -> its module."
    from importlib import import_module
    given = import_module(package)
    return {name: given._HOME[name] for name in given.__all__}


def table(rows: list, package: str) -> str:
    "Names, each linked to its entry, and what they are."
    lines = [f'| {{py:obj}}`{name} <{package}.{module}.{name}>` | {said.replace("|", chr(92) + "|")} |'
             for name, module, said in rows]
    return '\n'.join(['| name | what it is |', '| --- | --- |', *lines])


# -- table of contents

def site_links(text: str) -> str:
    "Links of the repository become links of the site."
    return PART_LINK.sub(r'\1index.md', REPOSITORY_LINK.sub(r'](\1', text))


def on_source(app, page, source):
    "Before a page is read: links of the repository become links of the site; what is generated is added."
    source[0] = site_links(source[0])
    if REFERENCE_MARK in source[0]:
        source[0] = source[0].replace(REFERENCE_MARK, reference_tables(app))
    if is_part(page):
        source[0] += '\n\n' + toctree(app, '', [f'{page.removesuffix("index")}*'], leave_out=page)
    if page == app.config.root_doc:
        source[0] += '\n\n' + contents(app)


def contents(app) -> str:
    "The hidden tables of contents that the side list shows, one for each part of the book."
    return '\n\n'.join(filter(None, (toctree(app, *part) for part in app.config.nbdev_contents)))


def toctree(app, caption: str, patterns: list, leave_out: str = '') -> str:
    "One hidden table of contents; '' if no page belongs there."
    pages = [p for pattern in patterns for p in sorted(app.env.found_docs) if fnmatch(p, pattern) and p != leave_out]
    lines = [side_entry(app, page) for page in pages]
    options = [':hidden:', *([f':caption: {caption}'] if caption else []), '']
    return '\n'.join(['```{toctree}', *options, *lines, '```']) if pages else ''


def side_entry(app, page: str) -> str:
    "A line of the side list: the number of a chapter or part, if it has one, and the title."
    number = re.match(r'\d+(?=_)', page.removesuffix('/index').rpartition('/')[2])
    title = short_title(app, Path(app.env.doc2path(page)))
    return f'{number[0]} {title} </{page}>' if number else f'{title} </{page}>'


def short_title(app, path: Path) -> str:
    "The first heading of a page without its twin in the other language."
    text = path.read_text(encoding='utf-8')
    if path.suffix == '.ipynb':
        text = '\n'.join(''.join(cell['source']) for cell in json.loads(text)['cells'])
    found = re.search(r'^#\s+(.+)', text, re.M)
    if not found: return path.stem
    return (ENGLISH_TAIL if app.config.language.startswith('zh') else CHINESE_TAIL).sub('', found[1])


def only_near(app, page, template, context, doctree):
    "The side list opens where its page lies, and nowhere else; furo asks for it next."
    whole = context.get('toctree')
    if whole: context['toctree'] = lambda **asked: whole(**asked | {'collapse': True})


PARTS = re.compile(r'<p class="caption" role="heading"><span class="caption-text">(.*?)</span></p>(.*?)(?=<p class="caption"|\Z)', re.S)


def mend_labels(app, page, template, context, doctree):
    "Parts of the side list are folded, but for that of the page; a folded cell is called what it shows."
    tree = context.get('furo_navigation_tree', '')
    if app.config.language.startswith('zh'): tree = tree.replace('Toggle navigation of', '展开')
    context['furo_navigation_tree'] = PARTS.sub(
        lambda part: f'<details{" open" * ("current" in part[2])}><summary class="caption">{part[1]}</summary>{part[2]}</details>', tree)
    context['body'] = context.get('body', '').replace('<summary aria-label="Toggle hidden content">', '<summary>')


def setup(app):
    app.add_config_value('nbdev_package', '', 'env')
    app.add_config_value('nbdev_contents', [], 'env')
    app.add_transform(CutDocstrings)
    app.add_post_transform(BacktickLinks)
    app.setup_extension('sphinx.ext.autodoc')
    app.connect('source-read', on_source)
    app.connect('html-page-context', only_near, priority=400)  # before furo's
    app.connect('html-page-context', mend_labels, priority=900)  # after it
    app.connect('autodoc-skip-member', skip_member)
    app.connect('autodoc-process-docstring', drop_docstring_of_type)
    return {'version': '1', 'parallel_read_safe': True, 'parallel_write_safe': True}
