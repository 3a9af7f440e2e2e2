"""Programs answer as random formulas do: each kind of model, with every feature that a formula has."""
import numpy as np
import pandas as pd
import pytest
from support.random_formulas import cases_of, random_formula
from support.random_tables import seeds
from support.runners import RUN, TABLE, in_gcc, in_node

from c45lit import to_c, to_javascript, to_python, to_sql

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


@pytest.mark.parametrize('unknown', ['shares', 'null'])
@pytest.mark.parametrize('dialect', RUN)
def test_sql_repeats_random_formulas_on_complete_and_other_cases(dialect, unknown):
    """Each case is answered once: on its path, or by shares; in 64 bits, so votes of C5.0, which
    are counted in another order, to six digits."""
    for seed in seeds(60):
        f, cases, shares, answers = asked(seed, bits=(64,))
        if unknown == 'null' and len(f.trees) != 1: continue
        frame = pd.DataFrame(cases, dtype=object)
        for c in f.columns:
            if c.kind == 'continuous': frame[c.column] = frame[c.column].astype(float)
        rows = sorted(RUN[dialect](frame, to_sql(f, TABLE, dialect, unknown, 'k y')),
                      key=lambda row: row[0])
        assert [row[0] for row in rows] == list(range(len(cases))), seed
        near = 2e-6 if f.casting else NEAR if f.curves else 0
        for (_, answer, *told), right, said in zip(rows, shares, answers):
            if answer is None: assert unknown == 'null' and not any(told), seed
            else: assert np.allclose(told or [answer], right, rtol=0, atol=near), seed
            if answer is not None and not near: assert answer == said, seed


def test_a_share_is_named_after_its_class():
    f, *_ = asked(3, kind='tree', bits=(64,))
    for dialect, names in dict(duckdb=[f'"p({c})"' for c in f.classes],
                               bigquery=[f'p{c}' for c in range(len(f.classes))]).items():
        assert f.classes and to_sql(f, 't', dialect).count(', '.join(
            f'p{c} AS {n}' if '(' in n else n for c, n in enumerate(names)))
