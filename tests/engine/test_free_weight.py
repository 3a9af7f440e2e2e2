"""Cuts that are passed over because they cannot win: the tree is the one that scores every cut."""
import numpy as np
import pytest
from support.kernels import every_kernel
from support.random_tables import random_rules, random_stop, random_table, seeds

from c45lit.engine import grow_tree
from c45lit.engine import scan
from c45lit.engine.exact_sums import _fixed, _for_kernels
from c45lit.specification.criterion import GAIN, GAIN_RATIO


def none_free(*task): return 0


def table_with_numbers(rng):
    "Many cases, and fewer; continuous attributes alone make cuts."
    return random_table(rng, least=1, most=int(rng.choice([40, 300])))


def test_the_tree_is_the_one_that_scores_every_cut(monkeypatch):
    passed = 0
    real = scan._free_weight

    def counted(*task):
        nonlocal passed
        free = real(*task)
        passed += free > 0
        return free
    for tried, seed in enumerate(seeds(200), 1):
        rng = np.random.default_rng(seed)
        table, options, stop = table_with_numbers(rng), random_rules(rng), random_stop(rng)
        with every_kernel('py_func'):  # compiled code calls what it was compiled with
            monkeypatch.setattr(scan, '_free_weight', counted)
            quickly = grow_tree(table, options, stop)
            monkeypatch.setattr(scan, '_free_weight', none_free)
            assert quickly == grow_tree(table, options, stop), seed
    assert passed > tried


@pytest.mark.parametrize('criterion', [GAIN, GAIN_RATIO])
def test_no_score_rises_faster_than_the_bound(criterion):
    "From a random cut, every cut on every way within the free weight scores at most so much more."
    tried = 0
    for taken, seed in enumerate(seeds(300), 1):
        rng = np.random.default_rng(seed)
        n_classes = int(rng.integers(2, 5))
        below, above = rng.integers(0, 2 ** 24 * 9,
                                    n_classes), rng.integers(0, 2 ** 24 * 30, n_classes)
        above[rng.integers(n_classes)] *= rng.integers(2)
        n, low = int(below.sum() + above.sum()), int(below.sum())
        if not 0 < low < n: continue
        options = _for_kernels(random_rules(rng)._replace(criterion=criterion))
        fixed = _fixed(np.ones(n // 2 ** 24 + 1), 2.0 ** -24, False, options)

        def score(b, a):
            return scan._score_cut(*scan._orders(b, a, fixed, options.criterion), int(b.sum()), n,
                                   fixed, options.criterion)
        behind = float(rng.choice([0.1, 1, 5])) * fixed.scale
        assert scan._most_score(below, above, low, n, fixed,
                                options.criterion) >= score(below, above), seed
        free, start = scan._free_weight(behind, below, above, low, n, fixed), score(below, above)
        for _ in range(20 if free else 0):
            moved = np.minimum((rng.dirichlet(np.full(n_classes, 0.3)) * free).astype(int), above)
            assert score(below + moved, above - moved) <= start + behind, seed
            tried += 1
    assert tried > taken
