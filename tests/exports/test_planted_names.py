"""No export holds a word of a column that the model does not ask."""
import warnings

import numpy as np
import pandas as pd
import pytest

import c45lit
from c45lit import C45Classifier, C45RulesClassifier, to_sql
from c45lit.programs.options import LANGUAGES


def planted(Model=C45Classifier):
    "A model that asks a number and never the names beside it."
    X = pd.DataFrame({'name': [f'Ms Secret {i}' for i in range(120)], 'x': np.arange(120.0)})
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')  # that the names are like an identifier
        return Model().fit(X, np.where(X.x > 60, 'late', 'ok'))


@pytest.mark.parametrize('name', [f'to_{name}' for name in sorted({*LANGUAGES, 'text'} - {'sql', 'onnx'})])
def test_no_text_holds_a_planted_name(name):
    assert 'Secret' not in getattr(c45lit, name)(planted())


def test_no_query_no_program_of_rules_and_no_arrays_hold_a_planted_name():
    assert 'Secret' not in to_sql(planted(), 't')
    assert 'Secret' not in c45lit.to_python(planted(C45RulesClassifier))
    assert 'Secret' not in repr(c45lit.to_shap(planted()))


def test_no_graph_holds_a_planted_name():
    pytest.importorskip('onnx', reason='pip install c45lit[onnx]')
    assert b'Secret' not in c45lit.to_onnx(planted()).SerializeToString()


def test_the_pickle_of_scikit_learns_tree_holds_no_planted_name():
    import pickle
    assert b'Secret' not in pickle.dumps(c45lit.to_sklearn(planted()))
