"""What says nothing about the cases changes nothing that is learned.

However a model is asked, kept or written down, its answers stay. An estimator, a relation, a way to
ask or an export is one line in `LEARNERS`, `RELATIONS`, `ASKINGS`, `EXPORTS` or `PROGRAMS`: all of
these are tried with all learners on random tables.
"""
import os
from functools import partial

import numpy as np
import pytest
from metamorphic.askings import ASKINGS
from metamorphic.exports import EXPORTS, PROGRAMS, WRITERS, answered, as_expected, reasons
from metamorphic.learners import LEARNERS, fitted
from metamorphic.relations import RELATIONS, in_other_words
from metamorphic.tasks import asked_of, random_task
from metamorphic.twins import broken, shares_of
from support.kernels import every_kernel
from support.random_tables import TRIED, seeds

FUZZ = 'C45LIT_FUZZ_TABLES' in os.environ
EACH = 99 if FUZZ else 8  # relations that are tried on a task
pytestmark = pytest.mark.filterwarnings('ignore')  # weights that are shares and the like


@pytest.fixture(autouse=True)
def compiled():
    "make fuzz compiles all that it tries; make test leaves small tables to the interpreter."
    if not FUZZ: yield
    else:
        with every_kernel('compiled'): yield


def modelled(task, seed):
    "A task with cases to ask about, and its model."
    model = fitted(task)
    return task._replace(asked=asked_of(task, model, np.random.default_rng([seed, 3]))), model


def related(relation, task, model, rng, folder):
    twin = relation(task, model, rng)
    return None if twin is None else broken(task, model, twin)


def asked(way, task, model, rng, folder): return way(task, model, rng, shares_of(model, task.asked))


def exported(name, task, model, rng, folder):
    "One model in three has its own names, the others any words that have a place there."
    if name not in OWN_NAMES and rng.random() < 0.7:
        task, model = modelled(in_other_words(task, rng, name not in ANY_TEXT), 0)
    try: found = EXPORTS[name](model, task.asked, folder)
    except (ValueError, TypeError, AttributeError):
        if reasons(name, model): return None
        raise
    return as_expected(name, model, found, answered(model, task.asked))


ANY_TEXT = 'to_json save pickle skops rules_to_json formula to_python'.split()
OWN_NAMES = 'to_text to_mermaid'.split()  # others may look like branches, or be too long
TRIALS = {k: partial(related, f) for k, f in RELATIONS.items()}
TRIALS |= {f'asked: {name}': partial(asked, f) for name, f in ASKINGS.items()}
TRIALS |= {f'export: {name}': partial(exported, name) for name in EXPORTS}


def tried(task, model, seed, folder):
    "(name of a relation, how it is broken) of a task, in any order."
    order, left = np.random.default_rng([seed, 4]).permutation(np.array([*TRIALS])).tolist(), EACH
    for name in order:
        wrong = TRIALS[name](task, model, np.random.default_rng([seed, 5]), folder)
        if wrong is None: continue
        count(name)
        yield name, wrong
        left -= 1
        if not left: break


def count(name):
    counts = TRIED.setdefault('relations', {})
    counts[name] = counts.get(name, 0) + 1


@pytest.mark.parametrize('learner', LEARNERS)
def test_what_says_nothing_changes_nothing(learner, tmp_path):
    for seed in seeds(5):
        task, model = modelled(random_task(learner, seed), seed)
        for name, wrong in tried(task, model, seed, tmp_path):
            assert not len(wrong), (name, seed, task.parameters, wrong)


@pytest.mark.parametrize('program', PROGRAMS)
def test_programs_answer_as_the_models_do(program, tmp_path):
    for seed in seeds(2):
        tasks = [random_task(learner, seed) for learner in LEARNERS]
        pairs = [pair for task in tasks for pair in to_be_written(program, task, seed)]
        found = PROGRAMS[program]([(model, task.asked) for task, model in pairs], tmp_path)
        for (task, model), answers in zip(pairs, found):
            count(f'export: {program}')
            wrong = as_expected(program, model, answers, answered(model, task.asked))
            assert not len(wrong), (seed, task, wrong)


def to_be_written(program, task, seed):
    "A task and its model if the program may be written, under other names."
    task, _ = modelled(task, seed)
    task, model = modelled(in_other_words(task, np.random.default_rng([seed, 5]), True), seed)
    try: WRITERS[program](model)
    except ValueError:
        if reasons(program, model): return
        raise
    yield task, model
