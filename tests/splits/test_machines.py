"""Every machine that grows trees obeys every option, as the page does, or refuses it in words.

The values come from the declaration, so a new option is walked without a line here."""
from dataclasses import fields, replace
from functools import cache

import numpy as np
import pytest
from support.kernels import every_kernel
from support.random_tables import seeds
from support.scripts import in_node

from c45lit.data.table import Attribute, Schema, Table
from c45lit.engine.growing_loop import ENGINE
from c45lit.ensembles.forest import FOREST
from c45lit.originals.windowing import WINDOWS
from c45lit.explore.widget import BROWSER, _page_options, table_record
from c45lit.originals.r8_cases import RELEASE8
from c45lit.originals.r8_growing import grow_release8
from c45lit.partitions.growing_in_parts import grow_in_parts
from c45lit.partitions.passes_over_parts import How
from c45lit.partitions.small_nodes import PARTS
from c45lit.specification.declaration import (Options, ask, changed, declared,
                                              options_of, refuse_unknown)
from c45lit.specification.growth import StopRule
from c45lit.specification.one_page import PAGE, by_options
from c45lit.specification.structure import Tree, as_tree

MACHINES = PAGE, ENGINE, RELEASE8, PARTS, FOREST, WINDOWS, BROWSER
GROW = """asked => asked.map(([record, how]) => {
  const cut = n => Number.isNaN(n.threshold) ? null : n.threshold;
  const bare = n => [n.attribute, cut(n), n.children.map(bare)];
  return bare(C45.grow(C45.table(record), how));})"""
WITH = {'least_side': dict(mdl_penalty=False)}  # where an option tells something at all


def tried():
    "(option, value) of all values besides the defaults, from the declaration alone."
    for f in fields(Options):
        about = f.metadata['option']
        for value in (*about.choices, *about.tries):
            if value != f.default: yield f.name, value


@cache
def table_of(seed):
    "Words of few and many values, near numbers, noise, and at times a rare class of its own."
    rng = np.random.default_rng(seed)
    n = 40 if seed % 5 != 1 else 150
    y = rng.integers(0, 3, n)
    word, many = (y + rng.integers(0, 3, n)) % 5, rng.integers(0, 13, n)
    near, wide = (y + rng.normal(0, .8, n)).round(1), rng.integers(0, 4, n) * 1.0
    if seed % 5 == 1:
        y = np.minimum(y, 1)
        y[:4], wide[:4] = 2, 99
    schema = Schema((Attribute('word', 'discrete', tuple('abcde')), Attribute('near', 'continuous'),
                     Attribute('wide', 'continuous'),
                     Attribute('many', 'discrete', tuple('abcdefghijklm'))), tuple('rst'))
    return Table(schema, (word, near, wide, many), y, np.ones(n))


def shape(tree):
    "What a tree asks, and where it sends the answers."
    if isinstance(tree, list):  # of the script
        attribute, threshold, children = tree
        return (attribute, threshold, *map(shape, children))
    if not isinstance(tree, Tree): tree = as_tree(tree, table_of(0).schema)
    def at(i):
        first, n, t = tree.first_child[i], tree.n_children[i], float(tree.threshold[i])
        return (int(tree.attribute[i]), None if np.isnan(t) else t,
                *(at(first + k) for k in range(n)))
    return at(0)


def grown(machine, table, options):
    "The shape of the tree of a machine; parts are made so small that they do not fit in one place."
    if machine is BROWSER:
        refuse_unknown(machine, options)
        split, stop, threshold = options.coded()
        how = dict(options=_page_options('the page', split), threshold=threshold,
                   stop=StopRule(*stop)._asdict())
        return shape(in_node(GROW, [[table_record(table), how]], 'desk')[0])
    if machine is PARTS:
        halves = [table.select(np.arange(0, 25)), table.select(np.arange(25, len(table)))]
        split, stop, threshold = options.coded()
        how = How(split, StopRule(*stop), threshold, cf=None, most_rows=6)
        return shape(grow_in_parts(halves, lambda part: part, how)[0])
    if machine is RELEASE8:
        return shape(by_options(grow_release8)(table, options))
    return shape(ask(machine, table, options))


@cache
def telling(name, value):
    "(table, options without, options with): the page's tree changes with the option."
    before = Options(**WITH.get(name, {}))
    after = replace(before, **{name: value})
    for seed in range(40):
        table = table_of(seed)
        if grown(PAGE, table, after) != grown(PAGE, table, before): return table, before, after
    raise AssertionError(f'no table tells {name}={value!r}: give this test a better one')


@pytest.mark.parametrize('name, value', list(tried()), ids=str)
@pytest.mark.parametrize('machine', MACHINES, ids=lambda m: m.name)
def test_a_machine_obeys_an_option_or_refuses_it(machine, name, value):
    with every_kernel('py_func'):
        table, before, options = telling(name, value)
        if not machine.obeys(name, getattr(options, name)):
            with pytest.raises(ValueError, match=name): grown(machine, table, options)
            return
        tree = grown(machine, table, options)
        assert tree != grown(machine, table, before), 'ignored in silence'
        if machine is not RELEASE8: assert tree == grown(PAGE, table, options)


def test_every_option_is_tried_and_every_known_word_is_declared():
    assert {name for name, _ in tried()} == set(declared(Options)) - {'seed'}  # obeyed with `drawn`
    for machine in MACHINES: assert set(machine.knows) <= set(declared(Options))


def test_random_options_go_there_and_back():
    for seed in seeds(300):
        rng = np.random.default_rng(seed)
        some = dict(tried()) | {'seed': int(rng.integers(99))}
        names = [name for name in some if rng.random() < 0.4]
        options = Options(**{name: some[name] for name in names})
        split, stop, threshold = options.coded()
        assert options_of(split, StopRule(*stop), threshold) == options
        assert set(changed(options)) <= set(names)


@pytest.mark.parametrize('name', declared(Options))
def test_a_wrong_value_of_an_option_is_refused(name):
    for wrong in ('no such word', -1, float('nan'), [], object()):
        with pytest.raises(ValueError, match=f'Options: {name} must be .*, got'):
            Options(**{name: wrong})
