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
    from tfshim.engine.values.annotations import AnyTensor, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.keras.annotations import ConstraintLike
    from tfshim.sparse.sparse_tensor import SparseTensor


@tf_export("keras.backend.is_sparse")
def is_sparse(tensor: TensorLike) -> bool:
    """Whether something is a `tf.SparseTensor`, or a Keras tensor that stands for one.

    Mirrors `tf.keras.backend.is_sparse`.

    It asks for the kind of object, not for how many zeros there are: a `tf.SparseTensor` (also one of `tf.compat.v1`) is sparse, a dense
    tensor full of zeros is not. A Keras tensor is sparse if its `Input` was.

    Arguments:
        tensor: anything.

    Returns:
        A boolean.

    A ragged tensor is none. `to_dense` makes a dense one.

    Example:
        >>> tf.keras.backend.is_sparse(tf.sparse.eye(2)), tf.keras.backend.is_sparse(tf.eye(2))
        (True, False)
        >>> tf.keras.backend.is_sparse(tf.keras.Input((3,), sparse=True))
        True
    """
    spec = getattr(tensor, "type_spec", tensor)
    return isinstance(spec, (sparse.SparseTensor, sparse.SparseTensorSpec))  # type: ignore[attr-defined]


@tf_export("keras.backend.variable")
def variable(
    value: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, constraint: ConstraintLike | None = None
) -> Variable | SparseTensor:
    """A variable that begins with given numbers, in Keras' default dtype.

    Mirrors `tf.keras.backend.variable`.

    Eagerly it has its value at once; in TensorFlow 1's graphs the session of Keras initializes it when it is first needed.

    Arguments:
        value: an array, list or number, or a sparse matrix of SciPy, which becomes a `tf.SparseTensor`.
        dtype: None (default): `floatx()`.
        name: the name; None.
        constraint: a function for updates; None.

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
        value: a number, list or array.
        dtype: None (default): `floatx()`.
        shape: the shape; None: that of the value; one number fills it.
        name: a name in graphs; None.

    Returns:
        A tensor.

    Inside a function that is traced it is a part of the graph.

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

    Where sizes are tensors that are known only when a graph runs, it is a tensor and no variable. In TensorFlow 1's graphs the session of
    Keras initializes it.

    Arguments:
        shape: its sizes.
        dtype: a dtype or its name; None (the default): `floatx()`.
        name: of the variable; None.

    Returns:
        A `tf.Variable`, or a tensor.

    `tf.zeros` makes a tensor instead, as most programs want.

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

    Where sizes are tensors that are known only when a graph runs, it is a tensor and no variable. In TensorFlow 1's graphs the session of
    Keras initializes it.

    Arguments:
        shape: its sizes.
        dtype: a dtype or its name; None (the default): `floatx()`.
        name: of the variable; None.

    Returns:
        A `tf.Variable`, or a tensor.

    `tf.ones` makes a tensor instead.

    Example:
        >>> tf.keras.backend.ones((2, 3)).numpy().tolist()
        [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
        >>> tf.keras.backend.ones((2,), dtype="int32").dtype
        tf.int32
    """
    dtype = dtype or floatx()
    return _kept(array_ops.ones(shape, dtype), dtype, name)


@tf_export("keras.backend.eye")
def eye(size: IntLike, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    """A variable with the identity matrix.

    Mirrors `tf.keras.backend.eye`.

    It is a square matrix with 1 on the diagonal and 0 elsewhere: what a recurrent kernel that passes its state on unchanged begins with.

    Arguments:
        size: the number of rows and columns, or a tuple of both.
        dtype: a dtype or its name; None (the default): `floatx()`.
        name: of the variable; None.

    Returns:
        A `tf.Variable`, or a tensor where the size is a tensor.

    `tf.eye` makes a tensor instead; this is a variable, whose rows serve as first weights.

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

    First states of recurrent layers are made so. Of a Keras tensor it is a step of the model. Sizes that are known only when a graph runs
    are those of `x` then.

    Arguments:
        x: a tensor, Keras tensor or variable.
        dtype: of the result, a dtype or its name; None (the default): that of `x`.
        name: a name for the operation in graphs; None.

    Returns:
        A tensor.

    It is `tf.zeros_like`. No gradient goes through it to `x`.

    Example:
        >>> tf.keras.backend.zeros_like(tf.constant([[1.0, 2.0]])).numpy().tolist()
        [[0.0, 0.0]]
    """
    return array_ops.zeros_like(x, dtype=dtype, name=name)


@tf_export("keras.backend.ones_like")
def ones_like(x: TensorLike, dtype: DTypeLike | None = None, name: str | None = None) -> AnyTensor:
    """Ones in the shape of a tensor.

    Mirrors `tf.keras.backend.ones_like`.

    Variables with a name can be initialized so; of a Keras tensor it is a step of the model. Sizes that are known only when a graph runs
    are those of `x` then.

    Arguments:
        x: a tensor, Keras tensor or variable.
        dtype: of the result, a dtype or its name; None (the default): that of `x`.
        name: a name for the operation in graphs; None.

    Returns:
        A tensor.

    It is `tf.ones_like`. A mask in which everything counts is made so.

    Example:
        >>> tf.keras.backend.ones_like(tf.constant([[5.0, 2.0]])).numpy().tolist()
        [[1.0, 1.0]]
    """
    return array_ops.ones_like(x, dtype=dtype, name=name)


@tf_export("keras.backend.arange")
def arange(start: IntLike, stop: IntLike | None = None, step: IntLike = 1, dtype: DTypeLike = "int32") -> AnyTensor:
    """Numbers from one up to another.

    Mirrors `tf.keras.backend.arange`. Where one bound alone is given, it is the end.

    The last one is less than `stop`. If only one number is given it is `stop`, and counting begins at 0; negative steps count down. Like
    in Theano, from where it comes, an empty range is allowed.

    Arguments:
        start: the first number, or `stop` if that is None.
        stop: the end, which is not reached; None by default.
        step: the distance, 1 by default.
        dtype: of the result, "int32" by default.

    Returns:
        A tensor of rank 1, of the dtype that was asked for.

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

    It is a tensor whatever is known beforehand, so results in a graph hold for every batch. `int_shape` gives the static sizes as a
    Python tuple, with None for those that are not known.

    Arguments:
        x: a tensor, Keras tensor or variable.

    Returns:
        An int32 tensor.

    It is `tf.shape`. A reshape that keeps the batch takes it: `tf.reshape(x, [shape(x)[0], -1])`.

    Example:
        >>> tf.keras.backend.shape(tf.ones([2, 3])).numpy().tolist()
        [2, 3]
    """
    return array_ops.shape(x)


@tf_export("keras.backend.int_shape")
def int_shape(x: TensorLike) -> Any:
    """The sizes of a tensor as Python numbers, None where they are unknown.

    Mirrors `tf.keras.backend.int_shape`.

    It comes from what is known without running anything: None stands for sizes that depend on the batch, and the whole is None where not
    even the rank is known. Code that needs sizes at run time asks `shape`.

    Arguments:
        x: a tensor, Keras tensor, variable or NumPy array.

    Returns:
        A tuple; None where the rank is unknown.

    Example:
        >>> tf.keras.backend.int_shape(tf.keras.Input(shape=(3, None)))
        (None, 3, None)
        >>> tf.keras.backend.int_shape(tf.keras.Input((3,)))
        (None, 3)
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

    It is the number of axes, from the static shape: 0 for a single number, 2 for a matrix, 4 for a batch of images. `tf.rank` gives the
    same as a tensor, also where it is known only when a graph runs.

    Arguments:
        x: a tensor, a Keras tensor or a variable.

    Returns:
        An integer; None where it is unknown.

    `len(x.shape)` says the same.

    Layers of Keras check their inputs by it.

    Example:
        >>> tf.keras.backend.ndim(tf.ones([2, 3])), tf.keras.backend.ndim(tf.constant(1.0))
        (2, 0)
        >>> tf.keras.backend.ndim(tf.keras.Input((28, 28, 1)))
        4
    """
    return x.shape.rank


def axis_of_joined(axis: int, first: AnyTensor) -> int:
    """`axis`, counted from 0, along which `first` and others are joined; as in Keras it is 0 where the rank is not known."""
    if axis >= 0:
        return axis
    rank = first.shape.rank
    return axis % rank if rank else 0


@tf_export("keras.backend.dtype")
def dtype(x: TensorLike) -> str:
    """The dtype of a tensor, as a text.

    Mirrors `tf.keras.backend.dtype`.

    It is the name as a text, such as "float32" or "int64", where `x.dtype` is a `tf.DType`; of TensorFlow 1's variables by reference the
    name ends in "_ref".

    Arguments:
        x: a tensor, a Keras tensor or a variable.

    Returns:
        A text as "float32".

    To compare with a `tf.DType`, use `x.dtype == tf.float32`; the text serves as an argument `dtype` of layers and of NumPy.

    Example:
        >>> tf.keras.backend.dtype(tf.ones([2])), tf.keras.backend.dtype(tf.constant([1]))
        ('float32', 'int32')
        >>> tf.keras.backend.dtype(tf.keras.Input((2,), dtype="int64"))
        'int64'
    """
    return x.dtype.base_dtype.name


@tf_export("keras.backend.count_params")
def count_params(x: TensorLike) -> int:
    """The number of elements of a tensor or variable.

    Mirrors `tf.keras.backend.count_params`.

    The number comes from the static shape, without a look at the values, so it works for variables of layers and for Keras tensors alike.
    `model.count_params()` adds the numbers of all weights of a model.

    Arguments:
        x: a variable or tensor whose sizes are all known.

    Returns:
        An integer.

    A weight of a dense layer from 784 to 10 has 7840 of them, its bias 10. A size that is not known makes no number.

    Example:
        >>> int(tf.keras.backend.count_params(tf.zeros([3, 4])))
        12
        >>> int(tf.keras.backend.count_params(tf.Variable(1.0)))
        1
    """
    return int(np.prod(x.shape.as_list()))


@tf_export("keras.backend.cast")
def cast(x: TensorLike, dtype: Any) -> AnyTensor:
    """A tensor in another dtype.

    Mirrors `tf.keras.backend.cast`. It is `tf.cast` for dtypes by name; floats lose what is behind the point when they become integers.

    From floats to integers it cuts towards 0; to bool everything but 0 is True. Between floats the gradient is cast back. A variable
    gives a tensor, whose change does not change it.

    Arguments:
        x: a tensor or variable.
        dtype: the dtype or its name: "float16", "float32", "float64", an integer type or "bool".

    Returns:
        A tensor of the shape of `x` and the dtype that was asked for.

    Example:
        >>> tf.keras.backend.cast(tf.constant([1.5, -1.5]), "int32").numpy().tolist()
        [1, -1]
    """
    return array_ops.cast(x, dtype)


@tf_export("keras.backend.cast_to_floatx")
def cast_to_floatx(x: TensorLike) -> np.ndarray:
    """An array or tensor in Keras' default dtype.

    Mirrors `tf.keras.backend.cast_to_floatx`.

    `floatx` is "float32" unless `set_floatx` or the file `keras.json` says otherwise. Of a tensor or variable it makes a tensor, of
    anything else a NumPy array, so it also serves to prepare data.

    Arguments:
        x: a NumPy array, nested lists of numbers, a tensor or a variable.

    Returns:
        An array for an array, a tensor for a tensor.

    Labels and images that come as float64 or integers fit float32 weights after it.

    Example:
        >>> tf.keras.backend.cast_to_floatx(np.array([1, 2])).dtype.name
        'float32'
        >>> tf.keras.backend.cast_to_floatx(tf.constant([1, 2])).dtype
        tf.float32
    """
    if isinstance(x, (Tensor, Variable, sparse.SparseTensor)) or is_sparse(x) or hasattr(x, "_keras_history"):
        return array_ops.cast(x, dtype=floatx())
    return np.asarray(x, dtype=floatx())


@tf_export("keras.backend.stop_gradient")
def stop_gradient(variables: Any) -> list[Any]:
    """A tensor, or a list of them, through which no gradient goes.

    Mirrors `tf.keras.backend.stop_gradient`.

    The values pass unchanged, but for gradients they are constants: a target network, or a part of a loss that is not to be trained, is
    cut off so.

    Arguments:
        variables: a tensor or variable, or a list or tuple of them.

    Returns:
        The same values.

    It is `tf.stop_gradient`, which takes one tensor.

    Within a tape `tape.stop_recording()` does so for a whole block.

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

    It prints to the standard error each time that the tensor is computed, also inside of functions and models, where Python's `print`
    would print once, while tracing. Use the result, or nothing is printed in TensorFlow 1's graphs.

    Arguments:
        x: a tensor.
        message: what stands before it; "" by default.
        summarize: how many elements at either end of an axis are shown; 3.

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
