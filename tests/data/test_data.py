"What goes into a Table, what comes back, and what is refused."
import datetime as dt
import tracemalloc
import warnings
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from support.tables import same

from c45lit.data.table import (UNKNOWN, Attribute, Schema, Table, decode, encode,
                               infer_schema)
from c45lit.data.weights import quantise, weight_unit
from c45lit.data.datasets import DATASETS, load_dataset
from c45lit.data.dataframes import shared_memory
from c45lit.data.training_cases import training_table
from c45lit import to_text
from c45lit.engine import grow_tree
from c45lit.engine.case_arrays import _as_cases


def frame(**columns):
    "A small frame with a column that is always fine."
    n = len(next(iter(columns.values())))
    return pd.DataFrame({'fine': np.arange(n, dtype=float), **columns})


# properties

words = st.one_of(st.none(), st.text(max_size=5))
numbers = st.one_of(st.none(), st.floats(allow_infinity=False), st.integers(-2**60, 2**60))
truths = st.one_of(st.none(), st.booleans())


@st.composite
def frames(draw):
    n = draw(st.integers(1, 12))
    kinds = draw(st.lists(st.sampled_from([words, numbers, truths]), min_size=1, max_size=4))
    columns = {f'c{j}': pd.Series(draw(st.lists(k, min_size=n, max_size=n)), dtype=object)
               for j, k in enumerate(kinds)}
    y = draw(st.lists(st.sampled_from(['a', 'b', 'c']), min_size=n, max_size=n))
    return pd.DataFrame(columns), pd.Series(y, name='target')


@given(frames())
@settings(max_examples=200, deadline=None)
def test_decode_and_encode_are_inverse(data):
    X, y = data
    known = X.notna().any()
    X = X.loc[:, known]
    if not X.shape[1]: return
    schema = infer_schema(X, y)
    table = encode(X, schema, y)
    X2, y2 = decode(table)
    assert infer_schema(X2, y2) == schema
    assert same(encode(X2, schema, y2), table)
    for name in X:
        for before, after in zip(X[name], X2[name]):
            assert pd.isna(before) and pd.isna(after) or float_or_same(before) == after


def float_or_same(v):
    "Numbers come back as floats."
    return float(v) if isinstance(v, int) and not isinstance(v, bool) else v


@given(frames())
@settings(max_examples=50, deadline=None)
def test_nothing_of_the_callers_can_be_changed_through_the_table(data):
    X, y = data
    X = X.assign(number=np.arange(len(X), dtype=float)).dropna(axis=1, how='all')
    weights = np.linspace(0.1, 1, len(X))
    before = X.copy(deep=True), y.copy(deep=True), weights.copy()
    table = encode(X, infer_schema(X, y), y, weights)
    for array in (*table.columns, table.classes, table.weights):
        if array.flags.writeable: array[:] = 0
    pd.testing.assert_frame_equal(X, before[0])
    pd.testing.assert_series_equal(y, before[1])
    assert (weights == before[2]).all()


@given(st.lists(st.floats(0, 1e12), min_size=1, max_size=30), st.randoms())
@settings(max_examples=200, deadline=None)
def test_sums_of_quantised_weights_do_not_depend_on_order(weights, random):
    if max(weights) == 0: return
    try: w = quantise(weights)
    except ValueError: return  # below the least float
    shuffled = w.tolist()
    random.shuffle(shuffled)
    total = 0.0
    for x in shuffled: total += x
    assert total == w.sum()
    assert (w / weight_unit(w) == np.rint(w / weight_unit(w))).all()
    assert np.array_equal(quantise(w), w)


def test_quantised_weights_keep_24_bits_of_the_largest():
    for scale in (1e-30, 1e-3, 1, 7, 1e6):
        w = np.array([1, 2/3, 0.1]) * scale
        assert abs(quantise(w) - w).max() <= 2**-24 * min(scale, 1)


# kinds of columns

KINDS = {
    'str': (['b', 'a', None], 'discrete', ('a', 'b'), [1, 0, -1]),
    'object': (pd.Series(['b', 'a', np.nan], dtype=object), 'discrete', ('a', 'b'), [1, 0, -1]),
    'string': (pd.Series(['b', 'a', pd.NA], dtype='string'), 'discrete', ('a', 'b'), [1, 0, -1]),
    'category': (pd.Categorical(['b', 'a', None], categories=['b', 'c', 'a']), 'discrete',
                 ('b', 'c', 'a'), [0, 2, -1]),
    'numbers as category': (pd.Categorical([3, 1, None]), 'discrete', (1, 3), [1, 0, -1]),
    'bool': ([True, False, True], 'discrete', (False, True), [1, 0, 1]),
    'boolean': (pd.array([True, False, None], dtype='boolean'), 'discrete', (False, True),
                [1, 0, -1]),
    'bool object': (pd.Series([True, False, None], dtype=object), 'discrete', (False, True),
                    [1, 0, -1]),
    'int': ([3, 1, 2], 'continuous', (), [3, 1, 2]),
    'uint8': (np.array([3, 1, 2], dtype='uint8'), 'continuous', (), [3, 1, 2]),
    'float32': (np.array([0.1, 1, np.nan], dtype='float32'), 'continuous', (),
                [float(np.float32(0.1)), 1, np.nan]),
    'Int64': (pd.array([3, None, 2], dtype='Int64'), 'continuous', (), [3, np.nan, 2]),
    'Float64': (pd.array([3, None, 2.5], dtype='Float64'), 'continuous', (), [3, np.nan, 2.5]),
    'number object': (pd.Series([3, None, 2.5], dtype=object), 'continuous', (), [3, np.nan, 2.5]),
    'number and NA': (pd.Series([3, pd.NA, 2.5], dtype=object), 'continuous', (), [3, np.nan, 2.5]),
    'decimal': (pd.Series([Decimal('0.5'), None], dtype=object), 'continuous', (), [0.5, np.nan]),
    'sparse': (pd.arrays.SparseArray([0, 0, 2.0]), 'continuous', (), [0, 0, 2]),
    'chinese': (['青绿', '乌黑', '浅白'], 'discrete', ('乌黑', '浅白', '青绿'), [2, 0, 1]),
    'interval': (pd.cut(pd.Series([1, 5, 9]), [0, 4, 10]), 'discrete',
                 (pd.Interval(0, 4), pd.Interval(4, 10)), [0, 1, 1]),
}


@pytest.mark.parametrize('name', KINDS)
def test_kind_and_codes_of(name):
    column, kind, values, codes = KINDS[name]
    X = pd.DataFrame({'c': column})
    schema = infer_schema(X)
    assert schema.attributes == (Attribute('c', kind, values),)
    encoded = encode(X, schema).columns[0]
    assert np.array_equal(encoded, codes, equal_nan=True)
    assert encoded.dtype == (np.int8 if kind == 'discrete' else np.float64)


@pytest.mark.parametrize('X', [
    np.array([[1, 2], [3, 4.]]), [[1, 2], [3, 4.]], np.array([[1, 2], [3, 4]], dtype=object),
    np.array([[1, 2], [3, 4]], dtype='float32'), [np.array([1, 2]), np.array([3, 4])],
    np.asfortranarray([[1, 2], [3, 4.]]), np.ma.array([[1, 2], [3, 4.]]),
])
def test_arrays_and_rows_are_one(X):
    schema = infer_schema(X)
    assert schema.names == ('x0', 'x1')
    table = encode(X, schema)
    assert [c.tolist() for c in table.columns] == [[1, 3], [2, 4]]
    numbers = _as_cases(table).numbers
    assert numbers.tolist() == [[1, 3], [2, 4]] and numbers.flags.c_contiguous


# numbers stay where they are

def peak(work):
    "Greatest number of bytes held at a time while working, and the result."
    tracemalloc.start()
    try: result = work()
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return most, result


@pytest.mark.parametrize('make', [np.ascontiguousarray, np.asfortranarray, pd.DataFrame,
                                  lambda X: X[:, ::-1], lambda X: X[::-1],
                                  lambda X: pd.DataFrame(X)[[3, 1, 4]]])
def test_numbers_are_read_where_they_lie(make):
    X = make(np.random.default_rng(0).normal(size=(50_000, 5)))
    schema = infer_schema(X)
    most, table = peak(lambda: encode(X, schema))
    assert all(np.shares_memory(c, X) for c in table.columns) or isinstance(X, pd.DataFrame)
    assert most < 20 * len(X)  # class codes and weights, whatever the number of columns
    assert np.array_equal(np.transpose(table.columns), X)


SHARED = {
    'rows': lambda X: list(X.T), 'columns': lambda X: list(np.asfortranarray(X).T),
    'some': lambda X: [X[:, 3], X[:, 1]],
    'every other case': lambda X: list(X[::2].T), 'one': lambda X: [X[:, 2].copy()],
    'records': lambda X: [X.view([(c, float) for c in 'abcd'])[c][:, 0] for c in 'db'],
}
APART = {
    'two arrays': lambda X: [X[:, 0], X[:, 1].copy()], 'upside down': lambda X: list(X[::-1].T),
    'no cases': lambda X: list(X[:0].T),
    'no columns': lambda X: [], 'two steps': lambda X: [X[:, 0][:2], X[::2, 0][:2]],
    '32 bits': lambda X: list(X.astype('f4').T),
    'packed records': lambda X: [np.zeros(3, [('a', 'i1'), ('b', float), ('c', float)])[c]
                                 for c in 'bc'],
}


@pytest.mark.parametrize('name', SHARED)
def test_columns_are_found_in_the_memory_they_share(name):
    columns = SHARED[name](np.arange(24.0).reshape(6, 4))
    memory, step, begin = shared_memory(columns)
    assert not memory.flags.writeable and all(np.shares_memory(memory, c) for c in columns)
    for a, column in enumerate(columns):
        assert [memory[i * step + begin[a]] for i in range(len(column))] == column.tolist()


@pytest.mark.parametrize('name', APART)
def test_columns_that_share_no_memory_are_not_taken_for_one(name):
    assert shared_memory(APART[name](np.arange(24.0).reshape(6, 4))) is None


@pytest.mark.parametrize('v, size', [(1, 1), (127, 1), (128, 2), (255, 2), (32767, 2), (32768, 4)])
def test_codes_are_as_wide_as_their_values_need(v, size):
    X = pd.DataFrame({'c': pd.Categorical(range(v))})
    column = encode(X, infer_schema(X)).columns[0]
    assert column.itemsize == size and np.array_equal(column, np.arange(v))


@pytest.mark.parametrize('make', [np.ascontiguousarray, np.asfortranarray, lambda X: X[::-1],
                                  lambda X: X.astype('f4')])
def test_the_first_infinite_number_is_named(make):
    X = np.zeros((300_000, 3))
    X[[200_000, 250_000], [2, 1]] = np.inf
    X = make(X)
    rows, columns = np.nonzero(np.isinf(X))
    with pytest.raises(ValueError, match=f"'x{columns[0]}'.*row {rows[0]}\\)"):
        encode(X, infer_schema(X[:2]))
    assert encode(X[:, :1],
                  infer_schema(X[:2, :1])).columns[0].sum(
                      ) == 0  # infinity beside it does not matter


def test_a_masked_cell_is_unknown():
    X = np.ma.array([[1.0, 2], [3, 4]], mask=[[True, False], [False, False]])
    assert np.isnan(encode(X, infer_schema(X)).columns[0][0])


def test_rows_may_mix_words_and_numbers():
    X = [['a', 1], ['b', None]]
    assert [a.kind for a in infer_schema(X).attributes] == ['discrete', 'continuous']


@pytest.mark.parametrize('name', [3, False, 2.5, ('a', 'b')])
@pytest.mark.parametrize('kind', ['continuous', 'discrete'])
def test_a_column_may_be_called_anything_and_its_tree_prints_it(name, kind):
    schema = Schema((Attribute(name, kind, () if kind == 'continuous' else ('u', 'v')),),
                    ('n', 'y'))
    codes = np.arange(20) > 7
    tree = grow_tree(Table(schema, (codes.astype(float if kind == 'continuous' else np.int32),),
                           codes.astype(np.int32), np.ones(20)))
    assert to_text(tree).startswith(f'{name} {"<=" if kind == "continuous" else "="}')


def test_polars_corners():
    pl = pytest.importorskip('polars')
    X = pl.DataFrame({'e': pl.Series(['b', 'a', None], dtype=pl.Enum(['b', 'z', 'a']))})
    assert infer_schema(X).attributes[0].values == ('b', 'z', 'a')
    assert infer_schema(X, pl.Series(['u', 'v', 'u'])).classes == ('u', 'v')
    with pytest.raises(TypeError, match='collect'): infer_schema(X.lazy())
    with pytest.raises(TypeError, match='dates'):
        infer_schema(pl.DataFrame({'d': [dt.date(2020, 1, 1)]}))


# schemas by hand

def test_a_schema_overrides_single_columns():
    X, y = load_dataset('penguins')
    schema = infer_schema(X, y, schema={'year': 'discrete', 'island': 'ignore'})
    assert schema.attributes[schema.index('year')] == Attribute(
        'year', 'discrete', (2007, 2008, 2009))
    assert schema.attributes[schema.index('island')].kind == 'ignore'
    assert schema.attributes[schema.index('sex')].values == ('female', 'male')
    table = encode(X, schema, y)
    assert set(table.columns[schema.index('island')]) == {UNKNOWN}


def test_a_schema_object_overrides_values_and_classes():
    X, y = frame(o=['a', 'b']), ['u', 'v']
    mine = Schema((Attribute('o', 'discrete', ('b', 'x', 'a')),), ('v', 'u'), 'mine')
    schema = infer_schema(X, y, schema=mine)
    assert (schema.classes, schema.target) == (('v', 'u'), 'mine')
    assert schema.attributes[0].kind == 'continuous'
    assert encode(X, schema, y).columns[1].tolist() == [2, 0]


def test_truth_values_may_be_taken_as_numbers():
    X = pd.DataFrame({'t': pd.Series([True, None, False], dtype=object)})
    table = encode(X, infer_schema(X, schema={'t': 'continuous'}))
    assert np.array_equal(table.columns[0], [1, np.nan, 0], equal_nan=True)


# encoding later cases

def test_unseen_values_are_unknown_with_one_warning():
    schema = infer_schema(pd.DataFrame({'a': ['x', 'y'], 'b': ['u', 'v']}))
    with pytest.warns(UserWarning) as caught:
        table = encode(pd.DataFrame({'a': list('xzqwxrt'), 'b': list('uvuvuvw')}), schema)
    assert len(caught) == 1
    assert "a: 'z', 'q', 'w', ... (5 values); b: 'w'" in str(caught[0].message)
    assert table.columns[0].tolist() == [0, -1, -1, -1, 0, -1, -1]


def test_unknown_cells_do_not_warn():
    schema = infer_schema(pd.DataFrame({'a': ['x', 'y'], 'n': [1, 2]}))
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        table = encode(pd.DataFrame({'a': [None, None], 'n': [None, None]}), schema)
    assert table.columns[0].tolist() == [-1, -1]
    assert np.isnan(table.columns[1]).all()


# what is refused

y2 = ['u', 'v']
REFUSED_X = {
    'no columns': (np.empty((12, 0)), ValueError,
                   r'0 feature\(s\) \(shape=\(12, 0\)\) while a minimum of 1'),
    'a Series': (pd.Series([1., 2]), ValueError, r'iloc..0..'),
    'a scalar': (3, ValueError, 'Expected 2D'),
    '3-D': (np.zeros((2, 2, 2)), ValueError, 'Expected 2D'),
    'names alike as words': (pd.DataFrame([[1, 2], [3, 4]], columns=[1, '1']), ValueError,
                             'more than once'),
    'date objects': (frame(d=[dt.date(2020, 1, 1), None]), TypeError, 'dates'),
    'timedeltas': (frame(d=pd.to_timedelta([1, 2], unit='D')), TypeError, 'dates or times'),
    'periods': (frame(d=pd.period_range('2020', periods=2, freq='Y')), TypeError, 'dates or times'),
    'a dict': (frame(m=pd.Series([{'foo': 'bar'}, 'a'], dtype=object)), TypeError,
               "'m' holds .*dict.*argument must be .* string.* number"),
    'tuples': (frame(m=[(1, 2), (2, 3)]), TypeError, "'m' holds .*tuple"),
    'bytes': (frame(m=[b'a', b'b']), TypeError, "'m' holds b'a'"),
    'a dict of columns': ({'a': [1, 2]}, TypeError, r'pd.DataFrame\(X\)'),
    'nothing': (None, ValueError, 'Expected 2D'),
}


@pytest.mark.parametrize('name', REFUSED_X)
def test_refused_attributes(name):
    X, kind, message = REFUSED_X[name]
    with pytest.raises(kind, match=message): encode(X, infer_schema(X, y2), y2)


@pytest.mark.parametrize('column',
                         [[np.nan, np.nan], pd.Series([None, None], dtype=object),
                          pd.Categorical([None, None], ['u']),
                                    pd.array([None, None], dtype='Int64')],
                                    ids=['numbers', 'words', 'categories', 'nullable'])
def test_a_column_of_which_nothing_is_known_is_ignored_with_a_warning(column):
    X = frame(m=column)
    with pytest.warns(UserWarning,
                      match="'m' is unknown in all 2 cases and is ignored; to drop: X.drop") as seen: table = training_table(X, y2)
    assert len(seen) == 1 and [a.kind for a in table.schema.attributes] == ['continuous', 'ignore']
    assert table.columns[1].tolist() == [UNKNOWN, UNKNOWN]
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        encode(frame(m=['new', 'words']), table.schema)  # it may be known later
        training_table(X, y2, schema={'m': 'ignore'})
    with pytest.raises(ValueError, match="'m' is unknown in all 2 cases, and so is every other"):
        training_table(X[['m']], y2)


@given(frames())
@settings(max_examples=150, deadline=None)
def test_reading_in_one_go_is_reading_the_schema_and_then_the_cases(data):
    X, y = data
    known = [name for name in X if X[name].notna().any()]
    if not known: return
    weights = np.arange(1.0, len(X) + 1)
    table = training_table(X[known], y, weights=weights)
    schema = infer_schema(X[known], y)
    assert table.schema == schema
    assert [list(map(type, a.values))
            for a in table.schema.attributes] == [list(map(type, a.values))
                                                  for a in schema.attributes]
    assert same(table, encode(X[known], schema, y, weights))


def dictionaries(words, meant):
    """One column of words in every way that a library keeps a dictionary; `meant`: the order of all
    possible words."""
    pa, pl = pytest.importorskip('pyarrow'), pytest.importorskip('polars')
    codes = pa.array([None if w is None else meant.index(w) for w in words], pa.int8())
    chunks = [pa.DictionaryArray.from_arrays(codes[:3], meant),
              pa.array(words[3:], pa.string()).dictionary_encode()]
    chunked = pa.chunked_array([chunks[0], chunks[1].cast(chunks[0].type)])
    arrow = pa.table({'c': pa.array(words, pa.string())})
    return {
        'Arrow strings': arrow,
        'Arrow dictionary': pa.table({'c': pa.DictionaryArray.from_arrays(codes, meant)}),
        'Arrow dictionary in parts': pa.table({'c': chunked}),
        'record batch': arrow.to_batches()[0],
        'a word twice': pa.table(
            {'c': pa.DictionaryArray.from_arrays(codes, [*meant[:-1], meant[0]])})
            if meant[-1] not in words else arrow,
        'pandas on Arrow': pd.DataFrame({'c': pd.Series(words, dtype=pd.ArrowDtype(pa.string()))}),
        'pandas on an Arrow dictionary': pd.DataFrame(
            {'c': pd.Series(pd.arrays.ArrowExtensionArray(chunked))}),
        'polars': pl.DataFrame({'c': pl.Series(words, dtype=pl.String)}),
        'polars categories': pl.DataFrame(
            {'c': pl.Series(words, dtype=pl.String).cast(pl.Categorical)}),
        'structured': np.array([(w,) for w in words], dtype=[('c', object)]),
    }


@pytest.mark.parametrize('seed', range(20))
def test_a_dictionary_of_any_library_is_read_as_its_words(seed):
    rng = np.random.default_rng(seed)
    meant = rng.permutation(['b', 'a', 'é', 'Z', '', '汉', '10', '9']).tolist()
    words = rng.choice([*meant[:-1], None], 12).tolist()
    y = rng.choice(['u', 'v'], 12)
    plain = training_table(pd.DataFrame({'c': pd.Series([*words[:-1], 'a'], dtype=object)}), y)
    for name, X in dictionaries([*words[:-1], 'a'], meant).items():
        assert infer_schema(X, y) == plain.schema, name
        assert same(training_table(X, y), plain)
        assert same(encode(X, plain.schema, y), plain)


def test_an_order_that_is_meant_is_kept():
    pa, pl = pytest.importorskip('pyarrow'), pytest.importorskip('polars')
    sizes, words = ['small', 'large', 'huge'], ['large', None, 'small']
    codes = pa.array([1, None, 0])
    for X in (pd.DataFrame({'c': pd.Categorical(words, sizes)}),
              pl.DataFrame({'c': pl.Series(words, dtype=pl.Enum(sizes))}),
              pa.table({'c': pa.DictionaryArray.from_arrays(codes, sizes, ordered=True)})):
        table = training_table(X, [0, 1, 0])
        assert table.schema.attributes[0].values == tuple(sizes) and table.columns[0].tolist(
            ) == [1, -1, 0]


def test_codes_are_not_the_callers_own():
    X = pd.DataFrame({'c': pd.Categorical(['u', 'v'])})
    table = training_table(X, [0, 1])
    assert not np.shares_memory(table.columns[0], X['c'].cat.codes.to_numpy())


def test_what_else_is_no_schema_and_no_class():
    X = frame(m=['u', 'v'])
    with pytest.raises(TypeError,
                       match="schema: expected a Schema or a dict .*{'fine': 'discrete'}; got .'m'."): infer_schema(X, y2, ['m'])
    with pytest.raises(ValueError, match=r"y is the string 'm'.*y=X\['m'\]"): infer_schema(X, 'm')
    for dates in (pd.to_datetime(['2024-01-01', '2024-01-02']),
                  np.array(['2024', '2025'], dtype='M8[Y]'), [dt.date(2024, 1, 1)] * 2):
        with pytest.raises(ValueError, match='y holds dates or times.*dt.year'):
            infer_schema(X, dates)


def test_sparse_matrices_are_written_in_full_if_they_are_small():
    sparse = pytest.importorskip('scipy.sparse')
    for kind in 'csr', 'csc', 'coo', 'dok':
        X = sparse.random(30, 4, .5, kind, rng=0)
        a, b = (training_table(x, range(30)) for x in (X, X.toarray()))
        assert a.schema == b.schema and np.array_equal(a.columns, b.columns)
    with pytest.raises(ValueError, match='10,003,000 cells.*sparse_output=False.*words need no encoding'):
        infer_schema(sparse.csr_matrix((1000, 10003)))


REFUSED_Y = {
    'NaN': ([1, np.nan], ValueError, 'Input y contains NaN'),
    'fractions': ([1.5, 2.5], ValueError, 'Unknown label type: continuous.*pd.cut'),
    'fractions as objects': (np.array([1.5, 2], dtype=object), ValueError, 'Unknown label type'),
    'infinite': ([np.inf, 1], ValueError, 'Input y contains infinity'),
    'complex': ([1j, 2], ValueError, 'Complex data not supported'),
    'too long': (['u', 'v', 'u'], ValueError, 'X has 2 cases but y has 3'),
    '2-D': (np.zeros((2, 2)), ValueError, '1d array'),
    'lists': ([[1, 2], [3]], TypeError, 'y.*hashed'),
}


@pytest.mark.parametrize('name', REFUSED_Y)
def test_refused_classes(name):
    y, kind, message = REFUSED_Y[name]
    X = frame(a=[1, 2])
    with pytest.raises(kind, match=message): encode(X, infer_schema(X, y), y)


def test_a_class_outside_the_schema_is_refused():
    X = frame(a=[1, 2])
    with pytest.raises(ValueError, match="'w' is not one of the classes u, v"):
        encode(X, infer_schema(X, y2), ['u', 'w'])


@pytest.mark.parametrize('weights, message', [
    ([1, np.inf], 'infinite'), ([[1], [1]], '1D'), ([1e308, 1e308], 'sum is infinite'),
])
def test_refused_weights(weights, message):
    X = frame(a=[1, 2])
    with pytest.raises(ValueError, match=message): encode(X, infer_schema(X, y2), y2, weights)


@pytest.mark.parametrize('make, message', [
    (lambda: Attribute('a', 'nominal'), 'kind must be one of'),
    (lambda: Attribute('a', 'discrete', ('x', 'x')), "'x' is listed twice"),
    (lambda: Schema((Attribute('a', 'ignore'), Attribute('a', 'ignore')), ()), 'more than once'),
    (lambda: Schema((), ('u', 'u')), "class 'u' is listed twice"),
    (lambda: Schema((Attribute('a', 'ignore'),), ()).index('b'), "no attribute is called 'b'"),
    (lambda: infer_schema([[1]], schema={'b': 'ignore'}), "'b' is not a column of X"),
])
def test_refused_schemas(make, message):
    with pytest.raises(ValueError, match=message): make()


# data sets

@pytest.mark.parametrize('name', DATASETS)
def test_data_sets_load_and_encode(name):
    X, y = load_dataset(name)
    table = encode(X, infer_schema(X, y), y)
    assert len(table) == len(X) == len(y)
    assert (table.classes >= 0).all()
    assert all(type(v) is str for a in table.schema.attributes for v in a.values)
