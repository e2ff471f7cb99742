"""What nodes have to do with by the graphs that they run: the inputs that gradients go back to, and the variables they use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    FuncGraph: TypeAlias = Any  # of graphs.func_graph, above this module

CALL = ("graph", "inputs", "captures", "name")
CUSTOM = ("graph", "results", "inputs", "captures")
BRANCHES = ("cond", "branches", "input", "counts")


def passes_gradients(node: Operation) -> bool:
    """Whether gradients go through `node` at all."""
    return node._op_def.grad is not None and node.kind not in ("_Detach", "Const", "ReadVariableOp", "Placeholder")


def given(node: Operation) -> Iterator[tuple[int, Any]]:
    """(position, tensor) for the tensors among the arguments of `node` that gradients go back to."""
    if _layout(node) is not None:
        at = 1 if node._op_def.names == CALL else 2
        found: dict[int, Any] = {}
        for graph, inputs in graphs_with_inputs(node):
            connected = links(graph)[0]
            found.update((id(x), x) for i, x in enumerate(inputs) if i in connected and isinstance(x, Tensor))
        yield from ((at, x) for x in found.values())
        return
    non_differentiable = getattr(node._op_def, "non_differentiable", ())
    for at, a in enumerate(node.arguments):
        if at in non_differentiable:
            continue
        for x in a if type(a) is list else (a,):
            if isinstance(x, Tensor):
                yield at, x


def only_backward(node: Operation, at: int) -> bool:
    """Whether the argument of `node` at `at` is what a gradient function uses: only the derivative of the derivative goes back to it."""
    return at == 3 and getattr(node._op_def, "names", None) == CUSTOM


def variables_within(node: Operation) -> Iterator[Any]:
    """The variables that graphs of `node` read and gradients go back to."""
    if _layout(node) is not None:
        for graph, _ in graphs_with_inputs(node):
            yield from links(graph)[1].values()
        return
    for a in node.arguments:
        for x in a if type(a) in (list, tuple) else (a,):
            if hasattr(x, "building_function"):
                yield from x.variables


def _layout(node: Operation) -> Any:
    names = getattr(node._op_def, "names", None)
    if names == BRANCHES:
        return names
    return names if node.kind == "StatefulPartitionedCall" and names == CALL and hasattr(node.arguments[0], "_graph") else None


def graphs_with_inputs(node: Operation) -> list[tuple[FuncGraph, list[Any]]]:
    """(graph, what its inputs get) for each graph that a call or a conditional may run."""
    if node._op_def.names == CALL:
        callee, inputs, captures = node.arguments
        return [(callee._graph, [*inputs, *captures])]
    _, graphs, captures, counts = node.arguments
    made, start = [], 0
    for graph, count in zip(graphs, counts):
        made.append((graph, captures[start : start + count]))
        start += count
    return made


def links(graph: FuncGraph) -> tuple[set[int], dict[int, Any], dict[int, Any]]:
    """(places of the inputs, variables, eager tensors, both by id) that some result of `graph` depends on by differentiable operations.

    A gradient of any of the results goes back to all of them, as TensorFlow's gradient of a call has all results at once.
    """
    known = graph.memory.get("links")
    if known is not None and known[0] == len(graph._operations):
        return known[1]
    places = {id(t): i for i, t in enumerate([*graph.inputs, *graph.inner_captures])}
    needed = {id(t) for t in graph.outputs if t is not None and t._dt._kind in "fco"}
    variables: dict[int, Any] = {}
    constants: dict[int, Any] = {}
    for node in reversed(graph._operations):
        if not any(id(t) in needed for t in node.outputs):
            continue
        if node.kind == "Const":
            constants[id(node.arguments[0])] = node.arguments[0]
        elif node.kind == "ReadVariableOp":
            if is_variable(node.arguments[0]):
                variables[id(node.arguments[0])] = node.arguments[0]
        elif passes_gradients(node):
            needed.update(id(t) for _, t in given(node) if t._dt._kind in "fco")
            variables.update((id(v), v) for v in variables_within(node))
            if _layout(node) is not None:
                for inner, _ in graphs_with_inputs(node):
                    constants.update(links(inner)[2])
            if node.kind in ("_Gradient", "_Jacobian"):  # what the derivatives are taken by leads to them through what is between
                needed.update(id(t) for t in getattr(node, "starts", ()))
    found = {places[i] for i in needed if i in places}, variables, constants
    graph.memory["links"] = len(graph._operations), found
    return found


def used_variables(nodes: Iterable[Operation]) -> dict[int, Any]:
    """{id: variable} of all that `nodes` read or change.

    A graph lists those that it reads; what it only assigns to is an argument of its nodes alone.
    """
    found: dict[int, Any] = {}
    seen: set[int] = set()
    waiting = [nodes]
    while waiting:
        for node in waiting.pop():
            for a in node.arguments:
                for x in a if type(a) in (list, tuple) else (a,):
                    if is_variable(x):
                        found[id(x)] = x
                    elif hasattr(x, "trainable_variables") and not isinstance(x, type):
                        found.update((id(v), v) for v in x.variables)
                        inner = getattr(x, "_operations", None)
                        if inner is not None and id(inner) not in seen:
                            seen.add(id(inner))
                            waiting.append(inner)
    return found
