"""Ragged tensors from Python lists, numbers and masks: `constant`, `range`, `boolean_mask`, `map_flat_values`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import debugging
from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import constant as dense
from tfshim.array_ops.masking import boolean_mask as dense_mask
from tfshim.engine.ops.composite import one_layer
from tfshim.engine.ops.type_errors import index_type
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import nest
from tfshim.engine.values.convert import constant_of, convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.math.reductions import reduce_sum
from tfshim.ragged import row_checks
from tfshim.ragged.gathering import boolean_rows
from tfshim.ragged.partitions import ragged_range
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import RaggedTensorValue, ragged_or_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


def _is_list(x):
    return isinstance(x, (list, tuple)) or isinstance(x, np.ndarray) and x.ndim > 0


def _depths(x):
    """(the depth of the scalars in `x` or None, the greatest depth of lists)"""
    if not _is_list(x):
        return 0, 0
    scalar, deepest = None, 1
    for item in x:
        s, d = _depths(item)
        if s is not None:
            if scalar is not None and scalar != s + 1:
                raise ValueError("all scalar values must have the same nesting depth")
            scalar = s + 1
        deepest = max(deepest, d + 1)
    return scalar, deepest


def _lengths(x):
    """The lengths of lists within each other, as the first of each has them."""
    if not _is_list(x):
        return ()
    return (len(x), *_lengths(x[0])) if len(x) else (0,)


def _check_lengths(x, lengths):
    """All lists in `x` have `lengths`, or ValueError."""
    if _is_list(x) != bool(lengths) or lengths and len(x) != lengths[0]:
        raise ValueError("inner values have inconsistent shape")
    for item in x if lengths else ():
        _check_lengths(item, lengths[1:])


def _inner_shape(x, ragged_rank):
    """The shape of what lies below `ragged_rank` levels of lists, which is to be one for all."""
    for level in range_(ragged_rank):
        if not all(_is_list(item) for item in x):
            raise ValueError(
                f"pylist has scalar values depth {level + 1}, but ragged_rank={ragged_rank} requires scalar value depth "
                f"greater than {ragged_rank}"
            )
        x = [y for item in x for y in item]
    lengths = _lengths(x)
    _check_lengths(x, lengths)
    return lengths[1:]


def rows_of_lists(pylist, ragged_rank, inner_shape):
    """The flat values of nested lists, their shape (None: as they lie) and the row splits, the outermost first, as lists.

    There are no splits where the whole is dense. Raises what `tf.ragged.constant` and `tf.compat.v1.ragged.constant_value` say of lists
    that do not fit.
    """
    if isinstance(pylist, (RaggedTensor, RaggedTensorValue)):
        raise TypeError("pylist may not be a RaggedTensor or RaggedTensorValue.")
    inner_shape = None if inner_shape is None else tuple(inner_shape)
    if not _is_list(pylist):
        if ragged_rank:
            raise ValueError(f"Invalid pylist={pylist!r}: incompatible with ragged_rank={ragged_rank}")
        if inner_shape:
            raise ValueError(f"Invalid pylist={pylist!r}: incompatible with dim(inner_shape)={len(inner_shape)}")
        return pylist, (), []
    if ragged_rank is not None and ragged_rank < 0:
        raise ValueError(f"Invalid ragged_rank={ragged_rank!r}: must be nonnegative")
    scalar, deepest = _depths(pylist)
    if scalar is not None:
        if deepest > scalar:
            raise ValueError(f"Invalid pylist={pylist!r}: empty list nesting is greater than scalar value nesting")
        if ragged_rank is not None and deepest < ragged_rank:
            raise ValueError(f"Invalid pylist={pylist}, max depth smaller than ragged_rank={ragged_rank}")
    if inner_shape is not None and ragged_rank is not None:
        depth = ragged_rank + len(inner_shape) + 1
        if depth < deepest if scalar is None else depth != scalar:
            raise ValueError(
                f"Invalid pylist={pylist!r}: incompatible with ragged_rank={ragged_rank} and dim(inner_shape)={len(inner_shape)}"
            )
    if ragged_rank is None:
        if deepest - len(inner_shape or ()) < 2:
            ragged_rank = 0
        else:
            inner_shape = inner_shape or ()
            ragged_rank = max(1, deepest - 1 if scalar is None else scalar - 1 - len(inner_shape))
    if not ragged_rank:
        return pylist, inner_shape, []
    if inner_shape is None:
        inner_shape = _inner_shape(pylist, ragged_rank)
    values, splits = pylist, []
    for _ in range_(ragged_rank):
        ends, flat = [0], []
        for item in values:
            flat.extend(item)
            ends.append(len(flat))
        splits.append(ends)
        values = flat
    return values, (len(values), *inner_shape), splits


# Below, `range` is TensorFlow's.
range_ = range


@tf_export("ragged.constant")
@one_layer("ragged.constant")
def constant(
    pylist: TensorLike,
    dtype: DTypeLike | None = None,
    ragged_rank: IntLike | None = None,
    inner_shape: SizesLike | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = dt.int64,
) -> AnyTensor:
    """The ragged tensor that nested lists describe. Mirrors `tf.ragged.constant`.

    Arguments:
        pylist: lists of any lengths within each other, all values at one depth; also arrays and tuples.
        dtype: the dtype of the values; by default what they give, int32 or float32 of Python's numbers.
        ragged_rank: how many dimensions may be ragged, an int; by default all after the first that `inner_shape` leaves.
        inner_shape: the shape of the innermost values, where these are dense; by default what `ragged_rank` leaves.
        name: a name for the operation in graphs.
        row_splits_dtype: the dtype of the row splits, int64 (the default) or int32.

    Returns:
        A ragged tensor, or a dense one where there are no inner lists (`ragged_rank` is 0).

    Raises:
        ValueError: the depths or the values are mixed, or do not fit `ragged_rank` and `inner_shape`.

    Example:
        >>> tf.ragged.constant([[1, 2, 3], [], [4]])
        <tf.RaggedTensor [[1, 2, 3], [], [4]]>
        >>> tf.ragged.constant([[[1, 2]], [[3, 4], [5, 6]]], inner_shape=(2,)).shape
        TensorShape([2, None, 2])
    """
    values, shape, splits = rows_of_lists(pylist, ragged_rank, inner_shape)
    if not splits and shape == () and not _is_list(values):
        return constant_of(convert_to_tensor(values, dtype), None)
    made = dense(values, dtype, shape=shape)
    if not splits:
        return made
    ends = [convert_to_tensor(each, as_dtype(row_splits_dtype)) for each in splits]
    return RaggedTensor.from_nested_row_splits(made, ends, validate=False)


@tf_export("ragged.range")
@one_layer("ragged.range")
def range(
    starts: TensorLike,
    limits: TensorLike | None = None,
    deltas: FloatLike = 1,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = dt.int64,
) -> RaggedTensor:  # noqa: A001
    """Rows of numbers that count from `starts` up to, not including, `limits`. Mirrors `tf.ragged.range`.

    Arguments:
        starts: where each row begins, a scalar or a vector; with no `limits` these are the limits, and rows begin at 0.
        limits: where each row ends.
        deltas: the step of each row, 1 by default; negative ones count down.
        dtype: the dtype of the numbers; that of the arguments by default.
        name: a name for the operation in graphs.
        row_splits_dtype: the dtype of the row splits, int64 (the default) or int32.

    Returns:
        A ragged tensor with a row for each element of the vectors (scalars serve all of them; one row of scalars alone). A row
        whose limit is not beyond its start is empty.

    Raises:
        InvalidArgumentError: a step is 0, or the lengths of the vectors differ.

    Example:
        >>> tf.ragged.range([3, 0, 2])
        <tf.RaggedTensor [[0, 1, 2], [], [0, 1]]>
        >>> tf.ragged.range([0, 5], [6, 3], [2, -1])
        <tf.RaggedTensor [[0, 2, 4], [5, 4]]>
    """
    if limits is None:
        starts, limits = 0, starts
    wanted = as_dtype(dtype) if dtype is not None else None
    made = [convert_to_tensor(v, dtype_hint=wanted) for v in (starts, limits, deltas)]
    if wanted is None:
        order = (dt.int32, dt.int64, dt.float32, dt.float64)
        if any(m.dtype not in order for m in made):
            raise AssertionError
        wanted = max((m.dtype for m in made), key=order.index)
    made = [cast(m, wanted) for m in made]
    splits, values = ragged_range(*made, index_type("RaggedRange", "Tsplits", row_splits_dtype))
    return RaggedTensor._make(values, splits)


@tf_export("ragged.boolean_mask")
@one_layer("ragged.boolean_mask")
def boolean_mask(data: TensorLike, mask: TensorLike, name: str | None = None) -> AnyTensor:
    """Those values of `data` for which `mask` is true, each still in its row. Mirrors `tf.ragged.boolean_mask`.

    Where `tf.boolean_mask` gives one long vector, this keeps the rows apart, and rows of which nothing is left are empty.

    Arguments:
        data: a tensor, ragged or dense, or what converts to one.
        mask: bools, ragged or dense, of a shape that `data` begins with, and of the same rows where it is ragged. Its rank
            must be known, and 1 or more.
        name: a name for the operation in graphs.

    Returns:
        A ragged tensor of the dtype of `data`, or a dense one where `mask` is a vector and `data` is dense.

    Raises:
        ValueError: the rank of `mask` is 0 or not known.
        InvalidArgumentError: the rows of `mask` are not those of `data`.

    Example:
        >>> x = tf.constant([[1, 2, 3], [4, 5, 6]])
        >>> tf.ragged.boolean_mask(x, x % 2 == 0)
        <tf.RaggedTensor [[2], [4, 6]]>
        >>> tf.ragged.boolean_mask(tf.ragged.constant([[1, 2], [], [3]]), [True, True, False])
        <tf.RaggedTensor [[1, 2], []]>
    """
    data = ragged_or_tensor(data)
    mask = ragged_or_tensor(mask, dt.bool)
    if mask.shape.rank is None:
        raise ValueError("mask.shape.ndims must be known statically.")
    if mask.shape.rank == 0:
        raise ValueError("mask cannot be scalar.")
    if mask.shape.rank == 1:
        return boolean_rows(data, mask) if isinstance(data, RaggedTensor) else dense_mask(data, mask)
    if not isinstance(mask, RaggedTensor):
        if not isinstance(data, RaggedTensor):
            data.shape[: mask.shape.rank].assert_is_compatible_with(mask.shape)
        mask = RaggedTensor.from_tensor(mask)
    if not isinstance(data, RaggedTensor):
        data = RaggedTensor.from_tensor(data)
    same = debugging.assert_equal(
        mask.row_splits, cast(data.row_splits, mask.row_splits.dtype), message="Inputs must have identical ragged splits"
    )
    mask = row_checks.after([same], mask)
    if mask.ragged_rank > 1 or mask.values.shape.rank != 1:
        return data.with_values(boolean_mask(data.values, mask.values))
    counts = reduce_sum(mask.with_values(cast(mask.values, dt.int64)), 1)
    return RaggedTensor.from_row_lengths(boolean_mask(data.values, mask.values), counts, validate=False)


@tf_export("ragged.map_flat_values")
def map_flat_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> AnyTensor:
    """What `op` makes of the values of ragged tensors, in their rows. Mirrors `tf.ragged.map_flat_values`.

    For functions that know no ragged tensors: each ragged argument is given to `op` as the dense tensor of all its values
    (`flat_values`), and the result is put into the same rows.

    Arguments:
        op: a function of tensors whose result has as many elements along its first dimension as the values.
        *args: what it is called with. Ragged tensors among them, also within lists, must have the same rows.
        **kwargs: further arguments by name; ragged tensors as before.

    Returns:
        A ragged tensor with the rows of the arguments; without ragged arguments the plain result of `op`.

    Raises:
        ValueError: the result has another number of elements than the values.
        InvalidArgumentError: the rows of the arguments differ.

    Example:
        >>> words = tf.ragged.constant([["a", "bcd"], [], ["ef"]])
        >>> tf.ragged.map_flat_values(tf.strings.length, words)
        <tf.RaggedTensor [[1, 3], [], [2]]>
    """
    found = []

    def flat(x):
        if isinstance(x, RaggedTensor):
            found.append(x)
            return x.flat_values
        return x

    args, kwargs = nest.map_structure(flat, args), nest.map_structure(flat, kwargs)
    if not found:
        return op(*args, **kwargs)
    sizes = {x.flat_values.shape[0] for x in found} - {None}
    if len(sizes) > 1:
        raise ValueError(f"Input RaggedTensors' flat_values must all have the same outer-dimension size.  Got sizes: {sizes}")
    if len({x.ragged_rank for x in found}) > 1:
        raise ValueError("All ragged inputs must have the same ragged_rank.")
    text = "RowPartition._merge_precomputed_encodings: partitions have incompatible row_splits"
    pairs = [(a, b) for x in found[1:] for a, b in zip(x.nested_row_splits, found[0].nested_row_splits, strict=True) if a is not b]
    checks = [debugging.assert_equal(b, a, message=text) for a, b in pairs]
    made = op(*args, **kwargs)
    if sizes and (made.shape.rank == 0 or made.shape[0] not in (None, *sizes)):
        raise ValueError(
            "tf.ragged.map_flat_values requires that the output of `op` have the same outer-dimension size as flat_values "
            f"of any ragged inputs. (output shape: {made.shape}; expected outer dimension size: {sizes.pop()})"
        )
    return _in_rows_of(found, row_checks.after(checks, made))


def _in_rows_of(found, flat):
    """The flat values `flat` in the rows that the ragged tensors `found` have in common, of uniform length where one of them says so."""
    if len(found) == 1:
        return found[0].with_flat_values(flat)
    inner = [x.values for x in found]
    flat = _in_rows_of(inner, flat) if isinstance(inner[0], RaggedTensor) else flat
    return RaggedTensor._make(flat, found[0].row_splits, next((x._uniform for x in found if x._uniform is not None), None))
