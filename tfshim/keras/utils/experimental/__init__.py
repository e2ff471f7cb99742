"""`tf.keras.utils.experimental`."""

from tfshim.keras.utils.sidecar import DatasetCreator

__all__ = ["DatasetCreator"]
