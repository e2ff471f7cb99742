"""`tf.compat.v1.keras.backend`: as `tf.keras.backend`, and the session."""

from tfshim._listing import listing
from tfshim.compat.v1 import _views
from tfshim.compat.v1._fallback import elsewhere

__all__ = _views.names("keras.backend")
__dir__ = listing(globals())
__getattr__ = elsewhere("keras.backend", _views.added("keras.backend"), target="tfshim.keras.backend")
