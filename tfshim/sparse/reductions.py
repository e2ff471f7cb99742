"""Sums and maxima of sparse tensors along axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.tensor import Tensor
from tfshim.protos.tensors import constant_value_as_shape
from tfshim.sparse._indices import linear, unlinear
from tfshim.sparse.sparse_tensor import SparseTensor, convert_to_sparse

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, TensorLike


__all__ = ["reduce_max", "reduce_sum"]


def _groups(indices, shape, axes):
    """Each element's index in the flattened result, the result's shape with and without the axes reduced."""
    sizes = shape.tolist()
    rank = len(sizes)
    if axes is None:
        axes = range(rank)
    for a in [axes] if isinstance(axes, int) else axes:
        if not -rank <= a < rank:
            raise invalid(f"Invalid reduction dimension {a}, for input with {rank} dimensions.")
    gone = {a % rank for a in ([axes] if isinstance(axes, int) else axes)}
    kept = [d for d in range(rank) if d not in gone]
    left = [sizes[d] for d in kept]
    return linear(indices[:, kept], left), [1 if d in gone else n for d, n in enumerate(sizes)], left


def _combined(values, which, count, kind):
    if kind == "sum":
        return values.new_zeros(count).index_add(0, which, values)
    # An index without any element stays 0, whatever the sign of the others.
    return values.new_zeros(count).scatter_reduce(0, which, values, "amax", include_self=False)


def _dense(indices, values, shape, axes, keepdims, kind):
    which, long, short = _groups(indices, shape, axes)
    count = 1
    for n in short:
        count *= n
    return _combined(values, which, count, kind).reshape(long if keepdims else short)


def _sparse(indices, values, shape, axes, keepdims, kind):
    which, long, short = _groups(indices, shape, axes)
    places, which = torch.unique(which, return_inverse=True)
    sizes = long if keepdims else short
    return unlinear(places, sizes), _combined(values, which, places.shape[0], kind), shape.new_tensor(sizes)


_ARGUMENTS: dict[str, Any] = {"input_indices": "int64", "input_values": "T", "input_shape": "int64", "reduction_axes": "axis", "scope": ""}


def _dense_shape(indices, values, shape, axes, keepdims):
    known = constant_value_as_shape(shape)
    if known.rank is None or isinstance(axes, Tensor):
        return values.dtype, None
    gone = range(known.rank) if axes is None else [axes] if isinstance(axes, int) else axes
    if any(not -known.rank <= a < known.rank for a in gone):
        return values.dtype, None  # the kernel says what is wrong
    gone = {a % known.rank for a in gone}
    return values.dtype, [1 if d in gone else n for d, n in enumerate(known.as_list()) if keepdims or d not in gone]


def _sparse_shape(indices, values, shape, axes, keepdims):
    return (dt.int64, [None, None]), (values.dtype, [None]), (dt.int64, [None])


@op("SparseReduceSum", T=dt.NUMBERS, shape_fn=_dense_shape, **_ARGUMENTS)
def _reduce_sum(input_indices, input_values, input_shape, reduction_axes, keep_dims=False, name=None):
    return _dense(input_indices, input_values, input_shape, reduction_axes, keep_dims, "sum")


@op("SparseReduceMax", T=dt.REAL_NUMBERS, grad="missing", shape_fn=_dense_shape, **_ARGUMENTS)
def _reduce_max(input_indices, input_values, input_shape, reduction_axes, keep_dims=False, name=None):
    return _dense(input_indices, input_values, input_shape, reduction_axes, keep_dims, "max")


@op("SparseReduceSumSparse", T=dt.NUMBERS, grad="missing", shape_fn=_sparse_shape, **_ARGUMENTS)
def _reduce_sum_sparse(input_indices, input_values, input_shape, reduction_axes, keep_dims=False, name=None):
    return _sparse(input_indices, input_values, input_shape, reduction_axes, keep_dims, "sum")


@op("SparseReduceMaxSparse", T=dt.REAL_NUMBERS, grad="missing", shape_fn=_sparse_shape, **_ARGUMENTS)
def _reduce_max_sparse(input_indices, input_values, input_shape, reduction_axes, keep_dims=False, name=None):
    return _sparse(input_indices, input_values, input_shape, reduction_axes, keep_dims, "max")


def _reduce(dense, sparse, sp_input, axis, keepdims, output_is_sparse, name):
    s = convert_to_sparse(sp_input)
    if keepdims is not None and not isinstance(keepdims, bool):
        raise TypeError(f"Expected bool for argument 'keep_dims' not {keepdims!r}.")
    arguments = (s.indices, s.values, s.dense_shape, axis, bool(keepdims))
    if output_is_sparse:
        return SparseTensor(*sparse(*arguments, name=name))
    return dense(*arguments, name=name)


@tf_export("sparse.reduce_sum")
def reduce_sum(
    sp_input: TensorLike, axis: Axis = None, keepdims: bool | None = None, output_is_sparse: bool = False, name: str | None = None
) -> AnyTensor:
    """The sums of the elements of a sparse tensor along axes. Mirrors `tf.sparse.reduce_sum`.

    Arguments:
        sp_input: a SparseTensor of numbers.
        axis: an integer, or a list of them; None, the default, for all axes.
        keepdims: whether reduced axes stay, with size 1; False by default.
        output_is_sparse: whether the result is a SparseTensor, which has no gradient; False by default.
        name: a name for the operation in graphs.

    Returns:
        A dense tensor, or a SparseTensor, of the dtype of `sp_input`.

    Raises:
        TypeError: input that is not sparse.
        InvalidArgumentError: an axis that is not there.

    Example:
        >>> s = tf.sparse.from_dense([[1, 0, 2], [0, 3, 0]])
        >>> tf.sparse.reduce_sum(s)
        <tf.Tensor: shape=(), dtype=int32, numpy=6>
        >>> tf.sparse.reduce_sum(s, axis=1, keepdims=True)
        <tf.Tensor: shape=(2, 1), dtype=int32, numpy=
        array([[3],
               [3]], dtype=int32)>
    """
    return _reduce(_reduce_sum, _reduce_sum_sparse, sp_input, axis, keepdims, output_is_sparse, name)


@tf_export("sparse.reduce_max")
def reduce_max(
    sp_input: TensorLike, axis: Axis = None, keepdims: bool | None = None, output_is_sparse: bool = False, name: str | None = None
) -> AnyTensor:
    """The greatest stored elements of a sparse tensor along axes. Mirrors `tf.sparse.reduce_max`.

    What is not stored does not count as 0: of a row that stores only -3 the greatest is -3. Where nothing is stored, it is 0.

    Arguments:
        sp_input: a SparseTensor of real numbers.
        axis: an integer, or a list of them; None, the default, for all axes.
        keepdims: whether reduced axes stay, with size 1; False by default.
        output_is_sparse: whether the result is a SparseTensor; False by default.
        name: a name for the operation in graphs.

    Returns:
        A dense tensor, or a SparseTensor, of the dtype of `sp_input`. It has no gradient.

    Raises:
        TypeError: input that is not sparse.
        InvalidArgumentError: an axis that is not there.

    Example:
        >>> s = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [1, 5, -3], [3, 2])
        >>> tf.sparse.reduce_max(s, axis=1)
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([ 5,  0, -3], dtype=int32)>
    """
    return _reduce(_reduce_max, _reduce_max_sparse, sp_input, axis, keepdims, output_is_sparse, name)
