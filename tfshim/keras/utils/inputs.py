"""`tf.keras.Input`."""

from tfshim.keras.layers.input_layer import Input

__all__ = ["Input"]
