"""Steps of training in sessions, taken on NumPy's arrays: with the values, random draws and errors of the ordinary program."""

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.graphs.programs.arrays import array_steps  # noqa: E402

v1 = tf.compat.v1
rng = np.random.RandomState(0)
W = rng.randn(5, 4).astype("f")


def both_ways(monkeypatch, build, runs=3, feeds=lambda x: {}):
    """What fetches of a new graph give in some runs, and then the variables: on arrays and on tensors."""
    made = []
    for arrays in (True, False):
        with monkeypatch.context() as patch:
            if not arrays:
                patch.setattr(array_steps.StepProgram, "on_arrays", lambda *_: None)
            with tf.Graph().as_default(), v1.Session() as session:
                v1.set_random_seed(3)
                fetches, *placeholders = build()
                session.run(v1.global_variables_initializer())
                results = [session.run(fetches, feeds(placeholders)) for _ in range(runs)]
                made.append(results + session.run(v1.global_variables()))
    return made


def assert_alike(one, other):
    for a, b in zip(tf.nest.flatten(one), tf.nest.flatten(other)):
        assert type(a) is type(b)
        if a is not None:
            assert a.dtype == b.dtype
            np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)


def variable(value=W, name="w"):
    return v1.get_variable(name, initializer=value)


def descent(loss):
    return v1.train.GradientDescentOptimizer(0.1).minimize(loss)


def test_dropout_draws_what_the_ordinary_program_draws(monkeypatch, served):
    def build():
        h = v1.nn.dropout(tf.nn.relu(tf.matmul(W.T, variable())), rate=0.5, seed=1)
        loss = tf.reduce_mean(tf.square(h + v1.random_normal([4, 4], seed=2)))
        return ([descent(loss), loss, h],)

    assert_alike(*both_ways(monkeypatch, build))
    assert served == [True] * 3


def test_two_gradients_through_the_same_values(monkeypatch, served):
    def build():
        made = v1.nn.dropout(tf.nn.relu(tf.matmul(W.T, variable())), rate=0.4, seed=1)
        judged = tf.nn.elu(tf.math.erf(tf.matmul(made, variable(W[:4] * 0.5, "judge"))) + 0.1)
        first = v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean(judged), var_list=v1.trainable_variables("w"))
        other = v1.train.GradientDescentOptimizer(0.2).minimize(-tf.reduce_mean(judged), var_list=v1.trainable_variables("judge"))
        return ([first, other, made, judged],)

    assert_alike(*both_ways(monkeypatch, build))
    assert served == [True] * 3


def test_an_operation_without_a_rule_is_differentiated_by_torch(monkeypatch, served):
    def build():
        w = variable()
        loss = tf.reduce_sum(tf.nn.relu(tf.tile(tf.math.erf(tf.tanh(w) * 0.5), [2, 1]) - 0.1) * tf.exp(-tf.square(tf.concat([w, w], 0))))
        return ([descent(loss + tf.reduce_mean(w) + tf.sqrt(tf.reduce_sum(w * w))), loss],)

    assert_alike(*both_ways(monkeypatch, build))
    assert served == [True] * 3


@pytest.mark.parametrize("kind", [tf.float32, tf.float64])
def test_float_types(monkeypatch, served, kind):
    def build():
        w = variable(W.astype(kind.as_numpy_dtype))
        x = v1.placeholder(kind, [None, 5])
        loss = tf.reduce_mean(tf.nn.softplus(tf.matmul(x, w)))
        return [descent(loss), loss], x

    assert_alike(*both_ways(monkeypatch, build, feeds=lambda p: {p[0]: W[:, :3].T.repeat(2, 1)[:, :5]}))
    assert served == [True] * 3


def test_gradients_of_middle_values_and_weights(monkeypatch, served):
    def build():
        w = variable()
        h = tf.tanh(tf.matmul(W.T, w))
        y = h * h + tf.reduce_sum(h, 1)[:, None]
        return ([*tf.gradients([y, h], [h, w, h], grad_ys=[tf.ones_like(y) * 0.5, None]), tf.gradients(tf.reduce_sum(h[:, 1]), h)],)

    assert_alike(*both_ways(monkeypatch, build))
    assert served == [True] * 3


def test_a_large_batch_runs_on_tensors_and_a_small_one_on_arrays(served):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 5])
        loss = tf.reduce_mean(tf.tanh(tf.matmul(x, variable())))
        step = descent(loss)
        session.run(v1.global_variables_initializer())
        for n in (3, 100_000, 4):
            session.run(step, {x: np.ones((n, 5), "f")})
    assert served == [True, False, True]


def test_known_to_be_large(served):
    with tf.Graph().as_default(), v1.Session() as session:
        step = descent(tf.reduce_sum(tf.tanh(variable(np.ones((300, 300), "f")))))
        session.run(v1.global_variables_initializer())
        session.run(step)
    assert served == [False]


def test_second_derivatives_and_reads_after_updates_run_on_tensors(monkeypatch, served):
    def penalty():
        w = variable()
        loss = tf.reduce_sum(tf.tanh(w) ** 2)
        return ([descent(loss + tf.reduce_sum(tf.square(tf.gradients(loss, w)[0]))), loss],)

    def after():
        w = variable()
        with tf.control_dependencies([v1.assign_add(w, tf.ones_like(W))]):
            loss = tf.reduce_sum(tf.tanh(w.read_value()) * tf.exp(-w) * w)
        return ([tf.gradients(loss, w), loss],)

    for build in (penalty, after):
        assert_alike(*both_ways(monkeypatch, build))
    assert not any(served)


def test_an_error_is_that_of_the_ordinary_program_and_changes_nothing(served):
    with tf.Graph().as_default(), v1.Session() as session:
        labels = v1.placeholder(tf.int32, [4])
        w = variable()
        draws = v1.random_uniform([4, 5], seed=1)
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=tf.matmul(draws, w)))
        step = descent(loss)
        session.run(v1.global_variables_initializer())
        with pytest.raises(tf.errors.InvalidArgumentError, match="Received a label value of 7 which is outside the valid range"):
            session.run(step, {labels: [0, 1, 7, 0]})
        np.testing.assert_array_equal(session.run(w), W)
        session.run(step, {labels: [0, 1, 2, 0]})
    assert served == [False, True]


def test_a_variable_without_a_value(served):
    with tf.Graph().as_default(), v1.Session() as session:
        step = descent(tf.reduce_sum(tf.tanh(variable()) * 2.0))
        with pytest.raises(tf.errors.FailedPreconditionError, match="w"):
            session.run(step)


def test_what_is_fetched_is_not_changed_by_the_next_step(served):
    with tf.Graph().as_default(), v1.Session() as session:
        w = variable()
        read = tf.identity(w)
        loss = tf.reduce_sum(tf.square(read) + read)
        gradient = tf.gradients(loss, w)[0]
        kept = v1.get_variable("kept", initializer=np.zeros_like(W))
        other = v1.get_variable("other", initializer=np.zeros_like(W))
        store = tf.group(v1.assign(kept, gradient), v1.assign(other, tf.identity(gradient)))
        session.run(v1.global_variables_initializer())
        first, seen, _ = session.run([gradient, read, store])
        np.testing.assert_allclose(first, 2 * W + 1, rtol=1e-6)
        np.testing.assert_array_equal(seen, W)
        session.run(v1.assign_add(kept, tf.ones_like(W)))
        np.testing.assert_allclose(session.run(other), first)
        session.run(store)
        np.testing.assert_array_equal(seen, W)
    assert served == [True, True]
