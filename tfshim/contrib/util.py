"""`tf.contrib.util` of TensorFlow 1: tensors as messages."""

from tfshim.protos.tensors import get_static_value as constant_value
from tfshim.protos.tensors import make_ndarray, make_tensor_proto

__all__ = ["constant_value", "make_ndarray", "make_tensor_proto"]
