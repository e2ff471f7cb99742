"""Hyperbolic tangents by NumPy, where that is faster, and softmax of narrow rows: as torch computes them."""

import numpy as np
import pytest
import torch

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.ops.vectorized import hyperbolic, softmaxes  # noqa: E402

_EXTREME = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 1e-5, 20.0, -100.0]


@pytest.fixture
def by_numpy(monkeypatch):
    """As if NumPy were the faster one, from one number on; how often it was called."""
    monkeypatch.setattr(hyperbolic.Choice, "gain", 1000.0)
    monkeypatch.setattr(hyperbolic, "_MANY", 1)
    monkeypatch.setattr(hyperbolic, "_MANY_RECORDED", 1)
    calls, run = [], hyperbolic._by_numpy
    monkeypatch.setattr(hyperbolic, "_by_numpy", lambda x, out: calls.append(x.shape) or run(x, out))
    return calls


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_the_same_numbers_whatever_lies_in_memory(by_numpy, dtype):
    x = torch.cat([torch.tensor(_EXTREME), torch.linspace(-4, 4, 90)]).to(dtype).view(10, 10)
    with np.errstate(all="raise"):
        for t in (x, x.t(), x[::2, 1:], x[:, :1].expand(10, 3), x.flip(0)):
            torch.testing.assert_close(hyperbolic.tanh(t), torch.tanh(t), equal_nan=True, rtol=3e-7, atol=0)
        assert len(by_numpy) == 5
        out = torch.zeros(10, 20, dtype=dtype)
        assert hyperbolic.tanh_into(x, out[:, ::2]).data_ptr() == out.data_ptr()
        torch.testing.assert_close(out[:, ::2], torch.tanh(x), equal_nan=True, rtol=3e-7, atol=0)
        assert not out[:, 1::2].any()
    assert len(by_numpy) == 6


def test_derivatives_of_any_kind(by_numpy):
    x = tf.constant(np.linspace(-2, 2, 7))
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.tanh(x)
        slope = tape.gradient(y, x)
    np.testing.assert_allclose(slope, 1 - np.tanh(x.numpy()) ** 2)
    np.testing.assert_allclose(outer.gradient(slope, x), -2 * y.numpy() * slope.numpy())
    assert by_numpy
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.tanh(x)
    np.testing.assert_allclose(tape.jacobian(y, x), np.diag(slope))
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as forward:
        y = tf.tanh(x)
    np.testing.assert_allclose(forward.jvp(y), slope)


def test_types_and_switches_that_are_left_to_torch(by_numpy):
    for x in (torch.ones(3, dtype=torch.complex64), torch.ones(3, dtype=torch.bfloat16), torch.ones(3, device="meta")):
        assert hyperbolic.tanh(x).dtype is x.dtype
    tf.config.experimental.enable_op_determinism()
    try:
        hyperbolic.tanh(torch.ones(3))
    finally:
        tfshim.engine.runtime.determinism.disable()
    assert not by_numpy


def test_what_is_faster_is_measured_once(monkeypatch):
    monkeypatch.setattr(hyperbolic.Choice, "gain", None)
    monkeypatch.setattr(hyperbolic, "_measure", lambda: 0.0)
    monkeypatch.setattr(hyperbolic, "_by_numpy", None)
    x = torch.linspace(-3, 3, hyperbolic._MANY)
    torch.testing.assert_close(hyperbolic.tanh(x), torch.tanh(x), rtol=0, atol=0)
    assert hyperbolic.Choice.gain == 0


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
@pytest.mark.parametrize("shape, dtype", [((3000, 2), torch.float32), ((4, 500, 3), torch.float32), ((1500, 3), torch.float64)])
def test_softmax_of_narrow_rows(monkeypatch, name, shape, dtype):
    monkeypatch.setitem(softmaxes._WIDTHS, dtype, 8)
    function, torchs = getattr(softmaxes, name), getattr(torch, name)
    x = torch.randn(shape, dtype=dtype, generator=torch.Generator().manual_seed(1))
    x[(0,) * (len(shape) - 1)] = torch.tensor([-np.inf, np.inf, 0.0])[: shape[-1]]
    x[(1,) * (len(shape) - 1)] = torch.tensor([1e4, -np.inf, -1e4])[: shape[-1]]
    for t in (x, x.movedim(0, 1).contiguous().movedim(0, 1)):
        assert softmaxes.suits(t, -1)
        made = function(t, -1)
        assert made.is_contiguous()
        torch.testing.assert_close(made, torchs(t, -1), equal_nan=True, rtol=2e-6, atol=1e-6)
    x = x[2:].clone().requires_grad_()
    seed = torch.randn(x.shape, dtype=dtype, generator=torch.Generator().manual_seed(2))
    for a, b in zip(*(torch.autograd.grad(f(x, -1), x, seed) for f in (function, torchs))):
        torch.testing.assert_close(a, b, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_cross_entropies_of_few_classes(dtype):
    logits = tf.constant(np.random.RandomState(0).normal(size=(2000, 5)).astype("float32"))
    labels = tf.constant(np.arange(2000) % 5, dtype)
    right = np.eye(5, dtype="float32")[labels.numpy()]
    logs = logits.numpy() - np.log(np.exp(logits.numpy()).sum(1, keepdims=True))

    def means(logits):
        by_index = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        by_share = tf.nn.softmax_cross_entropy_with_logits(labels=right, logits=logits)
        return tf.reduce_mean(by_index), tf.reduce_mean(by_share)

    for run in (means, tf.function(means)):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(logits)
            losses = run(logits)
        for loss in losses:
            np.testing.assert_allclose(loss, -(right * logs).sum(1).mean(), rtol=1e-5)
            np.testing.assert_allclose(tape.gradient(loss, logits), (np.exp(logs) - right) / 2000, rtol=1e-4, atol=1e-9)
    with pytest.raises(tf.errors.InvalidArgumentError, match="label value of 5"):
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels + 1, logits=logits)
