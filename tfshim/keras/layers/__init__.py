"""`tf.keras.layers`."""

from tfshim.keras.layers.base_layer import Layer
from tfshim.keras.layers.core import Activation, Dense, Embedding, Flatten, InputLayer, ReLU, Reshape, Softmax
from tfshim.keras.layers.input_spec import InputSpec
from tfshim.keras.layers.regularization import Dropout, GaussianDropout, GaussianNoise

__all__ = ["Activation", "Dense", "Dropout", "Embedding", "Flatten", "GaussianDropout", "GaussianNoise", "InputLayer", "InputSpec",
           "Layer", "ReLU", "Reshape", "Softmax"]
