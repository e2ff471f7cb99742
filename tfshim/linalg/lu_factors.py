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
    """The matrices that have the factors `lower_upper` and `perm`. Mirrors `tf.linalg.lu_reconstruct`.

    `lower_upper`: `[..., n, n]`, `perm`: `[..., n]`, as `lu` gives them; `validate_args`: check shapes when it runs, as
    is always done. Raises ValueError for shapes that do not fit.
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
    """The solutions `x` of `a @ x = rhs` where `a` has the factors `lower_upper` and `perm`. Mirrors `tf.linalg.lu_solve`.

    `lower_upper`: `[..., n, n]`, `perm`: `[..., n]`, as `lu` gives them; `rhs`: `[..., n, k]`; `validate_args`: check
    shapes when it runs, as is always done. Raises ValueError for shapes that do not fit.
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
    """The inverses of the matrices that have the factors `lower_upper` and `perm`. Mirrors `tf.linalg.lu_matrix_inverse`.

    The arguments and errors are those of `lu_reconstruct`.
    """
    lower_upper, perm = _checked(lower_upper, perm)
    n = lower_upper.shape[-1] if lower_upper.shape.rank is not None else None
    unit = eye(shape(lower_upper)[-1] if n is None else n, dtype=lower_upper.dtype)
    return lu_solve(lower_upper, perm, unit, name=name)
