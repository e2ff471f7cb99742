"""Corners of the array operations answer as was recorded from TensorFlow."""

import tfshim
from tests.recorded.cases import expressions


@expressions("arrays", "array_errors")
def test_recorded(case):
    case.check(tf=tfshim)
