"""Hold what `c45lit.originals` learns, or the judge, against runs of C5.0 itself.

A run is equal if the program ended as it did there, and everything that the file has of it is the
same: grown and pruned trees of all trials with classes, weights, distributions, errors and soft
limits, candidate rules and rulesets with votes, weights of cases, predictions, confidences,
evaluation.
"""
import hashlib
import json
from collections import namedtuple
from pathlib import Path

import numpy as np

from support.c50_judge import Learner, nine, rows_of

LETTERS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
SWITCHES = {'-s': {'subset': True}, '-r': {'rules': True}, '-p': {'fuzzy': True},
            '-w': {'winnow': True}, '-b': {'trials': 10}, '-g': {'global_pruning': False}}
NUMBERS = {'-t': ('trials', int), '-m': ('min_cases', float), '-c': ('cf', lambda c: int(c) / 100)}
RUNS = {'default': '', 'c10': '-c 10', 'c75': '-c 75', 'm10': '-m 10', 'g': '-g', 'm1g': '-m 1 -g',
        's': '-s', 'sm1': '-s -m 1', 'p': '-p', 'b': '-b', 'sb': '-s -b', 'r': '-r', 'sr': '-s -r',
        'rb': '-r -t 5', 'w': '-w', 'wb': '-w -t 5', 'cost': '', 'costb': '-t 5', 'costr': '-r'}
Told = namedtuple('Told', 'raw tree candidates rules weights classify evaluation')


def options_of(words: str) -> dict:
    "The options that a run was given, as fields of `C50Options`; what is not known is refused."
    words, found = iter(words.split()), {}
    for word in words:
        if word in NUMBERS:
            name, read = NUMBERS[word]
            found[name] = read(next(words))
        else: found |= SWITCHES[word]
    return found


OPTIONS = {name: options_of(words) for name, words in RUNS.items()}


def costs_of(name: str, n_classes: int):
    "The costs of a run, of which only its name tells: predicted class by true class."
    if not name.startswith('cost'):
        return np.zeros((0, 0))
    if n_classes == 2:
        return np.array([[0.0, 2.0], [5.0, 0.0]])
    p, d = np.indices((n_classes, n_classes))
    return np.where(p == d, 0.0, 1 + (4 * p + 7 * d) % 6)


# -- what we have, as the files write it

def written(tree, about) -> list:
    "A tree as a list of nodes."
    from c45lit.originals.c50_nodes import NODE
    rows, stack, nodes = [], [0], tree.nodes.view(NODE)
    while stack:
        i = stack.pop()
        n = nodes[i]
        shares = {str(c): nine(v) for c, v in enumerate(tree.dist[i]) if v}
        row = [int(n.kind), int(n.cls), nine(n.weight), nine(n.errors), shares]
        if n.kind:
            row += [int(n.att), int(n.forks)]
            stack += range(n.first + n.forks - 1, n.first - 1, -1)
        if n.kind == 2:
            row += map(nine, (n.cut, n.lower, n.mid, n.upper))
        if n.kind == 3:
            groups = tree.sets[n.sets + 1:n.sets + 1 + about['values'][n.att]]
            row.append([[v for v, g in enumerate(groups) if g == b + 1] for b in range(n.forks)])
        rows.append(row)
    return rows


def comparable(rows: list, errors: bool, soft: bool) -> list:
    "A tree without what is not specified."
    out = []
    for row in rows:
        row = list(row)
        if row[0] and not errors:
            row[3] = None
        if row[0] == 2:
            row[7:] = [row[7], row[8], row[10]] if soft else [row[7]]
        if row[0] == 3 and len(row) > 7:
            row[7] = [sorted(v) for v in row[7]]
        out.append(row)
    return out


def letters(classes) -> str:
    return ''.join(LETTERS[c] for c in classes)


def digest(confidence) -> str:
    "Of five digits, which the program rounds from the nine that it writes."
    return hashlib.md5(' '.join(f'{nine(c):.5g}' for c in confidence).encode()).hexdigest()[:12]


# -- comparing

def differences(want, got, where: str):
    "The first difference of two nested lists, as a list of at most one line."
    if isinstance(want, list) and isinstance(got, list):
        for i, (a, b) in enumerate(zip(want, got)):
            if found := differences(a, b, f'{where}[{i}]'):
                return found
        return [] if len(want) == len(got) else [f'{where}: {len(got)} instead of {len(want)}']
    return [] if want == got else [f'{where}: {str(got)[:300]} instead of {str(want)[:300]}']


def told_by_library(attributes, train, n_classes, options):
    "What the library learns."
    from c45lit.originals.c50_model import learn_c50
    model = learn_c50(attributes, train, n_classes, options)
    def trees(what): return [written(getattr(t, what), model.about) for t in model.trials]
    rules = options.rules and [[t.ruleset.default, [rule_written(r) for r in t.ruleset.rules]]
                               for t in model.trials]
    candidates = [[rule_written(r) for r in t.candidates] for t in model.trials]
    return Told(trees('raw'), trees('tree'), candidates, rules, model.weights,
                model.classify, model.evaluation)


def told_by_judge(attributes, train, n_classes, options):
    "What the judge learns."
    judge = Learner(attributes, train, n_classes, options).learn()
    rules = options.rules and [[t.rules.default, [r.row() for r in t.rules.rules]]
                               for t in judge.trials]
    candidates = options.rules and [t.rules.found for t in judge.trials]
    def classify(x): return zip(*(judge.predict(case) for case in x.T.tolist()))
    def evaluation(record): return judge.evaluation(record.x.T.tolist(), record.y.tolist())
    return Told([rows_of(t.raw) for t in judge.trials], [rows_of(t.tree) for t in judge.trials],
                candidates, rules, judge.weights, classify, evaluation)


def tree_differences(run, told, is_soft):
    "Of grown and pruned trees."
    out = []
    for what, errors, soft in ('raw', True, False), ('tree', False, is_soft):
        want = [comparable(t, errors, soft) for t in run.get(what, ())]
        got = [comparable(t, errors, soft) for t in getattr(told, what)[:len(want)]]
        out += differences(want, got, what)
    return out


def set_differences(path: Path, folder: Path, learn=told_by_library):
    "(run, its differences) of one set."
    from c45lit.originals.c50_files import read_c50_cases, read_c50_names
    reference = json.loads(path.read_text())
    data, test = (folder / f'{reference["set"]}.{end}' for end in ('data', 'test'))
    try:
        names = read_c50_names(data.with_suffix('.names'))
        train, names, _ = read_c50_cases(data, names)
        test = read_c50_cases(test, names, False)[0] if test.exists() else None
    except ValueError as e:
        for name, run in reference['runs'].items():
            yield name, [] if run['exit'] == 1 else [f'refused: {e}']
        return
    for name, run in reference['runs'].items():
        if run['exit']:
            yield name, ['read, where C5.0 refuses']
            continue
        try:
            yield name, list(run_differences(name, run, names, train, test, learn))
        except Exception as e:  # noqa: BLE001 - a run that fails is a difference, the others go on
            yield name, [f'{type(e).__name__}: {e}']


def run_differences(name, run, names, train, test, learn):
    "All differences of one run."
    from c45lit.originals.c50_options import C50Options
    n_classes, options = len(names.schema.classes), options_of(run['options'])
    told = learn(names.schema.attributes, train, n_classes,
                 C50Options(**options, costs=costs_of(name, n_classes)))
    out = tree_differences(run, told, 'fuzzy' in options)
    if 'rules' in run:
        out += rule_differences(run, told)
    if 'weights' in run:
        out += differences(run['weights'], [[nine(v) for v in w] for w in told.weights], 'weights')
    for part, record in ('train', train), ('test', test):
        if record is None or part not in run.get('evaluation', {}):
            continue
        if part == 'train' and run.get('train_disturbed'):
            continue
        classes, confidence = told.classify(record.x)
        if f'pred_{part}' in run:
            out += differences(run[f'pred_{part}'], letters(classes), f'pred_{part}')
        if f'confidence_{part}' in run:
            out += differences(run[f'confidence_{part}'], digest(confidence), f'confidence_{part}')
        out += differences(run['evaluation'][part]['rows'], told.evaluation(record),
                           f'evaluation {part}')
    return out


def rule_written(rule) -> list:
    "A rule as the files write it."
    conditions = []
    for kind, a, v, cut, values in rule.conditions:
        conditions.append([1, a, v - 1] if kind == 1 else [2, a, v - 1, nine(cut)]
                          if kind == 2 else [3, a, [w - 1 for w in values]])
    return [rule.cls, nine(rule.cover), nine(rule.correct), nine(rule.prior), rule.vote, conditions]


def rule_differences(run, told):
    "Of rules, and of those that were to be chosen from."
    want = [[s['default'],
             [[*r[:5], [[*c[:2], sorted(c[2])] if c[0] == 3 else c for c in r[5]]]
              for r in s['rules']]]
            for s in run['rules']]
    out = []
    if 'candidates' in run:
        out += differences(run['candidates'], told.candidates, 'candidates')
    return out + differences(want, told.rules[:len(want)], 'rules')

