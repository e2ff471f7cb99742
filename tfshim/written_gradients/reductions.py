"""Gradients of sums, means, products and extremes over axes, and of running sums and products."""

from __future__ import annotations

from typing import Any

import numpy as np

import tfshim as tf
from tfshim.engine.runtime.state import TS
from tfshim.written_forms.form import raw
from tfshim.written_gradients.shapes import is_eager, like, name_within, number, vector_shape
from tfshim.written_gradients.table import gradient_of


def _all_in_turn(op: Any) -> bool:
    """Whether all axes are reduced, and named from the first to the last: what TensorFlow takes for a simple case."""
    axes, rank = op.number(1), op.inputs[0].shape.rank
    return axes is not None and rank is not None and axes.reshape(-1).tolist() == list(range(rank))


def _axes(op: Any) -> list[int] | None:
    """The axes that are reduced, where they are known."""
    axes, rank = op.number(1), op.inputs[0].shape.rank
    return None if axes is None or rank is None else sorted({int(a) % rank for a in axes.reshape(-1)} if rank else ())


def _shape_of(x: Any) -> Any:
    return raw("Shape", [x], [(tf.int32, [x.shape.rank])], {"out_type": tf.int32}) if x.shape.rank is None else vector_shape(x)


def _places(op: Any, shape: Any) -> tuple[Any, Any]:
    """The number of axes of the input, and the axes that are reduced counted from the first, as nodes."""
    source, axes = op.inputs[:2]
    if source.shape.rank is None:
        size = raw("Size", [shape], [(tf.int32, [])], {"out_type": tf.int32})
    else:
        size = tf.constant(source.shape.rank, tf.int32, name="Size")
    axes = axes if axes.dtype == tf.int32 else tf.cast(axes, tf.int32)
    return size, raw("FloorMod", [axes + size, size], [(tf.int32, axes.shape)], name="mod")


def _sizes_kept(op: Any, shape: Any) -> Any:
    """The sizes of the result as they are where it keeps the axes that are reduced, each as 1, for the `shape` of the input."""
    known = _known_kept(op)
    if known is not None:
        return known
    size, axes = _places(op, shape)
    ones = vector_shape(axes)
    every = tf.range(size)
    ones = raw("Fill", [ones, _one()], [(tf.int32, axes.shape)], name="ones")
    return raw("DynamicStitch", [[every, axes], [shape, ones]], [(tf.int32, [op.inputs[0].shape.rank])])


def _one() -> Any:
    return tf.constant(1, tf.int32, name=name_within("ones", "Const"))


def _known_kept(op: Any) -> list[int] | None:
    axes, shape = _axes(op), op.inputs[0].shape
    if axes is None or not shape.is_fully_defined():
        return None
    return [1 if i in axes else n for i, n in enumerate(shape.as_list())]


def _kept(op: Any, x: Any, sizes: Any) -> Any:
    """`x`, of the shape of the result, in those sizes."""
    return tf.reshape(x, sizes)


def _vector(sizes: list[int]) -> Any:
    return np.array(sizes, np.int32)


def _spread(op: Any, grad: Any) -> Any:
    """`grad`, of the shape of the result, as often as the input has elements for each of it."""
    source, axes = op.inputs[0], _axes(op)
    rank, result = source.shape.rank, (grad.dtype, source.shape)
    if _all_in_turn(op):
        if not rank:
            name = name_within("Reshape", "shape")
            empty = [tf.constant([], kind, name=name) for kind in (tf.float32, tf.int32)]  # the first of which TensorFlow makes in vain
            whole = raw("Reshape", [grad, empty[1]], [like(grad)])
        else:
            whole = _kept(op, grad, [1] * rank)
        if source.shape.is_fully_defined():
            sizes = tf.constant(_vector(source.shape.as_list()))
        else:
            sizes = _shape_of(source)
        return raw("Tile", [whole, sizes], [result])
    known = None if is_eager() else _known_kept(op)
    if known is not None:
        sizes = source.shape.as_list()
        counted = TS.graph.counted
        if (*sizes, None, *axes) not in counted:
            # How often each axis is repeated is worked out by nodes, which nothing takes then.
            counted.add((*sizes, None, *axes))
            least = raw("Maximum", [_vector(known), 1], [(tf.int32, [rank])])
            raw("FloorDiv", [_vector(sizes), least], [(tf.int32, [rank])], name="floordiv")
        times = [n // max(k, 1) for n, k in zip(sizes, known)]
        kept = _kept(op, grad, known)
        return raw("Tile", [kept, _vector(times)], [result])
    shape = _shape_of(source)
    if not op.get_attr("keep_dims"):
        grad = _kept(op, grad, _sizes_kept(op, shape))
    return raw("BroadcastTo", [grad, shape], [result])


@gradient_of("Sum")
def total(op: Any, grad: Any) -> Any:
    return [_spread(op, grad), None]


@gradient_of("Mean")
def mean(op: Any, grad: Any) -> Any:
    x, y = op.inputs[0], op.outputs[0]
    made = _spread(op, grad)
    if x.shape.is_fully_defined() and y.shape.is_fully_defined():
        factor = number(float(x.shape.num_elements() // max(y.shape.num_elements(), 1)), grad)
        return [raw("RealDiv", [made, factor], [like(made)], name="truediv"), None]
    shape = _shape_of(x)
    _, axes = _places(op, shape)
    count = tf.cast(tf.reduce_prod(tf.gather(shape, axes)), grad.dtype)
    return [raw("RealDiv", [made, count], [like(made)], name="truediv"), None]


@gradient_of("Max", "Min")
def extreme(op: Any, grad: Any) -> Any:
    x, y = op.inputs[0], op.outputs[0]
    shape = _shape_of(x)
    if op.get_attr("keep_dims"):
        sizes = vector_shape(y)
    else:
        sizes = _sizes_kept(op, shape)
        y, grad = _kept(op, y, sizes), _kept(op, grad, sizes)
    chosen = tf.cast(raw("Equal", [y, x], [(tf.bool, x.shape)]), grad.dtype)
    count = _kept(op, raw("Sum", [chosen, op.inputs[1]], [like(op.outputs[0])], {"keep_dims": False}), sizes)
    return [raw("RealDiv", [chosen, count], [like(x)], name="truediv") * grad, None]


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
    return [_whole(op, grad) * tf.transpose(tf.reshape(others, shape), back), None]


def _whole(op: Any, x: Any) -> Any:
    """`x`, of the shape of the result, with the reduced axes as ones."""
    return x if op.get_attr("keep_dims") else _kept(op, x, _sizes_kept(op, _shape_of(op.inputs[0])))


@gradient_of("EuclideanNorm")
def norm(op: Any, grad: Any) -> Any:
    y = op.outputs[0]
    if not op.get_attr("keep_dims"):
        sizes = _sizes_kept(op, _shape_of(op.inputs[0]))
        y, grad = _kept(op, y, sizes), _kept(op, grad, sizes)
    return [op.inputs[0] / (y / grad), None]


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
