"""Gradients that go through relu and leaky_relu and are differentiated again: the same, without what is zero everywhere."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.engine.graphs.programs import bent_lines

rng = np.random.RandomState(0)
_X, _W, _V = (rng.normal(size=s).astype("float32") for s in ((5, 4), (4, 6), (6, 3)))
_BENDS = {
    "relu": tf.nn.relu,
    "leaky_relu": lambda x: tf.nn.leaky_relu(x, 0.3),
    "layers": lambda x: tf.keras.layers.LeakyReLU(0.2)(tf.keras.layers.ReLU()(x) - 0.1),
    "negative slope": lambda x: tf.nn.leaky_relu(x, -0.5),
    "other dtype": lambda x: tf.cast(tf.nn.leaky_relu(tf.cast(x, "float64")), "float32"),
}


def _penalty(bend):
    """What a penalty on gradients is made of, and its gradients."""
    w, v = tf.Variable(_W), tf.Variable(_V)

    @tf.function
    def f(x):
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.reduce_sum(tf.sin(tf.matmul(bend(tf.matmul(x, w)), v)))
            first = inner.gradient(y, x)
            penalty = tf.reduce_mean((tf.norm(first, axis=1) - 1.0) ** 2) + y
        return penalty, first, outer.gradient(penalty, [w, v])

    return f


@pytest.mark.parametrize("name", list(_BENDS))
def test_penalties_on_gradients(name, monkeypatch):
    made = [_penalty(_BENDS[name])(tf.constant(_X))]
    monkeypatch.setattr(bent_lines, "once", lambda nodes: nodes)
    made.append(_penalty(_BENDS[name])(tf.constant(_X)))
    for a, b in zip(*map(tf.nest.flatten, made), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


def test_what_flows_back_by_the_argument_is_zero(monkeypatch):
    run = []
    monkeypatch.setattr(bent_lines, "_Bent", type("Noted", (), {"apply": staticmethod(lambda *a: run.append(1) or _Bent.apply(*a))}))

    @tf.function
    def f(x, bend):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = bend(x)
            first = inner.gradient(y, x)
        return outer.gradient(first, x)

    assert not np.any(f(tf.constant(_X), tf.nn.relu)) and run


def test_single_tapes_take_the_ordinary_way(monkeypatch):
    monkeypatch.setattr(bent_lines, "_Bent", None)

    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.nn.relu(x) * 2.0
        return tape.gradient(y, x)

    np.testing.assert_array_equal(f(tf.constant(_X)), 2.0 * (_X > 0))


def test_forward_mode_and_several_at_once():
    x = torch.tensor(_X, requires_grad=True)
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(torch.tensor(_X), torch.ones(5, 4))
        tangent = torch.autograd.forward_ad.unpack_dual(_Bent.apply(dual, 0.5)).tangent
    assert torch.equal(tangent, torch.where(torch.tensor(_X) > 0, 1.0, 0.5))
    jacobian = torch.func.jacrev(lambda x: _Bent.apply(x, 0.0))(x.detach()[0])
    assert torch.equal(jacobian, torch.diag((x.detach()[0] > 0).float()))


_Bent = bent_lines._Bent
