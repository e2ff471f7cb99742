"""`tf.linalg`: what the recorded cases of tests/ops do not reach."""

import numpy as np
import pytest

import tfshim as tf

rng = np.random.default_rng(0)


def gradient(function, *values):
    tensors = [tf.constant(v) for v in values]
    with tf.GradientTape() as tape:
        for t in tensors:
            tape.watch(t)
        y = tf.reduce_sum(function(*tensors))
    return [g.numpy() for g in tape.gradient(y, tensors)]


def slope(function, values, at, step=1e-6):
    """The derivative of the summed `function` with respect to argument number `at`, by differences."""
    result = np.zeros_like(values[at])
    for place in np.ndindex(result.shape):
        sums = []
        for sign in (1, -1):
            moved = [v.copy() for v in values]
            moved[at][place] += sign * step
            sums.append(float(tf.reduce_sum(function(*map(tf.constant, moved)))))
        result[place] = (sums[0] - sums[1]) / (2 * step)
    return result


@pytest.mark.parametrize(
    "function, shapes",
    [
        (lambda d, y: tf.linalg.tridiagonal_solve(d, y), [(3, 5), (5, 2)]),
        (lambda d, y: tf.linalg.tridiagonal_solve(d, y, partial_pivoting=False), [(3, 5), (5, 2)]),
        (lambda d, y: tf.linalg.tridiagonal_matmul(d, y), [(3, 5), (5, 2)]),
        (lambda a, b: tf.linalg.eigh_tridiagonal(a, b) * [1.0, 2.0, -1.0], [(3,), (2,)]),
        (lambda d: tf.linalg.diag(d, k=(-1, 1)) ** 2, [(3, 4)]),
        (lambda x: tf.linalg.diag_part(x, k=(-1, 2), align="LEFT_RIGHT") ** 2, [(3, 4)]),
        (lambda b, y: tf.linalg.banded_triangular_solve(b, y, lower=False), [(2, 4), (4, 1)]),
        (lambda a, y: tf.linalg.lstsq(a, y), [(4, 2), (4, 1)]),
        (lambda a, y: tf.linalg.lstsq(a, y, l2_regularizer=0.3), [(2, 4), (2, 1)]),
    ],
)
def test_gradient_is_the_slope(function, shapes):
    values = [rng.uniform(0.5, 1.5, s) for s in shapes]
    if len(shapes) == 2 and shapes[0][0] == 3 and shapes[1] == (5, 2):
        values[0][1] += 3
    for at, found in enumerate(gradient(function, *values)):
        np.testing.assert_allclose(found, slope(function, values, at), rtol=1e-4, atol=1e-6)


def test_complete_decompositions_have_no_gradient():
    with pytest.raises(ValueError, match="Gradient not defined for fast=False"):
        gradient(lambda a, y: tf.linalg.lstsq(a, y, fast=False), rng.uniform(0.5, 1.5, (4, 2)), rng.uniform(0.5, 1.5, (4, 1)))


@pytest.mark.parametrize("pivoting", [True, False])
def test_long_tridiagonal_systems(pivoting):
    n = 400
    d = rng.uniform(0.5, 1.5, (3, n))
    d[1] += 3
    d, y = tf.constant(d), tf.constant(rng.normal(size=(n, 2)))
    x = tf.linalg.tridiagonal_solve(d, y, partial_pivoting=pivoting)
    np.testing.assert_allclose(tf.linalg.tridiagonal_matmul(d, x), y, atol=1e-10)


def test_pivoting_copes_with_a_zero_pivot():
    n = 400  # long enough to be swept row by row
    d = np.ones((3, n))
    d[1] = 0.0
    d, y = tf.constant(d), tf.constant(rng.normal(size=(n, 1)))
    x = tf.linalg.tridiagonal_solve(d, y)
    np.testing.assert_allclose(tf.linalg.tridiagonal_matmul(d, x), y, atol=1e-9)


def test_logarithm_undoes_the_exponential():
    a = (rng.normal(size=(2, 4, 4)) + 1j * rng.normal(size=(2, 4, 4))) * 0.3
    np.testing.assert_allclose(tf.linalg.logm(tf.linalg.expm(a)), a, atol=1e-10)


def test_root_squared():
    a = rng.normal(size=(4, 4))
    a = a @ a.T + np.eye(4)
    root = tf.linalg.sqrtm(a)
    np.testing.assert_allclose(root @ root, a, atol=1e-10)
    assert np.isnan(tf.linalg.sqrtm([[-2.0, 0.0], [0.0, 3.0]]).numpy()).all()


def test_matrices_with_0_as_an_eigenvalue_twice_have_no_root():
    for singular in (np.diag([0.0, 0.0, 4.0]), np.zeros((3, 3)), np.array([[0.0, 1.0], [0.0, 0.0]])):
        assert np.isnan(tf.linalg.sqrtm(singular)).all()
    np.testing.assert_array_equal(tf.linalg.sqrtm(np.stack([np.zeros((2, 2)), np.diag([0.0, 4.0])]))[1], np.diag([0.0, 2.0]))


def test_roots_of_many_rows():
    rng = np.random.default_rng(5)
    for a in (rng.normal(size=(2, 40, 40)) + 20 * np.eye(40), rng.normal(size=(40, 40)) + 1j * rng.normal(size=(40, 40))):
        root = tf.linalg.sqrtm(a)
        np.testing.assert_allclose(tf.matmul(root, root), a, atol=1e-11)


def test_permutation_of_lu():
    a = rng.normal(size=(3, 5, 5))
    np.testing.assert_allclose(tf.linalg.lu_reconstruct(*tf.linalg.lu(a)), a, atol=1e-12)
    np.testing.assert_allclose(tf.linalg.lu_matrix_inverse(*tf.linalg.lu(a)), np.linalg.inv(a), atol=1e-9)


def test_products_of_bytes():
    a = tf.constant([[100, 100]], tf.int8)
    product = tf.linalg.matmul(a, a, transpose_b=True, output_type=tf.int32)
    assert product.dtype == tf.int32 and product.numpy().tolist() == [[20000]]
    with pytest.raises(tf.errors.NotFoundError, match="BatchMatMulV3"):
        tf.linalg.matmul(a, a, transpose_b=True, output_type=tf.float32)


def test_sparse_hints_let_float_types_meet():
    a, b = tf.ones([2, 2], tf.bfloat16), tf.ones([2, 2])
    assert tf.linalg.matmul(a, b, a_is_sparse=True).dtype == tf.float32
    assert tf.linalg.matmul(a, a, a_is_sparse=True).dtype == tf.bfloat16
    with pytest.raises(tf.errors.InvalidArgumentError, match="a is not a matrix"):
        tf.linalg.matmul(tf.ones([1, 2, 2]), b, a_is_sparse=True)


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: tf.matmul(tf.ones([1, 2]), tf.ones([1, 2])), "InvalidArgumentError", r"In\[0\]: \[1,2\], In\[1\]: \[1,2\]"),
        (lambda: tf.matmul(tf.ones([]), tf.ones([])), "InvalidArgumentError", "ndims must be == 2: 0"),
        (lambda: tf.linalg.inv(tf.zeros([2, 2])), "InvalidArgumentError", "Input is not invertible"),
        (lambda: tf.linalg.lstsq(tf.zeros([3, 2]), tf.ones([3, 1])), "InvalidArgumentError", "Cholesky decomposition was not"),
        (lambda: tf.linalg.diag([[1.0, 2.0]], k=(0, 1)), "InvalidArgumentError", "number of diagonals"),
    ],
)
def test_errors(call, error, words):
    with pytest.raises(getattr(tf.errors, error), match=words):
        call()


class Dense:
    is_self_adjoint = is_positive_definite = True

    def __init__(self, matrix):
        self.matrix = tf.constant(matrix)

    def matvec(self, x):
        return tf.linalg.matvec(self.matrix, x)


def test_conjugate_gradient():
    a = rng.normal(size=(5, 5))
    a = a @ a.T + 5 * np.eye(5)
    y = tf.constant(rng.normal(size=5))
    state = tf.linalg.experimental.conjugate_gradient(Dense(a), y, preconditioner=Dense(np.diag(1 / np.diag(a))), tol=1e-12)
    np.testing.assert_allclose(state.x, np.linalg.solve(a, y), atol=1e-9)
    assert 1 <= int(state.i) <= 20
    assert int(tf.linalg.experimental.conjugate_gradient(Dense(a), y, max_iter=2).i) == 2


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
@pytest.mark.parametrize("bad, columns", [((0, 0), [0, 1, 2]), ((1, 1), [1, 2]), ((2, 2), [2])])
def test_factors_of_what_is_no_number_are_none(dtype, bad, columns):
    x = np.array([[1.0, 1.0, 0.0], [2.0, 1.0, 1.0], [3.0, 4.0, 1.0]])
    x[bad] = np.nan
    for matrix in (x, np.stack([x, np.eye(3)])):
        q, r = tf.linalg.qr(tf.constant(matrix, dtype))
        first = (q.numpy(), r.numpy()) if matrix is x else (q.numpy()[0], r.numpy()[0])
        assert [i for i in range(3) if np.isnan(first[1][i, i])] == columns
        if bad != (2, 2):
            assert np.isnan(first[0]).all()
        elif dtype != "complex64":  # whose last row has a phase still to be turned
            assert np.isfinite(first[0]).all()
        assert not np.isnan(np.tril(first[1], -1)).any()
        if matrix is not x:
            np.testing.assert_allclose(np.abs(r.numpy()[1]), np.eye(3), atol=1e-6)
