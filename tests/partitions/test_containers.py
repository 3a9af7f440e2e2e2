"""One frame against many partitions: the same tree and the same answers, whatever holds the
partitions."""
from urllib.parse import quote

import numpy as np
import pandas as pd
import pytest
from support.partitions import parts_of, random_frame, random_parameters
from support.random_tables import seeds

from c45lit import C45Classifier, fit_partitioned, load_dataset, predict_partitioned

pa = pytest.importorskip('pyarrow', reason='pip install pyarrow')
ds = pytest.importorskip('pyarrow.dataset', reason='pip install pyarrow')
pl = pytest.importorskip('polars', reason='pip install polars')


def shuffled(part, rng): return part[list(rng.permutation(part.columns))]


def in_files(parts, folder, suffix):
    "The parts as files of a folder."
    folder.mkdir()
    for i, p in enumerate(parts):
        if suffix == 'csv': p.to_csv(folder / f'{i}.csv', index=False)
        else: p.to_parquet(folder / f'{i}.parquet', index=False, row_group_size=max(3, len(p) // 2))
    return folder


class Again:
    "Can be iterated several times, with frames that are made anew."
    def __init__(self, parts): self.parts = parts
    def __iter__(self): return (p.copy() for p in self.parts)


def as_polars(parts): return [pl.from_pandas(p) for p in parts]


def as_arrow(parts): return [pa.Table.from_pandas(p, preserve_index=False) for p in parts]


def batches(parts): return [b for t in as_arrow(parts) for b in t.to_batches(7)]


def polars_of(parts): return pl.from_pandas(pd.concat(parts))


def arrow_of(parts): return pa.concat_tables(as_arrow(parts))


PANDAS = {  # container -> data of parts, a folder and random numbers
    'frame': lambda parts, folder, rng: pd.concat(parts),
    'tuple': lambda parts, folder, rng: tuple(shuffled(p, rng) for p in parts),
    'generator': lambda parts, folder, rng: (shuffled(p, rng) for p in parts),
    'what can be iterated again': lambda parts, folder, rng: Again(parts),
    'folder of csv': lambda parts, folder, rng: in_files([shuffled(p, rng) for p in parts], folder,
                                                         'csv'),
    'folder of parquet': lambda parts, folder, rng: str(
        in_files([shuffled(p, rng) for p in parts], folder, 'parquet')),
    'generator of paths': lambda parts, folder, rng: in_files(parts, folder, 'csv').glob('*.csv'),
    'list of folders': lambda parts, folder, rng: [in_files(
        [p], folder.with_name(f'{folder.name}-{i}'), 'parquet') for i, p in enumerate(parts)],
    'list of datasets': lambda parts, folder, rng: [
        ds.dataset(f) for f in sorted(in_files(parts, folder, 'parquet').iterdir())],
    'batches of a dataset with a filter': lambda parts, folder, rng: ds.dataset(
        in_files(parts, folder, 'parquet')).filter(ds.field('weight') >= 0).to_batches(),
    'Dask frame': lambda parts, folder, rng: dd().from_map(lambda p: p, parts),
    'delayed frames': lambda parts, folder, rng: [pytest.importorskip('dask').delayed(p)
                                                  for p in parts],
    'all sorts': lambda parts, folder, rng: [[as_polars, as_arrow, list][i % 3]([p])[0]
                                             for i, p in enumerate(parts)],
}
OTHERS = {  # container -> (data of parts, the frame in memory)
    'one of polars': (polars_of, polars_of),
    'lazy polars': (lambda parts: [p.lazy() for p in as_polars(parts)], polars_of),
    'slices of polars': (lambda parts: polars_of(parts).iter_slices(9), polars_of),
    'Arrow tables': (as_arrow, arrow_of), 'record batches': (batches, arrow_of),
    'one record batch': (lambda parts: arrow_of(parts).combine_chunks().to_batches()[0], arrow_of),
    'stream of batches': (
        lambda parts: pa.RecordBatchReader.from_batches(batches(parts)[0].schema, batches(parts)),
        arrow_of),
}


def dd(): return pytest.importorskip('dask.dataframe', reason='pip install c45lit[dask]')


def columns(frame, names):
    "Some columns of a frame of any library."
    return frame.select(names) if hasattr(frame, 'select') else frame[names]


def check_like_memory(data, whole, rng):
    "The tree of the partitions is that of the whole; the classifier."
    y, weights = (pd.Series(whole[c].to_pylist()
                            if isinstance(whole, pa.Table) else list(whole[c]), name=c)
                            for c in ('y', 'weight'))
    parameters = random_parameters(rng)
    model, report = fit_partitioned(data, 'y', weight='weight',
                                    most_rows=int(rng.choice([3, 10, 40])), **parameters)
    names = [a.name for a in model.schema_.attributes]  # in the order of the first partition
    known = C45Classifier(**parameters).fit(columns(whole, names), y, sample_weight=weights)
    assert (model.schema_ == known.schema_ and model.unpruned_tree_ == known.unpruned_tree_
            and model.tree_ == known.tree_)
    assert report.rows == (weights > 0).sum() and set(names) == {'word', 'number', 'whole', 'is'}
    return known


def sorted_rows(array): return array[np.lexsort(array.T)]


@pytest.mark.parametrize('kind', [*PANDAS, *OTHERS])
def test_partitions_of_every_kind_give_the_tree_and_the_answers_of_one_frame(kind, tmp_path):
    for seed in seeds(4):
        rng = np.random.default_rng([seed, len(kind)])
        frame = random_frame(rng)
        if kind not in ('tuple', 'frame', 'folder of parquet'):
            frame['word'] = frame.word.astype(object)  # categories in order of pandas
        if frame.y.nunique() < 2 or not frame.weight.any(): continue
        parts = parts_of(frame, rng)
        make = PANDAS.get(kind)
        if kind in PANDAS:
            whole, data, again = pd.concat(parts, ignore_index=True), *(
                make(parts, tmp_path / f'{seed}-{i}', rng) for i in range(2))
        else: whole, data, again = OTHERS[kind][1](parts), OTHERS[kind][0](parts), OTHERS[kind][0](
            parts)
        known = check_like_memory(data, whole, rng)
        files = predict_partitioned(known, again, tmp_path / f'answers {seed}', proba=True)
        answers = pd.concat(map(pd.read_parquet, files), ignore_index=True)
        expected = known.predict_proba(columns(whole, [a.name for a in known.schema_.attributes]))
        np.testing.assert_array_equal(sorted_rows(answers.drop(columns='prediction').to_numpy()),
                                      sorted_rows(expected))


# -- columns in the names of folders

def random_values(rng):
    """Values that names of folders may give: whole numbers, words, words that look like numbers,
    and what must be escaped."""
    some = [[2023, 2024, 9, 10], ['01', '02', '3'], ['7', 'A2', 'b'],
            ['x y', 'a/b', 'ü=%', '_', '.'], [-3, 0, 2 ** 31], ['', 'NaN', 'nil'],
            [2 ** 31 - 1, -2 ** 31]]
    return some[rng.integers(len(some))]


def dealt(frame, keys, folder, suffix='parquet'):
    """The cases in folders by some columns, as pandas, Spark and Dask write them; an unknown value
    has a folder too."""
    words = [['__HIVE_DEFAULT_PARTITION__' if pd.isna(v) else quote(str(v), safe='')
              for v in frame[key]] for key in keys]
    paths = ['/'.join(f'{quote(key, safe="")}={word}' for key, word in zip(keys, row))
             for row in zip(*words)]
    for i, (path, some) in enumerate(frame.groupby(paths)):
        path = folder / path
        path.mkdir(parents=True)
        some, file = some.drop(columns=keys), path / f'{i}.{suffix}'
        if suffix == 'csv': some.to_csv(file, index=False)
        else: some.to_parquet(file, index=False)
    return folder


def hive_cases(rng):
    """Cases of which some columns go to the names of folders; those say more about the class than
    the rest."""
    n = int(rng.integers(20, 90))
    frame = pd.DataFrame({'year': rng.choice(np.array(random_values(rng), dtype=object), n),
                          'a b': rng.choice(np.array(random_values(rng), dtype=object), n),
                          'x': rng.normal(0, 1, n).round(1)})
    y = np.where(rng.random(n) < 0.7, pd.factorize(frame.year)[0] % 2, rng.integers(0, 2, n))
    return frame.assign(y=np.where(y == 1, 's', 't'))


def check_hive(known, whole, folder, tmp_path):
    """The tree of a folder is that of the frame which another reader makes of it, and so are the
    answers."""
    model, _ = fit_partitioned(folder, 'y', most_rows=10)
    assert model.tree_ == known.tree_ and model.unpruned_tree_ == known.unpruned_tree_ and list(
        model.feature_names_in_) == list(known.feature_names_in_)
    answers = pd.concat(map(pd.read_parquet,
                            predict_partitioned(known, folder, tmp_path / 'answers')),
                            ignore_index=True)
    assert (answers.prediction.to_numpy() == known.predict(whole.drop(columns='y'))).all()


@pytest.mark.parametrize('reader', ['pandas', 'dataset'])
def test_names_of_folders_are_columns_of_the_type_that_pandas_gives_them(reader, tmp_path):
    for seed in seeds(8):
        rng = np.random.default_rng([seed, 5])
        folder = dealt(hive_cases(rng), ['year', 'a b'], tmp_path / f'{seed}')
        if reader == 'pandas': data, whole = folder, pd.read_parquet(folder)
        else:
            data = ds.dataset(folder, partitioning='hive')
            whole = data.to_table().to_pandas()
        check_hive(C45Classifier().fit(whole.drop(columns='y'), whole.y), whole, data,
                   tmp_path / f'answers {seed}')


def unknown_years():
    "Cases of which some have no year; the class hangs on it."
    year = np.array([2023, 2024, None, 2024, 2023] * 8, dtype=object)
    return pd.DataFrame({'year': year, 'x': np.arange(40) % 7 * 1.0,
                         'y': np.where(year == 2024, 'p', 'q')})


def test_an_unknown_value_in_the_names_of_folders_is_unknown(tmp_path):
    frame = unknown_years()
    folder = dealt(frame, ['year'], tmp_path / 'hive')
    categories = frame.year.astype(pd.CategoricalDtype([2023, 2024]))
    known = C45Classifier().fit(frame[['x']].assign(year=categories), frame.y)
    assert fit_partitioned(folder, 'y')[0].tree_ == known.tree_ and 'year = 2024' in str(
        known.tree_)


def test_a_schema_makes_numbers_of_the_names_of_folders(tmp_path):
    frame = unknown_years()
    for name, year in (('whole', frame.year),
                       ('halves', [None if v is None else f'{v}.5' for v in frame.year])):
        folder = dealt(frame.assign(year=year), ['year'], tmp_path / name)
        model, _ = fit_partitioned(folder, 'y', schema={'year': 'continuous'})
        known = C45Classifier().fit(frame[['x']].assign(year=pd.Series(year).astype(float)),
                                    frame.y)
        assert model.tree_ == known.tree_ and 'year <= 2023' in str(model.tree_)
    whole = pd.read_parquet(dealt(frame.dropna(), ['year'], tmp_path / 'known'))
    assert 'year <= 2023' in str(C45Classifier().fit(whole[['x', 'year']], whole.y,
                                                     schema={'year': 'continuous'}).tree_)
    with pytest.raises(ValueError, match="column 'year', in the names of folders.*'long ago'"):
        fit_partitioned(dealt(frame.fillna({'year': 'long ago'}), ['year'], tmp_path / 'words'),
                        'y', schema={'year': 'continuous'})


def test_words_of_a_model_stay_words_where_all_folders_hold_numbers(tmp_path, recwarn):
    frame = pd.DataFrame({'code': ['7', 'A2'] * 20, 'x': np.arange(40) % 3, 'y': ['p', 'q'] * 20})
    model, _ = fit_partitioned(dealt(frame, ['code'], tmp_path / 'all'), 'y')
    assert model.schema_.attributes[-1].values == ('7', 'A2')
    some = dealt(frame[frame.code == '7'], ['code'], tmp_path / 'some')
    files = predict_partitioned(model, some, tmp_path / 'answers')
    assert (pd.read_parquet(files[0]).prediction
            == 'p').all() and not [w for w in recwarn if 'not seen' in str(w.message)]


def test_hidden_files_are_left_out(tmp_path):
    folder = dealt(unknown_years().dropna(), ['year'], tmp_path / 'hive')
    known = fit_partitioned(folder, 'y')[0].tree_
    for name in ('.ipynb_checkpoints/1-checkpoint.csv', '_metadata.parquet',
                 'year=2024/.1.parquet.crc', '.hidden.csv', '_logs/year=1/1.parquet', '_SUCCESS',
                 'note.txt'):
        path = folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text('neither Parquet nor a table')
    assert fit_partitioned(folder, 'y')[0].tree_ == known


@pytest.mark.parametrize('folders, column, message', [
    (['year=1/year=2'], {}, "year=1/year=2/1.parquet: the names of its folders say 'year' twice"),
    (['year=%ff'], {}, 'year=%ff/1.parquet.*utf-8'),
    (['year=1', 'year=2'], {'year': 1}, "1.parquet.*column 'year' is in the file and in the names"),
    (['year=1', '.'], {}, None)])  # a file beside the folders has no year, as for pandas
def test_folders_that_cannot_be_read_are_refused_by_name(folders, column, message, tmp_path):
    for i, name in enumerate(folders):
        (tmp_path / name).mkdir(parents=True, exist_ok=True)
        unknown_years().drop(columns='year').assign(**column).to_parquet(
            tmp_path / name / '1.parquet')
    if message is None:
        assert list(fit_partitioned(tmp_path, 'y')[0].feature_names_in_) == ['x', 'year']
    else:
        with pytest.raises(ValueError, match=message): fit_partitioned(tmp_path, 'y')


# -- what does not go together

def two(**changed):
    "Two frames of penguins, the second with some columns changed."
    X, y = load_dataset('penguins')
    return [X.assign(species=y), X.assign(species=y).assign(**changed)]


@pytest.mark.parametrize('data, error, message', [
    (lambda: [*two()[:1], 'no such file.csv'], ValueError, 'no such file.csv'),
    (lambda: [*two()[:1], 7], TypeError, 'frame 1: expected a frame.*got int'),
    (lambda: iter([*two()[:1], {'year': [1]}]), TypeError, 'frame 1: expected a frame.*got dict'),
    (lambda: {'year': [1]}, TypeError, 'data: expected.*got dict'),
    (lambda: 7, TypeError, 'data: expected.*got int'),
    (lambda: iter([]), ValueError, 'empty list or iterator'),
    (lambda: two, TypeError, 'data: expected.*got function'),
    (lambda: two(year='2007'), TypeError, "frame 1: column 'year' is discrete"),
    (lambda: two(island=True), TypeError, "frame 1: column 'island' holds True, and 'Biscoe'"),
    (lambda: two(species=1), TypeError, "frame 1: the class column holds 1, and 'Adelie'"),
    (lambda: two(more=1), ValueError, 'frame 1: its columns .* see more'),
    (lambda: [two()[0], pd.concat([two()[0], two()[0].year], axis=1)], ValueError,
     "frame 1: the column name 'year' occurs more than once")])
def test_what_is_no_partition_or_does_not_go_with_the_others_is_refused_by_name(
    data, error, message):
    with pytest.raises(error, match=message): fit_partitioned(data(), 'species')


def test_a_dataset_with_a_filter_says_how_to_pass_it(tmp_path):
    two()[0].to_parquet(tmp_path / '1.parquet')
    some = ds.dataset(tmp_path).filter(ds.field('year') > 2007)
    with pytest.raises(ValueError, match=r'to_batches\(\)'): fit_partitioned(some, 'species')
    whole = some.to_table().to_pandas()
    assert fit_partitioned(some.to_batches(),
                           'species')[0].tree_ == C45Classifier().fit(
                               whole.drop(columns='species'), whole.species).tree_


def test_an_answer_that_cannot_be_given_names_the_partition(tmp_path):
    X, y = load_dataset('penguins')
    model = C45Classifier().fit(X, y)
    for frame in (X.assign(year='long ago'), X.assign(year=np.inf)):
        frame.to_parquet(tmp_path / 'odd.parquet')
        with pytest.raises((TypeError, ValueError), match="odd.parquet.*'year'"):
            predict_partitioned(model, tmp_path / 'odd.parquet', tmp_path / 'answers')


def test_columns_called_as_those_of_arrays_go_by_name(tmp_path):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({'x0': rng.normal(0, 1, 60), 'x1': rng.normal(0, 1, 60)})
    frame['y'] = np.where(frame.x0 > 0, 'p', 'q')
    parts = [frame[:30], frame[['x1', 'y', 'x0']][30:]]
    known = C45Classifier().fit(frame[['x0', 'x1']], frame.y)
    model, _ = fit_partitioned(parts, 'y')
    assert model.tree_ == known.tree_ and fit_partitioned(parts, 'y',
                                                          schema={0: 'discrete'})[0].schema_.attributes[0].kind == 'discrete'
    answers = pd.concat(map(pd.read_parquet,
                            predict_partitioned(model, parts, tmp_path / 'answers')))
    assert (answers.prediction.to_numpy() == frame.y).all()
