"""The story of tutorial 08, timed: the lines that the notebook shows are compiled, and grow one
tree step by step."""
import json

import numpy as np
from fits import TO_THE_END
from tables import noisy_border
from timing import FOLDER, OURS, in_turn

from c45lit import C45Classifier
from c45lit.engine.kernels import kernel

NOTEBOOK = FOLDER.parents[1] / 'nbs' / 'tutorials' / '08_speed.ipynb'
STEPS = ('naive', 'sorted at every node', 'sorted once', 'parted in place', 'boundary points',
         'whole numbers')


def shown() -> dict:
    "The kernels that the notebook defines, by name."
    cells = [''.join(c['source']) for c in json.loads(NOTEBOOK.read_text())['cells']
             if c['cell_type'] == 'code']
    found = {'np': np, 'kernel': kernel, '__name__': 'steps'}
    for text in cells:
        if text.startswith(('@kernel', 'ROWS', 'FINE', 'AT_EVERY_NODE')): exec(text, found)
    return found


def story(limit):
    """Seconds of each step, of the library, and of the library with two threads; all grow to the
    end."""
    X, y = noisy_border(min(limit, 10_000))
    grow, columns = shown()['grow'].compiled, np.ascontiguousarray(X.T)
    works = {name: lambda step=step: grow(columns, y, 2, step, np.zeros(4, np.int64))
             for step, name in enumerate(STEPS)}
    works[STEPS[-1]]()
    library = C45Classifier(**TO_THE_END | dict(min_cases=1))
    took = in_turn(works | {OURS: lambda: library.fit(X, y)}, 3)
    for name, seconds in took.items():
        print(f'{name:38} {len(X):,} x 10 {seconds:9.4f} s', flush=True)
    return dict(rows=len(X), columns=X.shape[1], seconds=took)
