"""The trees are those of C4.5 Release 8: against all stored outputs where they are at hand, and the
shipped ones everywhere."""
import contextlib
import io
import json

import numpy as np
import pytest
from support.reference import differences, read_facts, tree_words, unpack_shipped
from support.tables import data_set

from c45lit.cli import main
from c45lit.data.c45_files import write_c45
from c45lit.specification.error_limits import error_limit
from c45lit.originals.c50_numbers import coefficient
from c45lit.originals.r8_pruning import extra_errors

RUNS = 'default m1 m5 m10 c1 c10 c50 c75 c100 g s p gs m1c75s t3 w found'.split()
N_RUNS = 742


# -- all stored outputs

@pytest.fixture(scope='module')
def results(reference):
    "(set, run) -> first difference, or None."
    return differences(reference, 'tree-*')


def test_every_run_agrees_to_the_last_bit(results):
    assert len(results) == N_RUNS
    assert {run: difference for run, difference in results.items() if difference} == {}


def test_extra_errors_are_those_of_release_8(reference):
    facts = read_facts(reference, 'extra-errors')
    pairs = [(float(np.float32(n)), float(np.float32(e))) for n, e in zip(facts['N'], facts['e'])]
    for table in facts['tables']:
        cf = float(np.float32(np.float32(table['cf_percent']) / np.float32(100)))
        got = [extra_errors(n, e, cf, coefficient(cf)) for n, e in pairs]
        np.testing.assert_array_equal(np.float32(got), np.float32(table['extra_errors']), str(cf))


# -- the outputs that come with the tests

def difference(want, got, path='root'):
    "The first difference between two trees, or None; numbers are compared in 32 bits."
    for key in 'kind', 'attribute', 'printed_cut', *(['class'] if want['kind'] == 'leaf' else []):
        if want.get(key) != got.get(key):
            return f'{path}: {key} {want.get(key)!r}, got {got.get(key)!r}'
    for key in 'items', 'errors', 'cut', 'lower', 'upper':
        if key in want and np.float32(want[key]) != np.float32(got[key]):
            return f'{path}: {key} {want[key]}, got {got[key]}'
    a, b = want.get('branches', []), got.get('branches', [])
    if [answer(x) for x in a] != [answer(x) for x in b]:
        return f'{path}: other branches'
    return next(filter(None, (difference(x['child'], y['child'], f'{path} / {answer(x)}')
                              for x, y in zip(a, b))), None)


def answer(branch):
    "What leads into a branch."
    return branch.get('value', branch.get('op', branch.get('values')))


@pytest.fixture(scope='module')
def shipped(tmp_path_factory):
    "The folder with the shipped sets."
    folder = tmp_path_factory.mktemp('reference')
    unpack_shipped(folder)
    return folder


def learn(folder, name, options):
    "What `c45lit c4.5` writes for one run, and its exit status."
    out = folder / 'out.json'
    with contextlib.redirect_stdout(io.StringIO()):
        status = main(['c4.5', '-f', str(folder / 'data' / name), *options, '--json', str(out)])
    return status, json.loads(out.read_text())


@pytest.mark.parametrize('run', RUNS)
def test_shipped_sets_give_the_trees_of_release_8(shipped, run):
    paths = sorted((shipped / 'oracle').glob(f'*/tree-{run}.json'))
    assert paths
    for path in paths:
        want = json.loads(path.read_text())
        status, got = learn(shipped, path.parent.name,
                            [*tree_words(want['options']), '--arithmetic', 'r8'])
        assert status == want['exit_status']
        for wanted, found in zip(want['trials'], got['trials'], strict=True):
            for which in 'unpruned', 'pruned':
                tree = wanted[which].get('tree')
                assert found[which]['size'] == wanted[which]['size'], path.parent.name
                assert not (tree and difference(tree, found[which]['tree'])), path.parent.name
            assert found.get('cycles') == wanted.get('cycles'), path.parent.name
        for part, evaluation in want['evaluation'].items():
            mine = got['evaluation'][part]
            assert mine.get('confusion') == evaluation.get('confusion')
            for wanted, found in zip(evaluation['trials'], mine['trials'], strict=True):
                assert found['estimate'] == wanted['estimate']
                assert found['saved'] == wanted.get('saved', found['saved'])
                for when in 'before', 'after':
                    assert found[when]['errors'] == wanted[when]['errors'], path.parent.name


def test_golf_is_quinlans_tree(tmp_path):
    (tmp_path / 'data').mkdir()
    write_c45(tmp_path / 'data' / 'golf', data_set('golf'))
    for arithmetic in 'exact', 'r8':
        _, got = learn(tmp_path, 'golf', ['--arithmetic', arithmetic])
        trial, tree = got['evaluation']['train']['trials'][0], got['trials'][0]['pruned']['tree']
        assert (trial['after']['size'], trial['after']['errors'], trial['estimate']) == (8, 0, 38.5)
        sunny = next(b['child'] for b in tree['branches'] if b['value'] == 'sunny')
        assert (tree['attribute'], sunny['attribute'], sunny['cut']) == ('outlook', 'humidity', 75)


def test_upper_error_counts_the_errors_and_the_extra():
    assert error_limit(6, 0) == pytest.approx(6 * (1 - 0.25 ** (1 / 6)))
    assert error_limit(16, 1) == pytest.approx(16 * 0.157, abs=0.05)  # Quinlan (1993) ch. 4
