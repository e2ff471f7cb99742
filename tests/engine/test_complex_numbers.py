"""Functions of many complex numbers: as the C library has them, at branch cuts and where parts are not finite too."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.engine.ops.vectorized import complex_numbers

INF, NAN = float("inf"), float("nan")
ENDS = [complex(-4, 0.0), complex(-4, -0.0), complex(4, -0.0), complex(1e-30, 3), complex(-1e-30, -3), complex(2e38, -3e38)]
STRANGE = [complex(INF, 1), complex(-INF, 1), complex(1, INF), complex(NAN, 0), 0, complex(1e-44, 0)]


@pytest.mark.parametrize("strange", [False, True])
@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128])
def test_roots(dtype, strange):
    rng = np.random.default_rng(2)
    some = rng.standard_normal(2000) + 1j * rng.standard_normal(2000)
    x = torch.tensor(np.concatenate([some, ENDS, STRANGE if strange else []]), dtype=dtype)
    assert complex_numbers.suits(x)
    made, expected = complex_numbers.sqrt(x).numpy(), torch.sqrt(x).numpy()
    np.testing.assert_allclose(made, expected, rtol=1e-6 if dtype is torch.complex64 else 1e-14, atol=0)
    np.testing.assert_array_equal(np.signbit(made.imag), np.signbit(expected.imag))


def test_conjugates_that_are_not_written_out_go_to_torch():
    assert not complex_numbers.suits(torch.ones(5000, dtype=torch.complex64).conj())


FUNCTIONS = {name: getattr(tf.math, name) for name in ("exp", "log", "sin", "cos", "sinh", "cosh", "tanh", "abs")}
NEAR_POLES = [complex(1e-3, 1.5708), complex(-1e-4, -1.5707), complex(1e-6, 0)]
NEAR_POLES += [complex(20, 1), complex(1e-25, 1e-26), complex(0.0, -2), complex(-3, -0.0)]
BEYOND = [complex(INF, 1), complex(-INF, 1), complex(1, INF), complex(NAN, 0), complex(1000, 3), complex(3, 1000), 0]


def _many(dtype, ends):
    rng = np.random.default_rng(2)
    some = rng.standard_normal(5000) + 1j * rng.standard_normal(5000)
    some[:1000] /= np.abs(some[:1000])  # with logarithms near 0
    return np.concatenate([2 * some[1000:], some[:1000], ends]).astype(dtype)


@pytest.mark.parametrize("ends", [NEAR_POLES, NEAR_POLES + BEYOND], ids=["finite", "beyond"])
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_values(name, dtype, ends):
    x = _many(dtype, ends)
    made = FUNCTIONS[name](tf.constant(x)).numpy()
    expected = getattr(torch, name)(torch.tensor(x)).numpy()
    assert made.dtype == expected.dtype
    exact = 1e-6 if dtype == "complex64" else 1e-14
    # Logarithms of sizes near 1 are as exact as the sizes, as in TensorFlow.
    np.testing.assert_allclose(made, expected, rtol=exact, atol=exact / 10 if name == "log" else 0)
    for part in ("real", "imag"):
        np.testing.assert_allclose(getattr(made, part), getattr(expected, part), rtol=4 * exact, atol=exact)
    turned = FUNCTIONS[name](tf.transpose(tf.reshape(x[:5000], [50, 100]))).numpy()
    np.testing.assert_allclose(turned.T.reshape(-1), made[:5000], rtol=exact, atol=exact)
    np.testing.assert_array_equal(tf.function(FUNCTIONS[name])(tf.constant(x)), made)


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - {"abs"}))
def test_first_and_second_gradients(name):
    def gradients(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = FUNCTIONS[name](x)
            first = inner.gradient(y, x)
        return first, outer.gradient(first, x)

    x = tf.constant(_many("complex128", []))
    few = [gradients(piece) for piece in tf.split(x, 10)]  # so few that torch computes
    for made, pieces in zip(gradients(x), zip(*few)):
        np.testing.assert_allclose(made, tf.concat(pieces, 0), rtol=1e-9)
