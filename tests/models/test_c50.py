"""What C5.0 adds: boosting, misclassification costs, winnowing, and the estimator that has them."""
import copy
import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn import datasets
from sklearn.model_selection import StratifiedKFold
from sklearn.utils.estimator_checks import check_estimator
from support.exports import cases_for, training
from support.random_tables import random_table, seeds
from support.tables import DEAR, table_of

from c45lit import C45RulesClassifier, load, plot_tree, to_c, to_dot, to_javascript, to_json, to_mermaid, to_onnx, to_pmml, to_python, to_sql, to_text
from c45lit.models.boosting import boost_trees, c45_tree, reweighted, voter
from c45lit.estimators.c50_classifier import C50Classifier
from c45lit.models.costs import CostMatrix, class_factors, cost_tree
from c45lit.data.weights import weight_unit
from c45lit.data.sampling import held_back
from c45lit.data.datasets import load_dataset
from c45lit.estimators.c45_classifier import C45Classifier
from c45lit.data.c45_files import read_c45
from c45lit.engine.prediction import apply, classify, distribution
from c45lit.models.winnowing import winnow_attributes
from c45lit.models.ruleset import RuleOptions, extract_rules
from c45lit.text.formulas import formula
from c45lit.programs.model_commands import model_text


def public_set(name, reference):
    "One of six public data sets, from a loader or the reference folder."
    if name == 'soybean':
        return read_c45(reference / 'data' / name)
    X, y = load_dataset(name) if name == 'penguins' else getattr(datasets, f'load_{name}')(return_X_y=True)
    return table_of(X, y)


# -- boosting

def test_ten_trials_lower_the_five_fold_error_on_at_least_four_of_six_public_sets(reference):
    lower = 0
    for name in ('iris', 'wine', 'breast_cancer', 'digits', 'penguins', 'soybean'):
        table, float32, boosted = public_set(name, reference), 0, 0
        for train, test in StratifiedKFold(5, shuffle=True, random_state=0).split(table.classes, table.classes):
            trees, cases = boost_trees(table.select(train)), table.select(test)
            float32 += (classify(trees.trees[0], cases) != cases.classes).sum()
            boosted += (trees.classify(cases) != cases.classes).sum()
        lower += boosted < float32
    assert lower >= 4


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
    assert np.allclose(heavy.distribution(table), boost_trees(copies).distribution(table), atol=1e-4)


def test_votes_are_laplace_estimates_and_sum_over_the_leaves_of_a_case():
    X, y = load_dataset('golf')
    table = table_of(X.assign(outlook=X['outlook'].where(np.arange(14) % 5 > 0)), y)
    tree = c45_tree(table)
    votes, shares = distribution(voter(tree), table), distribution(tree, table)
    assert (votes > 0).any() and (votes <= 1).all()
    known = table.columns[0] >= 0
    heaviest = np.array([(tree.dist[leaf].max() + 1) / (tree.weights[leaf] + 2) for leaf in range(len(tree))])
    assert np.isin(votes[known].max(axis=1).round(9), heaviest.round(9)).all()
    assert (votes[known].argmax(axis=1) == shares[known].argmax(axis=1)).all()


@pytest.mark.parametrize('trials', [1, 2, 5])
def test_there_are_never_more_trees_than_trials(trials):
    table = table_of(*datasets.load_breast_cancer(return_X_y=True))
    boosted = boost_trees(table, trials=trials)
    assert len(boosted.trees) == len(boosted.errors) <= trials
    assert all(0 <= e < 0.5 for e in boosted.errors)


# -- costs

def test_the_dearer_a_mistake_the_fewer_are_made_of_it():
    table = table_of(*datasets.load_breast_cancer(return_X_y=True))
    half = np.random.default_rng(0).random(len(table)) < 0.5
    made = []
    for cost in (0.02, 1, 50):
        costs = CostMatrix(table.schema.classes, {(1, 0): cost})
        said = costs.classify(distribution(cost_tree(table.select(half), costs), table.select(~half)))
        true = table.classes[~half]
        made.append((((said == 1) & (true == 0)).sum(), ((said == 0) & (true == 1)).sum()))
    wanted, other = np.array(made).T
    assert wanted[0] > wanted[1] > wanted[2]
    assert other[0] < other[1] < other[2]


@pytest.mark.parametrize('name', ['iris', 'wine', 'breast_cancer'])
def test_trees_that_know_random_costs_are_cheaper_on_new_cases(name):
    table, rng = table_of(*getattr(datasets, f'load_{name}')(return_X_y=True)), np.random.default_rng(0)
    n, known, unaware = len(table.schema.classes), 0, 0
    for _ in range(40):
        half = rng.random(len(table)) < 0.5
        costs = CostMatrix(range(n), np.exp(rng.normal(size=(n, n))) * (1 - np.eye(n)))
        careful, plain = cost_tree(table.select(half), costs), c45_tree(table.select(half))
        rest = table.select(~half)
        known += costs.total(costs.classify(distribution(careful, rest)), rest.classes)
        unaware += costs.total(classify(plain, rest), rest.classes)
    assert known < unaware


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
        assert (costs.classify(shares) == (shares * class_factors(costs, table)).argmax(axis=1)).all()


def test_settled_leaves_hold_the_cases_as_they_were():
    X, y = load_dataset('penguins')
    table = table_of(X.fillna({c: X[c].mode()[0] for c in X}), y)
    tree = cost_tree(table, CostMatrix(table.schema.classes, {('Adelie', 'Gentoo'): 20, ('Chinstrap', 'Adelie'): 5}))
    assert tree.dist[0] == pytest.approx(np.bincount(table.classes), rel=1e-5)
    assert tree.weights == pytest.approx(tree.dist.sum(axis=1) * (tree.weights > 0))
    leaves = tree.n_children == 0
    assert tree.errors[0] == pytest.approx(tree.errors[leaves].sum())
    assert tree.errors[0] == pytest.approx((tree.classes[apply(tree, table)] != table.classes).sum(), abs=1e-3)


@pytest.mark.parametrize('costs, words', [
    ([[0, 1, 1], [1, 0, 1]], 'shape'), ([[0, 1], [np.nan, 0]], 'finite'), ([[0, np.inf], [1, 0]], 'finite'),
    ([[0, 1], [-1, 0]], '>= 0'), ([[1, 1], [1, 0]], 'right answer'), ([[0, 0], [1, 0]], "class 'b'"),
    ([['x', 'y'], ['z', 'w']], 'matrix of numbers'), ([[0, 1], [1]], 'matrix of numbers'), (5, 'shape'),
    ({('a', 'b'): 'dear'}, 'number'), ({'ab': 1}, 'not a pair'), ({('a', 'c'): 1}, 'not a pair'), ({('a', 'a'): 2}, 'right answer')])
def test_what_is_no_matrix_of_costs_is_refused_in_words(costs, words):
    with pytest.raises(ValueError, match=words):
        CostMatrix('ab', costs)


# -- winnowing

def planted(rng, noise=0.05, n=400, chaff=8):
    "400 cases: three attributes, shuffled among eight of chaff, tell the class, which is wrong in one of twenty."
    a, b, c = rng.normal(size=n), rng.choice(list('xyz'), n), rng.normal(size=n)
    y = np.where(b == 'x', c > 0.3, a > 0) ^ (rng.random(n) < noise)
    X = pd.DataFrame({'s0': a, 's1': b, 's2': c})
    for j in range(chaff):
        X[f'n{j}'] = rng.normal(size=n) if j % 2 else rng.choice(list('pqrs'), n)
    return X[rng.permutation(X.columns)], pd.Series(np.where(y, 'yes', 'no'))


def test_winnowing_drops_the_chaff_and_keeps_the_grain_in_at_least_95_of_100_tables():
    kept = [winnow_attributes(table_of(*planted(np.random.default_rng(seed)))).kept for seed in range(100)]
    assert sum(sorted(k) == ['s0', 's1', 's2'] for k in kept) >= 95


def test_of_two_equal_columns_one_is_kept():
    X, y = planted(np.random.default_rng(0))
    kept = winnow_attributes(table_of(X.assign(again=X['s0'], more=X['s0']), y)).kept
    assert len({'s0', 'again', 'more'} & set(kept)) == 1


def test_names_of_any_text_are_winnowed():
    X, y = load_dataset('golf')
    X.columns = pd.Index(['x\udfff', '\ud800', '', 'a\0'], dtype=object)
    assert set(C50Classifier(winnow=True).fit(X, y).winnowed_.index) == set(X.columns)


def test_a_winnowed_table_has_the_attributes_in_their_places():
    table = table_of(*planted(np.random.default_rng(0)))
    winnowed = winnow_attributes(table)
    assert [a.name for a in winnowed.table.schema.attributes] == [a.name for a in table.schema.attributes]
    assert tuple(a.name for a in winnowed.table.schema.attributes if a.kind != 'ignore') == winnowed.kept
    assert (winnowed.table.classes == table.classes).all()
    assert winnowed.report.loc[~winnowed.report['kept'] & (winnowed.report['asked'] == 0), 'lost'].isna().all()


def test_both_halves_have_the_same_share_of_each_class():
    rng = np.random.default_rng(0)
    for n in (1, 2, 7, 50, 333):
        classes = rng.integers(0, 3, n)
        first = held_back(classes, 0.5, rng)
        counts = np.bincount(classes[first], minlength=3), np.bincount(classes[~first], minlength=3)
        assert np.abs(counts[0] - counts[1]).max() <= 1 and 0 <= first.sum() - (~first).sum() <= 1


# -- the estimator

def test_sets_of_words_are_the_default_and_make_smaller_trees():
    X, y = load_dataset('penguins')
    sets, branches = C50Classifier().fit(X, y), C50Classifier(discrete='multiway').fit(X, y)
    assert C50Classifier().discrete == 'subset'
    assert sum(t.n_leaves for t in sets.trees_) < sum(t.n_leaves for t in branches.trees_)
    assert all(n in (0, 2) for t in sets.trees_ for n in t.n_children)


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('estimator', [C50Classifier(), C50Classifier(trials=3, winnow=True, discrete='grouped'),
                                       C50Classifier(trials=3, rules=True)], ids=str)
def test_scikit_learn_accepts_it(estimator):
    check_estimator(estimator)


@pytest.mark.parametrize('how', [dict(discrete='multiway'), dict(discrete='subset'), dict(discrete='multiway', costs=DEAR),
                                 dict(discrete='subset', costs=DEAR)], ids=str)
def test_one_trial_is_c45(how):
    X, y = load_dataset('penguins')
    one, c45 = C50Classifier(trials=1, **how).fit(X, y), C45Classifier(**how).fit(X, y)
    assert one.tree_ == c45.tree_ and one.unpruned_tree_ == c45.unpruned_tree_
    assert (one.predict_proba(X) == c45.predict_proba(X)).all()
    assert (one.predict(X) == c45.predict(X)).all()
    assert (one.apply(X)[:, 0] == c45.apply(X)).all()
    pd.testing.assert_frame_equal(one.explain(X.iloc[:5]).drop(columns='trial'), c45.explain(X.iloc[:5]))


SETTINGS = [{}, {'trials': 1}, {'costs': {('Adelie', 'Gentoo'): 9}}, {'winnow': True}, {'pruning': None, 'max_depth': 2},
            {'winnow': True, 'costs': [[0, 1, 2], [1, 0, 1], [7, 1, 0]], 'trials': 3, 'discrete': 'grouped'},
            {'rules': True}, {'rules': True, 'winnow': True, 'trials': 3}, {'rules': True, 'trials': 2, 'max_leaf_nodes': 4, 'unknown': 'branch'}]


@pytest.mark.parametrize('settings', SETTINGS, ids=str)
def test_it_survives_pickling_and_tells_shares(settings):
    X, y = load_dataset('penguins')
    clf = C50Classifier(**settings).fit(X, y)
    copy = pickle.loads(pickle.dumps(clf))
    shares = clf.predict_proba(X)
    assert (copy.predict_proba(X) == shares).all() and (copy.predict(X) == clf.predict(X)).all()
    assert shares.shape == (344, 3) and (shares >= 0).all() and shares.sum(axis=1) == pytest.approx(1)
    if 'costs' not in settings:
        assert (clf.predict(X) == clf.classes_[shares.argmax(axis=1)]).all()
    assert clf.score(X, y) > 0.9


@pytest.mark.parametrize('settings', SETTINGS, ids=str)
def test_the_order_of_the_cases_is_no_matter(settings):
    X, y = load_dataset('penguins')
    order = np.random.default_rng(0).permutation(len(X))
    one, two = C50Classifier(**settings).fit(X, y), C50Classifier(**settings).fit(X.iloc[order], y.iloc[order])
    assert one.trees_ == two.trees_


@pytest.mark.parametrize('trials', [1, 10])
def test_costs_make_the_estimator_cheaper_and_dear_mistakes_rarer(trials):
    X, y = datasets.load_breast_cancer(return_X_y=True)
    half, made = np.random.default_rng(0).random(len(y)) < 0.5, {}
    for cost in (1, 20):
        said = C50Classifier(trials=trials, costs={(1, 0): cost}).fit(X[half], y[half]).predict(X[~half])
        made[cost] = ((said == 1) & (y[~half] == 0)).sum(), ((said == 0) & (y[~half] == 1)).sum()
    assert made[20][0] < made[1][0]
    assert 20 * made[20][0] + made[20][1] < 20 * made[1][0] + made[1][1]


def test_a_failed_fit_changes_nothing():
    X, y = load_dataset('golf')
    clf = C50Classifier(trials=2).fit(X, y)
    trees = clf.trees_
    with pytest.raises(ValueError, match='^C50Classifier: costs: .* not a pair'):
        clf.set_params(costs={('play', 'rest'): 3}).fit(X, y)
    assert clf.trees_ is trees and clf.costs_ is None


# -- voters that are kept

def test_voters_are_kept_and_not_in_copies(monkeypatch):
    X, y = load_dataset('penguins')
    clf, made = C50Classifier(trials=4).fit(X, y), []
    monkeypatch.setattr('c45lit.estimators.c50_classifier.voter', lambda tree: made.append(tree) or voter(tree))
    shares = clf.predict_proba(X)
    list(clf.staged_predict(X))
    assert not made and '_voting' in vars(clf)
    for again in (pickle.loads(pickle.dumps(clf)), copy.copy(clf), copy.deepcopy(clf)):
        assert '_voting' not in vars(again)
        for _ in range(2): assert (again.predict_proba(X) == shares).all()
        assert len(made) == 4
        made.clear()


@pytest.mark.parametrize('how', [{}, dict(rules=True), dict(costs=DEAR)], ids=str)
def test_trees_that_were_put_in_by_hand_are_those_that_vote(how):
    X, y = load_dataset('penguins')
    one, two = (C50Classifier(trials=4, random_state=0, **how, max_depth=d).fit(X, y) for d in (3, 1))
    name = 'rulesets_' if 'rules' in how else 'trees_'
    before, wanted, put_in = one.predict_proba(X), two.predict_proba(X), getattr(two, name)
    assert (before != wanted).any()
    for i, member in enumerate(put_in): getattr(one, name)[i] = member  # the list is the same, what is in it is not
    assert len(put_in) == 4 and (one.predict_proba(X) == wanted).all() and (list(one.staged_predict(X))[-1] == two.predict(X)).all()
    if name == 'trees_': assert formula(one) == formula(two)
    setattr(one, name, put_in[:1])
    assert (one.predict_proba(X) == (distribution(put_in[0], one._table_of(X)) if name == 'trees_' else put_in[0].distribution(one._table_of(X)))).all()
    assert (list(one.staged_predict_proba(X))[0] == one.predict_proba(X)).all()


def test_a_second_fit_leaves_nothing_of_the_first():
    X, y = load_dataset('penguins')
    clf = C50Classifier(trials=2)
    for rules in (False, True, False, True):
        clf.set_params(rules=rules).fit(X, y)
        fresh = C50Classifier(trials=2, rules=rules).fit(X, y)
        assert set(vars(clf)) - {'_voting'} == set(vars(fresh)) - {'_voting'}
        assert hasattr(clf, 'rulesets_') == rules != hasattr(clf, 'tree_') and (clf.predict_proba(X) == fresh.predict_proba(X)).all()
    c45 = C45Classifier(pruning='cost_complexity', folds=3).fit(X, y)
    assert not hasattr(c45.set_params(pruning=None).fit(X, y), 'alpha_')


# -- rules

def holds_for(condition, case):
    "Whether a condition holds for a case, a list of numbers and codes."
    value = case[condition.attribute]
    if condition.threshold is not None: return value > condition.threshold if condition.outcome else value <= condition.threshold
    return value in (condition.group or (condition.outcome,))


def plain_vote(ruleset, case):
    "(class, its vote): of the first rule that matches, or of the default; the vote is the share that the ruleset tells of the class."
    n = len(ruleset.schema.classes)
    usual = np.array(ruleset.frequency) + 1e-9
    for rule in ruleset.rules:
        if rule.error <= 0.7 and all(holds_for(c, case) for c in rule.conditions):
            c, share, others = rule.class_code, 1 - rule.error, usual
            break
    else:
        rest = np.array(ruleset.leftover) + usual / usual.sum()
        c, share, others = ruleset.default, rest[ruleset.default] / rest.sum(), rest
    rest = others.sum() - others[c]
    shares = [share if d == c else min((1 - share) * others[d] / max(rest, 1e-300), share * (1 - 1e-6)) for d in range(n)]
    return c, share / sum(shares)


def plain_rules(table, settings):
    "Boosted rules as they are defined: weights that stress the errors of the last, the rules of a tree that is not pruned."
    members, est = [], C50Classifier(**settings)
    while len(members) < est.trials:
        table = table.select(np.flatnonzero(table.weights))
        ruleset = extract_rules(est._grown(table), table, RuleOptions(est.cf), rng=np.random.RandomState(0))
        said = np.array([plain_vote(ruleset, case)[0] for case in zip(*table.columns)], dtype=int)
        wrong = said != table.classes
        error = table.weights[wrong].sum() / table.weights.sum()
        if error >= 0.5 and members: break
        members.append(ruleset)
        if error == 0 or error >= 0.5: break
        table = replace(table, weights=reweighted(table.weights, wrong))
    return members


@pytest.mark.filterwarnings('ignore')
def test_rulesets_and_their_votes_are_those_of_a_plain_definition():
    several = 0
    for seed in seeds(150):
        rng = np.random.default_rng(seed)
        table = random_table(rng, 2)
        settings = dict(trials=int(rng.integers(1, 5)), min_cases=float(rng.choice([1, 2])), cf=float(rng.choice([0.05, 0.25, 1])),
                        discrete=str(rng.choice(['multiway', 'subset', 'grouped'])), mdl_penalty=bool(rng.integers(2)))
        clf = C50Classifier(rules=True, **settings)
        learned = clf._learn(table) | clf._target_of(table)
        for name, value in learned.items(): setattr(clf, name, value)
        members = plain_rules(table, settings)
        assert clf.rulesets_ == members, seed
        several += len(members) > 1
        clf._table_of = lambda X: X
        votes = np.zeros((len(table), len(table.schema.classes)))
        for member in members:
            for i, case in enumerate(zip(*table.columns)):
                c, vote = plain_vote(member, case)
                votes[i, c] += vote
        shares = clf.predict_proba(table)
        if len(members) > 1: assert np.allclose(shares, votes / votes.sum(axis=1, keepdims=True), rtol=1e-12, atol=0), seed
        else: assert (shares.argmax(axis=1) == votes.argmax(axis=1)).all(), seed
        assert (np.abs(shares.sum(axis=1) - 1) < 1e-9).all()
    assert several > 20


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('how', [{}, dict(unknown='branch'), dict(unknown='best'), dict(discrete='grouped', cf=0.1), dict(max_leaf_nodes=4)], ids=str)
def test_one_trial_of_rules_is_c45_rules(how):
    X, y, _ = training(120, seed=4)
    how, rng = dict(discrete='subset') | how, np.random.default_rng(0)
    for weights in (None, rng.integers(0, 3, len(y)), rng.choice([0.5, 1, 2.25], len(y))):
        one, c45 = (m.fit(X, y, sample_weight=weights) for m in (C50Classifier(trials=1, rules=True, **how), C45RulesClassifier(**how)))
        assert one.rulesets_ == [c45.rules_] and one.unpruned_tree_ == c45.unpruned_tree_
        cases = cases_for(c45, X, 300)
        assert (one.predict_proba(cases) == c45.predict_proba(cases)).all() and (one.predict(cases) == c45.predict(cases)).all()
        assert (one.apply(cases)[:, 0] == c45.apply(cases)).all()
        pd.testing.assert_frame_equal(one.explain(cases).drop(columns=['trial', 'case']), c45.explain(cases))
        assert one.explain(cases)['case'].tolist() == list(range(300))
        assert formula(one) == formula(c45)


@pytest.mark.filterwarnings('ignore:values not seen')
def test_threads_and_files_change_no_rules(tmp_path):
    X, y, _ = training(200, seed=6)
    one, two = (C50Classifier(rules=True, trials=4, n_jobs=n).fit(X, y) for n in (1, 2))
    assert one.rulesets_ == two.rulesets_ and len(one.rulesets_) == 4
    one.save(tmp_path / 'rules.json')
    again, cases = load(tmp_path / 'rules.json'), cases_for(C45Classifier().fit(X, y), X, 400)
    assert again.rulesets_ == one.rulesets_ and again.trees_ == one.trees_ and not hasattr(again, 'tree_') and to_json(again) == to_json(one)
    assert (again.predict_proba(cases) == one.predict_proba(cases)).all()
    assert [s.tolist() for s in again.staged_predict(cases)] == [s.tolist() for s in one.staged_predict(cases)]
    assert again.explain(cases).equals(one.explain(cases))
    assert model_text(again).count('Default class') == 4 and model_text(again).startswith('Trial 1:')


def test_what_rules_cannot_do_is_refused_in_words():
    X, y = load_dataset('penguins')
    with pytest.raises(ValueError, match='with rules=True costs must be None'): C50Classifier(rules=True, costs=DEAR).fit(X, y)
    with pytest.raises(ValueError, match='trials above 1 max_leaf_nodes must be None'): C45RulesClassifier(trials=2, max_leaf_nodes=4).fit(X, y)
    clf = C50Classifier(rules=True, trials=2).fit(X, y)
    for write in (formula, to_python, lambda m: to_sql(m, 'cases'), to_pmml, to_c, to_javascript, to_onnx):
        with pytest.raises(ValueError, match='2 rulesets vote, and a formula says one'): write(clf)
    for show in (to_text, to_dot, to_mermaid, plot_tree):
        with pytest.raises(TypeError, match='rules are no tree'): show(clf)
    with pytest.raises(AttributeError, match='rules have none'): clf.feature_importances_
