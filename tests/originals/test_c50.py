"""What C5.0 adds: boosting, misclassification costs, winnowing, and the estimator that has them."""
import copy
import json
import warnings
import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn import datasets
from sklearn.model_selection import cross_validate
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier
from sklearn.utils.estimator_checks import check_estimator
from support.exports import PROGRAMS, WRITERS
from support.tables import DEAR, table_of

from c45lit import (from_json, load, plot_tree, to_json, to_text)
from c45lit.originals.boosting import boost_trees, c45_tree, reweighted, voter
from c45lit.estimators.model_files import _in_schema
from c45lit.originals.c50_classifier import C50Classifier
from c45lit.estimators.costs import CostMatrix, class_factors, weighted_by_cost, without_factors
from c45lit.data.weights import weight_unit
from c45lit.data.sampling import held_back
from c45lit.data.datasets import load_dataset
from c45lit.engine.growing_loop import grow_tree
from c45lit.engine.prediction import apply, classify, distribution
from c45lit.originals.c50_model import learn_c50
from c45lit.originals.c50_numbers import Record, record_of
from c45lit.originals.c50_options import C50Options
from c45lit.originals.c50_rule_choice import firing
from c45lit.originals.c50_trees import widest
from c45lit.exports.formulas import formula
from c45lit.rules.ruleset import extract_rules
from c45lit.programs.model_commands import model_text


# -- boosting

def test_wrong_cases_weigh_half_in_the_next_trial():
    rng = np.random.default_rng(0)
    for _ in range(20):
        weights, wrong = rng.integers(1, 9, 50) / 4, rng.random(50) < 0.2
        after = reweighted(weights, wrong)
        assert after[wrong].sum() == pytest.approx(weights.sum() / 2, rel=1e-5)
        assert after.sum() == pytest.approx(weights.sum(), rel=1e-5)
        units = after / weight_unit(after)
        assert (units == np.rint(units)).all()


def test_one_trial_is_one_tree_and_votes_as_it_classifies():
    X, y = load_dataset('penguins')
    table = table_of(X, y)
    boosted = boost_trees(table, trials=1)
    assert boosted.trees == (c45_tree(table),)
    assert (boosted.classify(table) == classify(boosted.trees[0], table)).all()
    assert (boosted.distribution(table) == distribution(boosted.trees[0], table)).all()


def test_boosting_is_the_same_whatever_the_order_of_the_cases():
    X, y = load_dataset('penguins')
    table = table_of(X, y)
    order = np.random.default_rng(1).permutation(len(table))
    assert boost_trees(table).trees == boost_trees(table.select(order)).trees


def test_weight_two_equals_two_copies_when_boosted():
    X, y = datasets.load_wine(return_X_y=True)
    table = table_of(X, y)
    twice = np.where(np.arange(len(table)) % 3, 1, 2)
    copies = table.select(np.repeat(np.arange(len(table)), twice))
    heavy = boost_trees(replace(table, weights=twice * 1.0))
    assert np.allclose(heavy.distribution(table), boost_trees(copies).distribution(table),
                       atol=1e-4)


def test_votes_are_laplace_estimates_and_sum_over_the_leaves_of_a_case():
    X, y = load_dataset('golf')
    table = table_of(X.assign(outlook=X['outlook'].where(np.arange(14) % 5 > 0)), y)
    tree = c45_tree(table)
    votes, shares = distribution(voter(tree), table), distribution(tree, table)
    assert (votes > 0).any() and (votes <= 1).all()
    known = table.columns[0] >= 0
    heaviest = np.array([(tree.dist[leaf].max() + 1) / (tree.weights[leaf] + 2)
                         for leaf in range(len(tree))])
    assert np.isin(votes[known].max(axis=1).round(9), heaviest.round(9)).all()
    assert (votes[known].argmax(axis=1) == shares[known].argmax(axis=1)).all()


def test_boosting_ends_before_a_tree_that_is_wrong_on_half_of_the_weight():
    table = table_of(pd.DataFrame({'x': [0.0, 1.0] * 20}), [*'pq' * 16, *'qp' * 2, *'qq' * 2])
    only_p = c45_tree(replace(table, classes=0 * table.classes))
    left = iter([c45_tree(table), only_p])  # the second is wrong on 0.6 of the weight
    boosted = boost_trees(table, lambda table: next(left), 2)
    assert len(boosted.trees) == 1 and boosted.why.endswith('half of the weight or more')


@pytest.mark.parametrize('name', ['penguins', 'watermelon_3', 'golf', 'loan'])
def test_the_leaves_of_a_case_add_up_to_its_votes(name):
    table = table_of(*load_dataset(name))
    boosted = boost_trees(table, trials=4)
    said = boosted.explain(table)
    assert set(said.tree) == set(range(len(boosted.trees)))
    sums = said.groupby('case')[[f'p({c})' for c in table.schema.classes]].sum()
    assert np.allclose(sums, boosted.votes(table), rtol=1e-12, atol=0)


def test_rulesets_have_one_row_a_trial_and_case():
    table = table_of(*load_dataset('penguins'))
    def rules_of(table):
        return extract_rules(grow_tree(table, unit=weight_unit(table.weights)), table)
    said = (boosted := boost_trees(table, rules_of, 2)).explain(table)
    assert len(said) == len(boosted.trees) * len(table) and 'conditions' in said


# -- costs

def cost_tree(table, costs):
    "A tree that cares for costs: learned from weighted cases, then settled."
    factors = class_factors(costs, table)
    return without_factors(c45_tree(weighted_by_cost(table, factors)), costs, factors)


def test_the_dearer_a_mistake_the_fewer_are_made_of_it():
    table = table_of(*datasets.load_breast_cancer(return_X_y=True))
    half = np.random.default_rng(0).random(len(table)) < 0.5
    made = []
    for cost in (0.02, 1, 50):
        costs = CostMatrix(table.schema.classes, {(1, 0): cost})
        said = costs.classify(distribution(cost_tree(table.select(half), costs),
                                           table.select(~half)))
        true = table.classes[~half]
        made.append((((said == 1) & (true == 0)).sum(), ((said == 0) & (true == 1)).sum()))
    wanted, other = np.array(made).T
    assert wanted[0] > wanted[1] > wanted[2]
    assert other[0] < other[1] < other[2]


def test_with_equal_costs_the_tree_is_the_plain_one_and_so_are_its_classes():
    table = table_of(*datasets.load_wine(return_X_y=True))
    costs = CostMatrix(table.schema.classes, 7 * (1 - np.eye(3)))
    tree, plain = cost_tree(table, costs), c45_tree(table)
    assert np.array_equal(tree.threshold, plain.threshold, equal_nan=True)
    assert (costs.classify(distribution(tree, table)) == classify(plain, table)).all()


def test_with_two_classes_the_weighted_majority_is_the_class_of_least_expected_cost():
    rng = np.random.default_rng(0)
    for _ in range(50):
        costs = CostMatrix('ab', {('a', 'b'): rng.uniform(0.1, 9), ('b', 'a'): rng.uniform(0.1, 9)})
        X, y = rng.normal(size=(30, 1)), rng.choice(['a', 'b'], 30, p=[0.7, 0.3])
        table = table_of(X, [*y[:28], 'a', 'b'])
        shares = rng.dirichlet([1, 1], 20)
        assert (costs.classify(shares)
                == (shares * class_factors(costs, table)).argmax(axis=1)).all()


def test_settled_leaves_hold_the_cases_as_they_were():
    X, y = load_dataset('penguins')
    table = table_of(X.fillna({c: X[c].mode()[0] for c in X}), y)
    tree = cost_tree(table, CostMatrix(table.schema.classes,
                                       {('Adelie', 'Gentoo'): 20, ('Chinstrap', 'Adelie'): 5}))
    assert tree.dist[0] == pytest.approx(np.bincount(table.classes), rel=1e-5)
    assert tree.weights == pytest.approx(tree.dist.sum(axis=1) * (tree.weights > 0))
    leaves = tree.n_children == 0
    assert tree.errors[0] == pytest.approx(tree.errors[leaves].sum())
    assert tree.errors[0] == pytest.approx((tree.classes[apply(tree, table)]
                                            != table.classes).sum(), abs=1e-3)


@pytest.mark.parametrize('costs, words', [
    ([[0, 1, 1], [1, 0, 1]], 'shape'), ([[0, 1], [np.nan, 0]], 'finite'),
    ([[0, np.inf], [1, 0]], 'finite'),
    ([[0, 1], [-1, 0]], '>= 0'), ([[1, 1], [1, 0]], 'right answer'),
    ([[0, 0], [1, 0]], "class 'b'"),
    ([['x', 'y'], ['z', 'w']], 'matrix of numbers'), ([[0, 1], [1]], 'matrix of numbers'),
    (5, 'shape'),
    ({('a', 'b'): 'dear'}, 'number'), ({'ab': 1}, 'not a pair'), ({('a', 'c'): 1}, 'not a pair'),
    ({('a', 'a'): 2}, 'right answer')])
def test_what_is_no_matrix_of_costs_is_refused_in_words(costs, words):
    with pytest.raises(ValueError, match=words):
        CostMatrix('ab', costs)


# -- winnowing

def test_names_of_any_text_are_winnowed():
    X, y = load_dataset('golf')
    X.columns = pd.Index(['x\udfff', '\ud800', '', 'a\0'], dtype=object)
    assert set(C50Classifier(winnow=True).fit(X, y).winnowed_.index) == set(X.columns)


def test_both_halves_have_the_same_share_of_each_class():
    rng = np.random.default_rng(0)
    for n in (1, 2, 7, 50, 333):
        classes = rng.integers(0, 3, n)
        first = held_back(classes, 0.5, rng)
        counts = np.bincount(classes[first], minlength=3), np.bincount(classes[~first], minlength=3)
        assert np.abs(counts[0] - counts[1]).max() <= 1 and 0 <= first.sum() - (~first).sum() <= 1


# -- the estimator

SETTINGS = [{}, {'trials': 10}, {'costs': {('Adelie', 'Gentoo'): 9}}, {'winnow': True},
            {'subset': True, 'min_cases': 1},
            {'winnow': True, 'costs': [[0, 1, 2], [1, 0, 1], [7, 1, 0]], 'trials': 3},
            {'fuzzy': True},
            {'rules': True}, {'rules': True, 'winnow': True, 'trials': 3},
            {'trials': 5, 'early_stopping': False}]
marked = pytest.mark.parametrize('settings', SETTINGS, ids=str)


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('estimator',
                         [C50Classifier(), C50Classifier(trials=3, winnow=True, subset=True),
                                       C50Classifier(trials=3, rules=True)], ids=str)
def test_scikit_learn_accepts_it(estimator):
    "But for rules and trials, whose coding of exceptions and ratio of leaves count cases, not weights."
    counts = estimator.rules or estimator.trials > 1
    excused = {f'check_sample_weight_equivalence_on_{kind}_data': 'it counts cases'
               for kind in ('dense', 'sparse')} if counts else {}
    check_estimator(estimator, expected_failed_checks=excused)


def test_weights_of_cases_are_where_the_first_trial_begins():
    "Ones change nothing, two are two copies of a tree, none is no case; ensembles give such weights."
    X, y = load_breast_cancer(return_X_y=True)
    w = np.random.default_rng(0).integers(0, 3, len(y))
    assert C50Classifier().fit(X, y, np.ones(len(y))).tree_ == C50Classifier().fit(X, y).tree_
    weighed, copied = C50Classifier().fit(X, y, w), C50Classifier().fit(X.repeat(w, 0), y.repeat(w))
    assert weighed.tree_ == copied.tree_
    heavy = C50Classifier(trials=3, rules=True).fit(X, y, np.where(y == 0, 5.0, 1.0))
    assert (heavy.predict(X)[y == 0] == 0).mean() > .98 and heavy.score(X, y) > .95
    for settings in (dict(rules=True), dict(trials=3)):  # a common factor says nothing there
        once, often = (C50Classifier(**settings).fit(X, y, w + f * w) for f in (0, 49))
        assert once.trees_ == often.trees_ and once.predict(X).tolist() == often.predict(X).tolist()
        assert vars(once).get('rulesets_') == vars(often).get('rulesets_')
        assert often.score(X, y, w) > .97
    single = C50Classifier(min_cases=30)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore', UserWarning)  # shares are scaled up to cases
        boosted = AdaBoostClassifier(single, n_estimators=10).fit(X[::2], y[::2])
    bagged = BaggingClassifier(single, n_estimators=5, random_state=0).fit(X[::2], y[::2])
    alone = single.fit(X[::2], y[::2]).score(X[1::2], y[1::2])
    assert len(boosted.estimators_) > 3 and boosted.score(X[1::2], y[1::2]) > alone
    assert bagged.score(X[1::2], y[1::2]) > .85


@marked
def test_it_answers_as_the_program_and_survives_pickling_and_files(settings, tmp_path):
    X, y = load_dataset('penguins')
    clf = C50Classifier(**settings).fit(X, y)
    record = record_of(clf._table_of(X))
    costs = np.zeros((0, 0)) if clf.costs_ is None else clf.costs_.matrix
    options = C50Options(**{k: v for k, v in settings.items() if k != 'costs'}, costs=costs)
    y_codes = np.searchsorted(clf.classes_, y)
    model = learn_c50(clf.schema_.attributes, Record(record.x, y_codes), 3, options)
    assert clf.predict(X).tolist() == clf.classes_[model.classify(record.x)[0]].tolist()
    clf.save(tmp_path / 'model.json', unpruned=True)
    shares = clf.predict_proba(X)
    for again in (pickle.loads(pickle.dumps(clf)), copy.deepcopy(clf),
                  load(tmp_path / 'model.json')):
        assert (again.predict_proba(X) == shares).all() and (again.predict(X)
                                                             == clf.predict(X)).all()
        for name in ('trees_', 'unpruned_tree_'):  # a copy may leave out what answers nothing
            assert vars(again).get(name, vars(clf)[name]) == vars(clf)[name]
        kept = [_in_schema(one, again.schema_) for one in vars(clf).get('rulesets_', ())]
        assert [*vars(again).get('rulesets_', ())] == kept and again.explain(
            X[:9]).equals(clf.explain(X[:9]))
        assert again.attribute_usage_.equals(clf.attribute_usage_)
    assert again.trees_ == clf.trees_ and again.unpruned_tree_ == clf.unpruned_tree_
    assert shares.shape == (344, 3) and (shares >= 0).all() and shares.sum(axis=1) == pytest.approx(
        1)
    if 'costs' not in settings: assert (clf.predict(X) == clf.classes_[shares.argmax(axis=1)]).all()
    assert clf.score(X, y) > 0.9


def test_a_failed_fit_changes_nothing():
    X, y = load_dataset('golf')
    clf = C50Classifier(trials=2).fit(X, y)
    trees = clf.trees_
    with pytest.raises(ValueError, match='^C50Classifier: costs: .* not a pair'):
        clf.set_params(costs={('play', 'rest'): 3}).fit(X, y)
    assert clf.trees_ is trees and clf.costs_ is None


def test_a_second_fit_leaves_nothing_of_the_first():
    X, y = load_dataset('penguins')
    clf = C50Classifier(trials=3)
    for rules in (False, True, False, True):
        clf.set_params(rules=rules).fit(X, y)
        fresh = C50Classifier(trials=3, rules=rules).fit(X, y)
        assert set(vars(clf)) == set(vars(fresh))
        assert hasattr(clf, 'rulesets_') == rules != hasattr(clf, 'tree_') and (
            clf.predict_proba(X) == fresh.predict_proba(X)).all()


# -- its trees and rules say what it says

def with_marks(seed, n=200):
    "Cases with unknown values, N/A in words and in numbers, and an order."
    rng = np.random.default_rng(seed)
    x, z = rng.normal(size=n), rng.integers(0, 5, n).astype(float)
    c, size = rng.choice(['a', 'b', 'N/A', 'd', 'e'], n), rng.choice(['s', 'm', 'l'], n)
    z[rng.random(n) < 0.2] = -1
    y = np.where(c == 'N/A', 'p',
                 np.where((x > 0) ^ (z == -1), 'q', np.where(size == 'l', 'r', 'p')))
    y = np.where(rng.random(n) < 0.1, 'q', y)
    X = pd.DataFrame({'x': x.round(1), 'z': z, 'c': c,
                      'size': size}).astype({'c': object, 'size': object})
    for j in range(4): X.iloc[rng.random(n) < 0.1, j] = None if j > 1 else np.nan
    return X, y, dict(schema={'size': ['s', 'm', 'l']}, not_applicable={'z': -1, 'c': 'N/A'})


def fires(clf, x):
    "Which rules of the first ruleset fire for each case as C5.0 asks them; (N, R)."
    return np.array(firing(clf.c50_.trials[0].ruleset.rules, x)).T


def test_shares_of_a_ruleset_are_those_of_the_rules_that_c50_lets_vote():
    n_early = 0
    for seed in range(6):
        X, y, marks = with_marks(seed)
        clf = C50Classifier(rules=True, subset=True, **marks).fit(X, y)
        cases = with_marks(seed + 100, 400)[0]
        table, fired = clf._table_of(cases), fires(clf, clf._record_of(cases)[0].x)
        is_early = (fired != clf.rulesets_[0].matching(table)).any(axis=1)
        n_early += is_early.sum()
        said = clf.classes_[clf.predict_proba(cases).argmax(axis=1)]
        assert (said == clf.predict(cases)).all()
    assert n_early > 0


@pytest.mark.parametrize('seed', range(6))
@pytest.mark.parametrize('how', [{}, dict(subset=True), dict(rules=True),
                                 dict(rules=True, subset=True), dict(min_cases=1, cf=0.9)], ids=str)
def test_trees_and_rules_of_the_library_answer_as_c50s_own(seed, how):
    X, y, marks = with_marks(seed)
    clf = C50Classifier(**how, **marks).fit(X, y)
    cases = with_marks(seed + 100, 400)[0]
    x, table = clf._record_of(cases)[0].x, clf._table_of(cases)
    said, is_early = clf.c50_.classify(x)[0], np.zeros(len(cases), bool)
    if clf.rules:
        shares, fired = clf.rulesets_[0].distribution(table), fires(clf, x)
        is_early = (fired != clf.rulesets_[0].matching(table)).any(axis=1)
        assert (x[1, is_early] == np.inf).all()  # the column of numbers that may be N/A
    else: shares = distribution(clf.tree_, table)
    near = np.sort(shares, axis=1)
    # C5.0 loses shares below 0.01
    is_sure = (near[:, -1] - near[:, -2] > 0.03) & ~is_early
    assert is_sure.mean() > 0.8 and (shares.argmax(axis=1) == said)[is_sure].all()


def test_a_number_of_64_bits_is_on_the_side_where_32_bits_put_it():
    rng = np.random.default_rng(0)
    for cut in [*np.float32(rng.normal(size=200) * 10.0 ** rng.integers(-30, 30, 200)).tolist(),
                0.0, 1.0, float(np.finfo(np.float32).max)]:
        edge = widest(cut)
        with np.errstate(over='ignore'):
            assert np.float32(edge) <= np.float32(cut) < np.float32(
                np.nextafter(edge, np.inf)) or edge == np.finfo(float).max


@pytest.mark.parametrize('bad', [lambda d: d['trials'].clear(),
                                 lambda d: d['trials'][0]['tree']['nodes'][0].__setitem__(3, 2),
                                 lambda d: d['trials'][0]['tree']['nodes'][0].__setitem__(4, 0),
                                 lambda d: d['raw']['dist'].pop(),
                                 lambda d: d['trials'][0]['tree']['nodes'][0].__setitem__(
                                     8, float('nan')),
                                 lambda d: d['trials'][0]['tree']['nodes'][1].__setitem__(1, 7),
                                 lambda d: d.__setitem__('importance', [1]),
                                 lambda d: d['trials'][0]['tree']['nodes'][0].__setitem__(2, 99),
                                 lambda d: d['trials'][0].__setitem__('rules', [])])
def test_a_file_that_is_no_model_is_refused_in_words(bad):
    clf = C50Classifier().fit(*load_dataset('penguins'))
    data = json.loads(to_json(clf, unpruned=True))
    bad(data['learned']['c50'])
    with pytest.raises(ValueError, match='from_json: c50: .*: expected'):
        from_json(json.dumps(data))


def test_what_it_cannot_do_is_refused_in_words():
    X, y = load_dataset('penguins')
    with pytest.raises(AttributeError, match='keeps no scores'):
        C50Classifier().fit(X, y).candidate_table()
    ruled = C50Classifier(rules=True, trials=3).fit(X, y)
    for show in (to_text, WRITERS['to_dot'], WRITERS['to_mermaid'], plot_tree):
        with pytest.raises((TypeError, AttributeError), match='rules are no tree|tree_'):
            show(ruled)
    soft, dear = C50Classifier(fuzzy=True).fit(X, y), C50Classifier(trials=5, costs=DEAR).fit(X, y)
    for write in (formula, *PROGRAMS.values()):
        with pytest.raises(ValueError, match='soft thresholds share a case out'): write(soft)
        with pytest.raises(ValueError, match='trees that know costs vote'): write(dear)


def test_text_tells_every_ruleset():
    X, y = load_dataset('penguins')
    told = model_text(C50Classifier(rules=True, trials=4).fit(X, y))
    assert told.count('Default class') == 4 and told.startswith('Trial 1:')


@pytest.mark.parametrize('rules', [False, True])
def test_two_workers_learn_the_models_of_one(rules):
    X, y = load_dataset('penguins')
    found = [cross_validate(C50Classifier(trials=4, rules=rules), X, y, cv=3, n_jobs=n,
                            return_estimator=True)['estimator'] for n in (1, 2)]
    one, two = ([to_json(m) for m in models] for models in found)
    assert one == two and len(set(one)) == 3


# -- bad input, in words

TWENTY = pd.DataFrame({'x': [1.0, 2, 3, 4] * 5, 'v': list('abab') * 5})
TWO = list('pqpq') * 5
REFUSED = [  # what a number may be, its declaration says: tests/estimators/test_errors.py
    ({'costs': {('p', 'z'): 2}}, "('p', 'z') is not a pair of the classes 'p', 'q'"),
    ({'costs': [[0, 1, 2], [1, 0, 2]]}, 'a matrix of shape (2, 2), predicted by true'),
    ({'not_applicable': {'z': 'N/A'}}, "'z' is no column; the columns are 'x', 'v'"),
    ({'not_applicable': {'x': 'none'}}, "'x' holds numbers, and 'none' is none"),
    ({'not_applicable': {'x': 2}}, "'x' has 1, which is below its mark 2"),
]
ODD = {  # tables of which there is little to learn
    'one class': (TWENTY, ['p'] * 20), 'one case': (TWENTY[:1], ['p']),
    'two cases': (TWENTY[:2], ['p', 'q']),
    'columns without a known value': (TWENTY.assign(u=np.nan, w=None), TWO),
    'columns of one value': (TWENTY.assign(x=7.0, v='a'), TWO),
    'a class of one case': (TWENTY, ['r', *TWO[1:]]),
}
WAYS = [{}, {'subset': True}, {'rules': True}, {'winnow': True}, {'trials': 5}, {'fuzzy': True},
        {'rules': True, 'fuzzy': True},  # hard cuts speak in the rules: C5.0 allows both
        {'rules': True, 'trials': 5, 'winnow': True, 'subset': True, 'min_cases': 1}]


@pytest.mark.parametrize('given, says', REFUSED)
def test_a_parameter_that_cannot_be_is_refused_in_words(given, says):
    classifier = C50Classifier(**given)
    with pytest.raises(ValueError) as error: classifier.fit(TWENTY, TWO)
    assert str(error.value).startswith('C50Classifier: ') and says in str(error.value)
    assert not hasattr(classifier, 'c50_')


@pytest.mark.filterwarnings('error::RuntimeWarning', 'ignore:columns .u., .w. are unknown')
@pytest.mark.parametrize('way', WAYS)
@pytest.mark.parametrize('kind', ODD)
def test_a_table_of_which_there_is_little_to_learn_is_learned(kind, way):
    X, y = ODD[kind]
    classifier = C50Classifier(**way).fit(X, y)
    shares = classifier.predict_proba(X)
    assert set(classifier.predict(X)) <= set(y) == set(classifier.classes_)
    assert np.allclose(shares.sum(axis=1), 1) and (shares >= 0).all()
    assert from_json(to_json(classifier)).predict(X).tolist() == classifier.predict(X).tolist()


def test_what_was_never_seen_is_told_or_taken_as_unknown():
    classifier = C50Classifier().fit(TWENTY, TWO)
    new, unknown = (pd.DataFrame({'x': [1.0], 'v': [v]}) for v in ('zz', None))
    with pytest.warns(UserWarning, match="not seen in training .*'zz'"):
        shares = classifier.predict_proba(new)
    assert (shares == classifier.predict_proba(unknown)).all()
    assert classifier.score(TWENTY, ['z'] * 20) == 0
    for y, says in ((TWO[:0], 'X is empty'), ([None, *TWO[1:]], '1 of 20 cases have no class')):
        with pytest.raises(ValueError, match=says): C50Classifier().fit(TWENTY[:len(y)], y)
    with pytest.raises(ValueError, match='is unknown in all 20 cases, and so is every other'):
        C50Classifier().fit(pd.DataFrame({'u': [np.nan] * 20}), TWO)
