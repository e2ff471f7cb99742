"""Reads of variables within branches, loops and called functions of a graph, hoisted out of them, so that gradients see one tensor.

What a branch or body reads by itself is no tensor of the graph, and nothing can be differentiated by it. Hoisting the read
changes nothing where the branch or body does not write the variable. Where it does, zeros come in from outside and are added to
each read: what flows back to them is what flows back to the reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import torch

from tfshim.engine.graph_gradients.inner_graphs import copied, graphs_of, insert_before, nodes_with_graphs, replace_graphs
from tfshim.engine.graphs.operation import READ, InnerOp
from tfshim.engine.ops.static_shapes import abstract

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Graph: TypeAlias = Any  # of graphs.graph, above this module

_ZEROS = InnerOp("ZerosLike", torch.zeros_like, names=("x",), grad=None)
_SUM = InnerOp("AddV2", torch.add, names=("x", "y"))


def hoist(graph: Graph, variable: Any) -> None:
    """Let branches, loops and functions of `graph` take the value of `variable` from outside, or zeros beside it where they write it."""
    controllers, graph._controllers = graph._controllers, []  # what is hoisted waits for nothing that gradients are told to wait for
    try:
        _hoist(graph, variable)
    finally:
        graph._controllers = controllers


def _hoist(graph: Graph, variable: Any) -> None:
    for node in nodes_with_graphs(graph):
        inner = graphs_of(node)
        if not any(v is variable for g in inner for v in g.variables):
            continue
        hoisted = [_with_reads_outside(graph, node, g, variable) for g in inner]
        if any(a is not b for a, b in zip(inner, hoisted)):
            replace_graphs(node, hoisted)


def _with_reads_outside(graph: Graph, node: Operation, inner: Graph, variable: Any) -> Graph:
    """`inner`, a graph of `node` in `graph`, or one like it that captures what it read of `variable`."""
    made = copied(inner)
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


def _sum_with_zeros(graph: Graph, read: Operation, zeros: Any) -> None:
    """Add to `graph` nodes that give, in place of the output of `read`, its sum with `zeros`, which come in from outside."""
    (given,) = read.outputs
    again = graph._add(READ, read.arguments, abstract.leaf_like(given), "ReadVariableOp")
    again.has_zeros = True
    own = again.outputs[0]
    added = graph.placeholder(zeros.dtype, zeros.shape, "zeros")
    graph.captured[id(added)] = zeros, added
    total = graph._add(_SUM, [own, added], abstract.leaf_like(given))
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
    made = graph._add(READ, [variable], abstract.leaf(variable.dtype, variable.shape), "ReadVariableOp").outputs[0]
    insert_before(graph, node)
    made._op.hoisted_for = node
    made._rec = next((t._rec for t in node.outputs if t._rec is not None), None)
    tape = made._rec
    while tape is not None:  # the tapes that have seen the node see the read
        if tape.handle is not None and tape.watches(variable):
            tape.variables.setdefault(id(variable), (variable, []))[1].append((None, made))
        tape = tape.parent
    if hasattr(graph, "note_variable"):
        graph.note_variable(variable)
    return made


def _zeros_before(graph: Graph, node: Operation, variable: Any) -> Any:
    """Zeros like `variable` that are there before `node` runs: a gradient by them is one by the reads that they are added to."""
    read = _read_before(graph, node, variable)
    made = graph._add(_ZEROS, [read], abstract.leaf(variable.dtype, variable.shape), "zeros_like")
    insert_before(graph, node)
    made.zeros_beside = variable
    return made.outputs[0]
