"""The operations of the layers for batch and layer normalization."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from tfshim.engine.graphs import fused_steps
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.elementwise import BY_ELEMENT
from tfshim.engine.values import dtypes
from tfshim.nn.normalization import normalized


def _batch_norm_shapes(x, scale, offset, axis, *others, mean=None):
    if x.shape.rank is None or x.dtype not in (dtypes.float32, dtypes.float64):
        return None
    shape = _with_sizes_of(x.shape, axis, scale, offset, mean)
    return (x.dtype, shape), (x.dtype, [shape[axis]]), (x.dtype, [shape[axis]])


def _moving_batch_norm_shapes(x, scale, offset, mean, variance, axis, *others):
    return _batch_norm_shapes(x, scale, offset, axis, mean=mean)


def _with_sizes_of(shape, first, *parameters):
    """`shape`, its unknown sizes from the axis `first` on those of the parameters, if there are any."""
    sizes = shape.as_list()
    for parameter in parameters:
        if parameter is not None and None in sizes[first:]:
            of_parameter = parameter.shape.as_list()
            for i, d in enumerate(of_parameter, first):
                sizes[i] = d if sizes[i] is None else sizes[i]
    return sizes


def _layer_norm_shapes(x, scale, offset, count, *others):
    return x.dtype, x.shape if x.shape.rank is None else _with_sizes_of(x.shape, x.shape.rank - count, scale, offset)


def _normalize(x, scale, offset, axis, epsilon, mean, variance, factor):
    """`x` normalized over all axes but `axis`, and `mean` and `variance` after a step by `factor` towards those of `x`, the unbiased one.

    Both are new memory, which is written to.
    """
    if x.ndim == 1:  # a single example
        y, *averages = _normalize(x.unsqueeze(0), scale, offset, 1, epsilon, mean, variance, factor)
        return y[0], *averages
    last = axis == x.ndim - 1
    t = x if axis == 1 else x.permute(0, 3, 1, 2) if last and x.ndim == 4 else x.movedim(axis, 1)
    count = x.numel() // max(x.shape[axis], 1)
    if count > 1:
        # torch keeps both for the gradient, which does not look at them in training: changes of what they become are not its affair.
        y = torch.native_batch_norm(t, scale, offset, mean.data, variance.data, True, factor, epsilon)[0]
    elif count == 1:
        # A single value has no deviation; torch would divide by zero.
        y, of_batch, _ = torch.native_batch_norm(t, scale, offset, None, None, True, 0.0, epsilon)
        mean, variance = torch.lerp(mean, of_batch.detach().to(mean.dtype), factor), variance * (1.0 - factor)
    else:
        y = t
        for parameter, change in ((scale, torch.mul), (offset, torch.add)):
            if parameter is not None:
                y = change(y, parameter.view(-1, *[1] * (t.ndim - 2))).to(x.dtype)
        mean, variance = torch.full_like(mean, float("nan")), torch.full_like(variance, float("nan"))
    return (y if axis == 1 else y.permute(0, 2, 3, 1) if last and y.ndim == 4 else y.movedim(1, axis)), mean, variance


@op("FusedBatchNormV3", register=False, x="T", scale="U?", offset="U?", T=dtypes.FLOATS, U=dtypes.FLOATS, shape_fn=_batch_norm_shapes)
def _batch_norm(x, scale, offset, axis, epsilon, unbiased, name=None):
    """`x` normalized over all axes but `axis`, the mean and the variance; that with Bessel's correction if `unbiased`."""
    parameter = offset if scale is None else scale
    kept = torch.zeros(2, x.shape[axis], dtype=x.dtype if parameter is None else parameter.dtype, device=x.device)
    y, mean, variance = _normalize(x, scale, offset, axis, epsilon, kept[0], kept[1], 1.0)
    if not unbiased:
        count = x.numel() // max(x.shape[axis], 1)
        variance = variance * ((count - 1) / max(count, 1))
    return y, mean, variance


@op(
    "FusedBatchNormV3",
    register=False,
    x="T",
    scale="U?",
    offset="U?",
    mean="V",
    variance="V",
    T=dtypes.FLOATS,
    U=dtypes.FLOATS,
    V=dtypes.FLOATS,
    non_differentiable=("mean", "variance"),
    shape_fn=_moving_batch_norm_shapes,
)
def _moving_batch_norm(x, scale, offset, mean, variance, axis, epsilon, factor, name=None):
    """`x` normalized over all axes but `axis`, and the averages `mean` and `variance` after a step by `factor`."""
    return _normalize(x, scale, offset, axis, epsilon, mean.detach().clone(), variance.detach().clone(), factor)


@op(
    "FusedBatchNormV3",
    register=False,
    x="T",
    scale="U?",
    offset="U?",
    mean="U",
    variance="U",
    T=dtypes.FLOATS,
    U=dtypes.FLOATS,
    shape_fn=BY_ELEMENT,
)
def _fixed_batch_norm(x, scale, offset, mean, variance, epsilon, axis=-1, name=None):
    """`x` normalized over all axes but `axis` by known averages."""
    return _by_averages(x, scale, offset, mean, variance, axis, epsilon)


def _by_averages(x, scale, offset, mean, variance, axis, epsilon):
    if axis % x.ndim != x.ndim - 1:
        return normalized(x.movedim(axis, -1), mean, variance, offset, scale, epsilon).movedim(-1, axis)
    return normalized(x, mean, variance, offset, scale, epsilon)


@op(
    "FusedBatchNormV3",
    register=False,
    x="T",
    scale="U?",
    offset="U?",
    mean="U",
    variance="U",
    T=dtypes.FLOATS,
    U=dtypes.FLOATS,
    shape_fn=_moving_batch_norm_shapes,
)
def _known_batch_norm(x, scale, offset, mean, variance, axis, epsilon, name=None):
    """`x` normalized over all axes but `axis` by known averages, and these."""
    return _by_averages(x, scale, offset, mean, variance, axis, epsilon), mean.clone(), variance.clone()


def _reads(x, scale, offset, *others):
    """What the reads of weights are called; those of averages are named within the operation."""
    return ["ReadVariableOp"] * ((scale is not None) + (offset is not None))


for _images in (_fixed_batch_norm, _moving_batch_norm, _known_batch_norm):
    _images._tfshim_op.reads_within = _reads
fused_steps.owns_result(_fixed_batch_norm)
fused_steps.owns_result(_moving_batch_norm)
fused_steps.owns_result(_batch_norm)


@op(
    "LayerNorm",
    register=False,
    x="T",
    scale="U?",
    offset="U?",
    T=dtypes.FLOATS,
    U=dtypes.FLOATS,
    shape_fn=_layer_norm_shapes,
)
def _layer_norm(x, scale, offset, count, epsilon, name="add"):
    """`x` normalized over its last `count` axes."""
    return F.layer_norm(x, x.shape[x.ndim - count :], scale, offset, epsilon)
