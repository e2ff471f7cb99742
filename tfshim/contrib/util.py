"""`tf.contrib.util` of TensorFlow 1: tensors as messages, and which operations a graph uses."""

from tfshim.contrib._names import absent, bound
from tfshim.protos.tensors import get_static_value as constant_value  # noqa: F401 - a name of this namespace
from tfshim.protos.tensors import make_ndarray, make_tensor_proto  # noqa: F401 - names of this namespace


def ops_used_by_graph_def(graph_def):
    """The sorted names of the kinds of operations in a GraphDef and in the functions that these call."""
    bodies = {function.signature.name: function.node_def for function in graph_def.library.function}
    found, waiting = set(), [*graph_def.node]
    while waiting:
        kind = waiting.pop().op
        if kind not in found:
            found.add(kind)
            waiting.extend(bodies.get(kind, ()))
    return sorted(kind for kind in found if kind not in bodies)


__all__ = bound(globals())
__getattr__ = absent("util", globals())
