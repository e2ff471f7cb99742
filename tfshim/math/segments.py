"""Reductions over segments: groups of rows of `data` that share an id.

The sorted variants (`segment_*`) take one id for each row, in ascending order, and give as many segments as the last id
says; a missing id gives 0 (1 for products). The unsorted variants (`unsorted_segment_*`) take ids in any order, drop
negative ones, and are given the number of segments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.shape_fallbacks import size_of
from tfshim.array_ops.slicing import getitem
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.vectorized import scattered
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import on_processor
from tfshim.engine.values.shapes import dims_text
from tfshim.math import _runs
from tfshim.math._unsigned import ordered, restored
from tfshim.math.division import truediv
from tfshim.math.elementwise import sqrt

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.tensor import Tensor


def _wide(ids, data):
    """`ids` as an index for scattering `data` along its first axis."""
    return ids.to(torch.int64).reshape(-1, *[1] * (data.dim() - 1)).expand(data.shape)


def _add(data, ids, rows, runs=None):
    runs = runs or (_runs.found(data, ids, rows) if _runs.adds(data) else None)
    if runs is not None:
        return _runs.total(data, ids, runs)
    return data.new_zeros((rows, *data.shape[1:])).index_add(0, ids.to(torch.int64), data)


def _multiply(data, ids, rows):
    if scattered.suits(data, ids):
        made = scattered.combined(scattered.MULTIPLY, data, ids, rows, 1)
        if made is not None:
            return made
    return data.new_ones((rows, *data.shape[1:])).scatter_reduce(0, _wide(ids, data), data, "prod")


def _after_last_nan(data, ids, rows, fill):
    """(`data` in which what stands before the last NaN of its segment does not count, which segments have a NaN).

    TensorFlow compares one element after the other with the extreme so far, and takes the element unless the extreme wins: a
    NaN replaces all that was before, and is replaced by whatever follows.
    """
    place = torch.arange(data.shape[0], device=data.device).reshape(-1, *[1] * (data.dim() - 1)).expand(data.shape)
    index = _wide(ids, data)
    none = place.new_full((rows, *data.shape[1:]), -1)
    nan_at = none.scatter_reduce(0, index, torch.where(data.isnan(), place, -1), "amax")
    nan = nan_at.gather(0, index)
    last = none.scatter_reduce(0, index, place, "amax").gather(0, index)
    return torch.where((place < nan) | (place == nan) & (nan < last), fill, data), nan_at >= 0


def _has_nan(x):
    # The extreme of all is NaN where any number is, and takes a tenth of the time of asking each.
    return x.is_floating_point() and x.numel() and bool(x.detach().amax().isnan())


def _extreme(data, ids, rows, kind, fill, include_fill):
    """The extreme, `kind`, of each segment; `fill` for one without rows, and with `include_fill` among those of all."""
    runs = _runs.found(data, ids, rows)
    made = None if runs is None else _runs.extreme(data, ids, runs, kind, fill, include_fill)
    if made is None and include_fill and scattered.suits(data, ids):
        made = scattered.combined(scattered.EXTREMES[kind], data, ids, rows, fill)
    if made is not None and not _has_nan(made):
        return made
    replaced = None
    if not data.is_meta and _has_nan(data):
        least = -float("inf") if kind == "amax" else float("inf")
        data, replaced = _after_last_nan(data, ids, rows, least)
    if data.dtype in (torch.uint16, torch.uint32, torch.uint64):
        # `scatter_reduce` of torch has no kernels for these.
        values = ordered(data)
        start = ordered(torch.full((), fill, dtype=data.dtype)).to(data.device)
        start = start.expand((rows, *data.shape[1:]))
        made = start.scatter_reduce(0, _wide(ids, data), values, kind, include_self=include_fill)
        return restored(made, data.dtype)
    start = data.new_full((rows, *data.shape[1:]), fill)
    if replaced is not None:
        start = torch.where(replaced, least, start)  # a NaN has replaced what all begin with, too
    return start.scatter_reduce(0, _wide(ids, data), data, kind, include_self=include_fill)


# ---------------------------------------------------------------------- sorted
def _sorted_shape(data, segment_ids):
    return data.dtype, None if data.shape.rank is None else [None, *data.shape.as_list()[1:]]


def _rows(data, segment_ids):
    """The number of segments, after everything that TensorFlow checks."""
    if data.dim() < 1:
        raise invalid("input must be at least rank 1")
    if segment_ids.dim() != 1:
        raise invalid("segment_ids should be a vector.")
    if segment_ids.shape[0] != data.shape[0]:
        raise when_run("segment_ids should be the same size as dimension 0 of input.")
    if segment_ids.shape[0] == 0:
        return 0
    if on_processor(segment_ids):  # NumPy's calls cost less, and so do its truth values
        segment_ids = segment_ids.numpy()
    rows = int(segment_ids[-1]) + 1
    check_ids(segment_ids, rows)
    return rows


def check_ids(ids, rows):
    """Raise InvalidArgumentError for the first of the segments `ids`, of which there are some, that is out of order or not below `rows`."""
    if rows < 1:
        raise invalid("segment ids must be >= 0")
    if int(ids[0]) >= 0 and not bool((ids[1:] < ids[:-1]).any()):
        return
    numbers = ids.tolist()
    # TensorFlow sees whether the next segment is a later one before it writes this one.
    for this, following in zip(numbers, [*numbers[1:], rows]):
        if following < this:
            raise invalid("segment ids are not increasing")
        if following != this and not 0 <= this < rows:
            raise invalid(f"Segment id {this} out of range [0, {rows}), possibly because 'segment_ids' input is not sorted.")


_SORTED: dict[str, Any] = {"data": "T", "segment_ids": "Tindices", "Tindices": dt.INDEX, "shape_fallback": _sorted_shape}


@tf_export("math.segment_sum", v1=["math.segment_sum", "segment_sum"])
@op("SegmentSum", T=dt.NUMBERS, **_SORTED)
def segment_sum(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The sums of the rows of each segment, where the segments are sorted. Mirrors `tf.math.segment_sum`.

    Arguments:
        data: a tensor of numbers of shape [n, ...].
        segment_ids: to which segment each row belongs: int32 or int64 of shape [n], ascending, repeats allowed.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [last id + 1, ...] and the dtype of `data`; 0 for an id that does not occur.

    Raises:
        InvalidArgumentError: the ids are not sorted, are negative, or their number is not n.

    For ids in any order there is `tf.math.unsorted_segment_sum`.

    Example:
        >>> tf.math.segment_sum([[1, 2], [3, 4], [5, 6]], [0, 0, 2])
        <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
        array([[4, 6],
               [0, 0],
               [5, 6]], dtype=int32)>
    """
    return _add(data, segment_ids, _rows(data, segment_ids))


@tf_export("math.segment_mean", v1=["math.segment_mean", "segment_mean"])
@op("SegmentMean", T=dt.NUMBERS, **_SORTED)
def segment_mean(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The means of the rows of each segment, where the segments are sorted. Mirrors `tf.math.segment_mean`.

    Arguments:
        data: a tensor of numbers of shape [n, ...].
        segment_ids: to which segment each row belongs: int32 or int64 of shape [n], ascending, repeats allowed.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [last id + 1, ...] and the dtype of `data`: the mean of integers is rounded towards 0. It is 0
        for an id that does not occur.

    Raises:
        InvalidArgumentError: the ids are not sorted, are negative, or their number is not n.

    For ids in any order there is `tf.math.unsorted_segment_mean`.

    Example:
        >>> tf.math.segment_mean([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [0, 0, 1])
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[2., 3.],
               [5., 6.]], dtype=float32)>
    """
    rows = _rows(data, segment_ids)
    runs = _runs.found(data, segment_ids, rows) if _runs.adds(data) else None
    total, number = _add(data, segment_ids, rows, runs), _number(segment_ids, rows, data, runs)
    if data.is_floating_point() or data.is_complex():
        return total / number
    return torch.div(total, number, rounding_mode="trunc")


def _number(ids, rows, data, runs):
    """How many rows each segment has, at least 1, in the dtype of `data` and shaped to divide it."""
    found = torch.bincount(ids.to(torch.int64), minlength=rows) if runs is None else runs.numbers()
    found = found.clamp(min=1).to(data.dtype)
    return found.reshape(-1, *[1] * (data.dim() - 1))


@tf_export("math.segment_prod", v1=["math.segment_prod", "segment_prod"])
@op("SegmentProd", T=dt.NUMBERS, **_SORTED)
def segment_prod(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The products of the rows of each segment, where the segments are sorted. Mirrors `tf.math.segment_prod`.

    Arguments:
        data: a tensor of numbers of shape [n, ...].
        segment_ids: to which segment each row belongs: int32 or int64 of shape [n], ascending, repeats allowed.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [last id + 1, ...] and the dtype of `data`; 1 for an id that does not occur.

    Raises:
        InvalidArgumentError: the ids are not sorted, are negative, or their number is not n.

    For ids in any order there is `tf.math.unsorted_segment_prod`.

    Example:
        >>> tf.math.segment_prod([[1, 2], [3, 4], [5, 6]], [0, 0, 2])
        <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
        array([[3, 8],
               [1, 1],
               [5, 6]], dtype=int32)>
    """
    return _multiply(data, segment_ids, _rows(data, segment_ids))


@tf_export("math.segment_max", v1=["math.segment_max", "segment_max"])
@op("SegmentMax", T=dt.REAL_NUMBERS, **_SORTED)
def segment_max(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The greatest elements among the rows of each segment, where the segments are sorted. Mirrors `tf.math.segment_max`.

    Arguments:
        data: a tensor of real numbers of shape [n, ...].
        segment_ids: to which segment each row belongs: int32 or int64 of shape [n], ascending, repeats allowed.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [last id + 1, ...] and the dtype of `data`; 0 for an id that does not occur.

    Raises:
        InvalidArgumentError: the ids are not sorted, are negative, or their number is not n.

    Elements that are equally great share the gradient. For ids in any order there is `tf.math.unsorted_segment_max`.

    Example:
        >>> tf.math.segment_max([[1, 8], [3, 4], [5, 6]], [0, 0, 2])
        <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
        array([[3, 8],
               [0, 0],
               [5, 6]], dtype=int32)>
    """
    return _extreme(data, segment_ids, _rows(data, segment_ids), "amax", 0, False)


@tf_export("math.segment_min", v1=["math.segment_min", "segment_min"])
@op("SegmentMin", T=dt.REAL_NUMBERS, **_SORTED)
def segment_min(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The least elements among the rows of each segment, where the segments are sorted. Mirrors `tf.math.segment_min`.

    Arguments:
        data: a tensor of real numbers of shape [n, ...].
        segment_ids: to which segment each row belongs: int32 or int64 of shape [n], ascending, repeats allowed.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [last id + 1, ...] and the dtype of `data`; 0 for an id that does not occur.

    Raises:
        InvalidArgumentError: the ids are not sorted, are negative, or their number is not n.

    Elements that are equally small share the gradient. For ids in any order there is `tf.math.unsorted_segment_min`.

    Example:
        >>> tf.math.segment_min([[1, 8], [3, 4], [5, 6]], [0, 0, 2])
        <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
        array([[1, 4],
               [0, 0],
               [5, 6]], dtype=int32)>
    """
    return _extreme(data, segment_ids, _rows(data, segment_ids), "amin", 0, False)


# ---------------------------------------------------------------------- unsorted
def _flat(data, segment_ids, num_segments):
    """`data` with one row for each id, and the ids as a vector in which `num_segments` stands for dropped rows."""
    if num_segments < 0:
        raise invalid(f"Input num_segments == {num_segments} must not be negative.")
    rank = segment_ids.dim()
    if data.shape[:rank] != segment_ids.shape:
        shapes = dims_text(data.shape), dims_text(segment_ids.shape)
        raise invalid(f"data.shape = {shapes[0]} does not start with segment_ids.shape = {shapes[1]}")
    if data.is_meta:
        ids = torch.empty(segment_ids.numel(), dtype=torch.int64, device="meta")
        return data.reshape(ids.shape[0], *data.shape[rank:]), ids
    ids = segment_ids.reshape(-1)
    if ids.dtype is torch.int16 or not on_processor(ids):
        ids = ids.to(torch.int64)
    if ids.device.type == "cpu" and data.numel():  # on other devices ids that are too large are dropped as well
        low, high = (ids.numpy().min(), ids.numpy().max()) if on_processor(ids) else (None, ids.amax())
        if high >= num_segments:
            at = int((ids >= num_segments).nonzero()[0, 0])
            where = _place(at, segment_ids.shape)
            raise invalid(f"segment_ids{where} = {int(ids[at])} is out of range [0, {num_segments})")
        if low is not None and low >= 0:
            return data.reshape(ids.shape[0], *data.shape[rank:]), ids
    ids = ids.to(torch.int64)
    ids = torch.where((ids < 0) | (ids >= num_segments), num_segments, ids)
    return data.reshape(ids.shape[0], *data.shape[rank:]), ids


def _place(at, shape):
    where = []
    for n in reversed(shape):
        where.append(at % n)
        at //= n
    return dims_text(reversed(where)) if where else ""


def _unsorted_shape(data, segment_ids, num_segments):
    if data.shape.rank is None or segment_ids.shape.rank is None:
        return data.dtype, None
    rows = num_segments if isinstance(num_segments, int) else size_of(num_segments)
    return data.dtype, [rows, *data.shape.as_list()[segment_ids.shape.rank :]]


def _number_shape(data, segment_ids, num_segments):
    dtype, dims = _unsorted_shape(data, segment_ids, num_segments)
    return dtype, None if dims is None else dims[:1] + [1] * (len(dims) - 1)


_UNSORTED: dict[str, Any] = {"data": "T", "segment_ids": "Tindices", "num_segments": "int", "Tindices": dt.INDEX}
_UNSORTED_SUM = {**_UNSORTED, "Tindices": dt.INDEX | dt.int16.mask}  # which alone takes short ids


@tf_export("math.unsorted_segment_sum", v1=["math.unsorted_segment_sum", "unsorted_segment_sum"])
@op("UnsortedSegmentSum", T=dt.NUMBERS, shape_fallback=_unsorted_shape, **_UNSORTED_SUM)
def unsorted_segment_sum(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None) -> AnyTensor:
    """The sums of the elements or rows of each segment, in any order. Mirrors `tf.math.unsorted_segment_sum`.

    Arguments:
        data: a tensor of numbers, or a ragged one.
        segment_ids: to which segment each belongs: int32 or int64. Its shape is that of the first axes of `data`;
            negative ids are left out.
        num_segments: how many segments there are, the first size of the result.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [num_segments, ...] and the dtype of `data`, where ... are the axes that the ids do not cover;
        0 for a segment without elements.

    Raises:
        InvalidArgumentError: an id is not below `num_segments`, or shapes do not fit.

    Example:
        >>> tf.math.unsorted_segment_sum([1, 2, 3, 4], [2, 0, 2, -1], num_segments=4)
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([2, 0, 4, 0], dtype=int32)>
        >>> tf.math.unsorted_segment_sum([[1, 2], [3, 4], [5, 6]], [1, 0, 1], 2)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[3, 4],
               [6, 8]], dtype=int32)>
    """
    return total_by_segment(data, segment_ids, num_segments)


def total_by_segment(data, segment_ids, num_segments):
    """The kernel of `unsorted_segment_sum`."""
    found = _quick_sum(data, segment_ids, num_segments)
    if found is not None:
        return found
    rows, ids = _flat(data, segment_ids, num_segments)
    # The last segment is that of the dropped rows.
    return _add(rows, ids, num_segments + 1)[:num_segments]


def _quick_sum(data, segment_ids, num_segments):
    """The sums where each row has the id of a segment, None where that is not sure: torch looks at the ids, on the processor at least."""
    # Where there are no segments, torch could not take the gradient of its sum.
    if not num_segments or segment_ids.dim() != 1 or segment_ids.dtype is torch.int16 or not data.is_cpu:
        return None
    runs = _runs.found(data, segment_ids, num_segments) if _runs.adds(data) and data.shape[:1] == segment_ids.shape else None
    if runs is not None:
        return _runs.total(data, segment_ids, runs)
    if scattered.suits(data, segment_ids):
        made = scattered.combined(scattered.ADD, data, segment_ids, num_segments, 0)
        if made is not None:
            return made
    try:
        # With ids of int32 torch adds row by row.
        return data.new_zeros((num_segments, *data.shape[1:])).index_add_(0, segment_ids.long(), data)
    except (RuntimeError, IndexError):
        return None


def _dense_of_rows(values, indices, dense_shape):
    return unsorted_segment_sum(values, indices, getitem(convert_to_tensor(dense_shape), 0))


higher.install(dense_of_rows=_dense_of_rows)


@tf_export("math.unsorted_segment_prod", v1=["math.unsorted_segment_prod", "unsorted_segment_prod"])
@op("UnsortedSegmentProd", T=dt.NUMBERS, shape_fallback=_unsorted_shape, **_UNSORTED)
def unsorted_segment_prod(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None) -> AnyTensor:
    """The products of the elements or rows of each segment, in any order. Mirrors `tf.math.unsorted_segment_prod`.

    Arguments:
        data: a tensor of numbers, or a ragged one.
        segment_ids: to which segment each belongs: int32 or int64. Its shape is that of the first axes of `data`;
            negative ids are left out.
        num_segments: how many segments there are, the first size of the result.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [num_segments, ...] and the dtype of `data`; 1 for a segment without elements.

    Raises:
        InvalidArgumentError: an id is not below `num_segments`, or shapes do not fit.

    Example:
        >>> tf.math.unsorted_segment_prod([1, 2, 3, 4], [2, 0, 2, 0], num_segments=4)
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([8, 1, 3, 1], dtype=int32)>
    """
    rows, ids = _flat(data, segment_ids, num_segments)
    return _multiply(rows, ids, num_segments + 1)[:num_segments]


def _limits(dtype):
    # An empty segment gives the least number, where `reduce_max` of nothing gives minus infinity: both as in TensorFlow.
    return torch.finfo(dtype) if dtype.is_floating_point else torch.iinfo(dtype)


@tf_export("math.unsorted_segment_max", v1=["math.unsorted_segment_max", "unsorted_segment_max"])
@op("UnsortedSegmentMax", T=dt.REAL_NUMBERS, shape_fallback=_unsorted_shape, **_UNSORTED)
def unsorted_segment_max(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None) -> AnyTensor:
    """The greatest element of each segment, in any order. Mirrors `tf.math.unsorted_segment_max`.

    Arguments:
        data: a tensor of real numbers, or a ragged one.
        segment_ids: to which segment each belongs: int32 or int64. Its shape is that of the first axes of `data`;
            negative ids are left out.
        num_segments: how many segments there are, the first size of the result.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [num_segments, ...] and the dtype of `data`; the least finite number of the dtype for a
        segment without elements.

    Raises:
        InvalidArgumentError: an id is not below `num_segments`, or shapes do not fit.

    Example:
        >>> tf.math.unsorted_segment_max([1, 7, 3, 4], [1, 0, 1, 0], num_segments=2)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([7, 3], dtype=int32)>
    """
    rows, ids = _flat(data, segment_ids, num_segments)
    return _extreme(rows, ids, num_segments + 1, "amax", _limits(data.dtype).min, True)[:num_segments]


@tf_export("math.unsorted_segment_min", v1=["math.unsorted_segment_min", "unsorted_segment_min"])
@op("UnsortedSegmentMin", T=dt.REAL_NUMBERS, shape_fallback=_unsorted_shape, **_UNSORTED)
def unsorted_segment_min(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None) -> AnyTensor:
    """The least element of each segment, in any order. Mirrors `tf.math.unsorted_segment_min`.

    Arguments:
        data: a tensor of real numbers, or a ragged one.
        segment_ids: to which segment each belongs: int32 or int64. Its shape is that of the first axes of `data`;
            negative ids are left out.
        num_segments: how many segments there are, the first size of the result.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [num_segments, ...] and the dtype of `data`; the greatest finite number of the dtype for a
        segment without elements.

    Raises:
        InvalidArgumentError: an id is not below `num_segments`, or shapes do not fit.

    Example:
        >>> tf.math.unsorted_segment_min([1, 7, 3, 4], [1, 0, 1, 0], num_segments=2)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([4, 1], dtype=int32)>
    """
    rows, ids = _flat(data, segment_ids, num_segments)
    return _extreme(rows, ids, num_segments + 1, "amin", _limits(data.dtype).max, True)[:num_segments]


@op("UnsortedSegmentCount", T=dt.NUMBERS, grad=None, register=False, shape_fallback=_number_shape, **_UNSORTED_SUM)
def _unsorted_segment_number(data, segment_ids, num_segments, name=None):
    rank = segment_ids.dim()
    shape = (num_segments, *[1] * (data.dim() - rank))
    if data.is_meta:
        return data.new_empty(shape)
    _, ids = _flat(data, segment_ids, num_segments)
    found = torch.bincount(ids, minlength=num_segments + 1)[:num_segments]
    return found.clamp(min=1).to(data.dtype).reshape(shape)


@tf_export("math.unsorted_segment_mean", v1=["math.unsorted_segment_mean", "unsorted_segment_mean"])
@composite
def unsorted_segment_mean(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None) -> AnyTensor:
    """The mean of the elements or rows of each segment, in any order. Mirrors `tf.math.unsorted_segment_mean`.

    Arguments:
        data: a tensor of numbers, or a ragged one; integers are divided as by `tf.truediv`.
        segment_ids: to which segment each belongs: int32 or int64. Its shape is that of the first axes of `data`;
            negative ids are left out.
        num_segments: how many segments there are, the first size of the result.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [num_segments, ...]; 0 for a segment without elements.

    Raises:
        InvalidArgumentError: an id is not below `num_segments`, or shapes do not fit.

    In a graph network it averages the messages that reach each node.

    Example:
        >>> tf.math.unsorted_segment_mean([1.0, 2.0, 4.0], [2, 0, 2], num_segments=3)
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([2. , 0. , 2.5], dtype=float32)>
    """
    total = unsorted_segment_sum(data, segment_ids, num_segments)
    return truediv(total, _unsorted_segment_number(data, segment_ids, num_segments), name=name)


@tf_export("math.unsorted_segment_sqrt_n", v1=["math.unsorted_segment_sqrt_n", "unsorted_segment_sqrt_n"])
@composite
def unsorted_segment_sqrt_n(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None) -> AnyTensor:
    """The sum of each segment divided by the square root of its size, in any order. Mirrors
    `tf.math.unsorted_segment_sqrt_n`.

    Arguments:
        data: a tensor of floats or complex numbers, or a ragged one.
        segment_ids: to which segment each belongs: int32 or int64. Its shape is that of the first axes of `data`;
            negative ids are left out.
        num_segments: how many segments there are, the first size of the result.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [num_segments, ...] and the dtype of `data`; 0 for a segment without elements. Sums of
        independent numbers so keep their variance whatever the sizes are.

    Raises:
        InvalidArgumentError: an id is not below `num_segments`, or shapes do not fit.

    Example:
        >>> tf.math.unsorted_segment_sqrt_n([1.0, 2.0, 3.0, 4.0, 4.0], [0, 0, 0, 0, 1], num_segments=3)
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([5., 4., 0.], dtype=float32)>
    """
    total = unsorted_segment_sum(data, segment_ids, num_segments)
    return truediv(total, sqrt(_unsorted_segment_number(data, segment_ids, num_segments)), name=name)
