"""Trees and rules as tables say what trees and rules hold; a tree as rules answers as the tree."""
import json
import math
from html import escape

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from support.random_tables import random_task, seeds

from c45lit import C45Classifier, C45RulesClassifier, C50Classifier, CARTRegressor, load_dataset
from c45lit import from_json, rules_from, to_json
from c45lit.engine.growing_loop import grow_tree
from c45lit.engine.prediction import classify
from c45lit.splits import entropy
from c45lit.show import rules_from_json, rules_to_json

TREE = ('node parent depth branch condition kind attribute threshold weight prediction errors '
        'estimate impurity gain gain_ratio').split()
RULES = 'rule conditions parts size class cover correct accuracy lift error'.split()


def place(tree, node):
    "(parent, branch) of a node, found by looking at the branches of all."
    above = [(i, b) for i in range(len(tree)) for b, (_, child) in
             enumerate(tree.node(i).branches) if child.number == node.number]
    return above[0] if above else (-1, -1)


def test_a_row_says_what_its_node_holds():
    for seed in seeds(100): compare_rows(grow_tree(*random_task(seed)))


def compare_rows(tree):
    "Compare every row with its node."
    frame = tree.to_frame()
    assert list(frame.columns[:9]) == TREE[:9] and len(frame) == len(tree)
    for i, row in frame.iterrows():
        node = tree.node(i)
        assert (row.parent, row.branch) == place(tree, node)
        assert row.prediction == node.class_name and row.kind == node.kind
        assert row.attribute == node.attribute and row.weight == node.weight
        assert row.condition == ('' if not i else
                                 tree.node(row.parent).label(row.branch))
        named = [row[f'n({c})'] for c in tree.schema.classes]
        assert named == node.dist.tolist()
        assert row.depth == (0 if not i else frame.depth[row.parent] + 1)
        if node.is_leaf: assert math.isnan(row.gain)
        else:
            below = [child for _, child in node.branches]
            n = sum(c.weight for c in below)
            left = sum(c.weight * (entropy(c.dist) if c.dist.any() else 0) for c in below)
            assert row.gain == pytest.approx(row.impurity - left / n, abs=1e-9)


def test_paths_as_rules_answer_as_the_tree_where_all_is_known():
    for seed in seeds(150): compare_rules(*random_task(seed))


def compare_rules(table, *how):
    "Compare the rules of a tree with the tree."
    tree = grow_tree(table, *how)
    rules, known = rules_from(tree), np.ones(len(table), bool)
    for a, x in zip(table.schema.attributes, table.columns):
        if a.kind != 'ignore': known &= (x >= 0) if a.kind == 'discrete' else ~np.isnan(x)
    cases = table.select(known)
    assert len(rules) == tree.n_leaves
    assert (rules.classify(cases) == classify(tree, cases)).all()
    covers = sum(rule.covers(cases).astype(int) for rule in rules.rules)
    assert np.all(covers == 1)  # exactly one of the paths
    again = rules_from_json(rules_to_json(rules))
    assert again == rules and (again.classify(cases) == rules.classify(cases)).all()
    assert [r.can_match for r in again.rules] == [True] * len(rules)


@pytest.mark.parametrize('name', ['golf', 'penguins'])
def test_rules_know_what_they_cover(name):
    X, y = load_dataset(name)
    model = C45RulesClassifier().fit(X, y)
    for rules in (model.rules_, from_json(to_json(model)).rules_,
                  C50Classifier(rules=True).fit(X, y).rulesets_[0]):
        held, counted = rules.to_frame(), rules.to_frame(X, y)
        assert held.columns.tolist() == counted.columns.tolist() == RULES
        assert held.rule.tolist()[-1] == 0 and len(held) == len(rules) + 1
        np.testing.assert_allclose(held.cover[:-1], counted.cover[:-1], atol=1e-6)
        np.testing.assert_allclose(held.correct[:-1], counted.correct[:-1], atol=1e-6)
        np.testing.assert_allclose(counted.accuracy, counted.correct / counted.cover)
        parts = held.parts[0]
        assert len(parts) == held['size'][0] and all(c in X for c, _, _ in parts)


def test_parts_select_the_cases_that_the_rule_covers():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    frame = C45RulesClassifier().fit(X, y).rules_.to_frame(X, y)
    for row in frame.iloc[:-1].itertuples():
        mask = np.ones(len(X), bool)
        for column, operator, value in row.parts:
            mask &= X[column] <= value if operator == '<=' else X[column] > value
        assert mask.sum() == row.cover and (y[mask] == row[5]).sum() == row.correct


def test_a_tree_of_numbers_has_means_and_variances():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    model = CARTRegressor(max_depth=3, pruning=None).fit(X, y)
    frame = model.tree_.to_frame()
    assert frame.columns.tolist() == TREE
    assert frame.prediction[0] == pytest.approx(y.mean())
    assert frame.impurity[0] == pytest.approx(y.var(ddof=0))
    leaves = frame[frame.kind == 'leaf'].set_index('node')
    np.testing.assert_allclose(leaves.prediction[model.apply(X)], model.predict(X))
    with pytest.raises(ValueError, match='to_frame'): rules_from(model.tree_)


def test_what_makes_no_sense_is_refused():
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = C45Classifier().fit(X, y)
    with pytest.raises(ValueError, match='measure must be one of'): model.tree_.to_frame('bits')
    rules = C45RulesClassifier().fit(X, y).rules_
    with pytest.raises(ValueError, match='together'): rules.to_frame(X)
    record = json.loads(rules_to_json(rules_from(model.tree_)))
    record['rules'][0]['cover'] = 'many'
    with pytest.raises(ValueError, match=r'rules\[0\].cover'): rules_from_json(json.dumps(record))


def test_rules_come_from_a_fitted_classifier_as_from_its_tree():
    X, y = load_dataset('golf')
    model = C45Classifier().fit(X, y)
    assert rules_from(model) == rules_from(model.tree_)
    for wrong in C45Classifier(), C45RulesClassifier().fit(X, y):
        with pytest.raises(TypeError, match='rules_from: expected a Tree or a fitted estimator'):
            rules_from(wrong)


def test_a_notebook_shows_rules_as_a_table():
    X, y = load_dataset('golf')
    X['outlook'] = X.outlook.replace('rain', '<b>rain</b>')
    for rules in (C45RulesClassifier().fit(X, y).rules_, rules_from(C45Classifier().fit(X, y)),
                  C50Classifier(rules=True).fit(X, y).rulesets_[0]):
        shown = rules._repr_html_()
        assert shown.count('<tr') == len(rules.to_frame()) + 1 and '<b>' not in shown
        for condition in rules.to_frame().conditions: assert escape(condition, False) in shown
