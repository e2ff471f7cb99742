"""Between sparse and dense tensors: `to_dense`, `from_dense`, `to_indicator`, `eye`."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.array_ops.shape_fallbacks import sizes_of
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.readable import readable
from tfshim.engine.values.shapes import dims_text
from tfshim.sparse._indices import check_sorted, linear, outside, surely_sorted
from tfshim.sparse.sparse_tensor import SparseTensor, convert_to_sparse

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


__all__ = ["eye", "from_dense", "to_dense", "to_indicator"]


def _shape_fallback(sparse_indices, output_shape, sparse_values, default_value, validate_indices):
    rank = sparse_indices.shape[1] if sparse_indices.shape.rank == 2 else None
    sizes = sizes_of(output_shape)
    return sparse_values.dtype, [None] * rank if sizes is None and rank is not None else sizes


@op(
    "SparseToDense", sparse_indices="Tindices", Tindices=dt.INDEX, output_shape="vector", sparse_values="T", default_value="T",
    dtype_agnostic=True, shape_fallback=_shape_fallback, scope="",
)  # fmt: skip
def _sparse_to_dense(sparse_indices, output_shape, sparse_values, default_value, validate_indices=True, name=None):
    """The dense tensor with `sparse_values` at `sparse_indices` and `default_value` elsewhere."""
    sizes, sparse_indices = list(output_shape), sparse_indices.long()
    if default_value.ndim:
        raise invalid("default_value should be a scalar.")
    count = sparse_indices.shape[0] if sparse_indices.ndim else 1
    if sparse_values.ndim and sparse_values.shape != (count,):
        raise invalid(f"sparse_values has incorrect shape {dims_text(sparse_values.shape)}, should be [] or [{count}]")
    if not sparse_indices.is_meta:
        if validate_indices:
            if surely_sorted(sparse_indices, sizes):
                whole = sparse_values.shape == (prod(sizes),) == sparse_indices.shape[:1]
                if whole and not default_value.requires_grad:
                    return sparse_values.reshape(sizes)  # every place has one
            else:
                check_sorted(sparse_indices, sizes)
        elif bool(outside(sparse_indices, sizes).any()):
            raise invalid(f"Indices are not valid (out of bounds).  Shape: {dims_text(sizes)}")
    count = 1
    for size in sizes:
        count *= size
    at = linear(sparse_indices, sizes)
    if validate_indices and at.shape == sparse_values.shape and default_value.dtype == sparse_values.dtype:  # each index once
        return default_value.reshape(1).expand(count).index_copy(0, at, sparse_values).reshape(sizes)
    if at.shape == sparse_values.shape and at.numel() and default_value.dtype == sparse_values.dtype and readable(at):
        places, elements = _last_of_each(at)
        return default_value.reshape(1).expand(count).index_copy(0, places, sparse_values[elements]).reshape(sizes)
    number = torch.arange(sparse_values.shape[0], device=sparse_values.device)
    # Which element ends up at each index, the last of several; -1 for none.
    last = torch.full((count,), -1, dtype=torch.int64, device=sparse_values.device)
    last = last.scatter_reduce(0, at, number, "amax")
    # One more row, of the default, for the indices without an element: the gather may have none to take from.
    pool = torch.cat((sparse_values, default_value.reshape(1)))
    return pool[torch.where(last >= 0, last, sparse_values.shape[0])].reshape(sizes)


def _last_of_each(at):
    """The different numbers in the vector `at`, in ascending order, and where each of them is last."""
    places, order = at.sort(stable=True)
    last = torch.ones_like(places, dtype=torch.bool)
    torch.ne(places[1:], places[:-1], out=last[:-1])
    return places[last], order[last]


@tf_export("sparse.to_dense", v1=["sparse.to_dense", "sparse_tensor_to_dense"])
def to_dense(
    sp_input: TensorLike, default_value: TensorLike | None = None, validate_indices: bool = True, name: str | None = None
) -> Tensor:
    """The dense tensor with the values of a sparse one. Mirrors `tf.sparse.to_dense`.

    Arguments:
        sp_input: a SparseTensor of any dtype.
        default_value: a scalar for the places that are not stored; None, the default, for zero or the empty string.
        validate_indices: whether indices must be in range, in row-major order and without repeats; True by default. Without it the last of
            several elements at one index counts.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dense shape and the dtype of `sp_input`.

    Raises:
        TypeError: input that is not sparse. InvalidArgumentError: indices that are not in order.

    Example:
        >>> s = tf.SparseTensor([[0, 1], [1, 0]], ["a", "b"], [2, 2])
        >>> tf.sparse.to_dense(s, default_value="-")
        <tf.Tensor: shape=(2, 2), dtype=string, numpy=
        array([[b'-', b'a'],
               [b'b', b'-']], dtype=object)>
    """
    sp_input = convert_to_sparse(sp_input)
    if default_value is None:
        default_value = array_ops.zeros([], sp_input.dtype)
    made = _sparse_to_dense(sp_input.indices, sp_input.dense_shape, sp_input.values, default_value, validate_indices, name=name)
    made.set_shape(sp_input.shape)
    return made


@tf_export("sparse.from_dense")
def from_dense(tensor: TensorLike, name: str | None = None) -> SparseTensor:
    """The SparseTensor of the elements of a tensor that are not zero. Mirrors `tf.sparse.from_dense`.

    Arguments:
        tensor: a tensor of numbers, booleans or strings with at least one axis.
        name: a name for the operation in graphs.

    Returns:
        A SparseTensor of the same dtype and shape; it stores what is not 0, False or the empty string, in row-major order.

    Raises:
        InvalidArgumentError: a scalar.

    Example:
        >>> s = tf.sparse.from_dense([[0, 7], [5, 0]])
        >>> s.indices
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[0, 1],
               [1, 0]])>
        >>> s.values
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([7, 5], dtype=int32)>
    """
    tensor = convert_to_tensor(tensor, name=name)
    indices = array_ops.where(math.not_equal(tensor, array_ops.zeros([], tensor.dtype)))
    return SparseTensor(indices, array_ops.gather_nd(tensor, indices), array_ops.shape(tensor, dt.int64))


@tf_export("sparse.to_indicator", v1=["sparse.to_indicator", "sparse_to_indicator"])
def to_indicator(sp_input: TensorLike, vocab_size: IntLike, name: str | None = None) -> Tensor:
    """A dense tensor of booleans that says which ids each row has. Mirrors `tf.sparse.to_indicator`.

    Arguments:
        sp_input: a SparseTensor of int32 or int64 whose values are ids; the last axis holds the ids of a row, in any order.
        vocab_size: how many ids there are, an integer: the size of the last axis of the result.
        name: a name for the operation in graphs.

    Returns:
        A boolean tensor: the shape of `sp_input` with `vocab_size` in place of the last axis, True at the ids.

    Raises:
        TypeError: input that is not sparse, or `vocab_size` that is no integer.
        InvalidArgumentError: an id that is not from 0 to `vocab_size - 1`.

    Example:
        >>> s = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [2, 0, 1], [2, 2])
        >>> tf.sparse.to_indicator(s, vocab_size=3)
        <tf.Tensor: shape=(2, 3), dtype=bool, numpy=
        array([[ True, False,  True],
               [False,  True, False]])>
    """
    if not (is_tensor(vocab_size) or isinstance(vocab_size, (int, np.integer))):
        raise TypeError(f"vocab_size has to be a Tensor or Python int. Found {type(vocab_size)}")
    sp_input = convert_to_sparse(sp_input)
    ids = array_ops.cast(sp_input.values, dt.int64)
    indices = array_ops.concat([sp_input.indices[:, :-1], array_ops.expand_dims(ids, 1)], 1)
    vocab = array_ops.reshape(array_ops.cast(convert_to_tensor(vocab_size), dt.int64), [1])
    shape = array_ops.concat([sp_input.dense_shape[:-1], vocab], 0)
    marked = SparseTensor(indices, array_ops.ones_like(ids, dtype=dt.bool), shape)
    return to_dense(marked, default_value=False, validate_indices=False, name=name)


@tf_export("sparse.eye")
def eye(
    num_rows: TensorLike, num_columns: TensorLike | None = None, dtype: DTypeLike = dt.float32, name: str | None = None
) -> SparseTensor:
    """The sparse matrix with ones on its diagonal. Mirrors `tf.sparse.eye`.

    Arguments:
        num_rows: how many rows, an integer or an integer scalar.
        num_columns: how many columns; None, the default, for as many as rows.
        dtype: of the ones; float32 by default.
        name: a name for the operations in graphs.

    Returns:
        A SparseTensor of shape `[num_rows, num_columns]` that stores the diagonal alone: `tf.eye` where most elements would be zeros.

    Raises:
        InvalidArgumentError: negative sizes.

    Example:
        >>> tf.sparse.to_dense(tf.sparse.eye(2, 3))
        <tf.Tensor: shape=(2, 3), dtype=float32, numpy=
        array([[1., 0., 0.],
               [0., 1., 0.]], dtype=float32)>
        >>> tf.sparse.eye(1000).values.shape
        TensorShape([1000])
    """
    for name, given in (("num_rows", num_rows), ("num_columns", num_rows if num_columns is None else num_columns)):
        if not (is_tensor(given) and given.dtype.is_integer or isinstance(given, (int, np.integer))):
            raise TypeError(f"{name} must be an integer value: a Python integer or an integer scalar tensor, got {given!r}.")
    rows = array_ops.cast(convert_to_tensor(num_rows), dt.int64)
    columns = rows if num_columns is None else array_ops.cast(convert_to_tensor(num_columns), dt.int64)
    diagonal = array_ops.range(math.minimum(rows, columns), dtype=dt.int64)
    return SparseTensor(
        array_ops.stack([diagonal, diagonal], 1), array_ops.ones_like(diagonal, dtype=as_dtype(dtype)), array_ops.stack([rows, columns])
    )
