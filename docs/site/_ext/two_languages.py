"""Two editions of the site: English on top, Chinese in zh/. A page and its twin have the same anchors.

A Chinese page takes the ids of its headings from the English page, so that links and the switch keep the
place, and links to pages that are English only lead there. Built with the tag `zh` it is the Chinese one.
"""
import pickle
import re
from functools import cache
from pathlib import Path

import zh
from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

LINK = re.compile(r'(\]\()([^)\s:#]+)\.(md|ipynb)(#[^)\s]*)?\)')
SCHEME = 'english:'


def is_zh(app) -> bool:
    "Is this the Chinese edition?"
    return app.config.language.startswith('zh')


@cache
def english(doctrees: str):
    "The environment of the English edition, which was built before."
    return pickle.loads((Path(doctrees).parent / 'doctrees' / 'environment.pickle').read_bytes())


def english_env(app):
    "The environment of the English edition, for a Chinese page."
    return english(app.doctreedir) if is_zh(app) else None


@cache
def english_ids(doctrees: str, page: str) -> list:
    "The ids of the sections of an English page, in order."
    path = Path(doctrees).parent / 'doctrees' / f'{page}.doctree'
    return [section['ids'][0] for section in pickle.loads(path.read_bytes()).findall(nodes.section)] if path.exists() else []


def english_anchor(app, page: str, slug: str) -> str:
    "The id that a link's `#...` means on an English page."
    slugs = english(app.doctreedir).metadata.get(page, {}).get('myst_slugs', {})
    return slugs[slug][1] if slug in slugs else slug


class SameAnchors(SphinxTransform):
    "Headings get the ids of the English page; links may use its anchors, too."
    default_priority = 410  # before myst resolves the links within a page

    def apply(self, **kwargs):
        if not is_zh(self.app): return
        page = self.env.docname
        sections, ids = list(self.document.findall(nodes.section)), english_ids(self.app.doctreedir, page)
        if len(sections) != len(ids): return
        new = {section['ids'][0]: name for section, name in zip(sections, ids)}
        for section, name in zip(sections, ids):
            section['ids'] = [name]
            self.document.ids[name] = section
        slugs = {slug: (line, new.get(name, name), text) for slug, (line, name, text) in self.document.myst_slugs.items()}
        titles = {name: text for _, name, text in slugs.values()}
        for slug, (line, name, _) in english(self.app.doctreedir).metadata.get(page, {}).get('myst_slugs', {}).items():
            slugs.setdefault(slug, (line, name, titles.get(name, '')))
        self.document.myst_slugs.update(slugs)
        self.env.metadata[page]['myst_slugs'] = slugs


def on_source(app, page, source):
    "Links of a Chinese page to pages that are English only are marked."
    if is_zh(app):
        source[0] = LINK.sub(lambda found: marked(app, page, *found.groups()), source[0])


def marked(app, page: str, before: str, path: str, kind: str, anchor: str | None) -> str:
    "A link as it was, or marked as English."
    target = '/'.join(resolved(page, path))
    if target in app.env.found_docs or target not in english(app.doctreedir).found_docs:
        return f'{before}{path}.{kind}{anchor or ""})'
    return f'{before}{SCHEME}{target}{anchor or ""})'


def resolved(page: str, path: str) -> list:
    "The parts of the page that a relative path means."
    parts = page.split('/')[:-1]
    for part in path.split('/'):
        parts = parts[:-1] if part == '..' else parts if part == '.' else [*parts, part]
    return parts


class EnglishLinks(SphinxPostTransform):
    "Marked links lead to the English page."
    default_priority = 4

    def run(self, **kwargs):
        for link in self.document.findall(nodes.reference):
            if link.get('refuri', '').startswith(SCHEME):
                page, _, anchor = link['refuri'].removeprefix(SCHEME).partition('#')
                link['refuri'] = english_uri(self.app, self.env.docname, page, english_anchor(self.app, page, anchor))
                link['internal'] = True
                link['classes'] = [*link['classes'], 'in-english']


def english_uri(app, here: str, page: str, anchor: str = '') -> str:
    "A relative link from a Chinese page to an English one."
    uri = '../' * (here.count('/') + 1) + app.builder.get_target_uri(page)
    return f'{uri}#{anchor}' if anchor else uri


# -- the switch

def on_page(app, page, template, context, doctree):
    "What the bar needs for its switch, and what search engines are told."
    chinese, host = is_zh(app), app.config.site_address
    twin = page if chinese or zh.is_chinese(page) or page == 'search' else chinese_near(app, page)
    if chinese and page not in english(app.doctreedir).found_docs and page not in ('search', 'genindex'):
        twin = 'index'
    up = '../' * (page.count('/') + chinese)
    context['is_zh'] = chinese
    context['twin'] = f'{up}{"" if chinese else "zh/"}{twin}.html'
    context['alternates'] = [] if twin != page else [
        ('en', f'{host}/{page}.html'), ('zh-CN', f'{host}/zh/{page}.html')]
    context['english_page'] = lambda name: english_uri(app, page, name)


def chinese_near(app, page: str) -> str:
    "The Chinese page nearest to one that is English only: the first one of its part, or home."
    part = f'{page.partition("/")[0]}/index'
    return part if zh.is_chinese(part) else 'index'


THEME = {'On this page': '本页', 'Next': '下一页', 'Previous': '上一页', 'Home': '首页', 'Back to top': '回到开头', 'Skip to content': '跳到正文', 'Search': '搜索',
         'Hide navigation sidebar': '收起目录', 'Hide table of contents sidebar': '收起本页目录', 'Toggle site navigation sidebar': '全站目录',
         'Toggle table of contents sidebar': '本页目录', 'Toggle Light / Dark / Auto color theme': '明暗'}


def speak(app):
    "What the theme says itself, in Chinese."
    if not is_zh(app) or app.builder.format != 'html': return
    jinja = app.builder.templates.environment
    known = jinja.globals['gettext']
    jinja.install_gettext_callables(lambda said: THEME.get(said.strip()) or known(said), jinja.globals['ngettext'])


def setup(app):
    app.add_config_value('site_address', '', 'html')
    app.connect('builder-inited', speak)
    app.add_transform(SameAnchors)
    app.add_post_transform(EnglishLinks)
    app.connect('source-read', on_source, priority=600)  # after nbdev_pages'
    app.connect('html-page-context', on_page, priority=940)
    return {'version': '1', 'parallel_read_safe': True, 'parallel_write_safe': True}
