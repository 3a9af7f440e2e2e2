"""Turn a table or a file into codes that can be counted, and back."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
