"""Replaces `tensorflow.python.ops.control_flow_util`: questions about the control flow that surrounds an operation.

Loops and conditions are functions of their own here, as in TensorFlow 2, and no graph is compiled by XLA while it is
traced: `jit_compile` hands a finished graph to Inductor.
"""

import tfshim

_REPLACES = "tensorflow.python.ops.control_flow_util"

# Libraries set this around code that needs loops as functions, which they always are.
ENABLE_CONTROL_FLOW_V2 = True


def EnableControlFlowV2(graph):  # noqa: N802 - TensorFlow's name
    """Whether loops and conditions of `graph` are made of functions."""
    return ENABLE_CONTROL_FLOW_V2 or _is_function(graph)


def enable_control_flow_v2(fn):
    """Decorator that runs `fn` with loops made of functions, as all are."""
    return fn


def GraphOrParentsInXlaContext(graph):  # noqa: N802 - TensorFlow's name
    """Whether `graph` or one around it is being traced for XLA: no graph is, see above."""
    return False


def IsInXLAContext(op):  # noqa: N802 - TensorFlow's name
    """Whether the operation `op` is being traced for XLA: none is, see above."""
    return False


def InXlaContext(graph):  # noqa: N802 - TensorFlow's name
    """Whether `graph` is being traced for XLA: none is, see above."""
    return False


def IsInWhileLoop(op):  # noqa: N802 - TensorFlow's name
    """Whether the operation `op` stands in the loop of a TensorFlow 1 graph that is no function: none does."""
    return False


def IsInCond(op):  # noqa: N802 - TensorFlow's name
    """Whether the operation `op` stands in the condition of a TensorFlow 1 graph that is no function: none does."""
    return False


def _is_function(graph):
    return getattr(graph, "building_function", False) and graph is not tfshim.compat.v1.get_default_graph().outer_graph
