"""`tf.contrib.cluster_resolver` of TensorFlow 1: how processes find each other."""

from tfshim.contrib._names import served

__getattr__, __dir__ = served("cluster_resolver", "tfshim.distribute.cluster_resolver")
