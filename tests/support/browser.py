"""A JupyterLab over a copy of the book, and pages that stand alone: what every explorer's tests
need."""
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from urllib.request import Request, urlopen

import pytest

EVIL = '</script><img src=x onerror=alert(1)>密度'  # a column's name


# -- JupyterLab

@pytest.fixture(scope='session')
def lab(root, tmp_path_factory):
    "Address of a JupyterLab over a copy of the book, and its token; it ends with the tests."
    if not shutil.which('jupyter-lab', path=os.path.dirname(sys.executable)):
        pytest.skip('no JupyterLab: pip install c45lit[lab]')
    home = tmp_path_factory.mktemp('lab')
    shutil.copytree(root / 'nbs', home / 'nbs', ignore=shutil.ignore_patterns('.ipynb_checkpoints'))
    port, token = free_port(), secrets.token_hex(16)
    server = subprocess.Popen(lab_command(port, home / 'nbs'), cwd=home,
                              env=lab_environment(home, token),
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        address = f'http://127.0.0.1:{port}'
        wait_until_it_answers(f'{address}/api?token={token}', server)
        yield address, token
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()


def free_port() -> int:
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def lab_command(port, folder) -> list:
    return [sys.executable, '-m', 'jupyter', 'lab', '--no-browser', '--ip=127.0.0.1',
            f'--port={port}',
            '--ServerApp.port_retries=0', f'--ServerApp.root_dir={folder}', '--allow-root',
            '--LabApp.extension_manager=readonly',
            '--ServerApp.shutdown_no_activity_timeout=3600',
            '--MappingKernelManager.cull_idle_timeout=240']


def lab_environment(home, token) -> dict:
    "Nothing of the user's settings is read or written; the token shows in no list of processes."
    (home / 'config' / 'labconfig').mkdir(parents=True)
    (home / 'config' / 'labconfig' / 'default_setting_overrides.json').write_text(json.dumps(
        {'@jupyterlab/apputils-extension:notification': {'fetchNews': 'false',
                                                         'checkForUpdates': False}}))
    own = {f'JUPYTER_{name}_DIR': str(home / name.lower())
           for name in ('CONFIG', 'RUNTIME', 'DATA')}
    own['JUPYTERLAB_SETTINGS_DIR'] = str(home / 'settings')
    own['JUPYTERLAB_WORKSPACES_DIR'] = str(home / 'workspaces')
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get('PATH', '')])
    return {**os.environ, **own, 'JUPYTER_TOKEN': token, 'PATH': path,
            'IPYTHONDIR': str(home / 'ipython')}


def wait_until_it_answers(address, server, seconds=60):
    end = time.time() + seconds
    while time.time() < end:
        try:
            return urlopen(address, timeout=5).close()
        except OSError:
            assert server.poll() is None, 'JupyterLab ended before it answered'
            time.sleep(0.3)
    raise TimeoutError(f'JupyterLab did not answer within {seconds} s')


def run_all(browser, lab, notebook, shown):
    "A notebook in JupyterLab, all cells run without an error, once what is waited for is shown."
    address, token = lab
    page = browser.new_page(viewport={'width': 1280, 'height': 1000})
    page.goto(f'{address}/doc/tree/{notebook}?token={token}')
    page.wait_for_selector('.jp-Notebook .jp-CodeCell', timeout=60_000)
    idle = '.jp-NotebookPanel-toolbar .jp-Notebook-ExecutionIndicator[data-status=idle]'
    page.wait_for_selector(idle, timeout=60_000)
    page.wait_for_selector('#jp-main-statusbar :text("| Idle")',
                           timeout=60_000)  # the kernel is there too
    page.click(".lm-MenuBar-itemLabel:text-is('Run')")
    page.click(".lm-Menu-itemLabel:text-is('Run All Cells')")
    page.wait_for_selector(shown, timeout=60_000)
    page.wait_for_function(
        """() => !document.querySelector('.jp-Notebook').innerText.includes('[*]')""",
                           timeout=120_000)
    page.wait_for_selector(idle, timeout=60_000)
    errors = page.locator('.jp-OutputArea-output:has-text("Traceback (most recent call last)")')
    assert errors.all_inner_texts() == []
    return page


def put_notebook(lab, name, source):
    "Save a notebook of one cell in JupyterLab's folder."
    address, token = lab
    import nbformat  # not among the few packages that the core's tests need
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    notebook.metadata['kernelspec'] = {'name': 'python3', 'display_name': 'Python 3',
                                       'language': 'python'}
    body = json.dumps({'type': 'notebook', 'format': 'json', 'content': notebook}).encode()
    urlopen(Request(f'{address}/api/contents/{name}?token={token}', body, method='PUT',
                    headers={'Content-Type': 'application/json',
                             'Authorization': f'token {token}'})).close()


@contextmanager
def notebook_of(browser, lab, name, source, shown):
    "A notebook of one cell in JupyterLab, run; from then on nothing may be complained of."
    put_notebook(lab, name, source)
    page, said = run_all(browser, lab, name, shown), []
    page.on('pageerror', lambda e: said.append(str(e)))
    page.on('console', lambda m: said.append(m.text) if m.type == 'error' else None)
    yield page
    assert said == []
    page.close()


# -- one file, nothing behind it

def follow(page, link):
    "Put a link over an open page: it reads it by itself."
    with page.expect_event('load'): page.evaluate('link => { location.hash = link; }', link)


@pytest.fixture
def open_file(browser, tmp_path):
    """Open an explorer as a file; at the end nothing may have been asked for, and nothing
    complained of."""
    pages, asked, said = [], [], []

    def open_it(explorer, folded=False, **options):
        file = tmp_path / f'{len(pages)}.html'
        file.write_text(f'<!doctype html><meta charset="utf-8">{explorer.to_html()}',
                        encoding='utf-8')
        page = browser.new_page(**options)
        pages.append(page)
        page.on('request',
                lambda r: asked.append(r.url)
                if not r.url.startswith(('file:', 'blob:', 'data:')) else None)
        page.on('console', lambda m: said.append(m.text))
        page.on('pageerror', lambda e: said.append(str(e)))
        page.on('dialog', lambda d: said.append(d.message))
        page.goto(file.as_uri())
        page.wait_for_selector('.c45lit-explore')
        if not folded: unfold(page)
        return page

    yield open_it
    for page in pages:
        page.close()
    assert asked == [] and said == []


def unfold(page):
    "Open what an explorer keeps folded at first."
    page.evaluate("""async () => {
      for (const fold of document.querySelectorAll('.c45lit-more, .c45lit-change')) fold.open = true;
      await new Promise(done => setTimeout(done, 50));
    }""")
