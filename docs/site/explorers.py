"""Put explorers of part 10 under the formulas that they show, in chapters that come before it.

A cell of a chapter that begins with `#| explorer: NAME` makes the explorer; a text cell of any page with
`<!-- explorer: NAME -->` gets what that cell shows below it, pages of Markdown too. Chapters stay runnable in order:
in a notebook the comment is not seen, and the sentence beside it links to the chapter.

An explorer brings its script with it. On the site all explorers share one copy of each file, in `_static/explorers`:
a script that only keeps the text, for a page that is opened as a file may not import modules. The still that is there
until the script runs lies there too.
"""
import hashlib
import json
import re
import shutil
from base64 import b64decode
from functools import cache
from pathlib import Path

import nbformat

from c45lit.explore.widget import _SENTENCES, _languages, _scoped, _static, script_json

MADE = re.compile(r'^#\s*\|\s*explorer:\s*(\w+)\s*$', re.M)
MAKES = re.compile(r'^[\w ]*(?:= )?explore_\w+\(', re.M)
WANTED = re.compile(r'<!--\s*explorer:\s*(\w+)\s*-->')
ALONE = re.compile(r'^<!--\s*explorer:\s*(\w+)\s*-->$', re.M)  # in a text that may speak of the comment, too
STATIC = Path(__file__).resolve().parents[2] / 'c45lit' / 'static'
STILLS = Path(__file__).resolve().parent / '_static' / 'stills'
SHARED = Path(__file__).resolve().parents[1] / '_work' / 'static' / 'explorers'
CODE = re.compile(r'new Blob\(\[("(?:[^"\\]|\\.)*")\]')  # as to_html writes them
STILL = re.compile(r'src="data:image/svg\+xml;base64,([^"]+)"')
STYLE = re.compile(r'places, ("(?:[^"\\]|\\.)*")\);')
FENCE = '`' * 12  # longer than any in a script


def place_explorers(pages: list, folder: Path, makers: list = ()) -> list:
    "Put them into the pages in `folder`, whose notebooks have been run (or those in `makers`); what is wrong, as sentences."
    notebooks = {path: nbformat.read(path, 4) for path in pages}
    made, wrong = explorers({path: nbformat.read(path, 4) for path in makers} or notebooks)
    texts = {path: path.read_text(encoding='utf-8') for path in folder.rglob('*.md')}
    wrong += [f'{path.stem}: no cell makes the explorer {name!r}; there are {", ".join(sorted(made))}'
              for path, page in (notebooks | texts).items() for name in wanted_by(page) if name not in made]
    for path, notebook in notebooks.items():
        notebook.cells = [shown for cell in notebook.cells for shown in (cell, *below(cell, made))]
        if share_scripts(notebook, root_of(path, folder)) or wanted_by(notebook):
            nbformat.write(notebook, path)
    for path, text in texts.items():
        if wanted_by(text):
            path.write_text(in_markdown(text, made, root_of(path, folder)), encoding='utf-8')
    return wrong


WITHOUT = {'en': 'This copy was built without explorers: <code>docs/site/build.py --explorers</code>',
           'zh': '这一份生成时没有带互动图：<code>docs/site/build.py --explorers</code>'}


def without(folder: Path, language: str):
    "On a quick site: one line on each page that lacks an explorer, and its still where there is one."
    def lack(name: str) -> str:
        still = f'{"zh-" * (language == "zh")}{name}.png'
        picture = f'<img data-still src="../site/_static/stills/{still}" width="760" alt="">' if (STILLS / still).exists() else ''
        return f'<p class="note">{WITHOUT[language]}</p>{picture}'
    for path in folder.rglob('*.md'):
        text = path.read_text(encoding='utf-8')
        said = ALONE.sub(lambda found: lack('' if 'data-still' in text else found[1]), text)
        if said != text: path.write_text(said, encoding='utf-8')
    for path in folder.rglob('*.ipynb'):
        notebook = nbformat.read(path, 4)
        places = [(i, [*names(c), *MADE.findall(c.source), *MAKES.findall(c.source)]) for i, c in enumerate(notebook.cells)]
        place = next(((i, found[0]) for i, found in places if found), None)
        if place: notebook.cells.insert(place[0] + 1, nbformat.v4.new_markdown_cell(lack(place[1])))
        if place: nbformat.write(notebook, path)


def wanted_by(page) -> list:
    "The explorers that a notebook or a text asks for."
    return ALONE.findall(page) if isinstance(page, str) else [name for cell in page.cells for name in names(cell)]


def in_markdown(text: str, made: dict, root: str) -> str:
    "A text with the explorers that it asks for."
    seen = set()
    return ALONE.sub(lambda found: f'{FENCE}{{raw}} html\n{shared(made.get(found[1], ""), root, seen)}\n{FENCE}', text)


def root_of(path: Path, folder: Path) -> str:
    "The way from a page to the top of the site."
    return '../' * (len(path.relative_to(folder).parts) - 1)


def explorers(notebooks: dict) -> tuple:
    "(name -> HTML, what is wrong) of the cells that make explorers."
    made, wrong = {}, []
    for path, notebook in notebooks.items():
        for cell in notebook.cells:
            found = MADE.search(cell.source) if cell.cell_type == 'code' else None
            if not found:
                continue
            shown = [output.get('data', {}).get('text/html') or '' for output in cell.outputs]
            pieces = [html for html in shown if 'c45lit-explorer' in html]  # a slow machine shows a bar of progress, too
            if found[1] in made or len(pieces) != 1:
                wrong.append(f'{path.stem}: the cell of the explorer {found[1]!r} must be the only one of that name, '
                             f'and show one explorer; it shows {len(pieces)}')
            made.setdefault(found[1], pieces[0] if pieces else '')
    return made, wrong


def names(cell) -> list:
    "The explorers that a text cell asks for."
    return WANTED.findall(cell.source) if cell.cell_type == 'markdown' else []


def below(cell, made: dict) -> list:
    "Cells without a source that show the explorers a text cell asks for."
    return [nbformat.v4.new_code_cell('pass', metadata={'tags': ['remove-input']}, outputs=[
        nbformat.v4.new_output('display_data', {'text/html': made[name]})]) for name in names(cell) if name in made]


# -- one copy of each script

def share_scripts(notebook, root: str) -> bool:
    "Let the explorers of a notebook use the scripts of the site; whether there are any."
    seen, found = set(), False
    for output in (o for cell in notebook.cells if cell.cell_type == 'code' for o in cell.outputs):
        html = output.get('data', {}).get('text/html', '')
        if 'c45lit-explorer' in html:
            output['data']['text/html'], found = shared(html, root, seen), True
    return found


def shared(html: str, root: str, seen: set) -> str:
    "A piece of HTML that takes its script and style from the site; what `seen` names is on the page already."
    code, style = CODE.search(html), STYLE.search(html)
    if not (code and style):
        return html
    scripts, styles = (parts(json.loads(found[1]), kind) for found, kind in ((code, 'js'), (style, 'css')))
    if 'own.js' not in scripts:  # which may be saved as a page of its own
        styles = [name for name in styles if name != 'style.css']  # every page of the site has that
    new = [name for name in (*scripts, *styles) if name not in seen and name in sources('js') | sources('css')]
    seen.update(new)
    html = STILL.sub(lambda found: f'src="{root}_static/explorers/{keep_still(b64decode(found[1]))}" loading="lazy"', html)
    html = html.replace(code[1], ', '.join(map(kept, scripts))).replace(style[1], f"[{', '.join(map(kept, styles))}].join('')")
    return ''.join(f'<script src="{root}_static/explorers/{name}.js"></script>\n' for name in new) + html


def keep_still(svg: bytes) -> str:
    "Put a still among the scripts; its name."
    name = f'{hashlib.sha256(svg).hexdigest()[:12]}.svg'
    SHARED.mkdir(parents=True, exist_ok=True)
    (SHARED / name).write_bytes(svg)
    return name


def kept(name: str) -> str:
    "Where a page finds the text of a file; what joins files is on the page itself."
    return f"c45litFiles['{name}']" if name in sources('js') | sources('css') else script_json(name)


def parts(text: str, kind: str) -> list:
    "The names of the files that a script or style is made of, and the text that joins them."
    found = re.split('(' + '|'.join(map(re.escape, sources(kind).values())) + ')', text)
    names = {own: name for name, own in sources(kind).items()}
    return [names.get(part, part) for part in found if part]


@cache
def sources(kind: str) -> dict:
    "Name -> text of the scripts, as they are joined, or styles of the library, the longest first; tables of words in parts."
    read = _scoped if kind == 'js' else lambda stem: _static(f'{stem}.css')
    files = {p.name: read(p.stem) for p in STATIC.glob(f'*.{kind}')}
    for table in _languages() if kind == 'js' else ():
        said = {f'{table}.{found[1]}.js': found[0] for found in _SENTENCES.finditer(files[f'{table}.js'])}
        files |= said | {f'{table}.js': files[f'{table}.js'].partition(next(iter(said.values())))[0]}
    return dict(sorted(files.items(), key=lambda file: -len(file[1])))


def write_scripts(folder: Path = SHARED):
    "The files of the library as scripts that keep their text."
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in (sources('js') | sources('css')).items():
        line = f'(window.c45litFiles ||= {{}})[{json.dumps(name)}] = {json.dumps(text, ensure_ascii=False)};\n'
        (folder / f'{name}.js').write_text(line, encoding='utf-8')


def shows_explorer(path: Path) -> bool:
    "Does a notebook make an explorer?"
    return any(MAKES.search(cell.source) for cell in nbformat.read(path, 4).cells if cell.cell_type == 'code')
