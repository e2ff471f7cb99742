"""`tf.data.experimental`: what is not, or not any more, a method of datasets."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("service",))
