"""What is computed piece by piece, and numbers that NumPy puts into segments: what they give as what whole tensors give in torch."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.engine.ops.vectorized import pieces, scattered

rng = np.random.default_rng(5)
X = tf.constant(rng.normal(scale=200, size=(7, 3000)), tf.float32)
Q = tf.quantization

CHAINS = {
    "uint8": lambda: tf.cast(X, tf.uint8),
    "int8": lambda: tf.cast(tf.cast(X, tf.float64) * 100.0, tf.int8),
    "uint16": lambda: tf.cast(tf.cast(X, tf.float16), tf.uint16),
    "fake": lambda: Q.fake_quant_with_min_max_vars(X, -100.0, 150.0),
    "combined": lambda: Q.quantize(X, -100.0, 150.0, tf.quint8).output,
    "scaled": lambda: Q.quantize(X, -100.0, 150.0, tf.qint8, mode="SCALED").output,
    "first": lambda: Q.quantize(X, -100.0, 150.0, tf.qint32, mode="MIN_FIRST").output,
    "back": lambda: Q.dequantize(Q.quantize(X, -100.0, 150.0, tf.quint8).output, -100.0, 150.0),
    "scaled back": lambda: Q.dequantize(Q.quantize(X, -100.0, 150.0, tf.qint8, mode="SCALED").output, -100.0, 150.0, "SCALED"),
    "first back": lambda: Q.dequantize(Q.quantize(X, -100.0, 150.0, tf.quint8).output, -100.0, 150.0, "MIN_FIRST"),
}


@pytest.mark.parametrize("name", CHAINS)
def test_pieces_give_what_the_whole_gives(name, monkeypatch):
    # `step` is a multiple of what a cast converts at once.
    monkeypatch.setattr(pieces, "SIZE", 1 << 40)
    whole = CHAINS[name]().numpy()
    monkeypatch.setattr(pieces, "SIZE", 1024)
    split, counted = torch.Tensor.split, []
    monkeypatch.setattr(torch.Tensor, "split", lambda self, step: counted.append(step) or split(self, step))
    np.testing.assert_array_equal(CHAINS[name]().numpy(), whole)
    assert counted


def test_pieces_of_float_casts_wrap_only_what_is_left_over(monkeypatch):
    monkeypatch.setattr(pieces, "SIZE", 1024)
    made = tf.cast(tf.fill([8 * 1024 + 3], 300.0), tf.uint8).numpy()
    assert (made[:-3] == 255).all() and (made[-3:] == 300 - 256).all()


IDS = tf.constant(rng.integers(0, 60, 6000), tf.int32)
DATA = rng.normal(size=6000)


def _both(name, data, ids, monkeypatch):
    taken = []
    monkeypatch.setattr(scattered, "combined", lambda *args, combined=scattered.combined: taken.append(args) or combined(*args))
    ours = getattr(tf.math, f"unsorted_segment_{name}")(data, ids, 64).numpy()
    assert taken
    monkeypatch.setattr(scattered, "suits", lambda *_: False)
    return ours, getattr(tf.math, f"unsorted_segment_{name}")(data, ids, 64).numpy()


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64"])
@pytest.mark.parametrize("name", ["sum", "mean", "prod", "max", "min"])
def test_numbers_in_segments(name, dtype, monkeypatch):
    data = tf.cast(DATA * (1 if dtype[0] == "f" else 9), dtype)
    ids = tf.cast(IDS, tf.int64) if dtype == "float64" else IDS
    np.testing.assert_array_equal(*_both(name, data, ids, monkeypatch))


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min"])
def test_negative_ids_are_left_out_of_numbers_in_segments(name, monkeypatch):
    np.testing.assert_array_equal(*_both(name, tf.constant(DATA), tf.where(IDS < 5, -1, IDS), monkeypatch))


@pytest.mark.parametrize("name", ["max", "min"])
def test_a_nan_replaces_what_was_before_it_in_its_segment(name, monkeypatch):
    np.testing.assert_array_equal(*_both(name, tf.constant(np.where(rng.random(6000) < 0.01, np.nan, DATA)), IDS, monkeypatch))


def test_ids_of_no_segment_are_told_by_their_place():
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"segment_ids\[7\] = 99 is out of range \[0, 64\)"):
        tf.math.unsorted_segment_max(DATA, tf.tensor_scatter_nd_update(IDS, [[7]], [99]), 64)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"segment_ids\[7\] = 99 is out of range \[0, 64\)"):
        tf.math.unsorted_segment_sum(DATA, tf.tensor_scatter_nd_update(IDS, [[7]], [99]), 64)


def test_gradients_of_numbers_in_segments_pass():
    x = tf.constant(DATA)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.math.unsorted_segment_max(x, IDS, 64)
    grad = tape.gradient(y, x).numpy()
    np.testing.assert_array_equal(grad, DATA == y.numpy()[IDS.numpy()])
