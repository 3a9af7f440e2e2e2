"""Programs that answer in the place of a model: databases, Node, gcc, onnxruntime, JPMML."""
import atexit
import json
import os
import shutil
import sqlite3
import struct
import subprocess
from functools import cache

import numpy as np
import pandas as pd
import pytest
from support.exports import records

from c45lit import to_c, to_javascript, to_onnx, to_pmml, to_python, to_sql
from c45lit.exports.formulas import formula
from c45lit.exports.onnx_graph import _kind_of, with_whole_classes

# -- databases

TABLE = "ca\"s'es"


def in_sqlite(cases, query):
    "Rows of a query on the cases in SQLite, with the column `k y` as key."
    base, names = sqlite3.connect(':memory:'), ['k y', *cases.columns]
    quoted = ['"' + n.replace('"', '""') + '"' for n in names]
    base.execute(f'CREATE TABLE "ca""s\'es" ({", ".join(quoted)})')
    rows = [(i, *row.values()) for i, row in enumerate(records(cases))]
    base.executemany(f'INSERT INTO "ca""s\'es" VALUES ({",".join("?" * len(names))})', rows)
    return base.execute(query).fetchall()


@cache
def duckdb_base():
    "One for all queries: to make one takes longer than to ask it."
    return pytest.importorskip('duckdb', reason='pip install c45lit[dev]').connect()


def in_duckdb(cases, query):
    "Rows of a query on the cases in DuckDB."
    base, frame = duckdb_base(), cases.copy()
    frame.insert(0, 'k y', range(len(frame)))
    for name in frame.columns[1:]:
        if frame[name].dtype == object and frame[name].map(lambda v: isinstance(v, bool)).any(
            ): frame[name] = frame[name].astype('boolean')
    base.register('frame', frame)
    base.execute('CREATE OR REPLACE TABLE "ca""s\'es" AS SELECT * FROM frame')
    return base.execute(query).fetchall()


RUN = dict(sqlite=in_sqlite, duckdb=in_duckdb)


# -- programs

RUN_MODULE = '''
import {readFileSync} from 'node:fs';
import {predict, predictProba} from './model.mjs';
const rows = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const maps = rows.map(r => new Map(Object.entries(r)));
console.log(JSON.stringify([rows.map(predictProba), maps.map(predict)]));
'''


def in_node(text, cases, folder):
    "(classes, shares) that a module of JavaScript gives."
    node = shutil.which('node') or pytest.skip('no Node: apt install nodejs')
    (folder / 'model.mjs').write_text(text)
    (folder / 'run.mjs').write_text(RUN_MODULE)
    (folder / 'cases.json').write_text(json.dumps(records(cases)))
    done = subprocess.run([node, 'run.mjs', 'cases.json'], cwd=folder, capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    shares, answer = json.loads(done.stdout)
    return answer, shares


MAIN = r'''
#include <stdio.h>
#include <stdlib.h>
%(model)s
int main(void) {
  static const int is_word[] = {%(words)s};
  double x[COLUMNS], p[C];
  char word[1000];
  unsigned n;
  for (;;) {
    for (int j = 0; j < %(columns)d; j++) {
      if (!is_word[j]) { if (fread(&x[j], 8, 1, stdin) != 1) return 0; continue; }
      if (fread(&n, 4, 1, stdin) != 1) return 0;
      if (n == 0xffffffffu) { x[j] = it_code(j, 0); continue; }
      if (n && fread(word, n, 1, stdin) != 1) return 1;
      word[n] = 0;
      x[j] = it_code(j, word);
    }
    if (!%(columns)d && getchar() == EOF) return 0;
    it_proba(x, p);
    double k = it_class(p);
    fwrite(p, 8, C, stdout);
    fwrite(&k, 8, 1, stdout);
  }
}
'''


@cache
def gcc():
    return shutil.which('gcc') or pytest.skip('no gcc: apt install gcc libc6-dev')


def compiled(text, folder, *flags):
    "The program of a C text, which no warning may accompany."
    (folder / 'it.c').write_text(text)
    done = subprocess.run([gcc(), '-Wall', '-Wextra', '-Werror', '-Wno-unused-function',
                           '-Wno-unknown-pragmas', *flags, 'it.c', '-o', 'it', '-lm'],
                          cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return folder / 'it'


def packed(case, columns):
    "A case as the program reads it."
    parts = []
    for c in columns:
        v = case.get(c.column)
        if c.kind == 'continuous': parts.append(struct.pack('d', float('nan') if v is None else v))
        else:
            word = None if v is None else str(v).encode()
            parts.append(struct.pack('I', 0xffffffff)
                         if word is None else struct.pack('I', len(word)) + word)
    return b''.join(parts) or b'.'


def in_gcc(text, f, cases, folder, *flags):
    "(classes, shares) that a program of C with the prefix `it` gives."
    words = ','.join(str(int(c.kind != 'continuous')) for c in f.columns)
    main = MAIN.replace('COLUMNS',
                        str(len(f.columns) or 1)) % dict(model=text, words=words or 0,
                                                         columns=len(f.columns))
    done = subprocess.run([compiled(main, folder, *flags)],
                          input=b''.join(packed(case, f.columns) for case in records(cases)),
                          capture_output=True)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    found = np.frombuffer(done.stdout).reshape(len(cases), -1)
    answer = [f.classes[int(k)] for k in found[:, -1]] if f.classes else found[:, 0].tolist()
    return answer, found[:, :len(f.classes) or 1]


# -- ONNX

NOT_KNOWN = dict(string='not known', int64=-7, double=np.nan)
TYPE = dict(string=object, int64=np.int64, double=float)


def feed(f, cases):
    "The cases as a session reads them."
    if not f.columns: return {'rows': np.zeros((len(cases), 1))}
    found = {}
    for c in f.columns:
        kind = _kind_of(c)
        values = [NOT_KNOWN[kind] if v is None or v != v or v == 'never seen'
                  and kind == 'int64' else v for v in cases[c.name]]
        found[c.name] = np.array(values, dtype=TYPE[kind]).reshape(-1, 1)
    return found


def in_onnxruntime(model, graph, cases):
    "(classes, shares) that a graph of a model gives."
    runtime = pytest.importorskip('onnxruntime', reason='pip install onnxruntime')
    session = runtime.InferenceSession(graph.SerializeToString(),
                                       providers=['CPUExecutionProvider'])
    *label, found = session.run(None, feed(formula(model), cases))
    return [v for part in label for v in part.tolist()], found


# -- PMML

@cache
def java():
    "JPMML in a Java process of its own, which ends with this one."
    jpmml = pytest.importorskip('jpmml_evaluator', reason='pip install c45lit[dev]')
    if not shutil.which('java'): pytest.skip('no Java: apt install default-jre-headless')
    from jpmml_evaluator.py4j import Py4JBackend
    from py4j.java_gateway import JavaGateway
    gateway = JavaGateway.launch_gateway(classpath=os.pathsep.join(jpmml._classpath([])),
                                         die_on_exit=True, javaopts=['-Xmx1g'])
    atexit.register(gateway.shutdown)
    return Py4JBackend(gateway)


def in_jpmml(text, cases, classes):
    "(what JPMML answers, its shares or numbers) of cases."
    from jpmml_evaluator import make_evaluator
    evaluator = make_evaluator(text.encode(), backend=java())
    frame = pd.DataFrame(records(cases),
                         dtype=object) if len(cases.columns) else pd.DataFrame(index=cases.index)
    table, errors = evaluator.evaluateAll(frame, error_col=None, parallelism=1)
    assert errors is None or errors.isna().all(), errors
    names = [f'probability({str(c).lower() if isinstance(c, bool) else c})'
             for c in classes] or ['prediction']
    return table['prediction'].tolist(), table[names].to_numpy(dtype=float)


# -- all of them

def in_python(text, cases):
    "(classes, shares) that a program in Python gives."
    found = {}
    exec(text, found)
    return [*map(found['predict'], records(cases))], [*map(found['predict_proba'], records(cases))]


def by_formula(f, cases):
    "(classes, shares) that a formula gives."
    return [*map(f.predict, records(cases))], [*map(f.predict_proba, records(cases))]


def in_database(dialect, model, cases, unknown='shares'):
    "(classes, shares) that a query of a model gives; each case is answered once."
    query = to_sql(model, TABLE, dialect, unknown, 'k y')
    rows = sorted(RUN[dialect](cases, query), key=lambda row: row[0])
    assert [row[0] for row in rows] == list(range(len(cases)))
    return [row[1] for row in rows], [row[2:] or row[1:] for row in rows]


def in_scoring(model, cases, unknown='shares'):
    "(classes, shares) that a document of PMML gives."
    return in_jpmml(to_pmml(model, unknown), cases, with_whole_classes(formula(model)).classes)


def of_onnx(model, cases):
    "(classes, shares) that a graph gives."
    label, shares = in_onnxruntime(model, to_onnx(model), cases)
    return label or shares[:, 0].tolist(), shares


def of_javascript(model, cases, folder):
    "(classes, shares) that a module gives, whose numbers may look whole."
    answers, shares = in_node(to_javascript(model), cases, folder)
    return answers if formula(model).classes else list(map(float, answers)), shares


# export -> its (classes, shares) of a model and cases; a folder is for what must be written
ENGINES = dict(
    formula=lambda m, X, _: by_formula(formula(m), X),
    to_python=lambda m, X, _: in_python(to_python(m), X),
    to_javascript=of_javascript,
    to_c=lambda m, X, folder: in_gcc(to_c(m, 'it'), formula(m), X, folder),
    to_sql=lambda m, X, _: in_database('sqlite', m, X),
    duckdb=lambda m, X, _: in_database('duckdb', m, X),
    to_onnx=lambda m, X, _: of_onnx(m, X), to_pmml=lambda m, X, _: in_scoring(m, X))
# those that answer null where an unknown value is asked
NULL = dict(to_sql=lambda m, X: in_database('sqlite', m, X, 'null'),
            duckdb=lambda m, X: in_database('duckdb', m, X, 'null'),
            to_pmml=lambda m, X: in_scoring(m, X, 'null'))
