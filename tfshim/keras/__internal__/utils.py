"""`tf.keras.__internal__.utils`: what programs use of it."""

from tfshim.keras.engine.keras_tensor import register_symbolic_tensor_type

__all__ = ["register_symbolic_tensor_type"]
