"""A threshold of 0 is read as 0 wherever it is put in words. In learners of 32 bits another number
decides, 2 ** -150, below which everything is 0 there, and numbers in exports stay what decides."""
import io
import json
from contextlib import redirect_stdout

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier
from support.exports import PROGRAMS
from support.scripts import in_node

from c45lit import (C45Classifier, C45RulesClassifier, C50Classifier, CARTClassifier,
                    Release8Classifier, explore_tree, explore_unknown, from_sklearn, plot_tree,
                    rules_from, to_dot, to_json, to_mermaid, to_text)
from c45lit.cli import main
from c45lit.data.absence import threshold_text
from c45lit.originals.report_tables import report_rules, report_tree, soft_thresholds

ROUNDS_TO_ZERO = 2.0 ** -150
X = pd.DataFrame({'k': [0.0] * 20 + [1.0] * 20 + [2.0] * 20, 'j': [1.0, 2, 3, 4, 5] * 12})
Y = np.array(['a'] * 20 + ['b'] * 40)
MINUS = X.assign(k=X['k'].replace(0.0, -0.0))
AROUND = X.assign(k=X['k'].replace(0.0, -1.0))  # midpoints of which are 0
SOFT = pd.DataFrame({'k': [-2.0, -1, -0.0] * 10 + [1.0, 2, 3] * 10})
MIXED = np.array((['a'] * 29 + ['b']) + (['a'] + ['b'] * 29))


def sklearn_tree():
    "scikit-learn compares in 32 bits: its cut of 0 is our 2 ** -150."
    return from_sklearn(DecisionTreeClassifier(max_depth=1).fit(AROUND, Y))


TREES = {
    'C5.0': lambda: C50Classifier().fit(X, Y).tree_,
    'C5.0, -0': lambda: C50Classifier().fit(MINUS, Y).tree_,
    'C5.0, soft': lambda: C50Classifier(fuzzy=True).fit(SOFT, MIXED).tree_,
    'C4.5, -0': lambda: C45Classifier().fit(MINUS, Y).tree_,
    'Release 8': lambda: Release8Classifier().fit(MINUS, Y).tree_,
    'C4.5, soft': lambda: C45Classifier().fit(SOFT, MIXED).softened(),
    'CART': lambda: CARTClassifier().fit(AROUND, Y).tree_,
    'scikit-learn': sklearn_tree,
}
TREE_WORDS = {
    'print': str, 'to_text': to_text, 'to_dot': to_dot, 'to_mermaid': to_mermaid,
    'html': lambda tree: tree._repr_html_(),
    'frame': lambda tree: str([*tree.to_frame()['condition']]),
    'rules': lambda tree: str(rules_from(tree)),
    'plot': lambda tree: ' '.join(t.get_text() for t in plot_tree(tree).texts),
    'report': lambda tree: report_tree(tree)['printed_cut'],
}
MODELS = {
    'C5.0': lambda: C50Classifier().fit(X, Y),
    'C5.0 rules': lambda: C50Classifier(rules=True).fit(X, Y),
    'C5.0 votes': lambda: C50Classifier(rules=True, trials=3, early_stopping=False).fit(X, Y),
    'C4.5 rules': lambda: C45RulesClassifier().fit(MINUS, Y),
    'C4.5': lambda: C45Classifier().fit(MINUS, Y),
}


def has_odd_zero(text):
    "Whether a number near 0, or a zero with a sign, is in a text."
    return 'e-46' in text or '-0 ' in f'{text} '.replace('\n', ' ').replace('"', ' ')


@pytest.mark.parametrize('name', TREES)
@pytest.mark.parametrize('how', TREE_WORDS)
def test_a_tree_that_asks_for_zero_says_zero(name, how):
    tree = TREES[name]()
    assert tree.threshold[0] in (0, ROUNDS_TO_ZERO)
    text = TREE_WORDS[how](tree)
    plt.close('all')
    assert '0' in text and not has_odd_zero(text), text


@pytest.mark.parametrize('name', MODELS)
def test_what_a_model_says_of_a_case_says_zero(name):
    model = MODELS[name]()
    told = model.explain(X.iloc[[0, -1]])
    words = ' '.join(str(v) for column in told for v in told[column])
    for i in 0, -1: words += ' '.join(model.counterfactuals(X.iloc[[i]])['what'])
    assert '0' in words and not has_odd_zero(words), words


@pytest.mark.parametrize('name', ['C5.0 rules', 'C5.0 votes'])
def test_rules_that_ask_for_zero_say_zero(name):
    for rules in MODELS[name]().rulesets_:
        text = str(rules) + ' '.join(map(str, rules.to_frame().iloc[:, 1]))
        assert '<= 0' in text and not has_odd_zero(text), text


def test_printed_rules_and_soft_thresholds_are_of_zero():
    printed = str(report_rules(C45RulesClassifier().fit(MINUS, Y).rules_, printed=True))
    assert "'cut': 0.0" in printed and not has_odd_zero(printed.replace('-0.0', '-0 '))
    soft = soft_thresholds(TREES['C5.0, soft']())
    assert soft and soft[0]['cut'] == 0 and not has_odd_zero(str(soft))


@pytest.mark.parametrize('how', PROGRAMS)
@pytest.mark.parametrize('name', ['C5.0', 'C5.0 rules'])
def test_programs_keep_the_number_that_decides_and_do_not_show_it(how, name):
    text = str(PROGRAMS[how](MODELS[name]()))
    assert f'{ROUNDS_TO_ZERO:.6g}' not in text
    if how in ('to_javascript', 'to_python', 'to_pmml'): assert repr(ROUNDS_TO_ZERO) in text
    tree = TREES['C5.0']()
    assert json.loads(to_json(tree))['threshold'][0] == ROUNDS_TO_ZERO


def test_explorers_of_a_tree_say_zero():
    model = C50Classifier().fit(X, Y)
    for explorer in explore_tree(model, X, Y), explore_unknown(model, X.iloc[0]):
        assert f'{ROUNDS_TO_ZERO:.6g}' not in explorer.to_html() + str(vars(explorer))


def test_the_pages_of_explorers_say_zero():
    said = in_node('v => v.map(x => [shortNumber(x), `${plain(x)}`])', [ROUNDS_TO_ZERO, -0.0, 1e-9],
                   'tree', 'numbers')
    assert said == [['0', '0'], ['0', '0'], ['1e−9', '1e-9']]


def test_the_program_prints_zero(tmp_path):
    (tmp_path / 'it.names').write_text('a, b.\n\nk: continuous.\nj: continuous.\n')
    lines = [f'{k:g}, {j:g}, {c}\n' for k, j, c in zip(MINUS['k'], X['j'], Y)]
    (tmp_path / 'it.data').write_text(''.join(lines))
    assert '-0,' in lines[0]
    for options, other in ([], 'k > 0\n'), (['-r'], 'k > 0\n'), (['-p'], 'k >= 1 (0.5)'):
        out = io.StringIO()
        with redirect_stdout(out): assert main(['c5.0', '-f', str(tmp_path / 'it'), *options]) == 0
        report = out.getvalue().replace(':', '\n')
        assert 'k <= 0' in report and other in report, report


@pytest.mark.parametrize('number, words', [
    (ROUNDS_TO_ZERO, '0'), (-0.0, '0'), (0.0, '0'), (1e-45, '1e-45'), (-1e-300, '-1e-300'),
    (1e-46, '1e-46'), (28.0, '28'), (0.1, '0.1'), (1234567.0, '1.23457e+06')])
def test_only_zero_is_zero(number, words): assert threshold_text(number) == words
