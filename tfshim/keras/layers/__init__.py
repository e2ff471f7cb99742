"""`tf.keras.layers`."""

import importlib

from tfshim._listing import listing
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_layer import Input, InputLayer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import operators  # noqa: F401 - gives Keras tensors their operators
from tfshim.keras.layers.advanced_activations import ELU, LeakyReLU, PReLU, ReLU, Softmax, ThresholdedReLU
from tfshim.keras.layers.attention import AdditiveAttention, Attention, MultiHeadAttention
from tfshim.keras.layers.convolutional.depthwise import (
    DepthwiseConv1D,
    DepthwiseConv2D,
    SeparableConv1D,
    SeparableConv2D,
    SeparableConvolution1D,
    SeparableConvolution2D,
)
from tfshim.keras.layers.convolutional.locally_connected import LocallyConnected1D, LocallyConnected2D
from tfshim.keras.layers.convolutional.regular import Conv1D, Conv2D, Conv3D, Convolution1D, Convolution2D, Convolution3D
from tfshim.keras.layers.convolutional.transposed import (
    Conv1DTranspose,
    Conv2DTranspose,
    Conv3DTranspose,
    Convolution1DTranspose,
    Convolution2DTranspose,
    Convolution3DTranspose,
)
from tfshim.keras.layers.core import Activation, Dense, Embedding, Flatten, Reshape
from tfshim.keras.layers.dense_features import DenseFeatures
from tfshim.keras.layers.einsum_dense import EinsumDense
from tfshim.keras.layers.global_pooling import (
    GlobalAveragePooling1D,
    GlobalAveragePooling2D,
    GlobalAveragePooling3D,
    GlobalAvgPool1D,
    GlobalAvgPool2D,
    GlobalAvgPool3D,
    GlobalMaxPool1D,
    GlobalMaxPool2D,
    GlobalMaxPool3D,
    GlobalMaxPooling1D,
    GlobalMaxPooling2D,
    GlobalMaxPooling3D,
)
from tfshim.keras.layers.group_normalization import GroupNormalization, SpectralNormalization, UnitNormalization
from tfshim.keras.layers.lambda_layer import Lambda
from tfshim.keras.layers.masking import Identity, Masking
from tfshim.keras.layers.merging import (
    Add,
    Average,
    Concatenate,
    Dot,
    Maximum,
    Minimum,
    Multiply,
    Subtract,
    add,
    average,
    concatenate,
    dot,
    maximum,
    minimum,
    multiply,
    subtract,
)
from tfshim.keras.layers.normalization import BatchNormalization, LayerNormalization
from tfshim.keras.layers.pooling import (
    AveragePooling1D,
    AveragePooling2D,
    AveragePooling3D,
    AvgPool1D,
    AvgPool2D,
    AvgPool3D,
    MaxPool1D,
    MaxPool2D,
    MaxPool3D,
    MaxPooling1D,
    MaxPooling2D,
    MaxPooling3D,
)
from tfshim.keras.layers.preprocessing.augmentation import (
    RandomBrightness,
    RandomContrast,
    RandomCrop,
    RandomFlip,
    RandomHeight,
    RandomRotation,
    RandomTranslation,
    RandomWidth,
    RandomZoom,
)
from tfshim.keras.layers.preprocessing.categories import CategoryEncoding, HashedCrossing, Hashing
from tfshim.keras.layers.preprocessing.images import CenterCrop, Rescaling, Resizing
from tfshim.keras.layers.preprocessing.lookup import IntegerLookup, StringLookup
from tfshim.keras.layers.preprocessing.numbers import Discretization, Normalization
from tfshim.keras.layers.preprocessing.text import TextVectorization
from tfshim.keras.layers.regularization import (
    ActivityRegularization,
    AlphaDropout,
    Dropout,
    GaussianDropout,
    GaussianNoise,
    SpatialDropout1D,
    SpatialDropout2D,
    SpatialDropout3D,
)
from tfshim.keras.layers.reshaping import (
    Cropping1D,
    Cropping2D,
    Cropping3D,
    Permute,
    RepeatVector,
    UpSampling1D,
    UpSampling2D,
    UpSampling3D,
    ZeroPadding1D,
    ZeroPadding2D,
    ZeroPadding3D,
)
from tfshim.keras.layers.rnn.base_rnn import RNN
from tfshim.keras.layers.rnn.bidirectional import Bidirectional
from tfshim.keras.layers.rnn.cells import AbstractRNNCell, GRUCell, LSTMCell, SimpleRNNCell, StackedRNNCells
from tfshim.keras.layers.rnn.conv_lstm import ConvLSTM1D, ConvLSTM2D, ConvLSTM3D
from tfshim.keras.layers.rnn.recurrent import GRU, LSTM, SimpleRNN
from tfshim.keras.layers.rnn.time_distributed import TimeDistributed
from tfshim.keras.layers.serialization import deserialize, serialize
from tfshim.keras.layers.wrapper import Wrapper
from tfshim.keras.v1 import calls  # noqa: F401 - calls layers in TF 1 graphs

_FUNCTIONS = "Input add average concatenate deserialize dot maximum minimum multiply serialize subtract".split()
__all__ = sorted([*(n for n, v in globals().items() if isinstance(v, type)), *_FUNCTIONS, "experimental"])
__dir__ = listing(globals())


def __getattr__(name):
    if name == "experimental":
        return importlib.import_module("tfshim.keras.layers.experimental")
    raise AttributeError(f"tf.keras.layers.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same: see README.md).")
