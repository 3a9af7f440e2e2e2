"""Printed trees are read back: what was printed, hostile names, broken texts, the prints of other programs."""
import json
import time
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from c45lit.data import Attribute, Schema, Table, encode, infer_schema
from c45lit.datasets import load_dataset
from c45lit.export import to_text
from c45lit.formats import read_c45
from c45lit.grow import grow_tree
from c45lit.predict import classify
from c45lit.read_text import read_c45_text, read_report
from c45lit.tree import Tree, compact, tree_text


# -- making trees, and seeing of them what print shows

def planted(schema, root):
    "A tree from nodes (class, weight, errors) or (attribute, what, branches)."
    nodes, first = [root], []
    for node in nodes:
        first.append(len(nodes))
        if isinstance(node[2], list): nodes += node[2]
    m, n_classes = len(nodes), len(schema.classes)
    arrays = dict(attribute=np.full(m, -1), threshold=np.full(m, np.nan), first_child=np.zeros(m, int),
                  n_children=np.zeros(m, int), classes=np.zeros(m, int), weights=np.zeros(m), errors=np.zeros(m),
                  dist=np.zeros((m, n_classes)), group=np.full(m, -1), lower=np.full(m, np.nan), upper=np.full(m, np.nan))
    branch_of = []
    for i, node in enumerate(nodes):
        if not isinstance(node[2], list):
            arrays['classes'][i], arrays['weights'][i], arrays['errors'][i] = node
            continue
        a, what, branches = node
        arrays['attribute'][i], arrays['first_child'][i], arrays['n_children'][i] = a, first[i], len(branches)
        if isinstance(what, tuple): arrays['threshold'][i], arrays['lower'][i], arrays['upper'][i] = what
        elif what is not None:
            arrays['group'][i] = len(branch_of)
            branch_of += what
    return compact(Tree(schema, branch_of=np.array(branch_of, dtype=np.int64), **arrays))


def shown(tree):
    "What print shows of every node, branches of groups in any order."
    what = [None] * len(tree)
    for i in range(len(tree) - 1, -1, -1):
        node = tree.node(i)
        if node.is_leaf:
            what[i] = node.class_name, f'{node.weight:.1f}', node.errors > 0 and f'{node.errors:.1f}'
        elif node.kind == 'threshold':
            what[i] = node.attribute, node._cut, *(what[c.number] for _, c in node.branches)
        else:
            what[i] = node.attribute, frozenset((node.values(b), what[c.number]) for b, (_, c) in
                                                enumerate(node.branches) if node.values(b))
    return what[0]


def from_record(schema, record):
    "A tree from the nested dictionaries of the reference outputs."
    def one(r):
        if r['kind'] == 'leaf': return schema.classes.index(r['class']), r['items'], r['errors']
        a = schema.index(r['attribute'])
        branches = [one(b['child']) for b in r['branches']]
        if r['kind'] == 'threshold': return a, (r['cut'], r.get('lower', np.nan), r.get('upper', np.nan)), branches
        if r['kind'] == 'discrete': return a, None, branches
        branch = {v: b for b, x in enumerate(r['branches']) for v in x.get('values', ())}
        return a, [branch.get(v, -1) for v in schema.attributes[a].values], branches
    return planted(schema, one(record))


# -- the reference runs

def test_every_tree_of_the_reference_runs_comes_back(reference):
    done = 0
    for path in sorted((reference / 'oracle').glob('*/tree-*.json')):
        run = json.loads(path.read_text())
        schema = schemas(reference, path.parent.name)
        for trial in run['trials']:
            for which in 'unpruned', 'pruned':
                record = trial[which].get('tree')
                if not record: continue
                tree = from_record(schema, record)
                text = to_text(tree)
                found = read_c45_text(text, schema)
                assert shown(found) == shown(tree) and to_text(found) == text, path
                assert to_text(read_c45_text(text)) == text, path
                done += 1
    assert done > 700


SCHEMAS = {}


def schemas(reference, name):
    "The schema of a reference set, collected values included."
    if name not in SCHEMAS:
        stem = reference / 'data' / name
        ignore = dict(on_error=lambda message: None)
        if stem.with_suffix('.test').exists(): SCHEMAS[name] = read_c45(stem, test=True, **ignore)[1].schema
        else: SCHEMAS[name] = read_c45(stem, **ignore).schema
    return SCHEMAS[name]


# -- any tree, any names

PIECES = ['a', 'b', 'c', 'a', 'b', ' ', ' = ', ' <= 1', ' > 1', ' in {', ': ', ':', ' :', ',', '}', '{', '|', '(2.0)', ' (1.0/0.5)', '[S1]',
          '<=', '>', '=', '0.5', 'é', '买', '"', "'", '\\', '.', '...', '?', 'Subtree [S1]', 'Decision Tree:', '-----', '\t', '\x0c', '\u2028']
hostile = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map(''.join)
tame = st.text('abcxyz', min_size=1, max_size=3)
real = st.one_of(st.floats(-1e9, 1e9), st.integers(-5, 5).map(float), st.floats(allow_nan=False, allow_infinity=False))
weight = st.one_of(st.integers(0, 9).map(float), st.floats(0, 1e6))


def named(words, least, most):
    return st.lists(words, min_size=least, max_size=most, unique=True)


@st.composite
def schemas_of(draw, words):
    names = draw(named(words.filter(lambda w: not w.startswith((' ', '|   ', '\t', ':'))), 1, 3))
    attributes = [Attribute(n, 'discrete', draw(named(words, 2, 4))) if draw(st.booleans()) else Attribute(n, 'continuous')
                  for n in names]
    return Schema(attributes, tuple(draw(named(words.filter(lambda w: w.strip(' :') == w), 1, 3))))


@st.composite
def trees(draw, words):
    "Any tree that print can show: a plain test has a branch for each value, a group test one for some."
    schema = draw(schemas_of(words))
    def leaf():
        w = draw(weight)
        return draw(st.integers(0, len(schema.classes) - 1)), w, draw(st.sampled_from([0.0, w, w / 3, 1e-7]))
    def grown(level):
        if level > 3 or draw(st.integers(0, 4)) <= level: return leaf()
        a = draw(st.integers(0, len(schema.attributes) - 1))
        values = schema.attributes[a].values
        if not values:
            cut = draw(real)
            soft = (cut, cut - draw(st.floats(0, 2)), cut + draw(st.floats(0.001, 2)))
            return a, draw(st.sampled_from([(cut, np.nan, np.nan), soft])), [grown(level + 1) for _ in range(2)]
        if draw(st.booleans()): return a, None, [grown(level + 1) for _ in values]
        branch = draw(st.lists(st.integers(-1, len(values) - 1), min_size=len(values), max_size=len(values)).filter(lambda b: max(b) >= 0))
        return a, branch, [grown(level + 1) for _ in range(max(branch) + 1)]
    return planted(schema, grown(0))


@settings(max_examples=300)
@given(trees(tame), st.integers(20, 120))
def test_a_tree_with_plain_names_comes_back(tree, width):
    for text in tree_text(tree), to_text(tree, width):
        found = read_c45_text(text, tree.schema)
        assert shown(found) == shown(tree) and tree_text(found) == tree_text(tree)
        if (tree.group < 0).all(): assert to_text(found, width) == to_text(tree, width)


@settings(max_examples=600)
@given(trees(hostile), st.integers(20, 120))
def test_a_tree_with_hostile_names_comes_back_or_is_refused_for_having_two_readings(tree, width):
    text = to_text(tree, width)
    try: found = read_c45_text(text, tree.schema)
    except ValueError as e:
        assert 'one way to' in str(e)
        return
    assert shown(found) == shown(tree) and tree_text(found) == tree_text(tree)


@settings(max_examples=600)
@given(st.one_of(trees(tame), trees(hostile)))
def test_what_is_read_without_a_schema_is_printed_alike(tree):
    text = tree_text(tree)
    try: found = read_c45_text(text)
    except ValueError: return
    assert tree_text(found) == text
