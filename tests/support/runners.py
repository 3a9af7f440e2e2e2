"""Programs that answer in the place of a model: databases, onnxruntime, JPMML."""
import atexit
import os
import shutil
import sqlite3
from functools import cache

import numpy as np
import pandas as pd
import pytest
from support.exports import records

from c45lit.text.formulas import formula
from c45lit.text.onnx_graph import _kind_of

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
