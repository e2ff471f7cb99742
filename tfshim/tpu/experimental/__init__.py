"""`tf.tpu.experimental`."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("embedding",))
