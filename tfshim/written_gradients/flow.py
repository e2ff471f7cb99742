"""Gradients through branches and loops: branches and bodies are computed once more on the way back, with a gradient in them.

What goes back through a loop needs the values before each of its iterations; these are kept in lists of tensors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import tfshim as tf
from tfshim.engine.graph_export.functions import numbered
from tfshim.engine.graph_gradients.symbolic_gradients import gradients
from tfshim.engine.graphs import control_flow
from tfshim.engine.ops.op_defs import by_name
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.shapes import TensorShape
from tfshim.written_forms.form import raw
from tfshim.written_gradients import intermediates, loop_intermediates
from tfshim.written_gradients.inlining import check_repeatable, copied
from tfshim.written_gradients.rows import dense
from tfshim.written_gradients.shapes import differentiable, like

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Accumulation: TypeAlias = Any  # of accumulation, which uses this module

_LIST = (tf.variant, [])


def handles(node: Operation) -> bool:
    """Whether gradients go through `node` here, whatever it is written with."""
    return node.kind in _FORMS and _kind(node) is not None


def through(accumulation: Accumulation, node: Operation, grads: Sequence[Any]) -> list[tuple[Any, Any]]:
    """The pairs of an input of `node` and its gradient, for the gradients of its outputs."""
    form: Any = _kind(node)
    if form in (_branches, _loop) and intermediates.serves(accumulation, node):
        form = intermediates.through_branches if form is _branches else loop_intermediates.through_loop
    return form(accumulation, node, grads)


def _kind(node: Operation) -> Any:
    names = getattr(node._op_def, "names", ())
    if "branches" in names and "counts" in names:
        return _branches
    if "elements" in names and "likes" in names:
        return _sequence if "reverse" in names else _mapped
    return _loop if "body_captures" in names and "kept" not in names else None


def _zeros(x: Any) -> Any:
    return raw("ZerosLike", [x], [like(x)])


def _sum(a: Any, b: Any) -> Any:
    return raw("AddN", [[a, b]], [like(a)])


def _whole(accumulation: Accumulation, node: Operation, grads: Sequence[Any]) -> list[Any]:
    """The gradients of the outputs that may have one, zeros where nothing comes back."""
    pairs = [(t, g) for t, g in zip(node.outputs, grads) if differentiable(t)]
    return [_zeros(accumulation.inner(t)) if g is None else dense(g) for t, g in pairs]


def _gradients(ys: Sequence[Any], xs: Sequence[Any], grads: Sequence[Any]) -> list[Any]:
    """In the graph under construction; zeros for what is not connected."""
    return gradients(list(ys), list(xs), list(grads), None, False, None, None, "zero") if xs else []


def _local(x: Any) -> Any:
    return TS.graph._local(x)


def _used(accumulation: Accumulation, graphs: Sequence[Any]) -> list[Any]:
    """The variables among the sources that `graphs` read."""
    return [v for v in accumulation.variables if any(w is v for g in graphs for w in g.variables)]


# ---------------------------------------------------------------------- branches
def _branches(accumulation: Accumulation, node: Operation, grads: Sequence[Any]) -> list[tuple[Any, Any]]:
    index, graphs, captures, counts = node.arguments
    for g in graphs:
        check_repeatable(g, node)
    inner = accumulation.inner
    xs, gs = [inner(c) for c in captures], _whole(accumulation, node, grads)
    # What several branches capture has one gradient.
    wanted: dict[int, list[int]] = {}
    for i, c in enumerate(captures):
        if accumulation.reaches(c):
            wanted.setdefault(id(c), []).append(i)
    variables = _used(accumulation, graphs)

    def branch(k: int) -> Any:
        first = sum(counts[:k])

        def run() -> list[Any]:
            given = [_local(g) for g in gs]  # first, as in TensorFlow
            own = [_local(x) for x in xs[first : first + counts[k]]]
            ys = [y for y in copied(graphs[k], own) if y is not None and differentiable(y)]
            mine = {key: i for key, places in wanted.items() for i in places if first <= i < first + counts[k]}
            found = _gradients(ys, [*[own[i - first] for i in mine.values()], *variables], given)
            made = dict(zip(mine, found))
            return [*[made[key] if key in made else _zeros(_local(xs[at[0]])) for key, at in wanted.items()], *found[len(mine) :]]

        return run

    if not wanted and not variables:
        return []
    with accumulation.scope_of_flow(node) as scope:
        traced = []
        for k, g in enumerate(graphs):
            traced.append(control_flow.trace_branch("", branch(k), scope))
            traced[-1].name = f"{numbered(g)}_grad"
        made = control_flow.branch_node(tf.convert_to_tensor(inner(index)), traced, node.kind, scope)
    accumulation.add_variables(variables, made[len(wanted) :])
    return [(captures[places[0]], g) for places, g in zip(wanted.values(), made)]


# ---------------------------------------------------------------------- loops
def _dims(shape: TensorShape) -> Any:
    return -1 if shape.rank is None else tf.constant([-1 if d is None else d for d in shape.as_list()], tf.int32, shape=[shape.rank])


def _empty(dtype: Any, shape: TensorShape) -> Any:
    return raw("EmptyTensorList", [_dims(shape), tf.constant(-1)], [_LIST], {"element_dtype": dtype})


def _pushed(flow: Any, x: Any) -> Any:
    return raw("TensorListPushBack", [flow, x], [_LIST], {"element_dtype": x.dtype})


def _popped(flow: Any, dtype: Any, shape: TensorShape) -> list[Any]:
    return raw("TensorListPopBack", [flow, _dims(shape)], [_LIST, (dtype, shape)], {"element_dtype": dtype})


def _loop(accumulation: Accumulation, node: Operation, grads: Sequence[Any]) -> list[tuple[Any, Any]]:
    with accumulation.scope_of_flow(node) as scope:
        return _loop_within(scope, accumulation, node, grads)


def _loop_within(scope: str, accumulation: Accumulation, node: Operation, grads: Sequence[Any]) -> list[tuple[Any, Any]]:
    given = by_name(node._op_def, node.arguments)
    cond, body, maximum = given["cond"], given["body"], given["maximum_iterations"]
    check_repeatable(cond, node)
    check_repeatable(body, node)
    inner, values = accumulation.inner, given["input"]
    n, shapes = len(values), [t.shape for t in body.inputs]
    starts = [inner(v) for v in values]
    cond_captures, captures = ([inner(c) for c in given[key]] for key in ("cond_captures", "body_captures"))
    limit = inner(maximum) if isinstance(maximum, tf.Tensor) else maximum

    def test(i: Any, *carried: Any) -> Any:
        made = copied(cond, [*carried[:n], *map(_local, cond_captures)])[0]
        if limit is None:
            return made
        return tf.logical_and(made, i < tf.cast(limit if isinstance(limit, int) else _local(limit), tf.int32))

    def step(i: Any, *carried: Any) -> list[Any]:
        following = copied(body, [*carried[:n], *map(_local, captures)])
        return [i + 1, *following, *[_pushed(flow, x) for flow, x in zip(carried[n:], carried[:n])]]

    stacks = [_empty(v.dtype, s) for v, s in zip(starts, shapes)]
    single = TensorShape([])
    count, *made = control_flow.loop(test, step, [tf.constant(0), *starts, *stacks], [single, *shapes, *[single] * n], name="states")
    stacks = made[n:]
    moving = [i for i, v in enumerate(values) if differentiable(v)]
    wanted = [i for i, c in enumerate(given["body_captures"]) if accumulation.reaches(c)]
    variables = _used(accumulation, (body,))
    gs, m = _whole(accumulation, node, grads), len(moving)
    totals = [_zeros(captures[i]) for i in wanted] + [tf.zeros(v.shape, v.dtype) for v in variables]

    def going_on(i: Any, *_: Any) -> Any:
        return i > 0

    def back(i: Any, *carried: Any) -> list[Any]:
        popped = [_popped(flow, v.dtype, s) for flow, v, s in zip(carried[m + len(totals) :], starts, shapes)]
        states, given_now = [state for _, state in popped], [_local(c) for c in captures]
        ys = copied(body, [*states, *given_now])
        sources = [*[states[i] for i in moving], *[given_now[i] for i in wanted], *variables]
        found = _gradients([ys[i] for i in moving], sources, carried[:m])
        added = [_sum(a, g) for a, g in zip(carried[m : m + len(totals)], found[m:])]
        return [i - 1, *found[:m], *added, *[flow for flow, _ in popped]]

    invariants = [single, *[shapes[i] for i in moving], *[t.shape for t in totals], *[single] * n]
    _, *made = control_flow.loop(going_on, back, [count, *gs, *totals, *stacks], invariants, name="while_grad", results_in=scope)
    for part, of in zip(made[0].op.arguments[0].op.arguments, (cond, body)):
        part.name = f"{numbered(of)}_grad"
    accumulation.add_variables(variables, made[m + len(wanted) : m + len(totals)])
    pairs = [(values[i], g) for i, g in zip(moving, made)]
    return pairs + [(given["body_captures"][i], g) for i, g in zip(wanted, made[m:])]


# ---------------------------------------------------------------------- loops over rows
def _sequence(accumulation: Accumulation, node: Operation, grads: Sequence[Any]) -> list[tuple[Any, Any]]:
    body, states, elements, captures, reverse, likes = node.arguments
    return _over_rows(accumulation, node, grads, body, states, elements, captures, reverse, likes)


def _mapped(accumulation: Accumulation, node: Operation, grads: Sequence[Any]) -> list[tuple[Any, Any]]:
    body, elements, captures, likes, _ = node.arguments
    return _over_rows(accumulation, node, grads, body, [], elements, captures, False, likes)


def _over_rows(
    accumulation: Accumulation,
    node: Operation,
    grads: Sequence[Any],
    body: Any,
    states: Sequence[Any],
    elements: Sequence[Any],
    captures: Sequence[Any],
    reverse: bool,
    likes: Sequence[Any],
) -> list[tuple[Any, Any]]:
    check_repeatable(body, node)
    inner = accumulation.inner
    starts, items, held = ([inner(x) for x in xs] for xs in (states, elements, captures))
    n, k = len(states), len(elements)

    # Of values that are put one after the other, each step needs to know which are its own.
    joined = [j for j, about in enumerate(likes) if any(about[2:]) and differentiable(node.outputs[n + j])]

    def forward(now: list[Any], own: list[Any]) -> tuple[list[Any], list[Any]]:
        ys = copied(body, [*now, *own, *map(_local, held)])
        return ys[:n], [*now, *[tf.shape(ys[n + j])[0] for j in joined]]

    before = control_flow.sequence(forward, starts, items, reverse, "states")[1] if n or joined else []
    lengths = before[n:]
    before += [tf.cumsum(x, exclusive=True) for x in lengths]
    moving = [i for i, s in enumerate(states) if differentiable(s)]
    rows = [i for i, e in enumerate(elements) if accumulation.reaches(e)]
    wanted = [i for i, c in enumerate(captures) if accumulation.reaches(c)]
    variables = _used(accumulation, (body,))
    whole = _whole(accumulation, node, grads)
    m = len(moving)
    collecting = [j for j in range(len(likes)) if differentiable(node.outputs[n + j])]
    of_rows = [g for j, g in zip(collecting, whole[m:]) if j not in joined]
    of_pieces = [g for j, g in zip(collecting, whole[m:]) if j in joined]
    totals = [_zeros(held[i]) for i in wanted] + [tf.zeros(v.shape, v.dtype) for v in variables]

    def back(now: list[Any], own: list[Any]) -> tuple[list[Any], list[Any]]:
        own_states, own_items, own_rows = own[:n], own[len(before) : len(before) + k], iter(own[len(before) + k :])
        counts, firsts = own[n : n + len(joined)], own[n + len(joined) : len(before)]
        pieces = iter([_local(g)[at : at + size] for g, at, size in zip(of_pieces, firsts, counts)])
        own_grads = [next(pieces) if j in joined else next(own_rows) for j in collecting]
        given_now = [_local(c) for c in held]
        ys = copied(body, [*own_states, *own_items, *given_now])
        collected = [y for y in ys[n:] if differentiable(y)]
        sources = [*[own_states[i] for i in moving], *[own_items[i] for i in rows], *[given_now[i] for i in wanted], *variables]
        found = _gradients([*[ys[i] for i in moving], *collected], sources, [*now[:m], *own_grads])
        added = [_sum(a, g) for a, g in zip(now[m:], found[m + len(rows) :])]
        return [*found[:m], *added], found[m : m + len(rows)]

    last, made = control_flow.sequence(back, [*whole[:m], *totals], [*before, *items, *of_rows], not reverse, "gradients")
    accumulation.add_variables(variables, last[m + len(wanted) :])
    pairs = [(states[i], g) for i, g in zip(moving, last)]
    pairs += [(captures[i], g) for i, g in zip(wanted, last[m:])]
    return pairs + [(elements[i], g) for i, g in zip(rows, made)]


_FORMS = frozenset(("If", "StatelessIf", "Case", "StatelessCase", "While", "StatelessWhile", "PForMap"))
