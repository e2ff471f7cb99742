"""Floats as tensors of the quantized types, and back."""

from __future__ import annotations

from collections import namedtuple
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import torch

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.type_errors import not_in_list as type_not_in_list
from tfshim.engine.ops.vectorized import pieces
from tfshim.engine.runtime.errors import InvalidArgumentError, UnimplementedError, invalid, op_error
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.nn.windows.arguments import not_in_list
from tfshim.quantization.rounding import away, between, counted, scales
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, FloatLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


_MODES = ("MIN_COMBINED", "MIN_FIRST", "SCALED")
_INTEGERS = {
    dt.qint8: (-128, 127),
    dt.quint8: (0, 255),
    dt.qint16: (-32768, 32767),
    dt.quint16: (0, 65535),
    dt.qint32: (-(2**31), 2**31 - 1),
}
_STORED = {dtype.torch: limits for dtype, limits in _INTEGERS.items()}


def _scaled_limits(low, high, dtype, narrow):
    """(low, high, scale) of the SCALED mode: one of the limits is moved outwards so that zero is kept exactly."""
    least, most = _INTEGERS[dtype]
    least += bool(narrow)
    scale = torch.minimum(*scales(low, high, least, most))
    return least / scale, most / scale, scale


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


_EXACT = 1 << 24  # up to which every integer is a float32


def _whole(x, dtype):
    """The numbers `x` within the steps of `dtype`, without what comes after the point."""
    # By way of a wider integer torch converts to them a vector at a time.
    return x.to(torch.int16 if dtype.torch.itemsize == 1 else torch.int32)


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
        rounded = torch.round if round_mode == "HALF_TO_EVEN" else away
        if mode == "SCALED":
            low, high, scale = _scaled_limits(low, high, dtype, narrow)
        elif mode == "MIN_COMBINED":
            scale = torch.tensor((float(most) - least), dtype=torch.float64).float() / (high - low)
        else:
            steps = float(most - least + 1)
            scale = (steps / ((high - low).double() * (steps / (steps - 1)))).float()

        def quantized(x):
            if mode == "SCALED":
                made = rounded(between(x, low, high).mul_(scale))
            elif mode == "MIN_COMBINED":
                made = between(x, low, high).sub_(low).mul_(scale)
                if least == 0 and most < _EXACT:
                    return _whole(made.add_(0.5), dtype)
                made = away(made.add_(least)) if least < 0 else made.add_(0.5).floor_()
            else:
                # In float32, whose greatest number within int32 is less than int32's.
                made = (away(x * scale) - (away(low * scale) - least)).clamp(max=2147483520.0)
            if most >= _EXACT:
                return made.double().clamp(least, most)
            return _whole(made.clamp_(least, most), dtype)

        return quantized(input).to(dtype.torch) if axis != -1 else pieces.in_pieces(quantized, input, dtype.torch)

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
    """Floats in the steps of a quantized type. Mirrors `tf.quantization.quantize`.

    Arguments:
        input: a float32 tensor of any shape.
        min_range, max_range: the range, floats of shape [], or vectors with one for each slice along `axis`. It comes to include 0.
        T: the type of the steps: `tf.qint8`, `tf.quint8`, `tf.qint16`, `tf.quint16` or `tf.qint32`.
        mode: how the range is laid over the steps: "MIN_COMBINED" (default), "MIN_FIRST", whose steps begin at the lower limit, or
            "SCALED", which keeps 0 exactly and multiplies.
        round_mode: "HALF_AWAY_FROM_ZERO" (default), or with "SCALED" "HALF_TO_EVEN".
        name: a name for the operation (default None).
        narrow_range: True leaves out the lowest step of "SCALED" (default False).
        axis: the axis with a range for each slice; None (default) for one range.
        ensure_minimum_range: how wide the range is at least, for its greatest number (default 0.01).

    Returns:
        a named tuple: `output`, a tensor of type `T`, and `output_min` and `output_max`, the range that was used;
            `tf.quantization.dequantize` takes the three.

    Raises:
        tf.errors.InvalidArgumentError: an option is none of these, or the limits are in the wrong order.

    Example:
        >>> steps = tf.quantization.quantize([0.0, 0.5, 1.0], 0.0, 1.0, tf.quint8)
        >>> tf.cast(steps.output, tf.int32).numpy(), steps.output_max.numpy()
        (array([  0, 128, 255], dtype=int32), 1.0)
    """
    dtype = dt.as_dtype(T)
    if dtype not in _INTEGERS:
        raise TypeError(f"tf.quantization.quantize: T must be a quantized type, got {dtype!r}")
    mode, axis = "MIN_COMBINED" if mode is None else mode, counted(axis, input)
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


@op(
    "Dequantize",
    input="any",
    min_range="float32",
    max_range="float32",
    grad="missing",
    scope="",
    shape_fn=lambda x, *_: (dt.float32, x.shape),
)
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
    low, high = min_range.reshape(form), max_range.reshape(form)
    add = 0
    if mode == "SCALED":
        low_step = least + bool(narrow_range)
        scale = torch.maximum(low / low_step, high / most) if low_step else high / most
        least = 0
    elif mode == "MIN_COMBINED":
        scale, add = (high - low) / (float(most) - least), low
    else:
        steps = float(most - least + 1)
        scale = ((high - low).double() / (steps - 1)).float()
        add = low if float(scale) == 0 else away(low / scale) * scale

    def floats(x):
        made = x.float()
        made = (made.sub_(least) if least else made).mul_(scale)
        return made if mode == "SCALED" else made.add_(add)

    return floats(input) if axis != -1 else pieces.in_pieces(floats, input, torch.float32)


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
    """Floats from the steps of a quantized type. Mirrors `tf.quantization.dequantize`.

    The counterpart of `tf.quantization.quantize`, for the same mode and the range that it gave.

    Arguments:
        input: a tensor of a quantized type, of any shape.
        min_range, max_range: the range, float32 of shape [], or vectors with one for each slice along `axis`.
        mode: "MIN_COMBINED" (default), "MIN_FIRST" or "SCALED", as it was quantized.
        name: a name for the operation (default None).
        axis: the axis with a range for each slice; None (default) for one range.
        narrow_range: whether the lowest step of "SCALED" was left out (default False).
        dtype: that of the result, `tf.float32` (default) or `tf.bfloat16`.

    Returns:
        a tensor of the shape of `input`. It differs from what was quantized by half a step at most, within the range.

    Raises:
        TypeError: the input is not quantized, or another `dtype`.
        tf.errors.InvalidArgumentError: another mode, or another number of ranges.

    Example:
        >>> steps = tf.quantization.quantize([0.0, 0.5, 1.0], 0.0, 1.0, tf.quint8)
        >>> tf.quantization.dequantize(steps.output, steps.output_min, steps.output_max).numpy().round(2)
        array([0. , 0.5, 1. ], dtype=float32)
    """
    input = convert_to_tensor(input)  # noqa: A001
    if input.dtype not in _INTEGERS:
        raise TypeError(f"tf.quantization.dequantize: input must be of a quantized type, got {input.dtype!r}")
    mode, axis = "MIN_COMBINED" if mode is None else mode, counted(axis, input)
    if mode not in _MODES:
        raise not_in_list("Dequantize", "mode", mode, _MODES)
    low, high = convert_to_tensor(min_range, dt.float32), convert_to_tensor(max_range, dt.float32)
    dtype = dt.float32 if dtype is None else dt.as_dtype(dtype)
    if dtype not in (dt.float32, dt.bfloat16):
        raise type_not_in_list("Dequantize", "dtype", dtype, (dt.bfloat16, dt.float32), " [Op:Dequantize]")
    made = _dequantize(input, low, high, mode, narrow_range, axis, name=name)
    return made if dtype == dt.float32 else array_ops.cast(made, dtype)


@tf_export("quantization.quantized_concat", v1=["quantization.quantized_concat", "quantized_concat"])
@composite
def quantized_concat(
    concat_dim: TensorLike, values: TensorLike, input_mins: TensorLike, input_maxes: TensorLike, name: str | None = None
) -> Tensor:
    """Not supported: raises NotImplementedError. Mirrors `tf.quantization.quantized_concat`."""
    raise refused("tf.quantization.quantized_concat")
