"""Reductions: sums, products, means, extremes and logic over some or all axes of a tensor.

In all of them `axis` is None (every axis), an integer, a list or an integer tensor; negative numbers count from the
end; an empty list reduces nothing. `keepdims` keeps reduced axes with length 1. Most of this
module is their documentation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.casting import complex as make_complex
from tfshim.array_ops.shapes import size
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.ops.vectorized import comparisons, means, narrow_extremes
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math._axes import MANY, count, of_ones, partly_reduced, reduced_dims, reduced_floats, reduced_sizes
from tfshim.math._gradients import needs_grad, with_derivatives
from tfshim.math._unsigned import floor_divide_unsigned, ordered, restored
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
    """The sum of the elements over one, several or all axes. Mirrors `tf.math.reduce_sum`.

    Arguments:
        input_tensor: a tensor of numbers, or what converts to one; a ragged tensor may be summed over its ragged axes.
        axis: None (the default) for all axes, an integer, or a list of integers; negative ones count from the last
            axis, and an empty list reduces nothing.
        keepdims: True keeps the reduced axes with length 1; by default they are dropped.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dtype of `input_tensor`: integers are summed in their own dtype and wrap around. The sum of no
        elements is 0.

    Raises:
        InvalidArgumentError: an axis is out of range or given twice. Bools have no sum either: cast them first.

    The gradient for each element is that of the sum it is in.

    Example:
        >>> x = tf.constant([[1, 2, 3], [4, 5, 6]])
        >>> tf.reduce_sum(x)
        <tf.Tensor: shape=(), dtype=int32, numpy=21>
        >>> tf.reduce_sum(x, axis=0)
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([5, 7, 9], dtype=int32)>
        >>> tf.reduce_sum(x, axis=1, keepdims=True)
        <tf.Tensor: shape=(2, 1), dtype=int32, numpy=
        array([[ 6],
               [15]], dtype=int32)>
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
        # Asked without a call, which small tensors would pay for.
        if type(size := input_tensor.numel()) is int and size >= MANY and of_ones(input_tensor, axis):
            return input_tensor if keepdims else input_tensor.squeeze(axis)
        return torch.sum(input_tensor, axis, True if keepdims else False, dtype=input_tensor.dtype)
    except IndexError:
        reduced_dims(input_tensor, axis)
        raise


@tf_export("math.reduce_mean", "reduce_mean")
@op("Mean", input_tensor="T", axis="axis", T=dt.NUMBERS, shape_fn=by_sizes(reduced_sizes), shape_fallback=partly_reduced)
def reduce_mean(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """The mean of the elements over one, several or all axes. Mirrors `tf.math.reduce_mean`.

    Arguments:
        input_tensor: a tensor of numbers, or what converts to one; a ragged tensor may be averaged over its ragged
            axes.
        axis: None (the default) for all axes, an integer, or a list of integers; negative ones count from the last
            axis, and an empty list reduces nothing.
        keepdims: True keeps the reduced axes with length 1; by default they are dropped.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dtype of `input_tensor`. The mean of integers is an integer, rounded towards 0: cast to float
        first to have it exactly. The mean of no floats is NaN.

    Raises:
        InvalidArgumentError: an axis is out of range or given twice. Bools have no mean either: cast them first.

    Example:
        >>> x = tf.constant([[1.0, 2.0], [4.0, 6.0]])
        >>> tf.reduce_mean(x)
        <tf.Tensor: shape=(), dtype=float32, numpy=3.25>
        >>> tf.reduce_mean(x, axis=1)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1.5, 5. ], dtype=float32)>
        >>> tf.reduce_mean([1, 2])
        <tf.Tensor: shape=(), dtype=int32, numpy=1>
    """
    keepdims = True if keepdims else False
    if type(axis) is tuple:
        axis = reduced_dims(input_tensor, axis)
        if not axis:
            return input_tensor
    elif axis is not None and not input_tensor.dim():
        reduced_dims(input_tensor, axis)
    try:
        if type(size := input_tensor.numel()) is int and size >= MANY and of_ones(input_tensor, axis):
            return input_tensor if keepdims else input_tensor.squeeze(axis)
        if input_tensor.is_floating_point() or input_tensor.is_complex():
            if input_tensor.is_complex() and not input_tensor.numel():
                return torch.sum(input_tensor, axis, keepdims)  # 0, as TensorFlow has it
            return means.mean(input_tensor, axis, keepdims)
    except IndexError:
        reduced_dims(input_tensor, axis)
        raise
    dims = reduced_dims(input_tensor, axis)
    total = torch.sum(input_tensor, dims or None, keepdims, dtype=torch.int64)
    if input_tensor.dtype is torch.uint64:
        return floor_divide_unsigned(total.view(torch.uint64), torch.tensor(max(count(input_tensor, dims), 1), dtype=torch.uint64))
    return torch.div(total, max(count(input_tensor, dims), 1), rounding_mode="trunc").to(input_tensor.dtype)


@tf_export("math.reduce_prod", "reduce_prod")
@op("Prod", input_tensor="T", axis="axis", T=dt.NUMBERS, shape_fn=by_sizes(reduced_sizes), shape_fallback=partly_reduced)
def reduce_prod(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """The product of the elements over one, several or all axes. Mirrors `tf.math.reduce_prod`.

    Arguments:
        input_tensor: a tensor of numbers, or what converts to one.
        axis: None (the default) for all axes, an integer, or a list of integers; negative ones count from the last
            axis, and an empty list reduces nothing.
        keepdims: True keeps the reduced axes with length 1; by default they are dropped.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dtype of `input_tensor`: integers wrap around, floats may overflow to infinity. The product of
        no elements is 1.

    Raises:
        InvalidArgumentError: an axis is out of range or given twice.

    The gradient is right where some of the factors are 0, too. For products of many small numbers sum their logarithms
    instead.

    Example:
        >>> tf.reduce_prod([[1, 2], [3, 4]])
        <tf.Tensor: shape=(), dtype=int32, numpy=24>
        >>> tf.reduce_prod([[1, 2], [3, 4]], axis=0)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([3, 8], dtype=int32)>
        >>> tf.reduce_prod(tf.constant([], tf.float32))
        <tf.Tensor: shape=(), dtype=float32, numpy=1.0>
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
    if type(size := x.numel()) is int and size >= MANY and of_ones(x, dims):
        return x if keepdims else x.squeeze(dims)
    if x.dtype in _NO_ORDER:
        return restored(reduce(ordered(x), dims, keepdims), x.dtype)
    if narrow_extremes.suits(x, dims):
        return narrow_extremes.reduced(x, dims, keepdims, reduce)
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
    """The greatest element over one, several or all axes. Mirrors `tf.math.reduce_max`.

    Arguments:
        input_tensor: a tensor of real numbers, or what converts to one.
        axis: None (the default) for all axes, an integer, or a list of integers; negative ones count from the last
            axis, and an empty list reduces nothing.
        keepdims: True keeps the reduced axes with length 1; by default they are dropped.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dtype of `input_tensor`. NaN if there is one among the elements. The maximum of no elements is
        minus infinity, or the least integer.

    Raises:
        InvalidArgumentError: an axis is out of range or given twice.

    Elements that are equally great share the gradient. Where the maximum is, `tf.argmax` tells; for two tensors there
    is `tf.maximum`.

    Example:
        >>> x = tf.constant([[1.0, 7.0], [9.0, 2.0]])
        >>> tf.reduce_max(x)
        <tf.Tensor: shape=(), dtype=float32, numpy=9.0>
        >>> tf.reduce_max(x, axis=-1)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([7., 9.], dtype=float32)>
    """
    return _extreme(input_tensor, axis, keepdims, torch.amax, lowest)


@tf_export("math.reduce_min", "reduce_min")
@op("Min", input_tensor="T", axis="axis", T=dt.REAL_NUMBERS, shape_fn=by_sizes(reduced_sizes), shape_fallback=partly_reduced)
def reduce_min(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """The least element over one, several or all axes. Mirrors `tf.math.reduce_min`.

    Arguments:
        input_tensor: a tensor of real numbers, or what converts to one.
        axis: None (the default) for all axes, an integer, or a list of integers; negative ones count from the last
            axis, and an empty list reduces nothing.
        keepdims: True keeps the reduced axes with length 1; by default they are dropped.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dtype of `input_tensor`. NaN if there is one among the elements. The minimum of no elements is
        infinity, or the greatest integer.

    Raises:
        InvalidArgumentError: an axis is out of range or given twice.

    Elements that are equally small share the gradient. Where the minimum is, `tf.argmin` tells; for two tensors there
    is `tf.minimum`.

    Example:
        >>> x = tf.constant([[1.0, 7.0], [9.0, 2.0]])
        >>> tf.reduce_min(x)
        <tf.Tensor: shape=(), dtype=float32, numpy=1.0>
        >>> tf.reduce_min(x, axis=0, keepdims=True)
        <tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[1., 2.]], dtype=float32)>
    """
    return _extreme(input_tensor, axis, keepdims, torch.amin, highest)


@tf_export("math.reduce_all", "reduce_all")
@op("All", input_tensor="bool", axis="axis", grad=None, shape_fallback=partly_reduced)
def reduce_all(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """Whether all elements over one, several or all axes are true. Mirrors `tf.math.reduce_all`.

    Arguments:
        input_tensor: a bool tensor, or what converts to one.
        axis: None (the default) for all axes, an integer, or a list of integers; negative ones count from the last
            axis, and an empty list reduces nothing.
        keepdims: True keeps the reduced axes with length 1; by default they are dropped.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor; True for no elements at all.

    Raises:
        InvalidArgumentError: `input_tensor` is not bool, or an axis is out of range or given twice.

    With a comparison it answers whether two tensors are equal as a whole.

    Example:
        >>> tf.reduce_all([[True, True], [True, False]])
        <tf.Tensor: shape=(), dtype=bool, numpy=False>
        >>> tf.reduce_all([[True, True], [True, False]], axis=1)
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
        >>> tf.reduce_all(tf.constant([1, 2]) == [1, 2])
        <tf.Tensor: shape=(), dtype=bool, numpy=True>
    """
    dims = reduced_dims(input_tensor, axis)
    return comparisons.all_of(input_tensor, dims, True if keepdims else False) if dims else input_tensor


@tf_export("math.reduce_any", "reduce_any")
@op("Any", input_tensor="bool", axis="axis", grad=None, shape_fallback=partly_reduced)
def reduce_any(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """Whether at least one element over one, several or all axes is true. Mirrors `tf.math.reduce_any`.

    Arguments:
        input_tensor: a bool tensor, or what converts to one.
        axis: None (the default) for all axes, an integer, or a list of integers; negative ones count from the last
            axis, and an empty list reduces nothing.
        keepdims: True keeps the reduced axes with length 1; by default they are dropped.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor; False for no elements at all.

    Raises:
        InvalidArgumentError: `input_tensor` is not bool, or an axis is out of range or given twice.

    Example:
        >>> tf.reduce_any([[True, False], [False, False]])
        <tf.Tensor: shape=(), dtype=bool, numpy=True>
        >>> tf.reduce_any([[True, False], [False, False]], axis=1)
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
        >>> tf.reduce_any(tf.math.is_nan([1.0, 2.0]))
        <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    dims = reduced_dims(input_tensor, axis)
    return comparisons.any_of(input_tensor, dims, True if keepdims else False) if dims else input_tensor


@tf_export("math.reduce_euclidean_norm")
@op("EuclideanNorm", input_tensor="T", axis="axis", T=dt.NUMBERS, shape_fallback=partly_reduced)
def reduce_euclidean_norm(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """The square root of the sum of the squares over one, several or all axes. Mirrors `tf.math.reduce_euclidean_norm`.

    Arguments:
        input_tensor: a tensor of numbers, or what converts to one; of complex numbers the moduli count.
        axis: None (the default) for all axes, an integer, or a list of integers; negative ones count from the last
            axis, and an empty list reduces nothing.
        keepdims: True keeps the reduced axes with length 1; by default they are dropped.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dtype of `input_tensor`; for integers the root is rounded towards 0. The norm of no elements is
        0.

    Raises:
        InvalidArgumentError: an axis is out of range or given twice.

    `tf.norm` has other norms as well.

    Example:
        >>> x = tf.constant([[3.0, 4.0], [6.0, 8.0]])
        >>> tf.math.reduce_euclidean_norm(x, axis=1)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 5., 10.], dtype=float32)>
        >>> tf.math.reduce_euclidean_norm([1, 1])
        <tf.Tensor: shape=(), dtype=int32, numpy=1>
    """
    x = input_tensor
    dims = reduced_dims(x, axis)
    keepdims = True if keepdims else False
    if not x.is_floating_point() and not x.is_complex():
        total = torch.sum(x * x, dims, keepdims, dtype=x.dtype) if dims else x * x
        return torch.sqrt(total.to(torch.float64)).to(x.dtype)
    if x.is_complex():
        return _complex_norm(x, dims, keepdims)
    if x.dtype in _LENGTHS and dims == (x.dim() - 1,) and x.stride(-1) == 1 and 0 < x.shape[-1] <= _LONGEST and not needs_grad(x):
        return torch.linalg.vector_norm(x, 2, dims, keepdims)
    squares = x * x
    return torch.sqrt(torch.sum(squares, dims, keepdims) if dims else squares)


# Whose squares torch adds as it goes over them, in their own dtype, and of how many along the last axis it does so exactly enough.
_LENGTHS, _LONGEST = (torch.float32, torch.float64), 1 << 12


def _complex_norm(x, dims, keepdims):
    """The norm of a complex tensor, whose gradient in TensorFlow is `grad * x / norm` without a conjugate."""

    def values(t):
        squares = t * t.conj()
        # The dimensions stay for now: the derivative divides by the norm.
        return torch.sqrt(torch.sum(squares, dims, True) if dims else squares)

    norm = with_derivatives(values, lambda t, z: t / z, conjugate=False)(x)
    return norm if keepdims or not dims else torch.squeeze(norm, dims)


@tf_export("math.reduce_logsumexp", "reduce_logsumexp")
@op(
    "LogSumExp",
    input_tensor="T",
    axis="axis",
    T=dt.REAL_NUMBERS,
    register=False,
    shape_fn=reduced_floats,
    shape_fallback=partly_reduced,
)
def reduce_logsumexp(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """`log(sum(exp(x)))` over one, several or all axes, without overflow. Mirrors `tf.math.reduce_logsumexp`.

    Arguments:
        input_tensor: a tensor: float16, bfloat16, float32 or float64.
        axis: None (the default) for all axes, an integer, or a list of integers; negative ones count from the last
            axis, and an empty list reduces nothing.
        keepdims: True keeps the reduced axes with length 1; by default they are dropped.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dtype of `input_tensor`; minus infinity for no elements. It is exact for numbers whose
        exponentials no float holds.

    Raises:
        InvalidArgumentError: the elements are integers, or an axis is out of range or given twice.

    It adds up probabilities that are given by their logarithms. The gradient is `tf.nn.softmax` of the elements.

    Example:
        >>> np.round(tf.reduce_logsumexp([[1000.0, 1000.0]], axis=1), 2)
        array([1000.69], dtype=float32)
        >>> tf.math.log(tf.reduce_sum(tf.exp([1000.0, 1000.0])))
        <tf.Tensor: shape=(), dtype=float32, numpy=inf>
    """
    if not input_tensor.is_floating_point():
        # Where TensorFlow, which makes this of several operations, stops for integers.
        raise invalid(
            f"Value for attr 'T' of {str(input_tensor.dtype).removeprefix('torch.')} is not in the list of "
            "allowed values: bfloat16, half, float, double\n\t; NodeDef: {{node IsFinite}}; Op<name=IsFinite>",
        )
    dims = reduced_dims(input_tensor, axis)
    return torch.logsumexp(input_tensor, dims, True if keepdims else False) if dims else input_tensor.clone()


@tf_export("math.count_nonzero")
@composite
@in_name_scope("count_nonzero")
def count_nonzero(
    input: TensorLike, axis: Axis = None, keepdims: bool | None = None, dtype: DTypeLike = dt.int64, name: str | None = None
) -> Tensor:
    """The number of elements over one, several or all axes that are not 0. Mirrors `tf.math.count_nonzero`.

    Arguments:
        input: a tensor of numbers, bools or strings; False and the empty string count as 0.
        axis: None (the default) for all axes, an integer, or a list of integers; negative ones count from the last
            axis, and an empty list reduces nothing.
        keepdims: True keeps the reduced axes with length 1; by default they are dropped.
        dtype: the dtype of the result, int64 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of `dtype`; 0 for no elements. NaN is not 0, so it counts.

    Raises:
        InvalidArgumentError: an axis is out of range or given twice.

    There is no gradient.

    Example:
        >>> tf.math.count_nonzero([[0.0, 1.5], [2.0, 0.0]])
        <tf.Tensor: shape=(), dtype=int64, numpy=2>
        >>> tf.math.count_nonzero(["a", "", "b"], dtype=tf.int32)
        <tf.Tensor: shape=(), dtype=int32, numpy=2>
        >>> tf.math.count_nonzero([[1, 0], [2, 3]], axis=1)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>
    """
    input = convert_to_tensor(input)
    zero = "" if input.dtype == dt.string else False if input.dtype == dt.bool else 0
    if TS.graph is not None and input.dtype != dt.string:
        zero = TS.graph._constant(convert_to_tensor(zero, dtype=input.dtype), "zeros")
    found = cast(not_equal(input, zero), dt.int64)
    return cast(reduce_sum(found, axis=axis, keepdims=keepdims or False), dtype, name=name)


@tf_export("math.zero_fraction", "nn.zero_fraction")
@composite
def zero_fraction(value: TensorLike, name: str | None = None) -> Tensor:
    """The share of the elements of a tensor that are 0. Mirrors `tf.math.zero_fraction` and `tf.nn.zero_fraction`.

    Arguments:
        value: a tensor of numbers of any shape, or what converts to one.
        name: a name for the operation in graphs.

    Returns:
        A float32 scalar in [0, 1]; NaN for a tensor without elements. Only exact zeros count, -0 among them.

    It is what summaries of activations show: after `tf.nn.relu`, the share of units that are off. There is no gradient.

    Example:
        >>> tf.math.zero_fraction([0.0, 1.0, 0.0, 3.0])
        <tf.Tensor: shape=(), dtype=float32, numpy=0.5>
        >>> tf.math.zero_fraction(tf.nn.relu([-1.0, -2.0, 5.0, -0.5]))
        <tf.Tensor: shape=(), dtype=float32, numpy=0.75>
    """
    value = convert_to_tensor(value)
    total = size(value, out_type=dt.int64)
    zeros = total - count_nonzero(value)
    return cast(zeros, dt.float32) / cast(total, dt.float32)


@tf_export("math.l2_normalize", "linalg.l2_normalize", "nn.l2_normalize")
@composite
@in_name_scope("l2_normalize", last=True)
def l2_normalize(x: TensorLike, axis: Axis = None, epsilon: FloatLike = 1e-12, name: str | None = None, dim: Axis = None) -> Tensor:
    """Vectors scaled to length 1. Mirrors `tf.math.l2_normalize`, `tf.nn.l2_normalize` and `tf.linalg.l2_normalize`.

    Arguments:
        x: a tensor of floats or complex numbers, or what converts to one.
        axis: the axis along which the vectors lie, or a list of axes; None (the default) takes the whole tensor as one
            vector.
        epsilon: the least sum of squares that is divided by, 1e-12 by default: a vector of zeros stays one.
        name: a name for the operation in graphs.
        dim: the old name of `axis`.

    Returns:
        A tensor of the shape and dtype of `x`: `x / sqrt(max(sum(x ** 2), epsilon))`.

    Raises:
        ValueError: both `axis` and `dim` are given.

    Example:
        >>> np.round(tf.math.l2_normalize([3.0, 4.0]), 3)
        array([0.6, 0.8], dtype=float32)
        >>> np.round(tf.math.l2_normalize([[3.0, 4.0], [0.0, 0.0]], axis=1), 3)
        array([[0.6, 0.8],
               [0. , 0. ]], dtype=float32)
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


higher.install(reduce_prod=reduce_prod)
