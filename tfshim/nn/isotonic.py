"""Isotonic regression, and the largest entries as `tf.approx_top_k` finds them."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops.transposing import transpose
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math.arithmetic import negative
from tfshim.math.ranking import approx_max_k, approx_min_k

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, FloatLike, IntLike, TensorLike


IsotonicRegression = namedtuple("IsotonicRegression", "output segments")


@tf_export("approx_top_k")
@composite
def approx_top_k(
    input: TensorLike,
    k: TensorLike,
    reduction_dimension: IntLike = -1,
    recall_target: FloatLike = 0.95,
    is_max_k: bool = True,
    reduction_input_size_override: IntLike = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> Any:
    """The `k` largest (or least) entries along one axis. Mirrors `tf.approx_top_k`.

    `is_max_k`: False for the least. Other arguments and the result as in `tf.math.approx_max_k`.
    """
    find = approx_max_k if is_max_k else approx_min_k
    return find(input, k, reduction_dimension, recall_target, reduction_input_size_override, aggregate_to_topk, name=name)


class _Isotonic(Function):
    """Means over segments: going back, each gradient is averaged over its segment."""

    @staticmethod
    def forward(ctx, x, segments):
        ctx.save_for_backward(segments)
        return _segment_means(x, segments)

    @staticmethod
    def backward(ctx, grad):
        return _segment_means(grad, ctx.saved_tensors[0]), None


def _segment_means(x, segments):
    sums = torch.zeros_like(x).scatter_add(-1, segments, x)
    counts = torch.zeros_like(x).scatter_add(-1, segments, torch.ones_like(x))
    return (sums / counts.clamp_min(1)).gather(-1, segments)


def _pools(row):
    """The number of the segment of each entry in the best non-increasing fit of `row`."""
    sums, counts = [], []
    for total in row:
        count = 1
        while sums and sums[-1] * count < total * counts[-1]:
            total, count = total + sums.pop(), count + counts.pop()
        sums.append(total)
        counts.append(count)
    return np.repeat(np.arange(len(counts)), counts)


@op("IsotonicRegression", input="T", T=dt.REAL_NUMBERS)
def _isotonic(input, output_dtype, name=None):
    """The best non-increasing fit of each row."""
    x = input if input.dtype == output_dtype else input.to(output_dtype)
    if input.ndim == 0:
        return IsotonicRegression(x * 1, torch.zeros((), dtype=torch.int32, device=x.device))
    if x.is_meta:
        return IsotonicRegression(x * 1, x.to(torch.int32))
    wide = x.detach().double().cpu().reshape(-1, x.shape[-1]) if x.numel() else x.detach().double().cpu().reshape(0, 1)
    places = np.array([_pools(row) for row in wide.tolist()], dtype=np.int64).reshape(x.shape)
    segments = torch.from_numpy(places).to(x.device)
    return IsotonicRegression(_Isotonic.apply(x, segments), segments.to(torch.int32))


@tf_export("nn.isotonic_regression", v1=[])
@composite
def isotonic_regression(inputs: TensorLike, decreasing: bool = True, axis: Axis = -1) -> Any:
    """The non-increasing sequence nearest to `inputs` in the sense of least squares.

    Mirrors `tf.nn.isotonic_regression`. `inputs`: a tensor of real numbers; integers give float64, int8 and int16
    float32. `decreasing`: False for a non-decreasing one. `axis`: along which the sequences lie. Returns (output,
    segments), the int32 number of the run of equal values.
    """
    x = convert_to_tensor(inputs)
    kind = x.dtype
    if not kind.is_floating:
        kind = dt.float32 if kind in (dt.int8, dt.int16) else dt.float64
    rank = x.shape.rank
    if rank and not -rank <= axis < rank:
        raise invalid(
            f"`dim` must be in the range [{-rank}, {rank}) where {rank} is the number of dimensions in the input. Received: dim={axis}"
        )
    last = axis == -1 if rank is None else rank < 2 or axis in (-1, rank - 1)
    if not decreasing:
        x = negative(x)
    if not last:
        order = list(range(rank))
        order.append(order.pop(axis))
        back = [order.index(i) for i in range(rank)]
        x = transpose(x, order)
    fit = _isotonic(x, kind.torch)
    if last and decreasing:
        return fit
    output, segments = fit
    if not last:
        output, segments = transpose(output, back), transpose(segments, back)
    if decreasing:
        return IsotonicRegression(output, segments) if last else (output, segments)
    return negative(output), segments
