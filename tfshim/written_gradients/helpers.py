"""What gradients have in common: shapes of results, and sums over what was broadcast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import tfshim as tf
from tfshim.written_forms.form import raw


def like(x: Any) -> tuple[Any, Any]:
    """The dtype and static shape of `x`, as `raw` takes them."""
    return x.dtype, x.shape


def differentiable(t: Any) -> bool:
    """Whether a tensor can have a gradient, by its dtype."""
    return t.dtype.is_floating or t.dtype.is_complex or t.dtype == tf.variant


def vector_shape(x: Any, dtype: Any = tf.int32) -> Any:
    """The shape of `x` as a vector: a constant where it is known."""
    if x.shape.is_fully_defined():
        return tf.constant(x.shape.as_list(), dtype, shape=[x.shape.rank])
    return raw("Shape", [x], [(dtype, [x.shape.rank])], {"out_type": dtype})


def reshaped(g: Any, x: Any) -> Any:
    """`g` in the shape of `x`."""
    return raw("Reshape", [g, vector_shape(x)], [(g.dtype, x.shape)])


def int32_vector(numbers: Sequence[int]) -> Any:
    """A constant vector of int32."""
    return tf.constant(np.array(numbers, np.int32))


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


def unbroadcast(g: Any, x: Any, other: Any) -> Any:
    """`g`, of the shape of `x` and `other` broadcast together, summed to the shape of `x`."""
    if x is other:
        return g
    axes = _stretched(x, other)
    if axes == []:
        return g
    if axes is None:
        sizes = [raw("Shape", [t], [(tf.int32, [t.shape.rank])], {"out_type": tf.int32}) for t in (x, other)]
        axes = raw("BroadcastGradientArgs", sizes, [(tf.int32, [None]), (tf.int32, [None])])[0]
        return raw("Reshape", [summed(g, axes, False), sizes[0]], [like(x)])
    return reshaped(summed(g, axes, False), x)


def both(op: Any, first: Any, second: Any) -> list[Any]:
    """The gradients of the two operands of an operation by element, which functions give, each summed where it was broadcast."""
    x, y = op.inputs
    return [unbroadcast(first(), x, y), unbroadcast(second(), y, x)]


def number(value: float, x: Any) -> Any:
    """A constant of the dtype of `x`."""
    return tf.constant(value, x.dtype)
