"""What configurations, specifications and heads of estimators tell of wrong arguments, as recorded."""

import tfshim as tf
from tests.recorded.cases import expressions


@expressions("estimator_arguments")
def test_recorded(case):
    case.check(tf=tf)
