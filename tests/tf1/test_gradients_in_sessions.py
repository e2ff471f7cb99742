"""What a session keeps of torch's graph for gradients, and what it lets go."""

import numpy as np

import tfshim as tf
from tfshim.engine.variables import in_place

v1 = tf.compat.v1


def _session(build):
    graph = tf.Graph()
    with graph.as_default():
        made = build()
        start = v1.global_variables_initializer()
    session = v1.Session(graph=graph)
    session.run(start)
    return session, made


def test_first_second_and_third_order():
    def build():
        x = v1.get_variable("x", initializer=[2.0, 3.0])
        y = tf.reduce_sum(x**4)
        first = v1.gradients(y, x)[0]
        second = v1.gradients(first, x)[0]
        return y, first, second, v1.gradients(second, x)[0]

    session, made = _session(build)
    y, first, second, third = session.run(made)
    assert y == 97
    np.testing.assert_allclose(first, [32, 108])
    np.testing.assert_allclose(second, [48, 108])
    np.testing.assert_allclose(third, [48, 72])
    np.testing.assert_allclose(session.run(made[1]), [32, 108])
    np.testing.assert_allclose(session.run(made[3]), [48, 72])


def test_two_gradients_of_one_value():
    def build():
        x, y = v1.get_variable("x", initializer=2.0), v1.get_variable("y", initializer=3.0)
        z = tf.exp(x) * y * y
        return v1.gradients(z, x)[0], v1.gradients(z, y)[0], v1.gradients([z, x * y], [x, y])

    session, made = _session(build)
    by_x, by_y, both = session.run(made)
    np.testing.assert_allclose([by_x, by_y], [np.exp(2) * 9, np.exp(2) * 6], rtol=1e-6)
    np.testing.assert_allclose(both, [np.exp(2) * 9 + 3, np.exp(2) * 6 + 2], rtol=1e-6)


def test_a_penalty_on_a_gradient_within_a_loss():
    def build():
        x = v1.get_variable("x", initializer=[1.0, 2.0])
        slope = v1.gradients(tf.reduce_sum(x**3), x)[0]
        loss = tf.reduce_sum(tf.square(slope))
        return v1.gradients(loss, x)[0]

    session, made = _session(build)
    np.testing.assert_allclose(session.run(made), [36, 288])


def test_updates_copy_no_variable(monkeypatch):
    def build():
        w = v1.get_variable("w", initializer=np.ones((8, 4), np.float32))
        b = v1.get_variable("b", initializer=np.zeros(4, np.float32))
        loss = tf.reduce_mean(tf.square(tf.matmul(tf.ones([2, 8]), w) + b))
        return v1.train.AdamOptimizer(0.1).minimize(loss), loss

    session, made = _session(build)
    session.run(made)
    copied = []
    copy = in_place._copy
    monkeypatch.setattr(in_place, "_copy", lambda storage: copied.append(storage) or copy(storage))
    before = session.run(made[1])
    _, loss = session.run(made)
    assert loss == before and session.run(made[1]) < before
    assert not copied


def test_adam_steps_as_written_out():
    def build():
        w = v1.get_variable("w", initializer=np.linspace(-1, 1, 6, dtype=np.float32))
        return v1.train.AdamOptimizer(0.1, 0.8, 0.95, 1e-3).minimize(tf.reduce_sum(w**3)), w

    session, (train, w) = _session(build)
    value, m, v = np.linspace(-1, 1, 6), np.zeros(6), np.zeros(6)
    for t in range(1, 6):
        session.run(train)
        g = 3 * value**2
        m, v = 0.8 * m + 0.2 * g, 0.95 * v + 0.05 * g * g
        value = value - 0.1 * np.sqrt(1 - 0.95**t) / (1 - 0.8**t) * m / (np.sqrt(v) + 1e-3)
        np.testing.assert_allclose(session.run(w), value, rtol=2e-5, atol=1e-6)


def test_gradients_of_rows_survive_a_meta_graph():
    with tf.Graph().as_default():
        table = v1.get_variable("table", initializer=np.arange(6, dtype=np.float32).reshape(3, 2))
        places = v1.placeholder(tf.int32, [None], "places")
        v1.train.GradientDescentOptimizer(1.0).minimize(tf.reduce_sum(tf.gather(table, places)), name="train")
        start, meta = v1.global_variables_initializer(), v1.train.export_meta_graph()
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(meta)
        session.run(start.name)
        session.run("train", {"places:0": [1, 1]})
        assert session.run("table:0").tolist() == [[0, 1], [0, 1], [4, 5]]


def test_feeds_have_to_fit_what_is_known_of_the_shape():
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 2])
        y = x * 2.0
        assert session.run(y, {x: np.ones((3, 2))}).shape == (3, 2)
        for wrong in (np.ones((2, 3)), np.ones(2), np.ones((1, 1, 2)), 1.0):
            with np.testing.assert_raises_regex(ValueError, r"Cannot feed value of shape .* which has shape \(None, 2\)|\(\?, 2\)"):
                session.run(y, {x: wrong})
        with tf.Graph().as_default():
            other = v1.placeholder(tf.float32, [])
        with np.testing.assert_raises_regex(TypeError, "Cannot interpret feed_dict key as Tensor"):
            session.run(y, {other: 1.0})


def test_at_a_tie_the_gradient_is_that_of_the_kernel():
    # In TensorFlow all of it goes to one argument, where torch's own function shares it out.
    for operation, ours in ((tf.maximum, [1, 0, 1]), (tf.minimum, [1, 1, 0])):
        with tf.Graph().as_default(), v1.Session() as session:
            a, b = tf.constant([1.0, 2.0, 3.0]), tf.constant([1.0, 2.5, 1.0])
            found = session.run(tf.gradients(operation(a, b), [a, b]))
        np.testing.assert_array_equal(found, [ours, [1 - g for g in ours]])
