"""Random tasks: tables of every kind for every learner, and cases to ask about."""
import numpy as np
import pandas as pd
from metamorphic.learners import LEARNERS, REGRESSORS, Task, parameters_of
from metamorphic.twins import trees_of
from support.random_tables import random_table

from c45lit.data.table import decode

WORDS = np.array(['ash', 'birch', 'cedar', 'elm', 'fir', 'gum', 'hazel', 'ivy', 'juniper', 'kauri',
                  'larch', 'maple', 'nutmeg', 'oak', 'pine', 'rowan'])

# as the seeds of tests/found count them
NUMBERED = ('C45Classifier release8 ID3Classifier CARTClassifier CARTRegressor C50Classifier '
            'C45RulesClassifier fit_partitioned C45ForestClassifier CARTForestRegressor '
            'CARTClassifier_in_parts CARTRegressor_in_parts').split()


def random_task(learner, seed):
    "A task for a learner; nothing is asked yet."
    rng = np.random.default_rng([seed, NUMBERED.index(learner), 26])
    X, y = random_cases(rng)
    if issubclass(LEARNERS[learner].estimator, REGRESSORS): y = random_numbers(rng, y)
    parameters = parameters_of(learner, rng, X, y)
    if parameters.get('unknown', 'share') != 'share':
        X = X.apply(lambda x: x if x.dtype != float
                    or not x.abs().max() > 1e300 else x
                    / 2.0 ** 60)  # absence is a number that large
    task = Task(learner, parameters, X, y, random_weights(rng, len(y), learner))
    rows = rng.integers(0, len(y), rng.integers(4, 20))
    held = X.iloc[rows].reset_index(drop=True), y.iloc[rng.permutation(rows)
                                                       if rng.random() < 0.2
                                                       else rows].reset_index(drop=True)
    return task._replace(held=held)


def random_cases(rng):
    "Mixed columns, at least one with known values, and their classes."
    X, y = decode(random_table(rng, 5, int(rng.choice([12, 30, 60]))))
    X, one = X.loc[:, X.notna().any()], rng.random()
    if not X.shape[1]: return random_cases(rng)
    if one < 0.03: y[:] = y[0]
    if one > 0.97: X = pd.concat([X, X.iloc[:, :1].set_axis(['again'], axis=1)], axis=1)
    return X.apply(lambda x: random_kind(rng, x)), y.astype(object)


def random_kind(rng, x):
    "A column of numbers or words of some kind."
    kind = rng.random()
    if x.dtype == float:
        if kind < 0.15: return x.rank(method='dense')
        if kind < 0.3: return (x.rank(method='dense') - 3) / 4
        if kind < 0.35: return x * 0 + 7.25  # constant
        if kind < 0.4:
            return x.rank(method='dense').map(lambda r: 1.7e308 * (-1) ** int(r) / r,
                                              na_action='ignore')
        if kind < 0.45: return x.rank(method='dense') * 5e-324
        return x
    if x.nunique() <= 2 and kind < 0.4:
        return (x == x.cat.categories[0]).astype(object).where(x.notna(), None)
    if kind < 0.2 or len(x.cat.categories) > len(WORDS):
        return x.cat.set_categories(x.cat.categories, ordered=kind < 0.1)
    words = pd.Series(np.append(WORDS, None)[x.cat.codes], index=x.index, dtype=object)
    return words


def random_numbers(rng, y):
    "Targets that depend on the class, whole or not."
    codes, n = y.map({c: i for i, c in enumerate(sorted(set(y)))}).to_numpy(float), len(y)
    noise = rng.choice([0, 0, 0.3, 3]) * rng.normal(size=n)
    values = rng.choice([codes, codes * 7 - 3,
                         codes ** 2 / 7]) + (noise if rng.random() < 0.7 else np.rint(noise))
    return pd.Series(values.round(int(rng.integers(0, 8))), name='number')


def random_weights(rng, n, learner):
    """None; whole numbers, some 0; with exact arithmetic also fractions, of which some are no sums
    of powers of two."""
    kind = rng.integers(3 if learner == 'release8' else 5)
    if kind < 2 or learner == 'C50Classifier': return None
    weights = [rng.choice([0, 1, 1, 2, 5], n), 1 + rng.integers(0, 9, n) / 4,
               rng.choice([1, 1.1, 2.7, 0], n)][kind - 2].astype(float)
    weights[weights.argmax()] += 2
    weights[rng.integers(n)] += max(n - weights.sum(), 0)  # else they would be taken for shares
    return weights


def cuts_of(model):
    "Thresholds of a model, by column."
    found = {}
    trees = trees_of(model)
    for tree in trees:
        for a, cut in zip(tree.attribute.tolist(), tree.threshold.tolist()):
            if cut == cut and abs(cut) < 2.0 ** 998:
                found.setdefault(tree.schema.attributes[a].column, []).append(cut)
    return found


def asked_of(task, model, rng, n=12):
    """Cases like those of a task, but at thresholds and one unit beside them, unknown, and with a
    word never seen."""
    rows, cuts = rng.integers(0, len(task.X), n), cuts_of(model)
    asked = task.X.iloc[rows].reset_index(drop=True)
    return asked.apply(lambda x: beside(x, cuts.get(str(x.name), ()), rng)
                       if x.dtype == float else unknown_too(x, rng))


def beside(x, cuts, rng):
    "Numbers, some of them at a threshold or next to one, or unknown."
    x = x.to_numpy(copy=True)
    if len(cuts):
        at = rng.choice(cuts, len(x))
        with np.errstate(over='ignore'):
            at = np.choose(rng.integers(0, 3, len(x)),
                           [at, np.nextafter(at, np.inf), np.nextafter(at, -np.inf)])
        x = np.where((rng.random(len(x)) < 0.4) & np.isfinite(at), at, x)
    x[rng.random(len(x)) < 0.1] = np.nan
    return pd.Series(x)


def unknown_too(x, rng):
    "Words or truth values, some unknown; of words one that was never seen."
    x = x.where(rng.random(len(x)) > 0.1, None)
    is_words = x.dtype == object and not x.map(lambda v: isinstance(v, bool)).any() and x.notna(
        ).any()
    return x.where(rng.random(len(x)) > 0.05, 'never seen') if is_words else x
