"""Gradients of sums, means, products and extremes over axes, and of running sums and products."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.written_forms.form import raw
from tfshim.written_gradients.shapes import int32_vector, like, number, vector_shape
from tfshim.written_gradients.table import gradient_of


def _axes(op: Any) -> list[int] | None:
    """The axes that are reduced, where they are known."""
    axes, rank = op.number(1), op.inputs[0].shape.rank
    return None if axes is None or rank is None else sorted({int(a) % rank for a in axes.reshape(-1)} if rank else ())


def _kept(op: Any, x: Any) -> Any:
    """`x`, of the shape of the result, with the reduced axes as ones."""
    source, axes = op.inputs[0], _axes(op)
    if op.get_attr("keep_dims") or axes == []:
        return x
    if axes is None:
        # Ones at the places of the axes that are reduced.
        shape = raw("Shape", [source], [(tf.int32, [None])], {"out_type": tf.int32})
        rank = raw("Size", [shape], [(tf.int32, [])], {"out_type": tf.int32})
        every = raw("Range", [0, rank, 1], [(tf.int32, [None])])
        axes = raw("Reshape", [op.inputs[1], [-1]], [(op.inputs[1].dtype, [None])])
        axes = raw("FloorMod", [raw("Cast", [axes], [(tf.int32, [None])], {"DstT": tf.int32}), rank], [(tf.int32, [None])])
        ones = raw("OnesLike", [axes], [(tf.int32, [None])])
        sizes = raw("DynamicStitch", [[every, axes], [shape, ones]], [(tf.int32, [None])])
        return raw("Reshape", [x, sizes], [(x.dtype, None)])
    known = [1 if i in axes else n for i, n in enumerate(source.shape.as_list())]
    return raw("ExpandDims", [x, axes[0]], [(x.dtype, known)]) if len(axes) == 1 else _with_ones(x, source, axes, known)


def _with_ones(x: Any, source: Any, axes: list[int], known: list[Any]) -> Any:
    if known.count(None) <= 1:
        return raw("Reshape", [x, int32_vector([-1 if n is None else n for n in known])], [(x.dtype, known)])
    shape = tf.shape(source)
    return raw("Reshape", [x, tf.stack([1 if i in axes else shape[i] for i in range(len(known))])], [(x.dtype, known)])


def _spread(op: Any, x: Any) -> Any:
    """`x`, of the shape of the result, broadcast to that of the input."""
    source = op.inputs[0]
    return raw("BroadcastTo", [_kept(op, x), vector_shape(source)], [(x.dtype, source.shape)])


@gradient_of("Sum")
def total(op: Any, grad: Any) -> Any:
    return [_spread(op, grad), None]


@gradient_of("Mean")
def mean(op: Any, grad: Any) -> Any:
    x, y = op.inputs[0], op.outputs[0]
    axes = _axes(op)
    sizes = None if axes is None else [x.shape[i] for i in axes]
    if sizes is not None and None not in sizes:
        count = 1
        for n in sizes:
            count *= n
        factor = number(float(max(count, 1)), grad)
    else:
        whole, part = (raw("Size", [t], [(tf.int32, [])], {"out_type": tf.int32}) for t in (x, y))
        factor = tf.cast(tf.math.floordiv(whole, tf.maximum(part, 1)), grad.dtype)
    return [_spread(op, grad) / factor, None]


@gradient_of("Max", "Min")
def extreme(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    chosen = tf.cast(tf.equal(x, _kept(op, op.outputs[0])), grad.dtype)
    count = raw("Sum", [chosen, op.inputs[1]], [like(op.outputs[0])], {"keep_dims": op.get_attr("keep_dims")})
    return [chosen * _kept(op, grad / count), None]


@gradient_of("Prod")
def product(op: Any, grad: Any) -> Any:
    x, axes = op.inputs[0], _axes(op)
    if axes is None:
        return [_spread(op, grad * op.outputs[0]) / x, None]
    rank = x.shape.rank
    # The others' product for each element, right where some are zero: those before it times those behind it.
    order = [i for i in range(rank) if i not in axes] + axes
    moved = tf.transpose(x, order)
    shape = tf.shape(moved)
    flat = tf.reshape(moved, tf.concat([shape[: rank - len(axes)], [-1]], 0))
    last = rank - len(axes)
    others = tf.math.cumprod(flat, last, exclusive=True) * tf.math.cumprod(flat, last, exclusive=True, reverse=True)
    back = sorted(range(rank), key=order.__getitem__)
    return [_kept(op, grad) * tf.transpose(tf.reshape(others, shape), back), None]


@gradient_of("EuclideanNorm")
def norm(op: Any, grad: Any) -> Any:
    y = op.outputs[0]
    return [op.inputs[0] * _kept(op, grad / y), None]


@gradient_of("L2Loss")
def l2_loss(op: Any, grad: Any) -> Any:
    return op.inputs[0] * grad


@gradient_of("Cumsum")
def running_sum(op: Any, grad: Any) -> Any:
    attributes = {"exclusive": op.get_attr("exclusive"), "reverse": not op.get_attr("reverse")}
    return [raw("Cumsum", [grad, op.inputs[1]], [like(grad)], attributes), None]


@gradient_of("Cumprod")
def running_product(op: Any, grad: Any) -> Any:
    x, axis = op.inputs
    made = raw("Cumprod", [x, axis], [like(x)], {"exclusive": op.get_attr("exclusive"), "reverse": op.get_attr("reverse")})
    attributes = {"exclusive": op.get_attr("exclusive"), "reverse": not op.get_attr("reverse")}
    return [raw("Cumsum", [made * grad, axis], [like(x)], attributes) / x, None]


@gradient_of("CumulativeLogsumexp")
def running_log_sum(op: Any, grad: Any) -> Any:
    x, axis = op.inputs
    attributes = {"exclusive": op.get_attr("exclusive"), "reverse": not op.get_attr("reverse")}

    def part(g: Any) -> Any:
        least = tf.fill(tf.shape(g), number(float(g.dtype.min), g))
        logarithm = tf.where(tf.greater(g, number(0.0, g)), tf.math.log(g), least)
        return tf.exp(raw("CumulativeLogsumexp", [logarithm - op.outputs[0], axis], [like(x)], attributes) + x)

    return [part(grad) - part(-grad), None]
