"""Decompositions of matrices: Cholesky, QR, singular values, eigenvalues, LU."""

import collections

import torch

from tfshim.engine import dtypes as dt
from tfshim.engine.op import op
from tfshim.linalg._checks import TYPES, check_info, check_matrix, check_square
from tfshim.linalg._householder import initial_qr as _initial_qr

_REAL_OR_COMPLEX = dt.float32.mask | dt.float64.mask | dt.COMPLEX

Qr = collections.namedtuple("Qr", ["q", "r"])
Svd = collections.namedtuple("Svd", ["s", "u", "v"])
Lu = collections.namedtuple("Lu", ["lu", "p"])
Eigh = collections.namedtuple("SelfAdjointEigV2", ["e", "v"])
Eig = collections.namedtuple("Eig", ["e", "v"])


@op("Cholesky", input="T", T=TYPES, scope="")
def cholesky(input, name=None):
    """The lower triangular factors of positive definite matrices. Mirrors `tf.linalg.cholesky`.

    `input`: `[..., n, n]`, float or complex; only the lower triangle is read. Matrices that are not positive definite
    give NaN. Raises InvalidArgumentError for matrices that are not square.
    """
    check_square(input)
    factor, info = torch.linalg.cholesky_ex(input)
    nan = torch.full((), float("nan"), dtype=input.dtype, device=input.device).expand_as(factor).tril()
    return torch.where((info != 0)[..., None, None], nan, factor)


@op("Qr", input="T", T=TYPES, scope="")
def _qr(input, full_matrices=False, name=None):
    check_matrix(input)
    return Qr(*torch.linalg.qr(input, "complete" if full_matrices else "reduced"))


def qr(input, full_matrices=False, name=None):
    """The factors of matrices: `q` with orthonormal columns and `r`, upper triangular. Mirrors `tf.linalg.qr`.

    `input`: `[..., m, n]`, float or complex; `full_matrices`: whether `q` is `[..., m, m]` rather than
    `[..., m, min(m, n)]`. Gives a named tuple (q, r). Raises InvalidArgumentError for fewer than two dimensions.
    """
    return _qr(input, bool(full_matrices), name=name)


@op("Qr", input="T", T=TYPES, scope="", register=False)
def initial_qr(input, name=None):
    """The same factors for initial values: slower, and for small float32 matrices rounded as TensorFlow rounds them."""
    return Qr(*_initial_qr(input))


@op("Svd", tensor="T", T=TYPES, scope="")
def _svd(tensor, full_matrices=False, name=None):
    check_matrix(tensor)
    u, s, vh = torch.linalg.svd(tensor, full_matrices)
    return Svd(s, u, vh.mH)


@op("Svd", tensor="T", T=TYPES, scope="", register=False)
def _singular_values(tensor, name=None):
    check_matrix(tensor)
    return torch.linalg.svdvals(tensor)


def svd(tensor, full_matrices=False, compute_uv=True, name=None):
    """The singular value decompositions `u @ diag(s) @ adjoint(v)` of matrices. Mirrors `tf.linalg.svd`.

    `tensor`: `[..., m, n]`, float or complex; `full_matrices`: whether `u` and `v` are square; `compute_uv`: whether
    they are wanted at all. Gives (s, u, v) with the real singular values from the largest down, or `s` alone. Raises
    InvalidArgumentError for fewer than two dimensions.
    """
    if not compute_uv:
        return _singular_values(tensor, name=name)
    return tuple(_svd(tensor, bool(full_matrices), name=name))


def _hermitian(x):
    """The self-adjoint matrix of which `x` has the lower triangle; so gradients go to the lower triangle alone."""
    if not x.requires_grad:
        return x
    return x.tril() + x.tril(-1).mH


@op("SelfAdjointEigV2", tensor="T", T=TYPES, scope="")
def _eigh(tensor, name=None):
    check_square(tensor)
    e, v = torch.linalg.eigh(_hermitian(tensor))
    return Eigh(e.to(tensor.dtype), v)


def eigh(tensor, name=None):
    """Eigenvalues, from the least up, and eigenvectors of self-adjoint matrices. Mirrors `tf.linalg.eigh`.

    `tensor`: `[..., n, n]`, float or complex; only the lower triangle is read. Gives (e, v): `e` `[..., n]` of the same
    dtype, and `v` whose columns are unit vectors. Raises InvalidArgumentError for matrices that are not square.
    """
    return tuple(_eigh(tensor, name=name))


@op("SelfAdjointEigV2", tensor="T", T=TYPES, scope="", register=False)
def eigvalsh(tensor, name=None):
    """Eigenvalues, from the least up, of self-adjoint matrices. Mirrors `tf.linalg.eigvalsh`.

    The argument and what is raised are those of `eigh`.
    """
    check_square(tensor)
    return torch.linalg.eigvalsh(_hermitian(tensor)).to(tensor.dtype)


@op("Eig", tensor="T", T=_REAL_OR_COMPLEX, scope="")
def _eig(tensor, name=None):
    check_square(tensor)
    return Eig(*torch.linalg.eig(tensor))


def eig(tensor, name=None):
    """Eigenvalues and eigenvectors of any square matrices. Mirrors `tf.linalg.eig`.

    `tensor`: `[..., n, n]`, float or complex. Gives (e, v), both complex: `e` `[..., n]` in no certain order, and `v`
    whose columns are unit vectors. Raises InvalidArgumentError for matrices that are not square.
    """
    return tuple(_eig(tensor, name=name))


@op("Eig", tensor="T", T=_REAL_OR_COMPLEX, scope="", register=False)
def eigvals(tensor, name=None):
    """Eigenvalues of any square matrices, complex and in no certain order. Mirrors `tf.linalg.eigvals`.

    The argument and what is raised are those of `eig`.
    """
    check_square(tensor)
    return torch.linalg.eigvals(tensor)


@op("Lu", input="T", output_idx_type="dtype", T=TYPES, grad="missing", scope="")
def lu(input, output_idx_type=dt.int32, name=None):
    """The triangular factors of matrices, with their rows exchanged as stability asks. Mirrors `tf.linalg.lu`.

    `input`: `[..., n, n]`, float or complex; `output_idx_type`: int32 or int64. Gives a named tuple (lu, p): both
    triangles in one matrix (the diagonal of ones of the lower one left out), and the row of `input` that is in each
    place. Raises InvalidArgumentError for singular matrices and for those that are not square.
    """
    check_square(input)
    factors, pivots, info = torch.linalg.lu_factor_ex(input)
    check_info(info, "Input is not invertible.")
    exchange, _, _ = torch.lu_unpack(factors.detach(), pivots, unpack_data=False)
    exchange = exchange.real if exchange.is_complex() else exchange
    if exchange.shape[-1]:
        rows = exchange.argmax(-2)
    else:
        rows = exchange.new_zeros(exchange.shape[:-1], dtype=torch.int64)
    return Lu(factors, rows.to(output_idx_type.torch))
