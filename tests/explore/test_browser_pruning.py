"""The explorer of prunings: what became of every node is true, and a real browser shows it."""
import json
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from support.browser import run_all

from c45lit import (C45Classifier, C45RulesClassifier, Column, Thresholds, explore_pruning,
                    load_dataset)
from c45lit.pruning.cost_complexity import cost_complexity_trace, prune_cost_complexity
from c45lit.engine.error_based import prune_error_based, pruning_trace
from c45lit.explore.explore_pruning import CONFIDENCES, MOST_NODES, follow, grow_bench, pruning_data
from c45lit.pruning.history import pruning_outcomes, follow_error_based
from c45lit.engine.prediction import classify
from c45lit.pruning.reduced_error import reduced_error_trace
from c45lit.pruning.pessimistic import pessimistic_trace

MOST_BYTES = 600_000  # of a page with a tree of a thousand nodes, for each value of least cases
BOX = '.c45lit-pruning'
NO_PENALTY = Thresholds(mdl_penalty=False)
FREE = C45Classifier('gain', thresholds=NO_PENALTY)


# -- what became of the nodes

def noisy(seed, n=120, share_unknown=0.1):
    "Cases with noise and unknown values, of which pruning makes much."
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(rng.integers(0, 4, (n, 5)), columns=list('abcde')).astype(float)
    X['k'] = rng.choice(list('pqrstu'), n)
    y = np.where(X['a'] + X['b'] + 2 * X['k'].isin(['p', 's']) - 1 + rng.normal(size=n) > 3, 'yes',
                 'no')
    X = X.mask(rng.random(X.shape) < share_unknown)
    return X, y


def rebuilt(tree, fate, taken):
    """(attribute, threshold) of the tests that the fates leave, level by level; (-1, nan) for
    leaves."""
    found, level = [], [0]
    while level:
        below = []
        for node in level:
            node = taken.get(node, node)
            is_test = fate[node] == 'stays' and tree.n_children[node] > 0
            found.append((int(tree.attribute[node]), float(tree.threshold[node]))
                         if is_test else (-1, np.nan))
            if not is_test: continue
            branches = range(tree.first_child[node], tree.first_child[node] + tree.n_children[node])
            below += [branch for branch in branches if fate[branch] != 'goes']
        level = below
    return found


@pytest.mark.parametrize('discrete', ['multiway', 'grouped', 'subset'])
@pytest.mark.parametrize('seed', range(6))
def test_fates_tell_the_pruned_tree(seed, discrete):
    how = {'pruning': None, 'min_cases': 1, 'discrete': discrete}
    model = clone(FREE).set_params(**how).fit(*noisy(seed))
    tree, table = model.unpruned_tree_, model._table
    for cf in CONFIDENCES:
        for raising in (True, False):
            followed = follow_error_based(tree, table, cf, raising)
            assert followed.tree == prune_error_based(tree, table, cf, raising)
            fate, taken = pruning_outcomes(tree, followed)
            there = list(zip(followed.tree.attribute.tolist(), followed.tree.threshold.tolist()))
            assert np.array_equal(np.array(rebuilt(tree, fate, taken)), np.array(there),
                                  equal_nan=True)
            assert raising or not taken


def test_a_test_that_climbs_twice_is_followed():
    rows = [('n', 'n', 'y', 1)] + [('n', 'y', 'y',
                                    1)] * 4 + [('y', 'n', 'n', 0)] * 2 + [('y', 'y', 'n', 1)] * 2 \
        + [('y', 'y', 'n', 0)] * 3 + [('y', 'y', 'y', 1)] * 2 + [('y', 'y', 'y', 0)]
    pumps = pd.DataFrame(rows, columns=['hot', 'old', 'greased', 'ok'])
    model = clone(FREE).set_params(pruning=None, min_cases=1).fit(pumps.iloc[:, :3], pumps['ok'])
    fate, taken = pruning_outcomes(model.unpruned_tree_,
                                   follow_error_based(model.unpruned_tree_, model._table))
    assert fate == ['raised', 'goes', 'raised', 'goes', 'stays', 'stays',
                    'stays'] and taken == {0: 4, 2: 4}


def test_figures_are_those_of_the_trace_where_nothing_is_raised():
    model = C45Classifier(pruning=None).fit(*load_dataset('golf'))
    why = follow_error_based(model.unpruned_tree_, model._table, 0.25).why
    trace = pruning_trace(model.unpruned_tree_, model._table, 0.25)
    pd.testing.assert_frame_equal(why[trace.columns], trace, check_index_type=False,
                                  check_dtype=False)


# -- the data

@pytest.fixture(scope='module')
def birds():
    "Bench and data of the penguins."
    bench = grow_bench(*load_dataset('penguins'), model=C45Classifier(thresholds=NO_PENALTY))
    return bench, pruning_data(bench)


def grown_and_run(birds, method, least=1):
    "(a grown tree, the run of a method on it)."
    bench, data = birds
    found = next(m for m in data['methods'] if m['name'] == method)
    grown = bench.part if found['kind'] == 'validation' else bench.full
    return grown[least], found['runs'][found['run_of'][least]]


@pytest.mark.parametrize('method',
                         ['error-based', 'error-based, no raising', 'cost-complexity',
                          'reduced-error',
                                    'reduced-error, ties keep', 'pre-pruning',
                          'pessimistic'])
def test_errors_and_leaves_are_those_of_the_pruned_tree(birds, method):
    grown, run = grown_and_run(birds, method)
    for dial, step in zip(run['dial'], run['steps']):
        pruned = follow(method, grown, dial, birds[0].model).tree
        wrong = [float((classify(pruned, t) != t.classes).sum())
                 for t in (grown.table, grown.test)]
        assert (step['leaves'], step['wrong'][:2]) == (pruned.n_leaves, wrong)


def test_the_estimator_set_like_the_dials_grows_the_same_tree():
    X, y = load_dataset('penguins')
    explorer = explore_pruning(X, y, test=None)
    for method in explorer.data['methods']:
        run = method['runs'][method['run_of'][explorer.least]]
        for place, step in enumerate(run['steps']):
            explorer.method, explorer.dial = method['name'], place
            setting = explorer.setting
            if method['kind'] == 'validation': setting['pruning'].set_params(validation=1/3)
            model = C45Classifier(**setting).fit(X, y)
            assert step['leaves'] == model.tree_.n_leaves, (method['name'], place)
        explorer.dial = 10 ** 6  # the page stays at the last place, too
        assert str(explorer.setting) == str(setting) or method['kind'] == 'validation'


def test_a_tree_of_a_thousand_nodes_stays_small_and_says_so():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(2500, 6)), columns=list('abcdef'))
    y = np.where(X['a'] + rng.normal(size=2500) > 0, 'up', 'down')
    explorer = explore_pruning(X, y, test=None, validation=None, least=[1], model=FREE)
    tree = explorer.data['trees'][0]
    assert tree['size'] > 2 * MOST_NODES >= 2 * len(tree['number'])
    assert len(explorer.to_html()) < MOST_BYTES
    json.dumps(explorer.data, allow_nan=False)


DAY = Column('date', form='%Y-%m-%d')


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('settings', [
    {}, {'schema': {'a': 'ignore', 'b': 'ignore', 'k': 'ignore'}},
    {'schema': {'k': list('utsrqp')}}, {'unknown': 'best'}, {'unknown': 'branch'},
    {'unknown': 'best', 'schema': {'a': 'ignore'}}, {'schema': {'day': DAY}},
    {'schema': {'day': DAY, 'b': 'discrete'}, 'unknown': 'best', 'class_weight': 'balanced'},
    {'schema': {'a': Column(monotonic=1), 'b': Column(monotonic=1)}},
    {'schema': {'k': Column(list('pqrstu'), monotonic=-1), 'day': DAY}, 'unknown': 'branch'},
    {'thresholds': 'textbook', 'max_depth': 3}, {'costs': {('yes', 'no'): 3}}], ids=str)
def test_all_settings_of_a_model_grow_the_trees_of_the_page(settings):
    "And cases to count errors on are read as the model reads them."
    for seed in range(3):
        X, y = noisy(seed)
        X['day'] = pd.date_range('2020-01-01', periods=len(X)).astype(str)
        model = clone(FREE).set_params(**settings)
        bench = grow_bench(X, y, test=(X, y), least=[1, 5], model=model)
        for least, grown in zip(bench.least, bench.full):
            fitted = model.set_params(min_cases=least, pruning=None).fit(X, y)
            assert grown.tree == fitted.unpruned_tree_
            said = classify(grown.tree, grown.test)
            assert (said == classify(fitted.unpruned_tree_, fitted._table_of(X))).all()


def test_rules_are_no_model_that_is_pruned():
    with pytest.raises(TypeError, match='C45Classifier, whose tree is pruned, got C45Rules'):
        explore_pruning(*load_dataset('golf'), model=C45RulesClassifier())


@pytest.mark.parametrize('wrong, words', [
    ({'test': 2}, 'above 0 and below 1'), ({'test': 0.001}, 'holds none back'),
    ({'least': []}, 'numbers of cases'),
    ({'least': ['two']}, 'numbers of cases'), ({'y': ['play'] * 13}, 'inconsistent'),
    ({'test': ([[1]], ['no'])}, 'test'),
    ({'least': [-1]}, 'min_cases'), ({'validation': 'much'}, 'validation must be')])
def test_bad_input_is_told_what_is_wanted(wrong, words):
    with pytest.raises(ValueError, match=words):
        explore_pruning(**dict(zip('Xy', load_dataset('golf')), test=None) | wrong)


def test_cases_of_one_class_have_nothing_to_prune():
    with pytest.raises(ValueError, match='nothing to prune'):
        explore_pruning(pd.DataFrame({'x': range(20)}), ['a'] * 20, test=None)


# -- JupyterLab

SIX = {'threshold': 1, 'splits': 1, 'luck': 1, 'nodes': 2, 'pruning': 1}


def test_the_laboratory_shows_six_pictures_without_error(browser, lab):
    page = run_all(browser, lab, 'tutorials/10_laboratory.ipynb', f'{BOX} svg')
    for name, times in SIX.items():
        pictures = page.locator(f'.c45lit-{name}:has(svg)')
        pictures.nth(times - 1).wait_for(state='attached', timeout=20_000)
        assert pictures.count() == times
    page.close()


# -- one file, nothing behind it

def test_each_control_changes_picture_and_numbers_in_a_file(open_file):
    each_control_changes_picture_and_numbers(open_file(penguins()))


def test_browser_and_python_tell_the_same(open_file, birds):
    page = open_file(penguins())
    grown, run = grown_and_run(birds, 'error-based')
    n = {'train': len(grown.table), 'test': len(grown.test)}
    for k, cf in list(enumerate(run['dial']))[::5]:
        turn(page, k)
        pruned = prune_error_based(grown.tree, grown.table, cf)
        wrong = [int((classify(pruned, t) != t.classes).sum())
                 for t in (grown.table, grown.test)]
        said = page.locator('.c45lit-setting').inner_text().replace('\xa0', ' ')
        first = page.locator('.c45lit-readout').inner_text().replace('\xa0', ' ')
        assert f'{pruned.n_leaves} of {grown.tree.n_leaves} leaves, {100 * wrong[1] / n["test"]:.1f} %' in first
        assert f'{pruned.n_leaves} of {grown.tree.n_leaves} leaves' in said
        assert f'({wrong[0]} of {n["train"]})' in said and f'({wrong[1]} of {n["test"]})' in said
        assert f'{100 * pruned.root.errors / n["train"]:.1f} %' in said
    follow_the_list(page, follow('error-based', grown, cf, birds[0].model).why,
                    ['leaf', 'subtree', 'raised'], 6e-3)


def test_the_list_shows_the_traces_of_the_other_prunings(open_file, birds):
    page = open_file(penguins())
    grown, run = grown_and_run(birds, 'cost-complexity')
    choose(page, 'cost-complexity')
    turn(page, 1)
    price = run['dial'][1]
    trace = cost_complexity_trace(grown.tree, price, 'entropy')
    follow_the_list(page, trace, ['leaf', 'subtree', 'alpha'], 1e-3)
    words = page.locator(f'{BOX} [role=treeitem] .c45lit-fate').all_text_contents()
    kept = (prune_cost_complexity(grown.tree, price, 'entropy').n_children > 0).sum()
    assert words.count('stays') == kept
    grown, _ = grown_and_run(birds, 'reduced-error')
    choose(page, 'reduced-error')
    follow_the_list(page, reduced_error_trace(grown.tree, grown.validation),
                    ['leaf', 'subtree', 'weight'], 6e-3)
    grown, _ = grown_and_run(birds, 'pessimistic')
    choose(page, 'pessimistic')
    follow_the_list(page, pessimistic_trace(grown.tree),
                    ['leaf', 'subtree', 'standard_error'], 6e-3)
    assert 'standard error' in page.locator('.c45lit-why').inner_text()


def test_a_node_says_why_by_mouse_and_by_keys(open_file):
    page = open_file(penguins())
    why = page.locator('.c45lit-why')
    said = why.inner_text()
    page.locator('.c45lit-node').nth(3).click()
    pointed = why.inner_text()
    assert pointed != said
    page.locator('[role=treeitem][aria-current]').focus()
    page.keyboard.press('Home')
    assert why.inner_text() == said
    page.keyboard.press('ArrowDown')
    assert page.evaluate('document.activeElement.getAttribute("aria-level")') == '2'


def test_what_goes_can_be_hidden(open_file):
    page = open_file(penguins())
    leaves, all_leaves = map(int, re.search(r'(\d+) of (\d+) leaves',
                                            page.locator('.c45lit-readout').inner_text()).groups())
    before = page.locator('.c45lit-node').count()
    page.get_by_label('show what goes').uncheck()
    assert page.locator('.c45lit-node').count() < before and leaves < all_leaves
    assert page.locator('.c45lit-pruned-tree .c45lit-gone').count() == 0


def test_python_can_set_the_controls_before_a_page_is_written(open_file):
    explorer = penguins()
    explorer.method, explorer.dial, explorer.least = 'error-based, no raising', 3, 0
    page = open_file(explorer)
    assert page.locator(f'{BOX} select').first.input_value() == '1'
    assert page.locator(f'{BOX} input[type=range]').input_value() == '3'
    assert 'least cases 1' in page.locator('.c45lit-setting').inner_text()


def test_without_a_dial_the_slider_turns_least_cases(open_file):
    page = open_file(penguins())
    choose(page, 'reduced-error')
    for place, least in ((0, '10'), (3, '1')):
        turn(page, place)
        assert page.locator(f'{BOX} select').nth(1).evaluate(
            'e => e.selectedOptions[0].textContent') == least
        assert f'least cases {least}:' in page.locator('.c45lit-setting').inner_text()


# -- hands and eyes

def penguins():
    model = C45Classifier(thresholds=NO_PENALTY)
    return explore_pruning(*load_dataset('penguins'), model=model)


def turn(page, k):
    "Put the dial on its k-th place."
    page.locator(f'{BOX} input[type=range]').evaluate(
        '(e, k) => { e.value = k; e.dispatchEvent(new Event("input", {bubbles: true})); }', k)


def choose(page, method):
    page.locator(f'{BOX} select').first.select_option(label=method)


def what_it_shows(page) -> dict:
    "The parts that must follow the controls."
    box = page.locator(BOX)
    return {'setting': box.locator('.c45lit-setting').inner_text(),
            'tree': box.locator('.c45lit-pruned-tree').inner_html(),
            'why': box.locator('.c45lit-why').inner_text(),
            'mark': box.locator('.c45lit-now').inner_html()}


def each_control_changes_picture_and_numbers(page):
    choose(page, 'error-based')
    for control in (lambda: turn(page, 2), lambda: choose(page, 'cost-complexity'),
                    lambda: page.locator(f'{BOX} select').nth(1).select_option(index=0),
                    lambda: choose(page, 'pre-pruning'), lambda: choose(page, 'error-based')):
        before = what_it_shows(page)
        control()
        after = what_it_shows(page)
        assert before['setting'] != after['setting'] and before['tree'] != after['tree'], (
            before, after)
        assert before['mark'] != after['mark']


def follow_the_list(page, why, columns, tolerance):
    "The figures beside each test are those of the trace."
    number = {}
    lines = page.locator(f'{BOX} [role=treeitem]')
    for line in lines.all():
        shown = [t.replace('−', '-') for t in line.locator('.c45lit-number').all_text_contents()]
        if any(shown): number[int(line.get_attribute('data-node'))] = [float(t) for t in shown]
    there = why.loc[sorted(number), columns].to_numpy(float)
    assert sorted(number) == sorted(why.index)
    assert np.allclose([number[i] for i in sorted(number)], there, rtol=1e-3, atol=tolerance)
