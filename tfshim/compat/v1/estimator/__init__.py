"""`tf.compat.v1.estimator`: estimators as TensorFlow 1 has them."""

import importlib

from tfshim.compat.v1._fallback import exported

_BELOW = ("experimental", "export", "inputs", "tpu")
__all__, _elsewhere, __dir__ = exported(globals(), _BELOW)


def __getattr__(name):
    return importlib.import_module(f"tfshim.compat.v1.estimator.{name}") if name in _BELOW else _elsewhere(name)
