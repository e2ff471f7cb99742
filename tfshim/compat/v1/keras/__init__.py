"""`tf.compat.v1.keras`: as `tf.keras`, with the session of graphs in `backend`, and the optimizers and recurrent layers of that time."""

import importlib

from tfshim.compat.v1._fallback import elsewhere

_elsewhere = elsewhere("keras", target="tfshim.keras")


def __getattr__(name):
    if name in ("backend", "layers", "optimizers"):
        return importlib.import_module(f"{__name__}.{name}")
    return _elsewhere(name)
