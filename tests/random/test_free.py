"""Draws that no seed determines."""

import os
import threading

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.engine.random import free


def test_bits_are_even_and_differ_from_call_to_call_and_from_thread_to_thread():
    drawn = [free.bits(20_000) for _ in range(2)]
    thread = threading.Thread(target=lambda: drawn.append(free.bits(20_000)))
    thread.start()
    thread.join()
    for bits in drawn:
        assert bits.dtype is torch.int64 and bits.shape == (20_000,)
        shares = [((bits >> i) & 1).double().mean().item() for i in range(64)]
        assert 0.48 < min(shares) and max(shares) < 0.52
    assert len(np.unique(np.concatenate(drawn))) > 59_990
    assert free.bits(0).shape == (0,)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_draws_its_own_bits():
    free.bits(1)
    receiving, sending = os.pipe()
    child = os.fork()
    if not child:
        os.write(sending, free.bits(8).numpy().tobytes())
        os._exit(0)
    ours = free.bits(8).numpy()
    theirs = np.frombuffer(os.read(receiving, 64), np.int64)
    os.waitpid(child, 0)
    assert not set(ours) & set(theirs)


def test_dropout_of_many_elements_leaves_torchs_generator_alone():
    x = tf.ones([100, 100])
    torch.manual_seed(3)
    wanted = torch.rand(4)
    torch.manual_seed(3)
    dropped = tf.nn.dropout(x, 0.3).numpy()
    assert torch.equal(torch.rand(4), wanted)
    assert set(np.unique(dropped)) == {np.float32(0), np.float32(1 / 0.7)} and abs((dropped == 0).mean() - 0.3) < 0.03


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_integers_that_no_seed_determines(dtype):
    torch.manual_seed(3)
    wanted = torch.rand(4)
    torch.manual_seed(3)
    for call in (tf.random.uniform, tf.function(tf.random.uniform)):
        drawn = call([3, 4000], -2, 3, dtype).numpy()
        assert drawn.dtype == dtype and drawn.shape == (3, 4000) and (call([3, 4000], -2, 3, dtype).numpy() != drawn).any()
        values, counts = np.unique(drawn, return_counts=True)
        assert values.tolist() == [-2, -1, 0, 1, 2] and 2100 < counts.min() <= counts.max() < 2700
        limits = np.iinfo(dtype)
        wide = call([4000], limits.min, limits.max, dtype).numpy().astype(float) / limits.max
        assert abs(wide.mean()) < 0.06 and wide.min() < -0.98 and wide.max() > 0.98
        assert call([0], 5, 5, dtype).shape == (0,)
        with pytest.raises(tf.errors.InvalidArgumentError, match="Need minval < maxval, got 5 >= 5"):
            call([1], 5, 5, dtype)
    assert torch.equal(torch.rand(4), wanted)


@pytest.mark.parametrize("dtype", [tf.int32, tf.uint16, tf.string])
def test_orders_that_no_seed_determines(dtype):
    torch.manual_seed(3)
    wanted = torch.rand(4)
    torch.manual_seed(3)
    rows = np.arange(6).astype("S") if dtype is tf.string else np.arange(6)
    x = tf.constant(np.stack([rows, rows], 1), dtype)
    for shuffle in (tf.random.shuffle, tf.function(lambda x: tf.random.shuffle(x))):
        orders = {tuple(shuffle(x).numpy()[:, 0].astype(int)) for _ in range(60)}
        assert 30 < len(orders) and all(sorted(order) == list(range(6)) for order in orders)
        made = shuffle(x).numpy()
        assert (made[:, 0] == made[:, 1]).all()
    assert torch.equal(torch.rand(4), wanted)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_counts_that_no_seed_determines(dtype):
    rates = tf.constant([0.0, 0.5, 7.0, 60.0])
    for call in (tf.random.poisson, tf.function(tf.random.poisson)):
        counts = call([100, 200], rates, dtype).numpy()
        assert counts.dtype == dtype and counts.shape == (100, 200, 4) and not counts[..., 0].any()
        counts = counts.reshape(-1, 4).astype(float)
        np.testing.assert_allclose(counts.mean(0), rates, rtol=0.05)
        np.testing.assert_allclose(counts.var(0), rates, rtol=0.08)
        assert (counts == np.floor(counts)).all() and (call([100, 200], rates, dtype).numpy().reshape(-1, 4) != counts).any()
    assert tf.random.poisson([3], -1.0).numpy().tolist() == [0.0] * 3 and tf.random.poisson([0], rates).shape == (0, 4)


def test_gamma_values_that_no_seed_determines_and_their_gradients():
    alpha = tf.Variable([0.3, 2.0, 50.0])
    with tf.GradientTape() as tape:
        drawn = tf.random.gamma([20_000], alpha, beta=2.0)
    values = drawn.numpy()
    assert values.shape == (20_000, 3) and (values >= 0).all() and (tf.random.gamma([20_000], alpha).numpy() != values).any()
    np.testing.assert_allclose(values.mean(0), alpha / 2, rtol=0.05)
    np.testing.assert_allclose(values.var(0), alpha / 4, rtol=0.1)
    # The mean moves by half of what the parameter does.
    np.testing.assert_allclose(tape.gradient(drawn, alpha) / 20_000, [0.5] * 3, rtol=0.1)


def test_index_shuffle_refuses_what_is_beyond_the_greatest_index():
    with pytest.raises(tf.errors.InvalidArgumentError, match="index must be <= max_index"):
        tf.random.experimental.index_shuffle(7, [1, 2], 5)
