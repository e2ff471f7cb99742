"""Rows that are taken of variables, as pages of graphs show them: by the handle, without a read of the whole variable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graphs.node_form import node_message, tensorflow_form
from tfshim.engine.graphs.operation import tensors_in
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.uids import uid
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # GraphWriter of graphs.graph_writer


def _own_read(node: Operation) -> Operation | None:
    """The read that was made for `node`, which takes rows of the variable that it was given; None for other nodes."""
    if node.kind != "GatherV2" or getattr(node._op_def, "rows", None) is None:
        return None
    given = node.arguments[0]
    if not isinstance(given, Tensor) or type(given) is EagerTensor or node._op_def.rows(*node.arguments) is None:
        return None
    read: Operation = (node.shown or {}).get(id(given), given).op
    if read.kind != "ReadVariableOp" or not read.is_operand or read.name.rpartition("/")[0] != node.name:
        return None
    return read


def _of_graph(graph: Any) -> dict[int, Operation]:
    """{id of a node that takes rows of a variable: the read that was made for it} of those in `graph` that need no read."""
    known = graph.memory.get("row_reads")
    if known is not None and known[0] == len(graph._operations):
        return known[1]
    found = {id(n): read for n in graph._operations if (read := _own_read(n)) is not None}
    if found:
        taken = {id(t) for t in getattr(graph, "outputs", ()) if t is not None}
        for n in graph._operations:
            if id(n) not in found and n.kind != "_ShapeOfRows":
                inputs = tensors_in(n.arguments[:2]) if n.kind == "_Gradients" else n.written_inputs  # not by what they are asked for
                taken.update(map(id, inputs))
        found = {key: read for key, read in found.items() if id(read.outputs[0]) not in taken}
    graph.memory["row_reads"] = len(graph._operations), found
    return found


def is_left_out(node: Operation) -> bool:
    """Whether pages leave out `node`, a read that goes with rows of its variable."""
    if node.kind == "Const":
        return id(node) in _axes(node.graph)
    return node.kind == "ReadVariableOp" and any(read is node for read in _of_graph(node.graph).values())


def _axes(graph: Any) -> set[int]:
    """The ids of the constants that go with rows of variables in `graph`: the axes, which these do not take on pages."""
    rows = _of_graph(graph)
    if not rows:
        return set()
    known = graph.memory.get("row_axes")
    if known is None or known[0] != len(graph._operations):
        found = {id(t.op) for n in graph._operations if id(n) in rows for t in (n.static_inputs or {}).values() if isinstance(t, Tensor)}
        known = graph.memory["row_axes"] = len(graph._operations), found
    made: set[int] = known[1]
    return made


def unnamed(graph: Any) -> set[str]:
    """The names of the nodes that take rows of variables in `graph` and were called by their type, which is another one on pages."""
    rows = _of_graph(graph)
    return {n.name for n in graph._operations if id(n) in rows and n.name.rpartition("/")[2].startswith("GatherV2")} if rows else set()


def shown_form(writer: Writer, node: Operation) -> list[Any] | None:
    """The NodeDefs that pages show for `node`, rows of a variable or the read that goes with them; None for other nodes."""
    if node.kind in ("Const", "ReadVariableOp") and is_left_out(node):
        writer.before(node)  # which says that it comes before what is assigned
        writer.ends(node, [])
        return []
    read = _of_graph(node.graph).get(id(node)) if node.kind == "GatherV2" else None
    if read is None and node.looked_up and node.kind == "GatherV2" and _of_reference(node.arguments[0]):
        return _passed_on(writer, node)
    return None if read is None else _rows(writer, node, read)


def _of_reference(x: Any) -> bool:
    """Whether `x` is the value of a variable that is taken by reference."""
    return isinstance(x, Tensor) and type(x) is not EagerTensor and x.op.refers is not None


def _passed_on(writer: Writer, node: Operation) -> list[Any] | None:
    """Rows of a variable by reference, and the node by which TensorFlow's function passes them on."""
    made = node_message(node, "GatherV2")
    before = tensorflow_form(writer, node, made)
    if before is None:
        return None
    made.input.extend(writer.before(node))
    writer.leaves[id(node)] = node, [*before, made]
    passed = messages.node_def.NodeDef(name=writer.free_name(f"{node.name}/Identity"), op="Identity", input=[made.name])
    passed.attr["T"].type = node.outputs[0].dtype.as_datatype_enum
    writer.place(node.outputs[0], passed.name)
    return [*before, made, passed]


def _rows(writer: Writer, node: Operation, read: Operation) -> list[Any]:
    variable = read.arguments[0]
    made = node_message(node, "ResourceGather")
    if node.looked_up:  # TensorFlow's function takes the variable for the sake of its device first, and calls it by a number
        writer.numbered_inputs[node.name] = str(uid())
    handle = writer.handle(variable, f"{node.name}/{writer.numbered_inputs.get(node.name, 'resource')}")
    made.input.extend([handle, writer.reference(node.arguments[1])])
    made.attr["dtype"].type = variable.dtype.as_datatype_enum
    made.attr["Tindices"].type = node.arguments[1].dtype.as_datatype_enum
    made.attr["validate_indices"].b, made.attr["batch_dims"].i = True, 0
    made.input.extend(sorted({*writer.before(node), *writer.before(read)}))
    writer.ends(read, [*writer.ends_of(read), node.name])
    writer.place(read.outputs[0], handle)
    writer.leaves[id(node)] = node, [made]
    output = writer.output(node.name, "output")
    writer.place(node.outputs[0], output)
    if not node.looked_up:
        return [made]
    passed = messages.node_def.NodeDef(name=writer.free_name(f"{node.name}/Identity"), op="Identity", input=[output])
    passed.attr["T"].type = variable.dtype.as_datatype_enum
    writer.place(node.outputs[0], writer.output(passed.name, "output"))
    return [made, passed]
