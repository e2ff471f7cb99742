"""Linear equations, inverses and determinants."""

from __future__ import annotations

import cmath
import collections
from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import readable
from tfshim.engine.values.shapes import dims_text
from tfshim.linalg import _blocked, _shape_fallbacks
from tfshim.linalg._checks import TYPES, check_info, check_matrix, check_pair, check_pivots, check_square, no_number, not_finite
from tfshim.linalg._repeated import RepeatedSvd, repeat
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

    Arguments:
        input: a tensor `[..., n, n]`, float or complex.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[...]` of the same dtype: a scalar for one matrix, 0 for a singular one.

    Raises:
        InvalidArgumentError: matrices that are not square, or fewer than two dimensions.

    Of large matrices determinants leave the range of floats soon; `tf.linalg.slogdet` gives their signs and logarithms.

    Example:
        >>> round(float(tf.linalg.det([[1.0, 2.0], [3.0, 5.0]])), 4)
        -1.0
        >>> tf.linalg.det(2.0 * tf.eye(3, batch_shape=[2])).numpy().tolist()
        [8.0, 8.0]
        >>> float(tf.linalg.det(100.0 * tf.eye(30))), round(float(tf.linalg.slogdet(100.0 * tf.eye(30))[1]), 3)
        (inf, 138.155)
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

    Arguments:
        input: a tensor `[..., n, n]`, float or complex.
        name: a name for the operation in graphs.

    Returns:
        A named tuple (sign, log_abs_determinant) of tensors `[...]` of the same dtype; 0 and minus infinity for singular
        matrices. For complex matrices the sign is a number of absolute value 1.

    Raises:
        InvalidArgumentError: matrices that are not square, or fewer than two dimensions.

    `sign * exp(log_abs_determinant)` is the determinant, which may be beyond the range of floats.

    Example:
        >>> sign, log = tf.linalg.slogdet([[0.0, 2.0], [3.0, 0.0]])
        >>> float(sign), round(float(log), 4), round(float(np.log(6.0)), 4)
        (-1.0, 1.7918, 1.7918)
        >>> [float(x) for x in tf.linalg.slogdet([[1.0, 2.0], [2.0, 4.0]])]
        [0.0, -inf]
        >>> round(float(tf.linalg.slogdet(100.0 * tf.eye(30))[1]), 3)
        138.155
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
@in_name_scope("logdet")
def logdet(matrix: TensorLike, name: str | None = None) -> Tensor:
    """The logarithms of the determinants of positive definite matrices. Mirrors `tf.linalg.logdet`.

    Arguments:
        matrix: a tensor `[..., n, n]`, float or complex; only the lower triangle is read.
        name: a name for the operation in graphs.

    Returns:
        A real tensor `[...]`; NaN for matrices that are not positive definite.

    Raises:
        InvalidArgumentError: matrices that are not square, or fewer than two dimensions.

    It is found by `tf.linalg.cholesky`. `tf.linalg.slogdet` is for other matrices.

    Example:
        >>> float(tf.linalg.logdet(tf.eye(3)))
        0.0
        >>> round(float(tf.linalg.logdet([[4.0, 2.0], [2.0, 10.0]])), 4), round(float(np.log(36.0)), 4)
        (3.5835, 3.5835)
        >>> tf.linalg.logdet(tf.eye(2, batch_shape=[3])).shape
        TensorShape([3])
    """
    return 2.0 * reduce_sum(log(real(diag_part(cholesky(matrix)))), axis=[-1], name=name)


@tf_export("linalg.inv", v1=["linalg.inv", "matrix_inverse"], keras_defaults=True)
@op("MatrixInverse", input="T", T=TYPES, scope="", shape_fallback=by_names("...mm->...mm"))
def inv(input: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The inverses of matrices. Mirrors `tf.linalg.inv`.

    Arguments:
        input: a tensor `[..., n, n]`, float or complex.
        adjoint: whether the adjoint matrices are inverted; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        InvalidArgumentError: singular matrices, and those that are not square.

    To solve equations `tf.linalg.solve` is faster and more exact than to multiply with an inverse; for matrices that have none
    there is `tf.linalg.pinv`.

    Example:
        >>> np.round(tf.linalg.inv([[4.0, 7.0], [2.0, 6.0]]), 4).tolist()
        [[0.6000000238418579, -0.699999988079071], [-0.20000000298023224, 0.4000000059604645]]
        >>> np.round(tf.linalg.inv([[4.0, 7.0], [2.0, 6.0]], adjoint=True), 4).tolist()
        [[0.6000000238418579, -0.20000000298023224], [-0.699999988079071, 0.4000000059604645]]
        >>> tf.linalg.inv(tf.eye(3, batch_shape=[5])).shape
        TensorShape([5, 3, 3])
    """
    check_square(input)
    inverse, info = _blocked.inverse(input.mH if adjoint else input)
    check_info(info, "Input is not invertible.")
    check_pivots(input, "Input is not invertible.")
    return inverse


@tf_export("linalg.solve", v1=["linalg.solve", "matrix_solve"])
@op("MatrixSolve", matrix="T", rhs="T", T=TYPES, scope="", shape_fallback=_shape_fallbacks.solution)
def solve(matrix: TensorLike, rhs: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The solutions `x` of `matrix @ x = rhs`. Mirrors `tf.linalg.solve`.

    Arguments:
        matrix: a tensor `[..., n, n]`, float or complex.
        rhs: a tensor `[..., n, k]` of the same dtype: a right side in each column. A vector needs a dimension more:
            `rhs[:, tf.newaxis]`.
        adjoint: whether the adjoint of `matrix` is meant; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., n, k]` of the same dtype.

    Raises:
        InvalidArgumentError: singular matrices, and shapes that do not fit.

    Example:
        >>> a = tf.constant([[3.0, 1.0], [1.0, 2.0]])
        >>> np.round(tf.linalg.solve(a, [[9.0], [8.0]]), 4).tolist()
        [[2.0], [3.0]]
        >>> b = tf.constant([5.0, 5.0])
        >>> np.round(tf.linalg.solve(a, b[:, tf.newaxis])[:, 0], 4).tolist()
        [1.0, 2.0]
        >>> tf.linalg.solve(tf.eye(2, batch_shape=[3]), tf.ones([3, 2, 4])).shape
        TensorShape([3, 2, 4])
    """
    check_pair(matrix, rhs)
    check_square(matrix)
    if matrix.shape[-1] != rhs.shape[-2]:
        raise invalid("Input matrix and rhs are incompatible.")
    result, info = _blocked.solve(matrix.mH if adjoint else matrix, rhs)
    check_info(info, "Input matrix is not invertible.")
    check_pivots(matrix, "Input matrix is not invertible.")
    return result


@tf_export("linalg.triangular_solve", v1=["linalg.triangular_solve", "matrix_triangular_solve"])
@op("MatrixTriangularSolve", matrix="T", rhs="T", T=TYPES | dt.bfloat16.mask, scope="", shape_fallback=_shape_fallbacks.solution)
def triangular_solve(matrix: TensorLike, rhs: TensorLike, lower: bool = True, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The solutions `x` of `matrix @ x = rhs` with triangular matrices. Mirrors `tf.linalg.triangular_solve`.

    Arguments:
        matrix: a tensor `[..., n, n]`, float or complex. The other triangle is not read.
        rhs: a tensor `[..., n, k]` of the same dtype; leading dimensions broadcast.
        lower: which triangle is read: True (the default) the lower one.
        adjoint: whether the adjoint of the matrix is meant; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., n, k]` of the same dtype. A zero on the diagonal gives infinities and NaN.

    Raises:
        InvalidArgumentError: the shapes do not fit.

    Example:
        >>> a = tf.constant([[2.0, 99.0], [1.0, 4.0]])
        >>> tf.linalg.triangular_solve(a, [[2.0], [9.0]]).numpy().tolist()
        [[1.0], [2.0]]
        >>> tf.linalg.triangular_solve([[2.0, 1.0], [99.0, 4.0]], [[4.0], [8.0]], lower=False).numpy().tolist()
        [[1.0], [2.0]]
        >>> tf.linalg.triangular_solve(a, [[4.0], [8.0]], adjoint=True).numpy().tolist()
        [[1.0], [2.0]]
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
    return _blocked.solve_triangular(matrix, rhs, not lower)


@tf_export("linalg.cholesky_solve", v1=["linalg.cholesky_solve", "cholesky_solve"])
@composite
@in_name_scope("cholesky_solve")
def cholesky_solve(chol: TensorLike, rhs: TensorLike, name: str | None = None) -> Tensor:
    """The solutions `x` of `a @ x = rhs`, where `a` is `chol @ adjoint(chol)`. Mirrors `tf.linalg.cholesky_solve`.

    Arguments:
        chol: a tensor `[..., n, n]`, float or complex, the factors that `tf.linalg.cholesky` gives.
        rhs: a tensor `[..., n, k]` of the same dtype: a right side in each column.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., n, k]` of the same dtype.

    Raises:
        InvalidArgumentError: the shapes do not fit.

    For positive definite matrices this takes half the time of `tf.linalg.solve`, and factors can be used again.

    Example:
        >>> a = tf.constant([[4.0, 2.0], [2.0, 10.0]])
        >>> x = tf.linalg.cholesky_solve(tf.linalg.cholesky(a), [[8.0], [22.0]])
        >>> np.round(x, 4).tolist()
        [[1.0], [2.0]]
        >>> np.allclose(a @ x, [[8.0], [22.0]], atol=1e-4)
        True
    """
    half = triangular_solve(chol, rhs, lower=True, adjoint=False)
    return triangular_solve(chol, half, lower=True, adjoint=True, name=name)


@tf_export("linalg.lstsq", v1=["linalg.lstsq", "matrix_solve_ls"])
@composite
def lstsq(
    matrix: TensorLike, rhs: TensorLike, l2_regularizer: FloatLike | None = 0.0, fast: bool = True, name: str | None = None
) -> Tensor:
    """The solutions `x` with the least `|matrix @ x - rhs|**2 + l2_regularizer * |x|**2`. Mirrors `tf.linalg.lstsq`.

    Arguments:
        matrix: a tensor `[..., m, n]`, float or complex.
        rhs: a tensor `[..., m, k]` of the same dtype: a right side in each column.
        l2_regularizer: a number, 0.0 by default.
        fast: True (the default) solves the normal equations, which needs matrices of full rank or a regularizer; False finds
            the solution of least norm by an orthogonal decomposition, where `l2_regularizer` does not count.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., n, k]` of the same dtype.

    Raises:
        InvalidArgumentError: the shapes do not fit.
        IndexError: a vector.

    Example:
        >>> x = tf.constant([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]])
        >>> y = tf.constant([[1.0], [3.0], [5.0]])
        >>> np.round(tf.linalg.lstsq(x, y), 3).tolist()  # the line 2 x + 1 through three points
        [[2.0], [1.0]]
        >>> np.round(tf.linalg.lstsq(x, y, l2_regularizer=1.0), 3).tolist()
        [[1.6670000553131104], [1.0]]
    """
    matrix = convert_to_tensor(matrix)
    if fast and matrix.shape.rank == 1:
        raise IndexError(f"`matrix` must have two dimensions at least. Received shape {matrix.shape}.")
    return _lstsq(matrix, rhs, l2_regularizer, bool(fast), name=name)


class _Slow(Function):
    """The solution by a complete decomposition, of which TensorFlow has no gradient."""

    @staticmethod
    def forward(ctx, matrix, rhs):
        del ctx
        return torch.linalg.pinv(matrix) @ rhs

    @staticmethod
    def backward(ctx, grad):
        raise ValueError("Gradient not defined for fast=False")


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
        found = _Slow.apply(matrix, rhs) if matrix.requires_grad or rhs.requires_grad else torch.linalg.pinv(matrix) @ rhs
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
    """How many singular values of each matrix are greater than a bound. Mirrors `tf.linalg.matrix_rank`.

    Arguments:
        a: a float tensor `[..., m, n]`.
        tol: the bound; None (the default) for the rounding error of the greatest singular value: that times the larger of `m`
            and `n`, times the precision of the dtype.
        validate_args: whether the number of dimensions is checked when it runs, as is always done here; False by default.
        name: a name for the operation in graphs.

    Returns:
        An int32 tensor `[...]`.

    Raises:
        TypeError: another dtype.
        ValueError: fewer than two dimensions.

    Example:
        >>> int(tf.linalg.matrix_rank([[1.0, 2.0], [2.0, 4.0]])), int(tf.linalg.matrix_rank([[1.0, 2.0], [2.0, 5.0]]))
        (1, 2)
        >>> int(tf.linalg.matrix_rank([[1.0, 0.0], [0.0, 0.01]], tol=0.1))
        1
        >>> tf.linalg.matrix_rank(tf.eye(3, batch_shape=[4])).numpy().tolist()
        [3, 3, 3, 3]
    """
    return _matrix_rank(_float_matrix(convert_to_tensor(a, dtype_hint=dt.float32)), tol, name=name)


@op("Pinv", a="T", rcond="T?", T=dt.REALS, register=False)
def _pinv(a, rcond=None, name=None):
    check_matrix(a)
    lost = not_finite(a)
    if lost is not None:
        a = torch.where(lost, torch.zeros_like(a), a)
    u, s, vh = torch.linalg.svd(a, full_matrices=False)
    if repeat(a, s):
        u, s, vh = RepeatedSvd.apply(a)
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

    Arguments:
        a: a float tensor `[..., m, n]`.
        rcond: singular values below this share of the greatest count as 0; None (the default) for a share that fits the
            dtype and the size.
        validate_args: whether the number of dimensions is checked when it runs, as is always done here; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., n, m]` of the same dtype. `pinv(a) @ b` is the solution of least norm of `a @ x = b` in least squares;
        of a matrix that has an inverse it is that.

    Raises:
        TypeError: another dtype.
        ValueError: fewer than two dimensions.

    Example:
        >>> a = tf.constant([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]])
        >>> np.round(tf.linalg.pinv(a), 4).tolist()
        [[1.0, 0.0, 0.0], [0.0, 0.5, 0.0]]
        >>> np.allclose(a @ tf.linalg.pinv(a) @ a, a, atol=1e-5)
        True
        >>> np.round(tf.linalg.pinv([[1.0, 1.0], [1.0, 1.0]]), 4).tolist()
        [[0.25, 0.25], [0.25, 0.25]]
    """
    return _pinv(_float_matrix(a), rcond, name=name)


@tf_export("linalg.cross", v1=["linalg.cross", "cross"], keras_defaults=True)
@op("Cross", a="T", b="T", T=dt.REAL_NUMBERS, scope="", shape_fallback=by_names("...,...->..."))
def cross(a: TensorLike, b: TensorLike, name: str | None = None) -> Tensor:
    """The cross products of vectors in the last dimension. Mirrors `tf.linalg.cross`.

    Arguments:
        a: a tensor `[..., 3]` of real numbers.
        b: a tensor of the same shape and dtype; nothing is broadcast.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape and dtype: vectors that are perpendicular to both, as long as the area between them.

    Raises:
        InvalidArgumentError: the shapes differ, or it is a scalar.
        FailedPreconditionError: the last dimension is not 3.

    Example:
        >>> tf.linalg.cross([1, 0, 0], [0, 1, 0]).numpy().tolist()
        [0, 0, 1]
        >>> tf.linalg.cross([0, 1, 0], [1, 0, 0]).numpy().tolist()
        [0, 0, -1]
        >>> a, b = tf.constant([1.0, 2.0, 3.0]), tf.constant([4.0, 5.0, 6.0])
        >>> c = tf.linalg.cross(a, b)
        >>> c.numpy().tolist(), float(tf.tensordot(a, c, 1))
        ([-3.0, 6.0, -3.0], 0.0)
    """
    if a.shape != b.shape:
        raise invalid(f"Both inputs must be of same shape: {dims_text(a.shape)} vs. {dims_text(b.shape)}")
    if not a.dim():
        raise invalid("Input must be at least 1D")
    if a.shape[-1] != 3:
        raise errors.FailedPreconditionError(None, None, "Cross-products are only defined for 3-element vectors.")
    return torch.linalg.cross(a, b, dim=-1)
