"""Estimators that tfshim has not."""

from collections import namedtuple

from tfshim._export import tf_export
from tfshim.refusals import refusing, refusing_class

LinearSDCA = refusing_class(
    "tf.estimator.experimental.LinearSDCA",
    parameters="example_id_column, num_loss_partitions=1, num_table_shards=None, symmetric_l1_regularization=0.0, "
    "symmetric_l2_regularization=1.0, adaptive=False",
    members="get_train_step",
)
RNNClassifier = refusing("tf.estimator.experimental.RNNClassifier")
RNNEstimator = refusing("tf.estimator.experimental.RNNEstimator")
_CONFIGURED = (
    "feature_columns optimization_parameters clipping_limit pipeline_execution_with_tensor_core experimental_gradient_multiplier_fn "
    "feature_to_config_dict table_to_config_dict partition_strategy profile_data_directory"
)
EmbeddingConfigSpec = refusing_class(
    "tf.compat.v1.estimator.tpu.experimental.EmbeddingConfigSpec",
    namedtuple("EmbeddingConfigSpec", [*_CONFIGURED.split(), "tensor_core_feature_columns"], defaults=[None] * 10),
    ", ".join(f"{name}=None" for name in _CONFIGURED.split()),
)

tf_export("estimator.experimental.LinearSDCA")(LinearSDCA)
tf_export("estimator.experimental.RNNClassifier", v1=[])(RNNClassifier)
tf_export("estimator.experimental.RNNEstimator", v1=[])(RNNEstimator)
tf_export(v1=["estimator.tpu.experimental.EmbeddingConfigSpec"])(EmbeddingConfigSpec)
