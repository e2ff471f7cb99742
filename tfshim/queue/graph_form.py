"""Queues and what is done with them in GraphDefs, as TensorFlow declares it: handles, and operations that take them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.graphs.node_form import constant_message, written_by
from tfshim.engine.ops.attr_values import put
from tfshim.engine.ops.op_defs import by_name
from tfshim.engine.runtime import messages
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # GraphWriter of engine.graphs.graph_writer

KINDS = "FIFOQueue PaddingFIFOQueue PriorityQueue RandomShuffleQueue".split()


def handle(writer: Writer, x: Any, before: list[Any]) -> str | None:
    """How inputs name the handle of a queue or a reader of a graph; None for others, which are written in our own form.

    `before` gets the nodes by which one of several queues is chosen.
    """
    queues = getattr(x, "_queues", None)
    if queues is None:
        made = getattr(x, "graph_handle", None)
        if not isinstance(made, Tensor) or writer.keeps_objects:
            return None
        return writer.reference(made) if made.graph is writer.graph else writer.handle(x)
    handles = [handle(writer, q, before) for q in queues]
    if None in handles or not isinstance(x._which, Tensor):
        return None
    pack = messages.node_def.NodeDef(name=writer.free_name("stack"), op="Pack", input=handles)
    pack.attr["N"].i, pack.attr["T"].type, pack.attr["axis"].i = len(handles), dtypes.resource.as_datatype_enum, 0
    chosen = messages.node_def.NodeDef(name=writer.free_name("GatherV2"), op="GatherV2")
    axis = constant_message(writer.free_name(f"{chosen.name}/axis"), convert_to_tensor(np.int32(0)))
    chosen.input.extend([pack.name, writer.reference(x._which), axis.name])
    kinds = {"Tparams": dtypes.resource, "Tindices": x._which.dtype, "Taxis": dtypes.int32}
    for key, dtype in kinds.items():
        chosen.attr[key].type = dtype.as_datatype_enum
    chosen.attr["batch_dims"].i = 0
    before.extend([pack, axis, chosen])
    return chosen.name


@written_by(*(f"{kind}V2" for kind in KINDS))
def _queue(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    queue: Any = node.arguments[0]
    if writer.in_function or queue.graph_handle is None:
        return None
    kinds, shapes = queue._dtypes, queue._shapes
    if made.op == "PriorityQueueV2":  # whose first component, the priority, is not told
        kinds, shapes = kinds[1:], (shapes or [])[1:]
    shapes = [] if shapes is None or any(s.rank is None for s in shapes) else shapes
    put(made.attr["component_types"], "list(type)", kinds)
    put(made.attr["shapes"], "list(shape)", shapes)
    capacity, *more = queue._parameters
    made.attr["capacity"].i = capacity
    made.attr["container"].s, made.attr["shared_name"].s = b"", (queue._shared or "").encode()
    if more:
        made.attr["min_after_dequeue"].i, (made.attr["seed"].i, made.attr["seed2"].i) = more
    return []


def _of_queue(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    before: list[Any] = []
    queue = node.arguments[0]
    reference = handle(writer, queue, before)
    if reference is None:
        return None
    made.input.append(reference)
    given = by_name(node._op_def, node.arguments)
    if "component" in given:
        made.input.extend(writer.reference(t) for t in given["component"])
        put(made.attr["Tcomponents"], "list(type)", [t.dtype for t in given["component"]])
    if "count" in given:
        made.input.append(number(writer, node, "count", "n", dtypes.int32, before))
    if "cancel_pending_enqueues" in given:
        made.attr["cancel_pending_enqueues"].b = given["cancel_pending_enqueues"]
    if "Dequeue" in made.op:
        put(made.attr["component_types"], "list(type)", queue._dtypes)
    if made.op.removesuffix("V2").removeprefix("Queue") in _TIMED:
        made.attr["timeout_ms"].i = -1
    return before


_TIMED = frozenset("Enqueue EnqueueMany Dequeue DequeueMany DequeueUpTo".split())
for _name in (*_TIMED, "Size", "IsClosed", "Close"):
    written_by(f"Queue{_name}V2")(_of_queue)


def number(writer: Writer, node: Operation, ours: str, name: str, dtype: dtypes.DType, before: list[Any]) -> str:
    """How inputs name the number that `node` takes as its argument `ours`; a constant for it is added to `before`."""
    value = (node.static_inputs or {}).get(ours)
    if value is None:
        value = by_name(node._op_def, node.arguments)[ours]
    if isinstance(value, Tensor):
        return writer.reference(value)
    made = constant_message(writer.free_name(f"{node.name}/{name}"), convert_to_tensor(np.array(value, dtype.as_numpy_dtype)))
    before.append(made)
    return made.name
