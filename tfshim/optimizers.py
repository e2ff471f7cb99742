"""`tf.optimizers` is `tf.keras.optimizers`."""

from tfshim.keras.optimizers import *  # noqa: F403
from tfshim.keras.optimizers import __all__, __dir__  # noqa: F401
