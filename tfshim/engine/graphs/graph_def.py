"""Graphs as GraphDef messages, in TensorFlow's form: for TensorBoard, for files, for people who print operations.

The messages are TensorBoard's own classes of the same format. `graph_writer` writes the nodes.
"""

from __future__ import annotations

import platform
from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim._version import TENSORFLOW
from tfshim.engine.graphs.graph_writer import MAY_READ, OF_TAPES, Functions, GraphWriter, NotWritten, tell_known_shapes
from tfshim.engine.ops.op_defs import find, op_def_message
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.interface import higher

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Graph: TypeAlias = Any  # of graphs.graph, above this module

MIN_CONSUMER = 12  # the oldest that reads functions
OLDEST_PRODUCER = 0  # whose graphs are read
PRODUCER = 1645  # the version of the format that TensorFlow 2.15 writes
_KEPT = 32 << 20  # bytes


def node_def(node: Operation) -> Any:
    """The NodeDef of an operation."""
    graph = node.graph
    return GraphWriter(graph, Functions()).messages(node)[-1]


def op_def_for_type(op_type: str) -> Any:
    """The OpDef message of a type of operation. Raises RuntimeError for a type that is not known."""
    if find(op_type) is None:
        raise RuntimeError(
            f"Op type not registered '{op_type}' in binary running on {platform.node()}. Make sure the Op and "
            "Kernel are registered in the binary running in this process."
        )
    return op_def_message(op_type)


def versions() -> Any:
    """The VersionDef of the format that is written."""
    return messages.versions.VersionDef(producer=PRODUCER)


def check_versions(versions: Any) -> None:
    """Raise ValueError for a graph that was written for other releases only."""
    if versions.producer < OLDEST_PRODUCER:
        raise ValueError(
            f"GraphDef producer version {versions.producer} below min producer {OLDEST_PRODUCER} supported by TensorFlow "
            f"{TENSORFLOW}.  Please regenerate your graph."
        )
    if versions.min_consumer > PRODUCER:
        raise ValueError(
            f"GraphDef min consumer version {versions.min_consumer} above current version {PRODUCER} for TensorFlow "
            f"{TENSORFLOW}.  Please upgrade TensorFlow."
        )
    if PRODUCER in versions.bad_consumers:
        raise ValueError(f"GraphDef disallows consumer version {PRODUCER}.  Please upgrade TensorFlow: this version is likely buggy.")


def graph_def(
    graph: Graph,
    from_version: int | None = None,
    add_shapes: bool = False,
    handles: dict[str, Any] | None = None,
    shown: bool = False,
) -> Any:
    """The GraphDef of `graph` and of the functions that it calls; only nodes after number `from_version`, if given.

    `handles` gets {name of a placeholder: the variable or table that it is the handle of}. `shown`: it is looked at only; see
    `Functions`.
    """
    try:
        with Functions(derivatives=True, shown=shown) as functions:
            return write_graph(graph, functions, from_version, add_shapes, handles)
    except NotWritten:  # who reads it here has its gradients all the same
        with Functions(shown=shown) as functions:
            return write_graph(graph, functions, from_version, add_shapes, handles)


def written_again(graph: Graph, add_shapes: bool = False, shown: bool = False) -> Any:
    """As `graph_def` of the whole graph, which is worked out once: writers of events, savers and sessions of training ask again.

    What changes a node that is there already takes it out of the graph's memory.
    """
    if graph.building_function:
        return graph_def(graph, None, add_shapes, shown=shown)
    state = len(graph._operations), graph._versions, len(graph._library)
    known: tuple[Any, dict[tuple[bool, bool], bytes]] | None = graph.memory.get("written")
    if known is None or known[0] != state:
        known = graph.memory["written"] = state, {}
    found = known[1].get((add_shapes, shown))
    if found is not None:
        return messages.graph.GraphDef.FromString(found)
    made = graph_def(graph, None, add_shapes, shown=shown)
    if made.ByteSize() <= _KEPT:  # larger ones are mostly constants, which the graph holds itself
        known[1][add_shapes, shown] = made.SerializeToString()
    return made


def write_graph(
    graph: Graph,
    functions: Functions,
    from_version: int | None = None,
    add_shapes: bool = False,
    handles: dict[str, Any] | None = None,
) -> Any:
    """As `graph_def`, with the `functions` that are written with it. Raises NotWritten as these say."""
    made = messages.graph.GraphDef()
    made.versions.CopyFrom(versions())
    graph.on_page = functions.shown
    try:
        return _written(graph, functions, made, from_version, add_shapes, handles)
    finally:
        graph.on_page = False


def _written(
    graph: Graph, functions: Functions, made: Any, from_version: int | None, add_shapes: bool, handles: dict[str, Any] | None
) -> Any:
    """The GraphDef `made`, with the nodes of `graph`."""
    writer = GraphWriter(graph, functions)
    writer.names_results, writer.tells_shapes = not functions.shown, add_shapes
    nodes, told, waiting = nodes_in_order(writer, from_version, add_shapes)
    for added in graph._library.values():  # that no node calls
        writer.function(added)
    if functions:
        made.library.function.extend(higher.function_defs(functions))
        made.versions.min_consumer = MIN_CONSUMER
    made.node.extend(writer.variables(told))
    made.node.extend(nodes)
    for written in waiting.values():
        made.node.extend(written)
    writer.amend(made.node)
    if graph.is_traced:
        _end(made, writer)
    if handles is not None:
        handles.clear()
        handles.update(writer.handles.values())
    return made


def nodes_in_order(
    writer: GraphWriter, from_version: int | None = None, add_shapes: bool = False
) -> tuple[list[Any], int, dict[str, list[Any]]]:
    """The NodeDefs of the writer's graph, from node number `from_version` on: (NodeDefs, how many handles are among them, reads left)."""
    graph = writer.graph
    nodes: list[Any] = []
    told, waiting = 0, {}  # type: int, dict[str, list[Any]]
    arguments = list(getattr(graph, "argument_variables", ()))
    places = {id(t.op): place for place, t in enumerate(graph.inputs)} if arguments else {}
    for node in list(graph._operations)[from_version or 0 :]:
        while arguments and arguments[0].place <= places.get(id(node), len(places)):
            writer.given_variable(arguments.pop(0))
        if node.stands_for is not None:
            if node.kind in ("StopGradient", "Identity"):
                writer.place(node.outputs[0], writer.reference(node.stands_for))
            continue
        written = writer.messages(node)
        if not written:
            continue
        if graph.building_function:
            # As TensorFlow's functions have them: captured right before their first use, and read right before that.
            written = _with_handles(written, list(writer.variables(told)), writer.user_names)
            told = len(writer.handles)
            if node.kind in ("ReadVariableOp", "Const") and node.is_operand:
                waiting[node.name] = written
                continue
            written = with_operands(written, nodes, waiting)
        for message in written if add_shapes else ():
            tell_known_shapes(message, node)
        nodes.extend(written)
    return nodes, told, waiting


def _with_handles(written: Iterable[Any], handles: Sequence[Any], first: Container[str]) -> list[Any]:
    """What was written for a node, with each of the `handles` right before what takes it first, but for those that come `first`."""
    made = [message for message in handles if message.name in first]
    waiting = {message.name: message for message in handles if message.name not in first}
    for message in written:
        made += [waiting.pop(name) for name in message.input if name in waiting]
        made.append(message)
    return [*waiting.values(), *made]


def with_operands(written: Iterable[Any], before: list[Any], waiting: dict[str, list[Any]]) -> list[Any]:
    """What was written for a node, with those of the reads and constants `waiting` that it takes: as TensorFlow converts inputs in turn.

    `before`: what was written before it, of which constants that belong to it come after its reads.
    """
    made: list[Any] = []
    for message in written:
        for at, name in enumerate(message.input):
            read = waiting.pop(name, None)
            if read is None:
                continue
            later, nodes = set(message.input[at + 1 :]), made or before
            place = len(nodes)
            while place and nodes[place - 1].op == "Const" and nodes[place - 1].name in later:
                place -= 1
            nodes[place:place] = read
        made.append(message)
    return made


_MAY_READ = (*MAY_READ, "LookupTableFindV2", "TextWordIndices")


def end_node(writer: GraphWriter) -> Any:
    """The node that stands for the effects of a traced function, for which its results wait; None where it has none."""
    graph = writer.graph
    asked = _MAY_READ if writer.functions.shown else ()  # which TensorFlow waits for though they only read variables and tables
    effects = [n for n in graph._operations if n.rng is None and n.type != "Placeholder" and (n.has_effect or n.type in asked)]
    if writer.functions.derivatives:
        effects = [n for n in effects if n.kind not in OF_TAPES]
    if writer.functions.shown:
        effects = list(dict.fromkeys(n if n.shown_part is None else n.shown_part.stand_in for n in effects))
    controls = writer.controls(effects)
    return messages.node_def.NodeDef(name=writer.free_name("NoOp"), op="NoOp", input=controls) if controls else None


def _end(made: Any, writer: GraphWriter) -> None:
    """Let what a traced function gives wait for its effects, by a node that stands for them."""
    graph = writer.graph
    ends = {t.op.name for t in graph.outputs if t is not None and t.op.type == "Identity"}
    last = end_node(writer) if ends else None
    if ends and writer.functions.shown:  # as TensorFlow, which waits for what has effects and for reads
        kinds = {f"^{node.name}": node.op for node in made.node}
        # What is shown may check something where what runs knows it.
        parts = [n for n in graph._operations if n.shown_part is not None and n.shown_part.stand_in is n]
        checks = [name for name in writer.controls(parts) if kinds.get(name) in ("If", "Case", "Assert")]
        if last is None and checks:
            last = messages.node_def.NodeDef(name=writer.free_name("NoOp"), op="NoOp")
        if last is not None:
            last.input.extend(name for name in checks if name not in last.input)
    if last is not None and writer.functions.shown:
        waited = [name for name in last.input if (definition := find(kinds.get(name, ""))) is None or definition.stateful]
        del last.input[:]
        last.input.extend(waited)
    if last is None or not last.input:
        return
    made.node.append(last)
    for node in made.node:
        if node.name in ends:
            node.input.append(f"^{last.name}")


higher.install(node_def=node_def)
