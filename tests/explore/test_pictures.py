"""The pictures of gain, doubt, luck, slivers and raising: what the browser computes is what Python
does; steps, keys and names in a real browser.

`make fuzz` asks for more tables: C45LIT_FUZZ_TABLES is their number, C45LIT_FUZZ_SEED the first
seed.
"""
import re
import sys
from dataclasses import replace
from itertools import islice

import nbformat
import numpy as np
import pandas as pd
import pytest
from scipy.special import bdtri
from support.folders import ROOT
from support.random_tables import random_task, seeds
from support.scripts import in_node

from c45lit import (
    C45Classifier, explore_gain, explore_luck, explore_pruning, explore_raising, explore_slivers,
    explore_tree, explore_unknown, load_dataset)
from c45lit.specification import SplitOptions
from c45lit.specification.contingency import contingency
from c45lit.specification.growth import outcomes
from c45lit.specification.selection import average_gain, choose, discrete_split, many_valued
from c45lit.specification.threshold_choice import threshold_table
from c45lit.specification import error_pruning, one_page
from c45lit.specification.error_limits import error_limit
from c45lit.specification.error_pruning import largest_branch
from c45lit.explore.error_bounds import binomial_tail
from c45lit.explore.random_attributes import table_scores
from c45lit.explore.explore_luck import best_gain, fewer, gains_by_chance, scores_by_chance
from c45lit.explore.explore_raising import decisions, movers
from c45lit.explore.explore_slivers import blanked, shrunk_gains, slivers, top_of_tree
from c45lit.explore.widget import _page_options, table_record

sys.path.append(str(ROOT / 'docs' / 'site'))
import explorers  # noqa: E402  (it lies in docs/site)

MOST = 3000  # tables that Node is asked about at once
CALLS = {
    'slopes': """([record, options]) => {
      const view = slopesOf({table: record, options});
      return {rules: view.rules, attributes: view.attributes.map(a => ({offers: a.offers, penalty: a.penalty, tests: a.tests.map(t => {
        const {parts, mean, known, whole} = beads(view, a, t);
        return [t.left ?? null, t.gain, t.info, t.may, known * (entropy(whole) - mean), parts.map(p => p.counts)];
      })}))};
    }""",
    'tail': "([n, e, p, cf]) => [tailOf(n, e, p), exactBound(n, e, cf)]",
    'luck': """([data, n, d, draws, score]) => {
      const now = chanceOf(data, 0, n, d, score);
      return {gain: now.score, penalty: now.penalty, tries: now.tries, values: now.values, labels: now.labels,
              heap: Array.from({length: draws}, () => now.next())};
    }""",
    'slivers': """([record, options, blanks, depth]) => {
      const t = blanked(C45.table(record), blanks), tree = grownTo(t, {options, depth}), laid = layPieces(t, tree, 760);
      return {pieces: C45.levels(tree).flatMap(n => n.cases ? Array.from(n.cases.rows, (r, i) => [n.place, r, n.cases.weights[i]]) : []),
              offers: offersAt(t, tree, options).map(o => [o.possible, o.share, o.raw, o.gain, o.ratio, o.chosen]),
              tables: offersAt(t, tree, options).map(o => tableAt(t, tree, o)).map(f => f && [...f.freq, f.unknown]),
              drawn: piecesOf(laid).map(p => [p.row, p.weight, p.width / laid.side / p.bin.squeeze, p.x, p.bin.x, p.bin.width])};
    }""",
    'raising': """([record, options, cf]) => {
      const t = C45.table(record), found = decisionsOf(t, C45.grow(t, {options}), cf);
      return found.map(d => {
        const movers = moversOf(t, d), n = movers.order.length, states = Array.from({length: n + 1}, (_, k) => stateAt(t, d, movers, k, cf));
        return {place: d.place, order: movers.order.map(row => d.cases.rows.indexOf(row)), raised: states.map(s => s.raised), kept: [d.leaf, d.subtree, d.raised, d.winner],
                pieces: states.map(s => s.leaves.flatMap(leaf => leaf.pieces.map(p => [p.row, p.weight, p.wrong, leaf.path[0] === d.branch]))), weight: d.node.weight,
                errors: states.map(s => s.leaves.map(leaf => [leaf.path[0] === d.branch, leaf.says.wrong, sum(leaf.pieces.filter(p => p.wrong).map(p => p.weight))]))};
      });
    }"""}


@pytest.fixture(scope='module')
def ask():
    "Ask a picture's script many questions at once, in Node."
    return lambda name, questions: in_node(
        f'questions => questions.map({CALLS[name]})', questions, name, 'numbers')


def two_class_tables():
    "Random tables with the options of Release 8 or of the textbooks; two classes each."
    for seed in islice(seeds(120), MOST):
        table = random_task(seed)[0]
        table = table.select((table.weights > 0) & (table.classes < 2))
        if len(table) < 4: continue
        yield seed, table, SplitOptions() if seed % 2 else SplitOptions(
            min_cases=1, penalty=False, least_side=False, average=2)


def options_of(options):
    "As a page is told them."
    return _page_options('a test', options)


# -- gain and slope

def test_lengths_slopes_and_the_tide_are_pythons(ask):
    tables, seen = list(two_class_tables()), {'threshold': 0, 'words': 0, 'drowned': 0,
                                              'unknown': 0}
    answers = ask('slopes',
                  [[table_record(table), options_of(options)] for _, table, options in tables])
    for (seed, table, options), answer in zip(tables, answers):
        for paid, rule in enumerate(answer['rules']):
            way = options._replace(penalty=bool(paid))
            tests = [one_page.best_test(table, a, way) for a in range(len(table.columns))]
            gains, infos, many = [t.gain for t in tests], [t.split_info
                                                           for t in tests], many_valued(table, way)
            assert rule['average'] == pytest.approx(average_gain(gains, many, way), abs=1e-9), seed
            assert rule['winner'] == choose(gains, infos, many, way), seed
            seen['drowned'] += sum(-1e-3 < g < rule['average'] - 1e-3 for g in gains)
        for a, (mine, column) in enumerate(zip(answer['attributes'], table.columns)):
            check_tests(mine, table, a, options, seen, seed)
    assert min(seen.values()) > 0, seen


def check_tests(mine, table, a, options, seen, seed):
    """Every threshold, or the values, of one attribute: gain, split information, allowed, and the
    length of the drop."""
    column, kind = table.columns[a], table.schema.attributes[a].kind
    for left, gain, info, may, drop, counts in mine['tests']:
        cut = np.nan if left is None else left
        n = len(table.schema.attributes[a].values) or 2
        freq = contingency(outcomes(column, cut), table.classes, n, len(table.schema.classes),
                           table.weights)
        page = discrete_split(freq, options._replace(min_cases=0), a)
        assert (gain, info) == pytest.approx((page.gain, page.split_info),
                                             abs=1e-9), (seed, a, left)
        assert drop == pytest.approx(gain, abs=1e-9)
        seen['words' if left is None else 'threshold'] += 1
    if kind == 'continuous' and mine['tests']:
        t = threshold_table(column, table.classes, table.weights, len(table.schema.classes),
                            options._replace(penalty=True))
        allowed = dict(zip(t['left'], t['allowed']))
        assert {left: may for left, _, _, may, _, _ in mine['tests']} == allowed, (seed, a)
        if t['allowed'].any():
            assert mine['penalty'] == pytest.approx(t['penalty'].iloc[0], abs=1e-12)
        seen['unknown'] += bool(np.isnan(column).any())


def test_the_steepest_arrow_of_golf_drowns(open_file):
    page = open_file(explore_gain(*load_dataset('golf'),
                                  options=SplitOptions(min_cases=1, penalty=False,
                                                       least_side=False)))
    page.locator('.c45lit-lesson button').nth(2).click()
    said = page.locator('.c45lit-say').inner_text()
    assert said.startswith('temperature at ≤ 83 has the greatest ratio of all') and page.locator(
        '.c45lit-dim').count() > 0
    page.locator('input[type=range]').focus()
    page.keyboard.press('Home')
    assert page.locator('.c45lit-dim').count() == 0 and page.locator('.c45lit-say').inner_text(
        ).startswith('Three steps')
    assert page.locator('.c45lit-readout').inner_text().startswith('temperature ≤ 64')


# -- the leaf

def test_tails_and_bounds_are_pythons(ask):
    rng = np.random.default_rng(0)
    for cf in (0.05, 0.25, 0.5):
        sizes = rng.integers(1, 400, 60)
        leaves = [[int(n), int(rng.integers(0, n + 1)) if rng.random() < 0.5 else int(min(n, 2)),
                   float(rng.random())] for n in sizes]
        found = ask('tail', [[*leaf, cf] for leaf in leaves])
        for (n, e, p), (tail, bound) in zip(leaves, found):
            assert tail == pytest.approx(binomial_tail(n, e, p), abs=1e-9)
            if e < n: assert bound == pytest.approx(bdtri(e, n, cf), abs=1e-9)


def test_the_tail_of_a_node_is_pythons(open_file):
    X, y = load_dataset('penguins')
    explorer = explore_pruning(X, y, test=None, validation=None)
    page = open_file(explorer)
    says = page.locator('.c45lit-why > .c45lit-note')
    n, wrong = len(y), int(len(y) - y.value_counts().max())
    for cf in (0.25, 0.05):
        run = explorer.data['methods'][0]['runs'][explorer.data['methods'][0]['run_of'][
            explorer.data['start']['least']]]
        page.locator('.c45lit-pruning .c45lit-slider').fill(str(run['dial'].index(cf)))
        rate = error_limit(n, wrong, cf) / n
        shown = [float(x) / 100 for x in re.findall(r'([\d.]+)\s%', says.inner_text())]
        assert shown == pytest.approx([rate, binomial_tail(n, wrong, rate), cf,
                                       bdtri(wrong, n, cf)], abs=6e-4)
        assert f'{wrong} of {n} cases are wrong' in says.inner_text()
    assert page.locator('.c45lit-why > svg .c45lit-tail').count() == 1
    page.get_by_label('method').select_option(label='cost-complexity')
    assert says.is_hidden() and page.locator('.c45lit-why > svg').is_hidden()


# -- luck

def test_the_same_deals_in_python(ask):
    rng, questions, whole = np.random.default_rng(1), [], []
    for _ in range(60):
        n, k = int(rng.integers(6, 120)), int(rng.integers(2, 5))
        values = np.round(rng.normal(size=n), int(rng.integers(0, 4)))
        classes, seed = rng.integers(0, k, n), int(rng.integers(0, 2 ** 33))
        options = SplitOptions(min_cases=int(rng.integers(1, 4)),
                               least_side=bool(rng.random() < 0.5))
        data = {'attributes': [{'name': 'x', 'kind': 'continuous', 'values': []}],
                'classes': list(range(k)), 'columns': [values.tolist()],
                'labels': classes.tolist(), 'seed': seed,
                'options': options_of(options)}
        some, d = int(rng.integers(4, n + 1)), int(rng.integers(2, n + 1))
        questions.append([data, some, d, 5, 'gain'])
        whole.append((values, classes, k, options, seed, some, d))
    for (values, classes, k, options, seed, some, d), answer in zip(whole, ask('luck', questions)):
        few = fewer(values, classes, some, d, seed)
        assert (few[0].tolist(), few[1].tolist()) == (answer['values'], answer['labels'])
        assert best_gain(*few, k,
                         options) == pytest.approx((answer['gain'], answer['penalty'],
                                                    answer['tries']), abs=1e-9)
        assert gains_by_chance(*few, k, 5, seed + 1,
                               options) == pytest.approx(answer['heap'], abs=1e-9)


def test_words_are_shuffled_as_in_python(ask):
    rng, questions, whole = np.random.default_rng(2), [], []
    for _ in range(60):
        n, k, v = int(rng.integers(6, 120)), int(rng.integers(2, 5)), int(rng.integers(2, 9))
        column, classes, seed = (rng.integers(0, v, n), rng.integers(0, k, n),
                                 int(rng.integers(0, 2 ** 33)))
        score = ['gain', 'ratio', 'gini'][int(rng.integers(3))]
        data = {'attributes': [{'name': 'x', 'kind': 'discrete', 'values': [*map(str, range(v))]}],
                'classes': list(range(k)), 'columns': [column.tolist()],
                'labels': classes.tolist(), 'seed': seed, 'options': {}}
        questions.append([data, n, v, 5, score])
        whole.append((column, classes, k, seed, score))
    for (column, classes, k, seed, score), answer in zip(whole, ask('luck', questions)):
        values, labels = np.array(answer['values']), np.array(answer['labels'])
        assert sorted(zip(values, labels)) == sorted(zip(column, classes))
        table = contingency(values, labels, int(column.max()) + 1, k)[1:]
        assert answer['gain'] == pytest.approx(table_scores(table)[score], abs=1e-9)
        assert scores_by_chance(values, labels, k, 5, seed + 1)[score] == pytest.approx(
            answer['heap'], abs=1e-9)


def heap(page):
    page.wait_for_function(
        "() => document.querySelectorAll('.c45lit-luck [data-part=heap] rect').length === 200")
    return page.locator('.c45lit-readout').inner_text()


def test_every_shuffle_is_in_the_heap(open_file):
    X, y = load_dataset('golf')
    page = open_file(explore_luck(X, y, 'humidity'), reduced_motion='reduce')
    gains = gains_by_chance(*fewer(X['humidity'].to_numpy(float), (y == 'play').to_numpy(int), 14,
                                   9), 2, seed=1)
    gain, penalty, _ = best_gain(X['humidity'].to_numpy(float), (y == 'play').to_numpy(int), 2)
    assert heap(page) == f'{(gains >= gain - 1e-10).sum()} of 200 shuffles do as well as humidity.'
    assert f'stops {(gains <= penalty).sum()} of 200 shuffles' in page.locator('.c45lit-luck').inner_text()
    assert page.locator('.c45lit-flag').is_visible() and page.evaluate('document.getAnimations().length') == 0
    page.get_by_label('attribute').select_option('outlook')
    assert 'as well as outlook' in heap(page) and 'outlook: gain 0.247' in page.locator('.c45lit-luck').inner_text()
    page.get_by_label('by').select_option('ratio')
    heap(page)
    assert 'outlook: gain ratio 0.156' in page.locator('.c45lit-luck').inner_text()


def test_the_shuffles_fall_once_when_they_come_into_view(open_file):
    page = open_file(explore_luck(*load_dataset('golf'), 'humidity'), viewport={'width': 800, 'height': 350})
    assert page.evaluate('document.getAnimations().length') == 0
    page.locator('.c45lit-luck .c45lit-picture').evaluate("e => e.scrollIntoView({block: 'end'})")
    page.wait_for_function("document.getAnimations().some(a => a.animationName === 'c45lit-fall')")
    page.wait_for_function('!document.getAnimations().length')
    assert heap(page).startswith('106 of 200')


def test_an_identifier_gains_no_more_than_chance(open_file):
    X, y = load_dataset('loan', with_id=True)
    page = open_file(explore_luck(X.astype({'ID': str}), y, 'ID'), reduced_motion='reduce')
    assert heap(page) == '200 of 200 shuffles do as well as ID.'
    assert 'ID: gain 0.971, 15 values, 15 cases.' in page.locator('.c45lit-luck').inner_text()
    assert page.get_by_label('distinct values').is_hidden()


# -- slivers

def test_slivers_and_shrunk_gains_are_pythons(ask):
    tasks, seen = [], {'cut': 0, 'number': 0, 'shrunk': 0, 'none': 0}
    for seed in islice(seeds(150), MOST):
        table, rng = random_task(seed)[0], np.random.default_rng([seed, 5])
        table = table.select(table.weights > 0)
        if len(table) < 4: continue
        some = [[int(rng.integers(len(table))), int(rng.integers(len(table.columns)))]
                for _ in range(rng.integers(0, len(table)))]
        tasks.append((seed, table, some, int(rng.integers(1, 4)),
                      SplitOptions()
                      if seed % 2 else SplitOptions(min_cases=1, penalty=False, least_side=False)))
    answers = ask('slivers',
                  [[table_record(table), options_of(options), some, depth]
                   for _, table, some, depth, options in tasks])
    for (seed, table, some, depth, options), answer in zip(tasks, answers):
        table = blanked(table, some)
        tree = top_of_tree(table, depth, options)
        page = {(*place, -1, row): w for place, row, w in slivers(tree, table)}
        mine = {(*place, -1, row): w for place, row, w in answer['pieces'] if w > 0}
        assert mine == page, seed
        assert sorted((row, w)
                      for row, w, *_ in answer['drawn']) == sorted(
                          (key[-1], w) for key, w in page.items())
        # as wide as it weighs, and within its bin
        for row, w, width, x, left, wide in answer['drawn']:
            assert width == pytest.approx(w) and left - 1e-6 <= x <= left + wide + 1e-6
        check_offers(table, options, tree, answer, seed)
        seen['cut'] += any(w != round(w) for w in mine.values())
        seen['number'] += bool(tree.children and not np.isnan(tree.threshold))
        seen['shrunk'] += any(0 < share < 1 and possible
                              for possible, share, *_ in answer['offers'])
        seen['none'] += not tree.children
    assert min(seen.values()) > 0, seen


def check_offers(table, options, tree, answer, seed):
    "Shares, gains before and after them, and what is taken at the root; and contingency tables."
    gains = shrunk_gains(table, options)
    for (possible, share, raw, gain, ratio, chosen), counts, (_, python), column in zip(
        answer['offers'], answer['tables'], gains.iterrows(), table.columns):
        assert share == pytest.approx(python['known'],
                                      abs=1e-12) and chosen == python['chosen'], seed
        assert possible == (python['net_gain'] == python['net_gain']), seed
        if possible:
            assert (raw, gain,
                    ratio) == pytest.approx((python['raw'], python['net_gain'], python['ratio']),
                                            abs=1e-9), seed
        if counts is None or len(counts) < 2: continue  # no threshold, or ignored
        assert sum(map(sum, counts)) == pytest.approx(table.weights.sum()), seed
        if column.dtype != float:
            assert np.array(counts[:-1]) == pytest.approx(
                contingency(column, table.classes, len(counts) - 1, len(counts[0]),
                            table.weights)[1:])
    assert any(chosen for *_, chosen in answer['offers']) == bool(tree.children), seed


def melons_page(open_file, **options):
    X, y = load_dataset('watermelon_2')
    X.index = range(1, 18)
    return open_file(explore_slivers(X, y), reduced_motion='reduce', **options)


def test_one_melon_is_cut_tables_count_fractions_and_the_root_changes(open_file):
    page = melons_page(open_file)
    step, said = page.locator('.c45lit-lesson button'), page.locator('.c45lit-say')
    step.nth(0).click()
    assert page.locator('.c45lit-picture > g > g').last.locator('.c45lit-bin text').count() > 4  # words above all
    assert '0.19 + 0.5 + 0.31 go down 3 branches' in said.inner_text() and page.locator(
        '.c45lit-mine').count() > 4
    step.nth(1).click()
    assert '8.5 cases, not a whole number' in said.inner_text() and page.locator(
        '.c45lit-fraction').count() > 0
    step.nth(2).click()
    page.wait_for_timeout(50)
    assert 'navel wins now: the root has changed' in said.inner_text()
    assert page.locator('.c45lit-bin[data-place=""]').get_attribute(
        'aria-label') == 'navel? (all cases, 17 cases: navel?)'
    page.locator('button:text-is("As given")').click()
    assert page.locator('.c45lit-dim').count() == 0 and said.inner_text().startswith('Three steps')
    assert page.locator('.c45lit-bin[data-place=""]').get_attribute(
        'aria-label') == 'texture? (all cases, 17 cases: texture?)'


def test_slivers_by_keys_and_by_touch(open_file):
    page = melons_page(open_file, has_touch=True)
    page.locator('.c45lit-bin[data-place=""]').focus()
    for key in ('ArrowRight', 'ArrowRight'): page.keyboard.press(key)
    assert page.locator('.c45lit-bin:focus').get_attribute('data-place') == '1'
    assert 'node “texture clear”' in page.locator('.c45lit-beside p').inner_text() and page.locator(
        'caption').inner_text() == 'touch by class'
    page.locator('input[type=range]').focus()
    page.keyboard.press('ArrowRight')
    assert page.locator('.c45lit-values [aria-pressed=true]').inner_text() == 'touch ?'
    page.locator('.c45lit-values [aria-pressed=true]').press('Enter')  # given back
    assert page.locator('.c45lit-values [aria-pressed=true]').count() == 0
    box = page.locator('.c45lit-bin[data-place=""]').bounding_box()
    page.touchscreen.tap(box['x'] + box['width'] - 8, box['y'] + 20)
    assert page.locator('select').first.input_value(
        ) == '7' and 'Case 8 lies in 1 leaf.' in page.locator('.c45lit-readout').inner_text()


# -- raising

def raised_by_case(node, table, cf):
    "Errors to expect of the largest branch, before a case has moved and after each that does."
    order, weights = movers(node, table)
    branch = node.children[largest_branch(table, node)]
    for row in [None, *order]:
        if row is not None: weights[row] = table.weights[row]
        there = np.flatnonzero(weights)
        yield one_page.estimate(branch, replace(table.select(there), weights=weights[there]), cf)


def test_every_moved_case_changes_the_estimate_as_in_python(ask):
    tasks, seen = [], {'raised': 0, 'kept': 0, 'leaf': 0, 'number': 0, 'part': 0}
    for seed in islice(seeds(100), MOST):
        table = random_task(seed)[0]
        table = table.select(table.weights > 0)
        if len(table) > 3: tasks.append((seed, table, [0.1, 0.25, 0.6][seed % 3]))
    answers = ask('raising',
                  [[table_record(table), options_of(SplitOptions()), cf] for _, table, cf in tasks])
    for (seed, table, cf), answer in zip(tasks, answers):
        judged = {place: (node, part)
                  for place, node, part in decisions(one_page.grow(table), table, cf)}
        assert {tuple(found['place']) for found in answer} == set(judged), seed
        for found in answer:
            node, part = judged[tuple(found['place'])]
            order, own = movers(node, part)
            assert found['order'] == order, seed
            assert found['raised'] == pytest.approx(list(raised_by_case(node, part, cf)),
                                                     abs=1e-8), seed
            leaf, subtree, raised, winner = found['kept']
            assert found['raised'][-1] == pytest.approx(raised, abs=1e-8) and error_pruning.decide(
                leaf, subtree, raised) == winner
            check_dots(found, seed)
            seen[winner] += 1
            seen['number'] += not np.isnan(node.threshold)
            seen['part'] += any(0 < own[i] < part.weights[i] for i in order)
    assert min(seen.values()) > 0, seen


def check_dots(found, seed):
    """No weight is lost or made on the way but what a share lacks; at the end all are in the
    largest branch; crosses are its leaves' errors."""
    for k in (0, -1):
        assert sum(w for _, w, _, _ in found['pieces'][k]) == pytest.approx(
            found['weight'], abs=1e-6), seed
    assert all(there for *_, there in found['pieces'][-1]), seed
    for errors in found['errors']:
        for there, wrong, crosses in errors:
            if there: assert wrong == pytest.approx(crosses, abs=1e-6), seed


PUMPS = pd.DataFrame([['no', 'no', 'ok']] * 4 + [['yes', 'no', 'ok']] * 2
                     + [['yes', 'no', 'broken']] + [['yes', 'yes', 'ok']]
                     + [['yes', 'yes', 'broken']] * 4,
                     columns=['noise', 'leak', 'state'])


def test_the_pumps_leak_is_raised_case_by_case(open_file):
    page = open_file(explore_raising(PUMPS[['noise', 'leak']], PUMPS['state']),
                     reduced_motion='reduce', has_touch=True)
    step, said, readout = page.locator('.c45lit-lesson button'), page.locator(
        '.c45lit-say'), page.locator('.c45lit-readout + .c45lit-note')
    step.nth(0).click()
    assert 'sends 4 of 12 cases into smaller branches' in said.inner_text(
        ) and 'the largest branch 4.328 so far' in readout.inner_text()
    step.nth(1).click()
    assert 'Its estimate is 4.64 and ends at 4.64' in said.inner_text(
        ) and '4 of 4 cases moved, 2 of 12 cases wrong' in readout.inner_text()
    assert page.locator('.c45lit-readout').inner_text() == 'Raising leaves 4.64 expected errors instead of 5.50.'
    step.nth(2).click()
    assert ('One leaf expects 6.69 errors, the branches 5.5, the largest branch alone 4.64: the '
            'largest branch takes the place' in said.inner_text())
    page.locator('input[type=range]').focus()
    page.keyboard.press('ArrowLeft')
    assert readout.inner_text().startswith('3 of 4 cases moved') and page.locator(
        '.c45lit-dim').count() == 0
    page.locator('button:text-is("Put back")').tap()
    assert readout.inner_text().startswith('0 of 4 cases moved') and page.locator(
        'button:text-is("Put back")').is_disabled()
    page.locator('select').select_option('1')  # leak, among the noisy ones
    assert readout.inner_text().startswith('0 of 3 cases moved')


def test_dots_slide_where_motion_is_welcome(open_file):
    page = open_file(explore_raising(PUMPS[['noise', 'leak']], PUMPS['state']))
    page.locator('button:text-is("Raise")').click()
    dots = "[...document.querySelectorAll('.c45lit-dots')].map(p => p.getAttribute('d')).join()"
    seen = {page.evaluate(dots) for _ in range(12) if page.wait_for_timeout(60) is None}
    page.wait_for_function(
        "document.querySelector('.c45lit-readout + .c45lit-note').textContent.startsWith('4 of 4')")
    assert len(seen) > 5  # many frames between two cases



# -- under the formulas

def notebook(folder, name, *cells):
    nb = nbformat.v4.new_notebook(cells=list(cells))
    nbformat.write(nb, folder / f'{name}.ipynb')
    return folder / f'{name}.ipynb'


def shown(source, html):
    return nbformat.v4.new_code_cell(
        source, outputs=[nbformat.v4.new_output('display_data', {'text/html': html})])


def test_an_explorer_is_put_under_the_cell_that_asks_for_it(tmp_path):
    made = notebook(tmp_path, 'made',
                    shown('#| explorer: gain\nexplore_gain(X, y)',
                          '<div class="c45lit-explorer">here</div>'))
    asks = notebook(tmp_path, 'asks', nbformat.v4.new_markdown_cell('a'),
                    nbformat.v4.new_markdown_cell('<!-- explorer: gain -->\nb'))
    assert explorers.place_explorers([asks, made], tmp_path) == []
    cells = nbformat.read(asks, 4).cells
    assert [c.cell_type for c in cells] == ['markdown', 'markdown',
                                            'code'] and cells[2].metadata.tags == ['remove-input']
    assert 'here' in cells[2].outputs[0].data['text/html']


@pytest.mark.parametrize('language', ['en', 'zh'])
def test_a_page_without_its_explorer_says_so_once_beside_its_still(tmp_path, language):
    made = notebook(tmp_path, 'made', nbformat.v4.new_code_cell('#| explorer: gain\nexplore_gain(X, y)'),
                    nbformat.v4.new_code_cell('explore_gain(X, y)'))
    none = notebook(tmp_path, 'none', nbformat.v4.new_code_cell('1 + 1'))
    still = '<img data-still src="x.png">'
    (tmp_path / 'lab.md').write_text(f'# Gain\n\n<!-- explorer: gain -->\n\n{still}\n', encoding='utf-8')
    explorers.without(tmp_path, language)
    said = [c.source for c in nbformat.read(made, 4).cells if 'build.py --explorers' in c.source]
    assert len(said) == 1 and f'stills/{"zh-" * (language == "zh")}gain.png' in said[0]
    assert len(nbformat.read(none, 4).cells) == 1
    text = (tmp_path / 'lab.md').read_text(encoding='utf-8')
    assert text.count('build.py --explorers') == 1 and text.count('<img') == 1 and '<!--' not in text


def test_an_explorer_that_nobody_makes_or_two_do_stops_the_site(tmp_path):
    asks = notebook(tmp_path, 'asks', nbformat.v4.new_markdown_cell('<!-- explorer: leaf -->'))
    twice = [notebook(tmp_path, name,
                      shown('#| explorer: gain', '<div class="c45lit-explorer"></div>'))
                      for name in 'ab']
    empty = notebook(tmp_path, 'empty', nbformat.v4.new_code_cell('#| explorer: luck'))
    wrong = explorers.place_explorers([asks, *twice, empty], tmp_path)
    assert len(wrong) == 3 and "no cell makes the explorer 'leaf'" in wrong[-1]


def test_the_ideas_of_the_book_have_their_pictures():
    pages = [p for p in (ROOT / 'nbs').rglob('*.ipynb') if '.ipynb_checkpoints' not in p.parts]
    made = [name for p in pages for c in nbformat.read(p, 4).cells if c.cell_type == 'code'
            for name in explorers.MADE.findall(c.source)]
    wanted = {p.stem[3:]: explorers.wanted_by(nbformat.read(p, 4)) for p in pages
              if p.parent.name != 'tutorials'}
    assert len(made) == len(set(made)) and {name for names in wanted.values()
                                            for name in names} <= set(made)
    ideas = 'impurity gain ratio thresholds unknown_values expected_errors pruning rule'.split()
    assert all(wanted[idea] for idea in ideas), {idea: wanted[idea] for idea in ideas}


def test_titles_name_the_column_of_the_classes(tmp_path):
    X, y = load_dataset('golf')
    model = C45Classifier().fit(X, y.rename('<b>'))
    for explorer in (explore_tree(model), explore_unknown(model, X.iloc[0])):
        explorer.save(tmp_path / 'page.html')
        page = (tmp_path / 'page.html').read_text(encoding='utf-8')
        assert 'tree for &lt;b&gt;' in page.split('<h1>')[1].split(
            '</h1>')[0] and '<b>' not in page.split('<body>')[0]


@pytest.mark.parametrize('bad, words', [
    (lambda X, y: explore_gain(X, ['a'] * 14), 'one class'),
    (lambda X, y: explore_gain(X, y, 'wind'), 'offers no test'),
    (lambda X, y: explore_luck(X, y, 'wind'), 'is no attribute'),
    (lambda X, y: explore_luck(X, ['a'] * 14), 'one class')])
def test_errors_say_what_and_the_way_out(bad, words):
    with pytest.raises(ValueError, match=words): bad(*load_dataset('golf'))
