"""`tf.image`: pictures as tensors, [height, width, channels] or batches of them."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
