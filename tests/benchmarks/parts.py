"""More cases than memory: `fit_partitioned` over a folder of Parquet files beside one frame."""
import statistics
import tempfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pandas as pd
from tables import flights
from timing import fresh

ROOM, LEAST = 250_000, 100  # cases held at once, `min_cases`


def mixed_part(i, n):
    "n cases of part i: 6 continuous and 4 discrete columns, 5 % unknown, a noisy class."
    rng = np.random.default_rng([11, i])
    frame = pd.DataFrame({f'x{k}': rng.random(n) for k in range(3)}
                         | {'cents': rng.gamma(2, 30, n).round(2),
                            'age': rng.integers(18, 90, n).astype(float),
                         'noise': rng.normal(size=n)}
                         | {f'w{k}': np.array([f'v{j:02}'
                                               for j in range(v)])[rng.integers(0, v, n)]
                                               for k, v in enumerate((2, 4, 7, 12))})
    score = frame.x0 + (frame.x1 > 0.3) * frame.x2 + frame.cents / 200 + (
        frame.w1 == 'v01') * 0.3 + (frame.age > 60) * (frame.w3 < 'v05') * 0.4
    y = score + rng.normal(0, 0.4, n) > 1.2
    return frame.mask(rng.random(frame.shape) < 0.05).assign(y=np.where(y, 'yes', 'no'))


@contextmanager
def folder_with(frames):
    "A folder with a file for each frame, written one by one."
    with tempfile.TemporaryDirectory() as folder:
        for i, frame in enumerate(frames):
            frame.to_parquet(Path(folder) / f'{i:03}.parquet', index=False)
        yield folder


def folder_of(n, parts=16):
    "A folder with n cases in so many files."
    return folder_with(mixed_part(i, n // parts) for i in range(parts))


def parts_of_flights(limit, parts=16):
    "The flights of 2013, in the order of the year."
    X, y = flights(min(336_776, limit))
    rows = np.array_split(np.arange(len(X)), parts)
    return len(X), (X.assign(y=y).iloc[r] for r in rows)


WHOLE = '''
import json, time
import pandas as pd
from c45lit import C45Classifier
from c45lit.show.export import tree_to_json
frame = pd.read_parquet({folder!r})
X, y = frame.drop(columns='y'), frame.y
C45Classifier(min_cases={least}).fit(X[:20_000], y[:20_000])
began = time.process_time()
frame = pd.read_parquet({folder!r})
model = C45Classifier(min_cases={least}).fit(frame.drop(columns='y'), frame.y)
took = time.process_time() - began
import hashlib
both = tree_to_json(model.tree_) + tree_to_json(model.unpruned_tree_)
print(json.dumps(dict(seconds=took, nodes=len(model.tree_), tree=hashlib.sha256(both.encode()).hexdigest())))
'''
PARTED = '''
import json, time
from pathlib import Path
import pandas as pd
from c45lit import fit_partitioned
from c45lit.show.export import tree_to_json
def kilobytes(key):
    line = next(l for l in Path('/proc/self/status').read_text().splitlines() if l.startswith(key))
    return int(line.split()[1])
first = pd.read_parquet(sorted(Path({folder!r}).iterdir())[0])
decoded = int(first.memory_usage(deep=True).sum()) * len(list(Path({folder!r}).iterdir()))
fit_partitioned([first[:20_000]], 'y', min_cases={least}, most_rows=5_000)
del first
import gc; gc.collect()
Path('/proc/self/clear_refs').write_text('5')
before = kilobytes('VmRSS')
began = time.process_time()
model, r = fit_partitioned({folder!r}, 'y', min_cases={least}, most_rows={room})
took = time.process_time() - began
import hashlib
both = tree_to_json(model.tree_) + tree_to_json(model.unpruned_tree_)
print(json.dumps(dict(seconds=took, nodes=len(model.tree_), leaves=model.tree_.n_leaves, tree=hashlib.sha256(both.encode()).hexdigest(), decoded=decoded,
                      grown=1024 * (kilobytes('VmHWM') - before), passes=r.passes, bytes_merged=r.bytes_merged, rows_moved=r.rows_moved, values_moved=r.values_moved)))
'''


def beside(work, folder, least, room, runs=3):
    """Both ways in turn, each in a new process: median processor seconds of each, and that the
    trees are one."""
    ask, found = dict(folder=folder, least=least, room=room), {WHOLE: [], PARTED: []}
    for _ in range(runs):
        for code in found: found[code].append(fresh(code.format(**ask)))
    assert len({got['tree'] for some in found.values() for got in some}) == 1, 'another tree'
    whole, parted = (some[0] | dict(seconds=statistics.median(got['seconds'] for got in some))
                     for some in found.values())
    told = f'{work}: {parted["nodes"]:,} nodes, the same tree'
    print(f'{told:63} {parted["seconds"]:8.1f} s {whole["seconds"]:8.1f} s '
          f'{parted["seconds"] / whole["seconds"]:7.2f}   {parted["passes"]} passes; asked: at '
          f'most 3, aim 1.5', flush=True)
    return dict(work=work, ours=parted, whole=whole, ratio=parted['seconds'] / whole['seconds'])


def ratio(limit):
    "2,000,000 x 10 and all flights in 16 files: the tree, and processor seconds beside one frame."
    n = min(2_000_000, limit)
    with folder_of(n) as folder: found = [beside(f'{n:,} x 10 in 16 files', folder, LEAST, ROOM)]
    n, frames = parts_of_flights(limit)
    with folder_with(frames) as folder:
        found.append(beside(f'{n:,} flights in 16 files', folder, 2, n // 8))
    return found


def memory(limit):
    "8,000,000 x 10: memory over imports beside the decoded size."
    n = min(8_000_000, limit)
    with folder_of(n, max(16, n // 125_000)) as folder:
        got = fresh(PARTED.format(folder=folder, least=LEAST, room=ROOM))
    print(f'{f"{n:,} x 10 from Parquet: memory over imports / decoded":63} {got["grown"] / 1e6:7.0f} MB {got["decoded"] / 1e6:7.0f} MB '
          f'{got["grown"] / got["decoded"]:7.2f}   {got["passes"]} passes, {got["seconds"]:.0f} s',
          flush=True)
    return dict(rows=n, **got)


def bytes_back(limit):
    "What comes back from counting, n and 4 n cases, with room that grows alike."
    from c45lit import fit_partitioned
    found = []
    for n in (min(125_000, limit), min(500_000, limit)):
        with folder_of(n) as folder:
            _, r = fit_partitioned(folder, 'y', min_cases=LEAST, most_rows=n // 8, max_depth=6)
        found.append(dict(rows=n, bytes_merged=r.bytes_merged, passes=r.passes,
                          values_moved=r.values_moved))
        print(f'{f"{n:,} x 10: bytes that come back":63} {r.bytes_merged:12,} in {r.passes} passes', flush=True)
    return found
