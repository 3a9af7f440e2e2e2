"""Queries answer as the model does, bit for bit, in the database that runs them."""
import sqlite3

import numpy as np
import pandas as pd
import pytest
from support.exports import fitted, plans, records
from support.random_tables import seeds

from c45lit import Attribute, Formula, to_sql
from c45lit.text.formulas import Leaf, Test as Ask, formula
from c45lit.text.sql import _literal, _word

ROUNDED = ('r8', 'r8_unpruned', 'r8_costs', 'rules_r8')  # computed in 32 bits
each = pytest.mark.parametrize('name', [n for n in plans() if n not in ROUNDED])
TABLE = "ca\"s'es"


def in_sqlite(cases, query):
    "Rows of a query on the cases in SQLite, with the column `k y` as key."
    base, names = sqlite3.connect(':memory:'), ['k y', *cases.columns]
    quoted = ['"' + n.replace('"', '""') + '"' for n in names]
    base.execute(f'CREATE TABLE "ca""s\'es" ({", ".join(quoted)})')
    rows = [(i, *row.values()) for i, row in enumerate(records(cases))]
    base.executemany(f'INSERT INTO "ca""s\'es" VALUES ({",".join("?" * len(names))})', rows)
    return base.execute(query).fetchall()


def in_duckdb(cases, query):
    "Rows of a query on the cases in DuckDB."
    duckdb = pytest.importorskip('duckdb', reason='pip install c45lit[dev]')
    base, frame = duckdb.connect(), cases.copy()
    frame.insert(0, 'k y', range(len(frame)))
    for name in frame.columns[1:]:
        if frame[name].dtype == object and frame[name].map(lambda v: isinstance(v, bool)).any(): frame[name] = frame[name].astype('boolean')
    base.register('frame', frame)
    base.execute('CREATE TABLE "ca""s\'es" AS SELECT * FROM frame')
    return base.execute(query).fetchall()


RUN = dict(sqlite=in_sqlite, duckdb=in_duckdb)
each_dialect = pytest.mark.parametrize('dialect', RUN)


def expected_rows(name):
    "What the query should give."
    model, _, answer, shares = fitted(name)
    if not hasattr(model, 'classes_'): return [(i, a) for i, a in enumerate(answer)]
    return [(i, a, *s) for i, (a, s) in enumerate(zip(answer, shares.tolist()))]


@each
@each_dialect
def test_shares_in_sql_have_the_bits_of_predict_proba(name, dialect):
    model, cases, *_ = fitted(name)
    rows = RUN[dialect](cases, to_sql(model, TABLE, dialect, key='k y'))
    assert sorted(rows) == expected_rows(name)


@each
@each_dialect
def test_without_shares_what_is_answered_is_right_and_the_rest_is_null(name, dialect):
    model, cases, *_ = fitted(name)
    f = formula(model)
    if len(f.trees) > 1:
        with pytest.raises(ValueError, match='is for one tree'): to_sql(model, TABLE, dialect, 'null')
        return
    rows = sorted(RUN[dialect](cases, to_sql(model, TABLE, dialect, 'null', 'k y')), key=lambda r: r[0])
    right = [e if row[1] is not None else (row[0], *[None] * (len(row) - 1)) for row, e in zip(rows, expected_rows(name))]
    assert rows == right
    whole = [i for i, case in enumerate(f.values(r) for r in records(cases)) if all(v == v and v != -1 for v in case)]
    answered = [row[1] is not None for row in rows]
    assert f.how == 'rules' and all(answered) or all(answered[i] for i in whole)
    if f.trees and len(f.trees[0]) > 3: assert not all(answered)


@pytest.mark.parametrize('name', ROUNDED)
def test_what_sql_cannot_compute_is_refused(name):
    with pytest.raises(ValueError, match='use to_c'): to_sql(fitted(name)[0], TABLE)


@each_dialect
def test_a_number_is_read_as_it_was_written(dialect):
    rng = np.random.default_rng(next(iter(seeds(1))))
    numbers = rng.integers(0, 2 ** 64, 3000, dtype=np.uint64).view(float)  # of every size
    numbers = [*numbers[np.isfinite(numbers)].tolist(), *rng.normal(size=1000).tolist(), 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 0.1, -0.0, 3.03033190974569]
    numbers += [round(v, int(k)) for v, k in zip(rng.normal(size=3000) * 9, rng.integers(0, 15, 3000))]
    rows = []
    for lo in range(0, len(numbers), 300):
        rows += RUN[dialect](pd.DataFrame({'a': [1.0]}), 'SELECT ' + ', '.join(_literal(v, dialect) for v in numbers[lo:lo + 300]))[0]
    assert rows == numbers


@each_dialect
def test_a_word_is_read_as_it_was_written(dialect):
    words = ["'", "''", '\\', '"', '--', ';', '%', '\n', '', '色', '😀', "\\'", 'NULL', '1', '?', ':a', '$1', '{x}']
    assert RUN[dialect](pd.DataFrame({'a': [1.0]}), 'SELECT ' + ', '.join(_word(w, dialect) for w in words))[0] == tuple(words)


def asks(*columns):
    "A formula that asks one column after the other."
    nodes = []
    for j, c in enumerate(columns):
        cut, row = (0.5, ()) if c.kind == 'continuous' else (None, (0, 1))
        nodes += [Ask(2.0, j, cut, row, (2 * j + 1, 2 * j + 2)), Leaf(1.0, (1.0, 0.0), 1.0)]
    return Formula(columns, ('no', 'yes'), 'tree', ((*nodes, Leaf(1.0, (0.0, 1.0), 1.0)),))


def test_names_and_values_that_a_database_has_not_are_refused():
    number, two = Attribute('a', 'continuous'), Attribute('A', 'continuous')
    for dialect in ('sqlite', 'duckdb', 'mariadb'):
        with pytest.raises(ValueError, match='differ in case'): to_sql(asks(number, two), 't', dialect)
    to_sql(asks(number, two), 't', 'postgres')
    with pytest.raises(ValueError, match='no column named'): to_sql(asks(Attribute('', 'continuous')), 't', 'duckdb')
    with pytest.raises(ValueError, match='null character'): to_sql(asks(Attribute('d', 'discrete', ('a\0', 'b'))), 't')
    for wrong in (dict(dialect='oracle'), dict(unknown='guess')):
        with pytest.raises(ValueError, match='must be one of'): to_sql(asks(number), 't', **wrong)


def test_more_nodes_than_columns_are_refused_and_the_short_query_takes_them():
    values = tuple(f'v{i}' for i in range(2500))
    leaves = tuple(Leaf(1.0, (float(i % 2), 1.0 - i % 2), 1.0) for i in range(2500))
    wide = Formula((Attribute('a', 'discrete', values),), ('no', 'yes'), 'tree',
                   ((Ask(2500.0, 0, None, tuple(range(2500)), tuple(range(1, 2501))), *leaves),))
    with pytest.raises(ValueError, match="columns at once, sqlite has 2000; unknown='null'"): to_sql(wide, TABLE)
    assert in_sqlite(pd.DataFrame({'a': ['v7', None, 'no']}), to_sql(wide, TABLE, unknown='null', key='k y')) == [
        (0, 'no', 1.0, 0.0), (1, None, None, None), (2, None, None, None)]
