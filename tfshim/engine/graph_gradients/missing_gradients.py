"""Operations that TensorFlow has no gradient for, or one of another shape: in a graph it says so while the gradient is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tfshim.engine.graph_gradients import gradient_nodes
from tfshim.engine.graphs.inner_links import given, passes_gradients
from tfshim.engine.ops import registered_gradients


def _text(node: Any) -> str:
    return (
        f"No gradient defined for operation'{node.name}' (op type: {node.type}). In general every operation must have an associated "
        "`@tf.RegisterGradient` for correct autodiff, which this op is lacking. If you want to pretend this operation is a constant in "
        "your program, you may insert `tf.stop_gradient`. This can be useful to silence the error in cases where you know gradients are "
        "not needed, e.g. the forward pass of tf.custom_gradient. Please see more details in "
        "https://www.tensorflow.org/api_docs/python/tf/custom_gradient."
    )


def refuse(graph: Any, targets: Sequence[Any], starts: Sequence[Any], stops: Sequence[Any] = (), by_tape: bool = False) -> None:
    """Raise LookupError where the way from `starts` to `targets` in `graph` goes through an operation without a gradient, and
    ValueError where the gradient that a program gave it has another shape than its input, about which tapes say nothing.
    """
    suspects = {
        id(n) for n in graph._operations if getattr(n._op_def, "grad", None) == "missing" and not registered_gradients.is_known(n.type)
    }
    if not by_tape:
        suspects |= {id(n) for n in graph._operations if n.wrong_gradient is not None}
    if not suspects:
        return
    reached = gradient_nodes.reach(graph, [starts], stops)
    needed = {id(t) for t in targets}
    for node in reversed(graph._operations):
        if not passes_gradients(node) or not any(id(t) in needed and id(t) in reached for t in node.outputs):
            continue
        if id(node) in suspects:
            if by_tape:
                registered_gradients.lookup(node.type)
            if node.wrong_gradient is not None:
                raise ValueError(node.wrong_gradient)
            raise LookupError(_text(node))
        needed.update(id(t) for _, t in given(node))
