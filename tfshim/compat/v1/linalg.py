"""`tf.compat.v1.linalg`: as `tf.linalg`, with the arguments of TensorFlow 1."""

import tfshim as tf
from tfshim._listing import listing
from tfshim.compat.v1._fallback import elsewhere
from tfshim.compat.v1._renamed import flag, one_of

__all__ = """
    LinearOperator LinearOperatorAdjoint LinearOperatorBlockDiag LinearOperatorBlockLowerTriangular LinearOperatorCirculant
    LinearOperatorCirculant2D LinearOperatorCirculant3D LinearOperatorComposition LinearOperatorDiag LinearOperatorFullMatrix
    LinearOperatorHouseholder LinearOperatorIdentity LinearOperatorInversion LinearOperatorKronecker LinearOperatorLowRankUpdate
    LinearOperatorLowerTriangular LinearOperatorPermutation LinearOperatorScaledIdentity LinearOperatorToeplitz
    LinearOperatorTridiag LinearOperatorZeros adjoint band_part cholesky cholesky_solve cross det diag diag_part eigh
    eigh_tridiagonal eigvalsh einsum experimental expm eye global_norm inv l2_normalize logdet logm lstsq lu lu_matrix_inverse
    lu_reconstruct lu_solve matmul matrix_rank matrix_transpose matvec norm normalize pinv qr set_diag slogdet solve sqrtm svd
    tensor_diag tensor_diag_part tensordot trace transpose triangular_solve tridiagonal_matmul tridiagonal_solve
""".split()
__dir__ = listing(globals())

__getattr__ = elsewhere("linalg", "transpose=linalg.matrix_transpose", "tfshim.linalg")


def norm(tensor, ord="euclidean", axis=None, keepdims=None, name=None, keep_dims=None):
    """The norm of a vector or matrix; see `tf.norm`. Mirrors `tf.compat.v1.norm`."""
    return tf.norm(tensor, ord, axis, flag(keepdims, keep_dims), name)


def l2_normalize(x, axis=None, epsilon=1e-12, name=None, dim=None):
    """`x` scaled to length one along `axis`. Mirrors `tf.compat.v1.linalg.l2_normalize`."""
    return tf.linalg.l2_normalize(x, one_of("axis", axis, "dim", dim), epsilon, name)
