"""What the site needs from npm: KaTeX for its formulas, uqr for the code of a page on a stage, axe for its tests. All go into docs/_work.

Versions are pinned here and nowhere else; npm checks what it fetches. No page asks anything from outside, also when opened as a file.
"""
import shutil
import subprocess
from pathlib import Path

WORK = Path(__file__).resolve().parents[1] / '_work'
VENDOR = WORK / 'static' / 'vendor'
KATEX, CODE, AXE = 'katex@0.19.1', 'uqr@0.1.3', 'axe-core@4.14.1'


def package(wanted: str) -> Path:
    "The folder of one npm package, fetched once."
    home = WORK / 'npm' / wanted
    found = home / 'node_modules' / wanted.rpartition('@')[0]
    if not shutil.which('npm'): raise SystemExit('docs/site: npm was not found, and formulas are set by KaTeX, which it brings; install Node.js 18 or newer')
    if not found.exists():
        subprocess.run(['npm', 'install', '--silent', '--no-save', '--prefix', home, wanted], check=True, stdout=subprocess.DEVNULL)
    return found


def katex() -> Path:
    "KaTeX with its style and letters."
    return package(KATEX) / 'dist'


def prepare():
    "Put the style and the letters of formulas, and the script that draws codes, beside the pages."
    shutil.rmtree(VENDOR, ignore_errors=True)
    (VENDOR / 'katex' / 'fonts').mkdir(parents=True)
    for path in (katex() / 'katex.min.css', *katex().glob('fonts/*.woff2')):
        shutil.copyfile(path, VENDOR / 'katex' / path.relative_to(katex()))
    for file, name in (('dist/index.mjs', 'uqr.mjs'), ('LICENSE', 'uqr-license.txt')):
        shutil.copyfile(package(CODE) / file, VENDOR / name)


def axe() -> Path:
    "The script that looks for barriers in a page; for tests only, so it lies beside the site and not in it."
    return package(AXE) / 'axe.min.js'
