"""Run the notebooks of the site, as many at a time as there are processors, and keep what they show.

jupyter-cache keeps it in docs/_work/outputs: for one code of the notebook, one state of the library and of
the files that chapters read, and one set of packages; after a change of any of these it is run again.
"""
import hashlib
import os
import re
import shutil
import sys
from importlib.metadata import version
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.executors import load_executor

CODE = Path(__file__).resolve().parent
DOCS, ROOT = CODE.parent, CODE.parents[1]
sys.path[:0] = [str(CODE), str(CODE / '_ext')]

import stills  # noqa: E402  (it lies beside this file)
from nbdev_pages import split_directives, tags  # noqa: E402  (it lies in _ext)

WORK = DOCS / '_work'
KEPT = WORK / 'outputs'
READ_BY_CHAPTERS = ('c45lit/**/*.*', 'tests/reference/*', 'tests/benchmarks/*.json', 'docs/site/zh_pictures.py')
PACKAGES = ('ipykernel', 'ipywidgets', 'matplotlib', 'numba', 'numpy', 'pandas', 'scikit-learn')
SECONDS = 900           # that one cell may take, the compiler at work on a busy machine
COMPILING = re.compile(r'(c45lit: compiling fast code[^\n]*\n?)+\Z')  # said once, on the machine that builds
WIDGET = 'application/vnd.jupyter.widget-view+json'
NEEDS_PYTHON = ('<p class="needs-python">These controls need Python behind them: open the chapter in JupyterLab '
                '(<code>make lab</code>) and run it to move them.</p>')


def surroundings() -> str:
    "Changes when anything changes that notebooks import or read."
    files = sorted({p for pattern in READ_BY_CHAPTERS for p in ROOT.glob(pattern)
                    if p.is_file() and '__pycache__' not in p.parts})
    found = hashlib.sha256(b''.join(p.read_bytes() for p in files))
    found.update(repr((sys.version, *map(version, PACKAGES))).encode())
    return found.hexdigest()[:24]


def kept():
    "What notebooks have shown in these surroundings; of others it is forgotten."
    home = KEPT / surroundings()
    for old in {*KEPT.glob('*')} - {home}:
        shutil.rmtree(old)
    home.mkdir(parents=True, exist_ok=True)
    return get_cache(home)


def environment() -> dict:
    "Notebooks import the library beside this file, wherever another one is installed; how far a work is stands on no page."
    return {'PYTHONPATH': os.pathsep.join([str(ROOT), os.environ.get('PYTHONPATH', '')]), 'TQDM_DISABLE': '1',
            'IPYTHONDIR': str(stills.at_the_start_of_kernels(WORK / 'ipython'))}


def execute_all(paths: list, wanted=None) -> int:
    "Bring what every notebook shows, from the cache or by running it, if it is `wanted`; how many failed."
    cache = kept()
    for record in cache.list_project_records():
        cache.remove_nb_from_project(record.pk)
    for path in paths:
        tag(path)
        if wanted is None or wanted(path):
            cache.add_nb_to_project(str(path))
    os.environ.update(environment())
    done = load_executor('local-parallel', cache=cache).run_and_cache(timeout=SECONDS)
    failed = [*done.excepted, *done.errored]
    for uri in failed:
        print(f'{uri} does not run:\n{plain(cache.get_project_record(uri).traceback or "")}', file=sys.stderr)
    for path in paths:
        take_outputs(path, cache)
    return len(failed)


def tag(path: Path):
    "Say in a notebook which cells are not run."
    notebook = nbformat.read(path, 4)
    for cell in notebook.cells:
        if cell.cell_type == 'code':
            cell.metadata['tags'] = tags(*split_directives(cell.source))
    nbformat.write(notebook, path)


def take_outputs(path: Path, cache):
    "Put kept outputs into a notebook, whose text may have changed since."
    notebook = nbformat.read(path, 4)
    try:
        _, notebook = cache.merge_match_into_notebook(notebook)
    except KeyError:  # it was not run
        pass
    notebook.metadata.pop('widgets', None)
    for cell in notebook.cells:
        cell.metadata.pop('tags', None)
        if cell.cell_type == 'code':
            cell.outputs = [on_a_page(output) for output in cell.outputs if not COMPILING.match(output.get('text', ''))]
    nbformat.write(notebook, path)


def on_a_page(output):
    "An output where no Python is running: explorers as their own page, other widgets as a note."
    data = output.get('data', {})
    if 'text/html' in data:
        data['text/html'] = data['text/html'].replace('<th></th>', '<td></td>')  # a frame's corner heads nothing
    if data.pop(WIDGET, None) and not {'text/html', 'image/png'} & data.keys():
        data['text/html'] = NEEDS_PYTHON
    return output


def plain(text: str) -> str:
    "A traceback without the colours of a terminal."
    return re.sub(r'\x1b\[[0-9;]*m', '', text)
