"""`tf.keras.layers`."""

from tfshim.keras.layers.base_layer import Layer
from tfshim.keras.layers.convolutional import Conv1D, Conv2D, Conv3D, Convolution1D, Convolution2D, Convolution3D
from tfshim.keras.layers.core import Activation, Dense, Embedding, Flatten, InputLayer, ReLU, Reshape, Softmax
from tfshim.keras.layers.input_spec import InputSpec
from tfshim.keras.layers.normalization import BatchNormalization, LayerNormalization
from tfshim.keras.layers.pooling import (
    AveragePooling2D,
    AvgPool2D,
    GlobalAveragePooling2D,
    GlobalAvgPool2D,
    GlobalMaxPool2D,
    GlobalMaxPooling2D,
    MaxPool2D,
    MaxPooling2D,
)
from tfshim.keras.layers.regularization import Dropout, GaussianDropout, GaussianNoise
from tfshim.keras.utils.inputs import Input

__all__ = ["Activation", "AveragePooling2D", "AvgPool2D", "BatchNormalization", "Conv1D", "Conv2D", "Conv3D", "Convolution1D",
           "Convolution2D", "Convolution3D", "Dense", "Dropout", "Embedding", "Flatten", "GaussianDropout", "GaussianNoise",
           "GlobalAveragePooling2D", "GlobalAvgPool2D", "GlobalMaxPool2D", "GlobalMaxPooling2D", "Input", "InputLayer", "InputSpec",
           "Layer", "LayerNormalization", "MaxPool2D", "MaxPooling2D", "ReLU", "Reshape", "Softmax"]
