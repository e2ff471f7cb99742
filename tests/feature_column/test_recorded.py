"""What feature columns and their layers answer, as TensorFlow gave it."""

import re

import pytest

import tfshim as tf
from tests.ops.laws import message_differs
from tests.recorded_expressions import answer, recorded, scope_for
from tests.recorded_tensors import differs, parsed

# Differences that are meant to be, with the reason.
KNOWN = {}
TOPIC = "feature_columns"


@pytest.fixture(scope="module")
def scope():
    return scope_for(TOPIC, {"tf": tf})


def _told(message):
    """A message without the arguments of the call, whose lists we show as the tensors they become."""
    return re.sub(r"_\d+' \(type", "' (type", message.split("\n\nCall arguments received")[0])


@pytest.mark.parametrize("expression, want", recorded(TOPIC), ids=lambda v: v[:60] if isinstance(v, str) else "")
def test_as_recorded(expression, want, scope):
    if expression in KNOWN:
        pytest.xfail(KNOWN[expression])
    got = answer(expression, scope)
    if want[0] == "raises":
        assert got[:2] == want[:2]
        assert message_differs(_told(got[2]), _told(want[2]), 0.6) is None
    elif expression.startswith(("show(", "dense(", "steps(")):
        assert differs(parsed(got[1]), parsed(want[1]), 2.0) is None
    else:
        assert got == want
