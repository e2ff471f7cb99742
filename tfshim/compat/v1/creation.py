"""Top-level functions that make tensors of other values, whose arguments TensorFlow 2 renamed or reordered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import tfshim as tf
from tfshim._export import tf_export
from tfshim.array_ops import creation
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.compat.v1._renamed import one_of
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import convert, dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.tensor import Tensor
from tfshim.sparse.sparse_tensor import is_sparse_value

if TYPE_CHECKING:
    from tfshim.engine.ops.indexed_slices import IndexedSlices
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.sparse.sparse_tensor import SparseTensor


@tf_export(v1=["convert_to_tensor"])
def convert_to_tensor(
    value: TensorLike,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    preferred_dtype: DTypeLike | None = None,
    dtype_hint: DTypeLike | None = None,
) -> Tensor:
    """`value` as a tensor; see `tf.convert_to_tensor`. `preferred_dtype` is the older name of `dtype_hint`.

    Mirrors `tf.compat.v1.convert_to_tensor`.
    """
    return creation.convert_to_tensor(value, dtype, one_of("dtype_hint", dtype_hint, "preferred_dtype", preferred_dtype), name)


@tf_export(v1=["convert_to_tensor_or_indexed_slices"])
def convert_to_tensor_or_indexed_slices(
    value: TensorLike, dtype: DTypeLike | None = None, name: str | None = None
) -> Tensor | IndexedSlices:
    """`value` as a tensor, unless it is an IndexedSlices. Mirrors the function of that name."""
    return value if isinstance(value, tf.IndexedSlices) else convert_to_tensor(value, dtype, name)


@tf_export(v1=["convert_to_tensor_or_sparse_tensor"])
def convert_to_tensor_or_sparse_tensor(value: TensorLike, dtype: DTypeLike | None = None, name: str | None = None) -> Tensor | SparseTensor:
    """`value` as a tensor, unless it is a SparseTensor. Mirrors the function of that name."""
    if is_sparse_value(value):
        return tf.SparseTensor(*value)
    if isinstance(value, tf.SparseTensor):
        if dtype is not None and not as_dtype(dtype).is_compatible_with(value.dtype):
            raise RuntimeError(f"Sparse dtype mismatch. Requested: {as_dtype(dtype).name},  Actual: {value.dtype.name}")
        return value
    return convert_to_tensor(value, dtype, name)


@tf_export(v1=["constant"])
def constant(
    value: TensorLike, dtype: DTypeLike | None = None, shape: ShapeLike | None = None, name: str = "Const", verify_shape: bool = False
) -> Tensor:
    """The tensor that holds `value`; in graphs, fewer values than `shape` has elements are followed by the last of them.

    With `verify_shape` their shapes have to agree, else TypeError. Mirrors `tf.compat.v1.constant`.
    """
    if shape is None:
        return creation.constant(value, dtype, None, name)
    dims = tf.TensorShape(shape).as_list()
    if TS.graph is None:
        made = convert.convert_to_tensor(value, dtype)
        if verify_shape and made.shape.as_list() != dims:
            raise TypeError(
                f"Expected Tensor {made.numpy()} (converted from {value}) with shape {tuple(dims)}, but got shape {tuple(made.shape)}."
            )
        return creation.constant(value, dtype, dims, name)
    array = np.asarray(convert.convert_to_tensor(value, dtype).numpy(), dtype=None)
    if verify_shape and list(array.shape) != dims:
        raise TypeError(f"Expected Tensor's shape: {tuple(dims)}, but got {array.shape}.")
    count = int(np.prod(dims, dtype=np.int64))
    if array.size > count:
        raise ValueError(f"Too many elements provided. Takes at most {count}, but got {array.size}.")
    flat = array.reshape(-1)
    if 0 < flat.size < count:
        flat = np.concatenate([flat, np.repeat(flat[-1:], count - flat.size)])
    made = convert.convert_to_tensor(flat.reshape(dims), dtype if dtype is not None else convert.convert_to_tensor(value).dtype)
    return creation.constant(made, None, None, name)


@tf_export(v1=["ones_like"])
def ones_like(tensor: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, optimize: bool = True) -> AnyTensor:
    """Ones in the shape of a tensor. Mirrors `tf.compat.v1.ones_like`.

    In TensorFlow 2: `tf.ones_like`. Gradients do not go through it.

    Arguments:
        tensor: a tensor, or what converts to one.
        dtype: the dtype of the result; None (the default) for that of `tensor`.
        name: a name for the operation.
        optimize: whether a constant is made where a graph knows the shape, True by default; otherwise `tensor` has to
            have a value when it runs.

    Returns:
        A tensor of ones of the shape of `tensor`; True for bool.

    Example:
        >>> tf.compat.v1.ones_like([[1, 2], [3, 4]]).numpy().tolist()
        [[1, 1], [1, 1]]
        >>> tf.compat.v1.ones_like([1, 2], dtype=tf.float32).dtype
        tf.float32
        >>> with tf.Graph().as_default():
        ...     x = tf.compat.v1.placeholder(tf.float32, [None, 3])
        ...     print(tf.compat.v1.ones_like(x).shape)
        (None, 3)
    """
    if TS.graph is not None and optimize and isinstance(tensor, Tensor):
        return ones_of_shape(tensor, dtype, name or "ones_like")
    if optimize or TS.graph is None:
        return tf.ones_like(tensor, dtype, name)
    return _of_shape_when_run(tensor, 1, dtype, name, "ones_like")


@tf_export(v1=["zeros_like"])
def zeros_like(tensor: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, optimize: bool = True) -> AnyTensor:
    """Zeros in the shape of a tensor. Mirrors `tf.compat.v1.zeros_like`.

    In TensorFlow 2: `tf.zeros_like`. Gradients do not go through it.

    Arguments:
        tensor: a tensor, or what converts to one.
        dtype: the dtype of the result; None (the default) for that of `tensor`.
        name: a name for the operation.
        optimize: whether a constant is made where a graph knows the shape, True by default; otherwise `tensor` has to
            have a value when it runs.

    Returns:
        A tensor of zeros of the shape of `tensor`; False for bool.

    Example:
        >>> tf.compat.v1.zeros_like([[1, 2], [3, 4]]).numpy().tolist()
        [[0, 0], [0, 0]]
        >>> tf.compat.v1.zeros_like([1, 2], dtype=tf.float32).dtype
        tf.float32
        >>> with tf.Graph().as_default():
        ...     x = tf.compat.v1.placeholder(tf.float32, [None, 3])
        ...     print(tf.compat.v1.zeros_like(x).shape)
        (None, 3)
    """
    if optimize or TS.graph is None:
        return tf.zeros_like(tensor, dtype, name)
    tensor = convert.convert_to_tensor(tensor)
    if dtype is None or as_dtype(dtype) == tensor.dtype:
        return tf.raw_ops.ZerosLike(x=tensor, name=name or "zeros_like")
    return _of_shape_when_run(tensor, 0, dtype, name, "zeros_like")


def _of_shape_when_run(tensor, number, dtype, name, default):
    """`number` in the shape that `tensor` has when the graph runs, though it may be known before."""
    with tf.name_scope(name or default) as scope:
        tensor = convert.convert_to_tensor(tensor)
        wanted = tensor.dtype if dtype is None else as_dtype(dtype)
        value = {dtypes.bool: bool(number), dtypes.string: "" if number == 0 else number}.get(wanted, number)
        shape = tf.raw_ops.Shape(input=tensor, name="Shape")
        return tf.fill(shape, tf.constant(value, wanted, name="Const"), name=scope)
