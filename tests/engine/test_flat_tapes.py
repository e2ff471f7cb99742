"""Tapes of traced functions that run without a tape, and those that need one: both give the gradients of eager mode."""

import numpy as np
import pytest
import torch

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

X = np.random.default_rng(0).normal(size=(4, 3)).astype("float32")
W = np.random.default_rng(1).normal(size=(3, 2)).astype("float32")


def plain(x, w, v):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.tanh(x @ w) * v)
    return loss, tape.gradient(loss, [w, v])


def asked_inside(x, w, v):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.tanh(x @ w))
        gradient = tape.gradient(loss, w)
    return gradient


def of_tensors(x, w, v):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        tape.watch(y)
        loss = tf.reduce_sum(tf.exp(y) @ w)
    return tape.gradient(loss, [x, y, w])


def weighted(x, w, v):
    with tf.GradientTape() as tape:
        y = x @ w
    return tape.gradient(y, w, output_gradients=tf.cos(y)), y


def broadcast_weight(x, w, v):
    with tf.GradientTape() as tape:
        y = x @ w
    return tape.gradient(y, w, output_gradients=2.0)


def several_targets(x, w, v):
    with tf.GradientTape() as tape:
        a, b = x @ w, tf.square(w)
    return tape.gradient([a, b], [w, v], unconnected_gradients="zero")


def used_afterwards(x, w, v):
    with tf.GradientTape() as tape:
        kept = w * 2.0
        loss = tf.reduce_sum(kept * v)
    gradient = tape.gradient(loss, w)
    return gradient + kept, tf.reduce_max(kept), loss


def two_in_turn(x, w, v):
    with tf.GradientTape() as first:
        a = tf.reduce_sum(w * w)
    g = first.gradient(a, w)
    with tf.GradientTape() as second:
        b = tf.reduce_sum(g * w * v)
    return g, second.gradient(b, [w, v])


def target_is_source(x, w, v):
    with tf.GradientTape() as tape:
        y = w * 3.0
    return tape.gradient([y, w], [w, y])


FLAT = (plain, asked_inside, of_tensors, weighted, broadcast_weight, several_targets, used_afterwards, two_in_turn)


def nested(x, w, v):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = tf.reduce_sum(w**3)
        g = inner.gradient(y, w)
    return outer.gradient(g, w)


def persistent(x, w, v):
    with tf.GradientTape(persistent=True) as tape:
        y = tf.reduce_sum(w * v)
    return tape.gradient(y, w), tape.gradient(y, v)


def branching(x, w, v):
    with tf.GradientTape() as tape:
        y = tf.cond(tf.reduce_sum(x) > 0, lambda: w * 2.0, lambda: w * v)
    return tape.gradient(y, [w, v], unconnected_gradients="zero")


def rows(x, w, v):
    with tf.GradientTape() as tape:
        y = tf.gather(w, [0, 2, 2]) * 2.0
    return tf.convert_to_tensor(tape.gradient(y, w))


def assigned_within(x, w, v):
    with tf.GradientTape() as tape:
        a = w * w
        v.assign_add(1.0)
        y = tf.reduce_sum(a * v)
    result = tape.gradient(y, [w, v])
    v.assign_sub(1.0)
    return result


def paused(x, w, v):
    with tf.GradientTape() as tape:
        y = w * w
        with tape.stop_recording():
            z = w * 5.0
        y = y + z
    return tape.gradient(y, w)


OTHERS = (nested, persistent, branching, rows, assigned_within, paused, target_is_source)


def arguments():
    return tf.constant(X), tf.Variable(W), tf.Variable(0.5)


def flat(structure):
    return [tf.convert_to_tensor(t).numpy() for t in tf.nest.flatten(structure)]


@pytest.mark.parametrize("f", FLAT + OTHERS, ids=lambda f: f.__name__)
def test_gradients_are_those_of_eager_mode(f):
    made = arguments()
    wanted = flat(f(*made))
    traced = tf.function(f)
    for _ in range(2):
        for a, e in zip(flat(traced(*made)), wanted, strict=True):
            np.testing.assert_allclose(a, e, rtol=1e-5)
    # Under a tape of the caller, and where torch records nothing, they are the same.
    with tf.GradientTape():
        under_tape = flat(traced(*made))
    with torch.no_grad():
        unrecorded = flat(traced(*made))
    for results in (under_tape, unrecorded):
        for a, e in zip(results, wanted, strict=True):
            np.testing.assert_allclose(a, e, rtol=1e-5)


@pytest.mark.parametrize("f", FLAT + OTHERS, ids=lambda f: f.__name__)
def test_which_run_without_a_tape(f):
    made = arguments()
    concrete = tf.function(f).get_concrete_function(*made)
    concrete(made[0])
    program = concrete._program
    assert ("flat" in program._variants) == (f in FLAT)


def test_the_callers_tape_sees_through():
    x, w, v = arguments()
    traced = tf.function(plain)

    def penalty(function):
        with tf.GradientTape() as tape:
            _, (g, _) = function(x, w, v)
            y = tf.reduce_sum(g * g)
        return tape.gradient(y, w)

    np.testing.assert_allclose(penalty(traced), penalty(plain), rtol=1e-4)


def test_variables_are_updated_in_their_own_memory():
    x, w, v = arguments()
    optimizer = tf.keras.optimizers.Adam(0.1)

    @tf.function
    def step(x):
        loss, gradients = plain(x, w, v)
        optimizer.apply_gradients(zip(gradients, [w, v]))
        return loss

    losses = [float(step(x))]
    places = w._t.data_ptr(), v._t.data_ptr()
    losses += [float(step(x)) for _ in range(5)]
    assert (w._t.data_ptr(), v._t.data_ptr()) == places
    assert losses == sorted(losses, reverse=True)


def test_a_value_that_was_returned_is_not_changed_by_the_next_step():
    x, w, v = arguments()
    optimizer = tf.keras.optimizers.SGD(0.1)

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            seen = w.read_value()
            loss = tf.reduce_sum(x @ seen)
        g = tape.gradient(loss, w)
        optimizer.apply_gradients([(g, w)])
        return seen, tf.reshape(seen, [-1])

    before = w.numpy()
    seen, view = step(x)
    step(x)
    np.testing.assert_array_equal(seen, before)
    np.testing.assert_array_equal(view, before.ravel())


def test_an_error_within_leaves_nothing_open():
    x, w, v = arguments()

    @tf.function
    def f(labels):
        with tf.GradientTape() as tape:
            loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=x @ w)
        return tape.gradient(loss, w)

    with pytest.raises(tf.errors.InvalidArgumentError, match="outside the valid range"):
        f(tf.constant([0, 1, 7, 0]))
    assert f(tf.constant([0, 1, 1, 0])).shape == (3, 2)
    assert not (w * 2.0)._t.requires_grad


@pytest.mark.parametrize("with_variable", [False, True])
def test_gradients_by_values_that_only_variables_lead_to(with_variable):
    v = tf.Variable([1.0, 2.0])

    @tf.function
    def f(x, c):
        with tf.GradientTape() as tape:
            a = v * x
            y = tf.reduce_sum(tf.square(a) * c)
        return tape.gradient(y, [a, v] if with_variable else [a])

    found = [g.numpy().tolist() for g in f(tf.constant([1.0, 3.0]), tf.constant([2.0, 5.0]))]
    assert found == [[4.0, 60.0], [4.0, 180.0]][: len(found)]
