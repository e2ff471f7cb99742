"""Special functions of many numbers, which come from tables: as those of few."""

import numpy as np
import pytest

import tfshim as tf

FUNCTIONS = {
    "bessel_j0": 30, "bessel_j1": 30, "bessel_y0": 30, "bessel_y1": 30, "bessel_i0": 45, "bessel_i1": 45, "bessel_i0e": 80,
    "bessel_i1e": 80, "dawsn": 60, "expint": 50, "fresnel_cos": 9, "fresnel_sin": 9,
}  # fmt: skip
_EDGES = [0.0, -0.0, np.nan, np.inf, -np.inf, 25, 8, 40, 64, 50, -25, -8, 1e-40, 1e-20, 5.0]


def _numbers(high):
    rng = np.random.default_rng(0)
    return np.concatenate([rng.uniform(-high, high, 30000), np.exp(rng.uniform(-15, 2, 5000)), _EDGES]).astype("float32")


@pytest.mark.parametrize("name, dtype", [*((n, "float32") for n in FUNCTIONS), *((n, "float16") for n in FUNCTIONS if "bessel" in n)])
def test_values(name, dtype):
    function = getattr(tf.math.special, name)
    x = tf.cast(_numbers(FUNCTIONS[name]), dtype)
    with np.errstate(all="ignore"):
        made = tf.cast(function(x), tf.float64).numpy()
        few = np.concatenate([tf.cast(function(piece), tf.float64).numpy() for piece in tf.split(x, 5)])
        exact = np.concatenate([function(piece).numpy() for piece in tf.split(tf.cast(x, tf.float64), 5)])
    assert function(x).dtype == dtype
    np.testing.assert_array_equal(np.isnan(made), np.isnan(few))
    np.testing.assert_array_equal(np.isinf(made), np.isinf(few))
    known = np.isfinite(made)
    rtol = {"float32": 4e-7, "float16": 1e-3}[dtype]
    np.testing.assert_allclose(made[known], exact[known], rtol=rtol, atol=1e-38 if dtype != "float16" else 6e-8)
    np.testing.assert_allclose(made[x.numpy() == 0], few[x.numpy() == 0], rtol=1e-6)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients(name, compiled):
    function = getattr(tf.math.special, name)
    x = np.random.default_rng(1).uniform(0.5, 2 if "fresnel" in name else 7, (190, 180)).astype("float32")

    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(tf.transpose(x))
        return tape.gradient(y, x)

    made = (tf.function(slope) if compiled else slope)(tf.constant(x))
    exact = np.concatenate([slope(tf.constant(piece.astype("float64"))).numpy() for piece in np.array_split(x, 5)])
    np.testing.assert_allclose(made, exact, rtol=2e-5, atol=2e-6 * np.abs(exact).max())
