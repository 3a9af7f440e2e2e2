"""Every number that growing and pruning compare is the one Release 8 compared, node by node."""
import json

import numpy as np
import pytest
from support.tables import data_set

from c45lit.data.c45_files import read_c45, write_c45
from c45lit.originals.arithmetics import ARITHMETICS
from c45lit.originals.r8_figures import GrowingTrace, growing_text
from c45lit.originals.r8_growing import grow_release8
from c45lit.originals.r8_pruning import simplify_release8
from c45lit.originals.report_tables import pruning_text
from c45lit.pruning.pruning_trace import PruningTrace
from c45lit.programs.options import Refusal
from c45lit.originals.tree_program import _split_options, parse_options, tree_program

OPTIONS = {'default': [], 'g': ['-g'], 'm1': ['-m1'], 's': ['-s'], 'gs': ['-g', '-s']}
N_TRACES = 34


def float32(value):
    "A value as 32 bits hold it."
    return np.float32(value) if isinstance(value, float
                                           | int) and not isinstance(value, bool) else value


def differences(want, got, where=''):
    """Where a record says something else than the reference; what the reference leaves out is not
    looked at."""
    if isinstance(want, dict):
        return [d for key, value in want.items()
                if key != 'unknown'
                or want.get('possible') is not False  # then Release 8 has not counted anew
                for d in differences(value, got.get(key) if isinstance(got, dict) else None,
                                     f'{where} {key}')]
    if isinstance(want, list):
        if not isinstance(got, list) or len(want) != len(got):
            return [f'{where}: {want}, got {got}']
        return [d for w, g in zip(want, got) for d in differences(w, g, where)]
    return [] if float32(want) == float32(got) else [f'{where}: {want}, got {got}']


@pytest.fixture(scope='module')
def traces(reference):
    "name -> (what Release 8 computed, what is computed here)."
    found = {}
    for path in sorted((reference / 'oracle' / 'traces').glob('*.json')):
        name, run, _ = path.name.split('.')
        options = parse_options([*OPTIONS[run], '--arithmetic', 'r8'])[0]
        table = read_c45(reference / 'data' / name)
        growing, pruning = GrowingTrace(table.schema), PruningTrace(table.schema)
        tree = grow_release8(table, _split_options(options), watch=growing)
        simplify_release8(tree, table, ARITHMETICS['r8'].share(options.cf), watch=pruning)
        want = json.loads(path.read_text().replace('"worth":', '"score":'))  # its word there
        found[path.stem] = want, growing.records, [r for r in pruning.records if 'action' in r]
    return found


def test_every_node_is_scored_as_by_release_8(traces):
    assert len(traces) == N_TRACES
    assert {name: differences(want['growing'], got)[:3] for name, (want, got, _) in traces.items()
            if differences(want['growing'], got)} == {}


def test_every_test_is_pruned_as_by_release_8(traces):
    assert {name: differences(want['pruning'], got)[:3] for name, (want, _, got) in traces.items()
            if differences(want['pruning'], got)} == {}


def test_a_watched_tree_is_the_same_tree(reference):
    for name in 'labor-neg', 'iris', 'syn-subset-miss':
        table = read_c45(reference / 'data' / name)
        for words in [], ['-s']:
            options = _split_options(parse_options(words)[0])
            watch, pruning = GrowingTrace(table.schema), PruningTrace(table.schema)
            tree = grow_release8(table, options, watch=watch)
            assert tree == grow_release8(table, options)
            assert simplify_release8(tree, table, 0.25, watch=pruning).pruned == simplify_release8(
                tree, table, 0.25).pruned
            for level in 1, 2:
                assert growing_text(watch.records,
                                    level).count('items, total weight') == len(watch.records)
            assert pruning_text(pruning.records).count('N=') == sum(
                'action' in r for r in pruning.records)


def test_more_verbosity_tells_more(tmp_path, capsys):
    write_c45(tmp_path / 'melons', data_set('watermelon_2alpha'))
    lengths = []
    for words in ['-v0'], ['-v1'], ['-v2'], ['-v', '2', '-s'], ['-v', '2', '-s', '-t', '2']:
        tree_program(['-f', str(tmp_path / 'melons'), '--arithmetic', 'r8', *words])
        lengths.append(len(capsys.readouterr().out))
    assert lengths[:3] == sorted(set(lengths[:3]))
    assert lengths[4] > lengths[3]
    with pytest.raises(Refusal, match='add --arithmetic r8'): parse_options(['-v1'])
