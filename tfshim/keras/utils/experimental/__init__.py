"""`tf.keras.utils.experimental`."""

from tfshim._listing import listing
from tfshim.keras.utils.sidecar import DatasetCreator

__all__ = ["DatasetCreator"]
__dir__ = listing(globals())
