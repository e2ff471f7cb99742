"""The row partition tensors, which define where rows begin and end, and the numbers that fill rows: `range`, segment ids."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import concat
from tfshim.engine.ops.composite import one_layer
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.readable import on_processor
from tfshim.math.counting import bincount
from tfshim.math.cumulative import cumsum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


_MOST = 2**63 - 1  # the longest row that can be counted


def _range_shapes(starts, limits, deltas, splits_type):
    rows = [x.shape[0] for x in (starts, limits, deltas) if x.shape.rank == 1]
    return (splits_type, [rows[0] + 1 if rows and rows[0] is not None else 2 if not rows else None]), (starts.dtype, [None])


@op(
    "RaggedRange",
    starts="T",
    limits="T",
    deltas="T",
    grad=None,
    scope="",
    shape_fallback=_range_shapes,
    T=dt.INDEX | dt.float32.mask | dt.float64.mask | dt.bfloat16.mask,
)
def ragged_range(starts, limits, deltas, splits_type, name=None):
    """`(row_splits, values)` of the rows that count from `starts` by `deltas` up to, not including, `limits`."""
    for name, x in (("starts", starts), ("limits", limits), ("deltas", deltas)):
        if x.ndim > 1:
            raise invalid(f"{name} must be a scalar or vector")
    if len({len(x) for x in (starts, limits, deltas) if x.ndim}) > 1:  # a vector of one element serves no others
        raise invalid("starts, limits, and deltas must have the same shape")
    starts, limits, deltas = torch.broadcast_tensors(starts.reshape(-1), limits.reshape(-1), deltas.reshape(-1))
    if bool((deltas == 0).any()):
        raise invalid("Requires delta != 0")
    span = (limits - starts).double() if starts.is_floating_point() else limits - starts
    if starts.is_floating_point():
        counts = torch.ceil(span / deltas)
        if bool((counts > _MOST).any()):
            raise invalid(f"Requires ((limit - start) / delta) <= {_MOST}")
        counts = counts.long()
    else:
        # Rounded up, without a way through floats, which do not hold all integers.
        counts = -torch.div(-span, deltas, rounding_mode="floor").long()
    counts = counts.clamp(min=0)
    splits = torch.cat([counts.new_zeros(1), counts.cumsum(0)])
    if on_processor(deltas) and not starts.is_floating_point() and len(counts) and holds_one_number(deltas):
        made = _counted_alike(starts.numpy(), deltas.numpy()[0], counts.numpy(), splits.numpy(), starts.dtype)
        return splits.to(splits_type.torch), made
    rows = torch.repeat_interleave(torch.arange(len(counts), device=counts.device), counts)
    within = torch.arange(len(rows), device=counts.device) - splits[rows]
    return splits.to(splits_type.torch), starts[rows] + within.to(starts.dtype) * deltas[rows]


def holds_one_number(x):
    """Whether all elements of `x` are equal."""
    return not any(x.stride()) or bool((x == x[0]).all())


def _counted_alike(starts, delta, counts, splits, kind):
    """The integers of rows that all count by `delta`, from arrays: sums of the steps from each to the next."""
    first = splits[:-1]
    if not counts.all():
        full = counts > 0
        first, starts, counts = first[full], starts[full], counts[full]
    result = torch.empty(int(splits[-1]), dtype=kind)  # torch tells of what no memory holds
    made = result.numpy()
    made.fill(delta)
    if len(first):
        steps = starts.copy()
        steps[1:] -= starts[:-1] + (counts[:-1] - 1).astype(starts.dtype) * delta
        made[first] = steps
    np.cumsum(made, out=made)
    return result


def _ids_shape(splits, out_type):
    return out_type, [None]


@op("Repeat", splits="Tsplits=int64", out_type="dtype", Tsplits=dt.INDEX, grad=None, register=False, shape_fallback=_ids_shape)
def _to_ids(splits, out_type, name=None):
    if splits.is_meta:
        raise NotImplementedError("meta: how many values there are depends on the splits")
    rows = torch.arange(splits.shape[0] - 1, device=splits.device, dtype=out_type.torch)
    lengths = splits[1:] - splits[:-1]
    if on_processor(splits):
        # NumPy's way copies each number, torch's looks it up.
        with contextlib.suppress(ValueError):  # lengths below 0, of which the other way tells
            return torch.from_numpy(np.repeat(rows.numpy(), lengths.numpy()))
    return torch.repeat_interleave(rows, lengths.long())


@tf_export("ragged.row_splits_to_segment_ids")
@one_layer("ragged.row_splits_to_segment_ids")
def row_splits_to_segment_ids(splits: TensorLike, name: str | None = None, out_type: DTypeLike | None = None) -> Tensor:
    """For each value of a ragged tensor the number of its row. Mirrors `tf.ragged.row_splits_to_segment_ids`.

    The form that `tf.math.segment_sum` and its like take, from that in which a ragged tensor is kept.

    Arguments:
        splits: a vector of int32 or int64 that begins with 0 and does not fall; row `i` has the values from `splits[i]` up to
            `splits[i + 1]`.
        name: a name for the operation in graphs.
        out_type: the dtype of the result, int32 or int64; that of a tensor `splits`
            by default, int64 of a list.

    Returns:
        A sorted vector with `splits[-1]` elements. Empty rows leave no trace in it, and those at the end are forgotten.

    Raises:
        ValueError: `splits` is empty, or of another dtype.

    Example:
        >>> tf.ragged.row_splits_to_segment_ids([0, 2, 2, 3])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([0, 0, 2])>
    """
    splits = convert_to_tensor(splits, dtype_hint=dt.int64)
    if not splits.dtype.mask & dt.INDEX:
        raise ValueError("splits must have dtype int32 or int64")
    splits.shape.assert_has_rank(1)
    if splits.shape[0] == 0:
        raise ValueError("Invalid row_splits: []")
    return _to_ids(splits, splits.dtype if out_type is None else as_dtype(out_type), name=name)


def _splits_shape(segment_ids, num_segments, out_type):
    known = num_segments if num_segments is None or isinstance(num_segments, int) else shape_fallbacks.size_of(num_segments)
    return out_type, [None if known is None else known + 1]


@op(
    "Bincount",
    segment_ids="Tids=int64",
    num_segments="int?",
    out_type="dtype",
    Tids=dt.INDEX,
    grad=None,
    register=False,
    shape_fallback=_splits_shape,
)
def _to_splits(segment_ids, num_segments, out_type, name=None):
    if segment_ids.is_meta:
        if num_segments is None:
            raise NotImplementedError("meta: how many rows there are depends on the ids")
        return segment_ids.new_empty(num_segments + 1, dtype=out_type.torch)
    counts = torch.bincount(segment_ids, minlength=num_segments or 0)
    if num_segments is not None:  # ids beyond it do not count
        counts = counts[:num_segments]
    return torch.cat([counts.new_zeros(1), counts.cumsum(0)]).to(out_type.torch)


@tf_export("ragged.segment_ids_to_row_splits")
@one_layer("ragged.segment_ids_to_row_splits")
def segment_ids_to_row_splits(
    segment_ids: TensorLike, num_segments: TensorLike | None = None, out_type: DTypeLike | None = None, name: str | None = None
) -> Tensor:
    """The row splits of a ragged tensor, from the number of the row of each value. Mirrors `tf.ragged.segment_ids_to_row_splits`.

    The other way of `tf.ragged.row_splits_to_segment_ids`; `tf.RaggedTensor.from_value_rowids` makes a tensor of them at once.

    Arguments:
        segment_ids: a sorted vector of integers, 0 or above: the row of each value.
        num_segments: how many rows there are, where empty ones follow the last one that has a value; by default none do.
        out_type: the dtype of the result, int32 or int64; that of a tensor of ids by default, int64 of a list.
        name: a name for the operation in graphs.

    Returns:
        A vector of one element more than there are rows, which begins with 0 and ends with the number of values.

    Raises:
        TypeError: the ids, or `out_type`, are of another dtype.

    Example:
        >>> tf.ragged.segment_ids_to_row_splits([0, 0, 2])
        <tf.Tensor: shape=(4,), dtype=int64, numpy=array([0, 2, 2, 3])>
        >>> tf.ragged.segment_ids_to_row_splits([0, 0, 2], num_segments=5).numpy()
        array([0, 2, 2, 3, 3, 3])
    """
    ids = convert_to_tensor(segment_ids, dtype_hint=dt.int64)
    if not ids.dtype.mask & dt.INDEX:
        raise TypeError(
            f"Argument `tensor` (name: segment_ids) must be of type integer. Received `tensor` = {segment_ids!r} of dtype: {ids.dtype!r}"
        )
    ids.shape.assert_has_rank(1)
    return _to_splits(ids, num_segments, ids.dtype if out_type is None else as_dtype(out_type), name=name)


def lengths_to_splits(lengths):
    """The row splits of rows of the given `lengths`, an integer vector."""
    return concat([convert_to_tensor([0], lengths.dtype), cumsum(lengths)], 0)


_MEMORY = "row ids of ragged tensors"  # {id of the splits: (the splits, the row of each value, how many rows there are)} of a graph


def rows_of_ids(ids, count):
    """The splits of `count` rows by the row of each value, in the scopes of `tf.RaggedTensor.from_value_rowids`; with both of these."""
    with name_scope("RaggedFromValueRowIds"), name_scope("RowPartitionFromValueRowIds"):
        places, size = cast(ids, dt.int32), cast(count, dt.int32)
        lengths = bincount(places, minlength=size, maxlength=size, dtype=ids.dtype)
        return [concat([[0], cumsum(lengths)], 0), ids, count]


def with_row_ids(x, ids, count):
    """`x`, a ragged tensor that was made by the row of each value, as is shown where it becomes dense."""
    splits = x.row_splits
    splits.graph.memory.setdefault(_MEMORY, {})[id(splits)] = splits, ids, count
    return x


def row_ids(splits):
    """[number of rows, the row of each value] of rows that were made by these, in the graph of `splits`; an empty list for others."""
    known = getattr(splits, "graph", None) and splits.graph.memory.get(_MEMORY, {}).get(id(splits))
    return [known[2], known[1]] if known else []
