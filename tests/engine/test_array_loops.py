"""Loops over small tensors run on NumPy's arrays: with the values, dtypes, random draws and errors of the ordinary loop."""

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.graphs.programs import array_loops  # noqa: E402

v1 = tf.compat.v1
rng = np.random.RandomState(0)


@pytest.fixture
def served(monkeypatch):
    """Whether each loop that asked ran on arrays."""
    found = []
    attempt = array_loops.attempt

    def noted(*arguments):
        made = attempt(*arguments)
        found.append(made is not None)
        return made

    monkeypatch.setattr(array_loops, "attempt", noted)
    return found


def both_ways(monkeypatch, build):
    """What fetches of a new graph give in two runs, on arrays and on tensors."""
    made = []
    for arrays in (True, False):
        with monkeypatch.context() as patch:
            if not arrays:
                patch.setattr(array_loops, "attempt", lambda *_: None)
            with tf.Graph().as_default():
                v1.set_random_seed(3)
                fetches = build()
                with v1.Session() as session:
                    session.run(v1.global_variables_initializer())
                    made.append([session.run(fetches) for _ in range(2)])
    return made


def same(one, other):
    for a, b in zip(tf.nest.flatten(one), tf.nest.flatten(other)):
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)


def loop(body, *start, turns=5, **more):
    return tf.while_loop(lambda i, *_: i < turns, lambda i, *a: [i + 1, *body(i, *a)], [tf.constant(0), *start], **more)


def test_a_recurrent_network(monkeypatch, served):
    w, u = rng.randn(2, 12, 12).astype("float32") * 0.3

    def build():
        bias = v1.get_variable("bias", initializer=np.linspace(-1, 1, 12).astype("float32"))

        def body(i, h, total):
            gates = tf.split(tf.matmul(h, w) + tf.matmul(h, u, transpose_b=True) + bias, 3, axis=1)
            kept = tf.sigmoid(gates[0]) * tf.tanh(gates[1]) + tf.nn.relu(gates[2]) * tf.cast(i, tf.float32)
            h = tf.concat([kept, kept**2, tf.nn.softmax(kept)], 1)
            return [h, total + tf.reduce_mean(h, axis=1, keepdims=True) - tf.reduce_max(tf.exp(-tf.abs(h)))]

        return loop(body, tf.ones([3, 12]), tf.zeros([3, 1]))

    same(*both_ways(monkeypatch, build))
    assert served == [True, True]


def test_what_is_drawn_and_ranked(monkeypatch, served):
    table = rng.randn(20, 8).astype("float32")

    def build():
        def body(i, word, text):
            x = tf.gather(table, word)
            scores = tf.matmul(tf.nn.log_softmax(x / tf.sqrt(tf.reduce_sum(tf.square(x), -1, keepdims=True))), table, transpose_b=True)
            values, places = tf.nn.top_k(scores, 5)
            scores = tf.where(scores < values[:, -1:], tf.ones_like(scores) * -1e10, scores)
            drawn = v1.multinomial(scores, 1, output_dtype=tf.int32)
            best = tf.argmax(scores, axis=-1, output_type=tf.int32)
            return [tf.squeeze(drawn, [1]), tf.concat([text, drawn, best[:, None], places[:, :2]], 1)]

        text = tf.zeros([3, 0], tf.int32)
        invariants = [tf.TensorShape([]), tf.TensorShape([3]), tf.TensorShape([3, None])]
        return loop(body, tf.constant([1, 5, 7]), text, shape_invariants=invariants)

    same(*both_ways(monkeypatch, build))
    assert served == [True, True]


def test_shapes_that_change(monkeypatch, served):
    given = rng.randn(2, 3).astype("float32")

    def build():
        def body(i, x):
            rows, columns = tf.unstack(tf.shape(x))
            mask = tf.cast(tf.range(rows)[:, None] >= tf.range(columns) - columns + rows, tf.float32)
            y = tf.reshape(tf.transpose(tf.stack([x * mask, x], 1), [2, 0, 1]), [columns, -1])[:2, ::3]
            return [tf.concat([x, tf.reduce_sum(y) + x[:1]], 0)]

        return loop(body, tf.constant(given), shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, 3])])

    same(*both_ways(monkeypatch, build))
    assert served == [True, True]


@pytest.mark.parametrize("shift", [2, -1])
def test_an_index_out_of_range(shift, served):
    def body(i, x):
        return [tf.tanh(tf.gather(x, [i + shift]) * tf.ones([4])) * x + tf.exp(x) + tf.sqrt(tf.square(x))]

    with tf.Graph().as_default():
        y = loop(body, tf.ones([4]), turns=6)
        with v1.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match=r"is not in \[0, 4\)"):
            session.run(y)
    assert served == [False]


def test_draws_start_again_where_arrays_do_not_serve(monkeypatch, served):
    def build():
        def body(i, x):
            drawn = tf.cast(v1.multinomial(tf.tanh(x) * 2 + x * x - 1, 1, output_dtype=tf.int32), tf.float32)
            # The third turn ranks a NaN, which NumPy orders in another way.
            x = tf.where(tf.equal(i, 2), x * float("nan"), x + drawn)
            return [tf.where(tf.equal(tf.nn.top_k(x, 2)[1], 9), x[:, :2], tf.cast(tf.nn.top_k(x, 2)[1], tf.float32)) + drawn]

        return loop(body, tf.constant([[0.5, 1.0], [2.0, 0.0]]))

    same(*both_ways(monkeypatch, build))
    assert served == [False, False]


def test_results_keep_what_they_are(served):
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=np.ones(4, "float32"), use_resource=True)

        def body(i, x, y):
            return [v.read_value(), tf.tanh(y) * y + tf.exp(y) - tf.sqrt(tf.abs(y)) + x]

        _, x, y = loop(body, tf.zeros([4]), tf.ones([4]))
        with tf.control_dependencies([x, y]):
            changed = v.assign_add(tf.ones([4]))
        with v1.Session() as session:
            session.run(v.initializer)
            before, after = session.run([x, changed])
            np.testing.assert_array_equal(before, np.ones(4))
            np.testing.assert_array_equal(after, np.full(4, 2.0))
    assert served == [True]


def test_large_tensors_stay_tensors(served):
    with tf.Graph().as_default():
        y = loop(lambda i, x: [tf.tanh(x) * x + tf.exp(-tf.square(x)) + tf.sqrt(tf.abs(x))], tf.ones([200, 200]))
        with v1.Session() as session:
            session.run(y)
    assert served == [False]


def test_gradients_are_those_of_tensors(served):
    with tf.Graph().as_default():
        x = tf.constant([0.3, -0.2])
        y = loop(lambda i, h: [tf.tanh(h) * h + tf.exp(-h) - tf.sqrt(tf.square(h) + 1.0)], x, turns=2)[1]
        with v1.Session() as session:
            got = session.run(tf.gradients(y, x)[0])

    def once(h):
        return np.tanh(h) * h + np.exp(-h) - np.sqrt(h * h + 1)

    at, d = np.array([0.3, -0.2]), 1e-6
    np.testing.assert_allclose(got, (once(once(at + d)) - once(once(at - d))) / (2 * d), rtol=1e-4)
    assert True not in served
