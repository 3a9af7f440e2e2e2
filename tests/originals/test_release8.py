"""In Release 8's arithmetic trees, windows, soft limits, rules and the last order of the cases are
those of its description (`support.described`).

Release 8 itself is not at hand: the judge is first held against stored runs of it, then engine and
judge against each other on random
tables. `make fuzz` asks for more tables.
"""
import json
from dataclasses import replace

import numpy as np
import pytest
from support.described import Glibc, Release8
from support.described_rules import RulesOfRelease8
from support.kernels import every_kernel
from support.random_tables import random_table, seeds
from support.reference import unpack_shipped

from c45lit.data.c45_files import read_c45
from c45lit.data.sampling import CLibraryRandom
from c45lit.data.table import Attribute, Schema, Table, decode
from c45lit.rules.rule_selection import bit_rates, rule_bits
from c45lit.rules.ruleset import RuleOptions, drop_harmful
from c45lit.originals.arithmetics import ARITHMETICS
from c45lit.originals.r8_growing import grow_release8
from c45lit.originals.r8_pruning import simplify_release8
from c45lit.originals.r8_rule_choice import rule_sets_release8
from c45lit.originals.r8_rules import RELEASE8_STEPS
from c45lit.originals.r8_windows import grow_windowed_release8, soften_release8
from c45lit.specification.criterion import GAIN, GAIN_RATIO
from c45lit.specification.multiway import SplitOptions
from c45lit.specification.growth import StopRule


# -- the judge himself

def is_stored_tree(stored, node, table):
    "Whether the judge's tree is a stored one; numbers in 32 bits."
    for name in 'items', 'errors', 'cut':
        if name in stored and np.float32(stored[name]) != getattr(node, name): return False
    if node.attribute is None:
        return stored['kind'] == 'leaf' and stored['class'] == table.schema.classes[node.majority]
    if stored.get('attribute') != table.schema.attributes[node.attribute].name: return False
    values = table.schema.attributes[node.attribute].values
    for b, branch in enumerate(stored['branches']):
        if 'values' in branch and {values[v] for v in node.sets[b]} != set(branch['values']):
            return False
    return len(node.branches) == len(stored['branches']) and all(
        is_stored_tree(branch['child'], child, table)
        for branch, child in zip(stored['branches'], node.branches))


def percent(x): return float(np.float32(np.float32(x) / np.float32(100)))


def tree_options(o):
    "The options of a stored tree run, as the judge takes them."
    return dict(m=o['min_objects'], g=o['criterion'] == 'gain', s=o['subsets'],
                cf=percent(o['cf_percent']), t=o.get('trials', 0),
                w=o.get('window'), i=o.get('increment'), p=False)


@pytest.mark.parametrize('run', 'default s gs t3 w found'.split())
def test_the_judge_grows_and_prunes_the_trees_of_release_8(tmp_path, run):
    unpack_shipped(tmp_path)
    paths = sorted((tmp_path / 'oracle').glob(f'*/tree-{run}.json'))
    assert len(paths) > 10
    for path in paths:
        want, stem = json.loads(path.read_text()), tmp_path / 'data' / path.parent.name
        if want['cases'] > 400 and run == 'default' or path.parent.name == 'fmt-bad': continue
        table, how = read_c45(stem), tree_options(want['options'])
        for stored, (tree, pruned, cycles, _, _) in zip(want['trials'], judged(table, how),
                                                        strict=True):
            assert is_stored_tree(stored['unpruned']['tree'], tree, table), stem.name
            assert is_stored_tree(stored['pruned']['tree'], pruned, table), stem.name
            columns = 'tree_size', 'window', 'other', 'window_errors', 'other_errors'
            assert [tuple(c[name] for name in columns)
                    for c in stored.get('cycles', [])] == cycles, stem.name


# -- tables and options

def random_run(seed):
    """A table and options. Release 8 has no weights, and takes -999 as unknown; one attribute may have
    many values, of which most are rare, and many values may be unknown."""
    rng = np.random.default_rng(seed)
    table = random_table(rng, 2, int(rng.choice([40, 120, 500], p=[.55, .35, .1])))
    n, (attributes, columns) = len(table), (table.schema.attributes, [*table.columns])
    for a, attribute in enumerate(attributes):
        hide = rng.random(n) < rng.choice([0, 0, 0, 0, 0.05, 0.8])
        if attribute.kind != 'ignore':
            columns[a] = np.where(hide, -999 if attribute.kind == 'continuous' else -1,
                                  columns[a]).astype(columns[a].dtype)
    if rng.random() < 0.05:
        attributes += Attribute('wide', 'discrete', tuple(f'v{v}' for v in range(40))),
        columns.append(np.minimum(rng.geometric(0.2, n), 40).astype(np.int32) - 1)
    schema = replace(table.schema, attributes=attributes)
    return Table(schema, tuple(columns), table.classes, np.ones(n)), random_options(rng)


def random_options(rng):
    "-m, -c, -g, -s, -t, -w, -i and -p."
    trials, cf = int(rng.choice([0, 0, 1, 2, 3,
                                 4])), rng.choice([0.1, 1, 10, 25, 25, 25, 40, 60, 90, 100])
    return dict(m=float(rng.choice([1, 2, 2, 2, 3, 5])), cf=percent(cf),
                g=bool(rng.random() < 0.3), s=bool(rng.random() < 0.5),
                t=trials, w=int(rng.integers(1, 60)) if trials and rng.random() < 0.3 else None,
                i=int(rng.integers(1, 20)) if trials and rng.random() < 0.3 else None,
                p=bool(rng.random() < 0.3))


# -- both sides

def judged(table, how):
    """(tree, pruned tree, cycles, is a test replaced?, last order of the cases) of each trial, by
    the description."""
    judge = Release8(table, how['m'], how['g'], how['s'], how['cf'])
    if how['t']:
        return [(*trial, judge.replaced, judge.rows[:])
                for trial in judge.trials(how['t'], Glibc(), how['w'], how['i'])]
    tree = judge.grow(0, judge.n)
    pruned = judge.prune(tree)
    if how['p']: judge.soften(pruned)
    return [(tree, pruned, [], judge.replaced, judge.rows)]


def learned(table, how):
    "The same by the library."
    options = SplitOptions(GAIN if how['g'] else GAIN_RATIO, how['m'], grouped=how['s'])
    if how['t']:
        trials = grow_windowed_release8(table, options, cf=how['cf'],
                                        windows=(how['t'], how['w'], how['i']),
                                        rng=CLibraryRandom())
        return [(t.simplified.unpruned, t.simplified.pruned, [tuple(c) for c in t.cycles],
                 t.simplified.changed,
                 t.simplified.pruned.order.tolist()) for t in trials]
    simplified = simplify_release8(grow_release8(table, options), table, how['cf'])
    pruned = soften_release8(simplified.pruned, table) if how['p'] else simplified.pruned
    return [(simplified.unpruned, pruned, [], simplified.changed, simplified.pruned.order.tolist())]


def facts_of(tree, i, limits):
    "All that the library says of a node."
    test = tree.attribute[i], tree.threshold[i]
    if not tree.n_children[i]: test = None, None
    elif np.isnan(test[1]): test = test[0], None
    sets = None
    if tree.n_children[i] and tree.group[i] >= 0:
        branch_of = tree.branch_of[tree.group[i]:][:len(tree.schema.attributes[test[0]].values)]
        sets = [set(np.flatnonzero(branch_of == b)) for b in range(tree.n_children[i])]
    soft = (tree.lower[i], tree.upper[i]) if limits and test[1] is not None else None
    return *test, sets, tree.classes[i], tree.weights[i], tree.errors[i], tree.dist[i].tolist(
        ), tree.n_children[i], soft


def facts_by_judge(node, limits):
    "The same by the judge."
    cut, soft = node.cut if node.cut is None else float(node.cut), None
    if limits and cut is not None:
        soft = tuple(map(float, node.limits)) if node.limits else (cut, cut)
    return (node.attribute, cut, node.sets, node.majority, float(node.items), float(node.errors),
            [float(n) for n in node.dist],
            len(node.branches), soft)


def difference(tree, node, limits=False, i=0):
    "The first node where the library's tree is not the judge's, or None."
    mine, his = facts_of(tree, i, limits), facts_by_judge(node, limits)
    if mine != his: return f'node {i}: {mine}, judge {his}'
    return next(filter(None, (difference(tree, child, limits, tree.first_child[i] + b)
                              for b, child in enumerate(node.branches))), None)


def disagreement(table, how):
    "The first thing in which library and judge differ, or None."
    for mine, his in zip(learned(table, how), judged(table, how), strict=True):
        if mine[2] != his[2]: return f'cycles {mine[2]}, judge {his[2]}'
        limits = how['p'] and not how['t'] and mine[1].lower is not None
        found = difference(mine[0], his[0]) or difference(mine[1], his[1], limits)
        if found: return found
        if mine[3] != his[3]: return f'replaced: {mine[3]}, judge {his[3]}'
        if (how['t'] or has_unknown(table)) and mine[4] != his[4]:
            return f'order {mine[4]}, judge {his[4]}'


def has_unknown(table):
    "Only then is the order of the cases kept where no window is drawn."
    return any((np.isnan(x) | (x == -999)).any()
               if a.kind == 'continuous' else a.kind == 'discrete' and (x < 0).any()
               for a, x in zip(table.schema.attributes, table.columns))


@pytest.mark.parametrize('twin, n', [('py_func', 40), ('compiled', 300)])
def test_everything_is_as_described(twin, n):
    if twin == 'compiled': pytest.importorskip('numba')
    with every_kernel(twin):
        for seed in seeds(n):
            table, how = random_run(seed)
            found = disagreement(table, how)
            if found:
                X, y = decode(table)
                pytest.fail(f'seed {seed}: {how}\n{X.assign(y=y)}\n{found}')


# -- rules

def random_lookup(rng):
    "A table whose classes follow from three of its attributes, so that rules are many."
    n, n_classes = int(rng.integers(40, 120)), int(rng.integers(2, 4))
    columns = [rng.integers(0, rng.integers(2, 6), n) for _ in range(rng.integers(3, 6))]
    classes = rng.integers(0, n_classes, (5, 5, 5))[tuple(columns[:3])]
    classes = np.where(rng.random(n) < rng.choice([0, 0.02, 0.1]), rng.integers(0, n_classes, n),
                       classes)
    attributes = [Attribute(f'a{a}', 'continuous')
                  if rng.random() < 0.3 else Attribute(f'a{a}', 'discrete', tuple('vwxyz'))
                  for a in range(len(columns))]
    columns = [x.astype(float if a.kind == 'continuous' else np.int32)
               for a, x in zip(attributes, columns)]
    return Table(Schema(tuple(attributes), tuple('pqr'[:n_classes])), tuple(columns),
                 classes.astype(np.int32), np.ones(n))


def random_rules(seed):
    "A table, options of its trees, and -c, -F, -r and -a of its rules."
    rng = np.random.default_rng(seed)
    is_lookup = rng.random() < 0.2
    table, how = random_run(seed)
    table = random_lookup(rng) if is_lookup else table.select(slice(0, 60))
    how['t'] = min(how['t'], 2)
    if is_lookup: how['m'] = 1.0
    return table, how, RuleOptions(
        cf=percent(rng.choice([1, 10, 25, 25, 40, 50, 60, 75, 100])),
        redundancy=float(rng.choice([1, 1, 1, 0.5, 3])),
        significance=rng.choice([None, None, percent(5), percent(40)]),
        annealing=bool(rng.random() < 0.4))


def judged_rules(table, trees, asked):
    """Bits by attribute; (rules, default) of each set; all that each pass over the training cases
    of the last says."""
    judge = RulesOfRelease8(table, Glibc(), *asked)
    sets = judge.sets(trees)
    def of(rules):
        return [(r.number, r.c, float(r.error), float(judge.bits_of_rule(r)),
                 [test.said() for test in r.tests]) for r in rules]
    return ([*map(float, judge.outcome), float(judge.choice)],
            [(of(rules), default) for rules, default in sets],
            [(of(rules), did) for rules, did in judge.passes(*sets[-1])])


def learned_rules(table, trees, asked):
    "The same by the library."
    sets = rule_sets_release8(trees, table, asked)
    rates = bit_rates(table, asked.redundancy, RELEASE8_STEPS)
    def condition(c):
        return c.attribute, c.outcome, c.threshold, None if c.group is None else set(c.group)
    def of(one):
        return [(r.number, r.class_code, r.error, rule_bits(r, rates),
                 list(map(condition, r.conditions))) for r in one.rules]
    return ([*rates.outcome, rates.choice], [(of(one), one.default) for one in sets],
            [(of(one), np.array(did[:4]).T.tolist()) for one, did in drop_harmful(sets[-1], table)])


def described(saved):
    "What a stored ruleset says of its rules; numbers in 32 bits."
    def condition(c):
        return c['attribute'], c.get('value',
                                     c.get('op', tuple(c.get('values', ())))), float(
                                         np.float32(c.get('cut', 0)))
    return [(r['class'], float(np.float32(r['error'])), list(map(condition, r['conditions'])))
            for r in saved['rules']], saved['default']


def described_by_judge(rules, default, schema):
    "The same of the judge's rules."
    def condition(test):
        a = schema.attributes[test.attribute]
        if test.kind == 3:
            return a.name, tuple(a.values[v] for v in sorted(test.node.sets[test.branch])), 0.0
        return a.name, a.values[test.branch] if test.kind == 1 else '<= >'.split(
            )[test.branch], float(test.cut or 0)
    return [(schema.classes[r.c], float(r.error), list(map(condition, r.tests)))
            for r in rules], schema.classes[default]


def test_the_judge_makes_the_rules_of_release_8(tmp_path):
    unpack_shipped(tmp_path)
    held = 0
    for path in sorted((tmp_path / 'oracle').glob('*/rules-*.json')):
        want = json.loads(path.read_text())
        if path.parent.name == 'fmt-bad': continue
        table = read_c45(tmp_path / 'data' / path.parent.name)
        if len(table) > 120: continue
        tree, o = json.loads((path.parent
                              / f"tree-{want['tree_option_set']}.json").read_text(
                                  ))['options'], want['options']
        significance = o['significance_percent']
        judge = RulesOfRelease8(table, Glibc(), percent(o['cf_percent']),
                                significance and percent(significance), o['redundancy'],
                                o['annealing'])
        rules, default = judge.sets([trial[0] for trial in judged(table, tree_options(tree))])[-1]
        assert described_by_judge([*judge.passes(rules, default)][-1][0], default,
                                  table.schema) == described(want['saved']), path
        held += 1
    assert held > 80


@pytest.mark.parametrize('twin, n', [('py_func', 30), ('compiled', 120)])
def test_rules_are_as_described(twin, n):
    if twin == 'compiled': pytest.importorskip('numba')
    with every_kernel(twin):
        for seed in seeds(n):
            table, how, asked = random_rules(seed)
            trees = [trial[0] for trial in judged(table, {**how, 'p': False})]
            mine = learned_rules(table, [trial[0] for trial in learned(table, how)], asked)
            assert mine == judged_rules(table, trees, asked), f'seed {seed}: {how} {asked}'


@pytest.mark.parametrize('name', ARITHMETICS)
def test_cases_of_weight_0_play_no_part_in_windows(name):
    table, _ = random_run(5)
    weights = np.random.default_rng(0).integers(0, 2, len(table)).astype(float)
    left, how = table.select(np.flatnonzero(weights)), ARITHMETICS[name]
    assert 2 < len(left) < len(table)
    some, others = (how.windowed(t, SplitOptions(), StopRule(), 0.25, (2, None, None),
                                 how.random())
                    for t in (replace(table, weights=weights), left))
    for one, other in zip(some, others, strict=True):
        assert one.cycles == other.cycles
        for name in 'attribute', 'weights', 'errors':
            np.testing.assert_array_equal(getattr(one.simplified.pruned, name),
                                          getattr(other.simplified.pruned, name))
