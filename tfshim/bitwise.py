"""`tf.bitwise`: operations on the bits of integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import on_processor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


__all__, __getattr__, __dir__ = exported(globals())

# torch has no bit operations for these; the signed type of the same width has the same bits.
_SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}
_UNSIGNED = {signed: unsigned for unsigned, signed in _SIGNED.items()} | {torch.int8: torch.uint8}


@tf_export("bitwise.bitwise_and", elementwise="binary", keras_defaults=True)
@op("BitwiseAnd", x="T", y="T", T=dt.INTS, grad=None, direct=torch.bitwise_and)
def bitwise_and(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The bits that are set in both `x` and `y`. Mirrors `tf.bitwise.bitwise_and`.

    Arguments:
        x: a tensor of integers, or what converts to one, signed or unsigned, of 8 to 64 bits.
        y: a tensor of the same dtype; the shapes broadcast.
        name: a name for the operation in graphs.

    Returns:
        A tensor that has a bit where both have it. It has the dtype of
        `x` and the shape that both broadcast to. Integers have no gradient.

    Raises:
        InvalidArgumentError: the dtypes differ, are no integers, or the shapes do not broadcast.

    Example:
        Flags of three options are read with a mask:

        >>> flags = tf.constant([0b101, 0b110, 0b011])
        >>> tf.bitwise.bitwise_and(flags, 0b100)
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([4, 4, 0], dtype=int32)>
    """
    return torch.bitwise_and(x, y)


@tf_export("bitwise.bitwise_or", elementwise="binary", keras_defaults=True)
@op("BitwiseOr", x="T", y="T", T=dt.INTS, grad=None, direct=torch.bitwise_or)
def bitwise_or(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The bits that are set in `x` or in `y` or in both. Mirrors `tf.bitwise.bitwise_or`.

    Arguments:
        x: a tensor of integers, or what converts to one, signed or unsigned, of 8 to 64 bits.
        y: a tensor of the same dtype; the shapes broadcast.
        name: a name for the operation in graphs.

    Returns:
        A tensor that has a bit where one of them has it. It has the dtype of
        `x` and the shape that both broadcast to. Integers have no gradient.

    Raises:
        InvalidArgumentError: the dtypes differ, are no integers, or the shapes do not broadcast.

    Example:
        A flag is set, whether it was set before or not:

        >>> flags = tf.constant([0b101, 0b010])
        >>> tf.bitwise.bitwise_or(flags, 0b100)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([5, 6], dtype=int32)>
    """
    return torch.bitwise_or(x, y)


@tf_export("bitwise.bitwise_xor", elementwise="binary", keras_defaults=True)
@op("BitwiseXor", x="T", y="T", T=dt.INTS, grad=None, direct=torch.bitwise_xor)
def bitwise_xor(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The bits that are set in just one of `x` and `y`. Mirrors `tf.bitwise.bitwise_xor`.

    Arguments:
        x: a tensor of integers, or what converts to one, signed or unsigned, of 8 to 64 bits.
        y: a tensor of the same dtype; the shapes broadcast.
        name: a name for the operation in graphs.

    Returns:
        A tensor that has a bit where the two differ. It has the dtype of
        `x` and the shape that both broadcast to. Integers have no gradient.

    Raises:
        InvalidArgumentError: the dtypes differ, are no integers, or the shapes do not broadcast.

    Example:
        >>> tf.bitwise.bitwise_xor(tf.constant([0b101, 0b010]), 0b100)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 6], dtype=int32)>

        Twice the same key gives back what was there:

        >>> key = tf.constant(91, tf.uint8)
        >>> hidden = tf.bitwise.bitwise_xor(tf.constant([7, 200], tf.uint8), key)
        >>> tf.bitwise.bitwise_xor(hidden, key).numpy()
        array([  7, 200], dtype=uint8)
    """
    return torch.bitwise_xor(x, y)


@tf_export("bitwise.invert", elementwise="unary", keras_defaults=True)
@op("Invert", x="T", T=dt.INTS, grad=None)
def invert(x: TensorLike, name: str | None = None) -> AnyTensor:
    """Every bit of `x` flipped: zeros become ones and ones become zeros. Mirrors `tf.bitwise.invert`.

    Of a signed dtype that is `-x - 1`, of an unsigned one the largest value less `x`.

    Arguments:
        x: a tensor of integers, or what converts to one, signed or unsigned, of 8 to 64 bits.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dtype and shape of `x`. Integers have no gradient.

    Raises:
        InvalidArgumentError: `x` is of another dtype, such as bool (`tf.logical_not` is for these) or a float.

    Example:
        >>> tf.bitwise.invert(tf.constant([0, 5, -1]))
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([-1, -6,  0], dtype=int32)>
        >>> tf.bitwise.invert(tf.constant([0, 255], tf.uint8)).numpy()
        array([255,   0], dtype=uint8)
    """
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
    """The bits of `x` moved up by `y` places: a multiplication by 2 ** y that drops what leaves the dtype. Mirrors `tf.bitwise.left_shift`.

    Arguments:
        x: a tensor of integers, or what converts to one, signed or unsigned, of 8 to 64 bits.
        y: a tensor of the same dtype; the shapes broadcast.
            A count outside of [0, bits of the dtype) is brought to the nearer end of it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the moved bits. It has the dtype of
        `x` and the shape that both broadcast to. Integers have no gradient.

    Raises:
        InvalidArgumentError: the dtypes differ, are no integers, or the shapes do not broadcast.

    Example:
        >>> tf.bitwise.left_shift(tf.constant([1, 3], tf.int8), tf.constant([4, 7], tf.int8))
        <tf.Tensor: shape=(2,), dtype=int8, numpy=array([  16, -128], dtype=int8)>
    """
    bits = x.dtype.itemsize * 8
    signed = _SIGNED.get(x.dtype)
    if signed is None:
        return torch.bitwise_left_shift(x, _count(y, bits))
    return torch.bitwise_left_shift(x.view(signed), _count(y, bits)).view(x.dtype)


@tf_export("bitwise.right_shift", elementwise="binary")
@op("RightShift", x="T", y="T", T=dt.INTS, grad=None)
def right_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The bits of `x` moved down by `y` places: a division by 2 ** y, rounded down. Mirrors `tf.bitwise.right_shift`.

    Arguments:
        x: a tensor of integers, or what converts to one, signed or unsigned, of 8 to 64 bits.
        y: a tensor of the same dtype; the shapes broadcast.
            A count outside of [0, bits of the dtype) is brought to the nearer end of it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the moved bits; signed dtypes keep their sign, unsigned ones are filled with zeros. It has the dtype of
        `x` and the shape that both broadcast to. Integers have no gradient.

    Raises:
        InvalidArgumentError: the dtypes differ, are no integers, or the shapes do not broadcast.

    Example:
        >>> tf.bitwise.right_shift(tf.constant([-16, 17], tf.int8), tf.constant([2, 2], tf.int8))
        <tf.Tensor: shape=(2,), dtype=int8, numpy=array([-4,  4], dtype=int8)>
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


# Sums of neighbouring bits, pairs and fours: which of them count, and how far apart they are.
_FOLDS = ((0x55, 1), (0x33, 2), (0x0F, 4))


@op("PopulationCount", x="T", T=dt.INTS, grad=None, out=dt.uint8)
def _population_count(x, name=None):
    """How many bits of each integer are set."""
    if on_processor(x) and hasattr(np, "bitwise_count"):
        bits = x.view(_UNSIGNED.get(x.dtype, x.dtype)).numpy()  # of negative numbers NumPy counts those of the opposite
        return torch.from_numpy(np.asarray(np.bitwise_count(bits)))
    x = x.view(_SIGNED.get(x.dtype, x.dtype))
    width = x.dtype.itemsize
    for byte, by in _FOLDS:
        mask = int.from_bytes(bytes([byte]) * width, "little")
        x = (x & mask) + ((x >> by) & mask)
    for by in (8, 16, 32):
        if by < width * 8:
            x = x + (x >> by)
    return (x & 0x7F).to(torch.uint8)
