"""What a model function is called for."""

from __future__ import annotations

from tfshim._export import tf_export, tf_private


@tf_private(
    "tensorflow.python.saved_model.model_utils.mode_keys.EstimatorModeKeys",
    "tensorflow_estimator.python.estimator.mode_keys.ModeKeys",
    "tensorflow_estimator.python.estimator.model_fn.ModeKeys",
)
@tf_export("estimator.ModeKeys")
class ModeKeys:
    """The modes of a model function: `TRAIN`, `EVAL` and `PREDICT`. Mirrors `tf.estimator.ModeKeys`."""

    TRAIN = "train"
    EVAL = "eval"
    PREDICT = "infer"
