"""The scripts of the site, fetched from npm into docs/_work/vendor: formulas and widgets.

With them the pages ask nothing from outside, also when opened as files. Versions are pinned here
and nowhere else; npm checks what it fetches.
"""
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

WORK = Path(__file__).resolve().parent / '_work'
VENDOR = WORK / 'static' / 'vendor'
CDN = 'https://cdn.jsdelivr.net/npm/'

MATHJAX = 'mathjax@3.2.2'
REQUIREJS = 'requirejs@2.3.8'
WIDGETS = '@jupyter-widgets/html-manager@1.0.15'

# npm package -> (its files, folder to put them in, leading part of the path to drop)
WANTED = {
    MATHJAX: (['es5/tex-mml-chtml.js', 'es5/output/chtml/fonts/woff-v2/*'], 'mathjax', 'es5'),
    REQUIREJS: (['require.js'], 'widgets', ''),
    WIDGETS: (['dist/embed-amd.js', 'dist/*.woff2'], 'widgets', 'dist'),
}


def mathjax() -> str:
    "Where pages load MathJax from."
    return 'vendor/mathjax/tex-mml-chtml.js' if is_local() else f'{CDN}{MATHJAX}/es5/tex-mml-chtml.js'


def widget_scripts() -> list:
    "What a page with widgets loads, in order."
    if is_local():
        return [f'vendor/widgets/{n}.js' for n in ('require', 'anywidget_path', 'embed-amd')]
    return [f'{CDN}{REQUIREJS}/require.js', f'{CDN}{WIDGETS}/dist/embed-amd.js']


def is_local() -> bool:
    "Are the scripts here, so that pages need nothing from outside?"
    return stamp().exists()


def stamp() -> Path:
    "The file whose presence says that these versions are complete."
    versions = '-'.join(name.rpartition('@')[2] for name in WANTED)
    return VENDOR / f'complete-{versions}'


def prepare(cdn: bool = False):
    "Make the scripts local, unless a CDN is asked for or npm cannot bring them."
    if cdn:
        use_cdn('as asked for')
    elif not shutil.which('npm'):
        use_cdn('npm, which brings them here, was not found')
    elif not is_local():
        try:
            fetch()
        except subprocess.CalledProcessError as error:
            use_cdn(f'npm could not bring them here: {error}')


def use_cdn(why: str):
    "Forget local scripts, and say that the pages will ask for theirs."
    shutil.rmtree(VENDOR, ignore_errors=True)
    print(f'The pages will ask {CDN} for MathJax and widgets ({why})')


def fetch():
    "Fetch everything into a fresh folder."
    shutil.rmtree(VENDOR, ignore_errors=True)
    for package, (patterns, folder, drop) in WANTED.items():
        with tempfile.TemporaryDirectory() as tmp:
            unpack(npm_pack(package, tmp), patterns, VENDOR / folder, drop)
    copy_anywidget(VENDOR / 'widgets')
    stamp().touch()


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


def copy_anywidget(folder: Path):
    "anywidget's browser half comes with the Python package; a line of script says where it is."
    import anywidget
    bundle = Path(anywidget.__file__).parent / 'nbextension' / 'index.js'
    shutil.copy(bundle, folder / 'anywidget.js')
    (folder / 'anywidget_path.js').write_text(
        'requirejs.config({paths: {anywidget: '
        "document.currentScript.src.replace(/[^/]*$/, 'anywidget')}});\n", encoding='utf-8')
