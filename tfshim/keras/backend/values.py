"""Tensors and variables: made, shaped, joined, read and set."""

from __future__ import annotations

import operator
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, linalg, math, sparse
from tfshim._export import tf_export
from tfshim.autodiff import stop_gradient as stop
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.keras.backend.settings import floatx
from tfshim.keras.v1.mode import as_resource
from tfshim.logging_ops import print as print_op

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, FloatLike, IntLike, SizesLike, TensorLike
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


@tf_export("keras.backend.transpose")
def transpose(x: TensorLike) -> AnyTensor:
    """A tensor with its axes in the opposite order.

    Mirrors `tf.keras.backend.transpose`.

    Arguments:
        x: a tensor.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.transpose(tf.constant([[1, 2], [3, 4]])).numpy().tolist()
        [[1, 3], [2, 4]]
    """
    return array_ops.transpose(x)


@tf_export("keras.backend.permute_dimensions")
def permute_dimensions(x: TensorLike, pattern: TensorLike) -> AnyTensor:
    """A tensor with its axes in another order.

    Mirrors `tf.keras.backend.permute_dimensions`.

    Arguments:
        x: a tensor. pattern: the axes in their new order, counted from 0.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.permute_dimensions(tf.constant([[1, 2], [3, 4]]), (1, 0)).numpy().tolist()
        [[1, 3], [2, 4]]
    """
    return array_ops.transpose(x, perm=pattern)


@tf_export("keras.backend.reshape")
def reshape(x: TensorLike, shape: SizesLike) -> AnyTensor:
    """A tensor in another shape, its elements in the same order.

    Mirrors `tf.keras.backend.reshape`.

    Arguments:
        x: a tensor. shape: the sizes, one of which may be -1.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.reshape(tf.range(6), (3, -1)).numpy().tolist()
        [[0, 1], [2, 3], [4, 5]]
    """
    return array_ops.reshape(x, shape)


@tf_export("keras.backend.gather")
def gather(reference: TensorLike, indices: TensorLike) -> AnyTensor:
    """The rows of a tensor at given places.

    Mirrors `tf.keras.backend.gather`.

    Arguments:
        reference: a tensor. indices: integers of any shape.

    Returns:
        A tensor [*shape of indices, ...].

    Example:
        >>> tf.keras.backend.gather(tf.constant([[1, 2], [3, 4]]), [1, 0]).numpy().tolist()
        [[3, 4], [1, 2]]
    """
    return array_ops.gather(reference, indices)


@tf_export("keras.backend.stack")
def stack(x: TensorLike, axis: Axis = 0) -> AnyTensor:
    """Tensors of one shape put together along a new axis.

    Mirrors `tf.keras.backend.stack`.

    Arguments:
        x: a list of tensors. axis: the new axis; 0 by default.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.stack([tf.constant([1, 2]), tf.constant([3, 4])], axis=1).numpy().tolist()
        [[1, 3], [2, 4]]
    """
    return array_ops.stack(x, axis=axis)


@tf_export("keras.backend.expand_dims")
def expand_dims(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """A tensor with a new axis of size 1.

    Mirrors `tf.keras.backend.expand_dims`.

    Arguments:
        x: a tensor. axis: where it comes; -1 (the last) by default.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.expand_dims(tf.constant([1, 2])).numpy().tolist()
        [[1], [2]]
    """
    return array_ops.expand_dims(x, axis)


@tf_export("keras.backend.squeeze")
def squeeze(x: TensorLike, axis: Axis) -> AnyTensor:
    """A tensor without an axis of size 1.

    Mirrors `tf.keras.backend.squeeze`.

    Arguments:
        x: a tensor. axis: the axis.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.squeeze(tf.constant([[1, 2]]), 0).numpy().tolist()
        [1, 2]
    """
    return array_ops.squeeze(x, [axis])


@tf_export("keras.backend.flatten")
def flatten(x: TensorLike) -> AnyTensor:
    """All elements of a tensor in one axis.

    Mirrors `tf.keras.backend.flatten`. The batch is no exception, unlike in `batch_flatten`.

    Arguments:
        x: a tensor.

    Returns:
        A tensor of rank 1.

    Example:
        >>> tf.keras.backend.flatten(tf.constant([[1, 2], [3, 4]])).numpy().tolist()
        [1, 2, 3, 4]
    """
    return array_ops.reshape(x, [-1])


@tf_export("keras.backend.batch_flatten")
def batch_flatten(x: TensorLike) -> AnyTensor:
    """All axes of a tensor but the first made one.

    Mirrors `tf.keras.backend.batch_flatten`.

    Arguments:
        x: a tensor [batch, ...].

    Returns:
        A tensor of rank 2.

    Example:
        >>> tf.keras.backend.batch_flatten(tf.ones([2, 3, 4])).shape
        TensorShape([2, 12])
    """
    return array_ops.reshape(x, array_ops.stack([-1, math.reduce_prod(array_ops.shape(x)[1:])]))


@tf_export("keras.backend.repeat")
def repeat(x: TensorLike, n: IntLike) -> AnyTensor:
    """Each row of a matrix n times along a new axis: [batch, size] give [batch, n, size].

    Mirrors `tf.keras.backend.repeat`.

    Arguments:
        x: a matrix. n: how often.

    Returns:
        A tensor of rank 3.

    Raises:
        AssertionError: another rank.

    Example:
        >>> tf.keras.backend.repeat(tf.constant([[1, 2]]), 2).numpy().tolist()
        [[[1, 2], [1, 2]]]
    """
    assert ndim(x) == 2
    return array_ops.tile(array_ops.expand_dims(x, 1), array_ops.stack([1, n, 1]))


@tf_export("keras.backend.repeat_elements")
def repeat_elements(x: TensorLike, rep: TensorLike, axis: Axis) -> AnyTensor:
    """Each element along an axis several times, copies beside each other.

    Mirrors `tf.keras.backend.repeat_elements`.

    Arguments:
        x: a tensor. rep: how often. axis: the axis.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.repeat_elements(tf.constant([1, 2]), 2, axis=0).numpy().tolist()
        [1, 1, 2, 2]
    """
    sizes = x.shape.as_list()
    sizes[axis]  # not by the rules of `tf.repeat`: those of a list hold here
    return array_ops.repeat(x, operator.index(rep), axis=operator.index(axis))


@tf_export("keras.backend.tile")
def tile(x: TensorLike, n: IntLike) -> AnyTensor:
    """A tensor set beside itself along each axis.

    Mirrors `tf.keras.backend.tile`.

    Arguments:
        x: a tensor. n: how often, an integer or one for each axis.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.tile(tf.constant([1, 2]), 2).numpy().tolist()
        [1, 2, 1, 2]
    """
    n = [n] if isinstance(n, int) else n
    return array_ops.tile(x, n)


@tf_export("keras.backend.reverse")
def reverse(x: TensorLike, axes: Axis) -> AnyTensor:
    """A tensor backwards along one axis or several.

    Mirrors `tf.keras.backend.reverse`.

    Arguments:
        x: a tensor. axes: an axis or a list of them.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.reverse(tf.constant([1, 2, 3]), 0).numpy().tolist()
        [3, 2, 1]
    """
    return array_ops.reverse(x, [axes] if isinstance(axes, int) else axes)


@tf_export("keras.backend.one_hot")
def one_hot(indices: TensorLike, num_classes: IntLike) -> AnyTensor:
    """Rows with a one at the class number and zeros elsewhere.

    Mirrors `tf.keras.backend.one_hot`. Numbers that are no class give zeros.

    Arguments:
        indices: integers of any shape. num_classes: how many classes there are.

    Returns:
        A float32 tensor [*shape of indices, num_classes].

    Example:
        >>> tf.keras.backend.one_hot(tf.constant([2, 0]), 3).numpy().tolist()
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    return array_ops.one_hot(indices, depth=num_classes, axis=-1)


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
