"""`tf.quantization`: numbers in few steps, really and in pretence."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
