"""Large pictures in another size, whose rows and columns are mixed band by band: as by the whole matrices of weights."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.image import _banded, _filters


@pytest.mark.parametrize("channels", [1, 3, 9])
@pytest.mark.parametrize("sizes", [((70, 90), (110, 40)), ((120, 33), (20, 99))])
@pytest.mark.parametrize("kernel, antialias", [("keyscubic", True), ("lanczos3", False), ("box", True), ("triangle", True)])
def test_the_same_as_whole_products(channels, sizes, kernel, antialias):
    (height, width), (rows, columns) = sizes
    of_rows, of_columns = _filters.sampled(height, rows, kernel, antialias), _filters.sampled(width, columns, kernel, antialias)
    x = torch.rand(2, height, width, channels, generator=torch.Generator().manual_seed(0)).requires_grad_()
    assert _banded.suits(x, of_rows, of_columns) == (x.numel() >= 1 << 14)
    whole = torch.einsum("ah,bw,nhwc->nabc", of_rows, of_columns, x)
    made = _banded.weighed(x, of_rows, of_columns)
    torch.testing.assert_close(made, whole, rtol=1e-5, atol=1e-6)
    weights = torch.rand(made.shape, generator=torch.Generator().manual_seed(1))
    (slope,) = torch.autograd.grad((made * weights).sum(), x)
    (right,) = torch.autograd.grad((whole * weights).sum(), x)
    torch.testing.assert_close(slope, right, rtol=1e-5, atol=1e-5)


def test_pictures_that_lie_otherwise_and_results_without_weights():
    weights = _filters.sampled(90, 60, "triangle", True, scale=0.3, translate=20.0)
    assert not weights[0].any()
    x = torch.rand(3, 90, 90, 2).transpose(1, 2)
    made = _banded.weighed(x, weights, weights)
    torch.testing.assert_close(made, torch.einsum("ah,bw,nhwc->nabc", weights, weights, x), rtol=1e-5, atol=1e-6)
    assert not made[:, 0].any()


@pytest.mark.parametrize("method", ["bicubic", "area", "lanczos5"])
def test_numbers_that_are_not_finite_reach_what_is_computed_beside_their_neighbours_alone(method):
    x = np.random.default_rng(0).random((1, 100, 100, 3), "float32")
    clean = tf.image.resize(x, [60, 130], method).numpy()
    x[0, 50, 50, 1] = np.nan
    made = tf.image.resize(x, [60, 130], method).numpy()
    changed = np.argwhere(np.isnan(made))
    assert 0 < len(changed)
    assert np.abs(changed[:, 1] - 30).max() <= 23 and np.abs(changed[:, 2] - 65).max() <= 24
    np.testing.assert_array_equal(made[~np.isnan(made)], clean[~np.isnan(made)])


def test_gradients_of_gradients():
    x = tf.constant(np.random.default_rng(0).random((1, 80, 80, 3), "float32"))
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.image.resize(x, [40, 100], "bicubic") ** 3)
        slope = tape.gradient(y, x)
    second = outer.gradient(slope, x)
    step = 1e-2
    with tf.GradientTape() as tape:
        moved = x + step
        tape.watch(moved)
        y = tf.reduce_sum(tf.image.resize(moved, [40, 100], "bicubic") ** 3)
    np.testing.assert_allclose(tf.reduce_sum(second), tf.reduce_sum(tape.gradient(y, moved) - slope) / step, rtol=2e-2)
