"""Rules of pages: links, first pages, workflows, and plain English with the subject first."""
import ast
import re
import statistics
from urllib.parse import unquote

from docutils.nodes import make_id

from lint_files import File, literals

OBJECTS = 'them|it|the|this|these|those|a|an|two|three|equal|both|all|classes|cases|values'
WAYS = {  # of writing, to avoid -> a pattern that finds it
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
HEADINGS = {  # what a heading begins with, as a pattern -> its one form
    'Exercises': 'Exercises (练习)', 'Check yourself': 'Exercises (练习)',
    'Sources': 'Sources (出处)', 'In short': 'In short (小结)',
    'Where.*(?:下一步|接下来|去向|goes|to go)': 'Where to go next (下一步)',
}
LONG = 25  # words of a sentence that is read twice
MEDIAN = {'04_engine': 14}  # words of a page's sentences; elsewhere 13
UNSPOKEN = ('README.md', 'CONTRIBUTING.md', 'start.ipynb')  # pages with headings of their own
FENCE = re.compile(r'^```.*?^```', re.M | re.S)


# -- links

def linked(files):
    "(page, cell, link, file, anchor) of each link of a page to a file of the project."
    for page in (*files.notebooks, *files.pages):
        for cell, text in page.prose:
            for link in re.findall(r'\]\(((?![a-z]+:)[^()\s]+)\)', FENCE.sub('', text)):
                path, _, anchor = unquote(link).partition('#')
                file = (page.path.parent / path).resolve() if path else page.path
                yield page, cell, link, file, anchor


def links(files):
    "A link leads to a file."
    for page, cell, link, path, _ in linked(files):
        if not path.exists(): yield page, page.line(cell, link), f'no file for the link {link}'


def anchors(files):
    "A link with an anchor leads to a heading, a mark (name)= or the entry of a name."
    pages = {page.path: page for page in (*files.notebooks, *files.pages)}
    named = {}
    for page, cell, link, path, anchor in linked(files):
        if not anchor or path not in pages: continue
        if path not in named: named[path] = names(pages[path])
        if anchor not in named[path] and not re.match(r'c45lit\.|term-', anchor):
            yield page, page.line(cell, link), f'no heading for the anchor of {link}'


def names(page: File) -> set:
    "What a link may name on a page, as the site and GitHub do."
    text = '\n'.join(FENCE.sub('', text) for _, text in page.prose)
    titles = [re.sub(r'!?\[([^\]]*)\]\([^)]*\)', r'\1', title).replace('`', '').replace('*', '')
              for title in re.findall(r'^#{1,4} +(.+?)\s*$', text, re.M)]
    plain = {re.sub(r'[^\w\u4e00-\u9fff\- ]', '', t.strip().lower()).replace(' ', '-')
             for t in titles}
    return plain | {*map(make_id, titles)} | {*re.findall(r'^\(([\w-]+)\)=$', text, re.M)}


def part_pages(files):
    "Every part has a first page, which names its chapters in their order."
    pages = {page.path.parent.name: page for page in files.pages if page.path.name == 'README.md'}
    for part in files.parts:
        if part not in pages:
            yield f'nbs/{part}', 1, 'the part has no README.md'
            continue
        named = re.findall(r'^- \[[^]]+\]\((\w+\.ipynb)\): .*\.$', pages[part].text, re.M)
        there = [n.path.name for n in files.chapters if n.part == part]
        if named != there:
            wrong = sorted({*named} ^ {*there}) or ['their order']
            yield pages[part], 1, f'"- [title](file): sentence." of chapters: {", ".join(wrong)}'


def book_map(files):
    "The README names every part and tutorial."
    readme = files.file('README.md')
    for page in (*files.pages, *files.notebooks):
        listed = re.fullmatch(r'nbs/(\d\d_\w+/README\.md|tutorials/\d\d_\w+\.ipynb)', page.name)
        if listed and not re.search(rf'\]\({re.escape(page.name)}[)#]', readme.text):
            yield readme, 1, f'its map does not name {page.name}'


def counted(files):
    "What pages count is as many."
    searches, how = (files.file(f) for f in ('tests/project/test_search.py', 'nbs/tutorials/18_how_do_i.ipynb'))
    many = {('docs/compared.md', 'fourteen explorers', 14): sum(
                name.startswith('explore_') for name in files.given),
            ('docs/compared.md', 'In ten chapters', 10): sum(
                '<!-- explorer:' in n.text for n in files.notebooks if not n.name.endswith('story.ipynb')),
            ('docs/compared.md', 'Twenty-eight searches', 28): len(
                literals(searches.tree)['SEARCHES']) if searches else 0,
            ('README.md', '31 answers', 31): len(re.findall(r'### .+\? \(.*？\)', how.text)) if how else 0}
    for (name, words, said), count in many.items():
        page = files.file(name)
        if page and words in page.text and count != said:
            yield page, page.where(words), f'{words}? there are {count}'


def workflows(files):
    """A workflow runs targets of the Makefile, tries all that fresh.py does, and runs actions with
    the number of a version."""
    fresh = files.file('tests/project/fresh.py')
    tries = re.findall(r"^    '(\w+)':", fresh.text, re.M) if fresh else []
    targets = re.findall(r'^([\w-]+):', (files.root / 'Makefile').read_text('utf-8'), re.M)
    for file in files.below('.github/workflows', '*.yml'):
        for i, line in enumerate(file.lines, 1):
            for target in re.findall(r'\brun: make ([\w-]+)', line):
                if target not in targets: yield file, i, f'the Makefile has no target {target}'
            matrix = re.search(r'\btry: \[(.*)\]', line)
            if matrix and matrix[1].split(', ') != tries:
                yield file, i, f'fresh.py tries {", ".join(tries)}'
            action = re.search(r'\buses: (.*)', line)
            if action and not re.search(r'@(release/)?v\d+$', action[1]):
                yield file, i, f'{action[1]}: which version? @v1'


# -- plain English

def spoken(files):
    "Pages of the book, and those about it."
    return [page for page in (*files.notebooks, *files.pages) if page.part.startswith(('0', '1'))
            or page.part in ('tutorials', 'docs', 'lab') or page.path.name in UNSPOKEN]


def told(files): return [n for n in spoken(files) if n.name.endswith('.ipynb')
                         and n.path.name not in UNSPOKEN]


def voice(files):
    "No inverted sentence and no homemade word."
    for page in spoken(files):
        for cell, text in (*page.prose, *docstrings(page)):
            headless = re.sub(r'\n+#+ .*', '\n', '\n' + bare(text))
            for block in re.split(r'\n\s*\n|\n\s*[-\d>]', headless):
                line = re.sub(r'\s+', ' ', block).strip()
                for way, pattern in WAYS.items():
                    for m in re.finditer(pattern, line, 0 if 'subject' in way else re.I):
                        begin = ' '.join(m[0].strip('.:;! ').split()[:3])
                        yield page, page.line(cell, begin), f'{way}: {m[0].lower()!r}'


def sections(files):
    "A chapter ends in short, with exercises; headings that all chapters have, have one form."
    for n in told(files):
        heads = headings(n)
        for one in ('In short (小结)', 'Exercises (练习)'):
            if heads.count(one) != 1: yield n, 1, f'{heads.count(one)} headings "{one}"'
        for head in heads:
            form = next((form for start, form in HEADINGS.items()
                         if re.match(fr'{start}\b', head)), head)
            if head != form: yield n, n.where(head), f'the heading "{head}" is elsewhere "{form}"'


def short_sentences(files):
    "Sentences are short: the median of a page, and the share of long ones."
    for n in told(files):
        words = [len(s.split()) for _, text in n.prose for s in sentences(bare(text))] or [5]
        median, most = statistics.median(words), MEDIAN.get(n.part, 13)
        if not 4 < median <= most:
            yield n, 1, f'the median of its sentences is {median:g} words: 5 to {most}'
        share = sum(count > LONG for count in words) / len(words)
        if share > 1 / 8: yield n, 1, f'{share:.0%} of its sentences have more than {LONG} words'


def headings(page) -> list:
    "The entries of a page's table of contents."
    return [h for _, text in page.prose
            for h in re.findall(r'^## +(.*)', re.sub(r'```.*?```', '', text, flags=re.S), re.M)]


def docstrings(page):
    "(cell, docstring) of the exported cells of a notebook."
    for cell in getattr(page, 'exported', ()):
        yield from ((cell, ast.get_docstring(node) or '') for node in cell.nodes
                    if isinstance(node, (ast.FunctionDef, ast.ClassDef)))


def bare(text: str) -> str:
    "A text without code, formulas, addresses, comments and HTML."
    for pattern, kept in ((r'```.*?```', ' '), (r'<!--.*?-->', ' '), (r'\$\$.*?\$\$', ' '),
                          (r'<code>.*?</code>', ' X '), (r'`[^`\n]*`', 'X'), (r'\$[^$\n]*\$', 'X'),
                          (r'!?\[([^\]]*)\]\([^)]*\)', r'\1'), (r'<[^>\n]+>', ' ')):
        text = re.sub(pattern, kept, text, flags=re.S)
    return text.replace('*', '').replace('_', ' ').replace('C4.5', 'C45').replace('C5.0', 'C50')


def sentences(text: str) -> list:
    "The sentences of a text that end with a stop and have a verb's room: four words or more."
    lines = [line for line in text.split('\n') if not re.match(r'\s*(#|\||>|import |from )', line)]
    flat = re.sub(r'\s+', ' ', re.sub(r'\n\s*(?:\n|[-*] |\d+\. )', ' ¶ ', '\n'.join(lines)))
    return [s for s in re.split(r'(?<=[.!?:;])[)”"\']* |¶', flat) if len(s.split()) > 3]
