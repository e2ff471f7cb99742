"""Traced functions as objects: arguments, traces and signatures, retracing, methods, threads; recorded from TensorFlow."""

import pytest

import tfshim as tf
from tests.recorded_programs import cases, outcome, recorded, without_retracing

CASES = [(topic, name, expected) for topic in ("function_objects", "function_types") for name, expected in recorded(topic).items()]
_loaded = {}


@pytest.mark.parametrize(("topic", "name", "expected"), CASES, ids=[f"{t}-{n}" for t, n, _ in CASES])
def test_recorded(topic, name, expected):
    if topic not in _loaded:
        _loaded[topic] = cases(topic, tf)
    assert without_retracing(outcome(_loaded[topic][name], topic)) == without_retracing(expected)


def test_definition_holds_attributes():
    f = tf.function(lambda a: a + 1.0, experimental_attributes={"go_backwards": True, "api_implements": "name"})
    made = f.get_concrete_function(tf.TensorSpec([2])).function_def
    assert made.attr["go_backwards"].b and made.attr["api_implements"].s == b"name"
    assert [a.name for a in made.signature.input_arg] == ["a"]


def test_sparse_arguments_of_one_shape_share_a_trace_whatever_they_hold():
    f = tf.function(lambda s: tf.sparse.to_dense(s) * 2.0)
    for value in ([[1.0, 0.0]], [[1.0, 3.0]], [[0.0, 0.0]]):
        assert f(tf.sparse.from_dense(value)).numpy().tolist() == [[2 * v for v in value[0]]]
    assert f.experimental_get_tracing_count() == 1
