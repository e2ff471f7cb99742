"""Gradients of calls of functions as pages of graphs show them: the call of a function that goes back.

What that takes of the function itself is given by the call, which is one of a function that goes forward then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim.engine.functions.concrete_function import called_graph
from tfshim.engine.graph_export.forms import CONFIG
from tfshim.engine.ops.attr_values import put, shape_message
from tfshim.engine.runtime import messages
from tfshim.written_forms.form import raw
from tfshim.written_gradients import functions
from tfshim.written_gradients.rows import dense
from tfshim.written_gradients.shapes import differentiable

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Accumulation = Any  # of accumulation, which uses this module


def through(accumulation: Accumulation, node: Operation, grads: Sequence[Any], zeros: Any) -> list[tuple[Any, Any]]:
    """The pairs of an input of the call `node` and its gradient. `zeros`: makes them for an output of which nothing comes back."""
    writer = accumulation.writer
    with accumulation.scope_of_calls():
        pairs = zip(node.outputs, grads)
        whole = [dense(g) if g is not None else zeros(accumulation.inner(t)) if _is_number(t) else None for t, g in pairs]
    if id(node) not in writer.gone_back:
        writer.gone_back[id(node)] = node, *_functions(accumulation, node)
    _, forward, backward = writer.gone_back[id(node)]
    first = len(node.outputs)
    held = [accumulation.inner.named(writer.output(node.name, "output", first + i), kind) for i, (kind, _) in enumerate(backward.taken)]
    given = [*[g for t, g in zip(node.outputs, whole) if differentiable(t)], *held]
    leaves = [(x.dtype, x.shape) for x in backward.given]
    stateful = backward.message.signature.is_stateful
    attributes = {"f": backward.message.signature.name, "Tout": [d for d, _ in leaves], "config_proto": CONFIG}
    with accumulation.scope_of_calls():
        made = raw("StatefulPartitionedCall" if stateful else "PartitionedCall", [given], leaves, attributes)
    made = made if isinstance(made, list) else [made]
    made[0].op.user_attributes = {
        "_collective_manager_ids": _integers([]),
        "_read_only_resource_inputs": _integers([i for i, g in enumerate(given) if g.dtype is tf.resource]),
    }
    _, inputs, captures = node.arguments
    places = {id(p): x for p, x in zip(forward.inputs, [*inputs, *captures], strict=True)}
    result = []
    for x, g in zip(backward.given, made):
        if isinstance(x, tf.Tensor):
            result.append((places[id(x)], g))
        elif any(v is x for v in accumulation.variables):
            accumulation.add_variables([x], [g])
    return result


def _integers(values: Sequence[int]) -> Any:
    """A list of integers as an attribute says it, one without any too."""
    made = messages.attr_value.AttrValue()
    made.list.SetInParent()
    made.list.i.extend(values)
    return made


def _is_number(t: Any) -> bool:
    return t.dtype.is_floating or t.dtype.is_complex or t.dtype.is_integer or t.dtype.is_bool


def _functions(accumulation: Accumulation, node: Operation) -> tuple[Any, Any]:
    """The functions that go forward and back in the place of the one that `node` calls."""
    graph: Any = called_graph(node)
    library, made = accumulation.writer.functions, []
    ys = [t for t in graph.outputs if t is not None]

    def go_forward(name: str) -> Any:
        forward = functions.Forward(name, graph, library, [*graph.inputs, *graph.inner_captures])

        def go_back(name: str) -> Any:
            backward = functions.Backward(forward, name, [y for y in ys if differentiable(y)], type(accumulation))
            made.extend((forward, backward))
            return backward.message

        functions.put_function(library, f"__inference___backward_{_plain(graph.name)}", go_back)
        return forward.definition(ys, made[1].taken)

    functions.put_function(library, f"__forward_{_plain(graph.name)}", go_forward)
    forward, backward = made

    def amend(message: Any) -> None:
        message.attr["f"].func.name = forward.name
        put(message.attr["Tout"], "list(type)", [*[t.dtype for t in node.outputs], *[kind for kind, _ in backward.taken]])
        if "_output_shapes" in message.attr:
            message.attr["_output_shapes"].list.shape.extend(map(shape_message, backward.shapes_taken))

    accumulation.writer.amendments[node.name] = amend
    return forward, backward


def _plain(name: str) -> str:
    """The name of the Python function in that of a function in graphs."""
    base = name.removeprefix("__inference_")
    head, _, number = base.rpartition("_")
    return head if number.isdecimal() and head else base
