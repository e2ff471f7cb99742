"""`tf.compat.v1.tpu.experimental`'s columns and settings of embeddings on TPUs, of which there are none."""

from tfshim._export import tf_export
from tfshim.refusals import refusing, refusing_class

_CLIPPED = "clip_weight_min=None, clip_weight_max=None, weight_decay_factor=None, multiply_weight_decay_factor_by_learning_rate=None"
_GRADIENTS = "clip_gradient_min=None, clip_gradient_max=None"
_LOOKUP = "learning_rate_fn=None, embedding_lookup_device=None, tensor_core_shape=None, use_safe_embedding_lookup=True"

AdagradParameters = refusing_class(
    "tf.compat.v1.tpu.experimental.AdagradParameters",
    parameters=f"learning_rate, initial_accumulator=0.1, use_gradient_accumulation=True, {_CLIPPED}, {_GRADIENTS}",
)
AdamParameters = refusing_class(
    "tf.compat.v1.tpu.experimental.AdamParameters",
    parameters="learning_rate, beta1=0.9, beta2=0.999, epsilon=1e-08, lazy_adam=True, sum_inside_sqrt=True, "
    f"use_gradient_accumulation=True, {_CLIPPED}, {_GRADIENTS}",
)
FtrlParameters = refusing_class(
    "tf.compat.v1.tpu.experimental.FtrlParameters",
    parameters="learning_rate, learning_rate_power=-0.5, initial_accumulator_value=0.1, l1_regularization_strength=0.0, "
    f"l2_regularization_strength=0.0, use_gradient_accumulation=True, {_CLIPPED}, multiply_linear_by_learning_rate=False, beta=0, "
    f"allow_zero_accumulator=False, {_GRADIENTS}",
)
StochasticGradientDescentParameters = refusing_class(
    "tf.compat.v1.tpu.experimental.StochasticGradientDescentParameters",
    parameters=f"learning_rate, use_gradient_accumulation=True, {_CLIPPED}, {_GRADIENTS}",
)
embedding_column = refusing(
    "tf.compat.v1.tpu.experimental.embedding_column",
    f"categorical_column, dimension, combiner='mean', initializer=None, max_sequence_length=0, {_LOOKUP}",
)
shared_embedding_columns = refusing(
    "tf.compat.v1.tpu.experimental.shared_embedding_columns",
    "categorical_columns, dimension, combiner='mean', initializer=None, shared_embedding_collection_name=None, "
    f"max_sequence_lengths=None, {_LOOKUP}",
)
tf_export(v1=["tpu.experimental.AdagradParameters"])(AdagradParameters)
tf_export(v1=["tpu.experimental.AdamParameters"])(AdamParameters)
tf_export(v1=["tpu.experimental.FtrlParameters"])(FtrlParameters)
tf_export(v1=["tpu.experimental.StochasticGradientDescentParameters"])(StochasticGradientDescentParameters)
tf_export(v1=["tpu.experimental.embedding_column"])(embedding_column)
tf_export(v1=["tpu.experimental.shared_embedding_columns"])(shared_embedding_columns)
