"""The estimators that predict classes, and scikit-learn's checks of an estimator."""
from sklearn.utils.estimator_checks import check_estimator

from c45lit import (C45Classifier, C45RulesClassifier, C50Classifier, CARTClassifier,
                    CostComplexity, ID3Classifier)
from c45lit.specification.declaration import declared

FAMILY = [C45Classifier, C45RulesClassifier, C50Classifier, ID3Classifier, CARTClassifier]

# those that look for tests as C4.5 does: weights of cases, scores of every attribute, threads; C5.0
# has none of these
SEARCHING = [e for e in FAMILY if e is not C50Classifier]


def made(estimator, grower=C45Classifier, **said):
    "An estimator with some parameters; rules leave to their tree what they do not have themselves."
    if estimator is not C45RulesClassifier: return estimator(**said)
    own = {name: v for name, v in said.items() if name in declared(estimator)}
    return estimator(grower(**{name: v for name, v in said.items() if name not in own}), **own)


def deals_cases(estimator):
    "Whether cases go into folds, a share held back, or bags."
    return any(map(deals, ways_of(estimator))) or getattr(estimator, 'bootstrap', False)


def ways_of(estimator):
    "The ways to prune that an estimator says; C5.0 and forests say none."
    return estimator._ways() if {'pruning', 'tree'} & {*declared(estimator)} else ()


def deals(way):
    "Whether a way to prune deals cases into folds, or holds a share back."
    has_folds = isinstance(way, CostComplexity) and way.alpha is None and way.validation is None
    return has_folds or isinstance(way.validation, float)


def check_as_scikit_learn(estimator):
    """scikit-learn's checks. One asks that copies are weights; a case is dealt once, whatever it
    weighs, so copies are cases of their own, as in scikit-learn's forests, which it excuses."""
    why = 'a case is dealt once, with its weight'
    excused = {f'check_sample_weight_equivalence_on_{kind}_data': why for kind in ('dense', 'sparse')}
    check_estimator(estimator, expected_failed_checks=excused if deals_cases(estimator) else {})
