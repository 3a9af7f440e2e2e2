"""Write a tree as a few sentences, or let several trees vote."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
