"""Forests beside those of scikit-learn and LightGBM: seconds of the processor, one thread unless
said, and accuracy on the sets of docs/accuracy.md."""
import functools
import warnings

import accuracy
import numpy as np
from lightgbm import LGBMClassifier
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from tables import noisy_border
from timing import OURS, in_turn, row

from c45lit import C45ForestClassifier

TREES, FEW, FOLDS, ROUNDS = 20, 4, 5, 2
RANDOM, EXTRA, LIGHTGBM = 'RandomForest', 'ExtraTrees', 'LightGBM, rf'
DRAWN = dict(boosting_type='rf', bagging_freq=1, bagging_fraction=0.632,
             feature_fraction_bynode=0.3, min_child_samples=1, n_jobs=1, verbose=-1)


def n_leaves(forest) -> int:
    "Leaves of all trees."
    if hasattr(forest, 'trees_'): return sum(tree.n_leaves for tree in forest.trees_)
    if hasattr(forest, 'estimators_'): return sum(e.get_n_leaves() for e in forest.estimators_)
    return sum(t['num_leaves'] for t in forest.booster_.dump_model()['tree_info'])


@functools.cache
def _forests(n, columns, trees):
    """Cases, and a forest of each program for them; LightGBM may have as many leaves as our mean
    tree."""
    X, y = noisy_border(n, columns)
    ours = C45ForestClassifier(trees).fit(X, y)
    mean = max(n_leaves(ours) // trees, 2)
    return X, y, {OURS: ours, RANDOM: RandomForestClassifier(trees, random_state=0),
                  EXTRA: ExtraTreesClassifier(trees, random_state=0),
                  LIGHTGBM: LGBMClassifier(n_estimators=trees, num_leaves=mean, **DRAWN)}


def fit(limit):
    "100,000 x 12, two classes."
    work, X, y, forests = _work('fit', min(100_000, limit))
    took = in_turn({name: functools.partial(f.fit, X, y) for name, f in forests.items()})
    return _rows(work, took, forests)


def predict(limit):
    "As many other cases, by the forests grown above."
    work, X, y, forests = _work('predict', min(100_000, limit))
    for forest in forests.values(): forest.fit(X, y)
    return _predicted(work, X, forests)


def of_a_million(limit):
    "1,000,000 x 10, two classes, few trees: fits, then as many other cases."
    work, X, y, forests = _work('fit', min(1_000_000, limit), 10, FEW)
    took = in_turn({name: functools.partial(f.fit, X, y) for name, f in forests.items()})
    return [*_rows(work, took, forests), *_predicted(work.replace('fit', 'predict'), X, forests)]


def _work(what, n, columns=12, trees=TREES):
    "The work in words, cases and forests."
    return f'{what} {n:,} x {columns}, {trees} trees', *_forests(n, columns, trees)


def _predicted(work, X, forests):
    "Rows of predicting other cases."
    asked = noisy_border(*X.shape, seed=6)[0]
    took = in_turn({name: functools.partial(f.predict, asked) for name, f in forests.items()})
    return _rows(work, took, forests)


def _rows(work, took, forests):
    "A row for each of the others."
    return [row(work, name, took[OURS], took[name],
                leaves=(n_leaves(forests[OURS]), n_leaves(forests[name])))
            for name in forests if name != OURS]


# -- accuracy

def learners(seed=1) -> dict:
    "Default forests of a hundred trees; the others behind what scikit-learn needs."
    prepared = functools.partial(make_pipeline, accuracy.sklearn_tree(seed)[0])
    return {OURS: C45ForestClassifier(random_state=seed),
            RANDOM: prepared(RandomForestClassifier(random_state=seed)),
            EXTRA: prepared(ExtraTreesClassifier(random_state=seed))}


def on_set(X, y) -> dict:
    "Mean accuracy of each, percent: five folds, twice."
    splits = [s for seed in range(ROUNDS) for s in
              StratifiedKFold(FOLDS, shuffle=True, random_state=seed).split(X, y)]
    return {name: 100 * float(np.mean([
        np.mean(clf.fit(X.iloc[a], y.iloc[a]).predict(X.iloc[b]) == y.iloc[b].to_numpy())
        for a, b in splits])) for name, clf in learners().items()}


def on_sets(limit):
    "The sets of docs/accuracy.md with at most `limit` cases."
    warnings.simplefilter('ignore')  # a word that a fold has not seen, a class of few cases
    sets = [s for s in map(accuracy.read_set, accuracy.ALL) if len(s[0]) <= limit]
    found = [on_set(X, y) for X, y in sets]
    return [_beside(name, found) for name in (RANDOM, EXTRA)]


def _beside(name, found) -> dict:
    "Mean accuracy of ours and another's, and the standard error of our lead over the sets."
    ours, theirs = (np.array([s[p] for s in found]) for p in (OURS, name))
    lead = ours - theirs
    error = float(lead.std(ddof=1) / len(lead) ** 0.5)
    print(f'{f"accuracy, {len(found)} sets, 100 trees":38} {name:24} {ours.mean():8.2f} % '
          f'{theirs.mean():8.2f} % {lead.mean():+7.2f}  standard error {error:.2f}', flush=True)
    return dict(work='accuracy', peer=name, ours=float(ours.mean()), theirs=float(theirs.mean()),
                lead=float(lead.mean()), error=error, sets=len(found))
