"""Axes of tensors whose rank is known only when the graph runs."""

from tfshim.array_ops.creation import range as range_of
from tfshim.array_ops.masking import boolean_mask, where
from tfshim.array_ops.shapes import ensure_shape, rank
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math.comparison import less, not_equal
from tfshim.math.reductions import reduce_all


def split_axes(x, axes):
    """(the other axes of `x`, those in the list `axes`) as int32 vectors of numbers from 0 on."""
    count = rank(x)
    axes = convert_to_tensor(axes, dt.int32)
    if axes.shape.rank is None:
        axes = ensure_shape(axes, [None])
    chosen, every = where(less(axes, 0), axes + count, axes), range_of(count)
    return boolean_mask(every, reduce_all(not_equal(every[:, None], chosen), 1)), chosen
