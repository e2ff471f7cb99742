"""`tf.keras.models`."""

from tfshim.keras.models.functional import Functional  # noqa: F401 - so that programs find the class
from tfshim.keras.models.model import Model
from tfshim.keras.models.sequential import Sequential

__all__ = ["Model", "Sequential"]
