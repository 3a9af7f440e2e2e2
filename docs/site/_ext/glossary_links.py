"""Link the first use of a term on each page to the glossary, in English and in Chinese.

The glossary stays plain Markdown: `term, other spelling (中文、其他写法)`, then `: what it means`. A word
that everyday English has too (`everyday_words`) is linked only where it is set off, as **purity** is.
"""
import re
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

PAGE = 'glossary'
ENTRY = re.compile(r'^(\S[^\n]*)\n: ((?:.|\n(?=  ))+)', re.M)
CHINESE = re.compile(r'\s*\(([^()]*[\u4e00-\u9fff][^()]*)\)\s*$')
ENGLISH = re.compile(r'(.*\S)\s*\(((?:[^()]|\([^()]*\))*)\)\s*$')
COMMA = re.compile(r'\s*,\s+(?![^(]*\))')
SYMBOL = re.compile(r'\s(?:[A-Z]{1,4}|[\u0370-\u03ff])$')  # `confidence factor CF` is also `confidence factor`
PLURALS = {'y': '(?:y|ies)', 'f': '(?:f|ves)', 'x': '(?:x|xes|ces)'}
NO_PROSE = (nodes.reference, nodes.title, nodes.literal, nodes.FixedTextElement, nodes.math, nodes.raw,
            nodes.term, nodes.rubric, nodes.image, nodes.Invisible, nodes.Admonition)
NO_PROSE_TAGS = {'desc_signature', 'pending_xref', 'toctree', 'compact_paragraph'}


# -- the glossary

@cache
def entries(file: Path) -> list:
    "(id, spellings, first sentence of what it means) of every entry."
    found = ENTRY.findall(file.read_text(encoding='utf-8'))
    return [(anchor(title), spellings(title), first_sentence(text)) for title, text in found]


def anchor(title: str) -> str:
    "The id of an entry: `term-gain-ratio`."
    return 'term-' + nodes.make_id(COMMA.split(CHINESE.sub('', english_first(title)))[0])


def english_first(title: str) -> str:
    "`信息增益、增益 (information gain, gain)`, as the Chinese glossary has it, with the English before the Chinese."
    found = ENGLISH.fullmatch(title)
    return f'{found[2]} ({found[1]})' if found and CHINESE.search(f' ({found[1]})') and not CHINESE.search(title) else title


def spellings(title: str) -> list:
    "How prose may spell a term, in both languages."
    title = english_first(title)
    chinese = CHINESE.search(title)
    found = COMMA.split(CHINESE.sub('', title))
    found += [SYMBOL.sub('', name) for name in found if SYMBOL.search(name)]
    return found + (re.split(r'[、,]\s*', chinese[1]) if chinese else [])


def first_sentence(text: str) -> str:
    "What a term means, in short and in plain words."
    words = re.sub(r'[*`$]', '', ' '.join(text.split()))
    if '。' in words: return words.split('。')[0] + '。'
    return re.split(r'(?<=[a-z)\d])[.;:]\s', words)[0].rstrip('.') + '.'


class NameEntries(SphinxTransform):
    "Give every entry of the glossary its id."
    default_priority = 450

    def apply(self, **kwargs):
        if self.env.docname == PAGE:
            for term in self.document.findall(nodes.term):
                term['ids'].append(anchor(term.astext()))


# -- links

class LinkTerms(SphinxPostTransform):
    "The first use of every term on a page leads to the glossary."
    default_priority = 6  # after the names of functions

    def run(self, **kwargs):
        file = Path(self.env.doc2path(PAGE))
        if self.env.docname in ('changelog', PAGE) or not file.exists():
            return
        names, pattern = finder(file)
        linked = set()
        for text in list(self.document.findall(nodes.Text)):
            if is_prose(text):
                self.link(text, names, pattern, linked)

    def link(self, text, names: list, pattern, linked: set):
        "Link the terms in one text that are not linked yet."
        words, parts, end = text.astext(), [], 0
        for found in pattern.finditer(words):
            name, entry = names[found.lastindex - 1]
            if entry[0] not in linked and (name not in self.config.everyday_words or is_set_off(text)):
                linked.add(entry[0])
                parts += [nodes.Text(words[end:found.start()]), self.reference(found[0], entry)]
                end = found.end()
        if parts:
            text.parent.replace(text, [p for p in [*parts, nodes.Text(words[end:])] if p.astext()])

    def reference(self, words: str, entry: tuple):
        "The link of one term, which shows its meaning when pointed at."
        page = self.app.builder.get_relative_uri(self.env.docname, PAGE)
        return nodes.reference('', '', nodes.Text(words), internal=True, classes=['term'],
                               refuri=f'{page}#{entry[0]}', reftitle=entry[2])


@cache
def finder(file: Path) -> tuple:
    "The names with their entries, longest first, and a pattern with a group for each."
    names = sorted(((name, entry) for entry in entries(file) for name in entry[1]),
                   key=lambda pair: (-len(pair[0]), pair[0]))
    return names, re.compile('|'.join(f'({one_pattern(name)})' for name, _ in names))


def one_pattern(name: str) -> str:
    "Finds one name, in singular or plural; Chinese wherever it stands."
    if re.search(r'[\u4e00-\u9fff]', name):
        return re.escape(name)
    if not re.fullmatch(r'[a-z -]+', name.lower()):  # Gain(D, a)
        return r'(?<!\w)' + re.escape(name) + r'(?!\w)'
    if name.isupper():
        return rf'\b{re.escape(name)}\b'
    stem = re.escape(name[:-1]) + PLURALS.get(name[-1], re.escape(name[-1]) + '(?:es|s)?')
    return rf'\b(?i:{stem})\b'


def is_prose(text) -> bool:
    "Does this text stand in a paragraph, outside of links, code and headings?"
    node, in_paragraph = text.parent, False
    while node is not None:
        if isinstance(node, NO_PROSE) or node.tagname in NO_PROSE_TAGS or 'cell_output' in node.get('classes', []):
            return False
        in_paragraph |= isinstance(node, nodes.paragraph)
        node = node.parent
    return in_paragraph


def is_set_off(text) -> bool:
    "Is it in bold or italics?"
    return isinstance(text.parent, (nodes.strong, nodes.emphasis))


def setup(app):
    app.add_config_value('everyday_words', [], 'env')
    app.add_transform(NameEntries)
    app.add_post_transform(LinkTerms)
    return {'version': '1', 'parallel_read_safe': True, 'parallel_write_safe': True}
