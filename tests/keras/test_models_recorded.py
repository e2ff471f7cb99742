"""Functional models, their tables, configurations and complaints, as TensorFlow gave them."""

import tfshim
from tests.recorded.cases import expressions, programs


@expressions("keras_models")
def test_recorded(case):
    case.check(tf=tfshim)


@programs("functions_in_models")
def test_recorded_programs(case):
    case.check(tfshim)
