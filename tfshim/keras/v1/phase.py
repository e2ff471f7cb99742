"""The learning phase of a graph: a tensor that is False unless a session is fed something else."""

from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras.v1.mode import kept

_NODE = InnerOp("PlaceholderWithDefault", lambda value: value, names=("input",), grad=None)


def of_graph(graph):
    """The learning phase of `graph`, a boolean tensor `keras_learning_phase` to be fed with 0 or 1; made at the first call."""
    found = kept(graph).phase
    if found is None:
        with eager_mode():
            off = convert_to_tensor(False)
        # At the root and without dependencies: all layers of the graph share it.
        with graph.as_default(), graph.name_scope(""), graph.control_dependencies(None):
            default = graph._constant(off, "keras_learning_phase/input")
            found = graph._add(_NODE, [default], abstract.leaf(dtypes.bool, []), "keras_learning_phase").outputs[0]
        kept(graph).phase = found
    return found


def known(graph):
    """The learning phase of `graph`, or None where nothing has used it."""
    return kept(graph).phase
