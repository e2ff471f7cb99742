"""`tf.contrib.estimator` of TensorFlow 1: what came to `tf.estimator`, and the hooks that stop a training early."""

from tfshim.contrib._names import served

__getattr__, __dir__ = served(
    "estimator", "tfshim.compat.v1.estimator", "tfshim.compat.v1.estimator.experimental", "tfshim.estimator.experimental"
)
