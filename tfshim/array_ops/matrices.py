"""The matrices of a tensor transposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import rank
from tfshim.array_ops.transposing import transpose
from tfshim.engine.ops.composite import composite
from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("linalg.matrix_transpose", v1=["linalg.matrix_transpose", "linalg.transpose", "matrix_transpose"])
@composite
def matrix_transpose(a: TensorLike, name: str | None = "matrix_transpose", conjugate: bool = False) -> Tensor:
    """The last two dimensions of `a` swapped. Mirrors `tf.linalg.matrix_transpose`.

    `a`: `[..., m, n]`; `conjugate`: whether complex elements are conjugated as well. Raises ValueError for fewer than
    two dimensions.
    """
    a = convert_to_tensor(a)
    count = a.shape.rank
    if count is not None:
        if count < 2:
            raise ValueError(f"Argument `a` should be a (batch) matrix with rank >= 2.  Received `a` = {a} with shape: {a.shape}")
        order = [*_count(count - 2), count - 1, count - 2]
    else:
        dims = rank(a)
        order = concat((tf_range(dims - 2), [dims - 1, dims - 2]), 0)
    return transpose(a, perm=order, conjugate=conjugate, name=name)


_count = range


@tf_export("linalg.adjoint")
@composite
def adjoint(matrix: TensorLike, name: str | None = None) -> Tensor:
    """The last two dimensions of `matrix` swapped and its elements conjugated. Mirrors `tf.linalg.adjoint`.

    `matrix`: `[..., m, n]`. Raises ValueError for fewer than two dimensions.
    """
    return matrix_transpose(matrix, name=name, conjugate=True)
