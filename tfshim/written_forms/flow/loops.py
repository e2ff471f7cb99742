"""Loops on pages of graphs of TensorFlow 1: the nodes of its first control flow, with the condition and the body in line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graph_export.contexts import FREE, Loop, is_reference, node, number
from tfshim.engine.graph_export.splicing import raw_node
from tfshim.engine.graphs.operation import placed_with
from tfshim.engine.ops.op_defs import by_name
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Flow: TypeAlias = Any  # of switches, which uses this module


def recorded(flow: Flow, of: Operation, name: str, outer: Callable[[Any], Any], context: Any) -> list[Any]:
    """The results of the loop `of`, called `name`, in `context`; `outer` gives what its arguments are there."""
    given = by_name(of._op_def, of.arguments)
    cond, body = given["cond"], given["body"]
    starts, shapes = [outer(v) for v in given["input"]], [t.shape for t in body.inputs]
    limit = _limit(given["maximum_iterations"], name, outer, context)
    if limit is not None:
        starts.insert(0, number(0, limit.dtype, f"{name}/iteration_counter", context))
        shapes.insert(0, limit.shape)
    if context is not None:
        context.add(starts[:1] if limit is not None else ())
        starts = [context.value(x, f"{name}/") for x in starts]
    loop = Loop(context, TS.graph._unique(f"{name}/while_context"), of.parallel_iterations)
    enters = [loop.enter(x, f"{name}/{_of_kind('Enter', x)}", s) for x, s in zip(starts, shapes)]
    merges = [_merge(x, f"{name}/{_of_kind('Merge', x)}", loop) for x in enters]
    loop.pivot = merges[0]
    for t in merges:
        t.op.of_loop = loop
    loop.add([*enters, *merges])
    pred = _condition(flow, cond, merges, limit, loop, name, dict(zip(map(id, cond.inner_captures), map(outer, given["cond_captures"]))))
    goes_on = _one("LoopCond", [pred], (dtypes.bool, []), f"{name}/LoopCond", loop)
    switches = [
        node(_of_kind("Switch", x), [x, goes_on], [(x.dtype, x.shape)] * 2, f"{name}/{_of_kind('Switch', x)}", loop).outputs for x in merges
    ]
    for merge, pair in zip(merges, switches):
        pair[0].op.of_loop = loop
        placed_with(pair[0].op, merge.op)
    loop.goes_on = goes_on
    loop.add([goes_on, *[t for pair in switches for t in pair]])
    values = [_one(_of_kind("Identity", t), [t], (t.dtype, t.shape), f"{name}/Identity", loop) for _, t in switches]
    inner = loop.begin_body(values[0])
    inner.add(values)
    own = dict(zip(map(id, body.inner_captures), map(outer, given["body_captures"])))
    results = []
    if limit is not None:
        results.append(_next_count(values[0], f"{name}/add", inner))
    own.update(zip(map(id, body.inputs), values[len(results) :]))
    results += flow.within(body, own, inner, f"{name}/", f"{name}/NextIteration/")
    for merge, x in zip(merges, results):
        back = _one(_of_kind("NextIteration", x), [x], (x.dtype, x.shape), f"{name}/{_of_kind('NextIteration', x)}", inner)
        merge.op.arguments[0][1], back.op.of_loop = back, loop
    around = FREE if context is None else context
    made = [_one(_of_kind("Exit", t), [t], (t.dtype, t.shape), f"{name}/{_of_kind('Exit', t)}", around) for t, _ in switches]
    for t in made:
        t.op.of_loop = loop
    loop.exits = made
    if context is not None:
        context.add(made)
    return made[limit is not None :]


def _limit(maximum: Any, name: str, outer: Callable[[Any], Any], context: Any) -> Any:
    """The greatest number of turns in the graph beside, or None."""
    if maximum is None or isinstance(maximum, Tensor) and type(maximum) is not EagerTensor:
        return None if maximum is None else outer(maximum)
    dtype = maximum.dtype if type(maximum) is EagerTensor else dtypes.int32
    made = number(int(maximum), dtype, f"{name}/maximum_iterations", context)
    if context is not None:
        context.add([made])
    return made


def _condition(flow: Flow, cond: Any, values: list[Any], limit: Any, loop: Loop, name: str, own: dict[int, Any]) -> Any:
    """What the condition gives for `values`; where there is a limit, the first of these is the count of turns."""
    leaf = dtypes.bool, []
    below = None
    if limit is not None:
        most = loop.value(limit, f"{name}/Less/")
        below = _one("Less", [values[0], most], leaf, f"{name}/Less", loop)
        loop.add([below])
    own.update(zip(map(id, cond.inputs), values[limit is not None :]))
    (found,) = flow.within(cond, own, loop, f"{name}/", f"{name}/{'LoopCond' if limit is None else 'LogicalAnd'}/")
    if limit is None:
        return found
    made = _one("LogicalAnd", [below, found], leaf, f"{name}/LogicalAnd", loop)
    loop.add([made])
    return made


def _next_count(count: Any, name: str, context: Any) -> Any:
    name = TS.graph._unique(name)
    one = number(1, count.dtype, f"{name}/y", context)
    made = raw_node("AddV2", [count, one], [(count.dtype, count.shape)], {}, f"{name}/")
    made.context = context
    context.add([one, *made.outputs])
    return made.outputs[0]


def _of_kind(op_type: str, x: Any) -> str:
    return f"Ref{op_type}" if is_reference(x) else op_type


def _merge(x: Any, name: str, context: Any) -> Any:
    """Where values enter a loop, and come back to at the end of a turn."""
    return node(_of_kind("Merge", x), [[x, x]], [(x.dtype, x.shape), (dtypes.int32, [])], name, context).outputs[0]


def _one(op_type: str, inputs: list[Any], leaf: tuple[Any, Any], name: str, context: Any) -> Any:
    return node(op_type, inputs, [leaf], name, context).outputs[0]


__all__ = ["recorded"]
