"""Putting values at places: `scatter_nd`, `tensor_scatter_nd_*`, `dynamic_partition`, `dynamic_stitch`."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.array_ops.gathering import places_outside
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.ops.static_shapes.shape_messages import not_one
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import at_least, on_processor, readable
from tfshim.engine.values.shapes import dims_text

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


_INDICES = dt.INDEX | dt.int16.mask
# Into more parts than this numbers are sorted; into fewer they are gone through once for each.
_FEW_PARTS = 2


def _row_major(columns, dims):
    flat = columns[0]
    for column, size in zip(columns[1:], dims[1:]):
        flat = (flat * size).add_(column)
    return flat


def _rows_at(indices, dims):
    """The number of each indexed slice of a tensor of the shape `dims`; the count of slices for one that is outside."""
    depth = indices.shape[-1]
    count = torch.Size(dims[:depth]).numel()
    if 0 < depth <= len(dims) and on_processor(indices) and indices.numel():
        numbers = indices.numpy()
        # Taken as unsigned, negative ones are the greatest.
        unsigned = numbers.view(f"u{numbers.itemsize}")
        if all(int(unsigned[..., i].max()) < dims[i] for i in range(depth)):
            return _row_major(indices.long().unbind(-1), dims), count
    flat, inside = torch.zeros(indices.shape[:-1], dtype=torch.int64, device=indices.device), None
    for column, size in zip(indices.long().unbind(-1), dims):
        flat = flat * size + column
        fits = (column >= 0) & (column < size)
        inside = fits if inside is None else inside & fits
    return flat if inside is None else torch.where(inside, flat, count), count


def _scattered(base, indices, updates, how):
    """The tensor `base` with `updates` combined with its elements at `indices`, as `how` says."""
    dims, depth = tuple(base.shape), indices.shape[-1]
    flat, count = _rows_at(indices, dims)
    flat = flat.reshape(-1)
    inner = dims[depth:]
    rows, new = base.reshape(count, *inner), updates.reshape(len(flat), *inner)
    if base.is_cuda:
        # A GPU cannot say which index is outside: TensorFlow drops it there, and so does a row that is cut off again.
        rows = torch.cat([rows, rows.new_zeros(1, *inner)])
    try:
        if how == "update":
            made = rows.index_copy(0, flat, new)
        elif how == "add":
            made = rows.index_add(0, flat, new)
        elif how == "sub":
            made = rows.index_add(0, flat, new.neg())  # with a factor torch adds row by row
        else:
            index = flat.reshape([-1] + [1] * len(inner)).expand(new.shape)
            made = rows.scatter_reduce(0, index, new, how, include_self=True)
    except (IndexError, RuntimeError) as e:
        # A type that has no kernel is for the fallback, which tries a wider one.
        if isinstance(e, NotImplementedError) or "not implemented" in str(e):
            raise
        raise places_outside(indices, dims, "shape") or invalid(str(e)) from None
    return (made[:count] if base.is_cuda else made).reshape(dims)


# ---------------------------------------------------------------------- scatter_nd
def _check_scatter(indices, updates, shape):
    """Raise unless `updates` fit `indices` and `shape`."""
    if any(type(d) is not int for d in shape):
        raise invalid(f"Shape must be rank 1 but is rank {np.ndim(shape)}")
    if any(d < 0 for d in shape):
        raise when_run(f"Dimension {min(shape)} must be >= 0")
    if indices.ndim < 1:
        raise invalid(f"Indices shape must have rank at least one. Found:{dims_text(indices.shape)}")
    if 0 in shape and (indices.shape.numel() or updates.shape.numel()):
        raise invalid(f"Indices and updates specified for empty output.  indices shape: {dims_text(indices.shape)}")
    outer, depth = indices.ndim - 1, indices.shape[-1]
    if tuple(indices.shape[:-1]) != tuple(updates.shape[:outer]):
        raise invalid(
            f"Dimensions [0,{outer}) of indices[shape={dims_text(indices.shape)}] must match dimensions [0,{outer}) of "
            f"updates[shape={dims_text(updates.shape)}]"
        )
    if depth > len(shape) or tuple(shape[depth:]) != tuple(updates.shape[outer:]):
        raise invalid(
            f"Dimensions [{depth},{len(shape)}) of input[shape={dims_text(shape)}] must match dimensions "
            f"[{outer},{updates.ndim}) of "
            f"updates[shape={dims_text(updates.shape)}]"
        )


def _joined_strings(indices, updates, shape, name=None):
    """`scatter_nd` of strings: those at the same index are concatenated."""
    # Only for its shape: NumPy's has no `numel`.
    _check_scatter(indices, torch.empty(updates.shape, device="meta"), shape)
    flat, count = _rows_at(indices, shape)
    if int((flat == count).sum()):
        raise places_outside(indices, shape, "shape")
    inner = shape[indices.shape[-1] :]
    rows = np.full((count, *inner), b"", dtype=object)
    for at, new in zip(flat.reshape(-1).tolist(), updates.reshape(-1, *inner)):
        rows[at] = rows[at] + new
    return rows.reshape(shape)


def _scattered_sizes(indices, updates, shape):
    if not indices or not isinstance(shape, (tuple, list)) or not all(type(n) is int and n > 0 for n in shape):
        return None
    outer, depth = len(indices) - 1, indices[-1]
    fits = tuple(indices[:-1]) == tuple(updates[:outer]) and depth <= len(shape) and tuple(shape[depth:]) == tuple(updates[outer:])
    return shape if fits else None


@tf_export("scatter_nd", v1=["scatter_nd", "manip.scatter_nd"])
@op(
    "ScatterNd",
    indices="Tindices",
    updates="T",
    shape="shape",
    Tindices=_INDICES,
    T=dt.NUMBERS | dt.BOOL | dt.STRING,
    objects=_joined_strings,
    shape_fn=by_sizes(_scattered_sizes, 2, like=1),
    shape_fallback=shape_fallbacks.scattered,
)
def scatter_nd(indices: TensorLike, updates: TensorLike, shape: SizesLike, name: str | None = None) -> Tensor:
    """Zeros of a given shape, with values added at given places. Mirrors `tf.scatter_nd`.

    Arguments:
        indices: int32 or int64 of shape [..., n]: each vector of n numbers is a coordinate in the first n axes of the
            result.
        updates: the values, of shape `indices.shape[:-1] + shape[n:]`: an element or slice for each coordinate.
        shape: the shape of the result, a vector of the dtype of `indices`.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dtype of `updates`. Values that meet at one place are added up (strings joined).

    Raises:
        InvalidArgumentError: a coordinate is out of range, or shapes do not fit.

    It is the gradient of `tf.gather_nd`, and `tf.gather_nd` its own.

    Example:
        >>> tf.scatter_nd([[1], [3], [1]], [5, 6, 7], [5])
        <tf.Tensor: shape=(5,), dtype=int32, numpy=array([ 0, 12,  0,  6,  0], dtype=int32)>
        >>> tf.scatter_nd([[0, 1]], [9.0], [2, 2])
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[0., 9.],
               [0., 0.]], dtype=float32)>
    """
    _check_scatter(indices, updates, shape)
    if updates.dtype is torch.bool:
        # Bools that meet at one place are combined by "or", the maximum of 0 and 1.
        return _scattered(updates.new_zeros(shape, dtype=torch.uint8), indices, updates.to(torch.uint8), "amax").to(torch.bool)
    return _scattered(updates.new_zeros(shape), indices, updates, "add")


# ---------------------------------------------------------------------- tensor_scatter_nd_*
def _without_nan(updates, instead):
    """`updates` that change nothing where they are NaN: no number is less or greater than that."""
    return updates.masked_fill(updates.isnan(), instead) if updates.is_floating_point() else updates


def _tensor_scatter(tensor, indices, updates, how):
    """`tensor` combined with `updates` by `how`, after everything that TensorFlow checks."""
    dims = tuple(tensor.shape)
    if updates.ndim < 1:
        raise invalid(f"Updates shape must have rank at least one. Found:{dims_text(updates.shape)}")
    if indices.ndim < 1:
        raise invalid(f"Indices shape must have rank at least one. Found:{dims_text(indices.shape)}")
    outer, depth = indices.ndim - 1, indices.shape[-1]
    if 0 in dims and (indices.shape.numel() or updates.shape.numel()):
        raise invalid("Indices and updates specified for empty output shape")
    if tuple(indices.shape[:-1]) != tuple(updates.shape[:outer]):
        raise invalid(
            "Outer dimensions of indices and update must match. "
            f"Indices shape: {dims_text(indices.shape)}, updates shape:{dims_text(updates.shape)}"
        )
    if depth > len(dims) or len(dims) - depth != updates.ndim - outer:
        raise invalid(
            f"Inner dimensions of output shape must match inner dimensions of updates shape. Output: {dims_text(dims)} "
            "updates: "
            f"{dims_text(updates.shape)}"
        )
    if dims[depth:] != tuple(updates.shape[outer:]):
        inner = len(dims) - depth
        raise invalid(
            f"The inner {inner} dimensions of output.shape={dims_text(dims)} must match the inner {inner} dimensions of "
            f"updates.shape={dims_text(updates.shape)}"
        )
    return _scattered(tensor, indices, updates, how)


@tf_export("tensor_scatter_nd_update", v1=["tensor_scatter_nd_update", "tensor_scatter_update"])
@op(
    "TensorScatterUpdate",
    tensor="T",
    indices="Tindices",
    updates="T",
    Tindices=dt.INDEX | dt.int16.mask | dt.uint16.mask,
    dtype_agnostic=True,
    shape_fallback=shape_fallbacks.same,
)
def tensor_scatter_nd_update(tensor: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Tensor:
    """A tensor with the elements or slices at given places replaced. Mirrors `tf.tensor_scatter_nd_update`.

    Arguments:
        tensor: a tensor of any dtype, which stays as it is.
        indices: int32 or int64 of shape [..., n]: each vector of n numbers is a coordinate in the first n axes of
            `tensor`.
        updates: the new values, of shape `indices.shape[:-1] + tensor.shape[n:]` and the dtype of `tensor`.
        name: a name for the operation in graphs.

    Returns:
        A new tensor of the shape and dtype of `tensor`. Where a place is named twice the last value counts.

    Raises:
        InvalidArgumentError: a coordinate is out of range, or shapes do not fit.

    Tensors cannot be assigned to, as in `x[1] = 5`: this is what to write instead. Gradients pass to `updates`, and to
    the rest of `tensor`.

    Example:
        >>> tf.tensor_scatter_nd_update([1, 2, 3], [[0], [2]], [10, 30])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([10,  2, 30], dtype=int32)>
        >>> tf.tensor_scatter_nd_update(tf.zeros([2, 2]), [[1]], [[5.0, 6.0]])
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[0., 0.],
               [5., 6.]], dtype=float32)>
    """
    return _tensor_scatter(tensor, indices, updates, "update")


@tf_export("tensor_scatter_nd_add", v1=["tensor_scatter_nd_add", "tensor_scatter_add"])
@op(
    "TensorScatterAdd",
    tensor="T",
    indices="Tindices",
    updates="T",
    Tindices=dt.INDEX,
    T=dt.NUMBERS,
    shape_fallback=shape_fallbacks.same,
)
def tensor_scatter_nd_add(tensor: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Tensor:
    """A tensor with values added to its elements or slices at given places. Mirrors `tf.tensor_scatter_nd_add`.

    Arguments:
        tensor: a tensor of numbers or strings, which stays as it is.
        indices: int32 or int64 of shape [..., n]: each vector of n numbers is a coordinate in the first n axes of
            `tensor`.
        updates: what to add, of shape `indices.shape[:-1] + tensor.shape[n:]` and the dtype of `tensor`.
        name: a name for the operation in graphs.

    Returns:
        A new tensor of the shape and dtype of `tensor`. Values that meet at one place are all added.

    Raises:
        InvalidArgumentError: a coordinate is out of range, or shapes do not fit.

    Example:
        >>> tf.tensor_scatter_nd_add([1, 2, 3], [[0], [2], [0]], [10, 30, 100])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([111,   2,  33], dtype=int32)>
    """
    return _tensor_scatter(tensor, indices, updates, "add")


@tf_export("tensor_scatter_nd_sub", v1=["tensor_scatter_nd_sub", "tensor_scatter_sub"])
@op(
    "TensorScatterSub",
    tensor="T",
    indices="Tindices",
    updates="T",
    Tindices=dt.INDEX,
    T=dt.NUMBERS,
    shape_fallback=shape_fallbacks.same,
)
def tensor_scatter_nd_sub(tensor: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Tensor:
    """A tensor with values subtracted from its elements or slices at given places. Mirrors `tf.tensor_scatter_nd_sub`.

    Arguments:
        tensor: a tensor of numbers, which stays as it is.
        indices: int32 or int64 of shape [..., n]: each vector of n numbers is a coordinate in the first n axes of
            `tensor`.
        updates: what to subtract, of shape `indices.shape[:-1] + tensor.shape[n:]` and the dtype of `tensor`.
        name: a name for the operation in graphs.

    Returns:
        A new tensor of the shape and dtype of `tensor`. Values that meet at one place are all subtracted.

    Raises:
        InvalidArgumentError: a coordinate is out of range, or shapes do not fit.

    Example:
        >>> tf.tensor_scatter_nd_sub([1, 2, 3], [[0], [2], [0]], [10, 30, 100])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([-109,    2,  -27], dtype=int32)>
    """
    return _tensor_scatter(tensor, indices, updates, "sub")


@tf_export("tensor_scatter_nd_max")
@op(
    "TensorScatterMax",
    tensor="T",
    indices="Tindices",
    updates="T",
    Tindices=dt.INDEX,
    T=dt.REAL_NUMBERS,
    shape_fallback=shape_fallbacks.same,
)
def tensor_scatter_nd_max(tensor: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Tensor:
    """A tensor with its elements at given places raised to at least given values. Mirrors `tf.tensor_scatter_nd_max`.

    Arguments:
        tensor: a tensor of real numbers, which stays as it is.
        indices: int32 or int64 of shape [..., n]: each vector of n numbers is a coordinate in the first n axes of
            `tensor`.
        updates: the values, of shape `indices.shape[:-1] + tensor.shape[n:]` and the dtype of `tensor`.
        name: a name for the operation in graphs.

    Returns:
        A new tensor of the shape and dtype of `tensor`: at each place the greatest of its element and of the values
        that meet there.

    Raises:
        InvalidArgumentError: a coordinate is out of range, or shapes do not fit.

    Example:
        >>> tf.tensor_scatter_nd_max([1, 2, 3], [[0], [2], [0]], [10, -30, 100])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([100,   2,   3], dtype=int32)>
    """
    return _tensor_scatter(tensor, indices, _without_nan(updates, -inf), "amax")


@tf_export("tensor_scatter_nd_min")
@op(
    "TensorScatterMin",
    tensor="T",
    indices="Tindices",
    updates="T",
    Tindices=dt.INDEX,
    T=dt.REAL_NUMBERS,
    shape_fallback=shape_fallbacks.same,
)
def tensor_scatter_nd_min(tensor: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Tensor:
    """A tensor with its elements at given places lowered to at most given values. Mirrors `tf.tensor_scatter_nd_min`.

    Arguments:
        tensor: a tensor of real numbers, which stays as it is.
        indices: int32 or int64 of shape [..., n]: each vector of n numbers is a coordinate in the first n axes of
            `tensor`.
        updates: the values, of shape `indices.shape[:-1] + tensor.shape[n:]` and the dtype of `tensor`.
        name: a name for the operation in graphs.

    Returns:
        A new tensor of the shape and dtype of `tensor`: at each place the least of its element and of the values that
        meet there.

    Raises:
        InvalidArgumentError: a coordinate is out of range, or shapes do not fit.

    Example:
        >>> tf.tensor_scatter_nd_min([1, 2, 3], [[0], [2], [0]], [10, -30, -1])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([ -1,   2, -30], dtype=int32)>
    """
    return _tensor_scatter(tensor, indices, _without_nan(updates, inf), "amin")


# ---------------------------------------------------------------------- parts
def _numbered(numbers, count):
    """Where each number below `count` is among `numbers`."""
    if count <= _FEW_PARTS:
        return [np.flatnonzero(numbers == i) for i in range(count)]
    # NumPy sorts integers of 8 and 16 bits without comparing them.
    short = np.uint8 if count <= 1 << 8 else np.uint16 if count <= 1 << 16 else np.int32
    narrow = numbers.astype(short, copy=False)
    order = narrow.argsort(kind="stable")
    return np.split(order, np.searchsorted(narrow, np.arange(1, count).astype(short), sorter=order))


def _partition_shapes(data, partitions, num_partitions):
    rank, outer = data.shape.rank, partitions.shape.rank
    dims = None if rank is None or outer is None else [None, *data.shape.as_list()[outer:]]
    return [(data.dtype, dims) for _ in range(num_partitions)]


@tf_export("dynamic_partition")
@op("DynamicPartition", data="T", partitions="int32", num_partitions="int", dtype_agnostic=True, shape_fn=_partition_shapes)
def dynamic_partition(data: TensorLike, partitions: TensorLike, num_partitions: IntLike, name: str | None = None) -> list[Any]:
    """The elements or slices of a tensor, sorted into several tensors by number. Mirrors `tf.dynamic_partition`.

    Arguments:
        data: a tensor of any dtype.
        partitions: int32 numbers from 0 to num_partitions - 1, whose shape is that of the first axes of `data`: which
            tensor each element or slice goes to.
        num_partitions: how many tensors there are, a Python integer.
        name: a name for the operation in graphs.

    Returns:
        A list of `num_partitions` tensors, each with its slices in their order along the first axis.

    Raises:
        InvalidArgumentError: a number is out of range, or the shapes do not fit.

    `tf.dynamic_stitch` puts them together again.

    Example:
        >>> even, odd = tf.dynamic_partition([10, 11, 12, 13], [0, 1, 0, 1], 2)
        >>> even
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([10, 12], dtype=int32)>
        >>> odd
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([11, 13], dtype=int32)>
    """
    if num_partitions < 1:
        raise invalid(f"Value for attr 'num_partitions' of {num_partitions} must be at least minimum 1")
    outer = partitions.ndim
    if tuple(data.shape[:outer]) != tuple(partitions.shape):
        raise invalid(
            "data.shape must start with partitions.shape, "
            f"got data.shape = {dims_text(data.shape)}, partitions.shape = {dims_text(partitions.shape)}"
        )
    rows = data.reshape(partitions.numel(), *data.shape[outer:])
    if partitions.is_cpu and data.is_cpu and readable(partitions) and partitions.numel():
        numbers = partitions.numpy().reshape(-1)
        if int(numbers.view(np.uint32).max()) < num_partitions:  # taken as unsigned, negative numbers are the greatest
            return [rows.index_select(0, torch.from_numpy(at)) for at in _numbered(numbers, num_partitions)]
    flat = partitions.reshape(-1).to(data.device)
    wrong = ((flat < 0) | (flat >= num_partitions)).nonzero()
    if len(wrong):
        at = [int(i) for i in np.unravel_index(int(wrong[0]), tuple(partitions.shape))] if outer else ()
        shown = f"partitions{dims_text(at)}" if outer else "partitions"
        raise invalid(f"{shown} = {int(flat[int(wrong[0])])} is not in [0, {num_partitions})")
    return [rows.index_select(0, (flat == i).nonzero().squeeze(1)) for i in range(num_partitions)]


def _stitched_shape(indices, data):
    known = [(i.shape, d.shape) for i, d in zip(indices, data) if i.shape.rank is not None and d.shape.rank is not None]
    if not known:
        return data[0].dtype, None
    inner = known[0][1].as_list()[known[0][0].rank :]
    for outer, whole in known[1:]:
        inner = _one_shape(inner, whole.as_list()[outer.rank :])
    places = [static_value(i) for i in indices]
    if any(p is None for p in places):
        return data[0].dtype, [None, *inner]
    return data[0].dtype, [max((int(np.max(p)) + 1 for p in places if np.size(p)), default=0), *inner]


def _one_shape(a, b):
    """What two lists of sizes say of the one shape that both are of."""
    if (text := not_one(a, b)) is not None:
        raise ShapeMismatch(text)
    return [n if m is None else m for m, n in zip(a, b)]


_MANY_STITCHED = 1 << 14


def _joined(parts):
    return parts[0] if len(parts) == 1 else torch.cat(parts)


@op("DynamicStitch", indices="int32*", data="T*", dtype_agnostic=True, shape_fn=_stitched_shape)
def _dynamic_stitch(indices, data, name=None):
    if not indices:
        raise invalid("OpKernel 'DynamicStitch' has constraint on attr 'T' not in NodeDef '[N=0]': the lists are empty")
    inner = tuple(data[0].shape[indices[0].ndim :])
    for i, (index, part) in enumerate(zip(indices, data)):
        outer = index.ndim
        if tuple(part.shape[:outer]) != tuple(index.shape):
            raise invalid(f"data[{i}].shape = {dims_text(part.shape)} does not start with indices[{i}].shape = {dims_text(index.shape)}")
        if tuple(part.shape[outer:]) != inner:
            raise invalid(
                f"Need data[0].shape[{indices[0].ndim}:] = data[{i}].shape[{outer}:], got data[0].shape = "
                f"{dims_text(data[0].shape)}, "
                f"data[{i}].shape = {dims_text(part.shape)}, indices[0].shape = {dims_text(indices[0].shape)}, "
                f"indices[{i}].shape = "
                f"{dims_text(index.shape)}"
            )
        if index.numel() and index.amin() < 0:
            raise invalid(f"indices[{int((index.reshape(-1) < 0).nonzero()[0])}] is out of range")
    places = _joined([i.reshape(-1) for i in indices]).long().to(data[0].device)
    rows = _joined([d.reshape(i.numel(), *inner) for i, d in zip(indices, data)])
    count = int(places.max()) + 1 if len(places) else 0
    if rows.is_cpu and not rows.requires_grad and at_least(rows.numel(), _MANY_STITCHED) and readable(rows):
        # Rows are gathered in half the time in which they are written to places.
        sources = np.full(count, -1)
        sources[places.numpy()] = np.arange(len(places))
        if (sources >= 0).all():
            return rows.index_select(0, torch.from_numpy(sources))
    made = rows.new_zeros(count, *inner)
    if rows.is_cpu:
        return made.index_copy(0, places, rows)
    # An accelerator writes in any order: the last slice for each place is looked for.
    last = torch.full((count,), -1, device=places.device).scatter_reduce(0, places, torch.arange(len(places), device=places.device), "amax")
    filled = (last >= 0).nonzero().squeeze(1)
    return made.index_copy(0, filled, rows.index_select(0, last.index_select(0, filled)))


@tf_export("dynamic_stitch")
@composite
def dynamic_stitch(indices: TensorLike, data: TensorLike, name: str | None = None) -> Tensor:
    """Slices of several tensors merged into one, each at the place its index names. Mirrors `tf.dynamic_stitch`.

    Arguments:
        indices: a list of int32 tensors: the places.
        data: a list of as many tensors of one dtype, each of whose shapes starts with that of its indices.
        name: a name for the operation in graphs.

    Returns:
        A tensor whose first axis is as long as the greatest index plus 1. Of slices for one place the last one counts.

    Raises:
        ValueError: the lists differ in length.
        InvalidArgumentError: shapes do not fit.

    With `tf.dynamic_partition` it treats some rows differently and keeps their order.

    Example:
        >>> tf.dynamic_stitch([[0, 2], [1, 3]], [[10, 12], [11, 13]])
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([10, 11, 12, 13], dtype=int32)>
    """
    if len(indices) != len(data):
        raise ValueError(
            f"List argument 'data' to 'dynamic_stitch' Op with length {len(data)} must match length {len(indices)} of argument 'indices'."
        )
    indices = [convert_to_tensor(i, "int32") for i in indices]
    return _dynamic_stitch(indices, data, name)
