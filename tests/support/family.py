"""The estimators that predict classes, and scikit-learn's checks of an estimator."""
from sklearn.utils.estimator_checks import check_estimator

from c45lit import C45Classifier, C45RulesClassifier, C50Classifier, CARTClassifier, ID3Classifier

FAMILY = [C45Classifier, C45RulesClassifier, C50Classifier, ID3Classifier, CARTClassifier]

# those that look for tests as C4.5 does: weights of cases, scores of every attribute, threads; C5.0
# has none of these
SEARCHING = [e for e in FAMILY if e is not C50Classifier]


def deals_cases(estimator):
    "Whether cases go into folds, a share held back, or bags."
    finds_price = estimator.pruning == 'cost_complexity' and estimator.alpha is None
    return finds_price or estimator.validation is not None or getattr(estimator, 'bootstrap', False)


def check_as_scikit_learn(estimator):
    """scikit-learn's checks. One asks that copies are weights; a case is dealt once, whatever it
    weighs, so copies are cases of their own, as in scikit-learn's forests, which it excuses."""
    why = 'a case is dealt once, with its weight'
    excused = {'check_sample_weight_equivalence_on_dense_data': why}
    check_estimator(estimator, expected_failed_checks=excused if deals_cases(estimator) else {})
