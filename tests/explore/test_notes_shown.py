"""The notes of the page about a table are the library's: those that it knows, with their numbers."""
import numpy as np
import pandas as pd
import pytest
from support.scripts import in_node

from c45lit import C45Classifier, load_dataset
from c45lit.data.table import encode, infer_schema
from c45lit.explore.widget import table_record

RUN = """asked => asked.map(record => {
  const t = C45.table(record), grown = C45.grow(t, {}), pruned = C45.prune(t, grown), options = {...C45.OPTIONS};
  return notesOf(t, {grown, pruned, options, ofTable: notesOfTable(t, options.min_cases)}).map(n => [n.code.replace('_', ' '), n.column, n.figures]);
})"""
UNSHOWN = 'numbers', 'target'    # the page reads numbers among words itself; its classes are words
OF_TREE = 'below', 'grown', 'leaves', 'without'  # figures of an identifier that ask for another fit


def customers(n, seed):
    "Two towns, a number for each customer, income that is unknown for those who did not pay."
    rng = np.random.default_rng(seed)
    town = np.array(['Oslo', 'Rome'])[rng.integers(0, 2, n)]
    paid = np.where(rng.random(n) < .2 + .6 * (town == 'Oslo'), 'yes', 'no')
    income = np.where((paid == 'no') & (rng.random(n) < .7), np.nan, rng.integers(20, 60, n))
    some = rng.integers(0, 40, n)
    X = pd.DataFrame({'town': town, 'shop': np.where(town == 'Oslo', 'north', 'south'),
                      'income': income, 'taxed': 100 - 2 * income, 'key': [f'c{i}' for i in some]})
    X['shop'] = X['shop'].where(rng.random(n) > .1 * (seed % 2), X['shop'].str.upper())
    X['told'] = np.where(paid == 'yes', np.where(rng.random(n) < .5, 'a', 'b'), 'c')
    return X.drop(columns=['told', 'key', 'shop'][:seed % 4]), paid


def rare(seed):
    "One in a hundred is ill: the best test is right, and both its leaves say well."
    rng = np.random.default_rng(seed)
    value = rng.normal(size=600).round(2)
    return pd.DataFrame({'value': value}), np.where(
        rng.random(600) < np.where(value > 1, .1, .005), 'ill', 'well')


def nothing(seed):
    "Words and numbers that say nothing of three classes, of which one has a single case."
    rng = np.random.default_rng(seed)
    y = rng.choice(['a', 'b'], 80).astype(object)
    y[3] = 'c'
    return pd.DataFrame({'word': rng.choice(list('pqrs'), 80), 'x': rng.integers(0, 9, 80)}), y


TABLES = {**{f'customers {k}': customers(200, k) for k in range(6)},
          **{f'rare {k}': rare(k) for k in range(4)},
          **{f'nothing {k}': nothing(k) for k in range(6)},
          **{name: load_dataset(name) for name in ('golf', 'penguins', 'watermelon_3', 'loan', 'laundry')},
          'loan, numbered': load_dataset('loan', with_id=True)}


def own(X, y):
    "What the library notes, without what only it looks at."
    return [[note.code, note.column, {k: v for k, v in note.figures.items()
                                      if note.code != 'identifier' or k not in OF_TREE}]
            for note in C45Classifier().fit(X, y).notes_ if note.code not in UNSHOWN]


@pytest.mark.filterwarnings('ignore')
def test_the_page_notes_what_the_library_notes():
    said, records = {}, []
    for name, (X, y) in TABLES.items():
        schema = infer_schema(X, y)
        records.append(table_record(encode(X, schema, y)) | {'target': schema.target})
        said[name] = own(X, y)
    codes = set()
    for (name, notes), shown in zip(said.items(), in_node(RUN, records, 'notes')):
        assert [n[:2] for n in shown] == [n[:2] for n in notes], name
        for mine, python in zip(shown, notes):
            assert mine[2] == pytest.approx(python[2]), (name, mine)
        codes |= {code for code, *_ in notes}
    assert codes >= {'spelling', 'identifier', 'leak', 'unknown', 'same', 'duplicates', 'rare',
                     'one leaf'}
