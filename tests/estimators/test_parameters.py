"""Parameters: the same words, in the same order, told in full; schemas that copies carry; threads
that change nothing."""
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
from support.family import FAMILY, SEARCHING

from c45lit import (
    C45Classifier, C45RulesClassifier, C50Classifier, CARTClassifier, CARTRegressor,
    ID3Classifier, from_json, infer_schema, load_dataset, to_json)
from c45lit.data import encode
from c45lit.pruning import prune_to_size
from c45lit.data.training_cases import cases_to_predict
from c45lit.text.formulas import formula

ALL = [*FAMILY, CARTRegressor]
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
    assert first.kind is first.POSITIONAL_OR_KEYWORD and {p.kind for p in others} == {
        first.KEYWORD_ONLY}


def test_parameters_stand_in_one_order():
    orders = [list(inspect.signature(e).parameters)[1:] for e in ALL]
    for one in orders:
        for other in orders:
            assert [p for p in one if p in other] == [p for p in other if p in one]


@each_searching
def test_every_estimator_takes_threads_messages_and_a_schema(estimator):
    names = set(inspect.signature(estimator).parameters)
    assert {'n_jobs', 'verbose', 'schema', 'random_state'} <= names
    assert ('costs' in names) == (estimator not in (C45RulesClassifier, CARTRegressor))
    assert {'alpha', 'folds', 'rule'} <= names or estimator is C45RulesClassifier


@pytest.mark.parametrize('estimator', [C45Classifier, ID3Classifier, CARTClassifier, CARTRegressor])
def test_no_more_leaves_than_wished_and_the_best_of_them(estimator):
    X, y = load_dataset('penguins')
    if estimator is CARTRegressor:
        X, y = X.drop(columns='body_mass_g').assign(species=y), X.body_mass_g.fillna(4000)
    free = estimator(pruning=None).fit(X, y)
    for most in (1, 2, 3, 5, 8, 10**6):
        bare, default = (estimator(max_leaf_nodes=most, **how).fit(X, y)
                         for how in (dict(pruning=None), {}))
        assert bare.tree_ == prune_to_size(free.tree_, most,
                                           free._impurity()) == default.unpruned_tree_
        assert default.get_n_leaves() <= bare.get_n_leaves() <= most
        assert clone(default).max_leaf_nodes == from_json(to_json(default)).max_leaf_nodes == most
    for wrong in (0, 2.0, True, 'many'):
        with pytest.raises(ValueError, match='max_leaf_nodes must be a whole number from 1'):
            estimator(max_leaf_nodes=wrong).fit(X, y)


def test_no_more_leaves_than_wished_in_the_tree_of_rules():
    X, y = load_dataset('penguins')
    for most in (1, 2, 4, 10**6):
        bare = C45Classifier(discrete='subset', pruning=None, max_leaf_nodes=most).fit(X, y)
        assert C45RulesClassifier(discrete='subset',
                                  max_leaf_nodes=most).fit(X, y).unpruned_tree_ == bare.tree_


@pytest.mark.parametrize('estimator', [C45Classifier, ID3Classifier, CARTClassifier])
def test_a_price_is_given_or_found_by_the_parts_and_the_rule(estimator):
    X, y = load_dataset('penguins')
    given = estimator(pruning='cost_complexity', alpha=.02).fit(X, y)
    assert given.alpha_ == .02 and given.alpha_table_ is None
    best, careful = (estimator(pruning='cost_complexity', folds=5, rule=rule).fit(X, y)
                     for rule in ('best', 'one_se'))
    assert best.alpha_ <= careful.alpha_ and best.alpha_table_.chosen.sum() == 1
    with pytest.raises(ValueError, match='folds must be a whole number'):
        estimator(folds=1).fit(X, y)


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
    assert (mine.unpruned_tree_ == passed.unpruned_tree_
            and [a.kind for a in mine.schema_.attributes] == ['discrete'] * 2)
    assert mine.schema_.attributes[0].values == tuple(
        SIZES) and mine.schema_.attributes[0].is_ordered
    assert clone(mine).schema == kinds and (clone(mine).fit(X, y).predict(X)
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
    bag = BaggingClassifier(estimator(schema=kinds), 3,
                            random_state=0).fit(X, y)  # trees get an array without names
    assert all(t.schema_.attributes[1].kind == 'discrete' and t.schema_.attributes[0].is_ordered
               for t in bag.estimators_)
    vote = VotingClassifier([('a', estimator(schema=kinds))]).fit(X, y)
    search = GridSearchCV(estimator(), {'schema': [None, kinds]}, cv=2).fit(X, y)
    piped = make_pipeline(estimator(schema=kinds)).fit(X, y)
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

@pytest.mark.parametrize('estimator', [C45Classifier, ID3Classifier, CARTClassifier])
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
    for fine in (estimator(schema={'name': 'ignore', 'maker': 'discrete'}).fit,
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
        clf = estimator(schema=schema).fit(X, y)
        back = from_json(to_json(clf))
        np.testing.assert_array_equal(back.predict_proba(X), clf.predict_proba(X))
        assert estimator(**back.get_params()).fit(X, y).unpruned_tree_ == clf.unpruned_tree_


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


@pytest.mark.parametrize('arithmetic', ['exact', 'r8'])
def test_smoothed_shares_of_a_leaf_where_no_case_came_sum_to_one(arithmetic):
    X = pd.DataFrame({'a': pd.Categorical(list('xy') * 10, categories=list('xyz'))})
    model = C45Classifier(arithmetic=arithmetic, leaf_smoothing='laplace',
                          pruning=None).fit(X, list('pq') * 10)
    shares = model.predict_proba(pd.DataFrame({'a': ['x', 'z', None]}))
    assert (model.tree_.weights < 1).any() and np.allclose(shares.sum(axis=1), 1, atol=1e-6)


@pytest.mark.parametrize('other',
                         [dict(criterion='gini'), dict(discrete='subset'),
                          dict(discrete='one_vs_rest')], ids=str)
def test_release_8_is_not_asked_for_what_it_does_not_have(other):
    refused = f"Release 8: obeys only {[*other][0]} .*take arithmetic='exact'"
    with pytest.raises(ValueError, match=refused):
        C45Classifier(arithmetic='r8', **other).fit(*load_dataset('golf'))


def test_a_formula_says_that_it_knows_no_smoothing_in_32_bits():
    clf = C45Classifier(leaf_smoothing='laplace', arithmetic='r8').fit(*shirts())
    with pytest.raises(ValueError, match="leaf_smoothing='laplace'.*learn it with arithmetic='exact'"): formula(clf)


@pytest.mark.parametrize('costs', [None, [[0, 3], [1, 0]]])
@pytest.mark.parametrize('estimator', [C45Classifier, ID3Classifier, CARTClassifier])
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
