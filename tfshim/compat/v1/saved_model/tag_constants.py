"""`tf.compat.v1.saved_model.tag_constants`: usual tags of graphs."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
