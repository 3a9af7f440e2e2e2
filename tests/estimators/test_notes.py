"""Notes on a fit: each is given where its cause is planted, and not where it is taken away; the
public sets give no false alarms."""
import json
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn import datasets
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from support.reference import unpack_shipped

from c45lit import (
    C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier, CARTClassifier,
    CARTRegressor, ID3Classifier, Release8Classifier, check, explore_tree, load_dataset, plot_tree)
from c45lit.data.c45_files import read_c45
from c45lit.data.columns import Column
from c45lit.data.datasets import DATASETS
from c45lit.data.table import decode
from c45lit.programs.options import in_options

pytestmark = pytest.mark.filterwarnings('ignore:too many values', r'ignore:.*(one leaf|no rules)',
                                        'ignore:column .* is taken as words')
SEEDS = range(5)


def table(seed, n=400):
    "(X, y) with nothing to note: numbers and words, some of which say the class."
    r = np.random.default_rng(seed)
    X = pd.DataFrame({'x': r.normal(size=n), 'z': r.normal(size=n), 'w': r.choice(list('abcd'), n)})
    X.loc[r.random(n) < .1, 'z'] = np.nan
    y = np.where(X.x + (X.w == 'a') + .5 * r.normal(size=n) > 0, 'yes', 'no')
    return X, y


def codes(notes): return {(note.code, note.column) for note in notes}


def disagreeing(X, y, r=None):
    return pd.concat([X, X[:30]], ignore_index=True), np.r_[y, np.where(y[:30] == 'yes', 'no', 'yes')]


def hidden(X, y, r): return X.assign(z=X.z.mask((y == 'no') & (r.random(len(X)) < .3))), y


def half_numbers(X, y, r):
    age = r.integers(18, 40, len(X)).astype(str)
    return X.assign(age=np.where(r.random(len(X)) < .02, 'none', age)), y


CAUSES = {  # what makes a table bad -> how, and the note that says so
    'named': (lambda X, y, r: (X.assign(key=[
        f'k{i}' for i in r.integers(0, len(X) // 3, len(X))]), y), ('identifier', 'key')),
    'hidden': (hidden, ('unknown', 'z')), 'disagreeing': (disagreeing, ('duplicates', '')),
    'decided': (lambda X, y, r: (X.assign(late=np.where(
        y == 'yes', 7.5, r.normal(size=len(X)))), y), ('leak', 'late')),
    'doubled': (lambda X, y, r: (X.assign(again=2 * X.x ** 3 + 1), y), ('same', 'again')),
    'falling': (lambda X, y, r: (X.assign(again=-X.x), y), ('same', 'again')),
    'renamed': (lambda X, y, r: (X.assign(again=X.w.map(dict(zip('abcd', 'QRPS')))), y),
                ('same', 'again')),
    'misspelt': (lambda X, y, r: (X, np.where(r.random(len(X)) < .2, np.char.add(y, ' '), y)),
                 ('spelling', 'class')),
    'miswritten': (lambda X, y, r: (X.assign(w=X.w.mask(r.random(len(X)) < .1, 'A')), y),
                   ('spelling', 'w')),
    'half numbers': (half_numbers, ('numbers', 'age')),
    'rare': (lambda X, y, r: (X, np.where(np.arange(len(X)) < 3, 'odd', y)), ('rare', 'class')),
    'many numbers': (lambda X, y, r: (X, np.round(X.x * 20).astype(int).rename('class')),
                     ('target', 'class'))}


def followed(note, X, y):
    "The cases after the way out of a note."
    said, names = note.way.partition('; to keep')[0], dict(X=X, y=pd.Series(y), pd=pd)
    if 'X.drop' in said: return eval(said[said.index('X.drop'):], names), y
    one = eval(said.partition(', to keep')[0].removeprefix('make them one: ').removeprefix('pass '), names)
    return (X.assign(**{note.column: one}), y) if note.column in X else (X, one.rename('class'))


@pytest.mark.parametrize('seed', SEEDS)
def test_a_sound_table_has_no_notes(seed):
    X, y = table(seed)
    assert check(X, y) == [] and C45Classifier().fit(X, y).notes_ == []
    assert str(check(X, y)) == '- nothing to note'


@pytest.mark.parametrize('seed', SEEDS)
@pytest.mark.parametrize('cause', CAUSES)
def test_a_planted_cause_is_noted_and_nothing_else(cause, seed):
    r = np.random.default_rng(seed)
    spoil, wanted = CAUSES[cause]
    X, y = spoil(*table(seed), r)
    found = check(X, y)
    assert codes(found) == {wanted}
    note, = found
    assert note.way and note.text in str(found) and json.dumps(note.figures)
    if note.code in ('identifier', 'leak', 'same', 'spelling', 'numbers'):
        assert check(*followed(note, X, y)) == []


@pytest.mark.filterwarnings('ignore:column')
def test_an_empty_column_and_few_words_of_signs_are_noted():
    X, y = table(0)
    X = X.assign(none=None, share=[f'{i % 12},5%' for i in range(400)], out='k')
    kinds = {'out': 'ignore'}
    for found in check(X, y, schema=kinds), C45Classifier(schema=kinds).fit(X, y).notes_:
        assert codes(found) == {('empty', 'none'), ('numbers', 'share')}


def test_the_figures_are_those_of_the_table():
    X, y = table(0)
    gone = X.z.isna()
    X, y = hidden(X, y, np.random.default_rng(1))
    note, = check(X, y)
    hers = y[X.z.isna()]
    assert note.figures == dict(unknown=len(hers), of_class=(hers == 'no').sum(), cases=400,
                                share=(y == 'no').mean()) and X.z.isna().sum() > gone.sum()
    X, y = disagreeing(*table(0))
    assert check(X, y)[0].figures == dict(cases=60, errors=30, of=430)


# -- after a fit

@pytest.mark.parametrize('form, schema, option', [
    ('%Y-%m-%d', "schema={'day': 'date'}", '--dates day'),
    ('%d.%m.%Y', "schema={'day': Column('date', form='%d.%m.%Y')}", "--dates 'day=%d.%m.%Y'")])
def test_days_in_words_are_offered_as_dates(form, schema, option):
    X, y = table(0)
    days = pd.date_range('2022-01-31', periods=len(X)).strftime(form)
    note, = check(X.assign(day=days), y)
    assert note.way == (f"learn from the parts of the dates: {schema}; or leave it out: "
                        "X.drop(columns=['day'])")
    assert f'{option}; or leave it out: --ignore day' in in_options(note, 'fit')
    said = eval(schema.partition('=')[2], dict(Column=Column))
    found = C45Classifier(max_depth=1, schema=said).fit(X.assign(day=days), y)
    assert 'day_month' in found.schema_.columns
    odd = days.where(np.arange(len(X)) > 0, '2022-31-31')  # one that is no day
    assert check(X.assign(day=odd), y)[0].way.startswith("leave it out: X.drop(columns=['day'])")


def noise(n=3000, values=1000, seed=0):
    "Numbers that say a little, and a column of names."
    r = np.random.default_rng(seed)
    X = pd.DataFrame({'x': r.normal(size=n), 'code': [f'c{i}' for i in r.integers(0, values, n)]})
    return X, np.where(X.x + r.normal(size=n) > 0, 'p', 'q')


@pytest.mark.parametrize('discrete', ['multiway', 'subset'])
def test_a_column_of_names_is_compared_with_the_tree_without_it(discrete):
    X, y = noise()
    model, alone = C45Classifier(discrete=discrete).fit(X, y), C45Classifier(discrete=discrete)
    note = model.notes_[0]
    grown = model.unpruned_tree_
    below = sum((grown.n_children[grown._span(node)] == 0).sum()
                for node in np.flatnonzero(grown.attribute == 1))
    assert (note.code, note.column) == ('identifier', 'code')
    assert note.figures == dict(
        values=X.code.nunique(), cases=3000, below=below, grown=grown.n_leaves,
        leaves=model.tree_.n_leaves, without=alone.fit(X[['x']], y).tree_.n_leaves)
    assert "X.drop(columns=['code'])" in note.way and 'grouped' not in note.way


def one_in_fifty(n=20000):
    r = np.random.default_rng(0)
    X = pd.DataFrame({'x': r.normal(size=n)})
    return X, np.where(r.random(n) < np.where(X.x > 1, .1, .005), 'bad', 'good')


def test_one_leaf_says_which_rule_took_the_best_test():
    X, y = one_in_fifty()
    with pytest.warns(UserWarning, match='C45Classifier: one leaf: no test was kept') as seen:
        model = C45Classifier().fit(X, y)
    assert len(seen) == 1 and '\n' not in str(seen[0].message)
    note, = model.notes_
    free = C45Classifier(collapse=False, pruning=None).fit(X, y)
    assert note.code == 'one leaf' and 'collapse takes it back' in note.text
    assert note.figures == dict(grown=1, without_collapse=free.tree_.n_leaves)
    assert [n.code for n in free.notes_] == ['never said']
    assert free.notes_[0].figures == {'bad': (y == 'bad').sum()}
    assert C45Classifier(class_weight='balanced').fit(X, y).notes_ == []


@pytest.mark.parametrize('model, way', [
    (C45Classifier(thresholds='release8', min_cases=1500), 'no test passed'),
    (CARTClassifier(), 'leaves were grown'), (CARTRegressor(), 'leaves were grown'),
    (C50Classifier(), 'no test passed'), (C45RulesClassifier(), 'no rules')],
    ids=lambda m: type(m).__name__)
def test_one_leaf_of_noise_is_said_and_why(model, way):
    r = np.random.default_rng(0)
    X, y = pd.DataFrame({'x': r.normal(size=2000)}), r.integers(0, 2, 2000)
    with pytest.warns(UserWarning, match='one leaf|no rules'): model.fit(X, y + 0.0)
    assert model.notes_[0].code == 'one leaf' and way in model.notes_[0].text


def test_one_leaf_below_names_is_their_fault():
    X, y = noise(1500, 400)
    model = C45Classifier(min_cases=3).fit(X[['code']], np.random.default_rng(5).permutation(y))
    assert len(model.tree_) == 1
    first = model.notes_[0]
    assert (first.code, first.column) == ('one leaf', 'code')
    assert first.way.startswith("leave it out: X.drop(columns=['code'])")
    assert first.way.endswith('; without it there is one leaf, too')


def test_one_leaf_tells_one_story():
    r = np.random.default_rng(0)
    X = pd.DataFrame({'c': [f'k{i}' for i in r.integers(0, 1500, 2000)], 'b': r.integers(1, 4, 2000)})
    assert '1000000' not in str(C45Classifier().fit(X, r.random(2000) < .1).notes_)
    X = noise(1500, 400)[0][['code']]
    X, y = X.assign(price='$' + X.code.str[1:].str.zfill(3) + '.5'), r.integers(0, 2, 1500)
    with pytest.warns(UserWarning, match='one leaf') as seen: note = C45Classifier().fit(X, y).notes_[0]
    said = str(seen[-1].message)
    assert note.way.removesuffix('; without them there is one leaf, too') in said
    assert "drop(columns=['code', " not in said and 'without these signs' in said
    X, y = one_in_fifty()
    model = C45Classifier(collapse=False, min_cases=100).fit(X, y)
    assert len(model.tree_) == 1 and 'collapse=False with pruning=None keeps' in model.notes_[0].way
    assert "to count 'bad' more" in model.notes_[0].way


@pytest.mark.parametrize('learn', [
    lambda X, y: make_pipeline(C45Classifier()).fit(X, y),
    lambda X, y: cross_val_score(C45Classifier(), X, y, cv=3),
    lambda X, y: cross_val_score(make_pipeline(C45Classifier()), X, y, cv=2),
    lambda X, y: GridSearchCV(C45Classifier(), {'cf': [.1]}, cv=2).fit(X, y),
    lambda X, y: C45ForestClassifier(n_estimators=2, min_cases=1999).fit(X, y)])
def test_a_warning_names_the_line_of_the_caller(learn):
    X, y = one_in_fifty(2000)
    with pytest.warns(UserWarning, match='one leaf') as seen: learn(X, y)
    assert {w.filename for w in seen} == {__file__}


@pytest.mark.parametrize('seed', SEEDS)
def test_values_that_foretell_the_class_are_no_names(seed):
    r = np.random.default_rng(seed)
    X, y = table(seed)
    kin = np.where(r.random(400) < .9, y, y[::-1])  # nine in ten families are of one class
    order = np.argsort(kin, kind='stable')
    family = np.empty(400, object)
    family[order] = [f'f{i // 4}' for i in range(400)]
    assert ('identifier', 'family') not in codes(check(X.assign(family=family), y))
    assert codes(check(X.assign(family=r.permutation(family)), y)) == {('identifier', 'family')}
    told = CARTRegressor().fit(X.assign(family=family), (kin == 'yes') + X.x / 9)
    assert ('identifier', 'family') not in codes(told.notes_)


def test_an_index_is_a_column_of_names_and_codes_are_no_numbers():
    X, y = table(0)
    for start in (0, 1):
        index = np.arange(start, start + 400)
        assert codes(check(X.assign(n=index * 1.0), y)) == {('identifier', 'n')}
        assert check(X.assign(n=index * 2), y) == check(X.assign(n=index + 7), y) == []
    zips = [f'0{i}' for i in np.random.default_rng(0).integers(1000, 9999, 400)]
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        C45Classifier(max_depth=1).fit(X.assign(zip=zips), y)
    assert codes(check(X.assign(zip=zips), y)) == {('identifier', 'zip')}
    assert codes(check(X.assign(zip=[z[1:] for z in zips]), y)) == {('numbers', 'zip')}


def test_several_columns_of_names_are_left_out_together():
    X, y = noise(1500, 400)
    X = X.assign(more='m' + X.code, x=X.x.round(2))
    alone = ID3Classifier().fit(X[['x']], y).tree_.n_leaves
    found = [n for n in ID3Classifier().fit(X, y).notes_ if n.code == 'identifier']
    assert [n.column for n in found] == ['code', 'more']
    assert all(n.figures.get('without', alone) == alone for n in found)
    assert any('without such columns' in n.text for n in found)


def test_what_was_asked_for_is_no_surprise():
    X, y = table(0)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        C45Classifier(max_depth=0).fit(X, y)
        C45Classifier().fit(X, np.full(len(X), 'yes'))
        for kind in (C45Classifier, ID3Classifier, Release8Classifier): kind().fit(X, y)
        C45ForestClassifier(n_estimators=2).fit(X, y)


def test_absence_that_is_a_value_needs_no_note():
    X, y = hidden(*table(0), np.random.default_rng(1))
    assert codes(C45Classifier().fit(X, y).notes_) == {('unknown', 'z')}
    for unknown in ('branch', 'best'):
        assert C45Classifier(unknown=unknown).fit(X, y).notes_ == []


@pytest.mark.parametrize('model, way, option', [
    (C45Classifier(), "unknown='branch'", '--set unknown=branch'),
    (C45RulesClassifier(), "tree=C45Classifier(unknown='branch')", '--set tree__unknown=branch'),
    (C50Classifier(), "C45Classifier(unknown='branch')", '--model c45 --set unknown=branch')],
    ids=lambda m: type(m).__name__)
def test_a_way_out_is_a_parameter_that_there_is(model, way, option):
    X, y = hidden(*table(0), np.random.default_rng(1))
    note, = model.fit(X, y).notes_
    assert note.way == f'try {way}' and in_options(note, 'fit').endswith(f'; try {option}')


def test_a_rare_class_is_counted_by_its_weight_and_what_is_set_is_no_advice():
    X, y = table(0)
    y = np.where(np.arange(400) < 40, 'odd', y)
    model = C45Classifier(class_weight={'odd': 3}, min_cases=50)
    assert ('rare', 'class') in codes(check(X, y, min_cases=50))
    assert ('rare', 'class') not in codes(model.fit(X, y).notes_)
    note = next(n for n in model.set_params(min_cases=61).fit(X, y).notes_ if n.code == 'rare')
    assert note.way.endswith('of the others: a greater class_weight, or costs')


def test_quantities():
    X, _ = table(0)
    r = np.random.default_rng(0)
    assert check(X, X.x + r.normal(size=400)) == []
    assert codes(CARTRegressor().fit(X, (X.x > 0) * 1.0).notes_) == {('target', 'x')}


# -- records, copies, words

def test_copies_keep_notes_that_were_asked_for_and_say_where_others_are():
    X, y = hidden(*table(0), np.random.default_rng(1))
    model = C45Classifier().fit(X, y)
    with pytest.raises(AttributeError, match=r'check\(X, y\) looks at a table'):
        pickle.loads(pickle.dumps(model)).notes_
    asked = model.notes_
    assert pickle.loads(pickle.dumps(model)).notes_ == asked
    assert model.fit(*table(0)).notes_ == [] and not hasattr(clone(model), '_notes')


def test_names_are_escaped():
    X, y = table(0)
    X = X.rename(columns={'z': '<b>\u202e&'})
    X['<b>\u202e&'] = X['<b>\u202e&'].mask(y == 'no')
    report = C45Classifier().fit(X, y).report()
    assert '<b>' not in report._repr_html_() and '&lt;b&gt;' in report._repr_html_()
    assert '\u202e' not in str(report) + report._repr_html_()
    assert str(report).splitlines()[0].startswith('C45Classifier: ')


# -- public sets: what is noted of them is right

RIGHT = {  # set -> notes, all true: crx has one column twice; good contracts tell no pension
    'crx': {('same', 'A5')}, 'labor-neg': {('unknown', 'pension')}, 'zoo': {('rare', 'class')}}


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    at = tmp_path_factory.mktemp('sets')
    unpack_shipped(at, 'c50')
    return at / 'c50' / 'data'


@pytest.mark.parametrize('name', [
    'iris', 'wine', 'breast_cancer', 'digits', 'diabetes', *DATASETS, 'crx', 'kyphosis',
    'labor-neg', 'lenses', 'zoo'])
def test_public_sets_give_no_false_alarms(name, folder):
    load = getattr(datasets, f'load_{name}', None)
    X, y = (load(return_X_y=True, as_frame=True) if load else load_dataset(name) if name in DATASETS
            else decode(read_c45(folder / name)))
    model = (CARTRegressor() if name == 'diabetes' else C45Classifier()).fit(X, y)
    assert codes(model.notes_) == codes(check(X, y)) == RIGHT.get(name, set())


def test_names_that_are_never_asked_are_in_no_view_of_a_model(tmp_path):
    X, y = table(0)
    X = X.assign(name=[f'Ms Secret {i}' for i in range(len(X))])
    fitted = C45Classifier().fit(X, y)
    assert 'no test of this tree asks it' in str(fitted.notes_)
    card = fitted.card(X[:50], y[:50])
    explore_tree(fitted).save(tmp_path / 'tree.html')
    plot_tree(fitted).figure.savefig(tmp_path / 'tree.svg')
    views = [str(fitted.notes_), fitted.notes_._repr_html_(), str(card), card._repr_html_(),
             fitted._repr_mimebundle_()['text/html'], fitted.tree_._repr_html_(),
             (tmp_path / 'tree.html').read_text(), (tmp_path / 'tree.svg').read_text()]
    assert not any('Secret' in view for view in views)
