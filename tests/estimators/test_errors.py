"""Bad input gets a clear error from every estimator, and leaves what was learned before as it
was."""
import decimal
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from support.declared import wrong_for
from support.family import FAMILY

from c45lit import (C45Classifier, C45ForestClassifier, C45RulesClassifier, C50Classifier,
                    CARTClassifier, CARTForestRegressor, CARTRegressor, Column, CostComplexity,
                    ErrorBased, ID3Classifier, LeafLimit, PrePruning, ReducedError,
                    Release8Classifier, Thresholds, load_dataset)
from c45lit.data import training_table
from c45lit.rules import extract_rules
from c45lit.pruning.ways import PRUNINGS
from c45lit.specification import threshold_split
from c45lit.specification.declaration import declared

every_estimator = pytest.mark.parametrize('estimator', FAMILY, ids=lambda e: e.__name__)
every_one = pytest.mark.parametrize('estimator', [*FAMILY, CARTRegressor], ids=lambda e: e.__name__)


def days():
    "Golf with a label a day, so that wrong kinds can be put in."
    X, y = load_dataset('golf')
    return X, y


def as_target(estimator, y):
    "The same as numbers, for who predicts numbers: 1 for play, NaN where there is none."
    if 'Regressor' not in estimator.__name__ or y is None: return y
    return pd.Series(y).map(lambda word: np.nan if pd.isna(word) else float(word == 'play'))


def told(estimator, X):
    "What a fitted estimator says of some cases."
    return estimator.predict_proba(X) if hasattr(estimator,
                                                 'predict_proba') else estimator.predict(X)


def bad_fits():
    "What cannot be learned from: (name, X, y, sample_weight, kind of error, words of the message)."
    X, y = days()
    fine = [
        ('empty', X.iloc[:0], y.iloc[:0], None, ValueError, '0 sample'),
        ('no columns', X[[]], y, None, ValueError, '0 feature'),
        ('all unknown', X[['outlook']].assign(outlook=None), y, None, ValueError,
         "'outlook' is unknown in all 14 cases, and so"),
        ('unknown class', X, y.where(y.index != 3), None, ValueError,
         '1 of 14 cases have no class .first: row 3.|y contains NaN.*case 3'),
        ('no classes', X, None, None, ValueError, 'requires y'),
        ('unequal lengths', X, y.iloc[:5], None, ValueError, '14 cases but y has 5'),
        ('infinite', X.assign(humidity=[np.inf, *range(13)]), y, None, ValueError,
         "'humidity'.*infinity.*row 0"),
        ('negative weights', X, y, [-1.0] + [1] * 13, ValueError, 'negative.*case 0 has -1'),
        ('unknown weight', X, y, [1.0, np.nan] + [1] * 12, ValueError, 'case 1 has nan'),
        ('all weights zero', X, y, np.zeros(14), ValueError, 'all are zero'),
        ('tiny weights', X, y, np.full(14, 5e-324), ValueError, 'all are zero .or below 1e-270'),
        ('complex weights', X, y, np.full(14, 1j), ValueError,
         'weights: expected a number for each case .Complex'),
        ('large weights', X, y, [10 ** 400] * 14, ValueError,
         'weights: expected a number for each case'),
        ('few weights', X, y, np.ones(5), ValueError, '14 cases.*shape .5,.'),
        ('duplicate names', pd.concat([X, X[['windy']]], axis=1), y, None, ValueError,
         "'windy' occurs more than once"),
        ('unhashable', X.assign(outlook=[[1]] * 14), y, None, TypeError,
         "'outlook' holds .1., a list"),
        ('mixed', X.assign(outlook=['sunny', 1] * 7), y, None, TypeError,
         "'outlook' mixes strings and numbers"),
        ('dates', X.assign(day=pd.Timestamp('2026-01-01')), y, None, TypeError,
         "'day' holds dates"),
        ('large integers', X.assign(humidity=[1] * 13 + [10 ** 400]), y, None, ValueError,
         "'humidity'.*too large for float64 .row 13"),
        ('signals', X.assign(humidity=[decimal.Decimal(1), decimal.Decimal('sNaN')] * 7), y, None,
         ValueError, "'humidity'.*row 1"),
        ('raw bytes', X.assign(outlook=pd.Series(np.zeros(14, 'V8'))), y, None, TypeError,
         "'outlook' holds b'.*, a bytes"),
        ('complex', X.assign(humidity=1j), y, None, ValueError, 'Complex data not supported'),
        ('one dimension', X['humidity'].to_numpy(), y, None, ValueError, r'Reshape your data.* X.iloc\[\[0\]\]'),
        ('ragged rows', [[1, 2], [3]], ['a', 'b'], None, ValueError, 'rows must have one length'),
    ]
    return [pytest.param(*case[1:], id=case[0]) for case in fine]


@every_one
@pytest.mark.parametrize('X, y, weights, kind, words', bad_fits())
def test_what_cannot_be_learned_from_is_named_and_changes_nothing(
    estimator, X, y, weights, kind, words):
    good, classes = days()
    clf = estimator().fit(good, as_target(estimator, classes))
    before = told(clf, good)
    with pytest.raises(kind, match=words):
        clf.fit(X, as_target(estimator, y), sample_weight=weights)
    np.testing.assert_array_equal(told(clf, good), before)
    assert clf.feature_names_in_.tolist() == list(good)


@every_estimator
def test_fractions_are_no_classes(estimator):
    with pytest.raises(ValueError, match='cut them into ranges .*, or predict them with CARTRegressor'):
        estimator().fit(days()[0], np.linspace(0, 1, 14))


@every_estimator
def test_one_class_is_no_error(estimator):
    X, _ = days()
    clf = estimator().fit(X, ['play'] * 14)
    assert clf.predict(X).tolist() == ['play'] * 14 and clf.predict_proba(X).tolist() == [[1]] * 14


def bad_questions():
    "What cannot be predicted from: (X, kind, words)."
    X, _ = days()
    bad = [
        ('another order', X[X.columns[::-1]], ValueError, 'order'),
        ('missing', X.drop(columns='windy'), ValueError, 'windy'),
        ('extra', X.assign(moon=1), ValueError, 'moon'),
        ('another name', X.rename(columns={'windy': 'wind'}), ValueError, 'wind'),
        ('array too narrow', X.to_numpy()[:, :2], ValueError, '2 features'),
        ('words for numbers', X.assign(humidity='high'), TypeError,
         "'humidity' must hold numbers, found text 'high'"),
        ('infinite', X.assign(humidity=-np.inf), ValueError, "'humidity'.*infinity"),
        ('empty', X.iloc[:0], ValueError, '0 sample'),
    ]
    return [pytest.param(*case[1:], id=case[0]) for case in bad]


@every_one
@pytest.mark.filterwarnings('ignore:X does not have valid feature names')
@pytest.mark.parametrize('method', ['predict', 'predict_proba', 'apply', 'explain'])
@pytest.mark.parametrize('X, kind, words', bad_questions())
def test_what_cannot_be_answered_is_named(estimator, method, X, kind, words):
    if not hasattr(estimator, method): return  # numbers have no probabilities
    good, classes = days()
    clf = estimator().fit(good, as_target(estimator, classes))
    with pytest.raises(kind, match=words): getattr(clf, method)(X)


@every_one
@pytest.mark.parametrize('method',
                         ['predict', 'predict_proba', 'apply', 'explain', 'candidate_table',
                          'pruning_trace',
                                    'feature_importances_'])
def test_an_unfitted_estimator_says_so(estimator, method):
    if not hasattr(estimator, method): return  # numbers have no probabilities
    X, _ = days()
    if estimator is C50Classifier and method in ('candidate_table', 'pruning_trace'):
        return  # it keeps no scores
    asked = () if method in ('candidate_table', 'pruning_trace') else (X,)
    with pytest.raises(ValueError, match=f'{estimator.__name__} instance is not fitted'):
        ask = getattr(estimator(), method)  # a property has raised by now
        ask(*asked)


# what the declaration cannot tell alone: what stands in a table's columns and classes, and kinds of
# value that are objects to it
WRONG = {
    'criterion': ['ratio'], 'costs': [1, [[0, 1]], {('play', 'rain'): 2}],
    'class_weight': [{'nobody': 2}], 'not_applicable': [{'nowhere': 'x'}, {'humidity': 'none'}],
    'schema': [['size']],
    'max_features': [0, -1, 'all', 1.5, True, [1], 0.0], 'max_samples': [0, -1, 'all', 1.5, True, [1], 0.0],
    'n_jobs': [0],
    'pruning': [['post'], [None, 5], ['pre', 'reduced_error']], 'tree': [CARTRegressor()]}
# what is needed for a parameter to be looked at, or makes it wrong
TOGETHER = [
    *[(C45Classifier, dict(pruning=way)) for way in (
        ErrorBased(cf=25), [ReducedError(1.5)], CostComplexity(folds=1), ReducedError((1,)),
        ['pessimistic', LeafLimit(0)], CostComplexity(0.1, validation=0.3))],
    (C45Classifier, dict(thresholds=Thresholds(0.5))),
    (C45RulesClassifier, dict(tree=C50Classifier())), (C45RulesClassifier, dict(tree=ID3Classifier())),
    (C45RulesClassifier, dict(tree=C45RulesClassifier())),
    (C45RulesClassifier, dict(tree=C45ForestClassifier())),
    (C45Classifier, dict(schema={'nowhere': Column(monotonic=1)})),
    (C45Classifier, dict(pruning=PrePruning(0.5), random_state='x')),
    (CARTClassifier, dict(random_state='x')), (CARTRegressor, dict(random_state='x')),
    (C45RulesClassifier, dict(random_state='x')),
    (C45RulesClassifier, dict(trials=2, tree=C45Classifier(thresholds='textbook'))),
    (C45RulesClassifier, dict(trials=2, tree=C45Classifier(pruning=LeafLimit(4)))),
    *[(C45RulesClassifier, dict(tree=C45Classifier(**wrong))) for wrong in (
        dict(schema={'humidity': Column(monotonic=1)}), dict(costs=1 - np.eye(2)), dict(cf=0.1),
        dict(leaf_smoothing='laplace'), dict(pruning='pessimistic'), dict(n_jobs=2))],
    (C45RulesClassifier, dict(tree=Release8Classifier(cf=0.1))),
    (Release8Classifier, dict(schema={'humidity': Column(monotonic=1)})),
    (C45Classifier, dict(schema={'outlook': Column(monotonic=1)})),
    (C45Classifier, dict(schema={9: Column(monotonic=1)})),
    (CARTRegressor, dict(pruning='pre')), (CARTRegressor, dict(pruning=[None, ErrorBased()])),
    (C45Classifier, dict(pruning='pessimistic', cf=0.1)),
    (C45Classifier, dict(leaf_smoothing=1, schema={'humidity': Column(monotonic=1)})),
    (CARTClassifier, dict(pruning=ReducedError(0.01))), (ID3Classifier, dict(pruning=PrePruning(0.01))),
    (ID3Classifier, dict(pruning=PrePruning(0.99))),
    (ID3Classifier, dict(pruning=PrePruning(([1], [2])))),
    (ID3Classifier, dict(thresholds=False)),
    (ID3Classifier, dict(criterion=lambda splits: 'the first')),
    (C50Classifier, dict(not_applicable={'humidity': 75})),
    (C50Classifier, dict(schema={'humidity': Column(monotonic=1)})),
    (C45ForestClassifier, dict(bootstrap=False, oob_score=True)),
    *[(estimator, dict(costs={('play', 'rain'): 2}))
      for estimator in (C45Classifier, C50Classifier)],
]
EVERY = [*FAMILY, CARTRegressor, C45ForestClassifier, CARTForestRegressor, Release8Classifier]


@pytest.mark.parametrize('estimator, name', [(e, name) for e in EVERY for name in declared(e)],
                         ids=lambda a: getattr(a, '__name__', a))
def test_a_parameter_out_of_range_is_named_with_its_class(estimator, name):
    X, y = days()
    wrong = [*wrong_for(declared(estimator)[name]), *WRONG.get(name, ())]
    assert wrong
    for value in wrong:
        with pytest.raises((TypeError, ValueError), match=name) as seen:
            estimator(**{name: value}).fit(X, as_target(estimator, y))
        assert str(seen.value).startswith(f'{estimator.__name__}: '), (value, str(seen.value))


RECORDS = [('pruning', kind) for kind in (*PRUNINGS.values(), LeafLimit)] + [
    ('thresholds', Thresholds)]


@pytest.mark.parametrize('name, kind', RECORDS, ids=lambda e: getattr(e, '__name__', e))
def test_a_parameter_of_a_record_out_of_range_is_named_with_both_classes(name, kind):
    X, y = days()
    for field, about in declared(kind).items():
        assert wrong_for(about)
        for value in wrong_for(about):
            with pytest.raises(ValueError) as seen:
                C45Classifier(**{name: kind(**{field: value})}).fit(X, y)
            assert str(seen.value).startswith(
                f'C45Classifier: {kind.__name__}: {field} must be '), (value, str(seen.value))


@pytest.mark.parametrize('estimator, wrong', TOGETHER)
def test_parameters_that_do_not_go_together_are_named_with_their_class(estimator, wrong):
    class Heir(estimator):
        "An estimator of somebody's own: errors bear its name."

    X, y = days()
    for kind in (estimator, Heir):
        with pytest.raises((TypeError, ValueError)) as seen:
            kind(**wrong).fit(X, as_target(estimator, y))
        assert str(seen.value).startswith(f'{kind.__name__}: '), str(seen.value)


def not_meant():
    "What is handed over at times, and the words that help: (call, kind, words)."
    import c45lit
    X, y = days()
    clf, together = C45Classifier().fit(X, y), X.assign(play=y)
    return [
        (lambda: C45Classifier().fit(together, 'play'), ValueError,
         r"C45Classifier: y is the string 'play'.*X.drop.columns='play'.*in polars fit.X.drop"),
        (lambda: C45Classifier().fit(X, y, schema=['humidity']), TypeError,
         "expected a Schema, 'dates', or a dict .*got .'humidity'."),
        (lambda: C45Classifier().fit(X.to_dict('list'), y), TypeError, r'pd.DataFrame\(X\)'),
        (lambda: c45lit.write_c45('nowhere', X, y), TypeError,
         r'write_c45: expected a Table, got DataFrame; make one: training_table\(X, y\)'),
        (lambda: extract_rules(clf, training_table(X, y)), TypeError,
         'unpruned_tree_, or fit C45RulesClassifier'),
        (lambda: extract_rules(clf.unpruned_tree_, X), TypeError,
         r'extract_rules: expected a Table'),
        (lambda: threshold_split(X.humidity, y), ValueError,
         "threshold_split: classes must be whole numbers.*pd.factorize"),
        (lambda: c45lit.to_text(C45Classifier()), TypeError,
         'to_text: expected a Tree or a fitted estimator.*got C45Classifier'),
        (lambda: c45lit.plot_tree(X), TypeError,
         'plot_tree: expected a Tree or a fitted estimator.*got DataFrame'),
    ]


@pytest.mark.parametrize('call, kind, words', not_meant())
def test_what_was_not_meant_is_told_the_way(call, kind, words):
    with pytest.raises(kind, match=words): call()


def test_an_estimator_stands_for_its_tree():
    from c45lit import plot_tree, to_text
    clf = C45Classifier().fit(*days())
    assert to_text(clf) == to_text(clf.tree_)
    assert len(plot_tree(clf).texts) == len(plot_tree(clf.tree_).texts) > 0


def test_numbers_in_an_array_of_strings_are_said():
    X, y = np.array([['1.5', 'a'], ['2', 'b']] * 4), [0, 1] * 4
    with pytest.warns(UserWarning, match=r'all values of x0 are numbers.*X.astype\(float\)'):
        C45Classifier().fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        C45Classifier().fit(X[:, 1:], y)
        C45Classifier().fit(X.astype(object), y)


@pytest.mark.parametrize('listed, values, said', [
    (['1', '2', '3'], [1, 2, 3],
     "holds numbers, such as 1, and the schema lists words for it: '1', '2', '3'; list numbers, "
     "or pass X['z'].astype(str)"),
    (['1', '2', '3'], [1.0, 2.0, np.nan],
     "holds numbers, such as 1.0, and the schema lists words for it: '1'"),
    (['True', 'False'], [True, False, None],
     "holds numbers, such as True, and the schema lists words for it: 'True'"),
    ([1, 2, 3], ['1', '2', '3'],
     "holds words, such as '1', and the schema lists numbers for it: 1, 2, 3; list words, or pass "
     "pd.to_numeric(X['z'], errors='coerce')"),
    ([1, 2, 3], pd.Categorical(['1', '2', '3']),
     "holds words, such as '1', and the schema lists numbers")])
def test_a_list_of_the_other_kind_is_refused_with_both_named(listed, values, said):
    X, y = pd.DataFrame({'z': values, 'x': [1, 2, 3]}), ['a', 'b', 'a']
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        with pytest.raises(ValueError) as told: C45Classifier(schema={'z': listed}).fit(X, y)
    assert said in str(told.value)


def test_a_list_for_a_column_of_which_nothing_is_known_is_no_error():
    X = pd.DataFrame({'z': [np.nan] * 6, 'x': range(6)})
    with pytest.warns(UserWarning, match="'z' is unknown in all 6 cases"):
        C45Classifier(schema={'z': ['1', '2']}).fit(X, list('aabbab'))


@pytest.mark.parametrize('make, said', [
    (lambda v: 'n.a.' if v == 7 else f'{v / 2}',
     "though 59 of its 60 values are numbers written as text; the first that is none is 'n.a.'; "
     "for numbers pass pd.to_numeric(X['z'], errors='coerce'), "),
    (lambda v: f'{v / 2}',
     'though 60 of its 60 values are numbers written as text; for numbers pass'),
    (lambda v: None if v == 3 else f'{v}',
     'though 59 of its 59 values are numbers written as text; for'),
    (lambda v: f'{v},5',
     "numbers with a decimal comma; for numbers pass pd.to_numeric(X['z'].str.replace(',', '.'), "
     "errors='coerce')")])
def test_numbers_written_as_text_are_said_with_the_first_word_that_is_none(make, said):
    X, y = pd.DataFrame({'z': [make(v) for v in range(60)], 'x': range(60)}), list('ab' * 4 + 'a' * 24 + 'b' * 28)
    with pytest.warns(UserWarning) as seen: C45Classifier().fit(X, y)
    assert [said in str(w.message) for w in seen] == [True]
    way = eval(re.search(r'pass (pd.*?), to keep', str(seen[0].message))[1], dict(pd=pd, X=X))
    assert way.notna().sum() == len({make(v) for v in range(60)} - {None, 'n.a.'})
    keep = eval(re.search('schema=(.*)$', str(seen[0].message))[1])
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        C45Classifier().fit(X.assign(z=way), y)
        C45Classifier().fit(X, y, schema=keep)


@pytest.mark.parametrize('estimator', [*FAMILY, CARTRegressor, CARTForestRegressor],
                         ids=lambda e: e.__name__)
@pytest.mark.parametrize('dtype', ['words', int, bool, float])
def test_what_lies_under_a_mask_is_no_target_and_no_weight(estimator, dtype):
    "Masked classes, targets and weights are refused by fit and score, as NaN is."
    if 'Regressor' in estimator.__name__ and dtype != float: return
    X = pd.DataFrame({'x': np.arange(12.0)})
    y = np.array(['b', 'a'])[np.arange(12) % 2] if dtype == 'words' else (
        np.arange(12) % 2).astype(dtype)
    mask, words = np.arange(12) > 9, r'2 of 12 cells are masked .first: case 10'
    masked, weights = np.ma.array(y, mask=mask), np.ma.array(np.ones(12), mask=mask)
    model = estimator().fit(X, np.ma.array(y, mask=False))
    asked = [lambda: estimator().fit(X, masked), lambda: model.score(X, masked),
             lambda: model.score(X, y, sample_weight=weights)]
    if estimator is not C50Classifier:  # which takes no weights
        asked.append(lambda: estimator().fit(X, y, sample_weight=weights))
    for wrong in asked:
        with pytest.raises(ValueError, match=words): wrong()


def test_masked_classes_of_a_validation_set_are_refused():
    X, y = days()
    masked = np.ma.array(y.to_numpy(object), mask=np.arange(14) == 3)
    for way in ReducedError, PrePruning, CostComplexity:
        model = C45Classifier(pruning=way(validation=(X, masked)))
        with pytest.raises(ValueError, match='validation: y: 1 of 14 cells are masked'):
            model.fit(X, y)


class Relation:
    "A table in a database, as DuckDB has it: known to narwhals as lazy, read by these ways."
    columns, shape = ['x'], (2, 1)
    def __arrow_c_stream__(self, requested=None): raise NotImplementedError
    def df(self): raise NotImplementedError
    def arrow(self): raise NotImplementedError


def test_the_way_out_is_one_that_a_relation_has():
    words = r'is a Relation, .* pass X.df\(\) or X.arrow\(\) or a Data'
    with pytest.raises(TypeError, match=words): C45Classifier().fit(Relation(), ['a', 'b'])
    duckdb = pytest.importorskip('duckdb')
    X, y = days()
    with pytest.raises(TypeError, match=r'pass X.df\(\) or X.pl\(\) or X.arrow\(\) or a Data'):
        C45Classifier().fit(duckdb.sql('select * from X'), y)


@every_one
def test_other_columns_are_told_how_those_of_the_fit_are_passed(estimator):
    X, y = days()
    y = as_target(estimator, y)
    model, way = estimator().fit(X, y), r'X\[model.feature_names_in_\]'
    for wrong in X.assign(more=1), X[X.columns[::-1]]:
        with pytest.raises(ValueError, match=way): model.predict(wrong)
        assert list(model.predict(wrong[model.feature_names_in_])) == list(model.predict(X))
    with pytest.raises(ValueError) as refused: model.predict(X.drop(columns='windy'))
    assert 'feature_names_in_' not in str(refused.value)  # there is no such way
    if 'schema' not in estimator().get_params(deep=False): return
    dated = X.assign(d=pd.date_range('2024-01-01', periods=14))
    model = estimator(schema='dates').fit(dated, y)
    with pytest.raises(ValueError, match='order: a date as one column'): model.predict(dated.assign(more=1))


def test_an_empty_list_of_values_is_no_order():
    X, y = days()
    with pytest.raises(ValueError, match="schema: 'outlook' lists no value"):
        C45Classifier(schema={'outlook': []}).fit(X, y)
