"The scripts of the explorers in Node, as modules whose every name can be asked for."
import json
import re
import shutil
import subprocess
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import mkdtemp

import pytest

STATIC = Path(str(files('c45lit') / 'static'))
NAMED = re.compile(r'^(?:export )?(?=(?:async )?(?:function\*?|const|let) (\w+))', re.M)


@cache
def melons() -> dict:
    "Names and values of the textbooks' tables and of the penguins, and what an English page calls them."
    parts = re.findall(r'^  (?:melons|penguins): \{.*?\},\n', (STATIC / 'en.js').read_text(encoding='utf-8'), re.M | re.S)
    return dict(re.findall(r"(\w+): '([^']+)'", ''.join(parts)))


def english(text) -> str:
    "Words about these tables as an English page says them."
    longest = sorted(melons(), key=len, reverse=True)
    return re.sub('|'.join(longest), lambda word: melons()[word[0]], text)


def names_of(module) -> list:
    "All names of a module's top level."
    return NAMED.findall((STATIC / f'{module}.js').read_text(encoding='utf-8'))


@cache
def modules() -> Path:
    "A folder with all modules, each of which exports all that it has."
    folder = Path(mkdtemp(prefix='c45lit-scripts-'))
    (folder / 'package.json').write_text('{"type": "module"}')
    for file in STATIC.glob('*.js'):
        text = NAMED.sub('export ', file.read_text(encoding='utf-8'))
        (folder / file.name).write_text(text, encoding='utf-8')
    return folder


def program(code, *taken) -> str:
    "A program that knows all names of some modules."
    folder = modules()
    lines = [f"import {{{', '.join(names_of(name))}}} from './{name}.js';" for name in taken]
    file = folder / f'run_{abs(hash(code))}.js'
    file.write_text('\n'.join([*lines, "import * as C45 from './grower.js';",
                               "import * as CSV from './csv.js';", code]), encoding='utf-8')
    return str(file)


def in_node(code, question, *taken):
    "What `code`, a function of the question, answers in Node; it knows all names of some modules."
    node = shutil.which('node') or pytest.skip('no Node: apt install nodejs')
    file = program(f"""import {{readFileSync}} from 'node:fs';
console.log(JSON.stringify(({code})(JSON.parse(readFileSync(0, 'utf8')))));""", *taken)
    done = subprocess.run([node, file], input=json.dumps(question), capture_output=True,
                          text=True, encoding='utf-8')
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)
