"""Values, gradients, second gradients and errors of `tf.math`, its operators and `tf.bitwise`, as TensorFlow gave
them.
"""

import pytest

import tfshim as tf
from tests.ops.laws import message_differs
from tests.recorded_expressions import answer, recorded, scope_for
from tests.recorded_tensors import differs, parsed

# What TensorFlow computes less exactly than its dtype allows.
_LOOSE = {"m.igamma": 1e3, "m.betainc": 1e3, "grad2(": 10, "sp.": 10, "p01": 10, "m.zeta": 10, "polygamma": 10}


@pytest.fixture(scope="module")
def scope():
    return scope_for("math", {"tf": tf})


@pytest.mark.parametrize("expression, want", recorded("math"), ids=lambda v: v[:70] if isinstance(v, str) else "")
def test_as_recorded(expression, want, scope):
    got = answer(expression, scope)
    if want[0] == "raises":
        assert got[:2] == want[:2]
        assert message_differs(got[2], want[2], 0.6) is None
        return
    assert got[0] == want[0], got
    if want[1].startswith(("[", "(")):
        factor = max([1.0, *(v for k, v in _LOOSE.items() if k in expression)])
        assert differs(parsed(got[1]), parsed(want[1]), factor) is None
    else:
        assert got == want
