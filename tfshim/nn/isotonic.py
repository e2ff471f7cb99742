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
    """The `k` largest, or least, elements along an axis, and where they are; here always the exact ones. Mirrors
    `tf.approx_top_k`.

    Arguments:
        input: a tensor: float16, bfloat16 or float32.
        k: how many, at most the size of the axis.
        reduction_dimension: the axis, the last one by default.
        recall_target: which share of the true ones must be found, above 0 up to 1; 0.95 by default. All are found.
        is_max_k: False for the least; True by default.
        reduction_input_size_override: tunes TensorFlow's approximation on TPUs and changes nothing; -1 by default.
        aggregate_to_topk: as the one before; True by default.
        name: a name for the operation in graphs.

    Returns:
        A named pair `values`, `indices` (int32).

    Raises:
        InvalidArgumentError: `k`, the axis or `recall_target` is out of range.

    Example:
        >>> values, indices = tf.approx_top_k([1.0, 9.0, 4.0, 7.0], k=2)
        >>> values
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([9., 7.], dtype=float32)>
        >>> indices
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 3], dtype=int32)>
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
    """The monotonous sequence that is nearest to given values, in the sense of least squares. Mirrors
    `tf.nn.isotonic_regression`.

    Arguments:
        inputs: a tensor of real numbers; integers give float64, int8 and int16 float32.
        decreasing: True (the default) for a sequence that does not increase, False for one that does not decrease.
        axis: the axis along which the sequences lie, the last one (-1) by default.

    Returns:
        A pair: the sequences, of the shape of `inputs`, and an int32 tensor of the same shape with the number of the
        run of equal values that each element is in. Each run has the mean of its inputs.

    Raises:
        InvalidArgumentError: the axis is out of range.

    Gradients are spread over the runs. It calibrates scores and is a building block of differentiable sorting.

    Example:
        >>> output, segments = tf.nn.isotonic_regression([3.0, 1.0, 2.0, 0.0])
        >>> output
        <tf.Tensor: shape=(4,), dtype=float32, numpy=array([3. , 1.5, 1.5, 0. ], dtype=float32)>
        >>> segments
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([0, 1, 1, 2], dtype=int32)>
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
