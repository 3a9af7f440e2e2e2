"""Cross-validation: the folds, runs and averages of the reference, and what the command refuses."""
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.reference import read_facts

from c45lit.cli import main
from c45lit.data.sampling import CLibraryRandom, fold_order
from c45lit.originals.cross_validation import average_lines, line_class, xval_folds, xval_program

RUNS = ['vote', 'labor-neg', 'iris', 'golf']


@pytest.fixture(scope='module')
def facts(reference):
    "The cross-validations of the reference, by kind."
    return {kind: read_facts(reference, f'cross-validation-{kind}')['runs']
            for kind in ('order', 'results')}


def run_of(facts, dataset):
    "The stored cross-validation of a data set."
    return next(run for run in facts['results'] if run['dataset'] == dataset)


def test_lines_are_dealt_out_as_the_original_does(facts, reference):
    assert len(facts['order']) == 6
    for run in facts['order']:
        lines = [line for end in run['files']
                 for line in (reference / 'data'
                              / f'{run["dataset"]}.{end}').read_text().splitlines()]
        classes = [line_class(line) for line in lines]
        order = fold_order(classes, run['blocks'], CLibraryRandom())
        assert order.tolist() == run['order']
        assert {name: classes.count(name) for name in set(classes)} == dict(run['class_order'])


@pytest.mark.parametrize('dataset', RUNS)
def test_trees_and_rules_have_the_result_lines_and_averages_of_the_original(
    facts, reference, dataset, tmp_path, capsys):
    run = run_of(facts, dataset)
    words = [str(reference / 'data' / dataset), str(run['blocks']), '--arithmetic', 'r8',
             *run['tree_options'],
             '--rules', *run['rules_options'], '--json', str(tmp_path / 'out.json')]
    assert main(['xval', *words]) == 0
    found = json.loads((tmp_path / 'out.json').read_text())
    assert found['lines'] == run['lines']
    pairs = ['\n'.join(run['averages'][program]) + '\n\n' for program in ('tree', 'rules')]
    assert capsys.readouterr().out == ''.join(pairs)


# folds

@given(st.lists(st.sampled_from('abc'), min_size=2, max_size=60), st.data(), st.integers(1, 1000))
def test_each_case_is_tested_once_and_trained_on_else(classes, data, seed):
    k = data.draw(st.integers(2, len(classes)))
    folds = xval_folds(classes, k, CLibraryRandom(seed))
    assert sorted(row for _, test in folds for row in test) == list(range(len(classes)))
    for train, test in folds:
        assert sorted([*train, *test]) == list(range(len(classes)))
        assert len(test) in (len(classes) // k, len(classes) // k + 1)


@pytest.mark.parametrize('line, name', [
    ('1,2,yes', 'yes'), ('1, 2 , yes .', 'yes'), ('1,yes. | id 7, hot', 'yes'),
    ('1,Iris.setosa.', 'Iris.setosa'),
    ('1, 2.5', '2.5'), (r'1,a\|b', r'a\|b'), ('yes', 'yes'), ('', '')])
def test_the_class_stands_behind_the_last_comma(line, name):
    assert line_class(line) == name


def test_only_ten_numbers_of_a_line_are_averaged():
    lines = [' '.join(map(str, range(12))), ' '.join(map(str, range(12)))]
    assert average_lines(lines)[0] == 'train:\t' + ' '.join(f'{i}.0' for i in range(10)) + ' 10 11'


def test_a_number_starts_at_any_digit():
    assert average_lines(['a1b2.5c.5', 'a3b4.5c.7'])[0] == 'train:\ta1.0b2.5c.5.0'


# the command

@pytest.fixture
def task(tmp_path):
    "Write a task: task(data=..., test=...) -> its stem."
    def write(**texts):
        for end, text in ({'names': 'yes, no.\nn: continuous.\n'} | texts).items():
            (tmp_path / f't.{end}').write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(tmp_path / 't')
    return write


DATA = ''.join(f'{i}, {"yes" if i % 3 else "no"}.\n' for i in range(12))


def said(words):
    "What the stand-in programs were asked, and the lines they found in the files."
    asked = []

    def run(words):
        stem = words[-1]
        asked.append((words[:-5],
                      [open(f'{stem}.{end}').read().split('\n') for end in ('data', 'test')]))
        print('Tested 8, errors 1 (12.5%)   <<\nconfusion <<\nTested 4, errors 1 (25.0%)   <<')

    xval_program(words, run)
    return asked


def test_options_reach_their_programs(task):
    asked = said([task(data=DATA), '3', '-m', '1', '--rules', '-c', '10', '-r2'])
    assert [words for words, _ in asked] == [['c4.5', '-m', '1'],
                                             ['c4.5rules', '-c', '10', '-r2']] * 3


def test_data_and_test_are_divided_together_without_blank_lines_and_comments(task):
    asked = said([task(data='| head\n' + DATA + '\n', test='100, yes | late\n'), '2', '--trees'])
    for _, (data, test) in asked:
        assert sorted([*data[:-1], *test[:-1]]) == sorted([*DATA.split('\n')[:-1], '100, yes.'])
        assert data[-1] == test[-1] == ''


def test_another_seed_gives_other_blocks(task):
    stem = task(data=DATA)
    one, again, other = (said([stem, '3', '--trees', *more])
                         for more in ([], ['--seed', '1'], ['--seed=2']))
    assert one == again != other


def test_files_in_latin_1_are_divided(task):
    stem = task(names='où, no.\nn: continuous.\n'.encode('latin-1'),
                data='1, où\n2, no\n3, où\n'.encode('latin-1'))
    assert main(['xval', stem, '3', '--trees']) == 0


@pytest.mark.parametrize('words, message', [
    ([], 'takes a stem and a number of blocks'), (['3'], 'takes a stem'), (['-f'], 'takes a stem'),
    (['T', 'three'], 'K three: expected a whole number'), (['T', '1'], 'take 2 or more'),
    (['T', '13'], 'at most one a case'),
    (['T', '3', '--seed', '0'], 'take one from 1'), (['T', '3', '--seed'], 'expected one argument'),
    (['T', '3', '-x'], 'unrecognised option -x'),
    (['nowhere', '3'], 'cannot open file nowhere.data'),
    (['T', '3', '--trees', '--json', 'no/such/folder.json'], 'cannot write no/such/folder.json')])
def test_what_cannot_be_done_is_refused(task, capsys, words, message):
    stem = task(data=DATA)
    assert main(['xval', *[stem if word == 'T' else word for word in words]]) == 1
    assert re.search(re.escape(message), capsys.readouterr().err)


@pytest.mark.parametrize('texts, message', [
    ({'data': '1,\nyes\n2, no\n'}, 'ends within case 3'),
    ({'data': '1, yes. 2, no\n3, no\n'}, '3 cases are in 2 lines'),
    ({'data': '1, yes\n2'}, 'the file ends within case 2'),
    ({'data': ''}, 'the file holds no cases'),
    ({'data': b'1, yes\n\0'}, 'zero byte'), ({'data': 'x, yes\n' * 20}, 'Error limit exceeded')])
def test_lines_that_are_not_one_case_each_are_refused(task, capsys, texts, message):
    assert main(['xval', task(**texts), '2', '--trees']) == 1
    assert message in capsys.readouterr().err
