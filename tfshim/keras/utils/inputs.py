"""`tf.keras.Input`."""

from tfshim.keras.engine.input_layer import Input

__all__ = ["Input"]
