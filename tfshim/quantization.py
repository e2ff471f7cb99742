"""`tf.quantization`: numbers in few steps, really and in pretence."""

from __future__ import annotations

from collections import namedtuple
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.ops.type_errors import not_in_list as type_not_in_list
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import InvalidArgumentError, UnimplementedError, invalid, op_error
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.nn.windows.arguments import not_in_list
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, FloatLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


__all__, __getattr__, __dir__ = exported(globals())


def _away(x):
    """Rounded, halves away from zero."""
    return torch.where(x >= 0, (x + 0.5).floor(), (x - 0.5).ceil())


# ---------------------------------------------------------------------- fake quantization
def _nudged(low, high, bits, narrow):
    """(low, high, scale) with the limits moved so that zero is a step; float32 tensors."""
    least, most = float(narrow), float(2**bits - 1)
    scale = (high - low) / (most - least)
    zero = least - low / scale
    zero = torch.where(zero < least, torch.full_like(zero, least), torch.where(zero > most, torch.full_like(zero, most), _away(zero)))
    return (least - zero) * scale, (most - zero) * scale, scale


def _rounded_to_steps(x, low, high, scale):
    inverse = 1.0 / scale
    zero = torch.floor(-low * inverse + 0.5)
    clamped = torch.maximum(torch.minimum(x, high), low)  # limits in the wrong order give the lower one
    # TensorFlow's formula, term by term: the order decides how halves are rounded.
    return torch.where(scale == 0, 0.0, ((clamped - low) * inverse - zero + 0.5).floor() * scale)


def _shares(g, x, low, high):
    """The gradients for the input and for the two limits, unsummed."""
    inside = (x >= low) & (x <= high)
    return g * inside, g * (x < low), g * (x > high)


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
        inside, below, above = _shares(g, x, low, high)
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
    return _shares(gradients, inputs, low, high)[0]


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
    inside, below, above = _shares(gradients, inputs, low, high)
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
    inside, below, above = _shares(gradients, inputs, low, high)
    return FakeQuantPerChannelGradients(inside, _sum_to(below, low), _sum_to(above, low))


# ---------------------------------------------------------------------- quantized types
_MODES = ("MIN_COMBINED", "MIN_FIRST", "SCALED")
_INTEGERS = {
    dt.qint8: (-128, 127),
    dt.quint8: (0, 255),
    dt.qint16: (-32768, 32767),
    dt.quint16: (0, 65535),
    dt.qint32: (-(2**31), 2**31 - 1),
}
_STORED = {dtype.torch: limits for dtype, limits in _INTEGERS.items()}
_BIGGEST = float(np.finfo(np.float32).max)


def _scaled_limits(low, high, dtype, narrow):
    """(low, high, scale) of the SCALED mode: one of the limits is moved outwards so that zero is kept exactly."""
    least, most = _INTEGERS[dtype]
    least += bool(narrow)
    # A limit on the wrong side of zero bounds nothing: the greatest float stands for that.
    from_low = torch.where(least * low > 0, least / low, torch.full_like(low, _BIGGEST))
    from_high = torch.where(most * high > 0, most / high, torch.full_like(high, _BIGGEST))
    scale = torch.minimum(from_low, from_high)
    return least / scale, most / scale, scale


def _counted(axis, input):  # noqa: A002
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


def _of_slices(limit, input, axis, name):  # noqa: A002
    """A limit in a form that broadcasts against `input`: one number, or one for each slice along `axis`."""
    if axis == -1:
        if limit.numel() != 1:
            raise invalid(f"If axis is not specified, {name} must contain a single float element, but it contains {limit.numel()} elements")
        return limit.reshape(())
    if axis >= input.ndim:
        raise invalid(
            "Axis is on a zero-based index, so its value must always be less than number of input's dims, but given axis value was "
            f"{axis} and input's dims was {input.ndim}"
        )
    start = f"If axis is specified, {name} must be a 1-D tensor whose size matches the axis dimension of the input and output tensors"
    if limit.ndim != 1:
        raise invalid(f"{start}, but {name} dims are {limit.ndim}")
    if limit.shape[0] != input.shape[axis]:
        raise invalid(
            f"{start}, but {name} is a 1-D tensor of size {limit.shape[0]} and input's axis dimension is of size {input.shape[axis]}"
        )
    return limit.reshape([-1 if i == axis else 1 for i in range(input.ndim)])


@op("_UsedRange", low="float32", high="float32", grad=None, register=False)
def _range_used(low, high, least, name=None):
    """The range that is quantized: with zero, and no narrower than `least` of its greatest number."""
    if not low.is_meta and bool((high < low).any()):
        raise op_error(InvalidArgumentError, "input_max_range must be larger than input_min_range.", "QuantizeV2")
    used = low.clamp(max=0.0)
    width = torch.maximum(low.abs(), high.abs()).clamp(min=1.0) * least
    return used, torch.maximum(high, used + width).clamp(min=0.0)


@lru_cache(maxsize=8)
def _quantizer(dtype):
    """The operation that gives steps of one type."""
    least, most = _INTEGERS[dtype]

    @op(
        "QuantizeV2",
        input="float32",
        low="float32",
        high="float32",
        grad=None,
        out=dtype,
        register=False,
        shape_fn=lambda x, *_: (dtype, x.shape),
    )
    def quantize_to(input, low, high, mode, round_mode, narrow, axis, dtype, name=None):  # noqa: A002
        low, high = (_of_slices(x, input, axis, label) for x, label in ((low, "min_range"), (high, "max_range")))
        if axis != -1 and mode == "MIN_FIRST":
            raise UnimplementedError(None, None, "MIN_FIRST mode is not implemented for Quantize with axis != -1.")
        rounded = torch.round if round_mode == "HALF_TO_EVEN" else _away
        if mode == "SCALED":
            low, high, scale = _scaled_limits(low, high, dtype, narrow)
            made = rounded(input.clamp(low, high) * scale)
        elif mode == "MIN_COMBINED":
            scale = torch.tensor((float(most) - least), dtype=torch.float64).float() / (high - low)
            made = (input.clamp(low, high) - low) * scale
            made = _away(made + least) if least < 0 else (made + 0.5).floor()
        else:
            steps = float(most - least + 1)
            scale = (steps / ((high - low).double() * (steps / (steps - 1)))).float()
            # In float32, whose greatest number within int32 is less than int32's.
            made = (_away(input * scale) - (_away(low * scale) - least)).clamp(max=2147483520.0)
        return made.double().clamp(least, most).to(dtype.torch)

    return quantize_to


@tf_export("quantization.quantize", v1=["quantization.quantize", "quantize"])
@composite
def quantize(
    input: TensorLike,
    min_range: FloatLike,
    max_range: FloatLike,
    T: DTypeLike,
    mode: str = "MIN_COMBINED",
    round_mode: str = "HALF_AWAY_FROM_ZERO",
    name: str | None = None,
    narrow_range: bool = False,  # noqa: A002
    axis: Axis = None,
    ensure_minimum_range: FloatLike = 0.01,
) -> Any:
    """(steps, low, high): `input`, float32, in steps of the quantized type `T` over a range.

    `min_range`, `max_range`: scalars, or vectors with a range for each slice along `axis`; the range comes to include zero and is
    at least `ensure_minimum_range` wide. `mode`: "MIN_COMBINED", "MIN_FIRST" (not with an `axis`) or "SCALED". `round_mode`:
    "HALF_AWAY_FROM_ZERO", or "HALF_TO_EVEN" with "SCALED". `narrow_range`: without the lowest step. Mirrors
    `tf.quantization.quantize`. Raises InvalidArgumentError for other options, and for a range whose limits are in the wrong order.
    """
    dtype = dt.as_dtype(T)
    if dtype not in _INTEGERS:
        raise TypeError(f"tf.quantization.quantize: T must be a quantized type, got {dtype!r}")
    mode, axis = "MIN_COMBINED" if mode is None else mode, _counted(axis, input)
    round_mode = "HALF_AWAY_FROM_ZERO" if round_mode is None else round_mode
    narrow_range = attribute("bool", narrow_range, "narrow_range", False)
    if mode not in _MODES:
        raise not_in_list("QuantizeV2", "mode", mode, _MODES)
    if round_mode not in ("HALF_AWAY_FROM_ZERO", "HALF_TO_EVEN"):
        raise not_in_list("QuantizeV2", "round_mode", round_mode, ("HALF_AWAY_FROM_ZERO", "HALF_TO_EVEN"))
    if round_mode == "HALF_TO_EVEN" and mode != "SCALED":
        raise invalid("Round mode 'HALF_TO_EVEN' only supported for mode 'SCALED', but mode is '" + mode + "'.")
    low, high = convert_to_tensor(min_range, dt.float32), convert_to_tensor(max_range, dt.float32)
    if TS.graph is not None and axis != -1:
        for limit in (low, high):
            limit.shape.assert_has_rank(1)
            limit.shape.assert_is_compatible_with(convert_to_tensor(input).shape[axis : axis + 1])
    low_used, high_used = _range_used(low, high, attribute("float", ensure_minimum_range, "ensure_minimum_range", 0.01))
    made = _quantizer(dtype)(input, low_used, high_used, mode, round_mode, narrow_range, axis, dtype, name=name)
    if mode == "SCALED":
        low_used, high_used = _range_of_scaled(low_used, high_used, dtype, narrow_range)
    return QuantizeV2(made, low_used, high_used)


QuantizeV2 = namedtuple("QuantizeV2", ["output", "output_min", "output_max"])


@op("_ScaledRange", low="float32", high="float32", grad=None, register=False)
def _range_of_scaled(low, high, dtype, narrow, name=None):
    return _scaled_limits(low, high, dtype, narrow)[:2]


@op("Dequantize", input="any", min_range="float32", max_range="float32", grad=None, scope="", shape_fn=lambda x, *_: (dt.float32, x.shape))
def _dequantize(input, min_range, max_range, mode, narrow_range, axis=-1, name=None):  # noqa: A002
    least, most = _STORED[input.dtype]
    if axis >= input.ndim:
        raise invalid(f"Axis must be less than input dimension({input.ndim}), got {axis}")
    expected = 1 if axis == -1 else input.shape[axis]
    for label, limit in (("min", min_range), ("max", max_range)):
        if limit.numel() != expected:
            text = f"input_{label}_tensor must have as many elements as input on the dequantization axis ({axis})"
            raise invalid(f"{text}, got {limit.numel()}, expected {expected}")
    if axis != -1 and mode == "MIN_FIRST":
        raise UnimplementedError(None, None, "MIN_FIRST mode is not implemented for Dequantize with axis != -1.")
    form = [-1 if i == axis else 1 for i in range(input.ndim)] if axis != -1 else ()
    low, high, x = min_range.reshape(form), max_range.reshape(form), input.float()
    if mode == "SCALED":
        least += bool(narrow_range)
        scale = torch.maximum(low / least, high / most) if least else high / most
        return x * scale
    if mode == "MIN_COMBINED":
        scale = (high - low) / (float(most) - least)
        return (x - least) * scale + low
    steps = float(most - least + 1)
    scale = ((high - low).double() / (steps - 1)).float()
    start = low if float(scale) == 0 else _away(low / scale) * scale
    return start + (x - least) * scale


@tf_export("quantization.dequantize", v1=["quantization.dequantize", "dequantize"])
@composite
def dequantize(
    input: TensorLike,
    min_range: FloatLike,
    max_range: FloatLike,
    mode: str = "MIN_COMBINED",
    name: str | None = None,
    axis: Axis = None,
    narrow_range: bool = False,
    dtype: DTypeLike = dt.float32,
) -> Tensor:  # noqa: A002
    """Floats from the steps that `quantize` gave with the same `mode` and range. Mirrors `tf.quantization.dequantize`.

    `input`: a quantized tensor; the result has its shape. `min_range`, `max_range`: float32 scalars, or vectors with a range for
    each slice along `axis`. `dtype`: that of the result, float32 or bfloat16. Raises TypeError for inputs that are not quantized,
    InvalidArgumentError for another `mode` and for other numbers of ranges.
    """
    input = convert_to_tensor(input)  # noqa: A001
    if input.dtype not in _INTEGERS:
        raise TypeError(f"tf.quantization.dequantize: input must be of a quantized type, got {input.dtype!r}")
    mode, axis = "MIN_COMBINED" if mode is None else mode, _counted(axis, input)
    if mode not in _MODES:
        raise not_in_list("Dequantize", "mode", mode, _MODES)
    low, high = convert_to_tensor(min_range, dt.float32), convert_to_tensor(max_range, dt.float32)
    dtype = dt.float32 if dtype is None else dt.as_dtype(dtype)
    if dtype not in (dt.float32, dt.bfloat16):
        raise type_not_in_list("Dequantize", "dtype", dtype, (dt.bfloat16, dt.float32), " [Op:Dequantize]")
    made = _dequantize(input, low, high, mode, narrow_range, axis, name=name)
    return made if dtype == dt.float32 else array_ops.cast(made, dtype)


class _Rounded(Function):
    """Numbers in steps; the gradient passes between `limits`, those of the call whatever the range, and everywhere without them."""

    @staticmethod
    def forward(ctx, x, low, high, least, most, given, half_up, limits):
        from_low = torch.where(least * low > 0, least / low, torch.full_like(low, _BIGGEST))
        from_high = torch.where(most * high > 0, most / high, torch.full_like(high, _BIGGEST))
        scale = torch.minimum(from_low, from_high)
        # The inverse comes from the limit that decided, as its rounding shows.
        inverse = torch.where(from_low < from_high, low / least if least else torch.ones_like(low), high / most)
        bottom = torch.where(from_low < from_high, low, least * inverse)
        top = torch.where(from_low < from_high, most * inverse, high)
        ctx.save_for_backward(*(() if limits is None else (x, *limits)))
        clipped = torch.minimum(torch.maximum(x, bottom), top) if given else x
        steps = clipped * scale
        steps = (steps + 0.5).floor() if half_up else steps.round()
        return (steps if given else steps.clamp(max=most)) * inverse

    @staticmethod
    def backward(ctx, g):
        if ctx.saved_tensors:
            x, low, high = ctx.saved_tensors
            g = _shares(g, x, low, high)[0]
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
        low, high = input.detach().min(), input.detach().max()
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
    axis = _counted(axis, input)
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
    """`input`, floats, as `num_bits` bits would keep it. Mirrors `tf.quantization.quantize_and_dequantize_v2`.

    `input_min`, `input_max`: the range where `range_given`, else the values' own is taken. `signed_input`: steps on both sides
    of zero. `round_mode`: "HALF_TO_EVEN" or "HALF_UP". `narrow_range`: without the lowest step. `axis`: a dimension with
    ranges of their own. Gradients pass between `input_min` and `input_max`, whether that is the range or not. Raises
    InvalidArgumentError for another rounding or number of bits, and
    for a given range whose `input_min` is greater than its `input_max`.
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
    """As `quantize_and_dequantize_v2`, but gradients pass everywhere. Mirrors `tf.quantization.quantize_and_dequantize`."""
    return _checked_steps(
        _steps_and_back_passing, input, input_min, input_max, signed_input, num_bits, range_given, round_mode, narrow_range, axis, name
    )


@tf_export("quantization.quantized_concat", v1=["quantization.quantized_concat", "quantized_concat"])
@composite
def quantized_concat(
    concat_dim: TensorLike, values: TensorLike, input_mins: TensorLike, input_maxes: TensorLike, name: str | None = None
) -> Tensor:
    """Not supported: raises NotImplementedError. Mirrors `tf.quantization.quantized_concat`."""
    raise refused("tf.quantization.quantized_concat")
