"""Linear equations, inverses and determinants."""

from __future__ import annotations

import cmath
import collections
from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import readable
from tfshim.engine.values.shapes import dims_text
from tfshim.linalg import _shape_fallbacks
from tfshim.linalg._checks import TYPES, check_info, check_matrix, check_pair, check_pivots, check_square, no_number, not_finite
from tfshim.linalg.decompositions import cholesky
from tfshim.linalg.diagonals import diag_part
from tfshim.math.complex_parts import real
from tfshim.math.elementwise import log
from tfshim.math.reductions import reduce_sum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


LogMatrixDeterminant = collections.namedtuple("LogMatrixDeterminant", ["sign", "log_abs_determinant"])


class _ComplexDet(Function):
    """The determinant with TensorFlow's gradient, which does not conjugate the determinant itself."""

    @staticmethod
    def forward(x):
        return torch.linalg.det(x)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0], output)

    @staticmethod
    def backward(ctx, grad):
        x, value = ctx.saved_tensors
        return (grad * value)[..., None, None] * torch.linalg.inv(x.mH)


class _ComplexSlogdet(Function):
    """Sign and logarithm of determinants with TensorFlow's gradient, in which the sign counts as a constant."""

    @staticmethod
    def forward(x):
        sign, size = torch.linalg.slogdet(x)
        return sign, size.to(x.dtype)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    @staticmethod
    def backward(ctx, sign_grad, grad):
        (x,) = ctx.saved_tensors
        return grad[..., None, None] * torch.linalg.inv(x.mH)


@tf_export("linalg.det", v1=["linalg.det", "matrix_determinant"], keras_defaults=True)
@op("MatrixDeterminant", input="T", T=TYPES, scope="", shape_fallback=by_names("...mm->..."))
def det(input: TensorLike, name: str | None = None) -> Tensor:
    """The determinants of matrices. Mirrors `tf.linalg.det`.

    `input`: `[..., n, n]`, float or complex; the result is `[...]`. Raises InvalidArgumentError for matrices that are
    not square.
    """
    check_square(input)
    # torch before 2.12 has no gradient for empty matrices.
    value = _ComplexDet.apply(input) if input.is_complex() or not input.numel() else torch.linalg.det(input)
    if readable(value) and not cmath.isnan(value.item() if not value.dim() else value.detach().sum().item()):
        return value
    # TensorFlow has it from its sign and logarithm, and no number has the sign 0 and the logarithm of 0.
    return torch.where(torch.isnan(value), torch.zeros_like(value), value)


@tf_export("linalg.slogdet")
@op("LogMatrixDeterminant", input="T", T=TYPES, scope="", shape_fallback=by_names("...mm->...,...", result=LogMatrixDeterminant))
def slogdet(input: TensorLike, name: str | None = None) -> LogMatrixDeterminant:
    """The signs of determinants and the logarithms of their absolute values. Mirrors `tf.linalg.slogdet`.

    `input`: `[..., n, n]`, float or complex. Gives a named tuple (sign, log_abs_determinant) of the same dtype; 0 and
    minus infinity for singular matrices. Raises InvalidArgumentError for matrices that are not square.
    """
    check_square(input)
    sign, size = _ComplexSlogdet.apply(input) if input.is_complex() else torch.linalg.slogdet(input)
    # Whatever is not finite counts as singular, as in TensorFlow: sign 0.
    known = torch.isfinite(size)
    above = (size.real if size.is_complex() else size) > 0
    infinite = torch.where(above, float("inf"), float("-inf")).to(size.dtype)
    return LogMatrixDeterminant(torch.where(known, sign, torch.zeros_like(sign)), torch.where(known, size, infinite))


@tf_export("linalg.logdet")
@composite
def logdet(matrix: TensorLike, name: str | None = None) -> Tensor:
    """The logarithms of the determinants of positive definite matrices. Mirrors `tf.linalg.logdet`.

    `matrix`: `[..., n, n]`, float or complex; the result is real, `[...]`. Raises InvalidArgumentError for matrices
    that are not square.
    """
    return 2.0 * reduce_sum(log(real(diag_part(cholesky(matrix)))), axis=[-1], name=name)


@tf_export("linalg.inv", v1=["linalg.inv", "matrix_inverse"], keras_defaults=True)
@op("MatrixInverse", input="T", T=TYPES, scope="", shape_fallback=by_names("...mm->...mm"))
def inv(input: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The inverses of matrices. Mirrors `tf.linalg.inv`.

    `input`: `[..., n, n]`, float or complex; `adjoint`: whether the adjoint matrices are inverted. Raises
    InvalidArgumentError for singular matrices and for those that are not square.
    """
    check_square(input)
    inverse, info = torch.linalg.inv_ex(input.mH if adjoint else input)
    check_info(info, "Input is not invertible.")
    check_pivots(input, "Input is not invertible.")
    return inverse


@tf_export("linalg.solve", v1=["linalg.solve", "matrix_solve"])
@op("MatrixSolve", matrix="T", rhs="T", T=TYPES, scope="", shape_fallback=_shape_fallbacks.solution)
def solve(matrix: TensorLike, rhs: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The solutions `x` of `matrix @ x = rhs`. Mirrors `tf.linalg.solve`.

    `matrix`: `[..., n, n]`, `rhs`: `[..., n, k]`, of one float or complex dtype; `adjoint`: whether the adjoint of
    `matrix` is meant. Raises InvalidArgumentError for singular matrices and shapes that do not fit.
    """
    check_pair(matrix, rhs)
    check_square(matrix)
    if matrix.shape[-1] != rhs.shape[-2]:
        raise invalid("Input matrix and rhs are incompatible.")
    result, info = torch.linalg.solve_ex(matrix.mH if adjoint else matrix, rhs)
    check_info(info, "Input matrix is not invertible.")
    check_pivots(matrix, "Input matrix is not invertible.")
    return result


@tf_export("linalg.triangular_solve", v1=["linalg.triangular_solve", "matrix_triangular_solve"])
@op("MatrixTriangularSolve", matrix="T", rhs="T", T=TYPES | dt.bfloat16.mask, scope="", shape_fallback=_shape_fallbacks.solution)
def triangular_solve(matrix: TensorLike, rhs: TensorLike, lower: bool = True, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The solutions `x` of `matrix @ x = rhs` with triangular matrices. Mirrors `tf.linalg.triangular_solve`.

    `matrix`: `[..., n, n]`, `rhs`: `[..., n, k]`, of one float or complex dtype; leading dimensions broadcast. `lower`:
    which triangle is read; `adjoint`: whether its adjoint is meant. A zero on the diagonal gives infinities and NaN.
    Raises InvalidArgumentError for shapes that do not fit.
    """
    for i, x in enumerate((matrix, rhs)):
        if x.dim() < 2:
            raise invalid(f"In[{i}] ndims must be >= 2: {x.dim()}")
    rows, cols = matrix.shape[-2:]
    if rows != cols:
        raise invalid(f"In[0] matrices in the last dimensions must be square ({rows} =/= {cols})")
    if cols != rhs.shape[-2]:
        raise invalid(
            f"In[0] mismatch In[1] shape: {cols} vs. {rhs.shape[-2]}: {dims_text(matrix.shape)} {dims_text(rhs.shape)} "
            f"{int(bool(lower))} {int(bool(adjoint))}"
        )
    matrix, lower = (matrix.mH, not lower) if adjoint else (matrix, lower)
    return torch.linalg.solve_triangular(matrix, rhs, upper=not lower)


@tf_export("linalg.cholesky_solve", v1=["linalg.cholesky_solve", "cholesky_solve"])
@composite
def cholesky_solve(chol: TensorLike, rhs: TensorLike, name: str | None = None) -> Tensor:
    """The solutions `x` of `chol @ adjoint(chol) @ x = rhs`. Mirrors `tf.linalg.cholesky_solve`.

    `chol`: what `cholesky` gives, `[..., n, n]`; `rhs`: `[..., n, k]`. Raises InvalidArgumentError for shapes that do
    not fit.
    """
    half = triangular_solve(chol, rhs, lower=True, adjoint=False)
    return triangular_solve(chol, half, lower=True, adjoint=True, name=name)


@tf_export("linalg.lstsq", v1=["linalg.lstsq", "matrix_solve_ls"])
@composite
def lstsq(
    matrix: TensorLike, rhs: TensorLike, l2_regularizer: FloatLike | None = 0.0, fast: bool = True, name: str | None = None
) -> Tensor:
    """The solutions `x` with the least `|matrix @ x - rhs|**2 + l2_regularizer * |x|**2`. Mirrors `tf.linalg.lstsq`.

    `matrix`: `[..., m, n]`, `rhs`: `[..., m, k]`, of one float or complex dtype. `fast`: solve the normal equations,
    which needs matrices of full rank or a regularizer; otherwise the solution of least norm is found by an orthogonal
    decomposition, and `l2_regularizer` does not count. Raises InvalidArgumentError for shapes that do not fit,
    IndexError for a vector.
    """
    matrix = convert_to_tensor(matrix)
    if fast and matrix.shape.rank == 1:
        raise IndexError(f"`matrix` must have two dimensions at least. Received shape {matrix.shape}.")
    return _lstsq(matrix, rhs, l2_regularizer, fast, name=name)


@op(
    "MatrixSolveLs",
    matrix="T",
    rhs="T",
    l2_regularizer="float64",
    T=TYPES,
    scope="",
    non_differentiable=("l2_regularizer",),
    shape_fallback=by_names("...mn,...mk->...nk"),
)
def _lstsq(matrix, rhs, l2_regularizer=0.0, fast=True, name=None):
    check_matrix(matrix)
    for i, x in enumerate((matrix, rhs)):
        if x.dim() < 2:
            raise invalid(f"In[{i}] ndims must be >= 2")
    if matrix.shape[-2] != rhs.shape[-2]:
        raise invalid(f"Matrix size-incompatible: In[0]: {dims_text(matrix.shape)}, In[1]: {dims_text(rhs.shape)}")
    if not fast:
        lost = not_finite(matrix)
        if lost is not None:
            matrix = torch.where(lost, torch.zeros_like(matrix), matrix)
        found = torch.linalg.pinv(matrix) @ rhs
        return found if lost is None else torch.where(lost, no_number(found), found)
    # TensorFlow's fast path: the normal equations of the smaller side.
    tall = matrix.shape[-2] >= matrix.shape[-1]
    gramian = matrix.mH @ matrix if tall else matrix @ matrix.mH
    unit = torch.eye(gramian.shape[-1], dtype=matrix.dtype, device=matrix.device)
    factor, info = torch.linalg.cholesky_ex(gramian + unit * l2_regularizer.to(matrix.dtype))
    check_info(info, "Cholesky decomposition was not successful. The input might not be valid.")
    if tall:
        return torch.cholesky_solve(matrix.mH @ rhs, factor)
    return matrix.mH @ torch.cholesky_solve(rhs, factor)


def _at_least_matrix(a):
    a = convert_to_tensor(a)
    if a.shape.rank is not None and a.shape.rank < 2:
        raise ValueError(f"Input `a` must have at least 2 dimensions (saw: {a.shape.rank}).")
    return a


def _float_matrix(a):
    a = convert_to_tensor(a)
    if not a.dtype.is_floating:
        raise TypeError(f"Input `a` must have `float`-like `dtype` (saw {a.dtype.name}).")
    return _at_least_matrix(a)


@op("MatrixRank", a="T", tol="T?", T=dt.REALS, grad=None, register=False)
def _matrix_rank(a, tol=None, name=None):
    check_matrix(a)
    lost = not_finite(a)
    s = torch.linalg.svdvals(a if lost is None else torch.where(lost, torch.zeros_like(a), a))
    if tol is None:
        if not s.shape[-1]:
            return s.new_zeros(s.shape[:-1], dtype=torch.int32)
        # The default of TensorFlow, and of NumPy.
        tol = torch.finfo(a.dtype).eps * max(a.shape[-2:]) * s.amax(-1, keepdim=True)
    return torch.sum(s > tol, -1, dtype=torch.int32)


@tf_export("linalg.matrix_rank")
@composite
def matrix_rank(a: TensorLike, tol: FloatLike | None = None, validate_args: bool = False, name: str | None = None) -> Tensor:
    """How many singular values of each matrix are greater than `tol`. Mirrors `tf.linalg.matrix_rank`.

    `a`: `[..., m, n]`, float; `tol`: None for the rounding error of the greatest one; `validate_args`: check the rank of
    `a` when it runs, as is always done. Gives int32 `[...]`. Raises TypeError for other dtypes, ValueError for fewer
    than two dimensions.
    """
    return _matrix_rank(_float_matrix(convert_to_tensor(a, dtype_hint=dt.float32)), tol, name=name)


@op("Pinv", a="T", rcond="T?", T=dt.REALS, register=False)
def _pinv(a, rcond=None, name=None):
    check_matrix(a)
    lost = not_finite(a)
    if lost is not None:
        a = torch.where(lost, torch.zeros_like(a), a)
    u, s, vh = torch.linalg.svd(a, full_matrices=False)
    if not s.shape[-1]:
        return a.mT.clone()
    if rcond is None:
        # TensorFlow's default for `rcond`, which is not NumPy's.
        cutoff = 10.0 * max(a.shape[-2:]) * torch.finfo(a.dtype).eps * s.amax(-1, keepdim=True)
    else:
        cutoff = rcond.unsqueeze(-1) * s.amax(-1, keepdim=True)
    # Infinity, so that dividing by it below leaves the small singular values out.
    s = torch.where(s > cutoff, s, torch.full_like(s, float("inf")))
    made = (vh.mT / s.unsqueeze(-2)) @ u.mT
    return made if lost is None else torch.where(lost, no_number(made), made)


@tf_export("linalg.pinv")
@composite
def pinv(a: TensorLike, rcond: FloatLike | None = None, validate_args: bool = False, name: str | None = None) -> Tensor:
    """The Moore-Penrose inverses of matrices. Mirrors `tf.linalg.pinv`.

    `a`: `[..., m, n]`, float; `rcond`: singular values below this share of the greatest count as 0, None for a share
    that fits the dtype; `validate_args`: check the rank of `a` when it runs, as is always done. Raises TypeError for
    other dtypes, ValueError for fewer than two dimensions.
    """
    return _pinv(_float_matrix(a), rcond, name=name)


@tf_export("linalg.cross", v1=["linalg.cross", "cross"], keras_defaults=True)
@op("Cross", a="T", b="T", T=dt.REAL_NUMBERS, scope="", shape_fallback=by_names("...,...->..."))
def cross(a: TensorLike, b: TensorLike, name: str | None = None) -> Tensor:
    """The cross products of vectors in the last dimension. Mirrors `tf.linalg.cross`.

    `a`, `b`: `[..., 3]`, real, of one shape and dtype. Raises InvalidArgumentError for different shapes,
    FailedPreconditionError for vectors of another length.
    """
    if a.shape != b.shape:
        raise invalid(f"Both inputs must be of same shape: {dims_text(a.shape)} vs. {dims_text(b.shape)}")
    if not a.dim():
        raise invalid("Input must be at least 1D")
    if a.shape[-1] != 3:
        raise errors.FailedPreconditionError(None, None, "Cross-products are only defined for 3-element vectors.")
    return torch.linalg.cross(a, b, dim=-1)
