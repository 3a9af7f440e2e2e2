"""The front door: small pictures on its tiles, wide pages, and what a shared link shows of a page.

`<span data-picture="cut"></span>` in a page becomes the picture of that name (`tiles.py`). A wide page has the list of
pages folded away. Its first quotation is what a page says of itself where its address is shared.
"""
import re
from html import unescape

PICTURE = re.compile(r'<span data-picture="(\w+)"></span>')
QUOTED = re.compile(r'<blockquote>\s*<div>\s*<p>(.*?)</p>', re.S)
WIDE = {'lab', 'story', 'tutorials/13_own_table'}


def on_page(app, page, template, context, doctree):
    "Pictures, width and the sentence of a page."
    body = context.get('body', '')
    context['wide'] = page in WIDE or page.startswith('lab/')
    context['said'] = first_sentence(body)
    if PICTURE.search(body):
        from tiles import pictures
        found = pictures()
        context['body'] = PICTURE.sub(lambda name: found[name[1]], body)


def first_sentence(body: str) -> str:
    "What the first quotation of a page says, in plain words."
    found = QUOTED.search(body)
    return unescape(' '.join(re.sub(r'<[^>]+>', '', found[1]).split())) if found else ''


def setup(app):
    app.connect('html-page-context', on_page)
    return {'version': '1', 'parallel_read_safe': True, 'parallel_write_safe': True}
