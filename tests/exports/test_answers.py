"""Every export answers as the model does, bit for bit, in the program that runs it: models of all
kinds on hostile names, at thresholds and beside them."""
import os

import numpy as np
import pandas as pd
import pytest
from metamorphic.exports import as_expected, reasons
from support.exports import fitted, of_values, plans
from support.runners import ENGINES, NULL

from c45lit import C45Classifier, to_onnx, to_sql
from c45lit.exports import formula

# cases asked of each model, where they take long; `make fuzz` asks all
FEW = {} if os.environ.get('C45LIT_FUZZ_TABLES') else dict(to_pmml=100)
engines = pytest.mark.parametrize('engine', ENGINES)


@engines
@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('name', plans())
def test_an_export_has_the_bits_of_predict_proba(engine, name, tmp_path):
    model, cases, answer, shares = fitted(name)
    few = slice(FEW.get(engine))
    def ask(): return ENGINES[engine](model, cases[few], tmp_path)
    if reasons(engine, model):
        with pytest.raises(ValueError, match='use to_|absence is a value of'): ask()
    else: assert not as_expected(engine, model, ask(), (answer[few], shares[few]), cases[few])


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('engine', NULL)
@pytest.mark.parametrize('name', ['golf', 'hostile', 'subset', 'known', 'costs', 'truth', 'regress', 'one_costs',
                                  'smoothed', 'leaf', 'rules', 'boost'])
def test_without_shares_what_is_answered_is_right_and_the_rest_is_null(engine, name):
    model, cases, answer, shares = fitted(name)
    f, cases = formula(model), cases[:100]
    if len(f.trees) > 1:
        with pytest.raises(ValueError, match="is for one tree"): NULL[engine](model, cases)
        return
    labels, found = NULL[engine](model, cases)
    told = [i for i, v in enumerate(labels) if v is not None and v == v]
    assert [labels[i] for i in told] == [answer[i] for i in told]
    assert np.allclose([found[i] for i in told], shares[told], rtol=0,
                       atol=2e-6 if f.single else 2.0 ** -52)
    whole = [i for i, row in enumerate(cases.to_dict('records'))
             if not f.trees or all(v == v and v != -1 for v in f.values(row))]
    assert {*whole} <= {*told} and (not f.trees or len(f.trees[0]) < 4 or len(told) < len(cases))


def test_a_share_is_named_after_its_class():
    f = formula(fitted('golf')[0])
    for dialect, names in dict(duckdb=[f'"p({c})"' for c in f.classes],
                               bigquery=[f'p{c}' for c in range(len(f.classes))]).items():
        assert f.classes and to_sql(f, 't', dialect).count(', '.join(
            f'p{c} AS {n}' if '(' in n else n for c, n in enumerate(names)))


def test_no_model_and_one_that_learned_nothing_are_refused():
    with pytest.raises(TypeError, match='expected a Tree'): formula(3)
    with pytest.raises(ValueError, match='call fit'): formula(C45Classifier())


@pytest.mark.parametrize('engine', ['to_onnx', 'to_pmml'])
def test_classes_of_whole_fractions_are_whole_numbers(engine):
    X = pd.DataFrame({'x': np.arange(12.0)})
    model = C45Classifier().fit(X, np.repeat([0, 1, 0], 4) * 1.0)
    label, found = ENGINES[engine](model, X, None)
    assert list(label) == model.predict(X).tolist() and float not in map(type, label)
    assert np.array_equal(found, model.predict_proba(X))


def test_names_and_values_that_a_graph_has_not_are_refused_and_odd_ones_are_taken():
    for name in ('', 'label'):
        with pytest.raises(ValueError, match='rename the column'): to_onnx(of_values(name, 'a', 'b'))
    with pytest.raises(ValueError, match='neither strings nor whole numbers'):
        to_onnx(of_values('a', 0.5, 1.5))
    cases = pd.DataFrame({'c45lit_1': ['b', 'a']})
    assert ENGINES['to_onnx'](of_values('c45lit_1', 'a', 'b'), cases, None)[0] == ['yes', 'no']
