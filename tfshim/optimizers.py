"""`tf.optimizers` is `tf.keras.optimizers`."""

from tfshim._listing import listing
from tfshim.keras.optimizers import *  # noqa: F403
from tfshim.keras.optimizers import __all__  # noqa: F401

__dir__ = listing(globals())
