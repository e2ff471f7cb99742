"""`tf.keras`: layers, models, optimizers, losses and metrics."""

import importlib

from tfshim import (
    _version,
    operators,  # noqa: F401 - gives tensors their operators
)
from tfshim._listing import absent, exported

__version__ = _version.KERAS

_MODULES = frozenset(
    """__internal__ activations applications backend callbacks config constraints datasets dtensor estimator experimental
    export initializers layers losses metrics mixed_precision models optimizers preprocessing regularizers saving utils""".split()
)
_listed, _declared, __dir__ = exported(globals(), _MODULES)
# Not listed: `config` is not Keras 2.15's, it came later.
__all__ = [name for name in _listed if name not in ("__internal__", "config")]


def __getattr__(name):
    if name in _listed:
        if name not in _MODULES:
            importlib.import_module("tfshim.keras.layers")  # it gives Keras tensors their operators
        return _declared(name)
    if name == "src":  # where Keras keeps its code
        return importlib.import_module("tfshim.private_modules").module("keras.src")
    raise absent(__name__, name)
