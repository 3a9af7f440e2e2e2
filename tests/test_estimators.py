"""The classifier: scikit-learn's own checks, the textbooks' trees, bad input, cold start."""
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import cross_val_score
from sklearn.utils.estimator_checks import check_estimator

from c45lit import TEXTBOOK, C45Classifier, load_dataset

GOLF = """\
outlook = overcast: play (4.0)
outlook = rain:
|   windy = false: play (3.0)
|   windy = true: don't play (2.0)
outlook = sunny:
|   humidity <= 75 : play (2.0)
|   humidity > 75 : don't play (3.0)"""


def textbook(name, criterion):
    X, y = load_dataset(name)
    return C45Classifier(**TEXTBOOK, criterion=criterion).fit(X, y)


@pytest.mark.filterwarnings('ignore')
def test_scikit_learn_accepts_it():
    check_estimator(C45Classifier())


def test_golf_is_quinlans_tree():
    X, y = load_dataset('golf')
    clf = C45Classifier().fit(X, y)
    assert str(clf.unpruned_tree_) == GOLF
    assert len(clf.tree_) == 8 and clf.score(X, y) == 1
    assert clf.tree_.root.errors / 14 == pytest.approx(0.385, abs=5e-4)


@pytest.mark.parametrize('criterion', ['gain', 'gain_ratio'])
def test_loan_asks_for_a_house_and_then_for_work(criterion):
    tree = textbook('loan', criterion).tree_
    assert tree.root.attribute == '有自己的房子' and tree.n_leaves == 3
    assert [n.attribute for _, n in tree.root.branches if not n.is_leaf] == ['有工作']


@pytest.mark.parametrize('criterion', ['gain', 'gain_ratio'])
def test_buys_computer_asks_for_age(criterion):
    assert textbook('buys_computer', criterion).tree_.root.attribute == 'age'


def test_watermelons_by_gain_are_zhous_tree():
    tree = textbook('watermelon_3', 'gain').tree_
    branches = {label: node for label, node in tree.root.branches}
    assert tree.root.attribute == '纹理'
    assert branches['纹理 = 清晰'].attribute == '密度'
    assert branches['纹理 = 清晰'].threshold == pytest.approx(0.3815)
    assert {label: n.class_name for label, n in branches['纹理 = 稍糊'].branches} == {
        '触感 = 硬滑': '否', '触感 = 软粘': '是'}
    assert branches['纹理 = 模糊'].class_name == '否'


@pytest.mark.parametrize('first, score', [('脐部', 3 / 7), ('色泽', 2 / 7)])
def test_the_first_of_two_equal_gains_decides(first, score):
    X, y = load_dataset('watermelon_2')
    X = X[[first, *(c for c in X if c != first)]]
    train = np.array([1, 2, 3, 6, 7, 10, 14, 15, 16, 17]) - 1
    rest = np.setdiff1d(np.arange(17), train)
    clf = C45Classifier(**TEXTBOOK, criterion='gain').fit(X.iloc[train], y.iloc[train])
    assert clf.score(X.iloc[rest], y.iloc[rest]) == pytest.approx(score)


def test_a_continuous_attribute_stays_available_below():
    x = np.arange(12.0)
    clf = C45Classifier(**TEXTBOOK).fit(pd.DataFrame({'x': x}), [0] * 4 + [1] * 4 + [0] * 4)
    assert clf.tree_.depth == 2 and clf.score(pd.DataFrame({'x': x}), [0] * 4 + [1] * 4 + [0] * 4) == 1


def test_one_class_is_a_leaf():
    clf = C45Classifier().fit(pd.DataFrame({'x': [1.0, 2.0]}), ['a', 'a'])
    assert len(clf.tree_) == 1 and clf.predict(pd.DataFrame({'x': [5.0]})).tolist() == ['a']


def test_alike_cases_are_a_leaf():
    clf = C45Classifier(**TEXTBOOK).fit(pd.DataFrame({'x': ['u'] * 3}), ['a', 'a', 'b'])
    assert len(clf.tree_) == 1 and clf.tree_.root.class_name == 'a'


@pytest.mark.parametrize('arithmetic', ['exact', 'r8'])
def test_shuffled_rows_give_the_same_tree(arithmetic):
    X, y = load_dataset('penguins')
    X = X.dropna() if arithmetic == 'r8' else X
    mixed = X.sample(frac=1, random_state=0)
    one, two = (C45Classifier(arithmetic=arithmetic).fit(Z, y[Z.index]) for Z in (X, mixed))
    assert one.tree_ == two.tree_ and one.unpruned_tree_ == two.unpruned_tree_


def test_nothing_the_caller_passed_is_changed():
    X, y = load_dataset('penguins')
    before = X.copy(), y.copy()
    C45Classifier().fit(X, y).predict(X)
    pd.testing.assert_frame_equal(X, before[0])
    pd.testing.assert_series_equal(y, before[1])


def test_it_works_with_clone_and_cross_validation():
    X, y = load_dataset('penguins')
    assert cross_val_score(clone(C45Classifier(cf=0.1)), X, y, cv=5).mean() > 0.9


def test_candidates_of_every_test_agree_with_the_tree():
    X, y = load_dataset('penguins')
    clf = C45Classifier().fit(X, y)
    tree = clf.unpruned_tree_
    for i in np.flatnonzero(tree.n_children):
        table = clf.candidate_table(node=int(i))
        assert table.index[table.chosen].tolist() == [tree.node(int(i)).attribute]


@pytest.mark.parametrize('wrong, words', [
    (dict(cf=25), 'cf must be a number from 0 to 1'), (dict(cf=0), 'above 0'),
    (dict(min_cases=-1), 'min_cases must be a number'), (dict(criterion='ratio'), 'gain_ratio'),
    (dict(pruning='post'), 'pruning must be one of'), (dict(raising=2), 'raising must be one of'),
    (dict(max_depth=1.5), 'whole number'), (dict(arithmetic='float'), 'r8'),
    (dict(average_gain='some'), 'average_gain'), (dict(costs=1), 'costs')])
def test_parameters_out_of_range_are_named(wrong, words):
    X, y = load_dataset('golf')
    with pytest.raises(ValueError, match=words): C45Classifier(**wrong).fit(X, y)


def bad_inputs():
    X, y = load_dataset('golf')
    wide = pd.concat([X, X[['windy']]], axis=1)
    yield 'empty', X.iloc[:0], y.iloc[:0], '0 sample'
    yield 'unknown class', X, y.where(y.index > 0), 'y'
    yield 'lengths', X, y.iloc[:5], '14'
    yield 'infinite', X.assign(humidity=np.inf), y, 'humidity'
    yield 'duplicate', wide, y, 'windy'
    yield 'all unknown', X.assign(outlook=None), y, 'outlook'
    yield 'dates', X.assign(day=pd.Timestamp('2026-01-01')), y, 'day'
    yield 'unhashable', X.assign(outlook=[[1]] * 14), y, 'outlook'


@pytest.mark.parametrize('X, y, words', [b[1:] for b in bad_inputs()], ids=[b[0] for b in bad_inputs()])
def test_bad_input_is_named(X, y, words):
    with pytest.raises((ValueError, TypeError), match=words): C45Classifier().fit(X, y)


def test_negative_weights_are_refused():
    X, y = load_dataset('golf')
    with pytest.raises(ValueError, match='weight'): C45Classifier().fit(X, y, sample_weight=-np.ones(14))


def test_unfitted_and_wrong_columns_are_named():
    X, y = load_dataset('golf')
    with pytest.raises(ValueError, match='not fitted'): C45Classifier().predict(X)
    clf = C45Classifier().fit(X, y)
    with pytest.raises(ValueError, match='order'): clf.predict(X[X.columns[::-1]])


def test_a_new_value_is_unknown_with_one_warning():
    X, y = load_dataset('golf')
    clf = C45Classifier().fit(X, y)
    with pytest.warns(UserWarning, match='fog') as seen:
        got = clf.predict_proba(X.assign(outlook='fog'))
    assert len(seen) == 1
    np.testing.assert_allclose(got, clf.predict_proba(X.assign(outlook=None)))


def test_small_tables_never_wait_for_a_compiler():
    code = ("import sys; from c45lit import C45Classifier, load_dataset; X, y = load_dataset('golf'); "
            "C45Classifier().fit(X, y).predict(X); print('numba' in sys.modules)")
    out = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == 'False'
