"""A document is what the schema of PMML 4.4 allows, and JPMML reads any words in it."""

import numpy as np
import pandas as pd
import pytest
from support.exports import asks, fitted, of_values, records
from support.runners import in_jpmml, java

from c45lit import Attribute, to_pmml

pytest.importorskip('jpmml_evaluator', reason='pip install c45lit[dev]')
ONE_UNIT = 2.0 ** -52  # JPMML divides shares by their sum


def check_schema(text):
    "Have Java look whether a document is what the schema says, which comes with JPMML."
    jvm = java().gateway.jvm
    place = jvm.Class.forName('org.dmg.pmml.PMML').getResource('/pmml.xsd')
    schema = jvm.javax.xml.validation.SchemaFactory.newInstance(
        'http://www.w3.org/2001/XMLSchema').newSchema(place)
    schema.newValidator().validate(
        jvm.javax.xml.transform.stream.StreamSource(jvm.java.io.StringReader(text)))


@pytest.mark.parametrize('name', ['hostile', 'truth', 'regress', 'boost', 'rules_hostile', 'leaf'])
def test_a_document_is_what_the_schema_says(name):
    from py4j.protocol import Py4JJavaError
    texts = [to_pmml(fitted(name)[0])] + ([] if name
                                          == 'boost' else [to_pmml(fitted(name)[0], 'null')])
    for text in texts: check_schema(text)
    with pytest.raises(Py4JJavaError, match='MiningSchema'):
        check_schema(texts[0].replace('MiningSchema', 'DataSchema'))


def test_blanks_line_breaks_and_words_that_look_like_numbers_stay():
    for values in ((' a ', 'a'), ('', ' '), ('1', '01'), ('\n', '\r'), ('\t', '  '),
                   ('true', 'True'), (1, -2 ** 31), (True, False)):
        f = of_values(' x ', *values)
        for unknown in ('shares', 'null'):
            found, _ = in_jpmml(to_pmml(f, unknown),
                                pd.DataFrame({' x ': pd.Series(values, dtype=object)}), f.classes)
            assert found == ['no', 'yes'], (values, unknown)


def test_what_xml_or_a_field_cannot_be_called_is_refused():
    for bad, said in ((asks(Attribute('a\0b', 'continuous')), 'XML cannot hold'),
                      (of_values('a', 'b\ud800', 'c'), 'XML cannot hold'),
                      (of_values('a', 'b', '\x1f'), 'XML cannot hold'),
                      (asks(Attribute('', 'continuous')), 'empty or taken'), (asks(Attribute('prediction', 'continuous')), 'empty or taken'),
                      (asks(Attribute('probability(no)', 'continuous')), 'empty or taken'),
                      (of_values('a', 1, '1'), 'must be all words'),
                      (of_values('a', 1, 2 ** 31), 'more than 32 bits'),
                      (of_values('a', 1.5, 2.5), 'must be all words')):
        with pytest.raises(ValueError, match=said): to_pmml(bad)
    with pytest.raises(ValueError, match='must be one of'): to_pmml(of_values('a', 'b', 'c'), 'guess')


def chain(n): return asks(Attribute('a', 'continuous'), cuts=np.arange(n) + 0.5)


def test_the_deepest_tree_is_answered_and_a_deeper_one_refused():
    with pytest.raises(ValueError, match='201 levels deep'): to_pmml(chain(201))
    f = chain(200)
    cases = pd.DataFrame({'a': [0.0, 100.0, 250.0, np.nan]})
    expected = [f.predict_proba(c) for c in records(cases)]
    assert in_jpmml(to_pmml(f), cases, f.classes)[1].tolist() == expected
    assert np.abs(in_jpmml(to_pmml(f, 'null'), cases,
                           f.classes)[1][:3] - expected[:3]).max() <= ONE_UNIT
