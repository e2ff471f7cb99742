"""Indexing and slicing of ragged tensors, and picking of rows."""

from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.masking import where
from tfshim.engine.graph_export.splicing import raw_node
from tfshim.engine.ops.composite import model_value
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.math.comparison import maximum, minimum
from tfshim.ragged.making import count_rows
from tfshim.ragged.ragged_tensor import RaggedTensor, above, range_rows
from tfshim.refusals import refused


def take_rows(x, places):
    """The rows of `x`, ragged or dense, at `places`, an integer vector."""
    if not isinstance(x, RaggedTensor):
        return gather(x, places)
    starts, limits = gather(x.row_starts(), places), gather(x.row_limits(), places)
    splits, inside = range_rows(starts, limits)
    return RaggedTensor._make(take_rows(x.values, inside), splits, x._uniform)


def _is_index(key):
    return (
        isinstance(key, int)
        and not isinstance(key, bool)
        or isinstance(key, Tensor)
        and key.dtype.is_integer
        and not key.shape.rank
        or type(key).__module__ == "numpy"
        and getattr(key, "ndim", 1) == 0
        and key.dtype.kind in "iu"
    )


def getitem(x, key):
    """`x[key]`. Raises TypeError for what is no index, ValueError for an index into a ragged dimension."""
    if isinstance(key, bool) or getattr(key, "dtype", None) in (bool, dtypes.bool):
        return above.boolean_mask(x, key)
    held = model_value(key)
    if held is not None:
        return held._item_of(x, key)
    keys = list(key) if isinstance(key, (list, tuple)) else [key]
    for k in keys:
        if not (k is None or k is Ellipsis or isinstance(k, slice) or _is_index(k)):
            raise TypeError(
                "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors "
                f"are valid indices, got {k!r}"
            )
    # Not `Ellipsis in keys`, which would compare it with tensors.
    if Ellipsis in [k if k is Ellipsis else 0 for k in keys]:
        at = next(i for i, k in enumerate(keys) if k is Ellipsis)
        missing = x.shape.rank - sum(k is not None and k is not Ellipsis for k in keys)
        keys[at : at + 1] = [slice(None)] * max(missing, 0)
    return _outer(x, keys)


def _outer(x, keys):
    """`keys` applied to `x` from its first dimension on."""
    if not keys:
        return x
    if not isinstance(x, RaggedTensor):
        return x[tuple(keys)]
    first, rest = keys[0], keys[1:]
    if first is None:
        made = _outer(x, rest)
        rows = made.nrows() if isinstance(made, RaggedTensor) else None
        if rows is None:
            return made[None]
        length = made.shape[0]
        return RaggedTensor._make(made, stack([rows * 0, rows]), length)
    if isinstance(first, slice):
        return _inner(_slice_rows(x, first), rest)
    if isinstance(x.row_splits, EagerTensor) and (isinstance(first, EagerTensor) or not isinstance(first, Tensor)):
        at, count = int(first), x.row_splits.shape[0] - 1  # known, where in a graph the number of rows is a tensor
        if at >= count:
            raise IndexError(f"Row key {first} out of bounds")
        if at < -count:
            raise invalid(f"slice index {at + count} of dimension 0 out of bounds.")
        first = at % count
    else:
        first = convert_to_tensor(first)
        first = cast(first, x.row_splits.dtype)
        first = where(first < 0, first + x.nrows(), first)
    return _outer(x.values[x.row_splits[first] : x.row_splits[first + 1]], rest)


def _slice_rows(x, key):
    """The rows of `x` that the slice `key` picks."""
    if key == slice(None):
        return x
    if key.step in (None, 1):
        splits = _kept_splits(x, key)
        return RaggedTensor._make(x.values[splits[0] : splits[-1]], splits - splits[0], x._uniform)
    starts, limits = x.row_starts()[key], x.row_limits()[key]
    splits, inside = range_rows(starts, limits)
    return RaggedTensor._make(take_rows(x.values, inside), splits, x._uniform)


def _kept_splits(x, key):
    """The row splits, not yet counted from 0, of the rows that the slice `key` keeps."""
    starts = x.row_starts()[key]
    # After the first split, since there may be no row that ends.
    last = concat([x.row_splits[:1], x.row_limits()[key]], 0)[-1:]
    if starts.shape[0] == 0:
        return last
    return concat([starts, last], 0)


def _inner(x, keys):
    """`keys` applied to each row of the rows of `x`."""
    if not keys:
        return x
    first, rest = keys[0], keys[1:]
    if first is None:
        if rest:
            raise refused("tf.RaggedTensor", "newaxis")
        # A new axis after the rows: each row is the only one of its group.
        return RaggedTensor._make(x, tf_range(x.nrows() + 1), 1)
    if not isinstance(first, slice):
        if x._uniform is None:
            raise ValueError("Cannot index into an inner ragged dimension.")
        count = x._uniform
        at = int(first)
        if not -count <= at < count:
            raise IndexError(f"Row key {first} out of bounds")
        made = take_rows(x.values, x.row_starts() + at % count)
        return _inner_of_values(made, rest)
    if first != slice(None):
        x = _slice_each(x, first)
    if not rest:
        return x
    if isinstance(x.values, RaggedTensor):
        return x.with_values(_inner(x.values, rest))
    return x.with_values(x.values[(slice(None), *rest)])


def _inner_of_values(x, keys):
    if not keys:
        return x
    return _inner(x, keys) if isinstance(x, RaggedTensor) else x[(slice(None), *keys)]


def _slice_each(x, key):
    """The part of each row of `x` that the slice `key` picks."""
    lengths = x.row_lengths()
    step = 1 if key.step is None else int(key.step)
    if step == 0:
        raise ValueError("slice step cannot be zero")
    low, high = (lengths * 0, lengths) if step > 0 else (lengths * 0 - 1, lengths - 1)

    def place(value, default):
        if value is None:
            return default
        value = convert_to_tensor(value, lengths.dtype) if isinstance(value, int) else _as(value, lengths.dtype)
        return minimum(maximum(where(value < 0, value + lengths, value + lengths * 0), low), high)

    start = place(key.start, low if step > 0 else high) + x.row_starts()
    limit = place(key.stop, high if step > 0 else low) + x.row_starts()
    splits, inside = range_rows(start, limit, convert_to_tensor(step, lengths.dtype))
    return RaggedTensor._make(take_rows(x.values, inside), splits)


def _as(value, dtype):
    return cast(value, dtype)


def taken_in_order(flat, dtype):
    """`flat`, under a tape as rows that are looked up, by indices of `dtype`: as in TensorFlow its gradient are IndexedSlices."""
    if not TS.tapes:
        return flat
    return gather(flat, cast(tf_range(count_rows(flat)), dtype))


def row_as_shown(values, splits):
    """The first of the rows of `values`, a vector, between `splits`."""
    with name_scope("RaggedGetItem"):
        starts, limits = splits[:-1], splits[1:]
        row = values[starts[0] : limits[0]]
        whole = TS.graph.unique_name("strided_slice")  # of all of the row: no index is left
        empty = TS.graph._constant(convert_to_tensor([], dtypes.int32), f"{whole}/Const/")
        about = {"Index": dtypes.int32}
        return raw_node("StridedSlice", [row, empty, empty, empty], [(row.dtype, row.shape)], about, f"{whole}/").outputs[0]
