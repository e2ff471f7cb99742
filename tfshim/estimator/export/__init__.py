"""`tf.estimator.export`: what a served model takes and gives."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
