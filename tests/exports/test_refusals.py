"""The page on exports lists what they refuse: every error of their code, and no other."""
import ast
import re
from functools import cache

import pytest
from support.folders import ROOT

import c45lit

PAGE = (ROOT / 'docs' / 'exports.md').read_text(encoding='utf-8')
TEXT = {*(c45lit._HOME[name].partition('.')[2] for name in c45lit._PURPOSES['Ways out']),
        'sql_dialects', 'formulas', 'shapley', 'pipelines', 'model_files'}
SHARED = ('refuse_absence', 'tree_of', 'estimator_of', '_last_step', '_member_curves', '_joined_folds',
          'refuse_curves')  # functions of other modules that refuse for an export
# messages of what reads a file, and of a model whose criterion is not here
READERS = (r'from_json:|….*: …$|…: …$|the name … comes twice'
           '|criterion … of this model is not here')


def words(node) -> str:
    "The text that an expression makes, … for what it puts in."
    if isinstance(node, ast.Constant): return str(node.value)
    if isinstance(node, ast.JoinedStr): return ''.join(map(words, node.values))
    if isinstance(node, ast.BinOp): return words(node.left) + words(node.right)
    return '…'


def messages_of(tree, wanted) -> list:
    "What a module says when it refuses."
    found = []
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or not wanted(function.name): continue
        for node in ast.walk(function):
            call = node.exc if isinstance(node, ast.Raise) else None
            if isinstance(call, ast.Call) and call.args: found.append(words(call.args[0]))
    return found


def helped(tree) -> list:
    "What a module says by its `_refuse(what, way_out)`, which puts its own name before."
    name = next((m for m in messages_of(tree, '_refuse'.__eq__) if m.endswith(': …; …')), None)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)
             and getattr(node.func, 'id', '') == '_refuse']
    return [name.replace('…; …', '; '.join(map(words, call.args)))
            for call in calls] if name else []


@cache
def refusals() -> list:
    found = []
    for stem in (*TEXT, 'absence', 'structure', 'calibration'):
        file, = (ROOT / 'c45lit').glob(f'*/{stem}.py')
        tree = ast.parse(file.read_text(encoding='utf-8'))
        inside = (lambda name: True) if stem in TEXT else SHARED.__contains__
        found += [*messages_of(tree, inside), *helped(tree)]
    return sorted({m for m in found if not re.match(READERS, m) and not m.endswith(': …; …')})


def rows() -> list:
    "(exports, words of the message) of each line of the table."
    section = PAGE.partition('## What is refused')[2].partition('\n## ')[0]
    cells = [line.split(' | ') for line in section.splitlines() if line.startswith('| `')]
    return [(set(re.findall(r'`(\w+)`', row[0])), re.fullmatch('`(.*)`', row[2])[1])
            for row in cells]


def test_there_are_many_and_each_row_is_whole():
    assert len(refusals()) > 35 and len(rows()) > 35
    assert all(exports and len(said) > 10 for exports, said in rows())


@pytest.mark.parametrize('message', refusals())
def test_a_refusal_stands_in_the_list_once_under_its_export(message):
    under = [exports for exports, said in rows() if said in message]
    assert len(under) == 1, message
    who = re.match(r'(\w+): ', message)
    assert not who or who[1] in under[0], message


@pytest.mark.parametrize('exports, said', rows())
def test_a_row_of_the_list_is_a_refusal_of_its_exports(exports, said):
    meant = [m for m in refusals() if said in m]
    named = {who[1] for who in (re.match(r'(\w+): ', m) for m in meant) if who}
    assert meant and (exports == named or len(named) < len(meant)
                      and named <= exports), (said, meant)
