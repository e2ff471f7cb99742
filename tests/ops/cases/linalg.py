"""tf.linalg: products, decompositions and solvers."""

from tests.ops.case import Family
from tests.ops.inputs import T, b1, bf16, c64, c128, f16, f32, f64, i32, i64

cases = Family()

_L = "tf.linalg"
# A symmetric positive definite matrix made of any square one, and a well-conditioned one.
_SPD = "(tf.matmul(x, x, adjoint_b=True) + 2 * tf.eye(3, dtype=x.dtype))"
_GOOD = "(x + 3 * tf.eye(3, dtype=x.dtype))"

cases("tf.matmul(x, y)", x=f32(2, 3), y=f32(3, 2))
cases("tf.matmul(x, y, transpose_a=True)", x=f32(3, 2), y=f32(3, 2))
cases("tf.matmul(x, y, transpose_b=True)", x=f64(2, 3), y=f64(4, 3))
cases("tf.matmul(x, y, adjoint_a=True)", x=c64(3, 2), y=c64(3, 2))
cases("tf.matmul(x, y, adjoint_b=True, transpose_a=True)", x=c128(3, 2), y=c128(2, 3))
cases("tf.matmul(x, y)", x=f32(2, 2, 3), y=f32(2, 3, 2))
cases("tf.matmul(x, y)", x=f32(2, 2, 3), y=f32(3, 2))
cases("tf.matmul(x, y)", x=f32(1, 2, 2, 3), y=f32(2, 1, 3, 2))
cases("tf.matmul(x, y, transpose_b=True)", x=f32(2, 2, 3), y=f32(2, 2, 3))
cases("tf.matmul(x, y)", x=i32(2, 3), y=i32(3, 2))
cases("tf.matmul(x, y)", x=i64(2, 2), y=i64(2, 1))
cases("tf.matmul(x, y)", x=f16(2, 3), y=f16(3, 2))
cases("tf.matmul(x, y)", x=bf16(2, 3), y=bf16(3, 2))
cases("tf.matmul(x, y)", x=f32(0, 3), y=f32(3, 2))
cases("tf.matmul(x, y)", x=f32(2, 0), y=f32(0, 3))
cases("tf.matmul(x, [[1.0], [2.0]])", x=f32(2, 2))
cases("tf.matmul(x, y, output_type=tf.int32)", x=T([[1, 2]], "int8"), y=T([[3], [4]], "int8"))
cases("tf.linalg.matmul(x, y, a_is_sparse=True)", x=f32(2, 3), y=f32(3, 2))
cases("tf.linalg.matmul(x, y, b_is_sparse=True, transpose_a=True)", x=f32(3, 2), y=f32(3, 2))
cases.bad("tf.matmul(x, y)", x=f32(2, 3), y=f32(2, 3))
cases.bad("tf.matmul(x, y)", x=f32(3), y=f32(3, 2))
cases.bad("tf.matmul(x, y)", x=f32(2, 3), y=f64(3, 2))
cases.bad("tf.matmul(x, y)", x=f32(2, 2, 3), y=f32(3, 3, 2))
cases.bad("tf.matmul(x, y, transpose_a=True, adjoint_a=True)", x=f32(2, 2), y=f32(2, 2))
cases.bad("tf.matmul(x, y)", x=b1(2, 2), y=b1(2, 2))
cases("tf.linalg.matvec(x, y)", x=f32(2, 3), y=f32(3))
cases("tf.linalg.matvec(x, y, transpose_a=True)", x=f32(2, 3), y=f32(2))
cases("tf.linalg.matvec(x, y)", x=f64(2, 2, 3), y=f64(2, 3))
cases("tf.linalg.matvec(x, y, adjoint_a=True)", x=c64(2, 3), y=c64(2))
cases.bad("tf.linalg.matvec(x, y)", x=f32(2, 3), y=f32(2))
cases("tf.tensordot(x, y, 1)", x=f32(2, 3), y=f32(3, 2))
cases("tf.tensordot(x, y, axes=[[0, 1], [1, 0]])", x=f32(2, 3), y=f32(3, 2))
cases("tf.tensordot(x, y, axes=0)", x=f32(2), y=f32(3))
cases("tf.tensordot(x, y, axes=[[1], [0]])", x=f64(2, 3, 2), y=f64(3, 2))
cases("tf.tensordot(x, y, axes=[1, 0])", x=f32(2, 3), y=f32(3))
cases("tf.tensordot(x, y, axes=2)", x=i32(2, 3), y=i32(2, 3))
cases.bad("tf.tensordot(x, y, 1)", x=f32(2, 3), y=f32(2, 2))
cases.bad("tf.tensordot(x, y, axes=[[0, 1], [0]])", x=f32(2, 3), y=f32(2, 2))

for _equation in ("ij,jk->ik", "ij,kj->ik", "ij,jk", "ij,ij->", "ij,jk->ki", "ij,jk->"):
    _y = {"ij,kj->ik": f32(4, 3), "ij,ij->": f32(2, 3)}.get(_equation, f32(3, 4))
    cases(f"tf.einsum('{_equation}', x, y)", x=f32(2, 3), y=_y)
cases("tf.einsum('ij->ji', x)", x=f32(2, 3))
cases("tf.einsum('ij->i', x)", x=f32(2, 3))
cases("tf.einsum('ij->', x)", x=f32(2, 3))
cases("tf.einsum('ii->i', x)", x=f32(3, 3))
cases("tf.einsum('ii', x)", x=f32(3, 3))
cases("tf.einsum('i,j->ij', x, y)", x=f32(2), y=f32(3))
cases("tf.einsum('i,i->', x, y)", x=f32(3), y=f32(3))
cases("tf.einsum('bij,bjk->bik', x, y)", x=f64(2, 2, 3), y=f64(2, 3, 2))
cases("tf.einsum('...ij,...jk->...ik', x, y)", x=f32(2, 2, 3), y=f32(2, 3, 2))
cases("tf.einsum('...ij,jk->...ik', x, y)", x=f32(2, 2, 3), y=f32(3, 2))
cases("tf.einsum('ij, jk, kl -> il', x, y, z)", x=f32(2, 2), y=f32(2, 3), z=f32(3, 2))
cases("tf.einsum('ij,jk,kl->il', x, y, z, optimize='optimal')", x=f32(2, 2), y=f32(2, 3), z=f32(3, 2))
cases("tf.einsum('ba,ab->b', x, y)", x=i32(2, 3), y=i32(3, 2))
cases("tf.einsum('ij,jk->ik', x, y)", x=c64(2, 2), y=c64(2, 2))
cases("tf.einsum('...->...', x)", x=f32(2, 3))
cases("tf.einsum('aab->b', x)", x=f32(2, 2, 3))
cases.bad("tf.einsum('ij,jk->ik', x)", x=f32(2, 3))
cases.bad("tf.einsum('ij,jk->ik', x, y)", x=f32(2, 3), y=f32(2, 3))
cases.bad("tf.einsum('ij->ik', x)", x=f32(2, 3))
cases.bad("tf.einsum('ijk->i', x)", x=f32(2, 3))
cases.bad("tf.einsum('ij,jk->ik', x, y, optimise=True)", x=f32(2, 3), y=f32(3, 2), words=0.4)

# Norms and simple properties.
for _ord in ("'euclidean'", "1", "2", "np.inf", "3.0"):
    cases(f"tf.norm(x, {_ord})", x=f32(2, 3))
    cases(f"tf.norm(x, ord={_ord}, axis=1)", x=f64(2, 3))
for _ord in ("'fro'", "1", "2", "np.inf"):
    cases(f"tf.norm(x, ord={_ord}, axis=[-2, -1])", x=f32(2, 3), tol=3)
    cases(f"tf.norm(x, {_ord}, axis=(0, 1), keepdims=True)", x=f64(2, 3))
cases("tf.norm(x)", x=c64(3))
cases("tf.linalg.norm(x, axis=-1, keepdims=True)", x=f32(2, 2, 3))
cases("tf.norm(x)", x=f32(0))
cases.bad("tf.norm(x, 'nuc')", x=f32(2, 3))
cases.bad("tf.norm(x, 'fro', axis=1)", x=f32(2, 3))
cases.bad("tf.norm(x, -1)", x=f32(3))
cases.bad("tf.norm(x, axis=[0, 1, 2])", x=f32(2, 3, 2))
cases("tf.linalg.normalize(x)", x=f32(2, 3))
cases("tf.linalg.normalize(x, ord=1, axis=0)", x=f64(2, 3))
cases("tf.linalg.normalize(x, ord=np.inf, axis=1)", x=f32(2, 3))
cases("tf.linalg.trace(x)", x=f32(3, 3))
cases("tf.linalg.trace(x)", x=f32(2, 2, 3))
cases("tf.linalg.trace(x)", x=i32(2, 2))
cases("tf.linalg.cross(x, y)", x=f32(3), y=f32(3))
cases("tf.linalg.cross(x, y)", x=f64(2, 3), y=f64(2, 3))
cases("tf.linalg.cross(x, y)", x=i32(3), y=i32(3))
cases.bad("tf.linalg.cross(x, y)", x=f32(2), y=f32(2))
cases.bad("tf.linalg.cross(x, y)", x=f32(3), y=f32(2, 3))
cases("tf.linalg.adjoint(x)", x=c64(2, 3))
cases("tf.linalg.adjoint(x)", x=f32(2, 2, 3))

# Diagonals and bands.
cases(f"{_L}.diag(x)", x=f32(3))
cases(f"{_L}.diag(x, k=1)", x=f32(2, 3))
cases(f"{_L}.diag(x, k=-1, padding_value=7)", x=i32(3))
cases(f"{_L}.diag(x, k=(-1, 1))", x=f32(3, 3))
cases(f"{_L}.diag(x, k=(-1, 1), align='LEFT_RIGHT')", x=f32(3, 3))
cases(f"{_L}.diag(x, k=(0, 1), align='RIGHT_RIGHT')", x=f32(2, 3))
cases(f"{_L}.diag(x, k=0, num_rows=4)", x=f32(3))
cases(f"{_L}.diag(x, num_rows=3, num_cols=4, padding_value=9.0)", x=f64(3))
cases(f"{_L}.diag(x)", x=b1(2))
cases.bad(f"{_L}.diag(x)", x=f32())
cases.bad(f"{_L}.diag(x, k=(1, -1))", x=f32(3, 3))
cases.bad(f"{_L}.diag(x, num_rows=2)", x=f32(3))
cases(f"{_L}.diag_part(x)", x=f32(3, 3))
cases(f"{_L}.diag_part(x, k=1)", x=f32(2, 2, 3))
cases(f"{_L}.diag_part(x, k=(-1, 1))", x=f32(3, 4))
cases(f"{_L}.diag_part(x, k=(-1, 1), align='LEFT_LEFT', padding_value=5)", x=i32(3, 3))
cases(f"{_L}.diag_part(x, k=(1, 2), align='LEFT_RIGHT')", x=f32(3, 4))
cases.bad(f"{_L}.diag_part(x, k=5)", x=f32(3, 3))
cases.bad(f"{_L}.diag_part(x)", x=f32(3))
cases(f"{_L}.set_diag(x, y)", x=f32(3, 3), y=f32(3))
cases(f"{_L}.set_diag(x, y, k=1)", x=f32(2, 2, 3), y=f32(2, 2))
cases(f"{_L}.set_diag(x, y, k=(-1, 0))", x=f32(3, 3), y=f32(2, 3))
cases(f"{_L}.set_diag(x, y, k=(0, 1), align='LEFT_LEFT')", x=f64(3, 3), y=f64(2, 3))
cases(f"{_L}.set_diag(x, y)", x=i32(2, 3), y=i32(2))
cases.bad(f"{_L}.set_diag(x, y)", x=f32(3, 3), y=f32(2))
cases(f"{_L}.tensor_diag(x)", x=f32(3))
cases(f"{_L}.tensor_diag(x)", x=f32(2, 2))
cases(f"{_L}.tensor_diag(x)", x=i32(2))
cases(f"{_L}.tensor_diag_part(x)", x=f32(3, 3))
cases(f"{_L}.tensor_diag_part(x)", x=f32(2, 2, 2, 2))
cases.bad(f"{_L}.tensor_diag_part(x)", x=f32(2, 3))
cases(f"{_L}.band_part(x, 1, 0)", x=f32(3, 3))
cases(f"{_L}.band_part(x, -1, 1)", x=f32(2, 3, 4))
cases(f"{_L}.band_part(x, 0, -1)", x=i32(3, 3))
cases(f"{_L}.band_part(x, n, n)", x=f64(3, 3), n=T(1, "int64"))
cases(f"{_L}.band_part(x, 0, 0)", x=b1(2, 2))
cases.bad(f"{_L}.band_part(x, 5, 0)", x=f32(3, 3))
cases.bad(f"{_L}.band_part(x, 0, 0)", x=f32(3))

# Determinants and inverses.
for _make, _tol in ((f32, 5), (f64, 10), (c64, 10)):
    _d = _make(3, 3)
    for _call in (f"{_L}.det({_GOOD})", f"{_L}.slogdet({_GOOD})", f"{_L}.logdet({_SPD})", f"{_L}.inv({_GOOD})",
                  f"{_L}.inv({_GOOD}, adjoint=True)", f"{_L}.cholesky({_SPD})", f"{_L}.sqrtm({_SPD})", f"{_L}.pinv({_GOOD})",
                  f"{_L}.expm(x)", f"{_L}.eigh({_SPD})[0]", f"{_L}.eigvalsh({_SPD})", f"{_L}.svd({_GOOD}, compute_uv=False)"):  # fmt: skip
        (cases.bad if "pinv" in _call and _make is c64 else cases)(_call, x=_d, tol=_tol)
    cases(f"{_L}.logm({_SPD})" if _make is c64 else f"{_L}.logdet({_SPD} * 2)", x=_d, tol=10)
    cases(f"q, r = {_L}.qr({_GOOD})\ntf.abs(q), tf.abs(r), q @ r", op="tf.linalg.qr", x=_d, tol=_tol)
    cases(f"e, v = {_L}.eigh({_SPD})\ne, tf.abs(v), v @ tf.linalg.diag(tf.cast(e, v.dtype)) @ tf.linalg.adjoint(v)",
          op="tf.linalg.eigh", x=_d, tol=_tol)  # fmt: skip
    cases(f"s, u, v = {_L}.svd({_GOOD})\ns, tf.abs(u), tf.abs(v)", op="tf.linalg.svd", x=_d, tol=_tol)
    cases(f"{_L}.solve({_GOOD}, y)", x=_d, y=_make(3, 2), tol=_tol)
    cases(f"{_L}.solve({_GOOD}, y, adjoint=True)", x=_d, y=_make(3, 1), tol=_tol)
    cases(f"{_L}.triangular_solve({_GOOD}, y)", x=_d, y=_make(3, 2), tol=_tol)
    cases(f"{_L}.triangular_solve({_GOOD}, y, lower=False, adjoint=True)", x=_d, y=_make(3, 2), tol=_tol)
    cases(f"{_L}.cholesky_solve({_L}.cholesky({_SPD}), y)", op="tf.linalg.cholesky_solve", x=_d, y=_make(3, 2), tol=_tol)
    cases(f"{_L}.lu({_GOOD})", x=_d, tol=_tol)
    cases(f"e = {_L}.eigvals({_GOOD})\ntf.sort(tf.abs(e))", op="tf.linalg.eigvals", x=_d, tol=_tol, grad=False)
cases(
    f"e, v = {_L}.eig({_GOOD})\nv @ tf.linalg.diag(e) @ tf.linalg.inv(v)",
    op="tf.linalg.eig",
    x=f32(3, 3),
    tol=20,
    grad=False,
)
cases(f"tf.eig({_SPD})[0].dtype, tf.eigvals({_SPD}).dtype", op="tf.linalg.eig", x=f64(3, 3), graph=False, grad=False)
for _name in ("det", "inv", "slogdet", "cholesky", "qr", "logdet", "eigh", "svd"):
    _arg = "tf.linalg.matmul(x, x, transpose_b=True) + tf.eye(2)" if _name in ("cholesky", "logdet", "eigh") else "x"
    _take = "[0]" if _name in ("eigh", "svd") else ""
    _body = f"{_L}.{_name}({_arg}){_take}"
    cases(f"tf.abs({_L}.qr(x)[1])" if _name == "qr" else _body, op=f"tf.linalg.{_name}", x=f32(3, 2, 2), tol=20)
    if _name not in ("qr", "svd"):
        cases.bad(f"{_L}.{_name}(x)", x=f32(2, 3))
    cases.bad(f"{_L}.{_name}(x)", x=i32(2, 2))
    cases.bad(f"{_L}.{_name}(x)", x=f32(3))
cases(f"{_L}.det(x)", x=f32(0, 0))
cases(f"{_L}.inv(x)", x=f32(0, 0))
cases(f"{_L}.det(x)", x=f32(0, 2, 2))
cases(f"{_L}.cholesky(x)", x=f32(0, 0))
cases(f"{_L}.det(x)", x=T([[1.0, 2.0], [2.0, 4.0]], "float32"), grad=False)
cases.bad(f"{_L}.inv(x)", x=T([[1.0, 2.0], [2.0, 4.0]], "float32"))
cases.bad(f"{_L}.solve(x, x)", x=T([[0.0, 0.0], [0.0, 0.0]], "float32"))
cases(f"{_L}.cholesky(x)", x=T([[1.0, 2.0], [2.0, 1.0]], "float32"), grad=False)
cases.bad(f"{_L}.solve(x, y)", x=f32(2, 2), y=f32(3, 1))
cases.bad(f"{_L}.solve(x, y)", x=f32(2, 3), y=f32(2, 1))
cases.bad(f"{_L}.triangular_solve(x, y)", x=f32(3, 3), y=f32(2, 1))
cases(f"{_L}.svd(x, full_matrices=True)[0]", x=f32(2, 4))
cases(
    f"s, u, v = {_L}.svd(x)\nu.shape, v.shape, (u * s) @ tf.linalg.adjoint(v)",
    op="tf.linalg.svd",
    x=f64(4, 2),
    graph=False,
)
cases(
    f"s, u, v = {_L}.svd(x, full_matrices=True)\ns, u.shape, v.shape",
    op="tf.linalg.svd",
    x=f32(4, 2),
    graph=False,
    grad=False,
)
cases(
    f"q, r = {_L}.qr(x, full_matrices=True)\nq.shape, r.shape, q @ r",
    op="tf.linalg.qr",
    x=f32(4, 2),
    graph=False,
    grad=False,
)
cases(f"q, r = {_L}.qr(x)\nq.shape, r.shape, q @ r", op="tf.linalg.qr", x=f32(2, 4), graph=False, grad=False)
cases(f"{_L}.pinv(x)", x=f64(4, 2), tol=10)
cases(f"{_L}.pinv(x, rcond=0.5)", x=f64(2, 3), tol=10)
cases(f"{_L}.matrix_rank(x)", x=f32(3, 2))
cases(f"{_L}.matrix_rank(x)", x=T([[1.0, 2.0], [2.0, 4.0]], "float32"))
cases(f"{_L}.matrix_rank(x, tol=0.1)", x=T([[1.0, 0.0], [0.0, 0.05]], "float64"))
cases(f"{_L}.lstsq(x, y)", x=f64(4, 2), y=f64(4, 1), tol=10)
cases(f"{_L}.lstsq(x, y, l2_regularizer=0.5)", x=f32(4, 2), y=f32(4, 1), tol=10)
cases(f"{_L}.lstsq(x, y, fast=False)", x=f64(4, 2), y=f64(4, 1), tol=10, grad=False)
cases(f"{_L}.lstsq(x, y)", x=f64(2, 4), y=f64(2, 1), tol=10)
cases.bad(f"{_L}.lstsq(x, y)", x=f64(4, 2), y=f64(3, 1))
cases(f"{_L}.lu(x, output_idx_type=tf.int64)", x=f64(2, 2, 2))
cases(f"{_L}.lu_reconstruct(*{_L}.lu(x))", op="tf.linalg.lu_reconstruct", x=f64(3, 3))
cases(f"{_L}.lu_matrix_inverse(*{_L}.lu({_GOOD}))", op="tf.linalg.lu_matrix_inverse", x=f64(3, 3))
cases(f"{_L}.lu_solve(*{_L}.lu({_GOOD}), y)", op="tf.linalg.lu_solve", x=f64(3, 3), y=f64(3, 1))
cases(
    f"{_L}.lu_solve(*{_L}.lu({_GOOD}), y, validate_args=True)",
    op="tf.linalg.lu_solve",
    x=f64(3, 3),
    y=f64(3, 1),
    graph=False,
)
cases(f"{_L}.expm(x)", x=f32(2, 2, 2), tol=5)
cases(f"{_L}.expm(x * 5)", x=f64(3, 3), tol=10)
cases(f"{_L}.expm(x)", x=f32(0, 0))
cases("tf.matrix_square_root(x)", x=T([[4.0, 1.0], [1.0, 3.0]], "float64"))
cases.bad(f"{_L}.expm(x)", x=f32(2, 3))
cases.bad(f"{_L}.logm(x)", x=f32(2, 2))

# Banded and tridiagonal matrices.
cases(f"{_L}.banded_triangular_solve(b, y)", b=f64(2, 3, lo=1, hi=2), y=f64(3, 2))
cases(f"{_L}.banded_triangular_solve(b, y, lower=False)", b=f64(2, 3, lo=1, hi=2), y=f64(3, 1))
cases(f"{_L}.banded_triangular_solve(b, y, adjoint=True)", b=f32(3, 3, lo=1, hi=2), y=f32(3, 1))
cases.bad(f"{_L}.banded_triangular_solve(b, y)", b=f64(2, 3), y=f64(2, 1))
cases(f"{_L}.tridiagonal_solve(d, y)", d=T([[1.0, 1.0, 0.0], [4.0, 5.0, 6.0], [0.0, 1.0, 2.0]], "float64"), y=f64(3))
cases(f"{_L}.tridiagonal_solve(d, y)", d=T([[1.0, 1.0, 0.0], [4.0, 5.0, 6.0], [0.0, 1.0, 2.0]], "float32"), y=f32(3, 2))
cases(f"{_L}.tridiagonal_solve(d, y, partial_pivoting=False)",
      d=T([[1.0, 1.0, 0.0], [4.0, 5.0, 6.0], [0.0, 1.0, 2.0]], "float64"), y=f64(3, 1))  # fmt: skip
cases(f"{_L}.tridiagonal_solve(d, y, transpose_rhs=True)",
      d=T([[1.0, 1.0, 0.0], [4.0, 5.0, 6.0], [0.0, 1.0, 2.0]], "float64"), y=f64(2, 3))  # fmt: skip
cases(f"{_L}.tridiagonal_solve(x, y, diagonals_format='matrix')",
      x=T([[4.0, 1.0, 0.0], [2.0, 5.0, 1.0], [0.0, 1.0, 6.0]], "float64"), y=f64(3))  # fmt: skip
cases(f"{_L}.tridiagonal_solve((a, b, c), y, diagonals_format='sequence')",
      a=T([1.0, 2.0, 0.0], "float32"), b=T([4.0, 5.0, 6.0], "float32"), c=T([0.0, 1.0, 2.0], "float32"), y=f32(3))  # fmt: skip
cases.bad(f"{_L}.tridiagonal_solve(d, y)", d=f64(3, 3), y=f64(2))
cases.bad(f"{_L}.tridiagonal_solve(d, y, diagonals_format='dense')", d=f64(3, 3), y=f64(3))
_SINGULAR = {
    "a pivot of zero": [[2.0, 0.0, 0.0], [1.0, 4.0, 0.0], [0.0, 2.0, 0.0]],
    "zeros": [[0.0] * 3] * 3,
    "tiny": [[0.0, 0.0, 0.0], [-0.0, -1e-30, 1.0], [0.0, 0.0, 0.0]],
    "rows exchanged": [[1.0, 2.0, 3.0, 9.0], [1.0, 2.0, 5.0, 1.0], [7.0, 4.0, 3.0, 8.0]],
    "dependent rows": [[1.0, 1.0, 0.0, 9.0], [1.0, 1.0, 1.0, 0.5], [9.0, 0.0, 1.0, 0.25]],
}
for _diagonals in _SINGULAR.values():
    for _dtype in ("float32", "float64", "complex64"):
        cases(f"{_L}.tridiagonal_solve(d, y, perturb_singular=True)",
              d=T(_diagonals, _dtype), y=T([[3.0, 0.0], [1.0, 1e-3], [5.0, 2.0], [0.5, -1.0]][: len(_diagonals[0])], _dtype))  # fmt: skip
cases(f"{_L}.tridiagonal_solve(d, y, perturb_singular=True)",
      d=T([_SINGULAR["rows exchanged"], _SINGULAR["dependent rows"]], "float64"), y=f64(2, 4))  # fmt: skip
cases(f"{_L}.tridiagonal_solve(d, y, perturb_singular=True)", d=T([[5.0], [0.0], [7.0]], "float32"), y=T([3.0], "float32"))
cases(f"{_L}.tridiagonal_solve(d, y, perturb_singular=True)", d=T([[5.0], [2.0], [7.0]], "float32"), y=T([[3.0, 1.0]], "float32"))
cases("tf.raw_ops.TridiagonalSolve(diagonals=d, rhs=y, perturb_singular=True)", d=f64(2, 3, 4), y=f64(2, 4, 3))
cases.bad(f"{_L}.tridiagonal_solve(d, y, partial_pivoting=False, perturb_singular=True)", d=f64(3, 3), y=f64(3))
cases.bad("tf.raw_ops.TridiagonalSolve(diagonals=d, rhs=y, partial_pivoting=False, perturb_singular=True)", d=f64(3, 3), y=f64(3, 2))
cases(f"{_L}.tridiagonal_matmul(d, y)", d=f64(3, 3), y=f64(3, 2))
cases(f"{_L}.tridiagonal_matmul(x, y, diagonals_format='matrix')", x=f32(3, 3), y=f32(3, 2))
cases(f"{_L}.tridiagonal_matmul([a, b, c], y, diagonals_format='sequence')", a=f32(3), b=f32(3), c=f32(3), y=f32(3, 1))
cases(f"{_L}.eigh_tridiagonal(a, b)", a=f64(3), b=f64(2))
cases(f"{_L}.eigh_tridiagonal(a, b, select='i', select_range=(0, 1))", a=f64(3), b=f64(2), grad=False)
cases(f"{_L}.eigh_tridiagonal(a, b, select='v', select_range=(-10.0, 0.5))", a=f64(4), b=f64(3), grad=False, graph=False)
cases(
    f"tf.abs({_L}.eigh_tridiagonal(a, b, eigvals_only=False)[1])",
    op="tf.linalg.eigh_tridiagonal",
    a=f64(3),
    b=f64(2),
    grad=False,
)
cases.bad(f"{_L}.eigh_tridiagonal(a, b)", a=f64(3), b=f64(3))

# Operators.
_OP = "tf.linalg.LinearOperator"
for _made, _op in (
    ("LinearOperatorFullMatrix(x)", "LinearOperatorFullMatrix"), ("LinearOperatorDiag(tf.linalg.diag_part(x) + 3)", "LinearOperatorDiag"),
    ("LinearOperatorLowerTriangular(x)", "LinearOperatorLowerTriangular"), ("LinearOperatorIdentity(3)", "LinearOperatorIdentity"),
    ("LinearOperatorScaledIdentity(3, x[0, 0])", "LinearOperatorScaledIdentity"), ("LinearOperatorZeros(3)", "LinearOperatorZeros"),
    ("LinearOperatorToeplitz(x[0], x[0])", "LinearOperatorToeplitz"), ("LinearOperatorHouseholder(x[0])", "LinearOperatorHouseholder"),
    ("LinearOperatorPermutation([2, 0, 1])", "LinearOperatorPermutation"),
    ("LinearOperatorComposition([tf.linalg.LinearOperatorFullMatrix(x), tf.linalg.LinearOperatorDiag(x[0])])", "LinearOperatorComposition"),
    ("LinearOperatorAdjoint(tf.linalg.LinearOperatorFullMatrix(x))", "LinearOperatorAdjoint"),
    ("LinearOperatorInversion(tf.linalg.LinearOperatorDiag(x[0]))", "LinearOperatorInversion"),
    ("LinearOperatorKronecker([tf.linalg.LinearOperatorFullMatrix(x[:1, :1]), tf.linalg.LinearOperatorFullMatrix(x)])", "LinearOperatorKronecker"),
    ("LinearOperatorBlockDiag([tf.linalg.LinearOperatorDiag(x[0, :1]), tf.linalg.LinearOperatorFullMatrix(x[:2, :2])])", "LinearOperatorBlockDiag"),
    ("LinearOperatorLowRankUpdate(tf.linalg.LinearOperatorDiag(x[0] + 3), x[:, :1])", "LinearOperatorLowRankUpdate"),
    ("LinearOperatorTridiag(x, 'compact')", "LinearOperatorTridiag"),
):  # fmt: skip
    cases(f"o = tf.linalg.{_made}\no.to_dense(), o.matmul(y), o.shape_tensor(), o.trace(), o.diag_part()",
          op=f"tf.linalg.{_op}", x=f32(3, 3), y=f32(3, 2), tol=10)  # fmt: skip
    if _op not in ("LinearOperatorZeros", "LinearOperatorTridiag", "LinearOperatorToeplitz"):
        cases(
            f"o = tf.linalg.{_made}\no.solve(y), o.log_abs_determinant()",
            op=f"tf.linalg.{_op}",
            x=f32(3, 3),
            y=f32(3, 2),
            tol=200,
        )
