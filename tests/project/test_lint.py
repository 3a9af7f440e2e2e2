"""Each rule of lint.py notices what it is there for.

`GOOD` is a small project without a finding; each example of `BAD` changes files of it.
"""
import json

import pytest

import lint
import stubs
from lint_zh import zh


# -- a small project

def notebook(*cells, **metadata) -> str:
    "A notebook: a list has text, a string code, a pair code and an output."
    found = []
    for i, cell in enumerate(cells):
        code, output = cell if isinstance(cell, tuple) else (cell, None)
        cell = dict(cell_type='markdown' if isinstance(cell, list) else 'code', id=f'c{i}',
                    metadata={}, source=''.join(code).splitlines(keepends=True))
        if cell['cell_type'] == 'code': cell |= dict(
            execution_count=None, outputs=[output] if output else [])
        found.append(cell)
    return json.dumps(dict(cells=found, metadata=metadata), ensure_ascii=False, indent=1)


def shown(**data) -> tuple:
    "A cell that shows something."
    return 'x', dict(output_type='display_data', data={k.replace('_', '/'): v
                                                       for k, v in data.items()})


def module(name: str, body: str) -> str: return f'__all__ = [{name!r}]\n\n{body}'


def asks(n: int) -> str: return f'Question {n}? (问题 {n}？)'


TOP = zh.top(zh.ZH / '01_splits' / '01_gain.md')


def overlay(*cells) -> str:
    "The Chinese text of cells of the notebook on gain: (number, text, hash or none)."
    return '\n\n'.join(f'<!-- cell c{i} {h[0] if h else zh.sha("".join(GAIN[i]))} -->\n{text}'
                       for i, text, *h in cells)


END = [['## In short (小结)'], ['## Exercises (练习)'], ['A leaf has one class. What is a root?']]
TABLE = [['# The table (表)\n\n> Read a table.'], '#| default_exp data.table', *END]
GAIN = [['# Gain (增益)\n\n> Compute gain.'], '#| default_exp splits.gain',
        'from c45lit.data.table import read', '#| export\ndef gain(w):\n    "Compute gain."',
        ['Golf gains 0.247 bits (式 4.2).'], 'ax.set_title("gain")', *END]
GAIN[5] = 'ax.set_title("gain")', dict(output_type='display_data', data={'image/png': ''})
ANSWERS = [x for n in range(31) for x in ([f'### {asks(n)}'], f'assert {n} < 31')]
READ = 'def read(path):\n    "Read a table."\n    return path\n'
N, M, PART = 'nbs/01_splits/01_gain.ipynb', 'c45lit/splits/gain.py', 'nbs/01_splits/README.md'
HOW, ZH = 'nbs/tutorials/18_how_do_i.ipynb', 'docs/zh/01_splits/01_gain.md'
CHINESE = [(0, '# 增益\n\n> 计算增益。'), (4, '高尔夫数据的增益是 0.247（式 4.2）。图中文字：gain，增益。'),
           *((i, f'## {text}') for i, text in ((6, '小结'), (7, '练习'))),
           (8, '叶结点有一个类别，根结点是什么？')]
GOOD = {
    'nbs/00_data/01_table.ipynb': notebook(*TABLE), N: notebook(*GAIN),
    'nbs/00_data/README.md': '# Data\n\n- [The table](01_table.ipynb): what it is.\n',
    PART: '# Splits\n\n- [Gain](01_gain.ipynb): what it is.\n', HOW: notebook(*ANSWERS, *END),
    'c45lit/data/table.py': module('read', READ),
    M: module('gain', 'def gain(w):\n    "Compute gain."\n\n\n_BITS = 1\n'),
    'c45lit/__init__.py': '__version__ = "1.0"\n_PUBLIC = {"data.table": ("read", "write"), "splits.gain": ("gain",)}\n'
                          '_PURPOSES = {"Tables": ("read",)}\n',
    **{f'c45lit/{f}': text for f, text in stubs.told(
        dict(read='data.table', write='data.table', gain='splits.gain'), ['read']).items()},
    'README.md': '# It\n\n[Data](nbs/00_data/README.md), [splits](nbs/01_splits/README.md#splits), '
                 f'[how]({HOW}) has 31 answers, [why](docs/why.md#c4-5)\n',
    'docs/why.md': '# Why\n\n## C4.5\n\nWe like trees.\n', ZH: '',
    'Makefile': 'test:\n\ttrue\n', 'settings.ini': '[DEFAULT]\nversion = 1.0\n',
    'tests/test_gain.py': 'from c45lit import read\n\n\ndef test_a(): pass\n',
    '.github/workflows/w.yml': 'steps:\n  - uses: actions/checkout@v4\n  - run: make test\n'}


@pytest.fixture
def small(tmp_path, monkeypatch):
    "What a rule finds in the small project after changes: name -> text, None for no such file."
    monkeypatch.setattr(zh, 'ROOT', tmp_path)
    monkeypatch.setattr(zh, 'ZH', tmp_path / 'docs' / 'zh')
    good = {**GOOD, ZH: zh.top(tmp_path / ZH) + overlay(*CHINESE)}

    def write(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is not None: path.write_text(text, encoding='utf-8')
        else: path.unlink()

    def found(changes: dict, rules=lint.RULES, kept=()) -> list:
        for cached in (zh.english, zh.source_of): cached.cache_clear()
        for name, text in changes.items(): write(name, text)
        findings = lint.lint(tmp_path, rules, kept)
        for name in changes: write(name, good.get(name))
        return findings
    for name, text in good.items(): write(name, text)
    yield found
    for cached in (zh.english, zh.source_of): cached.cache_clear()


def chapter(*cells, name=N) -> dict: return {name: notebook(*GAIN[:6], *cells, *END)}


def code(body: str) -> dict: return {M: module('gain', body)}


def page(text: str) -> dict: return {'docs/why.md': f'# Why\n\n{text}\n'}


LONG, LINES = 'x = ' + '1' * 100, '\n'.join(f'    x = {i}' for i in range(50))

BAD = {  # rule -> changes, each of which it notices
    'syntax': [chapter('x = (1\n'), {N: '<<<<<<< HEAD\n'}],
    'chapters': [{'nbs/odd/x.ipynb': notebook()}, {'nbs/03_tree/01_x.ipynb': notebook()},
        {'nbs/01_splits/01_other.ipynb': notebook('#| default_exp splits.other')},
                {N: notebook('#| default_exp splits.another')},
        {'c45lit/splits/old.py': ''}, {M: None}],
    'order': [{'nbs/00_data/01_table.ipynb': notebook(*TABLE, text)} for text in (
        'from c45lit.splits import gain', '#| export\ndef f():\n    from ..splits.gain import x',
        'import c45lit.splits.gain', '#| export\nimport c45lit\ndef f():\n    c45lit.gain()',
        '#| export\nimport c45lit as c\ndef f():\n    c.gain()', 'from c45lit import gain',
        '#| export\ndef f(): return getattr(c45lit, "gain")', 'from ..splits import gain',
        *(f'#| export\ndef f(part, name): return {call}' for call in (
            'import_module("c45lit.splits.gain").x', '__import__("c45lit.splits.gain")',
            'importlib.import_module(f"c45lit.splits.{name}")', 'getattr(c45lit, name)')))] + [{
        'nbs/00_data/00_x.ipynb': notebook('#| default_exp data.x', 'from c45lit import read')}],
    'one name': [{'c45lit/splits/table.py': ''}, {'tests/splits/test_gain.py': ''},
                 {'c45lit/data/table.py': f'{READ}class Gain: "It is."', M: 'class Gain: "It is."'},
                 {'c45lit/read/x.py': ''}, code('').copy() | {'c45lit/gain/y.py': ''}],
    'stubs': [{'c45lit/__init__.pyi': 'x: int\n'}, {'c45lit/data/__init__.pyi': None}],
    'outputs': [{N: notebook(*GAIN, widgets={})}, chapter(shown(application_widget='')),
                chapter(shown(text_plain='<f at 0x7f00aa1>')), chapter(shown(text_html='10:11:12')),
                chapter(shown(text_plain='in /home/x')), chapter(shown(text_plain='5%|█ ')),
                chapter(('x', dict(output_type='error'))),
                {N: notebook(*GAIN).replace('"execution_count": null', '"execution_count": 1')}],
    'heading': [{N: notebook(['# Gain\n\n> Compute it.'])}, {N: notebook(['# Gain (增益)'])}],
    'docstrings': [code('def gain(w): pass'), code('def gain(w): "the gain"'),
                   code('class A:\n    "It is."\n    def f(self): pass')],
    'long functions': [code(f'{mark}\ndef gain(w):\n{LINES}') for mark in ('', '@kernel', '@step')],
    'long chapters': [chapter('#| export\n' + '\n'.join(f'x = {i}' for i in range(301)))],
    'width': [chapter(LONG), chapter('x = "' + '信' * 44 + '"')],
    'found': [{'tests/found/a.json': f'{{"test": "tests/{name}"}}'} for name in (
        'test_gain.py::test_b', 'test_split.py::test_a[x]')],
    'posix': [{M: module('gain', f'def gain(w):\n    "Compute gain."\n    return {call}\n')}
              for call in ('os.fork()', 'signal.SIGKILL', 'open("/dev/null")', 'os.getuid()')],
    'version': [{'c45lit/__init__.py': '__version__ = "0.9"\n'},
                {'CITATION.cff': 'title: It\nversion: 0.9\n'}],
    'asserted': [{N: notebook(*GAIN[:6], ['## Exercises (练习)\n\n<details><summary>Answers</summary>'
                              '\n\n1. Yes.\n2. No.\n\n</details>'], code)} for code in (
        'assert x', '# answer 1\nassert x', '# answers 1 and 2\nx', '# answer 2: tests/no.py')],
    'links': [page('[a](b.md)'), chapter(['[a](../02_tree/01_x.ipynb#b)'])],
    'anchors': [page('[a](../README.md#nothing)'), chapter(['[a](#nothing)'])],
    'part pages': [{PART: None}, {PART: '# Splits\n'},
                   {PART: '- [A](01_gain.ipynb): a.\n- [B](02_old.ipynb): b.\n'}],
    'map': [{'README.md': f'[d](nbs/00_data/README.md) [h]({HOW})'}],
    'workflows': [{'.github/workflows/w.yml': text}
                  for text in ('- run: make tests\n', '- uses: actions/checkout@main\n',
                               'try: [demo]\n')],
    'counted': [{'docs/compared.md': 'It has fourteen explorers.'},
                {HOW: notebook(*ANSWERS[2:], *END)}],
    'voice': [chapter([text]) for text in (
        'In come N values; out comes one.', 'After a colon stands the class.',
        'Who writes one formula gets other trees.', 'It ends. What is left is a leaf.',
        'Two cases let us expect one error.', 'It goes, for it is unknown.',
        'A threshold parts the cases.', 'That is luck.')] + [
        chapter('#| export\ndef f(): "That is luck."'), page('That is luck.')],
    'sections': [{N: notebook(*GAIN[:6])}, chapter(['## In short (小结)']), chapter(['## Sources']),
                 chapter(['## Where next (下一步)'])],
    'sentences': [chapter(['This is a long sentence of ' + 'very ' * 20 + 'many words.'])],
    'zh marks': [{ZH: '字'}, {ZH: '<!-- cell c99 00000000 -->\n字'}, {ZH: '<!-- cell c0 -->\n字'},
                 {'docs/zh/nowhere.md': '字'}],
    'zh tops': [{ZH: overlay(*CHINESE)}, {ZH: TOP.replace('01_gain', '01_loss') + overlay(*CHINESE)}],
    'zh lost': [{ZH: overlay(*CHINESE).replace('0.247', '0.25')},
                {ZH: overlay(*CHINESE).replace('# 增益', '增益')},
                {ZH: overlay(*CHINESE).replace('# 增益', '# 增益\n\n**增益**（gain）是**增益（gain）**是')}],
    'zh behind': [{ZH: overlay(*CHINESE[:4])},
                  {ZH: overlay((0, '# 增益', '00000000'), *CHINESE[1:])}],
    'zh words': [{ZH: overlay((4, text))} for text in (
        '每个节点', '选择特征', '信息增益比最大', '熵是凹函数', '空值怎么办', '当样本有缺失值的时候', '过拟合（underfitting）',
        '欠拟合 overfitting', '这个方法是很好的。它是由昆兰提出的。', '树的结点的样本的权重的和')],
    'zh senses': [{ZH: overlay((4, text))} for text in (
        '根结点测试鳍长', '代价：把表过一遍', '左侧的样本', '占 25 %', '周志华 (2016)', r'$\text{otherwise}$')],
    'zh numbers': [{ZH: overlay((4, text))} for text in ('式 4.13。', '表 5.2。', '基尼值是式 4.2。')],
}
FINE = {  # rule -> changes that it leaves alone
    'found': [{'tests/found/a.json': '{"test": "tests/old/test_gain.py::test_a[x]"}'}],
    'order': [chapter('from c45lit.splits.gain import gain', 'from c45lit import __version__, read',
                      'from c45lit.data import table', 'from ..data.table import read',
                      '#| export\ndef f(x): return getattr(x, "gain"), import_module("pandas")')],
    'long functions': [code(f'def f():\n    """\n{LINES}"""')],
    'asserted': [{N: notebook(*GAIN[:6], ['## Exercises (练习)\n\n<details><summary>Answers</summary>'
                              '\n\n1. Yes.\n2. No.\n\n</details>'], code)} for code in (
        '# answers 1 and 2\nassert x', '# answer 1: tests/test_gain.py\n# answer 2: a reason')],
    'links': [page('[a](https://b.c/d) [e](../README.md#it)\n\n```\n[f](g)\n```')],
    'voice': [chapter(['What is a leaf? See `stands` and [the place](luck.ipynb). $x$ stands for a '
                       'value. A decision stump is a part of it.'])],
    'zh lost': [{ZH: overlay((4, '<!-- left out: 0.247 -->\n增益（式 4.2）。'))}],
    'zh words': [{ZH: overlay((4, text))} for text in (
        '每个结点', '选择属性', '增益率（信息增益比，gain ratio）', '缺失值', '样本有缺失值时', '被划分到左边',
        '`节点`', 'scikit-learn 把属性叫做特征', '过拟合（overfitting）', '欠拟合（underfitting）',
        '熵是凹函数（concave，图形向上拱）')],
    'zh senses': [{ZH: overlay((4, text))} for text in (
        '属性测试', '测试集', '划分点的代价', '占 25%', '`测试`',
        r'$\text{否则}$')],
}


def test_a_project_that_keeps_the_rules_has_no_finding(small):
    assert [str(found) for found in small({})] == []


def test_every_rule_notices_what_is_bad_and_leaves_the_rest_alone(small):
    assert BAD.keys() == lint.RULES.keys() >= FINE.keys()
    tried = [(rule, is_bad, changes) for is_bad, examples in ((True, BAD), (False, FINE))
             for rule in examples for changes in examples[rule]]
    for rule, is_bad, changes in tried:
        found = small(changes, {rule: lint.RULES[rule]})
        assert bool(found) == is_bad, (rule, changes, found)
        assert all(f.line > 0 and f.message for f in found)


def test_a_notebook_that_cannot_be_read_stops_no_rule(small):
    assert 'syntax' in {found.rule for found in small({N: '<<<<<<< HEAD\n'})}


def test_what_is_kept_has_to_be_there(small):
    kept, of_voice = [('voice', 'why.md', 'tip')], {'voice': lint.RULES['voice']}
    found = small({}, of_voice, kept)
    assert [f.rule for f in found] == ['kept'] and 'take it off' in found[0].message
    assert small(page('A tip.'), of_voice, kept) == []
