"""Names, values and classes of strangers reach a terminal without orders to it, and what was
printed reads back."""
import io
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from support.exports import WRITERS
from support.random_tables import seeds

import c45lit as c
from c45lit.cli import main
from c45lit.data.c45_files import read_names, write_c45
from c45lit.data.dataframes import meant, visible
from c45lit.data.table import encode
from c45lit.data.training_cases import training_table
from c45lit.engine.error_based import simplify
from c45lit.originals.r8_figures import GrowingTrace, growing_text
from c45lit.originals.r8_growing import grow_release8
from c45lit.originals.report_tables import pruning_text
from c45lit.programs.options import screen
from c45lit.pruning.pruning_trace import PruningTrace
from c45lit.originals.reports import read_c45_text, read_report
from c45lit.specification.multiway import SplitOptions
from c45lit.specification.structure import tree_text

# what a terminal obeys: C0, DEL, C1, marks of direction, ends of lines; and halves of characters,
# which it cannot be sent
ORDERS = [*map(chr, [*range(32), *range(127, 160), 0x61c, 0x200e, 0x200f, *range(0x2028, 0x202f),
                     *range(0x2066, 0x206a)]), '\ud800', '\udc9b', '\udfff']
STEERS = re.compile(f'[{re.escape("".join(ORDERS))}]')
PLAIN = ['a', 'b', 'Z', '0', 'é', '色泽', '👩‍🌾', '\u3000', '_', '-', '(', "'", '"', '\\', '\\\\',
         'u001b', 'u202e', 'x1b', '\\u202e', '\\n']
WORDS = st.lists(st.sampled_from(PLAIN + ORDERS[:40:3] + ORDERS[40:]), max_size=6).map(''.join)


def orders_in(text, layout=''):
    "What a text has that steers a terminal, but the layout."
    return [order for order in STEERS.findall(text) if order not in layout]


# -- one function

@settings(max_examples=2000)
@given(WORDS, WORDS)
def test_a_word_is_shown_without_orders_and_no_two_alike(one, other):
    assert not orders_in(visible(one))
    assert meant(visible(one)) == one and (visible(one) == visible(other)) == (one == other)
    assert visible(meant(visible(one))) == visible(one)


def test_every_order_is_shown_and_nothing_else_changes():
    shown = {chr(i) for i in range(0x110000) if visible(chr(i)) != chr(i)}
    assert shown == set(map(chr, range(0xd800, 0xe000))) | set(ORDERS)
    for text in ('色泽 = 青绿', '👩‍🌾', r'C:\new\table', r'\theta', 'naïve', 'שלום', 'مرحبا',
                 'a\u3000b\xa0c', ''): assert visible(text) == text


def test_a_hundred_thousand_backslashes_are_shown_at_once():
    word = '\\' * 100_000
    assert meant(visible(word + '\x1b')) == word + '\x1b' and visible(word) == word


# -- models of strangers

def word(rng, most=6):
    pool = PLAIN + ORDERS
    return ''.join(pool[i] for i in rng.integers(0, len(pool), int(rng.integers(0, most))))


def words(rng, n, start=''):
    found = {start + word(rng) + ORDERS[rng.integers(len(ORDERS))] for _ in range(4 * n)}
    return sorted(found)[:n]


def strange(seed, n=60):
    "(cases, classes) of which every name, value and class gives orders."
    rng = np.random.default_rng(seed)
    names, values, classes = words(rng, 3, 'x'), words(rng, 4), words(rng, 3)
    a, x, b = rng.integers(0, 4, n), rng.normal(0, 1, n).round(1), rng.integers(0, 4, n)
    def spelt(codes):
        return pd.Series([values[i] for i in codes],
                         dtype=object)  # text of Arrow holds no half characters
    X = pd.concat([spelt(a), pd.Series(x).where(rng.random(n) > 0.1), spelt(3 - b)],
                  axis=1).set_axis(pd.Index(names, dtype=object), axis=1)
    y = pd.Series([classes[i]
                   for i in np.where(rng.random(n) < 0.2, rng.integers(0, 3, n),
                                     (a + (x > 0)) % 3)], dtype=object, name=word(rng) + '\x1b')
    return X, y


FREE = dict(pruning=None, collapse=False, min_cases=1)
MODELS = [c.C45Classifier(**FREE), c.C45Classifier(discrete='grouped', **FREE),
          c.C45Classifier(discrete='subset'), c.C45Classifier(unknown='best', **FREE),
          c.CARTClassifier(pruning=None), c.ID3Classifier(), c.C45RulesClassifier(),
          c.C50Classifier(trials=3), c.C50Classifier(trials=1, rules=True)]


def all_said(model, X, y):
    "Everything for people that a model says."
    yield from (str(model.schema_), repr(model.schema_), str(training_table(X, y)))
    parts = [*getattr(model, 'trees_', []), *trees_of(model)]
    for tree in parts:
        yield from (str(tree), repr(tree), c.to_text(tree), c.to_text(tree, 30), repr(tree.root),
                    *(label for label, _ in tree.root.branches), c.to_dot(tree), c.to_mermaid(tree))
    for rules in filter(None, [vars(model).get('rules_'), *(vars(model).get('rulesets_') or [])]):
        yield from (str(rules), repr(rules), *map(str, rules.rules), *map(repr, rules.rules))
    explained = model.explain(X)
    yield from map(str, explained.columns)
    yield from (str(v) for column in explained for v in explained[column])


def trees_of(model):
    "The tree, and, where absence is no value, the tree with soft thresholds."
    if 'tree_' not in vars(model): return []
    is_soft = not isinstance(model, c.C50Classifier) and model.unknown == 'share'
    return [model.tree_] + ([model.softened()] if is_soft else [])


@pytest.mark.parametrize('seed', range(6))
def test_what_a_model_says_gives_no_orders(seed):
    X, y = strange(seed)
    for model in MODELS:
        for text in all_said(model.fit(X, y), X, y):
            assert not orders_in(text, '\n\t'), (model, orders_in(text, '\n\t'), text[:300])


def test_traces_of_growing_and_pruning_give_no_orders():
    for seed in seeds(3):
        X, y = strange(seed)
        said, table = [], training_table(X, y)
        for grouped in False, True:
            options = SplitOptions(grouped=grouped)
            growing, pruning = GrowingTrace(table.schema), PruningTrace(table.schema)
            tree = grow_release8(table, options, watch=growing)
            simplify(tree, table, 0.25, watch=pruning)
            said += growing_text(growing.records, 2), pruning_text(pruning.records)
        assert said and not orders_in('\n'.join(said), '\n\t')


# -- printed trees read back


def test_a_print_with_raw_orders_of_another_program_is_read():
    raw = 's = a\tb: yes (3.0)\ns = c\x85: no\u202e (2.0)'
    tree = read_c45_text(raw)
    assert tree.schema.attributes[0].values == ('a\tb', 'c\x85') and tree.schema.classes == (
        'yes', 'no\u202e')
    assert read_c45_text(raw, tree.schema) == tree == read_c45_text(str(tree))


# -- errors and warnings

def failures(X, y):
    "Calls that are refused, and name what they refuse."
    table, a = training_table(X, y), list(X)
    model, tree = c.C45Classifier(**FREE).fit(X, y), c.C45Classifier(**FREE).fit(X, y).tree_
    text = str(tree)
    yield lambda: model.predict(X.drop(columns=a[0]))
    yield lambda: model.predict(X.rename(columns={a[0]: a[0] + '\x9b'}))
    yield lambda: encode(X[a[::-1]], model.schema_)
    yield lambda: encode(X.assign(**{a[1]: np.inf}), model.schema_)
    yield lambda: encode(X.assign(**{a[1]: 'word\x1b'}), model.schema_)
    yield lambda: encode(X, model.schema_, y + '\x1b')
    yield lambda: model.schema_.index('nosuch\x1b')
    yield lambda: model.fit(pd.concat([X, X[a[0]]], axis=1), y)
    yield lambda: model.fit(X.assign(**{a[0]: pd.Timestamp('2024-01-01')}), y)
    yield lambda: model.fit(X.assign(**{a[0]: [['\x1b']] * len(X)}), y)
    yield lambda: model.fit(X.assign(**{a[0]: [1, '\x1b'] * (len(X) // 2)}), y)
    yield lambda: model.fit(X, [1, y[0]] * (len(X) // 2))
    yield lambda: model.fit(X, y, schema={'\x1b': 'discrete'})
    yield lambda: model.fit(X, y, schema={a[0]: 'ordered'})
    yield lambda: model.fit(X.assign(**{n: None for n in a}), y)
    yield lambda: c.C45Classifier(costs={('\x1b', y[0]): 2.0}).fit(X, y)
    yield lambda: c.C45Classifier(class_weight={'\x1b': 2.0}).fit(X, y)
    yield lambda: c.Attribute(a[0], 'discrete', ['\x1b', '\x1b'])
    yield lambda: c.Schema(table.schema.attributes * 2, ())
    yield lambda: c.Schema((), ('\x1b', '\x1b'))
    yield lambda: read_c45_text(text.replace('(', '\x1b('), tree.schema)
    yield lambda: read_c45_text(text + '\n' + text, tree.schema)
    yield lambda: c.from_json(c.to_json(model).replace('"kind": "discrete"',
                                                       '"kind": "\\u001b[31m"'))
    yield lambda: c.from_json('{"format": "c45lit \\u001b"}')
    yield lambda: c.to_json('\x1b')
    yield from (lambda write=write: write(model) for write in WRITERS.values())
    yield lambda: c.to_c(model, '\x1b')
    yield lambda: c.fit_partitioned([X.assign(y=y), X[a[:2]].assign(y=y)], 'y')
    yield lambda: c.fit_partitioned([X.assign(y=y)], '\x1b')
    yield lambda: c.fit_partitioned([X.assign(y=y), X.assign(y=y, **{a[0]: 1.5})], 'y')
    yield lambda: c.Table(table.schema, tuple(column[:-1] for column in table.columns),
                          table.classes, table.weights)
    yield lambda: c.Table(table.schema, tuple(np.full(len(X), 99, np.int8) for _ in a),
                          table.classes, table.weights)


@pytest.mark.parametrize('seed', range(3))
def test_errors_and_warnings_quote_names_without_orders(seed):
    X, y = strange(seed)
    refused = 0
    for i, call in enumerate(failures(X, y)):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter('always')
            try: call()
            except (ValueError, TypeError) as e:
                refused += 1
                assert not orders_in(str(e), '\n'), (i, str(e))
        for w in told: assert not orders_in(str(w.message)), (i, str(w.message))
    assert refused > 25


def test_warnings_of_values_never_seen_and_of_empty_columns_give_no_orders():
    X, y = strange(7)
    model, a = c.C45Classifier().fit(X, y), list(X)
    for call in (lambda: model.predict(X.assign(**{a[0]: 'new\x1b[2J'})),
                 lambda: model.fit(X.assign(**{a[2]: None}), y),
                 lambda: model.set_params(discrete='subset', pruning=None).fit(
                     X[[a[2]]].assign(**{a[2]: [f'\x1b{i}' for i in range(len(X))]}), y)):
        with pytest.warns(UserWarning) as told: call()
        assert told and not any(orders_in(str(w.message)) for w in told)


# -- the command line and Quinlan's programs

def ran(words, capsys):
    "(status, what was printed, what was said on standard error)."
    status = main(words)
    return status, *capsys.readouterr()


def in_files(folder, seed=1):
    "(CSV, model) of strangers; half characters cannot stand in a file."
    def fine(w): return re.sub('[\ud800-\udfff\r\n\0]', '\x1b', w)
    X, y = strange(seed)
    X = X.rename(columns=fine).map(lambda v: fine(v) if isinstance(v, str) else v)
    y = y.map(fine).rename('to learn\x1b[2J')
    path = folder / 'strange.csv'
    pd.concat([X, y], axis=1).to_csv(path, index=False)
    model = c.C45Classifier(**FREE).fit(X, y)
    model.save(folder / 'm.json')
    return path, folder / 'm.json', X, y


def test_commands_give_no_orders(tmp_path, capsys):
    path, model, X, y = in_files(tmp_path)
    (tmp_path / 'short.csv').write_text('a\x1b,b\n1\n')
    (tmp_path / 'new.csv').write_text(
        path.read_text().replace('\u202e', '\u202e\u202e').replace('\x1b', '\x1b\x1b'), newline='')
    (tmp_path / 'words.csv').write_text(pd.concat([X.assign(**{X.columns[1]: 'w\x1b'}), y],
                                                  axis=1).to_csv(index=False), newline='')
    (tmp_path / 'a.arff').write_text(
        '@relation r\n@attribute x\x1b {\x1b[31ma}\n@attribute c {p,q}\n@data\n\x1b[32mz,p\n')
    (tmp_path / 'b.json').write_text('{"format": "\\u001b[31mc45"}')
    calls = [['fit', path, '--target', y.name, '-o', tmp_path / 'o.json'],
             ['fit', path, '--target', y.name, '--model', 'rules', '--folds', '2'],
             ['fit', path, '--target', y.name, '--model', 'c50', '--set', 'trials=2'],
             ['fit', path, '--target', 'nosuch\x1b'], ['fit', path],
             ['fit', path, '--target', y.name, '--model', 'regressor'],
             ['fit', tmp_path / 'a.arff'], ['fit', tmp_path / 'short.csv', '--target', 'b'],
             ['show', model], ['show', model, '--rules'], ['show', model, '--dot'],
             ['show', tmp_path / 'b.json'], ['predict', model, path, '--explain'],
             ['predict', model, tmp_path / 'short.csv'],
             ['predict', model, tmp_path / 'words.csv'], ['nosuch\x1b'],
             ['show', tmp_path / 'no\x1bsuch'],
             ['predict', model, tmp_path / 'new.csv', '-o', tmp_path / 'answers.csv'],
             ['fit', path, '--target', y.name, '--set', 'nosuch\x1b=1']]
    for call in calls:
        status, out, err = ran(list(map(str, call)), capsys)
        assert out or err
        assert not orders_in(out, '\n\t') and not orders_in(err, '\n'), (
            call, status, orders_in(out, '\n\t'), err)


def test_answers_go_to_a_file_as_they_are_and_to_a_screen_without_orders(
    tmp_path, capsys, monkeypatch):
    path, model, X, y = in_files(tmp_path)
    assert main(['predict', str(model), str(path), '-o', str(tmp_path / 'a.csv')]) == 0
    capsys.readouterr()
    found = pd.read_csv(tmp_path / 'a.csv', dtype=str, keep_default_na=False, lineterminator='\n')
    assert found.prediction.tolist() == c.load(model).predict(X).tolist()  # data: as they are
    class Terminal(io.StringIO):
        def isatty(self): return True
    for words_of in (['predict', str(model), str(path)], ['export', str(model), '--to', 'python'],
                     ['show', str(model), '--html']):
        seen = Terminal()
        monkeypatch.setattr('sys.stdout', seen)
        assert main(words_of) == 0
        monkeypatch.undo()
        assert seen.getvalue() and not orders_in(seen.getvalue(), '\n\t')
    plain = io.StringIO()
    assert screen(plain) is plain


def test_quinlans_programs_give_no_orders(tmp_path, capsys):
    for seed in range(3):
        *_, X, y = in_files(tmp_path, seed)
        def fine(w): return re.sub('[\0\r\n\t]', '\x1b', w) + '.'  # no blank at its end
        X, y = X.rename(columns=fine).map(lambda v: fine(v)
                                          if isinstance(v, str) else v), y.map(fine)
        stem = tmp_path / f's{seed}'
        write_c45(stem, encode(X, c.infer_schema(X, y), y))
        (tmp_path / f's{seed}.test').write_bytes((tmp_path / f's{seed}.data').read_bytes()
                                                 + 'no\x1bsuch, 1x\x1b, \u202e, never\x1b\n'.encode(
                                                     ))
        calls = [['c4.5', '-f', str(stem), *options]
                 for options in ([], ['-s', '-v', '3'], ['-p', '-u'], ['-t', '2', '-v', '1'],
                                 ['-g', '-v', '2'])]
        calls += [['c4.5rules', '-f', str(stem), '-v', '1', '-u'],
                  ['xval', str(stem), '2', '--rules']]
        for words_of in calls:
            status, out, err = ran(words_of, capsys)
            assert out or err
            assert not orders_in(out, '\n\t') and not orders_in(err, '\n'), (
                words_of, orders_in(out, '\n\t'), err)
        report = ran(['c4.5', '-f', str(stem), '-s'], capsys)[1]
        schema = read_names(f'{stem}.names')
        tree = c.from_json((tmp_path / f's{seed}.tree').read_text())
        assert tree_text(read_report(report, tree.schema)[0, 'pruned'
                                                          if 'Simplified' in report
                                                          else 'unpruned']) and schema.names == tree.schema.names
        for broken in ('a\x1b, a\x1b.\nx: continuous.', 'a, b.\nx\x1b y', 'a, b.\nx\x1b: one\x1b.',
                       'a, b.\nx: discrete \x1b.', 'a,b.\nx\x1b: u,u.'):
            (tmp_path / 'broken.names').write_text(broken)
            (tmp_path / 'broken.data').write_text('q\x1b, a\nz, \u202eb\n')
            status, out, err = ran(['c4.5', '-f', str(tmp_path / 'broken')], capsys)
            assert not orders_in(out, '\n\t') and not orders_in(err, '\n'), (broken, out, err)


