"""Numbers and errors of `tf.random`, as TensorFlow gave them."""

import tfshim
from tests.recorded.cases import expressions


@expressions("random")
def test_recorded(case):
    case.check(tf=tfshim)
