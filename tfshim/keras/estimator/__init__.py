"""`tf.keras.estimator`: estimators of Keras models."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
