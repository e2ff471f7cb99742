"""Gradients from a tape of the caller, computed inside a traced function.

What such a tape recorded outside is there when the function is traced; what the function computes from it is
differentiated in the graph. The gradients of the second part are the output gradients for the first at each run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tfshim.engine.gradients.aliases import is_trainable_dtype, is_within
from tfshim.engine.gradients.backward import compute
from tfshim.engine.gradients.jacobians import taken
from tfshim.engine.gradients.tape import components
from tfshim.engine.graph_gradients.gradient_nodes import ones_like
from tfshim.engine.graph_gradients.gradients_around import given_in_rows
from tfshim.engine.graph_gradients.inner_graphs import within
from tfshim.engine.graph_gradients.symbolic_gradients import gradients as symbolic_gradients
from tfshim.engine.graphs.func_graph import as_graph_tensor
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.refusals import refused


class _GradientRequest:
    """The gradients that a tape computes at each run, as one attribute of the node."""

    def __init__(self, tape: Any, targets: Any, sources: Any) -> None:
        self.tape, self.targets, self.sources = tape, targets, sources

    def __call__(self, weights: Any) -> list[Any]:
        return compute(self.tape, self.targets, self.sources, weights)


def _gradients(asked: _GradientRequest, weights: Any) -> list[Any]:
    found = asked([None if w is None else wrap(w, t.dtype) for w, t in zip(weights, asked.targets)])
    return [convert_to_tensor(g)._t for g in found]


_NODE = InnerOp("_OuterGradient", _gradients, stateful=True, names=("asked", "weights"))


def gradient(tape: Any, target: Any, sources: Any, output_gradients: Any) -> list[Any]:
    """`GradientTape.gradient` of a tape that was opened outside of the function under construction; None for what is not connected."""
    graph = TS.graph
    targets, weights = [], []
    inside, inside_weights = [], []
    given = None if output_gradients is None else components(output_gradients)
    for i, t in enumerate(components(target)):
        if t is None or not is_trainable_dtype(t.dtype):
            continue
        w = None if given is None or given[i] is None else as_graph_tensor(graph, convert_to_tensor(given[i], t.dtype))
        if type(t) is EagerTensor:
            targets.append(t)
            weights.append(w)
        else:
            inside.append(t)
            inside_weights.append(ones_like(graph, t) if w is None else w)
    results = [None] * len(sources)
    if inside:
        for i, g in _within_function(tape, graph, inside, inside_weights, sources, targets, weights):
            results[i] = g
    for i, g in outside(tape, graph, targets, weights, sources):
        results[i] = g if results[i] is None else results[i] + g
    return results


def _within_function(
    tape: Any, graph: Any, ys: Any, weights: Any, sources: Any, targets: Any, target_weights: list[Any]
) -> Iterator[tuple[int, Any]]:
    """(place, gradient) for the sources that `ys` use in the graph itself; adds what they use from outside to `targets`."""
    captured, around = {id(x): x for x in given_in_rows(graph) if is_on(tape, x)}, []
    while graph is not None:
        around.append(graph)
        for g in (graph, *within(graph)):
            captured.update({i: x for i, (x, _) in g._constants.items() if is_on(tape, x)})
        graph = graph.outer_graph if graph.building_function else None
    outer = list(captured.values())
    watched = [x for x, _ in tape.tensors.values() if type(x) is not EagerTensor and x._op.graph in around]
    places = [i for i, s in enumerate(sources) if type(s) is not EagerTensor]
    found = symbolic_gradients(ys, [*outer, *(sources[i] for i in places)], weights, None, False, None, None, "none")
    for x, g in zip(outer, found):
        if g is not None:
            targets.append(x)
            target_weights.append(g)
    for i, g in zip(places, found[len(outer) :]):
        if g is None:
            continue
        s = sources[i]
        if is_variable(s):
            recorded = tape.watches(s)
        elif id(s) in tape.tensors and tape.tensors[id(s)][0] is s:
            recorded = True  # it was watched here
        else:
            recorded = any(x is not None for x in symbolic_gradients([s], [*outer, *watched], None, None, False, None, None, "none"))
        if recorded:
            yield i, g


def is_on(tape: Any, x: Any) -> bool:
    """Whether `tape` recorded the eager tensor `x`."""
    known = tape.tensors.get(id(x))
    return known is not None and known[0] is x or x._rec is not None and is_within(x._rec, tape)


def outside(tape: Any, graph: Any, targets: Any, weights: Any, sources: Any) -> Iterator[tuple[int, Any]]:
    """(place, gradient) for the sources of what was recorded outside."""
    places = [i for i, s in enumerate(sources) if type(s) is EagerTensor or is_variable(s)]
    if not targets or not places:
        return
    tape.persistent = True  # each run of the function takes gradients from it again
    with eager_mode():
        found = compute(tape, targets, [sources[i] for i in places], [None] * len(targets))
    if tape.shared and any(t.before is not None for t in TS.tapes):
        raise refused("tf.GradientTape.gradient", "outside")
    connected = [(i, g) for i, g in zip(places, found) if g is not None]
    if all(w is None for w in weights):
        for i, g in connected:
            yield i, _constant(graph, g)
    elif connected:
        asked = _GradientRequest(tape, targets, [sources[i] for i, _ in connected])
        leaves = [abstract.leaf(g.dtype, sources[i].shape) for i, g in connected]
        node = graph._add(_NODE, [asked, weights], leaves)
        for (i, _), g in zip(connected, node.outputs):
            g._rec = TS.tape
            yield i, g


def _constant(graph: Any, g: Any) -> Any:
    if isinstance(g, IndexedSlices):
        return IndexedSlices(*(x if x is None else graph._as_node(x) for x in (g.values, g.indices, g.dense_shape)))
    return graph._as_node(g)


def jacobians(gradient_tape: Any, target: Any, sources: Any, unconnected: str, batched: bool, per_example: bool) -> list[Any]:
    """Jacobians of what a tape of the caller recorded outside, as constants of the graph."""
    if type(target) is not EagerTensor or not all(type(s) is EagerTensor or is_variable(s) for s in sources):
        raise refused("tf.GradientTape.jacobian", "outside")
    with eager_mode():
        found = taken(gradient_tape, target, sources, unconnected, batched, per_example)
    return [None if g is None else TS.graph._as_node(g) for g in found]
