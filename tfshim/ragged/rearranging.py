"""Ragged tensors in another order or shape: `tile`, `reverse`, `squeeze`, `expand_dims`, `split`, `one_hot`."""

import numpy as np

from tfshim import array_ops, debugging
from tfshim.array_ops.casting import cast
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.protos.tensors import get_static_value
from tfshim.ragged import row_checks
from tfshim.ragged.axes import axis_from_front
from tfshim.ragged.broadcasting import one_group
from tfshim.ragged.dynamic_ragged_shape import DynamicRaggedShape
from tfshim.ragged.indexing import take_rows
from tfshim.ragged.partitions import lengths_to_splits
from tfshim.ragged.ragged_tensor import RaggedTensor, above
from tfshim.refusals import refused


def _axis(axis, rank, what="axis"):
    if not isinstance(axis, int):
        value = get_static_value(convert_to_tensor(axis))
        if value is None:
            raise ValueError(f"{what} must be known at graph construction time.")
        if not isinstance(value, (np.ndarray, np.generic)) or value.dtype.kind not in "iu":
            raise TypeError(f"{what} must be an int; got {type(axis).__name__}")
        axis = int(value)
    return axis_from_front(axis, rank, what=what)


def _axes(axis, rank):
    value = get_static_value(convert_to_tensor(axis))
    if value is None:
        raise ValueError("axis must be known at graph construction time.")
    return [_axis(a, rank) for a in value.reshape(-1).tolist()]


def expand_dims(input, axis):
    """`tf.expand_dims` of a ragged tensor."""
    x = input
    axis = _axis(axis, None if x.shape.rank is None else x.shape.rank + 1)
    if axis == 0:
        return one_group(x)
    if axis == 1:
        return RaggedTensor._make(x, array_ops.range(x.nrows() + 1), 1)
    return x.with_values(array_ops.expand_dims(x.values, axis - 1))


def squeeze(input, axis=None):
    """`tf.squeeze` of a ragged tensor: `axis` has to be given."""
    x = input
    if axis is None:
        raise ValueError("Ragged.squeeze must have an axis argument.")
    # From the last one on, so that the numbers of the others stay right.
    for a in sorted(_axes(axis, x.shape.rank), reverse=True):
        x = _squeezed(x, a)
    return x


def _squeezed(x, axis):
    if not isinstance(x, RaggedTensor):
        return array_ops.squeeze(x, [axis])
    if axis > 1:
        return x.with_values(_squeezed(x.values, axis - 1))
    lengths = x.nrows() if axis == 0 else x.row_lengths()
    if axis == 1 and x._uniform == 1:
        return x.values
    one = debugging.assert_equal(lengths, convert_to_tensor(1, lengths.dtype), message=f"dimension {axis} must have size 1")
    return row_checks.after([one], x.values)


def tile(input, multiples):
    """`tf.tile` of a ragged tensor."""
    x = input
    multiples = convert_to_tensor(multiples)
    return _tiled(x, [cast(multiples[i], x.row_splits.dtype) for i in range(multiples.shape[0] if x.shape.rank is None else x.shape.rank)])


def _repeated(starts, lengths, times):
    """`(splits, places)` of the rows from `starts` with `lengths`, each repeated as a whole."""
    long = lengths * times
    splits = lengths_to_splits(long)
    made = RaggedTensor._make(array_ops.range(splits[-1]), splits)
    rows = made.value_rowids()
    within = made.values - array_ops.gather(splits, rows)
    return splits, array_ops.gather(starts, rows) + within % array_ops.gather(lengths, rows)


def _tiled(x, times):
    if not isinstance(x, RaggedTensor):
        return array_ops.tile(x, array_ops.stack(times))
    inner = _inner_tiled(x, times[1:])
    rows = array_ops.tile(array_ops.range(inner.nrows()), times[0][None])
    if not hasattr(times[0], "_t") or int(times[0]) != 1:
        inner = take_rows(inner, rows)
    return inner


def _inner_tiled(x, times):
    """Every row of `x` repeated `times[0]` times, and the dimensions below accordingly."""
    values = x.values
    if isinstance(values, RaggedTensor):
        values = _inner_tiled(values, times[1:])
    elif len(times) > 1:
        # A 1 of the dtype of the others, whatever that is.
        values = array_ops.tile(values, array_ops.stack([times[0] * 0 + 1, *times[1:]]))
    if hasattr(times[0], "_t") and int(times[0]) == 1:
        return RaggedTensor._make(values, x.row_splits, x._uniform)
    splits, places = _repeated(x.row_starts(), x.row_lengths(), times[0])
    return RaggedTensor._make(take_rows(values, places), splits)


def reverse(tensor, axis):
    """`tf.reverse` of a ragged tensor along a list of dimensions."""
    depth = tensor.ragged_rank
    axes = _axes(axis, tensor.shape.rank)
    for a in axes:
        if a <= depth:
            tensor = tensor[(slice(None),) * a + (slice(None, None, -1),)]
    inner = [a - depth for a in axes if a > depth]
    return tensor.with_flat_values(array_ops.reverse(tensor.flat_values, inner)) if inner else tensor


def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None):
    """`tf.one_hot` of ragged indices: the new dimension comes after the ragged ones."""
    if axis is not None:
        rank = indices.shape.rank
        at = axis + rank + 1 if axis < 0 else axis
        if at <= indices.ragged_rank:
            raise ValueError(f"axis ({axis}) must be greater than indices.ragged_rank ({indices.ragged_rank}).")
        axis = at - indices.ragged_rank
    return indices.with_flat_values(array_ops.one_hot(indices.flat_values, depth, on_value, off_value, axis, dtype))


def split(value, num_or_size_splits, axis=0, num=None):
    """`tf.split` of a ragged tensor: along the rows, or along a dense inner dimension."""
    rank, depth = value.shape.rank, value.ragged_rank
    axis = _axis(axis, rank)
    if 0 < axis <= depth:
        shape = DynamicRaggedShape.from_tensor(value)
        raise ValueError(f"Cannot split a ragged dimension. Got `value` with shape {shape} and `axis` {axis}.")
    if axis > depth:
        parts = array_ops.split(value.flat_values, num_or_size_splits, axis - depth, num)
        return [value.with_flat_values(p) for p in parts]
    rows = value.shape[0]
    if isinstance(num_or_size_splits, int):
        count = num_or_size_splits
        if count <= 0:
            raise ValueError(f"num_or_size_splits must be positive, got {count}")
        if rows is None:
            size = value.nrows() // count
            text = f"the rows cannot be split into {count} equal parts"
            size = row_checks.after([debugging.assert_equal(size * count, value.nrows(), message=text)], size)
            return [value[size * i : size * (i + 1)] for i in range(count)]
        if rows % count:
            raise invalid(
                f"Cannot exactly split the `axis` dimension of `value` with the given `num_or_size_split`: {rows} rows into {count} parts.",
            )
        sizes = [rows // count] * count
    else:
        given = get_static_value(convert_to_tensor(num_or_size_splits))
        if given is None:
            raise refused("tf.split", "ragged sizes")
        sizes = given.tolist()
        if num is not None and num != len(sizes):
            raise ValueError(f"num={num} differs from the number of sizes, {len(sizes)}")
        if -1 in sizes:
            if rows is None:
                raise refused("tf.split", "ragged rows")
            sizes[sizes.index(-1)] = rows - sum(sizes) - 1
        if rows is not None and sum(sizes) != rows:
            raise invalid(f"The sizes {sizes} do not add up to the {rows} rows of the RaggedTensor.")
    ends = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
    return [value[a:b] for a, b in zip(ends[:-1], ends[1:], strict=True)]


def resize(function, arguments):
    """`tf.image.resize` of a ragged batch of images of different sizes; the result is a dense batch of one size."""
    images = arguments["images"]
    if images.shape.rank != 4:
        raise ValueError(f"tf.image.resize: ragged images must have rank 4, got {images.shape.rank}.")
    method = arguments.get("method")
    kept = images.dtype if getattr(method, "value", method) in ("nearest", 1) else dt.float32

    def one(image):
        whole = image.to_tensor() if isinstance(image, RaggedTensor) else image
        return function(**{**arguments, "images": whole})

    return above.map_fn(one, images, fn_output_signature=kept)
