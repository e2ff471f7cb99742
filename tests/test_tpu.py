"""`tf.tpu` and `tf.xla`, against what TensorFlow gives where there are no TPUs."""

import tfshim
from tests.recorded.cases import programs


@programs("tpu")
def test_recorded(case):
    case.check(tfshim)
