"""PMML answers as the model does, in JPMML, and is what the schema of PMML 4.4 allows."""
import os

import numpy as np
import pandas as pd
import pytest
from support.exports import NEAR, fitted, plans, records, same_shares, voting_rules
from support.random_tables import seeds
from support.runners import in_jpmml, java

from c45lit import Attribute, C45Classifier, to_pmml
from c45lit.exports import Formula
from c45lit.exports.formulas import Leaf, Test as Ask, formula

FEW = slice(None if os.environ.get('C45LIT_FUZZ_TABLES')
            else 100)  # cases for each model; `make fuzz` takes all
pytest.importorskip('jpmml_evaluator', reason='pip install c45lit[dev]')
ROUNDED = ('r8', 'r8_unpruned', 'rules_r8')  # computed in 32 bits

ABSENT = tuple(n for n in plans() if n.startswith('absent'))  # absence is a value
each = pytest.mark.parametrize('name', [n for n in plans() if n not in ROUNDED + ABSENT])
ONE_UNIT = 2.0 ** -52  # JPMML divides shares by their sum


def check_schema(text):
    "Have Java look whether a document is what the schema says, which comes with JPMML."
    jvm = java().gateway.jvm
    place = jvm.Class.forName('org.dmg.pmml.PMML').getResource('/pmml.xsd')
    schema = jvm.javax.xml.validation.SchemaFactory.newInstance(
        'http://www.w3.org/2001/XMLSchema').newSchema(place)
    schema.newValidator().validate(
        jvm.javax.xml.transform.stream.StreamSource(jvm.java.io.StringReader(text)))


@each
def test_shares_in_jpmml_have_the_bits_of_predict_proba(name):
    model, cases, answer, shares = fitted(name)
    f = formula(model)
    found, numbers = in_jpmml(to_pmml(model), cases[FEW], f.classes)
    assert found == answer[FEW]
    if f.aggregation == 'rules': assert np.abs(numbers - shares[FEW]).max() <= ONE_UNIT
    else: assert same_shares(model, numbers, shares[FEW])


@each
def test_without_shares_what_is_answered_is_right_and_the_rest_is_null(name):
    model, cases, answer, shares = fitted(name)
    f, cases = formula(model), cases[FEW]
    if len(f.trees) > 1:
        with pytest.raises(ValueError, match="use unknown='shares'"): to_pmml(model, 'null')
        return
    if f.aggregation in ('rules', 'ballots'): return  # they answer always, and were asked above
    found, numbers = in_jpmml(to_pmml(model, 'null'), cases, f.classes)
    known = np.array([v is not None and v == v for v in found])
    assert [a for a, k in zip(found, known) if k] == [a for a, k in zip(answer, known) if k]
    assert same_shares(model, numbers[known],
                       shares[FEW][known]) or np.abs(numbers[known] - shares[FEW][known]).max() <= (
                           NEAR if f.single else ONE_UNIT if f.classes else 0)
    whole = np.array([all(v == v and v != -1 for v in f.values(r)) for r in records(cases)])
    assert known[whole].all()
    if len(f.trees[0]) > 3: assert not known.all()


@pytest.mark.parametrize('name', ['hostile', 'truth', 'regress', 'boost', 'rules_hostile', 'leaf'])
def test_a_document_is_what_the_schema_says(name):
    from py4j.protocol import Py4JJavaError
    texts = [to_pmml(fitted(name)[0])] + ([] if name
                                          == 'boost' else [to_pmml(fitted(name)[0], 'null')])
    for text in texts: check_schema(text)
    with pytest.raises(Py4JJavaError, match='MiningSchema'):
        check_schema(texts[0].replace('MiningSchema', 'DataSchema'))


def test_rules_that_vote_are_added_up_to_the_same_bits():
    for seed in seeds(5):
        model, X = voting_rules(seed)
        label, found = in_jpmml(to_pmml(model), X, formula(model).classes)
        assert label == model.predict(X).tolist(), seed
        assert np.array_equal(found, model.predict_proba(X)), seed
        assert to_pmml(model, 'null') == to_pmml(model)  # they answer always


def test_classes_of_whole_fractions_are_whole_numbers():
    X = pd.DataFrame({'x': [1.0, 2.0, 3.0, 4.0] * 3})
    model = C45Classifier().fit(X, np.repeat([0.0, 1.0, 0.0], 4))
    found, numbers = in_jpmml(to_pmml(model), X, (0, 1))
    assert found == model.predict(X).tolist() and np.array_equal(numbers, model.predict_proba(X))


@pytest.mark.parametrize('name', ROUNDED)
def test_what_is_computed_in_32_bits_is_refused(name):
    with pytest.raises(ValueError, match='use to_c'): to_pmml(fitted(name)[0])


def asks(name, *values):
    "A formula of one test, on two values or where a number is cut."
    leaves = Leaf(1.0, (1.0, 0.0), 1.0), Leaf(1.0, (0.0, 1.0), 1.0)
    kind, cut, row = ('discrete', None, (0, 1)) if values else ('continuous', 0.5, ())
    return Formula((Attribute(name, kind, values),), ('no', 'yes'), 'tree',
                   ((Ask(2.0, 0, cut, row, (1, 2)), *leaves),))


def test_blanks_line_breaks_and_words_that_look_like_numbers_stay():
    for values in ((' a ', 'a'), ('', ' '), ('1', '01'), ('\n', '\r'), ('\t', '  '),
                   ('true', 'True'), (1, -2 ** 31), (True, False)):
        f = asks(' x ', *values)
        for unknown in ('shares', 'null'):
            found, _ = in_jpmml(to_pmml(f, unknown),
                                pd.DataFrame({' x ': pd.Series(values, dtype=object)}), f.classes)
            assert found == ['no', 'yes'], (values, unknown)


def test_what_xml_or_a_field_cannot_be_called_is_refused():
    for bad, said in ((asks('a\0b'), 'XML cannot hold'),
                      (asks('a', 'b\ud800', 'c'), 'XML cannot hold'),
                      (asks('a', 'b', '\x1f'), 'XML cannot hold'),
                      (asks(''), 'empty or taken'), (asks('prediction'), 'empty or taken'),
                      (asks('probability(no)'), 'empty or taken'),
                      (asks('a', 1, '1'), 'must be all words'),
                      (asks('a', 1, 2 ** 31), 'more than 32 bits'),
                      (asks('a', 1.5, 2.5), 'must be all words')):
        with pytest.raises(ValueError, match=said): to_pmml(bad)
    with pytest.raises(ValueError, match='must be one of'): to_pmml(asks('a'), 'guess')


def chain(n):
    "A formula of n tests, one below the other."
    nodes = []
    for i in range(n):
        nodes += [Ask(float(n + 1 - i), 0, i + 0.5, (), (2 * i + 1, 2 * i + 2)),
                  Leaf(1.0, (1.0 + i, 0.3), 1.3 + i)]
    nodes.append(Leaf(1.0, (0.0, 1.0), 1.0))
    return Formula((Attribute('a', 'continuous'),), ('no', 'yes'), 'tree', (tuple(nodes),))


def test_the_deepest_tree_is_answered_and_a_deeper_one_refused():
    with pytest.raises(ValueError, match='201 levels deep'): to_pmml(chain(201))
    f = chain(200)
    cases = pd.DataFrame({'a': [0.0, 100.0, 250.0, np.nan]})
    expected = [f.predict_proba(c) for c in records(cases)]
    assert in_jpmml(to_pmml(f), cases, f.classes)[1].tolist() == expected
    assert np.abs(in_jpmml(to_pmml(f, 'null'), cases,
                           f.classes)[1][:3] - expected[:3]).max() <= ONE_UNIT


@pytest.mark.parametrize('name', ABSENT)
def test_absence_as_a_value_is_refused(name):
    with pytest.raises(ValueError, match='to_pmml: absence is a value of'): to_pmml(fitted(name)[0])
