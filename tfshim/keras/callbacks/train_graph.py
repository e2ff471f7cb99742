"""The graph of a training step, as TensorBoard shows it: that of a function which takes its batch from an iterator."""

from __future__ import annotations

from typing import Any

from tfshim.engine.runtime import messages

# What only says where gradients are recorded, and nothing is computed from.
_OF_TAPES = frozenset(("_TapeOpen", "_TapePop"))
_ITERATOR, _NEXT = "iterator", "IteratorGetNext"


def train_graph(step: Any) -> Any:
    """The GraphDef of what `step`, the `train_tf_function` of a model, has run; None where it runs eagerly, or not here."""
    graph = getattr(getattr(step, "step", step), "graph", None)
    if graph is None:
        return None
    made = graph.as_graph_def()
    places = {t.op.name: number for number, t in enumerate(graph.inputs)}
    found = messages.graph.GraphDef(versions=made.versions, library=made.library)
    source = found.node.add(name=_ITERATOR, op="Placeholder")
    source.attr["dtype"].type = messages.types.DT_RESOURCE
    source.attr["shape"].shape.SetInParent()
    batch = found.node.add(name=_NEXT, op="IteratorGetNext", input=[_ITERATOR])
    for t in graph.inputs:
        batch.attr["output_types"].list.type.append(t.dtype.as_datatype_enum)
        batch.attr["output_shapes"].list.shape.append(t.shape.as_proto())
    left_out = {o.name for o in graph._operations if o.type in _OF_TAPES}
    for node in made.node:
        if node.name not in places and not _belongs(node.name, left_out):
            inputs = [_renamed(name, places) for name in node.input if not _belongs(name.lstrip("^"), left_out)]
            node.ClearField("input")
            node.input.extend(inputs)
            found.node.append(node)
    return found


def _belongs(name: str, operations: set[str]) -> bool:
    """Whether a node is one of these, or a constant that is written with it."""
    return name.partition(":")[0] in operations or name.rpartition("/")[0] in operations


def _renamed(name: str, places: dict[str, int]) -> str:
    """How a node names one of its inputs where the batch is one node's results."""
    control = name.startswith("^")
    number = places.get(name.lstrip("^").partition(":")[0])
    if number is None:
        return name
    if control:
        return f"^{_NEXT}"
    return f"{_NEXT}:{number}" if number else _NEXT
