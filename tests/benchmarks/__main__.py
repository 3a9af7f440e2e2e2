"""`make bench`: fits of the same array, side by side in one run; ratios of medians, higher is better for us."""
import contextlib
import io
import statistics
import sys
import tempfile
import time

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from c45lit import C45Classifier, encode, infer_schema, write_c45


def noisy_border(n, attributes=10, seed=0):
    "Continuous cases of two classes: a curved border in three attributes, 10 % of the labels turned."
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, attributes)).astype(np.float32).astype(float)
    y = (X[:, 0] + X[:, 1] ** 2 - X[:, 2] > 0.5) ^ (rng.random(n) < 0.1)
    return X, y.astype(int)


def seconds(work, runs):
    "Seconds of each run."
    def one():
        start = time.perf_counter()
        work()
        return time.perf_counter() - start
    return [one() for _ in range(runs)]


def side_by_side(name, ours, peer, runs=3):
    "Time two pieces of work in turn and print the ratio of their medians."
    ours(), peer()  # warm: compiled code is loaded, memory is touched
    pairs = [(seconds(ours, 1)[0], seconds(peer, 1)[0]) for _ in range(runs)]
    mine, theirs = (statistics.median(p[i] for p in pairs) for i in (0, 1))
    print(f'{name:45} ours {mine:8.3f} s   peer {theirs:8.3f} s   peer/ours {theirs / mine:6.2f}')
    return mine


def cell_visits(tree):
    "Cases times attributes, summed over the nodes that were searched for a test."
    searched = (tree.dist.max(axis=1) < tree.weights) & (tree.weights >= 4)
    return tree.weights[searched].sum() * len(tree.schema.attributes)


FREE = dict(criterion='gain', min_cases=1, mdl_penalty=False, least_side=False, average_gain=False, threshold='midpoint',
            collapse=False, pruning=None)  # grows on as long as scikit-learn does


def program(X, y):
    "`c45lit c4.5` in Release 8's arithmetic, from two files to the report."
    from c45lit.cli import main as command
    folder = tempfile.TemporaryDirectory()
    write_c45(f'{folder.name}/big', encode(X, infer_schema(X, y), y))

    def run(folder=folder):
        with contextlib.redirect_stdout(io.StringIO()):
            command(['c4.5', '-f', f'{folder.name}/big', '--arithmetic', 'r8'])
    return run


def main(n=100_000):
    "Growing, pruning and predicting against scikit-learn's entropy tree."
    X, y = noisy_border(n)
    for arithmetic in 'exact', 'r8':
        ours = C45Classifier(pruning=None, arithmetic=arithmetic)
        peer = DecisionTreeClassifier(criterion='entropy', min_samples_split=4, min_samples_leaf=2)
        took = side_by_side(f'fit {n:,} x 10, unpruned, {arithmetic}', lambda: ours.fit(X, y), lambda: peer.fit(X, y))
        print(f'    leaves: ours {ours.tree_.n_leaves}, peer {peer.get_n_leaves()};'
              f' ours {1e9 * took / cell_visits(ours.tree_):.0f} ns per cell visit, sorting included')
    free, grown = C45Classifier(**FREE), DecisionTreeClassifier(criterion='entropy')
    side_by_side(f'fit {n:,} x 10 to the end', lambda: free.fit(X, y), lambda: grown.fit(X, y))
    print(f'    leaves: ours {free.tree_.n_leaves}, peer {grown.get_n_leaves()}')
    side_by_side(f'c45lit c4.5, files to report, r8, {n:,} x 10', program(X, y), lambda: peer.fit(X, y))
    pruned = C45Classifier()
    side_by_side(f'grow alone against grow and prune, {n:,} x 10', lambda: pruned.fit(X, y), lambda: ours.fit(X, y))
    side_by_side(f'predict {n:,} x 10', lambda: ours.predict(X), lambda: peer.predict(X))


if __name__ == '__main__': main(*map(int, sys.argv[1:]))
