"""`tf.experimental.StructuredTensor`: the class, the shapes of its records, and records made of Python values."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
