"""`tf.compat.v1.saved_model.signature_constants`: usual names of signatures and what they have."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
