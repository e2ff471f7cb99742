"""`tf.compat.v1.metrics`: metrics as pairs (value, update operation) whose state are local variables of the graph."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
