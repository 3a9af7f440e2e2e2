"""Ways to ask a fitted model that must not matter to its answers, and answers of its that must
agree.

Whoever finds another one adds a function and a line to `ASKINGS`. Each takes a task, its model,
random numbers and the shares of the cases asked; it says what is wrong, or nothing, or None where
it is not about such a model.
"""
from copy import copy, deepcopy

import numpy as np
import pandas as pd
from metamorphic.learners import in_parts, is_exact, parameter, ways
from metamorphic.twins import alike, predicted, shares_of
from sklearn.base import clone


def compared(model, cases, expected, rows=...):
    "What a model answers to cases that it should not."
    found = shares_of(model, cases)
    return [] if alike(expected[rows], found) else [expected[rows], found]


def cases_in_another_order(task, model, rng, expected):
    rows = rng.integers(0, len(task.asked), len(task.asked) + 3)
    return compared(model, task.asked.iloc[rows], expected, rows)


def one_case(task, model, rng, expected):
    i = int(rng.integers(len(task.asked)))
    return compared(model, task.asked.iloc[[i]], expected, [i])


def unknown_in_another_way(task, model, rng, expected):
    def other(x):
        if x.dtype == float or isinstance(x.dtype, pd.CategoricalDtype): return x
        return pd.Series([rng.choice(np.array([None, np.nan, pd.NA, pd.NaT], dtype=object))
                          if v is None or v != v else v for v in x], x.index, object)
    return compared(model, task.asked.apply(other), expected)


def truth_values_as_words(task, model, rng, expected):
    "A truth value is its word, in the three spellings of files, and its number."
    is_truth = {name for name, x in task.asked.items()
                if any(isinstance(v, bool) for v in task.X[name].tolist())}
    ways = [str, lambda v: str(v).lower(), lambda v: str(v).upper(), int]
    way = ways[rng.integers(len(ways))]
    def other(x):
        known = [None if v is None or v != v else way(v) for v in x.tolist()]
        return pd.Series(known, x.index, object)
    written = {name: other(task.asked[name]) for name in is_truth}
    return compared(model, task.asked.assign(**written), expected) if is_truth else None


def zero_with_a_sign(task, model, rng, expected):
    zeros = task.asked.apply(lambda x: x.where(x != 0, -x) if x.dtype == float else x)
    return compared(model, zeros, expected) if zeros.shape[1] else None


def numbers_of_32_bits(task, model, rng, expected):
    "Numbers of 32 bits are the same numbers in 64; a threshold that is rounded is itself."
    names = [name for name, x in task.asked.items() if x.dtype == float
             and not x.abs().max() > 3e38]
    narrow = task.asked.assign(**{name: task.asked[name].astype(np.float32) for name in names})
    wide = narrow.assign(**{name: narrow[name].astype(float) for name in names})
    for name, cuts in model._thresholds().items():
        for cut in sorted({*cuts}, reverse=True) if name in names else ():
            wide[name] = wide[name].mask(narrow[name] == np.float32(cut), cut)
    return compared(model, narrow, shares_of(model, wide)) if names else None


def as_predicted(task, model, rng, expected):
    "Shares sum to one; predicted is the class of the greatest share, or of least cost."
    if not hasattr(model, 'classes_'): return [] if np.isfinite(expected).all() else [expected]
    near = 1e-9 if is_exact(task) else 1e-5
    if not np.allclose(expected.sum(axis=1), 1, atol=near) or (expected < 0).any():
        return ['sum', expected]
    codes, costs = predicted(model, task.asked), getattr(model, 'costs_', None)
    if hasattr(model, 'c50_') and (model.rules or len(model.trees_) > 1):
        costs = None  # each tree of C5.0 knows them, and its vote does not
    if costs is None and parameter(task, 'leaf_smoothing') is not None:
        return []  # it changes shares, and no class
    bad = -expected if costs is None else costs.expected(expected)
    if costs is not None and hasattr(model, 'c50_'): near = 1e-6 * bad.max()  # sums of 32 bits
    return [] if (bad[np.arange(len(codes)), codes] <= bad.min(axis=1)
                  + near).all() else ['not the likeliest', expected, codes]


def as_explained(task, model, rng, expected):
    """Shares of a case's leaves sum to one, and those of the leaf where most of it arrives are the
    largest."""
    if not hasattr(model, 'tree_') or hasattr(model, 'trees_'): return None
    found = model.explain(task.asked)
    share, leaf, near = found.groupby('case')['share'].sum(), model.apply(
        task.asked), 1e-9 if is_exact(task) else 1e-5
    if not np.allclose(share, 1, atol=near): return ['shares of leaves', share]
    if not (model.tree_.n_children[leaf] == 0).all(): return ['apply', leaf]
    path = model.decision_path(task.asked)
    return [] if np.allclose(path[:, [0]].toarray(),
                             1) and (path[np.arange(len(leaf)),
                                          leaf] > 0).all() else ['path', path.toarray(), leaf]


def in_stages(task, model, rng, expected):
    if not hasattr(model, 'staged_predict_proba'): return None
    *_, last = model.staged_predict_proba(task.asked)
    last = last / last.sum(axis=1, keepdims=True) if model.costs_ is not None else last
    return [] if alike(expected, last, 1e-12) else [expected, last]


def copies_of_the_model(task, model, rng, expected):
    return compared(copy(model) if rng.random() < 0.3 else deepcopy(model), task.asked, expected)


def a_clone_learns_the_same(task, model, rng, expected):
    if in_parts(task) or any(isinstance(way.validation, tuple) for way in ways(task)): return None
    if parameter(task, 'warm_start'): return None  # it keeps what an earlier fit grew
    other = clone(model).fit(task.X.iloc[::-1], task.y.iloc[::-1])
    weights = () if task.weights is None else (task.weights,)
    other.fit(task.X, task.y, *weights)  # nothing of an earlier fit stays
    return compared(other, task.asked, expected)


ASKINGS = {f.__name__: f for f in (
    cases_in_another_order, one_case, unknown_in_another_way, truth_values_as_words,
    zero_with_a_sign, numbers_of_32_bits,
    as_predicted, as_explained, in_stages, copies_of_the_model, a_clone_learns_the_same)}
