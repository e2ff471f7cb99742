"""Gradients through nodes that say themselves what these are: custom gradients, and what is written for a node with one of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import tfshim as tf
from tfshim.engine.graph_gradients.custom_gradient import gradient_graph
from tfshim.engine.graphs.operation import tensors_in
from tfshim.engine.runtime.context import name_scope
from tfshim.written_gradients.inlining import copied, copied_as_shown
from tfshim.written_gradients.rows import dense
from tfshim.written_gradients.shapes import differentiable

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Accumulation: TypeAlias = Any  # of accumulation, which uses this module


def through_own(accumulation: Accumulation, node: Operation, grads: Sequence[Any], zeros: Callable[[Any], Any]) -> None:
    """Go back through a node that says what its gradient is: TensorFlow records that where gradients are asked for."""
    with accumulation.scope_of_none() if accumulation.by_tape else name_scope(f"{node.name}_grad"):
        whole = [zeros(accumulation.inner(t)) if g is None else dense(g) for t, g in zip(node.outputs, grads)]
        made = node.own_gradient(accumulation.inner, whole)
    for x, g in zip(tensors_in(node.arguments), made, strict=True):
        if g is not None:
            accumulation.add(accumulation.symbolic(node, x), g)


def _zeros_of_inputs(accumulation: Accumulation, node: Operation, inputs: Sequence[Any]) -> None:
    """Zeros for what `node` passes on beside its results, which TensorFlow makes though nobody has a use for them."""
    for i, x in enumerate(inputs, len(node.outputs)):
        if not isinstance(x, tf.Tensor) or not differentiable(x):
            continue
        reference = accumulation.writer.output(node.name, "output", i)
        accumulation.zeros_of(accumulation.inner.named(reference, x.dtype, x.shape))


def through_custom(accumulation: Accumulation, node: Operation, grads: Sequence[Any]) -> None:
    """Go back through a custom gradient: what its function gives."""
    graph = gradient_graph(node)
    _, _, inputs, captures = node.arguments
    with accumulation.scope_of_none():
        whole = [accumulation.zeros_of(accumulation.inner(t)) if g is None else dense(g) for t, g in zip(node.outputs, grads)]
        if accumulation.writer.functions.shown:
            _zeros_of_inputs(accumulation, node, inputs)
    with accumulation.scope_of_none() if accumulation.by_tape else name_scope(f"{node.name}_grad"):
        values = [*whole, *map(accumulation.inner, captures)]
        made = copied_as_shown(graph, values, accumulation.writer.names) if accumulation.writer.functions.shown else copied(graph, values)
    for x, g in zip(inputs, made):
        if g is not None and isinstance(x, tf.Tensor):
            accumulation.add(accumulation.symbolic(node, x), g)
