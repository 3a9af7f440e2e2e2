"""Every kind of table gives the same tree; copies, weights, notebooks and scikit-learn's tools."""
import copy
import pickle
import re
import warnings
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
import sklearn
from hypothesis import given, settings, strategies as st
from sklearn.datasets import load_iris
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier, VotingClassifier
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from support.family import FAMILY, SEARCHING, made

from c45lit import (
    C45Classifier, C45RulesClassifier, C50Classifier, CARTClassifier, CARTRegressor,
    CostComplexity, ID3Classifier, LeafLimit, ReducedError, Thresholds,
    load_dataset, to_json)
from c45lit.show import rules_to_json
from c45lit.data.table import Table
from c45lit.estimators import case_weights
from c45lit.estimators.case_weights import as_counts

every_estimator = pytest.mark.parametrize('estimator', FAMILY, ids=lambda e: e.__name__)
every_searching = pytest.mark.parametrize('estimator', SEARCHING, ids=lambda e: e.__name__)
every_searching_one = pytest.mark.parametrize('estimator', [*SEARCHING, CARTRegressor],
                                              ids=lambda e: e.__name__)
every_one = pytest.mark.parametrize('estimator', [*FAMILY, CARTRegressor], ids=lambda e: e.__name__)

RAW = {  # words, truth values, whole numbers and fractions, with unknown ones
    'sky': ['sunny', 'rain', None, 'sunny', 'rain', 'sunny', 'rain', 'sunny'] * 4,
    'windy': [True, False, True, None, False, True, False, True] * 4,
    'days': [3, 1, 4, 1, 5, 9, 2, 6] * 4,
    'degrees': [20.5, None, 18.0, 25.0, 16.5, 30.0, 12.5, 22.0] * 4,
}
CLASSES = ['go', 'stay', 'go', 'go', 'stay', 'go', 'stay', 'stay'] * 4


def as_pandas(data): return pd.DataFrame(data)


def as_nullable(data):
    kinds = {'sky': 'string', 'windy': 'boolean', 'days': 'Int64', 'degrees': 'Float64'}
    return pd.DataFrame({name: pd.array(data[name], dtype=kind) for name, kind in kinds.items()})


def as_polars(data): return pytest.importorskip('polars').DataFrame(data)


def as_arrow_backed(data):
    pytest.importorskip('pyarrow')
    return as_nullable(data).convert_dtypes(dtype_backend='pyarrow')


def as_dictionary(data):
    "As read_parquet(dtype_backend='pyarrow') gives a column of categories."
    pa = pytest.importorskip('pyarrow')
    words = pa.array(data['sky']).dictionary_encode()
    return as_arrow_backed(data).assign(sky=pd.Series(words, dtype=pd.ArrowDtype(words.type)))


def as_arrow_dictionary(data):
    pa = pytest.importorskip('pyarrow')
    return pa.table(data | {'sky': pa.array(data['sky']).dictionary_encode()})


def as_polars_categories(data):
    pl = pytest.importorskip('polars')
    return as_polars(data).with_columns(pl.col('sky').cast(pl.Categorical))


def words(clf):
    "What was learned, as text."
    if isinstance(clf, C45RulesClassifier): return str(clf.rules_)
    return '\n'.join(map(str, getattr(clf, 'trees_', [clf.tree_])))


@every_estimator
def test_categories_of_other_libraries_give_the_same_tree_and_answers(estimator):
    "Tables of all other kinds are among the relations (tests/metamorphic/kinds.py)."
    frame = as_pandas(RAW)
    one = made(estimator, min_cases=1).fit(frame, CLASSES)
    for table in as_polars_categories(RAW), as_arrow_dictionary(RAW), as_dictionary(RAW):
        other = made(estimator, min_cases=1).fit(table, CLASSES)
        assert words(other) == words(one) and 'sky' in words(one)
        np.testing.assert_array_equal(one.predict_proba(frame), other.predict_proba(table))
        np.testing.assert_array_equal(one.predict_proba(frame), one.predict_proba(table))


@every_one
def test_the_target_is_called_as_its_column(estimator):
    X, species = load_dataset('penguins')
    y = X.body_mass_g.fillna(4000) if estimator is CARTRegressor else species.rename(
        'the <species>')
    X = X.drop(columns='body_mass_g')
    named, nameless = estimator().fit(X, y), estimator().fit(X, y.to_numpy())
    assert (named.schema_.target,
            nameless.schema_.target) == (y.name, 'y' if estimator is CARTRegressor else 'class')
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')  # scikit-learn would rather have no frame
        assert estimator().fit(X, y.to_frame()).schema_ == named.schema_


@pytest.mark.parametrize('column', ['', 7, None, ('a', 'b')])
def test_a_target_without_a_name_in_letters_is_the_class(column):
    X, y = load_dataset('golf')
    assert C45Classifier().fit(X, y.rename(column)).schema_.target == 'class'


def model_size(clf):
    "Bytes of the models of an estimator as JSON."
    if isinstance(clf, C45RulesClassifier):
        return len(rules_to_json(clf.rules_)) + sum(len(to_json(t)) for t in clf.trees_)
    trees = [*getattr(clf, 'trees_', [clf.tree_]), clf.unpruned_tree_]
    return sum(len(to_json(t)) for t in trees)


@every_searching_one
@pytest.mark.parametrize('copied',
                         [lambda m: pickle.loads(pickle.dumps(m)), copy.copy, copy.deepcopy],
                         ids=['pickle', 'copy', 'deepcopy'])
def test_pickles_and_copies_hold_no_training_data(estimator, copied):
    rng = np.random.default_rng(0)
    X, n = rng.normal(size=(3000, 4)), 3000
    y = (X[:, 0] > 0).astype(int) ^ (rng.random(n) < .1)
    clf = made(estimator, max_depth=3).fit(X, y)
    assert len(pickle.dumps(clf)) < 3 * model_size(clf) + 5_000  # of the table alone: 96,000
    model = copied(clf)
    assert not [name for name, value in vars(model).items() if isinstance(value, Table)]
    for ask in ('candidate_table', 'pruning_trace'):
        if ask == 'pruning_trace' and 'CART' in estimator.__name__:
            continue  # its trace reads the tree alone
        with pytest.raises(ValueError,
                           match=rf'{estimator.__name__}.*no training cases.*{ask}.X, y'): getattr(
                               model, ask)()
        with pytest.raises(ValueError, match='not the cases that the tree was grown from'):
            getattr(model, ask)(X[1:], y[1:])
        assert getattr(model, ask)(X, y).equals(getattr(clf, ask)())


@pytest.mark.parametrize('how', [
    dict(pruning='pre'), dict(pruning='reduced_error'), dict(pruning=[LeafLimit(9), 'pre']),
    dict(pruning=CostComplexity(validation=.3)),
    dict(pruning='cost_complexity'), dict(pruning=None), dict(class_weight='balanced'),
    dict(pruning=LeafLimit(4)),
    dict(costs={('Adelie', 'Gentoo'): 9}),
    dict(costs={('Adelie', 'Gentoo'): 9}, pruning=ReducedError(.4))], ids=str)
def test_a_loaded_model_given_its_cases_tells_what_it_told(how):
    X, y = load_dataset('penguins')
    w = np.random.default_rng(2).integers(1, 4, len(X))
    clf = C45Classifier(**how).fit(X, y, sample_weight=w)
    model = pickle.loads(pickle.dumps(clf))
    assert model.candidate_table(X, y, sample_weight=w).equals(clf.candidate_table())
    assert model.pruning_trace(X, y, w).equals(clf.pruning_trace())


@every_estimator
@pytest.mark.parametrize('y', [pd.Series([0, 1] * 100, dtype=object),
                               np.array([True, False] * 100, dtype=object),
                               pd.to_datetime(pd.Series(['2024-01-01', '2025-01-01'] * 100)),
                               np.array(['2024', '2025'] * 100, dtype='M8[Y]'),
                               np.array([Decimal(1), Decimal(2)] * 100)],
                         ids=['whole', 'truth', 'dates', 'years', 'decimal'])
def test_classes_that_could_not_be_scored_are_refused_at_fit(estimator, y):
    with pytest.raises(ValueError, match=r'Unknown label type.*y.*(astype|dt.year)'):
        estimator().fit(np.arange(200.0)[:, None], y)
    words = pd.Series(y).astype(str)
    assert estimator().fit(np.arange(200.0)[:, None],
                           words).score(np.arange(200.0)[:, None], words) >= .5


def test_a_regressor_refuses_dates():
    with pytest.raises(ValueError, match='y holds dates'):
        CARTRegressor().fit([[1.0], [2.0]], pd.to_datetime(['2024-01-01', '2025-01-01']))


@every_one
def test_a_column_unknown_in_one_fold_is_learned_without(estimator):
    X, y = load_dataset('penguins')
    y = pd.factorize(y)[0] if estimator is CARTRegressor else y
    order = np.random.default_rng(0).permutation(len(X))
    X, y = X.iloc[order].reset_index(drop=True), np.asarray(y)[order]
    X['rare'] = np.where(np.arange(len(X)) < 60, 'seen', None)  # all in the first fold
    X['number'] = np.where(np.arange(len(X)) < 60, 1.5, np.nan)
    with pytest.warns(UserWarning,
                      match="columns 'rare', 'number' are unknown in all .* cases and are ignored"):
        scores = cross_validate(estimator(), X, y, cv=KFold(4), error_score='raise')['test_score']
        clf = estimator().fit(X[60:], y[60:])
    assert np.isfinite(scores).all() and scores.min() > .6
    assert [a.kind for a in clf.schema_.attributes][-2:] == ['ignore', 'ignore']
    np.testing.assert_array_equal(clf.predict(X),
                                  estimator().fit(X[60:].iloc[:, :-2],
                                                  y[60:]).predict(X.iloc[:, :-2]))
    if estimator is not C50Classifier:
        assert 'ignore' in clf.candidate_table().loc['rare'].to_string()


# -- weights

@every_searching
def test_there_is_no_cliff_where_weights_sum_to_one(estimator):
    X, y = load_dataset('penguins')
    n, plain = len(X), words(estimator().fit(X, y))
    for s in (1e-6, .5, 1, 1.0001, 2, n / 2, n - .01):
        case_weights._TOLD.clear()
        with pytest.warns(UserWarning, match=f'{n} cases weigh .* scaled up'):
            clf = estimator().fit(X, y, sample_weight=np.full(n, s / n))
        assert words(clf) == plain
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        assert words(estimator().fit(X, y, sample_weight=np.ones(n))) == plain


def test_boosting_is_told_once_that_its_weights_are_shares():
    X, y = load_iris(return_X_y=True)
    case_weights._TOLD.clear()
    with pytest.warns(UserWarning) as told:
        AdaBoostClassifier(C45Classifier(max_depth=1), n_estimators=5).fit(X, y)
    assert ['scaled up' in str(w.message) for w in told] == [True]


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30).filter(lambda w: sum(w) > .01),
       st.floats(.001, 50))
@settings(max_examples=300, deadline=None)
def test_weights_count_cases_and_change_by_little_when_they_do(weights, factor):
    w = np.array(weights) * factor
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        counts, near = as_counts(w), as_counts(w * 1.0001 + 1e-9)
        assert counts.sum() >= w.sum() * (1 - 1e-12) and np.allclose(
            counts * w.sum(), w * counts.sum())
        assert counts.sum() <= max(w.sum(), (w > 0).sum()) * (1 + 1e-9)
        assert counts.sum() == pytest.approx(near.sum(), rel=1e-2)
        assert np.allclose(as_counts(counts), counts, rtol=1e-6)  # once is enough
        copies = np.rint(w)
        if copies.any(): assert (as_counts(copies) == copies).all()


def test_weights_that_are_no_counts_are_said():
    X, y = load_dataset('penguins')
    plain = np.random.default_rng(0).integers(1, 5, len(X)).astype(float)
    for w in (plain * 1000, np.full(len(X), 1000.0), plain * 812.3, np.full(len(X), 2.5)):
        with pytest.warns(UserWarning,
                          match='each for .* or more, .* min_cases, .*divide them by their mean'):
            C45Classifier().fit(X, y, sample_weight=w)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        for w in (plain, plain + 7, plain * (np.arange(len(X)) % 2), plain / plain.mean()):
            C45Classifier().fit(X, y, sample_weight=w)
    said = ' '.join(C45Classifier.fit.__doc__.split())
    assert 'scaled up to these, with a warning' in said


@every_searching
def test_weights_and_schema_are_routed_where_they_are_asked_for(estimator):
    X, y = load_dataset('penguins')
    weights = np.where(y == 'Gentoo', 4, 1)
    with sklearn.config_context(enable_metadata_routing=True):
        asks = estimator().set_fit_request(sample_weight=True,
                                           schema=True).set_score_request(sample_weight=False)
        pipe = make_pipeline(asks).fit(X, y, sample_weight=weights, schema={'year': 'discrete'})
        direct = estimator().fit(X, y, sample_weight=weights, schema={'year': 'discrete'})
        assert words(pipe[-1]) == words(
            direct) and pipe[-1].schema_.attributes[-1].kind == 'discrete'
        scores = cross_val_score(asks, X, y, cv=3,
                                 params={'sample_weight': weights, 'schema': {'year': 'discrete'}})
        assert scores.mean() > .9
        refuses = estimator().set_fit_request(sample_weight=False)
        plain = make_pipeline(refuses)
        with pytest.raises(TypeError, match='sample_weight'): plain.fit(X, y, sample_weight=weights)


@pytest.mark.parametrize('name, model', [
    ('chance', C45Classifier(thresholds=Thresholds(mdl_penalty=False))), ('penguins', CARTClassifier()),
    ('penguins', C45Classifier()),
    ('penguins', C45Classifier(pruning=None)), ('golf', C45Classifier())], ids=str)
def test_a_notebook_says_errors_to_a_tenth_and_what_was_pruned(name, model):
    rng = np.random.default_rng(8)
    noise = rng.normal(size=(300, 3)), rng.integers(2, size=300)
    X, y = noise if name == 'chance' else load_dataset(name)
    shown = model.fit(X, y)._repr_mimebundle_()['text/html']
    words = re.search('<summary>(.*leaves.*)</summary>', shown)[1]
    before, tree = model.unpruned_tree_, model.tree_
    wrong = float(re.search(r'([\d.]+) errors in training', words)[1])
    leaves = tree.n_children == 0
    true = (tree.weights[leaves] - tree.dist[leaves].max(axis=1)).sum()
    assert wrong == pytest.approx(true, abs=.0501)
    assert re.search(r'\d\.\d\d', words) is None
    told = re.search(r'pruned from (\d+) nodes \((\d+) leaves\) to (\d+) \((\d+)\)', words)
    assert told or name != 'chance'
    if len(before) == len(tree):
        assert told is None and ('nothing pruned' in words) == bool(model.pruning)
    else:
        sizes = [len(before), before.n_leaves, len(tree), tree.n_leaves]
        assert [*map(int, told.groups())] == sizes


@pytest.mark.parametrize('model', [
    C45Classifier(), C45Classifier(pruning=None), CARTClassifier(), ID3Classifier(),
    C45RulesClassifier(),
    C50Classifier(), C50Classifier(trials=3), C50Classifier(rules=True)], ids=str)
def test_a_notebook_shows_what_was_learned_below_the_box_and_runs_nothing_of_it(model):
    X = pd.DataFrame({'<script>x</script>': ['a<b', 'c'] * 20, 'n': np.arange(40.0)})
    before = model._repr_mimebundle_()['text/html']
    assert '<details open>' not in before  # not fitted: scikit-learn's box alone
    shown = model.fit(X, ['<i>', 'b'] * 20)._repr_mimebundle_()['text/html']
    learned = shown[shown.index('<details open>'):]
    assert '&lt;script&gt;x' in learned and '<script>' not in learned and '<i>' not in learned
    assert ('2 leaves' in learned and '40 cases' in learned) or 'rules</summary>' in learned


def test_a_warning_names_the_line_that_asked():
    X, y = load_dataset('golf')
    with pytest.warns(UserWarning) as told:
        clf = C45Classifier().fit(X.assign(windy=None), y, sample_weight=np.full(14, 5.5))
        clf.predict(X.assign(windy=None, outlook='fog'))
    assert len(told) == 3 and {w.filename for w in told} == {__file__}


@every_estimator
def test_the_tools_of_scikit_learn_take_every_estimator(estimator):
    X, y = load_iris(return_X_y=True, as_frame=True)
    tools = [BaggingClassifier(estimator(), 3, random_state=0), VotingClassifier([('one', estimator())]),
             GridSearchCV(made(estimator), {'cf': [.1, .3]} if 'cf' in estimator().get_params() else {
                 'min_cases': [2, 9]}, cv=2, n_jobs=2),
             make_pipeline(StandardScaler(), estimator()).set_output(transform='pandas')]
    for tool in tools: assert tool.fit(X, y).score(X, y) > .9
    assert tools[-1][-1].feature_names_in_.tolist() == [*X]
