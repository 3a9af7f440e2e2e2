"""Print a tree or rules, draw them, and keep them as text."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
