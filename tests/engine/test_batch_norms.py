"""Batch normalisation by moments is one call of torch in sessions, with the values, gradients and averages of its nodes."""

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.graphs.programs import batch_norms  # noqa: E402

v1 = tf.compat.v1
SHAPES = [(6, 3), (2, 5, 3), (2, 4, 5, 3), (2, 2, 3, 2, 3)]


@pytest.fixture
def calls(monkeypatch):
    """What was asked for in programs."""
    made, function = [], batch_norms._function
    monkeypatch.setattr(batch_norms, "_function", lambda *a: made.append(a) or function(*a))
    return made


def _layer(x, **options):
    """A network whose parameters and their averages a step changes: (train, fetched values)."""
    y = v1.layers.batch_normalization(x * 1.0, training=True, **options)
    loss = tf.reduce_sum(tf.sin(y) * tf.range(3.0))
    with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
        train = v1.train.GradientDescentOptimizer(0.1).minimize(loss) if v1.trainable_variables() else tf.no_op()
    return train, [loss, y, tf.gradients(loss, x)[0], *v1.global_variables()]


def _by_hand(x, through=lambda mean: 0.0, between=lambda gamma: None):
    x = x * 1.0
    gamma, beta = (v1.get_variable(n, initializer=tf.constant(v)) for n, v in (("gamma", [1.0, 2.0, 3.0]), ("beta", [0.5, 0.0, -1.0])))
    mean, variance = tf.nn.moments(x, list(range(x.shape.rank - 1)))
    with tf.control_dependencies([d for d in [between(gamma)] if d is not None]):
        y = tf.nn.batch_normalization(x, mean, variance, beta, gamma, 1e-3)
    loss = tf.reduce_sum(tf.sin(y) * tf.range(3.0)) + through(mean)
    return v1.train.GradientDescentOptimizer(0.1).minimize(loss), [loss, mean, tf.gradients(loss, x)[0]]


def _run(network, shape=(2, 4, 5, 3), steps=2, static=None):
    given = np.random.default_rng(0).standard_normal(shape).astype("float32")
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, shape if static is None else static)
        train, fetched = network(x)
        session.run(v1.global_variables_initializer())
        return [session.run([fetched, train], {x: given + i})[0] for i in range(steps)]


def _same_as_nodes(monkeypatch, made, *arguments, **options):
    with monkeypatch.context() as context:
        context.setattr(batch_norms.BatchNorms, "look", lambda *a: None)
        expected = _run(*arguments, **options)
    for got, value in zip(tf.nest.flatten(made), tf.nest.flatten(expected), strict=True):
        np.testing.assert_allclose(got, value, rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("options", [{}, {"scale": False}, {"center": False}, {"scale": False, "center": False}])
def test_layers(calls, monkeypatch, shape, options):
    def network(x):
        return _layer(x, fused=False, **options)  # images have a kernel of their own otherwise

    made = _run(network, shape)
    assert calls
    _same_as_nodes(monkeypatch, made, network, shape)


def test_sizes_that_are_not_known_and_a_batch_of_one(calls, monkeypatch):
    for count in (4, 1):
        made = _run(_layer, (count, 3), static=[None, 3])
        _same_as_nodes(monkeypatch, made, _layer, (count, 3), static=[None, 3])
    assert len(calls) == 2


def test_moments_that_are_fetched(calls, monkeypatch):
    made = _run(_by_hand)
    assert calls
    _same_as_nodes(monkeypatch, made, _by_hand)


@pytest.mark.parametrize(
    "options",
    [
        {"through": lambda mean: tf.reduce_sum(mean * mean)},  # a gradient by way of the mean
        {"between": lambda gamma: gamma.assign_add([1.0, 1.0, 1.0])},
    ],
)
def test_what_has_to_be_left_alone(calls, monkeypatch, options):
    def network(x):
        return _by_hand(x, **options)

    made = _run(network)
    assert not calls
    _same_as_nodes(monkeypatch, made, network)


def test_second_derivatives_are_those_of_the_nodes(calls, monkeypatch):
    def network(x):
        train, (loss, _, first) = _by_hand(x)
        return train, [loss, tf.gradients(tf.reduce_sum(first * first), x)[0]]

    made = _run(network)
    assert not calls
    _same_as_nodes(monkeypatch, made, network)
