"""GELU by way of tanh, for as many elements as it is computed by the logistic function for."""

import numpy as np
import pytest
import torch

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.graphs.programs import gelus  # noqa: E402

MANY = gelus._MANY_RECORDED


def _exact(x):
    return 0.5 * x * (1 + torch.tanh(0.7978845608028654 * (x + 0.044715 * x**3)))


def _given(count):
    return torch.linspace(-12, 12, count).reshape(8, -1)


@pytest.mark.parametrize("count", [MANY // 8, MANY // 2, MANY])
def test_values_and_derivatives_of_two_orders(count):
    x = _given(count).requires_grad_()
    exact = x.detach().double().requires_grad_()
    y, wide = gelus.gelu_by_tanh(x), _exact(exact)
    np.testing.assert_allclose(y.detach(), wide.detach(), atol=1e-6)
    np.testing.assert_allclose(gelus.gelu_by_tanh(x.detach()), wide.detach(), atol=1e-6)
    (alone,) = torch.autograd.grad(y, x, torch.cos(x.detach()), retain_graph=True)
    (first,) = torch.autograd.grad(y, x, torch.cos(x.detach()), create_graph=True)
    (slopes,) = torch.autograd.grad(wide, exact, torch.cos(exact.detach()), create_graph=True)
    np.testing.assert_allclose(alone, slopes.detach(), atol=4e-6)
    np.testing.assert_allclose(first.detach(), slopes.detach(), atol=4e-6)
    (second,) = torch.autograd.grad(first.sum(), x)
    np.testing.assert_allclose(second, torch.autograd.grad(slopes.sum(), exact)[0], atol=1e-5)


def test_what_is_not_finite():
    x = torch.full([MANY], torch.inf)
    x[1], x[2], x[3], x[4] = -torch.inf, torch.nan, 3e38, -3e38
    made = gelus.gelu_by_tanh(x)[:5]
    np.testing.assert_array_equal(made, [np.inf, np.nan, np.nan, np.float32(3e38), -0.0])
    recorded = gelus.gelu_by_tanh(x.requires_grad_())[:5].detach()
    np.testing.assert_array_equal(recorded, made)


def test_other_ways_to_derivatives():
    x, v = _given(MANY), torch.ones(8, MANY // 8)
    (reverse,) = torch.autograd.grad(gelus.gelu_by_tanh(x.requires_grad_()), x, v)
    _, forward = torch.func.jvp(gelus.gelu_by_tanh, (x.detach(),), (v,))
    np.testing.assert_allclose(forward, reverse, atol=4e-6)
    rows = torch.func.vmap(torch.func.grad(lambda row: gelus.gelu_by_tanh(row).sum()))(x.detach())
    np.testing.assert_allclose(rows, reverse, atol=4e-6)


def test_the_public_function_and_half_precision():
    x = _given(MANY)
    exact = _exact(x.double())
    np.testing.assert_allclose(tf.nn.gelu(tf.constant(x.numpy()), approximate=True), exact, atol=1e-6)
    np.testing.assert_allclose(tf.cast(tf.nn.gelu(tf.constant(x.numpy(), tf.float16), approximate=True), tf.float32), exact, atol=1e-2)
