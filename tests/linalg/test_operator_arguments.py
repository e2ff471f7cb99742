"""What linear operators are made of: arguments, hints that contradict each other, and what is told of wrong ones, as recorded."""

import tfshim as tf
from tests.recorded.cases import expressions


@expressions("operator_arguments")
def test_recorded(case):
    case.check(tf=tf)
