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
from sklearn.model_selection import GridSearchCV
from support.family import FAMILY, SEARCHING, made

import c45lit
from c45lit import (
    C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier, CARTClassifier,
    CARTForestRegressor, CARTRegressor, ErrorBased, ID3Classifier, LeafLimit,
    ReducedError, Release8Classifier, Thresholds, from_json, infer_schema,
    load_dataset, to_json)
from c45lit.data import encode
from c45lit.data.training_cases import cases_to_predict
from c45lit.estimators.parameters import THRESHOLDS
from c45lit.pruning.ways import PRUNINGS
from c45lit.specification.declaration import declared
from c45lit.specification.declaring import THEIRS, check_parameters

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


# -- words and records

def cases_for(estimator):
    "Penguins, or their weight for who predicts numbers."
    X, y = load_dataset('penguins')
    if 'Regressor' not in estimator.__name__: return X, y
    return X.drop(columns='body_mass_g').assign(species=y), X.body_mass_g.fillna(4000)


def test_the_confidence_beside_a_word_is_that_of_its_record():
    X, y = cases_for(C45Classifier)
    for cf in 0.001, 0.25, 1:
        said, meant = C45Classifier(cf=cf).fit(X, y), C45Classifier(pruning=ErrorBased(cf)).fit(X, y)
        after = C45Classifier(pruning=[LeafLimit(5), 'error_based'], cf=cf).fit(X, y)
        assert said.tree_ == meant.tree_ and after.get_n_leaves() <= 5
        assert after.tree_ == C45Classifier(pruning=[LeafLimit(5), ErrorBased(cf)]).fit(X, y).tree_
    assert C45Classifier(cf=0.001).fit(X, y).tree_ != said.tree_


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


@pytest.mark.parametrize('kind', RECORDS, ids=lambda e: e.__name__)
def test_a_record_is_written_as_it_is_said(kind):
    assert repr(kind()) == f'{kind.__name__}()'
    for name, about in declared(kind).items():
        for value in about.choices:
            made = kind(**{name: value})
            said = eval(repr(made), {kind.__name__: kind})
            assert said.get_params() == made.get_params() == kind().set_params(
                **{name: value}).get_params()


# -- leaves and prices


def test_rules_are_those_of_the_tree_that_is_said():
    X, y = load_dataset('penguins')
    for tree in (C45Classifier(min_cases=9, criterion='gini'), C45Classifier(schema={'year': 'ignore'}),
                 C45Classifier(class_weight='balanced', unknown='branch'), Release8Classifier()):
        rules = C45RulesClassifier(tree).fit(X, y)
        assert rules.unpruned_tree_ == clone(tree).fit(X, y).unpruned_tree_
        assert not hasattr(tree, 'tree_')  # it says how, and learns nothing itself
    assert C45RulesClassifier().fit(X, y).rules_ == C45RulesClassifier(C45Classifier()).fit(X, y).rules_



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
def test_a_column_of_names_is_said_once_with_its_counts_where_it_is_asked(estimator):
    X, y = shirts()
    named = X.assign(name=[f'shirt {i}' for i in range(len(X))],
                     maker=[f'maker {i // 2}' for i in range(len(X))])
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        model = estimator().fit(named, y)
    asked, told = {'name', 'maker'} & {*model._asked_columns()}, [str(w.message) for w in seen]
    is_idle = any(note.code == 'one leaf' for note in model.notes_)
    assert len(told) == bool(asked or is_idle) and all('\n' not in text for text in told)
    for name, n in {'name': 120, 'maker': 60}.items():
        assert is_idle or any(f'{name!r} ({n} values in 120 cases)' in text
                              for text in told) == (name in asked)
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
def test_a_word_of_another_library_is_told_ours(estimator):
    "By constructor, `set_params` and search: a parameter that there is, or who has it."
    there = {*declared(estimator), 'nothing', 'the'}
    for word in THEIRS:
        name, _, value = word.partition('=')
        if name in declared(estimator) and not value: continue
        for change in estimator, estimator().set_params:
            with pytest.raises(TypeError, match=re.escape(f'; here {word} is ')) as told:
                change(**{name: value.strip("'") or 2})
            ours = re.search(rf'{word} is (\w+)', str(told.value))[1]
            assert ours in there or re.search('of tree=|not have', str(told.value)), word
        assert isinstance(told.value, ValueError)  # as of scikit-learn
    with pytest.raises(ValueError, match='here min_samples_leaf is min_cases'):
        GridSearchCV(estimator(), dict(min_samples_leaf=[2])).fit(*load_dataset('golf'))
    with pytest.raises(TypeError, match='do you mean schema'):
        estimator(schemas=1) if 'schema' in declared(estimator) else C45Classifier(schemas=1)


def test_a_word_in_its_place_is_told_ours():
    with pytest.raises(ValueError, match="criterion='entropy' is criterion='gain'"):
        C45Classifier('entropy')
    with pytest.raises(TypeError, match='; it is a parameter of tree=C45Classifier'):
        C45RulesClassifier(min_cases=5)


def test_every_word_of_another_library_names_parameters_that_there_are():
    there = {name for kind in [*COUNTS, *RECORDS] for name in declared(kind)} | {'validation'}
    for theirs, ours in THEIRS.items():
        said = re.findall(r'\b([a-z_]+)=', ours) + re.findall(r'(?:^|[|] )([a-z_]+)', ours)
        assert {*said} <= there | {'nothing', 'the', 'monotonic', 'raising'}, theirs
        assert theirs not in declared(C45Classifier) and theirs not in declared(CARTClassifier)


@every
def test_a_share_of_the_cases_is_no_least_weight(estimator):
    X, y = load_dataset('golf') if not estimator._predicts_numbers else (
        pd.DataFrame({'x': range(6)}), range(6))
    for name in {'min_cases', 'min_split'} & {*declared(estimator)}:
        for share in .1, np.float64(.1):
            with pytest.raises(ValueError, match=rf'{name} must be .*from 1 .*a share is 0\.1 \* len'):
                estimator(**{name: share}).fit(X, y)
    with pytest.raises(TypeError, match=r'is min_cases.*a share is 0\.1 \* len'):
        estimator(min_samples_leaf=.1)
    with pytest.raises(TypeError, match='is epsilon.*the cases[;,]') as told:
        estimator(min_impurity_decrease=.1)
    assert 'a share is' not in str(told.value)


def test_the_page_for_those_who_come_from_elsewhere_has_every_word_and_each_is_so():
    "Words of theirs are refused, known or arrays; ours are names or values that a class takes."
    page = (Path(__file__).parents[2] / 'docs' / 'coming_from.md').read_text(encoding='utf-8')
    for theirs in THEIRS: assert f'`{theirs}' in page or f"`{theirs.split('=')[-1]}`" in page, theirs
    options = [(name, about) for kind in [*COUNTS, *RECORDS] for name, about in declared(kind).items()]
    ours, tree = {name for name, _ in options}, C45Classifier('gini', discrete='subset').fit(*shirts()).tree_
    made = {name: getattr(c45lit, name) for name in re.findall(r'\b[A-Z]\w+(?=\()', page) if name in dir(c45lit)}
    for there, here in re.findall(r'^\| (.*) \| (.*) \|$', page, re.M):
        for name in re.findall(r'`([a-zA-Z_]+)`', there):
            assert name in {*THEIRS, *ours} or name[0].isupper() or name[-1] == '_' or hasattr(tree, name), name
        for code in re.findall('`([^`]+)`', here):
            head, given = re.match(r"'?([a-zA-Z_]*)", code)[1], dict()
            if re.match(r'\w+=', code): given = eval(f'dict({code})', made | dict(alpha=1.0))
            takers = [kind for kind in COUNTS if {*given} <= {*declared(kind)}]
            assert head in {*ours, *dir(c45lit), 'fit', ''} or any(a.takes(head) for _, a in options), code
            check_parameters(takers[0](**given))


@pytest.mark.parametrize('kind', [C45ForestClassifier, partial(C45Classifier, 'gini')])
def test_the_price_of_sets_is_refused_where_gains_are_no_bits(kind):
    with pytest.raises(ValueError, match="pays bits, and the criterion Gini has none; take discrete"):
        kind(discrete='priced_subset').fit([['a'], ['b']], [0.0, 1.0])
