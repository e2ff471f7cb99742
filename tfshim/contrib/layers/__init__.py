"""`tf.contrib.layers` of TensorFlow 1: layers as functions, regularizers, initializers, and training in one operation."""

from tfshim.contrib._names import absent, bound
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
# Columns of features, whose successors estimators of `tf.estimator` and `tf.compat.v1.feature_column.input_layer` take.
_INSTEAD = {
    "bucketized_column": "tf.feature_column.bucketized_column",
    "create_feature_spec_for_parsing": "tf.feature_column.make_parse_example_spec",
    "crossed_column": "tf.feature_column.crossed_column",
    "embedding_column": "tf.feature_column.embedding_column",
    "input_from_feature_columns": "tf.compat.v1.feature_column.input_layer",
    "one_hot_column": "tf.feature_column.indicator_column",
    "real_valued_column": "tf.feature_column.numeric_column",
    "shared_embedding_columns": "tf.feature_column.shared_embeddings",
    "sparse_column_with_hash_bucket": "tf.feature_column.categorical_column_with_hash_bucket",
    "sparse_column_with_integerized_feature": "tf.feature_column.categorical_column_with_identity",
    "sparse_column_with_keys": "tf.feature_column.categorical_column_with_vocabulary_list",
    "sparse_column_with_vocabulary_file": "tf.feature_column.categorical_column_with_vocabulary_file",
    "weighted_sparse_column": "tf.feature_column.weighted_categorical_column",
    "weighted_sum_from_feature_columns": "tf.compat.v1.feature_column.linear_model",
}
__getattr__ = absent("layers", globals(), _INSTEAD)
