"""Programs answer as random formulas do: each kind of model, with every feature that a formula has."""
import numpy as np
import pandas as pd
import pytest
from support.random_formulas import cases_of, random_formula
from support.random_tables import seeds
from support.runners import in_gcc, in_node

from c45lit import to_c, to_javascript, to_python

NEAR = 4e-15  # exp differs in its last bit


def asked(seed, **limits):
    "(formula, cases, shares, answers)"
    rng = np.random.default_rng(seed)
    f = random_formula(rng, **limits)
    cases = cases_of(rng, f)
    return f, cases, list(map(f.predict_proba, cases)), list(map(f.predict, cases))


def test_random_formulas_are_of_every_kind():
    kinds = {(f.aggregation, bool(f.curves), bool(f.costs), f.smoothed, f.single, f.float32)
             for f, *_ in map(asked, range(300))}
    assert len(kinds) > 20


def test_python_repeats_random_formulas():
    for seed in seeds(300):
        f, cases, shares, answers = asked(seed)
        program = {}
        exec(to_python(f), program)
        assert list(map(program['predict_proba'], cases)) == shares, seed
        assert list(map(program['predict'], cases)) == answers, seed


@pytest.mark.parametrize('language', ['javascript', 'c'])
def test_javascript_and_c_repeat_random_formulas(language, tmp_path):
    for seed in seeds(25):
        f, cases, shares, answers = asked(seed)
        frame = pd.DataFrame(cases, dtype=object)
        found = (in_node(to_javascript(f), frame, tmp_path) if language == 'javascript' else
                 in_gcc(to_c(f, 'it'), f, frame, tmp_path, '-O2', '-march=native'))
        assert np.allclose(found[1], shares, rtol=0, atol=NEAR if f.curves else 0), seed
        if not f.curves: assert found[0] == answers or not f.classes, seed
