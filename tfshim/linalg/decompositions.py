"""Decompositions of matrices: Cholesky, QR, singular values, eigenvalues, LU."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import leaf_of_sizes
from tfshim.engine.ops.static_shapes.elementwise import sizes_of
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.runtime.autograd_function import is_followed
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import on_processor, readable
from tfshim.linalg import _phases, _schur, _singular
from tfshim.linalg._checks import (
    TYPES,
    check_finite,
    check_info,
    check_matrix,
    check_pivots,
    check_square,
    no_number,
    not_finite,
)
from tfshim.linalg._householder import initial_qr as _initial_qr
from tfshim.linalg._repeated import RepeatedEigh, RepeatedSvd, repeat

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


_REAL_OR_COMPLEX = dt.float32.mask | dt.float64.mask | dt.COMPLEX

Qr = collections.namedtuple("Qr", ["q", "r"])
Svd = collections.namedtuple("Svd", ["s", "u", "v"])
Lu = collections.namedtuple("Lu", ["lu", "p"])
Eigh = collections.namedtuple("SelfAdjointEigV2", ["e", "v"])  # type: ignore[name-match]
Eig = collections.namedtuple("Eig", ["e", "v"])


@tf_export("linalg.cholesky", v1=["linalg.cholesky", "cholesky"], keras_defaults=True)
@op("Cholesky", input="T", T=TYPES, scope="", shape_fallback=by_names("...mm->...mm"))
def cholesky(input: TensorLike, name: str | None = None) -> Tensor:
    """The lower triangular factors of positive definite matrices. Mirrors `tf.linalg.cholesky`.

    Arguments:
        input: a tensor `[..., n, n]`, float or complex, of self-adjoint matrices; only the lower triangle is read.
        name: a name for the operation in graphs.

    Returns:
        A tensor `l` of the same shape and dtype, with `l @ adjoint(l)` equal to `input` and zeros above the diagonal.
        Matrices that are not positive definite give NaN.

    Raises:
        InvalidArgumentError: matrices that are not square, or fewer than two dimensions.

    With the factors, `tf.linalg.cholesky_solve` solves equations, and twice the sum of the logarithms of their diagonals is
    the logarithm of the determinant.

    Example:
        >>> l = tf.linalg.cholesky([[4.0, 2.0], [2.0, 10.0]])
        >>> l.numpy().tolist()
        [[2.0, 0.0], [1.0, 3.0]]
        >>> tf.matmul(l, l, transpose_b=True).numpy().tolist()
        [[4.0, 2.0], [2.0, 10.0]]
    """
    check_square(input)
    factor, info = torch.linalg.cholesky_ex(input)
    if on_processor(info) and not info.any():
        return factor
    failed = (info != 0)[..., None, None]
    # TensorFlow fills the lower triangle alone.
    factor = torch.where(failed, no_number(input).expand_as(factor).tril(), factor)
    if readable(info) and bool(failed.any()) and bool(torch.isnan(input).any()):
        return torch.where(failed, _cholesky_by_columns(input), factor)
    return factor


def _cholesky_by_columns(x):
    """The factors of matrices with NaN: what does not depend on it is found, and a pivot that is NaN is no failure."""
    n = x.shape[-1]
    columns, failed = [], torch.zeros(x.shape[:-2], dtype=torch.bool, device=x.device)
    for k in range(n):
        below = x[..., k:, k]
        for column in columns:
            below = below - column[..., k:] * column[..., k : k + 1].conj()
        pivot = below[..., :1].real if x.is_complex() else below[..., :1]
        # A NaN is not `<= 0`: like Eigen's this factorization goes on with it.
        failed = failed | (pivot[..., 0] <= 0)
        root = torch.sqrt(pivot)
        below = torch.cat([root.to(x.dtype), below[..., 1:] / root], -1)
        columns.append(torch.cat([x.new_zeros((*x.shape[:-2], k)), below], -1))
    return torch.where(failed[..., None, None], no_number(x).expand_as(x).tril(), torch.stack(columns, -1))


def _sizes_of_factors(x, full, made):
    """The leaves that `made(batch, rows, columns, kept)` gives as (dtype, sizes), from the sizes of matrices under both substitutions.

    None where the kernel has to tell; with `full`, as many as there are rows and columns are kept.
    """
    found = sizes_of([x])
    if found is None or any(len(sizes[0]) < 2 or 0 in sizes[0] for sizes in found):
        return None
    each = [made(batch, m, n, (m, n) if full else (min(m, n),) * 2) for *batch, m, n in (sizes[0] for sizes in found)]
    return [leaf_of_sizes(dtype, a, b) for (dtype, a), (_, b) in zip(*each)]


def _qr_shapes(x, full_matrices=False, *_):
    def made(batch, m, n, kept):
        return (x.dtype, [*batch, m, kept[0]]), (x.dtype, [*batch, kept[0], n])

    leaves = _sizes_of_factors(x, full_matrices, made)
    return None if leaves is None else Qr(*leaves)


def _svd_shapes(x, full_matrices=False, *_):
    def made(batch, m, n, kept):
        return (x.dtype.real_dtype, [*batch, min(m, n)]), (x.dtype, [*batch, m, kept[0]]), (x.dtype, [*batch, n, kept[1]])

    leaves = _sizes_of_factors(x, full_matrices, made)
    return None if leaves is None else Svd(*leaves)


@op("Qr", input="T", T=TYPES, scope="", shape_fn=_qr_shapes)
def _qr(input, full_matrices=False, name=None):
    check_matrix(input)
    q, r = torch.linalg.qr(input, "complete" if full_matrices else "reduced")
    return Qr(q, r) if not_finite(input) is None else _with_nonfinite(input, q, r)


def _with_nonfinite(x, q, r):
    """Factors of matrices with NaN or infinity: LAPACK's norms leave some of it out, which then would look like numbers."""
    rows, columns = x.shape[-2:]
    place, none = torch.arange(columns, device=x.device), x.new_full((), float("nan"))
    lost = torch.isnan(x).any(-2).cumsum(-1) > 0
    r = torch.where(torch.eye(r.shape[-2], columns, dtype=torch.bool, device=x.device) & lost[..., None, :], none, r)
    # Every column but that of the last row is part of all of `q`.
    spoiled = ((~torch.isfinite(x)).any(-2) & (place < rows - 1)).any(-1)
    return Qr(torch.where(spoiled[..., None, None], none * none if x.is_complex() else none, q), r)


@tf_export("linalg.qr", v1=["linalg.qr", "qr"])
def qr(input: TensorLike, full_matrices: bool = False, name: str | None = None) -> Any:
    """The factors of matrices: `q` with orthonormal columns and `r`, upper triangular. Mirrors `tf.linalg.qr`.

    Arguments:
        input: a tensor `[..., m, n]`, float or complex.
        full_matrices: whether `q` is `[..., m, m]` and `r` `[..., m, n]`; by default they are `[..., m, min(m, n)]` and
            `[..., min(m, n), n]`.
        name: a name for the operation in graphs.

    Returns:
        A named tuple (q, r) of the same dtype, whose product is `input`.

    Raises:
        InvalidArgumentError: fewer than two dimensions.

    Columns of `q` and rows of `r` may have either sign.

    Example:
        >>> a = tf.constant([[3.0, 1.0], [4.0, 2.0], [0.0, 5.0]])
        >>> q, r = tf.linalg.qr(a)
        >>> q.shape, r.shape, np.allclose(q @ r, a, atol=1e-5)
        (TensorShape([3, 2]), TensorShape([2, 2]), True)
        >>> np.allclose(tf.matmul(q, q, transpose_a=True), tf.eye(2), atol=1e-5)
        True
        >>> tf.linalg.qr(a, full_matrices=True).q.shape
        TensorShape([3, 3])
    """
    return _qr(input, full_matrices, name=name)


@op("Qr", input="T", T=TYPES, scope="", register=False)
def initial_qr(input, name=None):
    """The same factors for initial values: slower, and for small float32 matrices rounded as TensorFlow rounds them."""
    return Qr(*_initial_qr(input))


@op("Svd", tensor="T", T=TYPES, scope="", shape_fn=_svd_shapes)
def _svd(tensor, full_matrices=False, name=None):
    check_matrix(tensor)
    tensor, lost = _finite(tensor)
    u, s, vh = torch.linalg.svd(tensor, full_matrices)
    if not full_matrices and not tensor.is_complex() and repeat(tensor, s):
        u, s, vh = RepeatedSvd.apply(tensor)
    u, v = _singular.of_singular_vectors(tensor, u, vh.mH, full_matrices)
    if lost is not None:
        none = no_number(tensor)
        s, u, v = torch.where(lost[..., 0], none.real, s), torch.where(lost, none, u), torch.where(lost, none, v)
    return Svd(s, u, v)


def _finite(tensor):
    """`tensor` with zeros for the matrices that hold NaN or infinity, and which these are; None for none."""
    lost = not_finite(tensor)
    return (tensor, None) if lost is None else (torch.where(lost, torch.zeros_like(tensor), tensor), lost)


def _fewer(tensor):
    """The static shape of singular values: as many as there are rows or columns, which has to be known of both."""
    dims = None if tensor.shape.rank is None or tensor.shape.rank < 2 else tensor.shape.as_list()
    if dims is None or None not in dims[-2:]:
        return None
    return tensor.dtype.real_dtype, [*dims[:-2], 0 if 0 in dims[-2:] else None]


@op("Svd", tensor="T", T=TYPES, scope="", register=False, shape_fn=lambda tensor, *_: _fewer(tensor))
def _singular_values(tensor, name=None):
    check_matrix(tensor)
    tensor, lost = _finite(tensor)
    s = torch.linalg.svdvals(tensor)
    return s if lost is None else torch.where(lost[..., 0], no_number(tensor).real, s)


@tf_export("linalg.svd", v1=["linalg.svd", "svd"])
def svd(tensor: TensorLike, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None) -> Any:
    """The singular value decompositions `u @ diag(s) @ adjoint(v)` of matrices. Mirrors `tf.linalg.svd`.

    Arguments:
        tensor: a tensor `[..., m, n]`, float or complex.
        full_matrices: whether `u` and `v` are square; False by default, which gives them `min(m, n)` columns.
        compute_uv: whether they are wanted at all; True by default.
        name: a name for the operation in graphs.

    Returns:
        (s, u, v), where `s`, `[..., min(m, n)]`, has the real singular values from the largest down; `s` alone with
        `compute_uv=False`.

    Raises:
        InvalidArgumentError: fewer than two dimensions.

    NumPy's `svd` gives (u, s, adjoint of v) instead. Nothing defines the signs of the vectors.

    Example:
        >>> a = tf.constant([[3.0, 0.0], [0.0, -2.0], [0.0, 0.0]])
        >>> s, u, v = tf.linalg.svd(a)
        >>> s.numpy().tolist(), u.shape, v.shape
        ([3.0, 2.0], TensorShape([3, 2]), TensorShape([2, 2]))
        >>> np.allclose(u @ tf.linalg.diag(s) @ tf.transpose(v), a, atol=1e-5)
        True
    """
    if compute_uv is None:  # which the attribute of the operation takes for its default, and TensorFlow's function then for False
        return tuple(_svd(tensor, full_matrices, name=name))[0]
    if compute_uv is not True and compute_uv is not False:
        raise TypeError(f"Expected bool for argument 'compute_uv' not {compute_uv!r}.")
    if not compute_uv:
        return _singular_values(tensor, name=name)
    return tuple(_svd(tensor, full_matrices, name=name))


def _hermitian(x):
    """The self-adjoint matrix of which `x` has the lower triangle; so gradients go to the lower triangle alone."""
    if not is_followed(x):
        return x
    return x.tril() + x.tril(-1).mH


@op("SelfAdjointEigV2", tensor="T", T=TYPES, scope="", shape_fallback=by_names("...mm->...m,...mm", result=Eigh))
def _eigh(tensor, name=None):
    check_square(tensor)
    check_finite(tensor, "Self-adjoint eigen", lower=True)
    whole = _hermitian(tensor)
    e, v = torch.linalg.eigh(whole)
    if repeat(whole, e):
        e, v = RepeatedEigh.apply(whole)
    return Eigh(e.to(tensor.dtype), _phases.of_eigenvectors(tensor, v))


@tf_export("linalg.eigh", v1=["linalg.eigh", "self_adjoint_eig"])
def eigh(tensor: TensorLike, name: str | None = None) -> tuple[Tensor, ...]:
    """Eigenvalues, from the least up, and eigenvectors of self-adjoint matrices. Mirrors `tf.linalg.eigh`.

    Arguments:
        tensor: a tensor `[..., n, n]`, float or complex; only the lower triangle is read.
        name: a name for the operation in graphs.

    Returns:
        A pair (e, v) of the same dtype: the eigenvalues `[..., n]`, and `[..., n, n]`, whose columns are the eigenvectors, of
        length one. Nothing defines their signs.

    Raises:
        InvalidArgumentError: matrices that are not square, or fewer than two dimensions.

    `tf.linalg.eig` is for matrices that are not self-adjoint, and gives complex numbers.

    Example:
        >>> e, v = tf.linalg.eigh([[2.0, 1.0], [1.0, 2.0]])
        >>> [round(float(x), 4) for x in e]
        [1.0, 3.0]
        >>> np.allclose(v @ tf.linalg.diag(e) @ tf.transpose(v), [[2.0, 1.0], [1.0, 2.0]], atol=1e-5)
        True
    """
    return tuple(_eigh(tensor, name=name))


@tf_export("linalg.eigvalsh", v1=["linalg.eigvalsh", "self_adjoint_eigvals"])
@op("SelfAdjointEigV2", tensor="T", T=TYPES, scope="", register=False, shape_fallback=by_names("...mm->...m"))
def eigvalsh(tensor: TensorLike, name: str | None = None) -> Tensor:
    """Eigenvalues of self-adjoint matrices, without eigenvectors. Mirrors `tf.linalg.eigvalsh`.

    Arguments:
        tensor: a tensor `[..., n, n]`, float or complex; only the lower triangle is read.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., n]` of the same dtype, each row from the least up.

    Raises:
        InvalidArgumentError: matrices that are not square, or fewer than two dimensions.

    `tf.linalg.eigh` gives the eigenvectors too, and takes longer.

    Example:
        >>> [round(float(x), 4) for x in tf.linalg.eigvalsh([[2.0, 1.0], [1.0, 2.0]])]
        [1.0, 3.0]
        >>> tf.linalg.eigvalsh(tf.eye(3, batch_shape=[4])).shape
        TensorShape([4, 3])
        >>> tf.reduce_min(tf.linalg.eigvalsh([[2.0, 3.0], [3.0, 2.0]])).numpy() > 0  # whether it is positive definite
        False
    """
    check_square(tensor)
    check_finite(tensor, "Self-adjoint eigen", lower=True)
    return torch.linalg.eigvalsh(_hermitian(tensor)).to(tensor.dtype)


@op("Eig", tensor="T", T=_REAL_OR_COMPLEX, scope="")
def _eig(tensor, name=None):
    check_square(tensor)
    check_finite(tensor, "Eigen")
    return Eig(*_schur.of_pairs(tensor, *torch.linalg.eig(tensor)))


@tf_export("linalg.eig", "eig", v1=[])
def eig(tensor: TensorLike, name: str | None = None) -> tuple[Tensor, ...]:
    """The eigenvalues and eigenvectors of square matrices of any kind. Mirrors `tf.linalg.eig`.

    Arguments:
        tensor: a tensor of shape [..., n, n]: float32, float64, complex64 or complex128.
        name: a name for the operation in graphs.

    Returns:
        A pair (e, v) of complex tensors: the eigenvalues, of shape [..., n], and matrices of shape [..., n, n] whose
        columns are eigenvectors of length 1, `tensor @ v == v * e`. The order is not fixed for real matrices; the
        vectors are determined up to a factor.

    Raises:
        InvalidArgumentError: the matrices are not square.

    For symmetric and Hermitian matrices `tf.linalg.eigh` is quicker and gives real, ordered eigenvalues.

    Example:
        >>> e, v = tf.linalg.eig(tf.constant([[0.0, 1.0], [-1.0, 0.0]]))
        >>> sorted(np.round(e.numpy().imag, 3).tolist())
        [-1.0, 1.0]
    """
    tensor.dtype  # noqa: B018 - an array or a tensor; a list is none
    return tuple(_eig(tensor, name=name))


@op("Eig", tensor="T", T=_REAL_OR_COMPLEX, scope="", register=False)
def _eigvals(tensor, name=None):
    check_square(tensor)
    check_finite(tensor, "Eigen")
    return _schur.of_eigenvalues(tensor, torch.linalg.eigvals(tensor))


@tf_export("linalg.eigvals", "eigvals", v1=[])
def eigvals(tensor: TensorLike, name: str | None = None) -> Tensor:
    """The eigenvalues of square matrices of any kind. Mirrors `tf.linalg.eigvals`.

    Matrices of real numbers have complex eigenvalues too, in pairs.

    Arguments:
        tensor: a tensor of shape [..., n, n]: float32, float64, complex64 or complex128.
        name: a name for the operation in graphs.

    Returns:
        A complex tensor of shape [..., n], in the order of `tf.linalg.eig`.

    Raises:
        InvalidArgumentError: the matrices are not square.

    For symmetric and Hermitian matrices there is `tf.linalg.eigvalsh`.

    Example:
        >>> e = tf.linalg.eigvals(tf.constant([[2.0, 0.0], [1.0, 3.0]]))
        >>> sorted(np.round(e.numpy().real, 3).tolist())
        [2.0, 3.0]
    """
    tensor.dtype  # noqa: B018 - an array or a tensor; a list is none
    return _eigvals(tensor, name=name)


@tf_export("linalg.lu")
@op(
    "Lu",
    input="T",
    output_idx_type="dtype",
    T=TYPES,
    grad="missing",
    scope="",
    shape_fallback=by_names("...mm->...mm,...m", 0, 1, result=Lu),
)
def lu(input: TensorLike, output_idx_type: DTypeLike = dt.int32, name: str | None = None) -> Lu:
    """The triangular factors of matrices, with partial pivoting. Mirrors `tf.linalg.lu`.

    Arguments:
        input: a tensor `[..., n, n]`, float or complex.
        output_idx_type: the dtype of the permutation, int32 (the default) or int64.
        name: a name for the operation in graphs.

    Returns:
        A named tuple (lu, p): `[..., n, n]`, both triangles in one matrix (the diagonal of ones of the lower one left out),
        and `[..., n]`, the row of `input` that is in each place.

    Raises:
        InvalidArgumentError: singular matrices, and those that are not square.

    `tf.linalg.lu_solve`, `lu_reconstruct` and `lu_matrix_inverse` take both.

    Example:
        >>> factors, order = tf.linalg.lu([[1.0, 2.0], [4.0, 2.0]])
        >>> factors.numpy().tolist(), order.numpy().tolist()
        ([[4.0, 2.0], [0.25, 1.5]], [1, 0])
        >>> tf.linalg.lu_reconstruct(factors, order).numpy().tolist()
        [[1.0, 2.0], [4.0, 2.0]]
    """
    check_square(input)
    factors, pivots, info = torch.linalg.lu_factor_ex(input)
    check_info(info, "Input is not invertible.")
    check_pivots(input, "Input is not invertible.")
    exchange, _, _ = torch.lu_unpack(factors.detach(), pivots, unpack_data=False)
    exchange = exchange.real if exchange.is_complex() else exchange
    # Each column has one 1, so that the number of its row is a product.
    rows = torch.matmul(torch.arange(exchange.shape[-1], dtype=exchange.dtype, device=exchange.device), exchange)
    return Lu(factors, rows.to(output_idx_type.torch))
