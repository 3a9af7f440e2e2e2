"""Absence as a value: the tree of the table in which somebody wrote a value into every hole, on the
page and in the engine."""
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier
from support.random_tables import random_rules, random_stop, random_table, seeds
from support.tables import difference

from c45lit import (
    C45Classifier, C45RulesClassifier, CARTClassifier, CARTRegressor, CostComplexity, ID3Classifier,
    Release8Classifier, Thresholds, fit_partitioned, from_json, to_json, to_shap)
from c45lit.engine import grow_tree, prune_error_based
from c45lit.data.absence import with_absence
from c45lit.data.table import ABSENT, UNKNOWN, Attribute, Schema, decode, encode
from c45lit.data.weights import weight_unit
from c45lit.data.training_cases import cases_to_predict, training_table
from c45lit.engine.prediction import distribution
from c45lit.estimators.model_files import columns_asked
from c45lit.explore.explore_tree import explore_tree
from c45lit.specification.one_page import classify, grow, prune
from c45lit.specification.structure import as_tree, asked_only

ALL = [C45Classifier, ID3Classifier, CARTClassifier, CARTRegressor, C45RulesClassifier]


def holes_filled(table):
    """The table by hand: a last value for a hole among words, the lowest number for one among
    numbers."""
    attributes, columns = [], []
    for a, column in zip(table.schema.attributes, table.columns):
        is_number = a.kind == 'continuous'
        hole = np.isnan(column) if is_number else column < 0
        if a.kind != 'ignore' and hole.any():
            if is_number: column = [-2.0 ** 999 if h else x for x, h in zip(column, hole)]
            else:
                column = [len(a.values) if h else code for code, h in zip(column, hole)]
                a = Attribute(a.name, a.kind, (*a.values, 'nothing'))
        attributes.append(a)
        columns.append(np.array(column))
    return replace(table, columns=tuple(columns),
                   schema=Schema(tuple(attributes), table.schema.classes))


def test_it_is_the_tree_of_the_table_without_holes_on_the_page_and_in_the_engine():
    n_holes = 0
    for seed in seeds(150):
        rng = np.random.default_rng(seed)
        table, rules, stop = random_table(rng, least=6), random_rules(rng), random_stop(rng)
        table = table.select(table.weights > 0)
        how = str(rng.choice(['data', 'midpoint']))
        whole, by_hand, unit = with_absence(table), holes_filled(table), weight_unit(table.weights)
        for a, b in zip(whole.columns, by_hand.columns): np.testing.assert_array_equal(a, b)
        tree = grow_tree(whole, rules, stop, how, unit)
        assert not difference(tree, grow_tree(by_hand, rules, stop, how, unit))
        plain = grow(whole, rules, stop, how, unit)
        assert not difference(as_tree(plain, whole.schema), tree)
        assert not difference(as_tree(prune(plain, whole, unit=unit), whole.schema),
                              prune_error_based(tree, whole, unit=unit))
        shares = [classify(plain, [c[i] for c in whole.columns]) for i in range(len(whole))]
        np.testing.assert_allclose(distribution(tree, whole), shares, atol=1e-9)
        asked = [a.absent is not None for a in whole.schema.attributes]
        n_holes += any(asked[a] for a in tree.attribute[tree.n_children > 0])
    assert n_holes > 20


def frames(seed, n=120):
    """Words, an order and numbers, of which some are not there; what follows from them, and from
    what is not there."""
    rng = np.random.default_rng(seed)
    x, z, c, size = rng.normal(size=n).round(1), rng.integers(0, 9, n) * 1.0, rng.choice(
        list('abc'), n), rng.integers(0, 3, n)
    X = pd.DataFrame({'x': x, 'z': z, 'c': c,
                      'size': np.array(['small', 'middle', 'large'])[size]}).astype(
                          {'c': object, 'size': object})
    gone = rng.random(X.shape) < rng.choice([0.0, 0.15, 0.4], 4)
    score = x + (c == 'a') + size + 2 * gone[:, 1] - 2 * gone[:, 2] + rng.normal(scale=.4, size=n)
    return X.mask(gone), score, {'size': ['small', 'middle', 'large']}


def filled(X, gone, both=False):
    """The cases with a word or a number in every hole of the columns `gone`; with `both`, numbers
    and orders once more at the end."""
    twins = {f'{name} (absent last)': X[name].fillna(2.0 ** 999
                                                     if X[name].dtype == float else 'nothing')
                                                     for name in gone if both and name != 'c'}
    return X.assign(**{name: X[name].fillna(-2.0 ** 999 if X[name].dtype == float else 'nothing')
                       for name in gone}, **twins)


def schema_by_hand(gone, order, both):
    "What the columns of `filled` are."
    c, size = ['a', 'b',
               'c'] + ['nothing'] * ('c' in gone), ['nothing'] * ('size' in gone) + order['size']
    whole = [Attribute('x', 'continuous'), Attribute('z', 'continuous'),
             Attribute('c', 'discrete', c), Attribute('size', 'discrete', size, is_ordered=True)]
    twins = [replace(a, name=f'{a.name} (absent last)', values=(*a.values[1:], *a.values[:1]))
             for a in whole if both and a.name in gone and a.name != 'c']
    return Schema((*whole, *twins), ())


@pytest.mark.parametrize('how', ['branch', 'best'])
@pytest.mark.parametrize('cls', ALL)
def test_an_estimator_learns_and_says_what_it_would_of_cases_without_holes(cls, how):
    both = how == 'best'
    for seed in seeds(3):
        X, score, order = frames(seed)
        y = score if cls is CARTRegressor else score > 1
        gone = [name for name in X if X[name].isna().any()]
        model = made(cls, unknown=how, schema=order).fit(X, y)
        by_hand = made(cls).fit(filled(X, gone, both), y, schema=schema_by_hand(gone, order, both))
        Z = frames(seed + 1000)[0]
        np.testing.assert_array_equal(model.predict(Z), by_hand.predict(filled(Z, gone, both)))
        if cls is not CARTRegressor:
            np.testing.assert_array_equal(model.predict_proba(Z),
                                          by_hand.predict_proba(filled(Z, gone, both)))
        if hasattr(model, 'tree_'): assert not difference(model.tree_, by_hand.tree_)
        if hasattr(model, 'feature_importances_'):
            columns = [by_hand.schema_.names.index(name.removesuffix(' (absent last)'))
                       for name in by_hand.schema_.names]
            np.testing.assert_allclose(model.feature_importances_,
                                       np.bincount(columns, by_hand.feature_importances_),
                                       atol=1e-12)
        again = from_json(to_json(model))
        kept = asked_only(model.schema_, columns_asked(model._members()))
        assert again._said_of('unknown') == how and again.schema_ == kept
        assert again.n_features_in_ == model.n_features_in_ == 4
        np.testing.assert_array_equal(again.predict(Z), model.predict(Z))
        assert again.candidate_table(X, y).equals(model.candidate_table())


def made(cls, **given):
    "An estimator that finds its price quickly; of rules their tree has the parameters."
    if cls is C45RulesClassifier: return cls(C45Classifier(**given))
    few = dict(pruning=CostComplexity(folds=3)) if cls in (CARTClassifier, CARTRegressor) else {}
    return cls(**few, **given)


def gini_fallen(sides, y):
    "By how much two sides bring the Gini value down, times the cases."
    def left(part):
        return len(part) - (np.bincount(part) ** 2).sum() / len(part) if len(part) else 0.0
    return left(y) - left(y[sides]) - left(y[~sides])


def test_the_better_side_is_what_trying_all_finds_and_scikit_learn_does():
    n_last = 0
    for seed in seeds(150):
        rng = np.random.default_rng(seed)
        X, y = rng.integers(0, 6, (rng.integers(8, 40), 2)) * 1.0, None
        X[rng.random(X.shape) < rng.choice([0.1, 0.4], 2)] = np.nan
        y = ((X[:, 0] > 3)
             | (np.isnan(X[:, 0]) & (rng.random() < .7)) ^ (rng.random(len(X)) < .2)).astype(int)
        if min(np.bincount(y, minlength=2)) == 0 or np.isnan(X).all(axis=0).any(): continue
        most = 0.0
        for x in X.T:
            for t in {-1.0, *x[~np.isnan(x)]}:
                above = x > t
                for sides in (above, above | np.isnan(x)): most = max(most, gini_fallen(sides, y))
        tree = CARTClassifier(unknown='best', pruning=None, max_depth=1).fit(X, y).tree_
        left = [w - (d ** 2).sum() / w for w, d in zip(tree.weights, tree.dist)]
        np.testing.assert_allclose(left[0] - sum(left[1:]), most, atol=1e-9)
        s = DecisionTreeClassifier(max_depth=1, random_state=0).fit(X, y).tree_
        theirs = s.impurity * s.weighted_n_node_samples
        np.testing.assert_allclose(theirs[0] - theirs[1:].sum(), most, atol=1e-9)
        n_last += (tree.n_children[0] > 0
                   and tree.schema.attributes[tree.attribute[0]].source is not None)
    assert n_last > 20


def test_both_sides_come_back_and_are_read_alike():
    n_twins = 0
    for seed in seeds(60):
        table = random_table(np.random.default_rng(seed), least=3)
        low, whole = with_absence(table), with_absence(table, both=True)
        n, new = len(table.schema.attributes), {a.source
                                                for a in whole.schema.attributes[len(
                                                    table.schema.attributes):]}
        assert (whole.schema.attributes[:n] == low.schema.attributes
                and whole.schema.columns == table.schema.names)
        assert new == {a.name for a, b in zip(table.schema.attributes, low.schema.attributes)
                       if a != b and (a.kind == 'continuous' or a.is_ordered)}
        assert with_absence(whole, both=True) is whole
        again = encode(decode(whole)[0], whole.schema)
        for a, b in zip(again.columns, whole.columns): np.testing.assert_array_equal(a, b)
        n_twins += len(new)
    assert n_twins > 20


def test_a_text_whose_attributes_have_no_column_is_refused():
    model = C45Classifier(unknown='best').fit(pd.DataFrame({'x': [1.0, 2, None] * 9}),
                                              [0, 1, 1] * 9)
    text = to_json(model)
    for wrong in ('"source": "y"', '"source": "x (absent last)"', '"source": 3'):
        with pytest.raises(ValueError, match='the name of one before it'):
            from_json(text.replace('"source": "x"', wrong))


NO_PENALTY = Thresholds(mdl_penalty=False)


def test_a_few_numbers_are_read_as_many_are():
    rng = np.random.default_rng(0)
    X = np.where(rng.random((30, 4)) < [.3, 0, .1, 0], np.nan, rng.normal(size=(30, 4)))
    for both in (False, True):
        schema = with_absence(training_table(X, X[:, 1] > 0), both).schema
        for Z in (X, X[::-1] * 2, pd.DataFrame(X, columns=schema.columns)):
            np.testing.assert_array_equal(cases_to_predict(Z, schema).columns,
                                          encode(np.asarray(Z, dtype=object), schema).columns)
    x = np.arange(40.0)[:, None]
    x[::3] = np.nan
    model = CARTClassifier(unknown='branch', pruning=None).fit(x, np.isnan(x[:, 0]))
    for X in (x, x.tolist(), np.tile(x, (40, 1))):
        np.testing.assert_array_equal(model.predict_proba(X)[:40], np.c_[~np.isnan(x), np.isnan(x)])


def test_a_word_never_seen_is_unknown_and_not_absent():
    X, y = pd.DataFrame({'c': ['a', 'b', None, 'a', None, 'b'] * 3}), [0, 1, 1, 0, 1, 1] * 3
    model = ID3Classifier(unknown='branch').fit(X, y)
    asked = pd.DataFrame({'c': [None, 'absent', 'z']})
    with pytest.warns(UserWarning, match='not seen in training'):
        codes = encode(asked, model.schema_).columns[0]
    assert codes.tolist() == [2, 2, UNKNOWN]
    with pytest.warns(UserWarning, match='not seen in training'):
        shares = model.predict_proba(asked)
    assert shares[:2].tolist() == [[0, 1]] * 2 and 0 < shares[2, 0] < 1
    word = with_absence(encode(X.replace('a', 'absent'),
                               Schema((Attribute('c', 'discrete', ('absent', 'b')),), ()), None))
    assert word.schema.attributes[0].values == ('absent', 'b', 'absent_')


def test_a_tree_says_where_absence_goes():
    X = pd.DataFrame({'x': [None, None, None, 1.0, 2.0, 3.0, 4.0, 5.0] * 3})
    free = dict(unknown='branch', min_cases=1, pruning=None, thresholds=NO_PENALTY)
    ends = C45Classifier(**free).fit(X, list('nnnyyyyy') * 3)
    assert (str(ends.tree_) == 'x = absent : n (9.0)\nx known : y (15.0)'
            and ends.tree_.threshold[0] == ABSENT)
    low = C45Classifier(**free).fit(X, list('nnnnnyyy') * 3)
    assert str(low.tree_) == 'x <= 2 or absent : n (15.0)\nx > 2 : y (9.0)'
    assert ends.explain(X)['path'].unique().tolist() == ['x = absent', 'x known']
    rules = C45RulesClassifier(C45Classifier(**free)).fit(X, list('nnnyyyyy') * 3)
    assert 'x = absent' in str(rules.rules_) and 'x known' in str(rules.rules_)


def test_who_cannot_tell_refuses(tmp_path):
    X, score, order = frames(3)
    X, y = X.assign(x=X.x.mask(score > 2)), score > 1
    model = C45Classifier(unknown='branch').fit(X, y)
    with pytest.raises(ValueError, match="absence is a value of 'x'"): explore_tree(model)
    for how in 'branch', 'best':
        with pytest.raises(ValueError, match=f"softened .* unknown='share', got '{how}'"):
            C45Classifier(unknown=how).fit(X, y).softened()
        odd = Release8Classifier()
        odd.unknown = how
        with pytest.raises(ValueError, match="no parameter 'unknown'"): odd.fit(X, y)
    with pytest.raises(ValueError,
                       match="unknown must be 'share' or 'branch' or 'best', got 'most'"):
        C45Classifier(unknown='most').fit(X, y)
    with pytest.raises(ValueError, match="asked as two attributes"):
        to_shap(C45Classifier(unknown='best').fit(X[['x']], X.x.isna() | (X.x > 0.5)))
    with pytest.raises(ValueError, match="unknown must be 'share'"):
        fit_partitioned([X.assign(y=y)], 'y', unknown='branch')
    asking = C45Classifier(unknown='branch').fit(X[['size']], X['size'].isna())  # of others no words are kept
    forged = to_json(asking).replace('"absent": "absent"', '"absent": "gone"')
    with pytest.raises(ValueError, match='absent: expected one of the values'): from_json(forged)
    plain = C45Classifier().fit(X, y)
    with pytest.raises(ValueError, match='encode the cases by tree.schema'):
        distribution(model.tree_, encode(X, plain.schema_))
