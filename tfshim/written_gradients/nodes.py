"""Gradients within graphs, nodes of our own, as what TensorFlow would have there: the operations that compute them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim.engine.functions.concrete_function import called_graph
from tfshim.engine.graph_export.splicing import splice, splice_around
from tfshim.engine.graphs.graph_writer import NotWritten
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.dtypes import FROM_TORCH
from tfshim.written_forms.form import raw
from tfshim.written_gradients import (  # noqa: F401 - which declare the gradients
    arrays,
    convolutions,
    elementwise,
    lists,
    matrices,
    networks,
    reductions,
    segments,
    tensor_arrays,
)
from tfshim.written_gradients.accumulation import Accumulation, around
from tfshim.written_gradients.inlining import copied, copied_as_shown, differentiated_again, is_call, is_in_line
from tfshim.written_gradients.rows import Rows, dense
from tfshim.written_gradients.shapes import int32_vector, is_eager, like, number, vector_shape

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer = Any  # GraphWriter of engine.graphs.graph_writer


def derivative_form(writer: Writer, node: Operation) -> list[Any] | None:
    """See `higher.derivative_form`. As TensorFlow does, it leaves in the graph what it has made though nothing takes it."""
    if node.kind == "_Gradient":
        return splice_around(writer, node, lambda inner: _of_tape(writer, node, inner), whole=True)
    if is_in_line(node):
        inner, inputs, captures = node.arguments
        return splice(writer, node, lambda x, c: copied_as_shown(inner, [*x, *c], writer.names), [inputs, captures], beside=True)
    if node.kind in ("_GatheredRows", "_ShapeOfRows") and id(node) in writer.of_rows:
        for t, reference in zip(node.outputs, writer.of_rows[id(node)]):
            writer.place(t, reference)
        writer.ends(node, [])
        return []
    if node.kind == "_Gradients" and node.of_rows and writer.functions.shown:
        return _with_rows(writer, node)
    if node.kind == "_Gradients":
        return splice_around(writer, node, lambda inner: _of_graph(writer, node, inner), whole=True)
    if is_call(node) and writer.is_differentiated(node) and not _goes_back_by_call(writer, node):
        graph: Any = called_graph(node)
        _, inputs, captures = node.arguments
        return splice(writer, node, lambda x, c: [y for y in copied(graph, [*x, *c]) if y is not None], [inputs, captures])
    if node.kind.startswith("_") and node.kind in _NOT_WRITTEN:
        raise NotWritten(node.kind, node.name)
    return None


def _goes_back_by_call(writer: Writer, node: Operation) -> bool:
    """Whether pages show the gradient of the call `node` as a call: not where that is differentiated again."""
    if not writer.functions.shown or node.shown_part is not None:
        return False
    graph = node.graph
    while (around := getattr(graph, "written_for", None)) is not None:
        graph = around.graph
    return not differentiated_again(graph)


_NOT_WRITTEN = frozenset(
    """_GradientOfHeld _GradientsHold _GradientsOfHeld _AmongRows _GradientOfReplicas _TapeHold _OuterGradient _Jacobian _JacobianOfHeld
    _Jvp _Hessian""".split()
)


def _accumulated(
    writer: Writer,
    node: Operation,
    inner: Any,
    targets: Any,
    weights: Any,
    starts: Any,
    groups: Iterable[Sequence[Any]] = (),
    **options: Any,
) -> Accumulation:
    operations = node.graph._operations
    before = operations[: operations.index(node)]
    made = Accumulation(writer, inner, starts, node, **options)
    made.follow(before)
    for i, (t, w) in enumerate(zip(targets, weights)):
        made.add(t, _first(node, i, inner(t), None if w is None else inner(w)))
    made.go_back(before, targets if node.kind == "_Gradients" else (), groups)
    return made


def _first(node: Operation, place: int, t: Any, weight: Any) -> Any:
    """The gradient of target number `place`, the tensor `t`, that goes back first, with TensorFlow's names."""
    if node.kind == "_Gradient" or is_eager():
        if weight is not None:
            return weight if weight.shape == t.shape else tf.broadcast_to(weight, tf.shape(t))
        with name_scope(around(node)):
            if is_eager() and t.shape.rank:
                return raw("Fill", [int32_vector(t.shape.as_list()), number(1.0, t)], [like(t)])
            return tf.ones(t.shape, t.dtype) if t.shape.is_fully_defined() else tf.ones_like(t)
    if weight is not None:
        weight = weight if weight.shape == t.shape else tf.broadcast_to(weight, tf.shape(t))
        return raw("Identity", [weight], [like(t)], name=f"grad_ys_{place}")
    sizes = vector_shape(t)
    value = tf.constant(1.0 if t.dtype.is_floating else 1, t.dtype, name=f"grad_ys_{place}/Const")
    return raw("Fill", [sizes, value], [like(t)], name=f"grad_ys_{place}")


def _of_tape(writer: Writer, node: Operation, inner: Callable[[Any], Any]) -> list[Any]:
    _, targets, weights, tensors, references, rows = node.arguments
    if not hasattr(node, "starts"):
        raise NotWritten(node.kind, node.name)
    variables = [reference() for reference in references]
    reads = [[t for t in node.starts if t.op.kind == "ReadVariableOp" and t.op.arguments[0] is v] for v in variables]
    starts = [*tensors, *[t for own in reads for t in own]]
    if writer.functions.shown:  # tapes go back to all that they watch, whatever is asked for
        starts += [t for t in node.watched if t.op.graph is node.graph]
    made = _accumulated(writer, node, inner, targets, weights, starts, variables=variables)
    found = [(inner(t), made.of(t)) for t in tensors]
    found += [(v, made.of_variable(v, own)) for v, own in zip(variables, reads)]
    results: list[Any] = []
    for (x, g), kinds in zip(found, rows, strict=True):
        g = tf.zeros_like(x) if g is None else g
        results.extend([dense(g)] if kinds is None else _parts(g, x, *kinds))
    return results


def _parts(g: Any, x: Any, index_kind: Any, shape_kind: Any) -> list[Any]:
    """Values, indices and shape of IndexedSlices; every row where the gradient is dense."""
    kind = FROM_TORCH[index_kind]
    if isinstance(g, Rows):
        return [g.values, tf.cast(g.indices, kind), tf.cast(g.shape, FROM_TORCH[shape_kind])]
    shape = vector_shape(x, FROM_TORCH[shape_kind])
    return [g, tf.range(tf.cast(tf.shape(g)[0], kind), dtype=kind), shape]


def _with_rows(writer: Writer, node: Operation) -> list[Any]:
    """Of gradients by tensors of which rows are taken: these rows are what comes back for the tensors."""
    found: list[Any] = []
    messages = splice_around(writer, node, lambda inner: _of_graph(writer, node, inner, found), whole=True)
    for g, of_rows, of_shape in found:
        writer.of_rows[id(of_rows)] = [writer.reference(g.values), writer.reference(g.indices)]
        writer.of_rows[id(of_shape)] = [writer.reference(g.shape)]
    return messages


def _of_graph(writer: Writer, node: Operation, inner: Callable[[Any], Any], rows: list[Any] | None = None) -> list[Any]:
    """The gradients that `node` gives. `rows`: where it notes (Rows, the node for them, the node for their shape), if it is to."""
    ys, weights, xs, stops = node.arguments
    wholes = node.of_rows if rows is not None else ()
    sums = node.sums if writer.functions.shown and len(node.sums) == len(xs) else ()
    which = [at if at >= 0 else -1 - i for i, at in enumerate(sums)] if sums else list(range(len(xs)))
    groups: dict[int, list[Any]] = {}
    for at, x in zip(which, xs):
        groups.setdefault(at, []).append(x)
    asked = list(groups.values())
    starts = [*xs, *[source for source, *_ in wholes]]
    made = _accumulated(writer, node, inner, ys, weights, starts, asked if writer.functions.shown else (), stops=stops)
    gradients = dict(zip(groups, made.of_all(asked)))
    found = [gradients[at] for at in which]
    for source, places, *nodes in wholes:
        g = made.of(source)
        if isinstance(g, Rows) and rows is not None:
            rows.append((g, *nodes))
            for i in places:
                found[i] = g.values
    # A tape gives rows outside of functions: what would add them up does not run.
    taken = (lambda g: g.values if isinstance(g, Rows) else g) if getattr(node, "gives_rows", False) else dense
    return [tf.zeros_like(inner(x)) if g is None else taken(g) for x, g in zip(xs, found)]


higher.install(derivative_form=derivative_form)
