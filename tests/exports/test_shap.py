"""What the shap package says of a tree are Shapley's values of what it predicts when attributes are
unknown."""
import warnings

import numpy as np
import pytest
from metamorphic.learners import fitted as learned
from metamorphic.tasks import asked_of, random_task
from support.exports import fitted
from support.random_tables import seeds

from c45lit import to_shap
from c45lit.exports import shap_cases, shapley_values

shap = pytest.importorskip('shap', reason='pip install c45lit[dev]')
# shap adds up in 64 bits, and what no case reached weighs 1e-9 cases; it cancels terms of the depth
NEAR = 1e-7


def whole(model, cases, n):
    "Some cases that SHAP can explain."
    kept = []
    for i in range(min(200, len(cases))):
        try: shap_cases(model, cases.iloc[[i]])
        except ValueError: continue
        kept.append(i)
        if len(kept) == n: break
    return cases.iloc[kept]


def predicted(model, cases):
    "Shares or numbers, a matrix."
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        return model.predict_proba(cases) if hasattr(model, 'classes_') else model.predict(
            cases)[:, None]


def explained(model, cases):
    "(values of every case, attribute and class; the mean), from the shap package."
    explainer = shap.TreeExplainer(to_shap(model))
    values = np.array(explainer.shap_values(shap_cases(model, cases), check_additivity=False))
    return (values[..., None]
            if values.ndim == 2 else values), np.atleast_1d(explainer.expected_value)


SINGLE = ['C45Classifier', 'ID3Classifier', 'CARTClassifier', 'CARTRegressor', 'fit_partitioned']


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('learner', SINGLE)
def test_shap_gives_the_values_of_shapley_on_random_tables(learner):
    for seed in seeds(12):
        task = random_task(learner, seed)
        model = learned(task)
        try: to_shap(model)
        except ValueError as e:
            assert "unknown='best'" in str(e)
            continue
        some = whole(model, asked_of(task, model, np.random.default_rng([seed, 3])), 3)
        if not len(some): continue
        found, mean = explained(model, some)
        size = NEAR * max(1, np.abs(predicted(model, some)).max())
        told = np.zeros((len(some), some.shape[1], found.shape[2]))
        owner = [model.schema_.columns.index(a.column) for a in model.schema_.attributes]
        np.add.at(told, (slice(None), owner), found)  # absence may be an attribute of its own
        own = shapley_values(model, some).values.reshape(told.shape)
        assert np.abs(told - own).max() <= size, seed
        assert np.abs(found.sum(axis=1) + mean - predicted(model, some)).max() <= size, seed


def test_what_shap_cannot_explain_is_refused():
    for name, said in (('boost', 'is a vote'), ('rules', 'a list of rules'), ('r8', 'in 32 bits')):
        with pytest.raises(ValueError, match=said): to_shap(fitted(name)[0])
    model, cases, *_ = fitted('golf')
    cases = whole(model, cases, 1)
    with pytest.raises(ValueError, match="'humidity': expected a value"):
        shap_cases(model, cases.assign(humidity=np.nan))
    with pytest.raises(ValueError,
                       match="row 0, 'outlook': expected a value"), pytest.warns(
                           UserWarning): shap_cases(model, cases.assign(outlook='fog'))
