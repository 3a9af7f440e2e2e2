"""No pair of cases breaks an order that was promised."""
import numpy as np
import pandas as pd
import pytest
from sklearn.base import RegressorMixin, clone
from metamorphic.learners import LEARNERS, class_weights, costs, fitted
from metamorphic.tasks import asked_of, cuts_of, random_task
from support.random_tables import random_rules, random_stop, random_table, seeds
from support.tables import difference

from c45lit import (C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier,
                    CARTClassifier, CARTRegressor, Column, CostComplexity, ErrorBased, ID3Classifier,
                    Release8Classifier, from_json, to_json)
from c45lit.data.training_cases import training_table
from c45lit.engine.growing_loop import grow_tree
from c45lit.show.tree_layout import _box_text
from c45lit.estimators.monotone import with_directions, within_bounds
from c45lit.specification.criterion import GINI
from c45lit.specification.error_limits import error_limit
from c45lit.specification.growth import StopRule
from c45lit.specification.multiway import SplitOptions
from c45lit.specification.one_page import grow
from c45lit.specification.structure import as_tree



def drawn(rng):
    "Numbers, ordered and other words, unknown values, two classes."
    n = int(rng.integers(4, 60))
    X = pd.DataFrame({'a': rng.integers(0, 6, n) + 0.5, 'b': rng.normal(size=n).round(1),
                      's': rng.choice(['low', 'mid', 'top'], n), 'w': rng.choice(list('xyz'), n)})
    for name in X:
        if rng.random() < 0.4: X[name] = X[name].where(rng.random(n) > 0.25, None)
    X['a'], X['b'] = X['a'].astype(float), X['b'].astype(float)
    y = (rng.random(n) < 0.3) ^ (X.a.fillna(0) * rng.choice([-1, 1]) > rng.normal())
    return X, y.to_numpy()


def told(model, X):
    if not hasattr(model, 'classes_'): return model.predict(X)
    return model.predict_proba(X)[:, -1] if len(model.classes_) > 1 else np.zeros(len(X))


def directed(directions, orders):
    "A schema of directions and of orders of words."
    return {name: Column(orders.get(name), monotonic=directions.get(name, 0))
            for name in {**directions, **orders}}


def test_a_list_of_directions_is_by_position():
    X, y = drawn(np.random.default_rng(3))
    named, listed = ({'b': Column(monotonic=-1)}, [0, -1, 0, 0])
    both = [C45Classifier(pruning=None).fit(X, y, schema=how).tree_ for how in (named, listed)]
    assert both[0] == both[1]
    assert from_json(to_json(C45Classifier(schema=listed).fit(X, y))).schema == listed
    with pytest.raises(ValueError, match='a direction for every column, got 3'):
        C45Classifier(schema=listed[1:]).fit(X, y)


# -- every learner that keeps an order, with all its parameters

REFUSING = Release8Classifier, C45RulesClassifier, C50Classifier
DIRECTED = [name for name, learner in LEARNERS.items()
            if not learner.fit and learner.estimator not in REFUSING]


def directed_task(learner, seed):
    """A task of numbers or two classes, with directions of its numbers and of its words, which have
    an order; the values of each column that has a direction, ascending; and the directions."""
    rng, task = np.random.default_rng([seed, 73]), random_task(learner, seed)
    if not issubclass(LEARNERS[learner].estimator, RegressorMixin): task = of_two(task, rng)
    levels = {name: ordered_values(x) for name, x in task.X.items() if rng.random() < 0.8
              and (x.dtype == float or isinstance(next(iter(x.dropna())), str))}
    signs = {name: int(rng.choice([-1, 1])) for name in levels}
    orders = {name: levels[name] for name in levels if task.X[name].dtype != float}
    given = {k: v for k, v in task.parameters.items() if (k, v) != ('thresholds', False)}
    more = dict(schema=directed(signs, orders))  # which ID3 without thresholds refuses
    return task._replace(parameters=given | more), levels, signs


def ordered_values(x):
    "The values of a column, ascending."
    return x.cat.categories.tolist() if hasattr(x, 'cat') else sorted({*x.dropna()})


def of_two(task, rng):
    "A task of one class against the others."
    one = rng.choice(sorted({*task.y}))
    two = lambda y: pd.Series(np.where(y == one, 'one', 'others'), y.index, object)
    given = {k: v for k, v in task.parameters.items()
             if k not in ('costs', 'class_weight', 'leaf_smoothing')}
    if len({*two(task.y)}) > 1 and rng.random() < 0.3:
        given['class_weight'] = class_weights(rng, ['one', 'others'])
        if 'costs' in task.parameters: given['costs'] = costs(rng, ['one', 'others'])
    return task._replace(parameters=given, y=two(task.y), held=(task.held[0], two(task.held[1])))


def beside(values, cuts):
    "The values, the thresholds and what comes next after these, ascending."
    found = np.concatenate([values, cuts, np.nextafter(cuts, np.inf)])
    return np.unique(found[np.isfinite(found)])


def along(model, cases, name, values):
    "What a model says of each case (column) as the value of one of its columns rises (row)."
    asked = cases.loc[np.tile(cases.index, len(values))].reset_index(drop=True)
    rising = pd.Series(np.repeat(np.array(values, object), len(cases)))
    asked[name] = rising.astype(asked[name].dtype)
    return told(model, asked).reshape(len(values), len(cases))


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('learner', DIRECTED)
def test_no_learner_breaks_an_order(learner):
    for seed in seeds(25):
        task, levels, signs = directed_task(learner, seed)
        model = fitted(task)
        cases = asked_of(task, model, np.random.default_rng([seed, 3]), 8)
        near = 1e-12 * (1.0 if hasattr(model, 'classes_') else max(1.0, np.abs(task.y).max()))
        for name, sign in signs.items():
            values = levels[name]
            if cases[name].dtype == float: values = beside(values, cuts_of(model).get(name, ()))
            said = along(model, cases, name, values)
            assert (sign * np.diff(said, axis=0) >= -near).all(), (seed, name, task.parameters)
        copy = from_json(to_json(model))
        assert directions_of(copy) == directions_of(model)
        assert np.array_equal(told(copy, cases), told(model, cases)), seed


# -- what is printed, drawn and saved is what is predicted

def checked_figures(tree, cf, near):
    "Shares, errors and estimates of a tree's leaves follow from what its leaves say."
    leaves = tree.to_frame().query("kind == 'leaf'")
    assert (leaves.estimate >= leaves.errors - near).all()
    own, at = tree.own_errors, leaves.index
    expected = [error_limit(tree.weights[i], own[i], cf) for i in at] if cf else own[at]
    assert np.allclose(leaves.estimate, expected, atol=near)
    inner = np.flatnonzero(tree.n_children)
    sums = [tree.errors[tree._span(i)].sum() for i in inner]
    assert np.allclose(tree.errors[inner], sums, atol=near)
    if tree.is_numeric: return
    has_cases = tree.weights > 0
    assert np.allclose(tree.dist.sum(axis=1)[has_cases], tree.weights[has_cases], atol=near)
    assert (tree.classes[at] == [tree.schema.classes.index(c) for c in leaves.prediction]).all()


def said_by(tree, found):
    "What the leaves that each case reaches say in print, by share."
    shares = tree.dist[:, 1] / np.where(tree.weights > 0, tree.weights, 1.0)
    says = tree.dist[:, 1] if tree.is_numeric else np.where(tree.weights > 0, shares, tree.classes)
    return (found.share * says[found.leaf]).groupby(found.case).sum().to_numpy()


def confidence_of(model):
    "The confidence factor that a model's leaves estimate errors with; None: they do not."
    ways = model._learning().ways
    estimates = ways and isinstance(ways[-1], ErrorBased) and model.costs is None
    return ways[-1].cf if estimates else None


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('learner', DIRECTED)
def test_what_a_monotone_tree_prints_is_what_it_predicts(learner):
    for seed in seeds(12):
        task = directed_task(learner, seed)[0]
        model = fitted(task)
        cases = asked_of(task, model, np.random.default_rng([seed, 4]), 8)
        near = 1e-6 * max(1.0, np.abs(model._all_trees()[0].errors).max())
        for tree in model._all_trees():
            checked_figures(tree, confidence_of(model), near)
        if not hasattr(model, 'tree_') or model.tree_.dist.shape[1] < 2: continue
        assert np.allclose(said_by(model.tree_, model.explain(cases)), told(model, cases)), seed


def directions_of(model): return [a.monotonic for a in model.schema_.attributes]


def test_pooled_leaves_are_marked_wherever_a_tree_is_shown():
    r = np.random.default_rng(0)
    X = pd.DataFrame({'x': r.integers(0, 30, 400), 'w': r.choice(list('abc'), 400)})
    y = np.where(r.random(400) < .3 + .01 * X.x, 'yes', 'no')
    free = C45Classifier(min_cases=20, pruning=None, collapse=False, thresholds='textbook')
    tree = clone(free).set_params(schema={'x': Column(monotonic=1)}).fit(X, y).tree_
    leaves = np.flatnonzero(tree.n_children == 0)
    pooled = leaves[tree.pooled[leaves] == 1]
    assert 0 < len(pooled) < len(leaves)
    assert str(tree).count(') monotone') == len(pooled)
    assert all('monotone' in _box_text(tree.node(i)) for i in pooled)
    again = from_json(to_json(tree))
    assert again == tree and again.pooled.tolist() == tree.pooled.tolist()
    assert 'pooled' not in to_json(free.fit(X, y)) and not free.tree_.pooled.any()


def test_page_and_engine_grow_the_same_monotone_tree():
    for seed in seeds(100):
        rng = np.random.default_rng([seed, 72])
        table = random_table(rng)
        keep = np.flatnonzero((table.classes < 2) & (table.weights > 0))
        if not len(keep): continue
        table = table.select(keep)
        table = type(table)(type(table.schema)(table.schema.attributes, table.schema.classes[:2]),
                            table.columns, table.classes, table.weights)
        table = with_directions(table, {a.name: int(rng.integers(-1, 2)) for a
                                        in table.schema.attributes if a.kind == 'continuous'})
        rules, stop = random_rules(rng), random_stop(rng)
        tree = grow_tree(table, rules, stop)
        page = as_tree(grow(table, rules, stop), table.schema)
        assert not difference(page, tree), seed
        assert within_bounds(tree).n_leaves == tree.n_leaves


RISING = Column(monotonic=1)


@pytest.mark.parametrize('sign', [2, -3, 0.5, True, 'up', None])
def test_a_direction_is_1_or_minus_1_or_none(sign):
    with pytest.raises(ValueError, match='Column: monotonic must be 1, -1 or 0'):
        Column(monotonic=sign)


@pytest.mark.parametrize('make', [
    lambda schema: Release8Classifier(schema=schema), lambda schema: C50Classifier(schema=schema),
    lambda schema: C45RulesClassifier(C45Classifier(schema=schema)),
    lambda schema: C45RulesClassifier(Release8Classifier(schema=schema)),
    lambda schema: ID3Classifier(thresholds=False, schema=schema)])
def test_who_keeps_no_direction_refuses_it(make):
    X, y = drawn(np.random.default_rng(1))
    X, rising = X[['s', 'w']], Column(['low', 'mid', 'top'], monotonic=1)
    known = CARTClassifier(schema={'s': rising}).fit(X, y).schema_
    for schema in {'s': rising}, {0: rising}, known:
        model = make(schema)
        with pytest.raises(ValueError, match=f'{type(model).__name__}: schema: .*(direction|monotonic)'):
            model.fit(X, y)
        assert not hasattr(model, 'schema_')


def test_a_schema_brings_its_directions():
    X, y = drawn(np.random.default_rng(3))
    X, sized = X.drop(columns='w'), ['low', 'mid', 'top']
    said = {'a': RISING, 's': Column(sized, monotonic=-1)}
    schema = CARTRegressor(schema=said).fit(X, y * 1.0).schema_
    assert [a.monotonic for a in schema.attributes] == [1, 0, -1]
    for cls in C45Classifier, C45ForestClassifier, CARTClassifier, ID3Classifier:
        model, other = cls(schema=schema).fit(X, y), cls(schema=said).fit(X, y)
        assert directions_of(model) == directions_of(other) == [1, 0, -1]
        assert np.array_equal(model.predict_proba(X), other.predict_proba(X))
        assert directions_of(cls().fit(X, y, schema=schema)) == [1, 0, -1]
        with pytest.raises(ValueError, match='two classes, got 3'):
            cls(schema=schema).fit(X, np.arange(len(X)) % 3)
    without = CARTClassifier(schema={'s': sized}).fit(X, np.arange(len(X)) % 3)
    assert directions_of(without) == [0, 0, 0]


def test_the_path_of_prices_is_that_of_the_monotone_tree():
    X, y = drawn(np.random.default_rng(4))
    whole = CARTClassifier(pruning=CostComplexity(0.0))
    model = clone(whole).set_params(schema=directed({'a': 1, 'b': -1}, {})).fit(X, y)
    free = whole.fit(X, y)
    path = model.cost_complexity_pruning_path(X, y)
    assert path.leaves[0] == model.unpruned_tree_.n_leaves != free.unpruned_tree_.n_leaves


def test_a_column_is_named_or_told_by_its_number():
    for seed in seeds(10):
        X, y = drawn(np.random.default_rng([seed, 74]))
        X, sized = X[['w', 'a', 's', 'b']], ['low', 'mid', 'top']
        frames = {'named': X, 'numbered': X.set_axis(range(4), axis=1)}
        def tree(frame, schema):
            model = CARTClassifier(pruning=CostComplexity(0.01), schema=schema).fit(frame, y)
            assert from_json(to_json(model)).tree_ == model.tree_
            return [model.tree_.threshold, model.tree_.dist, model.tree_.attribute]
        want = tree(X, {'a': RISING, 's': Column(sized, monotonic=-1)})
        for frame in frames.values():
            found = tree(frame, {1: RISING, 2: Column(sized, monotonic=-1)})
            assert all(np.array_equal(*pair, equal_nan=True) for pair in zip(want, found))


def test_sisters_that_say_the_same_bound_are_one_leaf():
    "And no prediction changes by it."
    merged = 0
    for seed in seeds(40):
        X, y = drawn(np.random.default_rng(seed))
        table = with_directions(training_table(X[['a', 'b']], y), {'a': 1, 'b': 1})
        tree = grow_tree(table, SplitOptions(GINI, 1.0, False, False, 0), StopRule(collapse=False))
        if len(table.schema.classes) < 2: continue
        bound = within_bounds(tree)
        shares = bound.dist[:, 1] / np.where(bound.weights > 0, bound.weights, 1)
        for i in np.flatnonzero(bound.n_children):
            below = bound._span(i)
            if bound.n_children[below].any() or not bound.weights[below].all(): continue
            assert np.ptp(shares[below]) > 1e-12, seed
        merged += len(bound) < len(tree)
    assert merged
