"""Grow, use and prune one tree by the book, and see all of C4.5 on one page."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)

from . import frames  # noqa: E402, F401  gives every tree its `to_frame`
