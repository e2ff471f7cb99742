"""Products of arrays: the same numbers on either side of the size at which NumPy's library would take all cores."""

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow.compat.v1 as tf  # noqa: E402

from tfshim.engine.graphs.programs.arrays import array_products, array_steps  # noqa: E402

_SIZES = [(1, 1, 1), (3, 4, 5), (64, 64, 64), (65, 64, 64), (200, 1, 90), (1, 200, 90), (90, 200, 1), (0, 3, 4)]


@pytest.mark.parametrize("m, k, n", _SIZES)
@pytest.mark.parametrize("layout", ["rows", "transposed", "backwards", "fixed"])
def test_products_agree(m, k, n, layout):
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(m, k)), rng.normal(size=(k, n))
    if layout == "transposed":
        a, b = a.T.copy().T, b.T.copy().T
    if layout == "backwards":
        a, b = a[::-1], b[:, ::-1]
    if layout == "fixed":
        a.flags.writeable = b.flags.writeable = False
    np.testing.assert_allclose(array_products.product(a, b), a @ b, atol=1e-12)
    stacked = np.stack([a, -a])
    np.testing.assert_allclose(array_products.products(stacked, b), stacked @ b, atol=1e-12)
    np.testing.assert_allclose(array_products.row_sums(a, np.ones(k)), a.sum(-1), atol=1e-12)
    assert array_products.row_sums(a, np.ones((k, 1))).shape == (m, 1)
    np.testing.assert_allclose(array_products.square_sum(a), (a * a).sum(), rtol=1e-12)


def test_small_ones_need_no_function():
    assert array_products.product_of((64, 64), (64, 64)) is None
    for sizes, others in (((None, 64), (64, 64)), ((65, 64), (64, 64)), ((200, 1), (1, 90)), ((90, 200), (200, 1))):
        assert array_products.product_of(sizes, others) is array_products.product


def test_what_is_large_is_not_numpys(monkeypatch):
    """Within a step of a session no product is NumPy's that OpenBLAS would share out among cores."""
    ran = []
    on_arrays = array_steps.StepProgram.on_arrays
    monkeypatch.setattr(array_steps.StepProgram, "on_arrays", lambda self, *given: ran.append(on_arrays(self, *given)) or ran[-1])
    by_torch = []
    multiply = array_products._by_torch
    monkeypatch.setattr(array_products, "_by_torch", lambda *given: by_torch.append(1) or multiply(*given))
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, 128])
        loss = tf.reduce_mean(tf.layers.dense(tf.layers.dense(x, 128, tf.nn.relu), 128) ** 2)
        step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        session.run(tf.global_variables_initializer())
        for rows, expected in ((8, 0), (64, 5)):
            del ran[:], by_torch[:]
            session.run(step, {x: np.ones((rows, 128), np.float32)})
            assert ran and ran[0] is not None
            assert len(by_torch) == expected
