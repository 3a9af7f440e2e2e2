"""The front door: small pictures on its tiles, wide pages, and what a shared link shows of a page.

`<span data-picture="cut"></span>` in a page becomes the picture of that name (`tiles.py`), and so does an image so marked, which
is what GitHub shows. An image marked `data-still` stands for the explorer above it where there is none. A wide page has the list of
pages folded away. Its first quotation is what a page says of itself where its address is shared. On an English page
Chinese words are marked as such, and a heading's Chinese twin has a form of its own; a heading is not named after its link.
"""
import re
from html import unescape

from docutils import nodes

TWIN = re.compile(r'\s*[(（]([^()（）]*[\u3400-\u9fff][^()（）]*)[)）]\s*(?=(?:<a class="headerlink"[^>]*>[^<]*</a>)?</h[1-6]>)')
TWIN_EN = re.compile(r'\s*[(（]([^()（）<>\u3400-\u9fff]*)[)）]\s*(?=(?:<a class="headerlink"[^>]*>[^<]*</a>)?</h[1-6]>)')
BARE = re.compile(r'\s*[(（][^()（）<>]*[\u3400-\u9fff][^()（）<>]*[)）]')  # the Chinese twin in a title, a contents, a link to the next page
WORDS_OF_LINK = re.compile(BARE.pattern + '(?=(?:</span>)?</a>)')
LINK = '<a class="headerlink"'
CHINESE = re.compile(r'[\u3400-\u9fff][\u3000-\u303f\u3400-\u9fff\uff00-\uffef]*')
NO_PROSE = re.compile(r'(<(script|style|svg|textarea|math)\b.*?</\2>|<!--.*?-->|<[^>]+>|\\\(.*?\\\)|\\\[.*?\\\])', re.S)
PICTURE = re.compile(r'<(?:span|img) data-picture="(\w+)"[^>]*>(?:</span>)?')
STILL = re.compile(r'(?:<p>)?<img data-still [^>]*>(?:</p>)?')
STATIC = re.compile(r'src="(?:\.\./)*site/_static/')  # as a page of docs says it
QUOTED = re.compile(r'<blockquote>\s*<div>\s*<p>(.*?)</p>', re.S)
SECTION = re.compile(r'<section(?: class="([^"]*)")?')
TITLE = re.compile(r'</h1>(\s*<blockquote>.*?</blockquote>)?', re.S)
A_MINUTE, LINES = 200, 12  # words, or pairs of Chinese characters; lines of code
WIDE = {'index', '404', 'story', 'tutorials/13_own_table'}


def on_page(app, page, template, context, doctree):
    "Pictures, width and the sentence of a page."
    body = context.get('body', '')
    context['wide'] = page in WIDE or page.startswith('lab/')
    context['said'] = first_sentence(body)
    context |= {'shown': f'{app.config.front_door_pictures}/{picture_of(page, app.config.language[:2])}', 'bar': app.config.front_door_bar}
    body = body.replace(LINK, f'{LINK} aria-hidden="true" tabindex="-1"')
    context['body'] = body = SECTION.sub(lambda found: f'<section class="door {found[1] or ""}"', body, count=1) if page in ('index', '404') else body
    if app.config.language == 'en':
        context['body'] = WORDS_OF_LINK.sub('', TWIN.sub(r' <span class="twin">\1</span>', body))
        context |= {part: BARE.sub('', context.get(part) or '') for part in ('toc', 'title')}
        context |= {part: {**other, 'title': BARE.sub('', other['title'])} for part in ('next', 'prev') if (other := context.get(part))}
        for part in ('body', 'toc', 'furo_navigation_tree'):
            context[part] = with_languages(context.get(part) or '')
    else:
        body = re.sub('<em>(?=[^<\u3400-\u9fff]*</em>)', '<em lang="en">', body)
        context['body'] = TWIN_EN.sub(r' <span class="twin" lang="en">\1</span>', body)
    if 'c45lit-explorer' in body: context['body'] = STILL.sub('', context['body'])
    if page == 'story': context['body'] += hand_out(app)
    context['body'] = TITLE.sub(lambda found: found[0] + about(app, page, doctree), context['body'], count=1)
    context['crumbs'] = crumbs(app, page, context)
    context['body'] = STATIC.sub(f'src="{context["pathto"]("_static/", 1)}', context['body'])
    if PICTURE.search(body):
        from tiles import pictures
        found = pictures(app.config.language[:2])
        context['body'] = PICTURE.sub(lambda name: found[name[1]], context['body'])


# -- a chapter as reading

def about(app, page: str, doctree) -> str:
    "Under the title of a chapter: how long it takes, for whom it is, and the switch between words and words with code."
    part, words = page.split('_')[0].split('/')[0], app.config.front_door_words
    if doctree is None or not re.match(r'(\d\d_\w+|tutorials)/\d', page) or page in WIDE: return ''
    read = sum(len(re.findall(r'[a-zA-Z]+', said)) + len(re.findall('[\u3400-\u9fff]', said)) / 2 for p in doctree.findall(nodes.paragraph) for said in [p.astext()])
    code = sum(block.astext().count('\n') + 1 for block in doctree.findall(nodes.literal_block))
    short, long = (max(1, round(minutes)) for minutes in (read / A_MINUTE, read / A_MINUTE + code / LINES))
    reader = words[app.config.front_door_readers.get(part, 'engineers')]
    switch = ''.join(f'<button type="button" value="{mode}">{words[mode]}</button>' for mode in ('words', 'code'))
    return (f'<div class="about"><span>{words["minutes"].format(short)}{words["with code"].format(long) if code else ""} · {reader}</span>'
            + f'<span class="reading" role="group" aria-label="{words["show"]}">{switch}</span>' * bool(code) + '</div>')


def crumbs(app, page: str, context) -> list:
    "(words, address) of what a page lies in."
    words, chapters = app.config.front_door_words, app.env.toctree_includes.get(f'{page.partition("/")[0]}/index', [])
    if page.startswith('tutorials/'):
        numbers = [int(other[10:12]) for other in app.env.found_docs if other.startswith('tutorials/')]
        return [(words['tutorials'], ''), (words['of'].format(int(page[10:12]), max(numbers)), '')] if page not in WIDE else []
    if page not in chapters: return [(words['book'], context['pathto']('start'))] if page.endswith('/index') else []
    above = context['parents'][-1]
    return [(words['book'], context['pathto']('start')), (re.sub(r'\s*\(.*\)', '', above['title']), above['link']), (words['of'].format(chapters.index(page) + 1, len(chapters)), '')]


def hand_out(app) -> str:
    "The ten scenes with their pictures, for paper alone: on a screen nothing of it is loaded."
    scenes = app.builder.render_partial(app.env.get_and_resolve_doctree('scenes', app.builder).next_node(nodes.section))['fragment']
    scenes = re.sub(r'<a class="headerlink".*?</a>|<a class="term[^>]*>(.*?)</a>| id="[^"]*"', r'\1', scenes).replace('<img ', '<img loading="lazy" ')
    return '<div class="on-paper">' + re.sub(r'<(/?)h[12]\b[^>]*>', r'<\1p>', scenes) + '</div>'


def picture_of(page: str, language: str) -> str:
    "What is shown where the address of a page is shared: its card, or that of all."
    from cards import has_card, name_of
    return f'cards/{name_of(page, language)}.png' if has_card(page) else 'og.png'


def first_sentence(body: str) -> str:
    "What the first quotation of a page says, in plain words."
    found = QUOTED.search(body)
    return unescape(' '.join(re.sub(r'<[^>]+>', '', found[1]).split())) if found else ''


def with_languages(html: str) -> str:
    "HTML whose Chinese words say so, for voices and fonts; scripts, formulas and pictures stay as they are."
    parts = NO_PROSE.split(html)  # text, what is no prose, the name of its tag, text, ...
    return ''.join(CHINESE.sub(r'<span lang="zh">\g<0></span>', part) if k % 3 == 0 else part if k % 3 == 1 else '' for k, part in enumerate(parts))


def setup(app):
    app.add_config_value('front_door_pictures', '', 'html')
    app.add_config_value('front_door_bar', [], 'html')
    for name in ('front_door_words', 'front_door_readers'): app.add_config_value(name, {}, 'html')
    app.connect('html-page-context', on_page, priority=950)  # after furo's and nbdev_pages'
    return {'version': '1', 'parallel_read_safe': True, 'parallel_write_safe': True}
