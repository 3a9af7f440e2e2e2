"""What must not matter to what is learned: each relation makes of a task another one, and says what
both models have in common.

Whoever finds another relation adds a function, and says above it of which tasks it does not hold.

A strictly monotone map of a column keeps the cases of every node of the tree as it grew. It need
not keep its thresholds: as in Release 8
a threshold is a value of the whole table, and it may fall elsewhere among values that only other
nodes have. So pruning that brings cases
to another branch may send them elsewhere, and such trees are compared before pruning. Powers of two
keep every bit.
"""

from copy import copy
from dataclasses import replace

import numpy as np
import pandas as pd
from metamorphic import words
from metamorphic.kinds import (MATRICES, NAMED, UNNAMED, as_kind, classes_of, kinds_of, numbers_of,
                               tables_of)
from metamorphic.learners import (LEARNERS, REGRESSORS, defaults, fitted, in_partitions,
                                  in_parts, is_exact, options, parameter, ways)
from metamorphic.ties import (alike_but_for_slivers, attributes_tie, branches_tie,
                              classes_or_groups_tie)
from metamorphic.twins import Twin
from sklearn.utils.class_weight import compute_sample_weight
from support.family import deals
from support.kernels import every_kernel

from c45lit import ErrorBased, LeafLimit, Pessimistic, Release8Classifier
from c45lit.data.weights import quantise
from c45lit.estimators.case_weights import as_counts
from c45lit.specification.criterion import GAIN_RATIO


RELATIONS = {}  # name -> function of a task, its model and random numbers


def relation(*excepted):
    "A function that makes the other task is a relation, but of tasks of these kinds."
    def named(other):
        def related(task, model, rng):
            return None if any(is_so(task) for is_so in excepted) else other(task, model, rng)
        RELATIONS[other.__name__] = related
        return other
    return named


# -- what a task is

def is_c50(task):
    """Whether C5.0 learns. Not true of it: numbers may have any distances (a wide gap makes a
    threshold cheap), a column twice or one that says nothing (gains are averaged over the tests,
    and attributes are many-valued if not all are), another order of classes, values or columns
    (running sums of 32 bits go through them), weights of 0 (there are none). Winnowing halves the
    cases in their order; so does nothing else."""
    return task.learner == 'C50Classifier'


def absence_is_a_value(task): return parameter(task, 'unknown') != 'share'


def has_unknowns(task): return bool(task.X.isna().to_numpy().any())


def is_of_32_bits(task): return not is_exact(task)


def is_classified(task): return not is_number(task)


def is_number(task): return issubclass(LEARNERS[task.learner].estimator, REGRESSORS)


def makes_rules(task):
    return 'redundancy' in defaults(task.learner) or bool(parameter(task, 'rules'))


def has_parts_of_cases(task):
    return task.weights is not None and bool((task.weights != np.rint(task.weights)).any())


def adds_in_an_order(task):
    "Whether sums of 32 bits depend on the order of what is added."
    return is_of_32_bits(task) and (has_unknowns(task) or has_parts_of_cases(task) or has_prices(task))


def draws_windows(task):
    return 'redundancy' in defaults(task.learner) and parameter(task, 'trials') > 1


def halves_cases(task): return is_c50(task) and bool(parameter(task, 'winnow'))


def has_costs(task): return bool(parameter(task, 'costs'))


def has_no_weights(task): return task.weights is None


def is_boosted(task): return parameter(task, 'winnow') is not None and parameter(task, 'trials') > 1


def deals_cases(task):
    """Whether cases go into folds, a validation set, halves or bags, by places in an order of
    classes and values. A case goes there once, with its weight; a copy of it is another case."""
    return (any(map(deals, ways(task))) or bool(parameter(task, 'winnow'))
            or bool(parameter(task, 'bootstrap')))


def draws_attributes(task): return parameter(task, 'max_features') is not None


def draws_cases(task):  # as the searches for rules do
    return deals_cases(task) or makes_rules(task) or draws_attributes(task)


def is_averaged(task):
    "Whether a test's worth depends on what others there are."
    how = options(task)
    return how.criterion is GAIN_RATIO and bool(how.average_gain)


def numbers_in(X): return [name for name, x in X.items() if x.dtype == float]


def words_in(X):
    return [name for name, x in X.items() if x.dtype == object
            and isinstance(next(iter(x.dropna()), None), str)]


# -- another task

def moved(task, cases=lambda X: X, targets=lambda y: y, **more):
    "A task of other cases and targets, those of validation and those asked, too."
    return task._replace(X=cases(task.X), y=targets(task.y),
                         held=(cases(task.held[0]), targets(task.held[1])),
                         asked=cases(task.asked), **more)


def is_balanced(task):
    return parameter(
        # as in scikit-learn by the number of cases, whatever they weigh
        task, 'class_weight') == 'balanced'


def has_prices(task):
    return bool(parameter(task, 'class_weight')
                or parameter(task, 'costs'))  # products are rounded case by case


def of_rows(task, rows):
    "A task of some of the training cases, or of copies of them."
    return task._replace(X=task.X.iloc[rows], y=task.y.iloc[rows],
                         weights=task.weights if task.weights is None else task.weights[rows])


def everywhere(task, name):
    "The different known values of a column, in all cases of a task, ascending."
    return sorted(
        set(pd.concat([X[name].dropna() for X in (task.X, task.held[0], task.asked)]).tolist()))


def mapped(maps):
    "A function that changes columns of cases value by value."
    def change(X):
        new = {name: pd.Series([by.get(v, v) if v == v else v for v in X[name].tolist()], X.index,
                               X[name].dtype) for name, by in maps.items()}
        return X.assign(**new)
    return change


def set_parameters(task, **changed): return task._replace(parameters=task.parameters | changed)


def at_place(X, name, column, place):
    "Cases with one more column."
    X = X.copy()
    X.insert(min(place, X.shape[1]), name, column)
    return X


# -- cases in another order, or as copies

@relation(halves_cases, draws_windows, adds_in_an_order)
def rows_in_another_order(task, model, rng):
    rows, asked = rng.permutation(len(task.X)), rng.permutation(len(task.asked))
    return Twin(of_rows(task, rows)._replace(asked=task.asked.iloc[asked]), rows=asked)


@relation(has_no_weights, draws_windows, is_boosted, has_prices, deals_cases,
          has_unknowns, has_parts_of_cases)  # their shares are rounded case by case
def copies_in_place_of_weights(task, model, rng):
    "Where cases are counted, not where they are dealt."
    rows = np.repeat(np.arange(len(task.X)), np.maximum(task.weights.astype(int), 1))
    if is_exact(task): rows = rng.permutation(rows)
    copied = of_rows(task, rows)
    return Twin(copied._replace(weights=np.minimum(copied.weights, 1)),
                near=1e-9 * is_number(task))  # squares are summed


@relation(is_c50, is_balanced)
def a_case_of_no_weight(task, model, rng):
    rows = np.append(np.arange(len(task.X)), rng.integers(len(task.X)))
    weights = np.ones(len(rows) - 1) if task.weights is None else task.weights
    return Twin(of_rows(task._replace(weights=None),
                        rows)._replace(weights=np.append(weights, 0.0)))


@relation(is_c50, makes_rules, is_balanced, has_costs)  # products are rounded case by case
def weights_times_a_factor(task, model, rng):
    "Only proportions count, but for what counts cases; `min_cases` and `min_split` grow as much."
    is_drawn = bool(parameter(task, 'bootstrap'))  # then each weighs 1
    if not is_drawn and counts_cases(task): return None
    factors = [k for k in (2.0, 4.0, 1024.0, 0.5, 3.0, 2.5, 0.375) if is_scalable(task, k)]
    if not factors: return None
    k = factors[rng.integers(len(factors))]
    least = {name: parameter(task, name) * k for name in ('min_cases', 'min_split')
             if name in LEARNERS[task.learner].estimator().get_params() and not is_drawn}
    is_power = is_drawn or np.frexp(k)[0] == 0.5 and not is_number(task)  # sums have 52 bits
    return Twin(set_parameters(task, **least)._replace(weights=quantise(weights_of(task)) * k),
                size=1.0 if is_drawn else k, near=0.0 if is_power else 1e-9,
                excused=(lambda *models: False) if is_power else attributes_tie)


def counts_cases(task):
    """Whether more than the least weights of a branch and a node is counted in cases: errors that
    are expected, the price of a threshold, shares that are smoothed or rounded."""
    how = options(task)
    return (not is_exact(task) or how.mdl_penalty or how.least_side
            or any(isinstance(way, (ErrorBased, Pessimistic)) for way in ways(task))
            or bool(parameter(task, 'leaf_smoothing'))
            or parameter(task, 'discrete') == 'grouped'
            or has_unknowns(task) and not absence_is_a_value(task))


def weights_of(task): return np.ones(len(task.X)) if task.weights is None else task.weights


def is_scalable(task, k):
    "Whether weights times k are exact, also by class, and are counts as the weights are."
    weights, by_class = weights_of(task), parameter(task, 'class_weight')
    classes = np.array([by_class[c] for c in task.y]) if by_class else np.ones(len(weights))
    scaled = quantise(weights) * k
    are_counts = scaled.mean() >= 1 if in_parts(task) else np.array_equal(as_counts(scaled), scaled)
    return are_counts and np.array_equal(quantise(scaled * classes),
                                         quantise(weights * classes) * k)


@relation()
def weights_of_classes_written_to_the_cases(task, model, rng):
    "Those of a validation set as copies: four for each case of weight 1."
    by_class, (X, y) = parameter(task, 'class_weight'), task.held
    if not by_class or is_balanced(task) and asks_for_own(task): return None
    if is_balanced(task): weights = compute_sample_weight('balanced', task.y.tolist())
    else:
        weights = np.array([by_class[c] for c in task.y])
        rows = np.repeat(np.arange(len(y)), [int(4 * by_class[c]) for c in y])
        task = task._replace(held=(X.iloc[rows], y.iloc[rows]))
    weights = weights_of(task) * weights
    if not np.array_equal(as_counts(weights), weights): return None  # taken for shares
    return Twin(set_parameters(task, class_weight=None)._replace(weights=weights))


def asks_for_own(task): return any(isinstance(way.validation, tuple) for way in ways(task))


@relation()
def weights_of_one(task, model, rng):
    if task.weights is not None:
        return Twin(task._replace(weights=pd.Series(task.weights,
                                                    index=rng.permutation(len(task.X)))))
    ones = np.ones(len(task.X), rng.choice(['int8', 'float32', 'float64', 'bool', 'O']))
    return Twin(task._replace(weights=ones if rng.random() < 0.5 else ones.tolist()))


@relation()
def an_index_of_any_kind(task, model, rng):
    def indexed(part):
        return part.set_axis(rng.choice(['x', 'y', 3, None], len(part))
                             if rng.random() < 0.5 else rng.permutation(len(part)) - 7)
    return Twin(moved(task, indexed, indexed))


# -- units

@relation(is_of_32_bits)  # Release 8 knows the number -999, and values that are near each other
def a_column_in_other_units(task, model, rng):
    factor = {}
    for name in numbers_in(task.X):
        sizes = np.frexp([v for v in everywhere(task, name) if v] or [1.0])[1]
        if sizes.min() < -1000: continue  # halves of the least numbers are rounded
        most = 100 if is_c50(task) else 960  # of 32 bits
        if is_c50(task) and (parameter(task, 'fuzzy') or np.abs(sizes).max() > most): continue
        if absence_is_a_value(task) and sizes.max() > 996: continue  # beside absence
        low, high = -most - sizes.min(), most - sizes.max()  # so that no digit is lost
        if low < high: factor[name] = 2.0 ** rng.integers(max(low, -900), min(high, 900))
    def scaled(X): return X.assign(**{name: X[name] * f for name, f in factor.items()})
    def cut(column, t):  # C5.0's threshold at 0 takes in what 32 bits round to it
        return t if is_c50(task) and abs(t) < 2.0 ** -149 else t * factor.get(column, 1.0)
    return Twin(moved(task, scaled), cut=cut) if factor else None


@relation(is_c50, draws_windows)  # what a window's tree gets wrong joins the window
def other_numbers_in_the_same_order(task, model, rng):
    names = [name for name in numbers_in(task.X) if is_exact(task)
             or far_apart(everywhere(task, name))]
    maps = {name: dict(zip(old, ascending(rng, len(old), is_exact(task))))
            for name in names for old in [everywhere(task, name)]}
    return Twin(moved(task, mapped(maps)), grown=True) if maps else None


def far_apart(values):
    "Whether Release 8 tells all of these numbers apart, and none means unknown."
    return len(values) and np.abs(values).max() < 999 and np.diff(values).min(initial=1) > 1e-3


def ascending(rng, n, any_size=True):
    "n different numbers, ascending: even steps, neighbours, of every size."
    way = rng.integers(4) if any_size else 0
    if way == 0: return (np.arange(n) * 3.0 - n).tolist()
    if way == 1:
        return (np.frombuffer(np.float64(rng.choice([1.0, 5e-324, 1e300])).tobytes(), np.int64)
                + np.arange(n)).view(float).tolist()
    if way == 2:
        return np.sort((-1.0) ** rng.integers(0, 2, n) * 10.0 ** np.linspace(-307, 299, n)).tolist()
    return np.sort(rng.choice([-1.0, 1.0], n) * np.exp(rng.permutation(n) * 0.37)).tolist()


@relation(is_classified)
def targets_in_other_units(task, model, rng):
    "Times a power of two every bit stays, by any other factor or shift all but the last ones."
    if not task.y.any(): return None
    sizes = np.frexp(task.y[task.y != 0])[1]
    low, high = -440 - sizes.min(), 440 - sizes.max()  # their squares are numbers, too
    kind, factor, shift = rng.integers(3), 1.0, 0.0
    if kind == 0: factor = 2.0 ** int(rng.integers(low, high))
    if kind == 1: factor = float(rng.choice([1e-6, 1e-12, 1e-100, 1e9, 1e100, 0.7, 3]))
    if kind == 2: shift = float(rng.choice([-3, 100, 0.1]))
    dear, epsilon = task.parameters.get('pruning'), task.parameters.get('epsilon', 0) * factor ** 2
    alphas = [price_of(way) * factor ** 2 for way in (dear if isinstance(dear, list) else [dear])]
    if any(not 0 <= p <= 1e300 for p in (epsilon, *alphas)): return None
    prices = dict(epsilon=epsilon) | ({'pruning': repriced(dear, factor ** 2)} if dear else {})
    twin = Twin(set_parameters(moved(task, targets=lambda y: y * factor + shift), **prices),
                units=(factor, shift), near=1e-6 * (kind > 0))
    return replace(twin, excused=alike_but_for_slivers) if kind else twin


def price_of(way): return getattr(way, 'alpha', None) or 0.0


def repriced(pruning, factor):
    "Ways to prune whose prices of a leaf are as many times as high."
    if isinstance(pruning, list): return [repriced(way, factor) for way in pruning]
    if not price_of(pruning): return pruning
    return copy(pruning).set_params(alpha=pruning.alpha * factor)


# -- names

@relation()
def columns_renamed(task, model, rng):
    n = task.X.shape[1]
    kinds = [lambda rng, n: rng.permutation(np.array(words.words_in_order(rng, n),
                                                     dtype=object)).tolist(), words.whole,
                                                     words.pairs, words.fractions, words.stamps]
    new = kinds[rng.choice(len(kinds), p=[0.8, 0.05, 0.05, 0.05, 0.05])](rng, n)
    new = pd.Index(new, dtype=object, tupleize_cols=False)
    return Twin(moved(task, lambda X: X.set_axis(new, axis=1)),
                columns=dict(zip(task.X.columns, map(str, new))))


@relation()
def values_renamed(task, model, rng):
    maps = {name: dict(zip(old, words.words_in_order(rng, len(old))))
            for name in words_in(task.X) for old in [everywhere(task, name)]}
    if absence_is_a_value(task) and any('absent' in m.values() for m in maps.values()):
        return None  # the word for no value, too, where it was never seen
    return Twin(moved(task, mapped(maps))) if maps else None


@relation(absence_is_a_value)  # a word never seen is unknown, and not absent
def values_of_another_kind(task, model, rng):
    "Categories of any kind; those that do not occur are values, too."
    kinds = dict(whole=words.whole, fractions=words.fractions, stamps=words.stamps,
                 intervals=words.intervals, words=words.words_in_order, large=words.large)
    made = {name: kinds[rng.choice(list(kinds))] for name in words_in(task.X)}
    if not made: return None
    values = {name: sorted(set(task.X[name].dropna())) for name in made}
    new = {name: pd.Index(make(rng, len(values[name])), dtype=object, tupleize_cols=False)
           for name, make in made.items()}
    def categories(X):
        def codes(x):
            return np.array([values[x.name].index(v) if v in values[x.name] else -1
                             for v in x.tolist()])
        return X.assign(**{name: pd.Categorical.from_codes(codes(X[name]), new[name])
                           for name in made})
    return Twin(moved(task, categories))


@relation(is_number)
def classes_renamed(task, model, rng):
    "In their order: the same tree; any words, whole numbers, truth values."
    classes = sorted({*task.y})
    n, kind = len(classes), rng.random()
    new = words.words_in_order(rng, n) if kind < 0.7 else words.large(
        rng, n) if kind < 0.8 else [False, True] if n == 2 and kind < 0.9 else words.whole(rng, n)
    return renamed_classes(task, dict(zip(classes, new)))


@relation(is_c50, is_number, draws_cases, is_of_32_bits)
def classes_in_another_order(task, model, rng):
    classes = sorted({*task.y})
    new = rng.permutation(words.words_in_order(rng, len(classes), plain=True)).tolist()
    return renamed_classes(task, dict(zip(classes, new)), near=1e-9, excused=classes_or_groups_tie)


def renamed_classes(task, names, **more):
    def targets(y):
        return pd.Series([names[c] for c in y], index=y.index,
                         dtype=object if isinstance(next(iter(names.values())), str) else None)
    changed = dict(class_weight=lambda w: w
                   if isinstance(w, str) else {names[c]: v for c, v in w.items()},
                   costs=lambda w: {(names[a], names[b]): v for (a, b), v in w.items()})
    prices = {name: change(task.parameters[name]) for name, change in changed.items()
              if task.parameters.get(name)}
    return Twin(set_parameters(moved(task, targets=targets), **prices),
                classes=tuple(names[c] for c in sorted(names)), **more)


def in_other_words(task, rng, plain):
    "A task whose columns, values and classes are words of any kind, in their order."
    def named(old): return dict(zip(old, words.words_in_order(rng, len(old), plain)))
    task = moved(task, mapped({name: named(everywhere(task, name)) for name in words_in(task.X)}))
    if not is_number(task): task = renamed_classes(task, named(sorted({*task.y}))).task
    names = rng.permutation(np.array([*named(task.X.columns).values()], dtype=object))
    return moved(task, lambda X: X.set_axis(pd.Index(names, dtype=object), axis=1))


@relation(is_c50, draws_cases, is_of_32_bits, has_unknowns)  # whose shares are rounded by branch
def values_in_another_order(task, model, rng):
    if (parameter(task, 'discrete') or 'multiway') != 'multiway': return None
    maps = {name: dict(zip(old, rng.permutation([f'v{i}' for i in range(99)]).tolist()))
            for name in words_in(task.X) for old in [everywhere(task, name)]}
    return Twin(moved(task, mapped(maps)), answers=True, near=1e-9,
                excused=branches_tie) if maps else None


@relation(is_c50, is_of_32_bits, is_averaged, makes_rules, in_parts, absence_is_a_value, is_balanced)
def a_value_that_never_occurs(task, model, rng):
    """Whether it is a category without a case, or the value of a case of weight 0: no growing, no
    pruning and no price counts its branch. Not where an attribute is many-valued by the number of
    its values, as in Release 8 and C5.0."""
    names = [name for name in words_in(task.X) if name not in (parameter(task, 'schema') or {})]
    if not names: return None
    name = rng.choice(np.array(names, dtype=object))
    if rng.random() < 0.5 or parameter(task, 'bootstrap'):
        more = [f'never {i}' for i in range(rng.integers(1, 9))]
        values = sorted({*task.X[name].dropna()}) + more
        words = pd.Categorical(task.X[name], categories=values)
        return Twin(task._replace(X=task.X.assign(**{name: words})), answers=True)
    twin = a_case_of_no_weight(task, model, rng).task
    words = twin.X[name].astype(object).to_numpy(copy=True)
    words[-1] = '\uffff never'  # the last of all
    return Twin(twin._replace(X=twin.X.assign(**{name: words})), answers=True)


# -- kinds of columns and tables

@relation()
def columns_of_another_kind(task, model, rng):
    "Those that are learned from, and those that are asked about, may be of different kinds."
    def other(X):
        plain = [name for name, x in X.items() if not isinstance(x.dtype, pd.CategoricalDtype)]
        return X.assign(**{name: as_kind(X[name], rng.choice(kinds_of(X[name].tolist()))) for name in plain})
    return Twin(moved(task, other))


@relation(in_parts)
def another_kind_of_table(task, model, rng):
    "The same kind where it has no names of columns, for they are told apart; else any two kinds."
    if any(isinstance(x.dtype, pd.CategoricalDtype) for _, x in task.X.items()): return None
    tables = tables_of(task.X)
    kind = rng.choice(list(tables))
    if kind in UNNAMED | MATRICES:
        columns = {c: f'x{j}' for j, c in enumerate(task.X.columns)}
        return Twin(moved(task, tables[kind]), columns=columns)
    return Twin(moved(task, lambda X: tables[rng.choice([*NAMED])](X)))


@relation(in_parts)
def targets_of_another_kind(task, model, rng):
    return Twin(moved(task, targets=lambda y: (numbers_of if is_number(task) else classes_of)(y, rng)))


@relation(lambda task: not in_parts(task))
def in_partitions_or_not(task, model, rng):
    "A tree of partitions is that of one frame; they may be cut anywhere, of any kind."
    whole = LEARNERS[task.learner].estimator.__name__
    if rng.random() < 0.5: return Twin(task._replace(learner=whole))
    cuts = np.sort(rng.integers(0, len(task.X) + 1, rng.integers(0, 5)))
    arranged = (tuple, iter, pd.concat)[rng.integers(3)]
    return Twin(task, fit=lambda task: in_partitions(task, cuts, arranged))


@relation(in_parts, absence_is_a_value)
def the_schema_said(task, model, rng):
    return Twin(set_parameters(task, schema=model.schema_))


# -- columns

@relation(is_c50, draws_cases, is_boosted, adds_in_an_order)  # Release 8 sorts cases by column
def columns_in_another_order(task, model, rng):
    "Where nothing is tied the same tree grows."
    if task.X.shape[1] < 2: return None
    order = rng.permutation(task.X.shape[1])
    near = 0.0 if is_exact(task) else 1e-5  # Release 8 adds fractions in the order of its columns
    return Twin(moved(task, lambda X: X.iloc[:, order]), near=near, excused=attributes_tie)


@relation(draws_attributes)  # it is among those that are drawn from
def a_column_that_says_nothing(task, model, rng):
    "Constant, ignored, or unknown in all cases."
    kind = rng.choice(['ignored', 'unknown', 'number', 'word', 'truth'])
    place = int(rng.integers(9))
    if kind == 'number' and parameter(task, 'thresholds') is False: kind = 'word'
    if is_c50(task): kind = 'ignored'
    is_tested = kind not in ('ignored', 'unknown')  # then it has a share in what rules cost
    if is_tested and (makes_rules(task) or is_averaged(task) and not numbers_in(task.X)): return None
    if in_parts(task) and not is_tested: return None
    def column(X):
        return dict(ignored=rng.normal(size=len(X)), unknown=np.full(len(X), np.nan), number=7.5,
                    word='same', truth=True)[kind]
    twin = moved(task, lambda X: at_place(X, 'nothing', column(X), place))
    return Twin(set_parameters(twin, schema={'nothing': 'ignore'}) if kind == 'ignored' else twin)


@relation(is_c50, draws_cases, is_averaged, adds_in_an_order)
def a_column_twice(task, model, rng):
    name = rng.choice(task.X.columns)
    return Twin(moved(task, lambda X: X.assign(twice=X[name])))


# -- parameters

NEUTRAL = dict(max_depth=10 ** 6, epsilon=0.0, leaf_smoothing=0.0, n_jobs=2)


@relation()
def parameters_that_say_nothing(task, model, rng):
    known = model.get_params() | defaults(task.learner)
    free = [name for name in NEUTRAL if name in known and name not in LEARNERS[task.learner].fixed
            and name not in task.parameters and not (makes_rules(task) and name == 'leaf_smoothing')
            and not (is_of_release_8(task) and name not in ('max_depth', 'n_jobs'))]
    changed = {name: NEUTRAL[name]
               for name in rng.choice(free, min(len(free), 3), replace=False)} if free else {}
    scalars = {name: np.array(v)[()] for name, v in task.parameters.items()
               if type(v) in (int, float) and name != 'leaf_smoothing'}
    return Twin(set_parameters(task, **scalars | changed))


def is_of_release_8(task): return parameter(task, 'tree') is Release8Classifier


@relation(in_parts, draws_windows, is_of_32_bits)
def more_leaves_than_any_tree_has(task, model, rng):
    "A limit that is never reached, before the ways to prune."
    if 'pruning' not in defaults(task.learner): return None
    given = parameter(task, 'pruning') if not makes_rules(task) else task.parameters.get('pruning')
    return Twin(set_parameters(task, pruning=[LeafLimit(10 ** 6), *(
        given if isinstance(given, list) else [given])]))


@relation()
def compiled_and_not(task, model, rng):
    def interpreted(task):
        with every_kernel('py_func'): return fitted(task)
    return Twin(task, fit=interpreted)
