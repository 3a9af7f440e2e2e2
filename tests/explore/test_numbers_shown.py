"""Three numbers of every explorer, read from the page and counted again another way: by masks of
NumPy and pandas, SciPy's distributions, and what a model answers."""
import re
from functools import cache
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import brentq
from scipy.stats import beta, binom, entropy
from support.explorers import MAKERS

from c45lit import C45Classifier, load_dataset

BEAK, FLIPPER = 'bill_length_mm', 'flipper_length_mm'
SPOKEN = {BEAK: 'bill_length', FLIPPER: 'flipper_length'}  # as a page without Python says it
CF = 0.25
NEAR = 0.05  # of the exact limit: how far C4.5's may lie from it
DEVIATION = np.interp(CF, (0.2, 0.4), (0.84, 0.25))  # as C4.5's table has it; the normal law: 0.674
X, y = load_dataset('penguins')
MEASURED = X.notna().all(axis=1).to_numpy()


# -- counted by hand

def coded(classes) -> np.ndarray:
    return pd.factorize(np.asarray(classes), sort=True)[0]


def drop(classes, part) -> float:
    "Bits of entropy that knowing the part of each case takes away."
    bits = lambda some: entropy(np.bincount(some), base=2)  # noqa: E731
    return bits(classes) - sum((part == p).mean() * bits(classes[part == p])
                               for p in np.unique(part))


def cuts_of(x, classes) -> list:
    "Values that leave enough cases on both sides: a tenth of a class's mean, 2 to 25."
    least = np.clip(len(x) / (10 * len(set(classes))), 2, 25)
    return [v for v in np.unique(x) if min((x <= v).sum(), (x > v).sum()) >= least]


def offer(x, classes, cut) -> dict:
    "What a threshold gains, pays and says; the unknown are a third outcome."
    known = ~np.isnan(x)
    low, n = x[known] <= cut, len(x)
    gain = known.mean() * drop(classes[known], low)
    penalty = np.log2(len(cuts_of(x[known], classes[known]))) / n
    parts = [part for part in (low.sum(), (~low).sum(), (~known).sum()) if part]
    return {'raw': drop(classes[known], low), 'share': known.mean(), 'gain': gain,
            'penalty': penalty, 'net': gain - penalty,
            'ratio': (gain - penalty) / entropy(parts, base=2)}


def best_offer(x, classes) -> dict:
    known = ~np.isnan(x)
    return max((offer(x, classes, cut) for cut in cuts_of(x[known], classes[known])),
               key=lambda found: found['gain'])


def by_words(x, classes) -> tuple:
    "(gain, gain ratio, decrease of the Gini index) of words without unknown values."
    gini = lambda some: 1 - (some.value_counts(normalize=True) ** 2).sum()  # noqa: E731
    parts = pd.Series(classes).groupby(np.asarray(x))
    less = gini(pd.Series(classes)) - sum(len(p) / len(x) * gini(p) for _, p in parts)
    gain = drop(classes, coded(x))
    return gain, gain / entropy(parts.size(), base=2), less


def expected(n, wrong) -> float:
    "Errors of n new cases: the rate that makes so few errors as unlikely as CF."
    if wrong < 1:
        none = n * (1 - CF ** (1 / n))
        return none + wrong * (expected(n, 1) - none) if wrong else none
    seen = (wrong + 0.5) / n
    found = n * brentq(lambda p: p - seen - DEVIATION * np.sqrt(p * (1 - p) / n), seen, 1 - 1e-12)
    assert abs(found - exact(n, wrong)) < NEAR * exact(n, wrong), 'far from the binomial limit'
    return found


def exact(n, wrong) -> float:
    "The same without C4.5's bell curve: where a binomial makes so few errors with a chance of CF."
    return n * brentq(lambda p: beta.sf(p, wrong + 1, n - wrong) - CF, 1e-12, 1 - 1e-12)


def as_leaf(classes) -> float:
    "Expected errors of a leaf that says the class of most."
    return expected(len(classes), len(classes) - pd.Series(classes).value_counts().max())


def leaf_below(tree, node, case):
    "Where a case ends that is put at a node, test by test."
    while tree.n_children[node]:
        asked = tree.schema.attributes[tree.attribute[node]]
        value = case[asked.name]
        branch = asked.values.index(value) if asked.values else value > tree.threshold[node]
        node = tree.first_child[node] + int(branch)
    return node


@cache
def model(measured=False):
    "C4.5 on all birds, or on those of which everything is known."
    return C45Classifier().fit(X[MEASURED], y[MEASURED]) if measured else C45Classifier().fit(X, y)


# -- (explorer, what its page says, the same counted again) of each

def threshold(open_file):
    page = open_file(MAKERS['threshold'](X, y, BEAK))
    page.locator('input[type=number]').first.fill('45')
    shown = said(page, r'gain (\S+),', r'penalty (\S+),', r'gain ratio (\S+);')
    found = offer(X[BEAK].to_numpy(), coded(y), 45)
    return shown, [found['gain'], found['penalty'], found['ratio']]


def splits(open_file):
    page = open_file(MAKERS['splits'](X, y))
    rows = {name: page.locator('.c45lit-candidates tr', has_text=name).locator('td')
            for name in ('flipper length', 'island')}
    shown = [rows['flipper length'].nth(k).inner_text() for k in (0, 2)] + [
        rows['island'].nth(k).inner_text() for k in (0, 2, 3)]
    found = best_offer(X[FLIPPER].to_numpy(), coded(y))
    return shown, [found['net'], found['ratio'], *by_words(X['island'], coded(y))]


def tree(open_file):
    clf = model(measured=True)
    page = open_file(MAKERS['tree'](X[MEASURED], y[MEASURED]))
    leaf = int(np.argmax(np.where(clf.tree_.n_children == 0, clf.tree_.weights, 0)))
    page.locator(f'.c45lit-box[data-node="{leaf}"]').click()
    words = readout(page)
    path = page.locator('.c45lit-path').inner_text().replace('≤', '<=')
    there = X[MEASURED].rename(columns=SPOKEN).query(path.replace(' length', '_length')).index
    wrong = int((y[there] != re.search(r'class (\w+)', words)[1]).sum())
    return (said(page, r'; (\S+) cases', r'cases, (\S+) wrong', r'≈ (\S+) expected'),
            [len(there), wrong, expected(len(there), wrong)])


def unknown(open_file):
    case = X.iloc[[0]].assign(**{BEAK: np.nan})
    page = open_file(MAKERS['unknown'](X, y, case.iloc[0]))
    total = page.locator('tr', has_text=re.compile('^sum')).locator('td')
    return ([total.nth(k).inner_text() for k in (-3, -2, -1)], model().predict_proba(case)[0])


def pruning(open_file):
    page = open_file(MAKERS['pruning'](X, y))
    at_root = ' '.join(page.locator('.c45lit-why').inner_text().split())
    wrong, n = map(int, re.search(r'(\d+) wrong of (\d+);', at_root).groups())
    shown = [re.search(pattern, at_root)[1] for pattern in (
        r'at CF 0.25 (\d+\.\d+)', r'chance of (\S+) %', r'exactly (\S+) %')]
    rate = expected(n, wrong) / n
    return shown, [expected(n, wrong), 100 * binom.cdf(wrong, n, rate),
                   100 * exact(n, wrong) / n]


def gain(open_file):
    page = open_file(MAKERS['gain'](X, y))
    found = best_offer(X[BEAK].to_numpy(), (y == 'Adelie').astype(int))
    return (said(page, r'known share (\S+) =', r'net (\S+);', r'/ \S+ = (\S+);'),
            [found['share'], found['net'], found['ratio']])


def luck(open_file):
    page, shown = open_file(MAKERS['luck'](X, y, 'island'), reduced_motion='reduce'), []
    for score in ('gain', 'ratio', 'gini'):
        page.get_by_label('by').select_option(score)
        shown += said(page, r'island: \D+ (\d\.\d+)')
    return shown, by_words(X['island'], coded(y))


def chance(open_file):
    "Shuffles that do as well, dealt again; and among all 2,002 ways to deal nine of fourteen."
    golf, play = load_dataset('golf')
    explorer = MAKERS['luck'](golf, play, 'outlook')
    outlook, labels = coded(golf['outlook']), coded(play)
    page, seed = open_file(explorer, reduced_motion='reduce'), explorer.data['seed']
    order, at_random, beaten = dealt(range(14), pages_random(seed)), pages_random(seed + 1), 0
    deal, gain = labels[order], drop(labels, outlook)
    for _ in range(200):
        deal = np.array(dealt(deal, at_random))
        beaten += drop(deal, outlook[order]) >= gain - 1e-10
    ways = [drop(np.isin(range(14), nine).astype(int), outlook) >= gain - 1e-10
            for nine in combinations(range(14), 9)]
    low, high = binom.interval(0.9999, 200, np.mean(ways))
    assert low <= beaten <= high and len(ways) == 2002
    return (said(page, r'gain (\S+),', r'(\d+) values', r'(\d+) of 200 shuffles'),
            [gain, golf['outlook'].nunique(), beaten])


def pages_random(seed):
    "The page's numbers from 0 to 1: Weyl steps, mixed."
    mask = 2 ** 32 - 1
    for step in range(1, 10 ** 6):
        x = (seed + step * 0x9E3779B9) & mask
        x = (x ^ x >> 16) * 0x85EBCA6B & mask
        x = (x ^ x >> 13) * 0xC2B2AE35 & mask
        yield (x ^ x >> 16) / 2 ** 32


def dealt(items, at_random) -> list:
    "Shuffled from the last to the first (Fisher and Yates)."
    items = list(items)
    for i in range(len(items) - 1, 0, -1):
        j = int(next(at_random) * (i + 1))
        items[i], items[j] = items[j], items[i]
    return items


def slivers(open_file):
    blank = np.random.default_rng(5).permutation(np.flatnonzero(X[FLIPPER].notna()))[:40]
    explorer = MAKERS['slivers'](X, y, FLIPPER)
    explorer.blanks = [[int(row), list(X).index(FLIPPER)] for row in blank]
    page = open_file(explorer)
    x = X[FLIPPER].to_numpy(copy=True)
    x[blank] = np.nan
    found = best_offer(x, coded(y))
    return (said(page, r'ρ = (\S+):', r': (\S+) bits on', r'= (\S+), ratio', r'ratio (\d\.\d+)'),
            [found['share'], found['raw'], found['net'], found['ratio']])


def raising(open_file):
    page = open_file(MAKERS['raising'](X[MEASURED], y[MEASURED]), reduced_motion='reduce')
    clf = C45Classifier(pruning=None).fit(X[MEASURED], y[MEASURED])
    leaves = pd.DataFrame({'leaf': clf.apply(X[MEASURED]), 'class': y[MEASURED]})
    sizes = [(len(part), len(part) - part['class'].value_counts().max())
             for _, part in leaves.groupby('leaf')]
    shown = said(page, r'(\S+) of \d+ cases wrong', r'one leaf (\S+),', r'branches (\S+),')
    return ([*shown, when_all_have_moved(page)],
            [sum(wrong for _, wrong in sizes), as_leaf(y[MEASURED]),
             sum(expected(*size) for size in sizes), all_in_the_largest()])


def when_all_have_moved(page) -> str:
    slider = page.get_by_label('cases that have moved')
    slider.fill(slider.get_attribute('max'))
    return said(page, r'largest branch (\d+\.\d+)')[0]


def all_in_the_largest() -> float:
    "Expected errors of the branch of most cases, with every case dropped into it."
    tree = model(measured=True).tree_
    children = tree.first_child[0] + np.arange(tree.n_children[0])
    largest = children[np.argmax(tree.weights[children])]
    ends = [leaf_below(tree, largest, case) for _, case in X[MEASURED].iterrows()]
    return sum(as_leaf(part) for _, part in pd.Series(y[MEASURED]).groupby(ends))


def pumps(open_file):
    "A branch that is raised: the twelve pumps are asked for leaks alone."
    rows = ([['no', 'no', 'ok']] * 4 + [['yes', 'no', 'ok']] * 2 + [['yes', 'no', 'broken']]
            + [['yes', 'yes', 'ok']] + [['yes', 'yes', 'broken']] * 4)
    table = pd.DataFrame(rows, columns=['noise', 'leak', 'state'])
    state = table.pop('state')
    page = open_file(MAKERS['raising'](table, state), reduced_motion='reduce')
    shown = said(page, r'one leaf (\S+),', r'branches (\S+),')
    branches = state.groupby([table['noise'], table['leak']])
    raised = state.groupby(table['leak'])
    found = [as_leaf(state), branches.agg(as_leaf).sum(), raised.agg(as_leaf).sum()]
    assert found[2] < found[1] + 0.1 < found[0]
    shown += [when_all_have_moved(page)]
    assert 'the largest branch takes the place of the test' in readout(page)
    return shown, found


def story(open_file):
    page = open_file(MAKERS['story']())
    text = page.locator('body').inner_text()
    shown = [re.search(pattern, text)[1] for pattern in (
        r'(\d+) cuts are possible', r'first pays (\S+) bits', r'(\d+) leaves\. Follow')]
    x = X[FLIPPER].dropna().to_numpy()
    leaf = re.search(r'leaf of such a tree holds (\d+) birds, none.*?expects (\S+) errors', text)
    found = best_offer(X[FLIPPER].to_numpy(), coded(y))
    return ([*shown, leaf[2]], [len(np.unique(x)) - 1, found['penalty'],
                                len(set(model().apply(X[MEASURED]))), expected(int(leaf[1]), 0)])


def own(open_file):
    page = open_file(MAKERS['own'](X[MEASURED], y[MEASURED]))
    page.wait_for_selector('.c45lit-own[data-counting=false]')
    errors = ' '.join(page.locator('.c45lit-errors').inner_text().split())
    page.get_by_label(FLIPPER, exact=True).fill('199')
    case = X.iloc[[0]].mask(X.iloc[[0]].notna()).assign(**{FLIPPER: 199.0})
    share = model(measured=True).predict_proba(case)[0].max()
    page.locator('.c45lit-answered', has_text='leaves share').wait_for()
    answer = re.search(r'Adelie (\d+\.\d)', page.locator('.c45lit-answered').inner_text())[1]
    wrong = int((model(measured=True).predict(X[MEASURED]) != y[MEASURED]).sum())
    held = re.search(r'held out, 10 folds (\S+) % \((\S+) of', errors)
    missed, n = held_out(X[MEASURED], y[MEASURED]), MEASURED.sum()
    return ([re.search(r'training \S+ % \((\S+) of', errors)[1],
             re.search(r'training (\S+) %', errors)[1], answer, held[2], held[1]],
            [wrong, 100 * wrong / n, 100 * share, missed, 100 * missed / n])


def held_out(X, y) -> int:
    "Wrong answers of ten trees, each about the tenth of every class that it has not seen."
    at_random, fold, turn = pages_random(1), np.empty(len(y), dtype=int), 0
    for name in np.unique(y):
        mine = dealt(np.flatnonzero(y == name), at_random)
        fold[mine] = (turn + np.arange(len(mine))) % 10
        turn += len(mine)
    return sum(int((C45Classifier().fit(X[fold != f], y[fold != f]).predict(X[fold == f])
                    != y[fold == f]).sum()) for f in range(10))


# -- what a page says

def readout(page) -> str:
    words = page.locator('.c45lit-readout, .c45lit-readout ~ .c45lit-note').all_inner_texts()
    return ' '.join(' '.join(words).replace('−', '-').split())


def said(page, *patterns) -> list:
    "Numbers of the sentence under the picture."
    words = readout(page)
    found = [re.search(pattern, words) for pattern in patterns]
    assert all(found), words
    return [one[1] for one in found]


def is_shown(number, words) -> bool:
    "Is this what a number looks like, rounded to so many digits?"
    digits = len(words.partition('.')[2])
    return abs(float(words.replace(',', '')) - number) <= 0.5 * 10 ** -digits * (1 + 1e-6)


@pytest.mark.parametrize('explorer', [threshold, splits, tree, unknown, pruning, gain, luck, chance,
                                      slivers, raising, pumps, story, own],
                         ids=lambda f: f.__name__)
def test_three_numbers_are_those_counted_another_way(open_file, explorer):
    shown, found = explorer(open_file)
    assert len(shown) == len(found) >= 3
    assert all(map(is_shown, found, shown)), (shown, [round(float(f), 6) for f in found])
