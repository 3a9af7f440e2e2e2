"""What a file says is what a frame says: models of the command line and of Python answer each
other's tables; what cannot be meant is refused, in the letters, the numbers and the names of
files."""
import gzip
import io

import numpy as np
import pandas as pd
import pytest
from support.random_tables import seeds
from support.scripts import in_node

import c45lit
from c45lit import C45Classifier, load, load_dataset, save, to_json, to_sql
from c45lit.cli import main
from c45lit.data.tokens import encoding_of
from c45lit.estimators.model_files import answering
from c45lit.programs.case_files import UNKNOWN_WORDS, training_cases

pytestmark = pytest.mark.filterwarnings('ignore:values not seen', 'ignore:too many values')


def run(capsys, *words):
    "(status, standard output, standard error) of a command."
    status = main([str(w) for w in words])
    return status, *capsys.readouterr()


def read(path):
    "A frame of a file, unknown as the command line has it."
    return pd.read_csv(path, keep_default_na=False, na_values=sorted(UNKNOWN_WORDS))


# -- truth values and classes

CLASSES = [['yes', 'no'], [0, 1], [-5, 7, 10], [True, False], ['01', '2'], [2.0, 10.0]]


@pytest.mark.parametrize('kind', ['c45', 'rules', 'cart', 'c50'])
def test_the_file_and_its_frame_teach_one_model(kind, tmp_path, capsys):
    estimator = dict(c45=C45Classifier, c50=c45lit.C50Classifier, cart=c45lit.CARTClassifier,
                     rules=c45lit.C45RulesClassifier)[kind]
    for seed in seeds(3):
        r = np.random.default_rng(seed)
        n, classes = 60, CLASSES[int(r.integers(len(CLASSES)))]
        X = pd.DataFrame({'f': r.random(n) < .5, 'g': r.random(n) < .5, 'x': r.integers(0, 9, n),
                          'w': r.choice(list('abc'), n)})
        y = np.where(X.f ^ (X.x > 4), *classes[:2]) if len(classes) == 2 else r.choice(classes, n)
        if r.random() < .5: X = X.astype(object).mask(r.random(X.shape) < .1)
        path, model = tmp_path / f'{seed}.csv', tmp_path / 'm.json'
        X.assign(y=y).to_csv(path, index=False)
        status, out, err = run(capsys, 'fit', path, '--target', 'y', '--model', kind, '-o', model)
        assert status == 0, err
        frame = read(path) if classes != ['01', '2'] else read(path).assign(y=y)
        cases = frame.drop(columns='y')
        here, there = estimator().fit(cases, frame.y), load(model)
        assert to_json(there) == to_json(here), (seed, classes)
        assert there.score(cases, frame.y) == here.score(cases, frame.y)
        assert to_sql(there, 't') == to_sql(here, 't')
        here.save(model)  # … and the other way round
        status, out, err = run(capsys, 'predict', model, path)
        assert status == 0 and err == '', err
        assert pd.read_csv(io.StringIO(out), dtype=str).prediction.tolist() == [
            str(c) for c in here.predict(cases).tolist()]


@pytest.mark.parametrize('written', [('True', 'False'), ('true', 'false'), ('TRUE', 'FALSE'),
                                     (1, 0)])
def test_a_truth_value_is_its_word_however_it_is_written(written, tmp_path, capsys):
    r = np.random.default_rng(0)
    X = pd.DataFrame({'f': r.random(80) < .5, 'x': r.normal(size=80)})
    path, model, y = tmp_path / 'x.csv', tmp_path / 'm.json', np.where(X.f, 'p', 'q')
    as_written = X.assign(f=np.where(X.f, *map(str, written)))
    X.assign(y=y).to_csv(path, index=False)
    assert run(capsys, 'fit', path, '--target', 'y', '-o', model)[0] == 0
    as_written.to_csv(path, index=False)
    status, out, err = run(capsys, 'predict', model, path)
    assert err == '' and (pd.read_csv(io.StringIO(out)).prediction == y).all()
    if written == (1, 0): return  # learned as a number
    as_written.assign(y=y).to_csv(path, index=False)
    assert run(capsys, 'fit', path, '--target', 'y', '-o', model)[0] == 0
    for f in X.f, X.f.astype('boolean'), X.f.astype(int), X.f.astype(float), X.f.astype(object):
        assert (load(model).predict(X.assign(f=f)) == y).all()


@pytest.mark.parametrize('words, classes', [
    ('0 1', [0, 1]), ('-5 7', [-5, 7]), ('10 9', [9, 10]), ('True False', [False, True]),
    ('1.0 2.0', [1.0, 2.0]), ('01 1', ['01', '1']), ('+1 2', ['+1', '2']), ('007 1', ['007', '1']),
    ('-0 1', ['-0', '1']), ('-0.0 0.0', ['-0.0', '0.0']), ('1e3 2', ['1e3', '2']),
    ('1.5 2', ['1.5', '2']), ('1 a', ['1', 'a']), ('true false', ['false', 'true']),
    ('inf 1', ['1', 'inf']), ('１ 2', ['2', '１']), ('1_0 2', ['1_0', '2']),
    ('9223372036854775807 1', [1, 2 ** 63 - 1]), ('9223372036854775808 1',
                                                  ['1', '9223372036854775808'])])
def test_classes_are_numbers_if_python_writes_them_just_so(words, classes, tmp_path, capsys):
    path, model, said = tmp_path / 'x.csv', tmp_path / 'm.json', words.split()
    path.write_text('x,y\n' + ''.join(f'{i},{said[i % 2]}\n' for i in range(20)), encoding='utf-8')
    assert run(capsys, 'fit', path, '--target', 'y', '-o', model)[0] == 0
    found = load(model).classes_.tolist()
    assert found == classes and [*map(type, found)] == [*map(type, classes)]
    status, out, err = run(capsys, 'predict', model, path, '--proba')
    assert set(pd.read_csv(io.StringIO(out), dtype=str).prediction) <= set(said)
    assert {f'p({w})' for w in said} < set(out.splitlines()[0].split(','))


# -- a column of new values only

def drifted(n=40):
    "Cases, classes that depend on a word, and a model."
    r = np.random.default_rng(1)
    X = pd.DataFrame({'w': r.choice(list('abcdef'), n), 'x': r.normal(size=n),
                      'idle': r.choice(['u', 'v'], n)})
    X.loc[X.index[:6], 'w'] = list('abcdef')
    y = np.where(X.w.isin(['a', 'b', 'c']), 'p', 'q')
    return X, y, C45Classifier().fit(X, y)


def test_a_column_of_which_every_value_is_new_is_refused(tmp_path, capsys):
    X, y, model = drifted()
    for change in (str.upper, '{} '.format, ord):
        other = X.assign(w=X.w.map(change))
        with pytest.raises(ValueError, match="column 'w': none of its 40 known values was seen in "
                           "training: expected such as 'a', 'b', 'c'.* found .*; the model asks"):
            model.predict(other)
    model.save(tmp_path / 'm.json')
    X.assign(w=X.w.str.upper()).to_csv(tmp_path / 'x.csv', index=False)
    (tmp_path / 'out.csv').write_text('old')
    told = run(capsys, 'predict', tmp_path / 'm.json', tmp_path / 'x.csv', '-o',
               tmp_path / 'out.csv')
    assert told[0] == 1 and "x.csv line 2 to line 41: column 'w': none of its 40" in told[2]
    assert '--on-bad unknown' in told[2] and 'None' not in told[2]
    assert (tmp_path / 'out.csv').read_text() == 'old'
    lenient = run(capsys, 'predict', tmp_path / 'm.json', tmp_path / 'x.csv', '--on-bad',
                  'unknown')
    found = pd.read_csv(io.StringIO(lenient[1])).prediction
    assert lenient[0] == 0 and "w: 'A' was not among the values learned" in lenient[2]
    assert (found == model.predict(X.assign(w=None))).all()


@pytest.mark.parametrize('change', [
    lambda X: X.iloc[:19].assign(w=X.w.str.upper()),          # few cases
    lambda X: X.assign(w='new'),                              # one word: a new shop
    lambda X: X.assign(w=np.where(X.x > 0, 'new', 'newer')),  # fewer than half as many as learned
    lambda X: X.assign(w=X.w.str.upper().mask(X.index == 3, 'a')),  # one is known
    lambda X: X.assign(w=X.w.str.upper().where(X.index < 19)),  # few are not unknown
    lambda X: X.assign(idle=X.idle.str.upper())])             # never asked
def test_new_values_that_may_be_meant_are_unknown(change):
    X, y, model = drifted()
    changed = change(X)
    known = X.loc[changed.index]
    expected = known.assign(w=changed.w.where(changed.w.isin([*'abcdef']), None))
    with pytest.warns(UserWarning, match='not seen in training'): found = model.predict(changed)
    assert (found == model.predict(expected)).all()


def test_names_of_cases_may_all_be_new(tmp_path):
    r = np.random.default_rng(2)
    X = pd.DataFrame({'who': [f'K{i}' for i in range(300)], 'x': r.normal(size=300)})
    y = np.where(X.x + r.normal(size=300) > 0, 'p', 'q')
    for model in (c45lit.ID3Classifier(), c45lit.C45ForestClassifier(5, random_state=0)):
        save(model.fit(X[:200], y[:200]), tmp_path / 'm.json')
        assert 'who' in model._asked_columns()
        for one in (model, answering((tmp_path / 'm.json').read_bytes())):
            assert len(one.predict(X[200:])) == 100


def test_partitions_of_new_values_only_are_refused(tmp_path):
    pytest.importorskip('pyarrow')
    X, y, model = drifted()
    with pytest.raises(ValueError, match="column 'w': none of its 40 known"):
        c45lit.predict_partitioned(model, [X, X.assign(w=X.w.str.upper())], tmp_path / 'out')


# -- letters

def letters():
    "Texts as bytes, and how these are read."
    golf = load_dataset('watermelon_3')[0].to_csv(index=False)
    for encoding in 'gb18030', 'utf-8', 'utf-8-sig', 'utf-16', 'utf-16-le', 'utf-16-be':
        yield golf.encode(encoding), golf
    for text in '名称,大小\n甲,1\n', '姓名,镕\n朱镕基,喆\n', '姓名，㐂𠮷\n㐂,𠮷\n', '价格（元）,y\n1,是\n':
        yield text.encode('gb18030'), text
    for text in ('Größe,naïve\n', 'Färbung;ja\n', 'prénom,âge\nHélène,1\n', 'ÄÖÜ,Öl,Über\n',
                 'señor,¿qué?\n', '“quoted” – £5\n', 'Größe,y\n1,a\n'):
        yield text.encode('cp1252'), text
    yield b'a,b\n1,2\n', 'a,b\n1,2\n'


def test_letters_are_found_out_and_the_browser_finds_the_same():
    texts = dict(letters())
    assert all(data.decode(encoding_of(data)).removeprefix('\ufeff') == text.removeprefix('\ufeff')
               for data, text in texts.items())
    r = np.random.default_rng(0)
    noise = [bytes(r.integers(48, 255, 12).tolist()) + b'\nab,1\n' for _ in range(999)]
    # a lone 80 is the euro to browsers, and nothing to Python
    asked = [list(d) for d in [*texts, *noise] if b'\x80' not in d or d in texts]
    found = in_node('all => all.map(d => CSV.decode(Uint8Array.from(d)).encoding)', asked)
    same = {'windows-1252': 'cp1252', 'utf-8': 'utf-8-sig'}
    here = [encoding_of(bytes(d)) for d in asked]
    def name(d, e): return 'utf-16' if bytes(d[:2]) in (b'\xff\xfe', b'\xfe\xff') else e
    assert [name(d, same.get(e, e)).replace('16le', '16-le').replace('16be', '16-be')
            for d, e in zip(asked, found)] == here
    assert {'gb18030', 'cp1252'} <= set(here)


@pytest.mark.parametrize('ending', ['.csv', '.csv.gz'])
@pytest.mark.parametrize('encoding', ['gb18030', 'utf-8-sig', 'utf-16'])
def test_a_chinese_table_is_learned_and_answered(encoding, ending, tmp_path, capsys):
    X, y = load_dataset('watermelon_3')
    path, model = tmp_path / f'瓜{ending}', tmp_path / 'm.json'
    text = X.assign(**{y.name: y}).to_csv(index=False)
    data = text.encode(encoding)
    path.write_bytes(gzip.compress(data) if ending.endswith('gz') else data)
    status, out, err = run(capsys, 'fit', path, '--target', y.name, '-o', model)
    assert status == 0 and to_json(load(model)) == to_json(C45Classifier().fit(X, y))
    told = '' if encoding == 'utf-8-sig' else f'encoding {encoding}, as it seems'
    assert told in err and bool(err) == bool(told)
    status, out, err = run(capsys, 'predict', model, path)
    assert status == 0 and pd.read_csv(io.StringIO(out)).shape == (len(X), X.shape[1] + 2)


@pytest.mark.parametrize('data, encoding', [
    ('名,y\n甲,a\n'.encode('gb18030') + b'\xff,b\n', 'gb18030'),
    ('é,y\n'.encode() + 'é,b\n'.encode('cp1252'), 'utf-8')])
def test_mixed_letters_are_told_of_and_refused_if_the_encoding_is_said(data, encoding, tmp_path,
                                                                       capsys):
    (tmp_path / 'x.csv').write_bytes(data)
    fit = 'fit', tmp_path / 'x.csv', '--target', 'y'
    status, out, err = run(capsys, *fit)
    assert status == 0 and 'encoding cp1252, as it seems; to say otherwise: --sep' in err
    status, out, err = run(capsys, *fit, '--encoding', encoding)
    assert status == 1 and f'a part is no {encoding}' in err and 'Traceback' not in err


def test_letters_far_behind_plain_ones_are_found_out(tmp_path, monkeypatch):
    from c45lit.programs import case_files
    monkeypatch.setattr(case_files, '_SCAN', 64)
    path = tmp_path / 'x.csv'
    path.write_bytes(('w,y\n' + 'plain,a\n' * 40 + '颜色,b\n' * 40).encode('gb18030'))
    with pytest.warns(UserWarning, match='encoding gb18030'): cases = training_cases(str(path), 'y')
    assert set(cases.X.w) == {'plain', '颜色'}


def test_chinese_files_of_c45_and_weka_are_read(tmp_path, capsys):
    names, data = '好, 坏.\n色泽: 青绿, 乌黑.\n', '青绿, 好\n乌黑, 坏\n' * 4
    (tmp_path / 'm.names').write_bytes(names.encode('gb18030'))
    (tmp_path / 'm.data').write_bytes(data.encode('gb18030'))
    status, out, err = run(capsys, 'fit', tmp_path / 'm')
    assert status == 0 and '色泽 = 青绿: 好' in out and 'encoding gb18030' in err
    status, out, err = run(capsys, 'c4.5', '-f', tmp_path / 'm')
    assert status == 0 and '色泽 = 青绿: 好' in out
    assert err.splitlines() == [f'c45lit: m.{end}: encoding gb18030, as it seems; if it is not, '
                                'save it as UTF-8' for end in ('names', 'data')]
    arff = '@relation m\n@attribute 色泽 {青绿,乌黑}\n@attribute c {好,坏}\n@data\n' + data
    (tmp_path / 'm.arff').write_bytes(arff.encode('gb18030'))
    assert '色泽 = 青绿: 好' in run(capsys, 'fit', tmp_path / 'm.arff')[1]


def test_damaged_packed_files_are_refused(tmp_path, capsys):
    whole = gzip.compress(b'x,y\n' + b'1,a\n2,b\n' * 999)
    for data in whole[:-20], b'x,y\n1,a\n', whole[:40] + b'\0\1' * 9 + whole[60:]:
        (tmp_path / 'x.csv.gz').write_bytes(data)
        status, out, err = run(capsys, 'fit', tmp_path / 'x.csv.gz', '--target', 'y')
        assert status == 1 and 'x.csv.gz' in err and 'unpack' in err and 'Traceback' not in err


# -- names of files

@pytest.fixture
def birds(tmp_path):
    "(folder, CSV of the penguins, their model)."
    X, y = load_dataset('penguins')
    data, model = tmp_path / 'birds.csv', tmp_path / 'birds.json'
    X.assign(species=y).to_csv(data, index=False)
    C45Classifier().fit(X, y).save(model)
    return tmp_path, data, model


def test_answers_go_to_parquet(birds, capsys):
    pytest.importorskip('pyarrow')
    folder, data, model = birds
    for more in [], ['--proba'], ['--explain']:
        for block in 7, 10_000:
            asked = 'predict', model, data, *more, '--block', block, '-o'
            for name in 'out.csv', 'out.tsv', 'out.parquet':
                assert run(capsys, *asked, folder / name)[0] == 0
            said = pd.read_csv(folder / 'out.csv', dtype=str)
            assert said.equals(pd.read_csv(folder / 'out.tsv', dtype=str, sep='\t'))
            found = pd.read_parquet(folder / 'out.parquet')
            assert list(found) == list(said)
            for name in said:  # numbers are numbers there
                words = [None if v is None or v != v else str(v) for v in found[name].tolist()]
                assert words == [None if w != w else w for w in said[name].tolist()], name
    from pyarrow.parquet import read_schema
    typed = pd.read_csv(data).assign(n=pd.array([None] * 9 + [3] * 335, 'Int64'))
    typed.to_parquet(folder / 'typed.parquet')
    asked = 'predict', model, folder / 'typed.parquet', '--block', 9, '-o', folder / 'o.parquet'
    assert run(capsys, *asked)[0] == 0
    found = pd.read_parquet(folder / 'o.parquet')
    kinds = [read_schema(folder / name).types for name in ('o.parquet', 'typed.parquet')]
    assert kinds[0][:-1] == kinds[1] and found.iloc[:, :-1].equals(typed.astype(found.dtypes[:-1]))
    (folder / 'none.csv').write_text(data.read_text().splitlines()[0] + '\n')
    assert run(capsys, 'predict', model, folder / 'none.csv', '-o', folder / 'o.parquet')[0] == 0
    assert len(pd.read_parquet(folder / 'o.parquet')) == 0


@pytest.mark.parametrize('words', [
    ['predict', 'MODEL', 'DATA', '-o', 'o.xlsx'], ['predict', 'MODEL', 'DATA', '-o', 'o.json'],
    ['predict', 'MODEL', 'DATA', '-o', 'o.csv.gz'], ['predict', 'none', 'none', '-o', 'o.FEATHER'],
    ['fit', 'DATA', '--target', 'species', '-o', 'm.pkl'],
    ['fit', 'DATA', '--target', 'species', '-o', 'm.parquet'],
    ['show', 'MODEL', '--svg', '-o', 'm.png'], ['show', 'MODEL', '-o', 'm.html'],
    ['export', 'MODEL', '--to', 'c', '-o', 'm.py'],
    ['export', 'MODEL', '--to', 'sql', '-o', 'm.db'],
    ['export', 'MODEL', '--to', 'onnx', '-o', 'm.json']])
def test_a_name_that_promises_another_kind_of_file_is_refused(words, birds, capsys, monkeypatch):
    folder, data, model = birds
    monkeypatch.chdir(folder)
    before = sorted(folder.iterdir())
    words = [{'DATA': data, 'MODEL': model}.get(w, w) for w in words]
    status, out, err = run(capsys, *words)
    ending = words[-1].rpartition('.')[2].lower()
    assert status == 2 and f'does not write .{ending}; take a name that ends in .' in err
    assert out == '' and sorted(folder.iterdir()) == before
    words[-1] = 'kept'  # a name without an ending promises nothing
    if words[1] != 'none': assert run(capsys, *words)[0] == 0 and (folder / 'kept').exists()


# -- numbers among words

def ages(path, word, every=100, n=2000):
    "A table of ages of which some are words."
    r = np.random.default_rng(0)
    x = r.integers(18, 91, n)
    said = [word(v) if i % every == 5 else str(v) for i, v in enumerate(x)]
    pd.DataFrame({'age': said, 'y': np.where(x < 40, 'a', 'b')}).to_csv(path, index=False)


@pytest.mark.parametrize('command', ['fit', 'compare'])
def test_numbers_with_a_few_words_are_told_of(command, tmp_path, capsys, monkeypatch):
    from c45lit.programs import compare_command
    monkeypatch.setattr(compare_command, 'LEARNERS', {})
    ages(tmp_path / 'age.csv', lambda v: 'unknown age')
    words = command, tmp_path / 'age.csv', '--target', 'y'
    status, out, err = run(capsys, *words)
    said = ("age.csv: column 'age' is taken as words, though 73 of its 74 values are numbers "
            "written as text; the first that is none is 'unknown age' in line 7; for numbers write "
            "? for what is no number, or say --on-bad unknown, to keep words without this warning: "
            '--discrete age\n')
    assert status == 0 and said in err and err.count('taken as words') == 1
    assert 'taken as words' not in run(capsys, *words, '--discrete', 'age')[2]
    err = run(capsys, *words, '--on-bad', 'unknown')[2]
    assert "20 words are no numbers, such as 'unknown age'" in err and 'taken as words' not in err


@pytest.mark.parametrize('written, how', [
    ('{:,.2f}', 'thousands apart'), ('{:.0f}%', 'a percent sign'), ('{:.1f} %', 'a percent sign'),
    ('${:.2f}', 'a currency sign'), ('{:.0f} €', 'a currency sign'), ('{:.2f}', 'a decimal comma'),
    ('¥{:,.0f}', 'a currency sign'), *(('{:,.2f}', mark) for mark in "., '")])
def test_numbers_with_signs_are_told_of_and_read(written, how, tmp_path, capsys):
    path = tmp_path / 'x.csv'
    x, mark = np.arange(400) * 101 + 300, how if len(how) == 1 else ','  # some below 1,000
    said = [written.format(v) for v in x]
    if how == 'a decimal comma' or mark != ',':  # other countries
        said = [w.replace(',', '_').replace('.', ',').replace('_', mark) for w in said]
    if len(how) == 1: how = 'thousands apart'
    pd.DataFrame({'self': said, 'y': np.where(x < 9000, 'a', 'b')}).to_csv(path, index=False)
    status, out, err = run(capsys, 'fit', path, '--target', 'y')
    assert status == 0 and err.count('taken as words') == 1
    says = {'thousands apart': f'say what is between them, --thousands "{mark}"',
            'a decimal comma': 'say --decimal ,'}.get(how, 'say --signs')
    assert f'400 of its 400 values are numbers with {how}; for numbers {says}, to keep' in err
    options = [*['--thousands', mark] * ('{:,' in written), *['--signs'] * ('a ' in how),
               *['--decimal', ','] * ('comma' in how)]
    model = tmp_path / 'm.json'
    status, out, err = run(capsys, 'fit', path, '--target', 'y', *options, '-o', model)
    assert status == 0 and 'taken as words' not in err and 'self <= 8986' in out
    save(load(model), model)  # it keeps thousands and signs
    kept = options if '--decimal' in options else ()
    status, out, err = run(capsys, 'predict', model, path, *kept)
    assert (status, err) == (0, '') and all(
        line.split(',')[-1] == line.split(',')[-2] for line in out.splitlines()[1:])


def test_thousands_are_three_digits_and_have_the_other_mark(tmp_path, capsys):
    path = tmp_path / 'x.csv'
    def fit(words, *options):
        pd.DataFrame({'x': words * 30, 'y': [*'aab'] * 30}).to_csv(path, index=False, sep=';')
        return run(capsys, 'fit', path, '--target', 'y', *options)[1]
    assert 'x > 1.5 : b' in fit(['1,5', '-2.000.000,0', '1.234,5'], '--thousands', '.')
    assert 'x <= 10000 : a' in fit(['1\xa0000', '10 000', '200 000,5'], '--thousands', 'space')
    assert 'x = 1,5' in fit(['1,5', '12,34', '1,000'], '--thousands', ',')
    for options, said in ((['--thousands', ',', '--decimal', ','], 'cannot be both'),
                          (['--thousands', 'x'], 'expected one mark')):
        status, out, err = run(capsys, 'fit', path, '--target', 'y', *options)
        assert status == 2 and said in err


def test_points_beside_decimal_commas_are_told_of(tmp_path, capsys):
    path, model = tmp_path / 'x.csv', tmp_path / 'm.json'
    def told(*words, first='{:,}', decimal=',5'):
        pd.DataFrame({'x': [first.format(v).replace(',', '.') for v in range(500, 2500, 10)],
                      'z': [f'{i % 7}{decimal}' for i in range(200)],
                      'y': ['a'] * 70 + ['b'] * 130}).to_csv(path, index=False, sep=';')
        return run(capsys, *words[:1], *[model] * (words[0] == 'predict'), path, *words[1:])
    fit, line = ('fit', '--target', 'y', '-o', model), "'1.000' is read as 1; if it is a thousand"
    assert line in told(*fit)[2]
    assert 'is read as' not in told(*fit, decimal='.5')[2] + told(*fit, first='{}')[2]
    way = '--thousands "."'
    assert way in told(*fit, '--decimal', ',')[2]
    told(*fit, first='{}')
    assert way in told('predict', first='{:,},00')[2]
    assert 'x <= 1190' in told(*fit, '--thousands', '.')[1]
    status, out, err = told('predict')
    assert status == 0 and [w[-1] for w in out.split()[1:]] == ['a'] * 70 + ['b'] * 130


def test_a_folder_of_parquet_is_a_table(tmp_path, capsys):
    X, y = load_dataset('penguins')
    frame = X.assign(species=y)
    for i in range(3):
        folder = tmp_path / 'birds' / f'batch={7 + i}'
        folder.mkdir(parents=True)
        frame[i::3].to_parquet(folder / 'part.parquet')
    whole = pd.concat([frame[i::3].assign(batch=7 + i) for i in range(3)])
    whole.to_parquet(tmp_path / 'whole.parquet')
    said = [run(capsys, 'fit', tmp_path / name, '--target', 'species', '-o', tmp_path / f'{name}.json')
            for name in ('birds', 'whole.parquet')]
    assert said[0] == said[1] and '344 cases, 8 attributes' in said[0][1]
    model = tmp_path / 'birds.json'
    answers = [run(capsys, 'predict', model, tmp_path / name, '--block', '50') for name in (
        'birds', 'whole.parquet')]
    assert answers[0] == answers[1] and answers[0][1].count('\n') == 345
    out = tmp_path / 'out.parquet'
    assert run(capsys, 'predict', model, tmp_path / 'birds', '-o', out)[0] == 0
    assert len(pd.read_parquet(out)) == 344
    (tmp_path / 'none').mkdir()
    assert run(capsys, 'fit', tmp_path / 'none', '--target', 'species')[0] == 1


def test_few_or_plain_words_are_not_told_of(tmp_path, capsys):
    path = tmp_path / 'x.csv'
    for words in ['1', '2', '3+'], ['a', 'b', '1'], [f'v{i}' for i in range(12)]:
        said = [words[i % len(words)] for i in range(300)]
        pd.DataFrame({'w': said, 'y': list('ab') * 150}).to_csv(path, index=False)
        assert 'taken as words' not in run(capsys, 'fit', path, '--target', 'y')[2]


# -- small things

def test_many_numbers_as_classes_are_told_of(tmp_path, capsys, monkeypatch):
    from c45lit.programs import compare_command
    monkeypatch.setattr(compare_command, 'LEARNERS', {})
    path = tmp_path / 'x.csv'
    pd.DataFrame({'x': np.arange(210) % 30, 'y': np.arange(210) % 30}).to_csv(path, index=False)
    err = run(capsys, 'fit', path, '--target', 'y')[2]
    assert "'y' holds 30 different numbers" in err and 'quantity: --model regressor' in err
    assert err.count('quantity') == 1
    assert 'quantity: --number' in run(capsys, 'compare', path, '--target', 'y')[2]
    assert run(capsys, 'fit', path, '--target', 'y', '--model', 'regressor')[2] == ''
    pd.DataFrame({'x': np.arange(200) % 7, 'y': np.arange(200) % 7 + .0}).to_csv(path, index=False)
    status, out, err = run(capsys, 'compare', path, '--target', 'y')
    assert status == 0 and err == '' and 'always one class' in out  # floats, but classes
