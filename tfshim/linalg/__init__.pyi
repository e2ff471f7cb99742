# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.array_ops.matrices import adjoint as adjoint, matrix_transpose as matrix_transpose
from tfshim.linalg import experimental as experimental
from tfshim.linalg.contractions import einsum as einsum, tensordot as tensordot
from tfshim.linalg.decompositions import cholesky as cholesky, eig as eig, eigh as eigh, eigvals as eigvals, eigvalsh as eigvalsh, lu as lu
from tfshim.linalg.decompositions import qr as qr, svd as svd
from tfshim.linalg.diagonals import band_part as band_part, diag as diag, diag_part as diag_part, eye as eye, set_diag as set_diag
from tfshim.linalg.diagonals import tensor_diag as tensor_diag, tensor_diag_part as tensor_diag_part, trace as trace
from tfshim.linalg.functions import expm as expm, logm as logm, sqrtm as sqrtm
from tfshim.linalg.lu_factors import lu_matrix_inverse as lu_matrix_inverse, lu_reconstruct as lu_reconstruct, lu_solve as lu_solve
from tfshim.linalg.norms import norm as norm, normalize as normalize
from tfshim.linalg.operators.blocks import LinearOperatorBlockDiag as LinearOperatorBlockDiag
from tfshim.linalg.operators.blocks import LinearOperatorBlockLowerTriangular as LinearOperatorBlockLowerTriangular
from tfshim.linalg.operators.circulant import LinearOperatorCirculant as LinearOperatorCirculant
from tfshim.linalg.operators.circulant import LinearOperatorCirculant2D as LinearOperatorCirculant2D
from tfshim.linalg.operators.circulant import LinearOperatorCirculant3D as LinearOperatorCirculant3D
from tfshim.linalg.operators.circulant import LinearOperatorToeplitz as LinearOperatorToeplitz
from tfshim.linalg.operators.compositions import LinearOperatorAdjoint as LinearOperatorAdjoint
from tfshim.linalg.operators.compositions import LinearOperatorComposition as LinearOperatorComposition
from tfshim.linalg.operators.compositions import LinearOperatorInversion as LinearOperatorInversion
from tfshim.linalg.operators.few_elements import LinearOperatorHouseholder as LinearOperatorHouseholder
from tfshim.linalg.operators.few_elements import LinearOperatorPermutation as LinearOperatorPermutation
from tfshim.linalg.operators.few_elements import LinearOperatorTridiag as LinearOperatorTridiag
from tfshim.linalg.operators.kronecker import LinearOperatorKronecker as LinearOperatorKronecker
from tfshim.linalg.operators.linear_operator import LinearOperator as LinearOperator
from tfshim.linalg.operators.low_rank_update import LinearOperatorLowRankUpdate as LinearOperatorLowRankUpdate
from tfshim.linalg.operators.matrices import LinearOperatorDiag as LinearOperatorDiag, LinearOperatorFullMatrix as LinearOperatorFullMatrix
from tfshim.linalg.operators.matrices import LinearOperatorLowerTriangular as LinearOperatorLowerTriangular
from tfshim.linalg.operators.scalars import LinearOperatorIdentity as LinearOperatorIdentity
from tfshim.linalg.operators.scalars import LinearOperatorScaledIdentity as LinearOperatorScaledIdentity
from tfshim.linalg.operators.scalars import LinearOperatorZeros as LinearOperatorZeros
from tfshim.linalg.products import matmul as matmul, matvec as matvec
from tfshim.linalg.solvers import cholesky_solve as cholesky_solve, cross as cross, det as det, inv as inv, logdet as logdet, lstsq as lstsq
from tfshim.linalg.solvers import matrix_rank as matrix_rank, pinv as pinv, slogdet as slogdet, solve as solve
from tfshim.linalg.solvers import triangular_solve as triangular_solve
from tfshim.linalg.tridiagonal import banded_triangular_solve as banded_triangular_solve, eigh_tridiagonal as eigh_tridiagonal
from tfshim.linalg.tridiagonal import tridiagonal_matmul as tridiagonal_matmul, tridiagonal_solve as tridiagonal_solve
from tfshim.math.clipping import global_norm as global_norm
from tfshim.math.reductions import l2_normalize as l2_normalize
