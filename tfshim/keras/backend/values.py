"""Tensors and variables: made, asked about, set and watched."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, linalg, sparse
from tfshim._export import tf_export
from tfshim.autodiff import stop_gradient as stop
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.keras.backend.settings import floatx
from tfshim.keras.v1.mode import as_resource
from tfshim.logging_ops import print as print_op

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.keras.annotations import ConstraintLike
    from tfshim.sparse.sparse_tensor import SparseTensor


@tf_export("keras.backend.is_sparse")
def is_sparse(tensor: TensorLike) -> bool:
    """Whether something is a `tf.SparseTensor`, or a Keras tensor that stands for one.

    Mirrors `tf.keras.backend.is_sparse`.

    Arguments:
        tensor: a tensor.

    Returns:
        A boolean.

    Example:
        >>> tf.keras.backend.is_sparse(tf.sparse.eye(2)), tf.keras.backend.is_sparse(tf.eye(2))
        (True, False)
    """
    spec = getattr(tensor, "type_spec", tensor)
    return isinstance(spec, (sparse.SparseTensor, sparse.SparseTensorSpec))  # type: ignore[attr-defined]


@tf_export("keras.backend.variable")
def variable(
    value: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, constraint: ConstraintLike | None = None
) -> Variable | SparseTensor:
    """A variable that begins with given numbers, in Keras' default dtype.

    Mirrors `tf.keras.backend.variable`.

    Arguments:
        value: an array, list or number, or a sparse matrix of SciPy, which becomes a `tf.SparseTensor`.
        dtype: None (default): `floatx()`. name: the name; None. constraint: a function for updates; None.

    Returns:
        A `tf.Variable`.

    Example:
        >>> w = tf.keras.backend.variable(np.array([[1, 2], [3, 4]]))
        >>> w.dtype, w.numpy().tolist()
        (tf.float32, [[1.0, 2.0], [3.0, 4.0]])
    """
    dtype = dtype or floatx()
    if hasattr(value, "tocoo"):
        coo = value.tocoo()
        places = np.stack([coo.row, coo.col], axis=1).astype(np.int64)
        return sparse.reorder(sparse.SparseTensor(places, coo.data.astype(dtype), coo.shape))
    return as_resource(Variable(value, dtype=dtype, name=name, constraint=constraint))


def _kept(value, dtype, name):
    """A variable; `value` itself where a size is unknown or 0."""
    return variable(value, dtype=dtype, name=name) if all(value.shape.as_list()) else value


@tf_export("keras.backend.constant")
def constant(value: TensorLike, dtype: DTypeLike | None = None, shape: SizesLike | None = None, name: str | None = None) -> AnyTensor:
    """A tensor of given numbers, in Keras' default dtype.

    Mirrors `tf.keras.backend.constant`. Unlike `tf.constant` integers become floats.

    Arguments:
        value: a number, list or array. dtype: None (default): `floatx()`.
        shape: the shape; None: that of the value; one number fills it. name: a name in graphs; None.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.constant([1, 2])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
        >>> tf.keras.backend.constant(0, shape=(2, 2), dtype="int32").numpy().tolist()
        [[0, 0], [0, 0]]
    """
    return array_ops.constant(value, dtype=dtype or floatx(), shape=shape, name=name)


@tf_export("keras.backend.zeros")
def zeros(shape: SizesLike, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    """A variable of zeros.

    Mirrors `tf.keras.backend.zeros`. Where a size is unknown it is a tensor instead.

    Arguments:
        shape: the sizes. dtype: None (default): `floatx()`. name: the name; None.

    Returns:
        A `tf.Variable`, or a tensor.

    Example:
        >>> tf.keras.backend.zeros((2, 3)).numpy().tolist()
        [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    dtype = dtype or floatx()
    return _kept(array_ops.zeros(shape, dtype), dtype, name)


@tf_export("keras.backend.ones")
def ones(shape: SizesLike, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    """A variable of ones.

    Mirrors `tf.keras.backend.ones`. Where a size is unknown it is a tensor instead.

    Arguments:
        shape: the sizes. dtype: None (default): `floatx()`. name: the name; None.

    Returns:
        A `tf.Variable`, or a tensor.

    Example:
        >>> tf.keras.backend.ones((2, 3)).numpy().tolist()
        [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
    """
    dtype = dtype or floatx()
    return _kept(array_ops.ones(shape, dtype), dtype, name)


@tf_export("keras.backend.eye")
def eye(size: IntLike, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    """A variable with the identity matrix.

    Mirrors `tf.keras.backend.eye`.

    Arguments:
        size: how many rows and columns it has. dtype: None (default): `floatx()`. name: the name; None.

    Returns:
        A `tf.Variable`, or a tensor where the size is a tensor.

    Example:
        >>> tf.keras.backend.eye(2).numpy().tolist()
        [[1.0, 0.0], [0.0, 1.0]]
    """
    dtype = dtype or floatx()
    return variable(linalg.eye(size, dtype=dtype), dtype, name)


@tf_export("keras.backend.zeros_like")
def zeros_like(x: TensorLike, dtype: DTypeLike | None = None, name: str | None = None) -> AnyTensor:
    """Zeros in the shape of a tensor.

    Mirrors `tf.keras.backend.zeros_like`.

    Arguments:
        x: a tensor or variable. dtype: None (default): that of `x`. name: a name in graphs; None.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.zeros_like(tf.constant([[1.0, 2.0]])).numpy().tolist()
        [[0.0, 0.0]]
    """
    return array_ops.zeros_like(x, dtype=dtype, name=name)


@tf_export("keras.backend.ones_like")
def ones_like(x: TensorLike, dtype: DTypeLike | None = None, name: str | None = None) -> AnyTensor:
    """Ones in the shape of a tensor.

    Mirrors `tf.keras.backend.ones_like`.

    Arguments:
        x: a tensor or variable. dtype: None (default): that of `x`. name: a name in graphs; None.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.ones_like(tf.constant([[5.0, 2.0]])).numpy().tolist()
        [[1.0, 1.0]]
    """
    return array_ops.ones_like(x, dtype=dtype, name=name)


@tf_export("keras.backend.arange")
def arange(start: IntLike, stop: IntLike | None = None, step: IntLike = 1, dtype: DTypeLike = "int32") -> AnyTensor:
    """Numbers from one up to another.

    Mirrors `tf.keras.backend.arange`. Where one bound alone is given, it is the end.

    Arguments:
        start: the first. stop: the end, which is left out; None. step: 1. dtype: "int32" by default.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.arange(1, 7, 2).numpy().tolist()
        [1, 3, 5]
    """
    if stop is None:
        try:
            start, stop = 0, start if start >= 0 else 0
        except (TypeError, ValueError):
            start, stop = 0, start
    found = array_ops.range(start, limit=stop, delta=step, name="arange")
    return found if dtype == "int32" else array_ops.cast(found, dtype)


def identity(x: TensorLike, name: str | None = None) -> AnyTensor:
    """A tensor with the values of `x`."""
    return array_ops.identity(x, name=name)


@tf_export("keras.backend.shape")
def shape(x: TensorLike) -> AnyTensor:
    """The sizes of a tensor, as a tensor: known when it runs.

    Mirrors `tf.keras.backend.shape`. `int_shape` gives those that are known before, as Python numbers.

    Arguments:
        x: a tensor or variable.

    Returns:
        An int32 tensor.

    Example:
        >>> tf.keras.backend.shape(tf.ones([2, 3])).numpy().tolist()
        [2, 3]
    """
    return array_ops.shape(x)


@tf_export("keras.backend.int_shape")
def int_shape(x: TensorLike) -> Any:
    """The sizes of a tensor as Python numbers, None where they are unknown.

    Mirrors `tf.keras.backend.int_shape`.

    Arguments:
        x: a tensor, variable or Keras tensor.

    Returns:
        A tuple; None where the rank is unknown.

    Example:
        >>> tf.keras.backend.int_shape(tf.keras.Input(shape=(3, None)))
        (None, 3, None)
    """
    try:
        sizes = x.shape
        return tuple(sizes if isinstance(sizes, tuple) else sizes.as_list())
    except ValueError:
        return None


@tf_export("keras.backend.ndim")
def ndim(x: TensorLike) -> int:
    """The number of axes of a tensor.

    Mirrors `tf.keras.backend.ndim`.

    Arguments:
        x: a tensor, variable or Keras tensor.

    Returns:
        An integer; None where it is unknown.

    Example:
        >>> tf.keras.backend.ndim(tf.ones([2, 3])), tf.keras.backend.ndim(tf.constant(1.0))
        (2, 0)
    """
    return x.shape.rank


@tf_export("keras.backend.dtype")
def dtype(x: TensorLike) -> str:
    """The dtype of a tensor, as a text.

    Mirrors `tf.keras.backend.dtype`.

    Arguments:
        x: a tensor, variable or Keras tensor.

    Returns:
        A text as "float32".

    Example:
        >>> tf.keras.backend.dtype(tf.ones([2])), tf.keras.backend.dtype(tf.constant([1]))
        ('float32', 'int32')
    """
    return x.dtype.base_dtype.name


@tf_export("keras.backend.count_params")
def count_params(x: TensorLike) -> int:
    """The number of elements of a tensor or variable.

    Mirrors `tf.keras.backend.count_params`.

    Arguments:
        x: a tensor or variable whose sizes are known.

    Returns:
        An integer.

    Example:
        >>> int(tf.keras.backend.count_params(tf.zeros([3, 4])))
        12
    """
    return int(np.prod(x.shape.as_list()))


@tf_export("keras.backend.cast")
def cast(x: TensorLike, dtype: Any) -> AnyTensor:
    """A tensor in another dtype.

    Mirrors `tf.keras.backend.cast`. It is `tf.cast` for dtypes by name; floats lose what is behind the point when they become integers.

    Arguments:
        x: a tensor or variable. dtype: the dtype, as "float16".

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.cast(tf.constant([1.5, -1.5]), "int32").numpy().tolist()
        [1, -1]
    """
    return array_ops.cast(x, dtype)


@tf_export("keras.backend.cast_to_floatx")
def cast_to_floatx(x: TensorLike) -> np.ndarray:
    """An array or tensor in Keras' default dtype.

    Mirrors `tf.keras.backend.cast_to_floatx`.

    Arguments:
        x: an array, or a tensor or variable.

    Returns:
        An array for an array, a tensor for a tensor.

    Example:
        >>> tf.keras.backend.cast_to_floatx(np.array([1, 2])).dtype.name
        'float32'
    """
    if isinstance(x, (Tensor, Variable, sparse.SparseTensor)) or is_sparse(x) or hasattr(x, "_keras_history"):
        return array_ops.cast(x, dtype=floatx())
    return np.asarray(x, dtype=floatx())


@tf_export("keras.backend.update")
def update(x: TensorLike, new_x: TensorLike) -> Any:
    """Gives a variable a new value.

    Mirrors `tf.keras.backend.update`.

    Arguments:
        x: a variable. new_x: the value.

    Returns:
        The update.

    Example:
        >>> w = tf.Variable(1.0)
        >>> _ = tf.keras.backend.update(w, 5.0)
        >>> float(w)
        5.0
    """
    return x.assign(new_x)


@tf_export("keras.backend.update_add")
def update_add(x: TensorLike, increment: TensorLike) -> Any:
    """Adds to a variable.

    Mirrors `tf.keras.backend.update_add`.

    Arguments:
        x: a variable. increment: what is added.

    Returns:
        The update.

    Example:
        >>> w = tf.Variable(1.0)
        >>> _ = tf.keras.backend.update_add(w, 5.0)
        >>> float(w)
        6.0
    """
    return x.assign_add(increment)


@tf_export("keras.backend.update_sub")
def update_sub(x: TensorLike, decrement: TensorLike) -> Any:
    """Subtracts from a variable.

    Mirrors `tf.keras.backend.update_sub`.

    Arguments:
        x: a variable. decrement: what is taken off.

    Returns:
        The update.

    Example:
        >>> w = tf.Variable(1.0)
        >>> _ = tf.keras.backend.update_sub(w, 5.0)
        >>> float(w)
        -4.0
    """
    return x.assign_sub(decrement)


@tf_export("keras.backend.moving_average_update")
def moving_average_update(x: TensorLike, value: TensorLike, momentum: FloatLike) -> Any:
    """Moves a variable towards a value: `x * momentum + value * (1 - momentum)`.

    Mirrors `tf.keras.backend.moving_average_update`.

    Arguments:
        x: a variable. value: a tensor of its shape. momentum: the share that stays.

    Returns:
        The update.

    Example:
        >>> average = tf.Variable(1.0)
        >>> _ = tf.keras.backend.moving_average_update(average, 3.0, 0.5)
        >>> float(average)
        2.0
    """
    momentum = array_ops.cast(momentum, x.dtype)
    return x.assign_sub((x - array_ops.cast(value, x.dtype)) * (1 - momentum))


@tf_export("keras.backend.stop_gradient")
def stop_gradient(variables: Any) -> list[Any]:
    """A tensor, or a list of them, through which no gradient goes.

    Mirrors `tf.keras.backend.stop_gradient`.

    Arguments:
        variables: a tensor or variable, or a list.

    Returns:
        The same values.

    Example:
        >>> x = tf.Variable(3.0)
        >>> with tf.GradientTape() as tape:
        ...     y = x * tf.keras.backend.stop_gradient(x)
        >>> float(tape.gradient(y, x))
        3.0
    """
    return list(map(stop, variables)) if isinstance(variables, (list, tuple)) else stop(variables)


@tf_export("keras.backend.print_tensor")
def print_tensor(x: TensorLike, message: str = "", summarize: int = 3) -> AnyTensor:
    """Prints a tensor behind a message on standard output, each time it is computed, and gives it back.

    Mirrors `tf.keras.backend.print_tensor`.

    Arguments:
        x: a tensor. message: a text; "". summarize: how many elements of each axis are shown at both ends; 3.

    Returns:
        `x`.

    Example:
        >>> y = tf.keras.backend.print_tensor(tf.constant([1.0, 2.0]), message="y = ")
        y =  [1 2]
        >>> y.numpy().tolist()
        [1.0, 2.0]
    """
    if isinstance(x, Tensor) and not hasattr(x, "numpy") or not hasattr(x, "_keras_history"):
        print_op(message, x, output_stream=sys.stdout, summarize=summarize)
    return array_ops.identity(convert_to_tensor(x) if not hasattr(x, "_keras_history") else x)
