"""`c45lit c5.0`: the report of stored runs, files that come back, and files that break off."""
import contextlib
import io
import json

import numpy as np
import pytest
from support.c50_references import OPTIONS
from support.reference import unpack_shipped

from c45lit.cli import main
from c45lit.data.table import Attribute, Schema
from c45lit.originals.c50_files import C50Files, read_c50
from c45lit.originals.c50_numbers import Record
from c45lit.originals.c50_one_page import NO_COSTS
from c45lit.originals.c50_writing import write_c50

SETS = ('c50-between', 'c50-na', 'c50-ordered', 'golf', 'iris', 'labor-neg', 'lenses',
        'syn-raising', 'zoo')
LETTERS = {'default': [], 'c10': ['-c', '10'], 'm10': ['-m', '10'], 'g': ['-g'], 's': ['-s'],
           'p': ['-p'], 'r': ['-r'], 'rb': ['-r', '-t', '5'], 'w': ['-w'], 'sb': ['-s', '-b']}


@pytest.fixture(scope='module')
def stored(tmp_path_factory):
    "The sets and runs that come with the tests."
    folder = tmp_path_factory.mktemp('stored')
    unpack_shipped(folder, 'c50')
    return folder / 'c50'


def said(*words):
    "Exit status and what is printed."
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        status = main(['c5.0', *map(str, words)])
    return status, out.getvalue()


@pytest.mark.parametrize('name', SETS)
def test_trees_and_rules_are_printed_as_the_program_prints_them(stored, name):
    runs = json.loads((stored / 'runs' / f'{name}.json').read_text())['runs']
    for run, letters in LETTERS.items():
        status, text = said('-f', stored / 'data' / name, '-e', *letters)
        told = text.split('.data\n', 1)[1].split('\n\nEvaluation on')[0]
        wanted = runs[run]['text'].split('.data\n', 1)[1]
        assert status == runs[run].get('exit', 0)
        wanted = wanted.replace('<= -0\n', '<= 0\n')  # there is one zero
        assert [line.rstrip()
                for line in told.strip().splitlines()] == [line.rstrip()
                                                           for line in wanted.strip().splitlines(
                                                               )], run
    assert set(LETTERS) < set(OPTIONS)


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
