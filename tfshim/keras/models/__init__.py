"""`tf.keras.models`: models: making, saving, loading and copying them."""

from tfshim._listing import exported
from tfshim.keras.models.functional import Functional  # noqa: F401 - so that programs find the class

__all__, __getattr__, __dir__ = exported(
    globals(),
    ("experimental",),
)
