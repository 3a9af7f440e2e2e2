"""The Chinese edition: text cells in docs/zh, joined with the English pages' code and outputs.

    python docs/site/zh.py                      what is stale, missing or lost, page by page
    python docs/site/zh.py --check              the same, and fails if there is any (a release asks)
    python docs/site/zh.py --skeleton PAGE...   begin or complete the overlay of an English page
    python docs/site/zh.py --diff FILE...       what changed in English since a cell was written
    python docs/site/zh.py --accept FILE...     the cells say what the English says now
    python docs/site/zh.py --tops               the first line of each file says where its page is
    python docs/site/zh.py --notebooks          join them into nbs_zh, for JupyterLab

`docs/zh/tutorials/02_x.md` is the overlay of `nbs/tutorials/02_x.ipynb`, `docs/zh/glossary.md` of
`docs/glossary.md`. Above each text a mark names its English cell and the hash of what that said:
`<!-- cell ID HASH -->`. A cell of a page of Markdown is what stands from one heading to the next.
"""
import difflib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import NamedTuple

import stills

ROOT = Path(__file__).resolve().parents[2]
ZH, NOTEBOOKS = ROOT / 'docs' / 'zh', ROOT / 'nbs_zh'
# The pages of the Chinese edition, by their names on the site; others stay English.
PAGES = ('index', 'start', 'story', 'scenes', 'lab/*', 'tutorials/*', 'glossary', 'questions', 'review', 'compared', 'coming_from', 'service', 'howto', 'classifier', 'errors',
         '0[1-3]_*/*', '05_pruning/index', '05_pruning/01_*', '05_pruning/02_*', '05_pruning/03_*',
         '05_pruning/06_*', '05_pruning/08_*', '06_rules/index', '06_rules/0[1-3]_*', '09_explore/11_*', '09_explore/1[345]_*', '11_originals/01_*', '11_originals/24_*')
SITE = 'https://c45lit.github.io/c45lit/zh/'
REPOSITORY = 'https://github.com/c45lit/c45lit/blob/main/'
OF_THE_REPOSITORY = {'README.md': 'README.md'}  # overlays of no page of the site -> their English file
NO_OVERLAY = ('CONTRIBUTING.md',)
OWN = '<!-- page of its own -->'  # the first line of a page that has no English twin
MARK = re.compile(r'<!-- cell (\S+) ([0-9a-f]{8}) -->')
TOP = re.compile(r'^\[在网站上读这一页\]\(.*\n+', re.M)  # the first line, for whoever meets the file on GitHub
LEFT_OUT = re.compile(r'^<!-- left out: (.+?) -->\n?', re.M)
ENGLISH = re.compile(r'<!-- English\n.*?\n-->\n?', re.S)
FENCE = re.compile(r'^(`{3,}|~{3,}).*?^\1[^\n]*$', re.M | re.S)
TOLD = re.compile('图中文字：.*')  # of figures whose words are English
WIDE = '\u3000-\u303f\u3400-\u9fff\uff00-\uffef“”‘’…—'
STALE = '<p class="behind">待更新：这一段的英文原文已经改动。</p>'
MISSING = '<p class="behind">待译：这一段还没有中文。</p>'
NO_PAGE = '<p class="behind">待译：本页还没有中文，以下是英文原文。</p>'


class OverlayError(ValueError):
    "An overlay that cannot be read: file, line, way out."


class Cell(NamedTuple):
    "A Chinese text, and which English text it stands for."
    id: str
    hash: str
    text: str
    left_out: tuple  # what it may lack
    line: int


# -- reading

def sha(text: str) -> str:
    "Names a text: eight hexadecimal digits."
    return hashlib.sha1(text.strip().encode()).hexdigest()[:8]


@cache
def english(path: Path) -> dict:
    "id -> text of the text cells of a notebook, or of the sections of a page of Markdown."
    text = path.read_text(encoding='utf-8')
    return cells_of(text, path.suffix)


def cells_of(text: str, suffix: str) -> dict:
    "The text cells in the text of a file."
    if suffix == '.ipynb':
        return {c['id']: ''.join(c['source']) for c in json.loads(text)['cells'] if c['cell_type'] == 'markdown'}
    return sections(text)


def sections(text: str) -> dict:
    "Heading in small letters -> what stands from it to the next; a second one of that name ends in -2."
    hidden = FENCE.sub(lambda code: re.sub(r'[^\n]', '.', code[0]), text)
    starts = [m.start() for m in re.finditer(r'^#{1,6} .+$', hidden, re.M)]
    starts = [0, *starts] if not starts or text[:starts[0]].strip() else starts
    found = {}
    for start, end in zip(starts, [*starts[1:], len(text)]):
        heading = re.match(r'#+ (.+)', text[start:])
        name = slug(heading[1]) if heading else 'top'
        number = sum(re.fullmatch(rf'{re.escape(name)}(-\d+)?', other) is not None for other in found)
        found[name + f'-{number + 1}' * bool(number)] = text[start:end].strip()
    return found


def slug(heading: str) -> str:
    "A heading as an id, its letters and digits alone."
    return '-'.join(re.findall(r'[a-z0-9_.]+', heading.lower())) or 'heading'


def read(path: Path) -> dict:
    "id -> Cell of an overlay, empty ones left out; unknown and doubled ids and broken marks are refused."
    known, found, lines = english(source_of(path)), {}, path.read_text(encoding='utf-8').split('\n')
    marks = [(n, parsed(path, n, line)) for n, line in enumerate(lines) if re.match(r'\s*<!--\s*cell\b', line)]
    if TOP.sub('', '\n'.join(lines[:marks[0][0] if marks else len(lines)]) + '\n').strip():
        raise OverlayError(f'{place(path, 0)}: text before the first mark <!-- cell ID HASH -->; '
                           f'put it under a mark, or begin anew with --skeleton')
    for (n, mark), (end, _) in zip(marks, [*marks[1:], (len(lines), None)]):
        if mark[1] not in known:
            raise OverlayError(f'{place(path, n)}: {shown(source_of(path))} has no text cell {mark[1]}{nearest(mark[1], known)}; '
                               'name another cell, or delete this one')
        if mark[1] in found:
            raise OverlayError(f'{place(path, n)}: cell {mark[1]} stands in line {found[mark[1]].line}, too; keep one of them')
        body = '\n'.join(lines[n + 1:end])
        found[mark[1]] = Cell(mark[1], mark[2], LEFT_OUT.sub('', ENGLISH.sub('', body)).strip(),
                              tuple(LEFT_OUT.findall(ENGLISH.sub('', body))), n + 1)
    return {name: cell for name, cell in found.items() if cell.text}


def parsed(path: Path, n: int, line: str):
    "The mark in a line, or what is wrong with it."
    found = MARK.fullmatch(line.strip())
    if not found:
        raise OverlayError(f'{place(path, n)}: broken mark {line.strip()!r}; a mark is <!-- cell ID HASH -->, with the hash as '
                           'eight hexadecimal digits (00000000 if you do not know it)')
    return found


def place(path: Path, n: int) -> str:
    "File and line, for a message."
    return f'{shown(path)} line {n + 1}'


def shown(path: Path) -> str:
    "A path as a reader knows it."
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def nearest(name: str, known) -> str:
    "The known name most like this one."
    like = difflib.get_close_matches(name, known, 1)
    return f' (is it {like[0]}?)' if like else ''


# -- overlays and pages

@cache
def source_of(overlay: Path) -> Path | None:
    "The English file of an overlay; None for a page of its own."
    name = overlay.relative_to(ZH).as_posix()
    if name in OF_THE_REPOSITORY:
        return ROOT / OF_THE_REPOSITORY[name]
    if overlay.exists() and overlay.read_text(encoding='utf-8').startswith(OWN):
        return None
    found = [ROOT / 'nbs' / f'{name[:-3]}.ipynb', ROOT / 'docs' / name, ROOT / 'nbs' / name]
    for path in found:
        if path.exists(): return path
    raise OverlayError(f'{shown(overlay)} line 1: none of {", ".join(map(shown, found))} is there; name the overlay after its '
                       f'English page, or begin it with {OWN} if it has none')


def overlay_of(source: Path) -> Path:
    "Where the Chinese text of an English file lies."
    if source.parent == ROOT:
        return ZH / source.name
    base = ROOT / 'nbs' if source.is_relative_to(ROOT / 'nbs') else ROOT / 'docs'
    return ZH / source.relative_to(base).with_suffix('.md')


def overlays() -> list:
    "All of them."
    return sorted(path for path in ZH.rglob('*.md') if path.relative_to(ZH).as_posix() not in NO_OVERLAY)


def is_chinese(page: str) -> bool:
    "Does the Chinese edition have this page of the site?"
    return any(fnmatch(page, pattern) for pattern in PAGES)


# -- joining

def texts(source: Path) -> tuple:
    "(id -> what a reader of the Chinese edition sees, stale ids, missing ids) of an English page."
    overlay, cells = overlay_of(source), english(source)
    chinese = read(overlay) if overlay.exists() else {}
    stale = [name for name in cells if name in chinese and chinese[name].hash != sha(cells[name])]
    missing = [name for name in cells if name not in chinese and cells[name].strip()]
    seen = {name: tidy(chinese[name].text) if name in chinese else text for name, text in cells.items()}
    for names, note in ((stale, STALE), (missing if chinese else missing[:1], MISSING if chinese else NO_PAGE)):
        seen |= {name: noted(seen[name], note) for name in names}
    return seen, stale, missing


def noted(text: str, note: str) -> str:
    "A text with a note at its beginning, below its heading."
    heading = re.match(r'#{1,6} .+\n*', text)
    return f'{heading[0].strip()}\n\n{note}\n\n{text[heading.end():]}' if heading else f'{note}\n\n{text}'


def tidy(text: str) -> str:
    "Lines that end between two Chinese characters are one, for a page would show a space there."
    parts = re.split(r'(^(?:`{3,}|~{3,}).*?^(?:`{3,}|~{3,})[^\n]*$)', text, flags=re.M | re.S)
    parts[::2] = [re.sub(f'^((?!#).*[{WIDE}])\n *(?=\\[?[{WIDE}])', r'\1', part, flags=re.M) for part in parts[::2]]
    return ''.join(parts)


def join(source: Path, text: str) -> str:
    "The text of a page or notebook in Chinese, from its English text, whose code may have been run."
    seen = texts(source)[0]
    if source.suffix == '.md':
        return '\n\n'.join(seen.values()) + '\n'
    import nbformat  # slow to import, and who looks at text needs it not
    notebook = nbformat.reads(text, 4)
    for cell in notebook.cells:
        cell.source = seen.get(cell.id, cell.source) if cell.cell_type == 'markdown' else cell.source
    redraw(notebook.cells, source)
    return nbformat.writes(notebook) + '\n'


def redraw(cells: list, source: Path):
    "Put the figures that were drawn with Chinese words in the place of the English ones, whose words need no telling then."
    above = None
    for cell in cells:
        above = cell if cell.cell_type == 'markdown' else above
        for output in cell.get('outputs', ()):
            drawn = output.get('data', {}).pop(stills.CHINESE, None)
            if drawn is None: continue
            if drawn['left']:
                raise OverlayError(f'{shown(source)}: English words in a picture: {", ".join(drawn["left"])}; give them Chinese ones in docs/site/zh_pictures.py')
            output['data'] = {'image/png': drawn['png']}
            if above is not None: above.source = TOLD.sub('', above.source).rstrip()


def notebooks() -> int:
    "The whole book in nbs_zh, Chinese where there is Chinese text, with the pages of docs and the README; how many notebooks are Chinese."
    shutil.rmtree(NOTEBOOKS, ignore_errors=True)
    homes = local_homes()
    chinese = {*homes} & {source_of(path) or ROOT / 'docs' / path.relative_to(ZH) for path in overlays()}
    for source, home in homes.items():
        text = source.read_text(encoding='utf-8') if source.exists() else TOP.sub('', overlay_of(source).read_text(encoding='utf-8'))
        text = join(source, text) if source.exists() and source in chinese else text
        home.parent.mkdir(parents=True, exist_ok=True)
        text = led(text, source, homes, chinese)
        home.write_text(text if source.suffix == '.ipynb' else as_notebook(text), encoding='utf-8')
    return sum(source.suffix == '.ipynb' for source in chinese)


def local_homes() -> dict:
    "File of the book or of docs -> the notebook of the local edition that shows it; pages of their own lie in docs, too."
    own = [ROOT / 'docs' / path.relative_to(ZH) for path in overlays() if source_of(path) is None]
    docs = [*(ROOT / 'docs').glob('*.md'), *(ROOT / 'docs' / 'lab').glob('*.md'), *own]
    book = [path for path in (ROOT / 'nbs').rglob('*') if path.suffix in ('.ipynb', '.md') and '.ipynb_checkpoints' not in path.parts]
    readme = [path for name in OF_THE_REPOSITORY.values() if (path := ROOT / name).exists()]
    return {path: (NOTEBOOKS / path.relative_to(root)).with_suffix('.ipynb')
            for root, paths in ((ROOT / 'nbs', book), (ROOT, [*docs, *readme])) for path in paths}


def led(text: str, source: Path, homes: dict, chinese: set) -> str:
    "A text whose links stay in the local edition, or lead to the repository; from Chinese to English ones are marked."
    here = ZH if source.parent == ROOT and source in chinese else source.parent
    pages = {f'{SITE}{page_of(path)}.html': path for path in chinese}

    def link(found):
        there = pages.get(found[1]) or Path(os.path.normpath(here / found[1]))
        if there in homes:
            english = source in chinese and there not in chinese and not text.startswith('（英）', found.end())
            return f']({os.path.relpath(homes[there], homes[source].parent)}{found[2] or ""}){"（英）" * english}'
        return f']({REPOSITORY}{there.relative_to(ROOT).as_posix()})' if there.exists() and there.is_relative_to(ROOT) else found[0]
    return re.sub(r'\]\(([^)#\s"\\]+)(#[^)\s]+)?\)', link, text)


def as_notebook(text: str) -> str:
    "A page as a notebook, for JupyterLab shows those as pages; what only the site understands is left out."
    import nbformat
    cell = nbformat.v4.new_markdown_cell(re.sub(r'^\{\.\w+\}\n|<span data-picture="\w+"></span> *|<img [^>]*site/_static/[^>]*> *', '', text, flags=re.M))
    return nbformat.writes(nbformat.v4.new_notebook(cells=[cell])) + '\n'


def gather(pages: dict, folder: Path, here: Path) -> list:
    "Fill a folder with the pages of the Chinese edition, from their English ones in `here`; its notebooks."
    shutil.rmtree(folder, ignore_errors=True)
    chosen = {name: source for name, source in pages.items() if is_chinese(name.rpartition('.')[0])}
    own = {path.relative_to(ZH).as_posix(): path for path in overlays() if source_of(path) is None}
    for name, source in {**chosen, **own}.items():
        text = tidy(TOP.sub('', source.read_text(encoding='utf-8'))) if name in own else join(source, (here / name).read_text(encoding='utf-8'))
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding='utf-8')
    return sorted(folder.rglob('*.ipynb'))


# -- what may not be lost

def lost(english: str, chinese: Cell) -> list:
    "What a Chinese cell lacks of its English one: numbers, formulas, code, links, headings; and needless exceptions."
    there = ENGLISH.sub('', chinese.text)
    has = {*items(there), *numbers(there)}
    wanted = [*items(english), *numbers(prose(english))]
    gone = [item for item in dict.fromkeys(wanted) if item not in has]
    needless = [f'left out: {item} (it is there, or never was)' for item in chinese.left_out if item not in gone]
    return [item for item in gone if item not in chinese.left_out] + needless


def items(text: str) -> list:
    "Formulas, code spans, lines of code, links, explorers, and the levels of headings, as lost() names them."
    bare, found = FENCE.sub('', text), []
    for code in FENCE.finditer(text):
        found += [f'`{bare_line}`' for line in code[0].split('\n')[1:-1] if (bare_line := line.partition('#')[0].strip())]
    found += [f'`{span[1].strip()}`' for span in re.findall(r'(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)', bare, re.S)]
    bare = re.sub(r'(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)', '', bare, flags=re.S)
    found += [f'${formula(two or one)}$' for two, one in re.findall(r'\$\$(.+?)\$\$|\$([^$]+?)\$', bare, re.S)]
    found += [f'({target})' for target in re.findall(r'\]\(([^)\s]+)\)', bare)]
    found += re.findall(r'<!-- explorer: \w+ -->', bare) + ['<details>' for _ in re.findall('<details', bare)]
    levels = Counter(re.findall(r'^(#{1,6}) ', bare, re.M))
    return found + [f'{level} heading {n + 1}' for level, count in levels.items() for n in range(count)]


def formula(text: str) -> str:
    "A formula without spaces and words."
    return re.sub(r'\s+', '', re.sub(r'\\(?:text|textrm|mathrm|operatorname)\{[^}]*\}', '', text))


def prose(text: str) -> str:
    "A text without code, formulas, addresses and HTML."
    text = re.sub(r'(`+).+?\1|\$\$.+?\$\$|\$[^$]+?\$', ' ', FENCE.sub(' ', text), flags=re.S)
    return re.sub(r'\]\([^)]*\)|<[^>]+>|https?://\S+', ' ', text)


def numbers(text: str) -> list:
    "The numbers in a text, without commas at the thousands."
    return [found.replace(',', '') for found in re.findall(r'\d+(?:,\d{3})*(?:\.\d+)?', text)]


def broken(text: str) -> list:
    "Stars that Markdown would show: `**x（y）**z` and `*x。*z`, where no space or stop stands beside them."
    bare = re.sub(r'(`+).+?\1|\$\$.+?\$\$|\$[^$]+?\$', 'x', FENCE.sub('', text), flags=re.S)
    from markdown_it import MarkdownIt
    shown = [child.content for token in MarkdownIt().parse(bare) for child in token.children or [] if child.type == 'text']
    return [f'broken emphasis: {part.strip()[:40]}' for part in shown if '*' in part]


# -- commands

def report(overlay: Path) -> dict:
    "kind -> findings of an overlay: stale, missing, lost (of cells that are not stale: whoever changes the English is not stopped)."
    source = source_of(overlay)
    if source is None:
        return {'lost': broken(overlay.read_text(encoding='utf-8'))}
    cells, chinese = english(source), read(overlay)
    _, stale, missing = texts(source)
    cells = {name: as_from(overlay, source, text) if source.parent == ROOT else text for name, text in cells.items()}
    gone = [f'line {cell.line}, cell {name}: {"; ".join(wrong)}' for name, cell in chinese.items()
            if (wrong := (name not in stale) * lost(cells[name], cell) + broken(cell.text))]
    return {'stale': [f'line {chinese[name].line}, cell {name}' for name in stale], 'missing': missing, 'lost': gone}


def as_from(overlay: Path, source: Path, text: str) -> str:
    "A text whose links lead to Chinese pages on the site, or from where the overlay lies: the README is read there."
    return re.sub(r'\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]+)?',
                  lambda link: f']({leads_to(source.parent / link[1], link[2] or "", overlay.parent)}', text)


def leads_to(file: Path, anchor: str, here: Path) -> str:
    "The address of the Chinese page of an English file, else the file itself as it is reached from a folder."
    page = page_of(file)
    if page is None: return os.path.relpath(file, here) + anchor
    return f'{SITE}{page}.html{anchor and "#" + "-".join(re.findall("[a-z0-9]+", anchor))}'


def page_of(file: Path) -> str | None:
    "The name of the Chinese page of an English file; None if it has none."
    overlay = overlay_of(file)
    page = overlay.relative_to(ZH).with_suffix('').as_posix().replace('/README', '/index')
    return page if overlay.exists() and is_chinese(page) else None


def check() -> int:
    "Print what is stale, missing or lost, page by page; how many findings."
    import build
    pages = [p for name, p in build.sources().items() if is_chinese(name.rpartition('.')[0])]
    wanted = {overlay_of(p) for p in pages} | {ZH / name for name in OF_THE_REPOSITORY} | {*overlays()}
    count = 0
    for overlay in sorted(wanted):
        found = report(overlay) if overlay.exists() else {'missing': ['the page']}
        count += sum(map(len, found.values()))
        for kind, places in found.items():
            if places: print(f'{shown(overlay)}: {len(places)} {kind}', *places, sep='\n    ')
    print(f'{len(overlays())} pages of {len(wanted)}, {count} findings')
    return count


def skeleton(source: Path) -> Path:
    "Write the overlay of an English page, with the English as comments where there is no Chinese yet."
    overlay = overlay_of(source)
    chinese = read(overlay) if overlay.exists() else {}
    overlay.parent.mkdir(parents=True, exist_ok=True)
    overlay.write_text(top(overlay) + '\n\n'.join(written(name, text, chinese.get(name)) for name, text in english(source).items() if text.strip())
                       + '\n', encoding='utf-8')
    return overlay


def written(name: str, text: str, cell: Cell | None) -> str:
    "One cell of an overlay."
    if cell is None:
        return f'<!-- cell {name} {sha(text)} -->\n<!-- English\n{text.strip().replace("-->", "--&gt;")}\n-->'
    return '\n'.join([f'<!-- cell {name} {cell.hash} -->', *(f'<!-- left out: {item} -->' for item in cell.left_out), cell.text])


def top(overlay: Path) -> str:
    "The first line of an overlay on GitHub, where it has no code and its links lead nowhere."
    page = overlay.relative_to(ZH).with_suffix('').as_posix().replace('/README', '/index')
    return f'[在网站上读这一页]({SITE}{page}.html)。这里只有文字，没有代码和输出，链接也打不开。\n\n'


def has_top(overlay: Path) -> bool:
    "Does it say where its page is, if it is not read where it lies?"
    return overlay.relative_to(ZH).as_posix() in OF_THE_REPOSITORY or top(overlay) in overlay.read_text(encoding='utf-8')


def tops() -> int:
    "Write the first line of those that lack it; how many."
    wanted = [overlay for overlay in overlays() if not has_top(overlay)]
    for overlay in wanted:
        text = TOP.sub('', overlay.read_text(encoding='utf-8'))
        first = f'{OWN}\n' if text.startswith(OWN) else ''
        overlay.write_text(first + top(overlay) + text.removeprefix(first), encoding='utf-8')
    return len(wanted)


def accept(overlay: Path) -> list:
    "Give stale cells the hash of the English as it is now; their ids."
    cells, chinese = english(source_of(overlay)), read(overlay)
    stale = [cell for cell in chinese.values() if cell.hash != sha(cells[cell.id])]
    text = overlay.read_text(encoding='utf-8')
    for cell in stale:
        text = text.replace(f'<!-- cell {cell.id} {cell.hash} -->', f'<!-- cell {cell.id} {sha(cells[cell.id])} -->')
    overlay.write_text(text, encoding='utf-8')
    return [cell.id for cell in stale]


def diff(overlay: Path) -> str:
    "What changed in English since the stale cells of an overlay were written, from the history of git."
    source = source_of(overlay)
    cells, stale = english(source), {c.id: c.hash for c in read(overlay).values() if c.hash != sha(english(source)[c.id])}
    git = lambda *words: subprocess.run(['git', '-C', str(ROOT), *words], capture_output=True, text=True).stdout  # noqa: E731
    found, open_ = [], set(stale)
    for commit in git('log', '--format=%h', '--', shown(source)).split() if stale else []:
        old = cells_of(git('show', f'{commit}:{shown(source)}'), source.suffix)
        for name in [name for name in sorted(open_) if sha(old.get(name, '')) == stale[name]]:
            open_.remove(name)
            lines = difflib.unified_diff(old[name].split('\n'), cells[name].split('\n'), f'{name} then', f'{name} now', lineterm='', n=1)
            found.append('\n'.join(lines))
        if not open_: break
    return '\n'.join([*found, *(f'{name}: no commit has the text of {stale[name]}' for name in sorted(open_))])


def main(words: list) -> int:
    "What the command line asks for; its exit status."
    command, paths = words[0] if words else '', [Path(word).resolve() for word in words[1:]]
    try:
        if command in ('', '--check'):
            return int(check() > 0 and command == '--check')
        elif command == '--notebooks':
            print(f'{notebooks()} notebooks in {shown(NOTEBOOKS)}')
        elif command == '--tops':
            print(tops(), 'files')
        elif command in COMMANDS and paths:
            for path in paths: print(f'{shown(path)}:', COMMANDS[command](path))
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except OverlayError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


COMMANDS = {'--skeleton': lambda path: shown(skeleton(path)), '--accept': accept, '--diff': lambda path: '\n' + diff(path)}

if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
