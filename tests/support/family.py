"""The estimators that predict classes."""
from c45lit import C45Classifier, C45RulesClassifier, C50Classifier, CARTClassifier, ID3Classifier

FAMILY = [C45Classifier, C45RulesClassifier, C50Classifier, ID3Classifier, CARTClassifier]
