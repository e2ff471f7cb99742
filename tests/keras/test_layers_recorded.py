"""Masks, states, attention, vocabularies and errors of layers, as TensorFlow gave them."""

import tfshim
from tests.recorded.cases import expressions, programs


@expressions("keras_layers")
def test_recorded(case):
    case.check(tf=tfshim)


@programs("nested_states")
def test_recorded_programs(case):
    case.check(tfshim)
