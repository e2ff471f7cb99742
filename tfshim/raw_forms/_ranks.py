"""Inputs of which operations say how many dimensions they have, where a graph does not know it."""

from tfshim import array_ops


def of_rank(x, rank):
    """The tensor `x`, known to have `rank` dimensions from here on where nothing was known of its shape."""
    return x if x.shape.rank is not None else array_ops.ensure_shape(x, [None] * rank)
