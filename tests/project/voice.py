"""Counts of inverted sentences and homemade words: `python tests/project/voice.py` prints a table
of the book."""

import ast
import json
import re
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST_ENTRIES = 7  # headings in a page's table of contents
LONG = 25  # words of a sentence that is read twice
OBJECTS = 'them|it|the|this|these|those|a|an|two|three|equal|both|all|classes|cases|values'

# Ways of writing to avoid, each with a pattern that finds it.
WAYS = {
    'in come, out come': r'\b(?:in|out) comes?\b',
    'stand': r'\bstands?\b(?! for\b)',
    'who, what as a subject': r'(?:^|[.:;!] )(?:Who|Whoever|Nobody|What)(?:\'s)? '
                              r'[^.?!:|]*(?:[.!:|]|$)',
    'let us expect': r'\blets? (?:us|it|one|you) expect\b',
    'for it is': r'\bfor (?:it|they|there|that|this) (?:is|are|was|were|has|have)\b',
    'to part': fr'\bto part\b|\bparted\b|\bparting\b|\bparts? (?:{OBJECTS})\b(?! of\b)',
    'homemade words': (r'\bfences?\b|\bluck(?:y|ily)?\b|\bfears?\b|\bdoubt(?:s|ed)?\b|\bslivers?\b'
                       r'|\bdust\b|\btips?\b|\bscrews?\b|\bthe like of\b|\bodd corners?\b'
                       r'|\bhonest(?:y|ly)?\b|\bprais(?:e|es|ed)\b|\bdiseases?\b|\bcures?d?\b'
                       r'|\ball the same\b|\btaken back\b|\bwhom\b'),
}
# A page's headings have one form each.
HEADINGS = {
    'Exercises': 'Exercises (练习)', 'Check yourself': 'Exercises (练习)',
    'Sources': 'Sources (出处)', 'In short': 'In short (小结)',
    'Where': 'Where to go next (下一步)',
}


def prose(source: str) -> str:
    "A text cell without code, formulas, addresses, comments and HTML."
    for pattern, kept in ((r'```.*?```', ' '), (r'<!--.*?-->', ' '), (r'\$\$.*?\$\$', ' '),
                          (r'<code>.*?</code>', ' X '), (r'`[^`\n]*`', 'X'), (r'\$[^$\n]*\$', 'X'),
                          (r'!?\[([^\]]*)\]\([^)]*\)', r'\1'), (r'<[^>\n]+>', ' ')):
        source = re.sub(pattern, kept, source, flags=re.S)
    return source.replace('*', '').replace('_', ' ').replace('C4.5', 'C45').replace('C5.0', 'C50')


def sentences(text: str) -> list:
    "The sentences of a text that end with a stop and have a verb's room: four words or more."
    lines = [line for line in text.split('\n') if not re.match(r'\s*(#|\||>|import |from )', line)]
    flat = re.sub(r'\s+', ' ', re.sub(r'\n\s*(?:\n|[-*] |\d+\. )', ' ¶ ', '\n'.join(lines)))
    found = re.split(r'(?<=[.!?:;])[)”"\']* |¶', flat)
    return [s.strip() for s in found if len(s.split()) > 3]


def pages(folder: str) -> list:
    "The pages of a folder (or one file), in order."
    path = ROOT / folder
    return sorted(path.glob('*.ipynb')) + sorted(path.glob('*.md')) if path.is_dir() else [path]


def texts(page: Path) -> list:
    "The text cells of a notebook, or the whole of a Markdown page."
    if page.suffix == '.md':
        return [page.read_text(encoding='utf-8')]
    cells = json.loads(page.read_text(encoding='utf-8'))['cells']
    return [''.join(c['source']) for c in cells if c['cell_type'] == 'markdown']


def docstrings(page: Path) -> list:
    "The docstrings in the code cells of a notebook that are exported."
    if page.suffix == '.md':
        return []
    found = []
    for cell in json.loads(page.read_text(encoding='utf-8'))['cells']:
        source = ''.join(cell['source'])
        if cell['cell_type'] == 'code' and source.startswith('#| export'):
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    found.append(ast.get_docstring(node) or '')
    return found


def found_in(page: Path, docs: bool = True) -> dict:
    "For each way of writing, the places of a page that have it; `docs` for docstrings, too."
    whole = [re.sub(r'\n+#+ .*', '\n', '\n' + prose(t)) for t in texts(page)]
    whole += [prose(d) for d in docstrings(page)] if docs else []
    blocks = [p for t in whole for p in re.split(r'\n\s*\n|\n\s*[-\d>]', t)]
    lines = [re.sub(r'\s+', ' ', p).strip() for p in blocks]
    return {name: [m.group() for line in lines
                   for m in re.finditer(pattern, line, 0 if 'subject' in name else re.I)]
            for name, pattern in WAYS.items()}


def headings(page: Path) -> list:
    "The entries of a page's table of contents."
    plain = [re.sub(r'```.*?```', '', t, flags=re.S) for t in texts(page)]
    return [h for t in plain for h in re.findall(r'^## +(.*)', t, re.M)]


def off_form(page: Path) -> list:
    "Headings that have a form of their own where the book has one."
    return [h for h in headings(page) for start, form in HEADINGS.items()
            if re.match(fr'{start}\b', h) and h != form
            and not (start == 'Where' and not re.search('下一步|接下来|去向|goes|to go', h))]


def lengths(page: Path) -> list:
    "The length of each sentence of a page, in words."
    return [len(s.split()) for t in texts(page) for s in sentences(prose(t))] or [0]


def length(page: Path) -> float:
    "The median length of a page's sentences, in words."
    return statistics.median(lengths(page))


def long_share(page: Path) -> float:
    "The share of a page's sentences that are long."
    words = lengths(page)
    return sum(n > LONG for n in words) / len(words)


def main(folders):
    "Print counts per folder."
    names = [*WAYS, 'headings', '> 7', 'no 小结', 'median', f'% > {LONG} words']
    print(f'{"":16}' + ''.join(f'{name[:14]:>15}' for name in names))
    for folder in folders:
        every = pages(folder)
        words = [n for p in every for n in lengths(p)]
        row = [sum(len(found_in(p)[way]) for p in every) for way in WAYS]
        row += [sum(len(off_form(p)) for p in every),
                sum(len(headings(p)) > MOST_ENTRIES for p in every),
                sum(p.suffix == '.ipynb' and 'In short (小结)' not in headings(p) for p in every),
                statistics.median(words),
                round(100 * sum(n > LONG for n in words) / len(words), 1)]
        print(f'{Path(folder).name:16}' + ''.join(f'{n:15}' for n in row))


def parts():
    "The folders of the book, in order."
    folders = [p for p in (ROOT / 'nbs').iterdir() if p.is_dir() and p.name[0] in '01t']
    return [str(p.relative_to(ROOT)) for p in sorted(folders)]


if __name__ == '__main__':
    main(sys.argv[1:] or [*parts(), 'nbs/index.ipynb', 'README.md', 'docs'])
