"""`tf.linalg`: products, decompositions, solvers and functions of matrices."""

from tfshim._listing import lazily, names

_MODULES = {
    "block_operators": "LinearOperatorBlockDiag LinearOperatorBlockLowerTriangular LinearOperatorKronecker",
    "contractions": "einsum tensordot",
    "decompositions": "cholesky eig eigh eigvals eigvalsh lu qr svd",
    "diagonals": "band_part diag diag_part eye set_diag tensor_diag tensor_diag_part trace",
    "functions": "expm logm sqrtm matrix_square_root=sqrtm",
    "linear_operator": "LinearOperator",
    "linear_operators": """LinearOperatorAdjoint LinearOperatorComposition LinearOperatorDiag LinearOperatorFullMatrix
        LinearOperatorInversion LinearOperatorLowerTriangular""",
    "lu_factors": "lu_matrix_inverse lu_reconstruct lu_solve",
    "norms": "norm normalize",
    "products": "matmul matvec",
    "scalar_operators": "LinearOperatorIdentity LinearOperatorScaledIdentity LinearOperatorZeros",
    "solvers": "cholesky_solve cross det inv logdet lstsq matrix_rank pinv slogdet solve triangular_solve",
    "sparse_operators": "LinearOperatorHouseholder LinearOperatorPermutation LinearOperatorTridiag",
    "structured_operators": """LinearOperatorCirculant LinearOperatorCirculant2D LinearOperatorCirculant3D LinearOperatorLowRankUpdate
        LinearOperatorToeplitz""",
    "tfshim.array_ops.matrices": "adjoint matrix_transpose",
    "tridiagonal": "banded_triangular_solve eigh_tridiagonal tridiagonal_matmul tridiagonal_solve",
    "tfshim.math.clipping": "global_norm",
    "tfshim.math.reductions": "l2_normalize",
}
_SUBMODULES = "experimental".split()
__all__ = [n for n in names(_MODULES, _SUBMODULES) if n != "matrix_square_root"]  # a name of `tf` itself
__getattr__, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)
