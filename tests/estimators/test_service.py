"""The service of docs/service.md, as it is printed there, under load."""
import http.client
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from c45lit import C45Classifier, load_dataset

PAGE = Path(__file__).parents[2] / 'docs' / 'service.md'


@pytest.fixture
def served(tmp_path):
    "(port of a running service, its model, its cases); it stops when the test ends."
    names = {}
    exec(re.search(r'```python\n(.*?)```', PAGE.read_text(encoding='utf-8'), re.S)[1], names)
    X, y = load_dataset('penguins')
    model = C45Classifier().fit(X, y)
    model.save(tmp_path / 'model.json')
    server = names['service'](names['program'](tmp_path / 'model.json'))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1], model, X
    server.shutdown()
    server.server_close()
    thread.join(10)
    assert not thread.is_alive()


def asked(port, cases):
    "Status and answer of each case, over one connection."
    line = http.client.HTTPConnection('127.0.0.1', port, timeout=30)
    found = []
    for case in cases:
        line.request('POST', '/', json.dumps(case))
        said = line.getresponse()
        found.append((said.status, json.loads(said.read())))
    line.close()
    return found


def test_eight_threads_get_the_models_answers(served):
    port, model, X = served
    cases = [{k: None if pd.isna(v) else v for k, v in row.items()} for row in X.to_dict('records')]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda i: asked(port, cases[i::8]), range(8)))
    answers, shares = model.predict(X), model.predict_proba(X)
    for i, part in enumerate(found):
        assert [status for status, _ in part] == [200] * len(part)
        assert [said['answer'] for _, said in part] == answers[i::8].tolist()
        told = [list(s.values()) if isinstance(s, dict) else s for s in (p['shares'] for _, p in part)]
        assert np.array_equal(told, shares[i::8])


def test_keys_may_be_missing_or_more_and_no_case_is_refused_in_words(served):
    port, model, X = served
    case = X.iloc[0].to_dict()
    less = {k: v for k, v in case.items() if k != 'bill_length_mm'}
    found = asked(port, [dict(reversed(case.items()), colour='blue'), less, [1], dict(case, bill_length_mm='long')])
    assert [status for status, _ in found] == [200, 200, 400, 400]
    unknown = X[:1].assign(bill_length_mm=np.nan)
    assert found[0][1]['answer'] == model.predict(X[:1])[0] and found[1][1]['answer'] == model.predict(unknown)[0]
    assert 'error' in found[2][1]
