"""Numbers that a page computes by itself, read from it and counted again another way: by masks of
NumPy and pandas, SciPy's distributions, and what a model answers. Those of the other explorers are
held to Python where they are opened."""
import re
from functools import cache

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import beta, entropy
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
    return {'share': known.mean(), 'net': gain - penalty,
            'ratio': (gain - penalty) / entropy(parts, base=2)}


def best_offer(x, classes) -> dict:
    known = ~np.isnan(x)
    return max((offer(x, classes, cut) for cut in cuts_of(x[known], classes[known])),
               key=lambda found: found['net'])


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


@cache
def model():
    "C4.5 on the birds of which everything is known."
    return C45Classifier().fit(X[MEASURED], y[MEASURED])


# -- (explorer, what its page says, the same counted again) of each


def tree(open_file):
    clf = model()
    page = open_file(MAKERS['tree'](X[MEASURED], y[MEASURED]))
    leaf = int(np.argmax(np.where(clf.tree_.n_children == 0, clf.tree_.weights, 0)))
    page.locator(f'.c45lit-box[data-node="{leaf}"]').click()
    words = readout(page)
    path = page.locator('.c45lit-path').inner_text().replace('≤', '<=')
    there = X[MEASURED].rename(columns=SPOKEN).query(path.replace(' length', '_length')).index
    wrong = int((y[there] != re.search(r'class (\w+)', words)[1]).sum())
    return (said(page, r'; (\S+) cases', r'cases, (\S+) wrong', r'≈ (\S+) expected'),
            [len(there), wrong, expected(len(there), wrong)])


def gain(open_file):
    page = open_file(MAKERS['gain'](X, y))
    found = best_offer(X[BEAK].to_numpy(), (y == 'Adelie').astype(int))
    return (said(page, r'known share (\S+) =', r'net (\S+);', r'/ \S+ = (\S+);'),
            [found['share'], found['net'], found['ratio']])


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


def own(open_file):
    page = open_file(MAKERS['own'](X[MEASURED], y[MEASURED]))
    page.wait_for_selector('.c45lit-own[data-counting=false]')
    errors = ' '.join(page.locator('.c45lit-errors').inner_text().split())
    page.get_by_label(FLIPPER, exact=True).fill('199')
    case = X.iloc[[0]].mask(X.iloc[[0]].notna()).assign(**{FLIPPER: 199.0})
    share = model().predict_proba(case)[0].max()
    page.locator('.c45lit-answered', has_text='leaves share').wait_for()
    answer = re.search(r'Adelie (\d+\.\d)', page.locator('.c45lit-answered').inner_text())[1]
    wrong = int((model().predict(X[MEASURED]) != y[MEASURED]).sum())
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


@pytest.mark.parametrize('explorer', [tree, gain, own], ids=lambda f: f.__name__)
def test_three_numbers_are_those_counted_another_way(open_file, explorer):
    shown, found = explorer(open_file)
    assert len(shown) == len(found) >= 3
    assert all(map(is_shown, found, shown)), (shown, [round(float(f), 6) for f in found])
