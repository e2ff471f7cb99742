"""Sparse tensors with the same elements at other indices, or fewer elements."""

from __future__ import annotations

import math as scalar_math
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import InvalidArgumentError, invalid, op_error
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import memory
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.protos.tensors import constant_value_as_shape, get_static_value
from tfshim.sparse._indices import are_in_order, columns, in_order, linear, moved, outside, raise_unless_parts, surely_within, unlinear
from tfshim.sparse.picking import pick
from tfshim.sparse.sparse_tensor import SparseTensor, convert_to_sparse

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, SizesLike, TensorLike


__all__ = ["expand_dims", "fill_empty_rows", "reorder", "reset_shape", "reshape", "retain", "transpose"]


@op(
    "SparseReorder",
    input_indices="int64",
    grad=None,
    shape_fn=lambda i: moved(columns(i.shape), i.shape[0] if i.shape.rank else None),
    register=False,
)
def _sparse_reorder(input_indices, name=None):
    """The sorted indices, and which element belongs to each."""
    order = in_order(input_indices)
    return input_indices[order], order


@tf_export("sparse.reorder", v1=["sparse.reorder", "sparse_reorder"])
def reorder(sp_input: TensorLike, name: str | None = None) -> SparseTensor:
    """A sparse tensor with its elements in row-major order, as operations expect them. Mirrors `tf.sparse.reorder`.

    Arguments:
        sp_input: a SparseTensor, its elements in any order.
        name: a name for the operation in graphs.

    Returns:
        A SparseTensor with the same elements, sorted by their indices: those of the first row first, and so on. Gradients flow through it.

    Raises:
        TypeError: input that is not sparse.

    Few operations check the order, such as `to_dense`; none sorts.

    Example:
        >>> s = tf.SparseTensor([[1, 0], [0, 1]], ["last", "first"], [2, 2])
        >>> tf.sparse.reorder(s).values
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'first', b'last'], dtype=object)>
    """
    sp_input = convert_to_sparse(sp_input)
    if isinstance(sp_input.indices, EagerTensor) and TS.graph is None and sp_input.indices.shape[1] and are_in_order(sp_input.indices._t):
        return sp_input
    indices, order = _sparse_reorder(sp_input.indices, name=name)
    made = SparseTensor(indices, pick(sp_input.values, order), sp_input.dense_shape)
    made.set_shape(sp_input.shape)
    return made


@raw_op("SparseReorder")
def _raw_reorder(input_indices, input_values, input_shape, name=None):
    raise_unless_parts("SparseReorder", input_indices, input_values, input_shape)
    indices, order = _sparse_reorder(input_indices, name=name)
    return indices, pick(convert_to_tensor(input_values), order)


@op("SparseTightShape", indices="int64", dense_shape="int64", grad=None, register=False)
def _tight_shape(indices, dense_shape, name=None):
    """The least shape that has room for all indices."""
    if indices.shape[0] == 0:
        return torch.zeros_like(dense_shape)
    return indices.amax(0) + 1


@op("SparseLargerShape", dense_shape="int64", new_shape="int64", grad=None, register=False)
def _larger_shape(dense_shape, new_shape, name=None):
    """`new_shape`; fails where it has less room than `dense_shape`."""
    if not new_shape.is_meta and bool((new_shape < dense_shape).any()):
        raise invalid(f"new_shape {dims_text(new_shape.tolist())} must not be less than the shape {dims_text(dense_shape.tolist())}")
    return new_shape


@tf_export("sparse.reset_shape", v1=["sparse.reset_shape", "sparse_reset_shape"])
def reset_shape(sp_input: TensorLike, new_shape: SizesLike | None = None) -> SparseTensor:
    """A sparse tensor with another, large enough shape of the same rank. Mirrors `tf.sparse.reset_shape`.

    Indices and values stay; the sizes change, for instance so that batches of different widths are as wide as each other.

    Arguments:
        sp_input: a SparseTensor.
        new_shape: an int64 vector with one size for each axis, not less than the sizes that are there; None, the default, for the least
            shape that has room for all elements.

    Returns:
        A SparseTensor.

    Raises:
        TypeError: input that is not sparse.
        ValueError: another rank or smaller sizes; InvalidArgumentError where that is only known when a graph runs.

    Example:
        >>> s = tf.SparseTensor([[0, 1]], [5], [3, 3])
        >>> tf.sparse.reset_shape(s).dense_shape.numpy()
        array([1, 2])
        >>> tf.sparse.reset_shape(s, [4, 8]).dense_shape.numpy()
        array([4, 8])
    """
    sp_input = convert_to_sparse(sp_input)
    if new_shape is None:
        shape = _tight_shape(sp_input.indices, sp_input.dense_shape)
        return SparseTensor(array_ops.identity(sp_input.indices), array_ops.identity(sp_input.values), shape)
    new_shape = array_ops.cast(convert_to_tensor(new_shape), dt.int64)
    new_shape.shape.with_rank(1).dims[0].assert_is_compatible_with(sp_input.dense_shape.shape.dims[0])
    wanted = constant_value_as_shape(new_shape)
    if wanted.is_fully_defined() and sp_input.shape.is_fully_defined():
        old, new = sp_input.shape.as_list(), wanted.as_list()
        if any(a > b for a, b in zip(old, new, strict=True)):
            # TensorFlow's message has the two shapes swapped.
            shown = [" ".join(map(str, s)) for s in (old, new)]
            raise ValueError(
                "Requested new_shape should have dimension sizes >= sp_input.shape.  "
                f"Found new_shape ([{shown[0]}]), sp_input.shape ([{shown[1]}])."
            )
    else:
        new_shape = _larger_shape(sp_input.dense_shape, new_shape)
    return SparseTensor(array_ops.identity(sp_input.indices), array_ops.identity(sp_input.values), new_shape)


def _reshaped(input_indices, input_shape, new_shape):
    rank = new_shape.shape[0] if new_shape.shape.rank == 1 else None
    return (dt.int64, [input_indices.shape[0] if input_indices.shape.rank == 2 else None, rank]), (dt.int64, [rank])


@op("SparseReshape", input_indices="int64", input_shape="int64", new_shape="int64", grad=None, shape_fallback=_reshaped, scope="")
def _sparse_reshape(input_indices, input_shape, new_shape, name=None):
    """The indices and the shape after reshaping."""
    if new_shape.dim() != 1:
        raise invalid(f"Target shape should be a vector but received shape {dims_text(list(new_shape.shape))}")
    old, new = input_shape.tolist(), new_shape.tolist()
    open_at = [i for i, n in enumerate(new) if n == -1]
    if len(open_at) > 1:
        raise invalid(f"only one output dimension may be -1, not both {open_at[0]} and {open_at[1]}")
    for i, n in enumerate(new):
        if n < -1:
            raise invalid(f"size {i} must be non-negative, not {n}")
    count = scalar_math.prod(old)
    if count > memory.MOST:
        raise invalid(f"Shape {dims_text(old)} would have more than 2**63 - 1 elements")
    if open_at:
        rest = scalar_math.prod(n for n in new if n != -1)
        if rest == 0:
            raise invalid("reshape cannot infer the missing input size for an empty tensor unless all specified input sizes are non-zero")
        new[open_at[0]] = 1 if count % rest else count // rest
        if count % rest:
            raise invalid(
                f"Input to reshape is a SparseTensor with {count} dense values, but the requested shape requires a "
                f"multiple of {rest}. input_shape={dims_text(old)} output_shape={dims_text(new)}"
            )
    if scalar_math.prod(new) != count:
        raise invalid(
            f"Input to reshape is a tensor with {count} dense values, but the requested shape has "
            f"{scalar_math.prod(new)}. input_shape={dims_text(old)} output_shape={dims_text(new)}"
        )
    return unlinear(linear(input_indices, old), new), new_shape.new_tensor(new)


@tf_export("sparse.reshape", v1=["sparse.reshape", "sparse_reshape"])
@composite
def reshape(sp_input: TensorLike, shape: SizesLike, name: str | None = None) -> SparseTensor:
    """A sparse tensor in another shape of as many places. Mirrors `tf.sparse.reshape`.

    The places are counted in row-major order, as in `tf.reshape`, those that are not stored included.

    Arguments:
        sp_input: a SparseTensor.
        shape: an int64 vector; one element may be -1, for the size that is left.
        name: a name for the operation in graphs.

    Returns:
        A SparseTensor with the same values and other indices. Gradients flow through it.

    Raises:
        TypeError: input that is not sparse.
        InvalidArgumentError, ValueError: the numbers of places differ.

    Example:
        >>> s = tf.sparse.from_dense([[1, 0, 0], [0, 0, 2]])
        >>> tf.sparse.to_dense(tf.sparse.reshape(s, [3, -1]))
        <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
        array([[1, 0],
               [0, 0],
               [0, 2]], dtype=int32)>
    """
    sp_input = convert_to_sparse(sp_input)
    shape = array_ops.cast(convert_to_tensor(shape), dt.int64)
    indices, made = _sparse_reshape(sp_input.indices, sp_input.dense_shape, shape, name=name)
    result = SparseTensor(indices, array_ops.identity(sp_input.values), made)
    if TS.graph is not None and sp_input.shape.is_fully_defined():
        result._static_shape = result._static_shape.merge_with(_sizes_after(sp_input.shape.as_list(), shape))
    return result


def _sizes_after(old, new_shape):
    """The static shape of a tensor of the sizes `old` once it has the shape that the symbolic vector `new_shape` holds."""
    wanted, given = constant_value_as_shape(new_shape), get_static_value(new_shape)
    if wanted.rank is None:
        return wanted
    if given is not None and (given == -1).sum() > 1:
        raise ValueError(f"At most one dimension can be inferred (-1). Found: {given}")
    shown, sizes, count = wanted.as_list(), wanted.as_list(), scalar_math.prod(old)
    rest = scalar_math.prod(n for n in sizes if n is not None)
    if sizes.count(None) == 1 and rest:
        sizes[sizes.index(None)] = count // rest
    if None in sizes:
        return TensorShape([None] * len(sizes))
    if scalar_math.prod(sizes) != count:
        raise ValueError(f"Cannot reshape a tensor with {count} elements to shape {shown} ({scalar_math.prod(sizes)} elements).")
    return TensorShape(sizes)


@tf_export("sparse.transpose", v1=["sparse.transpose", "sparse_transpose"])
def transpose(sp_input: TensorLike, perm: TensorLike | None = None, name: str | None = None) -> SparseTensor:
    """A sparse tensor with its axes in another order. Mirrors `tf.sparse.transpose`.

    Arguments:
        sp_input: a SparseTensor.
        perm: an integer vector: axis i of the result is axis `perm[i]` of the input; None, the default, turns the order round, which
            transposes a matrix.
        name: a name for the operations in graphs.

    Returns:
        A SparseTensor, its elements in row-major order again.

    Raises:
        TypeError: input that is not sparse.
        InvalidArgumentError: an axis that is not there.

    Example:
        >>> s = tf.SparseTensor([[0, 2], [1, 0]], [1, 2], [2, 3])
        >>> t = tf.sparse.transpose(s)
        >>> t.indices.numpy().tolist(), t.values.numpy().tolist(), t.dense_shape.numpy().tolist()
        ([[0, 1], [2, 0]], [2, 1], [3, 2])
    """
    sp_input = convert_to_sparse(sp_input)
    rank = sp_input.dense_shape.shape[0]
    if perm is None:
        perm = array_ops.range(array_ops.size(sp_input.dense_shape) if rank is None else rank)[::-1]
    perm = convert_to_tensor(perm)
    shape = array_ops.gather(sp_input.dense_shape, perm)
    perm.shape.with_rank(1).dims[0].assert_is_compatible_with(rank)
    indices = array_ops.gather(sp_input.indices, perm, axis=1)
    return reorder(SparseTensor(indices, sp_input.values, shape), name=name)


@tf_export("sparse.expand_dims")
def expand_dims(sp_input: TensorLike, axis: Axis = None, name: str | None = None) -> SparseTensor:
    """A sparse tensor with one more axis, of size 1. Mirrors `tf.sparse.expand_dims`.

    Arguments:
        sp_input: a SparseTensor.
        axis: where the axis is put in, an integer from -rank - 1 to rank; None, the default, for -1: behind all others.
        name: a name for the operations in graphs.

    Returns:
        A SparseTensor of one more axis, with the same values.

    Raises:
        InvalidArgumentError: an axis out of range.

    Example:
        >>> s = tf.sparse.from_dense([[1, 0], [0, 2]])
        >>> tf.sparse.expand_dims(s, 0).shape, tf.sparse.expand_dims(s).shape
        (TensorShape([1, 2, 2]), TensorShape([2, 2, 1]))
        >>> tf.sparse.expand_dims(s, 1).indices
        <tf.Tensor: shape=(2, 3), dtype=int64, numpy=
        array([[0, 0, 0],
               [1, 0, 1]])>
    """
    rank = sp_input.dense_shape.shape[0]
    if axis is not None and not isinstance(axis, (int, np.integer)) and not (isinstance(axis, Tensor) and axis.dtype.is_integer):
        raise TypeError("axis must be an integer value in range [-rank(sp_input) - 1, rank(sp_input)]")
    known = -1 if axis is None else get_static_value(axis) if isinstance(axis, Tensor) else axis
    if rank is None or known is None:
        return _expanded(sp_input, axis if known is None else int(known))
    at = int(known)
    if not -rank - 1 <= at <= rank:
        given = at if at > 0 else at + rank + 1
        what = "begin" if at < 0 and given >= -rank else "size"
        raise op_error(InvalidArgumentError, f"Expected {what}[1] in [0, {rank}], but got {given}", "Slice", None)
    at = at + rank + 1 if at < 0 else at
    indices, shape = sp_input.indices, sp_input.dense_shape
    column = array_ops.zeros_like(indices[:, :1]) if rank else array_ops.zeros([array_ops.shape(indices)[0], 1], dt.int64)
    made = SparseTensor(
        array_ops.concat([indices[:, :at], column, indices[:, at:]], 1),
        sp_input.values,
        array_ops.concat([shape[:at], convert_to_tensor([1], dt.int64), shape[at:]], 0),
    )
    made.set_shape([1 if d == at else None for d in range(rank + 1)])
    return made


def _expanded(sp_input: SparseTensor, at: Any) -> SparseTensor:
    """The same for a rank, or an axis, that is not known before the graph is run."""
    indices, shape = sp_input.indices, sp_input.dense_shape
    if isinstance(at, Tensor):
        at = array_ops.reshape(array_ops.cast(at, dt.int32), [])
        place = array_ops.where(at < 0, array_ops.size(shape) + at + 1, at)
    else:
        place = array_ops.constant(at) if at >= 0 else array_ops.size(shape) + (at + 1)
    column = array_ops.zeros([array_ops.shape(indices)[0], 1], dt.int64)
    before, after = array_ops.slice(indices, [0, 0], [-1, place]), array_ops.slice(indices, [0, place], [-1, -1])
    sizes = [array_ops.slice(shape, [0], [place]), convert_to_tensor([1], dt.int64), array_ops.slice(shape, [place], [-1])]
    return SparseTensor(array_ops.concat([before, column, after], 1), sp_input.values, array_ops.concat(sizes, 0))


@tf_export("sparse.retain", v1=["sparse.retain", "sparse_retain"])
def retain(sp_input: TensorLike, to_retain: TensorLike) -> SparseTensor:
    """Some of the elements that a sparse tensor stores. Mirrors `tf.sparse.retain`.

    Arguments:
        sp_input: a SparseTensor that stores n elements.
        to_retain: a boolean vector of length n: which of them stay, in the order in which they are stored.

    Returns:
        A SparseTensor of the same shape; the others are not stored any more. Gradients flow to what stays.

    Raises:
        TypeError: input that is not sparse.
        ValueError: there are not n booleans.

    Example:
        >>> s = tf.sparse.from_dense([[1, 0, 5], [0, 3, 0]])
        >>> tf.sparse.to_dense(tf.sparse.retain(s, s.values > 2))
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[0, 0, 5],
               [0, 3, 0]], dtype=int32)>
    """
    sp_input = convert_to_sparse(sp_input)
    to_retain = convert_to_tensor(to_retain)
    to_retain.shape.assert_has_rank(1)
    if to_retain.shape.rank is not None and sp_input.values.shape.rank is not None:
        sp_input.values.shape.dims[0].assert_is_compatible_with(to_retain.shape.dims[0])
    kept = array_ops.reshape(array_ops.where(to_retain), [-1])
    made = SparseTensor(array_ops.gather(sp_input.indices, kept), array_ops.gather(sp_input.values, kept), sp_input.dense_shape)
    made.set_shape(sp_input.shape)
    return made


def _filled(indices, dense_shape):
    shape = constant_value_as_shape(dense_shape)
    return *moved(columns(indices.shape)), (dt.bool, [shape[0] if shape.rank else None])


@op("SparseFillEmptyRows", indices="int64", dense_shape="int64", grad=None, shape_fn=_filled, scope="",
    register=False)  # fmt: skip
def _fill_empty_rows(indices, dense_shape, name=None):
    """The indices with one added for each empty row, the number of the element there (past the end: the default), the empty rows."""
    sizes = dense_shape.tolist()
    rows = sizes[0]
    if not surely_within(indices[:, :1], [rows]):
        bad = outside(indices[:, :1], [rows]).nonzero()
        if bad.shape[0]:
            at = int(bad[0])
            raise invalid(f"indices({at}, 0) is invalid: {int(indices[at, 0])} >= {rows}")  # of negative ones as well
    empty = torch.bincount(indices[:, 0], minlength=rows) == 0
    added = empty.nonzero()
    number = torch.arange(indices.shape[0], device=indices.device)
    if not added.shape[0] and bool((indices[1:, 0] >= indices[:-1, 0]).all()):
        return indices, number, empty
    new = torch.zeros((added.shape[0], indices.shape[1]), dtype=torch.int64, device=indices.device)
    new[:, :1] = added
    number = torch.cat((number, number.new_full((new.shape[0],), indices.shape[0])))
    every = torch.cat((indices, new))
    # By rows only: within a row elements stay as they were.
    order = in_order(every[:, :1])
    return every.index_select(0, order), number.index_select(0, order), empty


@tf_export("sparse.fill_empty_rows", v1=["sparse.fill_empty_rows", "sparse_fill_empty_rows"])
def fill_empty_rows(sp_input: TensorLike, default_value: TensorLike, name: str | None = None) -> tuple[Any, Any]:
    """A sparse matrix in which rows without elements have one. Mirrors `tf.sparse.fill_empty_rows`.

    `tf.nn.safe_embedding_lookup_sparse` does this before it combines the embeddings of each row.

    Arguments:
        sp_input: a SparseTensor with two axes.
        default_value: a scalar of its dtype, put into column 0 of every row that has no elements.
        name: a name for the operation in graphs.

    Returns:
        The SparseTensor, its elements in row-major order, and a boolean vector that says which rows were empty.

    Raises:
        TypeError: input that is not sparse.
        InvalidArgumentError: an element in a row that the shape does not have, or a default that is no scalar.

    Example:
        >>> filled, empty = tf.sparse.fill_empty_rows(tf.sparse.from_dense([[0, 7], [0, 0]]), -1)
        >>> tf.sparse.to_dense(filled)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[ 0,  7],
               [-1,  0]], dtype=int32)>
        >>> empty
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>
    """
    sp_input = convert_to_sparse(sp_input)
    default_value = convert_to_tensor(default_value, sp_input.dtype)
    if default_value.shape.rank:
        message = f"default_value must be a scalar, saw: {dims_text(default_value.shape.as_list())}"
        raise op_error(InvalidArgumentError, message, "SparseFillEmptyRows")
    indices, number, empty = _fill_empty_rows(sp_input.indices, sp_input.dense_shape, name=name)
    values = pick(array_ops.concat([sp_input.values, array_ops.reshape(default_value, [1])], 0), number)
    return SparseTensor(indices, values, sp_input.dense_shape), empty
