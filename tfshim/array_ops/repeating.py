"""Repeating tensors: `tile`, `repeat`, `meshgrid`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.array_ops.broadcasting import broadcast_to
from tfshim.array_ops.creation import ones
from tfshim.array_ops.joining import stack
from tfshim.array_ops.shapes import reshape, size
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.vectorized.copies import repeated
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import at_least
from tfshim.engine.values.shapes import dims_text

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("tile", v1=["tile", "manip.tile"], keras_defaults=True)
@op("Tile", input="T", multiples="vector", dtype_agnostic=True, shape_fallback=shape_fallbacks.tiled)
def tile(input: TensorLike, multiples: SizesLike, name: str | None = None) -> AnyTensor:
    """A tensor put side by side a number of times along each axis. Mirrors `tf.tile`.

    Arguments:
        input: a tensor of any dtype with at least one dimension; a ragged tensor gives a ragged one.
        multiples: how often along each axis, int32 or int64, one number from 0 on for each.
        name: a name for the operation in graphs.

    Returns:
        A tensor whose axis i has the size `input.shape[i] * multiples[i]`.

    Raises:
        InvalidArgumentError: there is not one number for each axis, or one is negative.

    The gradient is the sum over the copies. Where only an axis of size 1 is to be repeated, operations broadcast by
    themselves, or `tf.broadcast_to` does.

    Example:
        >>> tf.tile([1, 2], [2])
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([1, 2, 1, 2], dtype=int32)>
        >>> tf.tile([[1, 2]], [2, 2])
        <tf.Tensor: shape=(2, 4), dtype=int32, numpy=
        array([[1, 2, 1, 2],
               [1, 2, 1, 2]], dtype=int32)>
    """
    if len(multiples) != input.ndim or any(type(m) is not int or m < 0 for m in multiples):
        raise _bad_multiples(input, multiples)
    if (
        at_least(input.numel(), _MANY)
        and all([m == 1 or d == 1 and m for m, d in zip(multiples, input.shape)])
        and any([m > 1 for m in multiples])
    ):
        # The gradient is a sum along the axes that are repeated, where that of torch's `repeat` is along more.
        return input.expand([m * d for m, d in zip(multiples, input.shape)]).contiguous()
    return input.repeat(multiples)


_MANY = 1 << 10


def _bad_multiples(input, multiples):
    """The error for `multiples` that do not fit `input`."""
    if any(type(m) is not int for m in multiples):
        message = f"Expected multiples to be 1-D, but got shape {dims_text([len(multiples), len(multiples[0])])}"
    elif len(multiples) != input.ndim:
        message = f"Expected multiples argument to be a vector of length {input.ndim} but got length {len(multiples)}"
    else:
        at = next(i for i, m in enumerate(multiples) if m < 0)
        return when_run(f"Expected multiples[{at}] >= 0, but got {multiples[at]}")
    return invalid(message)


_LISTED = 1000  # places up to which a Python list of them is faster than an operation


# TensorFlow composes it of tiles and masks and has no operation of this name.
@op("Repeat", input="T", repeats="ints", dtype_agnostic=True, shape_fallback=shape_fallbacks.repeated, register=False)
def _repeat(input, repeats, axis, name=None):
    least = min(repeats, default=0)
    if type(least) is not int:
        raise invalid(f"Rank of input ({np.ndim(repeats)}) must be no greater than rank of output shape (1).")
    input = input if input.ndim else input.reshape(1)  # a scalar, of which that was not known before
    if len(repeats) == 1:
        if least < 0:
            raise when_run(f"Expected multiples[{axis % input.ndim + 1}] >= 0, but got {repeats[0]}")
        return repeated(input, repeats[0], axis) if type(input) is torch.Tensor else input.repeat_interleave(repeats[0], axis)
    if len(repeats) != input.shape[axis]:
        raise invalid(f"Dimensions {input.shape[axis]} and {len(repeats)} are not compatible")
    if least < 0:  # of which TensorFlow takes none
        repeats = [max(r, 0) for r in repeats]
    if sum(repeats) > _LISTED:
        numbers = torch.arange(len(repeats), device=input.device)
        return input.index_select(axis, numbers.repeat_interleave(torch.tensor(repeats, device=input.device), output_size=sum(repeats)))
    places = [i for i, r in enumerate(repeats) for _ in range(r)]
    return input.index_select(axis, torch.tensor(places, dtype=torch.int64, device=input.device))


@tf_export("repeat")
@composite
def repeat(input: TensorLike, repeats: TensorLike, axis: Axis = None, name: str | None = None) -> Tensor:
    """A tensor with each of its slices, or elements, repeated. Mirrors `tf.repeat`.

    Arguments:
        input: a tensor of any dtype.
        repeats: how often: one integer, or a vector with a number for each slice.
        axis: the axis of the slices; None (the default) takes all elements, row by row.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `input`, longer along `axis`; a vector for `axis=None`.

    Raises:
        ValueError: the axis is not there, or the numbers are not as many as the slices.
        TypeError: the numbers are no integers.

    `tf.tile` repeats the whole instead: 1, 2, 1, 2.

    Example:
        >>> tf.repeat([1, 2], 2)
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([1, 1, 2, 2], dtype=int32)>
        >>> tf.repeat([[1, 2], [3, 4]], [2, 1], axis=0)
        <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
        array([[1, 2],
               [1, 2],
               [3, 4]], dtype=int32)>
    """
    if axis is None and hasattr(input, "flat_values"):  # all elements of a ragged tensor are those of its rows
        input = input.flat_values
    input = convert_to_tensor(input)
    if axis is not None and not isinstance(axis, int):
        raise TypeError(f"Argument `axis` must be an int. Received `axis` = {axis} of type {type(axis).__name__}")
    if not isinstance(repeats, int):
        repeats = convert_to_tensor(repeats)
        if repeats.shape.num_elements() == 0:
            # An empty list has become float32, which would be refused below.
            repeats = convert_to_tensor([], "int32")
        if not repeats.dtype.is_integer:
            raise TypeError(
                f"Argument `tensor` (name: repeats) must be of type integer. Received `tensor` = {repeats.numpy()} of "
                "dtype: "
                f"{repeats.dtype}"
            )
        if (repeats.shape.rank or 0) > 1:
            raise ValueError(f"Shape {repeats.shape} must have rank at most 1")
    if axis is None:
        input, axis = reshape(input, [-1]), 0
    rank = input.shape.rank
    if rank is not None:
        if rank == 0:
            input, rank = reshape(input, [1]), 1
        if not -rank <= axis < rank:
            raise ValueError(f"axis={axis} out of bounds: expected {-rank}<=axis<{rank}")
        if not isinstance(repeats, int) and repeats.shape.rank == 1:
            count, length = repeats.shape[0], input.shape[axis]
            if count is not None and length is not None and count != 1 and count != length:
                raise ValueError(f"Dimensions {length} and {count} are not compatible")
    return _repeat(input, repeats, axis, name)


@tf_export("meshgrid")
@composite
def meshgrid(*args: TensorLike, **kwargs: Any) -> list[Tensor]:
    """The coordinates of all points of a grid, from the coordinates along its axes. Mirrors `tf.meshgrid`.

    Arguments:
        *args: N vectors of one dtype, or tensors, whose elements are taken in their order.
        **kwargs: `indexing`, "xy" (the default), which swaps the first two axes so that the first vector runs along the
            columns, or "ij", which does not; and `name`, a name for the operations in graphs.

    Returns:
        A list of N tensors of rank N, one for each vector. With "ij" their shape is that of the lengths.

    Raises:
        ValueError: `indexing` is another one.
        TypeError: there are other keywords.

    Example:
        >>> x, y = tf.meshgrid([1, 2, 3], [10, 20])
        >>> x
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[1, 2, 3],
               [1, 2, 3]], dtype=int32)>
        >>> y
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[10, 10, 10],
               [20, 20, 20]], dtype=int32)>
    """
    indexing, name = kwargs.pop("indexing", "xy"), kwargs.pop("name", "meshgrid")
    if kwargs:
        raise TypeError(f"'{next(iter(kwargs))}' is an invalid keyword argument for this function")
    if indexing not in ("xy", "ij"):
        raise ValueError(f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'")
    if TS.graph is not None and len(args) > 1 and not any(getattr(x, "dtype", None) in (dtypes.bool, dtypes.string) for x in args):
        given = [convert_to_tensor(x) for x in args]
        if all(x.dtype == given[0].dtype for x in given):
            return shown_parts.recorded(_grid_in_graph, given, indexing, name, several=True)
    return _grid(args, indexing, name)


def _grid_in_graph(args, indexing, name):
    if not one_by_one.wanted():
        return _grid(args, indexing, name)
    count, first = len(args), indexing == "xy"
    with name_scope(name):
        made = [reshape(x, [-1 if d == i else 1 for d in range(count)]) for i, x in enumerate(args)]
        sizes = [size(x) for x in args]
        if first:
            made[0] = reshape(made[0], [1, -1, *[1] * (count - 2)])
            made[1] = reshape(made[1], [-1, 1, *[1] * (count - 2)])
            sizes[:2] = sizes[1::-1]
        whole = ones(sizes, args[0].dtype)
        return [x * whole for x in made]


def _grid(args, indexing, name):
    count = len(args)
    tensors = [reshape(convert_to_tensor(x), [-1]) for x in args]
    kind = tensors[0].dtype if tensors else None
    if any(x.dtype != kind or kind in (dtypes.bool, dtypes.string) for x in tensors):
        # TensorFlow multiplies the tensors with ones, and so the error is one of that, or the dtypes promote as operands do.
        one = convert_to_tensor(True if kind == dtypes.bool else 1, kind)
        tensors = [x * one for x in tensors]
    order = list(range(count))
    if indexing == "xy" and count > 1:
        order[0], order[1] = 1, 0
    sizes = [None] * count
    for i, x in enumerate(tensors):
        sizes[order[i]] = x.shape[0] if x.shape.is_fully_defined() else size(x)
    if not all(isinstance(s, int) for s in sizes):
        sizes = stack(sizes)
    return [broadcast_to(reshape(x, [-1 if d == order[i] else 1 for d in range(count)]), sizes, name) for i, x in enumerate(tensors)]
