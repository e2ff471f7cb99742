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
    """A value as a tensor. Mirrors `tf.compat.v1.convert_to_tensor`.

    It is `tf.convert_to_tensor` with the older name of a hint besides. Tensors come back as they are; numbers, lists, arrays, variables and
    objects with a registered conversion become tensors.

    Arguments:
        value: what can be a tensor.
        dtype: the dtype of the tensor; None (the default) for that of the value: int32 and float32 for Python's numbers.
        name: a name for the operation in graphs; by default that of the function.
        preferred_dtype: the older name of `dtype_hint`.
        dtype_hint: a dtype that is taken where the value can have it, and else is no error; None by default.

    Returns:
        A `tf.Tensor`.

    Raises:
        TypeError, ValueError: the value is no tensor, or a tensor of another dtype than `dtype`.

    Example:
        >>> tf.compat.v1.convert_to_tensor([1, 2], preferred_dtype=tf.float64)
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1., 2.])>
        >>> tf.compat.v1.convert_to_tensor("text", dtype_hint=tf.float64).dtype
        tf.string
    """
    return creation.convert_to_tensor(value, dtype, one_of("dtype_hint", dtype_hint, "preferred_dtype", preferred_dtype), name)


@tf_export(v1=["convert_to_tensor_or_indexed_slices"])
def convert_to_tensor_or_indexed_slices(
    value: TensorLike, dtype: DTypeLike | None = None, name: str | None = None
) -> Tensor | IndexedSlices:
    """A value as a tensor, unless it is a `tf.IndexedSlices`. Mirrors `tf.compat.v1.convert_to_tensor_or_indexed_slices`.

    Gradients of embeddings are IndexedSlices: the values of some rows of a large tensor. What takes gradients of all kinds calls this
    function, so that such ones are not made dense.

    Arguments:
        value: IndexedSlices, which come back as they are, or what can be a tensor.
        dtype: the dtype of the tensor; None (the default) for that of the value. Slices need not have it.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A `tf.Tensor`, or the IndexedSlices.

    Raises:
        TypeError, ValueError: the value is no tensor, or a tensor of another dtype.

    Example:
        >>> rows = tf.IndexedSlices(values=tf.constant([[1.0]]), indices=tf.constant([3]))
        >>> tf.compat.v1.convert_to_tensor_or_indexed_slices(rows) is rows
        True
        >>> tf.compat.v1.convert_to_tensor_or_indexed_slices([1.0, 2.0]).numpy().tolist()
        [1.0, 2.0]
    """
    return value if isinstance(value, tf.IndexedSlices) else convert_to_tensor(value, dtype, name)


@tf_export(v1=["convert_to_tensor_or_sparse_tensor"])
def convert_to_tensor_or_sparse_tensor(value: TensorLike, dtype: DTypeLike | None = None, name: str | None = None) -> Tensor | SparseTensor:
    """A value as a tensor, unless it is sparse. Mirrors `tf.compat.v1.convert_to_tensor_or_sparse_tensor`.

    A `tf.compat.v1.SparseTensorValue`, which sessions give and are fed, becomes a `tf.SparseTensor`. Functions that take both kinds call
    this one first.

    Arguments:
        value: a `tf.SparseTensor`, a `tf.compat.v1.SparseTensorValue`, or what can be a tensor.
        dtype: the dtype of the tensor; None (the default) for that of the value.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A `tf.Tensor` or a `tf.SparseTensor`.

    Raises:
        RuntimeError: it is a SparseTensor of another dtype.
        TypeError, ValueError: the value is no tensor, or a tensor of another dtype.

    Example:
        >>> sparse = tf.compat.v1.SparseTensorValue(indices=[[1]], values=[5], dense_shape=[3])
        >>> tf.compat.v1.convert_to_tensor_or_sparse_tensor(sparse).values.numpy().tolist()
        [5]
        >>> tf.compat.v1.convert_to_tensor_or_sparse_tensor([1.0, 2.0]).numpy().tolist()
        [1.0, 2.0]
    """
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
    """A tensor that always has the same values. Mirrors `tf.compat.v1.constant`.

    Other than `tf.constant`, in a graph it repeats the last value where there are fewer than the shape has elements.

    Arguments:
        value: a number, string, array, or nested lists of such.
        dtype: the dtype of the tensor; None (the default) for that of the value: int32 and float32 for Python's numbers.
        shape: the shape, a list of integers; None (the default) for that of the value. A single value fills it.
        name: the name of the node in graphs, "Const" by default.
        verify_shape: True refuses values of another shape; False by default.

    Returns:
        A `tf.Tensor`.

    Raises:
        TypeError: with `verify_shape`, the shapes differ; or the values are not of the dtype.
        ValueError: there are more values than the shape has elements.

    Example:
        >>> tf.compat.v1.constant([1, 2, 3, 4], shape=[2, 2]).numpy().tolist()
        [[1, 2], [3, 4]]
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     print(sess.run(tf.compat.v1.constant([1, 2], shape=[4])))
        [1 2 2 2]
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
