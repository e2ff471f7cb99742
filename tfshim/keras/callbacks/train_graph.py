"""The graph of a training step, as TensorBoard shows it: that of a function which takes its batch from an iterator."""

from __future__ import annotations

from typing import Any

from tfshim.engine.graphs.graph_def import graph_def
from tfshim.engine.runtime import messages

_ITERATOR, _NEXT = "iterator", "IteratorGetNext"


def train_graph(step: Any) -> Any:
    """The GraphDef of what `step`, the `train_tf_function` of a model, has run; None where it runs eagerly, or not here."""
    graph = getattr(getattr(step, "step", step), "graph", None)
    if graph is None:
        return None
    made = graph_def(graph, shown=True)
    places = {t.op.name: number for number, t in enumerate(graph.inputs)}
    found = messages.graph.GraphDef(versions=made.versions, library=made.library)
    source = found.node.add(name=_ITERATOR, op="Placeholder")
    source.attr["dtype"].type = messages.types.DT_RESOURCE
    source.attr["shape"].shape.SetInParent()
    batch = found.node.add(name=_NEXT, op="IteratorGetNext", input=[_ITERATOR])
    for t in graph.inputs:
        batch.attr["output_types"].list.type.append(t.dtype.as_datatype_enum)
        batch.attr["output_shapes"].list.shape.append(t.shape.as_proto())
    for node in made.node:
        if node.name not in places:
            inputs = [_renamed(name, places) for name in node.input]
            node.ClearField("input")
            node.input.extend(inputs)
            found.node.append(node)
    return found


def _renamed(name: str, places: dict[str, int]) -> str:
    """How a node names one of its inputs where the batch is one node's results."""
    control = name.startswith("^")
    number = places.get(name.lstrip("^").partition(":")[0])
    if number is None:
        return name
    if control:
        return f"^{_NEXT}"
    return f"{_NEXT}:{number}" if number else _NEXT
