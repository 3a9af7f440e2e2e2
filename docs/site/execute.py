"""Run the notebooks of the site, as many at a time as there are processors, and keep what they show.

What a notebook shows is kept in docs/_work/outputs. It is good for one text of the notebook, one state
of the library and of the files that chapters read, and one set of packages; after a change of
any of these it is run again.
"""
import hashlib
import json
import os
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from inspect import getsource
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError

CODE = Path(__file__).resolve().parent
DOCS, ROOT = CODE.parent, CODE.parents[1]
sys.path[:0] = [str(CODE), str(CODE / '_ext')]

from kernels import warm_kernels  # noqa: E402  (it lies beside this file)
from nbdev_pages import split_directives, tags  # noqa: E402  (it lies in _ext)

PACKAGE = 'c45lit'

KEPT = DOCS / '_work' / 'outputs'
TIMES = DOCS / '_work' / 'times.json'
READ_BY_CHAPTERS = ('c45lit/**/*.*', 'tests/reference/*', 'tests/benchmarks/*.json')
PACKAGES = ('ipykernel', 'ipywidgets', 'matplotlib', 'numba', 'numpy', 'pandas', 'scikit-learn')
COMPILE = ('boosting', 'against_the_original')  # notebooks that compile for a minute each: they start first
SECONDS = 900           # that one cell may take, the compiler at work on a busy machine
COMPILING = re.compile(r'(c45lit: compiling fast code[^\n]*\n?)+\Z')  # said once, on the machine that builds
WIDGET = 'application/vnd.jupyter.widget-view+json'
NEEDS_PYTHON = ('<p class="needs-python">These controls need Python behind them: open the chapter in JupyterLab '
                '(<code>make lab</code>) and run it to move them.</p>')


@cache
def surroundings() -> str:
    "Changes when anything changes that notebooks import or read."
    files = sorted({p for pattern in READ_BY_CHAPTERS for p in ROOT.glob(pattern)
                    if p.is_file() and '__pycache__' not in p.parts})
    found = hashlib.sha256(b''.join(p.read_bytes() for p in files))
    found.update(repr((sys.version, *map(version, PACKAGES))).encode())
    return found.hexdigest()


def key(notebook) -> str:
    "Names what a notebook shows: the same for the same code in the same surroundings."
    code = [cell.source for cell in notebook.cells if cell.cell_type == 'code']
    return hashlib.sha256(repr((code, surroundings(), getsource(on_a_page), NEEDS_PYTHON)).encode()).hexdigest()[:24]


# -- one notebook

def execute(path: Path, kernel: str) -> float:
    "Run a notebook and write what its cells show into it; the seconds it took."
    notebook = nbformat.read(path, 4)
    for cell in notebook.cells:
        if cell.cell_type == 'code':
            cell.metadata['tags'] = tags(*split_directives(cell.source))
    start = time.perf_counter()
    NotebookClient(notebook, timeout=SECONDS, resources={'metadata': {'path': str(path.parent)}},
                   kernel_name=kernel, skip_cells_with_tag='skip-execution', record_timing=False,
                   store_widget_state=False, startup_timeout=120).execute(env=environment())
    for cell in notebook.cells:
        cell.metadata.pop('tags', None)
        if cell.cell_type == 'code':
            cell.outputs = [on_a_page(output) for output in cell.outputs if not COMPILING.match(output.get('text', ''))]
    notebook.metadata.pop('widgets', None)
    nbformat.write(notebook, path)
    return time.perf_counter() - start


def environment() -> dict:
    "Notebooks import the library beside this file, wherever another one is installed; how far a work is stands on no page."
    return {**os.environ, 'PYTHONPATH': os.pathsep.join([str(ROOT), os.environ.get('PYTHONPATH', '')]),
            'C45LIT_PROGRESS': 'off'}


def on_a_page(output):
    "An output where no Python is running: explorers as their own page, other widgets as a note."
    data = output.get('data', {})
    if 'text/html' in data:
        data['text/html'] = data['text/html'].replace('<th></th>', '<td></td>')  # a frame's corner heads nothing
    if data.pop(WIDGET, None) and not {'text/html', 'image/png'} & data.keys():
        data['text/html'] = NEEDS_PYTHON
    return output


# -- all of them

def execute_all(paths: list, jobs: int, wanted=None) -> int:
    "Bring what every notebook shows, from the cache or by running it, if it is `wanted`; how many failed."
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = {path: KEPT / f'{key(nbformat.read(path, 4))}.ipynb' for path in paths}
    for old in set(KEPT.iterdir()) - set(kept.values()):
        old.unlink()
    times = seconds()
    stale = sorted((p for p in paths if not kept[p].exists() and (wanted is None or wanted(p))),
                   key=lambda p: (p.stem.partition('_')[2] not in COMPILE, -times.get(name(p), SECONDS), name(p)))
    failed = run_all(stale, kept, times, jobs) if stale else 0
    TIMES.write_text(json.dumps(times, indent=0), encoding='utf-8')
    for path in set(paths) - set(stale):
        if kept[path].exists():
            take_outputs(path, kept[path])
    return failed


def run_all(stale: list, kept: dict, times: dict, jobs: int) -> int:
    "Run notebooks side by side; how many failed."
    with warm_kernels(PACKAGE, environment()) as kernel, ThreadPoolExecutor(jobs) as pool:
        try:
            return sum(pool.map(lambda p: run(p, kept[p], times, kernel), stale))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # after Ctrl-C none is begun any more


def run(path: Path, kept: Path, times: dict, kernel: str) -> bool:
    "Run one notebook and keep it; whether it failed."
    try:
        times[name(path)] = round(execute(path, kernel), 1)
    except (CellExecutionError, CellTimeoutError, RuntimeError) as error:  # the last when a kernel dies
        print(f'{name(path)} does not run:\n{plain(str(error))}', file=sys.stderr, flush=True)
        return True
    kept.write_bytes(path.read_bytes())
    print(f'ran {name(path)} in {times[name(path)]:.1f} s', flush=True)
    return False


def take_outputs(path: Path, kept: Path):
    "Put kept outputs into a notebook, whose text may have changed since."
    notebook, stored = nbformat.read(path, 4), nbformat.read(kept, 4)
    code = [[cell for cell in nb.cells if cell.cell_type == 'code'] for nb in (notebook, stored)]
    for cell, shown in zip(*code):
        cell.outputs = shown.outputs
    nbformat.write(notebook, path)


def seconds() -> dict:
    "How long each notebook took when it was last run."
    return json.loads(TIMES.read_text(encoding='utf-8')) if TIMES.exists() else {}


def name(path: Path) -> str:
    "`tutorials/01_first_tree`."
    return path.relative_to(DOCS / '_work' / 'pages').with_suffix('').as_posix()


def plain(text: str) -> str:
    "A traceback without the colours of a terminal."
    return re.sub(r'\x1b\[[0-9;]*m', '', text)
