"""What strategies with one replica give and tell, as recorded."""

import tfshim as tf
from tests.recorded.cases import expressions


@expressions("distribution")
def test_recorded(case):
    case.check(tf=tf)
