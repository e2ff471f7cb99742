"""`tf.data`: input pipelines."""

from tfshim import operators  # noqa: F401 - elements are tensors, and whoever holds one may write `a + b`
from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))
