"""`tf.tpu.experimental`: where the cores of TPUs stand, in figures."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("embedding",))
