"""What can be done with the factors that `lu` gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops.creation import ones_like
from tfshim.array_ops.shapes import shape
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.linalg.diagonals import band_part, diag_part, eye, set_diag
from tfshim.linalg.products import matmul
from tfshim.linalg.solvers import triangular_solve

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


@op("GatherV2", x="T", perm="Tindices", register=False)
def _rows(x, perm, inverse=False, name=None):
    """The rows of the matrices `x` in the order `perm`, or in that which undoes it; leading dimensions broadcast."""
    perm = perm.long()
    if inverse:
        # Sorting a permutation gives the one that undoes it.
        perm = perm.argsort(-1)
    batch = torch.broadcast_shapes(x.shape[:-2], perm.shape[:-1])
    x = x.expand(*batch, *x.shape[-2:])
    perm = perm.expand(*batch, perm.shape[-1])
    return torch.gather(x, -2, perm.unsqueeze(-1).expand(*perm.shape, x.shape[-1]))


def _checked(lower_upper, perm):
    """Both arguments as tensors. Raises ValueError for shapes that do not fit."""
    lower_upper, perm = convert_to_tensor(lower_upper, dtype_hint="float32"), convert_to_tensor(perm, dtype_hint="int32")
    rank, places = lower_upper.shape.rank, perm.shape.rank
    if rank is not None and rank < 2:
        raise ValueError(f"Input `lower_upper` must have at least 2 dimensions (saw: {rank}).")
    if rank is not None and places is not None and rank != places + 1:
        raise ValueError(f"`rank(lower_upper)` must equal `rank(perm) + 1` (saw: {rank} and {places}).")
    if rank is not None:
        rows, cols = lower_upper.shape[-2], lower_upper.shape[-1]
        if rows is not None and cols is not None and rows != cols:
            raise ValueError(f"`lower_upper` must be square (saw: {rows} by {cols}).")
    return lower_upper, perm


def _lower(lower_upper):
    """The lower triangular factor, with its ones on the diagonal."""
    return set_diag(band_part(lower_upper, num_lower=-1, num_upper=0), ones_like(diag_part(lower_upper)))


@tf_export("linalg.lu_reconstruct")
@composite
def lu_reconstruct(lower_upper: TensorLike, perm: TensorLike, validate_args: bool = False, name: str | None = None) -> Tensor:
    """The matrices that have given triangular factors. Mirrors `tf.linalg.lu_reconstruct`.

    Arguments:
        lower_upper: a tensor `[..., n, n]`, float or complex, both triangles as `tf.linalg.lu` gives them.
        perm: a tensor `[..., n]`, int32 or int64, the permutation as `tf.linalg.lu` gives it.
        validate_args: whether shapes are checked when it runs, as is always done here; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., n, n]` of the same dtype.

    Raises:
        ValueError: the shapes do not fit.

    It undoes `tf.linalg.lu`.

    Example:
        >>> a = tf.constant([[1.0, 2.0], [4.0, 2.0]])
        >>> factors, order = tf.linalg.lu(a)
        >>> tf.linalg.lu_reconstruct(factors, order).numpy().tolist()
        [[1.0, 2.0], [4.0, 2.0]]
        >>> tf.linalg.lu_reconstruct(factors, [0, 1]).numpy().tolist()  # without exchanging rows
        [[4.0, 2.0], [1.0, 2.0]]
    """
    lower_upper, perm = _checked(lower_upper, perm)
    n, places = (None, None) if lower_upper.shape.rank is None else (lower_upper.shape[-1], perm.shape[-1])
    if n is not None and places is not None and n != places:
        raise ValueError(f"Shapes of `lower_upper` and `perm` are not compatible: {lower_upper.shape} and {perm.shape}.")
    product = matmul(_lower(lower_upper), band_part(lower_upper, num_lower=0, num_upper=-1))
    return _rows(product, perm, True, name=name)


@tf_export("linalg.lu_solve")
@composite
def lu_solve(lower_upper: TensorLike, perm: TensorLike, rhs: TensorLike, validate_args: bool = False, name: str | None = None) -> Tensor:
    """The solutions `x` of `a @ x = rhs`, where the triangular factors of `a` are known. Mirrors `tf.linalg.lu_solve`.

    Arguments:
        lower_upper: a tensor `[..., n, n]`, float or complex, both triangles as `tf.linalg.lu` gives them.
        perm: a tensor `[..., n]`, int32 or int64, the permutation as `tf.linalg.lu` gives it.
        rhs: a tensor `[..., n, k]` of the same dtype: a right side in each column.
        validate_args: whether shapes are checked when it runs, as is always done here; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., n, k]` of the same dtype.

    Raises:
        ValueError: the shapes do not fit.

    Where many right sides come one after the other, it saves the decomposition that `tf.linalg.solve` makes each time.

    Example:
        >>> factors, order = tf.linalg.lu([[3.0, 1.0], [1.0, 2.0]])
        >>> np.round(tf.linalg.lu_solve(factors, order, [[9.0], [8.0]]), 4).tolist()
        [[2.0], [3.0]]
        >>> tf.linalg.lu_solve(factors, order, tf.ones([2, 5])).shape
        TensorShape([2, 5])
    """
    lower_upper, perm = _checked(lower_upper, perm)
    rhs = convert_to_tensor(rhs, dtype_hint=lower_upper.dtype)
    if rhs.shape.rank is not None:
        if rhs.shape.rank < 2:
            raise ValueError(f"Input `rhs` must have at least 2 dimensions (saw: {rhs.shape.rank}).")
        if lower_upper.shape.rank is not None and None not in (lower_upper.shape[-1], rhs.shape[-2]):
            if lower_upper.shape[-1] != rhs.shape[-2]:
                raise ValueError("`lower_upper.shape[-1]` must equal `rhs.shape[-1]`.")
    half = triangular_solve(_lower(lower_upper), _rows(rhs, perm))
    return triangular_solve(lower_upper, half, lower=False, name=name)


@tf_export("linalg.lu_matrix_inverse")
@composite
def lu_matrix_inverse(lower_upper: TensorLike, perm: TensorLike, validate_args: bool = False, name: str | None = None) -> Tensor:
    """The inverses of the matrices that have given triangular factors. Mirrors `tf.linalg.lu_matrix_inverse`.

    Arguments:
        lower_upper: a tensor `[..., n, n]`, float or complex, both triangles as `tf.linalg.lu` gives them.
        perm: a tensor `[..., n]`, int32 or int64, the permutation as `tf.linalg.lu` gives it.
        validate_args: whether shapes are checked when it runs, as is always done here; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., n, n]` of the same dtype.

    Raises:
        ValueError: the shapes do not fit.

    To solve equations `tf.linalg.lu_solve` is faster and more exact than to multiply with an inverse.

    Example:
        >>> a = tf.constant([[4.0, 7.0], [2.0, 6.0]])
        >>> inverse = tf.linalg.lu_matrix_inverse(*tf.linalg.lu(a))
        >>> np.round(inverse, 4).tolist()
        [[0.6000000238418579, -0.699999988079071], [-0.20000000298023224, 0.4000000059604645]]
        >>> np.allclose(a @ inverse, tf.eye(2), atol=1e-5)
        True
    """
    lower_upper, perm = _checked(lower_upper, perm)
    n = lower_upper.shape[-1] if lower_upper.shape.rank is not None else None
    unit = eye(shape(lower_upper)[-1] if n is None else n, dtype=lower_upper.dtype)
    return lu_solve(lower_upper, perm, unit, name=name)
