# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.layers.einsum_dense import EinsumDense as EinsumDense
from tfshim.keras.layers.experimental import preprocessing as preprocessing
from tfshim.keras.layers.experimental.fourier import RandomFourierFeatures as RandomFourierFeatures
from tfshim.keras.layers.experimental.synchronized import SyncBatchNormalization as SyncBatchNormalization
