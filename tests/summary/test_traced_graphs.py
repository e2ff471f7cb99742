"""Graphs that traces of functions write, as recorded from TensorFlow."""

import tfshim
from tests.recorded.cases import programs


@programs("traced_graphs")
def test_recorded(case, active):
    case.check(tfshim)
