"""Operations on matrices: those of an older age, and gradients of decompositions."""

from tfshim import array_ops, linalg, signal
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt


@raw_op("CholeskyGrad")
def _cholesky_grad(l, grad):  # noqa: E741
    # Of the factor alone: what it was made of is its product with itself.
    inverse = linalg.inv(l)
    middle = linalg.matmul(l, grad, adjoint_a=True)
    middle = linalg.set_diag(linalg.band_part(middle, -1, 0), 0.5 * linalg.diag_part(middle))
    found = linalg.matmul(linalg.matmul(inverse, middle, adjoint_a=True), inverse)
    return 0.5 * (found + linalg.adjoint(found))


@raw_op("MatrixDiagV2")
def _diagonals_matrix(diagonal, k, num_rows, num_cols, padding_value):
    return linalg.diag(diagonal, k=k, num_rows=num_rows, num_cols=num_cols, padding_value=padding_value, align="LEFT_LEFT")


@raw_op("MatrixSetDiagV2")
def _with_diagonals(input, diagonal, k):  # noqa: A002
    return linalg.set_diag(input, diagonal, k=k, align="LEFT_LEFT")


@raw_op("ConjugateTranspose")
def _conjugate_transpose(x, perm):
    return array_ops.transpose(x, perm, conjugate=True)


@raw_op("FFTND")
def _transform_nd(input, fft_length, axes):  # noqa: A002
    return signal.fftnd(input, fft_length, axes)


@raw_op("IFFTND")
def _inverse_nd(input, fft_length, axes):  # noqa: A002
    return signal.ifftnd(input, fft_length, axes)


@raw_op("RFFTND")
def _real_nd(input, fft_length, axes, Tcomplex):  # noqa: A002, N803
    if Tcomplex != dt.complex64 and input.dtype != dt.float64:
        raise invalid(f"RFFTND: Tcomplex is {Tcomplex!r} for an input of {input.dtype!r}")
    return signal.rfftnd(input, fft_length, axes)


@raw_op("IRFFTND")
def _inverse_real_nd(input, fft_length, axes, Treal):  # noqa: A002, N803
    if Treal != dt.float32 and input.dtype != dt.complex128:
        raise invalid(f"IRFFTND: Treal is {Treal!r} for an input of {input.dtype!r}")
    return signal.irfftnd(input, fft_length, axes)


def _without_vectors(values, x):
    """The values of a decomposition, and the vectors that were not asked for: empty."""
    return values, array_ops.zeros([0], x.dtype)


@raw_op("SelfAdjointEigV2")
def _self_adjoint_eig(input, compute_v):  # noqa: A002
    return linalg.eigh(input) if compute_v else _without_vectors(linalg.eigvalsh(input), input)


@raw_op("Eig")
def _eig(input, compute_v, Tout):  # noqa: A002, N803
    if Tout != {dt.float32: dt.complex64, dt.float64: dt.complex128}.get(input.dtype, input.dtype):
        raise invalid(f"Eig: Tout is {Tout!r} for an input of {input.dtype!r}")
    if compute_v:
        return linalg.eig(input)
    values = linalg.eigvals(input)
    return _without_vectors(values, values)


@raw_op("Svd")
def _svd(input, compute_uv, full_matrices):  # noqa: A002
    if compute_uv:
        return linalg.svd(input, full_matrices)
    values = linalg.svd(input, compute_uv=False)
    # The operation gives the values in the dtype of the input, complex ones too.
    none = array_ops.zeros([0], input.dtype)
    return array_ops.cast(values, input.dtype), none, none


@raw_op("TridiagonalMatMul")
def _tridiagonal_matmul(superdiag, maindiag, subdiag, rhs):
    return linalg.tridiagonal_matmul(array_ops.concat([superdiag, maindiag, subdiag], -2), rhs)
