"""Ties: two tests, values or classes are worth the same, and an order that says nothing decides.

Each function takes the two models that may differ for it."""
import numpy as np
from metamorphic.twins import trees_of

from c45lit.specification.criterion import GAIN_RATIO

SLIVER = 1e-5  # of a node's weight; the mean of so little has lost most of its bits


def alike_but_for_slivers(model, other):
    """Sums are whole numbers of 52 bits, so the mean of a few units of weight is rounded: two
    values that are so light and have one mean may change places in another unit. Only shares of
    cases are so light."""
    trees = list(zip(trees_of(model), trees_of(other)))
    return model.unknown == 'share' and all(
        len(a.weights) == len(b.weights)
        and np.allclose(np.sort(a.weights), np.sort(b.weights), rtol=SLIVER, atol=0)
        for a, b in trees) and not all(
            np.array_equal(a.weights, b.weights) and np.array_equal(a.branch_of, b.branch_of)
            for a, b in trees)


def classes_tie(*models):
    """Whether at some node two classes have the same weight; the first of them is taken, whichever
    that is."""
    def tied(tree):
        two = np.sort(tree.dist)[:, -2:]
        return bool((np.abs(two[:, 0] - two[:, 1]) <= 1e-6 * two[:, 1]).any())
    return any(tied(tree) for model in models for tree in trees_of(model))


def classes_or_groups_tie(*models):
    """Two classes weigh the same, or two groupings of values part the cases alike: values are in
    the order of a class's share, and the first of equal groupings is taken."""
    return classes_tie(*models) or any(groups_tie(*pair) for pair in zip(*map(trees_of, models)))


def groups_tie(one, other):
    "Whether the first test that is not the same in both has branches with equal cases."
    if np.array_equal(one.branch_of, other.branch_of): return False
    n = min(len(one), len(other))
    a, b = (np.sort(tree.dist[:n], axis=1) for tree in (one, other))
    apart = np.flatnonzero(~np.isclose(a, b, 1e-6).all(axis=1))
    if not len(apart): return True
    test = max(i for i in range(n) if one.n_children[i] and one.first_child[i] <= apart[0])
    below = slice(one.first_child[test], one.first_child[test] + one.n_children[test])
    a, b = a[below], b[below]
    if np.allclose(a[np.lexsort(a.T)], b[np.lexsort(b.T)], 1e-6): return True
    if len(a) != len(b) or not np.allclose(np.sort(a.sum(1)), np.sort(b.sum(1)), 1e-6): return False
    return any(np.isclose(left(a), left(b), 1e-6) for left in (gini_left, bits_left))


def gini_left(dist): return (dist.sum(1) - (dist ** 2).sum(1) / dist.sum(1)).sum()


def bits_left(dist):
    part = dist / dist.sum(1, keepdims=True)
    return -(dist * np.log2(np.where(part > 0, part, 1))).sum()


def branches_tie(*models):
    "Whether two branches of a test have the same weight; either may be the largest."
    return any(len(set(w)) < len(w) for tree in trees_of(models[0])[:1]
               for w in (tree.weights[tree._span(i)].tolist()
                         for i in np.flatnonzero(tree.n_children)))


def attributes_tie(model, other):
    "Whether somewhere two attributes are worth the same."
    if not all(hasattr(model, name) for name in ('_table', 'candidate_table', 'unpruned_tree_')):
        return True
    def worth(node):
        t = model.candidate_table(node=node)
        name = next(c for c in ('ratio', 'net_gain', 'gain') if c in t
                    and (c != 'ratio' or model._options().criterion is GAIN_RATIO))
        return np.sort(t[name].dropna())
    return any((np.diff(worth(node)) < 1e-6
                * max(np.abs(worth(node)).max(initial=0), 1e-300)).any()
                for node in np.flatnonzero(model.unpruned_tree_.weights))
