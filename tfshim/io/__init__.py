"""`tf.io`: files, and the formats in which records and tensors are kept in them."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("gfile",))
