"""`tf.linalg`: products, decompositions, solvers and functions of matrices."""

from tfshim._listing import listing
from tfshim.linalg import experimental
from tfshim.linalg.block_operators import (
    LinearOperatorBlockDiag,
    LinearOperatorBlockLowerTriangular,
    LinearOperatorKronecker,
)
from tfshim.linalg.contractions import einsum, tensordot
from tfshim.linalg.decompositions import cholesky, eig, eigh, eigvals, eigvalsh, lu, qr, svd
from tfshim.linalg.diagonals import band_part, diag, diag_part, eye, set_diag, tensor_diag, tensor_diag_part, trace
from tfshim.linalg.functions import expm, logm, sqrtm
from tfshim.linalg.linear_operator import LinearOperator
from tfshim.linalg.linear_operators import (
    LinearOperatorAdjoint,
    LinearOperatorComposition,
    LinearOperatorDiag,
    LinearOperatorFullMatrix,
    LinearOperatorInversion,
    LinearOperatorLowerTriangular,
)
from tfshim.linalg.lu_factors import lu_matrix_inverse, lu_reconstruct, lu_solve
from tfshim.linalg.norms import norm, normalize
from tfshim.linalg.products import matmul, matvec
from tfshim.linalg.scalar_operators import LinearOperatorIdentity, LinearOperatorScaledIdentity, LinearOperatorZeros
from tfshim.linalg.solvers import (
    cholesky_solve,
    cross,
    det,
    inv,
    logdet,
    lstsq,
    matrix_rank,
    pinv,
    slogdet,
    solve,
    triangular_solve,
)
from tfshim.linalg.sparse_operators import LinearOperatorHouseholder, LinearOperatorPermutation, LinearOperatorTridiag
from tfshim.linalg.structured_operators import (
    LinearOperatorCirculant,
    LinearOperatorCirculant2D,
    LinearOperatorCirculant3D,
    LinearOperatorLowRankUpdate,
    LinearOperatorToeplitz,
)
from tfshim.linalg.transposes import adjoint, matrix_transpose
from tfshim.linalg.tridiagonal import banded_triangular_solve, eigh_tridiagonal, tridiagonal_matmul, tridiagonal_solve
from tfshim.math.clipping import global_norm
from tfshim.math.reductions import l2_normalize

matrix_square_root = sqrtm

__all__ = [
    "LinearOperatorBlockDiag", "LinearOperatorBlockLowerTriangular", "LinearOperatorKronecker",
    "LinearOperatorCirculant", "LinearOperatorCirculant2D", "LinearOperatorCirculant3D",
    "LinearOperatorLowRankUpdate", "LinearOperatorToeplitz",
    "LinearOperatorHouseholder", "LinearOperatorPermutation", "LinearOperatorTridiag",
    "LinearOperatorIdentity", "LinearOperatorScaledIdentity", "LinearOperatorZeros",
    "LinearOperator", "LinearOperatorAdjoint", "LinearOperatorComposition", "LinearOperatorDiag",
    "LinearOperatorFullMatrix", "LinearOperatorInversion", "LinearOperatorLowerTriangular",
    "adjoint", "band_part", "banded_triangular_solve", "cholesky", "cholesky_solve", "cross", "det", "diag", "diag_part",
    "eig", "eigh", "eigh_tridiagonal", "eigvals", "eigvalsh", "einsum", "expm", "experimental", "eye", "global_norm",
    "inv", "l2_normalize", "logdet", "logm", "lstsq", "lu", "lu_matrix_inverse", "lu_reconstruct", "lu_solve", "matmul",
    "matrix_rank", "matrix_transpose", "matvec", "norm", "normalize", "pinv", "qr", "set_diag", "slogdet", "solve",
    "sqrtm", "svd", "tensor_diag", "tensor_diag_part", "tensordot", "trace", "triangular_solve", "tridiagonal_matmul",
    "tridiagonal_solve",
]
__dir__ = listing(globals())
