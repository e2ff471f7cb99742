"""Products of large sparse matrices with dense ones, which go through compressed rows, against dense products."""

import numpy as np
import pytest

import tfshim as tf


def _matrix(order, dtype="float32"):
    """A sparse matrix of 40 rows, some of them empty, with 4,000 values, and the same as a dense one."""
    rng = np.random.default_rng(0)
    places = np.stack([rng.integers(0, 40, 4000) // 2 * 2, rng.integers(0, 60, 4000)], 1)  # some places occur several times
    if order:
        places = places[np.argsort(places[:, 0], kind="stable")]
    values = rng.normal(size=4000).astype(dtype)
    dense = np.zeros((40, 60))
    np.add.at(dense, tuple(places.T), values)
    return places, tf.constant(values), dense


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("order", [True, False])
@pytest.mark.parametrize("adjoint", [True, False])
def test_product(order, adjoint, dtype):
    places, values, dense = _matrix(order, dtype)
    b = np.random.default_rng(1).normal(size=(40 if adjoint else 60, 33)).astype(dtype)
    a = tf.SparseTensor(places, values, [40, 60])
    made = tf.sparse.sparse_dense_matmul(a, b, adjoint_a=adjoint)
    np.testing.assert_allclose(made, (dense.T if adjoint else dense) @ b, rtol=1e-3, atol=1e-4)
    transposed = tf.sparse.sparse_dense_matmul(a, np.ascontiguousarray(b.T), adjoint_a=adjoint, adjoint_b=True)
    np.testing.assert_allclose(transposed, made, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("compiled", [False, True])
def test_gradients_of_both_orders(compiled):
    places, values, dense = _matrix(False, "float64")
    b = tf.constant(np.random.default_rng(1).normal(size=(60, 33)))

    def gradients(values, b):
        with tf.GradientTape() as outer:
            outer.watch([values, b])
            with tf.GradientTape() as tape:
                tape.watch([values, b])
                made = tf.sparse.sparse_dense_matmul(tf.SparseTensor(places, values, [40, 60]), b)
                loss = tf.reduce_sum(made**2)
            of_values, of_b = tape.gradient(loss, [values, b])
            both = tf.reduce_sum(of_values * values) + tf.reduce_sum(of_b * b)
        return of_values, of_b, outer.gradient(both, b)

    of_values, of_b, second = (tf.function(gradients) if compiled else gradients)(values, b)
    product = dense @ b.numpy()
    np.testing.assert_allclose(of_b, 2 * dense.T @ product, rtol=1e-9)
    np.testing.assert_allclose(of_values, 2 * (product @ b.numpy().T)[tuple(places.T)], rtol=1e-9)
    # Both sums are twice the loss, which is of degree two in b.
    np.testing.assert_allclose(second, 8 * dense.T @ product, rtol=1e-9)


def test_places_outside():
    places, values, _ = _matrix(True)
    places[7, 1] = 60
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"k \(60\) from index\[7,1\] out of bounds \(>=60\)"):
        tf.sparse.sparse_dense_matmul(tf.SparseTensor(places, values, [40, 60]), tf.ones([60, 33]))
