"""Keras in graphs of TensorFlow 1."""

import pytest

import tfshim
from tests.recorded_programs import cases, outcome, recorded

CASES = recorded("tf1_keras")
PROGRAMS = cases("tf1_keras", tfshim)


@pytest.mark.parametrize("name", CASES)
def test_recorded(name):
    assert outcome(PROGRAMS[name], "tf1_keras") == CASES[name]
