"""What is saved comes back bit for bit, and a file that was tampered with is refused, whatever was
done to it."""
import io
import json
import pickle
import resource
import time
import zipfile
from contextlib import suppress
from copy import deepcopy
from functools import cache
from itertools import product

import numpy as np
import pandas as pd
import pytest
from support.exports import WRITERS, fitted, plans
from support.random_tables import seeds

import c45lit
from c45lit import (C45Classifier, C45RulesClassifier, C50Classifier, CARTClassifier,
                    CARTRegressor, Column, CostComplexity, ErrorBased, ID3Classifier, LeafLimit,
                    Release8Classifier, Thresholds, from_json, load,
                    load_dataset, to_json)
from c45lit.estimators.model_files import columns_asked
from c45lit.originals.c50_nodes import NODE
from c45lit.exports.formulas import formula

each = pytest.mark.parametrize('name', plans())
GOLF = load_dataset('golf')


@each
@pytest.mark.filterwarnings('ignore:values not seen')
def test_a_saved_model_comes_back_with_the_same_bits_and_parameters(name, tmp_path):
    model, cases, answer, shares = fitted(name)
    model.save(tmp_path / 'model.json')
    again = load(tmp_path / 'model.json')
    assert type(again) is type(model)
    assert again.predict(cases).tolist() == answer
    if hasattr(model, 'classes_'):
        assert np.array_equal(again.predict_proba(cases), shares)
        assert again.classes_.tolist() == model.classes_.tolist(
            ) and again.classes_.dtype == model.classes_.dtype
    assert formula(again) == formula(model) and to_json(again) == to_json(model)
    assert again.explain(cases[:10]).equals(model.explain(cases[:10]))
    assert again.apply(cases).tolist() == model.apply(cases).tolist()
    assert again.feature_names_in_.tolist() == model.feature_names_in_.tolist(
        ) and again.n_features_in_ == model.n_features_in_
    for key, value in model.get_params().items():
        if key.endswith('validation') and not isinstance(value, (float, type(None))):
            continue  # cases are not saved
        assert repr(again.get_params()[key]) == repr(value if not isinstance(value, np.ndarray)
                                                     else value.tolist())


def shirts(n=120):
    "Sizes whose order is meant, a number, and what follows from them; one size in ten is unknown."
    rng, sizes = np.random.default_rng(0), ['small', 'medium', 'large', 'huge', 'giant']
    size, x = rng.integers(0, 5, n), rng.normal(size=n)
    words = np.where(rng.random(n) < .1, None, np.array(sizes, dtype=object)[size])
    return pd.DataFrame({'size': words,
                         'x': x}), size + x + rng.normal(scale=.3, size=n), {'size': sizes}


@pytest.mark.parametrize('cls', [C45Classifier, CARTClassifier, CARTRegressor, C50Classifier,
                                 C45RulesClassifier, ID3Classifier])
def test_the_order_of_values_comes_back(cls):
    X, y, order = shirts()
    if cls is not CARTRegressor: y = y > 2
    def made(schema):
        return cls(C45Classifier(schema=schema)) if cls is C45RulesClassifier else cls(schema=schema)
    model = made(order).fit(X, y)
    again, whole = from_json(to_json(model)), cls().fit(X, y, schema=order)
    assert from_json(to_json(whole)).schema_.attributes[0].is_ordered
    if cls is not C50Classifier:  # it keeps no scores
        found = again.candidate_table(X, y)
        assert found.equals(model.candidate_table(X, y)) and ('ordered' in found['kind']['size']
                                                              or cls is ID3Classifier)
    assert again.predict(X).tolist() == model.predict(X).tolist()
    forged = json.loads(to_json(model))
    assert forged['schemas'][0]['attributes'][0].pop('ordered') is True  # a file as it was before
    assert from_json(json.dumps(forged)).predict(X).tolist() == model.predict(X).tolist()
    forged['schemas'][0]['attributes'][0]['ordered'] = 'yes'
    with pytest.raises(ValueError, match=r'attributes\[0\].ordered: expected true or false'):
        from_json(json.dumps(forged))


def test_a_file_holds_no_case():
    X, y = GOLF
    X = X.assign(humidity=X.humidity + 0.123456, temperature=X.temperature + 0.654321)
    text = to_json(C45Classifier().fit(X, y))
    assert '.654321' not in text and text.count(
        '.123456') == 1  # the threshold


@pytest.mark.parametrize('model',
                         [C45Classifier(random_state=np.random.RandomState(0)),
                          ID3Classifier(lambda splits: splits[0])])
def test_parameters_that_are_no_data_are_refused(model):
    with pytest.raises(ValueError, match=r'to_json\(model.tree_\) saves the tree'):
        to_json(model.fit(*GOLF))


def test_what_is_no_model_is_refused(tmp_path):
    class Mine(C45Classifier): pass
    for wrong in (3, None, Mine().fit(*GOLF), C45Classifier):
        with pytest.raises(TypeError, match='expected a Tree'): to_json(wrong)
    with pytest.raises(ValueError, match='call fit'): to_json(C45Classifier())
    with pytest.raises(ValueError, match='install the c45lit that wrote it'):
        from_json('{"format": "c45lit model 2"}')
    (tmp_path / 'x').write_bytes(b'\xff\xfe\x00')
    with pytest.raises(ValueError, match=str(tmp_path / 'x')): load(tmp_path / 'x')


# -- files


def test_rules_of_the_largest_numbers_come_back():
    X = pd.DataFrame({'x': [-1.7e308] * 20 + [-1e308] * 20 + [1.7e308] * 20})
    model = C45RulesClassifier().fit(X, np.repeat(['a', 'b', 'a'], 20))
    thresholds = [c.threshold for rule in model.rules_.rules for c in rule.conditions]
    assert max(map(abs, thresholds)) > 2.0 ** 1000 and to_json(
        from_json(to_json(model))) == to_json(model)


def test_costs_of_nothing_are_costs_too():
    model = C45Classifier(costs={}).fit(*GOLF)
    assert from_json(to_json(model)).predict(GOLF[0]).tolist() == model.predict(GOLF[0]).tolist()
    for wrong in ('0', 'false', '""', '[]', f'[[0, 1], [1{400 * "0"}, 0]]'):
        with pytest.raises(ValueError, match='costs'):
            from_json(to_json(model).replace('"costs": {"pairs": []}', f'"costs": {wrong}'))


# -- hostile files

PRICE = {('play', "don't play"): 3}
SMALL = [C45Classifier(costs=PRICE, class_weight={'play': 2.0, "don't play": 1}),
         C45Classifier(discrete='subset', thresholds=Thresholds('midpoint', least_side=False),
                       pruning=[LeafLimit(4), ErrorBased(0.4, raising=False)],
                       schema={'humidity': Column(monotonic=-1)}),
         Release8Classifier(min_cases=1), C45RulesClassifier(Release8Classifier()),
         C50Classifier(trials=2, costs=PRICE), C50Classifier(trials=2, rules=True),
         C45RulesClassifier(), CARTClassifier(pruning=CostComplexity(folds=2)),
         c45lit.C45ForestClassifier(2)]
TEXTS = [to_json(m.fit(*GOLF))
         for m in SMALL] + [to_json(CARTRegressor(pruning=CostComplexity(folds=2)).fit(
             GOLF[0], GOLF[0].humidity))]
STRANGE = [None, True, -1, 0, 1, 2, 7, 2 ** 31, 2 ** 63, 10 ** 400, -0.5, 1e308, float('nan'),
           float('inf'), '', 'inf', 'x', '\ud800', [], [0], [[0]], {},
           {'pairs': 0}, {'pairs': [[0]]}, {'pairs': [[[0], {}]]}, {'a': 1}]


def places(value, path=()):
    "Paths to everything inside a record."
    inside = value.items() if type(value) is dict else enumerate(value) if type(
        value) is list else ()
    for key, part in inside:
        yield (*path, key)
        yield from places(part, (*path, key))


@cache
def places_of(text):
    "Paths to everything in a text."
    return list(places(json.loads(text)))


def at(data, path):
    "What lies at a path."
    for key in path: data = data[key]
    return data


def changed(data, path, other, rng):
    "Change what lies at a path, or the list around it; `other` is another path."
    around, last = at(data, path[:-1]), path[-1]
    kind = rng.integers(5)
    if kind == 0: del around[last]
    elif kind == 1 and type(around) is list: around.append(around[last])
    elif kind == 2 and type(around[last]) is int: around[last] += int(rng.integers(-2, 3))
    elif kind == 3: around[last] = deepcopy(at(data, other))
    else: around[last] = deepcopy(
        STRANGE[rng.integers(len(STRANGE))])  # what is put in may be changed next


def mutated(text, rng):
    "A text with one to three things in it changed, moved, dropped or doubled."
    data, paths = json.loads(text), places_of(text)
    for _ in range(rng.integers(1, 4)):
        path, other = (paths[i] for i in rng.integers(len(paths), size=2))
        try: changed(data, path, other, rng)
        except (KeyError, IndexError, TypeError): pass  # no longer there
    text = json.dumps(data)
    if rng.random() < 0.1: return text[:rng.integers(len(text))]
    if rng.random() < 0.05: return text.replace('[', '[' * int(rng.choice([2, 2000, 200_000])), 1)
    return text


# seconds of the processor for a text, megabytes for all; the largest text has 400 kB
PATIENCE, ROOM = 5, 400


def peak():
    "Megabytes that this process had at most."
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def answered(text, X):
    "Whether a text is a model; then it answers, unless it is of other columns or kinds than golf."
    try: model = from_json(text)
    except ValueError: return False
    try:
        assert len(model.predict(X)) == len(X)
        shares = model.predict_proba(X) if hasattr(model, 'classes_') else np.ones(1)
    except (ValueError, TypeError): shares = np.ones(1)
    assert (shares >= 0).all() and np.isfinite(shares).all()
    if shares.ndim == 2: assert np.allclose(shares.sum(axis=1), 1, atol=0.1)  # of 32 bits, too
    return True


def weights_in(text):
    "Paths to the weights of nodes, of their classes and of rules."
    data, names = json.loads(text), {'weights', 'dist', 'cover', 'correct', 'frequency', 'leftover'}
    at_node = {'nodes': C50_WEIGHT}
    def is_weight(path):
        if path[-2:-1] and path[-3:-2] == ('nodes',): return path[-1] == at_node['nodes']
        return bool(names & {*path}) and type(at(data, path)) in (int, float)
    return [path for path in places_of(text) if is_weight(path)]


C50_WEIGHT = NODE.names.index('weight')


@pytest.mark.parametrize('place', range(len(TEXTS)))
@pytest.mark.parametrize('factor', [1000, 1.01])
def test_a_weight_that_does_not_add_up_is_refused(place, factor):
    "Or it is one that no answer looks at, such as a mean, or one below what it may be."
    text, refused = TEXTS[place], 0
    paths = weights_in(text)
    rng = np.random.default_rng([place, int(factor)])
    for i in rng.permutation(len(paths))[:40]:
        forged = json.loads(text)
        around = at(forged, paths[i][:-1])
        around[paths[i][-1]] = around[paths[i][-1]] * factor + (factor - 1)
        try: from_json(json.dumps(forged))
        except ValueError as e: refused += 'sum of its dist' in str(e) or 'weight of its' in str(e)
        else: assert answered(json.dumps(forged), GOLF[0])
    # sums of 32 bits may be off by a sixteenth
    has_trees = bool(json.loads(text).get('trees'))  # a file of rules holds none
    assert refused or not has_trees or factor < 1.1 and '"single": true' in text


@pytest.mark.parametrize('place', range(len(TEXTS)))
def test_a_name_that_comes_twice_is_refused(place):
    "At any depth: the last would hold, and a reader may look at the first."
    for path in [(), *(p for p in places_of(TEXTS[place]) if isinstance(p[-1], int))][:50]:
        data = json.loads(TEXTS[place])
        record = at(data, path) if path else data
        if type(record) is not dict or not record: continue
        name = [*record][0]
        record['twice'] = 0
        forged = json.dumps(data).replace('"twice": 0', f'{json.dumps(name)}: 0')
        with pytest.raises(ValueError, match='comes twice in one record'): from_json(forged)


@pytest.mark.parametrize('smoothing', [None, 'laplace', 3, 1e300])
def test_a_tree_that_no_case_came_to_has_shares_all_the_same(smoothing):
    forged = json.loads(to_json(C45Classifier(leaf_smoothing=smoothing).fit(*GOLF)))
    for tree in forged['trees']:
        tree.update(dist=[[0, 0]] * len(tree['dist']), weights=[0] * len(tree['dist']),
                    errors=[0] * len(tree['dist']))
    assert np.allclose(from_json(json.dumps(forged)).predict_proba(GOLF[0]).sum(axis=1), 1)


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('single', [False, True])
@pytest.mark.parametrize('weight', [0, 1e-300, 1e-30])
def test_a_test_that_weighs_nothing_over_branches_that_do_is_refused(weight, single):
    "Cases with an unknown value would go down its branches in shares of infinity."
    forged = json.loads(to_json(ID3Classifier().fit(*GOLF).tree_)) | {'single': single}
    forged['weights'][0] = weight
    with pytest.raises(ValueError,
                       match=r'weights\[0\]: expected at least what its branches weigh, got'): from_json(json.dumps(forged))


def test_a_file_that_was_tampered_with_is_refused_or_a_model_that_predicts():
    X, before, loaded, seen = GOLF[0], peak(), 0, 0
    for seen, seed in enumerate(seeds(600), 1):
        text = mutated(TEXTS[seed % len(TEXTS)], np.random.default_rng(seed))
        start = time.process_time()
        try: loaded += answered(text, X)
        except Exception as e: raise AssertionError(f'seed {seed}: {type(e).__name__}: {e}') from e
        assert time.process_time() - start < PATIENCE, seed
    assert loaded and peak() - before < ROOM
    print(f'{seen} texts, {loaded} of them models, {peak() - before:.0f} MB more than before')


def test_a_file_says_which_version_wrote_it_and_one_without_loads():
    tree = C45Classifier().fit(*GOLF)
    for model in tree, tree.tree_, c45lit.rules_from(tree):
        text = to_json(model)
        data = json.loads(text)
        assert data.pop('written_by') == f'c45lit {c45lit.__version__}'
        assert to_json(from_json(json.dumps(data))) == text
        newer = data | {'format': data['format'].replace(' 1', ' 2'), 'written_by': 'c45lit 9.1'}
        with pytest.raises(ValueError, match="written by 'c45lit 9.1', .* from a newer c45lit"):
            from_json(json.dumps(newer))


# -- words that nobody asks

def planted(seed=0, n=400):
    "A table with a column of names, which noise makes a grown tree ask, and what follows from x."
    rng = np.random.default_rng(seed)
    x = rng.random(n).round(2)
    return pd.DataFrame({'name': [f'Ms Secret {i}' for i in range(n)], 'x': x,
                         'job': rng.choice(list('abc'), n)}), np.where(rng.random(n) < .15, x < .5, x > .5)


KEEPING = [C45Classifier(), CARTClassifier(), CARTRegressor(), C45RulesClassifier(),
           C50Classifier(), C50Classifier(rules=True), C50Classifier(trials=3), Release8Classifier()]


@pytest.mark.parametrize('model', KEEPING, ids=repr)
@pytest.mark.filterwarnings('ignore:too many values')
def test_names_that_nobody_asks_are_in_no_file(model):
    "Neither JSON, nor a pickle, nor skops; and the model answers, and takes its cases again."
    skops = pytest.importorskip('skops.io')
    X, y = planted()
    noise = pd.Series(np.random.default_rng(1).integers(0, 40, len(X)))  # grown trees ask it
    X = X.assign(note=noise.map('Ms Secret {}'.format))
    model.fit(X, y * 1.0 if isinstance(model, CARTRegressor) else y)
    members, loaded = model._members(), from_json(to_json(model))
    assert not {'name', 'note'} & columns_asked(members), 'a poor table: it asks the names'
    if getattr(model, 'trials', 1) == 1: assert 'Secret' in to_json(model, unpruned=True)
    exported = [*written(model)]
    assert len(exported) > 4 and 'Secret' not in ''.join(exported)
    for data in pickle.dumps(model), skops.dumps(model), pickle.dumps(loaded):
        assert b'Secret' not in unpacked(data)
    whole = from_json(to_json(model, unpruned=True))
    for again in loaded, whole, pickle.loads(pickle.dumps(model)), deepcopy(model):
        assert again.predict(X).tolist() == model.predict(X).tolist()
        assert len(again._members()) == len(members)


def written(model):
    "What every export that takes a model, or one of its members, writes."
    for one, write in product([model, *model._members()], [to_json, *WRITERS.values()]):
        with suppress(TypeError, ValueError): yield repr(write(one))


def unpacked(data: bytes) -> bytes:
    "Bytes of a file; of an archive those of all its files."
    if not data.startswith(b'PK'): return data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b''.join(archive.read(name) for name in archive.namelist())


@pytest.mark.parametrize('cls', [C45Classifier, CARTClassifier, CARTRegressor, C45RulesClassifier],
                         ids=lambda e: e.__name__)
@pytest.mark.filterwarnings('ignore:too many values')
def test_the_unpruned_tree_is_in_a_file_on_request_and_its_cases_give_it_again(cls, tmp_path):
    X, y = planted()
    if cls is CARTRegressor: y = y * 1.0
    model = cls().fit(X, y)
    model.save(tmp_path / 'bare.json')
    with pytest.warns(UserWarning, match='x.pkl holds JSON now, for load'): model.save(tmp_path / 'x.pkl')
    model.save(tmp_path / 'whole.json', unpruned=True)
    bare, whole = load(tmp_path / 'bare.json'), load(tmp_path / 'whole.json')
    assert nodes_of(whole.unpruned_tree_) == nodes_of(model.unpruned_tree_)
    with pytest.raises(AttributeError, match='save.path, unpruned=True'): bare.unpruned_tree_
    with pytest.raises(ValueError, match='not the cases that the tree was grown from'):
        bare.candidate_table(X[:300], y[:300])
    assert bare.candidate_table(X, y).equals(model.candidate_table())
    assert nodes_of(bare.unpruned_tree_) == nodes_of(model.unpruned_tree_)


def nodes_of(tree):
    "The tests of a tree and the weights at its nodes, whatever words its schema holds."
    return tree.attribute.tolist(), repr(tree.threshold.tolist()), tree.dist.tolist()


def test_a_file_tells_the_weights_of_the_classes():
    assert json.loads(to_json(C45Classifier().fit(*GOLF)))['learned']['root'] == [5, 9]
    X, y = planted()
    weight, mean = json.loads(to_json(CARTRegressor().fit(X[['x']], y * 1.0)))['learned']['root']
    assert (weight, mean) == (400, y.mean())
