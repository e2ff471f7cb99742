"""`tf.keras.experimental`: linear models, wide and deep ones, and older names of schedules."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
