"""The nearest other leaf is what trying every change finds, and units do not matter."""
import json
import pickle
from copy import deepcopy
from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_wine
from support.random_tables import seeds

from c45lit import (C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier,
                    CARTForestRegressor, CARTRegressor, Release8Classifier, from_json, load_dataset,
                    to_json)


def test_units_do_not_matter():
    X, y = load_wine(return_X_y=True, as_frame=True)
    X = X + 1 / 3  # whole numbers have a unit
    factors = 2.0 ** np.arange(X.shape[1])  # exact
    one, other = C45Classifier().fit(X, y), C45Classifier().fit(X * factors, y)
    for i in range(0, 178, 20):
        a, b = one.counterfactuals(X.iloc[[i]]), other.counterfactuals(X.iloc[[i]] * factors)
        assert a.leaf.tolist() == b.leaf.tolist() and a.distance.tolist() == b.distance.tolist()


def test_wishes_and_columns_that_cannot_change():
    X, y = load_dataset('penguins')
    model = C45Classifier().fit(X, y)
    found = model.counterfactuals(X.iloc[[0]], want='Gentoo', most=100)
    assert set(found.answer) == {'Gentoo'}
    left = model.counterfactuals(X.iloc[[0]], fixed=['island'], most=100)
    assert len(left) and not any('island' in to for to in left.to)
    D, t = load_diabetes(return_X_y=True, as_frame=True)
    numbers = CARTRegressor(max_depth=4, pruning=None).fit(D, t)
    assert numbers.counterfactuals(D.iloc[[1]], want=(200, 500), most=50).answer.between(200,
                                                                                          500).all()
    leaf = C45Classifier().fit(X.iloc[:20], ['a'] * 20)
    assert not len(leaf.counterfactuals(X.iloc[[0]]))


def test_an_order_counts_its_places():
    size = pd.Categorical(list('sssmmmlllxxx'), list('smlx'), ordered=True)
    X, y = pd.DataFrame({'size': size}), list('aaaaaabbbbbb')
    model = C45Classifier(min_cases=1).fit(X, y)
    found = model.counterfactuals(X.iloc[[0]])
    assert found.to[0] == {'size': 'l'} and found.distance[0] == pytest.approx(2 / 3)


@pytest.mark.parametrize('ask, words', [
    (dict(case=slice(0, 2)), 'one case'), (dict(want='Emu'), "'Emu' is not a class"),
    (dict(fixed=['wings']), "'wings' is not a list of columns"), (dict(fixed='island'), 'island'),
    (dict(most=0), 'at least 1')])
def test_what_makes_no_sense_is_refused(ask, words):
    X, y = load_dataset('penguins')
    model = C45Classifier().fit(X, y)
    case = X.iloc[ask.pop('case', slice(0, 1))]
    with pytest.raises(ValueError, match=words): model.counterfactuals(case, **ask)


def test_files_and_copies_keep_the_ranges():
    X, y = load_dataset('penguins')
    case = X.iloc[[0]]
    for model in (C45Classifier(), C45RulesClassifier(), C50Classifier(trials=3)):
        text = to_json(model.fit(X, y))
        for loaded in from_json(text), pickle.loads(pickle.dumps(model)), deepcopy(from_json(text)):
            assert loaded.counterfactuals(case).equals(model.counterfactuals(case))
            assert loaded.counterfactuals(case, X).equals(model.counterfactuals(case))
        record = json.loads(text)
        del record['learned']['spans']  # a file as it was before
        with pytest.raises(ValueError, match='not kept'): from_json(json.dumps(record)).counterfactuals(case)


def letters(n=600):
    "Applicants, and a model of whom it takes."
    rng = np.random.default_rng(0)
    X = pd.DataFrame({'income': rng.integers(10, 60, n) * 1000, 'age': rng.integers(18, 70, n),
                      'late': rng.poisson(1, n), 'size': rng.choice(['s', 'm', 'l'], n)})
    y = np.where(X.income / 1000 + X.age / 3 - 9 * X.late + 5 * (X['size'] == 'l') > 42, 'good', 'bad')
    schema = {'size': ['s', 'm', 'l']}
    return X, y, [C45Classifier(schema=schema).fit(X, y), C45ForestClassifier(9, schema=schema).fit(X, y)]


def test_whole_numbers_stay_whole_and_letters_ask_for_no_more_than_others():
    X, y, models = letters()
    for model in models:
        for i in np.flatnonzero(model.predict(X) == 'bad')[:12]:
            case = X.iloc[[i]]
            found = model.counterfactuals(case, want='good', most=30)
            for row in found.itertuples():
                assert all(v == int(v) for v in row.to.values() if not isinstance(v, str))
                assert model.predict(case.assign(**row.to))[0] == 'good'
            for a, b in permutations(found.itertuples(), 2):
                if {*a.to} <= {*b.to} and 'size' not in a.to:
                    old = case.iloc[0]
                    assert not all(abs(v - old[k]) <= abs(b.to[k] - old[k]) and
                                   (v > old[k]) == (b.to[k] > old[k]) for k, v in a.to.items())


def test_columns_go_their_way_and_have_their_price():
    X, y, models = letters()
    for model in models:
        for i in np.flatnonzero(model.predict(X) == 'bad')[:12]:
            case, ask = X.iloc[[i]], dict(want='good', most=30)
            for row in model.counterfactuals(case, **ask, only_up=['age', 'size'],
                                             only_down=['late']).itertuples():
                old = case.iloc[0]
                assert row.to.get('age', 99) > old.age and row.to.get('late', -1) < old.late
                if 'size' in row.to: assert 'sml'.index(row.to['size']) > 'sml'.index(old['size'])
            dear = model.counterfactuals(case, **ask, cost={'income': 3})
            for row in dear.itertuples():
                far = abs(row.to.get('income', old.income) - old.income) / np.ptp(X.income)
                if [*row.to] == ['income']: assert row.distance == pytest.approx(3 * far)
    for bad, words in (dict(only_up=['wings']), 'no column'), (dict(cost={'age': -1}), 'from 0'):
        with pytest.raises(ValueError, match=words): models[0].counterfactuals(X[:1], **bad)
    with pytest.raises(ValueError, match="'size' has no order"):
        C45Classifier().fit(X, y).counterfactuals(X[:1], only_up=['size'])


def least_by_trying(model, X, case):
    """Least (changes, distance) of all cases that are answered otherwise: every combination of
    thresholds, numbers just above them, and words is predicted."""
    was, spans = model.predict(case)[0], X.max(numeric_only=True) - X.min(numeric_only=True)
    cuts = {}
    for tree in model._all_trees():
        for a, t in zip(tree.attribute, tree.threshold):
            if t == t: cuts.setdefault(X.columns[a], set()).add(t)
    ways = {}
    for name, old in case.iloc[0].items():
        if name not in spans: ways[name] = {v: float(v != old) for v in X[name].unique()}
        else:
            above = np.float32 if is_single(model) else np.float64
            new = [old, *cuts.get(name, ()), *np.nextafter(list(map(above, cuts.get(name, ()))),
                                                           above(np.inf)).astype(float)]
            ways[name] = {v: abs(v - old) / (spans[name] or 1) for v in new}
    tried = pd.DataFrame(list(product(*ways.values())), columns=list(ways))
    other = tried[model.predict(tried) != was]
    def far(row): return [ways[c][v] for c, v in row.items() if v != case[c].iloc[0]]
    return min(((len(d), sum(d)) for d in (far(row._asdict()) for row in
                                           other.itertuples(index=False))), default=None)


def is_single(model):
    "Whether a model computes in 32 bits."
    return isinstance(getattr(model, 'tree', model), Release8Classifier)


MANY = [lambda i: C45ForestClassifier(3, random_state=i), lambda i: CARTForestRegressor(3),
        lambda i: C50Classifier(5), lambda i: C50Classifier(5, rules=True),
        lambda i: C45RulesClassifier(), lambda i: C45RulesClassifier(Release8Classifier()),
        lambda i: Release8Classifier(min_cases=1), lambda i: C45Classifier(min_cases=1, discrete='subset'),
        lambda i: C45Classifier(criterion='gain', pruning=None), lambda i: CARTRegressor(pruning=None),
        lambda i: C50Classifier(rules=True, costs={('a', 'b'): 3}), lambda i: C45Classifier(unknown='best'),
        lambda i: C45Classifier(min_cases=1, costs={('a', 'b'): 3}, leaf_smoothing='laplace')]


@pytest.mark.parametrize('make', MANY, ids=lambda make: str(make(0)))
def test_the_nearest_is_what_trying_everything_finds(make):
    found = [compare(make(seed), seed) for seed in seeds(12)]
    assert any(found)


def compare(model, seed):
    "Compare the nearest change with every one there is; whether there is one."
    rng = np.random.default_rng(seed)
    n = rng.integers(12, 40)
    X = pd.DataFrame(dict(u=rng.normal(size=n).round(1), v=rng.integers(0, 9, n) * 1.5,
                          w=rng.choice(list('xyz'), n)))
    y = (X.u + X.v / 4 + (X.w == 'x') + rng.normal(size=n) / 2).to_numpy()
    numbers = isinstance(model, (CARTForestRegressor, CARTRegressor))
    model.fit(X, y.round(1) if numbers else np.where(y > np.median(y), 'a', 'b'))
    case = X.iloc[[rng.integers(n)]]
    found, best = model.counterfactuals(case, most=3), least_by_trying(model, X, case)
    if best is None:
        assert not len(found)
        return False
    assert (found.changes[0], found.distance[0]) == pytest.approx(best, rel=1e-9)
    for row in found.itertuples():
        said = model.predict(case.assign(**row.to))[0]
        assert said == row.answer != model.predict(case)[0]
    return True


def test_sets_of_columns_are_told_once_and_tries_that_end_warn():
    X, y = load_dataset('penguins')
    model = C50Classifier(trials=10).fit(X, y)
    found = model.counterfactuals(X.iloc[[0]], most=50)
    told = [set(to) for to in found.to]
    assert len(told) > 1
    assert not any(a <= b for i, a in enumerate(told) for b in told[:i] + told[i + 1:])
    assert found[['changes', 'distance']].apply(tuple, axis=1).is_monotonic_increasing
    with pytest.warns(UserWarning, match='raise tries'):
        model.counterfactuals(X.iloc[[0]], most=50, tries=10)
    with pytest.raises(ValueError, match='tries must be at least 1'):
        model.counterfactuals(X.iloc[[0]], tries=0)
    left = model.counterfactuals(X.iloc[[0]], fixed=[*told[0]], most=50)
    assert not any(told[0] & set(to) for to in left.to)
    assert set(model.counterfactuals(X.iloc[[0]], want='Gentoo').answer) == {'Gentoo'}


def test_an_unknown_value_of_many_trees_is_filled_in():
    X, y = load_dataset('penguins')
    model = C50Classifier(trials=5).fit(X, y)
    case = X.iloc[[0]].assign(bill_length_mm=np.nan, island=None)
    for row in model.counterfactuals(case).itertuples():
        assert model.predict(case.assign(**row.to))[0] == row.answer != model.predict(case)[0]
        assert ('bill_length_mm from unknown' in row.what) == ('bill_length_mm' in row.to)
