"""Values, gradients, second gradients and errors of `tf.nn` at many corners, as TensorFlow gave them."""

import tfshim
from tests.recorded.cases import expressions


@expressions("nn")
def test_recorded(case):
    case.check(tf=tfshim)
