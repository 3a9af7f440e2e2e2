"""Fit a tree or rules to a DataFrame in one line, the scikit-learn way."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
