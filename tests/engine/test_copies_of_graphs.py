"""Copies of graphs: what is known of a graph, and what it is added to, is its own."""

import copy

import tfshim as tf
from tfshim.engine.graphs.inner_links import links


def traced():
    v, w = tf.Variable(1.0), tf.Variable(2.0)
    f = tf.function(lambda x: x * w + tf.constant([3.0, 4.0]))
    return f, v, w


def test_a_copy_knows_nothing_of_the_other_graph():
    f, v, w = traced()
    graph = f.get_concrete_function(v).graph
    graph.program()
    assert graph.captures and links(graph) and graph.memory
    made = copy.copy(graph)
    assert made.memory == {} and made._program is None
    assert made.program() is not graph.program()


def test_what_is_added_to_a_copy_is_not_in_the_other_graph():
    f, v, w = traced()
    graph = f.get_concrete_function(v).graph
    before = {name: len(x) for name, x in vars(graph).items() if type(x) in (list, dict, set)}
    made = copy.copy(graph)
    made.add_to_collection("some", 1)
    with made.as_default():
        tf.constant(5.0, name="five") + 1.0
    assert {name: len(x) for name, x in vars(graph).items() if name in before} == before
    assert len(made.get_operations()) > len(graph.get_operations())


def test_captures_of_a_trace_for_another_variable_are_in_its_graph():
    f, v, w = traced()
    first = f.get_concrete_function(v)
    assert [inner.graph is first.graph for _, inner in first.graph.captures] == [True]
    second = f.get_concrete_function(tf.Variable(7.0))
    assert second.graph is not first.graph
    assert [inner.graph is second.graph for _, inner in second.graph.captures] == [True]
    assert second.captured_inputs[0] is not None and second(tf.Variable(7.0)).numpy().tolist() == [17.0, 18.0]
