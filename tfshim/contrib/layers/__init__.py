"""`tf.contrib.layers` of TensorFlow 1: layers as functions, regularizers, initializers, and training in one operation."""

from tfshim.contrib._names import bound
from tfshim.contrib.layers.basic import (
    bias_add,
    dropout,
    flatten,
    fully_connected,
    linear,
    maxout,
    one_hot_encoding,
    relu,
    relu6,
    repeat,
    softmax,
    stack,
    unit_norm,
)
from tfshim.contrib.layers.convolutional import (
    avg_pool2d,
    avg_pool3d,
    conv1d,
    conv2d,
    conv2d_transpose,
    conv3d,
    convolution,
    convolution1d,
    convolution2d,
    convolution2d_transpose,
    convolution3d,
    max_pool2d,
    max_pool3d,
    separable_conv2d,
    separable_convolution2d,
)
from tfshim.contrib.layers.embedding import bow_encoder, embed_sequence, embedding_lookup_unique
from tfshim.contrib.layers.initializers import variance_scaling_initializer, xavier_initializer, xavier_initializer_conv2d
from tfshim.contrib.layers.normalization import batch_norm, instance_norm, layer_norm
from tfshim.contrib.layers.optimizers import OPTIMIZER_CLS_NAMES, OPTIMIZER_SUMMARIES, optimize_loss
from tfshim.contrib.layers.regularizers import (
    apply_regularization,
    l1_l2_regularizer,
    l1_regularizer,
    l2_regularizer,
    sum_regularizer,
)
from tfshim.contrib.layers.summaries import (
    summarize_activation,
    summarize_activations,
    summarize_collection,
    summarize_tensor,
    summarize_tensors,
)

__all__ = bound(globals())
