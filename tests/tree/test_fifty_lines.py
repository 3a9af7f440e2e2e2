"""C4.5 in fifty lines is what the library learns, on textbook tables and on random complete ones.

The lines are those of the chapter's cell, which imports nothing of the library.
"""
import ast
import json
import random
from pathlib import Path

import pandas as pd
import pytest

from c45lit import C45Classifier, load_dataset

CHAPTER = Path(__file__).parents[2] / 'nbs' / '02_tree' / '06_fifty_lines.ipynb'
CELL = next(source for cell in json.loads(CHAPTER.read_text(encoding='utf-8'))['cells']
            if (source := ''.join(cell['source'])).startswith('import collections'))
FIFTY = {}
exec(compile(CELL, str(CHAPTER), 'exec'), FIFTY)


def test_growing_and_pruning_take_fifty_lines_and_two_imports():
    assert len(CELL.partition('\ndef show')[0].splitlines()) <= 50
    imported = [name.name for node in ast.walk(ast.parse(CELL))
                if isinstance(node, (ast.Import, ast.ImportFrom)) for name in node.names]
    assert imported == ['collections', 'math']


def of_library(node, columns):
    "A tree of the library as (class, (column, threshold), branches)."
    if node.is_leaf: return node.class_name, None, []
    cut = float(node.threshold)
    test = columns.index(node.attribute), None if cut != cut else cut
    return node.class_name, test, [of_library(kid, columns) for _, kid in node.branches]


def bare(tree):
    "A tree of the fifty lines in the same form, without the names of its branches."
    return tree[0], tree[1] and tree[1][:2], [bare(kid) for kid in tree[2]]


def assert_equal(X, y):
    "Both grow and prune to the same trees, and expect the same errors."
    rows = [(*row, c) for row, c in zip(X.itertuples(index=False, name=None), y)]
    clf, columns = C45Classifier().fit(X, y), list(X.columns)
    grown = FIFTY['grow'](rows, rows)
    pruned = FIFTY['prune'](grown, rows)
    assert bare(grown) == of_library(clf.unpruned_tree_.root, columns)
    assert bare(pruned) == of_library(clf.tree_.root, columns)
    errors = FIFTY['total'](pruned, rows, FIFTY['expected'])
    assert not pruned[2] or abs(errors - clf.tree_.root.errors) < 1e-9
    return pruned


@pytest.mark.parametrize('name', ['golf', 'laundry', 'penguins', 'watermelon_3', 'loan'])
def test_fifty_lines_learn_the_trees_of_the_library(name):
    X, y = load_dataset(name)
    known = X.notna().all(axis=1)
    assert_equal(X[known].reset_index(drop=True), y[known].reset_index(drop=True))


def random_table(seed):
    "Three columns of words and two of numbers, with ties; classes that depend on some, with noise."
    r = random.Random(seed)
    n, classes = r.choice((12, 14, 20, 30, 60, 120)), r.choice((2, 2, 3))
    X = pd.DataFrame({'a': r.choices(('no', 'yes'), k=n), 'b': r.choices('pqrs', k=n),
                      'c': r.choices('uvw', k=n), 'x': [r.randint(0, 9)/2 for _ in range(n)],
                      'z': [round(r.random(), 2) for _ in range(n)]})
    truth = (X.a == 'yes').astype(int) + (X.x > 2.5)*(X.b != 'p')
    return X, pd.Series([str((t if r.random() < .8 else r.randrange(classes)) % classes)
                         for t in truth])


def test_fifty_lines_learn_random_tables_as_the_library_does():
    tables = [random_table(seed) for seed in range(300)]
    trees = [assert_equal(X, y) for X, y in tables if y.nunique() > 1]
    assert sum(bool(tree[2]) for tree in trees) > 200
