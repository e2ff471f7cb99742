"""Gradients through branches of TensorFlow 1, as pages of graphs show them: back through the nodes that choose."""

from __future__ import annotations

import contextlib
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
    if accumulation.turns is not None and accumulation.turns.of(node) is not None:
        return accumulation.turns.zeros(node, operation, grads)
    return [
        _zeros_of_other(accumulation.inner, node, operation) if g is None and differentiable(t) else g
        for t, g in zip(operation.outputs, grads)
    ]


def _zeros_of_other(inner: Any, node: Operation, operation: Any) -> Any:
    x = operation.inputs[0]
    return _zeros_where_not(inner, node.branch, x, "Shape", like(x))


def _zeros_where_not(inner: Any, branch: Any, x: Any, shape: str, leaf: Any) -> Any:
    """Zeros of the dtype and shape `leaf` where `branch` is not taken; what `x` is there has their sizes, by the operation `shape`."""
    value = raw("Switch", [x, inner(branch.pred)], [like(x)] * 2, name="Switch")[1 - branch.which]
    pivot = raw("Identity", [value], [like(value)], name="Identity")
    with tf.control_dependencies([pivot]) if x.dtype is tf.resource else contextlib.nullcontext():
        sizes = raw(shape, [value], [(tf.int32, [leaf[1].rank])], {"out_type": tf.int32}, name=shape)
    with tf.control_dependencies([pivot]), name_scope("zeros") as scope:
        return raw("Fill", [sizes, tf.constant(0, leaf[0])], [leaf], {"index_type": tf.int32}, name=scope)


def of_read(accumulation: Accumulation, node: Operation, grad: Any) -> Any:
    """The gradient for the variable that `node` reads in a branch, for that of what it reads."""
    (handle, _), *_ = node.flow
    variable, branch = node.arguments[0], node.context
    zeros = _zeros_where_not(accumulation.inner, branch, accumulation.inner(variable._handle), "VariableShape", like(grad))
    pair = [zeros, grad] if branch.which else [grad, zeros]
    with name_scope(f"{handle.name}_grad"):
        return raw("Merge", [pair], [like(grad), (tf.int32, [])], name="cond_grad")[0]


def gradient(accumulation: Accumulation, node: Operation, operation: Any, *grads: Any) -> list[Any]:
    """The gradients of the inputs of `node`."""
    branch = _branch(node)
    if node.kind == "Merge":
        g = grads[0]
        back = None if accumulation.turns is None else accumulation.turns.of(node)
        pred = accumulation.inner(branch.pred) if back is None else back.predicate(branch.pred)
        return raw("Switch", [g, pred], [like(g)] * 2, name="cond_grad")
    if grads[1 - branch.which] is None:
        return [None, None]
    x = operation.inputs[0]
    return [raw("Merge", [list(grads)], [like(x), (tf.int32, [])], name="cond_grad")[0], None]
