"""Which operations of a graph of TensorFlow 1 others are computed from."""

from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime.state import TS


def reachable(tensors, sources):
    """For each of `tensors` (or operations), whether it is computed from one of `sources`."""
    sources = {id(s) for s in sources}
    reached = set()
    # Operations are listed in the order they were added: each after its inputs.
    for op in TS.graph._operations:
        if (
            any(id(t) in sources for t in op.outputs)
            or any(t.op in reached or id(t) in sources for t in _inputs(op))
            or any(c in reached for c in op.control_inputs)
        ):
            reached.add(op)
    return [as_operation(x) in reached for x in tensors]


def _inputs(op):
    return [t for t in op.inputs if isinstance(t, SymbolicTensor)]


def as_operation(x):
    """The operation of a tensor, of a variable after an assignment, or the operation itself."""
    if hasattr(x, "_as_graph_element"):
        x = x._as_graph_element()
    return getattr(x, "op", x)


def as_update(x):
    """The operation of an update: one that there is, or the assignment of a pair (variable, new value)."""
    return as_operation(x[0].assign(x[1]) if isinstance(x, tuple) else x)


def placeholders_of(x):
    """The placeholders that `x` is computed from."""
    found, seen, stack = [], set(), [as_operation(x)]
    while stack:
        op = stack.pop()
        if op in seen:
            continue
        seen.add(op)
        if op.type == "Placeholder":
            found += op.outputs
        stack.extend(t.op for t in _inputs(op))
        stack.extend(op.control_inputs)
    return found
