"""Grow, use and prune one tree with a pencil."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
