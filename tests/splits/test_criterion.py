"""A criterion is added in one place: a record is tried, refused in words, or known to everything
that grows trees of classes."""
import math
from dataclasses import replace

import numpy as np
import pytest
from support.kernels import every_kernel
from support.random_tables import seeds
from support.toys import HELLINGER, one_more

from c45lit import (C45Classifier, C45RulesClassifier, ID3Classifier, load_dataset)
from c45lit.specification.criterion import (CRITERIA, DISTANCE, GINI, add_criterion,
                                            closeness, node_weights)
from c45lit.splits.gain import gain
from c45lit.splits.ratio import split_info
from c45lit.splits.impurity import entropy

SQUARE = replace(GINI, name='mine')


@pytest.mark.parametrize('record, words', [
    (replace(SQUARE, name='gini'), 'expected a new name'),
    (replace(SQUARE, name='1 + 1'), 'expected a new name'),
    (replace(SQUARE, name='\u202egain'), 'expected a new name'),
    (replace(SQUARE, order=lambda parts, n, part_n: n - parts / max(n, 1)), 'of its two parts'),
    (replace(SQUARE, order=lambda parts, n, part_n: parts), 'must be twice that of'),
    (replace(SQUARE, order=lambda parts, n, part_n: parts / n), 'must be twice that of'),
    (replace(SQUARE, order=None), 'must be numbers'),
    (replace(SQUARE, part=lambda n: 'a'), 'must be numbers'),
    (replace(SQUARE, score=lambda gain, info, node: -gain), 'must not be more than'),
    (replace(SQUARE, score=lambda gain, info, node: gain * info), 'must not be more than'),
    (replace(SQUARE, score=lambda gain, info, node: math.nan), 'must not be more than')])
def test_a_record_that_breaks_a_promise_is_refused(record, words):
    before = list(CRITERIA)
    with pytest.raises(ValueError, match=words): add_criterion(record)
    assert before == CRITERIA


def test_the_distance_is_that_of_its_definition():
    "H(C|A) + H(A|C) of H(A, C), from the cells of a table."
    for seed in seeds(200):
        rng = np.random.default_rng(seed)
        freq = rng.integers(0, 9, (rng.integers(2, 6), rng.integers(2, 5))).astype(float)
        if (freq.sum(axis=1) > 0).sum() < 2: continue
        node = node_weights(freq.sum(axis=0), DISTANCE)
        both, of_c, of_a = entropy(freq.ravel()), node.impurity, entropy(freq.sum(axis=1))
        distance = ((both - of_a) + (both - of_c)) / both
        score = closeness(gain(freq), split_info(freq.sum(axis=1)), node)
        assert 1 - score == pytest.approx(distance, abs=1e-12), seed
        assert -1e-12 <= distance <= 1 + 1e-12


OFFERED = [lambda word: C45Classifier(word), lambda word: C45RulesClassifier(C45Classifier(word)),
           lambda word: ID3Classifier(word, thresholds=True)]


@pytest.mark.parametrize('make', OFFERED, ids=['c45', 'rules', 'id3'])
def test_every_estimator_that_scores_offers_an_added_criterion(make):
    X, y = load_dataset('watermelon_3')
    with pytest.raises(ValueError, match="must be 'gain_ratio'.*'distance'.*'hellinger'"):
        make('hellinger').fit(X, y)
    with one_more(HELLINGER) as place, every_kernel('py_func'):
        model = make('hellinger').fit(X, y)
        assert model._options().criterion is place and model.predict(X).tolist()
        with pytest.raises(ValueError, match="'hellinger', .*got 'helinger'|'hellinger'"):
            make('helinger').fit(X, y)


def test_the_table_of_candidates_shows_the_score_that_ranks():
    X, y = load_dataset('golf')
    shown = C45Classifier('distance', min_cases=1).fit(X, y).candidate_table()
    assert shown.loc[shown.chosen, 'score'].item() == shown.score.max()
    assert set(shown.why[~shown.chosen & shown.score.notna()]) == {'distance behind the best'}
    assert 'score' not in C45Classifier().fit(X, y).candidate_table()
