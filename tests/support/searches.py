"The test that the engine finds in one contingency table."
import numpy as np

from c45lit.engine.exact_sums import _NO_TABLE, _for_kernels, _how, _node_weights
from c45lit.engine.kernels import coded
from c45lit.engine.subset_scan import _score_table, _weights_of
from c45lit.specification.multiway import NO_GAIN, Split

# how many tables of its own a search says it needs
SEARCHES = {'multiway': 0, 'binary_subset': 2, 'one_vs_rest': 3, 'grouped': 4}


def found_by(search, rows, options, attribute=0):
    """The test that a search of the engine finds in a contingency table, or, by the variance, in one
    of (weight, sum of the target), as a `Split`."""
    rows, options = np.asarray(rows, float), _for_kernels(options)
    tables, weight = coded(SEARCHES[search]), float(_weights_of(rows, options.criterion).sum())
    branches = np.zeros(len(rows) - 1 if tables[0] else 0, np.int64)
    node = _node_weights(weight, rows.sum(axis=0), _NO_TABLE, options.criterion)
    find = _score_table.for_work(rows.size << min(len(rows), 10), (_how(options), tables))
    gain, info = find(rows, node, _NO_TABLE, options, branches, tables)
    if gain == NO_GAIN: return Split(attribute, NO_GAIN, 0.0)
    return Split(attribute, float(gain), float(info), groups=tuple(branches.tolist()))
