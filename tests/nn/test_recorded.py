"""Values, gradients, second gradients and errors of `tf.nn` at many corners, as TensorFlow gave them."""

import tfshim
from tests.recorded.cases import expressions, programs


@expressions("nn")
def test_recorded(case):
    case.check(tf=tfshim)


@programs("label_sequences", "small_losses", "sizes_of_gradients")
def test_recorded_programs(case):
    case.check(tfshim)
