"""The names that scikit-learn has for the arrays of a tree."""
import numpy as np
import pytest

import c45lit


def test_scikit_learns_names_tell_the_same_tree():
    "Of a fitted tree of theirs that was taken over."
    sk = pytest.importorskip('sklearn.tree')
    X, y = np.random.default_rng(0).random((60, 3)), np.arange(60) % 3
    for theirs in sk.DecisionTreeClassifier(max_depth=3), sk.DecisionTreeRegressor(max_depth=3):
        theirs.fit(X, y)
        told, ours = theirs.tree_, c45lit.from_sklearn(theirs)
        ours = getattr(ours, 'tree_', ours)
        assert ours.node_count == told.node_count
        order = [0]  # of their nodes, level by level
        for i in order: order += [k for k in (told.children_left[i], told.children_right[i]) if k >= 0]
        for name in ('feature', 'value', 'impurity', 'n_node_samples', 'weighted_n_node_samples'):
            assert np.allclose(getattr(ours, name), getattr(told, name)[order]), name
        place = {old: new for new, old in enumerate(order)} | {-1: -1}
        assert ours.children_left.tolist() == [place[k] for k in told.children_left[order]]
        assert ours.children_right.tolist() == [place[k] for k in told.children_right[order]]
