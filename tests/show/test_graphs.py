"""Graphs say what the tree says, whatever its names hold, when their own programs read them; trees
of scikit-learn predict the same."""
import json
import re
import shutil
import subprocess

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from support.exports import fitted
from support.random_tables import seeds

from c45lit import from_sklearn, to_dot, to_mermaid
from c45lit.data import encode
from c45lit.engine.mean_prediction import means
from c45lit.engine.prediction import distribution
from c45lit.show.graphs import _drawn

TREES = ['golf', 'hostile', 'grouped', 'subset', 'one_vs_rest', 'regress_hostile', 'leaf', 'truth']


def unescaped(label):
    "The words behind a label as Graphviz holds it."
    return re.sub(r'\\(.)', r'\1', label)


@pytest.mark.parametrize('depth', [None, 2])
@pytest.mark.parametrize('name', TREES)
def test_graphviz_reads_what_the_tree_says(name, depth):
    dot = shutil.which('dot') or pytest.skip('no Graphviz: apt install graphviz')
    tree = fitted(name)[0].tree_
    done = subprocess.run([dot, '-Tjson0'], input=to_dot(tree, depth), capture_output=True,
                          text=True, encoding='utf-8')
    assert done.returncode == 0 and not done.stderr, done.stderr
    graph = json.loads(done.stdout)
    drawn = list(_drawn(tree, depth))
    names = [o['name'] for o in graph['objects']]
    assert {o['name']: unescaped(o['label'])
            for o in graph['objects']} == {f'n{i}': words for i, words, *_ in drawn}
    found = {(names[e['tail']], names[e['head']]): unescaped(e['label'])
             for e in graph.get('edges', [])}
    assert found == {(f'n{i}', f'n{child}'): label for i, _, _, branches in drawn
                     for label, child in branches}


@pytest.mark.parametrize('name', TREES)
def test_mermaid_holds_every_word_and_no_sign_of_its_own(name):
    tree = fitted(name)[0].tree_
    text, drawn = to_mermaid(tree, 3), list(_drawn(tree, 3))
    said = re.findall(r'"([^"]*)"', text)
    assert all(re.fullmatch(r'(?:[A-Za-z0-9 .,_+-]|#\d+;)*', s) for s in said)
    back = [re.sub(r'#(\d+);', lambda m: chr(int(m[1])), s) for s in said]
    assert back == [w or ' ' for _, words, _, branches in drawn
                    for w in (words, *(label for label, _ in branches))]
    assert len(text.splitlines()) == 1 + len(drawn) + len(drawn) - 1


def test_a_tree_that_mermaid_would_not_draw_is_refused():
    model = fitted('unpruned')[0]
    many = fitted('regress_hostile')[0]
    with pytest.raises(ValueError, match='give max_depth='):
        [to_mermaid(m) for m in (model, many, fitted('deep')[0])]
    for m in (model, many): to_mermaid(m, max_depth=2)


# -- scikit-learn

def near(values, cuts, rng):
    "Some values moved to thresholds, and to where 32 bits round up or down."
    at = rng.choice(cuts, len(values))
    f = at.astype(np.float32)
    middle = (f.astype(float) + np.nextafter(f, np.float32(np.inf)).astype(float)) / 2
    at = np.choose(rng.integers(0, 6, len(values)),
                   [at, np.nextafter(at, 9), np.nextafter(at, -9), middle, np.nextafter(middle, 9),
                    np.nextafter(middle, -9)])
    return np.where(rng.random(len(values)) < 0.7, at, values)


def test_a_tree_of_scikit_learn_predicts_the_same_at_every_threshold():
    for seed in seeds(12):
        rng = np.random.default_rng(seed)
        X = pd.DataFrame(rng.normal(size=(400, 3)) * rng.choice([1, 1e-9, 1e9]),
                         columns=list('abc'))
        y = np.digitize(X.a * X.b / X.a.std() / X.b.std() + rng.normal(scale=.3, size=400),
                        [-.5, .5])
        weights = rng.integers(0, 3, 400) if seed % 2 else None
        model = DecisionTreeClassifier(random_state=0).fit(X, y, weights)
        other = DecisionTreeRegressor(max_depth=7, random_state=0).fit(X, X.a * X.c, weights)
        for m in (model, other):
            T = X.sample(2000, replace=True, random_state=seed % 2 ** 32).reset_index(drop=True)
            for j, c in enumerate(X):
                T[c] = near(T[c].to_numpy(), m.tree_.threshold[m.tree_.feature == j],
                            rng) if (m.tree_.feature == j).any() else T[c]
            tree = from_sklearn(m)
            cases = encode(T, tree.schema)
            if m is other: assert np.array_equal(means(tree, cases), m.predict(T))
            else:
                shares = distribution(tree, cases)
                assert np.array_equal(np.array(tree.schema.classes)[shares.argmax(axis=1)],
                                      m.predict(T))
                assert np.abs(shares - m.predict_proba(T)).max() < 1e-15
        assert len(tree) == other.tree_.node_count and tree.depth == other.get_depth()


def test_what_is_no_tree_or_saw_unknown_values_is_refused():
    X, y = np.array([[1.0], [2], [3], [np.nan], [np.nan]]), [0, 0, 0, 1, 1]
    with pytest.raises(ValueError, match='fitted to unknown values'):
        from_sklearn(DecisionTreeClassifier().fit(X, y))
    with pytest.raises(TypeError, match='estimators_'):
        from_sklearn(RandomForestClassifier(2).fit(X[:3], y[:3]))
    with pytest.raises(ValueError, match='targets'):
        from_sklearn(DecisionTreeClassifier().fit(X[:3], np.eye(3)))
    with pytest.raises(ValueError, match='call fit'): from_sklearn(DecisionTreeRegressor())
