"""Gradients of operands that were broadcast: summed to the shapes that these have."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.written_forms.form import raw
from tfshim.written_gradients.shapes import int32_vector, like, reshaped


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
