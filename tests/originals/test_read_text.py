"""Printed trees are read back: what was printed, hostile names, broken texts, the prints of other
programs."""
import re

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

from c45lit.cli import main
from c45lit.data.table import Attribute, Schema, Table, encode, infer_schema
from c45lit.data.datasets import load_dataset
from c45lit import from_json
from c45lit.show.export import to_text
from c45lit.data.c45_files import write_c45
from c45lit.engine.prediction import classify
from c45lit.originals.reports import read_c45_text, read_report
from c45lit.specification.structure import Tree, compact, tree_text


# -- making trees, and seeing of them what print shows

def planted(schema, root):
    "A tree from nodes (class, weight, errors) or (attribute, what, branches)."
    nodes, first = [root], []
    for node in nodes:
        first.append(len(nodes))
        if isinstance(node[2], list): nodes += node[2]
    m, n_classes = len(nodes), len(schema.classes)
    arrays = dict(attribute=np.full(m, -1), threshold=np.full(m, np.nan),
                  first_child=np.zeros(m, int),
                  n_children=np.zeros(m, int), classes=np.zeros(m, int), weights=np.zeros(m),
                  errors=np.zeros(m),
                  dist=np.zeros((m, n_classes)), group=np.full(m, -1), lower=np.full(m, np.nan),
                  upper=np.full(m, np.nan))
    branch_of = []
    for i, node in enumerate(nodes):
        if not isinstance(node[2], list):
            arrays['classes'][i], arrays['weights'][i], arrays['errors'][i] = node
            continue
        a, what, branches = node
        arrays['attribute'][i], arrays['first_child'][i], arrays['n_children'][i] = (
            a, first[i], len(branches))
        if isinstance(what, tuple):
            arrays['threshold'][i], arrays['lower'][i], arrays['upper'][i] = what
        elif what is not None:
            arrays['group'][i] = len(branch_of)
            branch_of += what
    return compact(Tree(schema, branch_of=np.array(branch_of, dtype=np.int64), **arrays))


def shown(tree):
    "What print shows of every node, branches of groups in any order."
    what = [None] * len(tree)
    for i in range(len(tree) - 1, -1, -1):
        node = tree.node(i)
        if node.is_leaf:
            what[i] = (node.class_name, f'{node.weight:.1f}',
                       node.errors > 0 and f'{node.errors:.1f}')
        elif node.kind == 'threshold':
            what[i] = node.attribute, node._at[1], *(what[c.number] for _, c in node.branches)
        else:
            what[i] = node.attribute, frozenset((node.values(b), what[c.number]) for b, (_, c) in
                                                enumerate(node.branches) if node.values(b))
    return what[0]


# -- any tree, any names

PIECES = ['a', 'b', 'c', 'a', 'b', ' ', ' = ', ' <= 1', ' > 1', ' in {', ': ', ':', ' :', ',', '}',
          '{', '|', '(2.0)', ' (1.0/0.5)', '[S1]',
          '<=', '>', '=', '0.5', 'é', '买', '"', "'", '\\', '.', '...', '?', 'Subtree [S1]',
          'Decision Tree:', '-----', '\t', '\x0c', '\u2028',
          '\n', '\r', '\x1b[2J', '\x85', '\u202e', '\ud800', 'u001b', '\\u202e', '']
hostile = st.lists(st.sampled_from(PIECES), max_size=5).map(''.join)
tame = st.text('abcxyz', min_size=1, max_size=3)
real = st.one_of(st.floats(-1e9, 1e9), st.integers(-5, 5).map(float),
                 st.floats(allow_nan=False, allow_infinity=False))
weight = st.one_of(st.integers(0, 9).map(float), st.floats(0, 1e6))


def named(words, least, most):
    return st.lists(words, min_size=least, max_size=most, unique=True)


@st.composite
def schemas_of(draw, words):
    names = draw(named(words.filter(lambda w: not w.startswith((' ', '|   ', ':'))), 1, 3))
    attributes = [Attribute(n, 'discrete', draw(named(words, 2, 4)))
                  if draw(st.booleans()) else Attribute(n, 'continuous')
                  for n in names]
    return Schema(attributes, tuple(draw(named(words.filter(lambda w: w.strip(' :') == w), 1, 3))))


@st.composite
def trees(draw, words):
    """Any tree that print can show: a plain test has a branch for each value, a group test one for
    some."""
    schema = draw(schemas_of(words))
    def leaf():
        w = draw(weight)
        return draw(st.integers(0, len(schema.classes) - 1)), w, draw(
            st.sampled_from([0.0, w, w / 3, 1e-7]))
    def grown(level):
        if level > 3 or draw(st.integers(0, 4)) <= level: return leaf()
        a = draw(st.integers(0, len(schema.attributes) - 1))
        values = schema.attributes[a].values
        if not values:
            cut = draw(real)
            soft = (cut, cut - draw(st.floats(0, 2)), cut + draw(st.floats(0.001, 2)))
            return a, draw(st.sampled_from([(cut, np.nan, np.nan),
                                            soft])), [grown(level + 1) for _ in range(2)]
        if draw(st.booleans()): return a, None, [grown(level + 1) for _ in values]
        branch = draw(st.lists(st.integers(-1, len(values) - 1), min_size=len(values),
                               max_size=len(values)).filter(lambda b: max(b) >= 0))
        return a, branch, [grown(level + 1) for _ in range(max(branch) + 1)]
    return planted(schema, grown(0))


@settings(max_examples=300)
@given(trees(tame), st.integers(20, 120))
def test_a_tree_with_plain_names_comes_back(tree, width):
    for text in tree_text(tree), to_text(tree, width):
        found = read_c45_text(text, tree.schema)
        assert shown(found) == shown(tree) and tree_text(found) == tree_text(tree)
        if (tree.group < 0).all(): assert to_text(found, width) == to_text(tree, width)


@settings(max_examples=600)
@given(trees(hostile), st.integers(20, 120))
def test_a_tree_with_hostile_names_comes_back_or_is_refused_for_having_two_readings(tree, width):
    text = to_text(tree, width)
    try: found = read_c45_text(text, tree.schema)
    except ValueError as e:
        assert 'one way to' in str(e)
        return
    assert shown(found) == shown(tree) and tree_text(found) == tree_text(tree)


@settings(max_examples=600)
@given(st.one_of(trees(tame), trees(hostile)))
def test_what_is_read_without_a_schema_is_printed_alike(tree):
    text = tree_text(tree)
    try: found = read_c45_text(text)
    except ValueError: return
    assert tree_text(found) == text


# -- broken texts

GOLF = '''\
outlook = overcast: Play (4.0)
outlook = sunny:
|   humidity <= 75 : Play (2.0)
|   humidity > 75 : Don't Play (3.0)
outlook = rain:
|   windy = true: Don't Play (2.0)
|   windy = false: Play (3.0)'''
SOFT = '''\
Decision Tree:

petal width <= 0.5 : setosa (35.0)
petal width > 0.5 :[S1]

Subtree [S1]

petal width > 1.6 [1.5483,1.66204]: virginica (31.0/1.0)
petal width <= 1.6 [1.5483,1.66204]: versicolor (34.0)


Tree saved
'''
CREDIT = '''\
Decision tree:

checking_balance in {unknown,> 200 DM}: no (412/50)
checking_balance in {1 - 200 DM,< 0 DM}:
:...credit_history in {perfect,very good}: yes (59/18)
    credit_history in {poor,critical,good}:
    :...months_loan_duration <= 22:
        :...credit_history = critical: no (72/14)
        :   credit_history = poor:
        :   :...dependents > 1: no (5)
        :   :   dependents <= 1:
        :   :   :...years_at_residence <= 3: yes (4/1)
        :   :       years_at_residence > 3: no (5/1)
        :   credit_history = good:
        :   :...employment_duration = > 7 years: [S1]
        :       employment_duration = < 1 year:
        :       :...job in {management,skilled,
        :       :   :       unemployed}: yes (9/1)
        :       :   job = unskilled: no (1)
        :       employment_duration = 1 - 4 years: no (2)
        months_loan_duration > 22: no (14/3)

SubTree [S1]

employment_duration in {unemployed,> 7 years,1 - 4 years}: yes (10)
employment_duration in {4 - 7 years,< 1 year}: no (4)


Evaluation on training data (900 cases):

\t    Decision Tree
\t  ----------------
\t  Size      Errors

\t    56  133(14.8%)   <<
'''
LABOR = '''\
J48 pruned tree
------------------

wage-increase-first-year <= 2.5: bad (15.27/2.27)
wage-increase-first-year > 2.5
|   statutory-holidays <= 10: bad (10.77/4.77)
|   statutory-holidays > 10: good (30.96/1.0)

Number of Leaves  : \t3

Size of the tree : \t5
'''
TEXTS = [GOLF, SOFT, CREDIT, LABOR]


@st.composite
def broken(draw):
    "A printed tree after a few accidents."
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        rows = text.split('\n')
        i, j, k = (draw(st.integers(0, len(rows) - 1)) for _ in range(3))
        at, new = draw(st.integers(0, len(text))), draw(
            st.sampled_from(PIECES + ['\n', '|   ', '\0', '9' * 400, '\r\n']))
        text = draw(st.sampled_from([text[:at], text[at:], text[:at] + new + text[at:],
                                     text[:at] + new + text[at + 1:],
                                     '\n'.join(rows[:i] + rows[i + 1:]),
                                     '\n'.join([*rows[:i], rows[j], *rows[i:]]),
                                     '\n'.join([*rows[:i], rows[j] + rows[k], *rows[i:]])]))
    return text


def read_or_refused(text, schema=None):
    "The tree of a text, None if it is refused with a reason."
    try: return read_c45_text(text, schema)
    except ValueError as e: assert len(str(e)) < 600


@settings(max_examples=800)
@given(st.one_of(broken(),
                 st.lists(st.sampled_from(PIECES + ['\n', '\n|   ', '\n:...']),
                          max_size=30).map(''.join)),
       st.sampled_from([None, read_c45_text(GOLF).schema]))
@example(' (1.0/0.5)', None)  # a leaf and no attribute
def test_a_broken_text_is_read_or_refused(text, schema):
    tree = read_or_refused(text, schema)
    if tree is not None: assert len(tree) == len(compact(tree)) and tree_text(tree)


def test_every_cut_through_a_line_is_refused_or_changes_a_name():
    for end in range(len(GOLF)):
        tree = read_or_refused(GOLF[:end], read_c45_text(GOLF).schema)
        assert tree is None or '\n' in GOLF[end - 1:end + 1]


def test_a_tree_of_five_thousand_levels_is_read():
    schema, root = Schema([Attribute('x', 'continuous')], ('no', 'yes')), (0, 2.0, 0.0)
    for i in range(5000): root = (0, (float(i), np.nan, np.nan), [(1, 1.0, 0.0), root])
    tree = planted(schema, root)
    found = read_c45_text(tree_text(tree), schema)
    assert found.depth == 5000 and np.array_equal(found.threshold, tree.threshold, equal_nan=True)


# -- reports

def test_a_report_gives_all_its_trees_and_the_saved_one():
    other = GOLF.replace('75', '80')
    def trial(i, tree):
        return f'--------\nTrial {i}\n--------\n\nDecision Tree:\n\n{tree}\n\n\nSimplified Decision Tree:\n\nPlay (14.0/6.0)\n\n\n'
    head = ('C4.5 [release 8] decision tree generator\n' + '-' * 40
            + '\n\n    Options:\n\tFile stem <golf>\n\nRead 14 cases\n\n')
    table = '   0\t   8    0( 0.0%)      1    5( 0.0%)    (38.5%)\n   1\t   8    0( 0.0%)      8    0( 0.0%)    (38.5%)   <<\n'
    text = head + trial(0, GOLF) + trial(1, other)
    trees = read_report(text + table)
    assert list(trees) == [(0, 'unpruned'), (0, 'pruned'), (1, 'unpruned'), (1, 'pruned')]
    assert tree_text(trees[1, 'unpruned']) == other
    assert read_c45_text(text + table) == trees[1, 'pruned']
    with pytest.raises(ValueError, match='read_report'): read_c45_text(text)


def check_reports(stem, runs, capsys):
    "What the tree program prints is read back: all grown trees, and the one that it saved."
    for options in runs:
        if main(['c4.5', '-f', str(stem), *options]): continue  # a set that it refuses
        report = capsys.readouterr().out
        saved = from_json(stem.with_suffix('.tree').read_text())
        grown = [from_json(line) for line in stem.with_suffix('.unpruned').read_text().splitlines()]
        trees = read_report(report, saved.schema)
        assert [shown(trees[i, 'unpruned']) for i in range(len(grown))] == [shown(t) for t in grown]
        best = int((re.findall(r'from trial (\d+)', report) or ['0'])[0])
        if not trees.keys() & {(best, 'pruned'), (best, 'soft')}:
            saved = grown[best]  # printed once, before pruning
        assert shown(read_c45_text(report, saved.schema)) == shown(saved)
        assert tree_text(read_c45_text(report)) == tree_text(saved)


def test_reports_of_the_tree_program_are_read_back(tmp_path, capsys):
    X, y = load_dataset('penguins')
    write_c45(tmp_path / 'p', encode(X, infer_schema(X, y), y))
    check_reports(tmp_path / 'p', ([], ['-s'], ['-p'], ['-t', '3'], ['-t', '2', '-p', '-s']),
                  capsys)


# -- other programs

def test_labor_of_j48_keeps_its_fractions():
    tree = read_c45_text(LABOR)
    assert tree.weights.tolist() == pytest.approx([57, 15.27, 41.73, 10.77, 30.96])
    assert tree.errors[[1, 3, 4]].tolist() == [2.27, 4.77, 1.0]
    assert tree.dist[1].tolist() == pytest.approx([13, 2.27])
    assert read_report(LABOR).keys() == {(0, 'pruned')}
    assert tree_text(tree).startswith('wage-increase-first-year <= 2.5 : bad (15.3/2.3)')


@pytest.mark.parametrize('text', [': yes (14.0/5.0)', 'yes (14.0/5.0)', 'yes (14/5)',
                                  'J48 pruned tree\n------------------\n: yes (14.0/5.0)\n',
                                  'Decision tree:\n yes (14/5)\n\n\nEvaluation on training data '
                                  '(14 cases):\n'])
def test_a_leaf_alone_is_a_tree(text):
    assert tree_text(read_c45_text(text)) == 'yes (14.0/5.0)'


def test_credit_of_c50_with_sets_over_two_lines_and_a_subtree():
    tree = read_c45_text(CREDIT)
    assert (tree.root.kind == 'subset'
            and tree.root.weight == 412 + 59 + 72 + 5 + 4 + 5 + 10 + 4 + 9 + 1 + 2 + 14)
    assert tree.root.values(0) == ('unknown', '> 200 DM')
    values = tree.schema.attributes[tree.schema.index('employment_duration')].values
    assert set(values) == {'unemployed', '> 7 years', '1 - 4 years', '4 - 7 years', '< 1 year'}
    job = next(tree.node(i) for i in range(len(tree)) if tree.node(i).attribute == 'job')
    assert job.values(0) == ('management', 'skilled', 'unemployed')
    assert tree_text(read_c45_text(tree_text(tree), tree.schema)) == tree_text(tree)


def test_boosted_trees_of_c50_are_told_apart_by_trial():
    text = '''\
-----  Trial 22:  -----

Decision tree:

crime = ?: republican (0)
crime = n: democrat (45.5/9.5)
crime = y: [S1]

SubTree [S1]

adoption-of-the-budget-resolution in {?,n}: republican (83.9/29.1)
adoption-of-the-budget-resolution = y: democrat (31.1/5.4)

-----  Trial 23:  -----

Decision tree:

physician-fee-freeze = ?: republican (0)
physician-fee-freeze = n: democrat (127.3/32)
physician-fee-freeze = y:
:...water-project-cost-sharing in {?,n}: republican (39.6/1.3)
    water-project-cost-sharing = y:
    :...immigration in {?,y}: republican (36.8/6.4)
        immigration = n: democrat (61.3/20.1)
'''
    trees = read_report(text)
    assert list(trees) == [(22, 'pruned'), (23, 'pruned')]
    assert trees[22, 'pruned'].root.weight == pytest.approx(
        160.5) and trees[23, 'pruned'].depth == 3


# -- what print loses

def test_a_leaf_gives_its_own_class_whatever_its_errors():
    for wrong in '0.1', '1.4', '1.5', '2.1', '3.0':
        tree = read_c45_text(f'x <= 1 : a (3.0/{wrong})\nx > 1 : b (3.0/{wrong})')
        table = Table(tree.schema, (np.array([0.0, 2.0]),), np.zeros(2, int), np.ones(2))
        assert classify(tree, table).tolist() == [0, 1]
        assert tree.dist.sum(axis=1).tolist() == pytest.approx(tree.weights.tolist())


def test_the_print_of_a_test_decides_the_order_of_its_values():
    text = 'a = z: p (1.0)\na = x:\n|   b <= 1 : p (1.0)\n|   b > 1 :\n|   |   a in {x,y,z}: q (1.0)\n|   |   a = w: p (0.0)\na = y:\n|   b <= 2 : p (1.0)\n|   b > 2 : q (1.0)'
    assert read_c45_text(text).schema.attributes[0].values == ('x', 'y', 'z', 'w')


def test_a_margin_and_dos_line_ends_do_no_harm():
    margin = ''.join(f'    {row}\r\n' for row in GOLF.split('\n'))
    assert read_c45_text(margin) == read_c45_text(GOLF)


@pytest.mark.parametrize('text, said', [
    ('', 'line 1: expected a tree'),
    (GOLF[:-10], 'line 7: expected a branch'),
    (GOLF.replace('|   windy', '|   |   windy', 1), 'line 6: expected at most 1 levels'),
    (GOLF.replace('75 : Play', '76 : Play'), 'line 3: expected a branch of the same test'),
    (GOLF + '\n\nPlay (3.0)', 'line 9: expected the end'),
    (GOLF.replace('outlook = rain', '\noutlook = rain'), 'line 6: expected the end'),
    ('a = b: c: d (1.0)\na = e: d (1.0)',
     "line 1: expected one way to read it.*'b' → 'c: d' or 'a' = 'b: c' → 'd'; pass schema"),
    ('a = b: c (1.0)\na = b: d (1.0)', 'line 2: expected each value in one branch'),
    ('a <= 1 : c (1.0)\na <= 1 : d (1.0)', 'line 1: expected a branch <= and a branch >'),
    ('a <= 1 :[S??]\na > 1 : d (1.0)', 'print a wider page'),
    ('a <= 1 :[S1]\na > 1 : d (1.0)', r'line 1: expected Subtree \[S1\] further down'),
    ('Decision Tree:\n', 'line 2: expected a tree'),
    ('a <= 1 :\n|   a = 3: x (1.0)\na > 1 : x (2.0)', "'a': has thresholds in one place"),
])
def test_errors_name_the_line_and_the_way_out(text, said):
    with pytest.raises(ValueError, match=said): read_c45_text(text)


def test_names_that_the_schema_has_not_are_refused():
    schema = read_c45_text(GOLF).schema
    for old, new in ('humidity', 'dampness'), ('true', 'yes'), ("Don't", 'Do not'):
        with pytest.raises(ValueError, match='names must be those of the schema'):
            read_c45_text(GOLF.replace(old, new), schema)


def test_without_a_schema_two_sides_of_a_number_are_a_threshold():
    tree = read_c45_text('pay = x <= 3 : good (3.0)\npay = x > 3 : bad (3.0)')
    assert tree.schema.names == ('pay = x',) and tree.root.threshold == 3


def test_a_schema_with_very_many_values_makes_no_very_large_tree():
    schema = Schema([Attribute('a', 'discrete', [str(i) for i in range(100_000)]),
                     Attribute('x', 'continuous')], 'pq')
    text = ''.join(
        f'{"|   " * i}x <= {i} :\n{"|   " * i}|   a = 1: p (1.0)\n{"|   " * i}x > {i} :\n'
        for i in range(300))
    with pytest.raises(ValueError, match='leave out values'):
        read_c45_text(text + '|   ' * 300 + 'a = 1: p (1.0)', schema)


def test_trees_of_one_trial_are_numbered_on():
    text = ''.join(f'Trial 1\n\nDecision Tree:\n\nx ({i}.0)\n\n' for i in range(5))
    assert [t for t, _ in read_report(text)] == [1, 2, 3, 4, 5]
