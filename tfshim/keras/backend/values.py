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
    """Whether `tensor` is a `tf.SparseTensor`, or will be one."""
    spec = getattr(tensor, "type_spec", tensor)
    return isinstance(spec, (sparse.SparseTensor, sparse.SparseTensorSpec))  # type: ignore[attr-defined]


@tf_export("keras.backend.variable")
def variable(
    value: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, constraint: ConstraintLike | None = None
) -> Variable | SparseTensor:
    """A variable with `value`, of `dtype` (default: `floatx()`); of a sparse matrix a `tf.SparseTensor`."""
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
    """A constant tensor of `dtype` (default: `floatx()`)."""
    return array_ops.constant(value, dtype=dtype or floatx(), shape=shape, name=name)


@tf_export("keras.backend.zeros")
def zeros(shape: SizesLike, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    """A variable of zeros."""
    dtype = dtype or floatx()
    return _kept(array_ops.zeros(shape, dtype), dtype, name)


@tf_export("keras.backend.ones")
def ones(shape: SizesLike, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    """A variable of ones."""
    dtype = dtype or floatx()
    return _kept(array_ops.ones(shape, dtype), dtype, name)


@tf_export("keras.backend.eye")
def eye(size: IntLike, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    """A variable with the identity matrix."""
    dtype = dtype or floatx()
    return variable(linalg.eye(size, dtype=dtype), dtype, name)


@tf_export("keras.backend.zeros_like")
def zeros_like(x: TensorLike, dtype: DTypeLike | None = None, name: str | None = None) -> AnyTensor:
    """Zeros in the shape of `x`."""
    return array_ops.zeros_like(x, dtype=dtype, name=name)


@tf_export("keras.backend.ones_like")
def ones_like(x: TensorLike, dtype: DTypeLike | None = None, name: str | None = None) -> AnyTensor:
    """Ones in the shape of `x`."""
    return array_ops.ones_like(x, dtype=dtype, name=name)


@tf_export("keras.backend.arange")
def arange(start: IntLike, stop: IntLike | None = None, step: IntLike = 1, dtype: DTypeLike = "int32") -> AnyTensor:
    """Numbers from `start` (0 where only one is given) up to `stop`, in the dtype that fits, or `dtype`."""
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
    """The sizes of `x`, a tensor."""
    return array_ops.shape(x)


@tf_export("keras.backend.int_shape")
def int_shape(x: TensorLike) -> Any:
    """The sizes of `x` as a tuple, None where unknown; None for an unknown rank."""
    try:
        sizes = x.shape
        return tuple(sizes if isinstance(sizes, tuple) else sizes.as_list())
    except ValueError:
        return None


@tf_export("keras.backend.ndim")
def ndim(x: TensorLike) -> int:
    """The number of axes."""
    return x.shape.rank


@tf_export("keras.backend.dtype")
def dtype(x: TensorLike) -> str:
    """The dtype, as a string."""
    return x.dtype.base_dtype.name


@tf_export("keras.backend.count_params")
def count_params(x: TensorLike) -> int:
    """The number of elements."""
    return int(np.prod(x.shape.as_list()))


@tf_export("keras.backend.cast")
def cast(x: TensorLike, dtype: Any) -> AnyTensor:
    """`x` in another dtype."""
    return array_ops.cast(x, dtype)


@tf_export("keras.backend.cast_to_floatx")
def cast_to_floatx(x: TensorLike) -> np.ndarray:
    """`x`, a tensor or array, in the dtype `floatx()`."""
    if isinstance(x, (Tensor, Variable, sparse.SparseTensor)) or is_sparse(x) or hasattr(x, "_keras_history"):
        return array_ops.cast(x, dtype=floatx())
    return np.asarray(x, dtype=floatx())


@tf_export("keras.backend.update")
def update(x: TensorLike, new_x: TensorLike) -> Any:
    """Set a variable."""
    return x.assign(new_x)


@tf_export("keras.backend.update_add")
def update_add(x: TensorLike, increment: TensorLike) -> Any:
    """Add to a variable."""
    return x.assign_add(increment)


@tf_export("keras.backend.update_sub")
def update_sub(x: TensorLike, decrement: TensorLike) -> Any:
    """Subtract from a variable."""
    return x.assign_sub(decrement)


@tf_export("keras.backend.moving_average_update")
def moving_average_update(x: TensorLike, value: TensorLike, momentum: FloatLike) -> Any:
    """Move a variable towards `value`: `x * momentum + value * (1 - momentum)`."""
    momentum = array_ops.cast(momentum, x.dtype)
    return x.assign_sub((x - array_ops.cast(value, x.dtype)) * (1 - momentum))


@tf_export("keras.backend.transpose")
def transpose(x: TensorLike) -> AnyTensor:
    """`x` with its axes in reverse order."""
    return array_ops.transpose(x)


@tf_export("keras.backend.permute_dimensions")
def permute_dimensions(x: TensorLike, pattern: TensorLike) -> AnyTensor:
    """`x` with its axes in the order `pattern`."""
    return array_ops.transpose(x, perm=pattern)


@tf_export("keras.backend.reshape")
def reshape(x: TensorLike, shape: SizesLike) -> AnyTensor:
    """`x` in another shape."""
    return array_ops.reshape(x, shape)


@tf_export("keras.backend.gather")
def gather(reference: TensorLike, indices: TensorLike) -> AnyTensor:
    """The rows `indices` of `reference`."""
    return array_ops.gather(reference, indices)


@tf_export("keras.backend.stack")
def stack(x: TensorLike, axis: Axis = 0) -> AnyTensor:
    """Tensors stacked along a new axis."""
    return array_ops.stack(x, axis=axis)


@tf_export("keras.backend.expand_dims")
def expand_dims(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """`x` with a new axis of size 1."""
    return array_ops.expand_dims(x, axis)


@tf_export("keras.backend.squeeze")
def squeeze(x: TensorLike, axis: Axis) -> AnyTensor:
    """`x` without an axis of size 1."""
    return array_ops.squeeze(x, [axis])


@tf_export("keras.backend.flatten")
def flatten(x: TensorLike) -> AnyTensor:
    """All elements in one axis."""
    return array_ops.reshape(x, [-1])


@tf_export("keras.backend.batch_flatten")
def batch_flatten(x: TensorLike) -> AnyTensor:
    """All axes but the first in one."""
    return array_ops.reshape(x, array_ops.stack([-1, math.reduce_prod(array_ops.shape(x)[1:])]))


@tf_export("keras.backend.repeat")
def repeat(x: TensorLike, n: IntLike) -> AnyTensor:
    """Each row of the matrix `x`, `n` times along a new axis 1. Raises AssertionError for other ranks."""
    assert ndim(x) == 2
    return array_ops.tile(array_ops.expand_dims(x, 1), array_ops.stack([1, n, 1]))


@tf_export("keras.backend.repeat_elements")
def repeat_elements(x: TensorLike, rep: TensorLike, axis: Axis) -> AnyTensor:
    """Each element along `axis`, `rep` times one after another. Raises IndexError for an axis outside of the rank."""
    sizes = x.shape.as_list()
    sizes[axis]  # not by the rules of `tf.repeat`: those of a list hold here
    return array_ops.repeat(x, operator.index(rep), axis=operator.index(axis))


@tf_export("keras.backend.tile")
def tile(x: TensorLike, n: IntLike) -> AnyTensor:
    """`x` `n` times along each axis, or along the last."""
    n = [n] if isinstance(n, int) else n
    return array_ops.tile(x, n)


@tf_export("keras.backend.reverse")
def reverse(x: TensorLike, axes: Axis) -> AnyTensor:
    """`x` backwards along one axis or several."""
    return array_ops.reverse(x, [axes] if isinstance(axes, int) else axes)


@tf_export("keras.backend.one_hot")
def one_hot(indices: TensorLike, num_classes: IntLike) -> AnyTensor:
    """Rows with a one at the class number."""
    return array_ops.one_hot(indices, depth=num_classes, axis=-1)


@tf_export("keras.backend.stop_gradient")
def stop_gradient(variables: Any) -> list[Any]:
    """`variables`, one or a list, through which no gradient goes."""
    return list(map(stop, variables)) if isinstance(variables, (list, tuple)) else stop(variables)


@tf_export("keras.backend.print_tensor")
def print_tensor(x: TensorLike, message: str = "", summarize: int = 3) -> AnyTensor:
    """`x`, after it was printed behind `message`."""
    if isinstance(x, Tensor) and not hasattr(x, "numpy") or not hasattr(x, "_keras_history"):
        print_op(message, x, output_stream=sys.stdout, summarize=summarize)
    return array_ops.identity(convert_to_tensor(x) if not hasattr(x, "_keras_history") else x)
