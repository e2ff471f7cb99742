"""Programs of TensorFlow 1: what they print, log and give, as recorded from TensorFlow."""

import pytest

import tfshim
from tests.recorded_programs import cases, outcome, recorded

TOPICS = """graph_events graph_gradients graph_objects imported_graphs tf1_input tf1_training
    tf1_data tf1_saved_models tf1_optimizers tf1_accumulators""".split()
CASES = [(topic, name, expected) for topic in TOPICS for name, expected in recorded(topic).items()]
_loaded = {}


@pytest.mark.parametrize(("topic", "name", "expected"), CASES, ids=[f"{t}-{n}" for t, n, _ in CASES])
def test_recorded(topic, name, expected):
    if topic not in _loaded:
        _loaded[topic] = cases(topic, tfshim)
    assert outcome(_loaded[topic][name], topic) == expected
