"""Trees on paper: what is folded and which way a case goes is what the tree says."""
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.patches import Polygon
from support.random_tables import random_table, seeds

from c45lit import plot_tree
from c45lit.engine.growing_loop import grow_tree
from c45lit.engine.prediction import leaf_shares
from c45lit.explore.tree_layout import MOST_LEAVES, case_shares, trimmed
from c45lit.splits.multiway import SplitOptions

FREE = SplitOptions(min_cases=1, penalty=False, least_side=False, average=0)


def trees(n, **sizes):
    "Random tables with the whole trees that are grown from them."
    for seed in seeds(n):
        rng = np.random.default_rng(seed)
        table = random_table(rng, **sizes)
        yield rng, table, grow_tree(table, FREE)


def test_a_folded_tree_keeps_its_top_and_counts_its_leaves():
    for rng, _, tree in trees(150, most=200):
        most, depth = int(rng.integers(1, 70)), int(rng.integers(1, 6))
        for top, leaves, numbers in trimmed(tree, depth), trimmed(tree, None, most):
            ends = top.n_children == 0
            assert leaves[ends].sum() == leaves[0] == tree.n_leaves
            assert (top.weights == tree.weights[numbers]).all() and (top.classes == tree.classes[numbers]).all()
            assert (top.attribute[~ends] == tree.attribute[numbers[~ends]]).all()
            assert ((leaves[ends] == 1) == (tree.n_children[numbers[ends]] == 0)).all()
        assert trimmed(tree, depth)[0].depth == min(depth, tree.depth)
        assert tree.n_leaves <= most or top.n_leaves <= most or top.depth == 1


def test_the_shares_of_a_case_are_those_of_predicting():
    for rng, table, tree in trees(60):
        shares = leaf_shares(tree, table).toarray()
        for i in rng.integers(len(table), size=2):
            values = [None if a.kind == 'discrete' and c[i] < 0 else a.values[c[i]] if a.kind == 'discrete' else c[i]
                      for a, c in zip(table.schema.attributes, table.columns)]
            found = case_shares(tree, dict(zip(table.schema.names, values)))
            assert found[tree.n_children == 0] == pytest.approx(shares[i][tree.n_children == 0])
            for node in np.flatnonzero(tree.n_children):
                assert found[tree._span(node)].sum() == pytest.approx(found[node])


def test_what_is_drawn_is_what_is_told():
    _, table, tree = next(t for t in trees(400, least=300, most=400) if t[2].n_leaves > MOST_LEAVES)
    for options in {}, dict(max_depth=1), dict(max_depth=2, bars=True), dict(direction='down', max_depth=3, bars=True):
        top, leaves, _ = trimmed(tree, options.get('max_depth'))
        ax = plot_tree(tree, **options)
        triangles = [t for t in ax.texts if t.get_text().endswith(' leaves')]
        assert [int(t.get_text().split()[0]) for t in triangles] == leaves[(top.n_children == 0) & (leaves > 1)].tolist()
        assert sum('not drawn' in t.get_text() for t in ax.texts) == (len(triangles) > 0)
        strips = (top.dist > 0).any(axis=1).size * tree.dist.shape[1] * options.get('bars', False)
        assert sum(isinstance(p, Polygon) for p in ax.patches) == strips + len(triangles)
        plt.close(ax.figure)
