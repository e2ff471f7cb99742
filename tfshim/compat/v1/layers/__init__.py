"""`tf.compat.v1.layers`: layers as functions and classes, with variables in variable scopes."""

from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.layers import experimental  # noqa: F401 - a namespace below this one

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))
