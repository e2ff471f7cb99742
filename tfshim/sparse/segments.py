"""Sums and means over segments of rows that are picked out of a tensor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import on_processor
from tfshim.math.segments import check_ids

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


__all__ = ["segment_mean", "segment_sqrt_n", "segment_sum"]


def _rows(data, indices, ids, num_segments):
    """The number of segments, after everything that TensorFlow checks."""
    if ids.ndim != 1 or indices.ndim != 1:
        raise invalid(f"{'segment_ids' if ids.ndim != 1 else 'indices'} should be a vector.")
    if ids.shape != indices.shape:
        raise invalid("segment_ids and indices should have same size.")
    if not ids.shape[0]:
        return num_segments or 0
    if on_processor(ids) and on_processor(indices):  # NumPy's calls cost less, and so do its truth values
        ids, indices = ids.numpy(), indices.numpy()
    rows = int(ids[-1]) + 1 if num_segments is None else num_segments
    bad = (indices < 0) | (indices >= data.shape[0])
    if bad.any():
        at = bad.tolist().index(True)
        raise invalid(f"Bad: indices[{at}] == {int(indices[at])} out of range [0, {data.shape[0]})")
    if num_segments is not None and int(ids[-1]) >= num_segments:
        raise invalid("segment ids must be < num_segments")
    check_ids(ids, rows)
    return rows


def _summed(data, indices, ids, num_segments, power):
    """The sum of each segment, divided by its number of rows to the power `power`."""
    rows = _rows(data, indices, ids, num_segments)
    ids = ids.long()
    total = data.new_zeros((rows, *data.shape[1:])).index_add(0, ids, data.index_select(0, indices.long()))
    if not power:
        return total
    count = torch.bincount(ids, minlength=rows).clamp(min=1).to(data.dtype) ** power
    return total / count.reshape(-1, *[1] * (data.ndim - 1))


def _shape(data, indices, segment_ids, num_segments=None):
    if data.shape.rank is None:
        return data.dtype, None
    return data.dtype, [num_segments if isinstance(num_segments, int) else None, *data.shape.as_list()[1:]]


_ARGUMENTS: dict[str, Any] = {
    "data": "T", "indices": "Tidx=int32", "segment_ids": "Tsegmentids=int32", "Tidx": dt.INDEX, "Tsegmentids": dt.INDEX,
    "shape_fn": _shape,
}  # fmt: skip


@op("SparseSegmentSum", T=dt.REAL_NUMBERS, **_ARGUMENTS)
def _sum(data, indices, segment_ids, name=None):
    return _summed(data, indices, segment_ids, None, 0)


@op("SparseSegmentSumWithNumSegments", num_segments="int", T=dt.REAL_NUMBERS, **_ARGUMENTS)
def _sum_of(data, indices, segment_ids, num_segments, name=None):
    return _summed(data, indices, segment_ids, num_segments, 0)


@op("SparseSegmentMean", T=dt.FLOATS, **_ARGUMENTS)
def _mean(data, indices, segment_ids, name=None):
    return _summed(data, indices, segment_ids, None, 1)


@op("SparseSegmentMeanWithNumSegments", num_segments="int", T=dt.FLOATS, **_ARGUMENTS)
def _mean_of(data, indices, segment_ids, num_segments, name=None):
    return _summed(data, indices, segment_ids, num_segments, 1)


@op("SparseSegmentSqrtN", T=dt.FLOATS, **_ARGUMENTS)
def _sqrt_n(data, indices, segment_ids, name=None):
    return _summed(data, indices, segment_ids, None, 0.5)


@op("SparseSegmentSqrtNWithNumSegments", num_segments="int", T=dt.FLOATS, **_ARGUMENTS)
def _sqrt_n_of(data, indices, segment_ids, num_segments, name=None):
    return _summed(data, indices, segment_ids, num_segments, 0.5)


def _reduce(open_ended, counted, data, indices, segment_ids, num_segments, sparse_gradient, name):
    if sparse_gradient:
        # The rows are picked first: the gradient of picking them is IndexedSlices.
        data = array_ops.gather(data, convert_to_tensor(indices))
        indices = array_ops.range(array_ops.shape(data)[0])
    if num_segments is None:
        return open_ended(data, indices, segment_ids, name=name)
    return counted(data, indices, segment_ids, num_segments, name=name)


@tf_export("sparse.segment_sum")
def segment_sum(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Tensor:
    """The sums of chosen rows of a tensor, segment by segment. Mirrors `tf.sparse.segment_sum`.

    Row `indices[i]` of `data` is added to row `segment_ids[i]` of the result: `tf.math.segment_sum` of gathered rows, without making these.

    Arguments:
        data: a tensor of real numbers with at least one axis.
        indices: which rows, an int32 or int64 vector.
        segment_ids: an integer vector of the same length, in ascending order; ids may repeat and be left out.
        num_segments: how many rows the result has, an integer scalar; None, the default, for one more than the last id.
        name: a name for the operation in graphs.
        sparse_gradient: whether the gradient of `data` is `tf.IndexedSlices`; False by default.

    Returns:
        A tensor of the dtype of `data`, with 0 in rows whose id does not occur.

    Raises:
        InvalidArgumentError: indices out of range, ids out of order, or vectors of different lengths.

    Example:
        >>> data = tf.constant([[1, 2], [10, 20], [100, 200]])
        >>> tf.sparse.segment_sum(data, indices=[0, 2, 1], segment_ids=[0, 0, 2])
        <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
        array([[101, 202],
               [  0,   0],
               [ 10,  20]], dtype=int32)>
    """
    return _reduce(_sum, _sum_of, data, indices, segment_ids, num_segments, sparse_gradient, name)


@tf_export("sparse.segment_mean")
def segment_mean(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Tensor:
    """The means of chosen rows of a tensor, segment by segment. Mirrors `tf.sparse.segment_mean`.

    Arguments:
        data: a tensor of floats with at least one axis.
        indices: which rows, an int32 or int64 vector.
        segment_ids: an integer vector of the same length, in ascending order: row `indices[i]` belongs to segment `segment_ids[i]`.
        num_segments: how many rows the result has, an integer scalar; None, the default, for one more than the last id.
        name: a name for the operation in graphs.
        sparse_gradient: whether the gradient of `data` is `tf.IndexedSlices`; False by default.

    Returns:
        A tensor of the dtype of `data`, with 0 in rows whose id does not occur.

    Raises:
        InvalidArgumentError: indices out of range, ids out of order, or vectors of different lengths.

    Example:
        >>> data = tf.constant([[1.0, 2.0], [10.0, 20.0], [101.0, 202.0]])
        >>> tf.sparse.segment_mean(data, indices=[0, 2, 1], segment_ids=[0, 0, 1])
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[ 51., 102.],
               [ 10.,  20.]], dtype=float32)>
    """
    return _reduce(_mean, _mean_of, data, indices, segment_ids, num_segments, sparse_gradient, name)


@tf_export("sparse.segment_sqrt_n")
def segment_sqrt_n(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Tensor:
    """The sums of chosen rows, segment by segment, over the root of how many rows each has. Mirrors `tf.sparse.segment_sqrt_n`.

    It lies between `segment_sum` and `segment_mean`: for independent rows its variance does not depend on how many there are.

    Arguments:
        data: a tensor of floats with at least one axis.
        indices: which rows, an int32 or int64 vector.
        segment_ids: an integer vector of the same length, in ascending order: row `indices[i]` belongs to segment `segment_ids[i]`.
        num_segments: how many rows the result has, an integer scalar; None, the default, for one more than the last id.
        name: a name for the operation in graphs.
        sparse_gradient: whether the gradient of `data` is `tf.IndexedSlices`; False by default.

    Returns:
        A tensor of the dtype of `data`, with 0 in rows whose id does not occur.

    Raises:
        InvalidArgumentError: indices out of range, ids out of order, or vectors of different lengths.

    Example:
        >>> data = tf.constant([[1.0], [3.0], [5.0], [7.0], [9.0]])
        >>> tf.sparse.segment_sqrt_n(data, indices=[0, 1, 2, 3, 4], segment_ids=[0, 0, 0, 0, 1])
        <tf.Tensor: shape=(2, 1), dtype=float32, numpy=
        array([[8.],
               [9.]], dtype=float32)>
    """
    return _reduce(_sqrt_n, _sqrt_n_of, data, indices, segment_ids, num_segments, sparse_gradient, name)
