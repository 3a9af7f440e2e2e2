"""A class stays what it is: the same value and the same kind from `fit` to every export, and mixed
kinds are refused."""
import json
import pickle
import tracemalloc
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from support.exports import OF_A_TREE, WRITERS
from support.runners import ENGINES

import c45lit as c

MODELS = [c.C45Classifier, c.C50Classifier, c.C45RulesClassifier, c.CARTClassifier, c.ID3Classifier]
N = 40
SECOND = np.arange(N) > 9  # the cases of the second class
X = pd.DataFrame({'x': np.arange(float(N))})


def labels(first, second, dtype=None):
    "A Series of two classes."
    values = np.empty(N, dtype=object)
    values[:] = [second if s else first for s in SECOND]
    return pd.Series(values, dtype=object) if dtype is None else pd.Series(
        list(values), dtype=dtype)


def category(*values):
    return pd.Series(pd.Categorical.from_codes(SECOND.astype(int), categories=list(values)))


def arrow(values):
    import pyarrow as pa
    return pa.array(list(values))


def polars(values):
    import polars as pl
    return pl.Series('y', list(values))


WORDS = {
    'words': labels('no', 'yes'), 'text of numpy': labels('no', 'yes').to_numpy().astype('U'),
    'a list': labels('no', 'yes').tolist(),
    'a tuple': tuple(labels('no', 'yes')),
    'scalars of numpy': [np.str_(v) for v in labels('no', 'yes')],
    'str': labels('no', 'yes', 'str'),
    'string': labels('no', 'yes', 'string'), 'category': category('no', 'yes'),
    'category, unused and unsorted': pd.Series(pd.Categorical(labels('no', 'yes'),
                                                              categories=['zz', 'yes', 'no'],
                                                              ordered=True)),
    'zero bytes': labels('a', 'a\0'), 'a list with zero bytes': labels('a', 'a\0').tolist(),
    'nothing': labels('', '\0'),
    'half a character': labels('\ud800', 'x'), 'orders': labels('\x1b[2J', '\u202e'),
    'long': labels('a', 'z' * 100_000)}
NUMBERS = {
    **{str(np.dtype(t)): labels(np.iinfo(t).max - 1, np.iinfo(t).max, t)
       for t in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)},
    'below 0': labels(-2 ** 63, 2 ** 63 - 1, 'int64'),
    'a list of whole numbers': labels(1, 2).tolist(), 'Int64': labels(1, 2, 'Int64'),
    'UInt8': labels(1, 2, 'UInt8'),
    'scalars of whole numbers': [np.int16(v) for v in labels(3, 5)],
    'category of numbers': category(3, 7),
    'bool': pd.Series(SECOND), 'a list of truth values': SECOND.tolist(),
    'boolean': labels(False, True, 'boolean'),
    'scalars of truth': list(SECOND), 'category of truth': category(False, True),
    'float': labels(1.0, 2.0, 'float64'),
    'float32': labels(1.0, 2.0, 'float32'), 'Float64': labels(1.0, 2.0, 'Float64'),
    'whole among floats': [1 if s else 2.0 for s in SECOND],
    'category of fractions': category(0.1, 2.5)}
KINDS = WORDS | NUMBERS


def of_other_libraries():
    pytest.importorskip('pyarrow', reason='pip install pyarrow')
    pytest.importorskip('polars', reason='pip install polars')
    found = {name: labels('no', 'yes', f'{name}[pyarrow]') for name in ('string',)}
    found |= {f'{name}[pyarrow]': labels(*values, f'{name}[pyarrow]') for name, values in
              dict(int8=(1, 2), uint64=(1, 2 ** 64 - 1), double=(1.0, 2.0),
                   bool=(False, True)).items()}
    for values in (labels('a', 'a\0'), labels(1, 2), SECOND.tolist()):
        found |= {f'arrow {type(values[0])}': arrow(values),
                  f'polars {type(values[0])}': polars(values)}
    return found


def as_listed(y):
    "The classes as plain Python values, case by case."
    if hasattr(y, 'to_pylist'): return y.to_pylist()
    if isinstance(y, (list, tuple)):
        return [v.item() if isinstance(v, np.generic) else v for v in y]
    return np.ravel(y).tolist() if isinstance(y, np.ndarray) else y.to_list()


def same(a, b): return [(type(v), v) for v in a] == [(type(v), v) for v in b]


def check(model, y):
    "All that names a class names the same: schema, estimator, answers, shares, files, copies."
    plain = as_listed(y)
    if len({*map(type, plain)}) > 1: plain = list(map(float, plain))
    expected = sorted(set(plain))
    assert same(model.schema_.classes, expected) and same(model.classes_.tolist(), expected)
    found = model.predict(X)
    assert found.dtype == model.classes_.dtype and same(found.tolist(), plain)
    assert (model.classes_.dtype == object) == isinstance(expected[0], str)
    shares = model.predict_proba(X)
    truth = np.array(plain, dtype=found.dtype)  # of a list scikit-learn itself cuts zero bytes off
    assert (model.classes_[shares.argmax(axis=1)] == found).all()
    if expected[0] != 0.1: assert model.score(X, truth) == 1  # scikit-learn scores no fractions
    for again in (c.from_json(c.to_json(model)), pickle.loads(pickle.dumps(model))):
        assert same(again.classes_.tolist(),
                    expected) and again.classes_.dtype == model.classes_.dtype
        assert same(again.predict(X).tolist(), plain) and again.schema_ == model.schema_
    return expected, plain


def in_python(model):
    space = {}
    exec(c.to_python(model), space)
    return space['CLASSES'], [space['predict']({'x': v}) for v in X.x]


@pytest.mark.parametrize('estimator', MODELS)
def test_a_class_is_the_same_value_of_the_same_kind_everywhere(estimator):
    for name, y in (KINDS | of_other_libraries()).items():
        model = estimator(random_state=0) if estimator is not c.C50Classifier else estimator(
            trials=2)
        expected, plain = check(model.fit(X, y), y)
        classes, answers = in_python(model)
        assert same(classes, expected) and same(answers, plain), name


@pytest.mark.filterwarnings('ignore')
def test_every_export_says_the_class_or_says_that_it_cannot(tmp_path):
    told = Counter()
    for kind, y in KINDS.items():
        model = c.C45Classifier().fit(X, y)
        plain = check(model, y)[1]
        for name, ask in ENGINES.items():
            try: found = list(ask(model, X, tmp_path)[0])
            except ValueError as e:
                assert str(e).startswith('to_') and not isinstance(e, UnicodeError)
                told[name] += 1
                continue
            # SQLite has no truth values
            assert found == plain and {*map(type, found)} <= {*map(type, plain), int}, (name, kind)
        if kind != 'long': assert all(WRITERS[name](model) for name in OF_A_TREE)
    assert told['to_sql'] <= 6 and told['to_onnx'] <= 10 and told['to_javascript'] <= 4, told


# -- what is refused

MIXED = {'a word and a number': [1, 'a'], 'a word and truth': [True, 'a'],
         'truth and a number': [True, 2], 'zero and false': [0, False],
         'a whole number that no float is': [2 ** 53 + 1, 1.0]}


@pytest.mark.parametrize('name', MIXED)
def test_classes_of_mixed_kinds_are_refused_in_words(name):
    first, second = MIXED[name]
    mixed = labels(first, second)
    for y in (mixed.tolist(), mixed, mixed.to_numpy(),
              category(first, second) if first != second else mixed):
        if isinstance(getattr(y, 'dtype', None),
                      # pandas made them one kind
                      pd.CategoricalDtype) and y.cat.categories.dtype != object: continue
        with pytest.raises(TypeError,
                           match=r"C45Classifier: y: classes must be all strings or "
                                 r".*y\.astype\(str\)|^y: classes must"):
            c.C45Classifier().fit(X, y)
    with pytest.raises(TypeError, match='y: classes must be all strings'):
        c.infer_schema(X, mixed.tolist())


def changed(model, names):
    "A model file with other classes."
    record = json.loads(c.to_json(model))
    for schema in record.get('schemas', [record]): schema['class_names'] = names
    return json.dumps(record)


@pytest.mark.parametrize('names',
                         [*MIXED.values(), [1, 2.5], [None, 'a'], [None, 1], [-0.0, 'x'],
                          ['a', 'a']], ids=repr)
def test_a_file_with_classes_of_mixed_kinds_is_refused_at_its_place(names, tmp_path):
    model = c.C45Classifier().fit(X, KINDS['words'])
    for saved in (model, model.tree_, c.C45RulesClassifier().fit(X, KINDS['words']).rules_):
        text = changed(saved, names)
        with pytest.raises(ValueError, match='from_json: class_names: schema: '): c.from_json(text)
        (tmp_path / 'm.json').write_text(text)
        with pytest.raises(ValueError, match=r'm\.json: from_json: class_names: '):
            c.load(tmp_path / 'm.json')


@pytest.mark.parametrize('names',
                         [['a\0', 'a'], [2 ** 63 + 1, -1], [2 ** 63, 2 ** 63 + 1], [2 ** 70, 1],
                          [10 ** 400, 1], ['\ud800', 'x'], ['', '\0']],
                         ids=lambda names: repr(names)[:20])
def test_classes_of_a_file_stay_what_they_are(names):
    model = c.from_json(changed(c.C45Classifier().fit(X, KINDS['words']), names))
    assert same(model.classes_.tolist(), names) and same(in_python(model)[0], names)
    assert same(model.predict(X).tolist(), [names[s] for s in SECOND.astype(int)])
    for export in (c.to_onnx, c.to_pmml, c.to_c, c.to_javascript, lambda m: c.to_sql(m, 't')):
        try: export(model)
        except ValueError as e: assert str(e).startswith('to_') and not isinstance(e, UnicodeError)


def test_partitions_of_other_kinds_of_classes_are_refused_by_name():
    def part(y): return X.assign(y=y)
    for first, second in [(KINDS['bool'], KINDS['int8']), (KINDS['words'], KINDS['int8']),
                          (KINDS['bool'], labels(1.0, 2.0, 'float64'))]:
        with pytest.raises(TypeError,
                           match='frame 1: (classes must be all strings or all numbers of one '
                                 'kind|the class column holds )'):
            c.fit_partitioned([part(first), part(second)], 'y')


def test_partitions_have_the_classes_of_one_frame():
    for name in ('zero bytes', 'half a character', 'bool', 'uint64', 'Int64', 'float32',
                 'category'):
        frame = X.assign(y=pd.Series(KINDS[name]).to_numpy() if name == 'float32' else KINDS[name])
        model, _ = c.fit_partitioned([frame[::2], frame[1::2]], 'y')
        check(model, frame.y)


# -- memory

def test_a_long_class_takes_room_once():
    y = labels('a', 'b')
    y[3] = 'c' * 1_000_000
    for labels_of_it in (y, y.tolist()):
        tracemalloc.start()
        model = c.C45Classifier(collapse=False, pruning=None, min_cases=1).fit(X, labels_of_it)
        answers = model.predict(pd.DataFrame({'x': np.arange(10_000.0)}))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert answers.nbytes == 80_000 and peak < 30e6


# -- what is said of classes by name

@pytest.mark.parametrize('name', ['words', 'zero bytes', 'text of numpy', 'int8', 'bool', 'float',
                                  'boolean', 'Int64', 'category', 'a list'])
def test_weights_and_costs_are_given_by_class(name):
    y = KINDS[name]
    first, second = sorted(set(as_listed(y)))
    known = c.C45Classifier(class_weight=dict(no=3.0, yes=1.0), pruning=None).fit(X, KINDS['words'])
    assert np.array_equal(c.C45Classifier(class_weight={first: 3.0, second: 1.0},
                                          pruning=None).fit(X, y).tree_.dist, known.tree_.dist)
    costs = {(first, second): 5.0}
    model = c.C45Classifier(costs=costs).fit(X, y)
    assert model.costs_.matrix.tolist() == [[0, 5], [1, 0]]
    assert c.from_json(c.to_json(model)).costs_.matrix.tolist() == [[0, 5], [1, 0]]


def test_ranges_of_pandas_are_classes():
    y = pd.cut(X.x, [-1, 9, 40])
    for estimator in MODELS:
        model = estimator().fit(X, y)
        assert model.classes_.dtype == object and list(model.predict(X)) == y.tolist() and list(
            model.schema_.classes) == list(y.cat.categories)
    with pytest.raises(ValueError,
                       match='to_json: the list of classes has Interval.*make it a string'): c.to_json(model)
    with pytest.raises(ValueError, match='to_sql: Interval.*use to_python'): c.to_sql(model, 't')


def test_classes_made_by_numpy_are_plain_in_a_schema():
    schema = c.Schema((c.Attribute('w', 'discrete', np.array(['u', 'v'])),),
                      np.array([1, 2], dtype=np.int8))
    assert same(schema.classes, [1, 2]) and same(schema.attributes[0].values, ['u', 'v'])


# -- trees of scikit-learn whose arrays were changed

CHANGES = dict(circle=lambda nodes: nodes['left_child'].__setitem__(0, 0),
               outside=lambda nodes: nodes['left_child'].__setitem__(0, 10 ** 6),
               twice=lambda nodes: nodes['right_child'].__setitem__(0, nodes['left_child'][0]),
               one_child=lambda nodes: nodes['right_child'].__setitem__(0, -1),
               feature=lambda nodes: nodes['feature'].__setitem__(0, 7),
               threshold=lambda nodes: nodes['threshold'].__setitem__(0, np.nan))


@pytest.mark.parametrize('name', CHANGES)
def test_a_tree_of_scikit_learn_that_was_changed_is_refused(name):
    from sklearn.tree import DecisionTreeClassifier
    model = DecisionTreeClassifier().fit(X, X.x % 7 > 3)
    state = model.tree_.__getstate__()
    nodes = state['nodes'].copy()
    CHANGES[name](nodes)
    other = type(model.tree_)(1, np.array([2]), 1)
    other.__setstate__(state | dict(nodes=nodes))
    model.tree_ = other
    with pytest.raises(ValueError, match='from_sklearn: expected every node|tree: '):
        c.from_sklearn(model)
