"""Programs with traced functions: what they print and give, and the texts of their errors, as recorded from TensorFlow."""

import pytest

import tfshim
from tests.recorded_programs import cases, outcome, recorded

TOPICS = ["user_code", "branches", "loops", "statements", "graph_errors", "static_errors", "function_texts"]
CASES = [(topic, name, expected) for topic in TOPICS for name, expected in recorded(topic).items()]
_loaded = {}


def case(topic, name):
    if topic not in _loaded:
        _loaded[topic] = cases(topic, tfshim)
    return _loaded[topic][name]


@pytest.mark.parametrize(("topic", "name", "expected"), CASES, ids=[f"{t}-{n}" for t, n, _ in CASES])
def test_recorded(topic, name, expected):
    assert outcome(case(topic, name), topic) == expected
