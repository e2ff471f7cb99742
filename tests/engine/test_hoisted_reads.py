"""Gradients by variables that branches and loops of a graph read."""

import pytest

import tfshim as tf

v1 = tf.compat.v1


def _graph():
    graph = tf.Graph()
    with graph.as_default():
        yield graph


graph = pytest.fixture(_graph)


def _run(fetches, feed_dict=None):
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        return session.run(fetches, feed_dict)


def test_branches(graph):
    w, p = v1.Variable(3.0), v1.placeholder(tf.bool, [])
    y = v1.cond(p, lambda: w * w, lambda: w * 2.0)
    found = tf.gradients(y, w)
    assert _run(found, {p: True}) == [6.0] and _run(found, {p: False}) == [2.0]


def test_loop(graph):
    w = v1.Variable(3.0)
    _, z = v1.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * w), [0, 1.0])
    assert _run(tf.gradients(z, w)) == [27.0]


def test_branch_in_a_loop(graph):
    w, p = v1.Variable(3.0), v1.placeholder(tf.bool, [])
    _, z = v1.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, v1.cond(p, lambda: a * w, lambda: a + w)), [0, 1.0])
    found = tf.gradients(z, w)
    assert _run(found, {p: True}) == [6.0] and _run(found, {p: False}) == [2.0]


def test_map_fn(graph):
    w = v1.Variable([3.0, 4.0])
    y = tf.map_fn(lambda x: tf.reduce_sum(x * w * w), tf.constant([[1.0, 2.0], [3.0, 4.0]]))
    assert _run(tf.gradients(y, w))[0].tolist() == [24.0, 48.0]


def test_a_session_that_has_run_the_branch_goes_on(graph):
    w, p = v1.Variable(3.0), v1.placeholder(tf.bool, [])
    y = v1.cond(p, lambda: w * w, lambda: w * 2.0)
    with v1.Session() as session:
        session.run(w.initializer)
        assert session.run(y, {p: True}) == 9.0
        found = tf.gradients(y, w)
        assert session.run(y, {p: False}) == 6.0
        assert session.run(found, {p: True}) == [6.0]


def test_what_a_loop_writes_it_reads_anew(graph):
    w = v1.Variable(1.0)

    def body(i, a):
        with tf.control_dependencies([w.assign_add(1.0)]):
            return i + 1, a + w.read_value()

    _, z = v1.while_loop(lambda i, a: i < 3, body, [0, 0.0])
    assert _run(tf.gradients(z, w)) == [3.0]
    assert _run(z) == 9.0


def _doubled_once(v, w, done):
    @tf.function
    def f(x):
        if not done:
            v.assign(v * 2.0)
            done.assign(True)
        return x * v * v + w

    return f


def _in_a_branch(v, w, done):
    return tf.function(lambda x: tf.cond(x > 0.0, lambda: x * v, lambda: w * x))


def _within(v, w, done):
    inner = tf.function(lambda x: x * v * v + w)
    return tf.function(lambda x: inner(x) * w)


@pytest.mark.parametrize(
    "make, found",
    [
        (_doubled_once, [16.0, 24.0, 1.0]),
        (lambda v, w, done: tf.function(lambda x: x * v * v + w), [4.0, 12.0, 1.0]),
        (_in_a_branch, [2.0, 3.0, 0.0]),
        (_within, [12.0, 36.0, 18.0]),
    ],
)
def test_functions(graph, make, found):
    v, w, done = tf.Variable(2.0), tf.Variable(3.0), tf.Variable(False)
    x = tf.constant(3.0)
    f = make(v, w, done)
    for _ in range(2):  # the function as it was is called again
        y = f(x)
        gradients = tf.gradients(y, [x, v, w])
        assert [_run(g) for g in gradients] == found


def test_a_function_that_writes_in_a_loop(graph):
    v = tf.Variable(2.0)

    def body(i, a):
        v.assign_add(1.0)
        return i + 1, a * v

    f = tf.function(lambda x: x * tf.while_loop(lambda i, a: i < 3, body, [0, 1.0])[1] + v)
    twice = tf.function(lambda x: f(x) * v)
    x = tf.constant(3.0)
    for function, value, slope in ((f, 185.0, 142.0), (twice, 925.0, 895.0)):
        y = function(x)
        found = tf.gradients(y, v)
        assert _run(y) == value and _run(found) == [slope]
    assert _run(tf.gradients(f(f(x)) + v, v)) == [74724.0]
