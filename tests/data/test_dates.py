"""Dates are expanded when asked, alike in fit, predict, files and frames, and refused otherwise."""
import datetime as dt
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from c45lit import (C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier,
                    CARTClassifier, CARTRegressor, Column, ID3Classifier, Release8Classifier,
                    fit_partitioned, from_json, to_json)
from c45lit.data import expand_dates

pl, pa = pytest.importorskip('polars'), pytest.importorskip('pyarrow')


def rules(schema=None): return C45RulesClassifier(C45Classifier(schema=schema))


EVERY = [C45Classifier, Release8Classifier, rules, C50Classifier, CARTClassifier, CARTRegressor,
         ID3Classifier]
NAMES = ['when_year', 'when_month', 'when_weekday', 'when_hour']


def rides(n=200):
    "Cases whose class depends on the hour."
    when = pd.Series(pd.date_range('2025-01-01 05:30', periods=n, freq='7h'), name='when')
    X = pd.DataFrame({'km': np.arange(n) % 17 / 2, 'when': when, 'town': list('ab') * (n // 2)})
    return X, pd.Series(np.where(when.dt.hour >= 12, 1, 0), name='late')


def as_kinds(X):
    "The same cases in other kinds of frames and columns."
    return {'pandas': X, 'polars': pl.from_pandas(X), 'arrow': pa.Table.from_pandas(X),
            'zone': X.assign(when=X.when.dt.tz_localize('Asia/Tokyo')),
            'objects': X.assign(when=X.when.dt.to_pydatetime().astype(object)
                                if hasattr(X.when.dt, 'to_pydatetime') else X.when)}


@pytest.mark.parametrize('kind', EVERY)
def test_every_estimator_learns_from_parts_and_keeps_them(kind):
    X, y = rides()
    model = kind(schema='dates').fit(X, y)
    assert model.feature_names_in_.tolist() == ['km', *NAMES, 'town']
    assert model.n_features_in_ == 6 and model.score(X, y) > 0.99
    for copy in (from_json(to_json(model)), pickle.loads(pickle.dumps(model))):
        assert schema_of(copy) == 'dates' and (copy.predict(X) == model.predict(X)).all()
    assert schema_of(clone(model)) == 'dates'
    assert (kind().fit(X, y, schema='dates').predict(X) == model.predict(X)).all()
    with pytest.raises(TypeError, match="schema='dates'"): kind().fit(X, y)


def schema_of(model):
    "The parameter, of rules that of their tree."
    given = model.get_params()
    return given['tree__schema'] if 'tree' in given else given['schema']


@pytest.mark.parametrize('kind', EVERY)
def test_a_schema_says_dates_beside_kinds_and_orders(kind):
    X, y = rides()
    X['size'] = np.tile(list('smlx'), 50)
    said = {'when': 'date', 'size': list('smlx'), 'km': Column('discrete')}
    model = kind(schema=said).fit(X, y)
    by_name = {a.name: a for a in model.schema_.attributes}
    assert model.score(X, y) > 0.99 and [*by_name] == ['km', *NAMES, 'town', 'size']
    assert by_name['km'].kind == 'discrete' and by_name['size'].is_ordered
    assert by_name['size'].values == tuple('smlx')
    again = from_json(to_json(model))
    assert (again.predict(X) == model.predict(X)).all()


@pytest.mark.parametrize('kind', [C45Classifier, C45ForestClassifier, CARTRegressor])
def test_parts_of_dates_have_directions_and_kinds(kind):
    X, y = rides()
    said = {'when': 'date', 'when_hour': Column(monotonic=1), 'when_year': 'ignore'}
    schema = kind(schema=said).fit(X, y).schema_
    assert {a.name: a.monotonic for a in schema.attributes if a.monotonic} == {'when_hour': 1}
    assert [a.name for a in schema.attributes if a.kind == 'ignore'] == ['when_year']


def test_every_kind_of_frame_has_the_same_parts():
    X, y = rides()
    expected = expand_dates(X)[NAMES]
    model = C45Classifier(schema='dates').fit(X, y)
    for name, frame in as_kinds(X).items():
        wide = expand_dates(frame)
        found = wide.to_pandas() if not isinstance(wide, pd.DataFrame) else wide
        np.testing.assert_array_equal(found[NAMES], expected, err_msg=name)
        assert (model.predict(frame) == model.predict(X)).all(), name


def test_a_case_without_time_has_the_hour_that_the_model_knows():
    X, y = rides()
    model = C45Classifier(schema='dates').fit(X, y)
    days = X.iloc[:3].assign(when=[dt.date(2026, 1, 1), None, dt.date(2026, 5, 5)])
    assert model.predict(days)[[0, 2]].tolist() == [0, 0]
    assert model.predict_proba(days)[1].max() < 1  # an unknown date is unknown
    no_time = C45Classifier(schema='dates').fit(X.assign(when=X.when.dt.normalize()), y)
    assert 'when_hour' not in no_time.feature_names_in_
    assert len(no_time.predict(X)) == len(X)


@pytest.mark.parametrize('kind', EVERY)
@pytest.mark.parametrize('bad, said, words', [
    ('soon', 'date', "column 'when', row 7: 'soon' is no date"),
    ('2025-02-30', 'date', "row 7: '2025-02-30'"),
    ('31.12.2025', Column('date'), "row 7: '31.12.2025'"),
    ('13/13/2025', Column('date', form='%d/%m/%Y'), 'row')])
def test_dates_that_do_not_parse_are_named_before_anything_is_learned(kind, bad, said, words):
    X, y = rides()
    X = X.assign(when=X.when.astype(str))
    X.loc[7, 'when'] = bad
    model = kind(schema={'when': said})
    with pytest.raises(ValueError, match=words): model.fit(X, y)
    assert not hasattr(model, 'schema_')


def test_forms_and_refusals():
    X, y = rides()
    words = X.assign(when=X.when.dt.strftime('%d.%m.%Y %H:%M'))
    form = Column('date', form='%d.%m.%Y %H:%M')
    model = C45Classifier(schema={'when': form}).fit(words, y)
    assert (from_json(to_json(model)).predict(words) == y).all()
    np.testing.assert_array_equal(expand_dates(words, {'when': '%d.%m.%Y %H:%M'})[NAMES],
                                  expand_dates(X)[NAMES])
    with pytest.raises(ValueError, match='already'): expand_dates(X.assign(when_year=1))
    with pytest.raises(ValueError, match='holds numbers'): expand_dates(X, ['km'])
    with pytest.raises(ValueError, match='not a column'): expand_dates(X, ['stop'])
    with pytest.raises(ValueError, match='schema'): C45Classifier(schema='all').fit(X, y)
    with pytest.raises(ValueError, match='schema'): C45Classifier(schema=7).fit(X, y)
    for said, wrong in (({'stop': 'date'}, "'stop' is not a column"),
                        ({'km': 'date'}, "'km' holds numbers"),
                        ({1: 'date'}, 'schema: 1 is a date and needs the name'),
                        ({'when': 'day'}, "'when': kind must be .*'day'")):
        with pytest.raises(ValueError, match=wrong): C45Classifier(schema=said).fit(X, y)
    for odd, wrong in ((dict(kind='date', monotonic=1), 'no direction'), (dict(kind='day'), 'kind'),
                       (dict(form='%d'), "kind='date'")):
        with pytest.raises(ValueError, match=f'Column: .*{wrong}'): Column(**odd)
    for said in 'dates', {'when': 'date'}:
        with pytest.raises(ValueError, match='dates and directions need all'):
            fit_partitioned([X.assign(late=y)], 'late', schema=said)
