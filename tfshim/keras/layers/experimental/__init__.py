"""`tf.keras.layers.experimental`."""

from tfshim._listing import listing
from tfshim.keras.layers.einsum_dense import EinsumDense
from tfshim.keras.layers.experimental import preprocessing
from tfshim.keras.layers.experimental.fourier import RandomFourierFeatures
from tfshim.keras.layers.experimental.synchronized import SyncBatchNormalization

__all__ = ["EinsumDense", "RandomFourierFeatures", "SyncBatchNormalization", "preprocessing"]
__dir__ = listing(globals())
