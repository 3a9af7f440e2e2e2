"""No export holds a word of a column that the model does not ask."""
import pickle

import numpy as np
import pandas as pd
import pytest

import c45lit
from c45lit import C45Classifier, C45RulesClassifier, to_sql
from c45lit.programs.options import LANGUAGES

WRITERS = {f'to_{name}': getattr(c45lit, f'to_{name}') for name in sorted({*LANGUAGES.listed, 'text', 'shap'})}
WRITERS |= dict(to_sql=lambda m: to_sql(m, 't'), to_onnx=lambda m: c45lit.to_onnx(m).SerializeToString(),
                to_sklearn=lambda m: pickle.dumps(c45lit.to_sklearn(m)))


@pytest.mark.filterwarnings('ignore')  # that the names are like an identifier
@pytest.mark.parametrize('name, learner', [*((name, C45Classifier) for name in WRITERS),
                                           ('to_python', C45RulesClassifier)])
def test_no_export_holds_a_planted_name(name, learner):
    if name == 'to_onnx': pytest.importorskip('onnx', reason='pip install c45lit[onnx]')
    X = pd.DataFrame({'name': [f'Ms Secret {i}' for i in range(120)], 'x': np.arange(120.0)})
    model = learner().fit(X, np.where(X.x > 60, 'late', 'ok'))
    assert 'Secret' not in repr(WRITERS[name](model))
