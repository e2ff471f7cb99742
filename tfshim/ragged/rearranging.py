"""Ragged tensors in another order or shape: `tile`, `reverse`, `squeeze`, `expand_dims`, `split`, `one_hot`."""

import numpy as np

from tfshim import array_ops, debugging, math
from tfshim.array_ops.casting import cast
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.protos.tensors import get_static_value
from tfshim.ragged import row_checks
from tfshim.ragged.axes import axis_from_front
from tfshim.ragged.broadcasting import one_group
from tfshim.ragged.dynamic_ragged_shape import DynamicRaggedShape
from tfshim.ragged.indexing import take_rows
from tfshim.ragged.partitions import lengths_to_splits
from tfshim.ragged.ragged_tensor import RaggedTensor, above


def _axis(axis, rank, what="axis"):
    if not isinstance(axis, int):
        value = get_static_value(convert_to_tensor(axis))
        if value is None:
            raise ValueError(f"{what} must be known at graph construction time.")
        if not isinstance(value, (np.ndarray, np.generic)) or value.dtype.kind not in "iu":
            raise TypeError(f"{what} must be an int; got {type(axis).__name__}")
        axis = int(value)
    return axis_from_front(axis, rank, what=what)


def _axes(axes, rank):
    """The `axes` of a list, from 0."""
    return [axis_from_front(a, rank, what=f"axis[{i}]") for i, a in enumerate(axes)]


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
    axis = [axis] if isinstance(axis, int) else axis
    if not isinstance(axis, (list, tuple)) or not all(isinstance(a, int) for a in axis):
        raise TypeError("Axis must be a list or tuple of integers.")
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
    one = math.reduce_all(math.equal(lengths, convert_to_tensor(1, lengths.dtype)))
    return row_checks.after([debugging.Assert(one, [f"the given axis (axis = {axis}) is not squeezable!"])], x.values)


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
    if isinstance(axis, Tensor):
        known = get_static_value(axis)
        axis = None if known is None else known.tolist()
    if not isinstance(axis, (list, tuple)) or not all(isinstance(a, int) for a in axis):
        raise TypeError("`axis` must be a list of int or a constant tensorwhen reversing axes in a ragged tensor")
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
    """`tf.split` of a ragged tensor: along its rows, or along a dimension of one length."""
    axis, depth = _axis(axis, value.shape.rank), value.ragged_rank
    if axis > depth:
        return [value.with_flat_values(p) for p in array_ops.split(value.flat_values, num_or_size_splits, axis - depth, num)]
    holder = value
    for _ in range(axis - 1):
        holder = holder.values
    if axis and holder.uniform_row_length is None:
        shape = DynamicRaggedShape.from_tensor(value)
        raise ValueError(f"Cannot split a ragged dimension. Got `value` with shape {shape} and `axis` {axis}.")
    total = holder.uniform_row_length if axis else value.nrows()
    ends = _ends_of_parts(num_or_size_splits, num, total)
    parts = [(_columns if axis else _rows)(holder, *bounds) for bounds in zip(ends[:-1], ends[1:], strict=True)]
    for outer in reversed(range(axis - 1)):
        holder = value
        for _ in range(outer):
            holder = holder.values
        parts = [holder.with_values(p) for p in parts]
    return parts


def _rows(x, start, end):
    return x[start:end]


def _columns(x, start, end):
    """Of rows of one length the elements from `start` to `end`."""
    first = array_ops.range(x.nrows()) * x.uniform_row_length
    places = array_ops.reshape(first[:, None] + array_ops.range(cast(start, first.dtype), cast(end, first.dtype)), [-1])
    return RaggedTensor.from_uniform_row_length(array_ops.gather(x.values, places), end - start, x.nrows())


def _ends_of_parts(sizes, num, total):
    """Where parts of `total` elements begin and end, from the number of equal parts or the sizes of all: integers where they are known."""
    text = "`num_or_size_splits` must be"
    if isinstance(sizes, int):
        if sizes < 1:
            raise ValueError(f"{text} >=1 if it is an `int`.Received {sizes}.")
        each = total // sizes
        sizes = array_ops.repeat(each, sizes)
    else:
        given, sizes = sizes, convert_to_tensor(sizes)
        debugging.assert_integer(sizes, message=f"{text} an `int` or 1-D list or `Tensor` of integers.")
        if sizes.shape.rank not in (None, 1):
            raise TypeError(f"{text} an `int` or 1-D list or `Tensor`. Received {given}.")
    count = num if sizes.shape.rank is None or sizes.shape[0] is None else sizes.shape[0]
    if count is None:
        raise ValueError("`num` must be specified when `num_or_size_splits` is not a list or known statically.")
    if num is not None and num != count:
        raise ValueError(
            f"`num` does not match the size of `num_or_size_split`. Received `num`: {num} and size of `num_or_size_split`: {count}."
        )
    total = convert_to_tensor(total)
    sizes = cast(sizes, total.dtype)
    whole = "Cannot exactly split the `axis` dimension of `value` with the given `num_or_size_split`."
    checks = [
        debugging.assert_non_negative(sizes, message=f"{text} non-negative."),
        debugging.assert_equal(total, math.reduce_sum(sizes), message=whole),
    ]
    ends = array_ops.concat([array_ops.zeros([1], sizes.dtype), math.cumsum(row_checks.after(checks, sizes))], 0)
    known = get_static_value(ends)
    return array_ops.unstack(ends, count + 1) if known is None else known.tolist()


def resize(function, arguments):
    """`tf.image.resize` of a ragged batch of images of different sizes; the result is a dense batch of one size."""
    images = arguments["images"]
    if images.shape.rank != 4:
        raise ValueError("tf.image.resize: images.shape.rank must be 4 if images is ragged.")
    method = arguments.get("method")
    kept = images.dtype if getattr(method, "value", method) in ("nearest", 1) else dt.float32
    size = get_static_value(convert_to_tensor(arguments["size"], dt.int32))
    proportions = arguments.get("preserve_aspect_ratio")
    known = [None, None] if size is None or proportions else size.tolist()

    def one(image):
        whole = image.to_tensor() if isinstance(image, RaggedTensor) else image
        return function(**{**arguments, "images": whole})

    if images.shape[0] == 0:
        inner = array_ops.shape(images.flat_values)[-1:]
        return array_ops.zeros(array_ops.concat([[0], convert_to_tensor(arguments["size"], dt.int32), inner], 0), kept)
    return above.map_fn(one, images, fn_output_signature=TensorSpec([*known, images.flat_values.shape[-1]], kept))
