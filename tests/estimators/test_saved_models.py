"""A model saved by 1.0 loads in every later 1.y and answers as it did: files of every kind, kept.

A kind that is new in 1.y gets a file of its own, and no file is ever written anew:
`python tests/estimators/test_saved_models.py 1.y` writes those that are not there.
"""
import json
import lzma
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import c45lit
from c45lit import from_json

KEPT = Path(__file__).parents[1] / 'reference'
CASES = 40


def kept() -> dict:
    "Name -> {model, cases, answers, shares}, of all versions."
    return {f'{path.name[7:-8]} {name}': record for path in sorted(KEPT.glob('models-*.json.xz'))
            for name, record in json.loads(lzma.decompress(path.read_bytes())).items()}


KINDS = kept()


def cases_of(columns: dict) -> pd.DataFrame:
    "Cases from a file: columns of numbers, and columns of anything else."
    return pd.DataFrame({name: pd.Series(values, dtype=kind)
                         for name, (kind, values) in columns.items()})


@pytest.mark.parametrize('name', KINDS)
@pytest.mark.filterwarnings('ignore:values not seen')
def test_a_model_saved_by_an_earlier_version_answers_as_it_did(name):
    record = KINDS[name]
    model, cases = from_json(json.dumps(record['model'])), cases_of(record['cases'])
    assert model.predict(cases).tolist() == record['answers']
    if record['shares']: assert model.predict_proba(cases).tolist() == record['shares']


def test_every_public_estimator_has_a_saved_model():
    kinds = {type(from_json(json.dumps(record['model']))).__name__ for record in KINDS.values()}
    assert kinds == {n for n in c45lit.__all__ if n.endswith(('Classifier', 'Regressor'))}


def record_of(model, X: pd.DataFrame) -> dict:
    "What is kept of a fitted model, with the first cases of a table."
    columns = {name: ['float64' if column.dtype.kind in 'fi' else 'object',
                      np.where(column.isna(), None, column.astype(object)).tolist()]
               for name, column in X[:CASES].items()}
    cases = cases_of(columns)
    shares = model.predict_proba(cases).tolist() if hasattr(model, 'predict_proba') else None
    return dict(model=json.loads(c45lit.to_json(model)), cases=columns,
                answers=model.predict(cases).tolist(), shares=shares)


if __name__ == '__main__':
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from support.exports import plans
    there = {name.partition(' ')[2] for name in KINDS}
    new = {name: record_of(model.fit(X, y), X)
           for name, (model, X, y) in plans().items() if name not in there}
    text = json.dumps(new, separators=(',', ':')).encode()
    with (KEPT / f'models-{sys.argv[1]}.json.xz').open('xb') as file:  # none is written anew
        file.write(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))
