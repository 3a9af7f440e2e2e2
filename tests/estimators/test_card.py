"""Cards: every member of the family has one, its figures are those of the model, names stay words,
and no training case is in it."""
import pickle
import re

import numpy as np
import pandas as pd
import pytest

from c45lit import (
    C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier, CARTClassifier,
    CARTRegressor, ID3Classifier, Release8Classifier, from_json, load_dataset, to_json)
from c45lit.data.table import encode
from c45lit.estimators.card import _bounded, _plain, wilson

ALL = [C45Classifier(min_cases=5), C45RulesClassifier(), C50Classifier(trials=3), CARTClassifier(),
       C50Classifier(trials=2, rules=True), ID3Classifier(), Release8Classifier(), C45ForestClassifier(n_estimators=3)]


def split(X, y):
    new = np.arange(len(X)) % 4 == 0
    return X[~new], y[~new], X[new], y[new]


@pytest.mark.parametrize('model', ALL, ids=lambda m: type(m).__name__)
def test_a_card_has_the_errors_and_the_parts(model):
    X, y, new, true = split(*load_dataset('penguins'))
    card = model.fit(X, y).card(new, true)
    assert str(model.card(encode(new, model.schema_, true))) == str(card) and '\\u0009' not in str(card)
    parts, told = model._members(), dict(card[9:])['p']
    if len(parts) > 1: assert told.endswith(f'; the first of {len(parts)}:') and 'error' not in told
    heads = [what for kind, what in card if kind == 'heading']
    tables = dict(zip((h for h in heads if h not in ('Notes', 'Model')),
                      (what for kind, what in card if kind == 'table' and 'lift' not in what)))
    errors, wrong = tables['Errors on new cases'].set_index('class'), model.predict(new) != true
    assert errors.wrong['all'] == wrong.sum() and errors.cases['all'] == len(true)
    assert errors.wrong[1:].sum() == wrong.sum() and (errors['from'] <= errors.share).all()
    assert {'Data', 'Parameters', 'Notes', 'Model', 'Three cases', 'Versions'} <= {*heads}
    assert (tables['Data']['values'] != '').all() and '| numbers |' in str(card)
    assert str(card).startswith(f'# {type(model).__name__}: species\n')


def test_a_card_of_numbers():
    X, _ = load_dataset('penguins')
    X = X[X.body_mass_g.notna()]
    model = CARTRegressor().fit(X.drop(columns='body_mass_g'), X.body_mass_g)
    card = model.card(X.drop(columns='body_mass_g'), X.body_mass_g)
    table = next(what for kind, what in card if kind == 'table' and 'R2' in what)
    assert table.R2[0] == model.score(X.drop(columns='body_mass_g'), X.body_mass_g)
    assert table['from'][0] < table.mean_absolute_error[0] < table.to[0]


def test_a_card_counts_its_cases_and_names_the_rest():
    X, y, new, true = split(*load_dataset('penguins'))
    card = str(C45RulesClassifier().fit(X, y == 'Adelie').card(new[:1], true[:1] == 'Adelie'))
    assert '## One case\n' in card and '| every other case |' in card
    assert _plain(61234.5) == '61234' and _plain(0.05) == '0.05'


def test_names_stay_words_and_no_training_case_is_told():
    r = np.random.default_rng(0)
    X = pd.DataFrame({'<script>alert(1)</script>|`': r.normal(size=400),
                      'name': [f'Ms Secret {i}' for i in range(400)]})
    y = pd.Series(np.where(X.iloc[:, 0] > 0, '<i>yes</i>\n# no', '*b*'), name='</pre>')
    X, y, new, true = split(X, y)
    card = C45Classifier(schema={'name': 'ignore'}).fit(X, y).card(new, true)
    html, text = card._repr_html_(), str(card)
    assert not re.search(r'<(?!/?(h1|h2|p|pre|table|tr|td|th)>)', html) and html.count('</pre>') == 1
    free = '\n'.join(line for line in text.split('\n') if not line.startswith('    '))
    assert not re.search(r'(?<!\\)<', free) and '\n# no' not in text and '\n\\# no' not in text
    assert 'Secret' not in html + text


def test_a_long_line_says_how_much_is_left_out():
    values = [f'v{i}' for i in range(4000)]
    line = f'code in {{{", ".join(values)}}}: yes (30.0)'
    short = _bounded(line)
    kept, more = re.fullmatch(r'(.*), … and ([\d,]+) more … (.*)', short).group(1, 2)
    assert len(short) <= 420 and short.endswith('v3999}: yes (30.0)')
    left = short.rpartition(' … ')[2].count(', ')
    assert kept.count(', ') + int(more.replace(',', '')) + left == line.count(', ')
    assert _bounded('x' * 400) == 'x' * 400 and len(_bounded('x' * 9000)) < 420


def test_a_copy_says_that_it_has_no_notes():
    X, y, new, true = split(*load_dataset('penguins'))
    model = C45Classifier().fit(X, y)
    assert 'holds no training cases' in str(pickle.loads(pickle.dumps(model)).card(new, true))
    told = dict(from_json(to_json(model)).card(new, true)[9:])['p']
    assert 'leaves' in told and 'pruned' not in told  # a file does not hold the tree before


def test_the_interval_holds_the_share_in_95_of_100_samples():
    r = np.random.default_rng(0)
    found = [wilson(int(k), 60) for k in r.binomial(60, .1, 4000)]
    assert .93 < np.mean([low <= .1 <= high for low, high in found]) < .985
    assert wilson(0, 10)[0] == pytest.approx(0, abs=1e-12) and 0 < wilson(0, 10)[1] < .3
