"""The readers' chapters and the library: on complete tables with default options they agree."""
import numpy as np
import pandas as pd
import pytest

from c45lit import C45Classifier, load_dataset
from c45lit.specification.error_limits import error_limit
from c45lit.specification.multiway import SplitOptions
from c45lit.specification.threshold_choice import midpoint, threshold_split
from c45lit.splits.thresholds import c45_threshold
from c45lit.tree.expected_errors import upper_error
from c45lit.tree.growing import grow
from c45lit.tree.pruning import prune


def pumps():
    rows = ([('no', 'no', 'ok')] * 4 + [('yes', 'no', 'ok')] * 2 + [('yes', 'no', 'broken')]
            + [('yes', 'yes', 'ok')] + [('yes', 'yes', 'broken')] * 4)
    table = pd.DataFrame(rows, columns=['noise', 'leak', 'state'])
    return table[['noise', 'leak']], table['state']


def noisy(seed):
    "A complete table of numbers, the class of which depends on two of them, with errors."
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(rng.integers(0, 12, (60, 3)), columns=list('abc')) + 0.5
    y = pd.Series(np.where((X['a'] > 5) & (X['b'] > 4) ^ (rng.random(60) < 0.15), 'yes', 'no'))
    return X, y


def of_textbook(node):
    "Attribute and threshold of every node, as nested tuples."
    return node.attribute, node.threshold, *map(of_textbook, node.branches.values())


def of_library(tree, number=0):
    if tree.attribute[number] < 0: return None, None
    t, first = tree.threshold[number], tree.first_child[number]
    return (tree.schema.attributes[tree.attribute[number]].name,
            None if np.isnan(t) else float(t),
            *(of_library(tree, child) for child in range(first, first + tree.n_children[number])))


@pytest.mark.parametrize('table', [load_dataset('golf'), pumps(), *map(noisy, range(20))])
def test_the_textbook_grows_and_prunes_the_tree_of_the_library(table):
    X, y = table
    grown = grow(X, y)
    assert of_textbook(grown) == of_library(
        C45Classifier(pruning=None, collapse=False).fit(X, y).tree_)
    pruned = C45Classifier(collapse=False).fit(X, y).tree_
    assert of_textbook(prune(grown, X, y)) == of_library(pruned)


def test_the_textbook_takes_the_threshold_of_the_specification():
    for seed in range(500):
        rng = np.random.default_rng([7, seed])
        n = int(rng.integers(1, 200))
        x = rng.integers(0, rng.integers(1, 40), n) / 3 if seed % 2 else rng.random(n)
        c = np.where(rng.random(n) < 0.3, rng.integers(0, 3, n), x > np.median(x))
        t, net = c45_threshold(x, c)
        found = threshold_split(x, np.unique(c, return_inverse=True)[1], options=SplitOptions())
        assert max(found.gain, 0) == pytest.approx(net, abs=1e-12)
        if found.is_possible: assert midpoint(found.left, found.right) == pytest.approx(t)


@pytest.mark.parametrize('cf', [0.01, 0.25, 1.0])
def test_the_textbook_expects_the_errors_of_the_specification(cf):
    for n in range(1, 40):
        for e in [*range(n + 1), 0.25, 0.5]:
            assert upper_error(n, e, cf) == pytest.approx(error_limit(n, e, cf), rel=1e-12)
