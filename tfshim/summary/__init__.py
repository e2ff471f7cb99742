"""`tf.summary`: numbers, distributions, images, texts and sounds written to event files for TensorBoard."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))
