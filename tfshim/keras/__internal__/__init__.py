"""`tf.keras.__internal__`: what programs use of it."""

from tfshim.keras.__internal__ import losses, utils
from tfshim.keras._safe_mode import enable_unsafe_deserialization
from tfshim.keras.engine.keras_tensor import KerasTensor, RaggedKerasTensor, SparseKerasTensor

__all__ = "KerasTensor RaggedKerasTensor SparseKerasTensor enable_unsafe_deserialization losses utils".split()
