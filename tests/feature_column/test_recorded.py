"""What feature columns and their layers answer, as TensorFlow gave it."""

import tfshim
from tests.recorded.cases import expressions


@expressions("feature_columns")
def test_recorded(case):
    case.check(tf=tfshim)
