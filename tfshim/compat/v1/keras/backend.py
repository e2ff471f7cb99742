"""`tf.compat.v1.keras.backend`: as `tf.keras.backend`, and the session."""

from tfshim._listing import listing
from tfshim.compat.v1 import _views
from tfshim.compat.v1._fallback import elsewhere
from tfshim.keras.v1.session import get_session, set_session  # noqa: F401 - names of this namespace

__all__ = _views.names("keras.backend")
__dir__ = listing(globals())
__getattr__ = elsewhere("keras.backend", target="tfshim.keras.backend")
