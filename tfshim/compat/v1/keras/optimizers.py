"""`tf.compat.v1.keras.optimizers`: the legacy optimizers, which work in graphs."""

from tfshim._listing import listing
from tfshim.compat.v1 import _views
from tfshim.compat.v1._fallback import elsewhere
from tfshim.keras.optimizers.legacy import (  # noqa: F401 - names of this namespace
    SGD,
    Adadelta,
    Adagrad,
    Adam,
    Adamax,
    Ftrl,
    Nadam,
    Optimizer,
    RMSprop,
)

__all__ = _views.names("keras.optimizers")
__dir__ = listing(globals())
__getattr__ = elsewhere("keras.optimizers", target="tfshim.keras.optimizers")
