"""Fake quantization: floats rounded as if they were kept in few bits, whose gradients are those of clipping."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.ops.vectorized import comparisons, pieces
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import readable
from tfshim.engine.values.shapes import dims_text
from tfshim.quantization.rounding import away, between, kept, shares, sum_where

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


def _nudged(low, high, bits, narrow):
    """(low, high, scale) with the limits moved so that zero is a step; float32 tensors."""
    least, most = float(narrow), float(2**bits - 1)
    scale = (high - low) / (most - least)
    zero = least - low / scale
    zero = torch.where(zero < least, torch.full_like(zero, least), torch.where(zero > most, torch.full_like(zero, most), away(zero)))
    return (least - zero) * scale, (most - zero) * scale, scale


def _rounded_to_steps(x, low, high, scale):
    inverse = 1.0 / scale
    zero = torch.floor(-low * inverse + 0.5)

    def rounded(x):
        # TensorFlow's formula, term by term: the order decides how halves are rounded.
        return between(x, low, high).sub_(low).mul_(inverse).sub_(zero).add_(0.5).floor_().mul_(scale)

    made = rounded(x) if low.dim() else pieces.in_pieces(rounded, x, x.dtype)
    return made.masked_fill_(scale == 0, 0.0) if not readable(scale) or (scale == 0).any() else made


def _sum_to(g, like):
    return g.sum() if like.ndim == 0 else g.reshape(-1, like.shape[0]).sum(0)


def _sum_where(g, condition, like):
    return sum_where(g, condition) if like.ndim == 0 else _sum_to(g * condition, like)


class _FakeQuant(Function):
    """Steps whose gradient is that of clipping."""

    @staticmethod
    def forward(ctx, x, low, high, bits, narrow):
        limits = _nudged(low, high, bits, narrow)
        ctx.save_for_backward(x, *limits[:2])
        return _rounded_to_steps(x, *limits)

    @staticmethod
    def backward(ctx, g):
        x, low, high = ctx.saved_tensors
        wanted = ctx.needs_input_grad
        inside = kept(g, x, low, high) if wanted[0] else None
        below = _sum_where(g, comparisons.lt(x, low), low) if wanted[1] else None
        above = _sum_where(g, comparisons.gt(x, high), low) if wanted[2] else None
        return inside, below, above, None, None


def _bits(num_bits):
    if not 2 <= num_bits <= 16:
        raise invalid(f"num_bits must be between 2 and 16, inclusive, got: {num_bits}")


def _of_rank(rank, min, max):  # noqa: A002
    for label, limit in (("min", min), ("max", max)):
        if limit.ndim != rank:
            raise invalid(f"`{label}` must be rank {rank} but is rank {limit.ndim}")


def _of_one_shape(gradients, inputs):
    if gradients.shape != inputs.shape:
        raise invalid("gradient and input must be the same size")


def _limits(low, high):
    if not low < high:
        raise invalid(f"min has to be smaller than max, was: {low:g} >= {high:g}")


def _fixed(min, max, num_bits):  # noqa: A002
    _limits(float(min), float(max))
    _bits(num_bits)
    return torch.tensor(float(min)), torch.tensor(float(max))


@op("FakeQuantWithMinMaxArgs", inputs="float32", scope="")
def _fake_quantized(inputs, min, max, num_bits, narrow_range, name=None):  # noqa: A002
    """Steps over a fixed range."""
    low, high = _fixed(min, max, num_bits)
    return _FakeQuant.apply(inputs, low.to(inputs.device), high.to(inputs.device), num_bits, narrow_range)


@tf_export("quantization.fake_quant_with_min_max_args", v1=["quantization.fake_quant_with_min_max_args", "fake_quant_with_min_max_args"])
@composite
def fake_quant_with_min_max_args(
    inputs: TensorLike, min: TensorLike = -6, max: TensorLike = 6, num_bits: int = 8, narrow_range: bool = False, name: str | None = None
) -> Tensor:  # noqa: A002
    """Round floats as if they were kept in few bits, over a fixed range. Mirrors `tf.quantization.fake_quant_with_min_max_args`.

    A model that is trained with it gets used to the loss of integers of 8 bits. The range is moved a little so that 0 is one of the steps;
    values outside are clipped to it.

    Arguments:
        inputs: a float32 tensor of any shape.
        min, max: the range, Python numbers (default -6 and 6).
        num_bits: the number of bits, an int from 2 to 16 (default 8).
        narrow_range: True leaves out the lowest step, so that there are as many below the middle as above (default False).
        name: a name for the operation (default None).

    Returns:
        a float32 tensor of the shape of `inputs`. Gradients pass inside the range and are 0 outside.

    Raises:
        tf.errors.InvalidArgumentError: `min` is not less than `max`, or another number of bits.

    Example:
        >>> tf.quantization.fake_quant_with_min_max_args([-9.0, 0.0, 0.3, 1.0, 9.0], min=0, max=3, num_bits=2).numpy()
        array([0., 0., 0., 1., 3.], dtype=float32)
    """
    return _fake_quantized(convert_to_tensor(inputs, dt.float32), min, max, num_bits, narrow_range, name=name)


@tf_export(
    "quantization.fake_quant_with_min_max_args_gradient",
    v1=["quantization.fake_quant_with_min_max_args_gradient", "fake_quant_with_min_max_args_gradient"],
)
@op("FakeQuantWithMinMaxArgsGradient", gradients="float32", inputs="float32", grad="missing", scope="")
def fake_quant_with_min_max_args_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike = -6,
    max: TensorLike = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:  # noqa: A002
    """The gradient of rounding over a fixed range. Mirrors `tf.quantization.fake_quant_with_min_max_args_gradient`.

    `tf.GradientTape` computes it by itself; this is for gradients that are put together by hand.

    Arguments:
        gradients: a float32 tensor, the gradient with respect to the result of `fake_quant_with_min_max_args`.
        inputs: the inputs that it was given, of the same shape.
        min, max: the range, Python numbers (default -6 and 6).
        num_bits: the number of bits, an int from 2 to 16 (default 8).
        narrow_range: whether the lowest step was left out (default False).
        name: a name for the operation (default None).

    Returns:
        a float32 tensor of that shape: `gradients` where the input lies inside the range, 0 elsewhere.

    Raises:
        tf.errors.InvalidArgumentError: shapes differ, or range and bits are none.

    Example:
        >>> tf.quantization.fake_quant_with_min_max_args_gradient([1.0, 2.0, 3.0], [-9.0, 1.0, 9.0]).numpy()
        array([0., 2., 0.], dtype=float32)
    """
    if gradients.shape != inputs.shape:
        kind = "FakeQuantWithMinMaxArgsGradient"
        raise invalid(
            f"Inputs to operation {kind} of type {kind} must have the same size and shape.  Input 0: {dims_text(gradients.shape)} != "
            f"input 1: {dims_text(inputs.shape)}"
        )
    low, high, _ = _nudged(*_fixed(min, max, num_bits), num_bits, narrow_range)
    return kept(gradients, inputs, low, high)


@tf_export("quantization.fake_quant_with_min_max_vars", v1=["quantization.fake_quant_with_min_max_vars", "fake_quant_with_min_max_vars"])
@op("FakeQuantWithMinMaxVars", inputs="float32", min="float32", max="float32", scope="", shape_fallback=by_names("...,,->..."))
def fake_quant_with_min_max_vars(
    inputs: TensorLike, min: TensorLike, max: TensorLike, num_bits: int = 8, narrow_range: bool = False, name: str | None = None
) -> Tensor:  # noqa: A002
    """Round floats as if they were kept in few bits, over a range that is learned. Mirrors `tf.quantization.fake_quant_with_min_max_vars`.

    Arguments:
        inputs: a float32 tensor of any shape.
        min, max: the range, float32 tensors or variables of shape []. It is moved a little so that 0 is one of the steps.
        num_bits: the number of bits, an int from 2 to 16 (default 8).
        narrow_range: True leaves out the lowest step (default False).
        name: a name for the operation (default None).

    Returns:
        a float32 tensor of the shape of `inputs`. Gradients pass to `inputs` inside the range, to `min` from what lies below it and to
        `max` from what lies above.

    Raises:
        tf.errors.InvalidArgumentError: a limit is no scalar, or another number of bits.

    Example:
        >>> tf.quantization.fake_quant_with_min_max_vars([-1.0, 0.4, 0.6, 5.0], 0.0, 3.0, num_bits=2).numpy()
        array([0., 0., 1., 3.], dtype=float32)
    """
    _bits(num_bits)
    _of_rank(0, min, max)
    return _FakeQuant.apply(inputs, min, max, num_bits, narrow_range)


FakeQuantGradients = namedtuple("FakeQuantWithMinMaxVarsGradient", ["backprops_wrt_input", "backprop_wrt_min", "backprop_wrt_max"])  # type: ignore[name-match]
FakeQuantPerChannelGradients = namedtuple(  # type: ignore[name-match]
    "FakeQuantWithMinMaxVarsPerChannelGradient", ["backprops_wrt_input", "backprop_wrt_min", "backprop_wrt_max"]
)


@tf_export(
    "quantization.fake_quant_with_min_max_vars_gradient",
    v1=["quantization.fake_quant_with_min_max_vars_gradient", "fake_quant_with_min_max_vars_gradient"],
)
@op(
    "FakeQuantWithMinMaxVarsGradient",
    gradients="float32",
    inputs="float32",
    min="float32",
    max="float32",
    grad="missing",
    scope="",
    shape_fallback=by_names("...,...,,->...,,", result=FakeQuantGradients),
)
def fake_quant_with_min_max_vars_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Any:  # noqa: A002
    """The gradients of rounding over a learned range. Mirrors `tf.quantization.fake_quant_with_min_max_vars_gradient`.

    `tf.GradientTape` computes them by itself; this is for gradients that are put together by hand.

    Arguments:
        gradients: a float32 tensor, the gradient with respect to the result of `fake_quant_with_min_max_vars`.
        inputs: the inputs that it was given, of the same shape.
        min, max: the range, float32 tensors of shape [].
        num_bits: the number of bits, an int from 2 to 16 (default 8).
        narrow_range: whether the lowest step was left out (default False).
        name: a name for the operation (default None).

    Returns:
        a named tuple: the gradient with respect to `inputs`, and those with respect to `min` and `max`, which are the sums of `gradients`
            below and above the range.

    Example:
        >>> found = tf.quantization.fake_quant_with_min_max_vars_gradient([1.0, 2.0, 3.0], [-9.0, 1.0, 9.0], 0.0, 3.0)
        >>> [x.numpy() for x in found]
        [array([0., 2., 0.], dtype=float32), 1.0, 3.0]
    """
    _bits(num_bits)
    _of_one_shape(gradients, inputs)
    _of_rank(0, min, max)
    low, high, _ = _nudged(min, max, num_bits, narrow_range)
    inside, below, above = shares(gradients, inputs, low, high)
    return FakeQuantGradients(inside, _sum_to(below, low), _sum_to(above, low))


def _channels(inputs, min, max):  # noqa: A002
    _of_rank(1, min, max)
    for label, limit in (("min", min), ("max", max)):
        if inputs.ndim and limit.shape[0] != inputs.shape[-1]:
            raise invalid(f"{label} has incorrect size, expected {inputs.shape[-1]} was {limit.shape[0]}")


@tf_export(
    "quantization.fake_quant_with_min_max_vars_per_channel",
    v1=["quantization.fake_quant_with_min_max_vars_per_channel", "fake_quant_with_min_max_vars_per_channel"],
)
@op(
    "FakeQuantWithMinMaxVarsPerChannel",
    inputs="float32",
    min="float32",
    max="float32",
    scope="",
    shape_fallback=by_names("...c,c,c->...c"),
)
def fake_quant_with_min_max_vars_per_channel(
    inputs: TensorLike, min: TensorLike, max: TensorLike, num_bits: int = 8, narrow_range: bool = False, name: str | None = None
) -> Tensor:  # noqa: A002
    """Round floats as if they were kept in few bits, with a range for each channel. Mirrors
    `tf.quantization.fake_quant_with_min_max_vars_per_channel`.

    Kernels of convolutions are quantized so: filters whose weights are small keep more of them than with one range for all.

    Arguments:
        inputs: a float32 tensor of shape [..., channels].
        min, max: the ranges, float32 tensors or variables of shape [channels].
        num_bits: the number of bits, an int from 2 to 16 (default 8).
        narrow_range: True leaves out the lowest step (default False).
        name: a name for the operation (default None).

    Returns:
        a float32 tensor of the shape of `inputs`, with gradients as those of `fake_quant_with_min_max_vars`.

    Raises:
        tf.errors.InvalidArgumentError: limits do not have one number for each channel, or another number of bits.

    Example:
        >>> x = [[0.4, 0.4], [2.6, 2.6]]
        >>> tf.quantization.fake_quant_with_min_max_vars_per_channel(x, [0.0, 0.0], [3.0, 0.3], num_bits=2).numpy()
        array([[0. , 0.3],
               [3. , 0.3]], dtype=float32)
    """
    _bits(num_bits)
    _channels(inputs, min, max)
    return _FakeQuant.apply(inputs, min, max, num_bits, narrow_range)


@tf_export(
    "quantization.fake_quant_with_min_max_vars_per_channel_gradient",
    v1=["quantization.fake_quant_with_min_max_vars_per_channel_gradient", "fake_quant_with_min_max_vars_per_channel_gradient"],
)
@op(
    "FakeQuantWithMinMaxVarsPerChannelGradient",
    gradients="float32",
    inputs="float32",
    min="float32",
    max="float32",
    grad="missing",
    scope="",
    shape_fallback=by_names("...c,...c,c,c->...c,c,c", result=FakeQuantPerChannelGradients),
)
def fake_quant_with_min_max_vars_per_channel_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Any:  # noqa: A002
    """The gradients of rounding with a range for each channel. Mirrors `tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient`.

    `tf.GradientTape` computes them by itself; this is for gradients that are put together by hand.

    Arguments:
        gradients: a float32 tensor, the gradient with respect to the result.
        inputs: the inputs, of the same shape, [..., channels].
        min, max: the ranges, float32 tensors of shape [channels].
        num_bits: the number of bits, an int from 2 to 16 (default 8).
        narrow_range: whether the lowest step was left out (default False).
        name: a name for the operation (default None).

    Returns:
        a named tuple: the gradient with respect to `inputs`, of its shape, and those with respect to `min` and `max`, of shape [channels].

    Example:
        >>> found = tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient(
        ...     [[1.0, 2.0]], [[-9.0, 1.0]], [0.0, 0.0], [3.0, 3.0])
        >>> [x.numpy() for x in found]
        [array([[0., 2.]], dtype=float32), array([1., 0.], dtype=float32), array([0., 0.], dtype=float32)]
    """
    _bits(num_bits)
    _of_one_shape(gradients, inputs)
    _channels(inputs, min, max)
    low, high, _ = _nudged(min, max, num_bits, narrow_range)
    inside, below, above = shares(gradients, inputs, low, high)
    return FakeQuantPerChannelGradients(inside, _sum_to(below, low), _sum_to(above, low))
