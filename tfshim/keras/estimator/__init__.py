"""`tf.keras.estimator`: estimators, which tfshim refuses."""

from tfshim._listing import listing

__all__ = ["model_to_estimator"]
__dir__ = listing(globals())


def model_to_estimator(keras_model=None, keras_model_path=None, custom_objects=None, model_dir=None, config=None,
                       checkpoint_format="checkpoint", metric_names_map=None, export_outputs=None):
    """An Estimator of a model; NotImplementedError."""
    raise NotImplementedError("tf.keras.estimator.model_to_estimator: `keras_model` cannot become an Estimator; train it with "
                              "Model.fit, which takes the same input functions' datasets.")
