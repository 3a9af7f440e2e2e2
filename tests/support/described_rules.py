"""Release 8's rules as they are described (`support.described` has the trees): sets of cases,
counted anew each time. The judge of `arithmetic='r8'`.

It shares no line with the library: no groups of cases, no running differences. A set of cases is a
whole number with a bit for each case.
A variable is a 32-bit number, rounded after every operation of 32-bit numbers; logarithms, roots
and constants with a point are 64 bits.
"""
import functools
import math
import operator
from types import SimpleNamespace

from support.described import Release8, f, lg

FEW, HOPELESS = 10, 0.7
LB = [f(-1e38)] + [f(math.log(i) / math.log(2)) for i in range(1, 2000)]
LB_FACTORIAL = [0.0]
for x in LB[1:]: LB_FACTORIAL.append(LB_FACTORIAL[-1] + float(x))


def all_of(*sets): return functools.reduce(operator.and_, sets)


def any_of(sets): return functools.reduce(operator.or_, sets, 0)


class Test:
    """One condition: kind 1 a value, 2 a side of a threshold, 3 a group; `holds` is the set of
    cases that satisfy it."""
    def __init__(self, judge, node, branch):
        self.attribute, self.cut, self.branch, self.node = node.attribute, node.cut, branch, node
        self.kind = 3 if node.sets else 1 if node.cut is None else 2
        self.holds = 0 if branch >= 127 else sum(1 << i for i in range(judge.n)
                                                 if judge.ask(node, i) == branch)

    def key(self):
        return self.attribute, self.kind, [None, self.branch, self.cut, id(self.node)][self.kind]

    def said(self):
        "What the library says of a condition."
        return self.attribute, self.branch, None if self.cut is None else float(
            self.cut), self.node.sets and self.node.sets[self.branch]


class RulesOfRelease8:
    "One run of the rule builder: what it holds in variables of its own."
    def __init__(self, table, rng, cf=0.25, significance=None, redundancy=1, annealing=False):
        self.judge, self.rng, self.annealing = Release8(table, cf=cf), rng, annealing
        self.n, self.n_classes, self.all = self.judge.n, self.judge.n_classes, (
            1 << self.judge.n) - 1
        self.of_class = [sum(1 << i for i, k in enumerate(self.judge.classes) if k == c)
                         for c in range(self.n_classes)]
        self.significance = None if significance is None else f(significance)
        self.outcome = [self.bits_of_outcome(a) for a in range(len(self.judge.kind))]
        total, choice = f(0), f(0)
        for b in self.outcome: total = f(total + b)
        for b in self.outcome:
            q = f(b / total) if total > 0 else f(0)
            if q > 0: choice = f(float(choice) - float(q) * lg(q))
        self.choice = f(choice / f(redundancy)) if redundancy else f(math.inf)

    # -- a rule

    def paths(self, node, above=()):
        "(leaf, tests on the way) in branch order."
        if node.attribute is None: yield node, above
        for b, child in enumerate(node.branches):
            yield from self.paths(child, (*above, Test(self.judge, node, b)))

    def rule_of(self, leaf, path):
        "A rule, or None."
        c, kept = leaf.majority, list(range(len(path)))
        default = f(f(1) - f(f(self.of_class[c].bit_count() + 1) / f(self.n + 2)))
        while True:
            t, e, actual, estimate = self.figures(c, path, kept, None, default)
            if not kept: return None
            without = {d: self.figures(c, path, kept, d, default) for d in kept}
            reason = any(p <= estimate or a <= actual for _, _, a, p in without.values())
            if not reason and self.significance is not None:
                reason = any(self.fisher(t, e, *without[d][:2]) > self.significance for d in kept)
            if not reason: break
            least = min(p for *_, p in without.values())
            kept.remove(max(d for d in kept if without[d][3] == least))
        if not t or estimate >= default: return None
        return SimpleNamespace(c=c, error=estimate, tests=self.in_order(path, kept), number=0)

    def figures(self, c, path, kept, d, default):
        """Cases covered, those of other classes, actual and estimated error with condition d left
        out."""
        cases = all_of(self.all, *(path[k].holds for k in kept if k != d))
        t, e = cases.bit_count(), (cases & ~self.of_class[c]).bit_count()
        if not t: return t, e, f(0), default
        return t, e, f(f(e) / f(t)), f(f(f(e) + self.judge.extra(f(t), f(e))) / f(t))

    def fisher(self, t, e, t_d, e_d):
        "What is taken for the probability of Fisher's test."
        a, b, c, d = e, e_d - e, t - e, (t_d - t) - (e_d - e)
        if a + b <= c + d: a, b, c, d = c, d, a, b
        row, other = a + b, c + d
        k, column = (a, a + c) if a * other > c * row else (b, b + d)
        def choose(n, k): return LB_FACTORIAL[n] - LB_FACTORIAL[k] - LB_FACTORIAL[n - k]
        return f(sum(math.exp(choose(row, i)
                              + choose(other, column - i) - choose(row + other, column))
                     for i in range(k, min(column, row) + 1)))

    @staticmethod
    def in_order(path, kept):
        "The conditions that stay, by selection among all places."
        places = [test if i in kept else None for i, test in enumerate(path)]
        for place in range(len(kept)):
            best = None
            for i in range(place, len(places)):
                one = places[i]
                if one is None: continue
                x = best is None or places[best]
                if (best is None or one.attribute < x.attribute or one.kind < x.kind
                        or one.attribute == x.attribute
                        and (one.cut or f(0)) < (x.cut or f(0))): best = i
            places[place], places[best] = places[best], places[place]
        return places[:len(kept)]

    @staticmethod
    def unique(rules):
        "The earlier of two that are the same stays, with the larger error."
        found = {}
        for rule in filter(None, rules):
            key = rule.c, *(test.key() for test in rule.tests)
            if key in found: found[key].error = max(found[key].error, rule.error)
            else: found[key] = SimpleNamespace(**{**vars(rule), 'number': len(found) + 1})
        return list(found.values())

    def covers(self, rule):
        "The cases that a rule matches."
        return 0 if float(rule.error) > HOPELESS else all_of(self.all,
                                                             *(test.holds for test in rule.tests))

    # -- choosing

    def bits_of_outcome(self, a):
        kind, values, bits = self.judge.kind[a], self.judge.value[a], f(0)
        if kind == 'ignore': return bits
        if kind == 'continuous':
            d = len(set(values))
            return f(1 + float(LB[d]) / 2) if d > 1 else bits
        for v in range(self.judge.n_values[a]):
            n = values.count(v)
            if n: bits = f(bits + f(f(f(n) / f(self.n)) * f(LB[self.n] - LB[n])))
        return bits

    def bits_of_rule(self, rule):
        total, k = f(0), len(rule.tests)
        for test in rule.tests:
            total = f(total + f(self.choice
                                + (f(self.judge.n_values[test.attribute])
                                   if test.kind == 3 else self.outcome[test.attribute])))
        return f(float(f(total + LB[k])) - LB_FACTORIAL[k])

    def exceptions(self, c, cases):
        "Bits for the cases that a set of rules for a class has wrong, if it covers these."
        covered, of_class = cases.bit_count(), self.of_class[c]
        wrong, forgotten = (cases & ~of_class).bit_count(), (of_class & ~cases).bit_count()
        def point(n, k, x):
            if float(x) <= 1e-6: return f(0 if k == 0 else 1e6)
            if float(x) >= n - 1e-6: return f(0 if k == n else 1e6)
            share = f(x / f(n))
            return f(-k * lg(share) - (n - k) * lg(f(f(1) - share)))
        half, rest = f((wrong + forgotten) / 2), self.n - covered
        few = covered <= 0.5 * self.n
        bits = f(LB[self.n] + point(covered, wrong, f(wrong) if few else half))
        return f(bits + point(rest, forgotten, half if few else f(forgotten)))

    def theory(self, subset):
        total = f(0)
        for r in sorted(subset): total = f(total + self.bits[r])
        return f(float(total) - LB_FACTORIAL[len(subset)])

    def cost(self, c, subset):
        return self.sum_of(self.theory(subset),
                           self.exceptions(c, any_of(self.matched[r] for r in subset)))

    @staticmethod
    def sum_of(theory, exceptions): return f(0.5 * float(theory) + float(exceptions))

    def chosen(self, c, rules):
        "The subset of the rules of a class that costs least."
        self.matched, self.bits = [self.covers(rule)
                                   for rule in rules], [self.bits_of_rule(rule) for rule in rules]
        if len(rules) <= FEW:
            subsets = [frozenset(r for r in range(len(rules)) if s >> r & 1)
                       for s in range(2 ** len(rules))]
            best = min(subsets, key=lambda subset: self.cost(c, subset))
        else: best = self.annealed(c, len(rules)) if self.annealing else self.climbed(c, len(rules))
        return [rules[r] for r in sorted(best)]

    def saved(self, r, c, subset, now):
        "What a change of rule r saves."
        others = any_of(self.matched[k] for k in subset if k != r)
        covered = others | self.matched[r]
        theory, size = self.theory(subset), len(subset)
        if r in subset: theory, covered = f(f(theory - self.bits[r]) + LB[size]), others
        else: theory = f(f(theory + self.bits[r]) - LB[size + 1])
        return f(now - self.sum_of(theory, self.exceptions(c, covered)))

    def climb(self, c, n, subset, best):
        "Change what saves most until nothing does; `best` is (cost, subset) of the cheapest yet."
        while True:
            now = self.cost(c, subset)
            if best is None or now < best[0]: best = now, frozenset(subset)
            saved = [self.saved(r, c, subset, now) for r in range(n)]
            if not max(saved) > 0: return best
            subset ^= {saved.index(max(saved))}

    def climbed(self, c, n):
        best = None
        for trial in range(11):
            best = self.climb(c, n, {r for r in range(n) if self.rng.random() < f(trial / 10)},
                              best)
        return best[1]

    def annealed(self, c, n):
        subset, best, temperature = set(), None, 1000.0
        while temperature > 0.001:
            now = self.cost(c, subset)
            if best is None or now < best[0]: best = now, frozenset(subset)
            for _ in range(100):
                r = int(n * self.rng.random())
                saved = float(self.saved(r, c, subset, now))
                if saved > 0 or self.rng.random() < math.exp(saved / temperature): break
            else: break
            subset ^= {r}
            temperature *= 0.95
        return self.climb(c, n, set(best[1]), None)[1]

    # -- order and default

    def ruleset(self, rules):
        "(rules in order, default) of those chosen from some."
        picked = [self.chosen(c, [rule for rule in rules if rule.c == c])
                  for c in range(self.n_classes)]
        left, done, ordered = list(range(self.n_classes)), 0, []
        while left:
            harm = [(any_of(map(self.covers, picked[c])) & ~self.of_class[c] & ~done).bit_count()
                    for c in left]
            c = left.pop(harm.index(min(harm)))
            done |= any_of(map(self.covers, picked[c]))
            ordered += sorted(picked[c], key=lambda rule: rule.error)
        return ordered, max(range(self.n_classes),
                            key=lambda c: ((self.of_class[c] & ~done).bit_count(),
                                           self.of_class[c].bit_count(), -c))

    def sets(self, trees):
        "The ruleset of each tree and, of several, the composite one."
        found = []
        for tree in trees:
            rules = (self.rule_of(leaf, path) for leaf, path in self.paths(tree)
                     if float(leaf.items) >= 1)
            found.append(self.ruleset(self.unique(rules)))
        if len(found) == 1: return found
        return [*found, self.ruleset(self.unique([rule for rules, _ in found for rule in rules]))]

    def passes(self, rules, default):
        "(rules, what each did: used, wrong, better, worse) until none does more harm than good."
        while True:
            did, matched = [[0, 0, 0, 0] for _ in rules], [self.covers(rule) for rule in rules]
            for i, true in enumerate(self.judge.classes):
                first, then = ([k for k, m in enumerate(matched) if m >> i & 1] + [None, None])[:2]
                if first is None: continue
                is_right, would_be = (true == (default if k is None else rules[k].c)
                                      for k in (first, then))
                did[first][0] += 1
                did[first][1] += not is_right
                did[first][2] += is_right and not would_be
                did[first][3] += would_be and not is_right
            yield rules, did
            harmful = [k for k, (used, _, better, worse) in enumerate(did) if used
                       and worse > better]
            if not harmful: return
            rules = [rule for k, rule in enumerate(rules) if k != harmful[0]]
