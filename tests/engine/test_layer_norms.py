"""Normalisations that models spell out are one call of torch in programs, with the values and gradients of their parts."""

import numpy as np
import pytest
import torch

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

v1 = tf.compat.v1
X = np.random.RandomState(0).normal(size=(3, 2, 4)).astype("float32")
G, B = np.float32([1.0, -2.0, 0.5, 3.0]), np.float32([0.0, 1.0, 2.0, -1.0])


def _mean(x, axis=-1):
    return tf.reduce_mean(x, axis=axis, keepdims=True)


def _product(x):
    mean = _mean(x)
    return (x - mean) * tf.math.rsqrt(_mean(tf.square(x - mean)) + 1e-5)


def _quotient(x):
    mean = _mean(x, [2])
    return (x - mean) / tf.sqrt(0.1 + _mean(tf.math.squared_difference(x, mean), 2))


def _by_moments(x, offset=None, scale=None, axis=2, of=lambda x: x):
    return tf.nn.batch_normalization(x, *tf.nn.moments(of(x), [axis], keepdims=True), offset, scale, 1e-5)


FOUND = {
    "product": _product,
    "quotient": _quotient,
    "factor": lambda x: _product(x) * G,
    "summand": lambda x: B + G * _product(x),
    "several": lambda x: _quotient(_product(x) * G + B),
    "more": lambda x: tf.tanh(_product(x) + B) * G,
    "moments": _by_moments,
    "moments with a factor and a summand": lambda x: _by_moments(x, B, G, -1),
    "moments with a factor": lambda x: _by_moments(x, None, G),
    "moments with a summand": lambda x: _by_moments(x, B),
    "whole": lambda x: _product(x) * tf.ones([3, 2, 4]),
}


def _parts(x):
    mean = _mean(x)
    return (x - mean) * tf.math.rsqrt(_mean(tf.square(x - mean)) + 1e-5), mean


NOT_FOUND = {
    "other axis": lambda x: (x - _mean(x, 1)) * tf.math.rsqrt(_mean(tf.square(x - _mean(x, 1)), 1) + 1e-5),
    "mixed axes": lambda x: (x - _mean(x, 1)) * tf.math.rsqrt(_mean(tf.square(x - _mean(x, 1))) + 1e-5),
    "moments of another axis": lambda x: _by_moments(x, B, G, 1),
    "moments of another tensor": lambda x: _by_moments(x, B, G, 2, lambda x: 2.0 * x),
    "moments with one factor": lambda x: _by_moments(x, B, tf.constant(2.0)),
    "moments used": lambda x: (lambda m, v: tf.nn.batch_normalization(x, m, v, B, G, 1e-5) + v)(*tf.nn.moments(x, [2], keepdims=True)),
    "mean used": lambda x: tf.add(*_parts(x)),
    "difference used": lambda x: (lambda d: d * tf.math.rsqrt(_mean(d * d) + 1e-5) + d)(x - _mean(x)),
    "inverse": lambda x: tf.sqrt(_mean(tf.square(x - _mean(x))) + 1e-5) / (x - _mean(x)),
    "epsilons": lambda x: (x - _mean(x)) * tf.math.rsqrt(_mean(tf.square(x - _mean(x))) + [[1e-5]]),
    "other mean": lambda x: (x - _mean(x)) * tf.math.rsqrt(_mean(tf.square(x - _mean(x * 2.0))) + 1e-5),
}


def _run(monkeypatch, f, shape=X.shape):
    """The values, first and second gradients in a session, and how often torch normalised in it."""
    calls, function = [], torch.layer_norm
    monkeypatch.setattr(torch, "layer_norm", lambda *a: calls.append(a) or function(*a))
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, shape)
        y = f(x * 1.0)
        first = v1.gradients(tf.reduce_sum(tf.sin(y)), x)[0]
        second = v1.gradients(tf.reduce_sum(first * first), x)[0]
        made = [session.run(t, {x: X}) for t in (y, first)]
        return [*made, session.run(second, {x: X})], len(calls)


def _expected(f):
    x = tf.constant(X)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
            loss = tf.reduce_sum(tf.sin(y))
        first = tape.gradient(loss, x)
        loss = tf.reduce_sum(first * first)
    return y, first, outer.gradient(loss, x)


@pytest.mark.parametrize("name", [*FOUND, *NOT_FOUND])
def test_values_and_gradients(monkeypatch, name):
    f = FOUND.get(name) or NOT_FOUND[name]
    made, calls = _run(monkeypatch, f)
    assert bool(calls) == (name in FOUND)
    for got, expected in zip(made, _expected(f)):
        np.testing.assert_allclose(got, expected, rtol=2e-3, atol=2e-4 * max(1.0, float(tf.reduce_max(tf.abs(expected)))))


def test_sizes_that_are_not_known(monkeypatch):
    made, calls = _run(monkeypatch, _product, [None, None, 4])
    assert calls
    np.testing.assert_allclose(made[0], _product(tf.constant(X)), rtol=1e-4, atol=1e-5)
    made, calls = _run(monkeypatch, _product, [None, None, None])
    assert not calls
    np.testing.assert_allclose(made[0], _product(tf.constant(X)), rtol=1e-4, atol=1e-5)


def test_parts_that_are_fetched_or_differentiated_by(monkeypatch):
    with tf.Graph().as_default(), v1.Session() as session:
        x = tf.constant(X) * 1.0
        mean = _mean(x)
        inverse = tf.math.rsqrt(_mean(tf.square(x - mean)) + 1e-5)
        y = (x - mean) * inverse
        by_inverse = v1.gradients(tf.reduce_sum(y), inverse)[0]
        value, parts, gradient = session.run([y, inverse, by_inverse])
    np.testing.assert_allclose(value, _product(tf.constant(X)), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(parts, 1 / np.sqrt(X.var(-1, keepdims=True) + 1e-5), rtol=1e-4)
    np.testing.assert_allclose(gradient, (X - X.mean(-1, keepdims=True)).sum(-1, keepdims=True), atol=1e-5)


def test_variables_in_functions_and_tapes():
    g, b = tf.Variable(G), tf.Variable(B)

    @tf.function
    def run(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.sin(_product(x) * g + b))
        return tape.gradient(loss, [g, b])

    x = tf.constant(X)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.sin(_product(x) * g + b))
    for got, expected in zip(run(x), tape.gradient(loss, [g, b])):
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-5)


def test_second_gradients_by_moments_are_those_of_the_nodes(monkeypatch):
    (_, _, second), calls = _run(monkeypatch, _by_moments)
    assert calls == 2  # for the value and the first gradient
    np.testing.assert_allclose(second, _expected(_by_moments)[2], rtol=2e-3, atol=2e-4)


def test_moments_that_are_fetched_or_differentiated_by(monkeypatch):
    with tf.Graph().as_default(), v1.Session() as session:
        x = tf.constant(X) * 1.0
        mean, variance = tf.nn.moments(x, [2], keepdims=True)
        y = tf.nn.batch_normalization(x, mean, variance, B, G, 1e-5)
        by_mean = v1.gradients(tf.reduce_sum(y), mean)[0]
        value, fetched = session.run([y, mean])
        gradient = session.run(by_mean)
    np.testing.assert_allclose(fetched, X.mean(-1, keepdims=True), atol=1e-6)
    np.testing.assert_allclose(value, _by_moments(tf.constant(X), B, G), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(gradient, -(G.sum() / np.sqrt(X.var(-1, keepdims=True) + 1e-5)), rtol=1e-4)
