"""A criterion stands once: a record appended to the list, its order linear in the parts or not,
grows the same tree by page, engine and partitions."""
from dataclasses import replace

import numpy as np
import pytest
from support.kernels import every_kernel
from support.random_tables import random_task, seeds
from support.root import root_of
from support.tables import difference
from support.toys import SQUARE_ROOT, TOYS, impurity, one_more

from c45lit import C45Classifier, CostComplexity, load_dataset
from c45lit.data.table import Attribute, Schema, Table
from c45lit.data.weights import weight_unit
from c45lit.explore.explore_threshold import explore_threshold
from c45lit.specification.criterion import GINI, NodeWeights
from c45lit.specification.multiway import SplitOptions
from c45lit.specification.multiway import ONE_VS_REST, SUBSET
from c45lit.specification.structure import as_tree
from c45lit.specification.growth import StopRule
from c45lit.specification.one_page import grow
from c45lit.engine.exact_sums import _fixed, _whole
from c45lit.partitions.growing_in_parts import grow_in_parts
from c45lit.engine.growing_loop import grow_tree
from c45lit.partitions.passes_over_parts import How
from c45lit.pruning.cost_complexity import node_costs

PLAIN = SplitOptions(GINI, min_cases=1.0, penalty=False, least_side=False, average=0)
each_toy = pytest.mark.parametrize('toy', TOYS, ids=lambda toy: toy.name)


def some_table(seed, n=60, n_values=12):
    """A number and a discrete attribute, three classes, whole weights; in every other table some
    values are unknown."""
    rng = np.random.default_rng(seed)
    classes = rng.integers(0, 3, n).astype(np.int32)
    x = (rng.integers(0, n_values, n) + 3 * classes).astype(float)
    d = np.where(rng.random(n) < 0.4, classes, rng.integers(0, 4, n)).astype(np.int32)
    weights, hide = rng.integers(1, 4, n).astype(float), rng.random((2, n)) < 0.15 * (seed % 2)
    x[hide[0]], d[hide[1]] = np.nan, -1
    schema = Schema((Attribute('x', 'continuous'), Attribute('d', 'discrete', tuple('abcd'))),
                    tuple('stu'))
    return Table(schema, (x, d), classes, weights)


def decrease(toy, table, branch):
    """What a test gains by a toy, from its definition by shares; cases of unknown value are in
    branch -1."""
    def left(rows):
        freq = np.bincount(table.classes[rows], table.weights[rows], 3)
        return freq.sum() * impurity(toy, freq)
    parts = [branch == b for b in np.unique(branch[branch >= 0])]
    return (left(branch >= 0) - sum(map(left, parts))) / table.weights.sum()


def gains_by_definition(toy, table):
    "The greatest gain of each of the two attributes; unknown values are in no branch."
    x, d = table.columns
    cuts = [decrease(toy, table, np.where(np.isnan(x), -1, x > t))
            for t in np.unique(x[~np.isnan(x)])[:-1]]
    return max(cuts), decrease(toy, table, d)


@each_toy
def test_the_root_is_the_best_by_definition(toy):
    for seed in range(12):
        table = some_table(seed)
        with one_more(toy) as place, every_kernel('py_func'):
            options = PLAIN._replace(criterion=place)
            root, page = root_of(table, options), grow(table, options, StopRule(1))
        gains = gains_by_definition(toy, table)
        assert [split.gain for split in root.splits] == pytest.approx(gains, rel=1e-9)
        dist = np.bincount(table.classes, table.weights, 3)
        node = NodeWeights(dist.sum(), impurity(toy, dist), dist)
        scores = [toy.score(split.gain, split.split_info, node) for split in root.splits]
        assert root.attribute == np.argmax(scores) == page.attribute


def in_two_parts(table, options, **more):
    "The tree that is grown from the two halves of a table, of which little fits in one place."
    half = len(table) // 2
    parts = [table.select(slice(half)), table.select(slice(half, None))]
    how = How(options, cf=None, unit=weight_unit(table.weights), most_rows=10, segments=3,
              sample=20)
    return grow_in_parts(parts, lambda part: part, how._replace(**more))[0]


def test_page_engine_and_partitions_grow_the_same_random_trees():
    "Unknown values, weights, words, numbers, groups and sets of values, in turns by every toy."
    tests = dict.fromkeys(('threshold', 'group', 'weighted'), 0)
    for seed in seeds(120):
        table, options, stop, threshold = random_task(seed, most=25)
        rng, toy = np.random.default_rng([seed, 3]), TOYS[seed % len(TOYS)]
        shape = [{}, {}, dict(grouped=True), dict(binary=ONE_VS_REST),
                 dict(binary=SUBSET)][rng.integers(5)]
        table = table.select(table.weights > 0)
        with one_more(toy) as place, every_kernel('py_func'):
            options = options._replace(criterion=place, min_value_gap=0.0, epsilon=0.0, **shape)
            unit = weight_unit(table.weights)
            engine = grow_tree(table, options, stop, threshold, unit)
            page = as_tree(grow(table, options, stop, threshold, unit), table.schema)
            parts = in_two_parts(table, options, stop=stop, threshold=threshold,
                                 most_rows=int(rng.choice([1, 3, 10])))
        what = f'seed {seed}, {toy.name}, {options}, {stop}'
        assert not difference(page, engine), f'{what}\npage:\n{page}\nengine:\n{engine}'
        assert parts == engine, f'{what}\npartitions:\n{parts}\nengine:\n{engine}'
        tests['threshold'] += (~np.isnan(engine.threshold)).any()
        tests['group'] += (engine.group >= 0).any()
        tests['weighted'] += (table.weights != 1).any() and len(engine) > 1
    assert min(tests.values()) > 0, tests


def test_the_parts_of_many_classes_add_up_to_a_whole_number():
    "The parts of a concave formula, of each class its own, are more than the part of all."
    with one_more(SQUARE_ROOT) as place, every_kernel('py_func'):
        n, options = 2 ** 18, SplitOptions(place)
        fixed = _fixed(np.full(n, 16.0), 1.0, False, options, sweeps=False)
        assert 1024 * int(_whole(16 * n // 1024, fixed, place)) < 2 ** 62
        assert fixed.scale * fixed.table[1] / fixed.scale == fixed.scale


class Toyed(C45Classifier):
    "An estimator whose tests are chosen by the last criterion on the list."
    def _options(self): return replace(super()._options(), criterion=self._place, mdl_penalty=False)


@each_toy
def test_what_an_estimator_measures_by_a_new_criterion_is_its_own_impurity(toy):
    X, y = load_dataset('golf')
    with one_more(toy) as place, every_kernel('py_func'):
        model = Toyed(pruning=None)
        model._place = place
        tree = model.fit(X, y).tree_
        costs, shares = node_costs(tree, model._learning().impurity), model.feature_importances_
        assert Toyed(pruning=CostComplexity(0)).__class__ is Toyed
    left = np.array([d.sum() * impurity(toy, d) for d in tree.dist])
    np.testing.assert_allclose(costs, left / 14, atol=1e-12)
    taken = np.zeros(4)
    for node in np.flatnonzero(tree.n_children):
        taken[tree.attribute[node]] += left[node] - left[tree._span(node)].sum()
    np.testing.assert_allclose(shares, taken / taken.sum(), atol=1e-12)


def test_the_page_that_computes_by_itself_refuses_what_it_does_not_know():
    X, y = load_dataset('golf')
    with one_more(SQUARE_ROOT) as place:
        with pytest.raises(ValueError,
                           match="explore_threshold: .* not 'square root'; take GAIN_RATIO"):
            explore_threshold(X, y, 'humidity', SplitOptions(place))
    assert explore_threshold(X, y, 'humidity', SplitOptions(GINI)).data['gini']
