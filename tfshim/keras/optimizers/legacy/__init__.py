"""`tf.keras.optimizers.legacy`: the optimizers as they were before Keras 2.11, with slots and hyperparameters as variables."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
