"""C5.0 itself: stored runs of the program come out equal, and relations of any program hold."""
import sys

import numpy as np
import pytest
from support.c50_references import OPTIONS, costs_of, set_differences, written

from c45lit.data.table import Attribute
from c45lit.originals.c50_files import (read_c50, read_c50_cases, read_c50_costs,
                                        read_c50_names)
from c45lit.originals.c50_model import learn_c50
from c45lit.originals.c50_numbers import Record
from c45lit.originals.c50_options import C50Options

SETS = ('c50-between', 'c50-na', 'c50-ordered', 'c50-unknown', 'crx', 'fmt-bad', 'fmt-edge', 'golf',
        'iris', 'kyphosis', 'labor-neg', 'lenses', 'syn-raising', 'syn-subset-miss', 'zoo')
RUNS = [name for name in OPTIONS if name not in ('b', 'wb')]  # relations take what is quick
ATTRIBUTES = (Attribute('size', 'discrete', ('s', 'm', 'l', 'xl'), is_ordered=True),
              Attribute('colour', 'discrete', tuple('abcde')),
              Attribute('x', 'continuous'), Attribute('y', 'continuous'))


def random_record(seed, n=60, n_classes=3):
    "Cases with unknown values, N/A and ordered values, whose classes depend on two attributes."
    rng = np.random.default_rng(seed)
    x = np.array([rng.integers(0, 6, n), rng.integers(0, 7, n), rng.integers(0, 9, n) / 4,
                  rng.normal(size=n)])
    x[2, rng.random(n) < 0.1], x[3, rng.random(n) < 0.1] = np.nan, np.inf
    y = 1 * (x[0] > 3) + (np.nan_to_num(x[2]) > 1) * (rng.random(n) < 0.8)
    return Record(np.float32(x).astype(float), y % n_classes)


def options_of(run, n_classes):
    "The options of a run by its name."
    return C50Options(**OPTIONS[run], costs=costs_of(run, n_classes))


def told(model, x):
    "Everything that a model says: trees, rules, classes, confidences."
    trials = [(written(t.raw, model.about), written(t.tree, model.about), t.ruleset, t.candidates)
              for t in model.trials]
    classes, confidence = model.classify(x)
    weights = [w.tolist() for w in model.weights]
    return trials, classes.tolist(), confidence.tolist(), weights, model.n_used


# -- the program's own runs

@pytest.mark.filterwarnings('error::RuntimeWarning')
@pytest.mark.parametrize('name', SETS)
def test_stored_runs_of_the_program_are_learned_number_by_number(stored, name):
    found = dict(set_differences(stored / 'runs' / f'{name}.json', stored / 'data'))
    assert found.keys() == OPTIONS.keys()
    assert {run: lines for run, lines in found.items() if lines} == {}


# -- what holds of any program

@pytest.mark.parametrize('run', RUNS)
def test_the_same_cases_give_the_same_model_and_stay_as_they_were(run):
    record = random_record(1)
    before = record.x.copy(), record.y.copy()
    one, two = (told(learn_c50(ATTRIBUTES, record, 3, options_of(run, 3)), record.x)
                for _ in range(2))
    assert repr(one) == repr(two)
    assert np.array_equal(record.x, before[0], equal_nan=True)
    assert np.array_equal(record.y, before[1])


# -- refusals, in words

def names_file(folder, text):
    "A .names file with this text."
    path = folder / 'set.names'
    path.write_text(text, encoding='utf-8')
    return path


def test_the_eleventh_message_ends_the_reading(tmp_path):
    names = read_c50_names(names_file(tmp_path, 'a, b.\nx: continuous.\n'))
    path = tmp_path / 'set.data'
    path.write_text('u, a\n' * 10, encoding='utf-8')
    assert len(read_c50_cases(path, names)[2]) == 10
    path.write_text('u, a\n' * 11, encoding='utf-8')
    with pytest.raises(ValueError, match='too many errors') as error: read_c50_cases(path, names)
    assert str(error.value).count("'u' is no number") == 11


def test_a_value_that_only_the_test_file_has_is_another_one_silently(tmp_path):
    # of an attribute declared `discrete N`; eleven of them do not end the reading either
    for end, text in {'names': NAMES, 'data': DATA, 'test': '1, p, l, zz, a\n' * 11}.items():
        (tmp_path / f'set.{end}').write_text(text, encoding='utf-8')
    files = read_c50(tmp_path / 'set')
    assert files.messages == ()
    assert files.schema.attributes[3].values == ('u', 'w')
    assert files.test.x[3].tolist() == [4] * 11  # unknown, N/A, u, w, then the other one


NAMES = 'a, b.\nx: continuous.\nv: p, q.\ns: [ordered] l, m, h.\nd: discrete 3.\n'
DATA = '1, p, l, u, a\n2, q, m, w, b\n'
BAD_FILES = [  # (end of the file, its text, where, what is said); the others are as they should be
    ('names', '', 'names line 1', 'the file ends where the first class is expected'),
    ('names', 'a, a.\nx: continuous.\n', 'names line 1', "a class, 'a', is listed twice"),
    ('names', 'a, b.\nx: 1, 2.\nx: continuous.\n', 'names line 3',
     "attribute 'x' is declared twice"),
    ('names', 'a, b.\nx continuous.\n', 'names line 2',
     "colon expected after attribute 'x continuous'"),
    ('names', 'a, b.\nx: lonely.\n', 'names line 2', "attribute x has only one value, 'lonely'"),
    ('names', 'a, b.\nx: .\n', 'names line 2', 'a value of attribute x is empty'),
    ('names', 'a, b.\nx: u, v, u.\n', 'names line 2',
     "a value of attribute x, 'u', is listed twice"),
    ('names', 'a, b.\nx: date.\n', 'names line 2', 'attribute x: dates and times are not read'),
    ('names', 'a, b.\nx := y + 1.\n', 'names line 2', 'attribute x: formulas are not read'),
    ('names', 'a, b.\nx:', 'names line 2',
     'the file ends where a value of attribute x is expected'),
    ('names', 'z.\nx: continuous.\n', 'names line 1', "the class 'z' is no attribute"),
    ('names', 'x.\nx: continuous.\n', 'names line 1', "the class 'x' must be a discrete attribute"),
    ('names', 'x: 1, two.\nx: continuous.\n', 'names line 1',
     "thresholds of the class 'x' must be numbers, not 1, two"),
    ('names', 'x: 2, 1.\nx: continuous.\n', 'names line 1',
     "thresholds of the class 'x' must rise"),
    ('names', 'a, b.\n', 'names line 1', 'no attribute is declared'),
    ('names', NAMES + 'case weight: continuous.\n', 'names line 6', 'of cases are not read'),
    ('names', NAMES + 'attributes excluded: z.\n', 'names line 6', "excluded: 'z' is none"),
    ('names', NAMES + 'attributes included: x, z.\n', 'names line 6', "included: 'z' is none"),
    ('names', NAMES + 'o: [ordered].\n', 'names line 6', 'attribute o has only one value'),
    ('names', NAMES + 'o: discrete 0.\n', 'names line 6', "has only one value, 'discrete 0'"),
    ('data', DATA + 'u, p, l, u, a\n', 'data line 3', "x: 'u' is no number; taken as unknown"),
    ('data', DATA + '1e999, p, l, u, a\n', 'data line 3', "x: '1e999' is no number"),
    ('data', DATA + 'nan, p, l, u, a\n', 'data line 3', "x: 'nan' is no number"),
    ('data', DATA + ', p, l, u, a\n', 'data line 3', 'x: empty value'),
    ('data', DATA + '1, , l, u, a\n', 'data line 3', 'v: empty value'),
    ('data', DATA + '1, r, l, u, a\n', 'data line 3', "v: 'r' is not one of its values"),
    ('data', DATA + '1, p, x, u, a\n', 'data line 3', "s: 'x' is not one of its values"),
    ('data', DATA + '1, p, l, u, c\n', 'data line 3', "'c' is no class; the case is left out"),
    ('data', DATA + '1, p, l\n', 'data line 3', 'the file ends after 3 of 5 values'),
    ('data', '\0', 'data line 1', 'found a zero byte'),
    ('test', '1, p\n', 'test line 1', 'the file ends after 2 of 5 values'),
    ('costs', 'a, c: 2', 'costs line 1', "'c' is no class; the classes are a, b"),
    ('costs', 'a, b: -2', 'costs line 1', "'-2' is no cost; write a number >= 0"),
    ('costs', 'a, b: nan', 'costs line 1', "'nan' is no cost"),
    ('costs', 'a, b: dear', 'costs line 1', "'dear' is no cost"),
    ('costs', 'b, a: 3\na b: 2', 'costs line 2', "'a b' is no class"),
    ('costs', 'a, b', 'costs line 1', "':' expected here"),
    ('costs', 'a', 'costs line 1', "',' expected here"),
]


@pytest.mark.parametrize('end, text, where, says', BAD_FILES)
def test_read_c50_says_once_in_which_file_and_line_what_is_wrong(tmp_path, end, text, where, says):
    for name, good in {'names': NAMES, 'data': DATA, end: text}.items():
        (tmp_path / f'set.{name}').write_text(good, encoding='utf-8')
    try: messages = read_c50(tmp_path / 'set').messages
    except ValueError as error: messages = str(error),
    assert len(messages) == 1
    assert all(part in messages[0] for part in (f'set.{where}', 'column', says))


def test_what_cannot_be_read_is_unknown_and_a_case_without_a_class_is_left_out(tmp_path):
    odd = 'u, r, l, u, a\n1, p, l, u, c\n1e999x, , l, u, b\n'
    for name, good in {'names': NAMES, 'data': DATA + odd}.items():
        (tmp_path / f'set.{name}').write_text(good, encoding='utf-8')
    files = read_c50(tmp_path / 'set')
    assert files.train.y.tolist() == [0, 1, 0, 1] and len(files.messages) == 5
    assert np.isnan(files.train.x[0, 2:]).all() and files.train.x[1].tolist() == [2, 3, 0, 0]


@pytest.mark.parametrize('end', ['names', 'data'])
def test_read_c50_names_the_file_that_is_missing(tmp_path, end):
    for name, good in {'names': NAMES, 'data': DATA}.items():
        if name != end: (tmp_path / f'set.{name}').write_text(good, encoding='utf-8')
    with pytest.raises(FileNotFoundError, match=f'set.{end}'): read_c50(tmp_path / 'set')


def test_costs_that_say_nothing_are_no_costs(tmp_path):
    path = tmp_path / 'set.costs'
    path.write_text('a, a: 9\nb, a: 1\n', encoding='utf-8')
    assert read_c50_costs(path, ('a', 'b')).shape == (0, 0)


@pytest.mark.parametrize('options, says', [
    (C50Options(trials=0), 'trials must be a whole number from 1 to 1000, not 0'),
    (C50Options(cf=1.5), 'cf must be a number from 0 to 1, not 1.5'),
    (C50Options(min_cases=0.5), 'min_cases must be a number from 1 to 1e[+]06, not 0.5'),
    (C50Options(costs=np.ones((2, 2))), r'costs must be of shape \(3, 3\)'),
    (C50Options(costs=-np.ones((3, 3))), 'costs must be >= 0'),
    (C50Options(costs=np.full((3, 3), np.nan)), 'costs must be >= 0'),
])
def test_an_option_out_of_range_is_refused(options, says):
    with pytest.raises(ValueError, match=says): learn_c50(ATTRIBUTES, random_record(6), 3, options)


def test_costs_of_two_classes_must_be_positive():
    record = random_record(6, n_classes=2)
    with pytest.raises(ValueError, match='both must be > 0'):
        learn_c50(ATTRIBUTES, record, 2, C50Options(costs=np.array([[0.0, 1.0], [0.0, 0.0]])))


def test_there_must_be_cases_and_attributes():
    record = random_record(6)
    with pytest.raises(ValueError, match='there are no cases'):
        learn_c50(ATTRIBUTES, Record(record.x[:, :0], record.y[:0]), 3)
    with pytest.raises(ValueError, match='there are no attributes'):
        learn_c50((), Record(record.x[:0], record.y), 3)


def test_a_tree_deeper_than_functions_may_call_themselves_is_learned_and_answers():
    # classes that alternate along a column: each test splits off one block
    y = np.arange(60_000) // 30 % 2
    record = Record(np.arange(60_000.0)[None], y)
    options = C50Options(global_pruning=False, fuzzy=True)
    model = learn_c50(ATTRIBUTES[2:3], record, 2, options)
    tree = model.trials[0].tree
    depth = np.zeros(tree.used[0], int)
    for i, n in enumerate(tree.nodes[:tree.used[0]]):
        depth[n['first']:n['first'] + n['forks']] = depth[i] + 1
    assert depth.max() > 1_900 > sys.getrecursionlimit()
    assert (model.classify(record.x)[0] == y).all()
