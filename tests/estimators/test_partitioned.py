"""A classifier fitted to partitions is that of one frame, and what cannot go together is refused by
name."""
import pickle

import numpy as np
import pandas as pd
import pytest
from support.partitions import parts_of, random_frame, random_parameters
from support.random_tables import seeds

from c45lit import C45Classifier, fit_partitioned, load_dataset, predict_partitioned

pytest.importorskip('pyarrow', reason='pip install pyarrow')


@pytest.mark.parametrize('kind', ['frames', 'parquet', 'csv', 'iterator', 'dataset'])
def test_a_classifier_of_partitions_is_that_of_one_frame(kind, tmp_path):
    import pyarrow.dataset as ds
    for seed in seeds(20):
        rng = np.random.default_rng([seed, len(kind)])
        frame, parameters, folder = random_frame(rng), random_parameters(rng), tmp_path / str(seed)
        if kind == 'csv': frame['word'] = frame.word.astype(object)
        if not (frame.y.nunique() > 1): continue
        parts = parts_of(frame, rng)
        whole = pd.concat(parts, ignore_index=True)
        if kind in ('parquet', 'csv', 'dataset'):
            folder.mkdir()
            for i, p in enumerate(parts):
                if kind == 'csv': p.to_csv(folder / f'{i}.csv', index=False)
                else: p.to_parquet(folder / f'{i}.parquet', index=False,
                                   row_group_size=int(rng.integers(5, 50)))
        data = dict(frames=parts, iterator=iter(parts), parquet=folder, csv=str(folder),
                    dataset=None)[kind]
        if kind == 'dataset': data = ds.dataset(folder)
        X, weights = whole.drop(columns=['y', 'weight']), whole.weight
        known = C45Classifier(**parameters).fit(X, whole.y, sample_weight=weights)
        model, report = fit_partitioned(data, 'y', weight='weight',
                                        most_rows=int(rng.choice([3, 10, 40])), **parameters)
        assert model.unpruned_tree_ == known.unpruned_tree_ and model.tree_ == known.tree_, (
            seed, parameters)
        assert report.rows == (weights > 0).sum() and report.passes >= 3
        assert (pickle.loads(pickle.dumps(model)).predict(X) == known.predict(X)).all()
        assert list(model.feature_names_in_) == list(
            known.feature_names_in_) and model.n_features_in_ == 4


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
    from c45lit.partitions.passes_over_parts import InProcess
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


@pytest.mark.parametrize('parameters',
                         [dict(arithmetic='r8'), dict(pruning='cost_complexity'), dict(costs={}),
                          dict(soft=True), dict(class_weight='balanced'),
                          dict(monotonic={'a': 1})])
def test_what_needs_all_cases_is_refused(parameters):
    with pytest.raises(ValueError, match='fit_partitioned: .* must be'):
        fit_partitioned([penguins()], 'species', **parameters)
