"""Values, gradients, second gradients and errors of `tf.math`, its operators and `tf.bitwise`, as TensorFlow gave
them.
"""

import tfshim
from tests.recorded.cases import expressions


@expressions("math")
def test_recorded(case):
    case.check(tf=tfshim)
