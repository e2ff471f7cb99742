"""Nodes that run graphs (branches, loops, calls, rows at once, gradient functions), and how other graphs take the places of these."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graphs.inner_links import BRANCHES, CALL, CUSTOM, graphs_with_inputs

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Graph: TypeAlias = Any  # of graphs.graph, above this module

# For each type of node, by the names of its arguments, where its graphs are, and what they capture.
_LAYOUTS = {
    BRANCHES: "branches",
    ("cond", "body", "maximum_iterations", "input", "cond_captures", "body_captures"): "while",
    ("body", "input", "elements", "captures", "reverse", "likes"): "sequence",
    ("body", "elements", "captures", "likes", "fall_back"): "rows",
    CALL: "call",
    CUSTOM: "custom",
}
# Of those with one graph: the places of the graph and of what it captures among the arguments.
_PLACES = {"sequence": (0, 3), "rows": (0, 2), "call": (0, 2), "custom": (0, 3)}


def _layout(node: Operation) -> str | None:
    return _LAYOUTS.get(getattr(node._op_def, "names", None))  # type: ignore[arg-type]


def nodes_with_graphs(graph: Graph) -> list[Operation]:
    """The nodes of `graph` that run graphs which captures may be added to."""
    return [n for n in graph._operations if _layout(n) is not None]


def graphs_of(node: Operation) -> list[Graph]:
    """The graphs that such a node runs."""
    kind = _layout(node)
    if kind == "branches":
        return list(node.arguments[1])
    if kind == "while":
        return list(node.arguments[:2])
    if kind in ("call", "custom"):
        return [node.arguments[0]._graph] if hasattr(node.arguments[0], "_graph") else []
    return list(node.arguments[:1])


def replace_graphs(node: Operation, graphs: list[Graph]) -> None:
    """Let the node run `graphs` in the places of its own, which they are like, with what they capture besides."""
    kind, arguments = _layout(node), list(node.arguments)
    if kind == "branches":
        given = [x for graph, (_, inputs) in zip(graphs, graphs_with_inputs(node)) for x in _captures(inputs, graph)]
        arguments[1:] = [tuple(graphs), given, tuple(len(g.captured) for g in graphs)]
    elif kind == "while":
        arguments[:2] = graphs
        arguments[4:] = [_captures(given, g) for given, g in zip(arguments[4:], graphs)]
    else:
        at, captures = _PLACES[kind]  # type: ignore[index]
        arguments[captures] = _captures(arguments[captures], graphs[0])
        if kind in ("call", "custom"):
            holder = object.__new__(type(arguments[at]))
            vars(holder).update(vars(arguments[at]), _graph=graphs[0])
            arguments[at] = holder
        else:
            arguments[at] = graphs[0]
    node.arguments = arguments


def _captures(given: Sequence[Any], graph: Graph) -> list[Any]:
    """What a node gives for what `graph` captures: as before, and what came behind that."""
    return [*given, *graph.outer_captures[len(given) :]]


def copied(graph: Graph) -> Graph:
    """A graph like `graph`, which others run and whose nodes stay as they are; nodes with graphs of their own may be changed in it."""
    made = copy.copy(graph)
    made._operations = [copy.copy(n) if _layout(n) is not None else n for n in graph._operations]
    return made


def insert_before(graph: Graph, node: Operation) -> None:
    """Move the last node of `graph` to before `node`."""
    graph._operations.insert(graph._operations.index(node), graph._operations.pop())


def within(graph: Graph) -> Sequence[Graph]:
    """The graphs that nodes of `graph` run, and those in turn."""
    found: dict[int, Graph] = {}
    waiting = [graph]
    while waiting:
        for node in nodes_with_graphs(waiting.pop()):
            for inner in graphs_of(node):
                if id(inner) not in found:
                    found[id(inner)] = inner
                    waiting.append(inner)
    return list(found.values())
