"""`tf.compat.v1.keras`: as `tf.keras`, with the session of graphs in `backend`, and the optimizers and recurrent layers of that time."""

import importlib

from tfshim._listing import listing
from tfshim.compat.v1 import _views
from tfshim.compat.v1._fallback import elsewhere

__all__ = _views.names("keras")
__dir__ = listing(globals())
_elsewhere = elsewhere("keras", target="tfshim.keras")


def __getattr__(name):
    if name in ("backend", "layers", "optimizers"):
        return importlib.import_module(f"{__name__}.{name}")
    return _elsewhere(name)
