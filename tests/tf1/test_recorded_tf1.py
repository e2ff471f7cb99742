"""Graphs, sessions and the rest of TensorFlow 1, against answers recorded from `tf.compat.v1` of TensorFlow."""

import pytest

import tfshim
from tests.recorded_expressions import answer, recorded, scope_for

_scope = []


def scope():
    if not _scope:
        _scope.append(scope_for("tf1_sessions", {"tf": tfshim}))
    return _scope[0]


@pytest.mark.parametrize(("expression", "expected"), recorded("tf1_sessions"))
def test_recorded(expression, expected):
    assert answer(expression, scope()) == expected
