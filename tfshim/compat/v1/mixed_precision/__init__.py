"""`tf.compat.v1.mixed_precision`: scales of losses, and optimizers that use them."""

from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.mixed_precision import experimental  # noqa: F401 - a namespace below this one

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))
