"""Random tables, options and tasks in which ties, equal rows, rare values and unknown values are
common.

C45LIT_FUZZ_TABLES says how many a test takes that asks `seeds`, C45LIT_FUZZ_SEED which is the
first, C45LIT_FUZZ_SECONDS when
to stop (`make fuzz`); without them every run takes the same ones, after those that once failed:
tests/found has a file of each.
"""
import json
import os
import time

import numpy as np
from support.declared import drawn
from support.folders import ROOT
from support.naive import UNIT

from c45lit import Attribute, Schema, Table
from c45lit.specification.declaration import Options, declared
from c45lit.specification import StopRule


# failures of `make fuzz`, each with its test and the number of its task
FOUND = ROOT / 'tests' / 'found'
TRIED = {}  # of the test that runs: how many tasks, and the number of the last


def found_before():
    "What the test that runs has failed at: (number of a task, what was tried on it or '')."
    test = at_home(os.environ.get('PYTEST_CURRENT_TEST', '').rpartition(' ')[0])
    failures = [json.loads(path.read_text('utf-8')) for path in sorted(FOUND.glob('*.json'))]
    return [(failure['seed'], failure.get('relation', ''))
            for failure in failures if at_home(failure['test']) == test]


def at_home(test):
    "A test by its file and name, in whatever folder the file lies."
    file, _, name = test.partition('::')
    return file.rpartition('/')[2], name


def seeds(n):
    "n numbers of tasks, or as the environment says."
    first, n = int(os.environ.get('C45LIT_FUZZ_SEED')
                   or 0), int(os.environ.get('C45LIT_FUZZ_TABLES') or n)
    until = time.monotonic() + float(os.environ.get('C45LIT_FUZZ_SECONDS') or 'inf')
    for i, seed in enumerate([*(seed for seed, _ in found_before()), *range(first, first + n)]):
        if i and time.monotonic() > until: break
        TRIED.update(tried=TRIED.get('tried', 0) + 1, seed=seed, relation='')
        yield seed


def random_column(rng, n, classes):
    "Values that depend on the class or not, few or many, some of them rare."
    codes = rng.integers(0, rng.integers(2, 7), n)
    kind = rng.integers(4)
    if kind == 1: codes = (codes + classes * rng.integers(1, 4)) % rng.integers(5, 9)
    if kind == 2: codes = classes ^ (rng.random(n) < 0.1)
    if kind == 3: codes = np.minimum(rng.geometric(0.4, n), 6) + 7 * (classes == 0)
    return codes if rng.random() < 0.4 else codes + rng.normal(size=n).round(1)


def random_weights(rng, n):
    """Ones; whole numbers, some 0; large ones; fractions; a few units, where shares round to
    nothing."""
    some = [np.ones(n), np.ones(n), rng.integers(0, 4, n), rng.integers(1, 80, n),
            np.rint(rng.choice([1.0, 0.3, 2.7], n) / UNIT) * UNIT,
            np.where(rng.random(n) < 0.3, rng.integers(1, 4, n) * UNIT, 1.0)]
    weights = some[rng.integers(len(some))].astype(float)
    return weights if weights.any() else np.ones(n)


def random_table(rng, least=1, most=40):
    "A table in which ties, equal rows, rare values and unknown values are common."
    n, n_classes = int(rng.integers(least, most + 1)), int(rng.integers(2, 5))
    if rng.random() < 0.3: n = max(n // 10 * 10, least)  # 3 values in 10 cases are just many-valued
    classes = rng.choice(n_classes, n,
                         p=rng.dirichlet(np.full(n_classes, rng.choice([1, 30]))))  # some are rare
    share_discrete, hidden = rng.choice([0, 0.5, 1]), rng.choice([0, 0, 0.1, 0.4])
    attributes, columns = [], []
    for a in range(rng.integers(1, 6)):
        x, hide = random_column(rng, n, classes), rng.random(n) < hidden
        if rng.random() < share_discrete:
            codes = np.unique(x.astype(int),
                              return_inverse=True)[1] + rng.integers(0, 2)  # value 0 need not occur
            attributes.append(Attribute(f'd{a}', 'discrete',
                                        tuple(map(str, range(max(codes.max() + 1, 2))))))
            columns.append(np.where(hide, -1, codes).astype(np.int32))
        else:
            attributes.append(Attribute(f'n{a}', 'continuous'))
            columns.append(np.where(hide, np.nan, x * rng.choice([1.0, 1 / 3, 1e-9, 1e15])))
    if rng.random() < 0.1:
        attributes.append(Attribute('no matter', 'ignore'))
        columns.append(np.full(n, -1, np.int32))
    return Table(Schema(tuple(attributes), tuple('stuv'[:n_classes])), tuple(columns),
                 classes.astype(np.int32),
                 random_weights(rng, n))


# what the judge of `support.naive` knows, and numbers for tables of so few cases; all other options
# are drawn from their declaration
JUDGED = dict(criterion=('gain_ratio', 'gain_ratio', 'gain', 'gini'), discrete=('multiway',),
              drawn=(0,), seed=(0,), min_cases=(0.5, 1, 1, 2, 3), max_depth=(None, None, None, 0, 1, 2),
              epsilon=(0, 0, 0, 0.0503, 0.2003), min_value_gap=(0, 0, 0, 0.4))


def random_options(rng):
    "How a tree grows."
    def one(name, about):
        if name not in JUDGED: return drawn(about, rng)
        return JUDGED[name][rng.integers(len(JUDGED[name]))]
    return Options(**{name: one(name, about) for name, about in declared(Options).items()})


def random_rules(rng): return random_options(rng).coded()[0]


def random_stop(rng): return StopRule(*random_options(rng).coded()[1])


def random_task(seed, **sizes):
    "What `grow_tree` is asked."
    rng = np.random.default_rng(seed)
    table, (rules, stop, threshold) = random_table(rng, **sizes), random_options(rng).coded()
    return table, rules, StopRule(*stop), threshold
