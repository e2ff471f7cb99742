"""Tapes, custom gradients, forward accumulators, variables, modules and traced functions, against answers recorded from TensorFlow."""

import pytest

import tfshim
from tests.recorded_expressions import answer, recorded, scope_for

_scopes = {}


def names(topic):
    if topic not in _scopes:
        _scopes[topic] = scope_for(topic, {"tf": tfshim})
    return _scopes[topic]


CASES = [(topic, *case) for topic in ("tapes", "variables", "functions") for case in recorded(topic)]


@pytest.mark.parametrize(("topic", "expression", "expected"), CASES)
def test_recorded(topic, expression, expected):
    assert answer(expression, names(topic)) == expected
