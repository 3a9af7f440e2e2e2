"What boosted trees and rulesets say of a case adds up to their votes."
import numpy as np
import pytest

from c45lit import load_dataset
from c45lit.data import training_table
from c45lit.data.weights import weight_unit
from c45lit.engine import grow_tree
from c45lit.rules import RuleSet, extract_rules
from c45lit.originals import boost_trees


@pytest.mark.parametrize('name', ['penguins', 'watermelon_3', 'golf', 'loan'])
def test_the_leaves_of_a_case_add_up_to_its_votes(name):
    X, y = load_dataset(name)
    table = training_table(X, y)
    boosted = boost_trees(table, trials=4)
    said = boosted.explain(table)
    assert set(said.tree) == set(range(len(boosted.trees)))
    sums = said.groupby('case')[[f'P({c})' for c in table.schema.classes]].sum()
    assert np.allclose(sums, boosted.votes(table), rtol=1e-12, atol=0)


def rules_of(table):
    "The rules of a table's tree, in its own unit of weight."
    return extract_rules(grow_tree(table, unit=weight_unit(table.weights)), table)


def test_rulesets_have_one_row_a_trial_and_case():
    table = training_table(*load_dataset('penguins'))
    boosted = boost_trees(table, rules_of, 2)
    assert all(isinstance(one, RuleSet) for one in boosted.trees)
    said = boosted.explain(table)
    assert len(said) == len(boosted.trees) * len(table) and 'conditions' in said
