"""What `tf.gradients` finds by way of the graphs around a branch, the body of a loop or a function.

What such a graph captures, and the rows that it is called with, may depend on the sources outside. The graph around holds how, and the
gradients that arrive at the captures go on from there. As in TensorFlow, variables and eager tensors are sources only where the graph names
them itself; what is computed for all rows at once counts as part of the graph around.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from tfshim.engine.graph_gradients import gradient_nodes
from tfshim.engine.graph_gradients.hoisted_constants import names
from tfshim.engine.graphs.func_graph import FuncGraph, graphs_around
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.recording import uncut
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import EagerTensor
from tfshim.refusals import refused


def _hold(*part: Any) -> Any:
    return part


def _of_held(part: Any, weights: Any) -> list[Any]:
    ys, xs, stops = part
    return gradient_nodes.of_values(ys, weights, xs, stops)


def _among_rows(like: torch.Tensor, index: torch.Tensor, row: torch.Tensor) -> torch.Tensor:
    """`row` at its place `index` among zeros, in the shape of `like`."""
    places = torch.arange(len(like), device=row.device) == index
    return torch.where(places.reshape(-1, *[1] * row.ndim), row, row.new_zeros(()))


HOLD = InnerOp("_GradientsHold", _hold, names=("ys", "xs", "stops"))
_OF_HELD = InnerOp("_GradientsOfHeld", _of_held, names=("part", "weights"))
_AMONG_ROWS = InnerOp("_AmongRows", _among_rows, names=("like", "index", "row"))


class Way:
    """One of the ways into `graph`: `inner`, its tensor for `outer`, or for the row of `outer` that it is called with."""

    def __init__(self, graph: FuncGraph, outer: Any, inner: Any, is_row: bool) -> None:
        self.graph, self.outer, self.inner, self.is_row = graph, outer, inner, is_row

    def back(self, graph: Any, gradient: Any) -> Any:
        """The gradient by `outer` for that by `inner`; both are tensors of `graph`, which is that of the way or within it."""
        if not self.is_row:
            return gradient
        like = graph._as_node(self.outer) if type(self.outer) is EagerTensor else graph._local(self.outer)
        index = graph._local(self.graph.row_index())
        return graph._add(_AMONG_ROWS, [like, index, gradient], abstract.leaf_like(like)).outputs[0]


def given_in_rows(graph: Any) -> list[EagerTensor]:
    """The tensors from outside of all graphs by whose rows `graph`, or one around it, is called."""
    around = [g for g in graphs_around(graph) if isinstance(g, FuncGraph)]
    return [outer for g in around for outer, _ in g.rows if type(outer) is EagerTensor]


def _ways(graph: Any) -> Iterator[Way]:
    for outer, inner in graph.captured.values() if isinstance(graph, FuncGraph) else ():
        if inner._dt._kind in "fc" or outer._op.kind == HOLD.type:
            yield Way(graph, uncut(outer), inner, False)
    for outer, inner in graph.rows if isinstance(graph, FuncGraph) else ():
        if inner._dt._kind in "fc":
            yield Way(graph, outer, inner, True)


def _seen_from_around(graph: Any, xs: Sequence[Any]) -> list[Any]:
    """`xs` as they are sources in the graph around `graph`; None for those that are none there."""
    *_, outermost = graphs_around(graph)
    kept = graph.rows_at_once or not outermost.building_function  # in graphs of TensorFlow 1 variables are tensors of them
    return [x if kept or isinstance(x, SymbolicTensor) else None for x in xs]


def _points(graph: Any, xs: Sequence[Any], starts: Any) -> list[tuple[int, Any]]:
    """(place in `xs`, tensor) for the tensors of `graph` through which `xs` enter it, but for those that it captures."""
    found = []
    for i, x in enumerate(xs):
        if x is None or type(x) is EagerTensor and not names(graph, x):
            continue
        if not isinstance(x, SymbolicTensor) or x._op.graph is graph:
            found += [(i, t) for t in starts(graph, x)]
    return found


def ways_to(graph: Any, ys: Sequence[Any], xs: Sequence[Any], stops: Any, starts: Any) -> list[Way]:
    """The ways into `graph` by which one of `xs`, outside, leads to `ys`, tensors of it, other than by being captured itself.

    `starts`: gives the tensors of a graph through which a source enters it.
    """
    ways = list(_ways(graph))
    reached = gradient_nodes.reach(graph, [[way.inner] for way in ways], stops) if ways else {}
    leading = 0
    for y in ys:
        leading |= reached.get(id(y), 0)
    ways = [way for i, way in enumerate(ways) if leading >> i & 1]
    if not ways:
        return []
    xs = _seen_from_around(graph, xs)
    behind = _behind(graph.outer_graph, xs, starts)
    found = [way for way in ways if _bits(way.outer, xs, behind)]
    if any(way.outer._op.kind == HOLD.type for way in found if isinstance(way.outer, SymbolicTensor)):
        raise refused("tf.gradients", "around")
    apart = any(way.is_row or _bits(way.outer, xs, behind) & ~_itself(way.outer, xs) for way in found)
    return found if apart else []


def _itself(x: Any, xs: Sequence[Any]) -> int:
    return sum(1 << i for i, source in enumerate(xs) if source is x)


def _bits(x: Any, xs: Sequence[Any], behind: dict[int, int]) -> int:
    return behind.get(id(x), 0) | _itself(x, xs)


def _behind(graph: Any, xs: Sequence[Any], starts: Any) -> dict[int, int]:
    """Which of `xs`, one bit each, the tensors of `graph` depend on, also by way of the graphs around it."""
    if graph is None:
        return {}
    groups: list[list[Any]] = [[] for _ in xs]
    for i, point in _points(graph, xs, starts):
        groups[i].append(point)
    if isinstance(graph, FuncGraph):
        xs = _seen_from_around(graph, xs)
        outside = _behind(graph.outer_graph, xs, starts)
        for way in _ways(graph):
            bits = _bits(way.outer, xs, outside)
            for i, group in enumerate(groups):
                if bits >> i & 1:
                    group.append(way.inner)
    return gradient_nodes.reach(graph, groups, ())


def along(graph: Any, ways: Sequence[Way], arrived: Sequence[Any], xs: Sequence[Any], stops: Any, starts: Any) -> list[Any]:
    """The gradients by `xs` of what arrives, tensors of `graph`, at the inner ends of `ways`, which lead into one graph."""
    given = [way.back(graph, g) for way, g in zip(ways, arrived)]
    inner = ways[0].graph
    return _gradients(graph, inner.outer_graph, [way.outer for way in ways], given, _seen_from_around(inner, xs), stops, starts)


def _gradients(graph: Any, around: Any, ys: Sequence[Any], weights: Sequence[Any], xs: Sequence[Any], stops: Any, starts: Any) -> list[Any]:
    """The gradients, in `graph`, of `ys`, tensors of the graph `around` it (None: eager ones), for each of `xs`; None where there is none.

    `weights` are tensors of `graph`.
    """
    results: list[Any] = [None] * len(xs)

    def add(i: int, g: Any) -> None:
        results[i] = g if results[i] is None else results[i] + g

    if around is None:
        for y, w in zip(ys, weights):
            for i, x in enumerate(xs):
                if x is y:
                    add(i, w)
        return results
    stopped = [x for x in stops if isinstance(x, SymbolicTensor) and x._op.graph is around]
    points, ways = _points(around, xs, starts), list(_ways(around))
    places = [t for _, t in points] + [way.inner for way in ways]
    reached = gradient_nodes.reach(around, [[t] for t in places], stopped)
    leading = 0
    for y in ys:
        leading |= reached.get(id(y), 0)
    wanted = [at for at in range(len(places)) if leading >> at & 1]
    if not wanted:
        return results
    sources = [places[at] for at in wanted]
    around._sources.update((id(t), t) for t in sources)
    around._program = None
    held = around._add(HOLD, [list(ys), sources, stopped], abstract.leaf(dtypes.variant, [])).outputs[0]
    made = graph._add(_OF_HELD, [graph._local(held), list(weights)], [abstract.leaf_like(t) for t in sources]).outputs
    further: list[Way] = []
    arrived = []
    for at, g in zip(wanted, made):
        if at < len(points):
            add(points[at][0], g)
        else:
            further.append(ways[at - len(points)])
            arrived.append(g)
    if further:
        for i, g in enumerate(along(graph, further, arrived, xs, stops, starts)):
            if g is not None:
                add(i, g)
    return results
