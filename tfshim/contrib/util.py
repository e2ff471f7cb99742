"""`tf.contrib.util` of TensorFlow 1: tensors as messages."""

from tfshim.contrib._names import bound
from tfshim.protos.tensors import get_static_value as constant_value  # noqa: F401 - a name of this namespace
from tfshim.protos.tensors import make_ndarray, make_tensor_proto  # noqa: F401 - names of this namespace

__all__ = bound(globals())
