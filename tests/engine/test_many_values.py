"""Attributes of many values: the searches that pass over what cannot win find what looking at
everything finds."""
import numpy as np
import pytest
from support.kernels import every_kernel
from support.naive import UNIT
from support.random_tables import random_rules, random_weights, seeds
from support.root import root_of

from c45lit import Attribute, Schema, Table
from c45lit.engine import grow_tree
from c45lit.engine import group_scan, laying_out, node, partition
from c45lit.engine.exact_sums import _NO_TABLE, _for_kernels, _node_weights, _selection_score
from c45lit.engine.group_scan import _joined
from c45lit.engine.value_scan import _before, _row_bits, _sizes
from c45lit.specification.criterion import GAIN_RATIO, VARIANCE
from c45lit.specification.selection import best_split
from c45lit.specification.multiway import ONE_VS_REST


def rows_of_values(rng):
    """A contingency table of some ten values, with equal rows, rare values and fractions, in whole
    units as the weights of tables are."""
    shape = int(rng.integers(3, 25)), int(rng.integers(2, 5))
    rows = rng.choice([rng.integers(0, 4, shape), rng.integers(0, 60, shape),
                       np.rint(rng.exponential(size=shape) / UNIT) * UNIT]).astype(float)
    if rng.random() < 0.5: rows[rng.integers(1, shape[0])] = rows[1]
    rows[0] *= rng.random() < 0.4
    return rows


def some_options(rng):
    return random_rules(rng)._replace(grouped=True)


def every_pair(blocks, sizes, least, before, table, options):
    "What `_best_pair` finds, by scoring every merger in full."
    heavy = int((sizes[1:] >= options.min_cases).sum())
    barred = 0 if heavy >= 3 else 1 + int(np.argmax(sizes[1:]))
    best, by_average = (0, 0, group_scan.NO_GAIN, 0.0, 0.0), options.criterion[0] == 0
    bits = _row_bits(blocks, table, options)
    for a in range(1, len(sizes)):
        for b in range(a + 1, len(sizes)):
            if barred in (a, b): continue
            gain, info = _joined(blocks, bits, sizes, a, b, before, table, options)
            worth = _selection_score(gain, info, group_scan._LEAST_GAIN, options, before.node)
            anyway = best[0] == 0 and (heavy < 2 or not by_average)
            if anyway or worth >= best[4] or gain >= least > best[2]: best = a, b, gain, info, worth
    return best, heavy


def test_no_merger_that_could_win_is_passed_over():
    for seed in seeds(300):
        rng = np.random.default_rng(seed)
        rows, options = rows_of_values(rng), _for_kernels(some_options(rng))
        if not rows[1:].any(): continue
        sizes = _sizes(rows)
        weight = float(rows.sum()) * rng.choice(
            [1.0, 1.5])  # values too light for a block are left out
        node = _node_weights(weight, rows.sum(axis=0), _NO_TABLE, options.criterion)
        before = _before(rows, sizes, node, _NO_TABLE, options)
        least = float(rng.choice([-0.1, 0.01, 0.1, 0.3]))
        task = rows, sizes, least, before, _NO_TABLE, options
        assert group_scan._best_pair(*task) == every_pair(*task), seed


def many_valued(rng, n_values=40):
    "Cases that are few for so many values."
    n, n_classes = int(rng.integers(5, 60)), int(rng.integers(2, 4))
    classes, columns, attributes = rng.integers(0, n_classes, n), [], []
    for a in range(2):
        codes = np.minimum(rng.geometric(0.1, n), n_values) - 1
        codes = np.where(rng.random(n) < 0.5, classes * 7 + a, codes)
        columns.append(np.where(rng.random(n) < rng.choice([0, 0.2]), -1, codes).astype(np.int32))
        attributes.append(Attribute(f'd{a}', 'discrete', tuple(map(str, range(n_values)))))
    return Table(Schema(tuple(attributes), tuple('stu'[:n_classes])), tuple(columns),
                 classes.astype(np.int32), random_weights(rng, n))


@pytest.mark.parametrize('way', [dict(binary=1), dict(binary=2), dict(grouped=True)], ids=str)
def test_a_node_with_few_of_many_values_is_split_as_in_the_book(way):
    tried = chosen = 0
    for seed in seeds(60):
        rng, tried = np.random.default_rng(seed), tried + 1
        table, options = many_valued(rng), random_rules(rng)._replace(**way)
        table = table.select(table.weights > 0)
        book, engine = best_split(table, options), root_of(table, options)
        assert (book.attribute if book else -1) == engine.attribute, seed
        if not book: continue
        scored = engine.splits[book.attribute]
        assert book.gain == pytest.approx(scored.gain, rel=1e-9, abs=1e-12), seed
        tree = grow_tree(table, options)
        if len(tree) > 1: assert tuple(tree._row(0)) == book.groups, seed
        chosen += 1
    assert chosen > 20 or tried < 60  # the clock may stop it sooner


@pytest.mark.parametrize('way', [dict(binary=1), dict(binary=2, criterion=VARIANCE),
                                 dict(grouped=True)], ids=str)
def test_compiled_and_interpreted_trees_of_many_values_agree(way):
    for seed in range(12):
        rng = np.random.default_rng(seed)
        table, options = many_valued(rng, 300), random_rules(rng)._replace(
            **dict(criterion=GAIN_RATIO) | way)
        if options.criterion == VARIANCE:
            schema = Schema(table.schema.attributes, ('1', '2.5', '7')[:len(table.schema.classes)])
            table = Table(schema, table.columns, table.classes, table.weights)
        trees = []
        for twin in 'py_func', 'compiled':
            with every_kernel(twin): trees.append(grow_tree(table, options))
        assert trees[0] == trees[1], seed


# -- counts that stay: one value leaves, the rest is not counted again

def mixed_table(rng):
    "Words of few and of many values, numbers at times, weights; no value is unknown."
    n, n_classes = int(rng.integers(20, 200)), int(rng.integers(2, 4))
    classes, columns, attributes = rng.integers(0, n_classes, n), [], []
    for a in range(int(rng.integers(1, 4))):
        n_values = int(rng.choice([2, 3, 12, 40]))
        codes = np.minimum(rng.geometric(rng.choice([0.1, 0.4]), n), n_values) - 1
        columns.append(np.where(rng.random(n) < 0.4, (classes * 3 + a) % n_values,
                                codes).astype(np.int32))
        attributes.append(Attribute(f'd{a}', 'discrete', tuple(map(str, range(n_values)))))
    for a in range(int(rng.integers(0, 3))):
        columns.append((classes + 2 * rng.normal(size=n)).round(int(rng.integers(0, 3))))
        attributes.append(Attribute(f'c{a}', 'continuous'))
    weights = rng.choice([np.ones(n), rng.integers(1, 4, n) / 2, rng.integers(1, 200, n) / 64])
    return Table(Schema(tuple(attributes), tuple('stu'[:n_classes])), tuple(columns),
                 classes.astype(np.int32), weights)


def exact_rules(rng):
    rules = random_rules(rng)._replace(binary=ONE_VS_REST, grouped=False)
    return rules._replace(criterion=GAIN_RATIO) if rules.criterion == VARIANCE else rules


def trees_with_and_without(table, rules, monkeypatch, **more):
    "The tree grown with counts that are kept, and the one grown by counting every node."
    kept = grow_tree(table, rules, **more)
    with monkeypatch.context() as m:
        m.setattr(laying_out, '_tables',
                  lambda cases, options, may_tally, f=laying_out._tables: f(cases, options))
        return kept, grow_tree(table, rules, **more)


def test_counts_that_stay_grow_the_tree_of_counts_made_anew(monkeypatch):
    taken, take = [], partition._take_value
    monkeypatch.setattr(partition, '_take_value', lambda *args: taken.append(1) or take(*args))
    for tried, seed in enumerate(seeds(80), 1):
        rng = np.random.default_rng(seed)
        monkeypatch.setattr(node, '_ENOUGH', float(rng.choice([0, 0.25, 1])))
        with every_kernel('py_func'):
            kept, anew = trees_with_and_without(mixed_table(rng), exact_rules(rng), monkeypatch)
        assert kept == anew, seed
    assert len(taken) >= tried


@pytest.mark.parametrize('n_jobs', [1, 2])
def test_compiled_counts_that_stay_grow_the_tree_of_plain_python(monkeypatch, n_jobs):
    for seed in seeds(30):
        rng = np.random.default_rng(seed)
        table, rules = mixed_table(rng), exact_rules(rng)._replace(criterion=GAIN_RATIO)
        table = Table(table.schema, table.columns, table.classes, np.ones(len(table)))
        plain = grow_tree(table, rules)
        with every_kernel('compiled'): assert grow_tree(table, rules, n_jobs=n_jobs) == plain, seed
