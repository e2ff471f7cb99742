"""Reads of variables within branches, loops and called functions of a graph, hoisted out of them, so that gradients see one tensor.

What a branch or body reads by itself is no tensor of the graph, and nothing can be differentiated by it. Hoisting the read
changes nothing where the branch or body does not write the variable. Where it does, zeros come in from outside and are added to
each read: what flows back to them is what flows back to the reads.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, TypeAlias

import torch

from tfshim.engine.graphs.operation import READ, InnerOp
from tfshim.engine.ops.static_shapes import abstract

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Graph: TypeAlias = Any  # of graphs.graph, above this module

# For each type of node: the position of its graphs, and the arguments that hold what these capture.
_LAYOUTS = {
    ("cond", "branches", "input", "counts"): "branches",
    ("cond", "body", "maximum_iterations", "input", "cond_captures", "body_captures"): "while",
    ("body", "input", "elements", "captures", "reverse", "likes"): "sequence",
    ("graph", "inputs", "captures", "name"): "call",
}
_ZEROS = InnerOp("ZerosLike", torch.zeros_like, names=("x",), grad=None)
_SUM = InnerOp("AddV2", torch.add, names=("x", "y"))


def hoist(graph: Graph, variable: Any) -> None:
    """Let branches, loops and functions of `graph` take the value of `variable` from outside, or zeros beside it where they write it."""
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
    if kind == "call":
        return [node.arguments[0]._graph] if hasattr(node.arguments[0], "_graph") else []
    return list(node.arguments[:2] if kind == "while" else node.arguments[:1])


def _replace(node: Operation, kind: str, graphs: list[Graph]) -> None:
    arguments = list(node.arguments)
    if kind == "branches":
        arguments[1:] = [tuple(graphs), [c for g in graphs for c in g.outer_captures], tuple(len(g.captured) for g in graphs)]
    elif kind == "while":
        arguments[:2] = graphs
        arguments[4:] = [g.outer_captures for g in graphs]
    elif kind == "call":
        called = object.__new__(type(arguments[0]))
        vars(called).update(vars(arguments[0]), _graph=graphs[0])
        arguments[0], arguments[2] = called, graphs[0].outer_captures
    else:
        arguments[0], arguments[3] = graphs[0], graphs[0].outer_captures
    node.arguments = arguments


def _with_reads_outside(graph: Graph, node: Operation, inner: Graph, variable: Any) -> Graph:
    """`inner`, a graph of `node` in `graph`, or one like it that captures what it read of `variable`."""
    made = _copied(inner)
    hoist(made, variable)
    reads = [
        n for n in made._operations if n.kind == "ReadVariableOp" and n.arguments[0] is variable and not n.has_zeros and not n.shown_only
    ]
    beside = [n for n in made._operations if n.zeros_beside is variable]
    if not reads and not beside:
        return inner
    operations, made._operations = made._operations, []
    if not beside and not _writes(inner, variable):
        outside = _read_before(graph, node, variable)
        made._operations = [n for n in operations if n not in reads]
        for n in reads:
            made.captured[id(n.outputs[0])] = outside, n.outputs[0]
        return made
    zeros = _zeros_before(graph, node, variable)
    for n in operations:
        if n in beside:
            made.captured[id(n.outputs[0])] = zeros, n.outputs[0]
        elif n in reads:
            _sum_with_zeros(made, n, zeros)
        else:
            made._operations.append(n)
    return made


def _copied(graph: Graph) -> Graph:
    """A graph like `graph`, which others run and whose nodes stay as they are; nodes with graphs of their own may be changed in it."""
    made = copy.copy(graph)
    made._operations = [copy.copy(n) if getattr(n._op_def, "names", None) in _LAYOUTS else n for n in graph._operations]
    return made


def _sum_with_zeros(graph: Graph, read: Operation, zeros: Any) -> None:
    """Add to `graph` nodes that give, in place of the output of `read`, its sum with `zeros`, which come in from outside."""
    (given,) = read.outputs
    again = graph.add(READ, read.arguments, abstract.leaf_like(given), "ReadVariableOp")
    again.has_zeros = True
    own = again.outputs[0]
    added = graph.placeholder(zeros.dtype, zeros.shape, "zeros")
    graph.captured[id(added)] = zeros, added
    total = graph.add(_SUM, [own, added], abstract.leaf_like(given))
    total.outputs, total.result = [given], given


def _writes(graph: Graph, variable: Any) -> bool:
    for n in graph._operations:
        for a in n.arguments:
            for x in a if type(a) in (list, tuple) else (a,):
                if (
                    x is variable
                    and n.stateful
                    and n.kind != "ReadVariableOp"
                    or getattr(x, "building_function", False)
                    and any(v is variable for v in x.variables)
                    and _writes(x, variable)
                ):
                    return True
    return False


def _read_before(graph: Graph, node: Operation, variable: Any) -> Any:
    """The value of `variable` as a tensor of `graph` that is there before `node` runs."""
    at = graph._operations.index(node)
    made = graph.add(READ, [variable], abstract.leaf(variable.dtype, variable.shape), "ReadVariableOp").outputs[0]
    graph._operations.insert(at, graph._operations.pop())
    if hasattr(graph, "note_variable"):
        graph.note_variable(variable)
    return made


def _zeros_before(graph: Graph, node: Operation, variable: Any) -> Any:
    """Zeros like `variable` that are there before `node` runs: a gradient by them is one by the reads that they are added to."""
    read = _read_before(graph, node, variable)
    at = graph._operations.index(node)
    made = graph.add(_ZEROS, [read], abstract.leaf(variable.dtype, variable.shape), "zeros_like")
    graph._operations.insert(at, graph._operations.pop())
    made.zeros_beside = variable
    return made.outputs[0]
