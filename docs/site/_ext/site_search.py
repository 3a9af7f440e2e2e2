"""Let the search of the site understand both languages, other people's words, and questions.

The index holds Chinese in pairs of characters, for it has no spaces. Spellings of one term are those of the
glossary and of the table at its end, questions those of `docs/questions.md` with the places that answer;
`search.js` gets both as `_static/searchwords.js`, and ranks.
"""
import json
import re
from pathlib import Path

from docutils import nodes
from glossary_links import entries, spellings
from sphinx.search.en import SearchEnglish

WORD = re.compile(r'[\u4e00-\u9fff]+|(?:(?![\u4e00-\u9fff])\w)+')
ROW = re.compile(r'^\| ([^|]+?) \| ([^|]+?) \|$', re.M)
GLOSSARY, QUESTIONS = 'glossary', 'questions'


class BilingualSearch(SearchEnglish):
    "English words by their stems, Chinese by pairs of neighbouring characters."

    def split(self, input: str) -> list:
        return [piece for word in WORD.findall(input) for piece in pieces(word)]

    def word_filter(self, word: str) -> bool:
        return word not in self.stopwords  # numbers too: 4.5 is two of them


def pieces(word: str) -> list:
    "A Chinese word as its pairs; any other as it is."
    pairs = [word[i:i + 2] for i in range(len(word) - 1)] if '\u4e00' <= word[0] <= '\u9fff' else []
    return pairs or [word]


# -- what the script needs to know

def same_words(glossary: Path) -> list:
    "[spellings that may be asked for, spellings to look for] of every term."
    text = glossary.read_text(encoding='utf-8')
    rows = [[*map(spellings, row)] for row in ROW.findall(text) if not row[0].startswith(('---', 'elsewhere'))]
    terms = [words for _, words, _ in entries(glossary)] + [here for _, here in rows]
    return [[same, same] for words in terms for same in by_language(words)] + rows


def by_language(words: list) -> list:
    "`node, root, leaf (结点、根结点、叶结点)` are three terms; where numbers differ, all spell one."
    chinese = [word for word in words if WORD.match(word) and '\u4e00' <= word[0] <= '\u9fff']
    english = [word for word in words if word not in chinese]
    return [*map(list, zip(english, chinese))] if len(english) == len(chinese) else [words]


def questions(app) -> list:
    "[question, address] of every link in a list on the page of questions."
    page = app.env.get_and_resolve_doctree(QUESTIONS, app.builder)
    return [[link.astext(), link['refuri']] for item in page.findall(nodes.list_item)
            for link in item.findall(nodes.reference) if link.get('refuri')]


def write_words(app, error):
    "At the end of a build, what `search.js` needs beside the index."
    if error is None and app.builder.format == 'html':
        words = {'same': same_words(Path(app.env.doc2path(GLOSSARY))), 'questions': questions(app)}
        text = json.dumps(words, ensure_ascii=False, separators=(',', ':'))
        own = 'var OWN_INDEX = Search._index;\n' * app.config.language.startswith('zh')  # before the English one comes
        (Path(app.outdir) / '_static' / 'searchwords.js').write_text(f'var SEARCH_WORDS = {text};\n{own}', encoding='utf-8')


def add_scripts(app, page, template, context, doctree):
    "The page of results alone asks for them."
    if page == 'search':
        for name in ('searchwords.js', *['../../searchindex.js'] * app.config.language.startswith('zh'), 'search.js'):
            app.add_js_file(name, defer='defer')


def setup(app):
    app.add_search_language(BilingualSearch)
    app.connect('html-page-context', add_scripts)
    app.connect('build-finished', write_words)
    return {'version': '1', 'parallel_read_safe': True, 'parallel_write_safe': True}
