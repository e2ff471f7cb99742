"""Eager tensors that branches, loops and functions of a graph name, taken from outside of them, so that gradients see one tensor.

Each graph keeps such a tensor as a constant of its own, as nothing flows back to most of them. Where a gradient by the tensor is asked for,
or a tape watches it, the constants become what the graph captures.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graph_gradients.inner_graphs import copied, graphs_of, insert_before, nodes_with_graphs, replace_graphs, within
from tfshim.engine.graphs.func_graph import graphs_around, watched_node
from tfshim.engine.graphs.operation import CONST
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.tensor import EagerTensor

    Graph: TypeAlias = Any  # of graphs.graph, above this module

_numbers = itertools.count(1)


def constants_of(graph: Graph, x: EagerTensor) -> list[Operation]:
    """The nodes of `graph` that are `x`: of a number there may be several."""
    return [n for n in graph._operations if n.kind == "Const" and n.arguments[0] is x]


def names(graph: Graph, x: EagerTensor) -> bool:
    """Whether `graph`, or a graph that it runs, has `x` as a constant."""
    return any(_has(g, x) for g in (graph, *within(graph)))


def _has(graph: Graph, x: EagerTensor) -> bool:
    known = graph._constants.get(id(x))
    return known is not None and known[0] is x


def hoist(graph: Graph, x: EagerTensor) -> None:
    """Let branches, loops and functions of `graph` take `x` from there."""
    for node in nodes_with_graphs(graph):
        inner = graphs_of(node)
        if not any(names(g, x) for g in inner):
            continue
        outside = _before(graph, node, x)
        hoisted = []
        for g in inner:
            made = copied(g)
            hoist(made, x)
            for t in take_out(made, x):
                made.captured[id(t)] = outside, t
            hoisted.append(made)
        replace_graphs(node, hoisted)


def take_out(graph: Graph, x: EagerTensor) -> list[Any]:
    """Take the constants out of `graph` that are `x`; the tensors that stood for it."""
    found = constants_of(graph, x)
    graph._operations = [n for n in graph._operations if n not in found]
    graph._constants.pop(id(x), None)
    return [n.outputs[0] for n in found]


def with_inputs(graph: Graph, wanted: Sequence[EagerTensor]) -> tuple[Graph, list[EagerTensor]]:
    """(a graph like `graph` that captures the tensors `wanted`, what each of the captures is that come after those of `graph`)"""
    made, given = copied(graph), []
    made.name = f"{graph.name}_with_inputs_{next(_numbers)}"
    for x in wanted:
        hoist(made, x)
        for t in take_out(made, x):
            made.captured[id(t)] = (t, t)
            given.append(x)
    return made, given


def with_watched(graph: Graph, caller: Graph) -> tuple[Graph, list[Any]]:
    """(the graph to run within `caller`, the tensors of `caller` for its inputs besides arguments and captures)

    A function keeps a tensor that it names as a constant, as it is traced for all callers. A caller whose tape watches the tensor gets a
    copy with an input in the constant's place, in loops, branches and calls within it too.
    """
    for tape in TS.tapes:
        if tape.before is not None:
            for inner in (graph, *within(graph)):
                for x, _ in [*inner._constants.values()]:
                    higher.tapes_see(x)
    # Rarely is any watched: the graph is not gone through for each call.
    if not TS.tapes or not any(made._rec is not None for around in graphs_around(caller) for _, made in around._constants.values()):
        return graph, []
    found = {id(x): x for inner in (graph, *within(graph)) for x, _ in inner._constants.values() if watched_node(caller, x) is not None}
    if not found:
        return graph, []
    known = graph.memory.setdefault("copies with inputs", {})
    key = tuple(found)
    if key not in known:
        known[key] = with_inputs(graph, list(found.values()))
    copied_graph, given = known[key]
    return copied_graph, [caller._as_node(x) for x in given]


def _before(graph: Graph, node: Operation, x: EagerTensor) -> Any:
    """`x` as a tensor of `graph` that is there before `node` runs."""
    at = graph._operations.index(node)
    known = graph._constants.get(id(x))
    if known is not None and known[0] is x:
        made = known[1]
        if made._op not in graph._operations or graph._operations.index(made._op) < at:
            return made
    made = graph._add(CONST, [x], abstract.leaf_of(x), None).outputs[0]
    made._static = x
    graph._constants.setdefault(id(x), (x, made))
    insert_before(graph, node)
    return made
