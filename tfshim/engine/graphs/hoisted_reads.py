"""Reads of variables within branches and loops of a graph, hoisted out of them, so that gradients see one tensor.

What a branch or body reads by itself is no tensor of the graph, and nothing can be differentiated by it. Hoisting the read
changes nothing where the branch or body does not write the variable.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graphs.operation import READ
from tfshim.engine.ops import infer

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Graph: TypeAlias = Any  # of graphs.graph, above this module

# For each type of node: the position of its graphs, and the arguments that hold what these capture.
_LAYOUTS = {
    ("cond", "branches", "input", "counts"): "branches",
    ("cond", "body", "maximum_iterations", "input", "cond_captures", "body_captures"): "while",
    ("body", "input", "elements", "captures", "reverse", "likes"): "sequence",
}


def hoist(graph: Graph, variable: Any) -> None:
    """Let branches and loops of `graph` take the value of `variable` from outside, wherever they only read it."""
    for node in [n for n in graph._operations if getattr(n._op_def, "names", None) in _LAYOUTS]:
        kind = _LAYOUTS[node._op_def.names]
        inner = _graphs(node, kind)
        if not any(v is variable for g in inner for v in g.variables):
            continue
        hoisted = [_with_reads_outside(graph, node, g, variable) for g in inner]
        if any(a is not b for a, b in zip(inner, hoisted)):
            _replace(node, kind, hoisted)


def _graphs(node: Operation, kind: str) -> list[Graph]:
    if kind == "branches":
        return list(node.arguments[1])
    return list(node.arguments[:2] if kind == "while" else node.arguments[:1])


def _replace(node: Operation, kind: str, graphs: list[Graph]) -> None:
    arguments = list(node.arguments)
    if kind == "branches":
        arguments[1:] = [tuple(graphs), [c for g in graphs for c in g.external_captures], tuple(len(g.captures) for g in graphs)]
    elif kind == "while":
        arguments[:2] = graphs
        arguments[4:] = [g.external_captures for g in graphs]
    else:
        arguments[0], arguments[3] = graphs[0], graphs[0].external_captures
    node.arguments = arguments


def _with_reads_outside(graph: Graph, node: Operation, inner: Graph, variable: Any) -> Graph:
    """`inner`, a graph of `node` in `graph`, or one like it that captures what it read of `variable`."""
    inner.program()  # whoever runs it already goes on with what it is now
    hoist(inner, variable)
    reads = [n for n in inner._operations if n.type == "ReadVariableOp" and n.arguments[0] is variable]
    if not reads or _writes(inner, variable):
        return inner
    outside = _read_before(graph, node, variable)
    made = copy.copy(inner)
    made._operations = [n for n in inner._operations if n not in reads]
    made.captures, made._program = dict(inner.captures), None
    for n in reads:
        made.captures[id(n.outputs[0])] = outside, n.outputs[0]
    return made


def _writes(graph: Graph, variable: Any) -> bool:
    for n in graph._operations:
        for a in n.arguments:
            for x in a if type(a) in (list, tuple) else (a,):
                if (
                    x is variable
                    and n.stateful
                    and n.type != "ReadVariableOp"
                    or getattr(x, "building_function", False)
                    and any(v is variable for v in x.variables)
                    and _writes(x, variable)
                ):
                    return True
    return False


def _read_before(graph: Graph, node: Operation, variable: Any) -> Any:
    """The value of `variable` as a tensor of `graph` that is there before `node` runs."""
    at = graph._operations.index(node)
    made = graph.add(READ, [variable], infer.leaf(variable.dtype, variable.shape), "ReadVariableOp").outputs[0]
    graph._operations.insert(at, graph._operations.pop())
    if hasattr(graph, "note_variable"):
        graph.note_variable(variable)
    return made
