"""Loops over rows as TensorFlow 1 has them on pages of graphs: with arrays that are read and written in turns.

What runs is one operation for all rows, with the graph of a turn, which stands in the loop here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tfshim.array_ops.creation import constant
from tfshim.array_ops.shapes import shape
from tfshim.control_flow import while_loop
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.graphs import control_flow
from tfshim.engine.graphs.func_graph import as_graph_tensor, has_switches, orders_effects
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import EagerTensor
from tfshim.tensor_array import TensorArray


def recorded(
    compute: Callable[..., list[Any]], shown: Callable[..., list[Any]], elements: Sequence[Any], states: Sequence[Any] | None, name: str
) -> list[Any]:
    """`compute(elements, states)`, which pages show as `shown(turn, elements, states)` in the scope `name`.

    `compute` records one loop of `control_flow.sequence`; `turn(states, items)` is what a turn of that gives.
    """
    if one_by_one.wanted() or not (has_switches(TS.graph) or orders_effects(TS.graph)):
        return compute(elements, states)
    bodies: list[Any] = []
    apart: list[Any] = []

    def both(given: list[Any], given_states: list[Any], captured: list[Any]) -> list[Any]:
        if bodies:
            with name_scope(name):
                rows = [as_graph_tensor(TS.graph, x if g is None else g, name="elem") for g, x in zip(given, elements)]
                first = None if states is None else [x if g is None else g for g, x in zip(given_states, states)]
                return shown(lambda states, items: in_line(bodies[0], [*states, *items], captured), rows, first)
        start = len(TS.graph._operations)
        made = compute(elements, states)
        node = next(n for n in TS.graph._operations[start:] if "likes" in n._op_def.names)
        bodies.append(node.arguments[0])
        apart.extend(node.made_beside)
        captured.extend(node.arguments[0].outer_captures)
        return made

    # Constants have no node outside of what is not shown.
    symbolic = [[None if type(x) is EagerTensor else x for x in xs] for xs in (elements, states or ())]
    if not has_switches(TS.graph):
        symbolic = [[x if x is None else as_graph_tensor(TS.graph, x) for x in xs] for xs in symbolic]
    made = shown_parts.recorded(both, *symbolic, [], several=True)
    for node in apart:  # variables, which are shown as they are
        node.shown_part = None
    return made


def in_line(body: Any, inputs: Sequence[Any], captures: Sequence[Any]) -> list[Any]:
    """What the graph `body` gives, whose nodes stand where this is recorded."""
    leaves = [abstract.leaf_like(t) for t in body.outputs]
    arguments = [body, list(inputs), list(captures)]
    kernel: Any = None  # it is written only
    return control_flow.add_node("_InLine", kernel, ("graph", "inputs", "captures"), arguments, leaves, graphs=[body])


def _count(x: Any) -> Any:
    """How many rows `x` has, a number where that is known."""
    known = x.shape[0]
    return shape(x)[0] if known is None else known


def _arrays(elements: Sequence[Any], count: Any, told: bool = False) -> list[Any]:
    """Arrays of the rows of `elements`. `told`: their shape is said where they are made, as only `tf.scan` does."""
    made = [TensorArray(x.dtype, size=count, element_shape=x.shape[1:] if told else None) for x in elements]
    return [array.unstack(x) for array, x in zip(made, elements)]


def mapped(turn: Any, elements: Sequence[Any], kinds: Sequence[tuple[Any, Any]], parallel: int) -> list[Any]:
    """As `tf.map_fn` has it. `kinds`: dtype and shape of each result, None where the program does not say its shape."""
    count = _count(elements[0])
    arrays = _arrays(elements, count)
    first = constant(0)
    results = tuple(TensorArray(dtype, size=count, element_shape=told) for dtype, told in kinds)

    def step(i: Any, results: Any) -> Any:
        values = turn([], [i, *[a.read(i) for a in arrays]])
        return i + 1, tuple(r.write(i, v) for r, v in zip(results, values))

    _, results = while_loop(lambda i, _: i < count, step, (first, results), maximum_iterations=count, parallel_iterations=parallel)
    return [r.stack() for r in results]


def scanned(turn: Any, elements: Sequence[Any], states: Sequence[Any] | None, reverse: bool, parallel: int) -> list[Any]:
    """As `tf.scan` has it."""
    count = _count(elements[0])
    arrays = _arrays(elements, count, told=True)

    def start() -> Any:
        return count - 1 if reverse else 0

    given = None if states is None else [as_graph_tensor(TS.graph, s, name="Const") for s in states]
    values = tuple(a.read(start()) for a in arrays) if given is None else tuple(given)
    results = tuple(TensorArray(v.dtype, size=count, element_shape=v.shape) for v in values)
    if states is None:
        results = tuple(r.write(start(), v) for r, v in zip(results, values))
    done = 1 if states is None else 0

    def step(i: Any, values: Any, results: Any) -> Any:
        new = tuple(turn(list(values), [a.read(i) for a in arrays])[: len(values)])
        results = tuple(r.write(i, v) for r, v in zip(results, new))
        return i - 1 if reverse else i + 1, new, results

    goes_on = (lambda i, *_: i >= 0) if reverse else (lambda i, *_: i < count)
    begin = count - 1 - done if reverse else done
    *_, results = while_loop(goes_on, step, (begin, values, results), maximum_iterations=count, parallel_iterations=parallel)
    return [r.stack() for r in results]


def folded(turn: Any, elements: Sequence[Any], states: Sequence[Any] | None, reverse: bool, parallel: int) -> list[Any]:
    """As `tf.foldl` has it, and with `reverse` as `tf.foldr`."""
    count = _count(elements[0])
    arrays = _arrays(elements, count)
    if reverse:
        first = count if states is not None else count - 1
        values = [a.read(first) for a in arrays] if states is None else list(states)
    else:
        values = [a.read(0) for a in arrays] if states is None else list(states)
        first = constant(1 if states is None else 0)

    def step(i: Any, *values: Any) -> Any:
        i = i - 1 if reverse else i
        new = turn(list(values), [a.read(i) for a in arrays])
        return (i if reverse else i + 1), *new

    goes_on = (lambda i, *_: i > 0) if reverse else (lambda i, *_: i < count)
    return list(while_loop(goes_on, step, (first, *values), maximum_iterations=count, parallel_iterations=parallel)[1:])
