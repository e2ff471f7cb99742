"""`tf.metrics` is `tf.keras.metrics`."""

from tfshim._listing import listing
from tfshim.keras.metrics import *  # noqa: F403
from tfshim.keras.metrics import __all__  # noqa: F401

__dir__ = listing(globals())
