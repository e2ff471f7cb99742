"""Ragged tensors, their shapes and row partitions, as TensorFlow answered."""

import tfshim
from tests.recorded.cases import expressions


@expressions("ragged", "ragged_making", "crosses")
def test_recorded(case):
    case.check(tf=tfshim)
