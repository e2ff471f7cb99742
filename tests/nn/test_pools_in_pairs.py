"""The largest values of windows of two by two, which are computed without the places where they lie if no gradient needs them."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.nn.windows import pools


def _images(*shape, dtype=np.float32):
    return np.random.RandomState(0).normal(size=shape).astype(dtype)


@pytest.fixture
def taken(monkeypatch):
    """The shapes of what was computed that way, for images of any size."""
    shapes, compute = [], pools._largest_of_pairs

    def noted(x, rows, columns):
        shapes.append(tuple(x.shape))
        return compute(x, rows, columns)

    monkeypatch.setattr(pools, "_LARGE", 1)
    monkeypatch.setattr(pools, "_largest_of_pairs", noted)
    return shapes


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    "shape, padding", [((2, 6, 8, 3), "SAME"), ((2, 6, 8, 3), "VALID"), ((1, 7, 5, 4), "VALID"), ((3, 2, 3, 1), "VALID")]
)
def test_the_values_are_those_of_the_windows(shape, padding, dtype, taken):
    x = _images(*shape, dtype=dtype)
    x[0, 0, 0, 0] = -np.inf
    rows, columns = shape[1] // 2, shape[2] // 2
    expected = x[:, : 2 * rows, : 2 * columns].reshape(shape[0], rows, 2, columns, 2, shape[3]).max((2, 4))
    y = tf.nn.max_pool2d(tf.constant(x), 2, 2, padding)
    assert taken
    assert y.dtype == dtype
    np.testing.assert_array_equal(y.numpy(), expected)


def test_not_a_number_is_the_largest(taken):
    x = _images(1, 4, 4, 2)
    x[0, 0, 1, 0] = x[0, 3, 2, 1] = np.nan
    y = tf.nn.max_pool2d(x, 2, 2, "VALID").numpy()
    assert taken
    np.testing.assert_array_equal(np.argwhere(np.isnan(y)), [[0, 0, 0, 0], [0, 1, 1, 1]])


@pytest.mark.parametrize("window, strides, padding", [(2, 1, "VALID"), (3, 2, "SAME"), (2, 2, "SAME"), ((2, 1), 2, "VALID")])
def test_other_windows_are_those_of_torch(window, strides, padding, taken):
    tf.nn.max_pool2d(_images(2, 7, 5, 3), window, strides, padding)
    assert not taken


def test_gradients_are_those_of_torch(taken):
    x = tf.constant(np.zeros((1, 4, 4, 1), np.float32))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.max_pool2d(x, 2, 2, "VALID")
    assert not taken
    expected = np.zeros((1, 4, 4, 1), np.float32)
    expected[:, ::2, ::2] = 1  # the first of the window
    np.testing.assert_array_equal(tape.gradient(y, x).numpy(), expected)


def test_the_result_lies_in_the_order_of_its_channels(taken):
    y = pools.max_windows(torch.from_numpy(_images(2, 6, 8, 3)).permute(0, 3, 1, 2), (2, 2), (2, 2), "VALID")
    assert taken
    assert y.permute(0, 2, 3, 1).is_contiguous()
