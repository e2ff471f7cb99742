"""Masks, states, attention, vocabularies and errors of layers, as TensorFlow gave them."""

import ast

import numpy as np
import pytest

import tfshim as tf
from tests.ops.laws import message_differs
from tests.recorded_expressions import answer, recorded, scope_for

_scope = {}


def agree(found, want):
    """Whether two nested values agree, numbers to the rounding of float32 sums."""
    if isinstance(want, (list, tuple)):
        if all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in want):
            return len(found) == len(want) and np.allclose(found, want, rtol=1e-4, atol=2e-5)
        return len(found) == len(want) and all(map(agree, found, want))
    return found == want


@pytest.mark.parametrize("expression, want", recorded("keras_layers"), ids=lambda v: v[:70] if isinstance(v, str) else "")
def test_as_recorded(expression, want):
    if not _scope:
        _scope.update(scope_for("keras_layers", {"tf": tf}))
    got = answer(expression, _scope)
    if want[0] == "raises":
        assert got[:2] == want[:2]
        assert message_differs(got[2], want[2], 0.6) is None, got[2]
        return
    assert got[0] == want[0], got
    try:
        found, wanted = ast.literal_eval(got[1]), ast.literal_eval(want[1])
    except (ValueError, SyntaxError):
        assert got == want
    else:
        assert agree(found, wanted), (got[1], want[1])
