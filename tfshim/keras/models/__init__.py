"""`tf.keras.models`."""

from tfshim.keras.models.model import Model
from tfshim.keras.models.sequential import Sequential

__all__ = ["Model", "Sequential"]
