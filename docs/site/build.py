"""Build the site: docs/*.md and nbs/ in, docs/_build out.

    .venv/bin/python docs/site/build.py [sphinx options]
    .venv/bin/python docs/site/build.py --quick       without running notebooks: as committed, no explorers
    .venv/bin/python docs/site/build.py --explorers   runs the notebooks that show an explorer, no other (with --quick, too)
    .venv/bin/python docs/site/build.py --pack        the Chinese edition of the last build, of all notebooks, as one zip, to be read from disk

Sphinx reads one folder, so `docs/_work/pages` gets a copy of every page; the notebooks there are run
(`execute.py`), unless what they show is known already, and explorers are put where pages ask for them
(`explorers.py`). KaTeX, which sets the formulas, comes from npm (`vendor.py`).
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import vendor
import zh

CODE = Path(__file__).resolve().parent
DOCS, ROOT = CODE.parent, CODE.parents[1]
WORK, SITE = DOCS / '_work', DOCS / '_build'
HTML = WORK / 'html'  # beside it myst-nb leaves the pictures
PAGES, PAGES_ZH = WORK / 'pages', WORK / 'pages_zh'
LEVELS = ('quick', 'explorers', 'all')  # how many notebooks of a site ran: none, those with an explorer, every one
OWN_OPTIONS = {'--quick', '--explorers'}  # the others are Sphinx's
STAMP = WORK / 'built-from'  # what the site in docs/_build was built from
ROOT_PAGES = {'CONTRIBUTING.md': 'contributing.md', 'CHANGELOG.md': 'changelog.md'}
JOBS = len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count() or 1


# -- pages

def sources() -> dict:
    "Path on the site -> file, for every page."
    found = {name: ROOT / path for path, name in ROOT_PAGES.items()}
    found |= {path.relative_to(DOCS).as_posix(): path for path in (*DOCS.glob('*.md'), *DOCS.glob('lab/*.md'))}
    found |= {f'{path.parent.name}/index.md': path for path in (ROOT / 'nbs').glob('*/README.md')}
    for path in sorted((ROOT / 'nbs').rglob('*.ipynb')):
        if '.ipynb_checkpoints' not in path.parts:
            found[path.relative_to(ROOT / 'nbs').as_posix()] = path
    return found


def gather() -> list:
    "Fill the folder of pages afresh; the notebooks in it."
    shutil.rmtree(PAGES, ignore_errors=True)
    for name, source in sources().items():
        (PAGES / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, PAGES / name)
    return sorted(PAGES.rglob('*.ipynb'))


def state() -> str:
    "Changes when anything changes that the site is made of."
    parts = [*CODE.glob('*.py'), *CODE.glob('_ext/*.py'), *CODE.glob('_templates/*'), *(p for p in CODE.glob('_static/**/*') if p.is_file()),
             *(p for p in (ROOT / 'c45lit').rglob('*') if p.suffix in ('.py', '.css', '.js', '.csv'))]
    files = sorted({*sources().values(), *parts, *zh.overlays(), ROOT / 'settings.ini'})
    return hashlib.sha256(b''.join(p.name.encode() + p.read_bytes() for p in files)).hexdigest()


def level_of() -> str:
    "How much of the site in docs/_build ran, as its stamp says; '' where there is none."
    return STAMP.read_text(encoding='utf-8').partition(' ')[0] if SITE.exists() and STAMP.exists() else ''


def is_fresh(least: str = 'all') -> bool:
    "Is the site in docs/_build made of the files as they are now (C45LIT_SITE=built: of any), with at least so many notebooks run?"
    return level_of() in LEVELS[LEVELS.index(least):] and (
        os.environ.get('C45LIT_SITE') == 'built' or STAMP.read_text(encoding='utf-8').partition(' ')[2] == state())


# -- building

def main(options: list) -> int:
    "Gather the pages, run the notebooks, run Sphinx; its exit status."
    if {'-h', '--help'} & {*options}: return print(__doc__) or 0
    if '--pack' in options:
        return pack()
    start, before = time.perf_counter(), state()
    level = next((level for level in ('explorers', 'quick') if f'--{level}' in options), 'all')
    vendor.prepare()
    pages = gather()
    if level != 'quick' and not run_notebooks(pages, level):
        return 1
    chinese = zh.gather(sources(), PAGES_ZH, PAGES)
    if level == 'quick': say_without()
    elif not put_explorers(pages, chinese):
        return 1
    ran = time.perf_counter()
    options = [o for o in options if o not in OWN_OPTIONS]
    status = sphinx(options) or sphinx_zh(options)
    if status == 0:
        drop_colours(HTML)
        share(HTML)
        publish(f'{level} {before}')
        print(f'notebooks {ran - start:.0f} s, pages {time.perf_counter() - ran:.0f} s, with {JOBS} at a time')
    return status


def run_notebooks(pages: list, level: str) -> bool:
    "Run them all, or those with an explorer; whether all went well."
    from execute import execute_all
    from explorers import shows_explorer
    return not execute_all(pages, shows_explorer if level == 'explorers' else None)


def put_explorers(pages: list, chinese: list) -> bool:
    "Put the explorers where both editions ask for them; whether all went well."
    from explorers import place_explorers, write_scripts
    write_scripts()
    wrong = place_explorers(chinese, PAGES_ZH, makers=pages) + place_explorers(pages, PAGES)
    print(*wrong, sep='\n', end='\n' * bool(wrong), file=sys.stderr)
    return not wrong


def say_without():
    "On a quick site: a line on each page that lacks an explorer."
    from explorers import without
    without(PAGES, 'en')
    without(PAGES_ZH, 'zh')


def sphinx(options: list) -> int:
    "Make the pages, all of them (-E), for any page may change the side list of all."
    shutil.rmtree(HTML, ignore_errors=True)
    return subprocess.call([sys.executable, '-m', 'sphinx', '-q', '-E', '-W', '--keep-going', '-j', str(JOBS),
                            '-b', 'html', '-c', str(CODE), '-d', str(WORK / 'doctrees'), *options,
                            str(PAGES), str(HTML)])


def sphinx_zh(options: list) -> int:
    "Make the Chinese edition in zh/, which knows the English one; its exit status."
    return subprocess.call([sys.executable, '-m', 'sphinx', '-q', '-E', '-W', '--keep-going', '-j', str(JOBS), '-t', 'zh',
                            '-b', 'html', '-c', str(CODE), '-d', str(WORK / 'doctrees_zh'), *options,
                            str(PAGES_ZH), str(HTML / 'zh')])


def drop_colours(site: Path):
    "Leave out myst-nb's 512 rules for 256 colours of a terminal: 33 kB for each page, and no cell prints in them."
    for style in site.rglob('_static/mystnb.*.css'):
        kept = re.sub(r'^div\.highlight \.-Color\[class\*=-(?:BG)?C\d+\] \{[^}]*\}\n+', '', style.read_text(encoding='utf-8'), flags=re.M)
        style.write_text(kept, encoding='utf-8')


def share(site: Path):
    "Pages in zh/ take pictures, fonts and scripts from the English edition where it has the same."
    same = {p.relative_to(site / 'zh').as_posix() for folder in ('_static', '_images') for p in (site / 'zh' / folder).rglob('*')
            if p.is_file() and (twin := site / p.relative_to(site / 'zh')).exists() and twin.read_bytes() == p.read_bytes()}
    for page in (site / 'zh').rglob('*.html'):
        up = '../' * len(page.relative_to(site / 'zh').parts[:-1])
        text = re.sub(rf'(?<=["\'(]){up}((?:_static|_images)/[^"\'?)]+)',
                      lambda found: f'{up}../{found[1]}' if found[1] in same else found[0], page.read_text(encoding='utf-8'))
        page.write_text(text, encoding='utf-8')
    for name in same:
        (site / 'zh' / name).unlink()


def publish(built_from: str):
    "Put the finished site where it belongs; a failed build leaves the last one alone."
    STAMP.unlink(missing_ok=True)
    shutil.rmtree(SITE, ignore_errors=True)
    HTML.rename(SITE)
    (SITE / '.nojekyll').touch()  # folders that start with an underscore are to be served too
    STAMP.write_text(built_from, encoding='utf-8')
    print('The site is in', os.path.relpath(SITE / 'index.html'))


# -- the Chinese edition on disk

def pack() -> int:
    "Write c45lit-zh.zip into the site: the Chinese pages and what they show. What is packed is published, so all of it must have run."
    if (level := level_of()) != 'all':
        print(f'build.py --pack: docs/_build is a site of level {level or "none"!r}, without what some notebooks show; '
              'only one of level \'all\' is published: make docs', file=sys.stderr)
        return 1
    pages = {path.relative_to(SITE).as_posix(): path.read_text(encoding='utf-8') for path in sorted((SITE / 'zh').rglob('*.html'))}
    pictures = {name for text in pages.values() for name in re.findall(r'_images/[^"\'?)\s]+', text)}
    files = [path for folder in ('zh', '_static', '_images') for path in sorted((SITE / folder).rglob('*')) if path.is_file()]
    with zipfile.ZipFile(SITE / 'c45lit-zh.zip', 'w', zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            name = path.relative_to(SITE).as_posix()
            if name in pages: archive.writestr(name, away(pages[name], name))
            elif not name.startswith('_images') or name in pictures: archive.write(path, name)
    print(f'{len(pages)} pages in', os.path.relpath(SITE / 'c45lit-zh.zip'))
    return 0


def away(text: str, name: str) -> str:
    "A Chinese page whose links to English ones lead to the site, for they are not in the zip."
    def link(found):
        there = os.path.normpath(Path(name).parent / found[1]).replace(os.sep, '/')
        return found[0] if there.startswith(('zh/', '_')) else f'href="{zh.SITE.removesuffix("zh/")}{there}{found[2]}"'
    return re.sub(r'href="((?:\.\./)+[^"#?]+)([^"]*)"', link, text)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
