"""`tf.feature_column`: descriptions of how inputs of a model come out of raw features."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
