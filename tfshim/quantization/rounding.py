"""Rounding, scales and gradients that the operations of `tf.quantization` share."""

import numpy as np
import torch

from tfshim.engine.ops.attributes import attribute
from tfshim.engine.ops.vectorized import bounds, comparisons
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import at_least, on_processor, readable

_MANY = 1 << 12  # numbers whose gradient is one pass over them
_BIGGEST = float(np.finfo(np.float32).max)


def away(x):
    """Rounded, halves away from zero."""
    return x.abs().add_(0.5).floor_().copysign_(x)


def between(x, low, high):
    """A new tensor, `x` with no number below `low` or above `high`, which are tensors that broadcast; `low` where it is the greater."""
    if not low.dim() and not high.dim() and on_processor(low) and on_processor(high):
        least, most = low.item(), high.item()
        if least <= most:
            return x.clamp(least, most)  # one pass instead of two
    return torch.maximum(torch.minimum(x, high), low)


def scales(low, high, least, most):
    """How many steps a unit has if `low` becomes the step `least`, and if `high` becomes the step `most`."""
    # A limit on the wrong side of zero bounds nothing: the greatest float stands for that.
    from_low = torch.where(least * low > 0, least / low, torch.full_like(low, _BIGGEST))
    from_high = torch.where(most * high > 0, most / high, torch.full_like(high, _BIGGEST))
    return from_low, from_high


def within(x, low, high, dtype):
    """1 where `x` lies between the limits, else 0."""
    inside = comparisons.ge(x, low).logical_and_(comparisons.le(x, high))
    # As bytes torch converts them a vector at a time.
    return (inside.view(torch.uint8) if readable(inside) else inside).to(dtype)


def kept(g, x, low, high):
    """`g` where `x` lies between the limits, else 0: of many numbers without a sign."""
    if (
        at_least(g.numel(), _MANY)
        and not low.dim()
        and not g.requires_grad
        and x.dtype is g.dtype
        and on_processor(low)
        and on_processor(high)
    ):
        made = bounds.kept_within(g, x.detach(), low.item(), high.item())
        if made is not None:
            return made
    return g * within(x, low, high, g.dtype)


def sum_where(g, condition):
    """The sum of `g` where `condition`, of its shape, is true."""
    if g.requires_grad or not on_processor(g) or not on_processor(condition):
        return (g * condition).sum()
    return torch.dot(g.reshape(-1), condition.view(torch.uint8).to(g.dtype).view(-1))


def shares(g, x, low, high):
    """The gradients for the input and for the two limits, unsummed."""
    return g * within(x, low, high, g.dtype), g * comparisons.lt(x, low), g * comparisons.gt(x, high)


def counted(axis, input):  # noqa: A002
    """`axis` counted from the first one, as the operations have it, which take -1 for none."""
    if axis is None:
        return -1
    axis = attribute("int", axis, "axis")
    if axis >= 0:
        return axis
    rank = convert_to_tensor(input).shape.rank
    if rank is None:
        raise ValueError("input should have known rank to use negative axis.")
    return axis % rank
