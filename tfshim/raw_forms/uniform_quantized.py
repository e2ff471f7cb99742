"""Operations on integers that stand for numbers by a scale and a zero point, for the whole tensor or for each place along an axis."""

import math

import numpy as np
import torch

from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.raw_forms._nodes import computed

_F32 = np.float32
_KINDS = {dt.qint8: np.int8, dt.qint32: np.int32}


def _scale(x, scales, zero_points, axis, what=""):
    """The scales and zero points, shaped to be multiplied with `x`. Raises InvalidArgumentError for others than one or one a place."""
    if scales.shape != zero_points.shape:
        raise invalid(f"{what}scales and zero_points must have the same shape.")
    if axis == -1:
        if scales.ndim:
            raise invalid(
                f"{what}If quantization_axis is -1, scales and zero_points must be scalar tensors, but given scales shape "
                f"{list(scales.shape)} "
                f"and zero_points shape {list(zero_points.shape)}"
            )
    elif scales.shape != (x.shape[axis],):
        raise invalid(
            f"{what}If quantization_axis is not -1, scales and zero_points must be a tensor of rank 1 and the size must be equal to the "
            f"input.dim_size(quantization_axis), but given quantization_axis {axis}, scales shape {_text(scales)} and zero_points shape "
            f"{_text(zero_points)}"
        )
    shape = [1] * x.ndim
    if axis != -1:
        shape[axis] = -1
    return scales.reshape(shape) if x.ndim else scales, zero_points.astype(np.int64).reshape(shape) if x.ndim else zero_points


def _text(x):
    return "[" + ",".join(map(str, x.shape)) + "]"


def _run(kind, function, arguments, dtype, shape):
    def kernel(*storages):
        made = function(*(s.detach().cpu().numpy() for s in storages))
        return [torch.from_numpy(np.ascontiguousarray(made))]

    return computed(kind, kernel, arguments, [(dtype, shape)])


@raw_op("UniformQuantize")
def _quantize(input, scales, zero_points, Tout, quantization_axis, quantization_min_val, quantization_max_val):  # noqa: A002, N803
    _allowed("UniformQuantize", "Tout", Tout)

    def function(x, scales, zeros):
        scale, zero = _scale(x, scales, zeros, quantization_axis)
        # Halves go up: what is rounded is the floor of a half more.
        steps = np.floor(x * (_F32(1) / scale) + _F32(0.5)).astype(np.int64) + zero
        return np.clip(steps, quantization_min_val, quantization_max_val).astype(_KINDS[Tout])

    return _run("UniformQuantize", function, [input, scales, zero_points], Tout, input.shape)


def _allowed(op_type, key, dtype):
    if dtype not in _KINDS:
        raise invalid(f"Value for attr '{key}' of {dtype.proto_name} is not in the list of allowed values: qint8, qint32")


@raw_op("UniformDequantize")
def _dequantize(input, scales, zero_points, Tout, quantization_axis, quantization_min_val, quantization_max_val):  # noqa: A002, N803
    del quantization_min_val, quantization_max_val  # nothing that is stored is beyond them

    def function(x, scales, zeros):
        scale, zero = _scale(x, scales, zeros, quantization_axis)
        return ((x.astype(np.int64) - zero).astype(_F32) * scale).astype(_F32)

    return _run("UniformDequantize", function, [input, scales, zero_points], Tout, input.shape)


def _multiplied(x, factors):
    """Integers times real factors, each an integer of 31 bits and a shift; halves go up."""
    factors = np.asarray(factors, np.float64)
    mantissas, shifts = np.frexp(factors)
    whole = np.rint(mantissas * 2.0**31).astype(np.int64)
    shifts = np.where(whole == 1 << 31, shifts + 1, shifts)
    whole = np.where(whole == 1 << 31, 1 << 30, whole)
    total = 31 - shifts.astype(np.int64)
    return (x.astype(np.int64) * whole + (np.int64(1) << (total - 1))) >> total


@raw_op("UniformRequantize")
def _requantize(
    input, input_scales, input_zero_points, output_scales, output_zero_points, Tout, input_quantization_axis, input_quantization_min_val,  # noqa: A002, N803
    input_quantization_max_val, output_quantization_axis, output_quantization_min_val, output_quantization_max_val,
):  # fmt: skip
    del input_quantization_min_val, input_quantization_max_val
    _allowed("UniformRequantize", "Tout", Tout)
    if Tout != dt.qint8:
        raise errors.NotFoundError(
            None, None, f"Could not find device for node: UniformRequantize from {input.dtype.proto_name} to {Tout.proto_name}; use qint8."
        )
    if -1 not in (input_quantization_axis, output_quantization_axis) and input_quantization_axis != output_quantization_axis:
        raise invalid(
            "If input and output is both per-axis quantized, the quantization axis must be same. Given input quantization axis: "
            f"{input_quantization_axis} and output quantization axis: {output_quantization_axis}"
        )

    def function(x, scales, zeros, new_scales, new_zeros):
        scale, zero = _scale(x, scales, zeros, input_quantization_axis, "input ")
        new_scale, new_zero = _scale(x, new_scales, new_zeros, output_quantization_axis, "output ")
        made = _multiplied(x.astype(np.int64) - zero, scale.astype(np.float64) / new_scale) + new_zero
        return np.clip(made, output_quantization_min_val, output_quantization_max_val).astype(_KINDS[Tout])

    given = [input, input_scales, input_zero_points, output_scales, output_zero_points]
    return _run("UniformRequantize", function, given, Tout, input.shape)


@raw_op("UniformQuantizedClipByValue")
def _clip(operand, min, max, scales, zero_points, quantization_axis, quantization_min_val, quantization_max_val):  # noqa: A002
    del quantization_min_val, quantization_max_val

    def function(x, low, high, scales, zeros):
        _scale(x, scales, zeros, quantization_axis)
        if low.shape != scales.shape or high.shape != scales.shape:
            raise invalid("Input min and max must have the shape of scales.")
        shape = [1] * x.ndim
        if quantization_axis != -1:
            shape[quantization_axis] = -1
        return np.minimum(np.maximum(x, low.reshape(shape)), high.reshape(shape))

    return _run("UniformQuantizedClipByValue", function, [operand, min, max, scales, zero_points], operand.dtype, operand.shape)


@raw_op("UniformQuantizedAdd")
def _add(
    lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points, lhs_quantization_axis,
    lhs_quantization_min_val, lhs_quantization_max_val, rhs_quantization_axis, rhs_quantization_min_val, rhs_quantization_max_val,
    output_quantization_axis, output_quantization_min_val, output_quantization_max_val,
):  # fmt: skip
    del lhs_quantization_min_val, lhs_quantization_max_val, rhs_quantization_min_val, rhs_quantization_max_val
    kind = lhs.dtype

    def function(a, b, *given):
        shape = np.broadcast_shapes(a.shape, b.shape)
        whole = np.empty(shape, np.int8)
        parts = [
            (a, *_scale(a, given[0], given[1], lhs_quantization_axis, "lhs ")),
            (b, *_scale(b, given[2], given[3], rhs_quantization_axis, "rhs ")),
        ]
        new_scale, new_zero = _scale(whole, given[4], given[5], output_quantization_axis, "output ")
        made = new_zero
        for x, scale, zero in parts:
            made = made + _multiplied(x.astype(np.int64) - zero, scale.astype(np.float64) / new_scale)
        return np.clip(made, output_quantization_min_val, output_quantization_max_val).astype(_KINDS[kind])

    given = [lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points]
    return _run("UniformQuantizedAdd", function, given, kind, None)


@raw_op("UniformQuantizedDot")
def _dot(
    lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points, Tout, lhs_quantization_axis,  # noqa: N803
    lhs_quantization_min_val, lhs_quantization_max_val, rhs_quantization_axis, rhs_quantization_min_val, rhs_quantization_max_val,
    output_quantization_axis, output_quantization_min_val, output_quantization_max_val,
):  # fmt: skip
    del lhs_quantization_min_val, lhs_quantization_max_val, rhs_quantization_min_val, rhs_quantization_max_val
    if lhs_quantization_axis != -1:
        raise invalid("lhs_quantization_axis Attr must be -1 (per-tensor).")
    _check_product(lhs, rhs)

    def function(a, b, *given):
        _same_inner(a, b)
        scale_a, zero_a = _scale(a, given[0], given[1], -1, "lhs ")
        scale_b, zero_b = _scale(b, given[2], given[3], rhs_quantization_axis, "rhs ")
        exact = (a.astype(np.int64) - zero_a) @ (b.astype(np.int64) - zero_b)
        new_scale, new_zero = _scale(exact, given[4], given[5], output_quantization_axis, "output ")
        factor = scale_a.astype(np.float64) * scale_b / new_scale
        return np.clip(_multiplied(exact, factor) + new_zero, output_quantization_min_val, output_quantization_max_val).astype(_KINDS[Tout])

    given = [lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points]
    return _run(
        "UniformQuantizedDot", function, given, Tout, [lhs.shape[0] if lhs.shape.rank else None, rhs.shape[1] if rhs.shape.rank else None]
    )


def _check_product(lhs, rhs):
    for name, x in (("lhs", lhs), ("rhs", rhs)):
        if x.shape.rank not in (None, 2):
            raise invalid(f"{name} must be a matrix, got shape {x.shape}.")


def _same_inner(a, b):
    if a.shape[1] != b.shape[0]:
        raise invalid(f"lhs.dim_size(1) and rhs.dim_size(0) must be equal, but given lhs shape {_text(a)} and rhs shape {_text(b)}")


@raw_op("UniformQuantizedDotHybrid")
def _hybrid_dot(lhs, rhs, rhs_scales, rhs_zero_points, Tout, rhs_quantization_axis, rhs_quantization_min_val, rhs_quantization_max_val):  # noqa: N803
    """Real rows, each put into steps of 8 bits over its own range, times a matrix in steps."""
    del rhs_quantization_min_val, rhs_quantization_max_val
    _check_product(lhs, rhs)

    def function(a, b, scales, zeros):
        _same_inner(a, b)
        scale_b, zero_b = _scale(b, scales, zeros, rhs_quantization_axis, "rhs ")
        made = []
        for row in a:
            low, high = min(float(row.min()), 0.0), max(float(row.max()), 0.0)
            scale = (high - low) / 255.0
            zero = 0 if scale == 0 else _nudged(low, high, scale)
            steps = np.clip(np.floor(row * _F32(1.0 / scale if scale else 0.0) + _F32(0.5)) + zero, -128, 127).astype(np.int64)
            exact = (steps - zero) @ (b.astype(np.int64) - zero_b)
            made.append(exact.astype(_F32) * _F32(scale) * np.asarray(scale_b, _F32).reshape(-1))
        return np.array(made, _F32).reshape(len(a), b.shape[1])

    return _run("UniformQuantizedDotHybrid", function, [lhs, rhs, rhs_scales, rhs_zero_points], Tout, [None, None])


def _nudged(low, high, scale):
    """The step of zero that makes the smaller mistake at the two ends of the range."""
    by_low, by_high = -128 - low / scale, 127 - high / scale
    nearer = by_low if 128 + abs(low / scale) < 127 + abs(high / scale) else by_high
    return int(min(max(math.floor(nearer + 0.5), -128), 127))
