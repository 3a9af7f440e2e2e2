"""A learner of C5.0 that is slow and plain to see: lists and recursion, the judge of
`c45lit.originals`.

It is written from the description of what the program does and shares no line with the library. The
comments name its sections. A number of 32 bits is a Python float that has been rounded by `f32`;
cases are positions in lists.
"""
import math
from ctypes import c_float
from dataclasses import dataclass, field
from functools import cache

import numpy as np

EPSILON, LEAF_MINIMUM, NONE = 1e-4, 0.05, -1.0
LEAF, PLAIN, CUT, GROUPS = range(4)
LEAST = 1e-45  # less than any positive number of 32 bits: what an N/A is in a light branch
COEFFICIENTS = ((0, 4.0), (0.001, 3.09), (0.005, 2.58), (0.01, 2.33), (0.05, 1.65), (0.1, 1.28),
                (0.2, 0.84), (0.4, 0.25), (1.0, 0.0))


# -- numbers (section 1)

def f32(x):
    "Rounded to 32 bits."
    return c_float(x).value


def lg(x):
    return math.log(x) / 0.69314718055994530942 if x > 0 else 0.0


def entropy_sum(weights):
    "H of a row."
    s = t = 0.0
    for v in map(f32, weights):
        s, t = s + v * lg(v), t + v
    return t * lg(t) - s


def running(values):
    "A sum each of whose additions rounds to 32 bits."
    total = 0.0
    for v in values: total = f32(total + v)
    return total


def added(*rows):
    "Rows added class by class, from left to right."
    return [sum(column[1:], column[0]) for column in zip(*rows)]


def sort(cases, x, first, last):
    "By exchange, as the program does: equal values show in what order they came."
    if first >= last: return
    pivot, low, high = x[cases[(first + last) // 2]], first, last
    while x[cases[low]] < pivot: low += 1
    while x[cases[high]] > pivot: high -= 1
    i = low
    while i <= high:
        v, other = x[cases[i]], low if x[cases[i]] < pivot else high
        if v != pivot: cases[i], cases[other] = cases[other], cases[i]
        low, high, i = low + (v < pivot), high - (v > pivot), i + (v <= pivot)
    sort(cases, x, first, low - 1)
    sort(cases, x, high + 1, last)


def greatest(values):
    "The first place of the greatest value."
    return max(range(len(values)), key=lambda c: (values[c], -c))


@dataclass
class Node:
    kind: int
    cls: int
    weight: float
    dist: list
    errors: float
    att: int = -1
    branches: list = field(default_factory=list)
    cut: float = 0.0
    groups: list = ()  # of values, N/A being 1
    soft: tuple = None  # (lower, mid, upper)
    counted: float = None  # errors of a test, for its soft threshold; `errors` stay (11.3)
    leaves: int = 1

    def put(self, other):
        "Take the other's place in the tree."
        self.__dict__.update(other.__dict__)

    def become_leaf(self):
        self.kind, self.att, self.branches, self.groups = LEAF, -1, [], []

    def tests(self):
        "The nodes below and here that ask something."
        return [self, *(n for b in self.branches for n in b.tests())] if self.kind else []


@dataclass
class Test:
    gain: float
    info: float
    kind: int
    cut: float = 0.0
    groups: list = ()
    width: int = 3


NO_TEST = Test(NONE, 0.0, LEAF)


class Learner:
    "The cases, their weights, and what holds in all of a run."

    def __init__(self, attributes, record, n_classes, options):
        self.attributes, self.options, self.C = attributes, options, n_classes
        self.x = [column.tolist() for column in record.x]
        self.y, self.N = record.y.tolist(), len(record.y)
        self.M = f32(options.min_cases)
        self.cf = max(f32(options.cf), f32(1e-6))
        self.k = [len(a.values) + 1 if a.kind == 'discrete' else 0 for a in attributes]
        self.usable = [a for a, b in enumerate(attributes) if b.kind != 'ignore']
        self.off = set()  # attributes that winnowing took out
        self.some_unknown = [any(self.is_unknown(a, i) for i in range(self.N))
                             for a in range(len(attributes))]
        self.some_na = [any(self.is_na(a, i) for i in range(self.N))
                        for a in range(len(attributes))]
        self.all_many = all(self.k[a] >= 0.3 * self.N for a in self.usable)
        self.size = self.N  # for many-valued attributes
        self.alpha, self.beta = self.least_gain()
        self.leaf_ratio, self.winnowing, self.trial = 0.0, False, 0
        self.costs = [[f32(v) for v in row] for row in options.costs]
        self.has_costs = len(self.costs) > 0
        self.scale = [1.0] * n_classes  # weight of a case of each class at the start
        if self.has_costs and n_classes == 2: self.scale_classes()
        self.by_class = self.has_costs and n_classes == 2
        self.w = [self.scale[c] for c in self.y]
        self.left_out = 0  # light cases, of large nodes and large files

    def least_gain(self):
        "Section 4, step 8."
        q = self.N // self.C
        if q <= 500: return 1.0, 0.0
        if q >= 1000: return 0.0, f32(0.9)
        phi = f32((q - 500) / 500)
        return f32(1 - phi), f32(0.9 * phi)

    def scale_classes(self):
        "Two-class costs are weights (section 12)."
        n, (first, second) = [self.y.count(0), self.y.count(1)], (self.costs[1][0],
                                                                  self.costs[0][1])
        s = f32((n[0] * first + n[1] * second) / (n[0] + n[1]))
        self.scale = [f32(first / s), f32(second / s)]
        self.M = f32(self.M * min(self.scale))

    def is_unknown(self, a, i):
        x = self.x[a][i]
        return x == 0 if self.k[a] else x != x

    def is_na(self, a, i):
        x = self.x[a][i]
        return x == 1 if self.k[a] else x == math.inf

    def is_ordered(self, a):
        return bool(self.attributes[a].is_ordered)

    # -- the array of cases (section 20, Order): a node is a range of it, from lo to before hi

    def swap(self, p, q):
        array = self.array
        array[p], array[q] = array[q], array[p]

    def collect(self, lo, hi, belongs):
        "Cases that belong change places with the first positions; the position behind them."
        for p in range(lo, hi):
            if belongs(self.array[p]):
                self.swap(p, lo)
                lo += 1
        return lo

    def unknown_first(self, node, lo, hi):
        "The position of the first case whose value is known."
        return self.collect(lo, hi, lambda i: self.is_unknown(node.att, i))

    def visit(self, node, lo, known, hi, share, enters):
        """Each branch that is entered: (its place, the branch, where its range starts and ends,
        weight of its known cases with the unknown ones' share, the factor). The unknown cases,
        from `lo` to `known`, weigh less meanwhile. The cases of a branch that is not entered stay
        among the rest, where an N/A is the least positive number."""
        for n, branch in enumerate(node.branches):
            end = self.collect(known, hi, lambda i, n=n: self.branch_of(node, i, n))
            b, factor = share(self.array[known:end])
            if not enters(b, factor, end > known): continue
            for i in self.array[lo:known]: self.w[i] = f32(self.w[i] * factor)
            yield n, branch, lo, end, b
            fill = end
            for q in range(end - 1, lo - 1, -1):
                i = self.array[q]
                if not self.is_unknown(node.att, i): continue
                self.w[i], fill = f32(self.w[i] / factor), fill - 1
                self.swap(q, fill)
            lo, known = fill, end

    def shared(self, U, K, unit, has_unknown):
        "What `visit` needs to know of a branch: its weight, and the factor of unknown cases."
        def of(rows):
            factor = f32(self.scaled_weight(rows, unit) / K) if has_unknown and K else 0.0
            return f32(self.weight(rows, unit) + f32(factor * U)), factor
        return of

    # -- weights and tables

    def weight(self, rows, unit):
        "Of a range of cases."
        return float(len(rows)) if unit else f32(sum((self.w[i] for i in rows), 0.0))

    def scaled_weight(self, rows, unit):
        "The weight that counts for shares: without two-class costs, that of the cases."
        if not self.by_class: return self.weight(rows, unit)
        return f32(sum((f32(self.w[i] / self.scale[self.y[i]]) for i in rows), 0.0))

    def known_weight(self, rows, W, U, unit):
        "K: what the weight of a branch is divided by."
        return self.scaled_weight(rows, unit) if self.by_class else f32(W - U)

    def classes(self, rows):
        table = [0.0] * self.C
        for i in rows: table[self.y[i]] += self.w[i]
        return table

    def table(self, rows, a):
        "F[v][c]; row 0 is unknown."
        table = [[0.0] * self.C for _ in range(self.k[a] + 1)]
        for i in rows: table[int(self.x[a][i])][self.y[i]] += self.w[i]
        return table

    # -- growing (section 4)

    def grow(self, lo, hi, unit, tested=frozenset()):
        rows = self.array[lo:hi]
        F = self.classes(rows)
        W, major = running(F), greatest(F)
        node = Node(LEAF, major, W, [f32(v) for v in F], f32(W - F[major]))
        most = round(f32(self.leaf_ratio * W)) if self.leaf_ratio > 0 else 10 ** 6
        if F[major] >= 0.999 * W or W < 2 * self.M or most < 2: return node
        base = entropy_sum(F) / W
        tests = {a: self.test_of(rows, a, W, base, tested, most) for a in self.usable
                 if a not in self.off}
        a = self.chosen(tests, W)
        if a is None: return node
        tree = Node(tests[a].kind, major, W, node.dist, node.errors, a, [],
                    tests[a].cut, tests[a].groups)
        below = tested | {a} if tree.kind == PLAIN else tested
        self.branch_out(tree, lo, hi, unit, below, major)
        total = running(b.errors for b in tree.branches)
        if total >= 0.999 * node.errors: return node
        tree.errors = total
        return tree

    def n_branches(self, node):
        return {PLAIN: self.k[node.att], CUT: 3, GROUPS: len(node.groups)}[node.kind]

    def branch_of(self, node, i, n):
        "Whether a case whose value is known belongs to a branch, from 0."
        x = self.x[node.att][i]
        if node.kind == PLAIN: return x - 1 == n
        if node.kind == GROUPS: return int(x) in node.groups[n]
        if n == 0: return x == math.inf
        return (LEAST if x == math.inf else x) <= node.cut if n == 1 else (
            LEAST if x == math.inf else x) > node.cut

    def branch_out(self, tree, lo, hi, unit, tested, empty):
        "Split, and grow the branches (step 11)."
        known = self.unknown_first(tree, lo, hi)
        U, below = self.weight(self.array[lo:known], unit), unit and known == lo
        K = self.known_weight(self.array[known:hi], tree.weight, U, below)
        has_unknown = known > lo
        tree.branches = [Node(LEAF, empty, 0.0, [0.0] * self.C, 0.0)
                         for _ in range(self.n_branches(tree))]
        if hi - lo > 1000 and known - lo > (hi - lo) / 2 and len(tree.branches) >= 10:
            first = self.collect(lo, known, lambda i: self.w[i] < 0.1)
            for i in self.array[lo:first]: U = f32(U - self.w[i])
            lo, self.left_out = first, self.left_out + first - lo
        for n, _, first, end, _ in self.visit(tree, lo, known, hi,
                                              self.shared(U, K, below, has_unknown),
                                              lambda b, *_: b >= LEAF_MINIMUM):
            tree.branches[n] = self.grow(first, end, below, tested)

    def chosen(self, tests, W):
        "Steps 7 to 9."
        def is_many(a):
            return self.k[a] >= 0.3 * self.size
        free = self.options.subset or self.all_many
        possible = [a for a, t in tests.items() if t.gain >= EPSILON and (free or not is_many(a))]
        if not possible: return None
        average = sum(tests[a].gain for a in possible) / len(possible)
        least = average * self.alpha + lg(len(possible)) / W * self.beta
        if self.winnowing: least = 0.0
        best, best_val, best_width = None, -EPSILON, max(3, 1 + max(self.k))
        for a in possible:
            t = tests[a]
            if t.gain < 0.999 * least or t.info <= 0: continue
            val = f32(t.gain / t.info)
            if val > best_val or val > 0.999 * best_val and (
                    t.width < best_width
                    or t.width == best_width and best is not None and t.gain > tests[best].gain):
                best, best_val, best_width = a, val, t.width
        return best

    def test_of(self, rows, a, W, base, tested, most):
        "The best test of an attribute."
        if not self.k[a]: return self.cut_test(rows, a, base)
        table = self.table(rows, a)
        n = [sum(row, 0.0) for row in table]
        K, u = f32(W - n[0]), f32(n[0] / W)
        if n[0]:
            known = [running(row[c] for row in table[1:]) for c in range(self.C)]
            base = 0.0 if K < 1e-5 else entropy_sum(known) / K
        if self.is_ordered(a): test = self.ordered_test(table, n, base, u, K, W)
        elif self.options.subset and self.k[a] > 3:
            test = self.group_test(table, n, base, u, K, W, a)
        elif a in tested: return NO_TEST
        else: test = self.plain_test(table, n, base, u, K, W)
        if test.kind == LEAF: return test
        parts = len(test.groups) if test.kind == GROUPS else sum(v > 0.5 for v in n[1:])
        if self.is_ordered(a): parts = 3 if n[1] > 0.5 else 2
        return NO_TEST if parts > most + 1 else test

    def gain(self, rows, base, u, K):
        "G of section 5."
        if K == 0: return NONE
        R = sum(map(entropy_sum, rows)) / K
        return 0.0 if base <= R else f32(1 - u) * (base - R)

    def plain_test(self, table, n, base, u, K, W):
        if sum(v >= self.M for v in n[1:]) < 2: return NO_TEST
        k = len(n) - 1
        return Test(f32(self.gain(table[1:], base, u, K)), f32(entropy_sum(n) / W), PLAIN,
                    width=max(k, 3))

    def ordered_test(self, table, n, base, u, K, W):
        best, tries, k = NO_TEST, 0, len(n) - 1
        for v in range(2, k):
            low, high = added(*table[2:v + 1]), added(*table[v + 1:])
            sides = sum(n[2:v + 1]), sum(n[v + 1:])
            if not n[v + 1] > 0 or min(sides) < self.M: continue
            tries += 1
            g = self.gain([table[1], low, high], base, u, K)
            if g > best.gain:
                best = Test(g, entropy_sum([n[0], n[1], *sides]) / W, GROUPS,
                            groups=[[1], list(range(2, v + 1)), list(range(v + 1, k + 1))])
        g = best.gain - (lg(tries) / W if tries > 1 else 0)
        return Test(f32(g), f32(best.info), GROUPS, groups=best.groups) if g > 0 else NO_TEST

    # -- thresholds (section 6)

    def cut_test(self, rows, a, base):
        x, C = self.x[a], self.C
        is_odd = self.some_unknown[a] or self.some_na[a]
        unknown = [i for i in rows if self.is_unknown(a, i)]
        na = [i for i in rows if self.is_na(a, i)]
        cases = [i for i in rows if x[i] < math.inf]
        F0, F1, F3 = self.classes(unknown), self.classes(na), self.classes(cases)
        W = sum(self.w[i] for i in rows) if is_odd else sum(F3)
        n0, n1 = sum(F0), sum(F1)
        K = W - n0
        applicable, u = K - n1, 1 - K / W
        if n0 > 0: base = entropy_sum(added(F1, F3)) / K if K else 0.0
        if applicable < 2 * self.M or len(cases) < 2: return NO_TEST
        m = max(min(0.1 * K / C, 25), self.M)
        if is_odd: cases.reverse()
        sort(cases, x, 0, len(cases) - 1)
        best = self.best_cut(cases, x, F3, m)
        if best is None: return NO_TEST
        i, least, low, tries = best
        def f(n):
            return -n * lg(n / W)
        info = ((f(n0) + f(n1) if is_odd else 0) + f(low) + f(applicable - low)) / W
        g = (1 - u) * (base - (entropy_sum(F1) + least) / K)
        if g <= 0: return NO_TEST
        left, right = x[cases[i]], x[cases[i + 1]]
        r = f32(f32(x[cases[-1]] - x[cases[0]]) / f32(right - left))
        g -= (lg(r) if r < tries else lg(tries)) / W
        if g <= 0: return NO_TEST
        cut = f32(0.5 * f32(left + right))
        return Test(f32(g), f32(info), CUT, cut=cut if cut < right else left)

    def best_cut(self, cases, x, F3, m):
        "(position, least sum, weight below, tries); positions are from 0."
        xs, ws, ys = [x[i] for i in cases], [self.w[i] for i in cases], [self.y[i] for i in cases]
        top, e = 0.0, len(cases) - 1
        while top < m and e >= 0: top, e = top + ws[e], e - 1
        F2, F3, low, best, tries, start, is_over = [0.0] * self.C, F3[:], 0.0, None, 0, 0, False
        is_first = True
        for i in range(e + 1):
            is_early = is_first and low + ws[i] < m - 1e-5
            F2[ys[i]] += ws[i]
            F3[ys[i]] -= ws[i]
            low += ws[i]
            if is_early or xs[i] == xs[i + 1]: continue
            is_first, tries = False, tries + 1
            end = i + 1
            while end < e and xs[end + 1] == xs[i + 1]: end += 1
            keys = set(ys[start:i + 1] + ys[i + 1:max(end, i + 1) + 1])
            start = i + 1
            is_last = not any(v > xs[i + 1] for v in xs[i + 2:e + 1])
            if is_over or (len(keys) == 1 and not is_last): continue
            below = entropy_sum(F2)
            if best and below >= best[1]: is_over = True
            elif not best or below + entropy_sum(F3) < best[1]:
                best = i, below + entropy_sum(F3), low
        return best and (*best, tries)

    # -- groups of values (section 7)

    def group_test(self, table, n, base, u, K, W, a):
        return Grouping(self, table, n, base, u, K, W, a).test()

    # -- local pruning (sections 8.1, 8.2)

    def extra(self, N, e):
        "Errors to add to e in N cases."
        def share(p): return f32(N * p)
        if e < 1e-6: return f32(N * (1 - math.exp(math.log(self.cf) / N)))
        if N > 1 and e < 0.9999:
            v = self.extra(N, 0.0)
            return f32(v + f32(e * f32(self.extra(N, 1.0) - v)))
        if e + 0.5 >= N: return f32(0.67 * f32(N - e))
        q = self.coefficient()
        p = f32((e + 0.5 + q / 2 + math.sqrt(q * ((e + 0.5) * (1 - (e + 0.5) / N) + q / 4)))
                / f32(N + q))
        return f32(share(p) - e)

    def coefficient(self):
        for (p0, z0), (p1, z1) in zip(COEFFICIENTS, COEFFICIENTS[1:]):
            if self.cf <= f32(p1): break
        p0, p1, z0, z1 = map(f32, (p0, p1, z0, z1))
        z = f32(z0 + f32(f32(f32(z1 - z0) * f32(self.cf - p0)) / f32(p1 - p0)))
        return f32(z * z)

    def extra_of(self, W, e, cls):
        "Extra errors of a leaf; with two-class costs those of cases before they were scaled."
        if not self.by_class: return self.extra(W, e)
        own, other = self.scale[cls], self.scale[1 - cls]
        wrong = f32(e / other)
        return f32(other * self.extra(f32(f32(f32(W - e) / own) + wrong), wrong))

    def estimate(self, node, lo, hi, update, regrow, unit):
        "The errors to expect, pruned on the way; where there are no cases, those it has."
        if lo == hi: return node.errors
        F = self.classes(self.array[lo:hi])
        W, cls = running(F), greatest(F)
        leaf = f32(W - F[cls])
        worst = f32(leaf + self.extra_of(W, leaf, cls))
        if update: node.cls, node.weight, node.dist = cls, W, [f32(v) for v in F]
        node.errors = worst  # without update too: leaves without cases show it with costs
        if node.kind == LEAF: return worst
        t = node.errors = self.estimate_branches(node, lo, hi, W, update, regrow, unit)
        if not update: return t
        raised, r = self.branch_to_raise(node, lo, hi)
        if worst <= r + 0.1 and worst <= t + 0.1:
            node.become_leaf()
            node.errors = worst
        elif not raised and r <= t + 0.1:  # costs of two classes can make it so
            node.become_leaf()
            node.errors = worst
        elif r <= t + 0.1: self.raise_branch(node, raised, lo, hi, W, regrow, unit)
        return node.errors

    def estimate_branches(self, node, lo, hi, W, update, regrow, unit):
        known = self.unknown_first(node, lo, hi)
        below, unknown = unit and known == lo, self.array[lo:known]
        K = self.known_weight(self.array[known:hi], W, self.weight(unknown, unit), below)
        U, small, s, t = self.scaled_weight(unknown, unit), [0.0] * self.C, 0.0, 0.0
        for _, branch, first, end, b in self.visit(node, lo, known, hi,
                                                   self.shared(U, K, below, known > lo),
                                                   lambda b, *_: b >= LEAF_MINIMUM):
            errors = self.estimate(branch, first, end, update, regrow, below)
            if b < self.M:
                for i in self.array[first:end]:
                    small[self.y[i]] = f32(small[self.y[i]] + self.w[i])
                s = f32(s + b)
            else: t = f32(t + errors)
        if s > 0:
            cls = greatest(small)
            e = f32(s - small[cls])
            t = f32(t + f32(e + self.extra_of(s, e, cls)))
        return t

    def branch_to_raise(self, node, lo, hi):
        "(the branch, its errors with all cases of the node)."
        can = [b for b in node.branches if b.kind and b.weight >= 0.1 * node.weight
               and not (b.kind == CUT and b.att == node.att)]
        if not can: return None, float(self.N)
        branch = can[greatest([b.weight for b in can])]
        return branch, self.estimate(branch, lo, hi, False, False, False)

    def raise_branch(self, node, branch, lo, hi, W, regrow, unit):
        is_small = branch.weight / W < 0.95
        node.put(branch)
        if node.kind and regrow and is_small:
            node.weight, self.unit = W, unit
            self.branch_out(node, lo, hi, unit, frozenset({node.att}), node.cls)
        self.estimate(node, lo, hi, True, False, False)

    def cost_classes(self, node):
        "Classes of least cost, from the leaves up (section 12)."
        for b in node.branches: self.cost_classes(b)
        if node.weight < LEAF_MINIMUM: return
        if self.by_class:
            node.dist = [f32(v / m) for v, m in zip(node.dist, self.scale)]
            node.weight = running(node.dist)
        node.cls = self.least_cost(node.dist)[0]
        node.errors = f32(node.weight - node.dist[node.cls])

    def least_cost(self, p):
        "(class, confidence)."
        costs = [running(f32(v * self.costs[c][d]) for d, v in enumerate(p) if d != c)
                 for c in range(self.C)]
        cls = min(range(self.C), key=lambda c: (costs[c], c))
        total = running(costs)
        return cls, f32(1 - f32(costs[cls] / total)) if total else 1.0

    # -- global pruning (section 8.3)

    def train_errors(self, node):
        for b in node.branches: self.train_errors(b)
        if node.kind:
            node.errors = running(b.errors for b in node.branches)
            node.leaves = sum(b.leaves for b in node.branches)
        else:
            node.leaves = int(node.weight > 0.001)
            node.errors = f32(node.weight - node.dist[node.cls]) if node.leaves else 0.0

    def prune_globally(self, root):
        base = root.errors
        if any(self.some_unknown[n.att] for n in root.tests()):
            base = sum(self.w[i] for i in range(self.N)
                       if self.classify(root, self.case(i))[0] != self.y[i])
        inside = base * (1 - base / self.N)
        budget = math.sqrt(inside) if inside > 0 else 0.0
        while budget > 0:
            self.least, self.list, self.total = f32(1e38), [], 0.0
            self.scan(root, budget)
            if not self.list or self.total > budget: return
            for node in self.list:
                more = f32(f32(node.weight - node.dist[node.cls]) - node.errors)
                fewer = node.leaves - 1
                for above in path_to(root, node):
                    above.errors = f32(above.errors + more)
                    above.leaves -= fewer
                node.become_leaf()
                budget -= more

    def scan(self, node, budget):
        if not node.kind: return
        least, listed, total = self.least, self.list[:], self.total
        for b in node.branches:
            if b.weight > 0.1: self.scan(b, budget)
        extra = f32(f32(node.weight - node.dist[node.cls]) - node.errors)
        cc = extra / (node.leaves - 1) if node.leaves > 1 else math.copysign(
            math.inf, extra) if extra else math.nan
        if not extra <= budget: return
        if cc < self.least or cc <= self.least and cc < least:
            self.list, self.total, self.least = [node], extra, f32(cc)
        elif cc <= self.least: self.list, self.total = [*listed, node], f32(total + extra)

    # -- tidying (sections 8.4 to 8.6)

    def tidy_groups(self, node, possible):
        if not node.kind: return
        here = possible.get(node.att)
        if node.kind == GROUPS and self.is_ordered(node.att):
            node.groups = [[v for v in g if v in here] for g in node.groups]
        elif node.kind == GROUPS:
            last = [v for v in node.groups[-1] if v in here]
            node.groups = [*node.groups[:-1], last] if last else node.groups[:-1]
            node.branches = node.branches[:len(node.groups)]
        for n, b in enumerate(node.branches):
            is_group = node.kind == GROUPS
            self.tidy_groups(b, {**possible, node.att: set(node.groups[n])} if is_group
                             else possible)
        if node.kind == GROUPS and not self.is_ordered(node.att): self.merge_classes(node)

    def merge_classes(self, node):
        "Leaf branches of one class become one (-s)."
        kept = []
        for n, (b, g) in enumerate(zip(node.branches, node.groups)):
            is_na = n == 0 and 1 in g
            first = next((k for k in kept if not (b.kind or k[0].kind or is_na or k[2])
                          and k[0].cls == b.cls), None)
            if first is None: kept.append((b, list(g), is_na))
            else:
                first[1].extend(g)
                if not b.weight: continue  # its errors do not count either
                if not first[0].weight: first[0].dist = [0.0] * self.C
                join(first[0], b)
        node.branches, node.groups = [k[0] for k in kept], [k[1] for k in kept]

    def tidy_leaves(self, node):
        "Leaf branches become one (without -s)."
        for b in node.branches: self.tidy_leaves(b)
        if len(node.branches) < 4: return
        by_class = self.trial == 0 and not self.options.rules
        kept = [(node.branches[0], [1], False)]
        for value, b in enumerate(node.branches[1:], 2):
            is_light = b.weight < LEAF_MINIMUM
            def fits(k, b=b, is_light=is_light):
                if b.kind or k[0].kind or not k[2]: return False
                light = k[0].weight < LEAF_MINIMUM
                return light == is_light and k[0].cls == b.cls if by_class else light and is_light
            first = next((k for k in kept if fits(k)), None)
            if first is None: kept.append((b, [value], True))
            else:
                join(first[0], b)
                first[1].append(value)
        if len(kept) == len(node.branches): return
        node.kind, node.branches = GROUPS, [k[0] for k in kept]
        node.groups = [k[1] for k in kept]

    def tidied(self, root, to_data=True):
        every = {a: set(range(1, k + 1)) for a, k in enumerate(self.k) if k}
        self.tidy_groups(root, every)
        if not self.options.subset: self.tidy_leaves(root)
        for node in root.tests():
            if node.kind != CUT or not to_data: continue
            values = [v for v in self.x[node.att] if v < math.inf]
            node.cut = max((v for v in values if v <= node.cut), default=min(values))

    # -- classifying (section 9)

    def case(self, i):
        return [column[i] for column in self.x]

    def classify(self, root, case, ignored=()):
        "(class, confidence)."
        p = self.shares_of(root, case, ignored)
        if self.has_costs: return self.least_cost(p)
        cls = greatest(p)
        return cls, p[cls]

    def shares_of(self, root, case, ignored=()):
        p = [0.0] * self.C
        self.descend(root, None, case, 1.0, p, ignored)
        return p

    def descend(self, node, above, case, fraction, p, ignored):
        if not node.kind:
            use = above if node.weight < EPSILON and above else node
            return self.answer(use, fraction, p)
        x = case[node.att]
        is_unknown = x == 0 if self.k[node.att] else x != x
        branches = node.branches
        if is_unknown or node.att in ignored: return self.follow_all(node, case, fraction, p,
                                                                     ignored)
        if node.kind == PLAIN:
            if x > len(branches): return self.follow_all(node, case, fraction, p, ignored)
            ways = [(branches[int(x) - 1], fraction)]
        elif node.kind == CUT and x == math.inf: ways = [(branches[0], fraction)]
        elif node.kind == CUT:
            below = below_share(node, x)
            ways = [(b, f32(fraction * v)) for b, v in ((branches[1], below),
                                                        (branches[2], f32(1 - below)))]
            ways = [(b, v) for b, v in ways if v >= 0.01]
        else:
            if x > self.k[node.att]: return self.follow_all(node, case, fraction, p, ignored)
            ways = [(b, fraction) for b, g in zip(branches, node.groups) if int(x) in g]
            if not ways: self.answer(node, fraction, p)
        for b, share in ways: self.descend(b, node, case, share, p, ignored)

    def follow_all(self, node, case, fraction, p, ignored):
        for b in node.branches:
            if b.weight > EPSILON:
                self.descend(b, node, case, f32(f32(fraction * b.weight) / node.weight), p, ignored)

    def answer(self, node, fraction, p):
        for c in range(self.C):
            if node.weight: p[c] = f32(p[c] + f32(f32(fraction * node.dist[c]) / node.weight))

    # -- a tree, and boosting (section 10)

    def learn_tree(self, rows):
        "(the tree as grown, the tree)."
        unit = self.unit = self.trial == 0 and not self.by_class
        self.array = rows
        root = self.grow(0, len(rows), unit)
        raw, self.array = copied(root), list(range(self.N))
        self.estimate(root, 0, self.N, True, self.trial == 0, unit)
        if self.has_costs: self.cost_classes(root)
        else:
            self.train_errors(root)
            if self.options.global_pruning: self.prune_globally(root)
        self.tidied(root)
        if self.options.fuzzy:  # with the flag that pruning left
            self.count_errors(root, 0, self.N, self.unit)
            self.soften(root, 0, self.N, self.unit)
        return raw, root

    # -- winnowing (section 13)

    def winnow(self):
        front, back, seen = [], [], [0] * self.C
        for i, c in enumerate(self.y):
            (back if seen[c] % 2 else front).append(i)
            seen[c] += 1
        array, half, M = front + back[::-1], self.N // 2, self.M
        self.array, test = array[:half], array[half:]
        self.M, self.winnowing, self.size, N = max(f32(M / 2), 2.0), True, half, self.N
        self.N = half
        raw, tree = self.half_tree()
        split, used = {n.att for n in raw.tests()}, {n.att for n in tree.tests()}
        base = self.mistakes(tree, test)
        out = {a for a in used if self.mistakes(tree, test, {a}) < base}
        self.off = out
        if out and self.mistakes(self.half_tree()[1], test) > base: self.off = set()
        self.off = self.off | {a for a in self.usable if a not in split}
        self.M, self.winnowing, self.size, self.N = M, False, N, N
        self.w = [self.scale[c] for c in self.y]

    def half_tree(self):
        self.w = [self.scale[c] for c in self.y]
        root = self.grow(0, self.N, not self.by_class)
        raw = copied(root)
        self.estimate(root, 0, self.N, True, True, not self.by_class)
        if self.has_costs: self.cost_classes(root)
        self.tidied(root, False)
        return raw, root

    def mistakes(self, tree, rows, ignored=()):
        wrong = [(self.classify(tree, self.case(i), ignored)[0], self.y[i]) for i in rows]
        return sum(self.costs[c][d] if self.has_costs else 1 for c, d in wrong if c != d)

    # -- soft thresholds (section 14)

    def count_errors(self, node, lo, hi, unit):
        """Errors of the leaves that are reached, and their sums. Where a value is unknown no
        branch counts, and the nodes below keep what pruning left (a defect of the program; what
        the unknown cases weigh does not matter: all of them may have been dropped)."""
        if not node.kind:
            node.errors = f32(node.weight - node.dist[node.cls])
            return node.errors
        known, errors = self.unknown_first(node, lo, hi), 0.0
        U, below = self.weight(self.array[lo:known], unit), unit and known == lo
        K, counts = self.scaled_weight(self.array[known:hi], below), self.by_class or known == lo
        for _, branch, first, end, _ in self.visit(node, lo, known, hi,
                                                   self.shared(U, K, below, known > lo),
                                                   lambda b, *_: counts and b >= LEAF_MINIMUM):
            errors = f32(errors + self.count_errors(branch, first, end, below))
        node.counted = errors
        return errors

    def soften(self, node, lo, hi, unit):
        if not node.kind: return
        known = self.unknown_first(node, lo, hi)
        below = unit and known == lo
        K = self.weight(self.array[known:hi], below)
        if node.kind == CUT:
            start = self.collect(known, hi, lambda i: self.is_na(node.att, i))
            sort(self.array, self.x[node.att], start, hi - 1)
            self.soft_limits(node, self.array[start:hi], K)
        def share(rows):
            b = self.weight(rows, below)
            return b, b / K if K else 0.0  # this factor is not rounded
        for _, branch, first, end, _ in self.visit(
                node, lo, known, hi, share, lambda _, factor, any_: any_ and factor > 1e-6):
            self.soften(branch, first, end, below)

    def soft_limits(self, node, cases, K):
        xs = [self.x[node.att][i] for i in cases]
        s = max(sum(v <= node.cut for v in xs) - 1, 0)
        if s + 1 >= len(cases): return  # the program takes what lies behind the cases
        mid = f32(f32(xs[s] + xs[s + 1]) / 2)
        E = node.errors if node.counted is None else node.counted
        inside = f32(E * f32(K - E)) / (K + 0.001)
        # E is rounded, and below unknown values it is of other cases: no number if out of reach
        limit = 0.5 * f32(2 * math.sqrt(inside)) if inside >= 0 else math.nan
        ends = []
        for start, step, own, other in (s, -1, 1, 2), (s + 1, 1, 2, 1):
            mine = theirs = 0.0
            i = j = start
            while 0 <= i + step < len(cases):
                case, cls = self.case(cases[i]), self.y[cases[i]]
                if self.classify(node.branches[other], case)[0] != cls:
                    theirs = f32(theirs + self.w[cases[i]])
                if self.classify(node.branches[own], case)[0] != cls:
                    mine = f32(mine + self.w[cases[i]])
                if xs[i + step] != xs[i]:
                    if theirs > f32(2 * mine + 1) or f32(theirs - mine) > limit: break
                    j = i + step
                i += step
            ends.append(xs[j])
        node.soft = min(mid, ends[0]), mid, max(mid, ends[1])

    def learn(self):
        "All trials; how many of them vote."
        T, self.trials, used = self.options.trials, [], self.options.trials
        self.weights, self.votes = [], [[0.0] * self.C for _ in range(self.N)]
        self.top, self.dropped = [0] * self.N, [False] * self.N
        self.lightest = min(1.0, *self.scale)
        if self.options.winnow: self.winnow()
        for k in range(T):
            self.trial = k
            there = [i for i in range(self.N) if not self.dropped[i]]
            rows = [i for i in there if not self.is_light(i)]
            self.left_out += len(there) - len(rows)
            raw, tree = self.learn_tree(rows)
            rules = None
            if self.options.rules:
                if k == 0: self.bits = Bits(self, tree)
                rules = Rules(self, tree)
            self.trials.append(Trial(raw, tree, rules))
            if k == T - 1: break
            told = self.reweighted(k)
            self.weights.append(self.w[:])
            if told is not None:
                used = told
                break
        self.used = 1 if T > 1 and used <= 2 else used
        return self

    def is_light(self, i):
        "Whether a case of a large file is left out of growing."
        return self.N > 4001 and self.lightest <= 0.2 and self.w[i] <= self.lightest + 1e-3

    def reweighted(self, k):
        "How many trials vote if boosting stops here, else None."
        T, ok, err, n_err, right = self.options.trials, 0.0, 0.0, 0, {}
        for i in range(self.N):
            if self.dropped[i]: continue
            c, conf = self.answer_of(k, self.case(i))
            votes = self.votes[i]
            votes[c] = f32(votes[c] + conf)
            if votes[c] > votes[self.top[i]]: self.top[i] = c
            if k + 1 > T / 2 and votes[self.top[i]] > f32(f32(votes[self.y[i]] + (T - 1)) - k):
                self.dropped[i], self.w[i] = True, 0.0
                continue
            right[i] = c == self.y[i]
            if right[i]: ok += self.w[i]
            else: err, n_err = err + self.w[i], n_err + 1
        n, trial = len(right), self.trials[k]
        if self.options.early_stopping:
            if err < 0.1: return k + 1
            empty = trial.rules is not None and not trial.rules.rules or (
                trial.rules is None and not trial.tree.kind)
            if k > 0 and empty or err / n >= 0.49: return max(k, 1)
        h = 0.25 * (ok - err)
        a, b, norm = (ok - h) / ok, h / n_err, n / (ok + err)
        for i, is_right in right.items():
            self.w[i] = max(f32(self.w[i] * (norm * a)), f32(1e-3)) if is_right else f32(
                norm * (self.w[i] + b))
        self.lightest *= norm * a
        if k == 0: self.leaf_ratio = f32(1.1 * self.count_leaves(trial.tree) / self.N)
        return None

    def count_leaves(self, node):
        if not node.kind: return int(node.weight >= LEAF_MINIMUM)
        by_value = not (self.options.rules or self.options.subset) and node.kind == GROUPS
        return sum(len(g) if by_value and not b.kind and b.weight >= LEAF_MINIMUM
                   else self.count_leaves(b)
                   for b, g in zip(node.branches, node.groups or [()] * len(node.branches)))

    def answer_of(self, k, case):
        rules = self.trials[k].rules
        return rules.classify(case) if rules else self.classify(self.trials[k].tree, case)

    def evaluation(self, cases, y):
        "Rows [size, errors, cost] of the trials that vote, and of their vote."
        def row(size, classes):
            wrong = [(p, d) for p, d in zip(classes, y) if p != d]
            price = sum(self.costs[p][d] for p, d in wrong) / len(y) if self.has_costs else 0
            return [size, len(wrong), *[float(f'{price:.2f}')] * self.has_costs]
        rows = [row(len(t.rules.rules) if t.rules else n_leaves(t.tree),
                    [self.answer_of(k, case)[0] for case in cases])
                for k, t in enumerate(self.trials[:self.used])]
        return rows + [row(None, [self.predict(case)[0] for case in cases])] * (self.used > 1)

    def predict(self, case):
        "(class, confidence) by the vote of the trials."
        if self.used == 1: return self.answer_of(0, case)
        votes, total = [0.0] * self.C, 0.0
        for k in range(self.used):
            c, conf = self.answer_of(k, case)
            votes[c], total = f32(votes[c] + conf), f32(total + conf)
        shares, first = [f32(v / total) for v in votes], self.trials[0]
        best = first.rules.default if first.rules else first.tree.cls
        for c, v in enumerate(shares):
            if v > shares[best]: best = c
        return best, shares[best]


@dataclass
class Trial:
    raw: Node
    tree: Node
    rules: object


def n_leaves(node):
    "Leaves that have cases."
    if not node.kind: return int(node.weight >= LEAF_MINIMUM)
    return sum(map(n_leaves, node.branches))


def copied(node):
    return Node(node.kind, node.cls, node.weight, node.dist[:], node.errors, node.att,
                [copied(b) for b in node.branches], node.cut, [list(g) for g in node.groups],
                node.soft)


def path_to(root, node):
    "Nodes from the root to this one."
    if root is node: return [root]
    for b in root.branches:
        if found := path_to(b, node): return [root, *found]
    return []


def join(first, other):
    "One leaf of two."
    first.weight = f32(first.weight + other.weight)
    first.errors = f32(first.errors + other.errors)
    first.dist = [f32(v + w) for v, w in zip(first.dist, other.dist)]


def below_share(node, x):
    "The weight of the branch `<=` of a threshold (section 14)."
    if node.soft is None: return float(x <= node.cut)
    lower, mid, upper = node.soft
    if x <= lower: return 1.0
    if x >= upper: return 0.0
    if x <= mid: return f32(1 - 0.5 * f32(x - lower) / (f32(mid - lower) + 1e-6))
    return f32(0.5 - 0.5 * f32(x - mid) / (f32(upper - mid) + 1e-6))


# -- groups of values (section 7)

def half_rounded(row):
    "H of a union: the weights as they are, their sum in 32 bits."
    s = 0.0
    for v in row: s += v * lg(v)
    t = running(row)
    return t * lg(t) - s


def ratio(a, b):
    return a / b if b else math.nan


@cache
def stirling(n, k):
    "Ways to part n things into k groups."
    if n == k: return 1
    if k < 1 or k > n: return 0
    return stirling(n - 1, k - 1) + k * stirling(n - 1, k)


@dataclass
class Block:
    values: list
    row: list
    n: float
    bits: float  # I
    sum: float   # Z

    @property
    def is_na(self): return self.values == [1]


class Grouping:
    "Blocks of values that are merged two by two."

    def __init__(self, learner, table, n, base, u, K, W, a):
        self.n, self.K, self.W, self.M, self.table = n, K, W, learner.M, table
        self.k = len(n) - 1
        self.gain = self.gain0 = learner.gain(table[1:], base, u, K)
        self.info = self.info0 = entropy_sum(n) / W
        self.blocks = [self.block([v], table[v], n[v]) for v in range(1, self.k + 1)
                       if n[v] > EPSILON or v == 1 and learner.some_na[a]]
        self.missing = [v for v in range(2, self.k + 1) if not n[v] > EPSILON]
        self.B0 = len(self.blocks)
        self.n_reasonable = sum(v >= self.M for v in n[1:])  # counted once, then kept up to date
        self.best_val = ratio(self.gain0, self.info0)
        self.best = self.gain0, self.info0, [b.values for b in self.blocks]

    def block(self, values, row, n):
        return Block(values, row, n, self.bits(n), entropy_sum(row))

    def bits(self, n):
        return -n * lg(n / self.W)

    def is_reasonable(self, block):
        return block.n >= self.M - EPSILON

    def count_merger(self, p, q, new):
        "Two large blocks become one large block, two small ones may."
        large = self.is_reasonable(p) + self.is_reasonable(q)
        self.n_reasonable += (-1 if large == 2 else not large and self.is_reasonable(new))

    def penalty(self, otherwise):
        try: return lg(float(stirling(self.B0, len(self.blocks))))
        except OverflowError: return otherwise * lg(len(self.blocks))

    def test(self):
        if not self.n_reasonable: return NO_TEST
        self.merge_equal()
        while len(self.blocks) > 2 and self.merge_best(): pass
        gain, info, groups = self.best
        groups = [sorted(g) for g in groups] + ([self.missing] if self.missing else [])
        return Test(f32(gain), f32(info), GROUPS, groups=groups, width=len(groups))

    def keep(self, val, gain):
        if val >= self.best_val:
            self.best_val, self.best = val, (gain, self.info, [b.values for b in self.blocks])

    def merge_equal(self):
        blocks, before = self.blocks, len(self.blocks)
        for x in range(len(blocks)):
            for y in range(x + 1, len(blocks)):
                p, q = blocks[x], blocks[y]
                if not (p and q) or p.is_na or q.is_na: continue
                if all(abs(f / f32(p.n) - g / f32(q.n)) <= 0.001 for f, g in zip(p.row, q.row)):
                    blocks[x] = self.block(p.values + q.values, added(p.row, q.row), p.n + q.n)
                    blocks[y] = None
                    self.count_merger(p, q, blocks[x])
        self.blocks = [b for b in blocks if b]
        if len(self.blocks) == before: return
        self.info = entropy_sum([self.n[0], *(b.n for b in self.blocks)]) / self.W
        if len(self.blocks) >= 2 and self.n_reasonable >= 2:
            p = self.penalty(self.B0 - len(self.blocks) + 1)
            self.keep(ratio(self.gain0 - p / self.W, self.info), self.gain0 - p / self.K)

    def merge_best(self):
        "Whether two blocks were merged."
        best, best_gain, is_last = None, -EPSILON, self.n_reasonable == 2
        for x, p in enumerate(self.blocks):
            for y, q in enumerate(self.blocks):
                if y <= x or p.is_na or q.is_na: continue
                if is_last and self.is_reasonable(p) and self.is_reasonable(q): continue
                row, n = [f32(v) for v in added(p.row, q.row)], f32(p.n + q.n)
                more = half_rounded(row) - (p.sum + q.sum)
                g = self.gain - (1 - self.n[0] / self.W) / self.K * more
                if g > best_gain + EPSILON:
                    best, best_gain = (x, y), g
                    info = self.info + (self.bits(n) - (p.bits + q.bits)) / self.W
        if best is None: return False
        self.gain, self.info = best_gain, info
        self.merge(*best)
        p = self.penalty(self.B0 - len(self.blocks))
        self.keep(ratio(best_gain - p / self.W, self.info), best_gain - p / self.K)
        return True

    def merge(self, x, y):
        p, q = self.blocks[x], self.blocks[y]
        row, n = added(p.row, q.row), p.n + q.n  # unrounded, unlike those of a pair
        self.blocks[x] = Block(p.values + q.values, row, n, self.bits(n), half_rounded(row))
        self.count_merger(p, q, self.blocks[x])
        del self.blocks[y]


# -- rules (section 11)

class Bits:
    "What a condition costs to tell (section 11.1)."

    def __init__(self, learner, tree):
        self.learner, N = learner, learner.N
        usable = [a for a in learner.usable if a not in learner.off]
        tested = {n.att for n in tree.tests()}
        self.attributes = f32(lg(len(usable)))
        self.values, self.own = {}, {}
        for a in usable:
            column, k = learner.x[a], learner.k[a]
            if not k:
                cuts = len({v for v in column if v < math.inf}) - 1 if a in tested else 0
                self.own[a] = f32(1 + 0.5 * lg(cuts)) if cuts > 1 else 0.0
            elif learner.is_ordered(a): self.own[a] = f32(1 + 0.5 * lg(k - 1))
            else:
                m = [n for v in range(1, k + 1) if (n := column.count(v))]
                self.own[a] = running(n / N * (lg(N) - lg(n)) for n in m)
                self.values[a] = len(m)

    def of(self, condition):
        kind, a, _, _, values = condition
        if kind != GROUPS or learner_orders(self.learner, a):
            return f32(self.attributes + self.own[a])
        n, j = self.values[a], min(len(values), self.values[a] - 1)
        return f32(self.attributes + log_factorial(n) - log_factorial(j) - log_factorial(n - j))


def learner_orders(learner, a):
    return bool(learner.k[a]) and learner.is_ordered(a)


def log_factorial(n):
    total = 0.0
    for j in range(1, n + 1): total += lg(j)
    return total


def xlg(a):
    return a * lg(a)


def told(a, b):
    "J of section 11.2: the bits that say which b of a + b."
    return xlg(a + b) - xlg(a) - xlg(b)


@dataclass
class Rule:
    cls: int
    conditions: list  # (kind, attribute, value or branch, cut, values); values from 1 = N/A
    cover: float
    correct: float
    prior: float
    vote: int
    bits: float = 0.0

    def row(self):
        "As `c50_references.rule_written` tells it."
        told = [[1, a, v - 1] if kind == PLAIN else [2, a, v - 1, nine(cut)] if kind == CUT
                else [3, a, [w - 1 for w in values]] for kind, a, v, cut, values in self.conditions]
        return [self.cls, nine(self.cover), nine(self.correct), nine(self.prior), self.vote, told]


class Rules:
    "Rules from a tree, and those chosen of them."

    def __init__(self, learner, tree):
        self.learner, self.C, self.N = learner, learner.C, learner.N
        self.w, self.y = learner.w, learner.y
        self.cases = [learner.case(i) for i in range(self.N)]
        self.n = learner.classes(range(self.N))
        self.nc = self.normalised()
        self.candidates = []
        self.walk(tree, [], True)
        self.found = [rule.row() for rule in self.candidates]
        if learner.options.subset:
            for rule in self.candidates: self.narrow(rule)
        for rule in self.candidates: rule.bits = self.bits_of(rule)
        self.covers = [[self.holds(r.conditions, case) for case in self.cases]
                       for r in self.candidates]
        self.choose(tree)

    def normalised(self):
        "nc[p][d] of section 12; p = C stands for no class."
        C, cost, learner = self.C, self.learner.costs, self.learner
        plain = [[float(p != d) for d in range(C)] for p in range(C)] + [[1.0] * C]
        if not learner.has_costs or C == 2: return plain
        P = [n / self.N for n in self.n]  # of the weights as they are now
        v = (1 + sum(P[p] * (P[d] / (1 - P[p])) * cost[p][d]
                     for p in range(C) for d in range(C) if p != d and P[p] < 1)) / 2
        return [[f32(cost[p][d] / v) if p != d else 0.0 for d in range(C)]
                for p in range(C)] + [[1.0] * C]

    def holds_one(self, condition, case):
        kind, a, v, cut, values = condition
        x = case[a]
        if self.learner.k[a]: return x == v if kind == PLAIN else x in values
        if x != x: return False
        return v == (1 if x == math.inf else 2 if x <= cut else 3)

    def holds(self, conditions, case):
        return all(self.holds_one(d, case) for d in conditions)

    def walk(self, node, path, is_root=False):
        for b, branch in enumerate(node.branches, 1):
            if branch.weight < LEAF_MINIMUM: continue
            if node.kind == PLAIN: condition = PLAIN, node.att, b, 0.0, ()
            elif node.kind == CUT: condition = CUT, node.att, b, node.cut, ()
            elif len(node.groups[b - 1]) == 1:
                condition = PLAIN, node.att, node.groups[b - 1][0], 0.0, ()
            else: condition = GROUPS, node.att, 0, 0.0, tuple(sorted(node.groups[b - 1]))
            self.walk(branch, [*path, condition])
        if node.weight >= 1 and not is_root: self.prune(path, node.cls)

    def prune(self, path, t):
        "A rule from a path (section 11.2)."
        left = list(range(len(path)))
        fails = [{d for d in left if not self.holds_one(path[d], case)} for case in self.cases]
        err_of = [f32(w * self.nc[t][y]) for w, y in zip(self.w, self.y)]
        tot, err = {-1: 0.0}, {-1: 0.0}
        def add(d, i): tot[d], err[d] = tot[d] + self.w[i], err[d] + err_of[i]
        for i in range(self.N):
            if not fails[i]: add(-1, i)
        for d in left: tot[d], err[d] = tot[-1], err[-1]
        for i in range(self.N):
            if len(fails[i]) == 1: add(min(fails[i]), i)
        n, N = self.n[t], self.N
        while True:
            cost = sum(self.learner.bits.of(path[d]) for d in left) - log_factorial(len(left))
            gain = (told(n, N - n) - told(tot[-1] - err[-1], err[-1])
                    - told(n - tot[-1] + err[-1], N - n - err[-1]))
            for d in [-1, *left]: err[d] = min(err[d], tot[d])
            pess = {d: f32((err[d] + 1) / (tot[d] + 2)) if tot[d] >= EPSILON else 0.5
                    for d in [-1, *left]}
            worst = min(left, key=lambda d: (pess[d], -d))
            if len(left) == 1 or 0.23 * cost <= gain and pess[worst] > pess[-1]: break
            left.remove(worst)
            for d in left:
                tot[d], err[d] = tot[d] + (tot[worst] - tot[-1]), err[d] + (err[worst] - err[-1])
            tot[-1], err[-1] = tot[worst], err[worst]
            for i in range(self.N):
                if worst in fails[i]:
                    fails[i].discard(worst)
                    if len(fails[i]) == 1: add(min(fails[i]), i)
        if tot[-1] > 0.99 and 0.23 * cost <= gain: self.keep([path[d] for d in left], t)

    def keep(self, conditions, t):
        conditions = sorted(conditions, key=lambda d: (d[1], d[3]))
        covered = [i for i, case in enumerate(self.cases) if self.holds(conditions, case)]
        m = self.learner.scale
        cover = sum(f32(self.w[i] / m[self.y[i]]) for i in covered)
        correct = sum(self.w[i] for i in covered if self.y[i] == t) / m[t]
        prior = f32(f32(self.n[t] / self.N) / m[t])
        if prior and (correct + 1) / ((cover + 2) * prior) < 0.95: return
        cover, correct = f32(cover), f32(correct)
        vote = math.floor(1000 * (correct + 1) / (cover + 2) + 0.5)
        for rule in self.candidates:
            if (rule.cls, rule.conditions) == (t, conditions):
                rule.vote = max(rule.vote, vote)
                return
        self.candidates.append(Rule(t, conditions, cover, correct, prior, vote))

    def narrow(self, rule):
        "Take values that no covered case has out of its groups (-s)."
        covered = [case for case in self.cases if self.holds(rule.conditions, case)]
        for n, (kind, a, _, cut, values) in enumerate(rule.conditions):
            if kind != GROUPS: continue
            seen = tuple(v for v in values if any(case[a] == v for case in covered))
            rule.conditions[n] = (PLAIN, a, seen[0], cut, ()) if len(seen) == 1 else (
                GROUPS, a, 0, cut, seen)

    def bits_of(self, rule):
        size, bits = len(rule.conditions), self.learner.bits
        return f32(running(bits.of(d) for d in rule.conditions) + lg(size) - log_factorial(size))

    # -- selection (section 11.3)

    def top(self, i, chosen):
        "The class with most votes, C if no rule covers the case."
        votes = [0] * self.C
        for r in chosen:
            if self.covers[r][i]: votes[self.candidates[r].cls] += self.candidates[r].vote
        return greatest(votes) if any(votes) else self.C

    def effect(self, r, i, chosen):
        old, new = self.top(i, chosen), self.top(i, chosen ^ {r})
        return f32(self.nc[new][self.y[i]] - self.nc[old][self.y[i]]) * self.w[i]

    def start(self):
        rules, chosen = self.candidates, set()
        for c in range(self.C):
            free, left, false, untried = set(range(self.N)), self.n[c], 0.0, {
                r for r, rule in enumerate(rules)
                if rule.cls == c and rule.correct >= self.learner.M}
            while left > false and untried:
                r = min(untried, key=lambda r: (-rules[r].vote, r))
                untried.remove(r)
                new = [i for i in sorted(free) if self.covers[r][i]]
                right = sum(self.w[i] for i in new if self.y[i] == c)
                wrong = sum(self.w[i] for i in new if self.y[i] != c)
                if right - wrong <= self.learner.M + EPSILON: continue
                chosen.add(r)
                free -= set(new)
                left, false = left - right, false + wrong
        return chosen

    def choose(self, tree):
        rules, N, C = self.candidates, self.N, self.C
        ee = f32((tree.errors + C - 1) / (N + C))
        if ee > 0.5: ee = f32(0.45)
        be, bo = f32(-lg(ee)), f32(-lg(1 - ee))
        chosen, last = self.start(), None
        delta = [running(self.effect(r, i, chosen) for i in range(N) if self.covers[r][i])
                 for r in range(len(rules))]
        def length(bits, n, errs):
            return (0.23 * max(0.0, bits - log_factorial(n)) + f32(errs * be)
                    + f32(f32(N - errs) * bo) + errs * lg(C - 1))
        # both are kept up to date from here on, never counted again
        errs = f32(sum(self.nc[self.top(i, chosen)][self.y[i]] * self.w[i] for i in range(N)))
        bits = sum(rules[r].bits for r in sorted(chosen))
        while True:
            best, least = None, length(bits, len(chosen), errs)
            for r in range(len(rules)):
                if r == last or r not in chosen and errs < 1e-3: continue
                sign = -1 if r in chosen else 1
                now = length(bits + sign * rules[r].bits, len(chosen) + sign,
                             f32(errs + delta[r]))
                if now < least or now == least and r in chosen: best, least = r, now
            if best is None: break
            errs = f32(errs + delta[best])
            bits += rules[best].bits * (-1 if best in chosen else 1)
            self.toggle(best, chosen, delta)
            chosen, last = chosen ^ {best}, best
        self.default = self.default_class(chosen)
        self.rules = self.in_order(chosen)

    def toggle(self, r, chosen, delta):
        for i in reversed(range(self.N)):
            if not self.covers[r][i]: continue
            for q in range(len(delta)):
                if q == r or not self.covers[q][i]: continue
                delta[q] = f32(delta[q] - self.effect(q, i, chosen))
                delta[q] = f32(delta[q] + self.effect(q, i, chosen ^ {r}))
        delta[r] = -delta[r]

    def default_class(self, chosen):
        free = [i for i in range(self.N) if not any(self.covers[r][i] for r in chosen)]
        F = self.learner.classes(free)
        shares = [f32((F[c] + 1) / (sum(F) + 1e-3 + 2) + self.n[c] / self.N)
                  for c in range(self.C)]
        if self.learner.has_costs and self.C > 2: return self.learner.least_cost(shares)[0]
        return greatest(shares)

    def in_order(self, chosen):
        "By class, then vote; a selection sort that swaps, those that are out of it too."
        rules, order = self.candidates, list(range(len(self.candidates)))
        for place in range(len(chosen)):
            best = min((p for p in range(place, len(order)) if order[p] in chosen),
                       key=lambda p: (rules[order[p]].cls, -rules[order[p]].vote, p))
            order[place], order[best] = order[best], order[place]
        return [rules[r] for r in order[:len(chosen)]]

    def classify(self, case):
        fired = self.fired(case, [(r, 0) for r in self.rules], self.numbers(), ())
        if not fired: return self.default, 0.5
        votes = [sum(r.vote for r in fired if r.cls == c) for c in range(self.C)]
        cls = self.default if votes[self.default] == max(votes) else greatest(votes)
        first = min((r for r in fired if r.cls == cls), key=lambda r: (r.cover, -r.vote))
        return cls, f32(first.vote / 1000)

    # -- which rules fire (section 20, fact 14)

    def number(self, condition):
        "Conditions of one number are asked together."
        kind, a, v, cut, values = condition
        if self.learner.k[a]: return a, values if kind == GROUPS else 'values'
        return a, 'N/A' if v == 1 else cut

    def numbers(self):
        "Each with its first condition, in the order in which they occur."
        found = {}
        for rule in self.rules:
            for d in rule.conditions: found.setdefault(self.number(d), d)
        return found

    def fired(self, case, rules, numbers, used):
        "Of (rule, conditions met): those that fire, now and after further questions."
        now = [r for r, met in rules if met == len(r.conditions)]
        left = [(r, met) for r, met in rules if met != len(r.conditions)]
        often = {d: sum(self.number(e) == d for r, _ in left for e in r.conditions)
                 for d in numbers if d not in used}
        if not left or not any(often.values()): return now
        asked = max(often, key=often.get)
        ways = [(r, met, *self.way(r, asked, numbers[asked])) for r, met in left]
        for way in {None, self.outcome(numbers[asked], case)}:
            now += self.fired(case, [(r, met + counts) for r, met, to, counts in ways if to == way],
                              numbers, (*used, asked))
        return now

    def outcome(self, condition, case):
        "The branch of a case; None, where every case goes too, if it is unknown."
        kind, a, _, cut, values = condition
        x = case[a]
        if self.learner.k[a]: return x in values if kind == GROUPS else x if x else None
        return None if x != x else 1 if x == math.inf else 2 if x <= cut else 3

    def way(self, rule, asked, condition):
        "(the branch that a rule follows, whether that counts as a condition met)."
        _, a, _, asked_cut, _ = condition
        for d in rule.conditions:
            kind, _, v, cut, _ = d
            if d[1] != a: continue
            if self.number(d) == asked: return True if kind == GROUPS else v, True
            if self.learner.k[a]: continue
            if v == 1: return 1, True
            if v == 2 and cut < asked_cut or v == 3 and cut > asked_cut: return v, False
        return None, False


# -- what was learned, as lists

def nine(x):
    "A 32-bit number in nine digits."
    return float(f'{np.float32(x):.9g}')


def rows_of(node):
    "A tree in the order of its branches, as `c50_references.written` tells it."
    row = [node.kind, node.cls, nine(node.weight), nine(node.errors),
           {str(c): nine(v) for c, v in enumerate(node.dist) if v}]
    if node.kind: row += [node.att, len(node.branches)]
    if node.kind == CUT: row += [nine(v) for v in (node.cut, *(node.soft or [node.cut] * 3))]
    if node.kind == GROUPS: row.append([sorted(v - 1 for v in g) for g in node.groups])
    return [row, *(r for b in node.branches for r in rows_of(b))]
