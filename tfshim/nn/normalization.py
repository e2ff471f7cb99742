"""Moments and the normalizations that use them; bias."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.graphs import fused_steps
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.infer import by_sizes
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.elementwise import BY_ELEMENT
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import broadcast_static_shapes, dims_text
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.math._axes import reduced_sizes
from tfshim.math.arithmetic import add, multiply, reciprocal, square, subtract

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, FloatLike, TensorLike


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
    """Mean and variance of `x` over `axes`. Mirrors `tf.nn.moments`.

    `x`: a tensor of numbers; half-precision ones are averaged in float32. `axes`: integers. `shift` has no effect in
    TensorFlow either. Returns (mean, variance), without the axes unless `keepdims`.
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
    """Mean and variance of `x` over `axes`, each element counted `frequency_weights` times.

    Mirrors `tf.nn.weighted_moments`. `frequency_weights` broadcasts against `x` and is cast to its dtype. Returns
    (mean, variance).
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
    """What mean and variance over `axes` can be computed of. Mirrors `tf.nn.sufficient_statistics`.

    `shift`: a number near the mean, subtracted first for precision. Returns (count, sum, sum of squares, shift or
    None).
    """
    # As in TensorFlow, which refuses duplicates in `moments` and drops them here.
    axes = list(set(axes))
    x = convert_to_tensor(x)
    if shift is not None:
        shift = convert_to_tensor(shift, x.dtype)
    return (*_sufficient_statistics(x, shift, axes, keepdims, name=name), shift)


@tf_export("nn.normalize_moments")
@composite
def normalize_moments(
    counts: TensorLike, mean_ss: TensorLike, variance_ss: TensorLike, shift: TensorLike, name: str | None = None
) -> tuple[Tensor, ...]:
    """Mean and variance from sufficient statistics. Mirrors `tf.nn.normalize_moments`.

    `counts`, `mean_ss`, `variance_ss`, `shift`: as `sufficient_statistics` returns them. Returns (mean, variance).
    """
    share = reciprocal(counts)
    offset = multiply(mean_ss, share)
    mean = offset if shift is None else add(offset, shift)
    return mean, subtract(multiply(variance_ss, share), square(offset))


@op(
    "BatchNormalization",
    x="X",
    mean="T",
    variance="T",
    offset="T?",
    scale="T?",
    X=dt.INEXACT,
    T=dt.INEXACT,
    scope="batchnorm",
    register=False,
    shape_fn=BY_ELEMENT,
)
def _batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None):
    """`x` normalized to the mean `offset` and the standard deviation `scale`."""
    factor = torch.rsqrt(variance + variance_epsilon)
    if scale is not None:
        factor = factor * scale
    shift = -mean * factor if offset is None else offset - mean * factor
    if factor.dtype is not x.dtype:
        factor, shift = factor.to(x.dtype), shift.to(x.dtype)
    if x.dtype in (torch.float32, torch.float64):
        return torch.addcmul(shift, x, factor)  # reads and writes the large tensor once
    return x * factor + shift


fused_steps.owns_result(_batch_normalization)


@tf_export("nn.batch_normalization")
@composite
def batch_normalization(
    x: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    offset: TensorLike,
    scale: TensorLike,
    variance_epsilon: FloatLike,
    name: str | None = None,
) -> Tensor:
    """`scale * (x - mean) / sqrt(variance + variance_epsilon) + offset`. Mirrors `tf.nn.batch_normalization`.

    `mean`, `variance`, `offset`, `scale`: tensors of one dtype that broadcast against `x`; the last two may be None.
    The result has the dtype of `x`. `variance_epsilon`: a small number (or scalar tensor).
    """
    if not isinstance(variance, (Tensor, Variable)):
        variance, variance_epsilon = variance + variance_epsilon, 0.0  # by the rules of Python or NumPy, as in TensorFlow
    if type(variance_epsilon) is not float:
        variance_epsilon = _epsilon(variance_epsilon)
    _ = x.dtype  # TensorFlow asks for it before it converts
    return _batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=name)


def _epsilon(value):
    return float(value)


@tf_export("nn.batch_norm_with_global_normalization")
@composite
def batch_norm_with_global_normalization(
    input: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    beta: TensorLike,
    gamma: TensorLike,
    variance_epsilon: FloatLike,
    scale_after_normalization: bool,
    name: str | None = None,
) -> Tensor:
    """`batch_normalization` under older names of its arguments. Mirrors `tf.nn.batch_norm_with_global_normalization`.

    `scale_after_normalization`: whether `gamma` multiplies the result.
    """
    scale = gamma if scale_after_normalization else None
    return batch_normalization(input, mean, variance, beta, scale, variance_epsilon, name=name)


_LRN_TYPES = sum(t.mask for t in (dt.float16, dt.bfloat16, dt.float32))


@tf_export("nn.local_response_normalization", "nn.lrn")
@op("LRN", input="T=float32", T=_LRN_TYPES)
def local_response_normalization(
    input: TensorLike, depth_radius: int = 5, bias: TensorLike = 1, alpha: TensorLike = 1, beta: TensorLike = 0.5, name: str | None = None
) -> Tensor:
    """Divides by the squares of the neighbouring channels: `input / (bias + alpha * sum) ** beta`.

    Mirrors `tf.nn.local_response_normalization` and `tf.nn.lrn`. `input`: [batch, height, width, channels].
    `depth_radius`: how many channels on either side count. Raises InvalidArgumentError for other ranks.
    """
    if input.ndim != 4:
        raise invalid("in must be 4-dimensional")
    if depth_radius < 0:
        raise invalid(f"depth_radius = {depth_radius} larger than int max")
    kind = input.dtype
    # Squares of numbers from 256 on overflow in float16.
    x = input.float() if kind in _LOW else input
    if not x.numel():
        return input * 1
    squares = F.pad(x * x, (depth_radius, depth_radius)).unfold(-1, 2 * depth_radius + 1, 1).sum(-1)
    return (x * (bias + alpha * squares) ** -beta).to(kind)


def _with_bias(value, bias, first):
    fits = len(bias) == 1 and len(value) >= 2 and value[1 if first else -1] == bias[0]
    return value if fits else None


def _biased_shape(value, bias, first):
    if value.shape.rank is None:
        return value.dtype, None
    dims, at = value.shape.as_list(), 1 if first else -1
    if bias.shape.rank == 1 and dims[at] is None:
        dims[at] = bias.shape[0]
    return value.dtype, dims


@op("BiasAdd", value="T", bias="T", T=dt.NUMBERS, shape_fn=by_sizes(_with_bias, 2), shape_fallback=_biased_shape)
def _bias_add(value, bias, first, name=None):
    """`value + bias` along the channels."""
    if bias.ndim != 1:
        raise invalid(f"Biases must be 1D: {dims_text(bias.shape)}")
    if value.ndim < 2:
        raise invalid(f"Input tensor must be at least 2D: {dims_text(value.shape)}")
    at = 1 if first else -1
    if value.shape[at] != bias.shape[0]:
        raise invalid(
            f"Must provide as many biases as the {'channel' if first else 'last'} dimension of the input tensor: "
            f"[{bias.shape[0]}] vs. {dims_text(value.shape)}"
        )
    if first:
        bias = bias.reshape(-1, *[1] * (value.ndim - 2))
    return value + bias


def _bias_in_place(value, bias, first):
    fits = bias.ndim == 1 and value.ndim >= 2 and value.shape[1 if first else -1] == bias.shape[0] and value.dtype is bias.dtype
    memory = fused_steps.memory_of(value, bias) if fits else None
    if memory is None or first and (memory.flat or memory.order is not None):
        return _bias_add._tfshim_op.kernel(value, bias, first)
    whole, second = memory.whole, first or memory.order is not None  # whether the channels are the second axis of the whole
    if whole.shape[1 if second else -1] != bias.shape[0]:
        return _bias_add._tfshim_op.kernel(value, bias, first)
    whole.add_(bias.view(-1, *[1] * (whole.ndim - 2)) if second else bias)
    return memory.back()


fused_steps.owns_result(_bias_add)
fused_steps.in_place(_bias_add, _bias_in_place)


@tf_export("nn.bias_add")
@composite
def bias_add(value: TensorLike, bias: TensorLike, data_format: str | None = None, name: str | None = None) -> Tensor:
    """`value` plus one number for each channel. Mirrors `tf.nn.bias_add`.

    `value`: a tensor of numbers with at least two dimensions. `bias`: a vector as long as the channels, of the same
    dtype. `data_format`: "N...C" (the default) or "NC...", or a format of images such as "NCHW". Raises ValueError for
    other formats.
    """
    if data_format is None:
        first = False
    elif data_format.startswith("NC"):
        first = True
    elif data_format.startswith("N") and data_format.endswith("C"):
        first = False
    else:
        raise ValueError(f"`data_format` must be of the form `N...C` or `NC...`. Received: data_format={data_format}")
    return _bias_add(value, bias, first, name=name)


def _fused_shapes(x, scale, offset, mean, variance, epsilon, data_format, is_training, *rest):
    rule = by_names("x,c,c,c,c->x,c,c".replace("x", data_format.lower()), 0, 1, 1)
    return rule(x, scale, offset, *(() if is_training and mean.shape.rank == 1 and mean.shape[0] == 0 else (mean, variance)))


@op(
    "FusedBatchNormV3",
    x="T",
    scale="U",
    offset="U",
    mean="U",
    variance="U",
    T=dt.FLOATS,
    U=dt.float32.mask | dt.float64.mask,
    non_differentiable=("mean", "variance"),
    shape_fallback=_fused_shapes,
)
def fused_batch_norm(
    x,
    scale,
    offset,
    mean,
    variance,
    epsilon=0.001,
    data_format="NHWC",
    is_training=True,
    exponential_avg_factor=1.0,
    name=None,
):
    """Batch normalization of images in one operation; the kernel under Keras' layer and
    `tf.compat.v1.nn.fused_batch_norm`.

    `x`: [batch, height, width, channels], [batch, depth, height, width, channels], or channels second with
    `data_format` "NCHW" or "NCDHW". Others: vectors of float32, empty `mean` and `variance` for training from scratch.
    Returns (y, batch mean, batch variance); in training the variance is the unbiased one, both averaged with `mean` and
    `variance` where `exponential_avg_factor` is below 1.
    """
    first = data_format.startswith("NC")
    mean, variance = mean.detach(), variance.detach()
    if x.ndim not in (4, 5):
        raise invalid(f"input must be 4 or 5-dimensional{dims_text(x.shape)}")
    channels = x.shape[1 if first else -1]
    for what, t in (("scale", scale), ("offset", offset)):
        if t.ndim != 1 or t.shape[0] != channels:
            raise invalid(f"{what} must have the same number of elements as the channels of x, got {t.numel()} and {channels}")
    channels_first = x if first else x.movedim(-1, 1)
    y = channels_first
    if is_training:
        count = y.numel() // max(channels, 1)
        full = y.float() if y.dtype in _LOW else y
        axes = [0, *range(2, y.ndim)]
        # `torch.batch_norm` does not return the statistics it normalizes with.
        batch_variance, batch_mean = torch.var_mean(full.detach(), axes, correction=0)
        y = torch.batch_norm(y, scale, offset, None, None, True, 0.0, epsilon, True)
        batch_variance = batch_variance * (count / max(count - 1, 1))
        if exponential_avg_factor != 1.0:
            f = exponential_avg_factor
            batch_mean = (1 - f) * mean + f * batch_mean
            batch_variance = (1 - f) * variance + f * batch_variance
        outputs = batch_mean.to(scale.dtype), batch_variance.to(scale.dtype)
    else:
        y = torch.batch_norm(y, scale, offset, mean, variance, False, 0.0, epsilon, True)
        outputs = mean, variance
    return y if first else y.movedim(1, -1), *outputs


fused_steps.owns_result(fused_batch_norm)
