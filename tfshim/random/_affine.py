"""Bringing standard values to a range or a scale: one multiplication and one addition, each rounded."""

import torch

from tfshim.engine.graphs import fused_steps
from tfshim.math.arithmetic import add, multiply, subtract

fused_steps.changes_drawn(multiply, torch.Tensor.mul_, places=2)
fused_steps.changes_drawn(add, torch.Tensor.add_, places=2)


def span(minval, maxval):
    """The width of a range."""
    return subtract(maxval, minval, name="sub")


def affine(values, scale, offset, name=None):
    """`values * scale + offset`; without the addition where `offset` is None. `name` is that of the addition."""
    if offset is None:
        return multiply(values, scale)
    return add(multiply(values, scale, name="mul"), offset, name=name)
