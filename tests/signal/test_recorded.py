"""What `tf.signal` gives and tells of odd sizes and wrong arguments, as recorded."""

import tfshim as tf
from tests.recorded.cases import expressions


@expressions("signal_arguments")
def test_recorded(case):
    case.check(tf=tf)
