"""What a GraphDef has for an operation that TensorFlow does not have as one: its written form, or the call of a function of that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tfshim.engine.graph_export import row_reads
from tfshim.engine.graph_export.shown_parts import Part
from tfshim.engine.graph_export.splicing import splice, splice_around
from tfshim.engine.graphs import own_nodes
from tfshim.engine.graphs.func_graph import FuncGraph, building, convert_outputs
from tfshim.engine.graphs.node_form import node_message
from tfshim.engine.ops.attr_values import put
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.written_forms import (  # noqa: F401 - which declare the forms
    activations,
    arrays,
    convolutions,
    effects,
    examples,
    images,
    labels,
    layers,
    linear_algebra,
    optimizers,
    recurrent,
    rows,
    signals,
    sparse_places,
    state,
    statistics,
    texts,
    training,
    wider,
)
from tfshim.written_forms.datasets import nodes as dataset_nodes
from tfshim.written_forms.flow import switches
from tfshim.written_forms.form import Form, form_of, writing

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer = Any  # GraphWriter of engine.graphs.graph_writer


def expansion(writer: Writer, node: Operation) -> list[Any] | None:
    """See `higher.expansion`. What is recorded for a tape within the graph has no such form where its gradient is a node of ours."""
    if writer.functions.shown:
        if node.shown_part is not None:
            return _shown(writer, node, node.shown_part)
        made = switches.form(writer, node) if node.by_switches else None
        if made is not None:
            return made
        made = switches.array_form(writer, node) if node.of_array is not None else None
        if made is not None:
            return made
        made = row_reads.shown_form(writer, node)
        if made is not None:
            return made
    made = dataset_nodes.expansion(writer, node)
    if made is not None:
        return made
    form = form_of(node._op_def)
    recorded = any(t._rec is not None for t in node.outputs) and not writer.functions.derivatives
    if form is None or recorded or not form.serves(node.arguments, writer.functions.shown):
        return None
    if form.whole(node.arguments, writer.functions.shown) and not writer.is_differentiated(node):
        return _called(writer, node, form)

    def function(*arguments: Any) -> Any:
        with writing(node.name + "/"):
            return form.function(*arguments)

    return splice(writer, node, function, node.arguments, form.beside)


def _shown(writer: Writer, node: Operation, part: Part) -> list[Any]:
    """For one node of a part what pages show for all of it, for the others nothing."""
    if node is not part.stand_in:
        writer.ends(node, [])
        return []
    if writer.renaming is not None and node.graph is writer.graph:
        return _one_by_one(writer, node, part, writer.renaming.of(part.scope))
    used = node.graph._used
    names = {name for n in part.nodes for name in _names_within(n.name.lower(), part.scope.lower())}
    taken = {name: used.pop(name) for name in names if name in used}
    for name in taken:
        base, _, number = name.rpartition("_")
        if number.isdecimal() and base in writer.names:
            writer.names[base] = min(writer.names[base], int(number))  # from where names are tried
    try:
        return _one_by_one(writer, node, part, part.scope)
    finally:
        used.update(taken)


def _one_by_one(writer: Writer, node: Operation, part: Part, scope: str) -> list[Any]:
    several: list[Any] = []
    last: list[Operation] = []  # the node that stands for the effects of all

    def run(inner: Any) -> Any:
        made = part.function(*map(inner, part.arguments))
        if hasattr(made, "control_inputs"):
            last.append(made)
            return None
        if part.results is not None:
            several.extend(made)
            return made[:1] * len(node.outputs)
        return [made] * len(node.outputs) if isinstance(made, Tensor) else made  # of which one is used outside of the part

    told = node.told_also
    node.told_also = list(dict.fromkeys([*told, *(c for n in part.nodes if n.kind == "ReadVariableOp" for c in n.control_inputs)]))
    try:
        with one_by_one.asked_for():
            messages = splice_around(writer, node, run, whole=True, scope=scope)
    finally:
        node.told_also = told
    if last:
        writer.ends(node, [last[0].name])
    for t, made in zip(part.results or (), several):
        writer.place(t, writer.reference(made))
    if several and id(node) in writer.spliced:
        writer.spliced[id(node)].results = list(zip(part.results, several))
    return messages


def _names_within(name: str, scope: str) -> Iterator[str]:
    """`name` and the names of the scopes around it below `scope`."""
    while len(name) > len(scope):
        yield name
        name = name.rpartition("/")[0]


def _called(writer: Writer, node: Operation, form: Form) -> list[Any] | None:
    """The call of a function that holds the written form. The text of the operation stands beside it, for those who read it here."""
    text = own_nodes.Writer(node, writer.reference, writer.handle, writer.function)
    stateful = node.stateful
    made = node_message(node, "StatefulPartitionedCall" if stateful else "PartitionedCall")
    made.attr[own_nodes.ATTRIBUTE].s = text.text().encode()
    made.input.extend(text.inputs)
    graph = FuncGraph(f"__inference_{node.type.lstrip('_').lower()}_{len(writer.functions)}")
    graph.seed = node.graph.seed
    with building(graph):

        def inner(x: Any) -> Any:
            # In the order in which the text has them, each where it stands.
            if isinstance(x, Tensor):
                made = graph.placeholder(x.dtype, x.shape)
                graph.inputs.append(made)
                return made
            return [inner(v) for v in x] if type(x) is list else x

        if any(is_variable(x) for x in node.arguments):
            raise ValueError(f"The written form of {node.type} is of tensors only.")
        with writing(None):
            result = form.function(*map(inner, node.arguments))
        graph.structured_outputs = result
        graph.outputs = [t for t in convert_outputs(graph, result) if t is not None]
    if len(graph.outputs) != len(node.outputs):
        raise ValueError(f"The written form of {node.type} gives {len(graph.outputs)} outputs for {len(node.outputs)}.")
    made.attr["f"].func.name = writer.function(graph)
    put(made.attr["Tin"], "list(type)", [t.dtype for t in graph.inputs])
    put(made.attr["Tout"], "list(type)", [t.dtype for t in graph.outputs])
    for key in ("config", "config_proto", "executor_type"):
        made.attr[key].s = b""
    made.input.extend(writer.controls(node.control_inputs))
    for i, t in enumerate(node.outputs):
        writer.place(t, f"{node.name}:output:{i}" if writer.in_function else f"{node.name}:{i}" if i else node.name)
    return [made]


def changed_beside(node: Operation) -> list[Any]:
    """See `higher.changed_beside`."""
    form = form_of(node._op_def)
    return [] if form is None or form.changes is None else list(form.changes(*node.arguments))


higher.install(expansion=expansion, changed_beside=changed_beside)
