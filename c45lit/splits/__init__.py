"""Say what one test is worth, and choose the best."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
