"""`tf.keras.__internal__`: what programs use of it."""

from tfshim.keras.__internal__ import utils
from tfshim.keras._safe_mode import enable_unsafe_deserialization

__all__ = ["enable_unsafe_deserialization", "utils"]
