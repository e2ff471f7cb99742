"""Gradients of what is its own source, and of what stands beside a tape. The expected values are TensorFlow 2.15's."""

import numpy as np
import pytest

import tfshim as tf


def gradient(target, sources, **options):
    x, y = tf.constant([2.0, 3.0]), tf.constant([4.0, 5.0])
    with tf.GradientTape() as tape:
        if options.pop("watched", False):
            tape.watch(x)
        results = target(x, y)
    return tape.gradient(results, sources(x, y), **options)


def numbers(found):
    return tf.nest.map_structure(lambda g: None if g is None else g.numpy().tolist(), found)


@pytest.mark.parametrize(
    "target, sources, options, expected",
    [
        (lambda x, y: x, lambda x, y: x, {}, [1.0, 1.0]),
        (lambda x, y: x, lambda x, y: x, {"watched": True}, [1.0, 1.0]),
        (lambda x, y: x, lambda x, y: x, {"unconnected_gradients": tf.UnconnectedGradients.ZERO}, [1.0, 1.0]),
        (lambda x, y: x, lambda x, y: x, {"output_gradients": tf.constant([5.0, 6.0])}, [5.0, 6.0]),
        (lambda x, y: [x * 2, x], lambda x, y: x, {}, [1.0, 1.0]),
        (lambda x, y: [x, x], lambda x, y: x, {}, [2.0, 2.0]),
        (lambda x, y: [x * 2, y], lambda x, y: [x, y], {"watched": True}, [[2.0, 2.0], [1.0, 1.0]]),
        (lambda x, y: x * 2, lambda x, y: x, {}, None),
        (lambda x, y: tf.identity(x), lambda x, y: x, {}, None),
        (lambda x, y: tf.stop_gradient(x), lambda x, y: x, {"watched": True}, None),
        (lambda x, y: tf.function(tf.stop_gradient)(x), lambda x, y: x, {"watched": True}, None),
    ],
)
def test_a_target_that_is_a_source_has_ones_though_nothing_watched_it(target, sources, options, expected):
    assert numbers(gradient(target, sources, **options)) == expected


def test_a_whole_number_is_its_own_source_too():
    x = tf.constant([1, 2])
    with tf.GradientTape() as tape:
        pass
    found = tape.gradient(x, x)
    assert found.dtype == tf.int32 and found.numpy().tolist() == [1, 1]


def test_prevent_gradient_refuses_with_its_reason():
    from tfshim.array_ops.prevented import prevent_gradient

    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = prevent_gradient(x * 2, message="not here") + x
    assert y.numpy().tolist() == [3.0, 6.0]
    with pytest.raises(LookupError, match="Gradient explicitly disabled. Reason: b'not here'"):
        tape.gradient(y, x)

    @tf.function
    def inside(x):
        return tf.gradients(prevent_gradient(x * 2), x)

    with pytest.raises(LookupError, match="explicitly disabled"):
        inside(x)


def test_gamma_derivatives():
    given = dict(alpha=tf.constant([1.0, 2.0, 0.5]), sample=tf.constant([0.5, 3.0, 0.55]))
    np.testing.assert_allclose(tf.raw_ops.RandomGammaGrad(**given).numpy(), [0.80698, 1.3218, 1.405339], rtol=1e-3)
    np.testing.assert_allclose(tf.raw_ops.RandomGammaGrad(alpha=2.0, sample=3.0).numpy(), 1.3218, rtol=2e-5)


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function])
def test_custom_gradients_of_another_shape_than_the_input(wrap):
    def asked(given):
        @tf.custom_gradient
        def f(a):
            return a * 2.0, given

        @wrap
        def gradient(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = f(tf.sin(x))
            return tape.gradient(y, x)

        return gradient(tf.zeros(3))

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"IdentityN\. Input index: 1\. .* shape: \(3,\)\. .* shape: \(3, 1\)"):
        asked(lambda dy: dy[:, None])
    np.testing.assert_array_equal(asked(lambda dy: 2.0 * dy[:1]), [2.0, 2.0, 2.0])  # one number is that of all


def test_registered_gradients_of_another_shape_than_the_input():
    tf.RegisterGradient("ShapedAnew")(lambda op, grad: grad[:2])
    with tf.Graph().as_default() as graph:
        x = tf.constant([1.0, 2.0, 3.0])
        with graph.gradient_override_map({"Sin": "ShapedAnew"}):
            gradient = tf.gradients(tf.sin(x), x)[0]
        with tf.compat.v1.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match=r"Sin\. Input index: 0\..*\(2,\)"):
            session.run(gradient)
