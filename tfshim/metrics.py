"""`tf.metrics` is `tf.keras.metrics`."""

from tfshim.keras.metrics import *  # noqa: F403
from tfshim.keras.metrics import __all__, __dir__  # noqa: F401
