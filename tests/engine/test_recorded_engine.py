"""Tapes, custom gradients, forward accumulators, variables, modules and traced functions, against answers recorded from TensorFlow."""

import tfshim
from tests.recorded.cases import expressions


@expressions("tapes", "variables", "functions", "building_errors")
def test_recorded(case):
    case.check(tf=tfshim)
