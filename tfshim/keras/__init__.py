"""`tf.keras`: layers, models, optimizers, losses and metrics."""

import importlib

from tfshim import (
    _version,
    operators,  # noqa: F401 - gives tensors their operators
)
from tfshim._listing import listing

__version__ = _version.KERAS

_MODULES = frozenset(
    """__internal__ activations applications backend callbacks config constraints datasets dtensor estimator experimental
    export initializers layers losses metrics mixed_precision models optimizers preprocessing regularizers saving src utils""".split()
)
_NAMES = {"Model": "models", "Sequential": "models", "Input": "layers"}
# Not Keras 2.15's: `src` is where programs look for its code, `config` came later.
__all__ = sorted({*_MODULES, *_NAMES} - {"__internal__", "config", "src"})
__dir__ = listing(globals())


def __getattr__(name):
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _NAMES:
        value = getattr(importlib.import_module(f"{__name__}.{_NAMES[name]}"), name)
        globals()[name] = value
        return value
    if name.startswith("__"):
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    raise AttributeError(f"tf.keras.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same: see README.md).")
