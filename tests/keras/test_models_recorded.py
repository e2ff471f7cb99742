"""Functional models, their tables, configurations and complaints, as TensorFlow gave them."""

import pytest

import tfshim as tf
from tests.ops.laws import message_differs
from tests.recorded_expressions import answer, recorded, scope_for

# Differences that are meant to be, with the reason.
KNOWN = {}
ROWS = recorded("keras_models")
_scope = {}


def scope():
    if not _scope:
        _scope.update(scope_for("keras_models", {"tf": tf}))
    return _scope


@pytest.mark.parametrize("expression, want", ROWS, ids=lambda v: v[:60] if isinstance(v, str) else "")
def test_as_recorded(expression, want):
    if expression in KNOWN:
        pytest.xfail(KNOWN[expression])
    got = answer(expression, scope())
    if want[0] == "raises":
        assert got[:2] == want[:2], got
        assert message_differs(got[2], want[2], 0.6) is None
    else:
        assert got == want
