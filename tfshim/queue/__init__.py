"""`tf.queue`: queues of tensors between threads, and between calls of functions."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
