"""Functions recorded once more, in line: what gradients go through is not called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.functions.concrete_function import called_graph
from tfshim.engine.graph_export.naming import Renaming
from tfshim.engine.graphs.graph_writer import NotWritten
from tfshim.engine.graphs.node_form import graphs_in
from tfshim.engine.graphs.operation import everything
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.func_graph import FuncGraph
    from tfshim.engine.graphs.operation import Operation

DERIVATIVES = frozenset(("_Gradient", "_Gradients"))


def is_call(node: Operation) -> bool:
    """Whether `node` calls a function whose nodes can be recorded in its place."""
    return node.kind == "StatefulPartitionedCall" and called_graph(node) is not None


def is_in_line(node: Operation) -> bool:
    """Whether nodes of a function stand where `node` is."""
    return node.kind == "_InLine"


def differentiated_again(graph: Any) -> bool:
    """Whether there are gradients of gradients in `graph`."""
    known = graph.memory.get("differentiated again")
    if known is None or known[0] != len(graph._operations):
        needed: set[int] = set()
        found = False
        for node in reversed(graph._operations):
            derived = node.kind in DERIVATIVES
            wanted = any(id(t) in needed for t in node.outputs)
            found = found or derived and wanted
            if derived or wanted:
                needed.update(id(t) for t in node.written_inputs)
        known = graph.memory["differentiated again"] = len(graph._operations), found
    return bool(known[1])


def copied_as_shown(inner: FuncGraph, values: Sequence[Any], names: Any) -> list[Any]:
    """`copied`, with the names and the operations that TensorFlow has in the scope of the moment; `names`: all that are taken."""
    if not Renaming.serves(inner):
        return copied(inner, values)
    given = {id(t.op) for t in (*inner.inputs, *inner.inner_captures)}
    naming = Renaming(inner, given, "" if inner.scope else TS.name_scope or "", names)
    try:
        with one_by_one.asked_for():
            return copied(inner, values, lambda n: naming.advance(n, names), naming.of)
    finally:
        naming.end()


def copied(
    inner: FuncGraph, values: Sequence[Any], advance: Callable[[Operation], None] | None = None, named: Callable[[str], str] = str
) -> list[Any]:
    """The outputs of `inner` for its inputs and captures `values`, whose nodes are recorded in the graph under construction.

    `advance` is called with a node before it is recorded by its name; then parts are recorded as pages show them, in scopes that `named`
    gives.
    """
    graph = TS.graph
    places = [*inner.inputs, *inner.inner_captures]
    made = {id(p): v for p, v in zip(places, values, strict=True)}
    given = {id(p.op) for p in places}
    nodes: dict[int, Operation] = {}

    def mapped(x: Any) -> Any:
        if type(x) is list or type(x) is tuple:
            return type(x)(map(mapped, x))
        return made[id(x)] if isinstance(x, Tensor) and type(x) is not EagerTensor else x

    for n in inner._operations:
        if id(n) in given:
            continue
        if advance is not None:
            advance(n)
            part = n.shown_part
            if part is not None:
                if n is part.stand_in:
                    made.update(_recorded_part(n, part, named(part.scope) if part.scope else "", mapped))
                    nodes[id(n)] = graph._operations[-1]
                continue
        with graph.control_dependencies([nodes[id(c)] for c in n.control_inputs if id(c) in nodes]):
            new = graph._add(
                n._op_def, mapped(n.arguments), [abstract.leaf_like(t) for t in n.outputs], n.name if advance is None else f"{n.name}/"
            )
        nodes[id(n)] = new
        new.device, new.stateful, new.user_attributes = n.device, n.stateful, n.user_attributes
        if n.static_inputs:
            new.static_inputs = {key: mapped(x) for key, x in n.static_inputs.items()}
        if hasattr(n, "starts"):
            new.starts, new.watched = mapped(n.starts), [made[id(t)] for t in n.watched if id(t) in made]
        for t, copy in zip(n.outputs, new.outputs):
            copy._static, copy._handle = t._static, t._handle
            made[id(t)] = copy
    return [None if t is None else mapped(t) for t in inner.outputs]


def _recorded_part(n: Operation, part: Any, scope: str, mapped: Callable[[Any], Any]) -> dict[int, Any]:
    """What gives the results of `part`, which is recorded one by one: {id of a tensor: tensor}."""
    with name_scope(scope):
        result = part.function(*map(mapped, part.arguments))
    results = result if isinstance(result, (list, tuple)) else [result]
    return dict(zip(map(id, part.results if part.results is not None else n.outputs), results))


def check_repeatable(inner: FuncGraph, node: Operation) -> None:
    """Raise NotWritten where `inner`, a branch or a body, draws or changes something: going back runs it once more."""
    for n in inner._operations:
        graphs = [g for x in everything(n.arguments) for g in graphs_in(x)]
        for g in graphs:
            check_repeatable(getattr(g, "_graph", g), node)
        if graphs or n.kind in ("ReadVariableOp", *DERIVATIVES) or n.kind.startswith("_Tape"):
            continue
        if n.rng is not None or n.stateful:
            raise NotWritten(f"{node.kind} with {n.kind} in it", node.name)
