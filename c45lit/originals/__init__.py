"""Learn the trees, rulesets and votes of Quinlan's own programs, number by number."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
