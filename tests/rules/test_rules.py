"""Rules are those of C4.5 Release 8, and what they are said to be: conditions, tests, choices,
order, files, estimator."""
import contextlib
import io
import json
import math
import pickle
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import fisher_exact
from sklearn.utils.estimator_checks import check_estimator
from support.reference import differences, tree_words, unpack_shipped
from support.tables import data_set

from c45lit import (C45Classifier, C45RulesClassifier, Release8Classifier, load_dataset)
from c45lit.rules.rule_selection import (_best_of_all, _group_cases, _prices_of, bit_rates,
                                          choose_subset)
from c45lit.programs.cli import main
from c45lit.rules.rule import (Condition, Rule, _is_before, _sorted_conditions,
                                fisher_probability, holds, rules_of_tree, simplify_options,
                                unique_rules)
from c45lit.data.table import Attribute, Schema, Table, encode, infer_schema
from c45lit.data.sampling import CLibraryRandom
from c45lit.data.c45_files import write_c45
from c45lit.engine.growing_loop import grow_tree
from c45lit.originals.arithmetics import ARITHMETICS
from c45lit.originals.r8_growing import grow_release8
from c45lit.originals.r8_rule_choice import extract_rules_release8
from c45lit.originals.r8_rules import Release8Rule, holds_release8
from c45lit.originals.original_options import write_trees
from c45lit.programs.options import Refusal
from c45lit.show.rule_files import rules_from_json, rules_to_json
from c45lit.originals.rule_program import rule_program
from c45lit.rules.ruleset import RuleOptions, arrange, drop_harmful, extract_rules, rule_sets
from c45lit.specification.multiway import SplitOptions
from c45lit.specification.structure import Tree
from c45lit.specification.error_limits import error_limit

N_RUNS = 370
GROW = {'exact': grow_tree, 'r8': grow_release8}
EXTRACT = {'exact': extract_rules, 'r8': extract_rules_release8}


# -- tables, trees and rules to try things on

@st.composite
def tables(draw, most=40):
    "Small tables of two discrete and one continuous attribute, values unknown here and there."
    n, n_classes = draw(st.integers(4, most)), draw(st.integers(2, 3))
    rng = np.random.default_rng(draw(st.integers(0, 2 ** 32)))
    attributes = (Attribute('a', 'discrete', 'xyz'), Attribute('b', 'discrete', 'uv'),
                  Attribute('n', 'continuous'))
    columns = [rng.integers(0, 3, n).astype(np.int32), rng.integers(0, 2, n).astype(np.int32),
               rng.integers(0, 6, n) / 2]
    classes = ((columns[0] == 1) + (columns[2] > 1) + rng.integers(0, 2, n)) % n_classes
    if draw(st.booleans()):
        for column, unknown in zip(columns, (-1, -1, np.nan)):
            column[rng.random(n) < 0.15] = unknown
    schema = Schema(attributes, tuple('pqr'[:n_classes]))
    return Table(schema, tuple(columns), classes.astype(np.int32), np.ones(n))


@st.composite
def some_rules(draw, table, most=8):
    "Rules for class 0 with one or two conditions."
    conditions = [Condition(0, v) for v in range(3)] + [Condition(1, v) for v in range(2)]
    conditions += [Condition(2, o, t) for o in (0, 1) for t in (0.5, 1.0, 2.0)]
    conditions += [Condition(0, 0, None, (0, 2), (0, 1))]
    chosen = draw(st.lists(st.lists(st.sampled_from(conditions), min_size=1, max_size=2,
                                    unique=True), max_size=most))
    errors = draw(st.lists(st.sampled_from([0.1, 0.3, 0.5, 0.7, 0.8]), min_size=len(chosen),
                           max_size=len(chosen)))
    return [Rule(table.schema, tuple(c), 0, e, i + 1)
            for i, (c, e) in enumerate(zip(chosen, errors))]


# -- conditions

@given(st.data())
def test_a_rule_covers_the_cases_of_which_all_its_conditions_are_true(data):
    table = data.draw(tables())
    for rule in data.draw(some_rules(table)):
        covered = rule.covers(table)
        for i in range(len(table)):
            values = [column[i] for column in table.columns]
            assert covered[i] == (rule.error <= 0.7
                                  and all(is_true(c, values) for c in rule.conditions))


def is_true(condition, values):
    "A condition as a reader takes it."
    v = values[condition.attribute]
    if condition.kind == 'threshold':
        return bool(v > condition.threshold if condition.outcome else v <= condition.threshold)
    return v in (condition.group or (condition.outcome,))


@pytest.mark.parametrize('condition',
                         [Condition(0, 0), Condition(0, 1, None, (0, 1), (0, 0)),
                          Condition(1, 0, 5.0),
                                       Condition(1, 1, 5.0)])
def test_an_unknown_value_satisfies_no_condition(condition):
    schema = Schema((Attribute('d', 'discrete', 'xy'), Attribute('n', 'continuous')), ('p',))
    table = Table(schema, (np.array([-1], np.int32), np.array([np.nan])), np.zeros(1, np.int32),
                  np.ones(1))
    assert not holds(condition, table).any() and not holds_release8(condition, table).any()


def test_outcomes_above_127_are_never_satisfied_in_release_8_and_always_exactly():
    values = tuple(f'v{i}' for i in range(130))
    schema = Schema((Attribute('d', 'discrete', values),), ('p', 'q'))
    codes = np.arange(130, dtype=np.int32)
    table = Table(schema, (codes,), np.zeros(130, np.int32), np.ones(130))
    for reads, last in (holds, 129), (holds_release8, 126):
        assert [reads(Condition(0, v), table).sum()
                for v in (0, 126, 127, 129)] == [v <= last for v in (0, 126, 127, 129)]
    one, other = Condition(0, 1, None, (128, 129), (0, 0)), Condition(0, 128, None, (0,), (0, 0))
    assert holds_release8(one, table).sum() == 2 and holds_release8(other, table).sum() == 0
    for condition, matched in (one, 2), (other, 0):
        rule = Release8Rule(schema, (condition,), 0, 0.1)
        assert rule.covers(table).sum() == matched and rule.can_match == (matched > 0)


# -- Fisher's test

counts = st.lists(st.integers(0, 60), min_size=4, max_size=4).filter(any)


@given(counts)
def test_fishers_test_is_scipys(cells):
    a, b, c, d = cells
    found = fisher_probability([[a, b], [c, d]])
    assert found == pytest.approx(one_sided(a, b, c, d), rel=1e-9)


def one_sided(a, b, c, d):
    "The tail on the side to which the table leans."
    side = 'greater' if a * d > b * c else 'less'
    return fisher_exact([[a, b], [c, d]], side)[1]


# -- dropping conditions

def by_brute_force(path, table, c, cf):
    "Quinlan's procedure with every count taken anew: (conditions that stay, error)."
    path, n, n_c = list(path), len(table), int((table.classes == c).sum())
    default = 1 - (n_c + 1) / (n + 2)

    def rates(conditions):
        covered = np.all([holds(x, table) for x in conditions],
                         axis=0) if conditions else np.ones(n, bool)
        t, e = int(covered.sum()), int((covered & (table.classes != c)).sum())
        return (e / t, error_limit(t, e, cf) / t) if t else (0.0, default)

    while path:
        actual, estimate = rates(path)
        without = [rates(path[:d] + path[d + 1:]) for d in range(len(path))]
        if not any(a <= actual or p <= estimate for a, p in without): break
        least = min(p for _, p in without)
        del path[max(d for d, (_, p) in enumerate(without) if p == least)]
    if not path: return None
    actual, estimate = rates(path)
    covers = np.all([holds(x, table) for x in path], axis=0).any()
    return (path, estimate) if covers and estimate < default else None


def paths_of(tree, node=0, path=()):
    "Every leaf with its path, recursively."
    if tree.n_children[node] == 0: yield node, path
    for b in range(tree.n_children[node]):
        t = tree.threshold[node]
        condition = Condition(int(tree.attribute[node]), b, None if np.isnan(t) else float(t))
        yield from paths_of(tree, int(tree.first_child[node]) + b, (*path, condition))


@settings(max_examples=60)
@given(tables(), st.sampled_from([0.05, 0.25, 0.9]))
def test_conditions_are_dropped_as_counting_anew_every_time_drops_them(table, cf):
    tree = grow_tree(table, SplitOptions(min_cases=1, penalty=False))
    wanted = []
    for node, path in paths_of(tree):
        found = tree.weights[node] >= 1 and by_brute_force(path, table, int(tree.classes[node]), cf)
        if found: wanted.append((int(tree.classes[node]), set(found[0]), found[1]))
    got = [(r.class_code, set(r.conditions), r.error)
           for r in rules_of_tree(tree, table, simplify_options(len(table), cf))]
    assert all(any(c == w[0] and conditions == w[1] and error >= w[2] - 1e-12 for w in wanted)
               for c, conditions, error in got)
    keys = {(c, tuple(sorted((x.attribute, x.threshold or 0,
                              x.outcome if x.threshold is None else 0)
                             for x in conditions))) for c, conditions, _ in wanted}
    assert len(got) == len(keys)


def test_a_condition_that_fisher_finds_unsure_is_dropped():
    table = data_set('golf')
    tree = grow_tree(table)
    plain = rules_of_tree(tree, table, simplify_options(14))
    strict = rules_of_tree(tree, table, simplify_options(14, significance=0.0))
    assert plain and not strict


# -- order and doubles

@given(st.permutations(range(6)), st.sets(st.integers(0, 5), min_size=1))
def test_conditions_of_one_kind_are_sorted_by_attribute(attributes, kept):
    path = [Condition(a, 0) for a in attributes]
    found = _sorted_conditions(path, sorted(kept))
    assert [c.attribute for c in found] == sorted(attributes[i] for i in kept)


def test_mixed_kinds_follow_the_scan():
    path = [Condition(8, 0), Condition(12, 0), Condition(11, 0), Condition(5, 0, 1.0),
            Condition(10, 0),
            Condition(0, 0, 2.0)]
    assert [c.attribute for c in _sorted_conditions(path, [1, 3, 4, 5])] == [0, 10, 12, 5]
    plain, number = Condition(9, 0), Condition(3, 0, 1.0)
    assert _is_before(plain, number) and _is_before(number, plain)


@pytest.mark.parametrize('one, other, same', [
    (Condition(0, 1), Condition(0, 1), True), (Condition(0, 1), Condition(0, 2), False),
    (Condition(0, 0, 2.5), Condition(0, 1, 2.5), True),
    (Condition(0, 0, 2.5), Condition(0, 0, 3.5), False),
    (Condition(0, 0, None, (1,), (0, 4)), Condition(0, 1, None, (2,), (0, 4)), True),
    (Condition(0, 0, None, (1,), (0, 4)), Condition(0, 0, None, (1,), (1, 4)), False),
    (Condition(0, 0), Condition(0, 0, None, (0,), (0, 1)), False)])
def test_doubles_are_told_as_release_8_tells_them(one, other, same):
    schema = data_set('golf').schema
    rules = [Rule(schema, (one,), 0, 0.2), Rule(schema, (other,), 0, 0.3)]
    found = unique_rules(rules)
    assert len(found) == 2 - same and [r.number for r in found] == [1, 2][:len(found)]
    assert max(r.error for r in found) == 0.3 and found[0].conditions == (one,)


# -- the shortest description

def cost_by_hand(rules, table, class_code, rates):
    "The cost of a set of rules, formula by formula."
    n, covered = len(table), np.zeros(len(table), bool)
    for rule in rules: covered |= rule.covers(table)
    of_class = table.classes == class_code
    f, fp, fn = int(covered.sum()), int((covered & ~of_class).sum()), int(
        (~covered & of_class).sum())

    def bits(rule):
        k = len(rule.conditions)
        parts = [rates.choice + (3 if c.kind == 'subset' else rates.outcome[c.attribute])
                 for c in rule.conditions]
        return sum(parts) + math.log2(k) - math.log2(math.factorial(k))

    def pointing(n, k, x):
        if x <= 1e-6: return 0 if k == 0 else 1e6
        if x >= n - 1e-6: return 0 if k == n else 1e6
        return -k * math.log2(x / n) - (n - k) * math.log2(1 - x / n)

    theory, half = sum(map(bits, rules)) - math.log2(math.factorial(len(rules))), (fp + fn) / 2
    first, second = (half, fn) if f > n / 2 else (fp, half)
    return 0.5 * theory + math.log2(n) + pointing(f, fp, first) + pointing(n - f, fn, second)


@settings(max_examples=60)
@given(st.data())
def test_the_exhaustive_choice_is_the_best_subset_counted_one_by_one(data):
    table = data.draw(tables())
    rules = data.draw(some_rules(table, 6))
    rates = bit_rates(table)
    subsets = [s for size in range(len(rules) + 1) for s in combinations(rules, size)]
    costs = [cost_by_hand(s, table, 0, rates) for s in subsets]
    chosen = choose_subset(rules, table, 0, rates, None)
    assert cost_by_hand(chosen, table, 0, rates) == pytest.approx(min(costs), abs=1e-9)


def many_rules():
    "Fourteen rules on a table of three numbers."
    rng = np.random.default_rng(1)
    X = pd.DataFrame(rng.integers(0, 8, (120, 3)), columns=list('xyz'))
    y = np.where((X.x > 4) & (X.y > 2) | (X.z < 2) | (rng.random(120) < 0.1), 'p', 'q')
    table = encode(X, infer_schema(X, y), y)
    def rule(number):
        conditions = tuple(Condition(a, int(rng.integers(0, 2)), float(rng.integers(0, 8)) + 0.5)
                           for a in sorted(rng.choice(3, rng.integers(1, 3),
                                                      replace=False).tolist()))
        return Rule(table.schema, conditions, 0, 0.2, number)
    return [rule(i + 1) for i in range(14)], table


@pytest.mark.parametrize('annealing', [False, True])
def test_a_search_ends_where_no_single_change_helps(annealing):
    rules, table = many_rules()
    rates = bit_rates(table)
    chosen = choose_subset(rules, table, 0, rates, CLibraryRandom(), annealing)
    cost = cost_by_hand(chosen, table, 0, rates)
    neighbours = [[r for r in rules if (r in chosen) != (r is toggled)] for toggled in rules]
    assert all(cost_by_hand(s, table, 0, rates) >= cost - 1e-9 for s in neighbours)
    best = _best_of_all(_group_cases(rules, table, 0), _prices_of(rules, rates))
    best_cost = cost_by_hand([r for r, b in zip(rules, best) if b], table, 0, rates)
    assert best_cost - 1e-9 <= cost <= best_cost * 1.1


def test_few_rules_need_no_random_numbers_and_more_go_on_with_them():
    rules, table = many_rules()
    rng = CLibraryRandom()
    choose_subset(rules[:10], table, 0, bit_rates(table), rng)
    assert rng.random() == CLibraryRandom().random()
    choose_subset(rules, table, 0, bit_rates(table), rng)
    fresh = CLibraryRandom()
    for _ in range(1 + 11 * len(rules)): fresh.random()
    assert rng.random() == fresh.random()


def test_with_redundancy_0_no_rule_is_worth_saying():
    table = data_set('golf')
    assert len(extract_rules(grow_tree(table), table, RuleOptions(redundancy=0.0))) == 0


# -- rulesets

@settings(max_examples=60)
@given(tables(), st.sampled_from(sorted(ARITHMETICS)))
def test_the_first_rule_that_matches_decides(table, arithmetic):
    tree = GROW[arithmetic](table, SplitOptions(min_cases=1))
    ruleset = EXTRACT[arithmetic](tree, table)
    first, second = ruleset.deciding(table)
    covers = [rule.covers(table) for rule in ruleset.rules]
    for i in range(len(table)):
        places = [k for k, c in enumerate(covers) if c[i]] + [-1, -1]
        assert (first[i], second[i]) == tuple(places[:2])
    codes = [rule.class_code for rule in ruleset.rules] + [ruleset.default]
    assert ruleset.classify(table).tolist() == [codes[k] for k in first]
    shares = ruleset.distribution(table)
    assert (shares.argmax(axis=1) == ruleset.classify(table)).all()
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    np.testing.assert_allclose(ruleset.leftover,
                               np.bincount(table.classes[first < 0],
                                           minlength=len(ruleset.leftover)))


@settings(max_examples=40)
@given(st.data())
def test_dropping_harmful_rules_never_adds_errors_and_leaves_none(data):
    table = data.draw(tables())
    rules = data.draw(some_rules(table))
    rules += [replace(r, class_code=1, number=r.number + 50) for r in data.draw(some_rules(table))]
    passes = drop_harmful(arrange(rules, table), table)
    errors = [int((e.predicted != table.classes).sum()) for _, e in passes]
    assert all(after < before for before, after in zip(errors, errors[1:]))
    last = passes[-1][1]
    assert (last.worse <= last.better).all()
    for ruleset, e in passes:  # counted case by case: right without the rule, or not
        for k, rule in enumerate(ruleset.rules):
            without = replace(ruleset,
                              rules=tuple(r for r in ruleset.rules
                                          if r is not rule)).classify(table)
            right, other = e.predicted == table.classes, without == table.classes
            assert (e.better[k], e.worse[k]) == ((right & ~other).sum(), (~right & other).sum())


def test_the_default_is_the_class_with_most_cases_that_no_rule_matches():
    X = pd.DataFrame({'a': list('xxxxyyyzz')})
    y = list('pppqqqppq')
    table = encode(X, infer_schema(X, y), y)
    rule = Rule(table.schema, (Condition(0, 0),), 0, 0.2, 1)
    found = arrange([rule], table)
    assert (found.leftover, found.default) == ((2.0, 3.0), 1)
    assert arrange([], table).default == 0


def test_doubled_trees_give_the_same_rules_as_one():
    table = data_set('golf')
    tree = grow_tree(table)
    sets = rule_sets([tree, tree], table)
    assert len(sets) == 3
    assert [r.conditions for r in sets[2].rules] == [r.conditions for r in sets[0].rules]
    assert extract_rules([tree], table).rules == extract_rules(tree, table).rules


def test_a_group_is_a_condition_and_belongs_to_its_test():
    X = pd.DataFrame({'town': list('abcdabcdabcd') * 3, 'n': list(range(12)) * 3})
    y = ['p' if t in 'ac' else 'q' for t in X.town]
    table = encode(X, infer_schema(X, y), y)
    schema = table.schema
    tree = Tree(schema, np.array([0, -1, -1]), np.full(3, np.nan), np.array([1, 0, 0]),
                np.array([2, 0, 0]),
                np.array([0, 0, 1]), np.array([36., 18, 18]), np.zeros(3),
                np.array([(18., 18), (18, 0), (0, 18)]),
                group=np.array([0, -1, -1]), branch_of=np.array([0, 1, 0, 1]))
    rules = [rule for i in (0, 1) for rule in rules_of_tree(tree, table, simplify_options(36), i)]
    assert [c.test for rule in unique_rules(rules)
            for c in rule.conditions] == [(0, 0)] * 2 + [(1, 0)] * 2
    found = extract_rules([tree, tree], table)
    assert 'town in {a, c}' in str(found) and 'town in {b, d}' in str(found)
    assert found.classify(table).tolist() == table.classes.tolist()


def test_a_deep_tree_needs_no_deep_recursion():
    n, depth = 3000, 2000
    X = pd.DataFrame({'x': np.arange(n)})
    table = encode(X, infer_schema(X), None)
    table = replace(table, schema=replace(table.schema, classes=('p', 'q')),
                    classes=np.arange(n, dtype=np.int32) // 1500)
    m = 2 * depth + 1
    inner = (np.arange(m) % 2 == 0) & (np.arange(m) < m
                                       - 1)  # every second node is a test, below the one before
    tree = Tree(table.schema, np.where(inner, 0, -1), np.where(inner, np.arange(m) / 2.6, np.nan),
                np.where(inner, np.arange(m) + 1, 0), np.where(inner, 2, 0), np.full(m, 1),
                np.where(np.arange(m) < m - 1, 0.0, 1500.0), np.zeros(m), np.ones((m, 2)))
    rule, = extract_rules(tree, table).rules
    assert rule.covers(table).sum() == 1500


@pytest.mark.parametrize('call, words', [
    (lambda t, tree: extract_rules([], t), 'at least one tree'),
    (lambda t, tree: extract_rules(tree, t.select(slice(0))), 'one case'),
    (lambda t, tree: extract_rules(tree, replace(t, classes=np.full(14, -1))), 'no class'),
    (lambda t, tree: extract_rules(tree, t.select(slice(5))), 'only 5 cases'),
    (lambda t, tree: extract_rules(tree, t, RuleOptions(cf=25)), 'cf'),
    (lambda t, tree: extract_rules(tree, t, RuleOptions(significance=5)), 'significance'),
    (lambda t, tree: extract_rules(tree, t, RuleOptions(redundancy=-1)), 'redundancy'),
    (lambda t, tree: extract_rules(tree, replace(t, schema=replace(t.schema, classes=('a', 'b')))),
     'other attributes'),
    (lambda t, tree: extract_rules(tree, replace(t, weights=np.full(14, 1e9)),
                                   RuleOptions(significance=0.05)), 'Fisher')])
def test_what_makes_no_rules_is_refused_with_a_reason(call, words):
    table = data_set('golf')
    with pytest.raises(ValueError, match=words): call(table, grow_tree(table))


def test_a_name_cannot_break_a_rules_lines():
    X = pd.DataFrame({'a\n\t->  class x  [99.9%]': list('xy') * 8})
    y = ['p\n\nDefault class: q', 'q'] * 8
    table = encode(X, infer_schema(X, y), y)
    ruleset = extract_rules(grow_tree(table), table)
    assert len(str(ruleset).splitlines()) == 4 * len(ruleset) + 1


# -- files

@settings(max_examples=40)
@given(tables(), st.sampled_from(sorted(ARITHMETICS)))
def test_a_ruleset_comes_back_from_its_file(table, arithmetic):
    tree = GROW[arithmetic](table, SplitOptions(min_cases=1))
    ruleset = EXTRACT[arithmetic](tree, table)
    assert pickle.loads(pickle.dumps(ruleset)) == ruleset
    assert rules_from_json(rules_to_json(ruleset)) == ruleset


def test_infinite_thresholds_and_groups_come_back_from_their_file():
    table = data_set('golf')
    rules = (Release8Rule(table.schema, (Condition(1, 0, math.inf),
                                         Condition(0, 1, None, (0, 2), (3, 4))), 1, 0.25, 7),)
    ruleset = replace(arrange([], table), rules=rules)
    assert rules_from_json(rules_to_json(ruleset)) == ruleset


SPOILED = [None, True, -1, 10 ** 400, 1e999, 0.5, 'x', '', [], {}, [[]], float('nan')]


def places(data, path=()):
    "Every path into lists and dictionaries."
    yield path
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(
        data, list) else ()
    for key, value in pairs: yield from places(value, (*path, key))


def test_a_spoiled_rules_file_is_refused_or_read_and_nothing_else():
    table = data_set('golf')
    text = rules_to_json(extract_rules(grow_tree(table), table))
    for path in list(places(json.loads(text)))[1:]:
        for wrong in SPOILED:
            data = json.loads(text)
            inner = data
            for key in path[:-1]: inner = inner[key]
            inner[path[-1]] = wrong
            with contextlib.suppress(ValueError):
                assert rules_from_json(json.dumps(data)).classify(table) is not None


@given(st.text(max_size=200))
def test_a_text_that_is_no_ruleset_is_refused(text):
    with pytest.raises(ValueError, match='from_json: '): rules_from_json(text)


# -- the program

@pytest.fixture
def stem(tmp_path):
    "Golf as files, with the trees that the tree builder leaves."
    table = data_set('golf')
    write_c45(tmp_path / 'golf', table)
    write_trees(tmp_path / 'golf.unpruned', [grow_tree(table)])
    return tmp_path / 'golf'


def test_the_program_says_and_saves_golfs_rules(stem, capsys):
    rule_program(['-f', str(stem)])
    text = capsys.readouterr().out
    saved = rules_from_json(stem.with_suffix('.rules').read_text())
    assert [rule.number for rule in saved.rules] == [4, 3, 1, 2] and str(saved) in text
    assert text.count('<<') == 1 and 'Tested 14, errors 0 (0.0%)   <<' in text


@pytest.mark.parametrize('spoil', [
    lambda text: '', lambda text: '\n', lambda text: text[:-20], lambda text: '{}\n',
    lambda text: text + 'x\n',
    lambda text: '[' * 10 ** 5, lambda text: text.replace('"outlook"', '"weather"'),
    lambda text: '\0' * 100,
    lambda text: text.replace('"classes": [', '"classes": [9, ')])
def test_a_spoiled_tree_file_is_refused_and_leaves_no_rules(stem, spoil, capsys):
    path = stem.with_suffix('.unpruned')
    path.write_text(spoil(path.read_text()))
    with pytest.raises(Refusal, match='unpruned') as refused: rule_program(['-f', str(stem)])
    assert refused.value.status == 1 and not stem.with_suffix('.rules').exists()


@pytest.mark.parametrize('words',
                         [['-c', '0'], ['-c', '101'], ['-c', 'nan'], ['-F', '-1'], ['-F', 'inf'],
                          ['-r', '10001'],
                                   ['-r'], ['-m', '2'], ['x'], ['--arithmetic', 'r9']])
def test_options_out_of_range_are_refused(stem, words, capsys):
    with pytest.raises(Refusal) as refused: rule_program(['-f', str(stem), *words])
    assert refused.value.status == 1


def test_the_arithmetic_is_that_of_the_trees_unless_said_otherwise(stem, capsys):
    table = data_set('golf')
    write_trees(stem.with_suffix('.unpruned'), [grow_release8(table)])
    rule_program(['-f', str(stem)])
    def kind(): return type(rules_from_json(stem.with_suffix('.rules').read_text()).rules[0])
    assert kind() is Release8Rule
    rule_program(['-f', str(stem), '--arithmetic', 'exact'])
    assert kind() is Rule


# -- all stored runs

@pytest.fixture(scope='module')
def results(reference):
    "(set, run) -> first difference from Release 8, or None."
    return differences(reference, 'rules-*')


def test_every_rule_run_agrees_to_the_last_bit(results):
    assert len(results) == N_RUNS
    assert {key: difference for key, difference in results.items() if difference} == {}


# -- the runs that come with the tests

TREE_RUNS = 'default m1 s t3 found u'.split(
    )  # the trees that rules are made from; u: tables that were tried for their rules alone


def rule_options(want):
    "What a stored run was given."
    o = want['options']
    words = ['-c', str(o['cf_percent']), '-r',
             str(o['redundancy'])] + ['-a'] * o['annealing'] + ['-u'] * o['test']
    return words if o['significance_percent'] is None else [*words, '-F',
                                                            str(o['significance_percent'])]


def same_rules(want, got):
    "Whether two saved rulesets agree, errors and thresholds in 32 bits."
    def one(rule):
        conditions = [(c['attribute'], c.get('value', c.get('op', c.get('values'))),
                       np.float32(c.get('cut', 0)))
                      for c in rule['conditions']]
        return rule['class'], np.float32(rule['error']), conditions
    return (want['default'],
            list(map(one, want['rules']))) == (got['default'], list(map(one, got['rules'])))


@pytest.mark.parametrize('tree', TREE_RUNS)
def test_shipped_sets_give_the_rules_of_release_8(tmp_path, tree):
    unpack_shipped(tmp_path)
    wanted = [(p, json.loads(p.read_text()))
              for p in sorted((tmp_path / 'oracle').glob('*/rules-*.json'))]
    wanted, grown = [(p, w) for p, w in wanted if w['tree_option_set'] == tree], set()
    assert wanted
    for path, want in wanted:
        stem, out = tmp_path / 'data' / path.parent.name, tmp_path / 'out.json'
        with contextlib.redirect_stdout(io.StringIO()):
            options = json.loads((path.parent / f'tree-{tree}.json').read_text())['options']
            if stem not in grown:
                assert main(['c4.5', '-f', str(stem), *tree_words(options), '--arithmetic',
                             'r8']) == 0
            assert main(['c4.5rules', '-f', str(stem), *rule_options(want), '--json',
                         str(out)]) == want['exit_status']
        grown.add(stem)
        got = json.loads(out.read_text())
        assert (got['rulesets'], got.get('composite')) == (want['rulesets'],
                                                           want.get('composite')), path
        assert same_rules(want['saved'], got['saved']), path
        for part, evaluation in want['evaluation'].items():
            for run, mine in zip(evaluation['runs'], got['evaluation'][part]['runs'], strict=True):
                assert run.items() <= mine.items(), path


# -- the estimator

@pytest.mark.filterwarnings('ignore')
def test_scikit_learn_accepts_it_with_windows_and_annealing():
    check_estimator(C45RulesClassifier(trials=2, annealing=True, significance=0.2))


@pytest.mark.parametrize('arithmetic', ARITHMETICS)
def test_the_estimator_makes_the_rules_of_the_functions(arithmetic):
    X, y = load_dataset('penguins')
    grower = Release8Classifier() if arithmetic == 'r8' else C45Classifier()
    clf = C45RulesClassifier(grower, cf=0.1, significance=0.1).fit(X, y)
    table = encode(X, infer_schema(X, y), y)
    ruleset = EXTRACT[arithmetic](clf.unpruned_tree_, table, RuleOptions(0.1, 0.1))
    assert clf.rules_ == ruleset
    assert (clf.classes_[ruleset.classify(table)] == clf.predict(X)).all()


def test_apply_and_explain_name_the_rule_that_decides():
    X, y = load_dataset('golf')
    clf = C45RulesClassifier().fit(X, y)
    assert clf.apply(X).tolist() == clf.explain(X)['rule'].tolist()
    assert (clf.explain(X)['class'].to_numpy() == clf.predict(X)).all()
    asked = [r.cover * ('humidity' in str(r)) for r in clf.rules_.rules]
    shares = [r.cover * len({c.attribute for c in r.conditions}) for r in clf.rules_.rules]
    assert clf.feature_importances_[2] == sum(asked) / sum(shares)


@pytest.mark.parametrize('ask', ['tree_', 'decision_path'])
def test_what_only_a_tree_has_is_refused_with_what_rules_have(ask):
    X, y = load_dataset('golf')
    clf = C45RulesClassifier().fit(X, y)
    with pytest.raises(AttributeError, match=r'rules_ .* apply\(X\) numbers the rule'):
        getattr(clf, ask)(X)


def grown(**how): return dict(tree=C45Classifier(**how))


def test_one_class_is_the_default_and_no_rule():
    clf = C45RulesClassifier().fit(pd.DataFrame({'a': list('xyxy')}), ['p'] * 4)
    assert len(clf.rules_) == 0 and set(clf.predict(pd.DataFrame({'a': ['x', 'y']}))) == {'p'}
    assert clf.predict_proba(pd.DataFrame({'a': ['x']})).tolist() == [[1.0]]
