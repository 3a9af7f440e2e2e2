"""The commands of today: what they print, write and answer is what the library says; pipes, blocks,
refusals, whole files."""
import csv
import io
import json
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from support.exports import HOSTILE

import c45lit
from c45lit import load_dataset
from c45lit.cli import main
from c45lit.data import encode
from c45lit.data.sampling import folds_of
from c45lit.programs.case_files import UNKNOWN_WORDS, FileCases, training_cases
from c45lit.programs.model_commands import MODELS, cross_predicted

COMMAND = 'import sys; from c45lit.cli import main; sys.exit(main())'
WORDS = [w for w in HOSTILE if w.strip() not in UNKNOWN_WORDS]


def noisy(seed, n=60):
    "Words, hostile words and numbers, some unknown; classes that depend on them."
    r = np.random.default_rng(seed)
    X = pd.DataFrame({'x,1': r.normal(size=n), 'n': r.integers(0, 9, n) / 8,
                      'w"\n': r.choice(WORDS, n), 'c': r.choice(list('abc'), n)})
    score = X['x,1'] + (X.c == 'a') + X.n
    y = pd.Series(np.array(['lo', "o'k", 'hi,gh'])[np.digitize(score, [0, 1])], name='the class')
    X = X.astype({'w"\n': object, 'c': object})
    for j in range(X.shape[1]): X.iloc[r.random(n) < .1, j] = np.nan if j < 2 else None
    return X, y


def write(path, X, y=None):
    "A CSV whose unknown values are told in several ways."
    words = ['', '?', 'NA', 'null']
    frame = X if y is None else X.assign(**{y.name: y})
    with open(path, 'w', newline='', encoding='utf-8') as file:
        writer = csv.writer(file)
        writer.writerow(frame.columns)
        for i, row in enumerate(frame.itertuples(index=False)):
            writer.writerow([words[i % 4] if v is None or v != v else repr(v)
                             if isinstance(v, float) else v for v in row])
    return str(path)


def rows(path):
    "The rows of a CSV, and its head."
    with open(path, newline='', encoding='utf-8') as file: found = list(csv.reader(file))
    return found[1:], found[0]


@pytest.mark.filterwarnings('ignore:values not seen')
@pytest.mark.parametrize('seed', range(3))
@pytest.mark.parametrize('kind', ['c45', 'rules', 'c50', 'cart', 'id3'])
def test_what_is_answered_is_what_the_estimator_says(kind, seed, tmp_path, capsys):
    X, y = noisy(seed)
    data, model, out = write(tmp_path / 'd.csv', X,
                             y), str(tmp_path / 'm.json'), tmp_path / 'out.csv'
    assert main(['fit', data, '--target', y.name, '--model', kind, '-o', model]) == 0
    here = getattr(c45lit, MODELS[kind])().fit(X, y)
    assert c45lit.to_json(here) + '\n' == (tmp_path / 'm.json').read_text(encoding='utf-8')
    asked = noisy(seed + 100, 37)[0]
    new = write(tmp_path / 'new.csv', asked[asked.columns[::-1]].assign(key=range(37)))
    texts = []
    for block in (7, 36, 37, 1000):
        assert main(['predict', model, new, '--proba', '-o', str(out), '--block', str(block)]) == 0
        texts.append(out.read_bytes())
    assert len(set(texts)) == 1
    found, head = rows(out)
    n = len(here.classes_)
    assert head == [*asked.columns[::-1], 'key', 'prediction', *(f'p({c})' for c in here.classes_)]
    assert [row[-n - 1] for row in found] == here.predict(asked).tolist()
    assert [list(map(float, row[-n:])) for row in found] == here.predict_proba(asked).tolist()
    assert [row[4] for row in found] == [str(i) for i in range(37)]


def test_a_tree_of_a_file_answers_without_scikit_learn(golf):
    folder, data, model = golf
    code = ('import sys; from c45lit.cli import main; asked = main(sys.argv[1:]); '
            'sys.exit(asked or "sklearn" in sys.modules)')
    for words in (['show', model], ['show', model, '--rules'], ['predict', model, data],
                  ['predict', model, data, '--proba'], ['predict', model, data, '--explain']):
        done = subprocess.run([sys.executable, '-c', code, *map(str, words)], capture_output=True,
                              text=True)
        assert done.returncode == 0, (words, done.stderr)
        assert 'sunny' in done.stdout


@pytest.mark.parametrize('seed', range(5))
def test_a_regressor_answers_numbers(seed, tmp_path, capsys):
    X, _ = noisy(seed)
    y = pd.Series(np.random.default_rng(seed).normal(size=len(X)), name='y')
    data, model, out = write(tmp_path / 'd.csv', X, y), str(tmp_path / 'm.json'), tmp_path / 'o.csv'
    assert main(['fit', data, '--target', 'y', '--model', 'regressor', '-o', model, '--set',
                 'pruning=None']) == 0
    here = c45lit.CARTRegressor(pruning=None).fit(X, y)
    assert main(['predict', model, data, '-o', str(out)]) == 0
    assert [float(row[-1]) for row in rows(out)[0]] == here.predict(X).tolist()
    assert main(['predict', model, data, '--proba']) == 2
    assert 'root mean squared error' in capsys.readouterr().out


@pytest.mark.parametrize('kind', [*MODELS, 'c50 rules'])
def test_explanations_are_those_of_the_estimator_with_cases_from_1(kind, tmp_path, capsys):
    X, y = noisy(1)
    kind, _, how = kind.partition(' ')
    y = pd.Series(range(len(y)), name='t') if 'regressor' in kind else y
    data, model, out = write(tmp_path / 'd.csv', X, y), str(tmp_path / 'm.json'), tmp_path / 'o.csv'
    assert main(['fit', data, '--target', y.name, '--model', kind, '-o', model,
                 *['--set', f'{how}=True'] * bool(how)]) == 0
    assert main(['predict', model, data, '--explain', '-o', str(out), '--block', '1000']) == 0
    here = c45lit.load(model).explain(X)
    found, head = rows(out)
    assert [int(row[head.index('case')]) - 1 for row in found] == list(here.get('case', here.index))
    name = 'conditions' if 'rules' in (kind, how) else 'path'
    assert [row[head.index(name)] for row in found] == here[name].tolist()


def test_every_file_teaches_the_same_tree(tmp_path, capsys):
    pytest.importorskip('pyarrow')
    X, y = load_dataset('penguins')
    table = encode(X, c45lit.infer_schema(X, y), y)
    c45lit.write_c45(tmp_path / 'p', table)
    c45lit.write_arff(tmp_path / 'p.arff', table)
    X.assign(species=y).to_parquet(tmp_path / 'p.parquet')
    X.assign(species=y).to_csv(tmp_path / 'p.tsv', sep='\t', index=False)
    here, answers = c45lit.C45Classifier().fit(X, y), set()
    for name, *words in (['p'], ['p.arff'], ['p.parquet', '--target', 'species'],
                         ['p.tsv', '--target', 'species']):
        path, out = str(tmp_path / name), tmp_path / 'out.csv'
        assert main(['fit', path, *words, '-o', str(tmp_path / 'm.json')]) == 0
        model = c45lit.load(tmp_path / 'm.json')
        assert c45lit.to_text(model) == c45lit.to_text(here)
        assert main(['predict', str(tmp_path / 'm.json'), path, '-o', str(out)]) == 0
        found, head = rows(out)
        answers.add(tuple(row[head.index('prediction')] for row in found))
    assert answers == {tuple(here.predict(X))}


def test_weights_of_an_arff_file_count(tmp_path, capsys):
    (tmp_path / 'w.arff').write_text(
        '@relation w\n@attribute x numeric\n@attribute c {a,b}\n@data\n1,a,{5}\n2,b,{3}\n2,a,{2}\n')
    assert main(['fit', str(tmp_path / 'w.arff')]) == 0
    assert '2 of 10 wrong (20.0%)' in capsys.readouterr().out


def test_words_for_unknown_and_columns_of_names_and_keys(tmp_path):
    path = tmp_path / 'x.csv'
    path.write_text('\ufeffid,zip,n,y\n1,01234,?,a\n2,98765, NA ,b\n3,01234,1e3,a\n',
                    encoding='utf-8')
    cases = training_cases(str(path), 'y', discrete=['zip'], ignored=['id'])
    assert list(cases.X) == ['zip', 'n'] and cases.X.zip.tolist() == ['01234', '98765', '01234']
    assert cases.X.n.isna().tolist() == [True, True, False] and cases.X.n[2] == 1000
    path.write_text('n,y\n1_0,a\n2,b\n')
    assert training_cases(str(path), 'y').X.n.tolist() == ['1_0', '2']


def test_folds_are_asked_by_models_that_have_not_seen_them(capsys):
    X, y = load_dataset('penguins')
    cases = FileCases(X, y)
    model = c45lit.C45Classifier().fit(X, y)
    found = cross_predicted(model, cases, 5, 3)
    codes = pd.factorize(y)[0]
    fold = folds_of(codes, 5, 3)
    for k in range(5):
        learned = c45lit.C45Classifier().fit(X[fold != k], y[fold != k])
        assert found[fold == k].tolist() == learned.predict(X[fold == k]).tolist()


@pytest.fixture
def golf(tmp_path):
    "(folder, CSV of golf, its model)."
    X, y = load_dataset('golf')
    data, model = write(tmp_path / 'golf.csv', X, y), str(tmp_path / 'golf.json')
    c45lit.C45Classifier().fit(X, y).save(model)
    return tmp_path, data, model


@pytest.mark.parametrize('words, status, said', [
    (['fit', 'DATA'], 2, '--target NAME'), (['fit'], 2, 'required: DATA'),
    (['fit', 'DATA', '--target', 'nothing'], 1, 'no column'),
    (['fit', 'DATA', '--target', 'play', '--model', 'grove'], 2, 'c45'),
    (['fit', 'DATA', '--target', 'play', '--set', 'cf'], 2, 'NAME=VALUE'),
    (['fit', 'DATA', '--target', 'play', '--set', 'cf=2'], 1, 'cf must be a number above 0 to 1'),
    (['fit', 'DATA', '--target', 'play', '--set', 'x=2'], 1,
     "--set x: there is no such parameter; there are cf, "),
    (['fit', 'DATA', '--target', 'play', '--set', 'pruning__x=2'], 1,
     "ErrorBased: no parameter 'x'; there are cf, raising"),
    (['fit', 'DATA', '--target', 'play', '--folds', '1'], 2, '2 to 14'),
    (['fit', 'DATA', '--target', 'play', '--model', 'regressor'], 1, 'learns numbers'),
    (['fit', 'nowhere.csv', '--target', 'play'], 1, 'nowhere.csv'),
    (['fit', 'nowhere', '--target', 'play'], 1, 'STEM.names'),
    (['fit', 'DATA', '--target', 'play', '-o', 'no/such/folder'], 1, 'No such file'),
    (['fit', 'MODEL', '--target', 'play'], 1, 'expected a file'),
    (['predict', 'DATA', 'DATA'], 1, 'JSON'),
    (['predict', 'nowhere.json', 'DATA'], 1, 'nowhere.json'),
    (['predict', 'MODEL', 'DATA', '--block', '0'], 2, '1 or more'),
    (['predict', '-', '-'], 2, 'both'), (['show', 'MODEL', '--rules', '--svg'], 2, 'not allowed'),
    (['show', 'MODEL', '--what'], 2, 'see c45lit show --help'),
    (['export', 'MODEL'], 2, '--to'),
    (['export', 'MODEL', '--to', 'sql', '--dialect', 'oracle'], 1, 'oracle')])
def test_refusals_say_what_is_wrong_and_leave_nothing(words, status, said, golf, capsys,
                                                      monkeypatch):
    folder, data, model = golf
    monkeypatch.chdir(folder)
    before = sorted(folder.iterdir())
    assert main([{'DATA': data, 'MODEL': model}.get(w, w) for w in words]) == status
    error = capsys.readouterr().err
    assert said in error and error.startswith('c45lit: ') and 'Traceback' not in error
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize('text, said', [
    ('', 'empty'), ('a,a,y\n', 'two columns'), ('a,y\n1\n', 'line 2: 1 values, expected 2'),
    ('a,y\n\n1,2,3\n', 'line 3: 3 values'),
    ('a,y\n1,\n', "line 2: 'y' is unknown"), ('a,y\n"1,2\n', 'c45lit'), ('a,y\n', '')])
def test_a_file_that_is_no_table_is_refused(text, said, tmp_path, capsys):
    (tmp_path / 'x.csv').write_text(text)
    assert main(['fit', str(tmp_path / 'x.csv'), '--target', 'y']) == 1
    assert said in capsys.readouterr().err
    (tmp_path / 'x.csv').write_bytes(b'a,y\n\x81,1\n')
    assert main(['fit', str(tmp_path / 'x.csv'), '--target', 'y']) == 1
    assert 'UTF-8' in capsys.readouterr().err


def test_an_error_in_a_late_block_leaves_the_old_answers(golf, capsys):
    folder, data, model = golf
    text = (folder / 'golf.csv').read_text().splitlines()
    (folder / 'bad.csv').write_text('\n'.join([*text, text[1].replace('85', 'warm')]))
    (folder / 'out.csv').write_text('old')
    assert main(['predict', model, str(folder / 'bad.csv'), '--block', '3', '-o',
                 str(folder / 'out.csv')]) == 1
    assert 'line 16, ' in capsys.readouterr().err
    assert (folder / 'out.csv').read_text() == 'old' and len(list(folder.iterdir())) == 4


def test_words_never_seen_are_counted_and_a_column_that_is_taken_is_refused(golf, capsys):
    folder, data, model = golf
    (folder / 'new.csv').write_text('outlook,temperature,humidity,windy\n' + 'fog,1,2,true\n' * 3)
    assert main(['predict', model, str(folder / 'new.csv'), '--block', '2']) == 0
    said = capsys.readouterr()
    assert len(said.out.splitlines(
        )) == 4 and "outlook: 'fog' was not among the values learned; 3 of it" in said.err
    (folder / 'new.csv').write_text(
        'outlook,temperature,humidity,windy,prediction\nrain,1,2,true,x\n')
    assert main(['predict', model, str(folder / 'new.csv')]) == 1
    assert 'rename' in capsys.readouterr().err
    (folder / 'new.csv').write_text('outlook,temperature,humidity,windy\n')
    assert main(['predict', model, str(folder / 'new.csv'), '--proba']) == 0
    assert capsys.readouterr().out.startswith(
        'outlook,temperature,humidity,windy,prediction,p(') and main(
            ['predict', model, str(folder / 'new.csv'), '--explain']) == 0


def test_show_and_export_are_the_functions_of_the_library(golf, capsysbinary):
    folder, data, model = golf
    here = c45lit.load(model)
    def told(*words):
        assert main(list(words)) == 0
        return capsysbinary.readouterr().out.decode()
    assert told('show', model).strip() == c45lit.to_text(here).strip() == told(
        'show', model, '--text').strip()
    assert told('show', model, '--dot').strip() == c45lit.to_dot(here.tree_).strip()
    assert '<svg' in told('show', model, '--svg') and told('show', model,
                                                           '--html').startswith('<!doctype html>')
    for to in ('python', 'javascript', 'c', 'dot', 'mermaid'):
        assert told('export', model, '--to',
                    to).strip() == getattr(c45lit, f'to_{to}')(here).strip()
    assert told('export', model, '--to', 'dot', '--max-depth',
                '1').strip() == c45lit.to_dot(here, 1).strip()
    assert told('export', model, '--to', 'sql', '--table', 't', '--dialect', 'duckdb', '--key',
                'id') == c45lit.to_sql(here, 't', 'duckdb', key='id')
    assert main(['export', model, '--to', 'pmml', '--unknown', 'null', '-o',
                 str(folder / 'm.pmml')]) == 0
    assert (folder / 'm.pmml').read_text(encoding='utf-8') == c45lit.to_pmml(here, 'null')
    pytest.importorskip('onnx')
    assert main(['export', model, '--to', 'onnx', '-o', str(folder / 'm.onnx')]) == 0
    assert (folder / 'm.onnx').read_bytes() == c45lit.to_onnx(here).SerializeToString()


def test_a_line_for_each_leaf_says_the_way_to_it(golf, capsys):
    assert main(['show', golf[2], '--rules']) == 0
    assert sorted(capsys.readouterr().out.splitlines()) == sorted([
        'if outlook = overcast: play (4.0/1.2), lift 1.56',
        "if outlook = rain and windy = true: don't play (2.0/1.0), lift 2.80",
        'if outlook = rain and windy = false: play (3.0/1.1), lift 1.56',
        'if outlook = sunny and humidity <= 75: play (2.0/1.0), lift 1.56',
        "if outlook = sunny and humidity > 75: don't play (3.0/1.1), lift 2.80"])


def test_rules_and_votes_are_shown_whole(golf, capsys):
    folder, data, model = golf
    assert main(['fit', data, '--target', 'play', '--model', 'rules', '-o', model]) == 0
    assert str(c45lit.load(model).rules_) in capsys.readouterr().out
    for form in ('--svg', '--html', '--dot'): assert main(['show', model, form]) == 1
    assert capsys.readouterr().err.count('--rules') == 3
    assert main(['show', model, '--rules']) == 0
    noisy_data = write(folder / 'n.csv', *noisy(3))
    assert main(['fit', noisy_data, '--target', 'the class', '--model', 'c50', '--set',
                 'trials=10', '--set', 'min_cases=1', '--set', 'cf=1', '-o', model]) == 0
    trees = c45lit.load(model).trees_
    out = capsys.readouterr().out
    assert len(trees) > 1 and all(f'Trial {i}:\n\n{c45lit.to_text(t)}' in out
                                  for i, t in enumerate(trees, 1))


def test_pipes_go_from_a_table_to_a_program(golf):
    folder, data, model = golf
    table = (folder / 'golf.csv').read_text()
    def run(*words, data):
        done = subprocess.run([sys.executable, '-c', COMMAND, *words], input=data.encode(),
                              capture_output=True)
        return done.returncode, done.stdout.decode(), done.stderr.decode()
    status, learned, report = run('fit', '-', '--target', 'play', '-o', '-', data=table)
    assert status == 0 and json.loads(learned)['kind'] == 'C45Classifier' and 'outlook' in report
    assert learned == (folder / 'golf.json').read_text() + '\n'
    status, program, _ = run('export', '-', '--to', 'python', data=learned)
    assert status == 0 and program.strip() == c45lit.to_python(c45lit.load(model)).strip()
    status, answers, _ = run('predict', model, '-', data=table)
    assert status == 0
    assert [row['prediction']
            for row in csv.DictReader(io.StringIO(answers))] == load_dataset('golf')[1].tolist()


def test_whoever_reads_may_go(golf):
    folder, data, model = golf
    table = (folder / 'golf.csv').read_text().splitlines()
    (folder / 'long.csv').write_text('\n'.join(table[:1] + table[1:] * 5000))
    running = subprocess.Popen([sys.executable, '-c', COMMAND, 'predict', model,
                                str(folder / 'long.csv'), '--block', '500'],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout.readline().startswith(b'outlook')
    running.stdout.close()
    assert running.wait(60) == 1 and running.stderr.read() == b''


# -- in the words of the command line

PYTHON = re.compile(
    r"X\.|X\[|df\[|pd\.|\.(?:drop|astype)\(|schema=|columns=|\bto_[a-z]+\b|(?<!--set "
    r")\b[a-z_]+='|_\b|max_depth")


def commands(folder):
    "(words, what is said of them) of commands that are refused or warn, in a folder of its own."
    rng = np.random.default_rng(0)
    a, x = rng.random(300).round(4), rng.integers(0, 2, 300)
    def table(name, words, **more):
        frame = pd.DataFrame({'a b': words, 'c': rng.random(300), **more,
                              'y': np.where(x, 'yes', 'no')})
        return write(folder / name, frame.drop(columns='y'), frame.y)
    fit = ['--target', 'y']
    yield ['fit', table('keys.csv', [f'k{i}' for i in range(300)]), *fit], "--ignore 'a b'"
    yield ['fit', table('text.csv', ['n.a.' if i == 7 else str(v) for i, v in enumerate(a)]),
           *fit], "none is 'n.a.' in line 9; for numbers write ? for what is no number, or say --on-bad unknown, to keep"
    yield ['fit', table('comma.csv', [str(v).replace('.', ',') for v in a]),
           *fit], 'with a decimal comma; for numbers say --decimal ,, to keep'
    yield ['fit', table('few.csv', ['x'] * 300, d=None), *fit], '--ignore d'
    yield ['fit', str(folder / 'few.csv'), *fit, '--ignore', 'a b', '--ignore', 'c', '--ignore',
           'd'], 'take off an --ignore'
    yield ['fit', str(folder / 'few.csv'), *fit, '--model', 'id3', '--set',
           'thresholds=False'], '--set thresholds=True'
    yield ['fit', str(folder / 'few.csv'), *fit, '--set', 'unknown=most'], "unknown must be 'share'"
    yield ['fit', str(folder / 'few.csv'), *fit, '--model', 'rules', '--set',
           'tree__cf=0.1'], 'the rules have a cf of their own'
    pd.DataFrame({'d': pd.date_range('2020-01-01', periods=300),
                  'y': x}).to_parquet(folder / 'dates.parquet')
    yield ['fit', str(folder / 'dates.parquet'), *fit], 'or leave it out with --ignore'
    X, y = load_dataset('penguins')
    for name, model in dict(r8=c45lit.Release8Classifier(),
                            trees=c45lit.C50Classifier(trials=10, min_cases=1)).items():
        model.fit(X, y).save(folder / f'{name}.json')
    def export(name, *more): return ['export', str(folder / f'{name}.json'), '--to', *more]
    yield export(
        'r8', 'sql'), '--to sql: the model computes in 32 bits (Release 8), which SQL cannot; use --to c, --to javascript or --to python'
    yield export('r8', 'onnx'), 'use --to c, --to javascript or --to python'
    yield export('r8', 'pmml'), 'use --to c'
    yield export('trees', 'sql', '--unknown', 'null'), 'take --unknown shares'
    yield export('trees', 'sql', '--dialect', 'oracle'), '--dialect must be one of'
    yield export('trees', 'pmml', '--unknown', 'guess'), '--unknown must be one of'
    yield export('trees', 'dot', '--max-depth', '-1'), '--max-depth must be'


def test_advice_is_in_options_and_not_in_python(tmp_path, capsys):
    for words, said in commands(tmp_path):
        main(words)
        error = capsys.readouterr().err
        assert said in error and 'Traceback' not in error, (words, error)
        assert not PYTHON.search(error.replace(str(tmp_path), '')), (words, error)


def test_a_decimal_comma_between_commas_is_refused_with_its_way_out(golf, capsys):
    folder, data, model = golf
    frame = pd.read_csv(data).assign(temperature=lambda f: f.temperature + 0.5)
    frame.to_csv(folder / 'new.csv', index=False)
    comma = (folder / 'new.csv').read_text().replace('85.5', '"85,5"')
    (folder / 'comma.csv').write_text(comma)
    assert main(['predict', model, str(folder / 'comma.csv')]) == 1
    assert ("line 2, temperature: '85,5' is no number; the model learned numbers here; say "
            '--decimal ","' in capsys.readouterr().err)


def test_a_column_said_to_be_names_brings_no_warning(tmp_path, capsys):
    words = pd.DataFrame({'key': np.arange(300), 'x': np.arange(300) % 7})
    data = write(tmp_path / 'keys.csv', words, pd.Series(np.arange(300) % 2, name='y').astype(str))
    assert main(['fit', data, '--target', 'y', '--discrete', 'key']) == 0
    assert 'key' not in (said := capsys.readouterr().err) and 'one leaf' in said


def test_a_fit_says_what_it_found(tmp_path, capsys):
    r = np.random.default_rng(0)
    X, y = pd.DataFrame({'x': r.normal(size=300)}), pd.Series(r.choice(['a', 'b'], 300), name='y')
    X = X.assign(again=2 * X.x, gone=X.x.mask((y == 'a') & (r.random(300) < .5)),
                 zip=[f'{n:05d}' for n in r.integers(0, 20000, 300)])
    assert main(['fit', write(tmp_path / 'notes.csv', X, y), '--target', 'y']) == 0
    said = capsys.readouterr().err
    assert "c45lit fit: 'again' says the same as 'x'; leave one out: --ignore again\n" in said
    assert said.count('one leaf') <= 1 and 'try --set unknown=branch' in said
    assert said.count('loses its zero; to keep words: --discrete zip\n') == 1
    assert main(['fit', str(tmp_path / 'notes.csv'), '--target', 'y', '--discrete', 'zip']) == 0
    assert 'zip' not in capsys.readouterr().err


@pytest.mark.parametrize('model', MODELS)
def test_the_parameters_of_a_model_are_listed_as_it_declares_them(model, capsys):
    with pytest.raises(SystemExit): main(['fit', '--model', model, '--parameters'])
    told = capsys.readouterr().out
    names = getattr(c45lit, MODELS[model])().get_params(deep=False)
    assert all(f'\n{name} : ' in told for name in names)
