"""Ragged tensors put together: `tf.ragged.stack`, and what `tf.concat` does with ragged tensors."""

from tfshim.engine.convert import convert_to_tensor
from tfshim.ragged.indexing import take_rows
from tfshim.ragged.ragged_tensor import RaggedTensor


def _ragged(x):
    """`x` with rows, ragged or not."""
    if isinstance(x, RaggedTensor):
        return x
    x = convert_to_tensor(x)
    return RaggedTensor.from_tensor(x)


def concat(values, axis):
    """Ragged tensors joined along `axis` 0 or 1. Raises NotImplementedError for inner axes."""
    from tfshim.array_ops import concat as join
    from tfshim.array_ops import range, reshape, stack

    values = [_ragged(v) for v in values]
    rank = values[0].shape.rank
    axis = axis % rank
    if len({v.ragged_rank for v in values}) > 1:
        raise NotImplementedError("tf.concat of ragged tensors of different ragged ranks: bring them to one first.")
    if axis > 1:
        if any(v.row_splits is not values[0].row_splits for v in values):
            from tfshim import debugging

            for v in values[1:]:
                debugging.assert_equal(v.row_splits, values[0].row_splits)
        inner = [v.values for v in values]
        return values[0].with_values(concat(inner, axis - 1) if isinstance(inner[0], RaggedTensor) else join(inner, axis - 1))
    inner = [v.values for v in values]
    joined = concat(inner, 0) if isinstance(inner[0], RaggedTensor) else join(inner, 0)
    lengths = join([v.row_lengths() for v in values], 0)
    stacked = RaggedTensor.from_row_lengths(joined, lengths, validate=False)
    if axis == 0:
        return stacked
    # Row i of the result is made of the rows i of all parts.
    count = values[0].nrows()
    from tfshim import debugging

    for v in values[1:]:
        debugging.assert_equal(v.nrows(), count, message="Input tensors have incompatible shapes")
    order = reshape(stack([range(count) + count * i for i in builtin_range(len(values))], axis=1), [-1])
    mixed = take_rows(stacked, order)
    ends = range(count + 1) * len(values)
    from tfshim.array_ops import gather

    return RaggedTensor._make(mixed.values, gather(mixed.row_splits, ends))


builtin_range = range


def stack_tensors(values, axis=0, name=None):
    """The tensors of a list, of one rank and dtype, as the rows of a ragged tensor (or at `axis` 1, row by row).

    Raises ValueError for no tensors or other axes. Mirrors `tf.ragged.stack`.
    """
    from tfshim.array_ops import range, stack

    if not isinstance(values, (list, tuple)):
        values = [values]
    if not values:
        raise ValueError("values must not be empty")
    values = [v if isinstance(v, RaggedTensor) else convert_to_tensor(v) for v in values]
    rank = values[0].shape.rank
    if axis not in (0, -rank - 1):
        if axis == 1 and all(isinstance(v, RaggedTensor) for v in values):
            wrapped = [RaggedTensor._make(v, range(v.nrows() + 1), 1) for v in values]
            return concat(wrapped, 1)
        if rank == 1 and axis in (1, -1):
            return RaggedTensor.from_tensor(stack(values, axis=1))
        raise NotImplementedError("tf.ragged.stack: axes other than 0 (and 1, of ragged tensors) are not supported.")
    if rank == 0:
        return stack(values)
    if rank == 1:
        lengths = [_length(v) for v in values]
        return RaggedTensor.from_row_lengths(_concat_values(values), stack(lengths), validate=False)
    values = [_ragged(v) for v in values]
    counts = stack([v.nrows() for v in values])
    return RaggedTensor.from_row_lengths(concat(values, 0), counts, validate=False)


def _length(x):
    from tfshim.array_ops import shape
    from tfshim.engine.dtypes import int64

    return shape(x, out_type=int64)[0]


def _concat_values(values):
    from tfshim.array_ops import concat as join

    return join(values, 0)


__all__ = ["concat", "stack_tensors"]
