"""`tf.contrib.tpu` of TensorFlow 1: its estimator, which trains on CPU and GPU here, and what else programs say of TPUs."""

from tfshim.contrib._names import served

__getattr__, __dir__ = served("tpu", "tfshim.compat.v1.estimator.tpu", "tfshim.compat.v1.tpu")
