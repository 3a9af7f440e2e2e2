"""The page on accuracy shows what was measured, and what its text says is so."""
import json
import sys

import numpy as np
import pytest
from support.folders import ROOT

from c45lit import C45Classifier, C50Classifier

sys.path.append(str(ROOT / 'tests' / 'benchmarks'))

import accuracy  # noqa: E402
from accuracy import (BEST, BRANCH, C50, C50_GROUPS, C50PY, GROUPED, NO_GLOBAL, ONE_VALUE, OURS,
                      RULES, SKLEARN, SUBSET, TEN, TEN_GROUPS, TEN_LEAVES,  # noqa: E402
                      TEN_RULES, TWO_MORE, LAPLACE)  # noqa: E402


RESULTS = json.loads(accuracy.RESULTS.read_text(encoding='utf-8'))  # what was measured last
SETS, CHANGED = RESULTS['sets'], RESULTS['options']
MEAN, OBSERVED = accuracy.means(SETS.values()), accuracy.means(accuracy.without_monks(RESULTS))
RIGHT, LEAVES = MEAN['accuracy'], MEAN['leaves']
OPTIONS, UNKNOWN = accuracy.option_means(RESULTS), accuracy.option_means(RESULTS, True)


def test_the_page_is_made_from_the_results():
    text = accuracy.PAGE.read_text(encoding='utf-8')
    assert accuracy.page(text, RESULTS) == text
    assert set(SETS) == set(CHANGED) == set(accuracy.ALL) and (OPTIONS['n'], UNKNOWN['n']) == (25, 10)
    assert (RESULTS['folds'], RESULTS['rounds']) == (5, 10)  # as the tutorial says
    assert accuracy.LEARNERS[C50](0).get_params() == C50Classifier().get_params()
    assert C45Classifier().discrete == 'multiway' and C50Classifier().trials == 1


def test_what_the_page_says_of_programs_side_by_side():
    some = OBSERVED['accuracy']
    assert RIGHT[OURS] > RIGHT[SKLEARN] - 0.5 and LEAVES[OURS] < 0.6 * LEAVES[SKLEARN]
    assert some[OURS] > some[C50PY] - 0.5 > RIGHT[OURS] - 0.5  # the monks' problems make it so
    assert -1.25 < RIGHT[OURS] - RIGHT[C50PY] < -0.75  # half a point more than was asked
    assert RIGHT[SUBSET] == max(RIGHT[p] for p in (OURS, SUBSET, SKLEARN, C50PY))
    assert LEAVES[SUBSET] < LEAVES[OURS]
    assert all(abs(RIGHT[p] - RIGHT[C50PY]) < 0.25 for p in (GROUPED, ONE_VALUE, SUBSET, NO_GLOBAL))
    assert 0.5 < LEAVES[NO_GLOBAL] - LEAVES[C50PY] < 2
    for name in ('monk1', 'monk3', 'soybean', 'mpg', 'msleep'):
        assert SETS[name]['leaves'][SUBSET] < 0.75 * SETS[name]['leaves'][OURS]
    ahead = {name: s['accuracy'][OURS] - s['accuracy'][SKLEARN] for name, s in SETS.items()}
    assert min(ahead[name] for name in ('crx', 'infert', 'pima')) > 3
    assert max(ahead[name] for name in ('crabs', 'zoo', 'labor-neg')) < -2
    assert SETS['labor-neg']['cases'] == 57 and SETS['labor-neg']['unknown'] > 33.4


def test_what_the_page_and_the_tutorial_say_of_c50():
    assert 0.75 < LEAVES[C50] / LEAVES[OURS] < 0.85            # about a fifth fewer leaves
    assert 0.4 < RIGHT[OURS] - RIGHT[C50] < 0.7                # half a point less accurate
    assert 1.5 < RIGHT[TEN] - RIGHT[C50] < 1.75                # more than a point and a half
    assert round(LEAVES[TEN] / LEAVES[C50]) == 9               # nine times as many leaves
    assert abs(RIGHT[C50_GROUPS] - RIGHT[C50PY]) < 0.1         # as accurate as c50py's
    assert RIGHT[TEN_GROUPS] == max(RIGHT.values()) and RIGHT[C50_GROUPS] > RIGHT[C50] + 1
    assert 0 < OBSERVED['accuracy'][TEN_GROUPS] - OBSERVED['accuracy'][TEN] < 1
    assert OBSERVED['leaves'][TEN_GROUPS] < 0.9 * OBSERVED['leaves'][TEN]
    for rules, trees in ((RULES, C50), (TEN_RULES, TEN)):      # about 30 % fewer rules …
        assert 0.65 < OPTIONS[rules]['leaves'] / OPTIONS[trees]['leaves'] < 0.75
        assert 0.5 < OPTIONS[rules]['accuracy'] - OPTIONS[trees]['accuracy'] < 1
    assert OPTIONS[TEN]['bits'] < OPTIONS[C50]['bits'] < OPTIONS[RULES]['bits']
    for name in ('cusummary', 'msleep'): assert SETS[name]['accuracy'][TEN] < SETS[name]['accuracy'][C50]


def test_what_the_page_says_of_options():
    two, ours = OPTIONS[TWO_MORE], OPTIONS[OURS]
    assert two['bits'] < 0.8 * ours['bits'] and two['accuracy'] == ours['accuracy'] == OPTIONS[LAPLACE]['accuracy']
    bits = {p: OPTIONS[p]['bits'] for p in accuracy.CHANGED}
    assert min(bits, key=bits.get) == TWO_MORE and max(bits, key=bits.get) == SKLEARN
    few = [s[LAPLACE]['bits'] < s[OURS]['bits'] for name, s in CHANGED.items() if SETS[name]['classes'] <= 3]
    assert np.mean(few) > 0.8 and SETS['soybean']['classes'] == 19
    assert CHANGED['soybean'][LAPLACE]['bits'] > 2 * CHANGED['soybean'][OURS]['bits']
    def more(name, p): return CHANGED[name][p]['accuracy'] - CHANGED[name][OURS]['accuracy']
    assert min(more('soybean', p) for p in (BRANCH, BEST)) > 1 and more('cusummary', BRANCH) < -1
    for p in (BRANCH, BEST):
        assert 0.5 < UNKNOWN[p]['accuracy'] - UNKNOWN[OURS]['accuracy'] < 1.5
        assert 0 < UNKNOWN[p]['bits'] - UNKNOWN[OURS]['bits'] < 0.1
    for name, s in CHANGED.items():
        if not SETS[name]['unknown']: assert s[BRANCH] == s[BEST] == s[OURS]
        assert s[TEN_LEAVES]['leaves'] <= 10
    assert min(more(name, TEN_LEAVES) for name in ('crx', 'pima', 'vote', 'wdbc')) > -1
    assert max(more(name, TEN_LEAVES) for name in ('digits', 'soybean')) < -10
    assert OPTIONS[TEN_LEAVES]['leaves'] < 0.5 * ours['leaves']


@pytest.mark.parametrize('name', ['penguins', 'iris'])
def test_our_trees_are_still_those_that_were_measured(name, monkeypatch):
    monkeypatch.setattr(accuracy, 'LEARNERS',
                        {p: accuracy.LEARNERS[p] for p in (OURS, SUBSET, C50)})
    now, then = accuracy.measure(name), SETS[name]
    for p in (OURS, SUBSET, C50):
        assert now['accuracy'][p] == then['accuracy'][p] and now['leaves'][p] == then['leaves'][p]


def test_the_programs_learn_from_one_half_what_the_other_half_is():
    pytest.importorskip('c50py', reason='pip install c45lit[bench]')
    X, y = accuracy.read_set('iris')
    found = accuracy.one_fold(X, y, range(0, 150, 2), range(1, 150, 2), 0)
    assert found.keys() == set(accuracy.LEARNERS) >= set(accuracy.PROGRAMS) | set(accuracy.WHY)
    assert all(right > 0.9 and 3 <= leaves < (100 if p in (TEN, TEN_GROUPS) else 10)
               for p, (right, leaves) in found.items())
