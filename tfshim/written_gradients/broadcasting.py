"""Gradients of operands that were broadcast: summed to the shapes that these have."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.written_forms.form import raw
from tfshim.written_gradients.shapes import int32_vector, is_eager, like, vector_shape


def summed(g: Any, axes: Any, keep: bool, shape: Any = None) -> Any:
    """The sum of `g` over `axes`, numbers or a tensor."""
    axes = int32_vector(axes) if isinstance(axes, (list, tuple)) else axes
    return raw("Sum", [g, axes], [(g.dtype, shape)], {"keep_dims": keep})


def _stretched(x: Any, other: Any) -> list[int] | None:
    """The axes of the result of an operation by element along which `x` was broadcast to `other`; None where that is not known."""
    a, b = x.shape, other.shape
    if a.rank is None or b.rank is None:
        return None
    rank = max(a.rank, b.rank)
    mine, others = [1] * (rank - a.rank) + a.as_list(), [1] * (rank - b.rank) + b.as_list()
    axes = []
    for i, (m, o) in enumerate(zip(mine, others)):
        if m == 1:
            if o != 1 or i < rank - a.rank:
                axes.append(i)
        elif m is None and o != 1:
            return None
    return axes


def broadcast_axes(x: Any, y: Any) -> list[tuple[Any, Any]]:
    """For the operands of an operation by element: (shape, the axes along which it was broadcast, [] for none)."""
    axes = [None, None] if is_eager() else [_stretched(x, y), _stretched(y, x)]
    shapes = [vector_shape(x), vector_shape(y)]
    if None in axes:  # then TensorFlow looks for both when the graph runs
        axes = raw("BroadcastGradientArgs", shapes, [(tf.int32, [None]), (tf.int32, [None])])
    return list(zip(shapes, axes))


def same_known_shapes(*tensors: Any) -> bool:
    """Whether all of them have one shape, of which every size is known."""
    first = tensors[0].shape
    return first.is_fully_defined() and all(t.shape.is_fully_defined() and t.shape.as_list() == first.as_list() for t in tensors)


def unbroadcast(g: Any, x: Any, shape: Any, axes: Any) -> Any:
    """`g`, of the shape to which `x` was broadcast along `axes`, summed to the `shape` of `x`."""
    if g is None or isinstance(axes, list) and not axes:
        return g
    return raw("Reshape", [tf.reduce_sum(g, axes, keepdims=True), shape], [like(x)], name="Reshape")


def both(op: Any, first: Any, second: Any, x: Any = None, y: Any = None) -> list[Any]:
    """The gradients of the two operands of an operation by element, each summed where it was broadcast."""
    x, y = op.inputs if x is None else (x, y)
    (own, mine), (other, theirs) = broadcast_axes(x, y)
    return [unbroadcast(first, x, own, mine), unbroadcast(second, y, other, theirs)]
