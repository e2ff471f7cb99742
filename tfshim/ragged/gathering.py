"""Rows and elements of ragged tensors picked by index: `tf.gather`, `tf.gather_nd`, partitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, debugging, math
from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.gathering import outside
from tfshim.engine.ops.composite import one_layer
from tfshim.engine.runtime.errors import InvalidArgumentError, invalid, op_error
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor
from tfshim.ragged import row_checks
from tfshim.ragged.axes import axis_from_front
from tfshim.ragged.broadcasting import partitions, same_splits
from tfshim.ragged.dense import coordinates
from tfshim.ragged.indexing import take_rows
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import ragged_or_tensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike


def gather(params, indices, validate_indices=None, axis=None, batch_dims=0):
    """`tf.gather` where `params` or `indices` is ragged."""
    params, indices = ragged_or_tensor(params), ragged_or_tensor(indices)
    rank, index_rank = params.shape.rank, indices.shape.rank
    batch_dims = batch_dims + index_rank if batch_dims < 0 else batch_dims
    _check(params, indices, axis, batch_dims)
    axis = batch_dims if axis is None else axis_from_front(axis, rank, "rank(params)")
    if axis < batch_dims:
        raise ValueError("axis must be greater than or equal to batch_dims")
    if batch_dims and indices.shape.rank is None:
        raise ValueError("rank(indices) must be known statically")
    if batch_dims > 1:
        params, indices = (partitions(v, 1) if not isinstance(v, RaggedTensor) else v for v in (params, indices))
        same = same_splits(params.row_splits, indices.row_splits)
        inner = _gather_any(params.values, indices.values, axis - 1, batch_dims - 1)
        return indices.with_values(row_checks.after([same], inner))
    if batch_dims == 1:
        return _by_row(params, indices, axis)
    return _along(params, indices, axis)


def _check(params, indices, axis, batch_dims):
    """Raises for batches of other sizes, and for indices of a dtype that the operation does not have."""
    rank, kind = indices.shape.rank, indices.dtype
    if rank is not None and not 0 <= batch_dims <= rank:
        raise ValueError(f"batch_dims={batch_dims} out of bounds: expected {-rank}<=batch_dims<{rank}")
    if params.shape.rank is not None and batch_dims >= params.shape.rank:
        raise ValueError("batch_dims must be less than rank(params)")
    if not indices.shape[:batch_dims].is_compatible_with(params.shape[:batch_dims]):
        raise ValueError(f"batch shape from indices {indices.shape} does not match params shape {params.shape}")
    by_rows = isinstance(params, RaggedTensor) and axis in (None, batch_dims)
    name, allowed = ("RaggedGather", "int32, int64") if by_rows else ("GatherV2", "int16, int32, int64")
    if kind.name not in allowed.split(", "):
        raise invalid(
            f"Value for attr 'Tindices' of {kind.proto_name} is not in the list of allowed values: {allowed}\n"
            f"\t; NodeDef: {{{{node {name}}}}}; Op<name={name}>: convert the indices by tf.cast [Op:{name}] name: "
        )


def _gather_any(params, indices, axis, batch_dims):
    if isinstance(params, RaggedTensor) or isinstance(indices, RaggedTensor):
        return gather(params, indices, axis=axis, batch_dims=batch_dims)
    return array_ops.gather(params, indices, axis=axis, batch_dims=batch_dims)


def _by_row(params, indices, axis):
    """One batch dimension: row i of `indices` picks from row i of `params`."""
    params = partitions(params, 1) if not isinstance(params, RaggedTensor) else params
    if axis > 1:  # each row of row i is picked from by row i of the indices
        return params.with_values(_gather_any(params.values, _gather_any(indices, params.value_rowids(), 0, 0), axis - 1, 1))
    rank = indices.shape.rank
    if rank == 1:
        return take_rows(params.values, params.row_starts() + cast(indices, params.row_splits.dtype))
    rows = indices if isinstance(indices, RaggedTensor) else partitions(indices, rank - 1)
    if rows.ragged_rank < rank - 1:
        rows = partitions(rows, rank - 1)
    flat = cast(rows.flat_values, params.row_splits.dtype)
    place = coordinates(rows)[0]
    lengths = array_ops.gather(params.row_lengths(), place)
    flat = _inside(flat, lengths)
    starts = array_ops.gather(params.row_starts(), place)
    made = take_rows(params.values, starts + flat)
    if isinstance(made, RaggedTensor):
        return rows.with_flat_values(made)
    if isinstance(indices, RaggedTensor):  # whose inner dimensions of one size stay so
        return indices.with_flat_values(_as_inner(made, indices.flat_values))
    return array_ops.reshape(made, array_ops.concat([array_ops.shape(indices), array_ops.shape(made)[1:]], 0))


def _as_inner(made, flat):
    """What was picked for each element of `flat`, in the shape of `flat`."""
    if flat.shape.rank == 1:
        return made
    return array_ops.reshape(made, array_ops.concat([array_ops.shape(flat), array_ops.shape(made)[1:]], 0))


def _inside(indices, sizes):
    """`indices`, once it is checked that they are below `sizes`."""
    checks = [
        debugging.assert_non_negative(indices, message="indices must not be negative"),
        debugging.assert_less(indices, cast(sizes, indices.dtype), message="indices are out of range"),
    ]
    return row_checks.after(checks, indices)


def _check_rows(params, indices):
    """Raise InvalidArgumentError, as the operation that TensorFlow has for it, where an index is no row of `params`."""
    if TS.graph is not None or type(indices) is not EagerTensor or type(params.row_splits) is not EagerTensor:
        return  # checked where it runs
    wrong = outside(indices._t, int(params.nrows()))
    if wrong is not None:
        ranks = {"OUTPUT_RAGGED_RANK": params.ragged_rank + indices.shape.rank - 1, "PARAMS_RAGGED_RANK": params.ragged_rank}
        raise op_error(InvalidArgumentError, wrong.message, "RaggedGather", counts=ranks)


def _along(params, indices, axis):
    """No batch dimensions: `indices` take the place of the dimension `axis`."""
    if indices.shape.rank is None:
        raise ValueError("rank(indices) must be known statically")
    if axis > 1 and isinstance(params, RaggedTensor):
        return params.with_values(_gather_any(params.values, indices, axis - 1, 0))
    if isinstance(indices, RaggedTensor):
        if axis:
            return _all_along(params, indices, axis)
        return indices.with_flat_values(_gather_any(params, indices.flat_values, 0, 0))
    if axis == 1:
        column = array_ops.concat([[-1], array_ops.ones([indices.shape.rank], "int32")], 0)
        wanted = cast(indices, params.row_splits.dtype)[None]
        wanted = _inside(wanted, array_ops.reshape(params.row_lengths(), column))
        # One place for each row and index: dense where the values are dense.
        return _gather_any(params.values, array_ops.reshape(params.row_starts(), column) + wanted, 0, 0)
    rank = indices.shape.rank
    if isinstance(params, RaggedTensor):
        _check_rows(params, indices)
    if rank == 0:
        return params[_inside(indices, params.nrows())]
    indices = cast(indices, params.row_splits.dtype)
    if rank == 1:
        return take_rows(params, _inside(indices, params.nrows()))
    rows = partitions(indices, rank - 1).with_row_splits_dtype(params.row_splits.dtype)
    return _any_lengths(rows.with_flat_values(_along(params, rows.flat_values, 0)), rank - 1)


def _all_along(params, indices, axis):
    """Each row of `params`, or of what its dimensions before `axis` hold, picked from by all of the ragged `indices`."""
    params = partitions(params, 1) if not isinstance(params, RaggedTensor) else params
    if axis > 1:
        return params.with_values(_gather_any(params.values, indices, axis - 1, 0))
    rows = params.nrows()
    picked = _along(params, indices.flat_values, 1)
    flat = picked.values if isinstance(picked, RaggedTensor) else array_ops.reshape(picked, [-1, *_sizes_behind(picked, 2)])
    lengths = [array_ops.tile(n, array_ops.reshape(rows, [1])) for n in indices.nested_row_lengths()]
    return RaggedTensor.from_uniform_row_length(RaggedTensor.from_nested_row_lengths(flat, lengths), indices.nrows(), rows)


def _sizes_behind(x, count):
    known = x.shape.as_list()[count:]
    return known if None not in known else array_ops.unstack(array_ops.shape(x)[count:], len(known))


def _any_lengths(x, depth):
    """`x` of which the outer `depth` ragged dimensions are not known to have rows of one length."""
    return RaggedTensor._make(_any_lengths(x.values, depth - 1), x.row_splits, None) if depth else x


def gather_nd(params, indices, batch_dims=0):
    """`tf.gather_nd` where `params` or `indices` is ragged."""
    if batch_dims:
        raise refused("tf.gather_nd", "ragged")
    params, indices = ragged_or_tensor(params), ragged_or_tensor(indices)
    if isinstance(indices, RaggedTensor):
        return (
            indices.with_flat_values(gather_nd(params, indices.flat_values))
            if isinstance(params, RaggedTensor)
            else indices.with_flat_values(array_ops.gather_nd(params, indices.flat_values))
        )
    width = indices.shape[-1]
    if width is None:
        raise ValueError("indices.rank be statically known.")
    leading = indices.shape.as_list()[:-1]
    if len(leading) != 1:
        flat = array_ops.reshape(indices, [-1, width])
        made = gather_nd(params, flat)
        if not leading:
            # A vector of one index picks as `gather` does: the dimension of the indices stays, as in TensorFlow.
            return made if width == 1 else made[0]
        return (
            partitions(indices, len(leading) - 1).with_flat_values(made)
            if isinstance(made, RaggedTensor) or len(leading) > 1 and not _dense_result(params, width)
            else array_ops.reshape(made, [*leading, *made.shape.as_list()[1:]])
        )
    if not width:
        raise refused("tf.gather_nd", "empty")
    columns = cast(indices, params.row_splits.dtype)
    node, place = params, columns[:, 0]
    for i in range(1, width):
        if not isinstance(node, RaggedTensor):
            return array_ops.gather_nd(node, array_ops.concat([place[:, None], columns[:, i:]], 1))
        within = _inside(columns[:, i], array_ops.gather(node.row_lengths(), place))
        place = array_ops.gather(node.row_starts(), place) + within
        node = node.values
    return take_rows(node, place)


def _dense_result(params, width):
    return width > params.ragged_rank


def boolean_rows(x, mask):
    """The rows of the ragged tensor `x` for which the boolean vector `mask` is true, in one pass over the values."""
    if not isinstance(x, RaggedTensor):
        return array_ops.boolean_mask(x, mask)
    lengths = array_ops.boolean_mask(x.row_lengths(), mask)
    inner = boolean_rows(x.values, array_ops.gather(mask, x.value_rowids()))
    made = RaggedTensor.from_row_lengths(inner, lengths, validate=False)
    return RaggedTensor._make(made.values, made.row_splits, x._uniform)


@tf_export("ragged.stack_dynamic_partitions")
@one_layer("ragged.stack_dynamic_partitions")
def stack_dynamic_partitions(data: TensorLike, partitions: TensorLike, num_partitions: IntLike, name: str | None = None) -> RaggedTensor:
    """The rows of `data` sorted into partitions, each a row of the result. Mirrors `tf.ragged.stack_dynamic_partitions`.

    What `tf.dynamic_partition` gives as a list of tensors, as one ragged tensor, in which the order of `data` is kept.

    Arguments:
        data: a tensor, ragged or dense.
        partitions: int32 or int64 numbers of partitions, of a shape that `data` begins with.
        num_partitions: how many partitions there are; those that nothing is sorted into are empty.
        name: a name for the operation in graphs.

    Returns:
        A ragged tensor with `num_partitions` rows.

    Raises:
        InvalidArgumentError: a number of `partitions` is below 0, or not below `num_partitions`.

    Example:
        >>> tf.ragged.stack_dynamic_partitions(["a", "b", "c", "d"], [2, 0, 2, 0], num_partitions=3)
        <tf.RaggedTensor [[b'b', b'd'], [], [b'a', b'c']]>
    """
    data, partitions = ragged_or_tensor(data), ragged_or_tensor(partitions)
    count = convert_to_tensor(num_partitions, partitions.dtype)
    if partitions.shape.rank is None:
        raise ValueError("partitions must have known rank.")
    if partitions.shape.rank == 0:
        data, partitions = array_ops.expand_dims(data, 0), array_ops.expand_dims(partitions, 0)
    count.shape.assert_has_rank(0)
    partitions.shape.assert_is_compatible_with(data.shape[: partitions.shape.rank])
    checks = []
    while partitions.shape.rank > 1:
        outer = partitions if isinstance(partitions, RaggedTensor) else RaggedTensor.from_tensor(partitions)
        rows = data if isinstance(data, RaggedTensor) else RaggedTensor.from_tensor(data)
        checks.append(same_splits(outer.row_splits, rows.row_splits, "data and partitions have incompatible ragged shapes"))
        data, partitions = rows.values, outer.values
    checks.append(debugging.assert_non_negative(partitions, message="partitions must be non-negative."))
    checks.append(debugging.assert_less(partitions, count, message="partitions must be less than num_partitions"))
    partitions = row_checks.after(checks, partitions)
    order = array_ops.argsort(partitions, stable=True)
    ones = array_ops.ones_like(partitions)
    lengths = math.unsorted_segment_sum(ones, partitions, num_partitions)
    if isinstance(data, RaggedTensor):
        lengths = cast(lengths, data.row_splits.dtype)
    return RaggedTensor.from_row_lengths(take_rows(data, order), lengths, validate=False)


def dynamic_partition(data, partitions, num_partitions):
    """`tf.dynamic_partition` where `data` or `partitions` is ragged: a list of `num_partitions` tensors."""
    made = stack_dynamic_partitions(data, partitions, num_partitions)
    return [made[i] for i in range(int(num_partitions))]
