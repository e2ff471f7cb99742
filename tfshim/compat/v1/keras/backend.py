"""`tf.compat.v1.keras.backend`: as `tf.keras.backend`, and the session."""

from tfshim.compat.v1._fallback import elsewhere
from tfshim.keras.v1.session import get_session, set_session

__all__ = ["get_session", "set_session"]
__getattr__ = elsewhere("keras.backend", target="tfshim.keras.backend")
