"""Pruning that sends again only the cases whose shares may change prunes as the page does, which
sends all of them; watched or not, to the last bit."""
from dataclasses import replace

import numpy as np
from support.kernels import every_kernel
from support.random_tables import random_rules, random_stop, random_table, seeds

from c45lit.data.table import Attribute, Schema, Table
from c45lit.engine import shared_pruning
from c45lit.engine.case_arrays import _as_cases, _has_unknown
from c45lit.engine.error_based import pruning_trace, simplify
from c45lit.engine.growing_loop import grow_tree
from c45lit.engine.kernels import coded
from c45lit.engine.leaf_or_branch import _RAISED, Pruning, _pruned_arrays
from c45lit.engine.shared_pruning import _prune
from c45lit.pruning.pruning_trace import PruningTrace
from c45lit.specification.unit_shares import UNIT
from c45lit.specification import one_page
from c45lit.specification.error_limits import squared_deviate
from c45lit.specification.error_pruning import decide, largest_branch
from c45lit.specification.structure import Subtree, as_tree


def random_pruning(seed):
    """A tree, how to prune it, and cases: those that it was grown from or others, of which more is
    unknown."""
    rng = np.random.default_rng(seed)
    table = random_table(rng, most=int(rng.choice([40, 40, 200])))
    table, options = table.select(table.weights > 0), random_rules(rng)
    options = options._replace(grouped=bool(rng.random() < 0.3))
    if not options.grouped: options = options._replace(binary=int(rng.choice([0, 0, 0, 1, 2])))
    with every_kernel('py_func'): tree = grow_tree(table, options, random_stop(rng))
    if rng.random() < 0.4:
        hidden = [np.where(rng.random(len(table)) < 0.3, -1 if c.dtype.kind == 'i' else np.nan, c)
                  for c in table.columns]
        table = replace(table, columns=tuple(h.astype(c.dtype)
                                             for h, c in zip(hidden, table.columns)))
    cf, raising = float(rng.choice([0.01, 0.1, 0.25, 0.5, 1])), bool(rng.random() < 0.85)
    return tree, table, Pruning(cf, squared_deviate(cf), raising, UNIT)


def pruned(tree, table, how, watch=None):
    "(all arrays that pruning leaves and whether a test was replaced, whether a branch was raised)."
    arrays, cases, weights = _pruned_arrays(tree), _as_cases(table), np.asarray(
        table.weights, float)
    with np.errstate(invalid='ignore'): changed = _prune(tree, cases, weights, arrays, how, watch)
    return [*arrays[:-1], *arrays.compared, changed], (arrays.compared.decision == _RAISED).any()


def assert_alike(a, b, what):
    for one, other in zip(a[0], b[0], strict=True):
        np.testing.assert_array_equal(one, other, err_msg=what)


def subtree_of(tree, i=0):
    "A tree as the page takes it."
    children = tuple(subtree_of(tree, int(child)) for child in
                     range(tree.first_child[i], tree.first_child[i] + tree.n_children[i]))
    groups = tuple(tree._row(i).tolist()) if tree.group[i] >= 0 else ()
    return Subtree(tree.weights[i], tree.dist[i], int(tree.classes[i]), tree.errors[i],
                   int(tree.attribute[i]), tree.threshold[i], groups, children)


def by_the_page(tree, table, how, monkeypatch):
    "(the pruned tree, the candidates of every test and the winner, in their order), by the page."
    compared = []

    def decided(*errors):
        compared.append((*errors, decide(*errors)))
        return compared[-1][-1]
    with monkeypatch.context() as patch:
        patch.setattr(one_page.error_pruning, 'decide', decided)
        page = one_page.prune(subtree_of(tree), table, how.cf, how.raising, how.unit)
    return as_tree(page, tree.schema), compared


ACTIONS = {'leaf': 'leaf', 'branch': 'raised', 'keep': 'kept'}


def watched(tree, table, how):
    "The same by the compiled loop, watched."
    trace = PruningTrace(tree.schema)
    pruned = simplify(tree, table, how.cf, how.raising, how.unit, trace).pruned
    return pruned, [(r['leaf'] + r['extra'], r['tree'], r['branch'], ACTIONS[r['action']])
                    for r in trace.records if 'action' in r]


def assert_compared(page, engine, what):
    "The same comparisons in the same order, within rounding."
    assert [c[-1] for c in page] == [c[-1] for c in engine], what
    np.testing.assert_allclose([c[:-1] for c in page], [c[:-1] for c in engine], rtol=1e-9,
                               atol=0, err_msg=what)


def test_watched_pruning_compares_what_the_page_compares(monkeypatch):
    seen = dict.fromkeys(('raised', 'leaf', 'kept', 'unknown', 'weighted', 'groups'), 0)
    for seed in seeds(250):
        tree, table, how = random_pruning(seed)
        what = f'seed {seed}: {how}'
        with every_kernel('py_func'), np.errstate(invalid='ignore'):
            page, by_page = by_the_page(tree, table, how, monkeypatch)
            pruned, by_engine = watched(tree, table, how)
        assert_compared(by_page, by_engine, what)
        for field in 'attribute threshold classes weights dist'.split():
            if (tree.group >= 0).any(): continue  # the engine drops values that are impossible
            np.testing.assert_array_equal(getattr(page, field), getattr(pruned, field), what)
        for *_, winner in by_page: seen[winner] += 1
        cases = _as_cases(table)
        seen['unknown'] += _has_unknown(cases.codes, cases.numbers)
        seen['weighted'] += (table.weights != 1).any()
        seen['groups'] += (tree.group >= 0).any()
    assert min(seen.values()) > 0, seen


def test_where_no_value_is_known_the_first_branch_is_tried():
    values, words = Attribute('a', 'discrete', ('p', 'q')), Attribute('b', 'discrete', ('p', 'q'))
    schema = Schema((values, words), ('no', 'yes'))
    no, yes = (Subtree(4.0, dist, c, 0.0) for c, dist in enumerate(4 * np.eye(2)))
    pair = Subtree(8.0, np.array([4.0, 4]), 0, 0.0, attribute=1, children=(no, yes))
    unknown, b = np.full(8, -1, np.int32), np.repeat([0, 1], 4).astype(np.int32)
    table = Table(schema, (unknown, b), b.astype(np.int64), np.ones(8))
    for children, first in (((pair, no), 'raised'), ((no, pair), 'kept')):
        page = Subtree(12.0, np.array([8.0, 4]), 0, 0.0, attribute=0, children=children)
        tree = as_tree(page, schema)
        by_page = as_tree(one_page.prune(page, table, cf=1.0), schema)
        assert largest_branch(table, page) == 0
        for watch in None, PruningTrace(schema):
            with every_kernel('py_func'), np.errstate(invalid='ignore'):
                pruned = simplify(tree, table, 1.0, watch=watch).pruned
                assert pruning_trace(tree, table, 1.0).decision[0] == first
            assert pruned == by_page and len(pruned) == (3 if first == 'raised' else 5)


def test_watching_changes_nothing_and_both_ways_prune_alike(monkeypatch):
    seen, with_room = dict.fromkeys(('raised', 'known', 'room'), 0), shared_pruning._with_room

    def counted(walk):
        seen['room'] += 1
        return with_room(walk)
    monkeypatch.setattr(shared_pruning, '_with_room', counted)
    for seed in seeds(250):
        (*task, how), told = random_pruning(seed), []
        def watch(*seen): told.append(seen)
        cases = _as_cases(task[1])
        known = not _has_unknown(cases.codes, cases.numbers) and (task[0].branch_of >= 0).all()
        kinds = [how._replace(shared=coded(k)) for k in ((1, 0) if known else (1,))]
        with every_kernel('py_func'):
            quick = pruned(*task, kinds[0])
            for kind in kinds:
                assert_alike(pruned(*task, kind), quick, f'seed {seed}, {kind}')
                assert_alike(pruned(*task, kind, watch), quick, f'seed {seed}, {kind}, watched')
        seen['known'] += known
        assert told, seed
        seen['raised'] += quick[1]
    assert min(seen.values()) > 0, seen


def test_plain_and_compiled_kernels_prune_alike():
    for seed in seeds(40):
        *task, how = random_pruning(seed)
        cases = _as_cases(task[1])
        known = not _has_unknown(cases.codes, cases.numbers) and (task[0].branch_of >= 0).all()
        for kind in (1, 0) if known else (1,):
            asked = *task, how._replace(shared=coded(kind))
            with every_kernel('compiled'): compiled = pruned(*asked)
            with every_kernel('py_func'):
                assert_alike(pruned(*asked), compiled, f'seed {seed}, {kind}')
