"""What several tests need: folders, the browser, reference outputs."""
import json
import os
import re
import shutil
import signal
from collections import Counter
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings
from support.browser import lab, open_file  # noqa: F401  (fixtures)
from support.folders import ROOT
from support.kernels import WITH_BOUNDS, compile_only_for_large_works, run_always
from support.random_tables import FOUND, TRIED
from support.reference import unpack_shipped
from support.runs import PARTS, mark

os.environ.setdefault('MPLBACKEND', 'Agg')  # no windows
if signal.getsignal(
    # a run in the background ignores Ctrl-C, and so would every program of a test
    signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if WITH_BOUNDS: run_always('compiled')  # make fuzz-bounds
elif 'C45LIT_FUZZ_TABLES' not in os.environ: compile_only_for_large_works()

BROWSER_OPTIONS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
                   '--disable-sync',
                   '--disable-background-networking', '--disable-component-update']

# The first call of a kernel compiles it, so no single example may be timed.
settings.register_profile('c45lit', deadline=None, derandomize=True)
settings.load_profile('c45lit')


# Few tests that take long: these files begin first, so that no worker is left alone with one.
LONGEST = ('test_compiler test_release8 test_many_values test_judge test_cluster test_fonts '
           'test_reference test_patience test_toy_criterion test_cli test_browser_tree '
           'test_browser_choice test_browser_pruning test_browser test_browser_own test_relations '
           'test_extremes test_hostile test_containers').split()


def pytest_configure(config):
    for name in ('first', *PARTS): config.addinivalue_line('markers', f'{name}: see support/runs.py')


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(items):
    "A name that changes from run to run cannot be asked for, nor be shared out among workers."
    for item in items:
        if ' at 0x' in item.nodeid: raise pytest.UsageError(f'give ids: {item.nodeid}')
        mark(item)
    items.sort(key=lambda item: (*LONGEST, item.path.stem).index(item.path.stem))


# Where only the library and its pictures are installed, as on the hosted machines of other systems.
SMALL = find_spec('nbdev') is None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    "In a small environment a test that needs a package of an extra says so, and is skipped."
    try: return (yield)
    except ImportError as lacking:
        if not SMALL or str(lacking.name).partition('.')[0] == 'c45lit': raise
        pytest.skip(str(lacking))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    "A report of a test knows how many random tasks it took, and the last of them."
    report = yield
    if call.when == 'setup': TRIED.clear()
    if call.when == 'call': report.user_properties += TRIED.items()
    report.user_properties += [('processor', processor_seconds() - SPENT[-1])]
    SPENT[:] = [processor_seconds()]
    return report


SPENT = [0.0]  # processor seconds when the last report was made


def processor_seconds():
    "Of this process and of those below it that have ended."
    return sum(os.times()[:4])


def pytest_runtest_logstart(): SPENT[:] = [processor_seconds()]


def show_processor_seconds(terminalreporter):
    "The twenty files that take longest: what the clock says depends on what else the machine does."
    seconds = Counter()
    for report in sum(terminalreporter.stats.values(), []):
        spent = dict(getattr(report, 'user_properties', ())).get('processor')
        if spent is not None: seconds[report.nodeid.partition('::')[0]] += spent
    terminalreporter.section(f'{seconds.total():.0f} processor seconds')
    for name, n in seconds.most_common(20): terminalreporter.line(f'{n:7.1f} s  {name}')


def pytest_terminal_summary(terminalreporter):
    """What `make fuzz` tried, a line for each test; a failure leaves a file that the test takes up
    again."""
    if terminalreporter.config.option.durations: show_processor_seconds(terminalreporter)
    if 'C45LIT_FUZZ_TABLES' not in os.environ: return
    terminalreporter.section('random tasks')
    relations = Counter()
    for went in ('passed', 'failed'):
        for report in terminalreporter.stats.get(went, []):
            tried = dict(report.user_properties)
            if 'seed' not in tried: continue  # it drew no random task
            terminalreporter.line(
                f'{went} {tried["tried"]:>9,} tasks {report.duration:7.0f} s  {report.nodeid}')
            relations.update(tried.get('relations', {}))
            if went == 'failed':
                keep_failure(report.nodeid, tried, str(report.longrepr)[-500:])
    for name, n in sorted(relations.items()): terminalreporter.line(f'{n:>12,} times  {name}')
    if relations: terminalreporter.line(f'{relations.total():>12,} relations')


def keep_failure(test, tried, says):
    "One file for each failure; it names the relation that was tried, if there is one."
    seed, relation = tried['seed'], tried['relation']
    FOUND.mkdir(exist_ok=True)
    name = re.sub(r'\W+', '-',
                  test.rpartition('::')[2]).strip(
                      '-')  # with its parameters: two may fail of one seed
    path = FOUND / f'{name[:150]}-{seed}.json'
    kept = dict(test=test, seed=seed, relation=relation, says=says)
    path.write_text(json.dumps(kept, indent=1) + '\n', 'utf-8')


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


@pytest.fixture(scope='session')
def shipped(tmp_path_factory):
    "From a name to the folder of sets and runs that come with the tests, to be read only."
    @cache
    def unpacked(name):
        folder = tmp_path_factory.mktemp('shipped')
        unpack_shipped(folder, name)
        return folder / name
    return unpacked


@pytest.fixture
def stored(shipped):
    "The sets and runs of C5.0 that come with the tests."
    return shipped('c50')


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
