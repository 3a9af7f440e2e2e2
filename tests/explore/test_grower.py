"""C4.5 in the browser is C4.5 on one page: trees, prunings and offers of random tables, grown in
Node and in Python.

`make fuzz` asks for more tables: C45LIT_FUZZ_TABLES is their number, C45LIT_FUZZ_SEED the first
seed.
"""
import csv
import io
import math
import os
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from support.asked import nodes_asked
from support.random_tables import random_task, seeds
from support.scripts import in_node

from c45lit import load_dataset
from c45lit.data.table import encode, infer_schema
from c45lit.engine.prediction import classify
from c45lit.specification.multiway import SplitOptions
from c45lit.specification.growth import StopRule
from c45lit.specification.error_limits import error_limit
from c45lit.specification.one_page import grow, prune
from c45lit.specification.structure import as_tree
from c45lit.explore.explore_splits import SHOWN_CRITERIA, rules_of
from c45lit.explore.widget import _page_options, table_record

USUAL = not any(os.environ.get(f'C45LIT_FUZZ_{name}') for name in ('TABLES', 'SEED', 'SECONDS'))

# One process for all questions: a list of [name of a function below, its arguments] comes in, the
# list of answers goes out.
RUN = """
asked => {
const desk = makeDesk();
const wanted = (target, settings) => (
  {header: null, hows: {}, kinds: {}, target, settings, asked: [], place: []});
const bare = n => [n.attribute, Number.isNaN(n.threshold) ? null : n.threshold, n.label, n.weight, n.errors, n.dist, n.children.map(bare)];
const answers = {
  grown([record, how, pruning]) {
    const t = C45.table(record), fates = [], tree = C45.grow(t, how);
    const pruned = C45.prune(t, tree, {...pruning, told: (node, fate) => fates.push(fate.winner)});
    return [bare(tree), bare(pruned), fates];
  },
  read: texts => texts.map(text => { const {separator, names, rows} = CSV.read(text); return [separator, names, rows]; }),
  errors: cases => cases.map(c => C45.upperError(...c)),
  folds([text, target, settings]) {
    const want = wanted(target, settings);
    desk.bring({text});
    const {cases, classes} = desk.view(want), k = Math.min(10, cases);
    const {labels, columns} = CSV.record(CSV.columnsOf(CSV.read(text)), target);
    const wrong = [...Array(k).keys()].map(f => desk.fold(want, f).wrong);
    return [Array.from(desk.foldsOf(labels, classes.length, k)), wrong, columns.length];
  },
  regrown([text, settings, changed]) {
    const n = {grow: 0, prune: 0}, watched = {...C45};
    for (const name in n) watched[name] = (...how) => { n[name]++; return C45[name](...how); };
    const mine = makeDesk(watched);
    mine.bring({text});
    return [settings, {...settings, ...changed}].map(how => {
      mine.view(wanted(null, how));
      return [n.grow, n.prune];
    });
  },
  digits: numbers => numbers.map(C45.sixDigits),
  told([record, options, asked]) {
    const t = C45.table(record), how = {options, stop: {collapse: false}, asked: new Map(asked.map(([p, a]) => [p.join(), {attribute: a}]))};
    return C45.told(t, C45.grow(t, how), options).map(({label, asks, dist, branches, note, stops, scores}) => (
      {label, asks, dist, branches, note, stops, scores}));
  },
};
return asked.map(([name, what]) => answers[name](what));
}"""


@pytest.fixture(scope='module')
def ask():
    "Ask Node many questions at once."
    return lambda questions: in_node(RUN, questions, 'desk')


def random_how(seed):
    "A random table, how to grow and how to prune; a quarter by Release 8's defaults."
    table, options, stop, threshold = random_task(seed)
    rng = np.random.default_rng([seed, 2])
    if rng.random() < 0.25: options, stop, threshold = SplitOptions(), StopRule(), 'data'
    cf, raising = float(rng.choice([0.01, 0.1, 0.25, 0.25, 0.5, 1])), bool(rng.random() < 0.8)
    return table.select(table.weights > 0), options, stop, threshold, cf, raising


def question(table, options, stop, threshold, cf, raising):
    how = {'options': _page_options('a test', options), 'stop': stop._asdict(),
           'threshold': threshold}
    return ['grown', [table_record(table), how, {'cf': cf, 'raising': raising}]]


def different(page, script, path=''):
    "Where the script's tree is not the page's, or ''."
    attribute, threshold, label, weight, errors, dist, children = script
    cut = None if math.isnan(page.threshold) else page.threshold
    if (page.attribute, cut, page.label, page.weight) != (attribute, threshold, label, weight):
        return f'{path}: {page} {script[:4]}'
    if page.dist.tolist() != dist or abs(page.errors - errors) > 1e-9:
        return f'{path}: {page} {script[3:6]}'
    if len(page.children) != len(children):
        return f'{path}: {len(page.children)} branches, {len(children)}'
    return next(filter(None, (different(p, s, f'{path}/{b}')
                              for b, (p, s) in enumerate(zip(page.children, children)))), '')


def batches(seeds, n):
    "The numbers, so many at a time: what Node is asked must fit into one text."
    seeds = iter(seeds)
    while some := list(islice(seeds, n)): yield some


def test_the_browser_grows_and_prunes_what_the_page_does(ask):
    seen = dict.fromkeys(('kept', 'leaf', 'raised', 'unknown', 'weighted', 'threshold'), 0)
    for some in batches(seeds(400), 400):
        tasks = [random_how(seed) for seed in some]
        for seed, task, answer in zip(some, tasks, ask([question(*task) for task in tasks])):
            compare(seed, *task, *answer[:2])
            count(seen, task[0], *answer)
    assert not USUAL or min(seen.values()) > 0, seen  # each kind of case was there


def compare(seed, table, options, stop, threshold, cf, raising, tree, pruned):
    "The script's trees are the page's, node by node."
    page, what = grow(table, options, stop,
                      threshold), f'seed {seed}: {options}, {stop}, {threshold}, cf={cf}, raising={raising}'
    assert not (found := different(page, tree)), f'{what}: grown: {found}'
    assert not (found := different(prune(page, table, cf, raising),
                                   pruned)), f'{what}: pruned: {found}'


def count(seen, table, tree, pruned, fates):
    "What was in a table and in its tree."
    for fate in fates: seen[fate] += 1
    seen['unknown'] += any((c < 0).any() if c.dtype != float else np.isnan(c).any()
                           for c in table.columns)
    seen['weighted'] += bool((table.weights != 1).any())
    seen['threshold'] += has_threshold(tree)


def has_threshold(tree):
    return tree[1] is not None or any(map(has_threshold, tree[6]))


# -- what attributes offer, and the reader's tests

def same(script, python, place='') -> str:
    """Where two values of JSON differ, numbers by more than the shares of unknown values may be
    rounded, or ''."""
    if isinstance(python, dict) and isinstance(script, dict):
        if set(script) != set(python): return f'{place}: {sorted(script)} {sorted(python)}'
        return next(filter(None, (same(script[k], v, f'{place}.{k}') for k, v in python.items())),
                    '')
    if isinstance(python, list) and isinstance(script, list) and len(script) == len(python):
        return next(filter(None, (same(s, p, f'{place}[{i}]')
                                  for i, (s, p) in enumerate(zip(script, python)))), '')
    if isinstance(python, float) and isinstance(script, (int, float)) and abs(
        script - python) <= 1e-6: return ''
    return '' if script == python else f'{place}: {script!r} {python!r}'


def questions_of(rng, table, nodes):
    "Two of a tree's tests asked otherwise: (place, column)."
    tests = [n for n, node in enumerate(nodes) if node['asks']]
    return [(place_of(nodes, n), int(rng.integers(len(table.columns))))
            for n in rng.permutation(tests)[:2].tolist()]


def place_of(nodes, number):
    "The branches that lead to a node from the root."
    above = next((n for n, node in enumerate(nodes) if number in node['branches']), None)
    return [] if above is None else [*place_of(nodes, above),
                                     nodes[above]['branches'].index(number)]


def test_the_browser_tells_what_python_tells_of_every_node(ask):
    for some in batches(seeds(40), 40):
        asked = [(seed, *of_every_node(seed)) for seed in some]
        for (seed, _, python), script in zip(asked, ask([question for _, question, _ in asked])):
            assert not (found := same(script, python)), f'seed {seed}: {found[:1000]}'


def of_every_node(seed):
    "(question, Python's answer): the nodes of a tree, some of its tests asked otherwise."
    table, options, *_ = random_how(seed)
    table = replace(table, weights=np.maximum(np.rint(table.weights),
                                              # `cases_at` keeps shares that rounded to 0 in growing
                                              1))
    options = options._replace(min_cases=options.min_cases
                               + 0.01)  # nor does it round: no weight may stand just at a limit
    rng = np.random.default_rng([seed, 3])
    options = rules_of(list(SHOWN_CRITERIA)[seed % 5], options)
    asked = questions_of(rng, table, nodes_asked(table, options))
    return ['told', [table_record(table), _page_options('a test', options),
                     asked]], nodes_asked(table, options, asked)


# -- one's own table

SETTINGS = {'min_cases': 2, 'cf': 0.25, 'raising': True, 'penalty': True, 'pruned': True}


@pytest.mark.parametrize('name', ['golf', 'watermelon_3', 'penguins', 'watermelon_2alpha'])
def test_held_out_errors_are_those_of_pythons_trees_of_the_same_folds(ask, name):
    X, y = load_dataset(name)
    text = X.assign(**{y.name: y}).to_csv(index=False)
    (folds, wrong, width), = ask([['folds', [text, X.shape[1], SETTINGS]]])
    table = encode(X, infer_schema(X, y), y)
    folds = np.array(folds)
    assert width == X.shape[1] and len(folds) == len(y)
    counts = np.bincount(folds)
    assert counts.max() - counts.min() <= 1  # every fold has its part
    for fold, found in enumerate(wrong):
        seen = table.select(folds != fold)
        tree = as_tree(prune(grow(seen), seen), table.schema)
        held = table.select(folds == fold)
        assert found == (classify(tree, held) != held.classes).sum()


def test_a_turn_of_cf_prunes_and_does_not_grow(ask):
    text = 'x,y\n' + ''.join(f'{i * i % 53},{"ab"[i * i % 7 > 2]}\n' for i in range(40))
    changes = {'cf': 0.1}, {'raising': False}, {'min_cases': 3}
    counts = [found for found in ask([['regrown', [text, SETTINGS, c]] for c in changes])]
    assert counts == [[[1, 1], [1, 2]], [[1, 1], [1, 2]], [[1, 1], [2, 2]]]


# -- numbers

def test_errors_to_expect_and_six_digits_are_pythons(ask):
    rng = np.random.default_rng(0)
    n = [float(rng.choice([rng.integers(1, 30), rng.exponential(20)])) for _ in range(2000)]
    some = [(w, float(rng.choice([0, 1e-7, w * rng.random(), min(w, 1.0), min(w, 0.9999), w])))
            for w in n]
    some = [(w, e, float(rng.choice([0.25, 0.001, 1.0, rng.uniform(1e-6, 1)]))) for w, e in some]
    numbers = [*(rng.normal(size=500) * 10.0 ** rng.integers(-20, 20, 500)).tolist(), 0.0, 1.0,
               75.0, 999999.5, 1e6, 1e-5, 0.0001, 1e100]
    errors, digits = ask([['errors', some], ['digits', numbers]])
    assert np.allclose(errors, [error_limit(*c) for c in some], rtol=1e-12, atol=1e-12)
    assert digits == [f'{x:.6g}' for x in numbers]


# -- comma-separated text

def random_csv(rng):
    "(separator, names, rows, text): cells of what makes reading hard, as Python writes them."
    separator, end, width = str(rng.choice([',', ';',
                                            '\t'])), str(rng.choice(['\n', '\r\n'])), int(
                                                rng.integers(2, 6))
    cells = ['', 'x', '0.5', '?', ' a ', '密度', '"', 'a""b', ',', ';', '\t', 'a\nb', '</script>',
             "'", '𝒳']
    rows = [rng.choice(cells, width).tolist() for _ in range(rng.integers(1, 8))]
    names = [f'{name}{i}' for i, name in enumerate(rng.choice(['a', '"q"', '密 度', '<b>'], width))]
    file = io.StringIO(newline='')
    csv.writer(file, delimiter=separator, lineterminator=end,
               quoting=int(rng.choice([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]))).writerows(
                   [names, *rows])
    return separator, names, rows, '\ufeff' * int(rng.integers(2)) + file.getvalue()


def test_the_browser_reads_what_python_writes(ask):
    rng = np.random.default_rng(0)
    tables = [random_csv(rng) for _ in range(300)]
    for (separator, names, rows, text), answer in zip(
        tables, ask([['read', [text for *_, text in tables]]])[0]):
        assert answer == [separator, names, rows], text
