"""`tf.linalg`: products, decompositions, solvers and functions of matrices."""

from tfshim._listing import lazily

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
    "transposes": "adjoint matrix_transpose",
    "tridiagonal": "banded_triangular_solve eigh_tridiagonal tridiagonal_matmul tridiagonal_solve",
    "tfshim.math.clipping": "global_norm",
    "tfshim.math.reductions": "l2_normalize",
}
_SUBMODULES = "experimental".split()
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
__getattr__, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)
