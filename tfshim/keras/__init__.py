"""`tf.keras`: layers, models, optimizers, losses and metrics."""

import importlib

from tfshim import (
    _version,
    operators,  # noqa: F401 - gives tensors their operators
)
from tfshim._listing import exported

__version__ = _version.KERAS

_MODULES = frozenset(
    """__internal__ activations applications backend callbacks config constraints datasets dtensor estimator experimental
    export initializers layers losses metrics mixed_precision models optimizers preprocessing regularizers saving src utils""".split()
)
_listed, _declared, __dir__ = exported(globals(), _MODULES)
# Not Keras 2.15's: `src` is where programs look for its code, `config` came later.
__all__ = [name for name in _listed if name not in ("__internal__", "config", "src")]


def __getattr__(name):
    if name in _listed:
        if name not in _MODULES:
            importlib.import_module("tfshim.keras.layers")  # it gives Keras tensors their operators
        return _declared(name)
    if name.startswith("__"):
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    raise AttributeError(f"tf.keras.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same: see README.md).")
