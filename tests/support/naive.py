"""A grower that is slow and plain to see: lists, dictionaries and recursion, the judge of the
engine.

Only two things are the engine's own, for they are conventions and not arithmetic: scores within TIE
are equal and the
first of equals wins; the shares of an unknown case are rounded to whole units of weight, their
running total down.
"""
import math
from types import SimpleNamespace

EPSILON, TIE, UNIT = 1e-3, 1e-10, 2.0 ** -24


def plan(table, options, stop, threshold, unit, whole=None):
    "All that stays the same at every node; `value[a][case]` is None where unknown."
    kind = [a.kind for a in table.schema.attributes]
    n_values = [len(a.values) if a.kind == 'discrete' else 0 for a in table.schema.attributes]
    def read(t):
        return [[None if x != x or (k != 'continuous' and x < 0) else x for x in column.tolist()]
                         for column, k in zip(t.columns, kind)]
    weights = (whole or table).weights.tolist()
    many = [v >= 0.3 * sum(weights) for v in n_values]
    if all(m for m, k in zip(many, kind) if k != 'ignore'): many = [False] * len(many)
    everything = [[x for x, w in zip(column, weights) if w > 0] for column in read(whole or table)]
    return SimpleNamespace(kind=kind, n_values=n_values, value=read(table),
                           classes=table.classes.tolist(), many=many,
                           n_classes=len(table.schema.classes), options=options, stop=stop,
                           snap=threshold == 'data',
                           unit=unit, everything=everything)


def size(cases): return sum(weight for _, weight in cases)  # cases are pairs (number, weight)


def by_class(cases, p):
    "Weight of each class."
    counts = [0.0] * p.n_classes
    for i, w in cases: counts[p.classes[i]] += w
    return counts


def impurity(counts, gini=False):
    "Mean impurity times weight: Gini, or entropy in bits."
    total = sum(counts)
    return sum(n * (1 - n / total) if gini else -n * math.log2(n / total) for n in counts if n > 0)


def score(branches, unknown, p):
    "(gain, split information) of sending the known cases down these branches."
    known, weight = sum(branches, []), size(unknown) + sum(map(size, branches))
    saved = impurity(by_class(known, p), p.options.criterion.name == 'Gini') \
        - sum(impurity(by_class(b, p), p.options.criterion.name == 'Gini') for b in branches)
    return size(known) / weight * saved / size(known), impurity(
        [size(unknown), *map(size, branches)]) / weight


def discrete_test(cases, a, p):
    "(gain, info, attribute, threshold, branches) of one branch a value, or None."
    branches = [[(i, w) for i, w in cases if p.value[a][i] == v] for v in range(p.n_values[a])]
    if sum(size(b) >= p.options.min_cases for b in branches) < 2: return None
    return *score(branches, [(i, w) for i, w in cases if p.value[a][i] is None],
                  p), a, None, branches


def threshold_test(cases, a, p):
    """The same of the cut with the greatest gain, which must be more than the penalty; the lowest
    of equals."""
    known = [(i, w) for i, w in cases if p.value[a][i] is not None]
    unknown = [(i, w) for i, w in cases if p.value[a][i] is None]
    k, least, values = size(known), p.options.min_cases, sorted({p.value[a][i] for i, _ in known})
    if k < 2 * least: return None
    if p.options.least_side and 0.1 * k / p.n_classes > least:
        least = min(0.1 * k / p.n_classes, 25.0)
    allowed, best = [], None
    for left, right in zip(values, values[1:]):
        branches = [[c for c in known if p.value[a][c[0]] <= left],
                    [c for c in known if p.value[a][c[0]] > left]]
        if least <= size(branches[0]) <= k - least and left < right - p.options.min_value_gap:
            allowed.append((left, right, branches))
    pays = p.options.penalty and p.options.criterion.name != 'Gini' and len(allowed) > 1
    penalty = math.log2(len(allowed)) / size(cases) if pays else 0.0
    tie = TIE * k / size(
        cases) if allowed else 0.0  # cuts are equal whose gains of the known cases are
    for left, right, branches in allowed:
        gain, info = score(branches, unknown, p)
        if min(map(size, branches)) >= p.options.min_cases and gain - penalty > (
            best[0] + tie if best else TIE):
            middle = (left + right) / 2 if (
                left + right) / 2 < right else left  # neighbours may have no number between
            cut = max(x for x in p.everything[a] if x is not None
                      and x <= middle) if p.snap else middle
            best = gain - penalty, info, a, cut, branches
    return best


def chosen(tests, p):
    """Of the tests with at least average gain the one with the best gain ratio, the first of
    equals; or None."""
    counted = [t[0] for t in tests if p.options.average == 2 or not p.many[t[2]]]
    average, slack, best, winner = sum(counted) / len(counted) if counted else 1e6, TIE, None, None
    if p.options.average == 1: slack = EPSILON
    for test in tests:
        gain, info = test[:2]
        if p.options.criterion.name == 'gain ratio':
            if info <= EPSILON or (p.options.average and gain < average - slack): continue
            gain /= info
        if best is None or gain > best + TIE: best, winner = gain, test
    return winner if not p.options.epsilon or (winner and best >= p.options.epsilon - TIE) else None


def parts(test, cases, p):
    """The cases of each branch; an unknown case goes down every branch that has known ones, in
    shares."""
    dealt, before, k = [], 0.0, sum(map(size, test[4]))
    for b in test[4]:
        upto = before + size(b)
        shares = [(i, (
            math.floor(w * (upto / k) / p.unit) - math.floor(w * (before / k) / p.unit)) * p.unit)
                  for i, w in cases if p.value[test[2]][i] is None]
        dealt.append(b + shares if b else [])
        before = upto
    return dealt


def grown(cases, asked, p):
    "A node as a dictionary, its branches in it; `asked` are the attributes tested above."
    dist = by_class(cases, p)
    node = dict(attribute=-1, threshold=None, classes=dist.index(max(dist)), weight=sum(dist),
                errors=sum(dist) - max(dist), dist=dist, branches=[])
    if max(dist) == sum(dist) or sum(dist) < 2 * p.options.min_cases or len(
        asked) == p.stop.max_depth: return node
    open_to = [a for a, k in enumerate(p.kind) if k == 'continuous' or k == 'discrete'
               and a not in asked]
    tests = [(threshold_test if p.kind[a] == 'continuous' else discrete_test)(cases, a, p)
             for a in open_to]
    test = chosen([t for t in tests if t], p)
    if not test: return node
    branches = [grown(part, asked + [test[2]], p)
                if part else {**node, 'weight': 0.0, 'errors': 0.0}
                for part in parts(test, cases, p)]
    errors = sum(b['errors'] for b in branches)
    if p.stop.collapse and errors >= node['errors'] - EPSILON: return {**node, 'errors': errors}
    return {**node, 'attribute': test[2], 'threshold': test[3], 'errors': errors,
            'branches': branches}


def naive_tree(table, options, stop, threshold='data', unit=UNIT, whole=None):
    "The tree that `grow_tree` should grow, as nested dictionaries."
    p = plan(table, options, stop, threshold, unit, whole)
    return grown([(i, w) for i, w in enumerate(table.weights.tolist()) if w > 0], [], p)


def as_nested(tree, i=0):
    "A `Tree` in the same form."
    children = range(tree.first_child[i], tree.first_child[i] + tree.n_children[i])
    threshold = float(tree.threshold[i])
    return dict(attribute=int(tree.attribute[i]),
                threshold=None if threshold != threshold else threshold,
                classes=int(tree.classes[i]), weight=float(tree.weights[i]),
                errors=float(tree.errors[i]),
                dist=tree.dist[i].tolist(), branches=[as_nested(tree, c) for c in children])
