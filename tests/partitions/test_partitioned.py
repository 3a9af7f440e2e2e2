"""A classifier fitted to partitions is that of one frame, and what cannot go together is refused by
name."""
import pickle

import numpy as np
import pandas as pd
import pytest
from support.partitions import (as_data, parts_of, random_cart, random_frame, random_numbers,
                                random_parameters, random_regression)
from support.random_tables import seeds

from c45lit import (C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier,
                    CARTClassifier, CARTForestRegressor, CARTRegressor, Column, CostComplexity,
                    ID3Classifier, LeafLimit, Release8Classifier, fit_partitioned, load_dataset,
                    predict_partitioned, progress)
from c45lit.partitions import larger_than_memory
from c45lit.partitions.passes_over_parts import InProcess

pytest.importorskip('pyarrow', reason='pip install pyarrow')
PRICE = CostComplexity(0.1)


def whole_of(parts, kind):
    "All cases in one frame; hive's names of folders are categories, and come last."
    whole = pd.concat(parts, ignore_index=True)
    if kind != 'hive': return whole
    names = pd.Categorical(whole['is'].astype(str).str.lower())
    return whole.drop(columns='is').assign(**{'is': names})


def few_segments(monkeypatch, rng):
    "Columns are counted in so few segments that cuts hide in them."
    how_of = larger_than_memory._how_of
    sizes = dict(segments=int(rng.integers(2, 6)), sample=int(rng.integers(3, 20)))
    monkeypatch.setattr(larger_than_memory, '_how_of',
                        lambda *args: how_of(*args)._replace(**sizes))


SALT = {C45Classifier: [], CARTClassifier: [31], CARTRegressor: [32]}


def drawn_of(learner, rng):
    "(random cases, an estimator with random parameters)."
    frame = (random_numbers if learner is CARTRegressor else random_frame)(rng)
    if learner is CARTRegressor: return frame, learner(**random_regression(rng, frame.y))
    return frame, learner(**(random_cart if learner is CARTClassifier else random_parameters)(rng))


def trees_that_differ(learner, kind, tmp_path, monkeypatch, n):
    "(random tables whose trees are not those of memory, values that were searched)."
    different, searched = [], 0
    for seed in seeds(n):
        rng = np.random.default_rng([seed, len(kind), *SALT[learner]])
        frame, tree = drawn_of(learner, rng)
        if frame.y.nunique() < 2: continue
        if kind == 'csv': frame['word'] = frame.word.astype(object)
        parts = parts_of(frame, rng)
        whole, data = whole_of(parts, kind), as_data(parts, kind, tmp_path / str(seed), rng)
        with monkeypatch.context() as patch:
            if seed % 3: few_segments(patch, np.random.default_rng(seed))
            model, report = fit_partitioned(data, 'y', weight='weight', estimator=tree,
                                            most_rows=int(rng.choice([3, 10, 40])))
        X = whole.drop(columns=['y', 'weight'])
        known, searched = tree.fit(X, whole.y, whole.weight), searched + report.values_moved
        if not (model.unpruned_tree_ == known.unpruned_tree_ and model.tree_ == known.tree_
                and getattr(model, 'alpha_', None) == getattr(known, 'alpha_', None)
                and (pickle.loads(pickle.dumps(model)).predict(X) == known.predict(X)).all()
                and [*model.feature_names_in_] == [*known.feature_names_in_]
                and report.rows == (whole.weight > 0).sum()
                and report.columns == model.n_features_in_ == 4): different.append(seed)
    return different, searched


@pytest.mark.parametrize('kind', ['frames', 'parquet', 'csv', 'hive', 'iterator', 'dataset'])
@pytest.mark.parametrize('learner', [C45Classifier, CARTClassifier, CARTRegressor])
def test_a_tree_of_partitions_is_that_of_one_frame(learner, kind, tmp_path, monkeypatch):
    different, searched = trees_that_differ(learner, kind, tmp_path, monkeypatch, 30)
    assert not different and searched > 0


@pytest.mark.parametrize('y, message', [
    (['low'] * 344, 'y must be numbers'), (['1.5'] * 344, 'y holds strings'),
    (pd.date_range('2020', periods=344), 'dates or times'),
    (np.append(np.inf, np.ones(343)), 'infinity'), (np.append(np.nan, np.ones(343)), 'no number')])
def test_targets_that_are_no_numbers_are_refused_by_file(y, message):
    frame = penguins().drop(columns='species').assign(y=y)
    with pytest.raises(ValueError, match=f'frame 0: .*{message}'):
        fit_partitioned([frame[::2], frame[1::2]], 'y', estimator=CARTRegressor(pruning=CostComplexity(1.0)))


def test_a_target_that_hardly_varies_is_refused_as_in_memory():
    frame = penguins().drop(columns='species').assign(y=np.linspace(0, 1e-160, 344))
    with pytest.raises(ValueError, match="column 'y' varies from 0 to 1e-160.*multiply it"):
        fit_partitioned([frame[::2], frame[1::2]], 'y', estimator=CARTRegressor(pruning=CostComplexity(0)))


def test_a_stopped_regression_goes_on(tmp_path):
    frame = penguins().dropna(subset=['body_mass_g'])
    parts = [frame[i::3] for i in range(3)]
    class Stopped(Exception): pass
    done = iter(range(10 ** 6))
    def stop(n):
        if next(done) == 14: raise Stopped
    how = dict(estimator=CARTRegressor(pruning=None), most_rows=60, checkpoint=tmp_path / 'kept')
    with pytest.raises(Stopped): fit_partitioned(parts, 'body_mass_g', InProcess(stop), **how)
    model, report = fit_partitioned(parts, 'body_mass_g', **how)
    assert report.resumed > 0 and 'of them before' in str(report)
    known = CARTRegressor(pruning=None).fit(frame.drop(columns='body_mass_g'), frame.body_mass_g)
    assert model.tree_ == known.tree_


def penguins():
    X, y = load_dataset('penguins')
    return X.assign(species=y)


def test_predictions_are_written_part_by_part(tmp_path):
    frame = penguins()
    parts = [frame[i::3] for i in range(3)]
    model, _ = fit_partitioned(parts, 'species')
    files = predict_partitioned(model, iter(parts), tmp_path / 'answers', proba=True)
    for file, part in zip(files, parts):
        answer, X = pd.read_parquet(file), part.drop(columns='species')
        assert (answer.prediction == model.predict(X)).all()
        np.testing.assert_array_equal(answer.drop(columns='prediction'), model.predict_proba(X))
    with pytest.raises(ValueError, match='not empty'):
        predict_partitioned(model, parts, tmp_path / 'answers')
    with pytest.raises(ValueError, match="no column 'island'"):
        predict_partitioned(model, [frame.drop(columns='island')], tmp_path / 'more')


def test_answers_stand_beside_the_columns_that_are_kept(tmp_path):
    frame = penguins().assign(ring=[f'r{i}' for i in range(344)])
    model = C45Classifier().fit(frame.drop(columns=['species', 'ring']), frame.species)
    parts, how = [frame[i::3] for i in range(3)], dict(keep=['sex', 'ring'], key='ring')
    files = predict_partitioned(model, parts, tmp_path / 'answers', proba=True, **how)
    for file, part in zip(files, parts):
        found = pd.read_parquet(file)
        assert [*found] == ['ring', 'sex', 'prediction', *(f'p({c})' for c in model.classes_)]
        pd.testing.assert_frame_equal(found[['ring', 'sex']], part[['ring', 'sex']].reset_index(
            drop=True), check_dtype=False)
        assert (found.prediction == model.predict(part.drop(columns=['species', 'ring']))).all()
    with pytest.raises(ValueError, match="no column 'rnig' to keep"):
        predict_partitioned(model, parts, tmp_path / 'no', key='rnig')
    with pytest.raises(ValueError, match="an answer is called 'prediction', too"):
        predict_partitioned(model, [frame.rename(columns={'ring': 'prediction'})],
                            tmp_path / 'none', keep='prediction')


@pytest.mark.parametrize('change, error, message', [
    (dict(columns='island'), ValueError, r'1.parquet.*island'),
    (dict(words='year'), TypeError, r"1.parquet.*'year' is discrete"),
    (dict(unknown='species'), ValueError, r'1.parquet.*no class'),
    (dict(infinite='year'), ValueError, r"1.parquet.*'year'.*infinity"),
    (dict(categories='island'), ValueError, r"1.parquet.*categories of column 'island'")])
def test_partitions_that_do_not_go_together_are_refused_by_name(change, error, message, tmp_path):
    first, second = penguins(), penguins()
    (what, column), = change.items()
    if what == 'columns': second = second.drop(columns=column)
    if what == 'words': second[column] = 'long ago'
    if what == 'unknown': second.loc[3, column] = None
    if what == 'infinite': second[column] = second[column].astype(float).replace({2007.0: np.inf})
    if what == 'categories':
        first[column] = first[column].astype(pd.CategoricalDtype(sorted(first[column].unique())))
        second[column] = first[column].astype(object).astype(
            pd.CategoricalDtype(sorted(first[column].unique(), reverse=True)))
    for i, frame in enumerate((first, second)): frame.to_parquet(tmp_path / f'{i}.parquet')
    with pytest.raises(error, match=message): fit_partitioned(tmp_path, 'species')


def test_a_file_that_changes_or_goes_is_noticed(tmp_path):
    for change in ('rewrite', 'remove'):
        frame = penguins()
        for i in range(3): frame[i::3].to_parquet(tmp_path / f'{i}.parquet')
        done = iter(range(10 ** 6))
        def spoil(n):
            if next(done) == 4:
                path = tmp_path / '2.parquet'
                path.unlink() if change == 'remove' else frame[3::3].to_parquet(path)
        with pytest.raises(RuntimeError, match='2.parquet.*has changed or gone'):
            fit_partitioned(tmp_path, 'species', InProcess(spoil), most_rows=50)


def test_nothing_to_read_is_refused(tmp_path):
    with pytest.raises(ValueError, match='holds no .parquet'): fit_partitioned(tmp_path, 'y')
    with pytest.raises(ValueError, match='empty list'): fit_partitioned([], 'y')
    with pytest.raises(ValueError, match='hold no case'):
        fit_partitioned([penguins()[:0]], 'species')
    with pytest.raises(ValueError, match='unknown in all'):
        fit_partitioned([penguins().assign(year=np.nan)], 'species')
    (tmp_path / 'a.parquet').write_bytes(b'PAR1 and no more')
    with pytest.raises(ValueError, match='a.parquet'): fit_partitioned(tmp_path, 'y')


def test_weights_that_one_frame_would_scale_are_refused():
    with pytest.raises(ValueError, match='give weights of mean 1 or more'):
        fit_partitioned([penguins().assign(weight=0.25)], 'species', weight='weight')


TWO = [LeafLimit(3), 'error_based']


@pytest.mark.parametrize('learner, parameters', [
    *((C45Classifier, p) for p in (
        dict(pruning='cost_complexity'), dict(pruning=TWO), dict(costs={}), dict(unknown='branch'),
        dict(class_weight='balanced'), dict(schema={'year': Column(monotonic=1)}), dict(schema='dates'))),
    *((CARTClassifier, p) for p in (
        {}, dict(pruning='reduced_error'), dict(pruning=PRICE, class_weight='balanced'), dict(pruning=TWO),
        dict(pruning='error_based', min_split=5), dict(pruning=PRICE, unknown='branch'),
        dict(pruning=[PRICE, CostComplexity()]), dict(pruning=PRICE, schema={'year': 'date'}))),
    (CARTRegressor, {})])
def test_what_needs_all_cases_is_refused_before_a_file_is_read(learner, parameters, tmp_path):
    said = rf'fit_partitioned: .*(must be .*; {learner.__name__}.fit|need all cases in memory, got .*; fit) takes'
    with pytest.raises(ValueError, match=said):
        fit_partitioned(tmp_path / 'nowhere', 'species', estimator=learner(**parameters))


def test_the_estimator_stays_as_it_is_and_its_schema_is_kept():
    frame = penguins()
    price = CostComplexity(0.01)
    cart = CARTClassifier(pruning=price, schema={'year': 'discrete'})
    model, _ = fit_partitioned([frame[::2], frame[1::2]], 'species', estimator=cart, min_cases=3)
    assert cart.min_cases == 1 and not hasattr(cart, 'tree_') and model.min_cases == 3
    known = CARTClassifier(pruning=price, schema={'year': 'discrete'}, min_cases=3).fit(
        frame.drop(columns='species'), frame.species)
    assert model.tree_ == known.tree_ and type(model) is CARTClassifier
    again = model.candidate_table(frame.drop(columns='species'), frame.species)
    pd.testing.assert_frame_equal(again, known.candidate_table())


@pytest.mark.parametrize('estimator', [
    C45RulesClassifier(), C50Classifier(), C45ForestClassifier(), CARTForestRegressor(),
    ID3Classifier(), Release8Classifier(), 'cart', object(),
    CARTClassifier])
def test_estimators_that_are_no_single_tree_are_refused(estimator):
    with pytest.raises(TypeError, match='fit_partitioned: estimator must be'):
        fit_partitioned([penguins()], 'species', estimator=estimator)


def test_one_leaf_is_told_and_so_is_why_there_are_no_notes():
    frame = penguins()
    with pytest.warns(UserWarning, match='fit_partitioned: one leaf: no test passed; check'):
        model, _ = fit_partitioned([frame[::2], frame[1::2]], 'species', min_cases=300)
    with pytest.raises(AttributeError, match='of partitions holds no .* at a sample'): model.report()


def test_a_limit_of_leaves_is_kept_in_partitions():
    frame = penguins()
    for how in LeafLimit(4), [LeafLimit(5), CostComplexity(0.01)], [LeafLimit(5), 'pessimistic']:
        model, _ = fit_partitioned([frame[::2], frame[1::2]], 'species', pruning=how)
        known = C45Classifier(pruning=how).fit(frame.drop(columns='species'), frame.species)
        assert model.tree_ == known.tree_ and model.tree_.n_leaves <= 5


def test_rows_without_a_target_are_refused_or_left_out_and_counted(tmp_path):
    frame = penguins()
    frame.loc[frame.index % 7 == 0, 'species'] = None
    for i in range(3): frame[i::3].to_csv(tmp_path / f'{i}.csv', index=False)
    with pytest.raises(ValueError, match='0.csv.*17 cases have no class.*drop_unlabelled=True'):
        fit_partitioned(tmp_path, 'species')
    model, report = fit_partitioned(tmp_path, 'species', drop_unlabelled=True, most_rows=50)
    rest = frame[frame.species.notna()]
    assert model.tree_ == C45Classifier().fit(rest.drop(columns='species'), rest.species).tree_
    assert (report.rows, report.unlabelled, report.files, report.columns) == (
        len(rest), 50, 3, 7) and len(rest) + 50 == len(frame)
    assert '294 cases of 7 columns; 50 without a target left out' in str(report)
    with pytest.raises(ValueError, match='hold no case'):
        fit_partitioned([frame[frame.species.isna()]], 'species', drop_unlabelled=True)


def test_a_bar_is_drawn_where_it_is_seen_and_else_a_line_a_pass(monkeypatch, capsys):
    parts = [penguins()[i::3] for i in range(3)]
    with progress(): _, report = fit_partitioned(parts, 'species', most_rows=60)
    out, err = capsys.readouterr()  # no terminal
    assert not out and [line.partition(':')[0] for line in err.splitlines()] == [
        f'pass {k} over 3 partitions' for k in range(1, report.passes + 1)]
    monkeypatch.setattr('sys.stderr.isatty', lambda: True, raising=False)
    with progress(): _, report = fit_partitioned(parts, 'species', most_rows=60)
    told = capsys.readouterr().err
    assert f'pass {report.passes}: 100%' in told and '3/3' in told
    assert f'pass {report.passes + 1}' not in told
    fit_partitioned(parts, 'species', most_rows=60)
    assert capsys.readouterr() == ('', '')
