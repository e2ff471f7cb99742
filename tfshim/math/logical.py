"""Logic on bool tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


@tf_export("math.logical_and", "logical_and", elementwise="binary", keras_defaults=True)
@op("LogicalAnd", x="bool", y="bool", grad=None, direct=torch.logical_and)
def logical_and(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x and y`, element by element with broadcasting. Mirrors `tf.math.logical_and`. `x`, `y`: bool tensors."""
    return torch.logical_and(x, y)


@tf_export("math.logical_or", "logical_or", elementwise="binary", keras_defaults=True)
@op("LogicalOr", x="bool", y="bool", grad=None, direct=torch.logical_or)
def logical_or(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x or y`, element by element with broadcasting. Mirrors `tf.math.logical_or`. `x`, `y`: bool tensors."""
    return torch.logical_or(x, y)


@tf_export("math.logical_not", "logical_not", elementwise="unary", keras_defaults=True)
@op("LogicalNot", x="bool", grad=None, direct=torch.logical_not)
def logical_not(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`not x`, element by element. Mirrors `tf.math.logical_not`. `x`: a bool tensor."""
    return torch.logical_not(x)


@tf_export("math.logical_xor", v1=["math.logical_xor", "logical_xor"], elementwise="binary")
@composite
def logical_xor(x: TensorLike, y: TensorLike, name: str | None = "LogicalXor") -> AnyTensor:
    """Whether just one of `x` and `y` is true, element by element with broadcasting. Mirrors `tf.math.logical_xor`.

    `x`, `y`: bool tensors. Composed of `logical_or`, `logical_and` and `logical_not`, as in TensorFlow.
    """
    return logical_and(logical_or(x, y), logical_not(logical_and(x, y)), name=name)
