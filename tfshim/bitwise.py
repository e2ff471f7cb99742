"""`tf.bitwise`: operations on the bits of integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


__all__, __getattr__, __dir__ = exported(globals())

# torch has no bit operations for these; the signed type of the same width has the same bits.
_SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}


@tf_export("bitwise.bitwise_and", elementwise="binary", keras_defaults=True)
@op("BitwiseAnd", x="T", y="T", T=dt.INTS, grad=None, direct=torch.bitwise_and)
def bitwise_and(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The bits set in both `x` and `y`, with broadcasting. Mirrors `tf.bitwise.bitwise_and`.

    `x`, `y`: integer tensors of one type. Raises InvalidArgumentError where dtypes differ or shapes do not broadcast.
    """
    return torch.bitwise_and(x, y)


@tf_export("bitwise.bitwise_or", elementwise="binary", keras_defaults=True)
@op("BitwiseOr", x="T", y="T", T=dt.INTS, grad=None, direct=torch.bitwise_or)
def bitwise_or(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The bits set in `x` or `y` or both, with broadcasting. Mirrors `tf.bitwise.bitwise_or`.

    `x`, `y`: integer tensors of one type. Raises InvalidArgumentError where dtypes differ or shapes do not broadcast.
    """
    return torch.bitwise_or(x, y)


@tf_export("bitwise.bitwise_xor", elementwise="binary", keras_defaults=True)
@op("BitwiseXor", x="T", y="T", T=dt.INTS, grad=None, direct=torch.bitwise_xor)
def bitwise_xor(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The bits set in just one of `x` and `y`, with broadcasting. Mirrors `tf.bitwise.bitwise_xor`.

    `x`, `y`: integer tensors of one type. Raises InvalidArgumentError where dtypes differ or shapes do not broadcast.
    """
    return torch.bitwise_xor(x, y)


@tf_export("bitwise.invert", elementwise="unary", keras_defaults=True)
@op("Invert", x="T", T=dt.INTS, grad=None)
def invert(x: TensorLike, name: str | None = None) -> AnyTensor:
    """Every bit of `x` flipped. Mirrors `tf.bitwise.invert`. `x`: an integer tensor."""
    signed = _SIGNED.get(x.dtype)
    return torch.bitwise_not(x) if signed is None else torch.bitwise_not(x.view(signed)).view(x.dtype)


def _count(y, bits):
    """How far to shift by `y`: between 0 and one less than the width, like TensorFlow on the CPU."""
    signed = _SIGNED.get(y.dtype)
    if signed is not None:
        wide = y.view(signed)
        return torch.where(wide < 0, wide.new_full((), bits - 1), torch.clamp(wide, max=bits - 1))
    return torch.clamp(y, 0, bits - 1)


@tf_export("bitwise.left_shift", elementwise="binary")
@op("LeftShift", x="T", y="T", T=dt.INTS, grad=None)
def left_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The bits of `x` moved up by `y` places, with broadcasting. Mirrors `tf.bitwise.left_shift`.

    `x`, `y`: integer tensors of one type. A count outside [0, width) is clamped to it. Raises InvalidArgumentError
    where dtypes differ or shapes do not broadcast.
    """
    bits = x.dtype.itemsize * 8
    signed = _SIGNED.get(x.dtype)
    if signed is None:
        return torch.bitwise_left_shift(x, _count(y, bits))
    return torch.bitwise_left_shift(x.view(signed), _count(y, bits)).view(x.dtype)


@tf_export("bitwise.right_shift", elementwise="binary")
@op("RightShift", x="T", y="T", T=dt.INTS, grad=None)
def right_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The bits of `x` moved down by `y` places; signed types keep their sign. Mirrors `tf.bitwise.right_shift`.

    `x`, `y`: integer tensors of one type, which broadcast. A count outside [0, width) is clamped to it. Raises
    InvalidArgumentError where dtypes differ or shapes do not broadcast.
    """
    bits = x.dtype.itemsize * 8
    signed = _SIGNED.get(x.dtype)
    count = _count(y, bits)
    if signed is None:
        return torch.bitwise_right_shift(x, count)
    moved = torch.bitwise_right_shift(x.view(signed), count)
    # The signed type fills with the sign; the bits that came in are cleared. Shifting twice keeps the mask exact.
    cleared = torch.bitwise_left_shift(torch.bitwise_left_shift(-torch.ones_like(count), bits - 1 - count), 1)
    return torch.bitwise_and(moved, torch.bitwise_not(cleared)).view(x.dtype)
