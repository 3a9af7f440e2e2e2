"""What the program computes, to the last bit: options, ties, units of weight, and the complete page."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
