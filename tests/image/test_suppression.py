"""Non-max suppression of unusual boxes, as TensorFlow gave it."""

import tfshim
from tests.recorded.cases import programs


@programs("unusual_boxes")
def test_recorded(case):
    case.check(tfshim)
