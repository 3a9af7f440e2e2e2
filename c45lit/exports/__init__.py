"""Let another program answer as the model does, bit for bit."""
from .. import _door

__getattr__, __dir__, __all__ = _door(__name__)
