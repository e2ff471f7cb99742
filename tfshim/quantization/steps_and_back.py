"""Floats in steps and back as one operation, over a given range or that of the values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.quantization.rounding import between, counted, kept, scales

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


class _Rounded(Function):
    """Numbers in steps; the gradient passes between `limits`, those of the call whatever the range, and everywhere without them."""

    @staticmethod
    def forward(ctx, x, low, high, least, most, given, half_up, limits):
        from_low, from_high = scales(low, high, least, most)
        scale = torch.minimum(from_low, from_high)
        # The inverse comes from the limit that decided, as its rounding shows.
        inverse = torch.where(from_low < from_high, low / least if least else torch.ones_like(low), high / most)
        bottom = torch.where(from_low < from_high, low, least * inverse)
        top = torch.where(from_low < from_high, most * inverse, high)
        ctx.save_for_backward(*(() if limits is None else (x, *limits)))
        steps = between(x, bottom, top).mul_(scale) if given else x * scale
        steps = steps.add_(0.5).floor_() if half_up else steps.round_()
        return (steps if given else steps.clamp_(max=most)).mul_(inverse)

    @staticmethod
    def backward(ctx, g):
        if ctx.saved_tensors:
            x, low, high = ctx.saved_tensors
            g = kept(g, x, low, high)
        return g, *[None] * 7


def _has_axis(input, axis):  # noqa: A002
    if axis >= input.ndim:
        raise invalid(f"Shape must be at least rank {axis + 1} but is rank {input.ndim}")


def _sliced(limit, input, axis, label):  # noqa: A002
    """A limit as it meets `input`, with one for each slice along `axis`."""
    if axis == -1:
        return limit
    _has_axis(input, axis)
    if limit.ndim != 1:
        raise invalid(f"Shape must be rank 1 for {label}_tensor when the axis is specified")
    if limit.shape[0] != input.shape[axis]:
        size = input.shape[axis]
        raise invalid(
            f"{label}_tensor has incorrect size, was {limit.shape[0]} expected {size} to match dim {axis} of the input [{limit.shape[0]}]"
        )
    return limit.reshape([-1 if i == axis else 1 for i in range(input.ndim)])


_KEEPING_SHAPE = {"T": dt.REALS, "shape_fallback": lambda x, *_: (x.dtype, x.shape)}


@op("QuantizeAndDequantizeV4", input="T", input_min="T", input_max="T", **_KEEPING_SHAPE)
def _steps_and_back(input, input_min, input_max, signed_input, num_bits, range_given, round_mode, narrow_range, axis, name=None):  # noqa: A002
    limits = None
    if input.requires_grad or range_given:
        limits = [_sliced(x, input, axis, label) for x, label in ((input_min, "input_min"), (input_max, "input_max"))]
    made = _in_steps(input, input_min, input_max, signed_input, num_bits, range_given, round_mode, narrow_range, axis, limits)
    if input_min.requires_grad or input_max.requires_grad:
        made = made + 0 * (input_min.sum() + input_max.sum())  # limits have a gradient, of zeros
    return made


@op("QuantizeAndDequantizeV2", input="T", input_min="T", input_max="T", **_KEEPING_SHAPE)
def _steps_and_back_passing(input, input_min, input_max, signed_input, num_bits, range_given, round_mode, narrow_range, axis, name=None):  # noqa: A002
    """As `quantize_and_dequantize_v2`, with a gradient that passes everywhere."""
    input_min, input_max = input_min.detach(), input_max.detach()
    return _in_steps(input, input_min, input_max, signed_input, num_bits, range_given, round_mode, narrow_range, axis, None)


def _in_steps(input, input_min, input_max, signed_input, num_bits, range_given, round_mode, narrow_range, axis, limits):  # noqa: A002
    if not 1 <= num_bits <= (62 if signed_input else 63):
        raise invalid(f"num_bits is out of range: {num_bits} with signed_input {signed_input}")
    if signed_input:
        least, most = -(2 ** (num_bits - 1)) + bool(narrow_range), 2 ** (num_bits - 1) - 1
    else:
        least, most = int(bool(narrow_range)), 2**num_bits - 1
    _has_axis(input, axis)
    low, high = input_min, input_max
    if axis != -1:
        if range_given:
            low, high = _sliced(low, input, axis, "input_min"), _sliced(high, input, axis, "input_max")
        else:
            others = [i for i in range(input.ndim) if i != axis]
            low, high = input.detach().amin(others, keepdim=True), input.detach().amax(others, keepdim=True)
    elif not range_given:
        low, high = input.detach().aminmax()
    if range_given and not low.is_meta and (low > high).any():
        raise invalid(f"Invalid range: input_min {low.max().item():g} > input_max {high.min().item():g}")
    return _Rounded.apply(input, low, high, least, most, bool(range_given), round_mode == "HALF_UP", limits)


def _checked_steps(
    operation,
    input,
    input_min,
    input_max,
    signed_input,
    num_bits,
    range_given,
    round_mode,
    narrow_range,
    axis,
    name,  # noqa: A002
):
    if round_mode not in ("HALF_TO_EVEN", "HALF_UP"):
        raise invalid("Round mode must be HALF_TO_EVEN or HALF_UP, got " + str(round_mode))
    input = convert_to_tensor(input)  # noqa: A001
    axis = counted(axis, input)
    low, high = convert_to_tensor(input_min, input.dtype), convert_to_tensor(input_max, input.dtype)
    return operation(input, low, high, signed_input, num_bits, range_given, round_mode, narrow_range, axis, name=name)


@tf_export("quantization.quantize_and_dequantize_v2")
@composite
def quantize_and_dequantize_v2(
    input: TensorLike,
    input_min: FloatLike,
    input_max: FloatLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,  # noqa: A002
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: Axis = None,
) -> Tensor:
    """Floats as few bits would keep them. Mirrors `tf.quantization.quantize_and_dequantize_v2`.

    A model is tried or trained with the loss of integers, while all numbers stay floats.

    Arguments:
        input: a tensor of floats of any shape.
        input_min, input_max: the range, floats or tensors of shape [], or of one number for each slice along `axis`; it is used where
            `range_given` is True, otherwise the range is that of the values.
        signed_input: True (default) has steps on both sides of 0, False from 0 on only.
        num_bits: the number of bits, an int from 1 on (default 8).
        range_given: whether the range is the one that is given (default False).
        round_mode: "HALF_TO_EVEN" (default) or "HALF_UP".
        name: a name for the operation (default None).
        narrow_range: True leaves out the lowest step of signed ones (default False).
        axis: the axis whose slices have ranges of their own; None (default) for one range.

    Returns:
        a tensor of the shape and dtype of `input`. Gradients pass between `input_min` and `input_max`, whichever range is used.

    Raises:
        tf.errors.InvalidArgumentError: another rounding or number of bits, or limits in the wrong order.

    Example:
        >>> tf.quantization.quantize_and_dequantize_v2([-1.0, 0.3, 0.8, 1.0], -1.0, 1.0, num_bits=3).numpy().round(4)
        array([-1.    ,  0.3333,  0.6667,  1.    ], dtype=float32)
    """
    return _checked_steps(
        _steps_and_back, input, input_min, input_max, signed_input, num_bits, range_given, round_mode, narrow_range, axis, name
    )


@tf_export("quantization.quantize_and_dequantize")
@composite
def quantize_and_dequantize(
    input: TensorLike,
    input_min: FloatLike,
    input_max: FloatLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,  # noqa: A002
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: Axis = None,
) -> Tensor:
    """Floats as few bits would keep them, with gradients that pass everywhere. Mirrors `tf.quantization.quantize_and_dequantize`.

    It is the older form of `tf.quantization.quantize_and_dequantize_v2`, whose gradients are 0 outside the range.

    Arguments:
        input: a tensor of floats of any shape.
        input_min, input_max: the range, used where `range_given` is True; otherwise it is that of the values.
        signed_input: True (default) has steps on both sides of 0, False from 0 on only.
        num_bits: the number of bits, an int from 1 on (default 8).
        range_given: whether the range is the one that is given (default False).
        round_mode: "HALF_TO_EVEN" (default) or "HALF_UP".
        name: a name for the operation (default None).
        narrow_range: True leaves out the lowest step of signed ones (default False).
        axis: the axis whose slices have ranges of their own; None (default) for one range.

    Returns:
        a tensor of the shape and dtype of `input`.

    Raises:
        tf.errors.InvalidArgumentError: another rounding or number of bits, or limits in the wrong order.

    Example:
        >>> x = tf.Variable([0.3, 5.0])
        >>> with tf.GradientTape() as tape:
        ...     y = tf.quantization.quantize_and_dequantize(x, 0.0, 1.0, range_given=True)
        >>> tape.gradient(y, x).numpy()
        array([1., 1.], dtype=float32)
    """
    return _checked_steps(
        _steps_and_back_passing, input, input_min, input_max, signed_input, num_bits, range_given, round_mode, narrow_range, axis, name
    )
