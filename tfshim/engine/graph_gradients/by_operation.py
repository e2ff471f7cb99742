"""Gradients in a graph operation by operation, by functions that replaced those of TensorFlow.

A node of gradients has torch's, for all operations between. Where programs put functions of their own in the registry of gradients
in place of TensorFlow's, what flows back is followed here instead: each operation with such a function asks it, each other one has
a node of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from tfshim.engine.graph_gradients import gradient_nodes
from tfshim.engine.graphs.func_graph import as_graph_tensor
from tfshim.engine.graphs.inner_links import given, passes_gradients
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.registered_gradients import replaced
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor


def concerned(graph: Any, starts: Sequence[Any], stops: Sequence[Any] = ()) -> bool:
    """Whether the gradient of an operation was replaced that depends on one of the tensors `starts`, not through `stops`."""
    if not replaced:
        return False
    reached = gradient_nodes.reach(graph, [starts], stops)
    return any(node.type in replaced and any(id(t) in reached for t in node.outputs) for node in graph._operations)


def of_operation(node: Any, *grads: Any) -> Any:
    """TensorFlow's gradients of an operation of a graph, for those of its outputs: one, or a list where it has several inputs.

    None stands where there is no gradient.
    """
    found: dict[int, Any] = {}
    if passes_gradients(node):
        node = _with_inputs_apart(node)
        wanted = [*{id(t): t for _, t in given(node) if t.dtype.is_floating or t.dtype.is_complex}.values()]
        ys, weights = [], []
        for y, g in zip(node.outputs, grads):
            if g is not None and (y.dtype.is_floating or y.dtype.is_complex):
                ys.append(y)
                weights.append(as_graph_tensor(node.graph, convert_to_tensor(g, y.dtype)))
        if wanted and ys:
            # What flows into one input is not to go on to another that it was computed from.
            stops = wanted if len(wanted) > 1 else ()
            found = dict(zip(map(id, wanted), gradient_nodes.add(node.graph, ys, weights, wanted, stops, None)))
    made = [found.get(id(x)) for x in node.used]
    return made[0] if len(made) == 1 else made


def _with_inputs_apart(node: Any) -> Any:
    """`node`, or where it has one tensor as several inputs, each of which has its own gradient, another one like it that has not."""
    if len({id(x) for x in node.used}) == len(node.used):
        return node
    graph, seen = node.graph, set()

    def apart(x: Any) -> Any:
        if type(x) is list:
            return [apart(y) for y in x]
        if not isinstance(x, Tensor) or id(x) not in seen:
            seen.add(id(x))
            return x
        return graph._add(_COPY, [x], abstract.leaf_like(x)).outputs[0]

    leaves = [abstract.leaf_like(t) for t in node.outputs]
    return graph._add(node._op_def, [apart(a) for a in node.arguments], leaves if len(leaves) > 1 else leaves[0])


_COPY = InnerOp("Identity", torch.ops.aten.alias.default)


def gradients(graph: Any, ys: Sequence[Any], weights: Sequence[Any], xs: Sequence[Any], stops: Sequence[Any] = ()) -> list[Any]:
    """The gradients of `ys`, weighted, by `xs`, tensors of `graph`, that end at `stops`; None where none arrives."""
    reached = gradient_nodes.reach(graph, [xs], stops)
    arriving: dict[int, list[Any]] = {}
    for y, w in zip(ys, weights):
        arriving.setdefault(id(y), []).append(gradient_nodes.ones_like(graph, y) if w is None else w)
    stopped = {id(t) for t in stops}
    for node in reversed(list(graph._operations)):
        if not any(id(t) in arriving for t in node.outputs) or not passes_gradients(node):
            continue
        if all(id(t) in stopped for t in node.outputs) or not any(id(x) in reached for _, x in given(node)):
            continue
        grads = [_sum(arriving, t) if id(t) in arriving and id(t) not in stopped else gradient_nodes.zeros(t) for t in node.outputs]
        function = replaced.get(node.type, of_operation)
        made = None if function is None else function(node, *grads)
        for x, g in zip(node.used, made if isinstance(made, (list, tuple)) else [made]):
            if g is not None and id(x) in reached:
                arriving.setdefault(id(x), []).append(g)
    return [_sum(arriving, x) if id(x) in arriving else None for x in xs]


def _sum(arriving: dict[int, list[Any]], x: Any) -> Any:
    found = arriving[id(x)]
    found[:] = [sum(found[1:], found[0])]
    return found[0]
