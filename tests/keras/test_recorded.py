"""What losses, metrics, optimizers and the smaller parts of Keras answer, as TensorFlow gave it."""

import pytest

import tfshim as tf
from tests.ops.laws import message_differs
from tests.recorded_expressions import answer, recorded, scope_for
from tests.recorded_tensors import differs, parsed

# Differences that are meant to be, with the reason.
KNOWN = {}
TOPICS = ("keras_losses", "keras_metrics", "keras_optimizers", "keras_backend", "keras_preprocessing", "keras_mixed_precision")
_scopes = {}


def _scope(topic):
    if topic not in _scopes:
        _scopes[topic] = scope_for(topic, {"tf": tf})
    return _scopes[topic]


@pytest.mark.parametrize(
    "topic, expression, want", [(t, *row) for t in TOPICS for row in recorded(t)], ids=lambda v: v[:60] if isinstance(v, str) else ""
)
def test_as_recorded(topic, expression, want):
    if expression in KNOWN:
        pytest.xfail(KNOWN[expression])
    got = answer(expression, _scope(topic))
    if want[0] == "raises":
        assert got[:2] == want[:2]
        assert message_differs(got[2], want[2], 0.6) is None
        return
    assert got[0] == want[0], got
    if want[1].startswith(("[", "(")):
        assert differs(parsed(got[1]), parsed(want[1]), 2.0) is None
    else:
        assert got == want
