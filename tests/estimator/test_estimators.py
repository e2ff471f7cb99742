"""Estimators do, log, write and refuse what TensorFlow's do."""

import tfshim
from tests.recorded.cases import programs


@programs("estimators", "estimator_specs", "canned_estimators", "keras_estimators", "kmeans_estimators")
def test_recorded_programs(case):
    case.check(tfshim)
