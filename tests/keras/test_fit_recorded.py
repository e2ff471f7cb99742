"""Training, evaluation, prediction and callbacks against what TensorFlow 2.15.1 gave for the same lines."""

import tfshim
from tests.recorded.cases import expressions


@expressions("keras_training")
def test_recorded(case):
    case.check(tf=tfshim)
