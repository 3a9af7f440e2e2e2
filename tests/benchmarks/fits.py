"""Growing, pruning and predicting against other programs and against ourselves; one thread unless
said."""
import contextlib
import functools
import io
import tempfile
import time

import lightgbm
from c50py import C5Classifier
from sklearn.compose import make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier
from tables import (BOOKED, NUMBERS, WORDS, five_classes, flights, noisy_border, with_unknowns)
from timing import OURS, cell_visits, in_turn, row

from c45lit import C45Classifier, Release8Classifier, infer_schema, write_c45
from c45lit.data import encode
from c45lit.programs.cli import main as command
from c45lit.engine.error_based import prune_error_based
from c45lit.engine.growing_loop import grow_tree

TO_THE_END = dict(criterion='gain', thresholds='textbook', collapse=False,
                  pruning=None)  # what scikit-learn does: no test is too poor
STOPPING = dict(criterion='entropy', min_samples_split=4, min_samples_leaf=2)
END = 'c45lit to the end'
SKLEARN, LIGHTGBM, C50PY = 'scikit-learn', 'LightGBM, one tree', 'c50py'


# -- the others

def one_boosted_tree(X, y, leaves):
    "LightGBM's first tree, its histograms included."
    classes = int(y.max()) + 1
    kind = dict(objective='binary') if classes == 2 else dict(objective='multiclass',
                                                              num_class=classes)
    limits = dict(num_leaves=leaves, min_data_in_leaf=2, min_sum_hessian_in_leaf=0)
    how = dict(num_threads=1, force_col_wise=True, verbosity=-1)
    return lightgbm.train(kind | limits | how, lightgbm.Dataset(X, y), num_boost_round=1)


def boosted_leaves(booster):
    "Leaves of the first tree."
    return int(booster.trees_to_dataframe().query('tree_index == 0')['left_child'].isna().sum())


def one_hot_tree(names):
    "scikit-learn's tree behind what it needs: unknown values replaced, words one column a value."
    numbers, words = SimpleImputer(strategy='median'), OneHotEncoder(sparse_output=False)
    columns = make_column_transformer((numbers, names), (words, WORDS))
    return make_pipeline(columns, DecisionTreeClassifier(**STOPPING))


# -- fit

def leaves_with_cases(tree):
    """Leaves that hold training cases: where few cases meet a test on many words, most branches
    hold none."""
    return int(((tree.n_children == 0) & (tree.weights > 0)).sum())


def fits(work, X, y, tree, asked, runs):
    """Fit one table with everything; a row for each peer that is `asked` about: name -> (least,
    aim)."""
    ours, end, last = C45Classifier(pruning=None), C45Classifier(**TO_THE_END), {}
    leaves = leaves_with_cases(ours.fit(X, y).tree_)
    peers = {SKLEARN: lambda: tree.fit(X, y),
             LIGHTGBM: lambda: last.update(tree=one_boosted_tree(X, y, leaves)),
             C50PY: lambda: C5Classifier(pruning=False, global_pruning=False).fit(X, y)}
    works = {OURS: lambda: ours.fit(X, y),
             END: lambda: end.fit(X, y)} | {name: peers[name] for name in asked}
    took = in_turn(works, runs)
    theirs = {SKLEARN: getattr(tree, 'steps', [(None, tree)])[-1][1].get_n_leaves()}
    if LIGHTGBM in asked: theirs[LIGHTGBM] = boosted_leaves(last['tree'])
    searched = C45Classifier(pruning=None, collapse=False).fit(X, y).tree_
    table = encode(X, infer_schema(X, y), y)
    ns, ns_end = (1e9 * took[name] / cell_visits(t, table)
                  for name, t in ((OURS, searched), (END, end.tree_)))
    return [*(row(work, peer, took[OURS], took[peer], *asked[peer],
                  leaves=(leaves, theirs.get(peer)), ns=ns)
              for peer in asked),
            row(f'{work}, to the end', SKLEARN, took[END], took[SKLEARN],
                leaves=(leaves_with_cases(end.tree_), theirs[SKLEARN]), ns=ns_end)]


def fit_100k(limit):
    "100,000 x 10, two classes."
    n = min(100_000, limit)
    return fits(f'fit {n:,} x 10', *noisy_border(n), DecisionTreeClassifier(**STOPPING),
                {SKLEARN: (15, 30), LIGHTGBM: (1.5, 3), C50PY: (45, 90)}, 5)


def fit_1m(limit):
    "1,000,000 x 10, two classes."
    n = min(1_000_000, limit)
    return fits(f'fit {n:,} x 10', *noisy_border(n), DecisionTreeClassifier(**STOPPING),
                {SKLEARN: (25, 60), LIGHTGBM: (1, 2)}, 3)


def fit_5_classes(limit):
    "300,000 x 20, five classes."
    n = min(300_000, limit)
    return fits(f'fit {n:,} x 20, 5 classes', *five_classes(n), DecisionTreeClassifier(**STOPPING),
                {SKLEARN: (10, 25)}, 3)


def fit_flights(limit):
    """All flights from New York in 2013: numbers, words and unknown values; and what is known when
    one books, all of it."""
    X, y = flights(limit)
    booked, asked = X[BOOKED + WORDS], {SKLEARN: (10, 25), LIGHTGBM: (0.7, 1.5)}
    return [*fits(f'fit flights, {len(X):,} x {X.shape[1]}', X, y, one_hot_tree(NUMBERS), asked, 3),
            *fits(f'fit flights as booked, {len(X):,} x {booked.shape[1]}', booked, y,
                  one_hot_tree(BOOKED), asked, 3)]


def fit_r8(limit):
    "Release 8's arithmetic: growing alone, and the whole program from two files to the report."
    X, y = noisy_border(min(100_000, limit))
    ours, tree = Release8Classifier(pruning=None), DecisionTreeClassifier(**STOPPING)
    took = in_turn({OURS: lambda: ours.fit(X, y), SKLEARN: lambda: tree.fit(X, y)}, 3)
    with tempfile.TemporaryDirectory() as folder:
        write_c45(f'{folder}/big', encode(X, infer_schema(X, y), y))
        whole = in_turn({OURS: lambda: program(f'{folder}/big')}, 3)
    work, theirs = f'{len(X):,} x 10, arithmetic r8', took[SKLEARN]
    return [row(f'fit {work}', SKLEARN, took[OURS], theirs,
                leaves=(ours.tree_.n_leaves, tree.get_n_leaves())),
            row(f'c45lit c4.5 {work}', f'{SKLEARN}, fit alone', whole[OURS], theirs)]


def program(stem):
    "`c45lit c4.5`: read, grow, prune, report, save."
    with contextlib.redirect_stdout(io.StringIO()):
        command(['c4.5', '-f', stem, '--arithmetic', 'r8'])


def fit_jobs(limit):
    "Two threads against one, by the clock on the wall."
    X, y = noisy_border(min(1_000_000, limit))
    one, two = C45Classifier(pruning=None, n_jobs=1), C45Classifier(pruning=None, n_jobs=2)
    took = in_turn({OURS: lambda: two.fit(X, y), 'one': lambda: one.fit(X, y)}, 5,
                   time.perf_counter)
    assert (one.tree_.threshold[0], one.tree_.n_leaves) == (two.tree_.threshold[0],
                                                            two.tree_.n_leaves)
    return [row(f'fit {len(X):,} x 10, n_jobs=2', 'n_jobs=1', took[OURS], took['one'], 1.5, 1.9)]


# -- prune

def prune(limit):
    """Error-based pruning with raising, on the grown tree; against growing it: numbers, with
    unknown values, flights."""
    X, y = noisy_border(min(100_000, limit))
    name = f'prune the tree of {len(X):,} x 10'
    return [pruning(name, X, y, 10, 50), pruning(f'{name}, 2 % unknown', with_unknowns(X, 0.02), y),
            pruning('prune the tree of flights', *flights(limit), 1, 3)]


def pruning(work, X, y, *asked):
    "Pruning a tree against growing it."
    table = encode(X, infer_schema(X, y), y)
    grown = grow_tree(table)
    took = in_turn({OURS: lambda: prune_error_based(grown, table),
                    'growing': lambda: grow_tree(table)}, 5)
    return row(work, 'growing it', took[OURS], took['growing'], *asked)



# -- predict

@functools.cache
def _for_prediction(limit):
    "Trees grown from 100,000 cases, and 1,000,000 others to classify."
    X, y = noisy_border(min(100_000, limit))
    ours, end = C45Classifier(pruning=None).fit(X, y), C45Classifier(**TO_THE_END).fit(X, y)
    return ours, end, DecisionTreeClassifier(**STOPPING).fit(X, y), noisy_border(
        min(1_000_000, limit), seed=6)[0]


def predict(limit):
    "The same cases, and trees of our size and of theirs."
    ours, end, tree, X = _for_prediction(limit)
    took = in_turn({OURS: lambda: ours.predict(X), END: lambda: end.predict(X),
                    SKLEARN: lambda: tree.predict(X)}, 5)
    work, theirs = f'predict {len(X):,} x 10', tree.get_n_leaves()
    return [row(work, SKLEARN, took[OURS], took[SKLEARN], 1.5, 4,
                leaves=(ours.tree_.n_leaves, theirs)),
            row(f'{work}, grown to the end', SKLEARN, took[END], took[SKLEARN],
                leaves=(end.tree_.n_leaves, theirs))]


def predict_unknown(limit):
    "Unknown values in a tenth of the cells, against none."
    ours, _, _, X = _for_prediction(limit)
    holes = with_unknowns(X)
    took = in_turn({OURS: lambda: ours.predict(holes), 'known': lambda: ours.predict(X)}, 5)
    return [row(f'predict {len(X):,} x 10, 10 % unknown', 'none unknown', took[OURS],
                took['known'], 0.3, 0.7)]
