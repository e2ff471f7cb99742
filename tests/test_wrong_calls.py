"""Wrong calls raise what TensorFlow raises, and calls that it takes are taken."""

import tfshim
from tests.recorded.cases import expressions


@expressions("wrong_calls")
def test_recorded(case):
    case.check(tf=tfshim)
