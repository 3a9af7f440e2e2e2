"""No export holds a word of a column that the model does not ask."""
import numpy as np
import pandas as pd
import pytest
from support.exports import WRITERS

from c45lit import C45Classifier, C45RulesClassifier


@pytest.mark.filterwarnings('ignore')  # that the names are like an identifier
@pytest.mark.parametrize('name, learner', [*((name, C45Classifier) for name in WRITERS),
                                           ('to_python', C45RulesClassifier)])
def test_no_export_holds_a_planted_name(name, learner):
    X = pd.DataFrame({'name': [f'Ms Secret {i}' for i in range(120)], 'x': np.arange(120.0)})
    model = learner().fit(X, np.where(X.x > 60, 'late', 'ok'))
    assert 'Secret' not in repr(WRITERS[name](model))
