"""`c45lit c5.0`: the report of stored runs, files that come back, and files that break off."""
import contextlib
import io
import json
import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from support.c50_references import RUNS, costs_of, options_of

from c45lit.cli import main
from c45lit.data.table import Attribute, Schema
from c45lit.originals.c50_files import C50Files, read_c50
from c45lit.originals.c50_numbers import Record
from c45lit.originals.c50_model import learn_c50
from c45lit.originals.c50_nodes import GROUPS
from c45lit.originals.c50_options import NO_COSTS, C50Options
from c45lit.originals.c50_report import (c50_model_text, c50_rules_text, c50_confusion_text,
                                         c50_evaluation_text, usage_text, winnowing_text)
from c45lit.originals.c50_writing import write_c50
from c45lit.originals.report_tables import confusion_text

SETS = ('c50-between', 'c50-na', 'c50-ordered', 'c50-unknown', 'crx', 'golf', 'iris',
        'labor-neg', 'lenses', 'syn-raising', 'zoo')


def said(*words):
    "Exit status and what is printed."
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        status = main(['c5.0', *map(str, words)])
    return status, out.getvalue()


@pytest.mark.parametrize('name', SETS)
def test_trees_and_rules_are_printed_as_the_program_prints_them(stored, name):
    runs = json.loads((stored / 'runs' / f'{name}.json').read_text())['runs']
    for run in RUNS:
        if run.startswith('cost'): continue
        status, text = said('-f', stored / 'data' / name, '-e', *runs[run]['options'].split())
        told = text.split('.data\n', 1)[1].split('\n\nEvaluation on')[0]
        wanted = runs[run]['text'].split('.data\n', 1)[1]
        assert status == runs[run].get('exit', 0)
        wanted = re.sub(r'(?<=[<>=] )-0\b(?![.\d])', '0', wanted)  # there is one zero
        assert trimmed(told) == trimmed(wanted), run


@pytest.mark.parametrize('name', ['crx', 'kyphosis', 'syn-subset-miss'])
def test_models_with_costs_are_printed_as_the_program_prints_them(stored, name):
    runs = json.loads((stored / 'runs' / f'{name}.json').read_text())['runs']
    files = read_c50(stored / 'data' / name)
    schema, C = files.schema, len(files.schema.classes)
    for run in 'cost', 'costb', 'costr':
        options = C50Options(**options_of(runs[run]['options']), costs=costs_of(run, C))
        model = learn_c50(schema.attributes, files.train, C, options)
        wanted = runs[run]['text'].split('.costs\n', 1)[-1]
        assert trimmed(c50_model_text(model, schema)) == trimmed(wanted), run


def trimmed(text):
    "The lines of a text without blanks at their ends."
    return [line.rstrip() for line in text.strip().splitlines()]


EVALUATIONS = [  # number of trials, rows, whether rules, cases, and how the program prints them
    (3, [[4, 3], [12, 97], [None, 0]], False, 100, [
        'Trial\t    Decision Tree   ', '-----\t  ----------------  ', '\t  Size      Errors  ', '',
        '   0\t     4    3( 3.0%)', '   1\t    12   97(97.0%)', 'boost\t          0( 0.0%)   <<']),
    (1, [[3, 5]], True, 50, [
        '\t        Rules       ', '\t  ----------------  ', '\t    No      Errors  ', '',
        '\t     3    5(10.0%)   <<']),
    (1, [[261, 2505, 0.37]], False, 9590, [
        '\t       Decision Tree       ', '\t  -----------------------  ',
        '\t  Size      Errors   Cost  ', '', '\t   261 2505(26.1%)   0.37   <<']),
]


@pytest.mark.parametrize('trials, rows, rules, n, told', EVALUATIONS)
def test_the_table_of_an_evaluation_has_the_blanks_of_the_program(trials, rows, rules, n, told):
    model = SimpleNamespace(options=C50Options(trials=trials, rules=rules))
    record = Record(np.zeros((1, n)), np.zeros(n, int))
    assert c50_evaluation_text(model, record, rows).split('\n') == told


def test_use_is_told_in_whole_percents():
    schema = Schema(tuple(Attribute(name, 'continuous') for name in 'abcd'), ('yes', 'no'))
    assert usage_text(np.array([1, 0.657, 0.004, 0.645]), schema).splitlines()[2:] == [
        '\t    100%  a', '\t     66%  b', '\t     65%  d']


def test_of_many_classes_cases_and_false_answers_are_told_by_class():
    rng, names = np.random.default_rng(0), [f'c{i}' for i in range(21)]
    y, classes = rng.integers(0, 21, (2, 300))
    rows = [line.split() for line in c50_confusion_text(y, classes, names).splitlines()[2:]]
    assert [row[-1] for row in rows] == names
    assert [[int(v) for v in row[:3]] for row in rows] == [
        [(y == c).sum(), ((classes == c) & (y != c)).sum(), ((classes != c) & (y == c)).sum()]
        for c in range(21)]
    assert 'classified as' in c50_confusion_text(y[y < 20], classes[y < 20] % 20, names[:20])


def test_confusions_have_the_columns_of_their_programs():
    y, said = np.array([0, 0, 1]), np.array([0, 1, 1])
    assert c50_confusion_text(y, said, 'ab').split('\n') == [
        '\t   (a)   (b)    <-classified as', '\t  ----  ----',
        '\t     1     1    (a): class a', '\t           1    (b): class b']
    assert confusion_text([[1, 1], [0, 1]], 'ab').split('\n') == [
        '\t  (a)  (b)\t<-classified as', '\t ---- ----',
        '\t    1    1\t(a): class a', '\t         1\t(b): class b']


def test_an_attribute_that_is_useful_and_yet_dropped_is_counted_and_listed():
    schema = Schema(tuple(Attribute(name, 'continuous') for name in 'abcd'), ('yes', 'no'))
    schema = replace(schema, attributes=(*schema.attributes, Attribute('key', 'ignore')))
    model = SimpleNamespace(importance=np.array([1.5, 1.0, -1, 0, 0]),
                            about={'is_used': np.array([True, False, False, False, False])})
    told = winnowing_text(model, schema).split('\n')
    assert told[0] == '3 attributes winnowed' and told[-3:] == ['     50%  a', '     <1%  b', '']


def test_boosting_is_told_at_the_head(stored):
    assert '\tBoosted classifiers\n' in said('-f', stored / 'data' / 'golf', '-b')[1]
    assert '\t4 boosting trials\n' in said('-f', stored / 'data' / 'golf', '-t', '4')[1]


def test_a_long_list_of_values_goes_on_under_its_first():
    words = ['Artiodactyla', 'Diprotodontia', 'Hyracoidea', 'Lagomorpha', 'Perissodactyla']
    schema = Schema((Attribute('order', 'discrete', (*words, 'x', 'y')),), ('a', 'b'))
    rule = SimpleNamespace(cover=35, correct=31, prior=0.4, vote=865, cls=0, conditions=[
        (GROUPS, 0, 0, 0.0, tuple(range(2, 7)))])
    text = c50_rules_text(SimpleNamespace(rules=[rule], default=1), {'is_ordered': [False]}, schema)
    assert text.splitlines()[1:3] == [
        '\torder in {Artiodactyla, Diprotodontia, Hyracoidea, Lagomorpha,',
        ' ' * 18 + 'Perissodactyla}']


def test_errors_of_the_evaluation_are_those_of_the_program(stored):
    run = json.loads((stored / 'runs' / 'c50-na.json').read_text())['runs']['default']
    (size, wrong), = run['evaluation']['train']['rows']
    text = said('-f', stored / 'data' / 'c50-na', '-e')[1]
    assert (f'{size:4d}' in text and f'{wrong}(' in text and 'Attribute usage' in text
            and '<-classified as' in text)


@pytest.mark.parametrize('words, says', [
    ([], 'give their stem'), (['-f', 'x', '-t', '2'], '3 to 1000'),
    (['-f', 'x', '-c', '101'], '0 to 100'), (['-f', 'x', '-X', '5'], 'unrecognised option'),
    (['-f', 'nowhere'], 'nowhere.names'), (['-f', 'x', '-m', '0.5'], '1 to 1000000'),
    (['-f'], 'its value is missing')])
def test_what_cannot_be_run_ends_with_status_1_in_words(words, says):
    status, text = said(*words)
    assert status == 1 and says in text


def some_files():
    "Cases with everything a file can say."
    schema = Schema((Attribute('hours', 'continuous'),
                     Attribute('job: kind', 'discrete', ('full, all', 'a.b', 'p|q\\\\')),
                     Attribute('size', 'discrete', ('s', 'm', 'l'), is_ordered=True),
                     Attribute('key', 'ignore')), ('yes', 'no'))
    rng = np.random.default_rng(0)
    x = np.array([np.float32(rng.normal(size=12)).astype(float), rng.integers(0, 5, 12),
                  rng.integers(0, 5, 12), np.zeros(12)])
    x[0, :2] = np.nan, np.inf
    record = Record(x, rng.integers(0, 2, 12))
    return C50Files(schema, record, Record(x[:, :5], record.y[:5]), np.array([[0, 2.5], [1, 0]]),
                    ())


def test_what_is_written_is_read(tmp_path):
    files = some_files()
    write_c50(tmp_path / 'it', files)
    again = read_c50(tmp_path / 'it')
    assert (again.schema.attributes == files.schema.attributes
            and again.schema.classes == files.schema.classes and not again.messages)
    for one, two in ((files.train, again.train), (files.test, again.test)):
        assert np.array_equal(one.x, two.x, equal_nan=True) and np.array_equal(one.y, two.y)
    assert np.array_equal(files.costs, again.costs)


@pytest.mark.parametrize('end', ['names', 'data', 'test', 'costs'])
def test_a_file_that_breaks_off_anywhere_is_read_or_refused_without_a_traceback(tmp_path, end):
    write_c50(tmp_path / 'it', some_files())
    path = tmp_path / f'it.{end}'
    whole, ends = path.read_bytes(), set()
    for n in range(len(whole)):
        path.write_bytes(whole[:n])
        status, text = said('-f', tmp_path / 'it')
        ends.add(status)
        assert status in (0, 1) and 'Traceback' not in text
        assert status == 0 or 'ERROR' in text, text[-200:]
    assert 1 in ends


def test_one_class_or_one_case_is_learned(tmp_path):
    files = some_files()
    one = Record(files.train.x[:, :1], files.train.y[:1])
    write_c50(tmp_path / 'one', files._replace(train=one, test=None, costs=NO_COSTS))
    assert said('-f', tmp_path / 'one')[0] == 0
    same = files.train._replace(y=np.zeros(12, int))
    write_c50(tmp_path / 'same', files._replace(train=same, test=None, costs=NO_COSTS))
    assert said('-f', tmp_path / 'same', '-b', '-w')[0] == 0


def test_a_file_without_cases_is_named(tmp_path, capsys):
    (tmp_path / 'few.names').write_text('yes, no.\n\nx: continuous.\n')
    for cases in '', '1, ?\n':
        (tmp_path / 'few.data').write_text(cases)
        assert main(['c5.0', '-f', f'{tmp_path}/few']) == 1
        assert 'few.data: there are no cases with a class' in ''.join(capsys.readouterr())
