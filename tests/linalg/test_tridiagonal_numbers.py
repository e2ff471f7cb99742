"""Tridiagonal equations with few right sides, which are solved number by number: as by full matrices."""

import numpy as np
import pytest

import tfshim as tf


def _full(d):
    n = d.shape[-1]
    made = np.zeros((*d.shape[:-2], n, n), d.dtype)
    at = np.arange(n)
    made[..., at, at] = d[..., 1, :]
    made[..., at[:-1], at[1:]] = d[..., 0, :-1]
    made[..., at[1:], at[:-1]] = d[..., 2, 1:]
    return made


@pytest.mark.parametrize("dtype", ["float64", "complex128", "float32"])
@pytest.mark.parametrize("pivoting", [True, False])
@pytest.mark.parametrize("batch, size, columns", [((), 300, 1), ((2, 3), 70, 2), ((), 1, 3), ((2,), 2, 1), ((), 400, 65), ((0,), 80, 1)])
def test_solutions(dtype, pivoting, batch, size, columns):
    rng = np.random.default_rng(0)
    d, rhs = rng.standard_normal((*batch, 3, size)), rng.standard_normal((*batch, size, columns))
    if dtype == "complex128":
        d, rhs = d + 1j * rng.standard_normal(d.shape), rhs + 1j * rng.standard_normal(rhs.shape)
    d[..., 1, :] += 4
    if pivoting and size > 10 and dtype != "float32":
        d[..., 1, 3:9] = 0  # what only an exchange of rows solves
    d, rhs = d.astype(dtype), rhs.astype(dtype)
    with tf.GradientTape() as tape:
        sources = [tf.constant(d), tf.constant(rhs)]
        tape.watch(sources)
        made = tf.linalg.tridiagonal_solve(*sources, partial_pivoting=pivoting)
        total = tf.reduce_sum(tf.abs(made) ** 2)
    rtol = 1e-3 if dtype == "float32" else 1e-7
    assert made.dtype == dtype and made.shape == rhs.shape
    if made.shape.num_elements():
        right = np.linalg.solve(_full(d), rhs)
        np.testing.assert_allclose(made, right, rtol=rtol, atol=rtol * np.abs(right).max())
        of_rhs = np.linalg.solve(_full(d).conj().swapaxes(-1, -2), 2 * right)
        np.testing.assert_allclose(tape.gradient(total, sources)[1], of_rhs, rtol=rtol, atol=rtol * np.abs(of_rhs).max())


@pytest.mark.parametrize("pivoting", [True, False])
def test_singular_matrices_give_what_they_gave(pivoting):
    d = np.ones([3, 100], "float32")
    d[:, 40:43] = 0
    made = tf.linalg.tridiagonal_solve(tf.constant(d), tf.ones([100, 1]), partial_pivoting=pivoting)
    assert not np.isfinite(made).all()


def test_vectors_in_functions():
    d = np.float32([[1.0] * 90, [4.0] * 90, [1.0] * 90])
    solve = tf.function(lambda d, b: tf.linalg.tridiagonal_solve(d, b))
    made = solve(tf.constant(d), tf.ones([90])).numpy()
    np.testing.assert_allclose(_full(d) @ made, 1, rtol=1e-5)
