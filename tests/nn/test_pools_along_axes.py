"""The largest and mean values of windows that move by one, which are computed along one axis after the other."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.nn.windows import pools


@pytest.fixture
def taken(monkeypatch):
    """How often it was computed that way, for images of any size."""
    calls, compute = [], pools._along_axes

    def noted(*given):
        calls.append(given)
        return compute(*given)

    monkeypatch.setattr(pools, "_LARGE", 1)
    monkeypatch.setattr(pools, "_along_axes", noted)
    return calls


def _expected(x, window, padding, reduce):
    """The windows one by one."""
    sizes = x.shape[1:3]
    before = [(k - 1) // 2 if padding == "SAME" else 0 for k in window]
    counts = [n if padding == "SAME" else n - k + 1 for n, k in zip(sizes, window)]
    made = np.empty((x.shape[0], *counts, x.shape[3]), x.dtype)
    for i, j in np.ndindex(*counts):
        top, left = i - before[0], j - before[1]
        part = x[:, max(top, 0) : top + window[0], max(left, 0) : left + window[1]]
        made[:, i, j] = reduce(part, (1, 2))
    return made


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("window", [(3, 3), (2, 3), (1, 4), (5, 1), (4, 5)])
@pytest.mark.parametrize("pool, reduce", [(tf.nn.max_pool2d, np.max), (tf.nn.avg_pool2d, np.mean)])
def test_the_values_are_those_of_the_windows(pool, reduce, window, padding, dtype, taken):
    x = np.random.RandomState(0).normal(size=(2, 5, 6, 3)).astype(dtype)
    x[0, 2, 3, 0], x[1, 0, 0, 1] = np.nan, -np.inf
    given = x.copy()
    y = pool(tf.constant(x), window, 1, padding)
    assert taken
    assert y.dtype == dtype
    close = 1e-6 if dtype == np.float32 else 1e-14
    np.testing.assert_allclose(y.numpy(), _expected(x, window, padding, reduce), rtol=close, atol=close)
    np.testing.assert_array_equal(x, given)


def test_windows_larger_than_the_image(taken):
    x = np.random.RandomState(0).normal(size=(1, 2, 3, 2)).astype(np.float32)
    np.testing.assert_array_equal(tf.nn.max_pool2d(x, (7, 8), 1, "SAME").numpy(), np.broadcast_to(x.max((1, 2), keepdims=True), x.shape))
    assert taken


def test_windows_of_one_element_are_the_image(taken):
    x = tf.constant(np.random.RandomState(0).normal(size=(1, 4, 4, 2)).astype(np.float32))
    before = x.numpy().copy()
    for pool in (tf.nn.max_pool2d, tf.nn.avg_pool2d):
        np.testing.assert_array_equal(pool(x, 1, 1, "SAME").numpy(), before)
    np.testing.assert_array_equal(x.numpy(), before)


def test_gradients_are_those_of_torch(taken):
    x = tf.constant(np.arange(9, dtype=np.float32).reshape(1, 3, 3, 1))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.max_pool2d(x, 3, 1, "SAME")
    assert not taken
    assert tape.gradient(y, x).numpy().reshape(-1).tolist() == [0, 0, 0, 0, 1, 2, 0, 2, 4]


@pytest.mark.parametrize("window", [(3, 3), (1, 4), (5, 1), (2, 45)])
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_images_that_are_pooled_one_by_one(window, padding):
    x = np.random.default_rng(0).standard_normal((3, 48, 50, 16)).astype("float32")
    pieces = [tf.constant(x[i : i + 1]) for i in range(3)]
    for pool, combine in ((tf.nn.max_pool2d, np.max), (tf.nn.avg_pool2d, np.mean)):
        made = pool(x, window, 1, padding).numpy()
        np.testing.assert_array_equal(made, np.concatenate([pool(piece, window, 1, padding) for piece in pieces]))
        rows, columns = (window[0] - 1) // 2 * (padding == "SAME"), (window[1] - 1) // 2 * (padding == "SAME")
        for i, j in ((0, 0), (3, 2), (made.shape[1] - 1, made.shape[2] - 1)):
            top, left = i - rows, j - columns
            seen = x[:, max(top, 0) : top + window[0], max(left, 0) : left + window[1]]
            np.testing.assert_allclose(made[:, i, j], combine(seen, (1, 2)), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("window", [(3, 3), (2, 2), (3, 5), (1, 3)])
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_gradients_of_means_of_windows_that_move_by_one(window, padding):
    x = np.random.RandomState(0).normal(size=(8, 32, 33, 8)).astype(np.float32)
    made = []
    for dtype in (np.float32, np.float64):  # of which only the first is a convolution
        with tf.GradientTape() as outer:
            t = tf.constant(x.astype(dtype))
            outer.watch(t)
            with tf.GradientTape() as tape:
                tape.watch(t)
                total = tf.reduce_sum(tf.sin(tf.nn.avg_pool2d(t, window, 1, padding)))
            first = tape.gradient(total, t)
        made.append((first, outer.gradient(first, t), total))
    for a, b in zip(*made):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)
    with tf.GradientTape() as tape:
        t = tf.constant(x)
        tape.watch(t)
        total = tf.reduce_sum(tf.sin(tf.nn.avg_pool2d(t, window, 1, padding)))
    np.testing.assert_allclose(tape.gradient(total, t), made[1][0], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("sizes", [(5, 6), (8, 7), (3, 2), (1, 9)])
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("window, strides", [((3, 3), 2), ((2, 3), (2, 1)), ((1, 4), (1, 2)), ((5, 1), 2), ((2, 2), 2)])
def test_the_largest_of_windows_that_move_by_two(window, strides, padding, sizes, taken):
    if padding == "VALID" and any(k > n for k, n in zip(window, sizes, strict=True)):
        window = tuple(min(pair) for pair in zip(window, sizes, strict=True))
    x = np.random.RandomState(0).normal(size=(2, *sizes, 3)).astype("float32")
    x[1, 0, 0, 1] = -np.inf
    down, across = np.broadcast_to(strides, 2)
    y = tf.nn.max_pool2d(x, window, (down, across), padding).numpy()
    counts = [-(-n // s) if padding == "SAME" else (n - k) // s + 1 for n, k, s in zip(sizes, window, (down, across), strict=True)]
    missing = [max((m - 1) * s + k - n, 0) for m, n, k, s in zip(counts, sizes, window, (down, across), strict=True)]
    assert y.shape == (2, *counts, 3)
    for i, j in np.ndindex(*counts):
        top, left = i * down - missing[0] // 2, j * across - missing[1] // 2
        part = x[:, max(top, 0) : top + window[0], max(left, 0) : left + window[1]]
        np.testing.assert_array_equal(y[:, i, j], part.max((1, 2)))
    assert taken or window in ((1, 1), (2, 2))
