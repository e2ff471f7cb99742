"""Ragged tensors, their shapes and row partitions, as TensorFlow answered."""

import tfshim
from tests.recorded.cases import expressions, programs


@expressions("ragged", "ragged_forms", "ragged_making", "crosses")
def test_recorded(case):
    case.check(tf=tfshim)


@programs("values_of_arrays", "ragged_checks")
def test_recorded_programs(case):
    case.check(tfshim)
