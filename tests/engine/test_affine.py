"""A product of matrices and a vector added to it are one call in a graph, where nothing else uses the product."""

import numpy as np

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

X, W, B = (np.random.default_rng(0).normal(size=s).astype("float32") for s in ((4, 3), (3, 2), (2,)))
SPECS = [tf.TensorSpec([None, 3]), tf.TensorSpec([3, 2]), tf.TensorSpec([2])]


def source(function):
    concrete = tf.function(function).get_concrete_function(*SPECS)
    results = concrete(tf.constant(X), tf.constant(W), tf.constant(B))
    return results, concrete._program._variants["plain"]._source, concrete._program


def test_both_orders_of_the_sum_are_fused():
    for function in (lambda x, w, b: x @ w + b, lambda x, w, b: b + tf.matmul(x, w)):
        result, text, _ = source(function)
        np.testing.assert_allclose(result, X @ W + B, rtol=1e-5)
        assert len(text.splitlines()) < 6


def test_a_product_that_is_used_again_is_not():
    (total, product), _, _ = source(lambda x, w, b: (lambda p: (p + b, p))(x @ w))
    np.testing.assert_allclose(total, X @ W + B, rtol=1e-5)
    np.testing.assert_allclose(product, X @ W, rtol=1e-5)


def test_transposed_products_and_scalars_keep_their_meaning():
    result, _, _ = source(lambda x, w, b: tf.matmul(w, x, transpose_a=True, transpose_b=True) + 1.0)
    np.testing.assert_allclose(result, W.T @ X.T + 1.0, rtol=1e-5)


def test_gradients_by_the_product_itself():
    @tf.function
    def f(x, w, b):
        with tf.GradientTape() as tape:
            tape.watch([x, w, b])
            product = x @ w
            y = tf.reduce_sum((product + b) ** 2)
        return tape.gradient(y, [product, x, w, b])

    with tf.GradientTape() as tape:
        x, w, b = map(tf.constant, (X, W, B))
        tape.watch([x, w, b])
        product = x @ w
        y = tf.reduce_sum((product + b) ** 2)
    for a, e in zip(f(x, w, b), tape.gradient(y, [product, x, w, b])):
        np.testing.assert_allclose(a, e, rtol=1e-5)
