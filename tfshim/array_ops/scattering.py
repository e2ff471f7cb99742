"""Putting values at places: `scatter_nd`, `tensor_scatter_nd_*`, `dynamic_partition`, `dynamic_stitch`."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.array_ops.gathering import places_outside
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


_INDICES = dt.INDEX | dt.int16.mask


def _rows_at(indices, dims):
    """The number of each indexed slice of a tensor of the shape `dims`; the count of slices for one that is outside."""
    depth = indices.shape[-1]
    count = torch.Size(dims[:depth]).numel()
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
            made = rows.index_add(0, flat, new, alpha=-1)
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
        raise invalid(f"Dimension {min(shape)} must be >= 0")
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


@tf_export("scatter_nd", v1=["scatter_nd", "manip.scatter_nd"])
@op(
    "ScatterNd",
    indices="Tindices",
    updates="T",
    shape="shape",
    Tindices=_INDICES,
    T=dt.NUMBERS | dt.BOOL | dt.STRING,
    objects=_joined_strings,
    shape_fallback=shape_fallbacks.scattered,
)
def scatter_nd(indices: TensorLike, updates: TensorLike, shape: SizesLike, name: str | None = None) -> Tensor:
    """Zeros of the shape `shape` with `updates` added at `indices`. Mirrors `tf.scatter_nd`.

    `indices`: integers, whose last dimension indexes into the first dimensions of the result; `updates`: an element
    or slice for each. What meets at one place is added (joined, for strings). Raises InvalidArgumentError for
    indices out of range and shapes that do not fit.
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
    """`tensor` with the elements or slices at `indices` replaced by `updates`. Mirrors
    `tf.tensor_scatter_nd_update`.

    `indices`: integers, whose last dimension indexes into the first dimensions of `tensor`. Where one place is
    named twice the last one counts. Raises InvalidArgumentError for indices out of range and shapes that do not
    fit.
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
    """`tensor` with `updates` added at `indices`. Mirrors `tf.tensor_scatter_nd_add`.

    Arguments and errors are those of `tf.tensor_scatter_nd_update`; what meets at one place is added up.
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
    """`tensor` with `updates` subtracted at `indices`. Mirrors `tf.tensor_scatter_nd_sub`.

    Arguments and errors are those of `tf.tensor_scatter_nd_update`; what meets at one place is added up.
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
    """`tensor` with the greater of its element and `updates` at `indices`. Mirrors `tf.tensor_scatter_nd_max`.

    Arguments and errors are those of `tf.tensor_scatter_nd_update`.
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
    """`tensor` with the lesser of its element and `updates` at `indices`. Mirrors `tf.tensor_scatter_nd_min`.

    Arguments and errors are those of `tf.tensor_scatter_nd_update`.
    """
    return _tensor_scatter(tensor, indices, _without_nan(updates, inf), "amin")


# ---------------------------------------------------------------------- parts
def _partition_shapes(data, partitions, num_partitions):
    rank, outer = data.shape.rank, partitions.shape.rank
    dims = None if rank is None or outer is None else [None, *data.shape.as_list()[outer:]]
    return [(data.dtype, dims) for _ in range(num_partitions)]


@tf_export("dynamic_partition")
@op("DynamicPartition", data="T", partitions="int32", num_partitions="int", dtype_agnostic=True, shape_fn=_partition_shapes)
def dynamic_partition(data: TensorLike, partitions: TensorLike, num_partitions: IntLike, name: str | None = None) -> list[Any]:
    """`data` sorted into `num_partitions` tensors by the number that `partitions` gives each element or slice.

    `partitions`: int32 in `[0, num_partitions)`, its shape that of the first dimensions of `data`. A list. Mirrors
    `tf.dynamic_partition`. Raises InvalidArgumentError for other numbers and shapes.
    """
    if num_partitions < 1:
        raise invalid(f"Value for attr 'num_partitions' of {num_partitions} must be at least minimum 1")
    outer = partitions.ndim
    if tuple(data.shape[:outer]) != tuple(partitions.shape):
        raise invalid(
            "data.shape must start with partitions.shape, "
            f"got data.shape = {dims_text(data.shape)}, partitions.shape = {dims_text(partitions.shape)}"
        )
    flat = partitions.reshape(-1).to(data.device)
    wrong = ((flat < 0) | (flat >= num_partitions)).nonzero()
    if len(wrong):
        at = [int(i) for i in np.unravel_index(int(wrong[0]), tuple(partitions.shape))] if outer else ()
        shown = f"partitions{dims_text(at)}" if outer else "partitions"
        raise invalid(f"{shown} = {int(flat[int(wrong[0])])} is not in [0, {num_partitions})")
    rows = data.reshape(len(flat), *data.shape[outer:])
    return [rows.index_select(0, (flat == i).nonzero().squeeze(1)) for i in range(num_partitions)]


def _stitched_shape(indices, data):
    known = [(i.shape, d.shape) for i, d in zip(indices, data) if i.shape.rank is not None and d.shape.rank is not None]
    if not known:
        return data[0].dtype, None
    outer, whole = known[0]
    return data[0].dtype, [None, *whole.as_list()[outer.rank :]]


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
        wrong = (index.reshape(-1) < 0).nonzero()
        if len(wrong):
            raise invalid(f"indices[{int(wrong[0])}] is out of range")
    places = torch.cat([i.reshape(-1) for i in indices]).long().to(data[0].device)
    rows = torch.cat([d.reshape(i.numel(), *inner) for i, d in zip(indices, data)])
    count = int(places.max()) + 1 if len(places) else 0
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
    """The slices in the list `data` merged into one tensor, each at the place that `indices` gives it.

    `indices`: a list of int32 tensors; `data`: as many tensors, whose shapes start with those of the indices. Of
    slices for one place the last counts. Mirrors `tf.dynamic_stitch`. Raises ValueError where the lists differ in
    length and InvalidArgumentError for shapes that do not fit.
    """
    if len(indices) != len(data):
        raise ValueError(
            f"List argument 'data' to 'dynamic_stitch' Op with length {len(data)} must match length {len(indices)} of argument 'indices'."
        )
    indices = [convert_to_tensor(i, "int32") for i in indices]
    return _dynamic_stitch(indices, data, name)
