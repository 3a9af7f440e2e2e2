"""Consulting asks what Release 8 asks, refuses what it refuses, and says what it says; and bears
any answer and any file."""
import io
import json
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.reference import CF
from support.tables import data_set

from c45lit.cli import main
from c45lit.originals.consultation import Answer, Consultation, read_answer
from c45lit.originals.consult_program import consult_program, consult_rules_program, converse
from c45lit.data.table import Attribute, encode, infer_schema
from c45lit.engine.error_based import prune_error_based
from c45lit.data.c45_files import read_c45, write_c45
from c45lit.engine.growing_loop import grow_tree
from c45lit.originals.r8_growing import grow_release8
from c45lit.originals.r8_pruning import simplify_release8
from c45lit.originals.r8_windows import soften_release8
from c45lit.programs.options import Refusal, write_trees
from c45lit.engine.prediction import distribution
from c45lit.show.rule_files import rules_to_json
from c45lit.rules.ruleset import extract_rules
from c45lit.originals.r8_rule_choice import extract_rules_release8
from c45lit.pruning.soft_thresholds import _subtree, soften
from c45lit.specification.multiway import SplitOptions
from c45lit.specification.structure import Tree

N_TREE_CASES, N_RULE_CASES = 84, 32


# -- against the stored consultations

def learned(reference, name: str, options: str, program: str):
    "The tree or the rules that a stored consultation was held with, from our own engine."
    table = read_c45(reference / 'data' / name, on_error=lambda message: None)
    tree = grow_release8(table, SplitOptions(grouped=options == 's'))
    if program == 'rules':
        return extract_rules_release8(tree, table)
    tree = simplify_release8(tree, table, CF).pruned
    return soften_release8(tree, table) if options == 'p' else tree


@pytest.fixture(scope='module')
def stored(reference):
    "(set, options, program) -> (model, cases) of every stored consultation."
    facts = json.loads((reference / 'oracle' / 'facts'
                        / 'consultations.json').read_text(encoding='utf-8'))
    return {key: (learned(reference, *key), c['cases']) for c in facts['consultations']
            for key in [(c['dataset'], c['option_set'], c['program'])]}


def held(model, answers: list) -> tuple:
    "([[attribute, answer], ...] as they were asked for, the lines of the decision)."
    consultation, asked, left = Consultation(model), [], list(answers)
    while consultation.question is not None and left:
        asked.append([str(consultation.question.name), left[0]])
        try:
            consultation = consultation.answer(left.pop(0))
        except ValueError:
            pass  # refused, as the original does by asking again
    return asked, list(consultation.verdict.lines) if consultation.verdict else None


def test_the_questions_and_decisions_are_those_of_release_8(stored):
    count = {'tree': 0, 'rules': 0}
    for (name, options, program), (model, cases) in stored.items():
        for case in cases:
            asked, decision = held(model, [answer for _, answer in case['asked']])
            assert (asked, decision) == (case['asked'], case['decision']), (name, options, program)
            count[program] += 1
    assert count == {'tree': N_TREE_CASES, 'rules': N_RULE_CASES}


def test_the_same_answers_typed_at_the_terminal_end_in_the_same_decisions(stored):
    for key, (model, cases) in stored.items():
        shown, lines = [], [line for case in cases
                            for line in [*(a for _, a in case['asked']), 'n']]
        left = iter(lines)
        assert converse(model, 'tree', lambda prompt: next(left, None), shown.append) == cases, key
        decisions = [text.split('\n')[2:] for text in shown if text.startswith('\nDecision:')]
        assert decisions == [[f'\t{line}' for line in case['decision']] for case in cases], key


# -- answers

OUTLOOK = Attribute('outlook', 'discrete', ('sunny', 'overcast', 'rain'))
HUMIDITY = Attribute('humidity', 'continuous')


@pytest.mark.parametrize('given, low, high', [
    ('80', 80, 80), (' 80 ', 80, 80), ('75-85', 75, 85), ('75 - 85', 75, 85), ('-5--3', -5, -3),
    ('-5 - 3', -5, 3),
    ('1e-5-2e-5', 1e-5, 2e-5), ('.5', .5, .5), ('+2', 2, 2), (80, 80, 80), (80.5, 80.5, 80.5)])
def test_a_number_or_a_range_is_read(given, low, high):
    assert read_answer(HUMIDITY, given)[1:3] == (low, high)


@pytest.mark.parametrize('given',
                         ['', 'high', '80 %', '85-75', '1-2-3', '--1', 'nan', 'inf', '1e999',
                          '0x10', '?t', '٣'])
def test_what_is_no_number_is_refused_with_the_attribute_and_a_way_out(given):
    with pytest.raises(ValueError, match=r'^humidity: .*(\?|smaller number first)'):
        read_answer(HUMIDITY, given)


@pytest.mark.parametrize('given, shares', [
    ('rain', (0, 0, 1)), ('rain: 1', (0, 0, 1)), ('rain: 0.2', (.4, .4, .2)),
    ('rain:0.2,sunny:0.3', (.3, .5, .2)),
    ('sunny: 0.5, overcast: 0.3, rain: 0.2', (.5, .3, .2)), ('rain: 0.5, sunny: 0.5', (.5, 0, .5)),
    ('sunny: .33, overcast: .33, rain: .33', (.33, .33, .33)), ('rain.', (0, 0, 1))])
def test_probabilities_are_read_and_filled_up(given, shares):
    assert read_answer(OUTLOOK, given).shares == pytest.approx(shares)


@pytest.mark.parametrize('given, why', [
    ('', 'expected an answer'),
    ('snow', "'snow' is not one of the permissible values: sunny, overcast, rain"),
    ('rain: 0.7, sunny: 0.4', 'add up to 1.1, expected 1'),
    ('sunny: .3, overcast: .3, rain: .3', 'add up to 0.9'),
    ('rain, sunny', 'each value once'), ('rain: 0.2, rain: 0.3', 'each value once'),
    ('rain: x', 'from 0 to 1'),
    ('rain: -0.1', 'from 0 to 1'), ('rain: 1.5', 'from 0 to 1'), ('rain:', 'from 0 to 1'),
    (':', 'from 0 to 1'),
    ('?t', 'not one of'), ('x' * 2000, 'not one of|2000'), ('| note', 'not one of')])
def test_what_cannot_be_meant_is_refused_with_the_reason(given, why):
    with pytest.raises(ValueError, match=why):
        read_answer(OUTLOOK, given)


def test_a_value_with_a_comma_is_read_as_it_stands_or_escaped():
    odd = Attribute('size', 'discrete', ('small, cheap', 'a:b', 'l'))
    assert read_answer(odd, 'small, cheap').shares == read_answer(odd, r'small\, cheap').shares == (
        1, 0, 0)
    assert read_answer(odd, r'a\:b: 0.6, l: 0.4').shares == pytest.approx((0, .6, .4))


@given(st.text(st.sampled_from('rain sunny,overcast:.0123456789-?+e|\\\n\t\0é'), max_size=30),
       st.sampled_from([OUTLOOK, HUMIDITY]))
def test_any_text_is_understood_or_refused(text, attribute):
    try:
        answer = read_answer(attribute, text)
    except ValueError as e:
        assert str(e)
        return
    if answer.is_unknown:
        assert text.strip() == '?'
    elif attribute is HUMIDITY:
        assert answer.low <= answer.high
    else:
        assert 0.99 <= sum(answer.shares) <= 1.000002


# -- consultations

@pytest.fixture(scope='module')
def grown():
    "A table of numbers, values and unknowns, and its pruned trees: hard, soft, with groups."
    rng = np.random.default_rng(3)
    X = pd.DataFrame(rng.normal(size=(500, 3)), columns=list('abc'))
    X['d'] = rng.choice(list('pqrst'), 500)
    X['e'] = rng.choice(['no', 'yes'], 500)
    y = X.a * (X.e == 'yes') + X.d.isin(['p', 'q']) + X.b + rng.normal(size=500) * .4
    y = pd.cut(y, [-99, 0, 1, 99], labels=['low', 'middle', 'high']).astype(str)
    X = X.mask(rng.random(X.shape) < 0.05)
    table = encode(X, infer_schema(X, y), y)
    tree = prune_error_based(grow_tree(table), table)
    grouped = prune_error_based(grow_tree(table, SplitOptions(grouped=True)), table)
    assert (grouped.group >= 0).any()
    return table, {'hard': tree, 'soft': soften(tree, table), 'groups': grouped}


answers_of = st.one_of(st.just('?'), st.floats(-3, 3).map(lambda v: f'{v:.2f}'),
                       st.tuples(st.integers(-3, 0),
                                 st.integers(0, 3)).map(lambda r: f'{r[0]}-{r[1]}'),
                       st.sampled_from(['p', 'q', 'r: 0.4', 's: 0.5, t: 0.3', 'no', 'yes: 0.7',
                                        'no: 0.1, yes: 0.9']))


@given(st.lists(answers_of, min_size=20, max_size=60), st.sampled_from(['hard', 'soft', 'groups']))
def test_every_conversation_ends_and_its_interval_holds_the_probability(grown, answers, which):
    consultation, asked = Consultation(grown[1][which]), []
    for answer in [*answers, *['?'] * 5]:
        if consultation.question is None:
            break
        name = consultation.question.name
        try:
            consultation = consultation.answer(answer)
        except ValueError:
            continue
        asked.append(name)
    assert len(set(asked)) == len(asked) <= 5, 'no attribute is asked for twice'
    found = consultation.verdict.conclusions
    assert 0.9 <= sum(c.cf for c in found) <= 1 + 1e-9  # shares up to 0.01 are not followed
    for c in found:
        assert -1e-9 <= c.low <= c.cf + 1e-9 and c.cf <= c.high + 1e-9


@pytest.mark.parametrize('which', ['hard', 'groups'])
def test_exact_and_unknown_answers_say_what_predicting_says(grown, which):
    table, trees = grown
    predicted = distribution(trees[which], table)
    for row in range(60):
        consultation = Consultation(trees[which])
        while consultation.question is not None:
            a = table.schema.index(consultation.question.name)
            value = table.columns[a][row]
            if consultation.question.kind == 'discrete':
                value = None if value < 0 else consultation.question.values[value]
            consultation = consultation.answer(None if value is None
                                               or value != value else repr(float(value))
                                               if consultation.question.kind
                                               == 'continuous' else value)
        found = {c.class_name: c.cf for c in consultation.verdict.conclusions}
        assert [found[c] for c in table.schema.classes] == pytest.approx(predicted[row].tolist())


def test_a_value_in_no_branch_counts_as_unknown(grown):
    tree = grown[1]['groups']
    node = int(np.flatnonzero(tree.group >= 0)[0])
    tree = _subtree(tree, node)
    lost = np.where(np.arange(len(tree.branch_of)) == tree.group[0], -1, tree.branch_of)
    value = Consultation(tree).question.values[0]
    _, decision = held(replace(tree, branch_of=lost), [value, *['?'] * 5])
    assert decision == held(tree, ['?'] * 6)[1]
    assert decision != held(tree, [value, *['?'] * 5])[1]


def test_an_answer_leaves_the_consultation_before_it_as_it_was(grown):
    first = Consultation(grown[1]['hard'])
    second = first.answer('?')
    assert first.answers == () and len(second.answers) == 1
    assert first.answer('?').answers == second.answers
    with pytest.raises(FrozenInstanceError):
        first.answers = second.answers


def test_a_retry_offers_every_earlier_answer(grown):
    done = Consultation(grown[1]['soft'])
    while done.question is not None:
        done = done.answer('?')
    again = done.retry()
    while again.question is not None:
        assert again.offered == Answer('?')
        again = again.answer(again.offered.text)
    assert again.verdict == done.verdict
    assert again.retry().retry().earlier == done.retry().earlier


def test_a_tree_that_asks_nothing_has_its_verdict_at_once(grown):
    table, _ = grown
    stump = grow_tree(table, SplitOptions(min_cases=400))
    assert Consultation(stump).question is None
    assert len(Consultation(stump).verdict.conclusions) == 3
    with pytest.raises(ValueError, match='nothing is left to be asked'):
        Consultation(stump).answer('?')


def test_a_long_chain_of_tests_needs_no_deep_recursion():
    n = 3000  # tests x <= 0, x <= 1, ...; behind each a leaf on the left, of the classes in turn
    schema = infer_schema(pd.DataFrame({'x': [0.0, 1.0]}), pd.Series(['even', 'odd']))
    inner = np.append(np.arange(2 * n) % 2 == 0, False)
    cases = np.where(inner, n - np.arange(2 * n + 1) // 2 + 1, 1.0)
    cases[-1] = 1.0
    dist = np.column_stack([cases / 2, cases / 2])
    leaves = np.flatnonzero(~inner)
    dist[leaves] = np.eye(2)[np.arange(len(leaves)) % 2]
    tree = Tree(schema, np.where(inner, 0, -1), np.where(inner, np.arange(2 * n + 1) // 2, np.nan),
                np.where(inner, np.arange(2 * n + 1) + 1, 0), np.where(inner, 2, 0),
                dist.argmax(axis=1), cases,
                cases - dist.max(axis=1), dist)
    assert tree.depth == n
    assert Consultation(tree).answer('2999').verdict.conclusions[0].class_name == 'odd'
    assert Consultation(tree).answer('?').verdict.conclusions[0].cf == pytest.approx(0.5, abs=1e-3)


# -- at the terminal

@pytest.fixture
def golf(tmp_path, monkeypatch):
    "A folder with golf.names, golf.data and golf.tree; the tree."
    table = data_set('golf')
    tree = soften(prune_error_based(grow_tree(table), table), table)
    monkeypatch.chdir(tmp_path)
    write_c45('golf', table)
    write_trees('golf.tree', [tree])
    return tree


@pytest.fixture
def typed(monkeypatch, capsys):
    "Run a program with lines of input; what it printed behind its title."
    def run(program, words, text):
        monkeypatch.setattr('sys.stdin', io.StringIO(text))
        program(words)
        return capsys.readouterr().out.split('File stem <golf>\n\n', 1)[1]
    return run


def test_a_case_is_asked_again_with_the_earlier_answers_in_brackets(golf, typed):
    out = typed(consult_program, ['-f', 'golf'], 'sunny\n78\nr\n\n60\nq\n')
    assert 'outlook [sunny]: ' in out and 'humidity [78]: 60' in out
    assert out.count('Decision:') == 2 and out.splitlines()[-1].endswith('q')


def test_what_was_answered_before_is_offered_though_the_retry_does_not_come_there(golf, typed):
    out = typed(consult_program, ['-fgolf'], 'sunny\n78\nr\novercast\nr\nsunny\n\nq')
    assert 'outlook [overcast]: sunny' in out and 'humidity [78]: ' in out


def test_the_tree_is_printed_when_asked_for_and_the_question_comes_again(golf, typed):
    out = typed(consult_program, ['-f', 'golf'], '?t\novercast\n')
    assert 'humidity <= 75 [70,80.155]' in out
    assert out.count('outlook: ') == 2


@pytest.mark.parametrize('text', ['', 'sunny', 'sunny\n', 'sunny\n78\n', 'sunny\n78\nx\n',
                                  'sunny\n78\nn\n', '\n\n\n', '?t'])
def test_the_program_ends_where_its_input_does(golf, typed, text):
    assert typed(consult_program, ['-f', 'golf'], text).startswith('outlook: ')


def test_ctrl_c_ends_it_in_peace(golf, monkeypatch, capsys):
    class Interrupted(io.StringIO):
        def readline(self):
            raise KeyboardInterrupt
    monkeypatch.setattr('sys.stdin', Interrupted())
    consult_program(['-f', 'golf'])
    assert capsys.readouterr().out.endswith('outlook: \n')


def refused(program, words) -> str:
    "What a refusal says; its status must be 1."
    with pytest.raises(Refusal) as caught:
        program(words)
    assert caught.value.status == 1
    return str(caught.value)


def test_missing_files_are_named(golf, tmp_path):
    assert 'cannot open file tennis.tree' in refused(consult_program, ['-f', 'tennis'])
    assert 'cannot open file DF.tree' in refused(consult_program, [])
    (tmp_path / 'golf.names').unlink()
    assert 'cannot open file golf.names' in refused(consult_program, ['-f', 'golf'])


def test_a_names_file_changed_since_is_noticed(golf, tmp_path):
    path = tmp_path / 'golf.names'
    text = path.read_text(encoding='utf-8')
    for old, new in ('windy', 'Windy'), ('rain', 'drizzle'), ("don't play",
                                                              'stay'), ('humidity: continuous', 'humidity: ignore'):
        path.write_text(text.replace(old, new), encoding='utf-8')
        assert 'run c45lit c4.5 -f golf again' in refused(consult_program, ['-f', 'golf'])
    path.write_text('hot, cold', encoding='utf-8')
    assert 'golf' in refused(consult_program, ['-f', 'golf'])


def test_values_collected_from_the_data_need_not_be_declared(golf, tmp_path, typed):
    path = tmp_path / 'golf.names'
    path.write_text(path.read_text(encoding='utf-8').replace('overcast, rain, sunny',
                                                             'discrete 5'), encoding='utf-8')
    assert 'Decision:' in typed(consult_program, ['-f', 'golf'], 'overcast\n')


# -- rules at the terminal

@pytest.fixture
def golf_rules(golf, tmp_path):
    "golf.rules beside the other files; the rules."
    table = read_c45('golf')
    rules = extract_rules(grow_tree(table), table)
    (tmp_path / 'golf.rules').write_text(rules_to_json(rules), encoding='utf-8')
    return rules


def test_rules_are_consulted_and_printed_when_asked_for(golf_rules, typed):
    out = typed(consult_rules_program, ['-f', 'golf'], '?t\nsunny: 0.7, rain: 0.2\n85-105\n')
    assert str(golf_rules) in out
    assert "\tdon't play  CF = 0.44" in out


@pytest.mark.parametrize('program, end, other', [(consult_program, 'tree', 'rules'),
                                                 (consult_rules_program, 'rules', 'tree')])
def test_a_file_cut_short_or_of_other_bytes_or_missing_is_refused(
        golf_rules, tmp_path, program, end, other):
    path = tmp_path / f'golf.{end}'
    whole = path.read_bytes()
    for data in (*(whole[:i] for i in range(0, len(whole) - 1, 97)), b'\x00' * 100, b'\xff\xfe' * 50,
                 b'[' * 100_000, b'{}', b'null\n', (tmp_path / f'golf.{other}').read_bytes()):
        path.write_bytes(data)
        assert path.name in refused(program, ['-f', 'golf'])
    path.unlink()
    assert f'cannot open file {path.name}' in refused(program, ['-f', 'golf'])


def test_a_rule_given_up_asks_no_more(golf_rules):
    consultation = Consultation(golf_rules).answer('overcast: 0.4, rain: 0.4')
    assert consultation.question is None and consultation.verdict.is_default


def test_no_rules_at_all_leave_the_default_class(golf_rules):
    verdict = Consultation(replace(golf_rules, rules=())).verdict
    assert verdict.lines == ('play (default class)',)


def test_what_the_learning_programs_save_can_be_consulted_from_the_command_line(
    golf, monkeypatch, capsys):
    assert main(['c4.5', '-f', 'golf', '-p', '--arithmetic', 'r8']) == 0
    assert main(['c4.5rules', '-f', 'golf']) == 0
    for program, cf in ('consult', '0.79  [ 0.50 - 0.90 ]'), ('consultr', '0.63'):
        capsys.readouterr()
        monkeypatch.setattr('sys.stdin', io.StringIO('sunny\n78\n'))
        assert main([program, '-f', 'golf']) == 0
        assert f"\tdon't play  CF = {cf}\n" in capsys.readouterr().out


def test_refusals_of_the_commands_have_status_1_and_help_has_0(golf, capsys):
    assert [main(['consult', '-f', 'tennis']), main(['consultr', '-f', 'golf']),
            main(['consult', '-x'])] == [1, 1, 1]
    assert 'cannot open file' in capsys.readouterr().err
    assert [main(['consult', '--help']), main(['consultr', '--help'])] == [0, 0]
    assert 'STEM.rules' in capsys.readouterr().out
