"""Trees grown from a table in parts are those of the whole table, however it is parted and however little fits in one place."""
import pickle

import numpy as np
import pytest
from support.random_tables import random_task, seeds

from c45lit import grow_tree, prune_error_based
from c45lit.data.table import weight_unit
from c45lit.engine import counting_in_parts, growing_in_parts
from c45lit.engine.counting_in_parts import chord_bound, most_gain
from c45lit.engine.growing_in_parts import grow_in_parts
from c45lit.engine.passes_over_parts import How, Place, count_part
from c45lit.splits.gain import GAIN_RATIO, GINI
from c45lit.splits.impurity import entropy, gini
from c45lit.splits.value_groups import ONE_VS_REST, SUBSET


def parts_of(table, rng):
    "The cases of a table in some parts, in no order, some of them empty."
    n = int(rng.integers(1, 6))
    where = rng.integers(0, n, len(table))
    return [table.select(rng.permutation(np.flatnonzero(where == i))) for i in range(n)]


def random_question(seed):
    "(table, parts, how, options of pruning) with little room in one place."
    rng = np.random.default_rng([seed, 1])
    table, options, stop, threshold = random_task(seed, most=int(rng.choice([12, 40, 120])))
    shape = rng.choice(['multiway', 'multiway', 'grouped', 'one', 'subset'])
    options = options._replace(min_value_gap=0.0, grouped=bool(shape == 'grouped'),
                               binary={'one': ONE_VS_REST, 'subset': SUBSET}.get(str(shape), 0))
    how = How(options, stop, threshold, weight_unit(table.weights), float(rng.choice([0.1, 0.25, 0.6])), bool(rng.integers(2)),
              most_rows=int(rng.choice([1, 2, 5, 15])), segments=int(rng.choice([1, 2, 4, 16])), sample=int(rng.choice([1, 5, 50])))
    return table, parts_of(table, rng), how


def differs(seed):
    "Which of the two trees differs from that of the whole table: '', 'unpruned', 'pruned'."
    table, parts, how = random_question(seed)
    whole = grow_tree(table, how.options, how.stop, how.threshold, how.unit)
    unpruned, pruned, _ = grow_in_parts(parts, lambda p: p, how)
    if unpruned != whole: return 'unpruned'
    known = prune_error_based(whole, table, how.cf, how.raising, unit=how.unit)
    return '' if pruned == known else 'pruned'


def test_trees_from_parts_are_the_trees_of_the_whole():
    wrong = {seed: d for seed in seeds(250) if (d := differs(seed))}
    assert not wrong, f'tables {wrong}'


def mutants(monkeypatch, name, f, module=counting_in_parts, n=60):
    "How many of n tables notice that a function was replaced."
    monkeypatch.setattr(module, name, f)
    noticed = 0
    for seed in range(n):
        try: noticed += bool(differs(seed))
        except RuntimeError: noticed += 1
    return noticed


def test_without_the_bound_trees_are_wrong(monkeypatch):
    assert mutants(monkeypatch, 'most_gain', lambda below, *_: np.zeros(len(below))) >= 5


def test_tries_that_hide_must_be_counted(monkeypatch):
    offer = counting_in_parts.cut_offer
    def one_case_each(counts, fixed, options): return offer(counts._replace(rows=np.minimum(counts.rows, 1)), fixed, options)
    assert mutants(monkeypatch, 'cut_offer', one_case_each, growing_in_parts) >= 3


def random_box(rng):
    "(below, inside, whole) by class, fractions among them."
    c, scale = int(rng.integers(2, 7)), rng.choice([1.0, 0.37, 1e6])
    below, inside, above = (np.floor(rng.random(c) ** 3 * 40) * (rng.random(c) < 0.8) * scale for _ in range(3))
    return below, inside, below + inside + above


@pytest.mark.parametrize('criterion, impurity', [(GAIN_RATIO, entropy), (GINI, gini)])
def test_no_cut_inside_a_segment_gains_more_than_the_bound(criterion, impurity):
    rng = np.random.default_rng(criterion)
    def left(x): return x.sum() * impurity(x) if x.any() else 0.0
    for _ in range(1500):
        below, inside, whole = random_box(rng)
        if not whole.any(): continue
        top = most_gain(below[None], inside[None], whole, criterion)[0]
        for share in (rng.random((4, len(below))), rng.integers(0, 2, (4, len(below)))):
            for x in below + inside * share:
                assert (left(whole) - left(x) - left(whole - x)) / whole.sum() <= top, (below, inside, whole)


def test_the_chord_bound_is_nearly_that_of_the_corners():
    rng, loose = np.random.default_rng(5), []
    def left(x): return x.sum() * entropy(x) if x.any() else 0.0
    for _ in range(300):
        below, inside, whole = random_box(rng)
        if not whole.any(): continue
        corners = [below + inside * ((k >> np.arange(len(below))) & 1) for k in range(2 ** len(below))]
        least = min(left(x) + left(whole - x) for x in corners)
        loose.append((least - chord_bound(below[None], inside[None], whole)[0]) / whole.sum())
    assert min(loose) > -1e-9 and np.mean(loose) < 0.05


def test_the_order_of_parts_and_of_merging_does_not_show():
    for seed in range(40):
        table, parts, how = random_question(seed)
        trees = [grow_in_parts(p, lambda t: t, how)[:2] for p in (parts, parts[::-1])]
        assert trees[0] == trees[1]


def test_a_part_counted_again_gives_the_same_bytes():
    for seed in range(40):
        table, parts, how = random_question(seed)
        asked = {0: {a: None for a, x in enumerate(table.schema.attributes) if x.kind == 'discrete'}}
        answers = [pickle.dumps([count_part(p, [Place()], asked, how.unit) for p in parts]) for _ in range(2)]
        assert answers[0] == answers[1]


def test_cases_lost_on_the_way_are_noticed():
    noticed = tried = 0
    for seed in range(60):
        table, parts, how = random_question(seed)
        big = [i for i, p in enumerate(parts) if (p.weights > 0).sum() > 1]
        if not big or how.stop.max_depth == 0: continue
        calls = iter(range(10 ** 9))
        def read(p, calls=calls, n=len(parts), lost=big[0]):
            k = next(calls)  # the part loses its last case with weight from its second reading on
            return p.select(np.flatnonzero(p.weights > 0)[:-1]) if k >= n and k % n == lost else p
        tried += 1
        try: grow_in_parts(parts, read, how)
        except RuntimeError as e: noticed += 'came' in str(e) or 'by class' in str(e)
    assert noticed == tried >= 30


def test_thirty_two_bits_are_refused():
    table, parts, how = random_question(3)
    with pytest.raises(ValueError, match='arithmetic must be exact'):
        grow_in_parts(parts, lambda p: p, how._replace(options=how.options._replace(float32=True)))
