"""Grow and prune the same trees on millions of cases, to the last bit, and predict with them."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
