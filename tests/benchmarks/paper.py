"""What 10,000,000,000 rows on 100 workers would take: kernels are measured here, on one core; the
rest is counted on paper."""
import math
import pickle
import tempfile
from pathlib import Path

import numpy as np
from parts import LEAST, mixed_part
from timing import seconds

from c45lit.specification import SplitOptions
from c45lit.data.table import infer_schema
from c45lit.partitions.counting_in_parts import CutCounts, cut_offer
from c45lit.engine.exact_sums import _fixed_for, _for_kernels
from c45lit.partitions.growing_in_parts import Growing, _offers
from c45lit.partitions.passes_over_parts import (How, Place, count_at, count_part, facts_of,
                                                 joined, plan_of, route)
from c45lit.partitions.pruning_in_parts import Waiting, n_levels, send_down
from c45lit.partitions.small_nodes import _answered, _small_tree, as_subtree, gather_part
from c45lit.partitions.larger_than_memory import Marked, Reader
from c45lit.partitions.reading_partitions import partitions_of

ROWS, WORKERS, ROOM = 10 ** 10, 100, 10 ** 6
FILE_ROWS = 10 ** 6      # cases in a file: about 100 MB, decoded
BYTES_A_CASE = 9         # of a value and its class, in a search
NETWORK = 10 ** 9        # bytes a second that a worker sends or takes: a network of 10 Gbit/s
GROUPS = 4 * WORKERS     # that one pass gathers, one thread a worker


def once(work):
    "(what it gives, processor seconds) of the second run."
    work()
    found = []
    return found, seconds(lambda: found.append(work()))


def kernels(n) -> dict:
    """Seconds a case for each kind of work, a node's seconds at the client, and bytes of a node and
    a case."""
    frame = mixed_part(0, n)
    schema = infer_schema(frame.drop(columns='y'), frame.y)
    with tempfile.TemporaryDirectory() as folder:
        frame.to_parquet(Path(folder) / '0.parquet', index=False, row_group_size=n)
        part, = partitions_of(folder)
        (table,), reading = once(lambda: Reader(schema, Marked('y'))(part))
    plan = plan_of(facts_of(table, 100_000),
                   How(SplitOptions(min_cases=LEAST), unit=2.0 ** -24, most_rows=ROOM))
    edges = {a: _edges(table, a) for a in range(10)}
    (answer,), counting = once(lambda: count_part(table, [Place()], {0: edges}, plan.unit)[0])
    test = Place(attribute=0, threshold=0.5, sizes=(n / 2, n / 2))
    _, routing = once(lambda: route(table, [test, Place(0, 0), Place(0, 1)], [1, 2], plan.unit))
    root = Growing(0, n, plan.stop)
    ((rows, unpruned, pruned),), finishing = once(lambda: _small_tree(root, table, plan))
    _, gathering = once(
        lambda: joined(pickle.loads(pickle.dumps(gather_part(table, [Place()], [[root]],
                                                             plan.unit)[0], protocol=5))))
    subtree = as_subtree(pruned)
    _, below = once(lambda: count_below(subtree, table, plan))
    _, answering = once(lambda: _answered(pruned, table, plan))
    root.columns = answer.columns
    _, deciding = once(lambda: _offers(root, plan))
    return dict(read=reading / n, count=counting / n, route=routing / n, finish=finishing / n,
                gather=gathering / n, below=below / n, answer=answering / n,
                levels_below=n_levels([subtree]),
                decide=deciding, node_bytes=len(pickle.dumps(answer, protocol=5)),
                case_bytes=len(pickle.dumps(table, protocol=5)) / n)


def count_below(subtree, table, plan):
    "Send the cases of a table down a subtree, level by level."
    at = {}
    def ask(places, asked):
        nonlocal at
        at = route(table, places, asked, plan.unit, at)
        return count_at(table, at, asked, plan.unit)
    send_down([Waiting(0, subtree)], [Place()], plan, ask)


def _edges(table, a):
    "The first edges of a column, by its own values; None of a discrete one."
    from c45lit.partitions.growing_in_parts import _first_edges
    if table.schema.attributes[a].kind == 'continuous': return _first_edges(table.columns[a], 1024)
    return None


def alive(n, chance, segments=1024) -> float:
    """Share of the cases that a search of the root would move, where so many cases have the class
    with a chance that depends on the value."""
    low = np.arange(segments) / segments
    rows = np.full(segments, n // segments)
    yes = np.random.default_rng(0).binomial(rows, chance(low + 0.5 / segments))
    counts = CutCounts(np.append(-np.inf, low[1:]), low, low + 0.9 / segments,
                       np.stack([rows - yes, yes], 1), rows, np.zeros(2, np.int64))
    options = SplitOptions(min_cases=LEAST)
    offer = cut_offer(counts, _fixed_for(n, float(n), 1.0, False, _for_kernels(options), False,
                                         ROOM), options)
    return float(rows[offer.alive].sum() / n)


def task_seconds(n=2000):
    "Seconds of scheduler, worker and client for a task that does nothing."
    from dask.distributed import Client
    with Client(processes=False, n_workers=1, threads_per_worker=1,
                dashboard_address=None) as client:
        def run(m): return client.gather(client.map(_nothing, range(m), pure=False))
        run(100)
        return seconds(lambda: run(n)) / n


def _nothing(i): return i


def hours(k, task, searched) -> dict:
    "Hours of each kind of work: a tree that halves its nodes down to what fits in one place."
    levels, mine = math.ceil(math.log2(ROWS / ROOM)), ROWS / WORKERS
    groups, files = ROWS / ROOM, ROWS / FILE_ROWS
    finishing, gathers = math.ceil(groups / GROUPS), math.ceil(levels * groups / GROUPS)
    # levels that are counted instead
    below = 0 if gathers <= k['levels_below'] else k['levels_below']
    pruning = levels + (below or gathers)
    passes = 2 * levels + finishing + pruning
    nodes, depth = 2 ** levels, levels / 2
    took = {'reading files, pass by pass': passes * mine * k['read'],
            'sending cases down the tree': (2 * levels * depth + finishing * levels + pruning
                                            * levels * (depth + below / 2)) * mine * k['route'],
            'counting': levels * mine * k['count'],
            'searching': levels * 6 * searched * mine * (k['gather'] + BYTES_A_CASE / NETWORK),
            'finishing small nodes': mine * (k['finish'] + k['gather'] + k['case_bytes'] / NETWORK),
            'pruning large nodes': levels * mine
            * (k['below'] if below else k['answer'] + k['gather'] + k['case_bytes'] / NETWORK),
            'tasks, at the scheduler': passes * files * task,
            'counts of all nodes, at the client': nodes * (k['decide'] + k['node_bytes'] / NETWORK)}
    return dict(levels=levels,
                passes=dict(growing=2 * levels, finishing=finishing, pruning=pruning),
                hours={what: s / 3600
                       for what, s in sorted(took.items(), key=lambda item: -item[1])})


def on_paper(limit):
    "Ten thousand million rows, a hundred workers: hours of each kind of work, the dearest first."
    k, task = kernels(min(500_000, limit)), task_seconds()
    shapes = {'a step': lambda x: 0.3 + 0.4 * (x > 0.5), 'a slope': lambda x: 0.2 + 0.6 * x,
              'noise': lambda x: 0.5 + 0 * x}
    shares = {name: alive(ROWS, chance) for name, chance in shapes.items()}
    found = hours(k, task, shares['a slope'])
    work, total = f'{ROWS:,} x 10 on {WORKERS} workers, on paper', sum(found['hours'].values())
    told = ', '.join(f'{n} of {what}' for what, n in found['passes'].items())
    print(f'{work:63} {total:8.1f} hours; passes: {told}')
    for what, h in found['hours'].items(): print(f'    {what:59} {h:8.2f} hours')
    for name, share in shares.items():
        asked = f'cases of the root that must be searched in a column with {name}'
        print(f'    {asked:59} {100 * share:8.2f} %', flush=True)
    return dict(rows=ROWS, workers=WORKERS, room=ROOM, kernels=k, task=task, searched=shares,
                **found)
