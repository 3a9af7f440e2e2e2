"""What the site needs from npm: MathJax for its pages, axe for its tests. Both go into docs/_work.

With MathJax at hand the pages ask nothing from outside, also when opened as files. Versions are pinned
here and nowhere else; npm checks what it fetches.
"""
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

WORK = Path(__file__).resolve().parents[1] / '_work'
VENDOR = WORK / 'static' / 'vendor'
CDN = 'https://cdn.jsdelivr.net/npm/'

MATHJAX = 'mathjax@3.2.2'
AXE = 'axe-core@4.14.1'


def mathjax() -> str:
    "Where pages load MathJax from."
    return 'vendor/mathjax/tex-mml-chtml.js' if is_local() else f'{CDN}{MATHJAX}/es5/tex-mml-chtml.js'


def is_local() -> bool:
    "Is MathJax here, so that pages need nothing from outside?"
    return stamp(VENDOR, MATHJAX).exists()


def stamp(folder: Path, package: str) -> Path:
    "The file whose presence says that this version is complete."
    return folder / f'complete-{package.rpartition("@")[2]}'


def prepare(cdn: bool = False):
    "Make MathJax local, unless a CDN is asked for or npm cannot bring it."
    if cdn:
        use_cdn('as asked for')
    elif not shutil.which('npm'):
        use_cdn('npm, which brings it here, was not found')
    else:
        try:
            fetch(VENDOR, MATHJAX, ['es5/tex-mml-chtml.js', 'es5/output/chtml/fonts/woff-v2/*'], 'mathjax', 'es5')
        except subprocess.CalledProcessError as error:
            use_cdn(f'npm could not bring it here: {error}')


def use_cdn(why: str):
    "Forget a local MathJax, and say that the pages will ask for it."
    shutil.rmtree(VENDOR, ignore_errors=True)
    print(f'The pages will ask {CDN} for MathJax ({why})')


def axe() -> Path:
    "The script that looks for barriers in a page; for tests only, so it lies beside the site and not in it."
    fetch(WORK / 'axe', AXE, ['axe.min.js'], '', '')
    return WORK / 'axe' / 'axe.min.js'


def fetch(home: Path, package: str, patterns: list, folder: str, drop: str):
    "Put the files of a package that match `patterns` afresh into a folder below `home`, if they are not there."
    if stamp(home, package).exists():
        return
    shutil.rmtree(home, ignore_errors=True)
    with tempfile.TemporaryDirectory() as tmp:
        unpack(npm_pack(package, tmp), patterns, home / folder, drop)
    stamp(home, package).touch()


def npm_pack(package: str, folder: str) -> Path:
    "The archive of one npm package."
    subprocess.run(['npm', 'pack', '--silent', '--pack-destination', folder, package],
                   check=True, stdout=subprocess.DEVNULL)
    return next(Path(folder).glob('*.tgz'))


def unpack(archive: Path, patterns: list, folder: Path, drop: str):
    "Write the files of `archive` that match `patterns` below `folder`."
    with tarfile.open(archive) as tar:
        for member in tar:
            path = PurePosixPath(member.name).relative_to('package')
            if member.isfile() and any(path.match(p) for p in patterns):
                target = folder / path.relative_to(drop)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(tar.extractfile(member).read())
