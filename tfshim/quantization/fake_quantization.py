"""Fake quantization: floats rounded as if they were kept in few bits, whose gradients are those of clipping."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.quantization.rounding import away, shares

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
    clamped = torch.maximum(torch.minimum(x, high), low)  # limits in the wrong order give the lower one
    # TensorFlow's formula, term by term: the order decides how halves are rounded.
    return torch.where(scale == 0, 0.0, ((clamped - low) * inverse - zero + 0.5).floor() * scale)


def _sum_to(g, like):
    return g.sum() if like.ndim == 0 else g.reshape(-1, like.shape[0]).sum(0)


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
        inside, below, above = shares(g, x, low, high)
        return inside, _sum_to(below, low), _sum_to(above, low), None, None


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
    """`inputs`, float32 of any shape, rounded as if kept in `num_bits` bits over the range from `min` to `max`, numbers.

    `num_bits`: 2 to 16. `narrow_range`: without the lowest step. Gradients pass inside the range. The result has the dtype and
    shape of `inputs`. Raises InvalidArgumentError unless `min` < `max`, and for other numbers of bits. Mirrors
    `tf.quantization.fake_quant_with_min_max_args`.
    """
    return _fake_quantized(convert_to_tensor(inputs, dt.float32), min, max, num_bits, narrow_range, name=name)


@tf_export(
    "quantization.fake_quant_with_min_max_args_gradient",
    v1=["quantization.fake_quant_with_min_max_args_gradient", "fake_quant_with_min_max_args_gradient"],
)
@op("FakeQuantWithMinMaxArgsGradient", gradients="float32", inputs="float32", grad=None, scope="")
def fake_quant_with_min_max_args_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike = -6,
    max: TensorLike = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:  # noqa: A002
    """The gradient of `fake_quant_with_min_max_args` with respect to `inputs`: `gradients` inside the range, zero outside.

    `gradients`, that of the result, and `inputs`: float32 of one shape. Other arguments and errors are as there. Mirrors
    `tf.quantization.fake_quant_with_min_max_args_gradient`.
    """
    if gradients.shape != inputs.shape:
        kind = "FakeQuantWithMinMaxArgsGradient"
        raise invalid(
            f"Inputs to operation {kind} of type {kind} must have the same size and shape.  Input 0: {dims_text(gradients.shape)} != "
            f"input 1: {dims_text(inputs.shape)}"
        )
    low, high, _ = _nudged(*_fixed(min, max, num_bits), num_bits, narrow_range)
    return shares(gradients, inputs, low, high)[0]


@tf_export("quantization.fake_quant_with_min_max_vars", v1=["quantization.fake_quant_with_min_max_vars", "fake_quant_with_min_max_vars"])
@op("FakeQuantWithMinMaxVars", inputs="float32", min="float32", max="float32", scope="", shape_fallback=by_names("...,,->..."))
def fake_quant_with_min_max_vars(
    inputs: TensorLike, min: TensorLike, max: TensorLike, num_bits: int = 8, narrow_range: bool = False, name: str | None = None
) -> Tensor:  # noqa: A002
    """As `fake_quant_with_min_max_args` for limits that are float32 scalar tensors, and get gradients.

    Raises InvalidArgumentError for limits of another rank and for `num_bits` outside 2 to 16.
    Mirrors `tf.quantization.fake_quant_with_min_max_vars`.
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
    grad=None,
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
    """The gradients of `fake_quant_with_min_max_vars` with respect to `inputs`, `min` and `max`, as a named tuple.

    `gradients`, that of the result, and `inputs`: float32 of one shape. Mirrors
    `tf.quantization.fake_quant_with_min_max_vars_gradient`.
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
    """As `fake_quant_with_min_max_vars` with limits of their own for each channel: float32 vectors [d] for `inputs` [..., d].

    Raises InvalidArgumentError for limits of other shapes and for `num_bits` outside 2 to 16.
    Mirrors `tf.quantization.fake_quant_with_min_max_vars_per_channel`.
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
    grad=None,
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
    """The gradients of `fake_quant_with_min_max_vars_per_channel` with respect to `inputs`, `min` and `max`, as a named tuple.

    `gradients`, that of the result, and `inputs`: float32 [..., d]. Errors are as there. Mirrors
    `tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient`.
    """
    _bits(num_bits)
    _of_one_shape(gradients, inputs)
    _channels(inputs, min, max)
    low, high, _ = _nudged(min, max, num_bits, narrow_range)
    inside, below, above = shares(gradients, inputs, low, high)
    return FakeQuantPerChannelGradients(inside, _sum_to(below, low), _sum_to(above, low))
