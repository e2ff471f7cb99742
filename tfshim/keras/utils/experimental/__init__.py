"""`tf.keras.utils.experimental`: an older name of what makes datasets."""

from tfshim._listing import listing
from tfshim.keras.utils.sidecar import DatasetCreator

__all__ = ["DatasetCreator"]
__dir__ = listing(globals())
