"""What a formula says is, bit for bit, what the model predicts."""
import numpy as np
import pytest
from support.exports import fitted, plans, records, same_shares, voting_rules
from support.random_tables import seeds

from c45lit import C45Classifier
from c45lit.exports.formulas import Leaf, formula

each = pytest.mark.parametrize('name', plans())


def test_there_are_models_enough():
    assert len(plans()) >= 40


@each
def test_the_plain_evaluator_gives_the_bits_of_predict_proba(name):
    model, cases, answer, shares = fitted(name)
    f = formula(model)
    found = [f.predict_proba(case) for case in records(cases)]
    assert same_shares(model, found, shares)
    assert [f.predict(case) for case in records(cases)] == answer


@each
def test_leaves_stand_in_the_order_of_their_sum_and_children_after_their_parent(name):
    for nodes in formula(fitted(name)[0]).trees:
        seen = [0]
        for i, node in enumerate(nodes):
            assert seen.pop() == i
            if not isinstance(node, Leaf): seen.extend(reversed(node.children))
        assert not seen


def test_no_model_and_one_that_learned_nothing_are_refused():
    with pytest.raises(TypeError, match='expected a Tree'): formula(3)
    with pytest.raises(ValueError, match='call fit'): formula(C45Classifier())


def test_votes_of_rules_add_up_to_the_same_bits_in_any_order():
    for seed in seeds(25):
        model, X = voting_rules(seed)
        f, shares = formula(model), model.predict_proba(X)
        assert np.array_equal([f.predict_proba(r) for r in records(X)], shares), seed
        assert [f.predict(r) for r in records(X)] == model.predict(X).tolist(), seed
