"""Sparse tensors, as TensorFlow answered."""

import tfshim
from tests.recorded.cases import expressions


@expressions("sparse", "sparse_arguments", "sparse_checks")
def test_recorded(case):
    case.check(tf=tfshim)
