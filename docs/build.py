"""Build the site: docs/*.md and nbs/ in, docs/_build out.

    .venv/bin/python docs/build.py [--cdn] [sphinx options]

Sphinx reads one folder, so `docs/_work/pages` gets a copy of every page. Scripts come from npm
(`vendor.py`); with --cdn, or where there is no npm, the pages ask a public CDN for them.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

import vendor

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
WORK, SITE = DOCS / '_work', DOCS / '_build'
HTML = WORK / 'html'  # beside it myst-nb leaves the pictures and executed notebooks
PAGES = WORK / 'pages'
ROOT_PAGES = {'CONTRIBUTING.md': 'contributing.md', 'CHANGELOG.md': 'changelog.md'}


def sources() -> dict:
    "Path on the site -> file, for every page."
    found = {name: ROOT / path for path, name in ROOT_PAGES.items()}
    found |= {path.name: path for path in DOCS.glob('*.md')}
    for path in (ROOT / 'nbs').rglob('*.ipynb'):
        if '.ipynb_checkpoints' not in path.parts:
            found[path.relative_to(ROOT / 'nbs').as_posix()] = path
    return found


def gather():
    "Fill the folder of pages afresh."
    shutil.rmtree(PAGES, ignore_errors=True)
    for name, source in sources().items():
        (PAGES / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, PAGES / name)


def main(options: list) -> int:
    """Gather the pages and the scripts, then run Sphinx; its exit status.

    All pages are read afresh (-E), for any page may change the side list of all. What takes time,
    running the chapters, is kept in docs/_work/cache.
    """
    cdn = '--cdn' in options
    gather()
    vendor.prepare(cdn)
    shutil.rmtree(HTML, ignore_errors=True)
    command = [sys.executable, '-m', 'sphinx', '-E', '-W', '--keep-going', '-b', 'html', '-c', str(DOCS),
               '-d', str(WORK / 'doctrees'), *(o for o in options if o != '--cdn'),
               str(PAGES), str(HTML)]
    status = subprocess.call(command)
    if status == 0:
        publish()
    return status


def publish():
    "Put the finished site where it belongs; a failed build leaves the last one alone."
    shutil.rmtree(SITE, ignore_errors=True)
    HTML.rename(SITE)
    print('The site is in', os.path.relpath(SITE / 'index.html'))


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
