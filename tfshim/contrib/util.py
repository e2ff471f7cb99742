"""`tf.contrib.util` of TensorFlow 1: tensors as messages, and which operations a graph uses."""

from tfshim.compat.v1.train.meta_graph import ops_used_by_graph_def  # noqa: F401 - a name of this namespace
from tfshim.contrib._names import absent, bound
from tfshim.protos.tensors import get_static_value as constant_value  # noqa: F401 - a name of this namespace
from tfshim.protos.tensors import make_ndarray, make_tensor_proto  # noqa: F401 - names of this namespace

__all__ = bound(globals())
__getattr__ = absent("util", globals())
