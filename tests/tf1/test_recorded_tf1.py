"""Graphs, sessions and the rest of TensorFlow 1, against answers recorded from `tf.compat.v1` of TensorFlow."""

import functools

import pytest

import tfshim
from tests.recorded_expressions import answer, recorded, scope_for

TOPICS = ["tf1_sessions", "tf1_images", "tf1_metrics", "tf1_unknown_ranks", "tf1_behaviour"]


@functools.cache
def scope(topic):
    return scope_for(topic, {"tf": tfshim})


@pytest.mark.parametrize(("topic", "expression", "expected"), [(t, *item) for t in TOPICS for item in recorded(t)])
def test_recorded(topic, expression, expected):
    assert answer(expression, scope(topic)) == expected
