"""An ONNX graph answers as the model does, bit for bit, in onnxruntime."""
import numpy as np
import pandas as pd
import pytest
from support.exports import fitted, plans, same_shares, voting_rules
from support.random_tables import seeds
from support.runners import in_onnxruntime

from c45lit import Attribute, C45Classifier, to_onnx
from c45lit.exports import Formula
from c45lit.exports.formulas import Leaf, Test as Ask

pytest.importorskip('onnx', reason='pip install c45lit[onnx]')
runtime = pytest.importorskip('onnxruntime', reason='pip install onnxruntime')
ROUNDED = ('r8', 'r8_unpruned', 'rules_r8')  # computed in 32 bits
ABSENT = tuple(n for n in plans() if n.startswith('absent'))  # absence is a value
each = pytest.mark.parametrize('name', [n for n in plans() if n not in ROUNDED + ABSENT])


@each
def test_onnx_gives_the_bits_of_predict_proba(name):
    model, cases, answer, shares = fitted(name)
    label, found = in_onnxruntime(model, to_onnx(model), cases)
    assert same_shares(model, found,
                       shares) and label == (answer if hasattr(model, 'classes_') else [])


@pytest.mark.parametrize('name', ROUNDED)
def test_what_is_computed_in_32_bits_is_refused(name):
    with pytest.raises(ValueError, match='use to_c'): to_onnx(fitted(name)[0])


def test_rules_that_vote_are_added_up_to_the_same_bits():
    for seed in seeds(25):
        model, X = voting_rules(seed)
        label, found = in_onnxruntime(model, to_onnx(model), X)
        assert label == model.predict(X).tolist(), seed
        assert np.array_equal(found, model.predict_proba(X)), seed


def test_classes_of_whole_fractions_are_whole_numbers():
    X = pd.DataFrame({'x': [1.0, 2.0, 3.0, 4.0] * 3})
    model = C45Classifier().fit(X, np.repeat([0.0, 1.0, 0.0], 4))
    label, found = in_onnxruntime(model, to_onnx(model), X)
    assert label == model.predict(X).tolist() and {type(c) for c in label} == {int}
    assert np.array_equal(found, model.predict_proba(X))


def one_test(name, *values):
    "A formula of one test on values."
    leaves = Leaf(1.0, (1.0, 0.0), 1.0), Leaf(1.0, (0.0, 1.0), 1.0)
    return Formula((Attribute(name, 'discrete', values),), ('no', 'yes'), 'tree',
                   ((Ask(2.0, 0, None, (0, 1), (1, 2)), *leaves),))


def test_names_and_values_that_a_graph_has_not_are_refused_and_odd_ones_are_taken():
    for name in ('', 'label'):
        with pytest.raises(ValueError, match='rename the column'): to_onnx(one_test(name, 'a', 'b'))
    with pytest.raises(ValueError, match='neither strings nor whole numbers'):
        to_onnx(one_test('a', 0.5, 1.5))
    graph = to_onnx(one_test('c45lit_1', 'a', 'b'))
    session = runtime.InferenceSession(graph.SerializeToString(),
                                       providers=['CPUExecutionProvider'])
    assert session.run(['label'],
                       {'c45lit_1': np.array([['b'], ['a']],
                                             dtype=object)})[0].tolist() == ['yes', 'no']


@pytest.mark.parametrize('name', ABSENT)
def test_absence_as_a_value_is_refused(name):
    with pytest.raises(ValueError, match='to_onnx: absence is a value of'): to_onnx(fitted(name)[0])
