"""Small tables on which random runs of C5.0 found what its description had wrong."""
import json
import os
from pathlib import Path

import pytest
from support.c50_references import (OPTIONS, comparable, costs_of, differences, set_differences,
                                    written)
from support.folders import ROOT

from c45lit.originals.c50_files import read_c50_cases, read_c50_names
from c45lit.originals.c50_model import learn_c50
from c45lit.originals.c50_one_page import Options

REFERENCE = Path(os.environ.get('C45LIT_REFERENCE', ROOT.parent / 'shared' / 'reference'))
FOLDER = REFERENCE / 'c50_found'
FOUND = sorted(path.stem for path in FOLDER.glob('*.json'))
FLAGS = {'-b': {'trials': 10}, '-r': {'rules': True}, '-s': {'subset': True},
         '-w': {'winnow': True}, '-g': {'global_pruning': False}, '-p': {'fuzzy': True}}
NUMBERS = {'-t': ('trials', int), '-m': ('min_cases', float),
           '-c': ('cf', lambda percent: float(percent) / 100)}


def options_told(text):
    "The options of a run as they were typed: {field: value}."
    told, words = {}, iter(text.split())
    for word in words:
        if word in FLAGS: told |= FLAGS[word]
        else: told[NUMBERS[word][0]] = NUMBERS[word][1](next(words))
    return told


@pytest.mark.skipif(not FOUND, reason='no reference outputs here; set C45LIT_REFERENCE')
@pytest.mark.parametrize('stem', FOUND)
def test_tables_found_by_random_runs_are_learned_number_by_number(stem, monkeypatch):
    path = FOLDER / f'{stem}.json'
    (name, run), = json.loads(path.read_text())['runs'].items()
    told = options_told(run['options'])
    monkeypatch.setitem(OPTIONS, name, told)
    assert dict(set_differences(path, [FOLDER / 'data'], [])) == {name: []}
    if 'tree' not in run or not told.get('fuzzy'): return
    names = read_c50_names(FOLDER / 'data' / f'{stem}.names')
    train, names, _ = read_c50_cases(FOLDER / 'data' / f'{stem}.data', names)
    n = len(names.schema.classes)
    model = learn_c50(names.schema.attributes, train, n, Options(**told, costs=costs_of(name, n)))
    want, got = ([comparable(tree, False, True) for tree in trees] for trees in (
        run['tree'], [written(trial.tree, model.about) for trial in model.trials]))
    assert differences(want, got, 'soft limits') == []
