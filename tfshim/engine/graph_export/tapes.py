"""What tapes leave in graphs, and custom gradients.

Where no gradient is asked for, the nodes of a tape say nothing to who runs the graph: values go through them as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graphs import own_nodes
from tfshim.engine.graphs.node_form import constant_message, graphs_in, node_message
from tfshim.engine.graphs.operation import everything
from tfshim.engine.ops.attr_values import put
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # GraphWriter of graphs.graph_writer

_OPENING = ("_TapeOpen", "_TapeOpenForward")
_SWITCHING = ("_TapePop", "_TapePush", "_TapeWatch")
_PASSING = ("_TapeAlias", "_Detach", "_OfReplicas")


def is_differentiated(graph: Graph) -> bool:
    """See `higher.is_differentiated`."""
    while getattr(graph, "outer_graph", None) is not None:
        graph = graph.outer_graph
    return any(n.kind.startswith("_") and n.kind not in (*_OPENING, *_SWITCHING, *_PASSING) for n in _nodes(graph))


def _nodes(graph: Graph) -> Iterator[Operation]:
    for node in list(graph._operations):
        yield node
        for x in everything(node.arguments):
            for inner in graphs_in(x):
                yield from _nodes(getattr(inner, "_graph", inner))


def _passed(writer: Writer, node: Operation) -> list[Any] | None:
    if writer.keeps_tapes(node.graph):
        return None
    if writer.functions.shown:
        writer.place(node.outputs[0], writer.reference(node.arguments[-1]))
        return []
    # Who loads a file that holds gradients may ask for those of what was detached.
    stopped = node.kind == "_Detach" and writer.functions.gradients is not None
    made = node_message(node, "StopGradient" if stopped else "Identity")
    made.input.append(writer.reference(node.arguments[-1]))
    made.attr["T"].type = node.outputs[0].dtype.as_datatype_enum
    made.input.extend(writer.before(node))
    writer.place(node.outputs[0], writer.output(made.name, "output"))
    return [made]


def _left_out(writer: Writer, node: Operation) -> list[Any]:
    """Nothing is written; what comes after `node` comes after what that waits for."""
    writer.ends(node, [name.lstrip("^") for name in writer.before(node)])
    return []


def _is_passed_on(node: Operation) -> bool:
    """Whether loops, branches or calls take the tape that `node` opens."""
    (tape,) = node.outputs
    return any(not n.kind.startswith("_") and any(t is tape for t in n.written_inputs) for n in node.graph._operations)


def _switched(writer: Writer, node: Operation) -> list[Any] | None:
    if writer.keeps_tapes(node.graph):
        return None
    if writer.functions.shown:
        return _left_out(writer, node)
    made = node_message(node, "NoOp")
    made.input.extend(writer.before(node))
    return [made]


def _opened(writer: Writer, node: Operation) -> list[Any] | None:
    """An empty list of tensors: what loops and branches may pass on of a tape, and nobody reads."""
    if writer.keeps_tapes(node.graph):
        return None
    if writer.functions.shown and not _is_passed_on(node):
        return _left_out(writer, node)
    shape = constant_message(writer.free_name(f"{node.name}/shape"), convert_to_tensor(-1, dtypes.int32))
    made = node_message(node, "EmptyTensorList")
    made.input.extend([writer.output(shape.name, "output")] * 2)
    made.attr["element_dtype"].type, made.attr["shape_type"].type = dtypes.float32.as_datatype_enum, dtypes.int32.as_datatype_enum
    made.input.extend(writer.before(node))
    writer.place(node.outputs[0], writer.output(made.name, "handle"))
    return [shape, made]


def _plain(writer: Writer, node: Operation, values: list[Any]) -> list[Any]:
    """Of a graph that was imported."""
    made = node_message(node, "IdentityN")
    made.input.extend(map(writer.reference, values))
    put(made.attr["T"], "list(type)", [t.dtype for t in values])
    made.input.extend(writer.before(node))
    return [made]


def _with_gradient(writer: Writer, node: Operation) -> list[Any] | None:
    """A custom gradient: TensorFlow's node for it, and where it can be said the text by which it is read here with its gradient."""
    given = dict(zip(node._op_def.names, node.arguments))
    if list(given) == ["input"]:
        return _plain(writer, node, given["input"])
    if "graph" not in given:
        return None
    gradients = writer.functions.gradients
    if gradients is not None:
        return gradients.form(writer, node)
    passed, held = [*given["results"], *given["inputs"]], 0
    made = node_message(node, "IdentityN")
    text = own_nodes.Writer(node, writer.reference, writer.handle, writer._own_function)
    try:
        made.attr[own_nodes.ATTRIBUTE].s = text.text().encode()
        made.input.extend(text.inputs)
        passed += given["captures"]
        held = len(text.inputs) - len(passed)
    except own_nodes.NotPlain:
        made.input.extend(map(writer.reference, passed))
        made.attr["_gradient_op_type"].s = f"CustomGradient-{node.name}".encode()
    put(made.attr["T"], "list(type)", [*[dtypes.resource] * held, *[t.dtype for t in passed]])
    made.input.extend(writer.before(node))
    for i, t in enumerate(node.outputs):
        writer.place(t, writer.output(node.name, "output", held + i))
    return [made]


FORMS: dict[str, Callable[[Writer, Any], list[Any] | None]] = {
    **dict.fromkeys(_OPENING, _opened),
    **dict.fromkeys(_SWITCHING, _switched),
    **dict.fromkeys(_PASSING, _passed),
    "IdentityN": _with_gradient,
}

higher.install(is_differentiated=is_differentiated)
