"""Corners of the array operations answer as was recorded from TensorFlow."""

import pytest

import tfshim as tf
from tests.ops.laws import message_differs
from tests.recorded_expressions import answer, recorded, scope_for

SCOPE = scope_for("arrays", {"tf": tf})


@pytest.mark.parametrize(("expression", "expected"), recorded("arrays"))
def test_answer(expression, expected):
    got = answer(expression, SCOPE)
    if expected[0] == "raises":
        assert got[:2] == expected[:2]
        assert not message_differs(got[2], expected[2], 0.6)
    else:
        assert got[0] != "raises", got
        # TensorFlow computes with another order of additions here and there, and NumPy prints its scalars by version.
        assert got == expected
