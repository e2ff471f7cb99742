"""Axes of ragged tensors, whose rank may be unknown."""

import numpy as np


def axis_from_front(axis, rank, of="ndims", what="axis"):
    """`axis` counted from 0. Raises TypeError for what is no integer, ValueError for one that is not there, or that counts from the end
    where the rank is unknown.

    `of`: what TensorFlow calls the rank, `what`: the axis, in its texts.
    """
    if not isinstance(axis, (int, np.integer)):
        raise TypeError(f"{what} must be an int; got {type(axis).__name__}")
    if rank is None:
        if axis < 0:
            raise ValueError(f"{what}={axis} may only be negative if {of} is statically known.")
        return axis
    if not -rank <= axis < rank:
        raise ValueError(f"{what}={axis} out of bounds: expected {-rank}<={what}<{rank}")
    return axis % rank
