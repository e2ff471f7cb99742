"""Static shapes and dtypes in what programs write with sizes that are not known: labels, masks, pictures, sequences, pipelines."""

import tfshim
from tests.recorded.cases import expressions


@expressions("open_shapes")
def test_shapes_are_tensorflows(case):
    case.check(tf=tfshim)
