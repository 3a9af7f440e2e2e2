"""Processor time of a call: as a program, by `predict`, and beside scikit-learn's tree on numbers.

    python tests/benchmarks/service.py
"""
import time
import types

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from c45lit import C45Classifier, load_dataset, to_python


def median(ask, n):
    "Median of processor time, in microseconds."
    taken = []
    for _ in range(n):
        start = time.process_time_ns()
        ask()
        taken.append(time.process_time_ns() - start)
    return np.median(taken) / 1000


X, y = load_dataset('penguins')
model, numbers = C45Classifier().fit(X, y), X.select_dtypes('number').fillna(0).astype(float)
theirs, made = DecisionTreeClassifier(max_depth=4).fit(numbers, y), types.ModuleType('model')
exec(to_python(model), vars(made))
case, row, theirs_row = X.iloc[5].to_dict(), X.iloc[[5]], numbers.iloc[[5]]
WAYS = {'to_python, a dict': (lambda: made.predict(case), 2000),
        'predict, a frame of one mixed row': (lambda: model.predict(row), 200),
        "scikit-learn's tree, a frame of one row of numbers": (lambda: theirs.predict(theirs_row), 200),
        'predict, all 344 mixed rows': (lambda: model.predict(X), 100),
        "scikit-learn's tree, all 344 rows of numbers": (lambda: theirs.predict(numbers), 100)}
rounds = [{name: median(*way) for name, way in WAYS.items()} for _ in range(5)]
for name in WAYS:
    theirs = next(n for n in WAYS if n.startswith('scikit') and ('344' in n) == ('344' in name))
    beside = np.median([r[name] / r[theirs] for r in rounds])
    print(f'{np.median([r[name] for r in rounds]):8.0f} µs {beside:7.3f}  {name}')
