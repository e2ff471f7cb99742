"""`tf.test`: test cases that compare tensors, and questions about the machine they run on."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))
