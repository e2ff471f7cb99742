"""What a graph tells of its scopes and operations."""

import tfshim as tf


def test_the_scope_in_force():
    graph = tf.Graph()
    with graph.as_default():
        assert graph.get_name_scope() == ""
        with tf.name_scope("a"), tf.name_scope("b"):
            assert tf.compat.v1.get_default_graph().get_name_scope() == "a/b"
            tf.constant(1.0)
        assert graph.get_name_scope() == ""
    assert graph.get_name_scope() == "" and tf.Graph().get_name_scope() == ""
    assert graph.num_operations() == 1 and [o.name for o in graph.operations] == ["a/b/Const"]


def test_the_scope_within_a_function():
    found = []

    @tf.function
    def f(x):
        with tf.name_scope("z"):
            found.append(tf.compat.v1.get_default_graph().get_name_scope())
        return x

    f(1.0)
    assert found == ["z"]
