"""Queries answer as the model does, bit for bit, in the database that runs them."""
import re
import sqlite3

import numpy as np
import pandas as pd
import pytest
from support.exports import asks, fitted
from support.random_tables import seeds
from support.runners import RUN, TABLE, in_duckdb, in_sqlite

from c45lit import (Attribute, C45Classifier, C45ForestClassifier, C45RulesClassifier,
                    C50Classifier, CARTForestRegressor, to_sql)
from c45lit.exports import Formula
from c45lit.exports.formulas import Leaf, Test as Ask
from c45lit.exports.sql_dialects import _literal, _word

each_dialect = pytest.mark.parametrize('dialect', RUN)


def expected_rows(name):
    "What the query should give."
    model, _, answer, shares = fitted(name)
    if not hasattr(model, 'classes_'): return [(i, a) for i, a in enumerate(answer)]
    return [(i, a, *s) for i, (a, s) in enumerate(zip(answer, shares.tolist()))]


def same_rows(model, rows, right):
    "Whether rows are the right ones; shares of C5.0 to six digits."
    if not hasattr(model, 'c50_'): return rows == right
    def numbers(found):
        return np.array([[np.nan if v is None else v for v in row[2:]] for row in found], float)
    return [row[:2] for row in rows] == [row[:2] for row in right] and np.allclose(
        numbers(rows), numbers(right), rtol=0, atol=2e-6, equal_nan=True)


@each_dialect
def test_a_number_is_read_as_it_was_written(dialect):
    rng = np.random.default_rng(next(iter(seeds(1))))
    numbers = rng.integers(0, 2 ** 64, 3000, dtype=np.uint64).view(float)  # of every size
    numbers = [*numbers[np.isfinite(numbers)].tolist(), *rng.normal(size=1000).tolist(), 5e-324,
               2.2250738585072014e-308, 1.7976931348623157e308, 0.1, -0.0, 3.03033190974569]
    numbers += [round(v, int(k))
                for v, k in zip(rng.normal(size=3000) * 9, rng.integers(0, 15, 3000))]
    rows = []
    for lo in range(0, len(numbers), 300):
        rows += RUN[dialect](pd.DataFrame({'a': [1.0]}),
                             'SELECT ' + ', '.join(_literal(v, dialect)
                                                   for v in numbers[lo:lo + 300]))[0]
    assert rows == numbers


@each_dialect
def test_a_word_is_read_as_it_was_written(dialect):
    words = ["'", "''", '\\', '"', '--', ';', '%', '\n', '', '色', '😀', "\\'", 'NULL', '1', '?',
             ':a', '$1', '{x}']
    assert RUN[dialect](pd.DataFrame({'a': [1.0]}),
                        'SELECT ' + ', '.join(_word(w, dialect) for w in words))[0] == tuple(words)


def test_text_that_is_no_number_is_unknown_in_sqlite():
    said = ['', ' ', '?', 'NA', 'abc', '12 kg', 'nan', 'inf', '0x10',
            '1_0']  # of which CAST would make 0, 12 and 1
    numbers = {'0.5': 'no', ' 0.25 ': 'no', '1e0': 'yes', '.75': 'yes', '9007199254740993': 'yes',
               2 ** 60 + 1: 'yes', -1: 'no'}
    query = to_sql(asks(Attribute('a', 'continuous')), TABLE, unknown='null', key='k y')
    rows = in_sqlite(pd.DataFrame({'a': [*said, *numbers]}, dtype=object), query)
    assert [row[1] for row in rows] == [None] * len(said) + [*numbers.values()]


def test_nan_is_absent_where_numbers_are_values_and_absence_is_one():
    duckdb = pytest.importorskip('duckdb', reason='pip install c45lit[dev]')
    X, y = pd.DataFrame({'z': [1.0, 2.0, np.nan] * 20}), np.array(['a', 'b', 'c'] * 20)
    model, base = C45Classifier(unknown='branch').fit(
        X, y, schema={'z': 'discrete'}), duckdb.connect()
    base.execute(
        "CREATE TABLE t AS SELECT * FROM (VALUES (1, 1.0::DOUBLE), (2, 2.0), (3, 'nan'::DOUBLE), "
        "(4, NULL)) AS v(k, z)")
    assert model.predict(X.iloc[:3]).tolist() == ['a', 'b', 'c']
    assert [row[1] for row in sorted(base.execute(to_sql(model, 't', 'duckdb',
                                                         key='k')).fetchall(
                                                             ))] == ['a', 'b', 'c', 'c']


def test_names_and_values_that_a_database_has_not_are_refused():
    number, two = Attribute('a', 'continuous'), Attribute('A', 'continuous')
    for dialect in ('sqlite', 'duckdb', 'mariadb'):
        with pytest.raises(ValueError, match='differ in case'):
            to_sql(asks(number, two), 't', dialect)
    to_sql(asks(number, two), 't', 'postgres')
    with pytest.raises(ValueError, match='no column named'):
        to_sql(asks(Attribute('', 'continuous')), 't', 'duckdb')
    with pytest.raises(ValueError, match='no text, truth value or number'):
        to_sql(asks(Attribute('d', 'discrete', ('a\0', 'b'))), 't')
    for wrong in (dict(dialect='oracle'), dict(unknown='guess')):
        with pytest.raises(ValueError, match='must be one of'): to_sql(asks(number), 't', **wrong)


def test_more_nodes_than_columns_are_refused_and_the_short_query_takes_them():
    values = tuple(f'v{i}' for i in range(2500))
    leaves = tuple(Leaf(1.0, (float(i % 2), 1.0 - i % 2), 1.0) for i in range(2500))
    wide = Formula((Attribute('a', 'discrete', values),), ('no', 'yes'), 'tree',
                   ((Ask(2500.0, 0, None, tuple(range(2500)), tuple(range(1, 2501))), *leaves),))
    with pytest.raises(ValueError, match="columns at once, sqlite has 2000; unknown='null'"):
        to_sql(wide, TABLE)
    assert in_sqlite(pd.DataFrame({'a': ['v7', None, 'no']}),
                     to_sql(wide, TABLE, unknown='null', key='k y')) == [
        (0, 'no', 1.0, 0.0), (1, None, None, None), (2, None, None, None)]


# -- databases that cannot be asked here: a parser of the dialect writes the query for DuckDB

READ_AS = dict(postgres='postgres', mariadb='mysql', sqlserver='tsql', bigquery='bigquery',
               snowflake='snowflake', spark='spark')


def in_other_words(cases, query, dialect):
    "Rows of a query of a dialect, as its parser understands it."
    sqlglot = pytest.importorskip('sqlglot', reason='pip install c45lit[dev]')
    read, = sqlglot.parse(query, read=READ_AS[dialect], error_level=sqlglot.ErrorLevel.RAISE)
    return in_duckdb(cases, as_in_duckdb(read).sql('duckdb'))


def as_in_duckdb(read):
    "What the parsers leave as it is: text in hexadecimals, words as bytes, numbers of 53 bits."
    from sqlglot import exp
    def text(node):
        if isinstance(node, exp.National): return exp.Literal.string(node.name)
        if isinstance(node, exp.Cast) and isinstance(node.this, exp.HexString):
            coding = 'utf-16-le' if node.to.this == exp.DType.NVARCHAR else 'utf-8'
            return exp.Literal.string(bytes.fromhex(node.this.name).decode(coding))
        if isinstance(node, exp.DataType) and node.this in (exp.DType.NVARCHAR,
                                                            exp.DType.CHARACTER_SET):
            return exp.DataType.build('text')
        is_whole = isinstance(node, exp.DataType) and node.this == exp.DType.FLOAT
        return exp.DataType.build('double') if is_whole and node.expressions else node
    def encoded(node):
        is_cast = isinstance(node, exp.Cast) and node.to.this in (exp.DType.BINARY,
                                                                  exp.DType.VARBINARY)
        if not is_cast and not isinstance(node, exp.ToBinary): return node
        return exp.Anonymous(this='encode', expressions=[node.this])
    return read.transform(text).transform(encoded)


@pytest.mark.parametrize('name', ['golf', 'hostile', 'known', 'leaf', 'one_costs', 'vote_rules',
                                  'winnowed', 'rules_hostile', 'regress_priced', 'smoothed_cart'])
@pytest.mark.parametrize('dialect', READ_AS)
def test_a_query_of_another_dialect_is_read_as_what_has_the_bits_of_predict_proba(name, dialect):
    model, cases, *_ = fitted(name)
    query = to_sql(model, TABLE, dialect, key='k y')
    assert same_rows(model, sorted(in_other_words(cases, query, dialect)), expected_rows(name))


# -- words that databases take for equal

ALIKE = ['a', 'A', 'a ', 'a  ', ' a', 'á', 'a\u0301', 'Á', 'ß', 'ss', 'SS', 's', 'ſ', 'ﬁ', 'fi',
         '', '\t', 'a\t', 'Å', '\u212b', 'K', '\u212a', 'k', 'İ', 'i', 'ı',
         'I', '1', '1.0', '01', '1e0', 'NULL', "'", '\\', '\\\\', '%', '_', '\n', '\r\n', 'a\n',
         '😀', '𝒜', 'a\u200b', 'NaN', 'true', 'TRUE', 'ς', 'σ']
OTHERS = [None, 'never', 'a   ', 'AB', ' ', 'a\0', 'k\0b']
COLLATIONS = dict(
    sqlite=['TEXT', 'TEXT COLLATE NOCASE', 'TEXT COLLATE RTRIM'],
    duckdb=['VARCHAR', 'VARCHAR COLLATE NOCASE', 'VARCHAR COLLATE NOACCENT', 'VARCHAR COLLATE NFC',
            'VARCHAR COLLATE NOCASE.NOACCENT'])


def embedded(dialect, cases, query, kind):
    "Rows of a query on the cases in SQLite or DuckDB, its words in a column of a kind."
    if dialect == 'duckdb':
        base = pytest.importorskip('duckdb', reason='pip install c45lit[dev]').connect()
    else: base = sqlite3.connect(':memory:')
    base.execute(f'CREATE TABLE "ca""s\'es" ("k y" INTEGER, w {kind})')
    base.executemany('INSERT INTO "ca""s\'es" VALUES (?, ?)', list(enumerate(cases.w)))
    return base.execute(query).fetchall()


@pytest.mark.parametrize('unknown', ['shares', 'null'])
@pytest.mark.parametrize('dialect, kind',
                         [(d, kind) for d, kinds in COLLATIONS.items() for kind in kinds])
@pytest.mark.filterwarnings('ignore:values not seen')
def test_only_equal_letters_are_equal_whatever_the_collation(dialect, kind, unknown):
    X = pd.DataFrame({'w': pd.Series(ALIKE * 3, dtype=object)})
    model = C45Classifier(pruning=None,
                          min_cases=1).fit(X, np.array([f'class {i}'
                                                        for i in range(len(ALIKE))] * 3),
                                                        schema={'w': 'discrete'})
    cases = pd.DataFrame({'w': pd.Series([*ALIKE, *OTHERS], dtype=object)})
    query = to_sql(model, TABLE, dialect, unknown, 'k y')
    found = [row[1] for row in sorted(embedded(dialect, cases, query, kind))]
    assert found[:len(ALIKE)] == model.predict(cases[:len(ALIKE)]).tolist()
    if unknown == 'shares': assert found == model.predict(cases).tolist()
    else: assert set(found[len(ALIKE):]) == {None}


@pytest.mark.parametrize('options', [{}, {'trials': 5}, {'rules': True}])
def test_c50_answers_columns_of_32_bits_as_those_of_64(options):
    for seed in seeds(10):
        rng = np.random.default_rng(seed)
        X = pd.DataFrame({'a': rng.normal(size=300).round(2), 'b': rng.integers(0, 30, 300) / 10})
        y = np.where(X.a + X.b + rng.normal(size=300) / 3 > 1, 'p', 'q')
        model = C50Classifier(**options).fit(X, y)
        query = to_sql(model, TABLE, 'duckdb', key='k y')
        wide, narrow = (sorted(in_duckdb(cases, query)) for cases in (X, X.astype(np.float32)))
        assert narrow == wide
        assert [row[1] for row in wide] == model.predict(X).tolist()


def many_words(n=300):
    "A column of 180 words, some unknown, and numbers."
    rng = np.random.default_rng(9)
    words = np.array([f'w{i}' for i in range(180)])
    X = pd.DataFrame({'w': rng.choice(words, n), 'a': rng.normal(size=n), 'b': rng.normal(size=n)})
    y = X.w.str[1:].astype(int) % 7 + X.a + rng.normal(size=n)
    X['w'], X['a'] = X.w.where(rng.random(n) > 0.1, None), X.a.where(rng.random(n) > 0.1)
    return X, y


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('model', [
    CARTForestRegressor(3), C45ForestClassifier(3),
    C45RulesClassifier(C45Classifier(discrete='grouped')), C45Classifier(discrete='subset', pruning=None)],
    ids=lambda m: type(m).__name__)
def test_long_sets_of_values_are_looked_up_in_a_text_of_duckdb(model):
    X, y = many_words()
    if not isinstance(model, CARTForestRegressor): y = np.where(y > 3, 'high', 'low')
    cases = X.assign(w=X.w.where(X.index % 11 > 0, 'unseen'))
    model.fit(X, y)
    query = to_sql(model, TABLE, 'duckdb', key='k y')
    assert "SUBSTR('" in query and not re.search(r'IN \((\d+,){8}', query)
    listed = to_sql(model, TABLE, 'sqlite', key='k y')
    assert 'SUBSTR(' not in listed and re.search(r'IN \((\d+,){8}', listed)
    answers = [sorted(in_duckdb(cases, query)), sorted(in_sqlite(cases, listed))]
    answer = model.predict(cases).tolist()
    shares = model.predict_proba(cases).tolist() if hasattr(model, 'classes_') else [()] * len(X)
    right = [(i, a, *s) for i, (a, s) in enumerate(zip(answer, shares))]
    assert all(same_rows(model, rows, right) for rows in answers)
