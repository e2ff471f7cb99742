"""What `tensorflow_estimator.python.estimator.estimator` counts of estimators."""

from tfshim._export import tf_private
from tfshim.private.eager.monitoring import StringGauge

canned_estimators = StringGauge("/tensorflow/api/estimator/canned_estimator", "The kind of a canned estimator", "classifier or regressor")
tf_private("tensorflow_estimator.python.estimator.estimator._canned_estimator_api_gauge")(canned_estimators)
