"""tf.linalg."""

from tests.ops.generated.draws import FLOATS, NUMERIC, REAL, WIDE, Table, axes, choose, flag, same, shaped, x

table = Table()


def _square(d):
    return d.choice(((2, 2), (3, 3), (2, 2, 2), (1, 1), (0, 2, 2), (2, 2), (2, 3), (0, 0), (2, 1, 3, 3)))


def _matrix(d):
    return d.choice(((2, 2), (2, 3), (3, 2), (2, 2, 3), (1, 1), (0, 2), (2, 0), (2,), (2, 3, 3)))


def _times(d, s):
    return (*s[:-2], s[-1], d.between(1, 3)) if len(s) > 1 else s


_matrices = x(WIDE, shape=_matrix)
_squares = x(WIDE, shape=_square)


def positive_definite(draw):
    """A matrix that has a Cholesky factor, nearly always; now and then with a NaN."""
    if draw.chance(0.2):
        return _squares(draw)
    text = draw.choice(("[[2.0, 0.5], [0.5, 1.0]]", "[[[4.0, 1.0], [1.0, 3.0]], [[1.0, 0.0], [0.0, 1.0]]]", "[[3.0]]", "[[2.0, nan], [nan, 1.0]]", "[[1.0, 2.0], [2.0, 1.0]]", "[[4.0, 2.0, 0.0], [2.0, 3.0, 1.0], [0.0, 1.0, 5.0]]"))
    from tests.ops.generated.draws import Array

    shape = (1,) if text.count("[") == 2 and "," not in text else (text.count("],") + 1,)
    draw.x = Array("float32", (2, 2) if text.count(",") == 3 else (3, 3) if text.count(",") == 8 else (1, 1) if shape == (1,) else (2, 2, 2))
    form = draw.choice("ttap")
    dtype = draw.choice(("float32", "float64", "float32", "complex64"))
    draw.x.dtype = dtype if form != "p" else "float32"
    return text if form == "p" else f"{form}({text}, '{dtype}')"


table("tf.linalg.matmul", x(NUMERIC, shape=_matrix), shaped(_times), transpose_a=flag, transpose_b=flag, adjoint_a=flag, adjoint_b=flag, calls=44)
table("tf.matmul:mixed", x(REAL, shape=_matrix), shaped(_times, forms="tap"), a_is_sparse=flag, output_type=choose("tf.int32", "tf.float32"), calls=16)
table("tf.linalg.matvec", x(NUMERIC, shape=_matrix), shaped(lambda d, s: (*s[:-2], s[-1]) if len(s) > 1 else s), transpose_a=flag, adjoint_a=flag, calls=20)
table("tf.linalg.inv tf.linalg.det tf.linalg.slogdet tf.linalg.logdet", _squares, calls=18)
table("tf.linalg.cholesky tf.linalg.eigh tf.linalg.eigvalsh", positive_definite, calls=18)
table("tf.linalg.eig tf.linalg.eigvals", _squares, calls=14)
table("tf.linalg.svd", _matrices, full_matrices=flag, compute_uv=flag, calls=30)
table("tf.linalg.qr", _matrices, full_matrices=flag, calls=20)
table("tf.linalg.lu", _squares, calls=16)
table("tf.linalg.lstsq", _matrices, shaped(lambda d, s: (*s[:-1], 2)), l2_regularizer=choose("0.0", "0.5"), fast=flag, calls=18)
table("tf.linalg.solve", _squares, shaped(lambda d, s: (*s[:-1], 2)), adjoint=flag, calls=20)
table("tf.linalg.triangular_solve", _squares, shaped(lambda d, s: (*s[:-1], 2)), lower=flag, adjoint=flag, calls=20)
table("tf.linalg.cholesky_solve", positive_definite, shaped(lambda d, s: (*s[:-1], 2)), calls=14)
table("tf.linalg.pinv", _matrices, rcond=choose("None", "0.1"), validate_args=flag, calls=16)
table("tf.linalg.matrix_rank", _matrices, tol=choose("None", "0.5"), validate_args=flag, calls=14)
table("tf.linalg.expm tf.linalg.sqrtm tf.linalg.logm", _squares, calls=12)
table("tf.linalg.trace", x(NUMERIC, shape=_matrix), calls=14)
table("tf.linalg.diag", x(NUMERIC, 1, 3), k=choose("0", "1", "-1", "(-1, 0)", "(0, 1)"), num_rows=choose("-1", "3", "4"), num_cols=choose("-1", "3"), padding_value=choose("0", "1", "2.5"), align=choose("'RIGHT_LEFT'", "'LEFT_RIGHT'", "'x'"), calls=28)
table("tf.linalg.diag_part", x(NUMERIC, 2, 3), k=choose("0", "1", "-1", "(-1, 0)", "(0, 1)", "5"), padding_value=choose("0", "1"), align=choose("'RIGHT_LEFT'", "'LEFT_RIGHT'"), calls=26)
table("tf.linalg.set_diag", x(NUMERIC, 2, 3), shaped(lambda d, s: (*s[:-2], min(s[-2:])) if len(s) > 1 else s), k=choose("0", "1", "-1"), calls=22)
table("tf.linalg.tensor_diag", x(NUMERIC, 0, 2), calls=12)
table("tf.linalg.tensor_diag_part", x(NUMERIC, shape=lambda d: d.choice(((2, 2), (3, 3), (2, 3), (2, 1, 2, 1), (2,)))), calls=12)
table("tf.linalg.band_part", x(NUMERIC, 2, 3), choose("0", "1", "-1", "5", "t(1, 'int64')", "-2"), choose("0", "1", "-1", "t(1, 'int64')"), calls=20)
table("tf.linalg.cross", x(REAL, shape=lambda d: d.choice(((3,), (2, 3), (2,), (0, 3)))), same(), calls=14)
table("tf.linalg.norm", x(FLOATS, 1, 3), ord=choose("1", "2", "np.inf", "'euclidean'", "'fro'", "3"), axis=axes, keepdims=flag, calls=28)
table("tf.linalg.normalize", x(FLOATS, 1, 3), ord=choose("1", "2", "np.inf", "'euclidean'"), axis=axes, calls=18)
table("tf.linalg.adjoint", x(NUMERIC, 2, 3), calls=10)
table("tf.linalg.tridiagonal_matmul", choose("[[1.0, 2.0, 0.0], [1.0, 1.0, 1.0], [0.0, 3.0, 4.0]]", "([1.0, 2.0], [1.0, 1.0], [0.0, 3.0])"), x(WIDE, shape=lambda d: (3, 2)), diagonals_format=choose("'compact'", "'sequence'", "'matrix'"), calls=10)
table("tf.linalg.tridiagonal_solve", choose("[[1.0, 2.0, 0.0], [4.0, 4.0, 4.0], [0.0, 3.0, 1.0]]", "a([[1.0, 2.0, 0.0], [4.0, 4.0, 4.0], [0.0, 3.0, 1.0]], 'float64')"), x(WIDE, shape=lambda d: d.choice(((3,), (3, 2), (2,)))), diagonals_format=choose("'compact'", "'matrix'"), transpose_rhs=flag, partial_pivoting=flag, calls=14)
table("tf.linalg.eigh_tridiagonal", x(("float32", "float64"), shape=lambda d: (3,)), shaped(lambda d, s: (2,)), eigvals_only=flag, select=choose("'a'", "'i'", "'v'"), select_range=choose("(0, 1)", "(-1.0, 1.0)"), calls=12)
table("tf.linalg.banded_triangular_solve", x(("float32", "float64"), shape=lambda d: (2, 3), kind="positive"), shaped(lambda d, s: (3, 2)), lower=flag, adjoint=flag, calls=12)
table("tf.linalg.lu_matrix_inverse tf.linalg.lu_reconstruct", x(("float32", "float64"), shape=lambda d: (2, 2), kind="positive"), choose("[0, 1]", "[1, 0]", "[0]"), calls=8)
table("tf.linalg.lu_solve", x(("float32", "float64"), shape=lambda d: (2, 2), kind="positive"), choose("[0, 1]", "[1, 0]"), shaped(lambda d, s: (2, 1)), calls=8)
table("tf.linalg.einsum", choose("'ij,jk->ik'", "'...ij,...jk->...ik'", "'ij->ji'", "'ij,j'"), x(NUMERIC, shape=_matrix), shaped(_times), calls=16)
table("tf.linalg.experimental.conjugate_gradient", choose("tf.linalg.LinearOperatorFullMatrix([[2.0, 0.0], [0.0, 1.0]], is_self_adjoint=True, is_positive_definite=True)"), x(("float32", "float64"), shape=lambda d: (2,)), calls=4)
