"""`tf.keras.optimizers.experimental`: the optimizers under the name that they had at first."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
