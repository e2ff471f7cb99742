"""`tf.keras.estimator`: estimators, which tfshim refuses."""

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.refusals import refused

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("keras.estimator.model_to_estimator")
def model_to_estimator(
    keras_model=None,
    keras_model_path=None,
    custom_objects=None,
    model_dir=None,
    config=None,
    checkpoint_format="checkpoint",
    metric_names_map=None,
    export_outputs=None,
):
    """An Estimator of a model; NotImplementedError."""
    raise refused("tf.keras.estimator.model_to_estimator")
