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
    rows = int(ids[-1]) + 1 if num_segments is None else num_segments
    bad = ((indices < 0) | (indices >= data.shape[0])).nonzero()
    if bad.shape[0]:
        at = int(bad[0])
        raise invalid(f"Bad: indices[{at}] == {int(indices[at])} out of range [0, {data.shape[0]})")
    if num_segments is not None and int(ids[-1]) >= num_segments:
        raise invalid("segment ids must be < num_segments")
    if bool((ids[1:] < ids[:-1]).any()):
        raise invalid("segment ids are not increasing")
    if int(ids[0]) < 0:
        raise invalid(f"Segment id {int(ids[0])} out of range [0, {rows}), possibly because 'segment_ids' input is not sorted.")
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
    """The sums of the rows `indices` of `data` that have the same id. Mirrors `tf.sparse.segment_sum`.

    data: real, at least a vector. indices, segment_ids: int32 or int64 vectors of one length, the ids in ascending
    order. num_segments: how many rows the result has; one more than the last id unless given. sparse_gradient: whether
    the gradient of `data` is IndexedSlices. Raises InvalidArgumentError for indices or ids that are not so.
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
    """The means of the rows `indices` of `data` that have the same id.

    data: float. Other arguments and errors as in `segment_sum`. Mirrors `tf.sparse.segment_mean`.
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
    """The sums of the rows `indices` of `data` that have the same id, each divided by the square root of the number of its rows.

    data: float. Other arguments and errors as in `segment_sum`. Mirrors `tf.sparse.segment_sqrt_n`.
    """
    return _reduce(_sqrt_n, _sqrt_n_of, data, indices, segment_ids, num_segments, sparse_gradient, name)
