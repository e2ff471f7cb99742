"""The matrices of a tensor transposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import rank
from tfshim.array_ops.transposing import transpose
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("linalg.matrix_transpose", v1=["linalg.matrix_transpose", "linalg.transpose", "matrix_transpose"])
@composite
@in_name_scope("matrix_transpose")
def matrix_transpose(a: TensorLike, name: str | None = "matrix_transpose", conjugate: bool = False) -> Tensor:
    """The last two dimensions swapped, matrix by matrix. Mirrors `tf.linalg.matrix_transpose`.

    Arguments:
        a: a tensor `[..., m, n]` of any dtype.
        name: a name for the operation in graphs.
        conjugate: whether complex elements are conjugated as well, as by `tf.linalg.adjoint`; False by default.

    Returns:
        A tensor `[..., n, m]` of the same dtype.

    Raises:
        ValueError: fewer than two dimensions.

    `tf.transpose` turns round all dimensions, unless it is told how; this leaves those of a batch alone.

    Example:
        >>> tf.linalg.matrix_transpose([[1, 2, 3], [4, 5, 6]]).numpy().tolist()
        [[1, 4], [2, 5], [3, 6]]
        >>> tf.linalg.matrix_transpose(tf.ones([7, 2, 3])).shape, tf.transpose(tf.ones([7, 2, 3])).shape
        (TensorShape([7, 3, 2]), TensorShape([3, 2, 7]))
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
    """The last two dimensions swapped and the elements conjugated, matrix by matrix. Mirrors `tf.linalg.adjoint`.

    Arguments:
        matrix: a tensor `[..., m, n]` of numbers, which holds a matrix in its last two dimensions.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., n, m]` of the same dtype. For real numbers it is the transpose.

    Raises:
        ValueError: fewer than two dimensions.

    `tf.linalg.matmul` and many solvers take `adjoint_a=True` or `adjoint=True`, which spares the copy.

    Example:
        >>> x = tf.constant([[1 + 1j, 2 + 0j], [3 + 0j, 4 - 2j]])
        >>> tf.linalg.adjoint(x).numpy().tolist()
        [[(1-1j), (3-0j)], [(2-0j), (4+2j)]]
        >>> tf.linalg.adjoint(tf.ones([5, 2, 3])).shape
        TensorShape([5, 3, 2])
    """
    return matrix_transpose(matrix, name=name, conjugate=True)
