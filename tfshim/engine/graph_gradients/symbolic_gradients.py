"""`tf.gradients` and `tf.hessians`: gradients of tensors that are in a graph already."""

import contextlib
import functools
from typing import Any

import torch

from tfshim.engine.gradients.backward import leads_back, run_backward
from tfshim.engine.graph_gradients import (
    by_operation,
    gathered_rows,
    gradient_nodes,
    gradients_around,
    hoisted_constants,
    missing_gradients,
)
from tfshim.engine.graph_gradients.gradient_nodes import zeros
from tfshim.engine.graph_gradients.hoisted_reads import hoist
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.references import is_own_output
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops import registered_gradients
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import context, one_by_one
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.composite_tensor import gradient_components, with_gradients
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.refusals import refused


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any,
    name: str | None,
    gate_gradients: bool,
    aggregation_method: int | None,
    stop_gradients: Any,
    unconnected_gradients: Any,
    slices: bool = False,
) -> Any:
    """See `tfshim.autodiff.gradients`. `slices`: whether those by tensors of which only rows are gathered are IndexedSlices."""
    if TS.graph is None:
        raise RuntimeError("tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead.")
    if any(nest.is_composite(v) for v in (*nest.flatten(ys), *nest.flatten(xs))):
        further = name, gate_gradients, aggregation_method, stop_gradients, unconnected_gradients, slices
        return _of_components(nest.flatten(ys), nest.flatten(xs), grad_ys, *further)
    graph = TS.graph
    flat_ys = nest.flatten(ys)
    flat_xs = [x._handle if isinstance(x, SymbolicTensor) and is_own_output(x) else x for x in nest.flatten(xs)]
    weights = [None] * len(flat_ys) if grad_ys is None else list(grad_ys) if isinstance(grad_ys, (list, tuple)) else [grad_ys]
    _check(flat_ys, weights, aggregation_method, unconnected_gradients)
    for y, w in zip(flat_ys, weights):
        if w is None and isinstance(y, Tensor) and y.dtype.is_complex:
            raise TypeError(f"Gradients of complex tensors ({y}) must set grad_ys (y.dtype = {y.dtype.name})")
        if isinstance(y, Tensor) and isinstance(w, Tensor) and y.dtype.is_floating and w.dtype != y.dtype:
            raise TypeError(f"Input 'y' of 'Mul' Op has type {y.dtype.name} that does not match type {w.dtype.name} of argument 'x'.")
    flat_ys = [_symbolic(graph, y) for y in flat_ys]
    if getattr(graph, "outer_graph", None) is not None and any(y._op.graph is not graph for y in flat_ys):
        further = aggregation_method, stop_gradients, unconnected_gradients, slices
        found = _by_outer_graph(graph, flat_ys, flat_xs, weights, name, gate_gradients, *further)
        if found is not None:
            return found
    flat_ys = [graph._local(y) for y in flat_ys]
    weights = [None if w is None else graph._local(_symbolic(graph, w)) for w in weights]
    stops = [point for x in nest.flatten([] if stop_gradients is None else stop_gradients) for point in _starts(graph, x)]
    further = name, gate_gradients, stops, slices
    ways = gradients_around.ways_to(graph, flat_ys, flat_xs, stops, _starts) if getattr(graph, "building_function", False) else []
    if not ways:
        results = _within(graph, flat_ys, flat_xs, weights, *further)
    else:
        own = [i for i, x in enumerate(flat_xs) if not isinstance(x, SymbolicTensor) or x._op.graph is graph]
        found = _within(graph, flat_ys, [*(flat_xs[i] for i in own), *(way.inner for way in ways)], weights, *further)
        results = gradients_around.along(graph, ways, found[len(own) :], flat_xs, nest.flatten(stop_gradients or []), _starts)
        for i, g in zip(own, found):
            results[i] = results[i] if g is None else g if results[i] is None else convert_to_tensor(g) + results[i]
    if getattr(unconnected_gradients, "value", unconnected_gradients) == "zero":
        results = [zeros(x) if r is None else r for x, r in zip(flat_xs, results)]
    return results


def _of_components(ys: list[Any], xs: list[Any], weights: Any, *further: Any) -> list[Any]:
    """`gradients` where values of several tensors are among `ys` or `xs`: of and by their tensors, put together again."""
    if weights is not None:
        given = list(weights) if isinstance(weights, (list, tuple)) else [weights]
        _check(ys, given, None, "none")
        weights = [
            part for y, w in zip(ys, given) for part in ([None] * len(gradient_components(y)) if w is None else gradient_components(w))
        ]
    of, by = ([t for v in values for t in gradient_components(v)] for values in (ys, xs))
    found = iter(gradients(of, by, weights, *further))
    return [with_gradients(x, found) for x in xs]


def _within(
    graph: Any, flat_ys: Any, flat_xs: Any, weights: Any, name: str | None, gate_gradients: bool, stops: Any, slices: bool
) -> list[Any]:
    """The gradients of tensors of `graph` by what is done with `flat_xs` there; None where nothing connects."""
    points = [_starts(graph, x) for x in flat_xs]
    # The tensor itself is asked for where gradients are to stop at tensors, or where a tape around sees what is done with it.
    apart = slices and not stops and TS.tape is None and not registered_gradients.replaced
    rows = {i: found for i, x in enumerate(flat_xs) if apart and (found := gathered_rows.find(graph, x, points[i], flat_ys))}
    starts = [(i, point) for i, own in enumerate(points) for point in (rows[i].tensors if i in rows else own)]
    reached = gradient_nodes.reach(graph, [[point] for _, point in starts], stops)
    results: list[Any] = [None] * len(flat_xs)
    wanted, places = [], []
    for at, (i, point) in enumerate(starts):
        if any(reached.get(id(y), 0) >> at & 1 for y in flat_ys):
            wanted.append(point)
            places.append(i)
    if wanted:
        if TS.replica is not None:
            _refuse_joint(graph, flat_ys)
        for node in graph._operations:
            if node.kind in ("_Gradient", "_GradientOfReplicas") and any(id(t) in reached for t in node.outputs):
                higher.differentiated_again(node)
        missing_gradients.refuse(graph, flat_ys, wanted, stops)
        if by_operation.concerned(graph, wanted, stops):
            outputs = by_operation.gradients(graph, flat_ys, weights, wanted, stops)
        else:
            outputs = gradient_nodes.add(graph, flat_ys, weights, wanted, stops, name)
            outputs[0].op.gated = gate_gradients  # what is computed is the same: it is written so
        parts: dict[int, list[Any]] = {}
        for i, g in zip(places, outputs):
            if i not in rows and g is not None:
                parts.setdefault(i, []).append(g)
        several = [i for i, found in parts.items() if len(found) > 1]
        if several:
            parts[several[0]][0].op.sums = [-1 if i in rows else i for i in places]
        for i, found in parts.items():
            results[i] = higher.recorded(_summed, name or "gradients", *found) if len(found) > 1 else found[0]
        if rows and outputs and outputs[0] is not None and outputs[0].op.kind == "_Gradients":
            name = f"{outputs[0].op.name}/"
        with context.name_scope(name or "gradients") if rows else contextlib.nullcontext():
            made = {id(point): g for point, g in zip(wanted, outputs)}
            for i, found in rows.items():
                results[i] = found.slices(graph, [made.get(id(t)) for t in found.tensors])
    return results


def _summed(name: str, *parts: Any) -> Any:
    if one_by_one.wanted():
        return parts[0]  # where each is the sum
    with context.name_scope(name):
        return functools.reduce(lambda x, y: x + y, parts)


def _by_outer_graph(
    graph: Any,
    ys: Any,
    xs: Any,
    weights: Any,
    name: str | None,
    gate_gradients: bool,
    aggregation_method: int | None,
    stops: Any,
    unconnected: Any,
    slices: bool,
) -> list[Any] | None:
    """What a branch or body asks of tensors that the graph around it has made: that graph has the way from `xs` to them.

    None where all is to be done in `graph` itself.
    """

    def outside(x: Any) -> bool:
        return not isinstance(x, SymbolicTensor) or x._op.graph is not graph

    apart = [outside(y) and outside(w) for y, w in zip(ys, weights)]
    places = [i for i, x in enumerate(xs) if outside(x)]
    if not any(apart) or not places:
        return None
    further = name, gate_gradients, aggregation_method
    there = [(y, w) for y, w, out in zip(ys, weights, apart) if out]
    here = [(y, w) for y, w, out in zip(ys, weights, apart) if not out]
    with graph.outer_graph.as_default():
        stopped = [x for x in nest.flatten([] if stops is None else stops) if outside(x)]
        found = gradients([y for y, _ in there], [xs[i] for i in places], [w for _, w in there], *further, stopped, "none", slices)
    results: list[Any] = [None] * len(xs)
    for i, g in zip(places, found):
        results[i] = None if g is None else nest.map_structure(graph._local, g, expand_composites=True)
    if here:
        others = gradients([y for y, _ in here], xs, [w for _, w in here], *further, stops, "none")
        results = [a if b is None else b if a is None else convert_to_tensor(a) + b for a, b in zip(results, others)]
    if getattr(unconnected, "value", unconnected) == "zero":
        results = [zeros(x) if r is None else r for x, r in zip(xs, results)]
    return results


def _refuse_joint(graph: Any, ys: Any) -> None:
    """Raise NotImplementedError within a replica for gradients of what it has made together with others, who would have to ask too."""
    joint = [node.outputs[0] for node in graph._operations if node.kind == "_OfReplicas"]
    reached = gradient_nodes.reach(graph, [joint], ()) if joint else {}
    if any(id(y) in reached for y in ys):
        raise refused("tf.distribute.ReplicaContext", "symbolic")


def _check(ys: Any, weights: Any, aggregation_method: int | None, unconnected: str) -> None:
    if len(weights) != len(ys):
        raise ValueError(f"Length mismatch. Passed {len(weights)} grad_ys for {len(ys)} ys")
    if getattr(unconnected, "value", unconnected) not in ("none", "zero"):
        raise ValueError(f"Unknown value for unconnected_gradients: {unconnected!r}")
    if aggregation_method not in (None, 0, 1, 2):
        raise ValueError(f"Invalid `aggregation_method` specified {aggregation_method}. Accepted values are [0, 1, 2].")


def _symbolic(graph: Any, x: Any) -> Any:
    x = convert_to_tensor(x)
    return x if isinstance(x, SymbolicTensor) else graph._as_node(x)


def _starts(graph: Any, x: Any) -> list[Any]:
    """The tensors of `graph` through which `x` enters: every read of a variable, every constant for an eager tensor, or itself."""
    if is_variable(x):
        hoist(graph, x)
        reads = (n for n in graph._operations if n.kind == "ReadVariableOp" and not n.shown_only or n.zeros_beside is x)
        return [n.outputs[0] for n in reads if n.arguments[0] is x or n.zeros_beside is x]
    x = convert_to_tensor(x)
    if type(x) is EagerTensor:
        hoisted_constants.hoist(graph, x)
    point = graph._local(_symbolic(graph, x))  # within a branch or body, what is outside has come in by an input
    others = (n.outputs[0] for n in graph._operations if n.kind == "Const" and n.arguments[0] is x and n is not point._op)
    return [point, *others, *(n.outputs[0] for n in graph._operations if n.stands_for is point and n.kind != "Identity")]


def hessians(ys: Any, xs: Any, gate_gradients: bool, aggregation_method: int | None, name: str | None) -> Any:
    """See `tfshim.autodiff.hessians`."""
    xs = nest.flatten(xs)
    results = []
    for x in xs:
        first = gradients(ys, x, None, name, gate_gradients, aggregation_method, None, "none")[0]
        if first is None:
            raise ValueError("None values not supported.")
        results.append(_second(first, x))
    return results


def _rows(first: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """The derivative of each element of `first` by `x`, for values that are connected."""
    flat = first.reshape(-1)
    rows = [run_backward([e], [x], [torch.ones_like(e)], True, True)[0] if leads_back(e) else None for e in flat.unbind()]
    made = torch.stack([torch.zeros_like(x) if r is None else r for r in rows]) if rows else x.new_zeros((0, *x.shape))
    return made.reshape((*first.shape, *x.shape))


_ROWS = InnerOp("_Hessian", _rows, names=("first", "x"))


def _second(first: Any, x: Any) -> Any:
    graph = TS.graph
    points = _starts(graph, x)
    if getattr(graph, "building_function", False) and gradients_around.ways_to(graph, [first], [x], (), _starts):
        raise refused("tf.gradients", "around")
    leaf = abstract.leaf(points[0].dtype, first.shape.concatenate(points[0].shape))
    parts = [graph._add(_ROWS, [first, point], leaf).outputs[0] for point in points]
    return sum(parts[1:], parts[0])
