"""What says nothing about the cases changes nothing that is learned.

However a model is asked, kept or written down, its answers stay. An estimator, a relation, a way to
ask or an export is one line in `LEARNERS`, `RELATIONS`, `ASKINGS`, `EXPORTS` or `PROGRAMS`: all of
these are tried with all learners on random tables.
"""
import os
from functools import cached_property, partial

import numpy as np
import pytest
from metamorphic.askings import ASKINGS
from metamorphic.exports import EXPORTS, PROGRAMS, as_expected, reasons
from metamorphic.learners import LEARNERS, fitted
from metamorphic.relations import RELATIONS, in_other_words
from metamorphic.tasks import asked_of, random_task
from metamorphic.twins import Known, broken
from support.kernels import every_kernel
from support.random_tables import TRIED, found_before, seeds

import c45lit
from c45lit.programs.options import LANGUAGES

FUZZ = 'C45LIT_FUZZ_TABLES' in os.environ
DRAWN = {'to_text', 'to_dot', 'to_mermaid'}  # for eyes: held to the tree's own words, not to answers
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
    return Known(task._replace(asked=asked_of(task, model, np.random.default_rng([seed, 3]))),
                 model)


class Base(Known):
    "What all relations of a random task begin with, fitted and asked once."
    def __init__(self, learner, seed):
        super().__init__(*vars(modelled(random_task(learner, seed), seed)).values())
        self.seed = seed

    @cached_property
    def plain(self): return self._renamed(True)

    @cached_property
    def strange(self): return self._renamed(False)

    def _renamed(self, is_plain):
        "One task in three has its own names, the others any words."
        rng = np.random.default_rng([self.seed, 5])
        return modelled(in_other_words(self.task, rng, is_plain), 0) if rng.random() < 0.7 else self


def related(relation, base, rng, folder):
    twin = relation(base.task, base.model, rng)
    return None if twin is None else broken(base, twin)


def asked(way, base, rng, folder): return way(base.task, base.model, rng, base.shares)


def exported(name, base, rng, folder):
    "Of a model with words that have a place there."
    if base.seed % DEAR.get(name, 1): return None
    known = base if name in OWN_NAMES else base.strange if name in ANY_TEXT else base.plain
    try: found = EXPORTS[name](known.model, known.task.asked, folder)
    except (ValueError, TypeError, AttributeError):
        if reasons(name, known.model): return None
        raise
    return as_expected(name, known.model, found, known.answers, known.task.asked)


DEAR = dict(skops=8)  # as long as ten others: tried on one task in so many
ANY_TEXT = 'to_json save pickle skops rules_to_json formula to_python'.split()
OWN_NAMES = 'to_text to_mermaid'.split()  # others may look like branches, or be too long
TRIALS = {k: partial(related, f) for k, f in RELATIONS.items()}
TRIALS |= {f'asked: {name}': partial(asked, f) for name, f in ASKINGS.items()}
TRIALS |= {f'export: {name}': partial(exported, name) for name in EXPORTS}


def tried(base, seed, folder):
    "(name of a relation, how it is broken) of a task: those found before, others in any order."
    order, left = np.random.default_rng([seed, 4]).permutation(np.array([*TRIALS])).tolist(), EACH
    for name in dict.fromkeys([*named_before(seed), *order]):
        TRIED['relation'] = name
        wrong = TRIALS[name](base, np.random.default_rng([seed, 5]), folder)
        if wrong is None: continue
        count(name)
        yield name, wrong
        left -= 1
        if not left: break


def named_before(seed):
    "The relations that files in tests/found name; all where an old file names none."
    for found, relation in found_before():
        if found == seed: yield from [relation] if relation else TRIALS


def count(name):
    counts = TRIED.setdefault('relations', {})
    counts[name] = counts.get(name, 0) + 1


@pytest.mark.parametrize('learner', LEARNERS)
def test_what_says_nothing_changes_nothing(learner, tmp_path):
    for seed in seeds(5):
        base = Base(learner, seed)
        for name, wrong in tried(base, seed, tmp_path):
            assert not len(wrong), (name, seed, base.task.parameters, wrong)


@pytest.mark.parametrize('program', PROGRAMS)
def test_programs_answer_as_the_models_do(program, tmp_path):
    "Of models with plain names."
    for seed in seeds(2):
        for learner in LEARNERS:
            task = modelled(random_task(learner, seed), seed).task
            known = modelled(in_other_words(task, np.random.default_rng([seed, 5]), True), seed)
            count(f'export: {program}')
            try: found = PROGRAMS[program](known.model, known.task.asked, tmp_path)
            except ValueError:
                if reasons(program, known.model): continue
                raise
            wrong = as_expected(program, known.model, found, known.answers, known.task.asked)
            assert not len(wrong), (seed, known.task, wrong)


def test_every_export_but_drawings_is_compared_with_what_the_model_predicts():
    offered = {*c45lit._PURPOSES['Ways out'], *(f'to_{name}' for name in LANGUAGES.listed)}
    assert offered <= {*c45lit.__all__}
    by_answers = {*EXPORTS, *PROGRAMS} - DRAWN
    assert offered - by_answers == DRAWN, 'an export without a line in metamorphic/exports.py'
