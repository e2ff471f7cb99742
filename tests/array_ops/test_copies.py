"""Copies of many elements along an axis, and their gradients, are those of torch's own."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.engine.ops.vectorized.copies import repeated


@pytest.mark.parametrize("count, axis", [(2, 0), (3, 1), (2, -1), (9, 1), (1, 0), (0, 1)])
def test_repeated(count, axis):
    x = torch.randn(17, 13, 16, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    assert torch.equal(repeated(x, count, axis), x.repeat_interleave(count, axis))
    x.requires_grad_()
    made, wanted = repeated(x, count, axis), x.repeat_interleave(count, axis)
    weights = torch.randn(wanted.shape, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    (first,) = torch.autograd.grad((made.sin() * weights).sum(), x, create_graph=True)
    (other,) = torch.autograd.grad((wanted.sin() * weights).sum(), x, create_graph=True)
    torch.testing.assert_close(first, other)
    torch.testing.assert_close(torch.autograd.grad(first.sum(), x)[0], torch.autograd.grad(other.sum(), x)[0])


def test_repeated_in_forward_mode():
    x = torch.randn(64, 64)
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(x, torch.ones(64, 64))
        tangent = torch.autograd.forward_ad.unpack_dual(repeated(dual, 2, 1)).tangent
    assert torch.equal(tangent, torch.ones(64, 128))


@pytest.mark.parametrize("multiples", [[1, 5, 1], [3, 1, 1], [1, 1, 1], [0, 5, 1], [1, 2, 2]])
def test_tiles_of_axes_of_one(multiples):
    x = np.random.RandomState(0).normal(size=(1, 1, 1500)).astype(np.float32)
    with tf.GradientTape() as tape:
        t = tf.constant(x)
        tape.watch(t)
        made = tf.tile(t, multiples)
        total = tf.reduce_sum(made**2)
    assert np.array_equal(made, np.tile(x, multiples))
    np.testing.assert_allclose(tape.gradient(total, t), 2 * x * np.prod(multiples), rtol=1e-5)


def test_dropout_of_many_elements_keeps_what_it_keeps_and_zeroes_what_is_no_number():
    x = np.random.RandomState(0).normal(size=(64, 20, 32)).astype(np.float32)
    x[0] = np.nan
    for noise_shape in (None, [64, 1, 32], [1, 20, 1]):
        t = tf.constant(x)
        with tf.GradientTape() as outer:
            outer.watch(t)
            with tf.GradientTape() as tape:
                tape.watch(t)
                made = tf.nn.dropout(t, 0.25, noise_shape=noise_shape, seed=3)
                total = tf.reduce_sum(made[1:] ** 3)
            first = tape.gradient(total, t)
        kept = np.asarray(made) != 0
        assert 0.1 < np.mean(~kept) < 0.4 and not np.any(np.isnan(made.numpy()[~kept]))
        assert not np.any(np.signbit(made.numpy()[~kept]))
        scaled = x * np.float32(1 / 0.75)
        np.testing.assert_array_equal(made.numpy()[kept], scaled[kept])
        wanted = np.where(kept, 3 * scaled**2 / 0.75, 0)
        np.testing.assert_allclose(first[1:], wanted[1:], rtol=1e-5)
        second = outer.gradient(first, t)
        np.testing.assert_allclose(second[1:], np.where(kept, 6 * scaled / 0.75**2, 0)[1:], rtol=1e-5)
