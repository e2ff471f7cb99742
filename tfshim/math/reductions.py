"""Reductions: sums, products, means, extremes and logic over some or all axes of a tensor.

In all of them `axis` is None (every axis), an integer, a list or an integer tensor; negative numbers count from the
end; an empty list reduces nothing. `keepdims` keeps reduced axes with length 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.casting import complex as make_complex
from tfshim.array_ops.shapes import size
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.infer import by_sizes
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math._axes import count, partly_reduced, reduced_dims, reduced_sizes
from tfshim.math._gradients import with_derivatives
from tfshim.math._unsigned import ordered, restored
from tfshim.math.arithmetic import multiply, square
from tfshim.math.comparison import maximum, not_equal
from tfshim.math.complex_parts import imag, real
from tfshim.math.elementwise import rsqrt

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, FloatLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


# torch cannot compare numbers of these types.
_NO_ORDER = (torch.uint16, torch.uint32, torch.uint64)


@tf_export("math.reduce_sum", "reduce_sum")
@op("Sum", input_tensor="T", axis="axis", T=dt.NUMBERS, shape_fn=by_sizes(reduced_sizes), shape_fallback=partly_reduced)
def reduce_sum(input_tensor: TensorLike, axis: Axis = None, keepdims: bool | None = False, name: str | None = None) -> AnyTensor:
    """The sum over `axis`. Mirrors `tf.math.reduce_sum`.

    `input_tensor`: a tensor of numbers, whose dtype the result has (integers wrap around); `axis`, `keepdims`: see the
    module. The sum of nothing is 0. Raises InvalidArgumentError for an axis out of range or given twice.
    """
    if type(axis) is tuple:
        axis = reduced_dims(input_tensor, axis)
        # torch takes an empty tuple of dims as all of them; for TensorFlow it is none of them.
        if not axis:
            return input_tensor
    elif axis is not None and not input_tensor.dim():
        # torch takes 0 and -1 for the axis of a scalar, TensorFlow takes none.
        reduced_dims(input_tensor, axis)
    try:
        return torch.sum(input_tensor, axis, True if keepdims else False, dtype=input_tensor.dtype)
    except IndexError:
        reduced_dims(input_tensor, axis)
        raise


@tf_export("math.reduce_mean", "reduce_mean")
@op("Mean", input_tensor="T", axis="axis", T=dt.NUMBERS, shape_fn=by_sizes(reduced_sizes), shape_fallback=partly_reduced)
def reduce_mean(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """The mean over `axis`. Mirrors `tf.math.reduce_mean`.

    `input_tensor`: a tensor of numbers, whose dtype the result has: the mean of integers is rounded towards 0.
    `axis`, `keepdims`: see the module. The mean of no floats is NaN. Raises InvalidArgumentError for an axis out of
    range or given twice.
    """
    keepdims = True if keepdims else False
    if type(axis) is tuple:
        axis = reduced_dims(input_tensor, axis)
        if not axis:
            return input_tensor
    elif axis is not None and not input_tensor.dim():
        reduced_dims(input_tensor, axis)
    try:
        if input_tensor.is_floating_point() or input_tensor.is_complex():
            if input_tensor.is_complex() and not input_tensor.numel():
                return torch.sum(input_tensor, axis, keepdims)  # 0, as TensorFlow has it
            return torch.mean(input_tensor, axis, keepdims)
    except IndexError:
        reduced_dims(input_tensor, axis)
        raise
    dims = reduced_dims(input_tensor, axis)
    total = torch.sum(input_tensor.to(torch.int64), dims or None, keepdims)
    return torch.div(total, max(count(input_tensor, dims), 1), rounding_mode="trunc").to(input_tensor.dtype)


@tf_export("math.reduce_prod", "reduce_prod")
@op("Prod", input_tensor="T", axis="axis", T=dt.NUMBERS, shape_fn=by_sizes(reduced_sizes), shape_fallback=partly_reduced)
def reduce_prod(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """The product over `axis`. Mirrors `tf.math.reduce_prod`.

    `input_tensor`: a tensor of numbers, whose dtype the result has (integers wrap around); `axis`, `keepdims`: see the
    module. The product of nothing is 1. Raises InvalidArgumentError for an axis out of range or given twice.
    """
    dims = reduced_dims(input_tensor, axis)
    t = input_tensor
    # torch takes one axis at a time; from the last, so that the numbers of the others stay right.
    for d in sorted(dims, reverse=True):
        t = torch.prod(t, d, True if keepdims else False, dtype=t.dtype)
    return t


def _extreme(x, axis, keepdims, reduce, identity):
    """`reduce(x, dims, keepdims)`, also for types that torch cannot compare; of nothing `identity(dtype)`."""
    dims = reduced_dims(x, axis)
    if not dims:
        return x
    keepdims = True if keepdims else False
    # torch has no maximum or minimum of nothing.
    if count(x, dims) == 0:
        shape = [1 if d in dims else n for d, n in enumerate(x.shape) if keepdims or d not in dims]
        made = x.new_full(shape, identity(x.dtype))
        # The gradient is an empty tensor, not None.
        return made + torch.sum(x, dims, keepdims) if x.requires_grad else made
    if x.dtype in _NO_ORDER:
        return restored(reduce(ordered(x), dims, keepdims), x.dtype)
    return reduce(x, dims, keepdims)


def lowest(dtype):
    """What the maximum of nothing is: minus infinity, or the least integer."""
    return float("-inf") if dtype.is_floating_point else torch.iinfo(dtype).min


def highest(dtype):
    """What the minimum of nothing is: infinity, or the greatest integer."""
    return float("inf") if dtype.is_floating_point else torch.iinfo(dtype).max


@tf_export("math.reduce_max", "reduce_max")
@op("Max", input_tensor="T", axis="axis", T=dt.REAL_NUMBERS, shape_fn=by_sizes(reduced_sizes), shape_fallback=partly_reduced)
def reduce_max(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """The greatest element over `axis`. Mirrors `tf.math.reduce_max`.

    `input_tensor`: a real tensor; `axis`, `keepdims`: see the module. Equal greatest elements share the gradient. The
    maximum of nothing is minus infinity or the least integer. Raises InvalidArgumentError for an axis out of range or
    given twice.
    """
    return _extreme(input_tensor, axis, keepdims, torch.amax, lowest)


@tf_export("math.reduce_min", "reduce_min")
@op("Min", input_tensor="T", axis="axis", T=dt.REAL_NUMBERS, shape_fn=by_sizes(reduced_sizes), shape_fallback=partly_reduced)
def reduce_min(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """The least element over `axis`. Mirrors `tf.math.reduce_min`.

    `input_tensor`: a real tensor; `axis`, `keepdims`: see the module. Equal least elements share the gradient. The
    minimum of nothing is infinity or the greatest integer. Raises InvalidArgumentError for an axis out of range or
    given twice.
    """
    return _extreme(input_tensor, axis, keepdims, torch.amin, highest)


@tf_export("math.reduce_all", "reduce_all")
@op("All", input_tensor="bool", axis="axis", grad=None, shape_fallback=partly_reduced)
def reduce_all(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """Whether all elements over `axis` are true. Mirrors `tf.math.reduce_all`.

    `input_tensor`: a bool tensor; `axis`, `keepdims`: see the module. True for nothing. Raises InvalidArgumentError for
    another dtype or an axis out of range or given twice.
    """
    dims = reduced_dims(input_tensor, axis)
    return torch.all(input_tensor, dims, True if keepdims else False) if dims else input_tensor


@tf_export("math.reduce_any", "reduce_any")
@op("Any", input_tensor="bool", axis="axis", grad=None, shape_fallback=partly_reduced)
def reduce_any(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """Whether any element over `axis` is true. Mirrors `tf.math.reduce_any`.

    `input_tensor`: a bool tensor; `axis`, `keepdims`: see the module. False for nothing. Raises InvalidArgumentError
    for another dtype or an axis out of range or given twice.
    """
    dims = reduced_dims(input_tensor, axis)
    return torch.any(input_tensor, dims, True if keepdims else False) if dims else input_tensor


@tf_export("math.reduce_euclidean_norm")
@op("EuclideanNorm", input_tensor="T", axis="axis", T=dt.NUMBERS, shape_fallback=partly_reduced)
def reduce_euclidean_norm(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """The square root of the sum of squares over `axis`. Mirrors `tf.math.reduce_euclidean_norm`.

    `input_tensor`: a tensor of numbers, whose dtype the result has; `axis`, `keepdims`: see the module. Raises
    InvalidArgumentError for an axis out of range or given twice.
    """
    x = input_tensor
    dims = reduced_dims(x, axis)
    keepdims = True if keepdims else False
    if not x.is_floating_point() and not x.is_complex():
        total = torch.sum(x * x, dims, keepdims, dtype=x.dtype) if dims else x * x
        return torch.sqrt(total.to(torch.float64)).to(x.dtype)
    if x.is_complex():
        return _complex_norm(x, dims, keepdims)
    squares = x * x
    return torch.sqrt(torch.sum(squares, dims, keepdims) if dims else squares)


def _complex_norm(x, dims, keepdims):
    """The norm of a complex tensor, whose gradient in TensorFlow is `grad * x / norm` without a conjugate."""

    def values(t):
        squares = t * t.conj()
        # The dimensions stay for now: the derivative divides by the norm.
        return torch.sqrt(torch.sum(squares, dims, True) if dims else squares)

    norm = with_derivatives(values, lambda t, z: t / z, conjugate=False)(x)
    return norm if keepdims or not dims else torch.squeeze(norm, dims)


@tf_export("math.reduce_logsumexp", "reduce_logsumexp")
@op("LogSumExp", input_tensor="T", axis="axis", T=dt.REAL_NUMBERS, register=False, shape_fallback=partly_reduced)
def reduce_logsumexp(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """`log(sum(exp(x)))` over `axis`, computed without overflow. Mirrors `tf.math.reduce_logsumexp`.

    `input_tensor`: a float tensor; `axis`, `keepdims`: see the module. Minus infinity for nothing. Raises
    InvalidArgumentError for an axis out of range or given twice.
    """
    if not input_tensor.is_floating_point():
        # Where TensorFlow, which makes this of several operations, stops for integers.
        raise invalid(
            f"Value for attr 'T' of {str(input_tensor.dtype).removeprefix('torch.')} is not in the list of "
            "allowed values: bfloat16, half, float, double\n\t; NodeDef: {{node IsFinite}}; Op<name=IsFinite>",
        )
    dims = reduced_dims(input_tensor, axis)
    return torch.logsumexp(input_tensor, dims, True if keepdims else False) if dims else input_tensor.clone()


def _variance(x, axis, keepdims):
    dims = reduced_dims(x, axis)
    centred = x - torch.mean(x, dims, True) if dims else x - x
    squares = (centred * centred.conj()).real if x.is_complex() else centred * centred
    return torch.mean(squares, dims, True if keepdims else False) if dims else squares


def _float_input(x):
    x = convert_to_tensor(x) if not hasattr(x, "dtype") else x
    if dt.as_dtype(x.dtype).is_integer:
        raise TypeError(f"Input must be either real or complex. Received integer type {dt.as_dtype(x.dtype)}.")
    return x


def _spread_shape(x, *arguments):
    return x.dtype.real_dtype, partly_reduced(x, *arguments)[1]


@op("Variance", input_tensor="T", axis="axis", T=dt.INEXACT, register=False, shape_fallback=_spread_shape)
def _reduce_variance(input_tensor, axis=None, keepdims=False, name=None):
    return _variance(input_tensor, axis, keepdims)


@op("StandardDeviation", input_tensor="T", axis="axis", T=dt.INEXACT, register=False, shape_fallback=_spread_shape)
def _reduce_std(input_tensor, axis=None, keepdims=False, name=None):
    return torch.sqrt(_variance(input_tensor, axis, keepdims))


@tf_export("math.reduce_variance")
@composite
def reduce_variance(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """The variance (divisor n) over `axis`. Mirrors `tf.math.reduce_variance`.

    `input_tensor`: a float or complex tensor; the result is real. `axis`, `keepdims`: see the module. Raises TypeError
    for integers, InvalidArgumentError for an axis out of range or given twice.
    """
    return _reduce_variance(_float_input(input_tensor), axis, keepdims, name=name)


@tf_export("math.reduce_std")
@composite
def reduce_std(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """The standard deviation (divisor n) over `axis`. Mirrors `tf.math.reduce_std`.

    `input_tensor`: a float or complex tensor; the result is real. `axis`, `keepdims`: see the module. Raises TypeError
    for integers, InvalidArgumentError for an axis out of range or given twice. The gradient at 0 is NaN.
    """
    return _reduce_std(_float_input(input_tensor), axis, keepdims, name=name)


@tf_export("math.count_nonzero")
@composite
def count_nonzero(
    input: TensorLike, axis: Axis = None, keepdims: bool | None = None, dtype: DTypeLike = dt.int64, name: str | None = None
) -> Tensor:
    """The number of elements over `axis` that are not 0 (not false, not the empty string). Mirrors `tf.math.count_nonzero`.

    `input`: a tensor of numbers, bools or strings; `axis`, `keepdims`: see the module. `dtype`: of the result, int64 by
    default. Raises InvalidArgumentError for an axis out of range or given twice.
    """
    input = convert_to_tensor(input)
    zero = "" if input.dtype == dt.string else False if input.dtype == dt.bool else 0
    found = cast(not_equal(input, zero), dt.int64)
    return cast(reduce_sum(found, axis=axis, keepdims=keepdims or False), dtype, name=name)


@tf_export("math.zero_fraction", "nn.zero_fraction")
@composite
def zero_fraction(value: TensorLike, name: str | None = None) -> Tensor:
    """The share of the elements of `value` that are 0, as a float32 scalar. Mirrors `tf.math.zero_fraction`.

    `value`: a tensor of numbers. NaN for no elements.
    """
    value = convert_to_tensor(value)
    total = size(value, out_type=dt.int64)
    zeros = total - count_nonzero(value)
    return cast(zeros, dt.float32) / cast(total, dt.float32)


@tf_export("math.l2_normalize", "linalg.l2_normalize", "nn.l2_normalize")
@composite
def l2_normalize(x: TensorLike, axis: Axis = None, epsilon: FloatLike = 1e-12, name: str | None = None, dim: Axis = None) -> Tensor:
    """`x / sqrt(max(sum(x**2), epsilon))`, the sums taken over `axis`. Mirrors `tf.math.l2_normalize`.

    `x`: a float or complex tensor; `axis`: see the module; `epsilon`: the least sum of squares that counts; `dim`: the
    old name of `axis`. Raises ValueError where both are given.
    """
    if dim is not None:
        if axis is not None:
            raise ValueError("Cannot specify both 'dim' and 'axis'.")
        axis = dim
    x = convert_to_tensor(x)
    if x.dtype.is_complex:
        squares = reduce_sum(square(real(x)) + square(imag(x)), axis, keepdims=True)
        inverse = rsqrt(maximum(squares, epsilon))
        return make_complex(multiply(real(x), inverse), multiply(imag(x), inverse), name=name)
    squares = reduce_sum(square(x), axis, keepdims=True)
    return multiply(x, rsqrt(maximum(squares, epsilon)), name=name)
