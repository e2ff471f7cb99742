"""Logic on bool tensors."""

import torch

from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op


@op("LogicalAnd", x="bool", y="bool", grad=None, direct=torch.logical_and)
def logical_and(x, y, name=None):
    """`x and y`, element by element with broadcasting. Mirrors `tf.math.logical_and`. `x`, `y`: bool tensors."""
    return torch.logical_and(x, y)


@op("LogicalOr", x="bool", y="bool", grad=None, direct=torch.logical_or)
def logical_or(x, y, name=None):
    """`x or y`, element by element with broadcasting. Mirrors `tf.math.logical_or`. `x`, `y`: bool tensors."""
    return torch.logical_or(x, y)


@op("LogicalNot", x="bool", grad=None, direct=torch.logical_not)
def logical_not(x, name=None):
    """`not x`, element by element. Mirrors `tf.math.logical_not`. `x`: a bool tensor."""
    return torch.logical_not(x)


@composite
def logical_xor(x, y, name="LogicalXor"):
    """Whether just one of `x` and `y` is true, element by element with broadcasting. Mirrors `tf.math.logical_xor`.

    `x`, `y`: bool tensors. Made of `logical_or`, `logical_and` and `logical_not`, as in TensorFlow.
    """
    return logical_and(logical_or(x, y), logical_not(logical_and(x, y)), name=name)
