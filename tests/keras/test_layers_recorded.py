"""Masks, states, attention, vocabularies and errors of layers, as TensorFlow gave them."""

import tfshim
from tests.recorded.cases import expressions


@expressions("keras_layers")
def test_recorded(case):
    case.check(tf=tfshim)
