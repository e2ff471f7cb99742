"""Gradients through branches of TensorFlow 1, as pages of graphs show them: back through the nodes that choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import tfshim as tf
from tfshim.engine.graph_export.contexts import FREE, Branch
from tfshim.engine.graphs.operation import RawOp
from tfshim.engine.runtime.context import name_scope
from tfshim.written_forms.form import raw
from tfshim.written_gradients.shapes import differentiable, like

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Accumulation: TypeAlias = Any  # of accumulation, which uses this module


def handles(node: Operation) -> bool:
    """Whether `node` lets something into a branch, or takes what branches give together."""
    return isinstance(node._op_def, RawOp) and node.kind in ("Switch", "Merge") and _branch(node) is not None


def _branch(node: Operation) -> Any:
    if node.kind == "Switch":
        return node.branch
    context = node.arguments[0][0].op.context
    if context is FREE:
        context = node.arguments[0][0].op.branch
    return context if isinstance(context, Branch) else None


def zeros(accumulation: Accumulation, node: Operation, operation: Any, grads: Sequence[Any]) -> list[Any]:
    """The gradients of the outputs of `node`, zeros where nothing comes back, of which the branch that was not taken has some."""
    if node.kind == "Merge":
        return list(grads)
    return [
        _zeros_of_other(accumulation.inner, node, operation) if g is None and differentiable(t) else g
        for t, g in zip(operation.outputs, grads)
    ]


def _zeros_of_other(inner: Any, node: Operation, operation: Any) -> Any:
    branch, x = node.branch, operation.inputs[0]
    value = raw("Switch", [x, inner(branch.pred)], [like(x)] * 2, name="Switch")[1 - branch.which]
    pivot = raw("Identity", [value], [like(value)], name="Identity")
    sizes = raw("Shape", [value], [(tf.int32, [x.shape.rank])], {"out_type": tf.int32}, name="Shape")
    with tf.control_dependencies([pivot]), name_scope("zeros") as scope:
        return raw("Fill", [sizes, tf.constant(0, x.dtype)], [like(x)], {"index_type": tf.int32}, name=scope)


def gradient(accumulation: Accumulation, node: Operation, operation: Any, *grads: Any) -> list[Any]:
    """The gradients of the inputs of `node`."""
    branch = _branch(node)
    if node.kind == "Merge":
        g = grads[0]
        return raw("Switch", [g, accumulation.inner(branch.pred)], [like(g)] * 2, name="cond_grad")
    if grads[1 - branch.which] is None:
        return [None, None]
    x = operation.inputs[0]
    return [raw("Merge", [list(grads)], [like(x), (tf.int32, [])], name="cond_grad")[0], None]
