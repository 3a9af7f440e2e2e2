"""Write a tree as a few sentences that a person can check one by one."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
