"""Forward accumulators inside traced functions: one node for each Jacobian-vector product."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.gradients.backward import leads_back
from tfshim.engine.gradients.forward import product
from tfshim.engine.graph_gradients.graph_gradients import connected_sources, inputs_of_run, tape_of, target_of
from tfshim.engine.graphs.func_graph import as_graph_tensor
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    import torch


def _shaped(target: torch.Tensor, tangents: Sequence[torch.Tensor], batched: bool) -> tuple[int, ...]:
    return (tangents[0].shape[0], *target.shape) if batched else tuple(target.shape)


def _product(tape: Any, target: Any, tensors: Any, variables: Any, tangents: Sequence[torch.Tensor], batched: bool) -> Any:
    inputs, places, _ = inputs_of_run([tape] * len(variables), tensors, variables)
    made = None
    if inputs and leads_back(target):
        made = product(tape, target, inputs, [tangents[p] for p in places], batched)
    return target.new_zeros(_shaped(target, tangents, batched)) if made is None else made.resolve_conj()


def _zeros(target: torch.Tensor, tangents: Sequence[torch.Tensor], batched: bool) -> torch.Tensor:
    return target.new_zeros(_shaped(target, tangents, batched))


_PRODUCT = InnerOp("_Jvp", _product, stateful=True, names=("tape", "target", "tensors", "variables", "tangents", "batched"))
_ZEROS = InnerOp("_JvpOfNothing", _zeros, names=("target", "tangents", "batched"), grad=None)


def product_in_graph(accumulator: Any, x: Any, unconnected: str) -> Any:
    """`ForwardAccumulator.jvp` of one tensor in a graph."""
    graph, batched = TS.graph, accumulator._batched
    tangents = [as_graph_tensor(graph, t) for t in accumulator._tangents]
    target, order, tensors, variables = None, [], [], []
    if accumulator._tape is not None:
        tape_of(accumulator)
        target = target_of(accumulator, graph, x)
    if target is not None:
        _, tensors, variables, order = connected_sources(graph, accumulator._tape, [target], accumulator._primals)
    x = as_graph_tensor(graph, x) if target is None else target
    leaf = abstract.leaf(x.dtype, TensorShape(tangents[0].shape[:1]).concatenate(x.shape) if batched else x.shape)
    if not tensors and not variables:
        return graph._add(_ZEROS, [x, tangents, batched], leaf).outputs[0] if unconnected == "zero" else None
    along = [None] * (len(tensors) + len(variables))
    for at, tangent in zip(order, tangents):
        if at is not None:
            along[at] = tangent
    references = tuple(weakref.ref(v) for v in variables)
    node = graph._add(_PRODUCT, [tape_of(accumulator, graph), target, tensors, references, along, batched], leaf)
    node.outputs[0]._rec = accumulator._around()
    return node.outputs[0]


higher.install(product_in_graph=product_in_graph)
