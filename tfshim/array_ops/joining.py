"""Putting tensors together and taking them apart: `concat`, `stack`, `split`, `unstack`, and packing of nested
lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.array_ops.casting import cast
from tfshim.array_ops.identities import identity
from tfshim.array_ops.shapes import ensure_shape
from tfshim.array_ops.transposing import moved_axis
from tfshim.engine.ops.composite import composite, constant_called
from tfshim.engine.ops.op import op, presented_by
from tfshim.engine.ops.static_shapes.abstract import leaf_of_sizes
from tfshim.engine.ops.static_shapes.elementwise import sizes_of
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, TensorLike


# ---------------------------------------------------------------------- concat
def _joined_sizes(axis, first, *others):
    """The sizes of tensors one after the other; None where they do not fit."""
    rank = len(first)
    if type(axis) is not int or not -rank <= axis < rank:
        return None
    before, after = axis % rank, axis % rank + 1
    if any(len(s) != rank or s[:before] != first[:before] or s[after:] != first[after:] for s in others):
        return None
    return [*first[:before], first[before] + sum(s[before] for s in others), *first[after:]]


def _concat_shape(values, axis):
    found = sizes_of(values)
    made = [_joined_sizes(axis, *sizes) for sizes in found or ()]
    return leaf_of_sizes(values[0]._dt, *made) if made and None not in made else None


@op(
    "ConcatV2",
    values="T*",
    axis="int",
    dtype_agnostic=True,
    scope="concat",
    shape_fn=_concat_shape,
    shape_fallback=shape_fallbacks.concatenated,
)
def _concat(values, axis, name="concat"):
    if len(values) == 1:
        return values[0]
    try:
        for v in values:  # torch leaves out empty vectors
            if v.ndim != values[0].ndim:
                raise ValueError
        if not -values[0].ndim <= axis < values[0].ndim:  # nor does it look at the axis where all are
            raise ValueError
        return torch.cat(values, axis)
    except (RuntimeError, IndexError, ValueError) as e:
        raise _cannot_join(values, axis) or e from None


@tf_export("concat")
@presented_by(_concat)
def concat(values: TensorLike, axis: Axis, name: str | None = "concat") -> AnyTensor:
    """Tensors joined one after the other along an axis they have. Mirrors `tf.concat`.

    Arguments:
        values: a list of tensors of one dtype and rank; their shapes may differ at `axis` only. Ragged tensors may be
            among them.
        axis: the axis, an integer from -rank to rank - 1.
        name: a name for the operation in graphs, "concat" by default.

    Returns:
        A tensor whose size along `axis` is the sum of theirs. A single tensor comes back as it is.

    Raises:
        InvalidArgumentError: shapes or dtypes do not fit, the values are scalars, or the axis is out of range.
        ValueError: the list is empty.

    For a new axis there is `tf.stack`.

    Example:
        >>> a, b = tf.constant([[1, 2]]), tf.constant([[3, 4]])
        >>> tf.concat([a, b], axis=0)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 2],
               [3, 4]], dtype=int32)>
        >>> tf.concat([a, b], axis=-1)
        <tf.Tensor: shape=(1, 4), dtype=int32, numpy=array([[1, 2, 3, 4]], dtype=int32)>
    """
    if axis is None:
        raise ValueError("Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a Tensor: give an axis.")
    values = values if isinstance(values, (list, tuple)) else [values]
    if len(values) == 1:
        if not isinstance(axis, int):
            convert_to_tensor(axis, dt.int32).shape.assert_has_rank(0)
        if TS.graph is not None:
            return _only(values[0], axis, name)
    return _concat(values, axis, name)


def _only(value, axis, name):
    """What there is to join, in a graph: passed on by a node within the scope that the joining has."""
    with name_scope(name or "concat"):
        made = convert_to_tensor(axis, dt.int32)
        if made is not axis:
            TS.graph._constant(made, "concat_dim")
        return identity(value, name=name)


def _cannot_join(values, axis):
    """The exception for shapes that cannot be joined; None if they can."""
    if not values:
        return invalid(
            "OpKernel 'ConcatV2' has constraint on attr 'T' not in NodeDef '[N=0, Tidx=DT_INT32]': the list of values is empty",
        )
    first = values[0]
    rank = first.ndim
    for i, v in enumerate(values):
        if v.ndim != rank:
            return invalid(
                "ConcatOp : Ranks of all input tensors should match: "
                f"shape[0] = {dims_text(first.shape)} vs. shape[{i}] = {dims_text(v.shape)}",
            )
    if rank == 0:
        return invalid("ConcatOp : Can't concatenate scalars (use tf.stack instead)")
    if not -rank <= axis < rank:
        return invalid(f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), but got {axis}")
    for i, v in enumerate(values):
        for d in range(rank):
            if d != axis % rank and v.shape[d] != first.shape[d]:
                return invalid(
                    f"ConcatOp : Dimension {d} in both shapes must be equal: shape[0] = {dims_text(first.shape)} vs. "
                    f"shape[{i}] = {dims_text(v.shape)}",
                )
    return None


# ---------------------------------------------------------------------- stack
def _stacked(values, axis):
    """The tensors along a new axis. Raises InvalidArgumentError for different shapes."""
    try:
        return torch.stack(values, axis)
    except (RuntimeError, IndexError, ValueError):
        for i, v in enumerate(values):
            if v.shape != values[0].shape:
                raise invalid(
                    "Shapes of all inputs must match: "
                    f"values[0].shape = {dims_text(values[0].shape)} != values[{i}].shape = {dims_text(v.shape)}",
                ) from None
        raise


@op("Pack", values="T*", dtype_agnostic=True, scope="stack", shape_fallback=shape_fallbacks.packed)
def _pack(values, axis, name="stack"):
    return _stacked(values, axis)


@op("Pack", values="T*", dtype_agnostic=True, scope="packed", shape_fallback=shape_fallbacks.packed, register=False, as_declared=True)
def _packed(values, axis, name="packed"):
    return _stacked(values, axis)


@tf_export("stack")
@constant_called("stack")
@composite
def stack(values: TensorLike, axis: Axis = 0, name: str | None = "stack") -> AnyTensor:
    """Tensors of one shape joined along a new axis. Mirrors `tf.stack`.

    Arguments:
        values: a list of tensors of one shape and dtype, or what converts to them.
        axis: where the new axis is in the result, from -(rank + 1) to rank; 0 by default.
        name: a name for the operation in graphs, "stack" by default.

    Returns:
        A tensor of one more dimension, whose size there is the number of tensors.

    Raises:
        ValueError: the axis is out of range.
        InvalidArgumentError: shapes or dtypes differ, or there are no tensors.

    `tf.unstack` takes it apart again; for an axis that the tensors have there is `tf.concat`.

    Example:
        >>> tf.stack([[1, 2], [3, 4], [5, 6]])
        <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
        array([[1, 2],
               [3, 4],
               [5, 6]], dtype=int32)>
        >>> tf.stack([tf.constant([1, 2]), tf.constant([3, 4])], axis=1)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 3],
               [2, 4]], dtype=int32)>
    """
    if type(values) is list and values and type(values[0]) is EagerTensor:
        _check_axis(axis, values[0]._t.ndim + 1)
        return _pack(values, axis, name)
    if isinstance(values, Tensor):
        if axis == 0:
            return values
        rank = values.shape.rank
        if rank is not None:
            _check_axis(axis, rank)
        return moved_axis(values, 0, axis)
    if axis == 0 and isinstance(values, (int, float, bool, str, bytes, complex)):
        return convert_to_tensor(values)
    values = list(values)
    if not values:
        if axis != 0:
            raise IndexError(f"tf.stack: the list of values is empty, which goes with axis 0 only, not {axis}.")
        return convert_to_tensor([])
    # As in TensorFlow, which tries to convert the whole list before it looks at its elements.
    if not any(isinstance(v, Tensor) or hasattr(type(v), "_tfshim_value") for v in values) and axis == 0:
        # Mixed Python numbers find their common type together.
        try:
            return convert_to_tensor(values)
        except (TypeError, ValueError):
            pass
    known = next((v.shape for v in values if hasattr(v, "shape") and hasattr(v, "dtype")), None)
    if known is None:
        known = convert_to_tensor(values[0]).shape
    rank = len(known) if isinstance(known, tuple) else known.rank
    if rank is not None:
        _check_axis(axis, rank + 1)
    return _pack(values, axis, name)


def _check_axis(axis, rank):
    if axis < -rank or axis >= rank:
        raise ValueError(f"Argument `axis` = {axis} not in range [{-rank}, {rank})")


@tf_export("parallel_stack")
def parallel_stack(values: TensorLike, name: str | None = "parallel_stack") -> Tensor:
    """Tensors of one shape joined along a new first axis, each copied as soon as it is there. Mirrors `tf.parallel_stack`.

    Arguments:
        values: a list of tensors of one dtype and one shape, which must be known.
        name: a name for the operation in graphs, "parallel_stack" by default.

    Returns:
        A tensor of shape [number of tensors, ...]: what `tf.stack` gives, for graphs only.

    Raises:
        RuntimeError: it is called eagerly, where TensorFlow does not have it either.
        ValueError: shapes differ or are not known.

    Example:
        >>> @tf.function
        ... def joined(x, y):
        ...     return tf.parallel_stack([x, y])
        >>> joined(tf.constant([1, 2]), tf.constant([3, 4]))
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 2],
               [3, 4]], dtype=int32)>
    """
    if TS.graph is None:
        raise RuntimeError("tf.parallel_stack() is not compatible with eager execution.")
    values = [convert_to_tensor(v) for v in values]  # each by itself, as in TensorFlow
    types = [v.dtype for v in values]
    if len(set(types)) > 1:
        raise TypeError(f"Tensors in list passed to 'values' of 'ParallelConcat' Op have types {types} that don't all match.")
    if not all(v.shape.is_fully_defined() for v in values):
        raise ValueError("All input shapes must be fully defined.")
    return _pack(values, 0, name)


def _pack_nested(value, dtype, name=None):
    """The tensor of nested lists with tensors in them: `convert_to_tensor([x, 1.0])`."""
    first = _first_tensor(value)
    if dtype is None:
        dtype = first.dtype.base_dtype
    elif first.dtype.base_dtype != dtype:
        value = _recast(value, dtype)
    return _pack_level(value, dtype, name)


def _is_tensor(value):
    return isinstance(value, Tensor) or hasattr(type(value), "_tfshim_value")


def _pack_level(value, dtype, name):
    """The tensor of one list, in which inner lists with tensors are packed first."""
    if TS.graph is not None or not all(map(_is_tensor, value)):
        for v in filter(_is_tensor, value):
            if v.dtype.base_dtype != dtype:
                raise TypeError(f"Cannot convert a list containing a tensor of dtype {v.dtype} to {dtype} (Tensor is: {v!r})")
    items = [
        _pack_level(v, dtype, None)
        if isinstance(v, (list, tuple)) and _first_tensor(v) is not None
        else v
        if _is_tensor(v)
        else convert_to_tensor(v, dtype)
        for v in value
    ]
    return _packed(items, 0, "packed" if name is None else name)


def _recast(value, dtype):
    """Nested lists with all tensors in them cast to `dtype`."""
    if isinstance(value, (list, tuple)):
        return [_recast(v, dtype) for v in value]
    return cast(value, dtype) if _is_tensor(value) else value


def _first_tensor(value):
    """The first tensor in nested lists; None where there is none."""
    for v in value:
        if _is_tensor(v):
            return v
        if isinstance(v, (list, tuple)):
            found = _first_tensor(v)
            if found is not None:
                return found
    return None


higher.install(pack_nested=_pack_nested)


# ---------------------------------------------------------------------- unstack, split
@op("Unpack", value="T", dtype_agnostic=True, scope="unstack", shape_fallback=shape_fallbacks.unpacked)
def _unpack(value, num, axis, name=None):
    if not -value.ndim <= axis < value.ndim:
        raise invalid(f"axis = {axis} not in [{-value.ndim}, {value.ndim})")
    if value.shape[axis] != num:
        raise invalid(f"Input shape axis {axis} must equal {num}, got shape {dims_text(value.shape)}")
    return list(value.unbind(axis))


@tf_export("unstack")
@composite
def unstack(value: TensorLike, num: int | None = None, axis: Axis = 0, name: str | None = "unstack") -> list[Tensor]:
    """The slices of a tensor along an axis, as a list. Mirrors `tf.unstack`.

    Arguments:
        value: a tensor of any dtype with at least one dimension.
        num: how many slices there are; None (the default) takes it from the static shape. Graphs need it where the size
            is unknown.
        axis: the axis that goes, 0 by default.
        name: a name for the operation in graphs, "unstack" by default.

    Returns:
        A list of `num` tensors of one rank less.

    Raises:
        ValueError: the axis is not there, or the number is not known.
        InvalidArgumentError: `num` is not the size of the axis.

    The inverse of `tf.stack`. Iterating over an eager tensor gives the same slices for the first axis.

    Example:
        >>> x, y = tf.unstack([[1, 2, 3], [4, 5, 6]])
        >>> y
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([4, 5, 6], dtype=int32)>
        >>> tf.unstack([[1, 2, 3], [4, 5, 6]], axis=1)[0]
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 4], dtype=int32)>
    """
    if num is None or not hasattr(type(value), "_tfshim_value"):
        value = convert_to_tensor(value)
    known = value.shape
    if num is None:
        if known.rank is None:
            raise ValueError(f"Cannot infer argument `num` from shape {known}")
        _check_axis(axis, known.rank)
        num = known[axis]
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {known}")
    return _unpack(value, num, axis, None if name == "unstack" else name)


@op("Split", value="T", axis="int", dtype_agnostic=True, scope="split", shape_fallback=shape_fallbacks.halves)
def _split(value, num, axis, name=None):
    _check_split_axis(value, axis)
    if num < 1:
        raise invalid(f"Value for attr 'num_split' of {num} must be at least minimum 1")
    size = value.shape[axis]
    if size % num:
        raise invalid(
            f"Number of ways to split should evenly divide the split dimension, but got split_dim "
            f"{axis % value.ndim} (size = {size}) and num_split {num}",
        )
    # torch gives one part of a dimension of size 0, not `num`.
    if size == 0:
        return [value] * num
    return list(torch.split(value, size // num, axis))


def _check_split_axis(value, axis):
    rank = value.ndim
    if not -rank <= axis < rank:
        raise invalid(f"-input rank({-rank}) <= split_dim < input rank ({rank}), but got {axis}")


@op("SplitV", value="T", sizes="vector", axis="int", dtype_agnostic=True, scope="split", shape_fallback=shape_fallbacks.parts)
def _split_v(value, sizes, axis, name=None):
    if any(type(s) is not int for s in sizes):
        raise invalid(
            f"size of the split_tensor must be 1-D and have the same elements as outputs got {np.ndim(sizes)} -D and "
            f"{np.size(sizes)} elements",
        )
    _check_split_axis(value, axis)
    total, size = sum(s for s in sizes if s != -1), value.shape[axis]
    if sizes.count(-1) > 1:
        raise invalid("There can only be one -1 in the input.")
    for i, s in enumerate(sizes):
        if s < -1:
            raise invalid(f"Split size at index {i} must be >= 0. Got: {s}")
    if -1 in sizes:
        if total > size:
            raise _wrong_sizes(total)
        sizes = [size - total if s == -1 else s for s in sizes]
    elif total != size:
        raise _wrong_sizes(total)
    return list(torch.split(value, list(sizes), axis))


def _wrong_sizes(total):
    return invalid(
        f"Determined shape must either match input shape along split_dim exactly if fully specified, or be less than "
        f"the size of the input along split_dim if not fully specified.  Got: {total}",
    )


@tf_export("split")
@composite
def split(
    value: TensorLike, num_or_size_splits: TensorLike, axis: Axis = 0, num: int | None = None, name: str | None = "split"
) -> list[Any]:
    """A tensor cut into parts along an axis. Mirrors `tf.split`.

    Arguments:
        value: a tensor of any dtype, or a ragged tensor.
        num_or_size_splits: an integer: into how many equal parts; or a list or vector: how long each part is, where one
            may be -1 for all that is left.
        axis: the axis, 0 by default.
        num: how many sizes there are, for graphs in which their number is not known.
        name: a name for the operation in graphs, "split" by default.

    Returns:
        A list of tensors.

    Raises:
        InvalidArgumentError: the sizes do not add up to that of the axis, or it cannot be cut equally.
        ValueError: `num` is needed.

    Example:
        >>> tf.split([1, 2, 3, 4, 5, 6], 3)[0]
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
        >>> first, rest = tf.split([1, 2, 3, 4, 5, 6], [1, -1])
        >>> rest
        <tf.Tensor: shape=(5,), dtype=int32, numpy=array([2, 3, 4, 5, 6], dtype=int32)>
    """
    name = None if name == "split" else name
    # An integer of NumPy is a number, but neither its array nor a tensor of no dimensions is.
    is_number = isinstance(num_or_size_splits, (int, np.integer)) or not hasattr(num_or_size_splits, "dtype")
    if is_number and hasattr(num_or_size_splits, "__index__") and not isinstance(num_or_size_splits, type):
        return _split(value, int(num_or_size_splits), axis, name)
    sizes = convert_to_tensor(num_or_size_splits)
    known = sizes.shape
    if known.rank == 0:
        raise ValueError(
            f"Rank-0 tensors are not supported as the num_or_size_splits argument to split. Argument provided: {num_or_size_splits}"
        )
    if num is None:
        num = known[0] if known.rank is not None else None
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {num_or_size_splits}")
    elif known.rank is None or known[0] is None:
        sizes = ensure_shape(sizes, [num])
    elif known[0] != num:
        raise invalid(
            "size of the split_tensor must be 1-D and have the same elements as outputs got 1 -D and "
            f"{known[0]} elements, not {num} [Op:SplitV]",
        )
    return _split_v(value, sizes, axis, name)
