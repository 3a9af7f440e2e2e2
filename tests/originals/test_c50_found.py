"""Small tables on which random runs of C5.0 found what its description had wrong."""
import json

import pytest
from support.c50_references import set_differences, told_by_judge, told_by_library


@pytest.fixture
def folder(shipped):
    "The tables and runs that come with the tests."
    return shipped('c50_found')


@pytest.mark.parametrize('learn', [told_by_library, told_by_judge])
@pytest.mark.parametrize('number', range(15))
def test_tables_found_by_random_runs_are_learned_number_by_number(folder, number, learn):
    paths = sorted((folder / 'runs').iterdir())
    assert len(paths) == 15
    found = dict(set_differences(paths[number], folder / 'data', learn))
    assert len(found) == 1 and not any(found.values()), found


@pytest.mark.parametrize('place', [8, 10])
def test_a_soft_limit_that_is_not_the_program_s_is_a_difference(folder, place, tmp_path):
    reference = json.loads((folder / 'runs' / 'c50-found-5468-costp.json').read_text())
    (run,), path = reference['runs'].values(), tmp_path / 'changed.json'
    next(row for tree in run['tree'] for row in tree if row[0] == 2)[place] += 1
    path.write_text(json.dumps(reference))
    (line,), = dict(set_differences(path, folder / 'data')).values()
    assert line.startswith('tree[')
