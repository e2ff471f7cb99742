"""What the backend does with Keras tensors, and with sparse tensors, which become dense."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, sparse
from tfshim._export import tf_export
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.engine.variables.variable import Variable
from tfshim.keras.backend.settings import floatx
from tfshim.keras.backend.state import get_value
from tfshim.keras.backend.values import axis_of_joined, is_sparse
from tfshim.keras.engine.input_layer import Input
from tfshim.keras.engine.keras_tensor import KerasTensor
from tfshim.keras.layers.lambda_layer import Lambda
from tfshim.keras.v1 import inputs
from tfshim.keras.v1.mode import building
from tfshim.ragged.ragged_tensor import RaggedTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("keras.backend.to_dense")
def to_dense(tensor: TensorLike) -> AnyTensor:
    """A sparse tensor as a dense one.

    Mirrors `tf.keras.backend.to_dense`.

    Places that a sparse tensor does not list become 0 (or an empty string). Layers that have no sparse form call it on their inputs; what
    is dense already comes back as the same object.

    Arguments:
        tensor: a `tf.SparseTensor`, or a tensor.

    Returns:
        A tensor with the same values, dtype and dense shape.

    `tf.sparse.to_dense` takes another value for the empty places, and is for sparse tensors alone.

    Large tensors may not fit into memory after it.

    Example:
        >>> tf.keras.backend.to_dense(tf.sparse.eye(2)).numpy().tolist()
        [[1.0, 0.0], [0.0, 1.0]]
    """
    if hasattr(tensor, "_keras_history") and is_sparse(tensor):
        return Lambda(sparse.to_dense)(tensor)
    return sparse.to_dense(tensor) if is_sparse(tensor) else tensor


@tf_export("keras.backend.is_keras_tensor")
def is_keras_tensor(x: TensorLike) -> bool:
    """Whether something is a Keras tensor: what `tf.keras.Input` made, or a layer gave for one.

    Mirrors `tf.keras.backend.is_keras_tensor`.

    Keras tensors are what `tf.keras.Input` makes and what layers give for them: they stand for values while a model is put together. A
    tensor of numbers or of a graph is none.

    Arguments:
        x: a tensor of TensorFlow or of Keras, or a variable.

    Returns:
        A boolean.

    Raises:
        ValueError: what is no tensor at all.

    A function for both kinds asks it first.

    Example:
        >>> tf.keras.backend.is_keras_tensor(tf.keras.Input(shape=(2,))), tf.keras.backend.is_keras_tensor(tf.ones([2]))
        (True, False)
    """
    if not isinstance(x, (Tensor, Variable, sparse.SparseTensor, RaggedTensor, KerasTensor)):
        raise ValueError(f"Unexpectedly found an instance of type `{type(x)}`. Expected a symbolic tensor instance.")
    return hasattr(x, "_keras_history")


@tf_export("keras.backend.placeholder")
def placeholder(
    shape: SizesLike | None = None,
    ndim: int | None = None,
    dtype: DTypeLike | None = None,
    sparse: bool = False,
    name: str | None = None,
    ragged: bool = False,
) -> Any:
    """A Keras tensor to make models from; `tf.keras.Input` with the batch in the shape.

    Mirrors `tf.keras.backend.placeholder`.

    Arguments:
        shape: the shape with the batch, None for unknown sizes.
        ndim: the rank, where no shape is given; without both it is unknown.
        dtype: None (default): `floatx()`.
        sparse, ragged: whether it stands for such tensors; False.
        name: the name; None.

    Returns:
        A Keras tensor.

    Raises:
        ValueError: both `sparse` and `ragged`.

    In TensorFlow 1's graphs it is a placeholder to be fed. Models made of it are called as those of `Input` are.

    Example:
        >>> tf.keras.backend.placeholder(shape=(None, 3)).shape
        TensorShape([None, 3])
    """
    if sparse and ragged:
        raise ValueError(
            f"Cannot set both sparse and ragged to True when creating a placeholder. Received: sparse={sparse}, ragged={ragged}"
        )
    if shape is None and ndim:
        shape = (None,) * ndim
    if building() is not None and not sparse and not ragged:
        return inputs.placeholder(dtype or floatx(), shape, name)
    if shape is None and not sparse and not ragged:
        return Input(type_spec=TensorSpec(None, dtype or floatx()), name=name)
    shape = () if shape is None else shape
    return (
        Input(batch_shape=shape, dtype=dtype or floatx(), name=name, sparse=sparse, ragged=ragged)
        if _takes_batch_shape(Input)
        else Input(batch_input_shape=tuple(shape), dtype=dtype or floatx(), name=name, sparse=sparse, ragged=ragged)
    )


def _takes_batch_shape(function):
    return "batch_shape" in inspect.signature(function).parameters


@tf_export("keras.backend.eval")
def eval(x: TensorLike) -> Any:
    """The values of a tensor or variable as a NumPy array.

    Mirrors `tf.keras.backend.eval`. In a TF 1 graph it runs Keras' session.

    Eagerly this is `x.numpy()`. In TensorFlow 1's graphs it runs the session of Keras, which is made where there is none and initializes
    Keras' variables first.

    Arguments:
        x: a tensor or variable; in graphs one that depends on no placeholder that has to be fed.

    Returns:
        An array.

    Tests written for both versions of TensorFlow call it.

    Example:
        >>> tf.keras.backend.eval(tf.constant([1.0, 2.0]) * 2).tolist()
        [2.0, 4.0]
        >>> tf.keras.backend.eval(tf.Variable(3.0)).dtype
        dtype('float32')
    """
    return get_value(to_dense(x))


@tf_export("keras.backend.concatenate")
def concatenate(tensors: TensorLike, axis: Axis = -1) -> AnyTensor:
    """Tensors one after the other along an axis.

    Mirrors `tf.keras.backend.concatenate`. The result is sparse if all are.

    Sizes along the axis add up; all others have to agree. For tensors that are to stand beside each other along a new axis there is
    `stack`. The gradient is cut in the same places. Sparse tensors are joined sparsely, ragged ones raggedly.

    Arguments:
        tensors: a list of tensors of one dtype and rank.
        axis: the axis along which they are joined, an integer; -1 (the last) by default.

    Returns:
        A tensor of their dtype and rank.

    Raises:
        InvalidArgumentError: sizes of other axes that differ.

    Example:
        >>> tf.keras.backend.concatenate([tf.constant([[1, 2]]), tf.constant([[3]])]).numpy().tolist()
        [[1, 2, 3]]
        >>> tf.keras.backend.concatenate([tf.ones([2, 3]), tf.ones([1, 3])], axis=0).shape
        TensorShape([3, 3])
    """
    axis = axis_of_joined(axis, tensors[0])
    if all(is_sparse(x) for x in tensors):
        return sparse.concat(axis, tensors)
    return array_ops.concat([to_dense(x) for x in tensors], axis)
