"""Functional models, their tables, configurations and complaints, as TensorFlow gave them."""

import tfshim
from tests.recorded.cases import expressions


@expressions("keras_models")
def test_recorded(case):
    case.check(tf=tfshim)
