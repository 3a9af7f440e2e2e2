"""scikit-learn's own tests of trees and forests, with our classes in the place of theirs.

    python tests/support/sklearn_own.py

A thin adapter takes their parameters and hands them to ours. What has no counterpart fails with
its reason; the table at the end counts passed, another contract by its reason, and the rest.
It ends with 1 if a test fails and nobody has said why.
"""
import importlib
import io
import os
import signal
import sys
from collections import Counter
from contextlib import redirect_stdout
from types import SimpleNamespace

import numpy as np
import pytest
import sklearn.ensemble
import sklearn.tree
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from c45lit import (
    C45Classifier, C45ForestClassifier, CARTClassifier, CARTForestRegressor, CARTRegressor,
    CostComplexity, to_sklearn)
from c45lit.pruning.ways import LeafLimit

TESTS = ['sklearn.tree.tests.test_tree', 'sklearn.tree.tests.test_monotonic_tree',
         'sklearn.tree.tests.test_export', 'sklearn.ensemble.tests.test_forest']
LONGEST = 20  # seconds of a test
NOT_OURS = ('Extra', 'RandomTreesEmbedding')  # random thresholds, and coding by leaves
CRITERIA = dict(gini='gini', entropy='gain', log_loss='gain', squared_error=None)
TREE = dict(criterion='gini', splitter='best', max_depth=None, min_samples_split=2,
            min_samples_leaf=1, min_weight_fraction_leaf=0.0, max_features=None,
            random_state=None, max_leaf_nodes=None, min_impurity_decrease=0.0, class_weight=None,
            ccp_alpha=0.0, monotonic_cst=None)
FOREST = dict(n_estimators=100, criterion='gini', max_depth=None, min_samples_split=2,
              min_samples_leaf=1, min_weight_fraction_leaf=0.0, max_features='sqrt',
              max_leaf_nodes=None, min_impurity_decrease=0.0, bootstrap=True, oob_score=False,
              n_jobs=None, random_state=None, verbose=0, warm_start=False, class_weight=None,
              ccp_alpha=0.0, max_samples=None, monotonic_cst=None)


class OtherContract(NotImplementedError):
    "Something that scikit-learn's trees do and ours do not."


def need(is_so, reason):
    "Refuse what has no counterpart."
    if not is_so: raise OtherContract(reason)


def counted(given, n, least):
    "So many cases: a number, or a share of n."
    return max(int(np.ceil(given * n)), least) if isinstance(given, float) else given


class Adapted(BaseEstimator):
    "Their parameters and names, and one of ours inside."
    def fit(self, X, y, sample_weight=None, check_input=True):
        "Learn by ours."
        y = self._targets(y)
        if self.min_weight_fraction_leaf and sample_weight is not None:
            sample_weight = np.divide(sample_weight, np.mean(sample_weight))  # a share of all
        own = self._own(np.shape(X), y, sample_weight)
        old = vars(self).get('ours')
        if getattr(self, 'warm_start', False) and old is not None:
            own = old.set_params(**own.get_params(deep=False))
        self.ours = own.fit(X, y, sample_weight)
        return self

    @staticmethod
    def _targets(y):
        need(not hasattr(y, 'tocsr'), 'sparse y')
        shape = np.shape(y)
        need(len(shape) < 2 or shape[1] == 1, 'y of several columns')
        return np.asarray(y)

    def _shared(self, shape, y, weight):
        "Parameters of growing that trees and forests have."
        said = self.get_params(deep=False)
        need(said['criterion'] in CRITERIA, f'criterion {str(said["criterion"])[:14]}')
        need(not said['min_impurity_decrease'], 'min_impurity_decrease')
        total = len(y) if weight is None else np.sum(weight)
        least = max(counted(said['min_samples_leaf'], len(y), 1),
                    said['min_weight_fraction_leaf'] * total)
        how = dict(max_depth=said['max_depth'], min_cases=least, unknown='best',
                   min_split=counted(said['min_samples_split'], len(y), 2),
                   random_state=said['random_state'])
        if said.get('class_weight') is not None:
            need(not isinstance(said['class_weight'], list), 'y of several columns')
            how['class_weight'] = said['class_weight']
        if said['monotonic_cst'] is not None: how['schema'] = [*said['monotonic_cst']]
        if CRITERIA[said['criterion']]: how['criterion'] = CRITERIA[said['criterion']]
        return how

    def __sklearn_is_fitted__(self): return 'ours' in vars(self)

    def __getattr__(self, name):
        if name.startswith('__') or name == 'ours': raise AttributeError(name)
        if name.endswith('_'): check_is_fitted(self)
        return getattr(self.ours, name)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.sparse = True
        return tags

    def __len__(self): return len(self.ours)
    def __bool__(self): return True
    def __iter__(self): return iter(self.ours)
    def __getitem__(self, i): return self.ours[i]


def asked(name):
    "A method that asks ours; cases may come with `check_input`."
    def method(self, X, check_input=True):
        check_is_fitted(self)
        return getattr(self.ours, name)(X)
    return method


for each in ('predict', 'apply', 'decision_path'): setattr(Adapted, each, asked(each))


class AdaptedTree(Adapted):
    "One tree."
    def _own(self, shape, y, weight):
        need(self.splitter == 'best', 'random splitter')
        how, drawn = self._shared(shape, y, weight), self.max_features
        if drawn is not None:  # a forest of one tree draws attributes
            need(not self.ccp_alpha and self.max_leaf_nodes is None, 'max_features and pruning')
            return OneOfForest(self._forest(1, max_features=drawn, bootstrap=False, **how))
        ways = [CostComplexity(self.ccp_alpha)] * bool(self.ccp_alpha)
        if self.max_leaf_nodes is not None: ways.append(LeafLimit(self.max_leaf_nodes))
        return self._tree(pruning=ways or None, **how)

    def cost_complexity_pruning_path(self, X, y, sample_weight=None):
        "As ours gives it."
        y = self._targets(y)
        return self._own(np.shape(X), y, sample_weight).cost_complexity_pruning_path(
            X, y, sample_weight)

    def get_depth(self):
        check_is_fitted(self)
        return self.ours.get_depth()

    def get_n_leaves(self):
        check_is_fitted(self)
        return self.ours.get_n_leaves()


class OneOfForest:
    "The only tree of a forest, which draws attributes."
    def __init__(self, forest): self.forest = forest
    def fit(self, *given): return self.forest.fit(*given)[0]


class AdaptedForest(Adapted):
    "A forest."
    def _own(self, shape, y, weight):
        need(not self.ccp_alpha, 'ccp_alpha of forests')
        how = self._shared(shape, y, weight)
        same = ('max_features', 'max_leaf_nodes', 'bootstrap', 'oob_score', 'n_jobs',
                'warm_start', 'max_samples')
        return self._forest(self.n_estimators, **how, **{k: getattr(self, k) for k in same})


def with_parameters(name, base, mixin, defaults, **more):
    "A class whose constructor has their parameters."
    words = ', '.join(f'{k}={v!r}' for k, v in defaults.items())
    body = '\n'.join(f'    self.{k} = {k}' for k in defaults)
    made = {}
    exec(f'def __init__(self, {words}):\n{body}', made)
    methods = dict(__init__=made['__init__'], __module__=__name__, **more)
    if mixin is ClassifierMixin:
        methods |= {k: asked(k) for k in ('predict_proba', 'predict_log_proba')}
    globals()[name] = type(name, (mixin, base), methods)
    return globals()[name]


def c45_tree(self, criterion, min_split, pruning, **how):
    "A tree of classes by ours; by the entropy a least split is the forest's."
    if criterion == 'gini': return CARTClassifier(min_split=min_split, pruning=pruning, **how)
    if min_split > max(2, 2 * how['min_cases']):
        need(not pruning, 'min_samples_split and pruning by the entropy')
        return OneOfForest(c45_forest(self, 1, criterion, min_split=min_split, max_features=None,
                                      bootstrap=False, **how))
    return C45Classifier(criterion, thresholds='textbook', collapse=False,
                         pruning=pruning, **how)


def c45_forest(self, n, criterion, **how): return C45ForestClassifier(n, criterion=criterion, **how)


def cart_tree(self, **how): return CARTRegressor(**how)


def cart_forest(self, n, **how): return CARTForestRegressor(n, **how)


NUMBERS = dict(criterion='squared_error')
OURS = [with_parameters('DecisionTreeClassifier', AdaptedTree, ClassifierMixin, TREE,
                        _tree=c45_tree, _forest=c45_forest),
        with_parameters('DecisionTreeRegressor', AdaptedTree, RegressorMixin,
                        {k: v for k, v in (TREE | NUMBERS).items() if k != 'class_weight'},
                        _tree=cart_tree, _forest=cart_forest),
        with_parameters('RandomForestClassifier', AdaptedForest, ClassifierMixin, FOREST,
                        _forest=c45_forest),
        with_parameters('RandomForestRegressor', AdaptedForest, RegressorMixin,
                        {k: v for k, v in (FOREST | NUMBERS | dict(max_features=1.0)).items()
                         if k != 'class_weight'}, _forest=cart_forest)]


def converted(shown):
    "A function that shows their trees, and ours by `to_sklearn`."
    def show(model, *given, **named):
        if isinstance(model, Adapted):
            check_is_fitted(model)
            model = to_sklearn(model.ours)
        return shown(model, *given, **named)
    return show


def import_with_ours():
    "Import their tests while our classes stand in the place of theirs."
    own = {c.__name__: c for c in OURS}
    shown = {name: converted(getattr(sklearn.tree, name))
             for name in ('export_text', 'export_graphviz', 'plot_tree')}
    places = [(m, k, v) for m in (sklearn.tree, sklearn.ensemble)
              for k, v in (own | shown).items() if hasattr(m, k)]
    before = [(m, k, getattr(m, k)) for m, k, _ in places]
    for place in places: setattr(*place)
    try: modules = [importlib.import_module(name) for name in TESTS]
    finally:
        for place in before: setattr(*place)
    for module in modules:
        if 'tree' in vars(module): module.tree = SimpleNamespace(**vars(sklearn.tree) | own)


def too_long(*_): raise TimeoutError(f'more than {LONGEST} seconds')


class Counting:
    "Counts what happened to each test, and why it failed."
    def __init__(self): self.counts, self.failed = Counter(), {}

    def pytest_collection_modifyitems(self, items):
        items[:] = [t for t in items if not any(word in t.nodeid for word in NOT_OURS)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        signal.alarm(LONGEST)
        try: return (yield)
        finally: signal.alarm(0)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = yield
        if call.when != 'call' and report.passed: return report
        if report.failed:
            found = call.excinfo.value
            kind = type(found).__name__
            self.failed[item.nodeid.partition('::')[2]] = kind, str(found).strip()
        self.counts[report.outcome] += 1
        return report


def run():
    "Run their tests; what was counted."
    os.environ.setdefault('SKLEARN_SEED', '0')
    import_with_ours()
    signal.signal(signal.SIGALRM, too_long)
    counting = Counting()
    with redirect_stdout(io.StringIO()):
        pytest.main(['-q', '-p', 'no:cacheprovider', '-p', 'no:xdist', '--pyargs', *TESTS,
                     '--tb=no', '-W', 'ignore', '--rootdir', '/tmp', '-c', '/dev/null'],
                    plugins=[counting])
    return counting


REASONS = {  # part of a message -> why; the first that is found
    "no attribute 'apply'": 'tree_.apply, which takes rows of 32 bits',
    'DESIRED: np.float64(nan)': 'the threshold of a leaf is NaN, not -2',
    "'orig_tree' has incorrect type": 'private hooks',
    'no attribute': 'an attribute that ours have not', 'has trees_, no tree_': 'private hooks',
    'DID NOT': 'refused or warned of there, not here', 'Regex pattern': 'told in other words',
    'seconds': 'too slow here', 'must be': 'told in other words'}

TRACED = {  # a test whose message says nothing -> why
    'test_estimators_samples': 'a tree of its sample alone draws other columns',
    'test_empty_leaf_infinite_threshold': 'the threshold of a leaf is NaN, not -2',
    'test_missing_values_best_splitter_missing_both_classes_has_nan':
        'of two sides as good, unknown goes left',
    'test_almost_constant_feature': 'a column of width 1e-7 is no constant',
    'test_xor': 'tests without gain',
    'test_unbalanced_iris': 'no leaf of a weight below 1',
    'test_missing_values_best_splitter_on_equal_nodes_no_missing':
        'of two sides as good, unknown goes left',
    'test_criterion_in_gradient_boosting_graphviz': 'trees of their boosting',
    'test_export_text': 'of columns as good, the first and not one by lot',
    'test_export_text_feature_class_names_array_support':
        'of columns as good, the first and not one by lot',
    'test_validate_y_class_weight': 'private hooks', 'test_oob_not_computed_twice': 'private hooks',
    'test_backend_respected': 'threads of its own', 'test_sample_weight_invalid': 'told in other words',
    'test_with_only_one_non_constant_features': 'tests without gain'}


def why(kind, text):
    "Reason of a failure: another contract, a known one, or its own message."
    if kind == 'OtherContract': return text
    known = (reason for part, reason in REASONS.items() if part in text)
    return next(known, f'to look at: {kind}')


if __name__ == '__main__':
    found = run()
    reasons = {test: TRACED.get(test.partition('[')[0]) or why(*failed)
               for test, failed in found.failed.items()}
    print('| why failed | tests |\n| --- | ---: |')
    for reason, n in Counter(reasons.values()).most_common(): print(f'| {reason} | {n} |')
    for test, reason in reasons.items():
        if reason.startswith('to look at'):
            print(f'{test}: {reason}: {" ".join(found.failed[test][1].split())[:90]}')
    print(f'{found.counts["passed"]} of {sum(found.counts.values())} passed')
    sys.exit(any(reason.startswith('to look at') for reason in reasons.values()))
