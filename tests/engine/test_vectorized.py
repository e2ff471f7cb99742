"""Elementary functions by NumPy, where that is faster, and softmax of narrow rows: as torch computes them."""

import numpy as np
import pytest
import torch

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.ops.vectorized import choice, elementary, softmaxes  # noqa: E402
from tfshim.nn import activations  # noqa: E402

_EXTREME = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 1e-5, 20.0, -100.0]


_DOMAINS = {
    "tanh": (-4, 4), "asin": (-1, 1), "acos": (-1, 1), "atan": (-4, 4), "tan": (-4, 4), "sinh": (-4, 4), "cosh": (-4, 4),
    "asinh": (-4, 4), "acosh": (1, 9), "atanh": (-1, 1), "log": (0, 9), "log1p": (-1, 9),  "elu": (-4, 4),
}  # fmt: skip


@pytest.fixture
def by_numpy(monkeypatch):
    """As if NumPy were the faster one, from one number on; how often it was called."""
    for name in _DOMAINS:
        monkeypatch.setattr(getattr(elementary, name.upper()), "gains", dict.fromkeys((torch.float32, torch.float64), 1000.0))
    monkeypatch.setattr(activations._SELU, "gains", dict.fromkeys((torch.float32, torch.float64), 1000.0))
    monkeypatch.setattr(choice, "MANY", 1)
    monkeypatch.setattr(choice, "MANY_RECORDED", 1)
    calls, run = [], choice.Rivals.into
    monkeypatch.setattr(choice.Rivals, "into", lambda self, x, out: calls.append(x.shape) or run(self, x, out))
    return calls


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("name", _DOMAINS)
def test_the_same_numbers_whatever_lies_in_memory(by_numpy, name, dtype):
    ours, theirs = getattr(elementary, name), getattr(torch, name, None) or getattr(torch.nn.functional, name)
    x = torch.cat([torch.tensor(_EXTREME), torch.linspace(*_DOMAINS[name], 90)]).to(dtype).view(10, 10)
    rtol = 6e-7 if dtype is torch.float32 else 2e-15
    with np.errstate(all="raise"):
        for t in (x, x.t(), x[::2, 1:], x[:, :1].expand(10, 3), x.flip(0), x[:0]):
            made = ours(t)
            torch.testing.assert_close(made, theirs(t), equal_nan=True, rtol=rtol, atol=1e-45)
            assert torch.equal(made.signbit() & made.isfinite(), theirs(t).signbit() & made.isfinite())
        assert len(by_numpy) == 5


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_tangents_are_written_where_they_are_wanted(by_numpy, dtype):
    x = torch.tensor(_EXTREME, dtype=dtype)
    out = torch.zeros(20, dtype=dtype)
    assert elementary.tanh_into(x, out[::2]).data_ptr() == out.data_ptr()
    torch.testing.assert_close(out[::2], torch.tanh(x), equal_nan=True, rtol=3e-7, atol=0)
    assert not out[1::2].any() and len(by_numpy) == 1


_SLOPES = {
    "tanh": (lambda x: 1 - np.tanh(x) ** 2, lambda x: -2 * np.tanh(x) * (1 - np.tanh(x) ** 2)),
    "asin": (lambda x: (1 - x * x) ** -0.5, lambda x: x * (1 - x * x) ** -1.5),
    "acos": (lambda x: -((1 - x * x) ** -0.5), lambda x: -x * (1 - x * x) ** -1.5),
    "atan": (lambda x: 1 / (1 + x * x), lambda x: -2 * x / (1 + x * x) ** 2),
    "tan": (lambda x: np.cos(x) ** -2, lambda x: 2 * np.tan(x) * np.cos(x) ** -2),
    "sinh": (np.cosh, np.sinh),
    "cosh": (np.sinh, np.cosh),
    "asinh": (lambda x: (1 + x * x) ** -0.5, lambda x: -x * (1 + x * x) ** -1.5),
    "acosh": (lambda x: (x * x - 1) ** -0.5, lambda x: -x * (x * x - 1) ** -1.5),
    "atanh": (lambda x: 1 / (1 - x * x), lambda x: 2 * x / (1 - x * x) ** 2),
    "log": (lambda x: 1 / x, lambda x: -1 / x**2),
    "elu": (lambda x: np.exp(np.minimum(x, 0)), lambda x: np.exp(x) * (x < 0)),
    "selu": (lambda x: np.where(x < 0, 1.7580993 * np.exp(x), 1.0507010), lambda x: 1.7580993 * np.exp(x) * (x < 0)),
    "softsign": (lambda x: (1 + abs(x)) ** -2, lambda x: -2 * np.sign(x) * (1 + abs(x)) ** -3),
}


@pytest.mark.parametrize("name", _SLOPES)
def test_derivatives_of_any_kind(by_numpy, name):
    function, (first, second) = getattr(tf.math, name, None) or getattr(tf.nn, name), _SLOPES[name]
    numbers = np.linspace(1.2, 4, 8) if name in ("acosh", "log") else np.linspace(-0.9, 0.9, 8)
    x = tf.constant(numbers)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        slope = tape.gradient(y, x)
    np.testing.assert_allclose(slope, first(numbers), rtol=1e-7)
    np.testing.assert_allclose(outer.gradient(slope, x), second(numbers), rtol=1e-7, atol=1e-14)
    assert by_numpy or name == "softsign"
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    np.testing.assert_allclose(tape.jacobian(y, x), np.diag(slope))
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as forward:
        y = function(x)
    np.testing.assert_allclose(forward.jvp(y), slope)


def test_selu_at_zero_and_of_what_is_not_finite(by_numpy):
    x = tf.constant([0.0, -0.0, -np.inf, np.inf, np.nan, -1e-30, 2.0, -0.9, -20.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.selu(x)
    np.testing.assert_allclose(y, torch.selu(torch.tensor(x.numpy())), rtol=1e-6)
    np.testing.assert_allclose(tape.gradient(y, x)[:4], [1.050701, 1.050701, 0.0, 1.050701], rtol=1e-6)
    assert by_numpy


def test_types_and_switches_that_are_left_to_torch(by_numpy):
    for x in (torch.ones(3, dtype=torch.complex64), torch.ones(3, dtype=torch.bfloat16), torch.ones(3, device="meta")):
        assert elementary.tanh(x).dtype is x.dtype
    tf.config.experimental.enable_op_determinism()
    try:
        elementary.tanh(torch.ones(3))
    finally:
        tfshim.engine.runtime.determinism.disable()
    assert not by_numpy


def test_what_is_faster_is_measured_once_for_a_dtype(monkeypatch):
    measured = []
    rivals = choice.Rivals(torch.atan, np.arctan)
    monkeypatch.setattr(choice, "least_times", lambda *ways: measured.append(ways) or [0.001, 0.001])
    x = torch.linspace(-3, 3, choice.MANY)
    assert not rivals.numpy_wins(x) and not rivals.numpy_wins(x) and len(measured) == 1
    monkeypatch.setattr(choice, "least_times", lambda *ways: measured.append(ways) or [0.003, 0.001])
    assert rivals.numpy_wins(x.double()) and not rivals.numpy_wins(x) and len(measured) == 2
    assert not rivals.numpy_wins(x.half()) and not rivals.numpy_wins(x.int())
    monkeypatch.setattr(torch, "get_num_threads", lambda: 8)
    assert rivals.numpy_wins(x.double()) and not rivals.numpy_wins(torch.ones(1 << 16, dtype=torch.float64))


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
