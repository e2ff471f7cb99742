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
    """What a model function is called for. Mirrors `tf.estimator.ModeKeys`.

    `TRAIN` ("train"): `Estimator.train` wants a loss and the operation of a step; layers drop values, and batch normalization uses the
    batch. `EVAL` ("eval"): `evaluate` wants the loss and metrics. `PREDICT` ("infer"): `predict` and exports want predictions, and there
    are no labels.

    The members are texts, so that they can be compared with `==`; a model function gives the one it got to its
    `tf.estimator.EstimatorSpec`.

    Example:
        >>> def model_fn(features, labels, mode):
        ...     y = tf.keras.layers.Dropout(0.5)(features, training=mode == tf.estimator.ModeKeys.TRAIN)
        ...     return tf.estimator.EstimatorSpec(mode, y, tf.reduce_sum(y))
        >>> estimator = tf.estimator.Estimator(model_fn, "modes")
        >>> [float(y) for y in estimator.predict(lambda: tf.data.Dataset.from_tensors([1.0, 2.0]))]
        [1.0, 2.0]
        >>> tf.estimator.ModeKeys.PREDICT
        'infer'
    """

    TRAIN = "train"
    EVAL = "eval"
    PREDICT = "infer"
