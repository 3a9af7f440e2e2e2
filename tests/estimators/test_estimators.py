"""The family of classifiers: scikit-learn's own checks and trees, the textbooks' numbers, prunings,
cold start."""
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier
from support.family import check_as_scikit_learn
from support.tables import DEAR

from c45lit import (
    TEXTBOOK, C45Classifier, C45RulesClassifier, CARTClassifier, CARTRegressor, CostComplexity,
    ID3Classifier, LeafLimit, PrePruning, ReducedError, Release8Classifier, load_dataset)
from c45lit.splits import gini
from c45lit.originals.boosting import c45_tree
from c45lit.estimators.costs import CostMatrix, class_factors, weighted_by_cost, without_factors
from c45lit.pruning.cost_complexity import pruning_path
from c45lit.specification.selection import c45, id3


BY_GAIN = TEXTBOOK | dict(criterion='gain')


def textbook(name, criterion):
    X, y = load_dataset(name)
    return C45Classifier(**TEXTBOOK | dict(criterion=criterion)).fit(X, y)


FAMILY = [C45Classifier(), C45Classifier(pruning='cost_complexity'),
          C45Classifier(discrete='grouped', pruning=[LeafLimit(9), 'error_based']),
          Release8Classifier(), C45RulesClassifier(), C45RulesClassifier(C45Classifier('gini')),
          ID3Classifier(), ID3Classifier(c45), CARTClassifier(),
          CARTClassifier(pruning=CostComplexity(0.02)), CARTClassifier(pruning='error_based'),
          C45Classifier(pruning='reduced_error', discrete='subset')]


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('estimator', FAMILY, ids=lambda e: str(e).split(' at 0x')[0])
def test_scikit_learn_accepts_it(estimator):
    check_as_scikit_learn(estimator)


def test_nothing_the_caller_passed_is_changed():
    X, y = load_dataset('penguins')
    before = X.copy(), y.copy()
    C45Classifier().fit(X, y).predict(X)
    pd.testing.assert_frame_equal(X, before[0])
    pd.testing.assert_series_equal(y, before[1])


def test_small_tables_never_wait_for_a_compiler():
    code = ("import sys; from c45lit import C45Classifier, load_dataset; X, y = "
            "load_dataset('golf'); "
            "C45Classifier().fit(X, y).predict(X); print('numba' in sys.modules)")
    out = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == 'False'


def test_a_fit_and_a_printed_tree_load_fifty_modules_at_most():
    code = ("import sys; from c45lit import C45Classifier, load_dataset; X, y = "
            "load_dataset('golf'); print(C45Classifier().fit(X, y).tree_, file=sys.stderr); "
            "print(*sorted(m for m in sys.modules if m.count('.') == 2 and m[:7] == 'c45lit.'))")
    out = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, check=True)
    assert 'outlook' in out.stderr and len(out.stdout.split()) <= 50, out.stdout


# -- the numbers of the textbooks

FIGURES = [  # table, criterion, column of the candidate table, values
    ('watermelon_3', 'gain',
     {'色泽': .108, '根蒂': .143, '敲声': .141, '纹理': .381, '脐部': .289, '触感': .006, '密度': .262,
      '含糖率': .349}),
    ('watermelon_3', 'split_info', {'色泽': 1.580, '触感': .874}),
    ('watermelon_3', 'threshold', {'密度': .3815, '含糖率': .126}),
    ('watermelon_2alpha', 'gain',
     {'色泽': .252, '根蒂': .171, '敲声': .145, '纹理': .424, '脐部': .289, '触感': .006}),
    ('loan', 'gain', {'年龄': .083, '有工作': .324, '有自己的房子': .420, '信贷情况': .363}),
    ('loan', 'ratio', {'年龄': .052, '有工作': .352, '有自己的房子': .433, '信贷情况': .232}),
    ('buys_computer', 'gain',
     {'age': .247, 'income': .029, 'student': .152, 'credit_rating': .048}),
    ('buys_computer', 'split_info', {'income': 1.557}),
    ('buys_computer', 'ratio', {'income': .019}),
    ('golf', 'gain', {'outlook': .247}), ('golf', 'ratio', {'outlook': .156, 'temperature': .306}),
    ('golf', 'threshold', {'temperature': 84.0}),
]


@pytest.mark.parametrize('name, column, values', FIGURES, ids=[f'{f[0]}-{f[1]}' for f in FIGURES])
def test_the_figures_of_the_textbooks_are_in_the_candidate_table(name, column, values):
    table = textbook(name, 'gain_ratio_all' if column == 'ratio'
                     or name == 'golf' else 'gain').candidate_table()
    assert table.loc[list(values), column].to_dict() == pytest.approx(values, abs=6e-4)


def test_an_unknown_outlook_costs_quinlans_golf_what_he_says():
    X, y = load_dataset('golf')
    X.loc[11, 'outlook'] = None
    row = C45Classifier().fit(X, y).candidate_table().loc['outlook']
    assert (row.gain, row.split_info, row.ratio) == pytest.approx((.199, 1.809, .110), abs=6e-4)


def test_the_gini_values_of_all_electronics():
    X, y = load_dataset('buys_computer')
    assert gini(y.value_counts()) == pytest.approx(.459, abs=5e-4)
    low = X[['income']].isin(['low', 'medium']).astype(str)
    gain = CARTClassifier().fit(low, y).candidate_table().gain['income']
    assert gini(y.value_counts()) - gain == pytest.approx(.443, abs=5e-4)


def melons_2():
    """The book's training and validation parts of watermelon 2.0, 脐部 first: at the root it ties
    with 色泽."""
    X, y = load_dataset('watermelon_2')
    X = X[['脐部', *(c for c in X if c != '脐部')]]
    train = np.array([1, 2, 3, 6, 7, 10, 14, 15, 16, 17]) - 1
    rest = np.setdiff1d(np.arange(17), train)
    return X.iloc[train], y.iloc[train], X.iloc[rest], y.iloc[rest]


@pytest.mark.parametrize('way, score', [(None, 3 / 7), (PrePruning, 5 / 7), (ReducedError, 5 / 7)])
@pytest.mark.parametrize('learner',
                         [ID3Classifier,
                          lambda **how: C45Classifier(**BY_GAIN | how)])
def test_watermelon_2_unpruned_and_pruned(learner, way, score):
    X, y, held, answers = melons_2()
    clf = learner(pruning=way and way((held, answers))).fit(X, y)
    assert clf.score(held, answers) == pytest.approx(score)
    assert len(clf.pruning_trace()) or way is None


def test_a_tie_is_kept_where_the_book_keeps_it():
    X, y, held, answers = melons_2()
    how = ReducedError((held, answers), ties='keep')
    clf = ID3Classifier(pruning=how).fit(X, y)
    trace = clf.pruning_trace()
    assert trace.attribute.tolist() == ['纹理', '色泽', '色泽', '根蒂', '脐部']
    assert trace.decision.tolist() == ['leaf', 'kept', 'leaf', 'kept', 'kept']
    assert (trace.after * 7).round().tolist()[:3] == [4, 4, 5] and clf.tree_.n_leaves == 7
    assert [n.is_leaf for _, n in clf.tree_.root.branches] == [True, True, False]  # 凹陷, 平坦, 稍凹
    smaller = ID3Classifier(pruning=ReducedError((held, answers))).fit(X, y)
    assert smaller.tree_.n_leaves < 7 and smaller.score(held, answers) == clf.score(held, answers)


NUMBERED = [('watermelon_3', '编号'), ('loan', 'ID')]


@pytest.mark.parametrize('name, number', NUMBERED)
def test_id3_takes_an_id_column_and_c45_does_not(name, number):
    X, y = load_dataset(name, with_id=True)
    kinds = {number: 'discrete'}
    greedy = ID3Classifier().fit(X, y, schema=kinds)
    assert greedy.tree_.root.attribute == number and greedy.tree_.depth == 1
    careful = C45Classifier().fit(X, y, schema=kinds)
    assert number not in [careful.unpruned_tree_.node(i).attribute
                          for i in range(len(careful.unpruned_tree_))]
    assert careful.candidate_table().why[number] == 'fewer than two branches with 2 cases'
    assert careful.unpruned_tree_.n_leaves > 1


def test_every_reason_has_chinese_words_and_the_numbers_stay():
    X, y = mixed_table(0)
    X = X.assign(e='same', f=X.a, number=range(len(X)))
    models = [C45Classifier(), C45Classifier(min_cases=1, epsilon=2.0), C45Classifier(min_cases=40),
              C45Classifier(discrete='grouped'), C45Classifier(discrete='subset', pruning=None),
              C45Classifier(thresholds='textbook', min_cases=20), ID3Classifier(id3),
              ID3Classifier(), CARTClassifier(), C45Classifier('gain')]
    models = [model.fit(X, y) for model in models] + [
        CARTRegressor(**given).fit(X.assign(g=X.b), X.b.fillna(0))
        for given in ({}, dict(max_depth=1), dict(epsilon=9))]
    seen = set()
    for model in models:
        for node in range(len(model.unpruned_tree_)):
            english, chinese = (model.candidate_table(node, lang=lang) for lang in ('en', 'zh'))
            seen |= {*english.why}
            words = ' '.join([*chinese.columns, *chinese.类型, *chinese.理由])
            assert not re.search('[A-Za-z]{3}', words.replace('max_depth', ''))
            pd.testing.assert_frame_equal(english.select_dtypes('number'), chinese.select_dtypes(
                'number').set_axis(english.select_dtypes('number').columns, axis=1))
    assert len({re.sub(r'[\d.-]+', '', why) for why in seen}) > 20, seen
    with pytest.raises(ValueError, match="lang must be 'en' or 'zh', got 'fr'"):
        models[0].candidate_table(lang='fr')


# -- ID3

def mixed_table(seed, n=60):
    "Words, numbers and unknown values with a class that some of them tell."
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({'a': rng.choice(list('pqr'), n), 'b': rng.integers(0, 9, n) / 4,
                      'c': rng.choice(list('xy'), n),
                      'd': rng.normal(size=n).round(1)})
    y = np.where(((X.a == 'p') & (X.b > 1)) ^ (rng.random(n) < .2), 'yes', 'no')
    return X.mask(rng.random(X.shape) < .1), y


@pytest.mark.parametrize('seed', range(10))
def test_a_function_grows_what_the_name_grows(seed):
    X, y = mixed_table(seed)
    def gain_ratio(candidates): return c45(candidates, average=0)
    for name, function in (('gain', id3), ('gain_ratio', gain_ratio)):
        by_name, by_function = (ID3Classifier(how).fit(X, y) for how in (name, function))
        assert by_name.tree_ == by_function.tree_
        assert by_name.candidate_table().chosen.equals(by_function.candidate_table().chosen)


@pytest.mark.parametrize('seed', range(5))
def test_id3_is_the_textbooks_settings_by_gain(seed):
    X, y = mixed_table(seed)
    assert ID3Classifier().fit(X, y).tree_ == C45Classifier(**BY_GAIN).fit(X, y).unpruned_tree_


def test_no_node_below_the_least_number_of_cases_asks_anything():
    X, y = mixed_table(1)
    full, tree = (ID3Classifier(min_split=m).fit(X, y).tree_ for m in (2, 12))
    tests = tree.n_children > 0
    assert tree.weights[tests].min() >= 12 > full.weights[full.n_children > 0].min()
    assert tree.errors[0] == pytest.approx(tree.errors[~tests].sum())


def test_epsilon_is_in_units_of_the_criterion():
    X, y = load_dataset('loan')
    for how, best in (('gain', .420), ('gain_ratio', .433), ('gini', .213)):
        sizes = [len(ID3Classifier(how, epsilon=best + by).fit(X, y).tree_) for by in (-.002, .002)]
        assert sizes[0] > 1 == sizes[1]


# -- CART beside scikit-learn

def cut_scores(x, y, least):
    "Σ n_c² / n of both sides for the cuts of a column; the greatest has the least Gini index."
    below = np.cumsum(np.eye(y.max() + 1)[y[np.argsort(x)]], axis=0)
    low = below[least - 1:len(x) - least]
    return sum((side ** 2).sum(axis=1) / side.sum(axis=1) for side in (low, below[-1] - low))


def has_ties(tree, X, y, least, node=0):
    "Whether two cuts with so many cases on either side are equally good at some test of a tree."
    if tree.n_children[node] == 0: return False
    scores = np.sort(np.concatenate([cut_scores(column, y, least) for column in X.T]))
    below, first = X[:, tree.attribute[node]] <= tree.threshold[node], tree.first_child[node]
    return (np.diff(scores[-2:]) < 1e-9).any() or any(
        has_ties(tree, X[side], y[side], least, first + b)
                                                      for b, side in enumerate((below, ~below)))


def side_by_side(ours, theirs, i=0, j=0):
    "Pairs of node numbers, from the root down; fails where one tree ends before the other."
    assert (ours.n_children[i] == 0) == (theirs.children_left[j] < 0)
    pairs = [(i, j)]
    if ours.n_children[i]:
        first = ours.first_child[i]
        pairs += side_by_side(ours, theirs, first, theirs.children_left[j])
        pairs += side_by_side(ours, theirs, first + 1, theirs.children_right[j])
    return pairs


def continuous_tables(n_tables=100):
    "Random tables of numbers without ties: (X, y, limits, our tree)."
    rng, found = np.random.default_rng(0), 0
    while found < n_tables:
        n, n_columns, n_classes, least = (int(rng.integers(*r))
                                          for r in ((20, 250), (1, 7), (2, 6), (1, 9)))
        Z = rng.normal(size=(n, n_columns))
        y = np.unique(np.clip(Z[:, 0] + rng.normal(size=n) + 2, 0, n_classes - 1).astype(int),
                      return_inverse=True)[1]
        steps = np.cumsum(rng.integers(1, 9, (n, n_columns)),
                          axis=0)  # no two values nearer than 1e-7, in 32 bits
        X = np.take_along_axis(steps / 64, Z.argsort(axis=0).argsort(axis=0), axis=0)
        depth = int(rng.integers(1, 9))
        clf = CARTClassifier(pruning=None, min_cases=least, max_depth=depth).fit(X, y)
        if has_ties(clf.tree_, X, y, least): continue
        found += 1
        # scikit-learn asks, if allowed, what takes nothing from the Gini value; we do not
        yield X, y, dict(min_samples_leaf=least, max_depth=depth, min_impurity_decrease=1e-12), clf


def test_cart_grows_scikit_learns_tree_and_path():
    sizes = []
    for X, y, limits, clf in continuous_tables():
        theirs, ours = DecisionTreeClassifier(**limits).fit(X, y), clf.tree_
        t, pairs = theirs.tree_, np.array(side_by_side(ours, theirs.tree_)).T
        i, j = pairs[:, ours.n_children[pairs[0]] > 0]
        assert ours.attribute[i].tolist() == t.feature[j].tolist()
        assert ours.threshold[i].tolist() == t.threshold[j].tolist()
        assert ours.weights[pairs[0]].tolist() == t.weighted_n_node_samples[pairs[1]].tolist()
        np.testing.assert_allclose(decreases(ours, i), their_decreases(t, j), atol=1e-12)
        np.testing.assert_allclose(clf.predict_proba(X), theirs.predict_proba(X), atol=1e-12)
        np.testing.assert_allclose(clf.feature_importances_, theirs.feature_importances_,
                                   atol=1e-12)
        path, their_path = pruning_path(ours), theirs.cost_complexity_pruning_path(X, y)
        path = path[np.append(np.diff(path.alpha) > 1e-10, True)]  # of one price the last
        prices = their_path.ccp_alphas[np.append(np.diff(their_path.ccp_alphas) > 1e-10, True)]
        np.testing.assert_allclose(path.alpha, prices, atol=1e-10)
        impurities = their_path.impurities[np.append(np.diff(their_path.ccp_alphas) > 1e-10, True)]
        np.testing.assert_allclose(path.impurity, impurities, atol=1e-10)
        sizes.append(len(ours))
    assert len(sizes) == 100 and np.mean(sizes) > 10


def decreases(tree, nodes):
    "What our tests take from the Gini value."
    p = tree.dist / np.maximum(tree.weights, 1e-300)[:, None]
    left = tree.weights * (1 - (p ** 2).sum(axis=1))
    return [(left[i] - left[tree._span(i)].sum()) / tree.weights[i] for i in nodes]


def their_decreases(tree, nodes):
    "What scikit-learn's take."
    left = tree.weighted_n_node_samples * tree.impurity
    both = left[tree.children_left[nodes]] + left[tree.children_right[nodes]]
    return (left[nodes] - both) / tree.weighted_n_node_samples[nodes]


# -- prunings, importances, weights

PRUNED = [C45Classifier, ID3Classifier, CARTClassifier]


@pytest.mark.parametrize('estimator', PRUNED)
@pytest.mark.parametrize('how', [dict(pruning='reduced_error'), dict(pruning='cost_complexity')])
def test_who_is_held_back_does_not_depend_on_how_a_table_is_written(estimator, how):
    X, y = mixed_table(5)
    X = pd.concat([X, X[:30]], ignore_index=True)  # copies that the caller made
    y = np.append(y, y[:30])
    mixed = np.random.default_rng(0).permutation(len(X))
    for weights in np.ones(len(X)), np.random.default_rng(1).integers(0, 3, len(X)):
        clf, other = estimator(**how).fit(X, y, weights), estimator(**how).fit(
            X.iloc[mixed], y[mixed], weights[mixed])
        assert other.tree_ == clf.tree_


@pytest.mark.filterwarnings('ignore')  # weights that are no counts
@pytest.mark.parametrize('estimator', PRUNED)
@pytest.mark.parametrize('pruning', [ReducedError(), PrePruning(), CostComplexity(validation=.3)])
def test_who_is_held_back_does_not_depend_on_weights(estimator, pruning):
    X, y = mixed_table(5)
    weights = np.random.default_rng(1).integers(1, 9, len(X)) / 4 + 1
    clf = estimator(pruning=pruning)
    def held(weights): return [str(x.tolist()) for x in clf.fit(X, y, weights)._held.columns]
    assert held(None) == held(np.full(len(X), 2)) == held(np.full(len(X), 5.5)) == held(weights)
    assert len(set(clf._held.weights.tolist())) > 2


@pytest.mark.parametrize('y', [[], np.empty(0)], ids=['list', 'array'])
@pytest.mark.parametrize('by_class', ['balanced', {'a': 2}, None])
def test_no_cases_are_said_whatever_classes_weigh(y, by_class):
    with pytest.raises(ValueError, match=r'X is empty.*0 sample\(s\)'):
        C45Classifier(class_weight=by_class).fit(np.empty((0, 3)), y)


def test_a_validation_share_is_of_every_class():
    X, y = load_dataset('penguins')
    clf = C45Classifier(pruning=ReducedError(.25)).fit(X, y)
    held = np.bincount(clf._held.classes)
    np.testing.assert_allclose(held, y.value_counts().sort_index() / 4, atol=1)
    assert C45Classifier(pruning=ReducedError(.25), random_state=1).fit(X, y).unpruned_tree_ != clf.unpruned_tree_


@pytest.mark.parametrize('estimator', PRUNED)
def test_importances_are_what_the_gains_add_up_to(estimator):
    X, y = mixed_table(6)
    clf = estimator(pruning=None).fit(X.fillna({'b': 0, 'd': 0, 'a': 'p', 'c': 'x'}), y)
    tree, total = clf.tree_, dict.fromkeys(X, 0.0)
    for i in np.flatnonzero(tree.n_children):
        row = clf.candidate_table(int(i)).loc[tree.node(int(i)).attribute]
        total[row.name] += tree.weights[i] * row.gain
    shares = np.array(list(total.values())) / sum(total.values())
    np.testing.assert_allclose(clf.feature_importances_, shares, atol=1e-9)
    assert estimator().fit(X, ['a'] * len(X)).feature_importances_.tolist() == [0] * X.shape[1]


# -- costs

def test_with_costs_a_tree_is_that_of_the_chapter_on_costs():
    X, y = load_dataset('penguins')
    clf = C45Classifier(costs=DEAR).fit(X, y)
    plain = C45Classifier().fit(X, y)
    factors = class_factors(clf.costs_, plain._table)
    tree = c45_tree(weighted_by_cost(plain._table, factors))
    assert clf.tree_ == without_factors(tree, clf.costs_, factors) and plain.costs_ is None
    expected = clf.predict_proba(X) @ CostMatrix(clf.classes_, DEAR).matrix.T
    chosen = expected[np.arange(len(X)), np.searchsorted(clf.classes_, clf.predict(X))]
    assert (chosen <= expected.min(axis=1) + 1e-9).all()
