"""Ragged tensors from Python lists, numbers and masks: `constant`, `range`, `boolean_mask`, `map_flat_values`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import debugging
from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import constant as dense
from tfshim.array_ops.creation import zeros
from tfshim.array_ops.masking import boolean_mask as dense_mask
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import nest
from tfshim.engine.values.convert import constant_of, convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.math.reductions import reduce_sum
from tfshim.ragged.gathering import boolean_rows
from tfshim.ragged.partitions import ragged_range
from tfshim.ragged.ragged_tensor import RaggedTensor

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


def _inner_shape(x, ragged_rank):
    """The lengths of the lists that lie below `ragged_rank` levels, as the first one of each level has them."""
    for _ in range_(ragged_rank):
        x = [y for item in x for y in item] if x and _is_list(x[0]) or not len(x) else x
    shape = []
    while len(x) and _is_list(x[0]):
        shape.append(len(x[0]))
        x = [y for item in x for y in item]
    return tuple(shape)


# Below, `range` is TensorFlow's.
range_ = range


@tf_export("ragged.constant")
def constant(
    pylist: TensorLike,
    dtype: DTypeLike | None = None,
    ragged_rank: IntLike | None = None,
    inner_shape: SizesLike | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = dt.int64,
) -> AnyTensor:
    """The ragged tensor of nested lists; a dense one where there are no inner lists.

    dtype: that of the values. ragged_rank: how many dimensions may be ragged, by default all after the first that
    `inner_shape`, the shape of the innermost values, leaves. Raises ValueError for lists of mixed depths or values.
    Mirrors `tf.ragged.constant`.
    """
    if isinstance(pylist, RaggedTensor):
        raise TypeError("pylist may not be a RaggedTensor or RaggedTensorValue.")
    if not _is_list(pylist):
        if ragged_rank:
            raise ValueError(f"pylist is a scalar, but ragged_rank={ragged_rank}")
        if inner_shape:
            raise ValueError(f"pylist is a scalar, but inner_shape={inner_shape}")
        return constant_of(convert_to_tensor(pylist, dtype), None)
    if ragged_rank is not None and ragged_rank < 0:
        raise ValueError(f"Invalid pylist: ragged_rank={ragged_rank} must be nonnegative")
    scalar, deepest = _depths(pylist)
    if scalar is not None and deepest > scalar:
        raise ValueError(f"Invalid pylist={pylist}: empty list nesting is greater than scalar value nesting")
    depth = scalar if scalar is not None else deepest
    if inner_shape is not None:
        inner_shape = tuple(inner_shape)
        if ragged_rank is None:
            ragged_rank = max(depth - 1 - len(inner_shape), 1) if depth > 1 + len(inner_shape) else 0
    elif ragged_rank is None:
        ragged_rank, inner_shape = max(0, depth - 1), ()
    else:
        if ragged_rank >= depth and scalar is not None:
            raise ValueError(
                f"pylist has scalar values depth {depth}, but ragged_rank={ragged_rank} requires scalar value depth "
                f"greater than {ragged_rank}"
            )
    values, splits = pylist, []
    for _ in range_(ragged_rank):
        ends, flat = [0], []
        for item in values:
            flat.extend(item)
            ends.append(len(flat))
        splits.append(convert_to_tensor(ends, as_dtype(row_splits_dtype)))
        values = flat
    values = list(values)
    if inner_shape is None:
        inner_shape = _inner_shape(values, 0)
    if not values:
        made = zeros((0, *inner_shape), dtype or dt.float32)
    else:
        made = dense(values, dtype, shape=(len(values), *inner_shape) if inner_shape else None)
    return RaggedTensor.from_nested_row_splits(made, splits, validate=False) if splits else made


@tf_export("ragged.range")
def range(
    starts: TensorLike,
    limits: TensorLike | None = None,
    deltas: FloatLike = 1,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = dt.int64,
) -> RaggedTensor:  # noqa: A001
    """The rows that count from `starts` up to, not including, `limits`, by `deltas`; one argument gives the limits.

    Scalars and vectors of one length. dtype: that of the values. Raises InvalidArgumentError for a step of 0 or other
    lengths. Mirrors `tf.ragged.range`.
    """
    if limits is None:
        starts, limits = 0, starts
    wanted = as_dtype(dtype) if dtype is not None else None
    made = [convert_to_tensor(v, dtype_hint=wanted) for v in (starts, limits, deltas)]
    if wanted is None:
        order = (dt.int32, dt.int64, dt.float32, dt.float64)
        wanted = max((m.dtype for m in made), key=order.index)
    made = [cast(m, wanted) for m in made]
    splits, values = ragged_range(*made, as_dtype(row_splits_dtype))
    return RaggedTensor._make(values, splits)


@tf_export("ragged.boolean_mask")
def boolean_mask(data: TensorLike, mask: TensorLike, name: str | None = None) -> AnyTensor:
    """Those values of `data` for which `mask`, of bool and of a shape that `data` begins with, is true, in their rows.

    Mirrors `tf.ragged.boolean_mask`. Raises ValueError for masks of rank 0 or of a rank that is not known.
    """
    data = data if isinstance(data, RaggedTensor) else convert_to_tensor(data)
    mask = mask if isinstance(mask, RaggedTensor) else convert_to_tensor(mask, dt.bool)
    if mask.shape.rank is None:
        raise ValueError("mask.shape.ndims must be known statically.")
    if mask.shape.rank == 0:
        raise ValueError("mask cannot be scalar.")
    if mask.shape.rank == 1:
        return boolean_rows(data, mask) if isinstance(data, RaggedTensor) else dense_mask(data, mask)
    if not isinstance(mask, RaggedTensor):
        mask = RaggedTensor.from_tensor(mask)
    if not isinstance(data, RaggedTensor):
        data = RaggedTensor.from_tensor(data)
    debugging.assert_equal(
        mask.row_splits, cast(data.row_splits, mask.row_splits.dtype), message="Inputs must have identical ragged splits"
    )
    if mask.ragged_rank > 1 or mask.values.shape.rank != 1:
        return data.with_values(boolean_mask(data.values, mask.values))
    counts = reduce_sum(mask.with_values(cast(mask.values, dt.int64)), 1)
    return RaggedTensor.from_row_lengths(boolean_mask(data.values, mask.values), counts, validate=False)


@tf_export("ragged.map_flat_values")
def map_flat_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> AnyTensor:
    """The ragged tensor with the rows of the ragged arguments and the values that `op` gives for their flat values.

    Ragged tensors among the arguments, also in lists, must have the same rows. Raises ValueError where there are other
    numbers of values. Mirrors `tf.ragged.map_flat_values`.
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
    for x in found[1:]:
        for a, b in zip(x.nested_row_splits, found[0].nested_row_splits, strict=True):
            if a is not b:
                debugging.assert_equal(a, b)
    made = op(*args, **kwargs)
    if sizes and (made.shape.rank == 0 or made.shape[0] not in (None, *sizes)):
        raise ValueError(
            "tf.ragged.map_flat_values requires that the output of `op` have the same outer-dimension size as flat_values "
            f"of any ragged inputs. (output shape: {made.shape}; expected outer dimension size: {sizes.pop()})"
        )
    return found[0].with_flat_values(made)
