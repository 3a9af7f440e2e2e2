"""Say a tree in a few sentences, or let several trees decide."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
