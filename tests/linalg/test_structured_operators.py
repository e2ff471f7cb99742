"""Operators with structure against dense matrices that numpy builds."""

import numpy as np
import pytest

import tfshim as tf

rng = np.random.default_rng(3)


def check(operator, dense, tolerance=1e-8):
    """Every way to use `operator` agrees with the matrices `dense`, `[..., n, n]`."""

    def close(a, b):
        np.testing.assert_allclose(a.numpy(), b, rtol=tolerance, atol=tolerance)

    n = dense.shape[-1]
    x = rng.normal(size=(*dense.shape[:-2], n, 2)).astype(dense.dtype)
    turned = np.conj(np.swapaxes(dense, -1, -2))
    assert operator.shape.as_list() == list(dense.shape) == operator.shape_tensor().numpy().tolist()
    close(operator.to_dense(), dense)
    close(operator.matmul(x), dense @ x)
    close(operator.matmul(x, adjoint=True), turned @ x)
    close(operator.matvec(x[..., 0]), (dense @ x)[..., 0])
    close(operator.adjoint().to_dense(), turned)
    close(operator.solve(x), np.linalg.solve(dense, x))
    close(operator.solve(x, adjoint=True), np.linalg.solve(turned, x))
    close(operator.inverse().to_dense(), np.linalg.inv(dense))
    close(operator.determinant(), np.linalg.det(dense))
    close(operator.log_abs_determinant(), np.linalg.slogdet(dense)[1])
    close(operator.diag_part(), np.diagonal(dense, axis1=-2, axis2=-1))
    close(operator.trace(), np.trace(dense, axis1=-2, axis2=-1))
    close(operator.cond(), np.linalg.cond(dense))


@pytest.mark.parametrize(("name", "block"), [("", (4,)), ("2D", (2, 3)), ("3D", (2, 1, 3))])
@pytest.mark.parametrize("batch", [(), (2,)])
def test_circulant(name, block, batch):
    kernel = rng.normal(size=(*batch, *block)) + 3 * (np.arange(np.prod(block)) == 0).reshape(block)
    axes = tuple(range(-len(block), 0))
    places = list(np.ndindex(*block))
    dense = np.zeros((*batch, len(places), len(places)))
    for i, a in enumerate(places):
        for j, b in enumerate(places):
            dense[..., i, j] = kernel[(..., *((p - q) % n for p, q, n in zip(a, b, block, strict=True)))]
    make = getattr(tf.linalg, "LinearOperatorCirculant" + name)
    operator = make(np.fft.fftn(kernel, axes=axes), input_output_dtype=tf.float64)
    check(operator, dense)
    operator.assert_hermitian_spectrum()
    np.testing.assert_allclose(operator.convolution_kernel().numpy(), kernel, atol=1e-12)
    check(make(np.fft.fftn(kernel * 1j, axes=axes), input_output_dtype=tf.complex128), dense * 1j)
    with pytest.raises(tf.errors.InvalidArgumentError):
        make(np.fft.fftn(kernel * 1j, axes=axes), input_output_dtype=tf.complex128).assert_hermitian_spectrum()


def test_circulant_refuses():
    with pytest.raises(ValueError, match="at least 2 dimensions"):
        tf.linalg.LinearOperatorCirculant2D([1.0])
    with pytest.raises(ValueError, match="always square"):
        tf.linalg.LinearOperatorCirculant([1.0], is_square=False)
    with pytest.raises(tf.errors.InvalidArgumentError, match="zero values"):
        tf.linalg.LinearOperatorCirculant([0.0, 1.0]).assert_non_singular()


@pytest.mark.parametrize(("col_batch", "row_batch"), [((), ()), ((2,), (2,)), ((2,), ())])
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_toeplitz(col_batch, row_batch, dtype):
    col, row = (rng.normal(size=(*b, 4)).astype(dtype) for b in (col_batch, row_batch))
    if dtype == "complex128":
        col, row = col * (1 + 2j), row * (2 - 1j)
    col[..., 0] += 5
    dense = np.zeros((*col_batch, 4, 4), dtype)
    for i, j in np.ndindex(4, 4):
        dense[..., i, j] = col[..., i - j] if i >= j else row[..., j - i]
    check(tf.linalg.LinearOperatorToeplitz(col, row), dense)
    with pytest.raises(ValueError, match="mismatched"):
        tf.linalg.LinearOperatorToeplitz(col, row[..., 1:])


@pytest.mark.parametrize("batch", [(), (2,)])
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_low_rank_update(batch, dtype):
    unit = 1j if dtype == "complex128" else 0.5
    base, d = np.array([3.0, 4, 5, 6], dtype), np.array([2.0, 0.0], dtype) * unit
    u, v = ((rng.normal(size=(*batch, 4, 2)) * (1 + unit)).astype(dtype) for _ in range(2))
    operator = tf.linalg.LinearOperatorDiag(base, is_positive_definite=True, is_self_adjoint=True)
    make = tf.linalg.LinearOperatorLowRankUpdate
    turn = lambda a: np.conj(np.swapaxes(a, -1, -2))  # noqa: E731
    check(make(operator, u, d, v), np.diag(base) + (u * d) @ turn(v))
    both = make(operator, u)
    check(both, np.diag(base) + u @ turn(u))
    assert both.is_self_adjoint and both.is_positive_definite and both.is_non_singular
    with pytest.raises(ValueError, match="not compatible"):
        make(operator, u[..., :3, :])
    with pytest.raises(ValueError, match="this must be a self-adjoint operator"):
        make(operator, u, is_self_adjoint=False)


@pytest.mark.parametrize(
    "method, good",
    [
        ("non_singular", [[2.0, 0.0], [0.0, 1.0]]),
        ("self_adjoint", [[2.0, 1.0], [1.0, 3.0]]),
        ("positive_definite", [[2.0, 0.0], [0.0, 1.0]]),
    ],
)
def test_checks_of_operators_in_functions(method, good):
    def made(matrix):  # positive definite is what TensorFlow checks of self-adjoint operators alone
        return tf.linalg.LinearOperatorFullMatrix(matrix, is_self_adjoint=True if method == "positive_definite" else None)

    @tf.function
    def checked(matrix):
        operator = made(matrix)
        with tf.control_dependencies([getattr(operator, f"assert_{method}")()]):
            return tf.identity(matrix)

    assert checked(tf.constant(good)).numpy().tolist() == good
    with pytest.raises(tf.errors.InvalidArgumentError):
        checked(tf.constant([[-1.0, 2.0], [-1.0, 2.0]]))
    assert getattr(made(tf.constant(good)), f"assert_{method}")() is None


def test_checks_of_circulant_operators_in_functions():
    @tf.function
    def checked(spectrum):
        with tf.control_dependencies([tf.linalg.LinearOperatorCirculant(spectrum).assert_non_singular()]):
            return tf.identity(spectrum)

    assert checked(tf.constant([1 + 1j, 2.0])).shape == [2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Spectrum contained zero values"):
        checked(tf.constant([0j, 2.0]))
