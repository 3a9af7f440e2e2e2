"""What several tests need: folders, the browser, reference outputs."""
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings
from support.browser import lab, open_file  # noqa: F401  (fixtures)
from support.folders import ROOT

os.environ.setdefault('MPLBACKEND', 'Agg')  # no windows

BROWSER_OPTIONS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
                   '--disable-background-networking', '--disable-component-update']

# The first call of a kernel compiles it, so no single example may be timed.
settings.register_profile('c45lit', deadline=None, derandomize=True)
settings.load_profile('c45lit')


@pytest.fixture(scope='session', autouse=True)
def run_folder(tmp_path_factory):
    "C45LIT_RUN is a folder that all workers of this run share."
    folder = tmp_path_factory.getbasetemp()
    if 'PYTEST_XDIST_WORKER' in os.environ: folder = folder.parent
    os.environ['C45LIT_RUN'] = str(folder)


@pytest.fixture(scope='session')
def root() -> Path:
    "The folder of the repository."
    return ROOT


@pytest.fixture(scope='session')
def reference() -> Path:
    "The folder with the reference outputs that are not part of the repository."
    folder = Path(os.environ.get('C45LIT_REFERENCE', ROOT.parent / 'shared' / 'reference'))
    if not (folder / 'manifest.json').exists():
        pytest.skip('no reference outputs here; set C45LIT_REFERENCE to the folder that has them')
    return folder


def find_chromium() -> str:
    "The Chromium to use, or ''."
    for name in (os.environ.get('CHROMIUM'), 'chromium', '/usr/bin/chromium'):
        if name and shutil.which(name):
            return shutil.which(name)
    return ''


@pytest.fixture(scope='session')
def browser():
    "A headless Chromium, driven by Playwright."
    path = find_chromium()
    if not path:
        pytest.skip('no Chromium: apt install chromium, or set CHROMIUM to its path')
    playwright = pytest.importorskip('playwright.sync_api', reason='pip install c45lit[browser]')
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=BROWSER_OPTIONS)
        yield chromium
        chromium.close()
