"""The stills of the story and of the eight experiments: what they show at first sight, for where nothing runs.

    .venv/bin/python docs/site/views.py          draws those that are out of date, and writes docs/scenes.md
    .venv/bin/python docs/site/views.py --all    draws every one

The explorers themselves are opened in Chromium (playwright) and photographed, in few colours. Each file keeps the hash of
what it shows: data, words and script of the explorer; so a test says which one is out of date, without a browser. The
sentences of the page of scenes are those of the story.
"""
import ast
import hashlib
import os
import re
import shutil
import sys
from functools import cache
from pathlib import Path

import nbformat

CODE = Path(__file__).resolve().parent
ROOT = CODE.parents[1]
sys.path[:0] = [str(CODE), str(ROOT)]

import zh  # noqa: E402  (they lie beside this file)
from cards import EXPERIMENTS, FONTS, LANGUAGES, keep, noted  # noqa: E402
from explorers import MADE  # noqa: E402

from c45lit.explore.widget import _SENTENCES, _static, script_json  # noqa: E402

STILLS, STATIC = CODE / '_static' / 'stills', ROOT / 'c45lit' / 'static'
SHARED = 'common.js', 'drawn.js', 'field.js', 'style.css', 'common.css'  # what most of them are drawn with
SCENES = [f'scene-{k}' for k in range(1, 11)]
NAMES = [*SCENES, *EXPERIMENTS]
FACES = ''.join(f'@font-face {{ font-family: "{family}"; src: url("{(FONTS / file).as_uri()}"); font-weight: 100 900; }}'
                for family, file in (('Source Serif 4', 'serif.woff2'), ('Inter', 'sans.woff')))
LOOK = FACES + 'html { color-scheme: light } body { margin: 12px; background: var(--c45-paper) } .c45lit-story figure { height: 560px !important } .c45lit-story-rail, .c45lit-explorer > :not(:first-child) { display: none !important }'
MOST_HIGH = 760  # pixels of an experiment: its first sight
LAST_STEP = """first => {  // of a scene: its later steps have no name
  let step = first;
  while (step.nextElementSibling && !step.nextElementSibling.id) step = step.nextElementSibling;
  step.scrollIntoView({block: 'center', behavior: 'instant'});
}"""
SAID = """name => {
  const said = [[], []], root = document.querySelector('.c45lit-story');
  for (let step = document.getElementById(name); step && (step.id === name || !step.id); step = step.nextElementSibling) {
    said[0].push(...[...step.querySelectorAll('h2, h3')].map(h => h.textContent));
    said[1].push(...[...step.querySelectorAll('.c45lit-story-text, .c45lit-story-note')].map(p => p.textContent));
  }
  const joined = words => words.join(' ').replace(/(…+) …+/g, '$1').replace(/([。！？…]) (?=[\\u3000-\\u9fff])/g, '$1');
  return [joined(said[0]), root.querySelector('figcaption').textContent, joined(said[1])];
}"""
HEADS = {'en': """# The story in ten pictures (十幕图)

> The ten scenes of [the story](../nbs/story.ipynb) for paper, and for places where nothing moves.

In the story you move the cut and the confidence factor yourself.""",
         'zh': """# 十幕图 (the story in ten pictures)

> [一张表的故事](../nbs/story.ipynb)的十幕，供打印，或在图不能动的地方看。

在故事里，划分点和置信因子可以自己移动。"""}


def file_of(name: str, language: str) -> Path:
    "Where a still lies."
    return STILLS / f'{"zh-" * (language == "zh")}{name}.png'


# -- what is shown

@cache
def explorer(name: str):
    "The explorer of an experiment, as its chapter makes it; the story."
    if name in SCENES:
        return explorer_in(ROOT / 'nbs' / 'story.ipynb', lambda source: 'explore_story(' in source)
    for path in sorted((ROOT / 'nbs' / '09_explore').glob('*.ipynb')):
        if re.search(rf'explorer: {name}\\n', path.read_text(encoding='utf-8')):
            return explorer_in(path, lambda source: (found := MADE.search(source)) and found[1] == name)


def explorer_in(path: Path, wanted):
    "What the wanted cell of a notebook shows, after the cells of code above it."
    names = {}
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type != 'code' or 'eval: false' in cell.source: continue
        *before, last = ast.parse(cell.source).body or ast.parse('pass').body
        exec(compile(ast.Module(before, []), path.name, 'exec'), names)
        if wanted(cell.source): return eval(compile(ast.Expression(last.value), path.name, 'eval'), names)
        exec(compile(ast.Module([last], []), path.name, 'exec'), names)


@cache
def short_story():
    "The story, its halves drawn once instead of forty times."
    from c45lit import explore_story
    return explore_story(times=1)


def shown(made, language: str) -> str:
    "What an explorer shows: its data, its own scripts and styles and the shared ones, its sentences."
    own = [p.read_text(encoding='utf-8') for p in (*sorted(STATIC.glob(f'{made._name}*.*s')), *(STATIC / name for name in SHARED))]
    asked = {key for text in own for key in re.findall(r'\bW\.(\w+)', text)}
    said = [found[0] for found in _SENTENCES.finditer(_static(f'{language}.js')) if found[1] in asked]
    return ''.join([script_json({k: getattr(made, k) for k in ('data', *made._moving)}), *own, *said, LOOK.replace(str(ROOT), '')])


def made_of(language: str) -> dict:
    "Name -> the hash of what each still shows."
    story = shown(short_story(), language)
    texts = dict.fromkeys(SCENES, story) | {name: shown(explorer(name), language) for name in EXPERIMENTS}
    return {name: hashlib.sha256((name + text).encode()).hexdigest()[:16] for name, text in texts.items()}


def stale() -> dict:
    "(name, language) -> hash of every still that is missing or shows something else now."
    found = {(name, language): made for language in LANGUAGES for name, made in made_of(language).items()}
    return {key: made for key, made in found.items() if noted(file_of(*key)) != made}


# -- the pictures

def draw(wanted: dict):
    "Photograph explorers and scenes."
    from playwright.sync_api import sync_playwright
    STILLS.mkdir(exist_ok=True)
    scenes = {}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=os.environ.get('CHROMIUM') or shutil.which('chromium'), args=['--no-sandbox'])
        for language in LANGUAGES:
            window = browser.new_page(viewport={'width': 860, 'height': 700}, color_scheme='light', reduced_motion='reduce')
            names = [name for name, its in wanted if its == language]
            if any(name in SCENES for name, _ in wanted):
                opened(window, SCENES[0], language)
                scenes[language] = told(window)
            for name in names:
                if name in EXPERIMENTS: opened(window, name, language)
                keep(photograph(window, name), file_of(name, language), wanted[name, language])
        browser.close()
    if scenes: write(scenes)


def opened(window, name: str, language: str):
    "Open the page of an explorer."
    made = explorer(name)
    made.lang = language
    page = ROOT / 'docs' / '_work' / ('story.html' if name in SCENES else f'{name}.html')
    page.parent.mkdir(exist_ok=True)
    page.write_text(f'<!doctype html><html lang="{language}"><meta charset="utf-8"><body data-theme="light">{made.to_html()}<style>{LOOK}</style>', encoding='utf-8')
    window.goto(page.as_uri())
    window.wait_for_selector('.c45lit-explorer[data-drawn] *')
    window.wait_for_function('document.fonts.status == "loaded"')


def photograph(window, name: str) -> bytes:
    "An explorer, or a scene of the story."
    if name in SCENES: window.locator(f'#{name}').evaluate(LAST_STEP)
    window.wait_for_timeout(900)  # the birds are on their way
    box = window.locator('.c45lit-story figure' if name in SCENES else '.c45lit-explorer > *').first.bounding_box()
    return window.screenshot(clip={**box, 'height': min(box['height'], MOST_HIGH)}, full_page=name not in SCENES)


# -- the page of scenes

def told(window) -> list:
    "(heading, message, text) of each scene of the open story."
    found = []
    for name in SCENES:
        window.locator(f'#{name}').evaluate(LAST_STEP)
        window.wait_for_timeout(200)
        found.append(window.evaluate(SAID, name))
    return found


def page_of(scenes: list, language: str) -> list:
    "The sections of the page of scenes."
    way = '../' * (language == 'zh') + 'site/_static/stills'
    return [HEADS[language], *(f'## {k}. {heading}\n\n<img src="{way}/{file_of(name, language).name}" width="640" alt="{message}">\n\n**{message}** {text}'
                               for k, (name, (heading, message, text)) in enumerate(zip(SCENES, scenes), 1))]


def write(scenes: dict):
    "Write the page of scenes in both languages, the Chinese one as the overlay that zh.py reads."
    (ROOT / 'docs' / 'scenes.md').write_text('\n\n'.join(page_of(scenes['en'], 'en')) + '\n', encoding='utf-8')
    english = zh.sections((ROOT / 'docs' / 'scenes.md').read_text(encoding='utf-8'))
    cells = [f'<!-- cell {name} {zh.sha(text)} -->\n{chinese}' for (name, text), chinese in zip(english.items(), page_of(scenes['zh'], 'zh'))]
    (zh.ZH / 'scenes.md').write_text(zh.top(zh.ZH / 'scenes.md') + '\n\n'.join(cells) + '\n', encoding='utf-8')


if __name__ == '__main__':
    drawn = {(name, language): made for language in LANGUAGES for name, made in made_of(language).items()} if '--all' in sys.argv else stale()
    draw(drawn)
    print(f'{len(drawn)} stills drawn')
