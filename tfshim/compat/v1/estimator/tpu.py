"""`tf.compat.v1.estimator.tpu`: the estimator for TPUs, which here trains on CPU or GPU (`use_tpu=False`)."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
