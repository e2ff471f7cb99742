"""Estimators that tfshim has not."""

from tfshim._export import tf_export
from tfshim.refusals import refusing

LinearSDCA = refusing("tf.estimator.experimental.LinearSDCA")
RNNClassifier = refusing("tf.estimator.experimental.RNNClassifier")
RNNEstimator = refusing("tf.estimator.experimental.RNNEstimator")
KMeans = refusing("tf.compat.v1.estimator.experimental.KMeans")
EmbeddingConfigSpec = refusing("tf.compat.v1.estimator.tpu.experimental.EmbeddingConfigSpec")

tf_export("estimator.experimental.LinearSDCA")(LinearSDCA)
tf_export("estimator.experimental.RNNClassifier", v1=[])(RNNClassifier)
tf_export("estimator.experimental.RNNEstimator", v1=[])(RNNEstimator)
tf_export(v1=["estimator.experimental.KMeans"])(KMeans)
tf_export(v1=["estimator.tpu.experimental.EmbeddingConfigSpec"])(EmbeddingConfigSpec)
