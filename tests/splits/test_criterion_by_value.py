"""A criterion is the record itself: other processes, workers, files and compiled loops take it for
what its formulas say, and never for another."""
import json
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
from support.folders import ROOT
from support.kernels import every_kernel
from support.toys import HELLINGER, TSALLIS_RATIO, one_more, tsallis

from c45lit import C45Classifier, from_json, load_dataset, to_json
from c45lit.engine.criteria import _code, _record
from c45lit.specification.criterion import VARIANCE, per_bit


def run(program, *words, **env):
    "What a program of its own prints."
    env = os.environ | {'PYTHONPATH': os.pathsep.join((str(ROOT / 'tests'), str(ROOT)))} | env
    done = subprocess.run([sys.executable, '-c', program, *words], env=env, cwd=ROOT,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_an_estimator_takes_the_record_and_a_word_for_it():
    X, y = load_dataset('penguins')
    with every_kernel('py_func'):
        model = C45Classifier(TSALLIS_RATIO).fit(X, y)
        with one_more(TSALLIS_RATIO): named = C45Classifier('tsallis_ratio').fit(X, y)
    assert named.tree_ == model.tree_ != C45Classifier().fit(X, y).tree_
    assert pickle.loads(pickle.dumps(HELLINGER)) == HELLINGER


@pytest.mark.parametrize('given', [VARIANCE, ..., min, 'entropies'], ids=str)
def test_what_is_no_criterion_of_classes_is_refused(given):
    X, y = load_dataset('golf')
    with pytest.raises(ValueError, match="must be 'gain_ratio' or .*'distance' or a Criterion.*, got"):
        C45Classifier(given).fit(X, y)


def test_a_saved_model_predicts_where_its_criterion_is_not():
    X, y = load_dataset('penguins')
    with every_kernel('py_func'): model = C45Classifier(HELLINGER).fit(X, y)
    loaded = from_json(to_json(model))
    assert loaded.criterion is HELLINGER  # its module is imported here
    text = to_json(model).replace('support.toys', 'no.such')
    absent = from_json(text)
    assert np.array_equal(absent.predict_proba(X), model.predict_proba(X))
    assert to_json(absent) == text
    with pytest.raises(ValueError, match="'Hellinger' of this model is not here; import no.such"):
        absent.fit(X, y)
    other = absent.set_params(criterion='gini').fit(X, y)
    assert other.tree_ == C45Classifier('gini').fit(X, y).tree_


def test_a_saved_word_of_an_added_criterion_is_its_record():
    X, y = load_dataset('golf')
    with one_more(HELLINGER), every_kernel('py_func'):
        text = to_json(C45Classifier('hellinger').fit(X, y))
    assert from_json(text).criterion is HELLINGER


@pytest.mark.parametrize('record', [['module', 5], ['as', None], ['as', ['x']]])
def test_a_forged_criterion_is_refused(record):
    X, y = load_dataset('golf')
    with every_kernel('py_func'): text = to_json(C45Classifier(HELLINGER).fit(X, y))
    data = json.loads(text)
    pairs = dict(data['parameters']['criterion']['pairs']) | dict([record])
    data['parameters']['criterion']['pairs'] = list(map(list, pairs.items()))
    with pytest.raises(ValueError, match='a criterion, a module and a name'):
        from_json(json.dumps(data))


LOADED = '''
import sys
from c45lit import load, load_dataset
X, y = load_dataset('penguins')
model = load(sys.argv[1])
print(model.tree_.n_leaves, sum(model.predict(X) == y))
import support.toys
print(load(sys.argv[1]).fit(X, y).tree_ == model.tree_)
'''


def test_another_process_knows_the_criterion_of_a_file(tmp_path):
    X, y = load_dataset('penguins')
    with every_kernel('py_func'): model = C45Classifier(HELLINGER).fit(X, y)
    (tmp_path / 'm.json').write_text(to_json(model), 'utf-8')
    right = [str(model.tree_.n_leaves), str((model.predict(X) == y).sum()), 'True']
    assert run(LOADED, str(tmp_path / 'm.json')) == right


OF_MAIN = '''
import math
from dask.distributed import Client
from c45lit import C45Classifier, fit_partitioned, load_dataset
from c45lit.specification.criterion import Criterion, gain_alone

def order(parts, n, part_n): return n - parts * parts
MINE = Criterion('mine', math.sqrt, order, gain_alone)

if __name__ == '__main__':
    X, y = load_dataset('penguins')
    frame = X.assign(species=y)
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        found = fit_partitioned([frame[:150], frame[150:]], 'species', criterion=MINE,
                                client=client)[0]
        from c45lit.engine.criteria import _MET
        met = client.run(lambda: len(__import__('c45lit.engine.criteria', fromlist=['_MET'])._MET))
        print(found.tree_ == C45Classifier(MINE).fit(X, y).tree_, max(met.values()) <= 6, len(_MET))
'''


@pytest.mark.slow
def test_workers_know_a_criterion_of_the_program_itself(tmp_path):
    "Each task brings functions of its own, of the same code: a worker meets one record, not many."
    pytest.importorskip('distributed')
    path = tmp_path / 'mine.py'
    path.write_text(OF_MAIN, 'utf-8')
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True,
                          env=os.environ | {'PYTHONPATH': str(ROOT)})
    assert done.stdout.split() == ['True', 'True', '6'], done.stderr


MADE = '''
import sys
import numpy as np
from c45lit.specification.criterion import Criterion, GAIN, per_bit
from c45lit.specification.multiway import SplitOptions
from support.kernels import every_kernel
from support.searches import found_by

def make(q):
    def part(n): return n ** q if n > 0 else 0.0
    def order(parts, n, part_n): return parts / n ** (q - 1) / (q - 1) if n > 0 else 0.0
    return Criterion('Tsallis', part, order, per_bit, own_info=True)

def skewed(power):
    def score(gain, split_info, node): return gain / split_info ** power
    return Criterion('skewed', GAIN.part, GAIN.order, score)

rng = np.random.default_rng(0)
tables = [np.vstack([np.zeros(3), rng.integers(0, 30, (12, 3))]) for _ in range(20)]
for word in sys.argv[1:]:
    options, found = SplitOptions(eval(word), min_cases=4.0, grouped=True), []
    for twin in 'py_func', 'compiled':
        with every_kernel(twin): found.append([found_by('grouped', t, options) for t in tables])
    print(found[0] == found[1], sum(v * g for s in found[0] for v, g in enumerate(s.groups)))
'''


@pytest.mark.slow
def test_machine_code_is_that_of_the_formulas_themselves(tmp_path):
    """Of criteria that one function made, that score by the impurity of a built-in one, and that
    another process kept on disk."""
    pytest.importorskip('numba')
    sizes = set()
    for words in (['GAIN', 'skewed(3.0)', 'make(1.2)'], ['GAIN', 'skewed(0.1)', 'make(6.0)']):
        answers = run(MADE, *words, NUMBA_CACHE_DIR=str(tmp_path))
        assert set(answers[::2]) == {'True'}, (words, answers)
        sizes |= set(answers[1::2])
    assert len(sizes) >= 4, sizes


def test_records_of_one_maker_are_told_apart():
    one, two = tsallis('one', per_bit), tsallis('one', per_bit)
    assert one != two and _code(one) == _code(two) and _record(_code(two)) is one


def test_the_engine_refuses_a_place_for_a_criterion():
    with pytest.raises(TypeError, match='must be a Criterion, such as GAIN_RATIO, got 1'): _code(1)
