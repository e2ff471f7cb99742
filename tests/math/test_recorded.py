"""Values, gradients, second gradients and errors of `tf.math`, its operators and `tf.bitwise`, of few and of many numbers, as
TensorFlow gave them.
"""

import tfshim
from tests.recorded.cases import expressions


@expressions("math", "segments_and_matrices", "many_numbers")
def test_recorded(case):
    case.check(tf=tfshim)
