"""Addition, subtraction, multiplication and the divisions, with the operators of tensors."""

import numpy as np
import torch

from tfshim.engine import dtypes as dt
from tfshim.engine import errors
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.op import op
from tfshim.engine.state import TS
from tfshim.engine.tensor import EagerTensor


@op("AddV2", x="T", y="T", T=dt.NUMBERS | dt.STRING, hint=True, scope="", scalar="y", direct=torch.add, objects=np.add)
def add(x, y, name=None):
    """`x + y`, element by element with broadcasting; joins strings. Mirrors `tf.math.add`.

    `x`, `y`: tensors of the same number type or of strings; a Python value takes the type of `x`. Raises
    InvalidArgumentError where dtypes differ or shapes do not broadcast.
    """
    return torch.add(x, y)


@op("Sub", x="T", y="T", T=dt.NUMBERS, hint=True, scope="", scalar="y", direct=torch.sub)
def subtract(x, y, name=None):
    """`x - y`, element by element with broadcasting. Mirrors `tf.math.subtract`.

    `x`, `y`: tensors of the same number type; a Python value takes the type of `x`.
    """
    return torch.sub(x, y)


@op("Mul", x="T", y="T", T=dt.NUMBERS, hint=True, scope="", scalar="y", direct=torch.mul)
def multiply(x, y, name=None):
    """`x * y`, element by element with broadcasting. Mirrors `tf.math.multiply`.

    `x`, `y`: tensors of the same number type; a Python value takes the type of `x`.
    """
    return torch.mul(x, y)


@op("Neg", x="T", T=dt.NUMBERS, scope="", direct=torch.neg)
def negative(x, name=None):
    """`-x`, element by element. Mirrors `tf.math.negative`."""
    return torch.neg(x)
