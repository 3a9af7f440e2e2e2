"""Files are read as they are written: what is not said is found out and said, and errors name file,
line and column."""
import io
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris, load_wine

from c45lit import C45Classifier, load, load_dataset
from c45lit.cli import main
from c45lit.programs.case_files import Form, TableReading, training_cases


def run(capsys, *words):
    "(status, standard output, standard error) of a command."
    status = main([str(w) for w in words])
    return status, *capsys.readouterr()


@pytest.fixture(scope='module')
def wine():
    X, y = load_wine(return_X_y=True, as_frame=True)
    return X.assign(kind=pd.Series(list('abc'))[y].to_numpy())


@pytest.mark.parametrize('sep, decimal, encoding, said', [
    (',', '.', 'utf-8', []), (';', ',', 'utf-8', ['semicolons', '1,5 is a number']),
    (';', '.', 'cp1252', ['semicolons', 'cp1252']), ('\t', '.', 'utf-16', ['tabs', 'utf-16']),
    ('|', '.', 'utf-8-sig', ['bars'])])
def test_every_way_of_writing_gives_the_same_tree(tmp_path, capsys, wine, sep, decimal, encoding,
                                                  said):
    path, model = tmp_path / 'wine.csv', tmp_path / 'm.json'
    frame = wine.rename(columns={'hue': 'Färbung'})
    frame.to_csv(path, sep=sep, decimal=decimal, encoding=encoding, index=False)
    status, out, err = run(capsys, 'fit', path, '--target', 'kind', '-o', model)
    expected = C45Classifier().fit(frame.drop(columns='kind'), frame.kind)
    assert status == 0 and load(model).tree_ == expected.tree_
    assert all(word in err for word in said) and err.count('\n') == bool(said)
    status, out, err = run(capsys, 'predict', model, path)
    assert status == 0
    answers = pd.read_csv(io.StringIO(out))
    assert (answers.prediction == expected.predict(frame.drop(columns='kind'))).all()


def test_what_is_said_is_not_guessed(tmp_path, capsys, wine):
    path = tmp_path / 'wine.csv'
    wine.to_csv(path, sep=';', decimal=',', index=False, encoding='cp1252')
    told = '--sep', ';', '--decimal', ',', '--encoding', 'cp1252'
    status, out, err = run(capsys, 'fit', path, '--target', 'kind', *told)
    assert status == 0 and err == '' and 'training cases' in out


@pytest.mark.parametrize('options, words', [
    (['--sep', 'ab'], '--sep ab: expected one character'),
    (['--sep', ',', '--decimal', ','], 'cannot be both'),
    (['--decimal', ';'], '--decimal'), (['--encoding', 'klingon'], '--encoding'),
    (['--on-bad', 'drop'], '--on-bad'), (['--dates', 'day'], "no column is called 'day'"),
    (['--encoding', 'utf-16'], 'utf-16'), (['--sep', ';'], "'kind'")])
def test_options_out_of_range_are_refused(tmp_path, capsys, wine, options, words):
    path = tmp_path / 'wine.csv'
    wine.to_csv(path, index=False)
    status, out, err = run(capsys, 'fit', path, '--target', 'kind', *options)
    assert status in (1, 2) and words in err and out == ''


def test_words_for_unknown_and_bad_cells(tmp_path, capsys):
    X, y = load_iris(return_X_y=True, as_frame=True)
    path, model, new = tmp_path / 'iris.csv', tmp_path / 'm.json', tmp_path / 'new.csv'
    X = X.astype(object)
    X.iloc[3, 2], X.iloc[7, 3] = '-999', 'n.a.'
    X.assign(kind=y.map('k{}'.format)).to_csv(path, index=False)
    options = '--na', '-999', '--na', 'n.a.'
    assert main(['fit', str(path), '--target', 'kind', '-o', str(model), *options]) == 0
    known = X.mask(X.isin(['-999', 'n.a.'])).astype(float)
    kinds = y.map('k{}'.format).rename('kind')
    assert load(model).tree_ == C45Classifier().fit(known, kinds).tree_
    lenient = training_cases(str(path), 'kind', how=TableReading(Form(is_lenient=True)))
    assert np.isnan(lenient.X.iloc[7, 3]) and lenient.X.iloc[3, 2] == -999
    X.iloc[:9].to_csv(new, index=False)
    capsys.readouterr()
    status, out, err = run(capsys, 'predict', model, new, '--na', '-999')
    assert status == 1 and 'line 9, petal width (cm)' in err and "'n.a.'" in err
    assert 'new.csv' in err and '--on-bad unknown' in err
    status, out, err = run(capsys, 'predict', model, new, '--on-bad', 'unknown')
    assert status == 0 and len(out.splitlines()) == 10 and "'n.a.'" in err


def test_cases_without_a_class_are_left_out_when_asked(tmp_path, capsys):
    X, y = load_dataset('penguins')
    path = tmp_path / 'birds.csv'
    X.assign(species=y.mask(y.index % 50 == 7)).to_csv(path, index=False)
    status, out, err = run(capsys, 'fit', path, '--target', 'species')
    assert status == 1 and 'line 9' in err and '--drop-unlabelled' in err
    status, out, err = run(capsys, 'fit', path, '--target', 'species', '--drop-unlabelled')
    assert status == 0 and '7 cases of unknown species are left out' in err
    assert '337 cases' in out


def test_dates_are_learned_kept_and_checked(tmp_path, capsys):
    flights = pd.DataFrame({'at': pd.date_range('2025-01-01 05:30', periods=120, freq='7h'),
                            'miles': np.arange(120) % 7})
    flights['late'] = np.where(flights['at'].dt.hour >= 12, 'yes', 'no')
    path, model = tmp_path / 'flights.csv', tmp_path / 'm.json'
    flights.assign(at=flights['at'].dt.strftime('%d.%m.%Y %H:%M')).to_csv(path, index=False)
    form = ['--dates', 'at=%d.%m.%Y %H:%M']
    status, out, err = run(capsys, 'fit', path, '--target', 'late', *form, '--cv', 5, '-o', model)
    assert status == 0 and 'at_hour' in out and '5-fold cross-validation: 0 of 120' in out
    status, out, err = run(capsys, 'predict', model, path)
    assert (pd.read_csv(io.StringIO(out)).prediction == flights.late).all()
    assert run(capsys, 'export', model, '--to', 'sql')[1].count('at_hour')
    lines = path.read_text().splitlines()
    lines[5] = 'soon,1,no'
    path.write_text('\n'.join(lines))
    status, out, err = run(capsys, 'fit', path, '--target', 'late', *form)
    assert status == 1 and "flights.csv line 6, at: 'soon' is no date" in err and out == ''
    status, out, err = run(capsys, 'predict', model, path)
    assert status == 1 and 'line 6' in err
    status, out, err = run(capsys, 'predict', model, path, '--on-bad', 'unknown')
    assert status == 0 and 'count as unknown' in err


def test_all_learners_on_one_table(tmp_path, capsys):
    X, y = load_dataset('penguins')
    path, plot = tmp_path / 'birds.csv', tmp_path / 'birds.svg'
    X.assign(species=y).to_csv(path, index=False, sep=';')
    status, out, err = run(capsys, 'compare', path, '--target', 'species', '--cv', 3, '--plot',
                           plot)
    assert status == 0 and 'semicolons' in err and 'refused' not in out
    for name in ('C4.5 rules', 'C4.5 forest', 'C5.0, 10 trials', 'CART', 'ID3',
                 'scikit-learn tree'):
        assert name in out and name in plot.read_text()
    assert out.splitlines()[-1].startswith('always one class')
    again = run(capsys, 'compare', path, '--target', 'species', '--cv', 3)[1]
    assert again == out and 'like names' not in err
    X.assign(species=y, bird=[f'K{i}' for i in X.index]).to_csv(path, index=False)
    status, out, err = run(capsys, 'compare', path, '--target', 'species', '--cv', 3)
    assert err.count('like names') == 1 and '--ignore bird' in err and 'refused' not in out
    status, out, err = run(capsys, 'compare', path, '--target', 'body_mass_g', '--number',
                           '--drop-unlabelled', '--cv', 3)
    assert status == 0 and 'root mean squared error' in out and 'always the mean' in out
    assert 'CART forest' in out
    status, out, err = run(capsys, 'compare', path, '--target', 'species', '--plot', 'birds.doc')
    assert status == 2 and '--plot birds.doc' in err
    status, out, err = run(capsys, 'compare', path, '--target', 'species', '--number')
    assert status == 1 and 'holds words' in err


def test_learners_side_by_side_say_what_they_say_one_by_one(monkeypatch):
    from c45lit.engine.kernels import COMPILE_FROM
    from c45lit.programs import compare_command
    from c45lit.programs.case_files import FileCases
    monkeypatch.setattr(compare_command, 'LEARNERS', {
        name: compare_command.LEARNERS[name] for name in ('CART', 'C4.5')})
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(COMPILE_FROM // 4, 4)), columns=[*'abcd'])
    cases = FileCases(X, pd.Series(np.where(X.a * X.b + rng.normal(size=len(X)) > 0, 'p', 'q')))
    one, two = (compare_command.compare_learners(cases, 3, n_jobs=n) for n in (1, 2))
    pd.testing.assert_frame_equal(one, two)
    assert one.learner.tolist()[-1] == 'always one class' and len(one) == 4


@pytest.mark.skipif(sys.platform == 'win32', reason='named pipes')
def test_a_pipe_is_read_once(tmp_path, capsys, monkeypatch, wine):
    import os
    import threading
    fifo, model = tmp_path / 'pipe.csv', tmp_path / 'm.json'
    os.mkfifo(fifo)
    threading.Thread(target=lambda: fifo.write_text(wine.to_csv(index=False, sep=';'))).start()
    status, out, err = run(capsys, 'fit', fifo, '--target', 'kind', '-o', model)
    assert status == 0 and 'semicolons' in err
    assert load(model).tree_ == C45Classifier().fit(wine.drop(columns='kind'), wine.kind).tree_
