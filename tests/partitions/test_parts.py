"""Trees grown from a table in parts are those of the whole table, however it is parted and however
little fits in one place."""
import pickle
from dataclasses import replace

import numpy as np
import pytest
from support.random_tables import random_task, seeds
from support.kernels import every_kernel
from support.toys import TOYS, impurity, one_more

from c45lit import Attribute, Schema, Table
from c45lit.engine import grow_tree, prune_error_based
from c45lit.specification import SplitOptions
from c45lit.data.weights import weight_unit
from c45lit.partitions import (growing_in_parts, pruning_in_parts,
                               searching_segments)
from c45lit.partitions.counting_in_parts import (most_gain)
from c45lit.partitions.growing_in_parts import grow_in_parts
from c45lit.partitions.passes_over_parts import Checkpoint, How, InProcess
from c45lit.specification.criterion import GAIN_RATIO, GINI, information_order
from c45lit.splits.impurity import entropy, gini
from c45lit.specification.multiway import ONE_VS_REST, SUBSET


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
    how = How(options, stop, threshold, weight_unit(table.weights),
              float(rng.choice([0.1, 0.25, 0.6])), bool(rng.integers(2)),
              most_rows=int(rng.choice([1, 2, 5, 15])), segments=int(rng.choice([1, 2, 4, 16])),
              sample=int(rng.choice([1, 5, 50])))
    return table, parts_of(table, rng), how


def differs(seed):
    "Which of the two trees differs from that of the whole table: '', 'unpruned', 'pruned'."
    table, parts, how = random_question(seed)
    whole = grow_tree(table, how.options, how.stop, how.threshold, how.unit)
    executor = InProcess()
    executor.at_once = 1 + seed % 3  # groups in one pass
    unpruned, pruned, _ = grow_in_parts(parts, lambda p: p, how, executor)
    if unpruned != whole: return 'unpruned'
    known = prune_error_based(whole, table, how.cf, how.raising, unit=how.unit)
    return '' if pruned == known else 'pruned'


def test_trees_from_parts_are_the_trees_of_the_whole():
    wrong = {seed: d for seed in seeds(250) if (d := differs(seed))}
    assert not wrong, f'tables {wrong}'


def noisy_question(seed):
    """(parts, how, options of pruning) of a table with few unknown values and much noise, in which
    branches of large tests rise."""
    rng = np.random.default_rng([seed, 2])
    n, rate = int(rng.integers(60, 400)), float(rng.choice([0, 0.005, 0.01, 0.03]))
    words, numbers = [rng.integers(0, k, n).astype(np.int32)
                      for k in (2, 3, 4)], [rng.integers(0, rng.choice([5, 30]), n).astype(float)
                                            for _ in range(2)]
    classes = (words[0] + (numbers[0] > 2) > 1) ^ (rng.random(n) < rng.choice([0.1, 0.3, 0.45]))
    for x in words: x[rng.random(n) < rate] = -1
    for x in numbers: x[rng.random(n) < rate] = np.nan
    schema = Schema((*(Attribute(f'd{k}', 'discrete', tuple('abcd'[:k])) for k in (2, 3, 4)),
                     Attribute('n0', 'continuous'), Attribute('n1', 'continuous')), ('s', 't'))
    weights = rng.integers(1, 4, n) / 2 if rng.integers(2) else np.ones(n)
    table = Table(schema, (*words, *numbers), classes.astype(np.int32), weights)
    options = SplitOptions(min_cases=float(rng.choice([1, 2])), penalty=bool(rng.integers(2)),
                           grouped=bool(rng.integers(2)))
    how = How(options, unit=weight_unit(weights) if rng.integers(4) else 0.25,
              cf=float(rng.choice([0.05, 0.25, 0.6])),
              most_rows=int(rng.integers(n // 30, n // 4)), segments=4, sample=50)
    return table, parts_of(table, rng), how


def noisy_differs(seed):
    "As `differs`, of such a table."
    table, parts, how = noisy_question(seed)
    whole = grow_tree(table, how.options, how.stop, how.threshold, how.unit)
    unpruned, pruned, _ = grow_in_parts(parts, lambda p: p, how)
    if unpruned != whole: return 'unpruned'
    return '' if pruned == prune_error_based(whole, table, how.cf, how.raising,
                                             unit=how.unit) else 'pruned'


def test_branches_that_are_tried_in_one_pass_rise_where_they_do_in_memory(monkeypatch):
    n_tried, n_opened, trial, open_large = ([], [], growing_in_parts.finish_trial,
                                            pruning_in_parts.open_large)
    def tried(*args, **named): return n_tried.append(trial(*args, **named)) or n_tried[-1]
    def opened(*args): return n_opened.append(0) or open_large(*args)
    monkeypatch.setattr(growing_in_parts, 'finish_trial', tried)
    monkeypatch.setattr(pruning_in_parts, 'open_large', opened)
    wrong = {seed: d for seed in seeds(40) if (d := noisy_differs(seed))}
    assert not wrong, f'tables {wrong}'
    assert len(n_tried) >= 200 and len(n_opened) >= 8  # trials, and branches that rose
    assert sum(n > gathered > 0 for n, gathered, *_ in n_tried) >= 40


def test_what_a_search_throws_away_comes_back(monkeypatch):
    """Whatever cuts a search keeps in sight, the trees are right: what was closed too early is
    searched again."""
    calls, lowest = iter(range(10 ** 9)), searching_segments.least_to_win
    def keep_few(*args): return lowest(*args) + (1e-3 if next(calls) % 2 else 0.0)
    monkeypatch.setattr(searching_segments, 'least_to_win', keep_few)
    assert not [seed for seed in range(60) if differs(seed)]


def random_box(rng):
    "(below, inside, whole) by class, fractions among them."
    c, scale = int(rng.integers(2, 7)), rng.choice([1.0, 0.37, 1e6])
    below, inside, above = (np.floor(rng.random(c) ** 3 * 40) * (rng.random(c) < 0.8) * scale
                            for _ in range(3))
    return below, inside, below + inside + above


def boxes_are_bounded(n, rng, criterion, left):
    """No cut inside any of n random boxes gains more than its bound; `left` is the impurity of
    class weights."""
    for _ in range(n):
        below, inside, whole = random_box(rng)
        if not whole.any(): continue
        top = most_gain(below[None], inside[None], whole, criterion)[0]
        for share in (rng.random((4, len(below))), rng.integers(0, 2, (4, len(below)))):
            for x in below + inside * share:
                assert (left(whole) - left(x) - left(whole - x)) / whole.sum() <= top, (
                    below, inside, whole)


@pytest.mark.parametrize('criterion, impurity', [(GAIN_RATIO, entropy), (GINI, gini)])
def test_no_cut_inside_a_segment_gains_more_than_the_bound(criterion, impurity):
    def left(x): return x.sum() * impurity(x) if x.any() else 0.0
    boxes_are_bounded(1500, np.random.default_rng(len(criterion.name)), criterion, left)


@pytest.mark.parametrize('toy', TOYS, ids=lambda toy: toy.name)
def test_no_cut_inside_a_segment_gains_more_than_the_bound_by_a_new_criterion(toy):
    rng = np.random.default_rng(7)
    def left(x): return x.sum() * impurity(toy, x)
    with one_more(toy) as place, every_kernel('py_func'):
        boxes_are_bounded(150, rng, place, left)
        many = rng.integers(
            # too many classes for corners: no test does better than part them all
            0, 9, (3, 12)) * 1.0
        top = most_gain(many[:1], many[1:2], many.sum(axis=0), place)[0]
        if toy.order is information_order: return  # that bound has no corners
        assert top == pytest.approx(impurity(toy, many.sum(axis=0)), abs=1e-8)


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


class Stopped(InProcess):
    "Is interrupted at the k-th part it reads."
    def __init__(self, k):
        self.left = k
        super().__init__(self.count)

    def count(self, n):
        self.left -= n
        if self.left == 0: raise KeyboardInterrupt


def test_a_fit_that_is_interrupted_again_and_again_goes_on(tmp_path):
    resumed = 0
    for seed in range(25):
        table, parts, how = random_question(seed)
        known, folder = grow_in_parts(parts, lambda t: t, how), tmp_path / str(seed)
        for k in range(1, 400):
            try: found = grow_in_parts(parts, lambda t: t, how, Stopped(k * (1 + k // 8)), folder)
            except KeyboardInterrupt: continue
            break
        assert found[:2] == known[:2], seed
        resumed += found[2].resumed > 0
        whole = [parts[0].select(slice(0, 0)), table]  # the same cases, parted in another way
        again = grow_in_parts(whole, lambda t: t, how._replace(most_rows=7), None, folder)
        assert again[:2] == known[:2], seed
    assert resumed >= 10


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    table, parts, how = random_question(3)
    grow_in_parts(parts, lambda t: t, how, None, tmp_path)
    def refuses(what, parts=parts, how=how):
        with pytest.raises(ValueError, match=f'checkpoint.pickle: .*{what}.*another folder'):
            grow_in_parts(parts, lambda t: t, how, None, tmp_path)
    refuses('other options', how=how._replace(cf=0.2))
    refuses('other cases', [*parts, parts[0]])
    turned = [replace(p, classes=len(p.schema.classes) - 1 - p.classes) for p in parts]
    refuses('other cases', turned)
    names = replace(table.schema,
                    attributes=tuple(replace(a, name=a.name + 'x')
                                     for a in table.schema.attributes))
    refuses('other columns', [replace(p, schema=names) for p in parts])
    (tmp_path / 'checkpoint.pickle').write_bytes(b'half of it')
    with pytest.raises(ValueError, match='no checkpoint that can be read.*delete it'):
        grow_in_parts(parts, lambda t: t, how, None, tmp_path)


def test_a_checkpoint_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    table, parts, how = random_question(3)
    grow_in_parts(parts, lambda t: t, how, None, tmp_path)
    old = (tmp_path / 'checkpoint.pickle').read_bytes()
    kept = Checkpoint(tmp_path, dict(cases=1))
    with pytest.raises((TypeError, AttributeError, pickle.PicklingError)): kept.save(lambda: 0)
    assert (tmp_path / 'checkpoint.pickle').read_bytes() == old


@pytest.mark.parametrize('asked', [dict(min_value_gap=0.5), dict(drawn=1)])
def test_options_that_parts_do_not_obey_are_refused(asked):
    table, parts, how = random_question(3)
    refused = f'grow_in_parts: does not know {[*asked][0]}.*take grow_tree'
    with pytest.raises(ValueError, match=refused):
        options = how.options._replace(**asked)
        grow_in_parts(parts, lambda p: p, how._replace(options=options))
