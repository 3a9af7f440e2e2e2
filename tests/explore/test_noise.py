"What chance gains: the scores of the page are the library's, and chance is where the theory puts it."
import numpy as np
import pandas as pd
import pytest
from support.browser import follow
from support.scripts import in_node

from c45lit import explore_chance, load_dataset
from c45lit.splits import gain, gain_ratio

SCORES = """asked => asked.map(data => [chanceOf(data).map(c => [c.values, sum(c.gain) / c.gain.length, c.ratio.length]),
  data.own.map(a => { const s = scoresBy(a.codes, data.labels, a.values, data.classes.length); return [s.gain, s.ratio]; })])"""
LN2 = np.log(2)


def occurring(values, n): return values * (1 - (1 - 1 / values) ** n)


def few(n=40):
    X, y = load_dataset('penguins')
    known = X.notna().all(axis=1)
    rows = X[known].sample(n, random_state=1).index
    return X.loc[rows, ['island', 'sex']].assign(bird=[str(i) for i in rows]), y[rows]


def test_the_attributes_of_the_table_score_as_in_the_library():
    tables = [few(), few(200), load_dataset('loan')]
    shown = in_node(SCORES, [explore_chance(X, y, draws=20).data for X, y in tables], 'noise', 'numbers')
    for (X, y), (_, own) in zip(tables, shown):
        words = [name for name in X if X[name].dtype.kind not in 'if']
        freqs = [pd.crosstab(X[name], y) for name in words]
        np.testing.assert_allclose(own, [[gain(f), gain_ratio(f)] for f in freqs], atol=1e-12)


def test_chance_gains_what_theory_says_where_cases_are_many():
    X, y = load_dataset('penguins')
    (chance, _), = in_node(SCORES, [explore_chance(X, y).data], 'noise', 'numbers')
    n = len(y)
    for values, mean, draws in chance[:3]:
        theory = (occurring(values, n) - 1) * 2 / (2 * n * LN2)  # three classes
        assert mean == pytest.approx(theory, rel=.15) and draws == 200
    means = [mean for _, mean, _ in chance]
    assert means == sorted(means) and len(chance) > 8


def test_the_slider_the_link_and_the_words_say_the_same(open_file):
    page = open_file(explore_chance(*few()))
    said = page.locator('.c45lit-readout')
    assert said.inner_text().startswith('12 values')
    page.locator('.c45lit-noise .c45lit-slider').fill('38')
    assert 'bird has as many' in said.inner_text() and page.locator('.c45lit-cloud').count() == 2
    page.locator('.c45lit-noise select').select_option('ratio')
    page.wait_for_function("location.hash.includes('ratio')")
    words = said.inner_text()
    page.reload()
    page.wait_for_selector('.c45lit-noise .hero')
    assert said.inner_text() == words


@pytest.mark.parametrize('mark', ['values=1e9', 'values=-3', 'score="x"', 'values="<b>"', 'score=1'])
def test_a_forged_link_shows_something(open_file, mark):
    page = open_file(explore_chance(*few()))
    follow(page, f'#noise?{mark}')
    page.wait_for_selector('.c45lit-noise .hero')
    assert 'NaN' not in page.locator('.c45lit-noise').inner_html()


def test_what_cannot_be_shown_is_refused():
    X, y = few()
    with pytest.raises(ValueError, match='two classes or more'): explore_chance(X, ['a'] * len(y))
    with pytest.raises(ValueError, match='draws'): explore_chance(X, y, draws=0)
