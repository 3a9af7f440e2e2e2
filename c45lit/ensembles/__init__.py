"""Let many trees answer together."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
