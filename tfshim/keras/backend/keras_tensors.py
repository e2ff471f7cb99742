"""What the backend does with Keras tensors, and with sparse tensors, which become dense."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, sparse
from tfshim._export import tf_export
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.keras.backend.settings import floatx
from tfshim.keras.backend.state import get_value
from tfshim.keras.backend.values import is_sparse, ndim
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
    """A tensor with the values of a sparse one; other tensors as they are."""
    if hasattr(tensor, "_keras_history") and is_sparse(tensor):
        return Lambda(sparse.to_dense)(tensor)
    return sparse.to_dense(tensor) if is_sparse(tensor) else tensor


@tf_export("keras.backend.is_keras_tensor")
def is_keras_tensor(x: TensorLike) -> bool:
    """Whether `x` is a value of a functional model. Raises ValueError for what is no tensor at all."""
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
    """A value of a functional model, of `shape` or of `ndim` unknown sizes. Raises ValueError for both sparse and ragged."""
    if sparse and ragged:
        raise ValueError(
            f"Cannot set both sparse and ragged to True when creating a placeholder. Received: sparse={sparse}, ragged={ragged}"
        )
    if shape is None:
        shape = (None,) * ndim if ndim else ()
    if building() is not None and not sparse and not ragged:
        return inputs.placeholder(dtype or floatx(), shape, name)
    return (
        Input(batch_shape=shape, dtype=dtype or floatx(), name=name, sparse=sparse, ragged=ragged)
        if _takes_batch_shape(Input)
        else Input(batch_input_shape=tuple(shape), dtype=dtype or floatx(), name=name, sparse=sparse, ragged=ragged)
    )


def _takes_batch_shape(function):
    return "batch_shape" in inspect.signature(function).parameters


@tf_export("keras.backend.eval")
def eval(x: TensorLike) -> Any:
    """The values of `x`, as a NumPy array."""
    return get_value(to_dense(x))


@tf_export("keras.backend.concatenate")
def concatenate(tensors: TensorLike, axis: Axis = -1) -> AnyTensor:
    """Tensors one after another along `axis`; sparse if all are."""
    if axis < 0:
        rank = ndim(tensors[0])
        axis = axis % rank if rank else 0
    if all(is_sparse(x) for x in tensors):
        return sparse.concat(axis, tensors)
    return array_ops.concat([to_dense(x) for x in tensors], axis)
