"""Every criterion with every way of discrete tests and of pruning, on a small table, beside the page."""
import numpy as np
import pandas as pd
import pytest
from support.declared import lacks_its_price

from c45lit import C45Classifier, LeafLimit
from c45lit.engine.prediction import distribution
from c45lit.pruning.ways import PRUNINGS, pruned_by
from c45lit.specification import StopRule, one_page
from c45lit.specification.declaration import declared
from c45lit.specification.structure import as_tree

KNOWN = declared(C45Classifier)


def cases(n=24):
    "Words, numbers and unknown values that tell the class a little."
    rng = np.random.default_rng(4)
    X = pd.DataFrame({'word': rng.choice(list('pqrs'), n), 'few': rng.choice(list('xy'), n),
                      'number': rng.integers(0, 9, n) / 2})
    y = np.where((X.number > 2) ^ (X.word == 'p') ^ (rng.random(n) < .2), 'yes', 'no')
    return X.mask(rng.random(X.shape) < .1), y


@pytest.mark.parametrize('pruning', [None, *PRUNINGS, LeafLimit(3)], ids=str)
@pytest.mark.parametrize('discrete', KNOWN['discrete'].choices)
@pytest.mark.parametrize('criterion', KNOWN['criterion'].words())
def test_every_combination_is_that_of_the_page(criterion, discrete, pruning):
    X, y = cases()
    model = C45Classifier(criterion, discrete=discrete, pruning=pruning, min_cases=1)
    if lacks_its_price(dict(discrete=discrete, criterion=criterion)):
        with pytest.raises(ValueError, match='pays bits'): model.fit(X, y)
        return
    model.fit(X, y)
    rules, stop, threshold = model.options_.coded()
    how, table = model._learning(), model._table_of(X)
    def page(some): return one_page.grow(some, rules, StopRule(*stop), threshold)
    def tree_of(node): return as_tree(node, model._table.schema)
    grown = page(model._table)
    if pruning == 'error_based': pruned = tree_of(one_page.prune(grown, model._table))
    else:
        task = how.task(model._table, model._held)._replace(grow=lambda some: tree_of(page(some)))
        pruned = pruned_by(how.ways, tree_of(grown), task)[0]
    for found, wanted in (model.unpruned_tree_, tree_of(grown)), (model.tree_, pruned):
        assert (found.n_leaves, found.depth) == (wanted.n_leaves, wanted.depth)
        np.testing.assert_allclose(distribution(found, table), distribution(wanted, table))
