"""Print a tree or rules, save them, and read them back."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
