"""The estimators that predict classes."""
from c45lit import C45Classifier, C45RulesClassifier, C50Classifier, CARTClassifier, ID3Classifier

FAMILY = [C45Classifier, C45RulesClassifier, C50Classifier, ID3Classifier, CARTClassifier]

# those that look for tests as C4.5 does: weights of cases, scores of every attribute, threads; C5.0
# has none of these
SEARCHING = [e for e in FAMILY if e is not C50Classifier]
