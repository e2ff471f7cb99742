"""Eager tensors that a function names and a tape of its caller's graph watches: for gradients to reach them they become inputs.

A function keeps such a tensor as a constant, as it is traced for all callers. A caller whose tape watches the tensor gets a copy of the
graph with an input in the constant's place, as TensorFlow's functions have for all that they capture.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tfshim.engine.functions.other_variables import with_inputs
from tfshim.engine.graphs.func_graph import FuncGraph, graphs_around, watched_node
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.node_form import graphs_in
from tfshim.engine.runtime.state import TS
from tfshim.refusals import refused


def with_watched(graph: FuncGraph, caller: Graph) -> tuple[FuncGraph, list[Any]]:
    """(the graph to call, the tensors of `caller` for its inputs besides arguments and captures)"""
    # Rarely is any watched: the graph is not gone through for each call.
    if not TS.tapes or not any(made._rec is not None for around in graphs_around(caller) for _, made in around._constants.values()):
        return graph, []
    if any(watched_node(caller, x) is not None for inner in _within(graph) for x, _ in inner._constants.values()):
        raise refused("tf.GradientTape", "watched outside", function=graph.name)
    watched = [(x, made) for x, made in graph._constants.values() if watched_node(caller, x) is not None]
    if not watched:
        return graph, []
    known = graph.memory.setdefault("copies with inputs", {})
    key = tuple(id(x) for x, _ in watched)
    if key not in known:
        copied = with_inputs(graph, [made for _, made in watched])
        if copied is None:
            raise refused("tf.GradientTape", "watched outside", function=graph.name)
        known[key] = copied
    return known[key], [caller.as_node(x) for x, _ in watched]


def _within(graph: FuncGraph) -> Iterator[FuncGraph]:
    """The graphs of branches, loops and calls of `graph`, and of those in turn."""
    waiting, seen = [graph], {id(graph)}
    while waiting:
        for node in waiting.pop()._operations:
            for inner in (getattr(g, "_graph", g) for argument in node.arguments for g in graphs_in(argument)):
                if id(inner) not in seen:
                    seen.add(id(inner))
                    waiting.append(inner)
                    yield inner
