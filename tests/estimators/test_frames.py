"""Every kind of table gives the same tree, and the estimators do what scikit-learn's examples do with trees."""
import io
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris, make_gaussian_quantiles, make_moons
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier, VotingClassifier
from sklearn.feature_selection import SelectFromModel
from sklearn.impute import SimpleImputer
from sklearn.inspection import permutation_importance
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from support.family import FAMILY

from c45lit import C45Classifier, C45RulesClassifier, C50Classifier, CARTClassifier, ID3Classifier, load_dataset

TREES = [C45Classifier, ID3Classifier, CARTClassifier]
every_estimator = pytest.mark.parametrize('estimator', FAMILY, ids=lambda e: e.__name__)
every_tree = pytest.mark.parametrize('estimator', TREES, ids=lambda e: e.__name__)

RAW = {  # words, truth values, whole numbers and fractions, with unknown ones
    'sky': ['sunny', 'rain', None, 'sunny', 'rain', 'sunny', 'rain', 'sunny'] * 4,
    'windy': [True, False, True, None, False, True, False, True] * 4,
    'days': [3, 1, 4, 1, 5, 9, 2, 6] * 4,
    'degrees': [20.5, None, 18.0, 25.0, 16.5, 30.0, 12.5, 22.0] * 4,
}
CLASSES = ['go', 'stay', 'go', 'go', 'stay', 'go', 'stay', 'stay'] * 4


def as_pandas(data): return pd.DataFrame(data)


def as_objects(data): return pd.DataFrame(data, dtype=object)


def as_categories(data):
    X = pd.DataFrame(data)
    return X.assign(sky=X['sky'].astype('category'), windy=X['windy'].astype('category'))


def as_nullable(data):
    kinds = {'sky': 'string', 'windy': 'boolean', 'days': 'Int64', 'degrees': 'Float64'}
    return pd.DataFrame({name: pd.array(data[name], dtype=kind) for name, kind in kinds.items()})


def as_polars(data): return pytest.importorskip('polars').DataFrame(data)


def as_arrow(data): return pytest.importorskip('pyarrow').table(data)


def as_arrow_backed(data):
    pytest.importorskip('pyarrow')
    return as_nullable(data).convert_dtypes(dtype_backend='pyarrow')


def as_array(data): return pd.DataFrame(data, dtype=object).to_numpy()


def as_rows(data): return [list(row) for row in zip(*data.values())]


NAMED = [as_objects, as_categories, as_nullable, as_polars, as_arrow, as_arrow_backed]
ALL = [*NAMED, as_array, as_rows]


def words(clf):
    "What was learned, as text."
    if isinstance(clf, C45RulesClassifier): return str(clf.rules_)
    return '\n'.join(map(str, getattr(clf, 'trees_', [clf.tree_])))


@every_estimator
@pytest.mark.parametrize('make', ALL, ids=lambda f: f.__name__)
@pytest.mark.filterwarnings('ignore:X does not have valid feature names')
def test_every_kind_of_table_gives_the_same_tree_and_answers(estimator, make):
    frame = as_pandas(RAW)
    one, other = (estimator(min_cases=1).fit(X, CLASSES) for X in (frame, make(RAW)))
    names = dict(zip(['x0', 'x1', 'x2', 'x3'], RAW)) if make in (as_array, as_rows) else {}
    said = words(other)
    for short, name in names.items(): said = said.replace(short, name)
    assert said == words(one) and 'sky' in said
    np.testing.assert_array_equal(one.predict_proba(frame), other.predict_proba(make(RAW)))
    np.testing.assert_array_equal(one.predict_proba(frame), one.predict_proba(make(RAW)))


@pytest.mark.parametrize('make', [as_pandas, *NAMED], ids=lambda f: f.__name__)
def test_columns_in_another_order_are_refused_at_predict(make):
    turned = make(dict(reversed(RAW.items()))) if make not in (as_nullable, as_arrow_backed) else make(RAW)[list(RAW)[::-1]]
    clf = C45Classifier().fit(make(RAW), CLASSES)
    assert clf.feature_names_in_.tolist() == list(RAW)
    with pytest.raises(ValueError, match='order'): clf.predict(turned)


@pytest.mark.parametrize('make', [pd.Series, np.array, list, tuple, lambda y: pd.Series(y).astype('category'),
                                  lambda y: pytest.importorskip('polars').Series(y),
                                  lambda y: pytest.importorskip('pyarrow').array(y)])
def test_classes_may_be_any_sequence(make):
    clf = C45Classifier().fit(as_pandas(RAW), make(CLASSES))
    assert clf.predict(as_pandas(RAW)).tolist() == C45Classifier().fit(as_pandas(RAW), CLASSES).predict(as_pandas(RAW)).tolist()


@pytest.mark.parametrize('library', ['pandas', 'polars'])
def test_penguins_survive_the_way_to_another_library(library):
    X, y = load_dataset('penguins')
    other = pytest.importorskip('polars').DataFrame(X.astype(object).where(X.notna(), None).to_dict('list')) if library == 'polars' else X.copy()
    assert C45Classifier().fit(other, y).tree_ == C45Classifier().fit(X, y).tree_


@every_estimator
def test_a_weight_is_so_many_copies_and_a_class_weight_too(estimator):
    X, y = load_dataset('penguins')
    X = X.dropna()
    y = y[X.index]
    how = dict(trials=1) if estimator is C50Classifier else {}  # later trials round copies one by one
    weights = np.where(y == 'Adelie', 3, 1)
    copies = X.index.repeat(weights)
    copied = words(estimator(**how).fit(X.loc[copies], y[copies]))
    assert words(estimator(**how).fit(X, y, sample_weight=weights)) == copied
    assert words(estimator(class_weight={'Adelie': 3, 'Gentoo': 1, 'Chinstrap': 1}, **how).fit(X, y)) == copied
    balanced = len(y) / (3 * y.map(y.value_counts()))
    assert words(estimator(class_weight='balanced', **how).fit(X, y)) == words(estimator(**how).fit(X, y, sample_weight=balanced))


@every_estimator
def test_pickle_joblib_and_clone(estimator):
    X, y = load_dataset('penguins')
    clf = estimator().fit(X, y)
    stream = io.BytesIO()
    joblib.dump(clf, stream)
    stream.seek(0)
    for copy in (pickle.loads(pickle.dumps(clf)), joblib.load(stream)):
        assert words(copy) == words(clf) and copy.get_params() == clf.get_params()
        np.testing.assert_array_equal(copy.predict_proba(X), clf.predict_proba(X))
        assert copy.candidate_table().equals(clf.candidate_table())
    fresh = clone(clf)
    assert not hasattr(fresh, 'classes_') and words(fresh.fit(X, y)) == words(clf)


@every_estimator
def test_parameters_are_searched_and_set(estimator):
    X, y = load_dataset('penguins')
    search = GridSearchCV(estimator(), {'min_cases': [2, 20, 150]}, cv=3).fit(X, y)
    assert search.best_params_['min_cases'] in (2, 20) and search.best_score_ > .9
    assert estimator().set_params(min_cases=7).min_cases == 7 and 'min_cases=7' in repr(estimator(min_cases=7))


@every_tree
def test_prunings_are_searched(estimator):
    X, y = load_dataset('penguins')
    X = X.select_dtypes('number')
    grid = [{'pruning': [None, 'error_based', 'cost_complexity']}, {'pruning': ['pre', 'reduced_error'], 'validation': [.3]}]
    search = GridSearchCV(estimator(), grid, cv=3).fit(X, y)
    assert np.isfinite(search.cv_results_['mean_test_score']).all() and search.best_score_ > .9


@every_estimator
def test_cross_validation_in_processes(estimator):
    X, y = load_dataset('penguins')
    alone, together = (cross_val_score(estimator(), X, y, cv=4, n_jobs=jobs) for jobs in (1, 2))
    assert alone.tolist() == together.tolist() and alone.mean() > .9


@every_estimator
@pytest.mark.parametrize('output', ['default', 'pandas', 'polars'])
def test_pipelines_hand_on_what_they_are_set_to(estimator, output):
    if output == 'polars': pytest.importorskip('polars')
    X, y = load_iris(return_X_y=True, as_frame=True)
    pipe = make_pipeline(StandardScaler(), estimator()).set_output(transform=output).fit(X, y)
    assert pipe.score(X, y) > .93
    named = hasattr(pipe[-1], 'feature_names_in_')
    assert named == (output != 'default') and (not named or pipe[-1].feature_names_in_.tolist() == list(X))
    np.testing.assert_array_equal(pipe.predict(X), estimator().fit(StandardScaler().fit_transform(X), y).predict(StandardScaler().fit_transform(X)))


@every_estimator
def test_a_column_transformer_leaves_words_to_the_tree(estimator):
    X, y = load_dataset('penguins')
    numbers = X.select_dtypes('number').columns.tolist()
    filled = ColumnTransformer([('numbers', SimpleImputer(), numbers)], remainder='passthrough',
                               verbose_feature_names_out=False).set_output(transform='pandas')
    scores = cross_validate(make_pipeline(filled, estimator()), X, y, cv=3)['test_score']
    assert scores.mean() > .9


@every_tree
def test_attributes_are_selected_by_importance(estimator):
    X, y = load_iris(return_X_y=True, as_frame=True)
    kept = SelectFromModel(estimator()).fit(X, y).get_feature_names_out().tolist()
    assert set(kept) <= {'petal length (cm)', 'petal width (cm)'} and kept
    shuffled = permutation_importance(estimator().fit(X, y), X, y, random_state=0).importances_mean
    assert shuffled[2:].max() > shuffled[:2].max()


@every_tree
def test_bagging_is_steadier_than_one_tree(estimator):
    X, y = make_moons(200, noise=.35, random_state=0)
    one = estimator(pruning=None)
    bag = BaggingClassifier(one, n_estimators=10, random_state=0)
    assert cross_val_score(bag, X, y, cv=4).mean() > cross_val_score(one, X, y, cv=4).mean()
    bag = BaggingClassifier(one, n_estimators=5, max_features=.5, oob_score=False, random_state=0).fit(X, y)
    assert len(bag.estimators_) == 5


@every_tree
def test_boosted_stumps_do_as_well_as_scikit_learns(estimator):
    "scikit-learn's two-class AdaBoost example, with our stumps."
    X1, y1 = make_gaussian_quantiles(cov=2., n_samples=200, n_features=2, n_classes=2, random_state=1)
    X2, y2 = make_gaussian_quantiles(mean=(3, 3), cov=1.5, n_samples=300, n_features=2, n_classes=2, random_state=1)
    X, y = np.concatenate((X1, X2)), np.concatenate((y1, 1 - y2))
    free = dict(mdl_penalty=False, min_cases=1) if estimator is C45Classifier else {}
    stump = estimator(max_depth=1, pruning=None, **free)
    ours, theirs = (AdaBoostClassifier(s, n_estimators=40, random_state=0).fit(X, y).score(X, y)
                    for s in (stump, DecisionTreeClassifier(max_depth=1)))
    assert ours > theirs - .02 and ours > stump.fit(X, y).score(X, y) + .1
    boosted = AdaBoostClassifier(stump, n_estimators=5).fit(X, y)
    assert len(boosted.estimators_) == 5 and 0 < boosted.feature_importances_.sum() < 1 + 1e-9


def test_a_vote_of_the_family():
    X, y = load_dataset('penguins')
    vote = VotingClassifier([(e.__name__, e()) for e in FAMILY], voting='soft').fit(X, y)
    assert vote.score(X, y) > .95


@every_estimator
def test_weights_and_schema_are_routed_where_they_are_asked_for(estimator):
    X, y = load_dataset('penguins')
    weights = np.where(y == 'Gentoo', 4, 1)
    with sklearn.config_context(enable_metadata_routing=True):
        asks = estimator().set_fit_request(sample_weight=True, schema=True).set_score_request(sample_weight=False)
        pipe = make_pipeline(asks).fit(X, y, sample_weight=weights, schema={'year': 'discrete'})
        direct = estimator().fit(X, y, sample_weight=weights, schema={'year': 'discrete'})
        assert words(pipe[-1]) == words(direct) and pipe[-1].schema_.attributes[-1].kind == 'discrete'
        scores = cross_val_score(asks, X, y, cv=3, params={'sample_weight': weights, 'schema': {'year': 'discrete'}})
        assert scores.mean() > .9
        refuses = estimator().set_fit_request(sample_weight=False)
        plain = make_pipeline(refuses)
        with pytest.raises(TypeError, match='sample_weight'): plain.fit(X, y, sample_weight=weights)
