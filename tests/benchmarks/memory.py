"""Peak memory over the input, in a fresh process (Linux: it is read from /proc)."""
from timing import fresh

PEAK = '''
import gc, json
from pathlib import Path
from tables import noisy_border, noisy_words, short_words
from c45lit import C45Classifier

def kilobytes(key):
    "A figure of the process's status: resident now, or at most since it was reset."
    line = next(l for l in Path('/proc/self/status').read_text().splitlines() if l.startswith(key))
    return int(line.split()[1])

def peak(X, y):
    "Bytes per cell that fitting takes at most, beside the table."
    gc.collect()
    Path('/proc/self/clear_refs').write_text('5')
    before = kilobytes('VmRSS')
    model = C45Classifier(pruning=None).fit(X, y)
    return 1024 * (kilobytes('VmHWM') - before) / X.size, len(model.tree_)

C45Classifier(pruning=None).fit(*{make}(20_000))
bytes_per_cell, nodes = peak(*{make}({n}))
print(json.dumps(dict(bytes_per_cell=bytes_per_cell, nodes=nodes)))
'''


def peaks(limit):
    "4,000,000 x 10, continuous and discrete."
    found, n = [], min(4_000_000, limit)
    for kind, make, most in (('continuous', 'noisy_border', 24),
                             ('discrete, 200 values', 'short_words', 8),
                             ('the same, noisy', 'noisy_words', None)):
        got = fresh(PEAK.format(make=make, n=n))
        found.append(dict(kind=kind, rows=n, columns=10, most=most, **got))
        print(f'peak memory over the input, {n:,} x 10, {kind:21} {got["bytes_per_cell"]:6.1f} '
              f'bytes per cell '
              + (f'(asked: at most {most})' if most else f'({got["nodes"]:,} nodes)'), flush=True)
    return found
