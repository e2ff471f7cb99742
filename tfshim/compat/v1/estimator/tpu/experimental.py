"""`tf.compat.v1.estimator.tpu.experimental`: embeddings on TPUs, which tfshim refuses."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
