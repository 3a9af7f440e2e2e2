"""Parameters: the same words, in the same order, told in full; schemas that copies carry; threads that change nothing."""
import inspect
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.ensemble import BaggingClassifier, VotingClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from support.family import FAMILY

from c45lit import C45Classifier, C45RulesClassifier, C50Classifier, CARTClassifier, CARTRegressor, ID3Classifier, load_dataset

ALL = [*FAMILY, CARTRegressor]
each = pytest.mark.parametrize('estimator', ALL, ids=lambda e: e.__name__)
each_classifier = pytest.mark.parametrize('estimator', FAMILY, ids=lambda e: e.__name__)
SIZES = ['small', 'medium', 'large', 'huge']


def shirts(n=120, seed=0):
    "Sizes and years that say the class, as words and numbers."
    rng = np.random.default_rng(seed)
    size, year = rng.integers(0, 4, n), rng.integers(2000, 2004, n)
    y = (size >= 2).astype(int) ^ (rng.random(n) < .1)
    return pd.DataFrame({'size': np.array(SIZES)[size], 'year': year}), y


# -- one set of parameters

@each
def test_every_parameter_is_described_by_the_class_itself(estimator):
    told = inspect.getdoc(estimator)
    told = told[told.index('Parameters\n'):told.index('Attributes\n')]
    for name in inspect.signature(estimator).parameters:
        entry = re.search(rf'^{name} : .+\n((?:    .+\n?)+)', told, re.M)
        assert entry and len(entry.group(1).split()) >= 6, name
    assert len(re.findall(r'^\w.* : ', told, re.M)) == len(inspect.signature(estimator).parameters)
    assert 'As in' not in told and 'ikewise' not in told


@each
def test_all_parameters_but_the_first_are_passed_by_name(estimator):
    first, *others = inspect.signature(estimator).parameters.values()
    assert first.kind is first.POSITIONAL_OR_KEYWORD and {p.kind for p in others} == {first.KEYWORD_ONLY}


def test_parameters_stand_in_one_order():
    orders = [list(inspect.signature(e).parameters)[1:] for e in ALL]
    for one in orders:
        for other in orders:
            assert [p for p in one if p in other] == [p for p in other if p in one]


@each
def test_every_estimator_takes_threads_messages_and_a_schema(estimator):
    names = set(inspect.signature(estimator).parameters)
    assert {'n_jobs', 'verbose', 'schema', 'random_state'} <= names
    assert ('costs' in names) == (estimator not in (C45RulesClassifier, CARTRegressor))
    assert {'alpha', 'folds', 'rule'} <= names or estimator in (C50Classifier, C45RulesClassifier)


@pytest.mark.parametrize('estimator', [C45Classifier, ID3Classifier, CARTClassifier])
def test_a_price_is_given_or_found_by_the_parts_and_the_rule(estimator):
    X, y = load_dataset('penguins')
    given = estimator(pruning='cost_complexity', alpha=.02).fit(X, y)
    assert given.alpha_ == .02 and given.alpha_table_ is None
    best, careful = (estimator(pruning='cost_complexity', folds=5, rule=rule).fit(X, y) for rule in ('best', 'one_se'))
    assert best.alpha_ <= careful.alpha_ and best.alpha_table_.chosen.sum() == 1
    with pytest.raises(ValueError, match='folds must be a whole number'): estimator(folds=1).fit(X, y)


@pytest.mark.parametrize('estimator', [ID3Classifier, CARTClassifier, C50Classifier, C45Classifier])
def test_costs_are_felt_by_every_tree(estimator):
    X, y = load_dataset('golf')
    dear = estimator(costs={('play', "don't play"): 50}, max_depth=1).fit(X, y)
    assert (dear.predict(X) != 'play').sum() > (estimator(max_depth=1).fit(X, y).predict(X) != 'play').sum()
    assert dear.tree_.weights[0] == pytest.approx(14)


# -- threads

@each
def test_threads_change_nothing(estimator, capfd):
    X, y = load_dataset('penguins')
    if estimator is CARTRegressor: X, y = X.drop(columns='body_mass_g'), X.body_mass_g.fillna(4000)
    one, two = (estimator(n_jobs=n).fit(X, y) for n in (None, 2))
    assert one.unpruned_tree_ == two.unpruned_tree_ and (one.predict(X) == two.predict(X)).all()
    estimator(verbose=1).fit(X, y)
    assert capfd.readouterr().err
    with pytest.raises(ValueError, match='n_jobs'): estimator(n_jobs=0).fit(X, y)


@pytest.mark.parametrize('estimator', [CARTClassifier, CARTRegressor])
@pytest.mark.parametrize('seed', range(6))
def test_folds_in_threads_find_the_same_price(estimator, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(80, 3)).round(1)
    X[rng.random(X.shape) < .1] = np.nan
    y = (np.nan_to_num(X[:, 0]) + rng.normal(size=80) > 0).astype(int)
    tables = [estimator(n_jobs=n, folds=7, rule='best').fit(X, y).alpha_table_ for n in (1, 2, 3)]
    pd.testing.assert_frame_equal(tables[0], tables[1], check_exact=True)
    pd.testing.assert_frame_equal(tables[0], tables[2], check_exact=True)


# -- schemas

@each
def test_the_schema_of_the_constructor_is_that_of_fit(estimator):
    X, y = shirts()
    kinds = {'year': 'discrete', 'size': SIZES}
    mine, passed = estimator(schema=kinds).fit(X, y), estimator().fit(X, y, schema=kinds)
    assert mine.unpruned_tree_ == passed.unpruned_tree_ and [a.kind for a in mine.schema_.attributes] == ['discrete'] * 2
    assert mine.schema_.attributes[0].values == tuple(SIZES) and mine.schema_.attributes[0].is_ordered
    assert clone(mine).schema == kinds and (clone(mine).fit(X, y).predict(X) == mine.predict(X)).all()
    over = mine.fit(X, y, schema={'year': 'continuous'}).schema_.attributes
    assert over[1].kind == 'continuous' and not over[0].is_ordered


@each
def test_ordered_categories_are_asked_by_their_order(estimator):
    X, y = shirts()
    X['size'] = pd.Categorical(X['size'], SIZES, ordered=True)
    tree = estimator().fit(X, y)
    assert tree.candidate_table().loc['size', 'kind'] == 'ordered'
    root = tree.unpruned_tree_.root
    assert (root.attribute, root.kind) == ('size', 'subset') and 'small,medium' in str(tree.unpruned_tree_)
    as_words = estimator(schema={'size': 'discrete'}).fit(X, y)
    assert as_words.candidate_table().loc['size', 'kind'] == 'discrete'
    plain = X.assign(size=X['size'].cat.as_unordered())
    assert estimator(schema={'size': 'ordered'}).fit(plain, y).unpruned_tree_ == tree.unpruned_tree_
    assert estimator(schema={0: 'ordered'}).fit(plain, y).unpruned_tree_ == tree.unpruned_tree_
    for node in np.flatnonzero(tree.unpruned_tree_.n_children):
        table = tree.candidate_table(int(node))
        assert table.index[table.chosen].tolist() == [tree.unpruned_tree_.node(int(node)).attribute]


@each_classifier
def test_ensembles_and_searches_carry_a_schema(estimator):
    X, y = shirts()
    kinds = {0: SIZES, 1: 'discrete'}
    bag = BaggingClassifier(estimator(schema=kinds), 3, random_state=0).fit(X, y)  # trees get an array without names
    assert all(t.schema_.attributes[1].kind == 'discrete' and t.schema_.attributes[0].is_ordered for t in bag.estimators_)
    vote = VotingClassifier([('a', estimator(schema=kinds))]).fit(X, y)
    search = GridSearchCV(estimator(), {'schema': [None, kinds]}, cv=2).fit(X, y)
    piped = make_pipeline(estimator(schema=kinds)).fit(X, y)
    assert min(m.score(X, y) for m in (bag, vote, search, piped)) > .8


def test_a_schema_that_cannot_be_is_refused_with_the_way_out():
    X, y = shirts()
    for schema, message in (({'size': 'ordered'}, 'order of the values of \'size\' is not known'), ({5: 'discrete'}, 'no column number 5'),
                            ({'size': 'sorted'}, 'kind must be one of'), ({'color': 'discrete'}, 'not a column of X'),
                            ({'size': ['small', 'small']}, 'listed twice')):
        with pytest.raises(ValueError, match=message): C45Classifier(schema=schema).fit(X, y)


def test_a_value_that_the_order_does_not_name_is_unknown():
    X, y = shirts()
    with pytest.warns(UserWarning, match='huge'): clf = C45Classifier(schema={'size': SIZES[:3]}).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        np.testing.assert_allclose(clf.predict_proba(X.assign(size='huge')), clf.predict_proba(X.assign(size=None)))
