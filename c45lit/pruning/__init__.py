"""Find a smaller tree in other ways than C4.5's, and see what became of each node."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
