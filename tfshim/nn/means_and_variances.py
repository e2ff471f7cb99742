"""Moments: means and variances, of values that may be weighted, and what they are computed from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import broadcast_static_shapes
from tfshim.engine.values.tensor import Tensor
from tfshim.math._axes import reduced_sizes
from tfshim.math.arithmetic import add, multiply, reciprocal, square, subtract

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, TensorLike


_LOW = (torch.float16, torch.bfloat16)


def _axes(axes, rank, op_type="Mean"):
    """The axes as a list of distinct non-negative numbers, all of them for None."""
    if axes is None:
        return list(range(rank))
    found = []
    for a in axes if isinstance(axes, (tuple, list)) else (axes,):
        if not -rank <= a < rank:
            raise invalid(f"Invalid reduction dimension ({a} for input with {rank} dimension(s)")
        if a % rank in found:
            raise invalid(f"Invalid reduction arguments: Axes contains duplicate dimension: {a % rank}")
        found.append(a % rank)
    return found


def _mean(t, axes, keepdims):
    if not axes:  # torch takes no axes for all axes
        return t
    if t.is_floating_point() or t.is_complex():
        return t.mean(axes, keepdim=keepdims)
    count = 1
    for a in axes:
        count *= t.shape[a]
    return t.sum(axes, keepdim=keepdims, dtype=t.dtype).div(count, rounding_mode="trunc")


def _without(t, axes):
    """`t` without `axes`, which have size 1; without any axes, as TensorFlow's `squeeze`, without all axes of size 1."""
    return t.squeeze(tuple(axes)) if axes else t.squeeze()


def _no_nan(a, b):
    """`a / b`, and 0 where `b` is 0."""
    zero = b == 0
    return torch.where(zero, torch.zeros_like(a), a / torch.where(zero, torch.ones_like(b), b))


def _magnitude(t):
    """`|t| ** 2` in the dtype of `t`."""
    return (t * t.conj()) if t.is_complex() else t * t


@op("Moments", x="T", axes="axis", T=dt.NUMBERS, register=False)
def _moments(x, axes, keepdims, name=None):
    """Mean and variance."""
    axes = _axes(axes, x.ndim)
    y = x.float() if x.dtype in _LOW else x
    mean = _mean(y, axes, True)
    # The mean in the variance counts as a constant, as in TensorFlow: the first derivative is the same without it.
    variance = _mean(_magnitude(y - mean.detach()), axes, True)
    if not keepdims:
        mean, variance = _without(mean, axes), _without(variance, axes)
    return (mean.to(x.dtype), variance.to(x.dtype)) if y is not x else (mean, variance)


@tf_export("nn.moments")
@composite
def moments(
    x: TensorLike, axes: Axis, shift: TensorLike | None = None, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, ...]:
    """The mean and the variance over some axes. Mirrors `tf.nn.moments`.

    Arguments:
        x: a tensor of numbers; float16 and bfloat16 are averaged in float32.
        axes: the axes, an integer or a list.
        shift: has no effect, as in TensorFlow; None by default.
        keepdims: True keeps the axes with length 1; False by default.
        name: a name for the operation in graphs.

    Returns:
        A pair (mean, variance) of tensors of the dtype of `x`. The variance is divided by the number of elements.

    For images [batch, height, width, channels] the axes [0, 1, 2] give one pair for each channel, as batch
    normalization needs it, [1, 2] one for each image and channel, and [-1] one for each place.

    Example:
        >>> mean, variance = tf.nn.moments(tf.constant([[1.0, 10.0], [3.0, 30.0]]), axes=[0])
        >>> mean
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 2., 20.], dtype=float32)>
        >>> variance
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([  1., 100.], dtype=float32)>
    """
    _ = x.dtype  # TensorFlow asks for it before it converts
    return _moments(x, axes, keepdims, name=name)


def _moments_shape(x, frequency_weights, axes, keepdims):
    wide = broadcast_static_shapes(x.shape, frequency_weights.shape)
    dims = None if wide.rank is None or isinstance(axes, Tensor) else reduced_sizes(wide.as_list(), axes, keepdims)
    return (x.dtype, dims), (x.dtype, dims)


@op("WeightedMoments", x="T", frequency_weights="T", axes="axis", T=dt.INEXACT, register=False, shape_fallback=_moments_shape)
def _weighted_moments(x, frequency_weights, axes, keepdims, name=None):
    """Mean and variance under weights."""
    axes = _axes(axes, x.ndim, "Sum")
    kind = x.dtype
    w = frequency_weights
    if kind in _LOW:
        x, w = x.float(), w.float()
    weighted = (x * w).sum(axes, keepdim=True) if axes else x * w
    # A weight counts once for each element that it is broadcast to.
    spread = w.expand(torch.broadcast_shapes(w.shape, x.shape))
    total = spread.sum(axes, keepdim=True) if axes else spread
    mean = _no_nan(weighted, total)
    deviation = x - mean
    variance = w * deviation * deviation
    variance = variance.sum(axes, keepdim=True) if axes else variance
    variance = _no_nan(variance, total)
    if not keepdims:
        mean, variance = _without(mean, axes), _without(variance, axes)
    return mean.to(kind), variance.to(kind)


@tf_export("nn.weighted_moments")
@composite
def weighted_moments(
    x: TensorLike, axes: Axis, frequency_weights: TensorLike, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, ...]:
    """The mean and the variance over some axes, where elements have weights. Mirrors `tf.nn.weighted_moments`.

    Arguments:
        x: a tensor of numbers.
        axes: the axes, an integer or a list.
        frequency_weights: how often each element counts: a tensor that broadcasts with `x` and is cast to its dtype.
        keepdims: True keeps the axes with length 1; False by default.
        name: a name for the operation in graphs.

    Returns:
        A pair (mean, variance) of tensors; the divisor is the sum of the weights.

    Weights of 0 and 1 leave out masked elements.

    Example:
        >>> mean, variance = tf.nn.weighted_moments(tf.constant([1.0, 2.0, 100.0]), [0], [1.0, 1.0, 0.0])
        >>> float(mean), float(variance)
        (1.5, 0.25)
    """
    x, weights = convert_to_tensor(x), convert_to_tensor(frequency_weights)
    if weights.dtype != x.dtype:
        weights = cast(weights, x.dtype)
    return _weighted_moments(x, weights, axes, keepdims, name=name)


@op("SufficientStatistics", x="T", shift="T?", axes="axis", T=dt.NUMBERS, register=False)
def _sufficient_statistics(x, shift, axes, keepdims, name=None):
    """Count, sum and sum of squares."""
    axes = _axes(axes, x.ndim, "Sum")
    count = 1
    for a in axes:
        count *= x.shape[a]
    m = x if shift is None else x - shift
    v = m * m
    if axes:
        m, v = (t.sum(axes, keepdim=keepdims, dtype=x.dtype) for t in (m, v))
    return torch.full((), count, dtype=x.dtype, device=x.device), m, v


@tf_export("nn.sufficient_statistics")
@composite
def sufficient_statistics(
    x: TensorLike, axes: Axis, shift: TensorLike | None = None, keepdims: bool = False, name: str | None = None
) -> tuple[Any, ...]:
    """What the mean and the variance over some axes can be computed of. Mirrors `tf.nn.sufficient_statistics`.

    Arguments:
        x: a float tensor.
        axes: the axes, a list of integers.
        shift: a number near the mean, which is subtracted first so that digits are not lost; None (the default) for
            nothing.
        keepdims: True keeps the axes with length 1; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tuple: the number of elements, a scalar of the dtype of `x`; the sum; the sum of the squares; and `shift`, or
        None.

    `tf.nn.normalize_moments` takes the four.

    Example:
        >>> count, total, squares, shift = tf.nn.sufficient_statistics(tf.constant([1.0, 2.0, 6.0]), axes=[0])
        >>> float(count), float(total), float(squares)
        (3.0, 9.0, 41.0)
    """
    # As in TensorFlow, which refuses duplicates in `moments` and drops them here.
    axes = list(set(axes))
    x = convert_to_tensor(x)
    if shift is not None:
        shift = convert_to_tensor(shift, x.dtype)
    return (*_sufficient_statistics(x, shift, axes, keepdims, name=name), shift)


@tf_export("nn.normalize_moments")
@composite
@in_name_scope("normalize")
def normalize_moments(
    counts: TensorLike, mean_ss: TensorLike, variance_ss: TensorLike, shift: TensorLike, name: str | None = None
) -> tuple[Tensor, ...]:
    """The mean and the variance from sufficient statistics. Mirrors `tf.nn.normalize_moments`.

    Arguments:
        counts: the number of elements, a float scalar or tensor.
        mean_ss: the sums of the elements, as `tf.nn.sufficient_statistics` gives them.
        variance_ss: the sums of their squares.
        shift: the number that was subtracted before, or None.
        name: a name for the operation in graphs.

    Returns:
        A pair (mean, variance).

    Statistics of several batches or devices can be added up before, which means and variances cannot.

    Example:
        >>> x = tf.constant([1.0, 2.0, 6.0])
        >>> mean, variance = tf.nn.normalize_moments(*tf.nn.sufficient_statistics(x, axes=[0]))
        >>> np.round([mean, variance], 3)
        array([3.   , 4.667], dtype=float32)
    """
    share = reciprocal(counts, name="divisor")
    if shift is None:
        offset = mean = multiply(mean_ss, share, name="mean")
    else:
        offset = multiply(mean_ss, share, name="shifted_mean")
        mean = add(offset, shift, name="mean")
    return mean, subtract(multiply(variance_ss, share), square(offset), name="variance")
