"""`tf.gradients` and `tf.hessians`: gradients of tensors that are in a graph already.

The gradient node runs torch's backward pass on the values of the run. For that, what it differentiates by must be a
leaf there: `executor` gives the values that `graph._sources` names an alias of their own.
"""

import contextlib
from typing import Any

import torch

from tfshim.engine.gradients.tape import run_backward
from tfshim.engine.graph_gradients import gathered_rows
from tfshim.engine.graphs.hoisted_reads import hoist
from tfshim.engine.graphs.inner_links import given, passes_gradients
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.programs.frames import NEXTS
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops import infer
from tfshim.engine.runtime import context
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor


def _gradients(ys: Any, weights: Any, xs: Any, stops: Any = (), keep: bool = True, again: bool = True) -> list[Any]:
    """The gradients of `ys` by `xs`. `keep`: for other gradients of the same values; `again`: to be differentiated themselves."""
    outputs, grad_outputs = [], []
    for y, w in zip(ys, weights):
        if y.requires_grad:
            outputs.append(y)
            grad_outputs.append(torch.ones_like(y) if w is None else w.expand(y.shape))
    if not outputs:
        return [torch.zeros_like(x) for x in xs]
    found = {}
    # What flows into a tensor to stop at is taken out again there. The last ones come first.
    for s in reversed(stops):
        flow = run_backward(outputs, [s], grad_outputs, True, again)[0] if s.requires_grad else None
        if flow is not None:
            outputs.append(s)
            grad_outputs.append(-flow)
            found[id(s)] = flow
    stopped = {id(s) for s in stops}
    rest = [x for x in xs if id(x) not in stopped]
    if rest:
        found.update(zip(map(id, rest), run_backward(outputs, rest, grad_outputs, keep, again)))
    made = [found.get(id(x)) for x in xs]
    return [torch.zeros_like(x) if g is None else g.to_dense() if g.is_sparse else g for g, x in zip(made, xs)]


ZEROS = InnerOp("ZerosLike", torch.zeros_like, names=("x",), grad=None)


def zeros(source: Any) -> Any:
    """Zeros like `source`, a symbolic tensor or variable, for a gradient that nothing connects."""
    source = TS.graph.local(source) if isinstance(source, SymbolicTensor) else TS.graph.read_variable(source)
    return TS.graph.add(ZEROS, [source], infer.leaf_like(source)).outputs[0]


_NODE = InnerOp("_Gradients", _gradients, names=("ys", "weights", "xs", "stops"))


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
    graph = TS.graph
    flat_ys, flat_xs = nest.flatten(ys), nest.flatten(xs)
    weights = [None] * len(flat_ys) if grad_ys is None else list(grad_ys) if isinstance(grad_ys, (list, tuple)) else [grad_ys]
    _check(flat_ys, weights, aggregation_method, unconnected_gradients)
    for y, w in zip(flat_ys, weights):
        if w is None and isinstance(y, Tensor) and y.dtype.is_complex:
            raise TypeError(f"Gradients of complex tensors ({y}) must set grad_ys (y.dtype = {y.dtype.name})")
        if isinstance(y, Tensor) and isinstance(w, Tensor) and y.dtype.is_floating and w.dtype != y.dtype:
            raise TypeError(f"Input 'y' of 'Mul' Op has type {y.dtype.name} that does not match type {w.dtype.name} of argument 'x'.")
    flat_ys = [graph.local(_symbolic(graph, y)) for y in flat_ys]
    weights = [None if w is None else _symbolic(graph, w) for w in weights]
    points = [_starts(graph, x) for x in flat_xs]
    stops = [point for x in nest.flatten([] if stop_gradients is None else stop_gradients) for point in _starts(graph, x)]
    # The tensor itself is asked for where gradients are to stop at tensors, or where a tape around sees what is done with it.
    apart = slices and not stops and TS.tape is None
    rows = {i: found for i, x in enumerate(flat_xs) if apart and (found := gathered_rows.find(graph, x, points[i], flat_ys))}
    starts = [(i, point) for i, own in enumerate(points) for point in (rows[i].tensors if i in rows else own)]
    reached = _reach(graph, [[point] for _, point in starts], stops)
    zero = getattr(unconnected_gradients, "value", unconnected_gradients) == "zero"
    results: list[Any] = [None] * len(flat_xs)
    wanted, places = [], []
    for at, (i, point) in enumerate(starts):
        if any(reached.get(id(y), 0) >> at & 1 for y in flat_ys):
            wanted.append(point)
            places.append(i)
    if wanted:
        for node in graph._operations:
            if node.type == "_Gradient" and any(id(t) in reached for t in node.outputs):
                higher.differentiated_again(node)
        graph._sources.update((id(t), t) for t in wanted)
        graph._program = None  # compiled without these sources, if at all
        leaves = [infer.leaf_like(t) for t in wanted]
        order = {id(node): at for at, node in enumerate(graph._operations)} if stops else {}
        stops = sorted({id(t): t for t in stops}.values(), key=lambda t: (order[id(t.op)], t._index))
        node = graph.add(_NODE, [flat_ys, weights, wanted, stops], leaves, name)
        several = bool(rows) or any(places.count(i) > 1 for i in places)
        with context.name_scope(name or "gradients") if several else contextlib.nullcontext():
            for i, g in zip(places, node.outputs):
                if i not in rows:
                    results[i] = g if results[i] is None else results[i] + g
            made = {id(point): g for point, g in zip(wanted, node.outputs)}
            for i, found in rows.items():
                results[i] = found.slices(graph, [made.get(id(t)) for t in found.tensors])
    if zero:
        results = [zeros(x) if r is None else r for x, r in zip(flat_xs, results)]
    return results


def _check(ys: Any, weights: Any, aggregation_method: int | None, unconnected: str) -> None:
    if len(weights) != len(ys):
        raise ValueError(f"Length mismatch. Passed {len(weights)} grad_ys for {len(ys)} ys")
    if getattr(unconnected, "value", unconnected) not in ("none", "zero"):
        raise ValueError(f"Unknown value for unconnected_gradients: {unconnected!r}")
    if aggregation_method not in (None, 0, 1, 2):
        raise ValueError(f"Invalid `aggregation_method` specified {aggregation_method}. Accepted values are [0, 1, 2].")


def _symbolic(graph: Any, x: Any) -> Any:
    x = convert_to_tensor(x)
    return x if isinstance(x, SymbolicTensor) else graph.as_node(x)


def _starts(graph: Any, x: Any) -> list[Any]:
    """The tensors of `graph` through which `x` enters: every read of a variable, or the tensor itself."""
    if is_variable(x):
        hoist(graph, x)
        reads = (n for n in graph._operations if n.type == "ReadVariableOp" and not n.shown_only or n.zeros_beside is x)
        return [n.outputs[0] for n in reads if n.arguments[0] is x or n.zeros_beside is x]
    return [graph.local(_symbolic(graph, x))]  # within a branch or body, what is outside has come in by an input


def _reach(graph: Any, starts: Any, stops: Any) -> dict[int, int]:
    """For each tensor that depends on a start by differentiable operations, not through `stops`, the bits of those starts."""
    reached, stopped = {}, {id(t) for t in stops}
    for i, points in enumerate(starts):
        for t in points:
            reached[id(t)] = reached.get(id(t), 0) | 1 << i
    more = True
    while more:
        more = False
        for node in graph._operations:
            if not passes_gradients(node):
                continue
            bits = 0
            for _, t in given(node):
                bits |= reached.get(id(t), 0)
            if bits:
                for t in node.outputs:
                    if t._dt._kind in "fco" and id(t) not in stopped and reached.get(id(t), 0) | bits != reached.get(id(t)):
                        reached[id(t)] = reached.get(id(t), 0) | bits
                        more = more or node.type in NEXTS  # whose value goes to a node before it
    return reached


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
    rows = [run_backward([e], [x], [torch.ones_like(e)], True, True)[0] if e.requires_grad else None for e in flat.unbind()]
    made = torch.stack([torch.zeros_like(x) if r is None else r for r in rows]) if rows else x.new_zeros((0, *x.shape))
    return made.reshape(*first.shape, *x.shape)


_ROWS = InnerOp("_Hessian", _rows, names=("first", "x"))


def _second(first: Any, x: Any) -> Any:
    graph = TS.graph
    point = _starts(graph, x)[0]
    shape = first.shape.concatenate(point.shape)
    return graph.add(_ROWS, [first, point], infer.leaf(point.dtype, shape)).outputs[0]
