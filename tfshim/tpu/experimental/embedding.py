"""`tf.tpu.experimental.embedding`: large embeddings, looked up on the CPU or a GPU."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
