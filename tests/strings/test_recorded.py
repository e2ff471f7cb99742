"""Strings, as TensorFlow answered: cut, joined, searched, formatted, in every encoding."""

import tfshim
from tests.recorded.cases import expressions


@expressions("strings")
def test_recorded(case):
    case.check(tf=tfshim)
