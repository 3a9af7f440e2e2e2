"""Learn the same tree from more cases than fit in memory, on one machine or on many."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
