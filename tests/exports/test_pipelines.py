"""Whole pipelines answer in onnxruntime as in scikit-learn, and skops loads nothing that is not ours."""
import numpy as np
import pandas as pd
import pytest
from sklearn.compose import make_column_transformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, OrdinalEncoder, StandardScaler
from support.exports import COSTS, same_shares, training

from c45lit import (
    C45Classifier, C45RulesClassifier, C50Classifier, CARTClassifier, CARTRegressor,
    CostComplexity, ID3Classifier, Release8Classifier)
from c45lit.exports import SKOPS_TYPES, register_onnx

MODELS = [C45Classifier(), C45Classifier(discrete='subset', thresholds='textbook'),
          C45Classifier(costs=COSTS, pruning=None),
          C45Classifier(leaf_smoothing='laplace', pruning=None),
          ID3Classifier(), CARTClassifier(pruning=CostComplexity(folds=2)),
          CARTRegressor(max_depth=5),
          C50Classifier(trials=2), C45RulesClassifier()]
each_model = pytest.mark.parametrize('model', MODELS, ids=lambda m: type(m).__name__)


@pytest.fixture(scope='module')
def onnx():
    "skl2onnx, which knows our estimators."
    pytest.importorskip('onnxruntime', reason='pip install c45lit[dev]')
    module = pytest.importorskip('skl2onnx', reason='pip install c45lit[onnx]')
    register_onnx()
    register_onnx()  # twice is as good as once
    return module


def asked(onnx, model, X, **more):
    "What onnxruntime answers, all outputs."
    import onnxruntime
    from skl2onnx.common.data_types import DoubleTensorType, StringTensorType
    kinds = {n: DoubleTensorType if X[n].dtype.kind == 'f' else StringTensorType for n in X}
    graph = onnx.to_onnx(model, initial_types=[(n, kinds[n]([None, 1])) for n in X],
                         target_opset=18, **more)
    feed = {n: X[[n]].to_numpy(float)
            if X[n].dtype.kind
            == 'f' else X[[n]].astype(object).where(X[[n]].notna(), 'not known').to_numpy(object)
            for n in X}
    names = [o.name for o in graph.graph.output]
    return dict(zip(names, onnxruntime.InferenceSession(graph.SerializeToString(),
                                                        providers=['CPUExecutionProvider']).run(
                                                            None, feed)))


def check(onnx, model, X, cases, y, scores, **more):
    "Have a model, fitted to X, answer the same in both."
    last = model[-1] if hasattr(model, 'steps') else model
    is_number = isinstance(last, CARTRegressor)
    model.fit(X, scores if is_number else y)
    found = asked(onnx, model, cases, **more)
    if is_number: assert np.array_equal(found['variable'][:, 0], model.predict(cases))
    else:
        assert found['label'].tolist() == model.predict(cases).tolist()
        assert same_shares(last, found['probabilities'], model.predict_proba(cases))
        assert len(set(found['label'])) > 1


@each_model
def test_an_estimator_alone_takes_words_numbers_and_unknown_values(model, onnx):
    X, y, scores = training(150)
    check(onnx, model, X, X, y, scores)


@pytest.mark.parametrize('model',
                         [C45Classifier(), CARTRegressor(max_depth=5), C50Classifier(trials=2)],
                         ids=lambda m: type(m).__name__)
def test_a_pipeline_of_columns_scaled_and_encoded_has_the_bits_too(model, onnx):
    X, y, scores = training(unknown=0.0)
    cases = training(500, seed=3, unknown=0.0)[0]
    before = make_column_transformer((StandardScaler(), ['x', 'y', 'z']), (OneHotEncoder(), ['d']),
                                     (OrdinalEncoder(), ['c', 'e']))
    check(onnx, make_pipeline(before, model), X, cases, y, scores)


def test_words_alone_need_whole_numbers(onnx):
    X, y, scores = training(unknown=0.0)
    words = X[['c', 'd', 'e']]
    check(onnx, make_pipeline(OneHotEncoder(dtype=int, sparse_output=False), C45Classifier()),
          words, words, y, scores)
    with pytest.raises(ValueError, match=r'OneHotEncoder\(dtype=int\)'):
        check(onnx, make_pipeline(OneHotEncoder(sparse_output=False), C45Classifier()), words,
              words, y, scores)


def test_classes_may_be_numbers_and_zipmap_may_be_declined(onnx):
    X, y, scores = training(unknown=0.0)
    model = CARTClassifier()
    check(onnx, model, X, X, pd.factorize(y)[0], scores,
          options={CARTClassifier: {'zipmap': False}})


def test_what_cannot_be_exact_is_refused(onnx):
    from skl2onnx.common.data_types import DoubleTensorType, FloatTensorType, StringTensorType
    X, y, _ = training(unknown=0.0)
    model = CARTClassifier(pruning=None).fit(X[['x', 'y', 'z']], y)
    for types, said in (([('X', FloatTensorType([None, 3]))], 'numbers of 32 bits'),
                        ([('X', DoubleTensorType([None, 2]))], 'expected 3, got 2'),
                        ([('X', StringTensorType([None, 3]))],
                         'expected double, got StringTensorType')):
        with pytest.raises(ValueError, match=said):
            onnx.to_onnx(model, initial_types=types, target_opset=18)
    with pytest.raises(ValueError, match='opset 18 or later'):
        onnx.to_onnx(model, initial_types=[('X', DoubleTensorType([None, 3]))], target_opset=15)
    with pytest.raises(ValueError, match='use to_c'):
        onnx.to_onnx(Release8Classifier().fit(X[['x', 'y', 'z']], y),
                     initial_types=[('X', DoubleTensorType([None, 3]))], target_opset=18)


def test_skops_refuses_what_is_not_ours():
    skops = pytest.importorskip('skops.io', reason='pip install c45lit[dev]')
    from skops.io.exceptions import UntrustedTypesFoundException
    model = make_pipeline(FunctionTransformer(training), C45Classifier())
    with pytest.raises(UntrustedTypesFoundException):
        skops.loads(skops.dumps(model), trusted=SKOPS_TYPES)
