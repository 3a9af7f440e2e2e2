"""A case goes down a tree in company: what it gets is what it would get alone, by the plain rule,
to the last bit."""
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from support import random_tables

from c45lit.data.table import Attribute, Schema, Table
from c45lit.specification.growth import StopRule
from c45lit.engine.growing_loop import grow_tree
from c45lit.originals.r8_growing import grow_release8
from c45lit.originals.r8_trees import Release8Tree
from c45lit.engine.kernels import kernel
from c45lit.engine.prediction import (apply, cases_at, classify, distribution, explain,
                                      leaf_shares, leaves_of)
from c45lit.engine.routing import BLOCK, CHUNK
from c45lit.pruning.leaf_smoothing import node_shares
from c45lit.pruning.pre_pruning import arrivals
from c45lit.specification.criterion import GAIN, GAIN_RATIO, GINI
from c45lit.specification.multiway import SplitOptions
from c45lit.specification.structure import Tree


def random_table(rng, n, unknown=0.2, kinds='nd'):
    "Numbers and words with unknown values, cases with weights."
    attributes, columns = [], []
    for a in range(4):
        hide = rng.random(n) < rng.choice([0.0, unknown, 2 * unknown])
        if rng.choice(list(kinds)) == 'n':
            attributes.append(Attribute(f'n{a}', 'continuous'))
            columns.append(np.where(hide, np.nan,
                                    rng.choice([-999.0, 0.1, 0.5, 3.0], n) + rng.integers(0, 2, n)))
        else:
            attributes.append(Attribute(f'd{a}', 'discrete', tuple('abcde')))
            columns.append(np.where(hide, -1,
                                    rng.integers(0, 5, n)).astype(rng.choice([np.int8, np.int32])))
    weights = rng.choice([1.0, 1.0, 0.5, 2.75], n)
    return Table(Schema(attributes, tuple('stu')), tuple(columns),
                 rng.integers(0, 3, n).astype(np.int32), weights)


def random_tree(rng, table, float32, grouped):
    rules = SplitOptions((GAIN_RATIO, GAIN, GINI)[rng.integers(0, 2 + (not float32))],
                         1.0, False, False, 0,
                         grouped=grouped)
    return (grow_release8 if float32 else grow_tree)(table, rules, StopRule(-1, False))


# the plain rule, one case at a time

def branch(tree, node, value):
    "Branch of a value, -1 for none."
    if not np.isnan(tree.threshold[node]):
        x, is_theirs = value, isinstance(tree, Release8Tree)
        if is_theirs: x = np.float32(value)
        return -1 if np.isnan(x) or is_theirs and x == -999 else int(x > tree.threshold[node])
    known = 0 <= value < len(tree.schema.attributes[tree.attribute[node]].values)
    if not known: return -1
    return int(tree._row(node)[value]) if tree.group[node] >= 0 else int(value)


def plain_leaves(tree, case, node=0, share=1.0):
    "(leaf, share) of a case, left to right."
    real = np.float32 if isinstance(tree, Release8Tree) else float
    if tree.n_children[node] == 0: return [(node, share)]
    b, first = branch(tree, node, case[tree.attribute[node]]), tree.first_child[node]
    if b >= 0: return plain_leaves(tree, case, first + b, share)
    shares = [(c, float(real(real(share * tree.weights[c]) / tree.weights[node])))
              for c in range(first, first + tree.n_children[node])]
    return [found for c, w in shares if w > 0 for found in plain_leaves(tree, case, c, w)]


def plain_distribution(tree, leaves):
    real = np.float32 if isinstance(tree, Release8Tree) else float
    out = np.zeros(tree.dist.shape[1])
    for leaf, w in leaves:
        votes = np.eye(len(out))[tree.classes[leaf]] * w
        if tree.weights[leaf] > 0:
            votes = np.array([float(real(real(w * d) / tree.weights[leaf]))
                              for d in tree.dist[leaf]])
        out = np.array([float(real(a + v)) for a, v in zip(out, votes)])
    return out


def plain_node_shares(tree, leaves):
    "Each share at its leaf and at every node above."
    out, above = np.zeros((len(leaves),
                           len(tree))), np.repeat(np.arange(len(tree)), tree.n_children)
    for i, found in enumerate(leaves):
        for node, share in found:
            while node >= 0:
                out[i, node] += share
                node = above[node - 1] if node else -1
    return out


@given(st.integers(0, 2 ** 32 - 1), st.booleans(), st.booleans())
@settings(max_examples=150, deadline=None)
def test_every_answer_is_that_of_the_plain_rule_to_the_last_bit(seed, float32, grouped):
    rng = np.random.default_rng(seed)
    table = random_table(rng, int(rng.integers(2, 40)))
    tree = random_tree(rng, table, float32, grouped)
    columns = tuple(np.where(rng.random(len(table)) < 0.3, 9 if c.dtype.kind == 'i' else np.nan,
                             c).astype(c.dtype)
                    for c in table.columns)  # 9 is a value that the tree does not know
    more = [replace(a, values=tuple('abcdefghij')) if a.values else a
            for a in table.schema.attributes]
    asked = Table(replace(table.schema, attributes=tuple(more)), columns, table.classes,
                  table.weights)
    leaves = [plain_leaves(tree, [c[i] for c in columns]) for i in range(len(asked))]
    shares = np.array([plain_distribution(tree, found) for found in leaves])
    assert np.array_equal(distribution(tree, asked), shares)
    assert np.array_equal(classify(tree, asked), shares.argmax(axis=1))
    assert apply(tree, asked).tolist() == [max(found, key=lambda leaf: leaf[1])[0]
                                           for found in leaves]
    assert [(n.number, w) for n, w in leaves_of(tree, asked, 1)] == leaves[1]
    why = explain(tree, asked)
    assert list(zip(why['leaf'], why['share'])) == [leaf for found in leaves for leaf in found]
    sparse = leaf_shares(tree, asked)
    assert [list(zip(row.indices, row.data)) for row in sparse] == leaves
    np.testing.assert_allclose(node_shares(tree, asked).toarray(), plain_node_shares(tree, leaves),
                               atol=1e-12)
    counts = np.zeros(tree.dist.shape)
    for found, c, w in zip(leaves, asked.classes, asked.weights):
        for leaf, share in found: counts[leaf, c] += w * share
    leaf = tree.n_children == 0
    assert np.array_equal(arrivals(tree, asked)[leaf], counts[leaf])


@pytest.mark.parametrize('float32', [False, True])
def test_company_changes_nothing(float32, monkeypatch):
    """Compiled, in many blocks and chunks, with so many unknown values that blocks have no room, as
    in parts of 50."""
    rng = np.random.default_rng(1)
    tree = random_tree(rng, random_table(rng, 600, 0.0), float32, True)
    n = CHUNK + 3 * BLOCK + 1
    part = random_table(rng, 50, 0.4)
    few = Table(tree.schema, tuple(np.full(50, -1, np.int8) if a.kind == 'discrete' else
                                   np.where(rng.random(50) < 0.9, np.nan, rng.random(50))
                                   for a in tree.schema.attributes),
                part.classes, part.weights)
    many = few.select(np.resize(np.arange(50), n))
    plain = [f(tree, few) for f in (distribution, classify, apply)]
    monkeypatch.setattr(kernel, 'for_work', lambda self, cells, how=None: self.twin(how))
    assert len(leaves_of(tree, few, 0)) > 8  # more than there is room for in a whole block
    for f, expected in zip((distribution, classify, apply), plain):
        assert np.array_equal(f(tree, many), np.resize(expected, (n, *expected.shape[1:])))


def chain_tree(levels):
    "A tree whose k-th test parts the numbers up to k from those above, and asks on."
    m = 2 * levels + 1
    is_test, place = np.arange(m) % 2 == 0, np.arange(m)
    is_test[-1] = False
    dist = np.tile([1.0, 1.0], (m, 1)) * (m - place)[:, None]
    return Tree(Schema((Attribute('x', 'continuous'),), ('s', 't')), np.where(is_test, 0, -1),
                np.where(is_test, place / 2, np.nan),
                np.where(is_test, place + 1, 0), np.where(is_test, 2, 0), place * 0,
                dist.sum(axis=1), dist[:, 0], dist)


def test_nodes_of_a_very_deep_tree_fill_only_what_is_passed():
    levels = 6_000
    tree, x = chain_tree(levels), np.array([0.0, 7.0, 5_000.0, 3e9])
    cases = Table(tree.schema, (x,), np.zeros(4, np.int32), np.ones(4))
    tracemalloc.start()
    passed = node_shares(tree, cases)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(tree) == 2 * levels + 1 and most < 20e6  # all pairs of nodes would be a gigabyte
    for row, way in zip(passed, (0, 7, 5_000, levels - 1)):
        assert sorted(row.indices) == [*range(0, 2 * way + 1, 2),
                                       2 * way + (2 if way == levels - 1 else 1)]
        assert (row.data == 1).all()


def test_no_cases_have_no_answers():
    rng = np.random.default_rng(0)
    table = random_table(rng, 30)
    tree, none = random_tree(rng, table, False, False), table.select(slice(0))
    assert distribution(tree, none).shape == (0, 3) and len(classify(tree, none)) == len(
        apply(tree, none)) == 0
    assert leaf_shares(tree, none).shape == node_shares(tree, none).shape == (0, len(tree))


def test_predicting_holds_no_copy_of_the_cases():
    import tracemalloc
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100_000, 20))
    schema = Schema(tuple(Attribute(f'x{a}', 'continuous') for a in range(20)), ('s', 't'))
    table = Table(schema, tuple(X.T), (X[:, 0] > X[:, 1]).astype(np.int32), np.ones(len(X)))
    tree = grow_tree(table.select(slice(2000)))
    classify(tree, table)
    tracemalloc.start()
    classify(tree, table)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < X.nbytes / 8


# -- the cases of a node

@pytest.mark.parametrize('float32', [False, True])
def test_the_cases_of_a_node_weigh_what_the_tree_says(float32):
    "In 32 bits too, where numbers are at a threshold that round to it."
    met = 0
    for seed in random_tables.seeds(60):
        table, rules, stop, threshold = random_tables.random_task(seed)
        if float32: rules = rules._replace(binary=0, min_value_gap=0.0, criterion=GAIN_RATIO
                                           if rules.criterion == GAIN_RATIO else GAIN)
        tree = (grow_release8 if float32 else grow_tree)(table, rules, stop, threshold)
        for i in range(len(tree)):
            assert cases_at(tree, table,
                            i)[0].weights.sum() == pytest.approx(
                                tree.weights[i], rel=1e-4, abs=1e-4), (seed, i)
            met += i > 0
    assert met
