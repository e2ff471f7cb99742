"""Comparisons and choices of large tensors, which are computed otherwise than those of small ones: the same to the bit."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.engine.ops.vectorized import comparisons, selections

SHAPE = (160, 128)
DTYPES = [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.int64, torch.uint8]


def _numbers(dtype, seed=0):
    x = torch.randint(0, 4, SHAPE, generator=torch.Generator().manual_seed(seed)).to(dtype)
    if dtype.is_floating_point:
        x[::3, ::5] = float("nan")
        x[1::3, ::7] = float("-inf")
        x[2::3, ::4] = -0.0
    return x


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["eq", "ne", "lt", "le", "gt", "ge"])
def test_comparisons(name, dtype):
    x, y = _numbers(dtype), _numbers(dtype, 1)
    ours, theirs = getattr(comparisons, name), getattr(torch, name)
    for a, b in [(x, y), (x.t(), y.t()), (x[:, ::2], y[:, ::2]), (x, y[0, 3]), (x, y[:, :1]), (x, y[:1]), (x, 2), (x, y[0])]:
        assert torch.equal(ours(a, b), theirs(a, b))
    if dtype.is_floating_point:
        assert torch.equal(ours(x.requires_grad_(), 1.5), theirs(x, 1.5))
    with pytest.raises(RuntimeError):
        ours(x, y[:7])


@pytest.mark.parametrize("dtype", DTYPES[:4])
@pytest.mark.parametrize("name", ["isnan", "isinf", "isfinite"])
def test_kinds_of_numbers(name, dtype):
    x = _numbers(dtype)
    for a in (x, x.t(), x[1:, 1::2]):
        assert torch.equal(getattr(comparisons, name)(a), getattr(torch, name)(a))


@pytest.mark.parametrize("keepdims", [True, False])
@pytest.mark.parametrize("dims", [[0], [1], [0, 1], [-1]])
def test_truth_of_many(dims, keepdims):
    x = _numbers(torch.int32) > 0
    x[:, 3], x[5] = True, False
    for a in (x, x.t()):
        assert torch.equal(comparisons.all_of(a, dims, keepdims), torch.all(a, dims, keepdims))
        assert torch.equal(comparisons.any_of(a, dims, keepdims), torch.any(a, dims, keepdims))


@pytest.mark.parametrize("keepdims", [True, False])
@pytest.mark.parametrize("width", [8, 16, 64, 72, 9])
def test_truth_of_short_rows(width, keepdims):
    x = torch.rand(64, 80, width, generator=torch.Generator().manual_seed(width)) < 0.1
    x[3], x[4, 7], x[5, :, :-1], x[5, :, -1], x[6] = True, False, True, False, True
    for a in (x, ~x, x.transpose(0, 1), x[:, :, ::2]):
        for dims in ([2], [-1]):
            assert torch.equal(comparisons.all_of(a, dims, keepdims), torch.all(a, 2, keepdims))
            assert torch.equal(comparisons.any_of(a, dims, keepdims), torch.any(a, 2, keepdims))


def _bits(t):
    return t.contiguous().numpy().tobytes()


@pytest.mark.parametrize("dtype", [d for d in DTYPES if d is not torch.bfloat16])
def test_choices(dtype):
    condition, x, y = _numbers(torch.int32, 2) > 1, _numbers(dtype), _numbers(dtype, 1)
    zero, one = torch.zeros((), dtype=dtype), torch.ones((), dtype=dtype)
    for c, a, b in [
        (condition, x, y),
        (condition, x, zero),
        (condition, zero, y),
        (condition, x, one),
        (condition, one, y),
        (condition, zero, one),
    ]:
        assert _bits(selections.where(c, a, b)) == _bits(torch.where(c, a, b))
        assert _bits(selections.where(c.t(), a.t(), b.t())) == _bits(torch.where(c.t(), a.t(), b.t()))
    assert _bits(selections.where(condition, x, y[:1])) == _bits(torch.where(condition, x, y[:1]))


def test_gradients_of_choices():
    condition = _numbers(torch.int32, 2) > 1
    x, y = (torch.rand(SHAPE, dtype=torch.float64).requires_grad_() for _ in range(2))
    scalar = torch.tensor(0.5, dtype=torch.float64, requires_grad=True)
    found = []
    for where in (selections.where, torch.where):
        first = (where(condition, x * x, y) ** 2).sum() + (where(condition, scalar, x) ** 3).sum()
        grads = torch.autograd.grad(first, [x, y, scalar], create_graph=True)
        second = torch.autograd.grad(sum((g**2).sum() for g in grads), [x, y, scalar])
        found.append([*grads, *second])
    for ours, theirs in zip(*found):
        torch.testing.assert_close(ours, theirs)


@pytest.mark.parametrize("compiled", [False, True])
def test_what_is_not_chosen_has_no_gradient(compiled):
    x = tf.constant(np.linspace(-1, 1, 20000).astype("float32"))

    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.where(x > 0, tf.sqrt(tf.maximum(x, 1e-12)), 0.0)
        return tape.gradient(y, x)

    made = (tf.function(gradient) if compiled else gradient)(x)
    np.testing.assert_allclose(made, np.where(x > 0, 0.5 / np.sqrt(np.maximum(x, 1e-12)), 0), rtol=1e-5)


def test_truth_becomes_numbers():
    truth = _numbers(torch.int32) > 1
    for dtype in (tf.float32, tf.float16, tf.int64, tf.complex64, tf.bool):
        assert tf.cast(truth.numpy(), dtype).numpy().tolist() == truth.numpy().astype(dtype.as_numpy_dtype).tolist()


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16, torch.complex64])
def test_zeros_are_written(dtype):
    values = _numbers(torch.float32).to(dtype)
    for mask in (torch.zeros(SHAPE, dtype=torch.bool), values == 2, torch.ones(SHAPE, dtype=torch.bool), torch.ones(1, SHAPE[1]) > 0):
        made = values.clone()
        assert selections.zeroed_(made, mask) is made
        assert _bits(made) == _bits(values.masked_fill(mask, 0))
    made = values.t().clone(memory_format=torch.preserve_format)
    assert _bits(selections.zeroed_(made, values.t() == 1)) == _bits(values.t().masked_fill(values.t() == 1, 0))


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("with_nan", [False, True])
def test_signs_and_guarded_functions_of_many_numbers(dtype, with_nan):
    x = np.resize([0.0, -0.0, 3.0, -2.5, np.inf, -np.inf, 1e-7, np.nan if with_nan else 1.0], 1 << 15).astype(dtype)
    y = np.roll(np.resize([0.0, 2.0, -1.0, np.inf, np.nan, 0.5, 7.0], 1 << 15), 3).astype(dtype)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(tf.sign(x), np.sign(x))
        for name, zero, function in [
            ("divide_no_nan", y, lambda: x / y),
            ("multiply_no_nan", y, lambda: x * y),
            ("xdivy", x, lambda: x / y),
            ("xlogy", x, lambda: x * np.log(y)),
            ("xlog1py", x, lambda: x * np.log1p(y)),
        ]:
            made = getattr(tf.math, name)(x, y)
            np.testing.assert_allclose(
                made, np.where(zero == 0, np.zeros((), dtype), function()), rtol=2e-3 if dtype == "float16" else 1e-6
            )
        np.testing.assert_allclose(
            tf.math.xlogy(x[:, None][:64], y[:512]), tf.math.xlogy(np.repeat(x[:64, None], 512, 1), np.tile(y[:512], (64, 1)))
        )
