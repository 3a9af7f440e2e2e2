"""See a tree, a threshold or a choice, move it, and watch what follows."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
