"""Workers of a Dask cluster grow the tree of one machine, whoever of them dies; or they say clearly
that they cannot."""
import os
import pickle
import signal
import threading
import time

import numpy as np
import pandas as pd
import pytest
from support.partitions import (parts_of, random_cart, random_frame, random_numbers,
                                random_regression)
from support.random_tables import random_task, seeds

from c45lit import (C45Classifier, CARTClassifier, CARTRegressor, fit_partitioned,
                    predict_partitioned)
from c45lit.engine import grow_tree
from c45lit.data.weights import weight_unit
from c45lit.partitions.growing_in_parts import grow_in_parts
from c45lit.partitions.on_a_cluster import OnDask
from c45lit.partitions.passes_over_parts import How

dask = pytest.importorskip('dask', reason='pip install c45lit[dask]')
distributed = pytest.importorskip('distributed', reason='pip install c45lit[dask]')
dd = pytest.importorskip('dask.dataframe', reason='pip install c45lit[dask]')
pytestmark = pytest.mark.slow

PARAMETERS = dict(min_cases=2, most_rows=300, max_depth=5)


def cluster(**how):
    return distributed.LocalCluster(n_workers=2, threads_per_worker=1,
                                    dashboard_address='127.0.0.1:0', **how)


def processes(**how):
    """A cluster of workers that can be killed; what they import is imported once, and they are
    forked."""
    with dask.config.set({'distributed.worker.multiprocessing-method': 'forkserver'}):
        return cluster(processes=True, host='127.0.0.1', **how)


class Mortal(distributed.Nanny):
    "Does not start a worker again that has died."
    born = False

    async def instantiate(self):
        if self.born: return self.status
        self.born = True
        return await super().instantiate()


@pytest.fixture(scope='module')
def here():
    "A client of two workers that are threads."
    with cluster(processes=False) as c, c.get_client() as client: yield client


def cases(n=1200):
    """A class that numbers and words say something about, and a column of noise; some values
    unknown."""
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({'number': rng.random(n).round(3), 'noise': rng.random(n),
                          'word': rng.choice(list('uvwx'), n)})
    y = (frame.number + (frame.word == 'u') * 0.3 + rng.normal(0, 0.2, n)) > 0.6
    return frame.assign(number=frame.number.where(rng.random(n) > 0.05),
                        y=y.map({True: 'yes', False: 'no'}))


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    "The cases in four files."
    folder, frame = tmp_path_factory.mktemp('cases'), cases()
    for i in range(4): frame[i::4].to_parquet(folder / f'{i}.parquet', index=False)
    return folder


@pytest.fixture(scope='module')
def known(folder):
    "The classifier of all cases on one machine."
    frame = pd.concat([pd.read_parquet(f) for f in sorted(folder.iterdir())], ignore_index=True)
    return C45Classifier(min_cases=2, max_depth=5).fit(frame.drop(columns='y'), frame.y)


def same(model, known):
    return model.tree_ == known.tree_ and model.unpruned_tree_ == known.unpruned_tree_


def test_a_cluster_gives_the_tree_of_one_machine(here, folder, known):
    frame = dd.read_parquet(folder)
    for data in (folder, frame, frame.persist(),
                 [pd.read_parquet(f) for f in sorted(folder.iterdir())]):
        model, report = fit_partitioned(data, 'y', here, **PARAMETERS)
        assert same(model, known) and report.tasks_lost == 0
    assert same(fit_partitioned(frame, 'y', **PARAMETERS)[0], known)  # its frames come here
    assert b'distributed' not in pickle.dumps(model) and b'dask' not in pickle.dumps(model)


def test_dask_frames_are_classified_when_they_are_asked_for(here, folder, known, tmp_path):
    frame = dd.read_parquet(folder)
    whole = frame.compute()
    answers = predict_partitioned(known, frame, proba=True)
    assert answers.npartitions == frame.npartitions and answers.prediction.dtype == answers.compute(
        ).prediction.dtype
    assert (answers.prediction.compute().to_numpy() == known.predict(whole.drop(columns='y'))).all()
    np.testing.assert_array_equal(answers.compute().iloc[:, 1:],
                                  known.predict_proba(whole.drop(columns='y')))
    files = predict_partitioned(known, frame, tmp_path / 'answers')
    assert (pd.concat(map(pd.read_parquet, files)).prediction.to_numpy()
            == known.predict(whole.drop(columns='y'))).all()
    with pytest.raises(ValueError, match='give a folder'): predict_partitioned(known, folder)


def test_random_tables_on_a_cluster(here):
    moved = 0
    for seed in seeds(8):
        table, options, stop, threshold = random_task(seed, most=60)
        how = How(options._replace(min_value_gap=0.0), stop, threshold, weight_unit(table.weights),
                  most_rows=5, segments=2, sample=5)
        parts = [table.select(np.arange(i, len(table), 3)) for i in range(3)]
        there, alone = (grow_in_parts(parts, identity, how, e) for e in (OnDask(here), None))
        assert there[:2] == alone[:2] and there[0] == grow_tree(
            table, how.options, stop, threshold, how.unit), seed
        moved += there[2].values_moved
    assert moved > 0


def test_cart_grows_on_a_cluster_as_in_memory(here):
    for seed in seeds(12):
        rng = np.random.default_rng([seed, 33])
        frame = random_numbers(rng) if seed % 2 else random_frame(rng)
        tree = CARTRegressor(**random_regression(rng, frame.y)) if seed % 2 else CARTClassifier(
            **random_cart(rng))
        parts = parts_of(frame, rng)
        whole = pd.concat(parts, ignore_index=True)
        model, report = fit_partitioned(parts, 'y', here, weight='weight', estimator=tree,
                                        most_rows=3)
        X = whole.drop(columns=['y', 'weight'])
        assert same(model, tree.fit(X, whole.y, whole.weight)), seed
        assert (model.predict(X) == tree.predict(X)).all() and report.tasks_lost == 0


def identity(part): return part


def test_what_is_no_client_is_refused(folder):
    with pytest.raises(TypeError, match='client must be'):
        fit_partitioned(folder, 'y', 'tcp://127.0.0.1:8786')


def test_an_error_on_a_worker_names_the_file(here, folder, tmp_path):
    for f in folder.iterdir(): (tmp_path / f.name).write_bytes(f.read_bytes())
    class Spoils(OnDask):
        def shuffle(self, *args):
            (tmp_path / '3.parquet').unlink(missing_ok=True)
            return super().shuffle(*args)
    with pytest.raises(RuntimeError, match='3.parquet.*has changed or gone'):
        fit_partitioned(tmp_path, 'y', Spoils(here), **PARAMETERS)


def workers(client): return list(client.nthreads())


def kill(client, address):
    os.kill(client.run(os.getpid, workers=[address])[address], signal.SIGKILL)


class Asked(OnDask):
    "Notes the question of the pass; parts answer slowly, until a worker is dead."
    killed = None

    def map(self, f, parts):
        promises = super().map(f if self.killed else slowly(f), parts)
        self.question = next(k for k in promises[0].dask if 'question' in str(k))
        return promises


def slowly(f):
    def answer(part):
        time.sleep(0.1)
        return f(part)
    return answer


def test_the_only_holder_of_a_question_is_killed_for_good(folder, known):
    with processes(worker_class=Mortal) as c, c.get_client() as client:
        executor = Asked(client)
        def watch():
            while not executor.killed:
                holders = client.who_has().get(getattr(executor, 'question', None)) or ()
                if len(holders) == 1:
                    executor.killed = holders[0]
                    kill(client, holders[0])
                time.sleep(0.01)
        threading.Thread(target=watch, daemon=True).start()
        model, report = fit_partitioned(folder, 'y', executor, **PARAMETERS | dict(most_rows=800))
        assert same(model, known) and len(workers(client)) == 1 and report.tasks_lost > 0


class LosesAt(OnDask):
    "Loses a worker in the middle of one question, the k-th; `lose` takes its address."
    asked, lost = 0, None

    def __init__(self, client, k=0, lose=None):
        super().__init__(client)
        self.k, self.lose = k, lose

    def map(self, f, parts):
        self.asked += 1
        return super().map(slowly(f) if self.asked == self.k else f, parts)

    def _values(self, tasks):
        if self.asked != self.k or self.lost: return super()._values(tasks)
        self.lost = workers(self.client)[0]
        blow = threading.Timer(0.15, self.lose, [self.lost])
        blow.start()
        try: return super()._values(tasks)
        finally: blow.join()


def lose_in_turn(c, client, lose, n, folder, known):
    """A worker is lost in each question of a fit, one fit after the other, and another comes when
    too few are left."""
    calm = LosesAt(client)
    assert same(fit_partitioned(folder, 'y', calm, **PARAMETERS)[0], known) and calm.asked >= 8
    for seed in seeds(n):
        executor = LosesAt(client, 1 + seed % calm.asked, lose)
        model, report = fit_partitioned(folder, 'y', executor, **PARAMETERS)
        assert same(model, known) and executor.lost and executor.lost not in workers(client), seed
        if len(workers(client)) < 2: c.scale(len(c.worker_spec) + 1)
        client.wait_for_workers(2)


def test_a_worker_that_leaves_in_any_pass_changes_nothing(folder, known):
    with cluster(processes=False) as c, c.get_client() as client:
        def leave(address):
            c.sync(next(w for w in c.workers.values() if w.address == address).close,
                   executor_wait=False)
        lose_in_turn(c, client, leave, 3, folder, known)
