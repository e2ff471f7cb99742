"""Tensors, graphs, sessions, functions and their types at their edges, as recorded from TensorFlow."""

import tfshim as tf
from tests.recorded.cases import programs


@programs("framework_pieces")
def test_recorded(case):
    case.check(tf)
