"""Parameters: declared once, few, told in full; words and records that say the same; schemas that
copies carry; threads that change nothing."""
import inspect
import json
import pickle
import re
import warnings
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.ensemble import BaggingClassifier, VotingClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from support.family import FAMILY, SEARCHING, made

from c45lit import (
    C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier, CARTClassifier,
    CARTForestRegressor, CARTRegressor, Column, CostComplexity, ErrorBased, ID3Classifier, LeafLimit,
    PrePruning, ReducedError, Release8Classifier, Thresholds, from_json, infer_schema,
    load_dataset, progress, to_json)
from c45lit.data import encode
from c45lit.data.training_cases import cases_to_predict
from c45lit.estimators.parameters import THRESHOLDS
from c45lit.pruning import prune_to_size
from c45lit.pruning.ways import PRUNINGS, Way
from c45lit.specification.declaration import declared
from c45lit.specification.declaring import THEIRS, ParameterGroup, parameter, record
from c45lit.exports.formulas import formula

# the most parameters that each may have
COUNTS = {C45Classifier: 16, C45RulesClassifier: 8, CARTClassifier: 13, ID3Classifier: 13,
          CARTRegressor: 10, C45ForestClassifier: 18, CARTForestRegressor: 16, C50Classifier: 12,
          Release8Classifier: 9}
ALL = [*FAMILY, CARTRegressor]
every = pytest.mark.parametrize('estimator', COUNTS, ids=lambda e: e.__name__)
RECORDS = [Thresholds, *PRUNINGS.values(), LeafLimit]
each = pytest.mark.parametrize('estimator', ALL, ids=lambda e: e.__name__)
each_searching = pytest.mark.parametrize('estimator', [*SEARCHING, CARTRegressor],
                                         ids=lambda e: e.__name__)
each_classifier = pytest.mark.parametrize('estimator', FAMILY, ids=lambda e: e.__name__)
SIZES = ['small', 'medium', 'large', 'huge']


def shirts(n=120, seed=0):
    "Sizes and years that say the class, as words and numbers."
    rng = np.random.default_rng(seed)
    size, year = rng.integers(0, 4, n), rng.integers(2000, 2004, n)
    y = (size >= 2).astype(int) ^ (rng.random(n) < .1)
    return pd.DataFrame({'size': np.array(SIZES)[size], 'year': year}), y


# -- one set of parameters

@pytest.mark.parametrize('kind', [*COUNTS, *RECORDS], ids=lambda e: e.__name__)
def test_every_parameter_is_described_by_the_class_itself(kind):
    "In its own words, with what it may be and its default, as it is declared."
    told = inspect.getdoc(kind)
    told = told[told.index('Parameters\n'):].partition('Attributes\n')[0].partition('References\n')[0]
    names = [*inspect.signature(kind).parameters]
    assert names == [*declared(kind)] and {*names} == {*kind().get_params(deep=False)}
    for name, about in declared(kind).items():
        entry = re.search(rf'^{name} : (.+), default (.+)\n((?:    .+\n?)+)', told, re.M)
        assert entry and entry[1] == about.range and len(entry[3].split()) >= 3, name
        assert entry[2] == repr(getattr(kind(), name)) and about.takes(getattr(kind(), name)), name
    assert len(re.findall(r'^\w.* : ', told, re.M)) == len(names)
    assert 'As in' not in told and 'ikewise' not in told


@every
def test_parameters_are_few(estimator):
    assert len(inspect.signature(estimator).parameters) <= COUNTS[estimator]


@every
def test_all_parameters_but_the_first_are_passed_by_name(estimator):
    first, *others = inspect.signature(estimator).parameters.values()
    assert first.kind is first.POSITIONAL_OR_KEYWORD and {p.kind for p in others} == {
        first.KEYWORD_ONLY}


def test_parameters_stand_in_one_order():
    orders = [list(inspect.signature(e).parameters)[1:] for e in COUNTS]
    for one in orders:
        for other in orders:
            assert [p for p in one if p in other] == [p for p in other if p in one]


@every
def test_what_a_class_shows_is_a_parameter_or_a_method(estimator):
    "No list, no flag and no setting besides: what may be said is said by parameters."
    for name in dir(estimator):
        kind = inspect.getattr_static(estimator, name)
        is_method = callable(kind) or isinstance(kind, (property, classmethod, staticmethod))
        assert (name.startswith('_') or name in declared(estimator) or is_method
                or hasattr(kind, '__get__')), name


@every
def test_an_attribute_that_is_no_parameter_is_refused_by_fit(estimator):
    X, y = shirts(40)
    clf = estimator()
    clf.min_spilt = 5
    with pytest.raises(ValueError) as refused: clf.fit(X, y)
    assert str(refused.value).startswith(f"{estimator.__name__}: no parameter 'min_spilt'; ")
    way = str(refused.value).partition('there are ')[2]
    assert {*way.split(', ')} == {*declared(estimator)}
    assert not hasattr(clf, 'schema_')
    with pytest.raises(TypeError, match='min_spilt'): estimator(min_spilt=5)
    with pytest.raises(ValueError, match='min_spilt'): estimator().set_params(min_spilt=5)


@pytest.mark.parametrize('estimator', [*SEARCHING, CARTRegressor], ids=lambda e: e.__name__)
def test_every_estimator_takes_threads_chance_and_a_schema(estimator):
    names = set(inspect.signature(estimator).parameters)
    if estimator is C45RulesClassifier: names |= {f.removeprefix('tree__') for f in estimator(
        C45Classifier()).get_params()}
    assert {'n_jobs', 'schema', 'random_state', 'unknown', 'pruning'} <= names
    assert ('costs' in declared(estimator)) == (
        estimator not in (C45RulesClassifier, CARTRegressor))


# -- words and records

def cases_for(estimator):
    "Penguins, or their weight for who predicts numbers."
    X, y = load_dataset('penguins')
    if 'Regressor' not in estimator.__name__: return X, y
    return X.drop(columns='body_mass_g').assign(species=y), X.body_mass_g.fillna(4000)


def words_of(name, words):
    "(estimator, word) for every estimator and every word of a parameter."
    return [(e, word) for e in COUNTS if e is not Release8Classifier and name in declared(e)
            for word in words if declared(e)[name].takes(word)]


def may_prune(estimator, way): return 'Regressor' not in estimator.__name__ or way.numbers


@pytest.mark.parametrize('estimator, word', words_of('pruning', PRUNINGS))
def test_a_word_prunes_as_its_record(estimator, word):
    X, y = cases_for(estimator)
    if not may_prune(estimator, PRUNINGS[word]): return
    said, meant = (estimator(pruning=p).fit(X, y) for p in (word, PRUNINGS[word]()))
    assert said.tree_ == meant.tree_ and said.unpruned_tree_ == meant.unpruned_tree_
    assert said.pruning_trace().equals(meant.pruning_trace())
    several = estimator(pruning=[None, word]).fit(X, y)
    assert several.tree_ == said.tree_ and several.pruning_trace().equals(said.pruning_trace())


@pytest.mark.parametrize('estimator, word', words_of('thresholds', THRESHOLDS))
def test_a_word_chooses_thresholds_as_its_record(estimator, word):
    X, y = cases_for(estimator)
    said, meant = (estimator(thresholds=t).fit(X, y) for t in (word, THRESHOLDS[word]))
    assert said.unpruned_tree_ == meant.unpruned_tree_ and said.tree_ == meant.tree_


def test_the_words_of_thresholds_are_not_alike():
    X, y = cases_for(C45Classifier)
    trees = [C45Classifier(thresholds=t).fit(X, y).unpruned_tree_ for t in (
        'release8', 'textbook', Thresholds('midpoint'), Thresholds(mdl_penalty=False))]
    assert all(a != b for i, a in enumerate(trees) for b in trees[:i])


def test_the_confidence_beside_a_word_is_that_of_its_record():
    X, y = cases_for(C45Classifier)
    for cf in 0.001, 0.25, 1:
        said, meant = C45Classifier(cf=cf).fit(X, y), C45Classifier(pruning=ErrorBased(cf)).fit(X, y)
        after = C45Classifier(pruning=[LeafLimit(5), 'error_based'], cf=cf).fit(X, y)
        assert said.tree_ == meant.tree_ and after.get_n_leaves() <= 5
        assert after.tree_ == C45Classifier(pruning=[LeafLimit(5), ErrorBased(cf)]).fit(X, y).tree_
    assert C45Classifier(cf=0.001).fit(X, y).tree_ != said.tree_


@pytest.mark.parametrize('pruning', [None, ErrorBased(), ErrorBased(0.1), 'pessimistic',
                                     'reduced_error', [LeafLimit(3)], [ErrorBased(0.1)]], ids=str)
def test_a_confidence_that_nobody_reads_is_refused_with_the_way_out(pruning):
    with pytest.raises(ValueError, match=r"C45Classifier: cf=0.1 is read with pruning='error_based'"
                                         r" alone, got pruning=.*; write ErrorBased\(cf=0.1\)"):
        C45Classifier(pruning=pruning, cf=0.1).fit(*shirts())


def test_raising_is_told_to_the_record():
    X, y = load_dataset('penguins')
    raised, kept = (C45Classifier(pruning=ErrorBased(raising=r)).fit(X, y) for r in (True, False))
    assert 'raised' not in {*kept.pruning_trace().decision}
    assert raised.tree_ == C45Classifier().fit(X, y).tree_


def test_two_ways_that_hold_cases_back_are_refused():
    with pytest.raises(ValueError, match='holds validation cases back more than once'):
        C45Classifier(pruning=['pre', ReducedError(0.5)]).fit(*shirts())


@record
class Stump(Way):
    "Somebody's own way to prune: no more than one test."
    tests: int = parameter(default=1, low=0, high=1, whole=True, kw_only=False,
                           says='Number of tests.')
    cases = False

    def prune(self, tree, task): return prune_to_size(tree, 1 + self.tests, task.impurity)


def test_a_way_of_ones_own_goes_wherever_a_word_goes():
    X, y = load_dataset('golf')
    for how in Stump(), [Stump()], [Stump(), 'error_based'], [None, 'pessimistic', Stump()]:
        assert C45Classifier(pruning=how).fit(X, y).tree_.depth <= 1
    assert C45Classifier(pruning=Stump(0)).fit(X, y).get_n_leaves() == 1
    with pytest.raises(ValueError, match='C45Classifier: Stump: tests must be a whole number from'):
        C45Classifier(pruning=Stump(2)).fit(X, y)
    with pytest.raises(ValueError, match='CARTRegressor: pruning=Stump.. counts cases'):
        CARTRegressor(pruning=Stump()).fit(X[['humidity']], X.temperature)


# -- records in searches, copies and words

NESTED = [  # an estimator, a grid, one of its names, and where that is found
    (C45Classifier(), {'pruning__cf': [0.01, 0.5]}, 'pruning__cf', lambda e: e.pruning.cf),
    (C45Classifier(pruning=ErrorBased(0.3)), {'pruning__raising': [True, False]},
     'pruning__raising', lambda e: e.pruning.raising),
    (C45Classifier(), {'thresholds__at': ['data', 'midpoint']}, 'thresholds__at',
     lambda e: e.thresholds.at),
    (C45Classifier(thresholds='textbook'), {'thresholds__mdl_penalty': [True, False]},
     'thresholds__mdl_penalty', lambda e: e.thresholds.mdl_penalty),
    (CARTClassifier(), {'pruning__rule': ['best', 'one_se'], 'pruning__folds': [3]},
     'pruning__rule', lambda e: e.pruning.rule),
    (ID3Classifier(pruning='reduced_error'), {'pruning__ties': ['leaf', 'keep']},
     'pruning__ties', lambda e: e.pruning.ties),
    (C45Classifier(), {'pruning': ['reduced_error', 'pre'], 'pruning__validation': [0.2, 0.4]},
     'pruning__validation', lambda e: e.pruning.validation),
    (C45RulesClassifier(C45Classifier()), {'tree__min_cases': [2, 8]}, 'tree__min_cases',
     lambda e: e.tree.min_cases),
    (C45RulesClassifier(C45Classifier()), {'tree__thresholds__at': ['data', 'midpoint']},
     'tree__thresholds__at', lambda e: e.tree.thresholds.at)]


@pytest.mark.parametrize('estimator, grid, key, said', NESTED, ids=[n[2] for n in NESTED])
def test_a_search_names_the_parameters_of_a_record(estimator, grid, key, said):
    "Also where a word stands for the record; the estimator and what words stand for stay."
    X, y = load_dataset('penguins')
    before, words = repr(estimator), repr((THRESHOLDS, [kind() for kind in PRUNINGS.values()]))
    search = GridSearchCV(estimator, grid, cv=2).fit(X, y)
    assert np.isfinite(search.cv_results_['mean_test_score']).all()
    for how in search.cv_results_['params']:
        one = clone(estimator).set_params(**how)
        assert one.get_params()[key] == how[key] and repr(one.fit(X, y)) == repr(one)
    assert said(search.best_estimator_) == search.best_params_[key]
    assert repr(estimator) == before and words == repr(
        (THRESHOLDS, [kind() for kind in PRUNINGS.values()]))


def test_a_nested_name_that_is_none_is_refused():
    for wrong in dict(pruning__folds=3), dict(thresholds__cf=1), dict(pruning__a__b=1):
        with pytest.raises(ValueError): C45Classifier().set_params(**wrong)
    with pytest.raises(ValueError, match='ErrorBased: no parameter .folds.; there are cf, raising'):
        ErrorBased().set_params(folds=3)


SAID = [C45Classifier('gini', thresholds=Thresholds('midpoint', least_side=False),
                      pruning=[LeafLimit(4), ErrorBased(0.1, raising=False)]),
        C45Classifier(pruning=CostComplexity(0.01)), ID3Classifier(pruning=PrePruning(0.4)),
        CARTClassifier(pruning=CostComplexity(folds=4, rule='best')), Release8Classifier(cf=0.1),
        C45RulesClassifier(C45Classifier('gain', pruning=LeafLimit(5)), cf=0.1),
        C45RulesClassifier(Release8Classifier(min_cases=3), trials=2)]


@pytest.mark.parametrize('estimator', SAID, ids=str)
def test_copies_say_the_same_and_have_records_of_their_own(estimator):
    X, y = load_dataset('penguins')
    for copy in clone(estimator), pickle.loads(pickle.dumps(estimator)), eval(repr(estimator)):
        assert repr(copy) == repr(estimator)
        assert repr(copy.get_params()) == repr(estimator.get_params())
        assert str(told(copy, X, y)) == str(told(estimator, X, y))
    shared = [v for v in estimator.get_params(deep=False).values() if isinstance(v, ParameterGroup)]
    assert not any(v is w for v in shared for w in clone(estimator).get_params().values())
    fitted = pickle.loads(pickle.dumps(clone(estimator).fit(X, y)))
    assert repr(fitted.get_params()) == repr(estimator.get_params())


def told(estimator, X, y):
    "What is learned."
    learned = clone(estimator).fit(X, y)
    return getattr(learned, 'rules_', None) or learned.tree_


@pytest.mark.parametrize('kind', RECORDS, ids=lambda e: e.__name__)
def test_a_record_is_written_as_it_is_said(kind):
    assert repr(kind()) == f'{kind.__name__}()'
    for name, about in declared(kind).items():
        for value in about.choices:
            made = kind(**{name: value})
            assert eval(repr(made)).get_params() == made.get_params() == kind().set_params(
                **{name: value}).get_params()


# -- leaves and prices

@pytest.mark.parametrize('estimator', [C45Classifier, ID3Classifier, CARTClassifier, CARTRegressor])
def test_no_more_leaves_than_wished_and_the_best_of_them(estimator):
    X, y = cases_for(estimator)
    free = estimator(pruning=None).fit(X, y)
    for most in (1, 2, 3, 5, 8, 10**6):
        bare = estimator(pruning=LeafLimit(most)).fit(X, y)
        assert bare.tree_ == prune_to_size(free.tree_, most, free._learning().impurity)
        assert bare.unpruned_tree_ == free.tree_ and bare.get_n_leaves() <= most
        then = estimator(pruning=[LeafLimit(most), 'cost_complexity']).fit(X, y)
        assert then.get_n_leaves() <= bare.get_n_leaves() and then.unpruned_tree_ == free.tree_
        assert clone(bare).pruning.leaves == most
        assert from_json(to_json(bare)).pruning.leaves == most
    for wrong in (0, 2.5, True, 'many'):
        with pytest.raises(ValueError, match=f'{estimator.__name__}: LeafLimit: leaves must be a '
                                             'whole number from 1'):
            estimator(pruning=LeafLimit(wrong)).fit(X, y)


def test_no_more_leaves_than_wished_in_the_tree_of_rules():
    X, y = load_dataset('penguins')
    for most in (1, 2, 4, 10**6):
        tree = C45Classifier(discrete='subset', pruning=LeafLimit(most))
        assert C45RulesClassifier(tree).fit(X, y).unpruned_tree_ == clone(tree).fit(X, y).tree_


@pytest.mark.parametrize('wrong, words', [
    (dict(costs={('Adelie', 'Gentoo'): 5}), 'costs has no effect on rules'),
    (dict(leaf_smoothing='laplace'), 'leaf_smoothing has no effect'),
    (dict(pruning='pessimistic'), r'pruning has no effect .* leave it None, or LeafLimit\(8\)'),
    (dict(cf=0.1), 'cf has no effect .*; the rules have a cf of their own'),
    (dict(n_jobs=2), 'n_jobs has no effect .*; the rules have a n_jobs of their own'),
    (dict(min_cases=-1), 'C45Classifier: min_cases must be')], ids=lambda w: str([*w])[2:-2])
def test_what_rules_do_not_ask_of_their_tree_is_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        C45RulesClassifier(C45Classifier(**wrong)).fit(*load_dataset('penguins'))


def test_rules_are_those_of_the_tree_that_is_said():
    X, y = load_dataset('penguins')
    for tree in (C45Classifier(min_cases=9, criterion='gini'), C45Classifier(schema={'year': 'ignore'}),
                 C45Classifier(class_weight='balanced', unknown='branch'), Release8Classifier()):
        rules = C45RulesClassifier(tree).fit(X, y)
        assert rules.unpruned_tree_ == clone(tree).fit(X, y).unpruned_tree_
        assert not hasattr(tree, 'tree_')  # it says how, and learns nothing itself
    assert C45RulesClassifier().fit(X, y).rules_ == C45RulesClassifier(C45Classifier()).fit(X, y).rules_


@pytest.mark.parametrize('estimator', [C45Classifier, ID3Classifier, CARTClassifier])
def test_a_price_is_given_or_found_by_the_parts_and_the_rule(estimator):
    X, y = load_dataset('penguins')
    given = estimator(pruning=CostComplexity(.02)).fit(X, y)
    assert given.alpha_ == .02 and given.alpha_table_ is None
    best, careful = (estimator(pruning=CostComplexity(folds=5, rule=rule)).fit(X, y)
                     for rule in ('best', 'one_se'))
    assert best.alpha_ <= careful.alpha_ and best.alpha_table_.chosen.sum() == 1
    with pytest.raises(ValueError, match='CostComplexity: folds must be a whole number'):
        estimator(pruning=CostComplexity(folds=1)).fit(X, y)


@pytest.mark.parametrize('estimator', [ID3Classifier, CARTClassifier, C45Classifier])
def test_costs_are_felt_by_every_tree(estimator):
    X, y = load_dataset('golf')
    dear = estimator(costs={('play', "don't play"): 50}, max_depth=1).fit(X, y)
    assert (dear.predict(X) != 'play').sum() > (estimator(max_depth=1).fit(X, y).predict(X)
                                                != 'play').sum()
    assert dear.tree_.weights[0] == pytest.approx(14)


# -- threads

@each_searching
def test_threads_change_nothing(estimator, capfd):
    X, y = load_dataset('penguins')
    if estimator is CARTRegressor: X, y = X.drop(columns='body_mass_g'), X.body_mass_g.fillna(4000)
    one, two = (estimator(n_jobs=n).fit(X, y) for n in (None, 2))
    assert one.unpruned_tree_ == two.unpruned_tree_ and (one.predict(X) == two.predict(X)).all()
    assert not capfd.readouterr().err
    with progress(): shown = estimator().fit(X, y)
    assert capfd.readouterr().err and shown.unpruned_tree_ == one.unpruned_tree_
    estimator().fit(X, y)
    assert not capfd.readouterr().err
    with pytest.raises(ValueError, match='n_jobs'): estimator(n_jobs=0).fit(X, y)


@pytest.mark.parametrize('estimator', [CARTClassifier, CARTRegressor])
@pytest.mark.parametrize('seed', range(6))
def test_folds_in_threads_find_the_same_price(estimator, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(80, 3)).round(1)
    X[rng.random(X.shape) < .1] = np.nan
    y = (np.nan_to_num(X[:, 0]) + rng.normal(size=80) > 0).astype(int)
    how = CostComplexity(folds=7, rule='best')
    tables = [estimator(n_jobs=n, pruning=how).fit(X, y).alpha_table_ for n in (1, 2, 3)]
    pd.testing.assert_frame_equal(tables[0], tables[1], check_exact=True)
    pd.testing.assert_frame_equal(tables[0], tables[2], check_exact=True)


# -- schemas

def schema_of(estimator):
    "The name of the parameter; rules read columns as their tree does."
    return 'tree__schema' if estimator is C45RulesClassifier else 'schema'


@each
def test_the_schema_of_the_constructor_is_that_of_fit(estimator):
    X, y = shirts()
    kinds = {'year': 'discrete', 'size': SIZES}
    mine, passed = made(estimator, schema=kinds).fit(X, y), estimator().fit(X, y, schema=kinds)
    assert (mine.unpruned_tree_ == passed.unpruned_tree_
            and [a.kind for a in mine.schema_.attributes] == ['discrete'] * 2)
    assert mine.schema_.attributes[0].values == tuple(
        SIZES) and mine.schema_.attributes[0].is_ordered
    assert clone(mine).get_params()[schema_of(estimator)] == kinds and (clone(mine).fit(X, y).predict(X)
                                            == mine.predict(X)).all()
    over = mine.fit(X, y, schema={'year': 'continuous'}).schema_.attributes
    assert over[1].kind == 'continuous' and not over[0].is_ordered


@each_searching
def test_ordered_categories_are_asked_by_their_order(estimator):
    X, y = shirts()
    X['size'] = pd.Categorical(X['size'], SIZES, ordered=True)
    tree = estimator().fit(X, y)
    assert tree.candidate_table().loc['size', 'kind'] == 'ordered'
    root = tree.unpruned_tree_.root
    assert (root.attribute,
            root.kind) == ('size', 'subset') and 'small,medium' in str(tree.unpruned_tree_)
    as_words = made(estimator, schema={'size': 'discrete'}).fit(X, y)
    assert as_words.candidate_table().loc['size', 'kind'] == 'discrete'
    plain = X.assign(size=X['size'].cat.as_unordered())
    assert made(estimator, schema={'size': 'ordered'}).fit(plain, y).unpruned_tree_ == tree.unpruned_tree_
    assert made(estimator, schema={0: 'ordered'}).fit(plain, y).unpruned_tree_ == tree.unpruned_tree_
    for node in np.flatnonzero(tree.unpruned_tree_.n_children):
        table = tree.candidate_table(int(node))
        assert table.index[table.chosen].tolist() == [tree.unpruned_tree_.node(int(node)).attribute]


@each_classifier
def test_ensembles_and_searches_carry_a_schema(estimator):
    X, y = shirts()
    kinds = {0: SIZES, 1: 'discrete'}
    bag = BaggingClassifier(made(estimator, schema=kinds), 3,
                            random_state=0).fit(X, y)  # trees get an array without names
    assert all(t.schema_.attributes[1].kind == 'discrete' and t.schema_.attributes[0].is_ordered
               for t in bag.estimators_)
    vote = VotingClassifier([('a', made(estimator, schema=kinds))]).fit(X, y)
    search = GridSearchCV(made(estimator, schema=None),
                          {schema_of(estimator): [None, kinds]}, cv=2).fit(X, y)
    piped = make_pipeline(made(estimator, schema=kinds)).fit(X, y)
    assert min(m.score(X, y) for m in (bag, vote, search, piped)) > .8


def test_a_schema_that_cannot_be_is_refused_with_the_way_out():
    X, y = shirts()
    for schema, message in (({'size': 'ordered'}, 'order of the values of \'size\' is not known'),
                            ({5: 'discrete'}, "'5' is not a column of X"),
                            ({'size': 'sorted'}, 'kind must be one of'),
                            ({'color': 'discrete'}, 'not a column of X'),
                            ({'size': ['small', 'small']}, 'listed twice')):
        with pytest.raises(ValueError, match=message): C45Classifier(schema=schema).fit(X, y)


def test_a_value_that_the_order_does_not_name_is_unknown():
    X, y = shirts()
    with pytest.warns(UserWarning, match='huge'):
        clf = C45Classifier(schema={'size': SIZES[:3]}).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        np.testing.assert_allclose(clf.predict_proba(X.assign(size='huge')),
                                   clf.predict_proba(X.assign(size=None)))


# -- what an estimator says of its tree

@pytest.mark.parametrize('estimator', ALL, ids=lambda e: e.__name__)
def test_depth_and_leaves_are_those_of_the_trees(estimator):
    X, y = shirts()
    clf = estimator().fit(X, y)
    trees = getattr(clf, 'trees_', None) or [clf.tree_]
    assert clf.get_depth() == max(t.depth for t in trees) and clf.get_n_leaves() == sum(
        t.n_leaves for t in trees)
    with pytest.raises(ValueError, match='not fitted'): estimator().get_depth()


@pytest.mark.parametrize('estimator', [C45Classifier, ID3Classifier, CARTClassifier, CARTRegressor])
def test_the_path_of_a_case_ends_in_the_leaves_that_explain_it(estimator):
    X, y = load_dataset('penguins')
    if estimator is CARTRegressor: X, y = X.drop(columns='body_mass_g'), X.body_mass_g.fillna(4000)
    clf = estimator(pruning=None, max_depth=4).fit(X, y)
    X = X.sample(40, random_state=0)
    X.iloc[::3, 0] = None
    passed, tree = clf.decision_path(X).toarray(), clf.tree_
    assert passed.shape == (40, len(tree)) and (passed[:, 0] > 1 - 1e-9).all()
    for node in np.flatnonzero(tree.n_children):
        np.testing.assert_allclose(passed[:, tree._span(node)].sum(axis=1), passed[:, node],
                                   atol=1e-9)
    told = clf.explain(X)
    np.testing.assert_allclose(passed[told['case'], told['leaf']], told['share'], atol=1e-9)
    assert (passed[np.arange(40), clf.apply(X)] > 0).all()


@pytest.mark.parametrize('how', [{}, dict(costs={('Adelie', 'Gentoo'): 5}), dict(rules=True)],
                         ids=str)
def test_every_stage_is_the_vote_of_the_trials_so_far(how):
    X, y = load_dataset('penguins')
    clf = C50Classifier(trials=6, **how).fit(X, y)
    record, table = clf._record_of(X)
    stages, said = list(clf.staged_predict_proba(X)), list(clf.staged_predict(X))
    assert len(stages) == len(said) == len(clf.trees_) > 2
    votes = np.zeros((len(X), 3))
    for t, shares in enumerate(stages):
        classes, confidence = clf.c50_.one(t, record.x)
        votes[np.arange(len(X)), classes] += confidence
        if t: np.testing.assert_allclose(shares, votes / votes.sum(axis=1, keepdims=True),
                                         atol=1e-5)
        else: assert (said[0] == clf.classes_[classes]).all()
    assert (stages[-1] == clf.predict_proba(X)).all() and (said[-1] == clf.predict(X)).all()


def test_a_tree_shows_itself_in_a_notebook_and_its_words_are_no_markup():
    X, y = load_dataset('golf')
    tree = C45Classifier().fit(X.rename(columns={'outlook': '<b>sky'}), y).tree_
    assert '&lt;b&gt;sky = overcast' in tree._repr_html_() and '<b>' not in tree._repr_html_()


# -- shares that are less sure

@pytest.mark.parametrize('estimator', [C45Classifier, CARTClassifier])
@pytest.mark.parametrize('how', ['laplace', 3])
def test_smoothed_shares_are_those_of_the_leaf_and_more_cases(estimator, how):
    X, y = shirts()
    raw, calm = estimator().fit(X, y), estimator(leaf_smoothing=how).fit(X, y)
    tree, leaf = raw.tree_, raw.apply(X)
    more = np.ones(2) if how == 'laplace' else 3 * tree.dist[0] / tree.dist[0].sum()
    want = (tree.dist[leaf] + more) / (tree.dist[leaf] + more).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(calm.predict_proba(X), want, atol=1e-12)
    assert calm.tree_ == tree and (calm.predict(X) == raw.predict(X)).all()


# -- columns that name the cases

@each
def test_a_column_of_names_is_said_once_with_its_counts(estimator):
    X, y = shirts()
    named = X.assign(name=[f'shirt {i}' for i in range(len(X))],
                     maker=[f'maker {i // 2}' for i in range(len(X))])
    with pytest.warns(UserWarning,
                      match=r"'name' \(120 values in 120 cases\), 'maker' \(60 values in 120 "
                            r"cases\)") as seen:
        estimator().fit(named, y)
    assert sum('too many values' in str(w.message) for w in seen) == 1
    for fine in (made(estimator, schema={'name': 'ignore', 'maker': 'discrete'}).fit,
                 lambda X, y: estimator().fit(X.drop(columns=['name', 'maker']), y)):
        with warnings.catch_warnings():
            warnings.simplefilter('error')
            fine(named, y)


# -- a few cases, the short way

@pytest.mark.parametrize('seed', range(10))
def test_the_short_way_reads_what_the_long_way_reads(seed):
    rng = np.random.default_rng(seed)
    n, a = rng.integers(1, 50), rng.integers(1, 6)
    X = np.where(rng.random((n, a)) < .2, np.nan, rng.normal(size=(n, a)))
    if seed % 2: X = np.asfortranarray(X)
    schema = infer_schema(np.ones((1, a)))
    for Z in (X, pd.DataFrame(X, columns=schema.names)):
        short, long = cases_to_predict(Z, schema), encode(X.astype(object), schema)
        assert short.schema is schema and (short.weights
                                           == long.weights).all() and (
                                               short.classes == long.classes).all()
        np.testing.assert_array_equal(short.columns, long.columns)
        with pytest.raises(ValueError): short.columns[0][0] = 5
    X[0, 0] = np.inf
    with pytest.raises(ValueError, match="column 'x0': Input contains infinity"):
        cases_to_predict(X, schema)
    with pytest.raises(ValueError, match='columns'):
        cases_to_predict(X[:, :0] if a == 1 else X[:, 1:], schema)


# -- on paper and in other programs

@each_classifier
def test_a_stored_model_keeps_its_schema_and_says_the_same(estimator):
    X, y = shirts()
    kinds = infer_schema(X, y, {'size': SIZES, 'year': 'discrete'})
    for schema in ({'size': SIZES}, {0: SIZES, 1: 'discrete'}, kinds):
        clf = made(estimator, schema=schema).fit(X, y)
        back = from_json(to_json(clf))
        np.testing.assert_array_equal(back.predict_proba(X), clf.predict_proba(X))
        assert estimator(**back.get_params(deep=False)).fit(X, y).unpruned_tree_ == clf.unpruned_tree_


@pytest.mark.parametrize('classes',
                         [('1', '01'), ('', '2'), (1.0, 2.0), (False, True), (1, 2),
                          ('\ud800', 'b')])
def test_class_weights_are_those_of_the_classes_themselves(classes):
    X, y = load_dataset('golf')
    names = dict(zip(sorted(set(y)), classes))
    a = C45Classifier(class_weight={c: 2.0 + i for i, c in enumerate(names)}).fit(X, y)
    b = C45Classifier(class_weight={c: 2.0 + i
                                    for i, c in enumerate(names.values())}).fit(
                                        X, [names[c] for c in y])
    assert sorted(a.tree_.weights.tolist()) == sorted(
        b.tree_.weights.tolist()) and a.tree_.weights[0] > len(y) * 2
    with pytest.raises(ValueError, match='class_weight: expected classes of y'):
        C45Classifier(class_weight={'c': 1}).fit(X, y)


def test_smoothed_shares_of_a_leaf_where_no_case_came_sum_to_one():
    X = pd.DataFrame({'a': pd.Categorical(list('xy') * 10, categories=list('xyz'))})
    model = C45Classifier(leaf_smoothing='laplace', pruning=None).fit(X, list('pq') * 10)
    shares = model.predict_proba(pd.DataFrame({'a': ['x', 'z', None]}))
    assert (model.tree_.weights < 1).any() and np.allclose(shares.sum(axis=1), 1, atol=1e-6)


@pytest.mark.parametrize('other, words', [
    (dict(criterion='gini'), "criterion must be 'gain_ratio' or 'gain', got 'gini'"),
    (dict(discrete='subset'), "discrete must be 'multiway' or 'grouped', got 'subset'"),
    (dict(discrete='one_vs_rest'), "discrete must be 'multiway' or 'grouped'"),
    (dict(pruning='pessimistic'), "pruning must be 'error_based' or None"),
    (dict(pruning=ErrorBased()), "pruning must be 'error_based' or None"),
    (dict(schema={'humidity': Column(monotonic=1)}), 'schema: monotonic is not known to Release 8')],
    ids=str)
def test_release_8_is_not_asked_for_what_it_does_not_have(other, words):
    with pytest.raises(ValueError, match=f'^Release8Classifier: {words}'):
        Release8Classifier(**other).fit(*load_dataset('golf'))


@pytest.mark.parametrize('costs', [None, [[0, 3], [1, 0]]])
@pytest.mark.parametrize('estimator', [C45Classifier, CARTClassifier])
def test_smoothed_shares_are_in_the_formula_and_decide_no_class_without_costs(estimator, costs):
    X = shirts()[0]
    clf = estimator(leaf_smoothing=5.0, costs=costs).fit(*shirts())
    f = formula(clf)
    rows = X.to_dict('records')
    assert [f.predict_proba(row) for row in rows] == clf.predict_proba(X).tolist()
    assert [f.predict(row) for row in rows] == clf.predict(X).tolist()
    assert f.smoothed == (costs is None)
    back = from_json(to_json(clf))
    np.testing.assert_array_equal(back.predict_proba(shirts()[0]), clf.predict_proba(shirts()[0]))
    assert (back.predict(shirts()[0]) == clf.predict(shirts()[0])).all()


@every
def test_a_model_keeps_the_options_by_which_it_was_grown(estimator):
    X, y = shirts()
    model = estimator().fit(X, y)
    if estimator is C50Classifier:
        assert not hasattr(model, 'options_')  # its options are its own
        return
    grown = replace(model.options_, drawn=0) if hasattr(model, 'trees_') else model.options_
    assert grown == model._options()
    told = getattr(model, 'feature_importances_', None)
    tables = [model.candidate_table()] if hasattr(model, 'tree_') else []
    model.set_params(**{'tree__min_cases' if estimator is C45RulesClassifier else 'min_cases': 50})
    if estimator is C45Classifier: model.set_params(criterion='gini', max_depth=0)
    assert told is None or (model.feature_importances_ == told).all()
    for table in tables: assert model.candidate_table().equals(table)
    again = from_json(to_json(model))
    assert again.options_ == model.options_ != again._options()


def test_a_file_without_options_was_grown_by_its_parameters():
    model = CARTClassifier(min_cases=3).fit(*shirts())
    kept = json.loads(to_json(model))
    assert kept['learned']['options']['criterion'] == 'gini'
    for wrong in ([], {'nobody': 1}, {'min_cases': -1}, {'criterion': 'nobody'}):
        kept['learned']['options'] = wrong
        with pytest.raises(ValueError, match='from_json: '): from_json(json.dumps(kept))
    del kept['learned']['options']
    assert from_json(json.dumps(kept)).options_ == model.options_


def test_validation_cases_take_the_dates_that_fit_is_told():
    X, y = shirts()
    X['day'] = pd.date_range('2020-01-01', periods=len(X), freq='17D')
    way = ReducedError((X[::2], y[::2]))
    told = C45Classifier(pruning=way).fit(X, y, schema='dates')
    assert told.tree_ == C45Classifier(pruning=way, schema='dates').fit(X, y).tree_
    assert clone(told).set_params(pruning=None).fit(X, y, schema='dates').tree_ == told.unpruned_tree_
    assert pickle.loads(pickle.dumps(told)).pruning_trace(X, y).equals(told.pruning_trace())


@each
def test_a_record_with_an_attribute_of_its_own_is_refused(estimator):
    way = LeafLimit(4)
    way.leafs = 3
    if 'pruning' not in estimator().get_params(): return
    with pytest.raises(ValueError, match=f"{estimator.__name__}: LeafLimit: no parameter 'leafs'"):
        estimator(pruning=way).fit(*shirts())


# -- words of other libraries

@every
def test_a_word_of_scikit_learn_is_told_ours(estimator):
    "By the constructor, `set_params` and a search, from one table."
    for theirs in ('min_samples_leaf', 'min_samples_split', 'ccp_alpha', 'splitter', 'max_leaf_nodes'):
        if theirs in declared(estimator): continue
        ours = re.escape(f'here {theirs} is {THEIRS[theirs]}')
        with pytest.raises(TypeError, match=ours): estimator(**{theirs: 2})
        with pytest.raises(ValueError, match=ours): estimator().set_params(**{theirs: 2})
    with pytest.raises(TypeError, match='do you mean schema'):
        estimator(schemas=1) if 'schema' in declared(estimator) else C45Classifier(schemas=1)


def test_a_value_of_scikit_learn_is_told_ours():
    for change in C45Classifier, C45Classifier().set_params, C45ForestClassifier:
        with pytest.raises(ValueError, match="criterion='entropy' is criterion='gain'"):
            change(criterion='entropy')
    with pytest.raises(TypeError, match='regression tree has no other'):
        CARTRegressor(criterion='squared_error')
    with pytest.raises(ValueError, match='here minbucket is min_cases'):
        C45Classifier().set_params(minbucket=3)


def test_every_word_of_another_library_names_parameters_that_there_are():
    there = {name for kind in [*COUNTS, *RECORDS] for name in declared(kind)} | {'validation'}
    for theirs, ours in THEIRS.items():
        said = re.findall(r'\b([a-z_]+)=', ours) + re.findall(r'^([a-z_]+)(?:$|,)', ours)
        assert {*said} <= there | {'nothing', 'monotonic', 'raising'}, theirs
        assert theirs not in declared(C45Classifier) and theirs not in declared(CARTClassifier)


@every
def test_a_share_of_the_cases_is_no_least_weight(estimator):
    X, y = load_dataset('golf') if not estimator._predicts_numbers else (
        pd.DataFrame({'x': range(6)}), range(6))
    for name in {'min_cases', 'min_split'} & {*declared(estimator)}:
        with pytest.raises(ValueError, match=rf'{name} must be .*from 1 .*a share is 0\.1 \* len'):
            estimator(**{name: .1}).fit(X, y)


def test_the_page_for_those_who_come_from_elsewhere_has_every_word():
    page = (Path(__file__).parents[2] / 'docs' / 'coming_from.md').read_text(encoding='utf-8')
    for theirs in THEIRS: assert f'`{theirs}' in page or f"`{theirs.split('=')[-1]}`" in page, theirs


@pytest.mark.parametrize('kind, told', [
    (CARTClassifier, "discrete must be .*, got 'priced_subset'"),
    (CARTRegressor, "discrete must be .*, got 'priced_subset'"),
    (CARTForestRegressor, "discrete must be .*, got 'priced_subset'"),
    (C45ForestClassifier, "pays bits, and the criterion Gini has none; take discrete='subset'"),
    (partial(C45Classifier, 'gini'), 'pays bits, and the criterion Gini has none')])
def test_the_price_of_sets_is_refused_where_no_test_is_priced(kind, told):
    with pytest.raises(ValueError, match=told):
        kind(discrete='priced_subset').fit([['a'], ['b']], [0.0, 1.0])


def test_grouped_values_have_no_price():
    with pytest.raises(ValueError, match="'priced_subset', got 'priced_grouped'"):
        C45Classifier(discrete='priced_grouped').fit([['a'], ['b']], [0, 1])
