"""Files are read as Release 8 reads them, written so that they read back, and refused with their
place."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from support.reference import read_facts
from support.tables import same

from c45lit.data.arff_files import read_arff, write_arff
from c45lit.data.table import Attribute, Schema, Table
from c45lit.data.c45_files import read_c45, read_names, write_c45
from c45lit.data.tokens import _plain_numbers, read_number

NAMES = 'yes, no.\nwords: a, b c, d.\nnumber: continuous.\n'


@pytest.fixture
def stem(tmp_path):
    "Write files of one stem: stem(names=..., data=...) -> the stem."
    def write(**texts):
        for end, text in texts.items():
            data = text if isinstance(text, bytes) else text.encode()
            (tmp_path / f's.{end}').write_bytes(data)
        return tmp_path / 's'
    return write


# the original's reading

def test_the_reader_agrees_with_release_8(reference):
    for fact in read_facts(reference, 'reader')['datasets']:
        messages = []
        table = read_c45(reference / 'data' / fact['dataset'], on_error=messages.append)
        assert messages == fact['messages']
        assert list(table.schema.classes) == fact['classes']
        for a, expected in zip(table.schema.attributes, fact['attributes'], strict=True):
            kind = expected['kind'].replace('ignored', 'ignore')
            assert (a.name, a.kind, list(a.values)) == (expected['name'], kind, expected['values'])
        for i, case in enumerate(fact['cases']):
            assert as_the_fact(table, i) == [np.float32(v) if type(v) in (int, float) else v
                                             for v in case]


def as_the_fact(table, i):
    "Case `i` as Release 8 holds it: 32-bit numbers, -999 unknown."
    case = [shown(column[i], a) for column, a in zip(table.columns, table.schema.attributes)]
    return [*case, table.schema.classes[table.classes[i]]]


def shown(v, attribute):
    "One cell in the notation of the facts."
    if attribute.kind == 'ignore': return None
    if attribute.kind == 'discrete': return '?' if v < 0 else attribute.values[v]
    return '?' if np.isnan(v) or v == -999 else 'inf' if np.isinf(v) else np.float32(v)


@pytest.mark.parametrize('word, value, whole', [
    ('85', 85, True), ('.5', .5, True), ('5.', 5, True), ('-2.5E2', -250, True), ('+3', 3, True),
    ('0x10', 16, True), ('0x1.8p1', 3, True), ('-0X.8', -.5, True), ('inf', np.inf, True),
    ('-Infinity', -np.inf, True), ('4.5kg', 4.5, False), ('three', 0, False), ('', 0, False),
    ('1e', 1, False), ('0x', 0, False), ('1_0', 1, False), ('１', 0, False), ('- 1', 0, False),
    ('1 ', 1, False), ('infinit', np.inf, False), ('1e999', np.inf, True),
    ('0x1p9999', np.inf, True),
    ('-0x1p9999', -np.inf, True), ('nan', np.nan, True), ('nan(12)', np.nan, True),
    ('?', np.nan, True),
])
def test_numbers_are_read_as_c_reads_them(word, value, whole):
    found = read_number(word)
    assert found[1] == whole
    assert found[0] == value or np.isnan(value) and np.isnan(found[0])


def test_minus_zero_is_zero():
    assert str(read_number('-0')[0]) == str(_plain_numbers(['-0'])[0]) == '0.0'


def test_values_of_discrete_n_are_collected_and_go_on_in_test(stem):
    files = stem(names='a, b.\nt: discrete 3.\nn: continuous.\n',
                 data='y, 1, a\n?, 2, b\nx, 3, a\n', test='z, 1, a\ny, 2, b\n')
    table, test = read_c45(files, test=True)
    assert table.schema.attributes[0] == Attribute('t', 'discrete', ('y', 'x'))
    assert test.schema.attributes[0].values == ('y', 'x', 'z')
    assert (table.columns[0].tolist(), test.columns[0].tolist()) == ([0, -1, 1], [2, 0])


# errors: counted, or raised with their place

BAD_NAMES = {
    'empty': ('', 's.names line 1, column 1: the file ends where a class'),
    'no attribute': ('yes, no.\n', 'line 1, column 9: no attribute is declared'),
    'no colon': ('a, b.\nn continuous.\n',
                 "line 2, column 1: colon expected after .* 'n continuous'"),
    'one value': ('a, b.\nn: lonely.\n', 'line 2, column 4: attribute n has only one value: write'),
    'open comment': ('a, b.\nn: continuous. | to the end',
                     'line 2, column 16: this comment is not closed'),
    'cut off': ('a, b.\nn:', 'line 2, column 3: the file ends where a value of attribute n'),
    'cut list': ('a, b.\nn: x,', 'the file ends where a value'),
    'no n': ('a, b.\nt: discrete.\n', "line 2, column 4: 'discrete': discrete must be followed"),
    'n of 1': ('a, b.\nt: discrete 1.\n', 'at least 2'),
    'escape at end': ('a, b\\', r'line 1, column 5: a \\ at the end'),
    'value twice': ('a, b.\nt: x, y, x.\n',
                    "line 2, column 10: a value of attribute t, 'x', is listed twice"),
    'attribute twice': ('a, b.\nt: x, y.\nt: continuous.\n',
                        "line 3, column 1: attribute 't' is declared twice"),
    'class twice': ('a, a.\nt: x, y.\n', "line 1, column 4: a class, 'a', is listed twice"),
    'zero byte': (b'a, b.\nt: \0', 'line 2, column 4: found a zero byte'),
    'utf-16': ('a, b.\n'.encode('utf-16'), 'zero byte'),
    'long name': ('a, b.\n' + 'n' * 1000 + ': continuous.\n',
                  'line 2, column 1: a name of 1000 bytes'),
    'million': ('m' * 10**6, 'a name of 1000000 bytes, which may have 999'),
}


@pytest.mark.parametrize('name', BAD_NAMES)
def test_bad_names_files_are_refused_with_their_place(name, stem):
    text, message = BAD_NAMES[name]
    with pytest.raises(ValueError, match=message): read_names(f'{stem(names=text)}.names')


BAD_DATA = {
    'empty': ('', 's.data line 1, column 1: the file holds no cases'),
    'only blanks': (' \n\n', 'no cases'),
    'illegal value': ('a, 1, yes\nq, 2, no\n',
                      "line 2, column 1: case 2's value of 'q' for attribute words "
                      r"is illegal: it is not one of a, b c, d; write '\?' for unknown"),
    'illegal number': ('a, x1, yes\n',
                       "line 1, column 4: .*'x1' for attribute number is illegal: it is not a "
                       "number"),
    'illegal class': ('a, 1, maybe\n',
                      "line 1, column 7: case 1's class of 'maybe' is illegal: it is not one of "
                      "yes, no"),
    'cut off': ('a, 1, yes\nb c, 2',
                'line 2, column 7: the file ends within case 2, after 2 of its 3'),
    'dos': ('a, 1, yes\r\n',
            r"line 1, column 7: case 1's class of 'yes\\u000d' is illegal: the lines end as in DOS"),
    'open comment': ('a, 1, yes | c', 'line 1, column 11: this comment is not closed'),
    'long': ('a, ' + '1' * 500 + ', yes\n',
             'line 1, column 4: a name of 500 bytes, which may have 499'),
    'zero byte': (b'a, 1, yes\n\0', 'line 2, column 1: found a zero byte'),
}


@pytest.mark.parametrize('name', BAD_DATA)
def test_bad_data_files_are_refused_with_their_place(name, stem):
    text, message = BAD_DATA[name]
    files = stem(names=NAMES, data=text)
    with pytest.raises(ValueError, match=message): read_c45(files)


def test_too_many_values_for_discrete_n(stem):
    files = stem(names='a, b.\nt: discrete 2.\n', data='x, a\ny, b\nz, a\n')
    with pytest.raises(ValueError,
                       match=r"line 3, column 1: 'z' is one value too many .* discrete 2"):
        read_c45(files, on_error=lambda message: None)


def test_bytes_that_are_not_utf8_are_read_one_by_one(stem):
    files = stem(names='yes, no.\nw: caf\xe9, b.\n'.encode('latin-1'),
                 data='caf\xe9, yes\n'.encode('latin-1'))
    assert read_c45(files).columns[0].tolist() == [0]


def test_a_byte_order_mark_is_no_part_of_a_name(stem):
    files = stem(names='\ufeff' + NAMES, data='\ufeffa, 1, yes\n')
    assert read_c45(files).schema.classes == ('yes', 'no')


# writers

WORD = st.text(alphabet=st.characters(exclude_categories=['Cs'], exclude_characters='\0'),
               max_size=8)
NAME = WORD.filter(lambda w: w == w.rstrip(' \t\n') and w != '?')


@st.composite
def tables(draw, names=NAME):
    "Any table that the files can hold."
    n = draw(st.integers(1, 6))
    attributes, columns = [], []
    for name in draw(st.lists(names, min_size=1, max_size=4, unique=True)):
        if draw(st.booleans()):
            attributes.append(Attribute(name, 'continuous'))
            columns.append(
                np.array(draw(st.lists(st.one_of(st.just(np.nan), st.floats(allow_infinity=False)),
                                       min_size=n, max_size=n))))
        else:
            values = tuple(draw(st.lists(names, min_size=2, max_size=4, unique=True)))
            attributes.append(Attribute(name, 'discrete', values))
            columns.append(np.array(draw(st.lists(st.integers(-1, len(values) - 1), min_size=n,
                                                  max_size=n)), dtype=np.int32))
    classes = tuple(draw(st.lists(names, min_size=1, max_size=3, unique=True)))
    codes = np.array(draw(st.lists(st.integers(0, len(classes) - 1), min_size=n, max_size=n)),
                     dtype=np.int32)
    return Table(Schema(tuple(attributes), classes), tuple(columns), codes, np.ones(n))


@given(tables())
@settings(max_examples=500, deadline=None)
def test_what_write_c45_writes_reads_back(tmp_path_factory, table):
    stem = tmp_path_factory.mktemp('c45') / 's'
    write_c45(stem, table, test=table)
    assert all(same(t, table) for t in read_c45(stem, test=True))


@given(tables(WORD), st.data())
@settings(max_examples=500, deadline=None)
def test_what_write_arff_writes_reads_back(tmp_path_factory, table, data):
    if table.schema.target in table.schema.names: return
    weights = data.draw(st.sampled_from([1.0, 0.5, 2.25])) * np.ones(len(table))
    table = Table(table.schema, table.columns, table.classes, weights)
    path = tmp_path_factory.mktemp('arff') / 's.arff'
    write_arff(path, table)
    assert same(read_arff(path), table)


def small(**changes):
    "A table of two cases, some of it changed."
    parts = dict(schema=Schema((Attribute('w', 'discrete', ('a', 'b')),), ('u', 'v')),
                 columns=(np.array([0, 1], dtype=np.int32),),
                 classes=np.array([0, 1], dtype=np.int32),
                 weights=np.ones(2))
    return Table(**{**parts, **changes})


def words(*values):
    "A table whose attribute has these values."
    return small(schema=Schema((Attribute('w', 'discrete', values),), ('u', 'v')))


@pytest.mark.parametrize('table, message', [
    (small(weights=np.array([1, 2.])), 'cannot hold weights'),
    (small(classes=np.array([0, -1])), 'some cases have no class'),
    (small(schema=Schema((Attribute('w', 'discrete', ('a', 'b')),), ()), classes=np.zeros(2, int)),
     'no classes'),
    (words('?', 'b'), "the value '\\?' of attribute 'w' would be read as unknown; rename it"),
    (words('a ', 'b'), 'ends in a blank'), (words('a\0', 'b'), 'zero byte'),
    (words('a' * 500, 'b'), 'has 500 bytes, the most is 499'), (words('\ud800', 'b'), 'UTF-8'),
])
def test_what_the_files_cannot_hold_is_refused(table, message, tmp_path):
    with pytest.raises(ValueError, match=message): write_c45(tmp_path / 's', table)
    assert not list(tmp_path.iterdir())  # nothing half written


def test_values_met_in_the_test_file_only_are_written(stem, tmp_path):
    files = stem(names='a, b.\nt: discrete 3.\n', data='y, a\n?, b\nx, a\n', test='z, a\ny, b\n')
    table, test = read_c45(files, test=True)
    write_c45(tmp_path / 'again', table, test=test)
    assert all(same(a, b) for a, b in zip(read_c45(tmp_path / 'again', test=True), (table, test)))
    fixed = Table(Schema((Attribute('t', 'discrete', ('y', 'x')),), ('a', 'b')), table.columns,
                  table.classes, table.weights)
    with pytest.raises(ValueError, match="attribute 't' of the test table has other values"):
        write_c45(tmp_path / 'again', fixed, test=test)


def test_ignored_columns_and_single_values_read_back(tmp_path):
    schema = Schema((Attribute('i', 'ignore'), Attribute('w', 'discrete', ('a',))), ('u', 'v'))
    table = small(schema=schema,
                  columns=(np.array([-1, -1], dtype=np.int32), np.array([0, -1], dtype=np.int32)))
    write_c45(tmp_path / 's', table)
    assert same(read_c45(tmp_path / 's'), table)


def test_discrete_values_that_are_no_strings_become_words(tmp_path):
    table = small(schema=Schema((Attribute('w', 'discrete', (False, True)),), (1, 2)))
    write_c45(tmp_path / 's', table)
    assert read_c45(tmp_path / 's').schema.attributes[0].values == ('False', 'True')


# ARFF

HEAD = "@relation r\n@attribute n numeric\n@attribute 'a b' {x, 'y z', \"q\"}\n@attribute class {u, v}\n@data\n"


@pytest.fixture
def arff(tmp_path):
    "Write an ARFF file: arff(text) -> its path."
    def write(text):
        path = tmp_path / 'f.arff'
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path
    return write


def test_arff_in_all_its_forms(arff):
    table = read_arff(
        arff('% a comment\n@RELATION r\n\n@Attribute n REAL\n  @attribute "a b" { x ,\'y z\' , q}\n'
                           '@ATTRIBUTE class {u,v}\n@DATA % \n1.5, x, u\n?,\'y z\',v\r\n% '
                           'more\n-2e3,?,"u"\n'
                           "{0 4, 2 v}\n{}\n7\tq\tv\n1,y z,v"))
    assert table.schema == Schema((Attribute('n', 'continuous'),
                                   Attribute('a b', 'discrete', ('x', 'y z', 'q'))), ('u', 'v'))
    assert np.array_equal(table.columns[0], [1.5, np.nan, -2000, 4, 0, 7, 1], equal_nan=True)
    assert table.columns[1].tolist() == [0, 1, -1, 0, 0, 2, 1]
    assert table.classes.tolist() == [0, 1, 0, 1, 0, 1, 1]


def test_arff_weights(arff):
    assert read_arff(arff(HEAD + '1, x, u, {2}\n{0 3}, { 0.5 }\n3,x,v\n')).weights.tolist(
        ) == [2, 0.5, 1]


def test_arff_target_by_name(arff):
    table = read_arff(arff(HEAD + '1, x, u\n2, q, v\n'), target='a b')
    assert (table.schema.target, table.schema.classes) == ('a b', ('x', 'y z', 'q'))
    assert table.schema.names == ('n', 'class')


def test_a_quoted_question_mark_is_a_value(arff):
    table = read_arff(
        arff("@relation r\n@attribute a {'?', b}\n@attribute c {u, v}\n@data\n'?', u\n?, v\n"))
    assert table.columns[0].tolist() == [0, -1]


BAD_ARFF = {
    'empty': ('', 'f.arff line 1, column 1: the file ends before @data'),
    'no cases': (HEAD, 'line 6, column 1: the file holds no cases'),
    'other keyword': ('@relation r\n@foo\n', 'line 2, column 1: expected @relation'),
    'text in the head': ('hello\n', 'line 1, column 1: expected @relation'),
    'string': ('@attribute town string\n',
               "line 1, column 17: attribute town is of type 'string'.*make it numeric"),
    'date': ('@attribute d date "yyyy"\n', "type 'date'"),
    'relational': ('@attribute bag relational\n', "type 'relational'"),
    'no type': ('@attribute d\n', "type ''"),
    'open braces': ('@attribute d {a, b\n', 'line 1, column 19: expected a comma or }'),
    'value twice': ('@attribute d {a, a}\n',
                    "line 1, column 12: attribute 'd': the value 'a' is listed twice"),
    'after braces': ('@attribute d {a} x\n', 'nothing may follow'),
    'open quote': (HEAD + "1, 'x, u\n",
                   'line 6, column 4: a word is expected here: a quote is not closed'),
    'empty cell': (HEAD + '1,,u\n', r'line 6, column 3: .*a cell is empty \(write \?'),
    'too few': (HEAD + '1, x\n', 'line 6, column 1: this case has 2 values, 3 attributes'),
    'too many': (HEAD + '1, x, u, 4\n', 'this case has 4 values'),
    'illegal value': (HEAD + '1, x, u\n1, zz, u\n',
                      "line 7, column 4: case 2's value of 'zz' for attribute a b is illegal: it "
                      "is not one of x, y z, q"),
    'illegal number': (HEAD + 'one, x, u\n',
                       "line 6, column 1: .*'one' for attribute n is illegal: it is not a finite "
                       "number"),
    'infinite': (HEAD + '1e999, x, u\n', 'not a finite number'),
    'class unknown': (HEAD + '1, x, ?\n',
                      "line 6, column 1: the class 'class' of this case is unknown; remove"),
    'index': (HEAD + '{3 u}\n', 'line 6, column 2: expected an index from 0 to 2'),
    'sparse comma': (HEAD + '{0 1 2}\n', "'1 2' for attribute n is illegal"),
    'open sparse': (HEAD + '{0 1\n', 'line 6, column 5: expected a comma or }'),
    'bad weight': (HEAD + '1, x, u, {-1}\n',
                   r'line 6, column 8: expected a comma, the end of the line, or a weight'),
    'after quote': (HEAD + "1, 'x'y, u\n", 'line 6, column 7: expected a comma'),
    'numeric class': ('@attribute c {u, v}\n@attribute n numeric\n@data\nu, 1\n',
                      "class 'n' must be nominal.*nominal attributes are: c"),
    'one attribute': ('@attribute c {u, v}\n@data\nu\n', 'one more attribute'),
    'names twice': (
        '@attribute c numeric\n@attribute c numeric\n@attribute d {u}\n@data\n1, 1, u\n',
        'more than once'),
    'zero byte': (b'@attribute c\0', 'zero byte'),
    'million': ('@attribute ' + 'm' * 10**6 + ' numeric\n', 'a word of 1000000 characters'),
    'zero weights': (HEAD + '1, x, u, {0}\n', 'f.arff: weights: all are zero'),
}


@pytest.mark.parametrize('name', BAD_ARFF)
def test_bad_arff_files_are_refused_with_their_place(name, arff):
    text, message = BAD_ARFF[name]
    with pytest.raises(ValueError, match=message): read_arff(arff(text))


def test_an_unknown_target_is_refused(arff):
    with pytest.raises(ValueError, match="no attribute is called 'z'; there are n, a b, class"):
        read_arff(arff(HEAD + '1, x, u\n'), target='z')


def test_sparse_rows_may_not_stand_for_too_much(arff):
    head = ''.join(f'@attribute a{i} numeric\n' for i in range(6000)) + '@attribute c {u}\n@data\n'
    with pytest.raises(ValueError, match='too many cells for sparse rows'):
        read_arff(arff(head + '{}\n' * 10_000))


@given(st.text(alphabet="@datribuen {}',\"\\?%\t\n01.x", max_size=80))
@settings(max_examples=500, deadline=None)
def test_any_arff_text_is_read_or_refused(tmp_path_factory, text):
    path = tmp_path_factory.mktemp('arff') / 'f.arff'
    for head in ('', HEAD):
        path.write_text(head + text, encoding='utf-8')
        try: read_arff(path)
        except ValueError: pass
