"""Release 8 as its behaviour is described: recursion over one list of cases, 32-bit numbers, no
array code. The judge of `arithmetic='r8'`.

It shares no line with the library. `f` rounds to 32 bits, and NumPy's 32-bit scalars round after
every operation; where the original
reckons in 64 bits a value passes through `float`. Cases lie in `self.rows`; growing and pruning
swap them there, as the original does.
"""
import math

import numpy as np

f = np.float32
EPSILON, MARK, LN2 = 0.001, f(-0.001), 0.69314718055994530942
Z = [(0, 4.0), (0.001, 3.09), (0.005, 2.58), (0.01, 2.33), (0.05, 1.65), (0.10, 1.28),
     (0.20, 0.84), (0.40, 0.25), (1.00, 0.00)]


def lg(x): return math.log(float(x)) / LN2 if x > 0 else 0.0


def total(values):
    "A running 32-bit sum."
    s = f(0)
    for v in values: s = f(s + v)
    return s


def bits(values):
    "Total information of some weights."
    s, t = f(0), f(0)
    for v in values: s, t = f(float(s) + float(v) * lg(v)), f(t + v)
    return f(float(t) * lg(t) - float(s))


class Glibc:
    "`random()` of the GNU C library, never seeded."
    def __init__(self):
        o = [1]
        for i in range(1, 31): o.append(16807 * o[-1] % (2 ** 31 - 1))
        for i in range(31, 34): o.append(o[i - 31])
        for i in range(34, 344): o.append((o[i - 3] + o[i - 31]) % 2 ** 32)
        self.o = o

    def random(self):
        "From 0 to below 1."
        self.o.append((self.o[-3] + self.o[-31]) % 2 ** 32)
        return (self.o[-1] >> 1) % 2 ** 31 / 2 ** 31


class Node:
    """A node; a test has an attribute, and `ask(case)` names the branch, -1 where the value is
    unknown."""
    def __init__(self, majority, items, dist, errors):
        self.majority, self.items, self.dist, self.errors = majority, items, dist, errors
        self.attribute, self.cut, self.sets, self.branches, self.limits = None, None, None, [], None

    def become_leaf(self): self.attribute, self.cut, self.sets, self.branches = None, None, None, []

    def become(self, other): self.__dict__.update(other.__dict__)

    def size(self): return 1 + sum(b.size() for b in self.branches)


class Release8:
    "One run on a table: all that the original holds in variables of its own."
    def __init__(self, table, min_cases=2, by_gain=False, grouped=False, cf=0.25):
        attributes = table.schema.attributes
        self.kind = [a.kind for a in attributes]
        self.n_values = [len(a.values) if a.kind == 'discrete' else 0 for a in attributes]
        self.value = [self.read(column, kind) for column, kind in zip(table.columns, self.kind)]
        self.classes, self.n_classes = table.classes.tolist(), len(table.schema.classes)
        self.n, self.least, self.by_gain, self.grouped, self.cf = len(
            table), min_cases, by_gain, grouped, f(cf)
        self.rows, self.weight = list(range(self.n)), [f(1)] * self.n
        used = [a for a, kind in enumerate(self.kind) if kind != 'ignore']
        self.many = [n >= 0.3 * self.n for n in self.n_values]
        if grouped or all(self.many[a] for a in used):
            self.many = [False] * len(used) + [False] * len(attributes)
        self.used, self.replaced, self.n_without_known = used, False, 0

    @staticmethod
    def read(column, kind):
        "Values by case, None where unknown."
        if kind == 'ignore': return None
        if kind == 'discrete': return [int(v) if v >= 0 else None for v in column.tolist()]
        return [None if x != x or x == -999 else x for x in map(f, column.tolist())]

    # -- the list of cases

    def swap(self, i, j): self.rows[i], self.rows[j] = self.rows[j], self.rows[i]

    def gather(self, lo, hi, is_wanted):
        "Swap the cases that are wanted to the front; where they end."
        for i in range(lo, hi):
            if is_wanted(self.rows[i]):
                self.swap(lo, i)
                lo += 1
        return lo

    def sort(self, lo, hi, values):
        "Sort the cases lo … hi (the last one too) by value."
        todo = [(lo, hi)]
        while todo:
            lo, hi = todo.pop()
            if lo >= hi: continue
            pivot, middle = values[self.rows[hi]], lo
            for i in range(lo, hi):
                if values[self.rows[i]] <= pivot:
                    if i != middle: self.swap(middle, i)
                    middle += 1
            low = middle - 1
            for i in range(middle - 1, lo - 1, -1):
                if values[self.rows[i]] == pivot:
                    self.swap(low, i)
                    low -= 1
            self.swap(middle, hi)
            todo += [(lo, low), (middle + 1, hi)]

    def weigh(self, lo, hi, all_known):
        "Weight of some cases; their number where no test above met an unknown value."
        return f(hi - lo) if all_known else total(self.weight[i] for i in self.rows[lo:hi])

    def counts(self, lo, hi):
        "Weight of each class."
        found = [f(0)] * self.n_classes
        for i in self.rows[lo:hi]:
            found[self.classes[i]] = f(found[self.classes[i]] + self.weight[i])
        return found

    # -- growing

    def grow(self, lo, hi, all_known=True, tested=frozenset()):
        "Grow a tree from the cases lo … hi."
        dist, weight = self.counts(lo, hi), self.weigh(lo, hi, all_known)
        majority = dist.index(max(dist))
        node = Node(majority, weight, dist, f(weight - dist[majority]))
        if dist[majority] == weight or weight < 2 * self.least: return node
        scores = {a: self.score(a, lo, hi, weight, all_known, tested) for a in self.used}
        best = self.choose(scores)
        if best is None: return node
        node.attribute = best
        if self.kind[best] == 'continuous':
            node.cut = max(x for x in self.value[best] if x is not None and x <= scores[best][2])
        elif self.is_grouped(best): node.sets = scores[best][2]
        else: tested = tested | {best}
        errors, as_leaf = f(0), node.errors
        front = self.gather(lo, hi, lambda case: self.ask(node, case) == -1)
        known = all_known and front == lo
        whole = f(weight - self.weigh(lo, front, known))
        for _, end, _ in self.branches_of(node, lo, front, hi, known, whole):
            if end == front: child = Node(majority, f(0), dist[:], f(0))
            else: child = self.grow(lo, end, known, tested)
            node.branches.append(child)
            errors = f(errors + child.errors)
        if float(errors) >= float(as_leaf) - EPSILON: node.become_leaf()
        node.errors = errors
        return node

    def branches_of(self, node, lo, front, hi, all_known, whole):
        """(branch, end of its cases, their share) one after the other. Unknown cases stand before
        `front`, the branch's behind; when the
        next one is asked for the unknown ones are brought back, their weights divided again."""
        for branch in range(self.n_branches(node)):
            end, share = self.gather(front, hi,
                                     lambda case, b=branch: self.ask(node, case) == b), None
            if end > front:
                share = f(self.weigh(front, end, all_known) / whole)
                for i in self.rows[lo:front]: self.weight[i] = f(self.weight[i] * share)
            yield branch, end, share
            if end > front:
                self.gather(lo, end, lambda case: self.ask(node, case) == -1)
                for i in self.rows[lo:front]: self.weight[i] = f(self.weight[i] / share)

    def ask(self, node, case):
        "The branch of a case, -1 where the value is unknown."
        value = self.value[node.attribute][case]
        if value is None: return -1
        if node.cut is not None: return int(value > node.cut)
        if node.sets is None: return value
        return next((b for b, values in enumerate(node.sets) if value in values), -1)

    def n_branches(self, node):
        "How many branches a test has."
        if node.cut is not None: return 2
        return self.n_values[node.attribute] if node.sets is None else len(node.sets)

    def is_grouped(self, a): return self.grouped and self.n_values[a] > 2

    def score(self, a, lo, hi, weight, all_known, tested):
        "(gain, split information, midpoint or sets of values) of the best test on an attribute."
        if self.kind[a] == 'continuous': return self.threshold(a, lo, hi, all_known)
        if self.is_grouped(a): return self.groups(a, lo, hi, weight, all_known)
        if a in tested: return MARK, f(0), None
        return *self.plain(a, lo, hi, weight, all_known), None

    def choose(self, scores):
        "The first attribute with the greatest worth, or None."
        few = [gain for a, (gain, _, _) in scores.items() if float(gain) > -EPSILON
               and not self.many[a]]
        average = f(total(few) / f(len(few))) if few else f(1e6)
        best, found = MARK, None
        for a, (gain, info, _) in scores.items():
            worth = self.worth(gain, info, average)
            if worth > best: best, found = worth, a
        return found

    def worth(self, gain, info, average):
        "What tests are compared by."
        if not float(gain) > -EPSILON: return MARK
        if self.by_gain: return gain if info > 0 else MARK
        return f(gain / info) if float(gain) >= float(average) - EPSILON and float(
            info) > EPSILON else MARK

    # -- discrete attributes

    def table(self, a, lo, hi):
        "Weight of each class for the unknown value and each value."
        freq = [[f(0)] * self.n_classes for _ in range(self.n_values[a] + 1)]
        for i in self.rows[lo:hi]:
            v, c = self.value[a][i], self.classes[i]
            row = freq[0 if v is None else v + 1]
            row[c] = f(row[c] + self.weight[i])
        return freq

    def base(self, freq, known):
        "Mean information of the known cases."
        sums, inner = [total(row[c] for row in freq[1:]) for c in range(self.n_classes)], 0.0
        for s in sums: inner += float(s) * lg(s)
        return f((float(known) * lg(known) - inner) / float(known))

    @staticmethod
    def gain(rows, sizes, known, base, rate, least):
        "Gain of parting the known cases into rows, two of them of weight `least`."
        if known <= 0 or sum(n >= least for n in sizes) < 2: return MARK
        return f(f(f(1) - rate) * f(base - f(total(map(bits, rows)) / known)))

    def plain(self, a, lo, hi, weight, all_known):
        "(gain, split information) of one branch a value."
        freq = self.table(a, lo, hi)
        sizes = [total(row) for row in freq]
        if weight <= sizes[0]: return MARK, f(0)
        known, rate = f(weight - sizes[0]), f(sizes[0] / self.weigh(lo, hi, all_known))
        gain = self.gain(freq[1:], sizes[1:], known, self.base(freq, known), rate, self.least)
        return gain, f(bits(sizes) / weight)

    def groups(self, a, lo, hi, weight, all_known):
        "(gain, split information, sets of values) of the groups that a climb finds."
        freq = self.table(a, lo, hi)
        sizes = [total(row) for row in freq]
        unknown, known = sizes[0], f(weight - sizes[0])
        if float(known) < EPSILON:
            self.least = 1  # and stays so
            return MARK, f(0), None
        rate, base = f(unknown / self.weigh(lo, hi, all_known)), self.base(freq, known)
        def figures(blocks, least=1):
            "(gain, split information, worth) of some blocks (row, size, values)."
            rows, weights = [b[0] for b in blocks], [b[1] for b in blocks]
            gain = self.gain(rows, weights, known, base, rate, least)
            info = f(bits([unknown, *weights]) / weight)
            return gain, info, self.worth(gain, info, f(0.001))
        blocks = [(row, n, [v]) for v, (row, n) in enumerate(zip(freq[1:], sizes[1:]))]
        before = figures(blocks)
        missing, blocks = [b[2][0] for b in blocks
                           if not b[1] > 0.5], [b for b in blocks if b[1] > 0.5]
        n = len(blocks)
        blocks = self.without_pure_doubles(blocks)
        if len(blocks) < n: before = figures(blocks)
        blocks, before = self.climb(blocks, before, figures)
        if before[2] <= 0: return MARK, f(0), None
        sets = [set(b[2]) for b in blocks] + [set(missing)] * bool(missing)
        return figures(blocks, self.least)[0], before[1], sets

    @staticmethod
    def merge(blocks, a, b):
        "Block b joins block a; the last one takes its place."
        (row, n, values), (more, m, others) = blocks[a], blocks[b]
        blocks = blocks[:]
        blocks[a] = [f(x + y) for x, y in zip(row, more)], f(n + m), values + others
        blocks[b] = blocks[-1]
        return blocks[:-1]

    def without_pure_doubles(self, blocks):
        "The blocks when pure ones of one class are joined."
        a = 0
        while a < len(blocks) - 1:
            row, n, _ = blocks[a]
            c = next((c for c, x in enumerate(row) if float(x) >= 0.1), self.n_classes - 1)
            if float(row[c]) >= float(n) - 0.1:
                b = a + 1
                while b < len(blocks):
                    if float(blocks[b][0][c]) >= float(blocks[b][1]) - 0.1:
                        blocks = self.merge(blocks, a, b)
                    else: b += 1
            a += 1
        return blocks

    def climb(self, blocks, before, figures):
        "Merge the best pair while it pays."
        half = f(before[0] / f(2))
        while len(blocks) > 2:
            heavy = sum(b[1] >= self.least for b in blocks)
            largest = max(range(len(blocks)), key=lambda i: blocks[i][1]) if heavy < 3 else None
            pair, best_gain, best_worth, best = None, MARK, f(0), None
            for a in range(len(blocks)):
                for b in range(a + 1, len(blocks)):
                    if largest in (a, b): continue
                    now = figures(self.merge(blocks, a, b))
                    if (now[0] >= half > best_gain or now[2] >= best_worth
                            or pair is None and (self.by_gain or heavy < 2)):
                        pair, best_gain, best_worth, best = (a, b), now[0], now[2], now
            if not self.by_gain and heavy >= 2:
                if pair is None or float(best_worth) < float(before[2]) + 1e-5: break
            blocks, before = self.merge(blocks, *pair), best
        return blocks, before

    # -- continuous attributes

    def threshold(self, a, lo, hi, all_known):
        "(gain, split information, midpoint) of the best cut."
        values, none = self.value[a], (MARK, f(0), None)
        weight = self.weigh(lo, hi, all_known)
        front = self.gather(lo, hi, lambda case: values[case] is None)
        unknown = total(self.counts(lo, front))
        known = f(weight - unknown)
        rate = f(f(1) - f(known / weight))
        if known < 2 * self.least: return none
        self.sort(front, hi - 1, values)
        above, below = self.counts(front, hi), [f(0)] * self.n_classes
        base = f(bits(above) / known)
        side = f(0.10 * float(known) / self.n_classes)
        side = f(self.least) if side <= self.least else min(side, f(25))
        low, tries, cuts = f(0), 0, []
        for i in range(front, hi - 1):
            case, x, y = self.rows[i], values[self.rows[i]], values[self.rows[i + 1]]
            c, w = self.classes[case], self.weight[case]
            above[c], below[c], low = f(above[c] - w), f(below[c] + w), f(low + w)
            if low < side: continue
            if low > f(known - side): break
            if not float(x) < float(y) - 1e-5: continue
            tries += 1
            high = f(known - low)
            if low < self.least or high < self.least: continue
            gain = f(f(f(1) - rate) * f(base - f(f(bits(below) + bits(above)) / known)))
            cuts.append((gain, low, high, x, y))
        price = f(lg(f(tries)) / float(weight))
        best, found = f(0), none
        for gain, low, high, x, y in cuts:
            if f(gain - price) > best:
                best = f(gain - price)
                found = best, f(bits([unknown, low, high]) / weight), f(f(x + y) / f(2))
        return found

    # -- pruning

    def extra(self, n, e):
        "How many errors to add to e errors in n cases."
        none = f(float(n) * (1 - math.exp(math.log(float(self.cf)) / float(n)))) if n > 0 else f(0)
        if float(e) < 1e-6: return none
        if float(e) < 0.9999: return f(none + f(e * f(self.extra(n, f(1)) - none)))
        if float(e) + 0.5 >= float(n): return f(0.67 * float(f(n - e)))
        j = next(j for j, (p, _) in enumerate(Z) if self.cf <= f(p))
        (p, z), (q, y) = ((f(x) for x in Z[i]) for i in (max(j, 1) - 1, max(j, 1)))
        z = f(z + f(f(f(y - z) * f(self.cf - p)) / f(q - p)))
        q, e64, n64 = f(z * z), float(e) + 0.5, float(n)
        inside = float(q) * (e64 * (1 - e64 / n64) + float(f(q / f(4))))
        p = f((e64 + float(f(q / f(2))) + math.sqrt(inside)) / float(f(n + q)))
        return f(f(n * p) - e)

    def prune(self, tree):
        "Prune a copy of a tree with all cases, as they lie."
        self.weight, self.replaced = [f(1)] * self.n, False
        pruned = self.copy(tree)
        self.estimate(pruned, 0, self.n, True, True)
        if self.grouped: self.drop_impossible(pruned, {})
        return pruned

    def copy(self, node):
        "A tree of its own."
        twin = Node(node.majority, node.items, node.dist[:], node.errors)
        twin.attribute, twin.cut, twin.sets = node.attribute, node.cut, node.sets and [set(
            s) for s in node.sets]
        twin.branches = [self.copy(b) for b in node.branches]
        return twin

    def estimate(self, node, lo, hi, all_known, update):
        "Errors to expect of a subtree; with `update` it is pruned."
        dist, weight, majority = self.counts(lo, hi), self.weigh(lo, hi, all_known), node.majority
        for c in range(self.n_classes):
            if dist[c] > dist[majority]: majority = c
        errors = f(weight - dist[majority])
        as_leaf = f(errors + self.extra(weight, errors))
        if update: node.items, node.majority, node.dist = weight, majority, dist
        if node.attribute is None:
            if update: node.errors = as_leaf
            return as_leaf
        front = self.gather(lo, hi, lambda case: self.ask(node, case) == -1)
        self.n_without_known += front == hi
        whole, known = self.weigh(front, hi, all_known), all_known and front == lo
        estimate, largest, most = f(0), 0, f(0)
        for branch, end, share in self.branches_of(node, lo, front, hi, known, whole):
            if end == front: continue
            if share >= most: largest, most = branch, share
            estimate = f(estimate + self.estimate(node.branches[branch], lo, end, known, update))
        if not update: return estimate
        raised = self.estimate(node.branches[largest], lo, hi, all_known, False)
        if float(as_leaf) <= float(raised) + 0.1 and float(as_leaf) <= float(estimate) + 0.1:
            node.become_leaf()
            node.errors, self.replaced = as_leaf, True
        elif float(raised) <= float(estimate) + 0.1:
            self.replaced = True
            self.estimate(node.branches[largest], lo, hi, all_known, True)
            node.become(node.branches[largest])
        else: node.errors = estimate
        return node.errors

    def drop_impossible(self, node, possible):
        "The last branch of a test on groups loses the values that cannot come there."
        if node.sets:
            here = possible.get(node.attribute, set(range(self.n_values[node.attribute])))
            node.sets[-1] &= here
            if not node.sets[-1]: node.sets, node.branches = node.sets[:-1], node.branches[:-1]
        for b, child in enumerate(node.branches):
            self.drop_impossible(child, {**possible, node.attribute: node.sets[b]}
                                 if node.sets else possible)

    # -- windows

    def trials(self, n_trials, rng, window=None, increment=None):
        "(tree, pruned tree, cycles) of each trial."
        first = window or int(max(2 * math.sqrt(self.n), self.n // 5))
        first = min(first, self.n)
        increment = increment or max(first // 5, 1)
        targets, left = [0] * self.n_classes, first
        frequency = [self.classes.count(c) for c in range(self.n_classes)]
        occurring = sorted((c for c in range(self.n_classes) if frequency[c]),
                           key=lambda c: frequency[c])
        for k, c in enumerate(occurring):
            targets[c] = min(frequency[c], left // (len(occurring) - k))
            left -= targets[c]
        for _ in range(n_trials):
            for i in range(self.n): self.swap(i, i + int((self.n - i) * rng.random()))
            self.bring_forward(targets)
            yield self.trial(first, increment)

    def bring_forward(self, targets):
        "The target number of cases of each class to the front."
        place = 0
        for c, wanted in enumerate(targets):
            i = place
            while wanted:
                if self.classes[self.rows[i]] == c:
                    self.swap(place, i)
                    place, wanted = place + 1, wanted - 1
                i += 1

    def trial(self, window, increment):
        "Grow from the window and enlarge it until no case outside is in error."
        cycles, kept, least = [], None, None
        while True:
            self.weight = [f(1)] * self.n
            tree = self.grow(0, window)
            place, inside = window, math.floor(float(tree.errors) + 0.5)
            for i in range(window, self.n):
                if self.classify(tree, self.rows[i]) != self.classes[self.rows[i]]:
                    self.swap(place, i)
                    place += 1
            wrong = place - window
            if kept is None or inside + wrong < least: kept, least = tree, inside + wrong
            cycles.append((tree.size(), window, self.n - window, inside, wrong))
            if not wrong: return kept, self.prune(kept), cycles
            window = min(window + max(min(wrong, increment), wrong // 2), self.n)

    def classify(self, tree, case):
        "The class with the greatest share, the first of equals."
        sums = [f(0)] * self.n_classes
        def go(node, weight):
            if node.attribute is None:
                if node.items > 0:
                    for c, n in enumerate(node.dist):
                        if n: sums[c] = f(sums[c] + f(f(weight * n) / node.items))
                else: sums[node.majority] = f(sums[node.majority] + weight)
                return
            branch = self.ask(node, case)
            if branch >= 0: return go(node.branches[branch], weight)
            for child in node.branches: go(child, f(f(weight * child.items) / node.items))
        go(tree, f(1))
        return sums.index(max(sums))

    # -- soft thresholds

    def soften(self, node, cases=None):
        "Give every threshold that known cases reach a lower and an upper limit."
        cases = range(self.n) if cases is None else cases
        if node.attribute is None: return
        known = [i for i in cases if self.value[node.attribute][i] is not None]
        if node.cut is not None and known: node.limits = self.limits(node, known)
        for b, child in enumerate(node.branches):
            here = [i for i in known if self.ask(node, i) == b]
            if here: self.soften(child, here)

    def limits(self, node, known):
        "(lower, upper) limit of a threshold, from the known cases that reach it."
        x, n, cut = {i: self.value[node.attribute][i] for i in known}, len(known), node.cut
        left, right = ({i: int(self.classify(b, i) != self.classes[i]) for i in known}
                       for b in node.branches)
        errors = sum(left[i] if float(x[i]) <= float(cut) + 1e-6 else right[i] for i in known)
        limit = f(f(errors) + f(math.sqrt((errors + 0.5) * (n - errors + 0.5) / (n + 1))))
        values = sorted(set(x.values()))
        at = {v: f(sum(right.values()) - sum(right[i] - left[i] for i in known if x[i] <= v))
              for v in values}
        lower, upper, is_fixed = min(cut, values[0]), max(cut, values[-1]), False
        for v, w in zip(values, values[1:]):
            below = float(w) <= float(cut) + 1e-6
            if not is_fixed and at[v] > limit and at[w] <= limit and below:
                lower, is_fixed = f(w - f(f(f(w - v) * f(limit - at[w])) / f(at[v] - at[w]))), True
            elif at[v] <= limit and at[w] > limit and not below:
                upper = max(cut, f(v + f(f(f(w - v) * f(limit - at[v])) / f(at[w] - at[v]))))
        return lower, upper
