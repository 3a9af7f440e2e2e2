"Workers of a Dask cluster grow the tree of one machine, whoever of them dies; or they say clearly that they cannot."
import os
import pickle
import signal
import threading
import time

import numpy as np
import pandas as pd
import pytest
from support.random_tables import seeds

from c45lit import C45Classifier, fit_partitioned, predict_partitioned
from c45lit.engine.on_a_cluster import OnDask

distributed = pytest.importorskip('distributed', reason='pip install c45lit[dask]')
dd = pytest.importorskip('dask.dataframe', reason='pip install c45lit[dask]')
pytestmark = pytest.mark.slow

PARAMETERS = dict(min_cases=2, most_rows=300)


def cluster(**how):
    return distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, **how)


@pytest.fixture(scope='module')
def here():
    "A client of two workers that are threads."
    with cluster(processes=False) as c, c.get_client() as client: yield client


def cases(n=3000):
    "A class that numbers and words say something about, and a column of noise; some values unknown."
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({'number': rng.random(n).round(3), 'noise': rng.random(n), 'word': rng.choice(list('uvwx'), n)})
    y = (frame.number + (frame.word == 'u') * 0.3 + rng.normal(0, 0.2, n)) > 0.6
    return frame.assign(number=frame.number.where(rng.random(n) > 0.05), y=y.map({True: 'yes', False: 'no'}))


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    "The cases in six files."
    folder, frame = tmp_path_factory.mktemp('cases'), cases()
    for i in range(6): frame[i::6].to_parquet(folder / f'{i}.parquet', index=False)
    return folder


@pytest.fixture(scope='module')
def known(folder):
    "The classifier of all cases on one machine."
    frame = pd.concat([pd.read_parquet(f) for f in sorted(folder.iterdir())], ignore_index=True)
    return C45Classifier(min_cases=2).fit(frame.drop(columns='y'), frame.y)


def same(model, known): return model.tree_ == known.tree_ and model.unpruned_tree_ == known.unpruned_tree_


def test_a_cluster_gives_the_tree_of_one_machine(here, folder, known):
    frame = dd.read_parquet(folder)
    for data in (folder, frame, frame.persist(), [pd.read_parquet(f) for f in sorted(folder.iterdir())]):
        model, report = fit_partitioned(data, 'y', here, **PARAMETERS)
        assert same(model, known) and report.values_moved > 1000 and report.tasks_lost == 0
    assert same(fit_partitioned(frame, 'y', **PARAMETERS)[0], known)  # its frames come here
    assert b'distributed' not in pickle.dumps(model) and b'dask' not in pickle.dumps(model)


def test_dask_frames_are_classified_when_they_are_asked_for(here, folder, known, tmp_path):
    frame = dd.read_parquet(folder)
    whole = frame.compute()
    answers = predict_partitioned(known, frame, proba=True)
    assert answers.npartitions == frame.npartitions and answers.prediction.dtype == answers.compute().prediction.dtype
    assert (answers.prediction.compute().to_numpy() == known.predict(whole.drop(columns='y'))).all()
    np.testing.assert_array_equal(answers.compute().iloc[:, 1:], known.predict_proba(whole.drop(columns='y')))
    files = predict_partitioned(known, frame, tmp_path / 'answers')
    assert (pd.concat(map(pd.read_parquet, files)).prediction.to_numpy() == known.predict(whole.drop(columns='y'))).all()
    with pytest.raises(ValueError, match='give a folder'): predict_partitioned(known, folder)


def test_random_frames_on_a_cluster(here):
    for seed in seeds(6):
        rng = np.random.default_rng([seed, 3])
        frame = cases(60).sample(frac=1, random_state=seed).assign(y=rng.choice(list('stu'), 60))
        known = C45Classifier(cf=0.6).fit(frame.drop(columns='y'), frame.y)
        model, _ = fit_partitioned(dd.from_pandas(frame, npartitions=int(rng.integers(1, 4))), 'y', here, most_rows=20, cf=0.6)
        assert same(model, known), seed


def test_what_is_no_client_is_refused(folder):
    with pytest.raises(TypeError, match='client must be'): fit_partitioned(folder, 'y', 'tcp://127.0.0.1:8786')


def test_an_error_on_a_worker_names_the_file(here, folder, tmp_path):
    for f in folder.iterdir(): (tmp_path / f.name).write_bytes(f.read_bytes())
    class Spoils(OnDask):
        def shuffle(self, *args):
            (tmp_path / '3.parquet').unlink(missing_ok=True)
            return super().shuffle(*args)
    with pytest.raises(RuntimeError, match='3.parquet.*has changed or gone'): fit_partitioned(tmp_path, 'y', Spoils(here), **PARAMETERS)


def pids(client): return list(client.run(os.getpid).values())


class Kills(OnDask):
    "Kills a worker during every question of which `when` says so."
    def __init__(self, client, when):
        super().__init__(client)
        self.when, self.asked, self.killed = when, 0, 0

    def _values(self, tasks):
        self.asked += 1
        if not self.when(self.asked): return super()._values(tasks)
        self.client.wait_for_workers(2 if self.restarts else 1)
        victim = pids(self.client)[self.asked % 2 if self.restarts else 0]
        self.killed += 1
        threading.Timer(0.03, os.kill, (victim, signal.SIGKILL)).start()
        return super()._values(tasks)

    restarts = True


def test_a_worker_killed_at_every_level_with_restart(folder, known):
    long = os.environ.get('C45LIT_FUZZ_TABLES')
    with cluster(processes=True, host='127.0.0.1') as c, c.get_client() as client:
        for every in (1, 2, 3) if long else (3,):
            executor = Kills(client, lambda k, n=every: k % n == 1 % n)
            model, report = fit_partitioned(folder, 'y', executor, **PARAMETERS)
            assert same(model, known)
            assert executor.killed >= 3 and report.tasks_lost == executor.tasks_lost
            if every == 1: assert report.tasks_lost > 0


def test_a_worker_killed_without_restart(folder, known):
    with cluster(processes=True, host='127.0.0.1') as c, c.get_client() as client:
        for nanny in c.workers.values(): nanny.auto_restart = False
        executor = Kills(client, lambda k: k == 4)
        executor.restarts = False
        model, _ = fit_partitioned(folder, 'y', executor, **PARAMETERS)
        assert same(model, known) and len(client.scheduler_info()['workers']) == 1


class Question(OnDask):
    "Notes who holds the question of a pass, and kills that worker once it is known and before all parts have answered."
    def map(self, f, parts):
        promises = super().map(slowly(f), parts)
        self.question = next(k for k in promises[0].dask if 'question' in str(k))
        return promises


def slowly(f):
    def answer(part):
        time.sleep(0.2)
        return f(part)
    return answer


def test_the_only_holder_of_a_question_is_killed(folder, known):
    with cluster(processes=True, host='127.0.0.1') as c, c.get_client() as client:
        executor, done = Question(client), []
        def watch():
            while not done:
                holders = client.who_has().get(getattr(executor, 'question', None)) or ()
                if len(holders) == 1:
                    os.kill(client.run(os.getpid, workers=list(holders))[holders[0]], signal.SIGKILL)
                    done.append(holders)
                time.sleep(0.01)
        thread = threading.Thread(target=watch, daemon=True)
        thread.start()
        model, _ = fit_partitioned(folder, 'y', executor, **PARAMETERS)
        assert same(model, known) and done
