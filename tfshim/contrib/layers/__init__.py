"""`tf.contrib.layers` of TensorFlow 1: its basic layers, regularizers and initializers."""

from tfshim.contrib.layers.basic import (
    avg_pool2d,
    batch_norm,
    conv2d,
    convolution2d,
    dropout,
    flatten,
    fully_connected,
    linear,
    max_pool2d,
    one_hot_encoding,
    relu,
    softmax,
)
from tfshim.contrib.layers.initializers import variance_scaling_initializer, xavier_initializer, xavier_initializer_conv2d
from tfshim.contrib.layers.regularizers import (
    apply_regularization,
    l1_l2_regularizer,
    l1_regularizer,
    l2_regularizer,
    sum_regularizer,
)

__all__ = [
    "apply_regularization", "avg_pool2d", "batch_norm", "conv2d", "convolution2d", "dropout", "flatten", "fully_connected",
    "l1_l2_regularizer", "l1_regularizer", "l2_regularizer", "linear", "max_pool2d", "one_hot_encoding", "relu", "softmax",
    "sum_regularizer", "variance_scaling_initializer", "xavier_initializer", "xavier_initializer_conv2d",
]
