"""Whole trees and cases with holes in a real browser: in JupyterLab, and in a file with nothing
behind it."""
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes
from support.browser import put_notebook, run_all
from support.scripts import english, in_node

from c45lit import (C45Classifier, C50Classifier, CARTClassifier, CARTRegressor, ID3Classifier,
                    Release8Classifier, Thresholds, explore_threshold, load_dataset)
from c45lit.explore.explore_tree import explore_tree
from c45lit.explore.explore_unknown import explore_unknown
from c45lit.engine.prediction import _above, leaves_of

TREE = '.c45lit-nodes'
SECOND = f'.jp-OutputArea-child:has({TREE}) ~ .jp-OutputArea-child {TREE}'  # of two in one output
TOLERANCE = 1e-7      # weights are sent with nine digits


# -- data and trees

def penguins(**options):
    X, y = load_dataset('penguins')
    return C45Classifier(**options).fit(X, y), X, y


def with_holes(X, share, seed=0):
    "The table with so many of its values unknown."
    holes = np.random.default_rng(seed).random(X.shape) < share
    return X.astype(object).mask(holes, None).convert_dtypes()


@pytest.fixture(scope='module')
def large():
    "A tree of 5,000 leaves and more, and its 45,000 cases."
    rng, n = np.random.default_rng(0), 45_000
    X = pd.DataFrame({f'x{j}': rng.normal(size=n).round(3) for j in range(8)})
    X['colour'] = rng.choice(['红', '绿', '蓝'], n)
    y = np.where(X.x0 * X.x1 + X.x2 + rng.normal(size=n) > 0, 'yes', 'no')
    free = dict(pruning=None, collapse=False, min_cases=4,
                thresholds=Thresholds(mdl_penalty=False, least_side=False))
    tree = C45Classifier(**free).fit(X, y).tree_
    assert tree.n_leaves >= 5000
    return tree, X, y


# -- JupyterLab

BOTH = """from c45lit import C45Classifier, explore_tree, explore_unknown, load_dataset
from IPython.display import display
X, y = load_dataset('penguins')
clf = C45Classifier().fit(X, y)
whole, holes = explore_tree(clf, X, y), explore_unknown(clf, X.loc[0])
display(whole, holes)"""


def test_what_is_chosen_arrives_in_python(browser, lab):
    put_notebook(lab, 'arrives.ipynb', BOTH + """
import ipywidgets
words = ipywidgets.Label('nothing yet')
def tell(change): words.value = f'node {whole.node} cells {holes.cells}'
whole.observe(tell, 'node')
holes.observe(tell, 'cells')
display(words)""")
    page = run_all(browser, lab, 'arrives.ipynb', f'{SECOND} svg')
    page.locator(f'{TREE} [data-node="2"]').first.click()
    for knob in page.locator(f'{SECOND} .c45lit-cell button').all(): knob.click()
    page.locator('text=node 2 cells [None, None, None, None]').wait_for(timeout=10_000)
    page.close()


# -- one file: the tree

def test_every_control_of_a_tree_in_a_file(open_file):
    page = open_file(explore_tree(*penguins()))
    for move in tree_moves(page):
        before = what_a_tree_shows(page.locator(TREE))
        move()
        page.wait_for_timeout(60)
        assert what_a_tree_shows(page.locator(TREE)) != before


def test_folding_hides_what_is_below_and_says_so(open_file):
    page = open_file(explore_tree(*penguins()))
    tree = page.locator(f'{TREE} [role=tree]')
    assert page.locator('[role=treeitem]').count() == 15
    tree.focus()
    page.keyboard.press('Enter')
    root = page.locator('[role=treeitem]')
    assert root.count() == 1 and root.get_attribute('aria-expanded') == 'false'
    assert '14 nodes folded' in readout(page)
    page.keyboard.press(' ')
    assert page.locator('[role=treeitem]').count() == 15


def test_treeitems_say_level_state_and_words(open_file):
    page = open_file(explore_tree(*penguins()))
    tree = page.locator(f'{TREE} [role=tree]')
    for item in page.locator('[role=treeitem]').all():
        assert item.get_attribute('aria-label') and int(item.get_attribute('aria-level')) >= 1
        is_leaf = item.get_attribute('aria-label').partition(': ')[2].startswith('leaf')
        assert (item.get_attribute('aria-expanded') is None) == is_leaf
    assert page.locator(
        f'#{tree.get_attribute("aria-activedescendant")}[aria-selected=true]').count() == 1


def test_a_path_says_the_narrowest_range_of_each_attribute(open_file):
    clf, X, y = penguins()
    page = open_file(explore_tree(clf))
    for node in range(1, len(clf.tree_)):
        page.locator(f'[data-node="{node}"]').click()
        words = page.locator('.c45lit-path').inner_text()
        for name in X: words = words.replace(re.sub('_(mm|g)$', '', name).replace('_', ' '), name)  # as the story says them
        words = words.split(' and ')
        asked = {clf.tree_.node(above).label(branch).split(' ')[0]
                 for above, branch in _above(clf.tree_, node)}
        assert len(words) == len(asked)
        reached = X.query(' and '.join(map(as_query, words)))
        assert set(reached.index) == set(X[X[list(asked)].notna().all(axis=1)
                                           & at_or_below(clf, X, node)].index)


def test_search_finds_names_values_and_classes(open_file):
    page = open_file(explore_tree(*penguins()))
    for word, found in [('sex', 1), ('torgersen', 2), ('Chinstrap', 3), ('nothing', 0)]:
        page.locator('input[type=search]').fill(word)
        assert page.locator('.c45lit-hits').inner_text() == f'{found} found'
        assert page.locator('.c45lit-hit').count() == found
    page.locator('input[type=search]').fill('Gentoo')
    before = selected(page)
    page.locator('input[type=search]').press('Enter')
    assert selected(page) != before and 'Gentoo' in readout(page)


def test_the_browser_sends_cases_where_python_sends_them(open_file):
    X, y = load_dataset('penguins')
    cases = with_holes(X.sample(60, random_state=1), 0.2)
    clf = C45Classifier(pruning=None).fit(X, y)
    page, table = open_file(explore_tree(clf, cases)), clf._table_of(cases)
    for row in range(0, 60, 3):
        page.locator('select').first.select_option(str(row))
        ours = {i: share for i, share in followed(page, clf.tree_)}
        theirs = {node.number: share for node, share in leaves_of(clf.tree_, table, row)}
        for node, share in ours.items():
            assert abs(share - theirs.get(node, 0)) < 6e-3 * share + 1e-9  # three digits are shown
        said = dict(re.findall(r'(\w+) (\d\.\d{3})[,;]', page.locator('.c45lit-case').inner_text()))
        expected = dict(zip(clf.classes_, clf.predict_proba(cases.iloc[[row]])[0]))
        assert all(abs(float(p) - expected[c]) < 6e-4 for c, p in said.items()) and said


def test_a_followed_bird_is_said_in_a_sentence_from_the_root_that_is_seen(open_file):
    clf, X, y = penguins()
    page = open_file(explore_tree(clf, X, y), viewport={'width': 860, 'height': 760})
    page.locator('select').first.select_option('0')
    assert readout(page) == 'Flipper length 181 ≤ 206, bill length 39.1 ≤ 42.3: Adelie.'
    assert (page.locator('[data-node="0"]').bounding_box()['x']
            >= page.locator(f'{TREE} .c45lit-picture').bounding_box()['x'])


def test_on_a_phone_a_followed_path_begins_at_its_root(open_file):
    explorer = explore_tree(*penguins())
    explorer.case = 0
    page = open_file(explorer, viewport={'width': 390, 'height': 844})
    page.wait_for_timeout(200)
    picture = page.locator('.c45lit-picture').bounding_box()
    for box in ('[data-node="0"]', '[aria-selected=true]'):  # the root, the leaf
        seen = page.locator(f'{box} > rect').first.bounding_box()
        assert seen['x'] >= picture['x'] and seen['x'] + seen['width'] < picture['x'] + picture['width']


def test_bars_beside_the_threshold_are_the_cases_of_the_branches():
    clf, X, y = penguins(pruning=None)
    known = X.notna().all(axis=1)
    data = explore_tree(clf.tree_, X[known], y[known]).data
    table = clf._table_of(X[known])
    for node, (under, n, width, *cells) in data['bins'].items():
        at = np.cumsum(cells[::2]) - 1
        counts = np.zeros((n, 3))
        counts.flat[at] = np.array(cells[1::2]) / data['scale']
        first = clf.tree_.first_child[int(node)]
        reached = reach(clf.tree_, table)
        assert [counts[:under].sum(), counts[under:].sum()] == [reached[first], reached[first + 1]]


FITTED = [ID3Classifier(), C45Classifier(discrete='grouped'), Release8Classifier(),
          Release8Classifier(discrete='grouped'), CARTClassifier(), C50Classifier(trials=3)]


@pytest.mark.parametrize('make', [
    C45Classifier, CARTClassifier, ID3Classifier,
    lambda **o: C45Classifier('gain_ratio_all', **o)])
def test_a_node_of_the_tree_shows_what_every_attribute_offered_there(open_file, make):
    X, y = load_dataset('penguins')
    model = make() if make is ID3Classifier else make(pruning=None, max_depth=3)
    if make is ID3Classifier: X, y = load_dataset('watermelon_2')
    model.fit(X, y)
    page = open_file(explore_tree(model, X, y))
    page.locator('.c45lit-offers > summary').click()
    column = 4 if isinstance(model, CARTClassifier) else 1  # Gini decrease, or gain
    page.locator(f'{TREE} button:text-is("Unfold all")').click()
    page.locator(f'{TREE} svg[role=tree]').focus()
    page.keyboard.press('Home')
    seen, rows = set(), page.locator('.c45lit-offers tbody tr')
    for _ in range(len(model.tree_)):
        number = int(re.match(r'Node (\d+)', page.locator('.c45lit-readout').inner_text())[1])
        seen.add(number)
        told = model.candidate_table(number)
        heads = rows.locator('th > span').all_text_contents()
        names = [n.removeprefix('\u2605 ') for n in heads]
        shown = rows.locator(f"td:nth-of-type({column}) .c45lit-figure").all_text_contents()
        won = [n[2:] for n in heads if n.startswith('\u2605')]
        assert names == [*map(english, told.index)] and won == [*map(english, told.index[told.chosen])]
        gains = [None if s == '\u2013' else float(s.replace('\u2212', '-')) for s in shown]
        for gain, true in zip(gains, told.net_gain):
            assert (gain is None) == bool(np.isnan(true))
            assert gain is None or gain == pytest.approx(true, abs=6e-4)
        page.keyboard.press('ArrowDown')
    assert seen == set(range(len(model.tree_)))


def test_a_model_that_keeps_no_scores_has_no_table_of_them(open_file):
    X, y = load_dataset('penguins')
    for model in (C50Classifier(), Release8Classifier(), C45Classifier().fit(X, y).tree_):
        fitted = model.fit(X, y) if hasattr(model, 'fit') else model
        assert open_file(explore_tree(fitted, X, y)).locator('.c45lit-offers').is_hidden()
    assert open_file(explore_tree(C45Classifier().fit(X, y))).locator('.c45lit-offers').is_hidden()


def test_of_trees_that_vote_it_says_that_it_is_the_first():
    X, y = load_dataset('penguins')
    boosted = C50Classifier(trials=3).fit(X, y)
    for explorer in (explore_tree(boosted, X), explore_unknown(boosted, X.loc[0])):
        assert f'first of {len(boosted.trees_)} trees' in explorer.data['note']


def test_a_tree_with_soft_thresholds_is_drawn(open_file):
    X, y = load_dataset('penguins')
    for model in C45Classifier().fit(X, y), Release8Classifier().fit(X, y):
        page = open_file(explore_tree(model.softened(), X, y))
        page.locator('select').first.select_option(index=5)
        assert page.locator('.c45lit-lit').count() >= 1


@pytest.mark.parametrize('estimator', FITTED, ids=lambda e: type(e).__name__)
def test_trees_of_every_kind_are_drawn(open_file, estimator):
    X, y = load_dataset('penguins')
    X, y = X.dropna(), y[X.notna().all(axis=1)]
    if isinstance(estimator, ID3Classifier): X = X[['island', 'sex']]
    page = open_file(explore_tree(estimator.fit(X, y), X, y))
    page.locator('select').first.select_option(index=5)
    assert page.locator('.c45lit-lit').count() >= 1


def test_weights_of_classes_are_called_weights_and_bounds_of_directions_monotone(open_file):
    X, y = load_dataset('penguins')
    page = open_file(explore_tree(C45Classifier(class_weight={'Adelie': 2.5}).fit(X, y), X, y))
    assert 'weight 572' in readout(page) and ' cases' not in readout(page)
    tree = C45Classifier().fit(X, y).tree_
    pooled = (tree.n_children == 0).astype(int)
    page = open_file(explore_tree(replace(tree, pooled=pooled)))
    assert page.locator('[role=treeitem][aria-label*=", monotone"]').count() == pooled.sum()


def test_a_tree_of_numbers_says_means(open_file):
    D = load_diabetes(as_frame=True, scaled=False)
    cart = CARTRegressor(max_depth=4, pruning=None).fit(D.data, D.target)
    page = open_file(explore_tree(cart, D.data, D.target))
    for row in range(0, 40, 4):
        page.locator('select').first.select_option(index=row + 1)
        at = page.evaluate("+document.querySelector('select').value")
        said = float(re.search(r'\w+ ([\d.]+), from', page.locator('.c45lit-case').inner_text())[1])
        assert abs(said / cart.predict(D.data.iloc[[at]])[0] - 1) < 6e-4


def test_five_thousand_leaves_are_one_small_file(large):
    assert len(explore_tree(*large).to_html()) < 1_000_000


def test_only_what_is_in_the_window_is_drawn(open_file, large):
    tree, X, y = large
    page = open_file(explore_tree(tree))
    page.locator('button:text-is("Unfold all")').click()
    assert page.locator('[role=treeitem]').count() < 100
    page.locator('button:text-is("Fit")').click()
    page.wait_for_timeout(100)
    assert page.locator('[role=treeitem]').count() < 2000


def test_a_box_that_is_cut_by_the_window_is_called_by_what_is_seen_of_it(open_file):
    page = open_file(explore_tree(*penguins()), viewport={'width': 520, 'height': 844})
    page.locator('button:text-is("Unfold all")').click()
    picture, cut = page.locator(f'{TREE} [role=tree]'), 0
    picture.focus()
    for key in ['ArrowRight'] * 7:
        picture.press(key)
        page.wait_for_timeout(60)  # drawn once a frame
        for name, words, rooms in page.evaluate(WORDS):
            cut += len(words) < 2
            assert name.startswith(' '.join(words)) and name[0] != ':', 'a word is not in the name'
            assert all(room > -20 for room in rooms), 'a word out of sight is drawn'
    assert cut


WORDS = """() => {
  const picture = document.querySelector('.c45lit-nodes [role=tree]').getBoundingClientRect();
  return [...document.querySelectorAll('.c45lit-nodes [role=treeitem]')].map(box => {
    const words = [...box.querySelectorAll('text')], at = words.map(e => e.getBoundingClientRect());
    return [box.getAttribute('aria-label'), words.map(e => e.textContent), at.map(r =>
      Math.min(r.right - picture.left, picture.right - r.left))]; });
}"""


# -- one file: the icicle

def test_a_slice_is_as_high_as_its_share_of_the_cases(large):
    tree, X, y = large
    data = explore_tree(tree).data
    top, high = (np.array(found) for found in in_node("""data => {
      const t = readTree(data), {top, high} = slices(t);
      return [[...top], [...high]];
    }""", data, 'tree', 'icicle'))
    assert np.allclose(high, tree.weights / tree.weights[0], atol=1e-9)
    for node in np.flatnonzero(
        tree.n_children):  # side by side, from the top of the node to its end
        span = tree._span(node)
        assert np.allclose(np.append(top[span], top[node] + high[node]),
                           np.append(top[node], top[span] + high[span]), atol=1e-9)


def test_below_a_readable_zoom_the_tree_is_an_icicle_that_keys_walk(open_file, large):
    tree, X, y = large
    page = open_file(explore_tree(tree, X, y))
    picture, map_ = page.locator(f'{TREE} [role=tree]'), page.locator(
        'button:text-is("Whole tree")')
    picture.focus()
    for _ in range(6): page.keyboard.press('-')
    page.wait_for_timeout(50)
    assert map_.get_attribute('aria-pressed') == 'true' and page.locator('.c45lit-slices').count(
        ) > 4
    assert page.locator(f'{TREE} [role=tree] *').count() < 500  # however many leaves
    keys = [('ArrowRight', tree.first_child[0]), ('ArrowDown', tree.first_child[0] + 1),
            ('ArrowDown', tree.first_child[0] + 1),
            ('ArrowUp', tree.first_child[0]), ('ArrowLeft', 0), ('End', len(tree) - 1), ('Home', 0)]
    for key, node in keys:
        page.keyboard.press(key)
        assert selected(page) == node
    for key in ('Escape', 'ArrowRight', 'Enter'):
        page.keyboard.press(key)  # all of it; then one node as high as the window
    frame, whole = (page.locator(what).bounding_box()
                    for what in ('.c45lit-slice[aria-selected=true] rect', f'{TREE} [role=tree]'))
    assert frame['height'] > 0.95 * whole['height'] and page.locator('.c45lit-slices').count() > 4
    page.keyboard.press('Enter')  # nearer than that are boxes
    assert map_.get_attribute('aria-pressed') == 'false' and page.locator('.c45lit-box').count() > 1
    map_.click()
    picture.focus()
    page.keyboard.press('Escape')
    assert page.locator('.c45lit-slice').count() > 4


def test_in_the_icicle_one_finds_points_and_follows(open_file, large):
    tree, X, y = large
    page = open_file(explore_tree(tree, X, y))
    page.locator('button:text-is("Whole tree")').click()
    page.locator('input[type=search]').fill('红')
    assert page.locator('.c45lit-found').count() == 1
    for _ in range(3):
        before = selected(page)
        page.locator('button:text-is("Next")').click()
        frame = page.locator('.c45lit-slice[aria-selected=true] rect').bounding_box()
        assert selected(page) > before and '红' in page.locator('.c45lit-path').inner_text(
            ) and frame['height'] >= 2
    page.locator('select').first.select_option(index=7)
    leaf = selected(page)
    assert tree.n_children[leaf] == 0 and page.locator('.c45lit-lit').count() == 1
    page.locator('button:text-is("Whole tree")').click()
    assert page.locator(f'.c45lit-box[data-node="{leaf}"]').count(
        ) == 1  # a box again, and in the window
    page.locator('button:text-is("Whole tree")').click()
    box = page.locator(f'{TREE} [role=tree]').bounding_box()
    page.mouse.click(box['x'] + 20, box['y'] + box['height'] / 2)
    assert selected(page) == 0
    page.mouse.click(box['x'] + 85, box['y'] + 30)
    assert selected(page) == tree.first_child[0]


# -- one file: a case with holes

def test_shares_and_sum_are_those_of_python(open_file):
    B = load_breast_cancer(as_frame=True)
    y = B.target.map({0: 'malignant', 1: '良性'})
    clf = C45Classifier(pruning=None).fit(B.data, y)
    cases = with_holes(B.data.sample(12, random_state=2), 0.3)
    for row in range(len(cases)):
        page = open_file(explore_unknown(clf, cases.iloc[row]))
        assert np.allclose(summed(page), clf.predict_proba(cases.iloc[[row]])[0], atol=6e-4)
        page.locator('.c45lit-cell button').nth(row % 5).click()
        name = page.locator('.c45lit-cell label').nth(row % 5).evaluate(
            'e => e.firstChild.textContent')
        cell = page.locator('.c45lit-cell input').nth(row % 5).input_value()
        changed = cases.iloc[[row]].assign(**{name: float(cell) if cell else None}).astype(float)
        assert np.allclose(summed(page), clf.predict_proba(changed)[0], atol=6e-4)


def test_the_walk_of_the_script_agrees_with_python_to_seven_digits():
    clf, X, y = penguins(pruning=None)
    grouped = Release8Classifier(pruning=None, discrete='grouped').fit(X, y)
    cases = with_holes(X.sample(150, random_state=3, replace=True), 0.3)
    for estimator in (clf, grouped):
        found = in_script(explore_tree(estimator, cases).data)
        assert np.abs(found - estimator.predict_proba(cases)).max() < TOLERANCE
    D = load_diabetes(as_frame=True)
    cart = CARTRegressor(pruning=None, max_depth=8).fit(D.data, D.target)
    cases = with_holes(D.data, 0.2).astype(float)
    found = in_script(explore_tree(cart, cases).data)
    assert np.abs(found[:, 0] / cart.predict(cases) - 1).max() < TOLERANCE


def in_script(data) -> np.ndarray:
    "What the script itself says of every case in `data`."
    return np.array(in_node("""data => {
      const t = readTree(data);
      const cells = j => data.cases.columns.map(c => c[j]);
      return data.cases.rows.map((_, j) => verdicts(t, shares(t, cells(j))).total);
    }""", data, 'tree'))


def test_every_box_says_which_share_arrives(open_file):
    clf, X, y = penguins()
    page = open_file(explore_unknown(clf, {}))
    table = clf._table_of(with_holes(X.iloc[[0]], 1))
    theirs = {node.number: share for node, share in leaves_of(clf.tree_, table, 0)}
    boxes = page.locator('.c45lit-box:has(.c45lit-part)').evaluate_all(
        'all => all.map(b => [+b.dataset.node, b.querySelector(".c45lit-part").textContent])')
    ours = {node: float(words.removesuffix(' %')) / 100 for node, words in boxes}
    assert {node for node, share in theirs.items() if share > 0.05} <= set(ours)
    for node in set(theirs) & set(ours):
        assert ours[node] == pytest.approx(theirs[node], rel=5e-3)


def test_a_number_of_a_case_without_holes_comes_back(open_file):
    clf, X, y = penguins()
    page = open_file(explore_unknown(clf, X.loc[0]))
    field, knob = page.locator('.c45lit-cell input').first, page.locator('.c45lit-cell button').nth(
        1)
    before = field.input_value()
    knob.click()
    assert field.input_value() == '' and knob.get_attribute('aria-pressed') == 'true'
    knob.click()
    assert field.input_value() == before and knob.get_attribute('aria-pressed') == 'false'


def test_a_case_of_numbers_sums_up_to_the_prediction(open_file):
    D = load_diabetes(as_frame=True, scaled=False)
    cart = CARTRegressor(max_depth=4, pruning=None).fit(D.data, D.target)
    page = open_file(explore_unknown(cart, D.data.iloc[3]))
    page.locator('.c45lit-cell button').nth(2).click()
    holed = D.data.iloc[[3]].astype(float)
    name = page.locator('.c45lit-cell label').nth(2).evaluate('e => e.firstChild.textContent')
    holed[name] = np.nan
    said = float(re.search(r'target ([\d.]+),', page.locator('.c45lit-case').inner_text())[1])
    assert abs(said / cart.predict(holed)[0] - 1) < 6e-4


# -- both

def test_what_does_not_fit_is_refused_with_a_way_out():
    clf, X, y = penguins()
    for bad, words in [
            (lambda: explore_tree(C45Classifier()), 'C45Classifier has no tree'),
            (lambda: explore_tree('tree'), 'pass a Tree, or'),
            (lambda: explore_tree(clf, y=y), 'y came without X'),
            (lambda: explore_tree(clf, X[:5], y), '5 cases but y has 344'),
            (lambda: explore_tree(clf, X[['sex']]), 'missing'),
            (lambda: explore_tree(clf, X[:0]), 'no cases|empty'),
            (lambda: explore_tree(clf, X[:2], ['emu', 'emu']), 'not one of the classes'),
            (lambda: explore_unknown(clf, X), r'pass X\.iloc\[\[i\]\]'),
            (lambda: explore_unknown(clf, 7), 'row of a DataFrame'),
            (lambda: explore_unknown(clf, {'wings': 2}), "'wings' is not an attribute"),
            (lambda: explore_unknown(clf, {'sex': 'm'}), "'m' is not one of female, male"),
            (lambda: explore_unknown(clf, {'bill_length_mm': 'long'}), 'expected a number'),
            (lambda: explore_unknown(clf, {'bill_length_mm': np.inf}), 'expected a number')]:
        with pytest.raises(ValueError, match=words):
            bad()


def test_a_tree_that_is_one_leaf_is_shown(open_file):
    X = pd.DataFrame({'x': [1.0, 2.0, 3.0]})
    clf = C45Classifier().fit(X, ['a', 'a', 'a'])
    assert 'class a' in readout(open_file(explore_tree(clf, X)))
    assert 'class a' in readout(open_file(explore_unknown(clf, {'x': 1})))


# -- hands and eyes

def what_a_tree_shows(tree) -> tuple:
    "Words and picture."
    return (tree.locator('.c45lit-readout').inner_text(), tree.locator('.c45lit-hits').inner_text(),
            tree.locator('.c45lit-case').inner_text(), tree.locator('.c45lit-picture').inner_html())


def tree_moves(page) -> list:
    "Every control of a tree, moved; each changes what is shown."
    tree = page.locator(TREE).first  # the second is that of a case
    press = lambda words: (lambda: tree.locator(f'button:text-is("{words}")').click())  # noqa: E731
    search = tree.locator('input[type=search]')

    def drag():
        box = tree.locator('.c45lit-picture').bounding_box()
        page.mouse.move(box['x'] + 100, box['y'] + 30)
        page.mouse.down()
        page.mouse.move(box['x'] + 160, box['y'] + 70, steps=4)
        page.mouse.up()
    return [press('Fold all'), press('Unfold all'), press('+'), press('\u2212'), press('+'),
            press('Fit'),
            lambda: search.fill('island'), press('Next'), lambda: search.fill(''),
            lambda: tree.locator('[data-node="1"]').click(),
            lambda: tree.locator('[data-node="0"] .c45lit-knob').click(),
            lambda: tree.locator('select').first.select_option('3'), drag,
            lambda: tree.locator('select').first.select_option('-1')]


def readout(page, explorer=TREE) -> str:
    return page.locator(f'{explorer} .c45lit-readout').inner_text()


def as_query(words) -> str:
    "An answer on a path as pandas reads it."
    return re.sub(r' = (.*)', r' == "\1"', words.replace('\u2264', '<=').replace('\u2212', '-'))


def at_or_below(clf, X, node) -> np.ndarray:
    "Which cases go by a node, whole or in part."
    table, tree = clf._table_of(X), clf.tree_
    below = {node}
    for i in range(node, len(tree)):
        if i in below: below |= set(range(*tree._span(i).indices(len(tree))))
    return np.array([any(leaf.number in below for leaf, _ in leaves_of(tree, table, row))
                     for row in range(len(X))])


def selected(page) -> int:
    "Number of the node that is looked at."
    return int(page.locator(f'{TREE} [aria-selected=true]').first.get_attribute('data-node'))


def followed(page, tree) -> list:
    "(leaf, share) of the leaves whose box is lit."
    boxes = page.locator('.c45lit-box:has(.c45lit-part)').evaluate_all(
        'all => all.map(b => [+b.dataset.node, b.querySelector(".c45lit-part").textContent])')
    return [(i, float(words.rstrip(' %')) / 100) for i, words in boxes if tree.n_children[i] == 0]


def reach(tree, table) -> np.ndarray:
    "Weight of the cases that reach each node."
    at = np.zeros(len(tree))
    for row in range(len(table)):
        for leaf, share in leaves_of(tree, table, row): at[leaf.number] += share
    for i in reversed(range(len(tree))): at[i] += at[tree._span(i)].sum()
    return at


def summed(page) -> list:
    "The last row of the table of leaves: the sum, class by class."
    cells = page.locator('.c45lit-sum tfoot td').all_text_contents()[1:]
    heads = page.locator('.c45lit-sum thead th').all_text_contents()[2:]
    said = dict(zip(heads, map(float, cells)))
    classes = page.locator('.c45lit-legend > span').all_text_contents()
    return [said.get(c, 0.0) for c in classes]


# -- fingers, and several explorers on a page

FINGERS = """([from, to]) => {  // each finger goes from its place to another
  const svg = document.querySelector('.c45lit-picture'), box = svg.getBoundingClientRect();
  svg.setPointerCapture = () => {};
  const fire = (kind, k, [x, y]) => svg.dispatchEvent(new PointerEvent(kind, {pointerId: 20 + k, pointerType: 'touch',
    isPrimary: !k, bubbles: true, clientX: box.left + x, clientY: box.top + y}));
  const looks = () => svg.innerHTML;
  const before = looks();
  from.forEach((at, k) => fire('pointerdown', k, at));
  to.forEach((at, k) => fire('pointermove', k, at));
  return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
    const changed = looks() !== before;
    to.forEach((at, k) => fire('pointercancel', k, at));
    done(changed);
  })));
}"""


def test_one_finger_leaves_the_tree_alone_and_two_move_it(open_file):
    X, y = load_dataset('penguins')
    page = open_file(explore_tree(C45Classifier().fit(X, y)),
                     viewport={'width': 390, 'height': 800})
    assert page.evaluate(FINGERS, [[[100, 100]], [[100, 40]]]) is False
    assert page.evaluate(FINGERS, [[[100, 100], [160, 100]], [[100, 40], [160, 40]]]) is True


def test_a_pressed_button_looks_pressed_whatever_explorer_comes_later(browser, tmp_path):
    X, y = load_dataset('golf')
    shown = explore_unknown(C45Classifier().fit(X, y),
                            X.iloc[[0]]).to_html() + explore_threshold(X, y).to_html()
    (tmp_path / 'two.html').write_text(f'<!doctype html><meta charset="utf-8">{shown}',
                                       encoding='utf-8')
    page = browser.new_page()
    page.goto((tmp_path / 'two.html').as_uri())
    page.locator('.c45lit-threshold .c45lit-slider').wait_for()
    button = page.locator('.c45lit-cell button').first
    button.click()
    assert button.evaluate(
        'b => [b.ariaPressed, getComputedStyle(b).backgroundColor]') == ['true', 'rgb(194, 18, 47)']
    page.close()
