"""`tf.tpu`: what programs say of TPUs, and embeddings that were trained on them. There are no TPUs here."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))
