"""Layers, recurrent functions and partitioned variables of TensorFlow 1."""

import pytest

import tfshim
from tests.recorded_programs import cases, outcome, recorded

CASES = recorded("tf1_layers")
PROGRAMS = cases("tf1_layers", tfshim)


@pytest.mark.parametrize("name", CASES)
def test_recorded(name):
    assert outcome(PROGRAMS[name], "tf1_layers") == CASES[name]
