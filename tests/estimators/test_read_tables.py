"""A table that was read from a file is learned and asked as the frame of its cases; frames without
data say how to get them."""
import numpy as np
import pytest
from support.reference import unpack_shipped

from c45lit import C45Classifier, check, load_dataset
from c45lit.data.c45_files import read_c45
from c45lit.data.table import decode, encode, infer_schema
from c45lit.data.training_cases import training_table

pytestmark = pytest.mark.filterwarnings('ignore:too many values', r'ignore:.*(one leaf|no rules)')


@pytest.fixture(scope='module')
def golden(tmp_path_factory):
    "The tables that come with the tests, as `read_c45` reads them."
    folder = tmp_path_factory.mktemp('golden')
    unpack_shipped(folder)
    return [read_c45(path.with_suffix('')) for path in sorted(folder.rglob('*.data'))
            if not path.stem.startswith('fmt')]


def test_a_table_is_learned_and_asked_as_it_was_read(golden):
    assert len(golden) > 20
    for table in golden:
        X, y = decode(table)
        fitted = C45Classifier().fit(table)
        assert fitted.classes_.tolist() == [*table.schema.classes]
        assert fitted.tree_ == C45Classifier().fit(X, y, schema=table.schema).tree_
        assert fitted.score(table) == np.mean(fitted.predict(table) == y) == fitted.score(X, y)
        assert check(table) == check(X, y, schema=table.schema)
        assert table.to_frame().equals(X.assign(**{y.name: y}))


def test_what_is_given_beside_a_table_comes_first():
    table = training_table(*load_dataset('golf'), weights=np.arange(14) + 1)
    X, y = decode(table)
    other = np.where(X.windy == 'true', 'a', 'b')
    assert C45Classifier().fit(table).tree_ == C45Classifier().fit(X, y, table.weights).tree_
    assert C45Classifier().fit(table, other).tree_.schema.classes == ('a', 'b')
    assert C45Classifier().fit(table, None, np.ones(14)).tree_ == C45Classifier().fit(X, y).tree_


def test_a_table_without_classes_is_refused_in_words():
    table = encode(load_dataset('golf')[0], infer_schema(*load_dataset('golf')))
    fitted = C45Classifier().fit(*load_dataset('golf'))
    assert len(fitted.predict(table)) == 14 and 'class' not in table.to_frame()
    with pytest.raises(ValueError, match='14 of 14 cases have no class'):
        C45Classifier().fit(table)
    with pytest.raises(ValueError, match='pass the target of every case'):
        fitted.score(table)
    with pytest.raises(ValueError, match='requires y to be passed'):
        C45Classifier().fit(table.to_frame())


@pytest.mark.parametrize('way', ['fit', 'predict', 'score'])
@pytest.mark.parametrize(('name', 'how', 'make'), [
    ('polars', 'collect', lambda pl, X: pl.from_pandas(X).lazy()),
    ('dask.dataframe', 'compute', lambda dd, X: dd.from_pandas(X, npartitions=2)),
    ('duckdb', 'df', lambda db, X: db.from_df(X))], ids=['polars', 'dask', 'duckdb'])
def test_frames_without_data_say_how_to_get_them(name, how, make, way):
    X, y = load_dataset('golf')
    library = pytest.importorskip(name)
    frame = make(library, X.astype({'outlook': object, 'windy': object}))
    model = C45Classifier() if way == 'fit' else C45Classifier().fit(X, y)
    with pytest.raises(TypeError, match=rf'pass X\.{how}\(\)'):
        getattr(model, way)(frame, *[y][:way != 'predict'])
