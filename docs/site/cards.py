"""The picture that goes with a shared address: a card of 1200 by 630 for home, the front door, the story and each experiment.

    .venv/bin/python docs/site/cards.py          draws those that are out of date, into docs/site/_static/cards
    .venv/bin/python docs/site/cards.py --all    draws every one

A card has the title of its page, its sentence and its drawing (`tiles.py`), in the colours and letters of the site. Each file keeps
the hash of what it was drawn from, so a test says which one is out of date. Chromium draws, through playwright.
"""
import hashlib
import os
import re
import shutil
import sys
from html import escape
from io import BytesIO
from pathlib import Path

CODE = Path(__file__).resolve().parent
ROOT = CODE.parents[1]
sys.path[:0] = [str(CODE), str(ROOT)]

import zh  # noqa: E402  (it lies beside this file)

CARDS, FONTS, STYLE = CODE / '_static' / 'cards', CODE / '_static' / 'fonts', ROOT / 'c45lit' / 'static' / 'style.css'
SIZE = 1200, 630
COLOURS = 96  # of a picture: flat areas, and what smooths their edges
NOTE = 'made-of'
OWN = ('index', 'story')
EXPERIMENTS = ('plane', 'cut', 'gain', 'noise', 'luck', 'slivers', 'pruning', 'raising', 'tree', 'beat')  # in the order of the tiles
PAGES = (*OWN, *(f'lab/{name}' for name in EXPERIMENTS))
LANGUAGES = ('en', 'zh')
TWIN = re.compile(r'\s*[(（][^()（）]*[)）]\s*$')  # of a heading, in the other language
LAYOUT = '''body { margin: 0; width: 1200px; height: 630px; background: var(--c45-paper); color: var(--c45-ink); font-family: var(--c45-book); }
main { box-sizing: border-box; width: 1200px; height: 630px; padding: 0 48px 0 64px; display: grid; grid-template-columns: 500px 1fr; gap: 40px; align-items: center; }
b { font: 650 26px/1 var(--c45-tool); color: var(--c45-accent); } h1 { font-size: 62px; line-height: 1.08; margin: 28px 0 22px; letter-spacing: -.02em; font-weight: 600; text-wrap: balance; }
p { font-size: 29px; line-height: 1.38; margin: 0; color: var(--c45-soft); text-wrap: pretty; } h1.long { font-size: 50px; } svg { display: block; width: 100%; height: auto; }
.two svg { width: 464px; margin: auto; } .c45lit-fig .dots { stroke-linecap: round; }'''


# -- what a card says

def name_of(page: str, language: str) -> str:
    "The file of a card, without its ending."
    return f'{"zh-" * (language == "zh")}{page.replace("/", "-")}'


def has_card(page: str) -> bool:
    "Has a page a card of its own?"
    return page in PAGES


def first_cell(page: str, language: str) -> str:
    "The text that a page begins with."
    source = ROOT / 'nbs' / f'{page}.ipynb'
    source = source if source.exists() else ROOT / 'docs' / f'{page}.md'
    return next(iter(zh.english(source).values())) if language == 'en' else next(iter(zh.read(zh.overlay_of(source)).values())).text


def said(page: str, language: str) -> tuple:
    "(title, sentence) of a page."
    text = first_cell(page, language)
    title, sentence = re.search(r'^# (.+)$', text, re.M)[1], re.search(r'^> (.+)$', text, re.M)[1]
    return TWIN.sub('', title), re.sub(r'[*`]', '', sentence)


def drawing(page: str, language: str) -> str:
    "The drawing of a page: its experiment; the hero; a table that becomes a tree."
    from tiles import WORDS, crowd, experiments, hero
    found = experiments()
    if page == 'story':
        return f'<div class="two">{crowd()}{found["tree"]}</div>'
    return hero(WORDS[language]) if page == 'index' else found[page.partition('/')[2]]


def style() -> str:
    "Of the style of the site what a card is drawn with: colours, letters, figures."
    text = STYLE.read_text(encoding='utf-8')
    return '\n'.join([re.search(r'^:root \{.*?^\}', text, re.M | re.S)[0], *re.findall(r'^\.c45lit-fig .*$', text, re.M)])


def html(page: str, language: str) -> str:
    "A card as a page; FONTS is where the letters lie."
    title, sentence = said(page, language)
    faces = ''.join(f'@font-face {{ font-family: "{family}"; src: url("FONTS/{file}"); font-weight: 100 900; }}'
                    for family, file in (('Source Serif 4', 'serif.woff2'), ('Inter', 'sans.woff')))
    long = ' class="long"' if len(title) > 24 or len(title) > 10 and language == 'zh' else ''
    return (f'<!doctype html><html lang="{language}"><meta charset="utf-8"><style>{faces}{style()}{LAYOUT}</style><body data-theme="light" style="color-scheme: light">'
            f'<main><div>{"" if title == "c45lit" else "<b>c45lit</b>"}<h1{long}>{escape(title)}</h1><p>{escape(sentence)}</p></div><div>{drawing(page, language)}</div></main>')


def made_of(page: str, language: str) -> str:
    "The hash of what a card is drawn from."
    return hashlib.sha256(html(page, language).encode()).hexdigest()[:16]


# -- the files

def noted(path: Path) -> str:
    "The hash that a file keeps, or nothing."
    from PIL import Image
    return Image.open(path).text.get(NOTE, '') if path.exists() else ''


def stale() -> list:
    "(page, language) of every card that is missing or not of what its page says now."
    return [(page, language) for language in LANGUAGES for page in PAGES
            if noted(CARDS / f'{name_of(page, language)}.png') != made_of(page, language)]


def keep(picture: bytes, path: Path, made: str):
    "Write a picture in few colours, with its hash."
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo
    note = PngInfo()
    note.add_text(NOTE, made)
    few = Image.open(BytesIO(picture)).convert('RGB').quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(path, optimize=True, pnginfo=note)


def draw(wanted: list):
    "Draw cards in a window of their size."
    from playwright.sync_api import sync_playwright
    CARDS.mkdir(exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=os.environ.get('CHROMIUM') or shutil.which('chromium'), args=['--no-sandbox'])
        window = browser.new_page(viewport=dict(zip(('width', 'height'), SIZE)), color_scheme='light')
        window.goto((FONTS / 'OFL-Inter.txt').as_uri())  # from a file, so that letters may be read from files
        for page, language in wanted:
            window.set_content(html(page, language).replace('FONTS', FONTS.as_uri()))
            window.evaluate('document.fonts.ready')
            keep(window.screenshot(), CARDS / f'{name_of(page, language)}.png', made_of(page, language))
        browser.close()


if __name__ == '__main__':
    drawn = [(page, language) for language in LANGUAGES for page in PAGES] if '--all' in sys.argv else stale()
    draw(drawn)
    print(*(name_of(*card) for card in drawn), f'{len(drawn)} cards drawn', sep='\n')
