"""Accuracy and size of default trees beside other programs', cross-validated over public sets.

python tests/benchmarks/accuracy.py [SET ...]     measure the sets (all by default), keep what comes
out, write the page
python tests/benchmarks/accuracy.py --page        write the table of docs/accuracy.md from what was
kept

Sets without a package to read them from are looked for where C45LIT_REFERENCE points to.
"""
import argparse
import json
import os
import warnings
from functools import partial
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.impute import SimpleImputer
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

from c45lit import C45Classifier, C50Classifier, LeafLimit, load_dataset, read_c45
from c45lit.data import decode

ROOT = Path(__file__).resolve().parents[2]
RESULTS, PAGE = Path(__file__).with_name('accuracy.json'), ROOT / 'docs' / 'accuracy.md'
REFERENCE = Path(os.environ.get('C45LIT_REFERENCE', ROOT.parent / 'shared' / 'reference'))
FOLDS, ROUNDS = 5, 10
OURS, SUBSET, C50, TEN, SKLEARN, C50PY = ('c45lit', 'c45lit, subset', 'C5.0', 'C5.0, ten trees',
                                          'scikit-learn', 'c50py')
GROUPED, ONE_VALUE, NO_GLOBAL, C50_GROUPS, TEN_GROUPS = ('c45lit, grouped', 'c45lit, one value',
                                                         'c50py, no global pruning',
                                                         'C5.0, groups', 'C5.0, ten trees, groups')
PROGRAMS = (OURS, SUBSET, C50, TEN, SKLEARN, C50PY)  # one column each
WHY = {OURS: 'a branch for each value', GROUPED: 'a branch for each group of values',
       ONE_VALUE: 'one value against the rest',
       SUBSET: 'a set of values against the rest', C50PY: 'the same, by c50py',
       NO_GLOBAL: 'the same, without its global pruning',
       C50: 'C5.0, a branch for each value',
       C50_GROUPS: 'C5.0, a branch for each group (`subset=True`)',
       TEN: 'C5.0, ten trees, a branch for each value',
       TEN_GROUPS: 'C5.0, ten trees, a branch for each group'}
LAPLACE, TWO_MORE, BRANCH, BEST, TEN_LEAVES, RULES, TEN_RULES = (
    'laplace', 'm-estimate', 'branch', 'best', 'ten leaves', 'ruleset', 'ten rulesets')
CHANGED = {OURS: '`C45Classifier()`', LAPLACE: "`leaf_smoothing='laplace'`",
           TWO_MORE: '`leaf_smoothing=2`', BRANCH: "`unknown='branch'`", BEST: "`unknown='best'`",
           TEN_LEAVES: "`pruning=[LeafLimit(10), 'error_based']`", C50: '`C50Classifier()`',
           TEN: '`C50Classifier(trials=10)`', RULES: '`C50Classifier(rules=True)` (rules)',
           TEN_RULES: '`C50Classifier(trials=10, rules=True)` (rules)', SKLEARN: 'scikit-learn'}
OPTION_ROUNDS, LEAST = 5, 1e-3  # a truth of less than this share costs as much as one of this share
START, END = '<!-- made by tests/benchmarks/accuracy.py -->\n', '<!-- up to here -->\n'


# -- the sets

PACKAGED = {'penguins': partial(load_dataset, 'penguins'),
            **{name: partial(load, return_X_y=True, as_frame=True) for name, load in
               {'iris': load_iris, 'wine': load_wine, 'wdbc': load_breast_cancer,
                'digits': load_digits}.items()}}
IN_FILES = ('airquality crabs crx cusummary fgl heart hypo infert kyphosis labor-neg monk1 monk2 '
            'monk3 mpg msleep pima '
            'soybean titanic vote zoo').split()


def from_files(name):
    """A set in C4.5's files, all cases of both; those of the monks' test files are the training
    cases again."""
    stem = REFERENCE / 'data' / name
    has_more = stem.with_suffix('.test').exists() and not name.startswith('monk')
    parts = [decode(table)
             for table in (read_c45(stem, test=True) if has_more else [read_c45(stem)])]
    X, y = (pd.concat(piece, ignore_index=True) for piece in zip(*parts))
    return X.dropna(axis=1, how='all'), y


def with_none(X):
    "The same with None where a word is unknown, which all programs take for unknown."
    words = X.select_dtypes(exclude='number').columns
    return X.assign(**{name: X[name].astype(object).where(X[name].notna(), None) for name in words})


def read_set(name):
    "(DataFrame, classes) of one set."
    X, y = PACKAGED[name]() if name in PACKAGED else from_files(name)
    return with_none(X), y


# -- the programs

def sklearn_tree(seed):
    "scikit-learn's tree behind what it needs: unknown values replaced, words one column a value."
    words = make_pipeline(SimpleImputer(strategy='most_frequent', missing_values=None),
                          OneHotEncoder(handle_unknown='ignore'))
    columns = make_column_transformer((SimpleImputer(strategy='median'),
                                       make_column_selector(dtype_include='number')),
                                      (words, make_column_selector(dtype_exclude='number')))
    return make_pipeline(columns, DecisionTreeClassifier(random_state=seed))


def c50py_tree(seed, **how):
    "c50py's tree."
    from c50py import C5Classifier
    return C5Classifier(random_state=seed, **how)


LEARNERS = {OURS: lambda seed: C45Classifier(),
            SUBSET: lambda seed: C45Classifier(discrete='subset'),
            C50: lambda seed: C50Classifier(), TEN: lambda seed: C50Classifier(trials=10),
            SKLEARN: sklearn_tree, C50PY: c50py_tree,
            GROUPED: lambda seed: C45Classifier(discrete='grouped'),
            ONE_VALUE: lambda seed: C45Classifier(discrete='one_vs_rest'),
            NO_GLOBAL: partial(c50py_tree, global_pruning=False),
            C50_GROUPS: lambda seed: C50Classifier(subset=True),
            TEN_GROUPS: lambda seed: C50Classifier(trials=10, subset=True)}
OPTIONS = {p: LEARNERS[p] for p in (OURS, C50, TEN, SKLEARN)} | {
    LAPLACE: lambda seed: C45Classifier(leaf_smoothing='laplace'),
    TWO_MORE: lambda seed: C45Classifier(leaf_smoothing=2.0),
    BRANCH: lambda seed: C45Classifier(unknown='branch'),
    BEST: lambda seed: C45Classifier(unknown='best'),
    TEN_LEAVES: lambda seed: C45Classifier(pruning=[LeafLimit(10), 'error_based']),
    RULES: lambda seed: C50Classifier(rules=True),
    TEN_RULES: lambda seed: C50Classifier(trials=10, rules=True)}


def c50py_leaves(node) -> int:
    "Leaves of a tree of c50py's."
    return 1 if node.is_leaf else sum(map(c50py_leaves, node.children.values()))


def leaves(program, clf) -> int:
    "Leaves of a fitted classifier; of several trees, all of theirs, and of rulesets their rules."
    if program in (RULES, TEN_RULES): return sum(map(len, clf.rulesets_))
    if program == SKLEARN: return clf[-1].get_n_leaves()
    if program in (C50PY, NO_GLOBAL): return c50py_leaves(clf.tree_)
    return sum(tree.n_leaves for tree in getattr(clf, 'trees_', [clf.tree_]))


# -- measuring

def one_fold(X, y, train, held, seed) -> dict:
    "(accuracy, leaves) of every program, learned from `train`, asked about `held`."
    return {program: judged(program, learner(seed).fit(X.iloc[train], y.iloc[train]),
                            X.iloc[held], y.iloc[held]) for program, learner in LEARNERS.items()}


def one_fold_changed(X, y, train, held, seed) -> dict:
    "(accuracy, mean surprise in bits, leaves) of every option."
    found = {}
    for program, learner in OPTIONS.items():
        clf = learner(seed).fit(X.iloc[train], y.iloc[train])
        right, size = judged(program, clf, X.iloc[held], y.iloc[held])
        found[program] = right, surprise(clf, X.iloc[held], y.iloc[held]), size
    return found


def judged(program, clf, X, y) -> tuple:
    "(accuracy, leaves) of a fitted classifier on cases held out."
    return np.mean(clf.predict(X) == y.to_numpy()), leaves(program, clf)


def surprise(clf, X, y) -> float:
    "Mean surprise in bits: minus the logarithm of the share of the true class."
    place = {c: i for i, c in enumerate(clf.classes_)}
    shares, truth = clf.predict_proba(X), np.array([place.get(c, -1) for c in y])
    of_truth = np.where(truth < 0, 0.0, shares[np.arange(len(y)), truth])
    return -np.log2(np.maximum(of_truth, LEAST)).mean()


def folded(X, y, one, rounds) -> dict:
    "The mean of what `one` fold says of each program, over all folds of so many rounds."
    folds = [one(X, y, train, held, seed) for seed in range(rounds)
             for train, held in StratifiedKFold(FOLDS, shuffle=True, random_state=seed).split(X, y)]
    return {p: np.mean([fold[p] for fold in folds], axis=0) for p in folds[0]}


def measure(name) -> dict:
    """What the page shows of one set: its size, and mean accuracy (percent) and leaves of every
    program."""
    X, y = read_set(name)
    found, numbers = folded(X, y, one_fold, ROUNDS), X.select_dtypes('number').shape[1]
    return dict(cases=len(X), continuous=numbers, discrete=X.shape[1] - numbers,
                classes=int(y.nunique()),
                unknown=round(100 * float(X.isna().to_numpy().mean()), 2),
                accuracy={p: round(100 * float(a), 2) for p, (a, _) in found.items()},
                leaves={p: round(float(n), 2) for p, (_, n) in found.items()})


def measure_options(name) -> dict:
    "Mean accuracy (percent), surprise (bits) and leaves of every option on one set."
    found = folded(*read_set(name), one_fold_changed, OPTION_ROUNDS)
    return {p: dict(accuracy=round(100 * a, 2), bits=round(b, 4), leaves=round(n, 2))
            for p, (a, b, n) in found.items()}


def keep(found, what='sets'):
    "Put the sets measured into the file, beside those measured before, and say what measured them."
    kept = json.loads(RESULTS.read_text(encoding='utf-8'))
    both = kept[what] | found
    kept[what] = {name: both[name] for name in ALL if name in both}
    if what == 'sets':
        kept |= dict(rounds=ROUNDS, versions={SKLEARN: version('scikit-learn'), C50PY: version('c50py')})
    else: kept |= dict(option_rounds=OPTION_ROUNDS, option_versions={SKLEARN: version('scikit-learn')})
    RESULTS.write_text(json.dumps(kept | dict(folds=FOLDS), indent=1) + '\n', encoding='utf-8')


# -- the page

def means(sets) -> dict:
    "Mean accuracy and mean leaves of every program over some sets."
    return {what: {p: float(np.mean([s[what][p] for s in sets])) for p in LEARNERS}
            for what in ('accuracy', 'leaves')}


def without_monks(results) -> list:
    "The sets that somebody observed; those of the monks were made up."
    return [s for name, s in results['sets'].items() if not name.startswith('monk')]


def table_of(head, rows) -> str:
    "A table in Markdown."
    return ''.join(f"| {' | '.join(map(str, cells))} |\n"
                   for cells in (head, ['---', *['---:'] * (len(head) - 1)], *rows))


def cell(mean, p, bold='') -> str:
    return f"{bold}{mean['accuracy'][p]:.1f} %{bold} ({mean['leaves'][p]:.1f})"


def ahead(sets, program) -> str:
    "Points that a program's mean accuracy is above c45lit's, and the standard error over the sets."
    points = np.array([s['accuracy'][program] - s['accuracy'][OURS] for s in sets])
    return '' if program == OURS else f'{points.mean():+.1f} ± {points.std(ddof=1) / len(points) ** 0.5:.1f}'


def mean_table(results) -> str:
    "Mean accuracy (leaves) over all sets, and over those without the monks'; points beside c45lit."
    some, every = without_monks(results), list(results['sets'].values())
    rows = []
    for name, sets in ((f'all {len(every)} sets', every),
                       (f"{len(some)} sets, without the monks'", some)):
        rows += [[name, *(cell(means(sets), p, '**') for p in PROGRAMS)],
                 ['points above c45lit', *(ahead(sets, p) for p in PROGRAMS)]]
    return table_of(('mean over', *PROGRAMS), rows)


def why_table(results) -> str:
    "Mean accuracy (leaves) by what is asked of a word: all sets, and those without the monks'."
    groups = list(results['sets'].values()), without_monks(results)
    return table_of(('test on a discrete attribute', *(f'{len(sets)} sets' for sets in groups)),
                    [(words, *(cell(means(sets), p) for sets in groups)) for p, words in WHY.items()])


def table(results) -> str:
    "Accuracy (leaves) of every program on every set."
    return table_of(('set', 'cases', 'numbers', 'words', 'unknown', *PROGRAMS), [
        (name, f"{s['cases']:,}", s['continuous'], s['discrete'],
         f"{s['unknown']:.1f} %" if s['unknown'] else '', *(cell(s, p) for p in PROGRAMS))
        for name, s in results['sets'].items()])


def option_means(results, is_unknown=False) -> dict:
    """Mean accuracy, surprise and leaves of every option, over all sets or those with unknown
    values."""
    sets = [s for name, s in results['options'].items() if not is_unknown
            or results['sets'][name]['unknown'] > 0]
    return {p: {what: float(np.mean([s[p][what] for s in sets]))
                for what in ('accuracy', 'bits', 'leaves')} for p in CHANGED} | {'n': len(sets)}


def option_table(results) -> str:
    "Accuracy, surprise and leaves by what is changed: all sets, and those with unknown values."
    groups = {f'{g["n"]} sets{where}': g for where, g in (
        ('', option_means(results)), (' with unknown values', option_means(results, True)))}
    return table_of(('one tree, or what is changed', *groups), [
        (words, *(f"{g[p]['accuracy']:.1f} %, {g[p]['bits']:.2f} bits ({g[p]['leaves']:.1f})"
                  for g in groups.values())) for p, words in CHANGED.items()])


def page(text, results) -> str:
    "The text of the page with the tables of these results."
    before, rest = text.split(START)
    programs = ', '.join(f'{name} {version}' for name, version in results['versions'].items())
    measured = f"{results['folds']} folds, {results['rounds']} times; {programs}. Accuracy on the cases held out (leaves); what is changed, {results['option_rounds']} times, beside scikit-learn {results['option_versions'][SKLEARN]}."
    return before + START + '\n' + mean_table(results) + '\n' + why_table(
        results) + '\n' + option_table(results) + '\n' + table(
            results) + '\n' + measured + '\n\n' + END + rest.split(END)[1]


ALL = (*PACKAGED, *IN_FILES)


def main():
    "Measure the sets named, all by default; write the page."
    parser = argparse.ArgumentParser(prog='python tests/benchmarks/accuracy.py',
                                     description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('sets', nargs='*', metavar='SET', help=', '.join(ALL))
    parser.add_argument('--options', action='store_true',
                        help='measure what options change instead')
    parser.add_argument('--page', action='store_true', help='measure nothing, only write the page')
    options = parser.parse_args()
    if not set(options.sets) <= set(ALL): parser.error(f'there are {", ".join(ALL)}')
    for name in () if options.page else options.sets or ALL:
        if options.options:
            keep({name: measure_options(name)}, 'options')
            print(name, flush=True)
            continue
        found = measure(name)
        print(f'{name:12}',
              *(f'{p} {found["accuracy"][p]:.1f} % {found["leaves"][p]:.1f} leaves  '
                for p in PROGRAMS), flush=True)
        keep({name: found})
    text = PAGE.read_text(encoding='utf-8')
    PAGE.write_text(page(text, json.loads(RESULTS.read_text(encoding='utf-8'))), encoding='utf-8')


if __name__ == '__main__':
    warnings.simplefilter(
        'ignore')  # words that a fold has not seen, classes of fewer cases than folds
    main()
